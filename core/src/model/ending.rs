//! How and why a game ended.

use std::fmt;

use super::text::escape_line;
use super::{Outcome, Player};

/// The most letters of what a player did wrong that are kept.
const MAX_PROBLEM_CHARS: usize = 200;

/// The end of a game: what happened, and to whom.
///
/// ```
/// use cygnet_core::model::{Ending, Outcome, Player};
///
/// let ending = Ending::Resigned(Player::One);
/// assert_eq!(ending.outcome(), Outcome::Win(Player::Two));
/// assert_eq!(ending.result().reason.to_string(), "resigned");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules: what stands on the board.
    Rules(Outcome),
    /// By the rules: this player has no legal move and loses.
    NoMoves(Player),
    /// This player resigned.
    Resigned(Player),
    /// This computer player could not or would not go on by the rules, and loses: what it did, on one line.
    Forfeited(Player, String),
    /// Nobody made progress for so many turns, and no person was playing: a draw.
    NoProgress(u32),
    /// This player's clock ran out: the other wins.
    OutOfTime(Player),
    /// Whoever arranged the game has ended it with this outcome.
    Adjudicated(Outcome, Adjudication),
}

/// Why whoever arranged a game ended it before the rules did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Adjudication {
    /// The result is proven.
    Proven,
    /// The loser has found itself hopeless for long.
    Score,
    /// Both players have found the game even for long.
    EvenScore,
    /// It was long enough.
    Length,
}

impl Adjudication {
    const ALL: [Adjudication; 4] =
        [Adjudication::Proven, Adjudication::Score, Adjudication::EvenScore, Adjudication::Length];

    /// How it is written in records and answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Adjudication::Proven => "adjudicated (proven)",
            Adjudication::Score => "adjudicated (score)",
            Adjudication::EvenScore => "adjudicated (even score)",
            Adjudication::Length => "adjudicated (length)",
        }
    }
}

impl Ending {
    /// The end of a game that `player` forfeits. Of the problem, at most 200 letters are kept, none of which can act on a
    /// terminal.
    #[must_use]
    pub fn forfeit(player: Player, problem: &str) -> Self {
        Ending::Forfeited(player, escape_line(problem).chars().take(MAX_PROBLEM_CHARS).collect())
    }

    /// The result.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Ending::Rules(outcome) | Ending::Adjudicated(outcome, _) => *outcome,
            Ending::NoMoves(player)
            | Ending::Resigned(player)
            | Ending::Forfeited(player, _)
            | Ending::OutOfTime(player) => Outcome::Win(player.opponent()),
            Ending::NoProgress(_) => Outcome::Draw,
        }
    }

    /// Whether the rules alone ended the game.
    #[must_use]
    pub fn is_by_rules(&self) -> bool {
        matches!(self, Ending::Rules(_) | Ending::NoMoves(_))
    }

    /// The result as a record has it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let reason = match self {
            Ending::Rules(_) => Reason::Rules,
            Ending::NoMoves(_) => Reason::NoMoves,
            Ending::Resigned(_) => Reason::Resigned,
            Ending::Forfeited(_, problem) => Reason::Forfeited(problem.clone()),
            Ending::NoProgress(_) => Reason::NoProgress,
            Ending::OutOfTime(_) => Reason::Time,
            Ending::Adjudicated(_, adjudication) => Reason::Adjudicated(*adjudication),
        };
        GameResult { outcome: self.outcome(), reason }
    }
}

/// The result of a game, as records have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

/// Why a game ended. Its text (by [`fmt::Display`]) stands in records and answers, and is read by [`Reason::read`] alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// What stands on the board.
    Rules,
    /// The player to move had no legal move.
    NoMoves,
    /// The loser resigned.
    Resigned,
    /// Nobody made progress for too many turns.
    NoProgress,
    /// The loser's clock ran out.
    Time,
    /// Whoever arranged the game ended it, for this reason.
    Adjudicated(Adjudication),
    /// The loser, a program, did this wrong.
    Forfeited(String),
    /// A record says something else.
    Other(String),
}

impl Reason {
    /// The word for a game that a computer player forfeited; a colon and what it did wrong follow.
    pub const FORFEITED: &str = "forfeited";

    /// Reads the text of a reason. Every text is one.
    #[must_use]
    pub fn read(text: &str) -> Reason {
        let plain = [Reason::Rules, Reason::NoMoves, Reason::Resigned, Reason::NoProgress, Reason::Time];
        let mut known = plain.into_iter().chain(Adjudication::ALL.map(Reason::Adjudicated));
        if let Some(reason) = known.find(|reason| reason.as_str() == text) {
            return reason;
        }
        match text.strip_prefix(Reason::FORFEITED) {
            Some(problem) => Reason::Forfeited(problem.strip_prefix(": ").unwrap_or(problem).to_owned()),
            None => Reason::Other(text.to_owned()),
        }
    }

    /// The reason in a word or two, without what a player did wrong.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Reason::Rules => "rules",
            Reason::NoMoves => "no moves",
            Reason::Resigned => "resigned",
            Reason::NoProgress => "patience",
            Reason::Time => "time",
            Reason::Adjudicated(adjudication) => adjudication.as_str(),
            Reason::Forfeited(_) => Reason::FORFEITED,
            Reason::Other(text) => text,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Forfeited(problem) if !problem.is_empty() => write!(f, "{}: {problem}", self.as_str()),
            _ => f.write_str(self.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_as_they_are_written() {
        for text in [
            "rules",
            "no moves",
            "resigned",
            "patience",
            "time",
            "forfeited",
            "forfeited: it ended",
            "agreed",
        ] {
            assert_eq!(Reason::read(text).to_string(), text);
        }
        for adjudication in Adjudication::ALL {
            let reason = Reason::Adjudicated(adjudication);
            assert_eq!(Reason::read(&reason.to_string()), reason);
        }
        assert_eq!(Reason::read("forfeited: a: b"), Reason::Forfeited("a: b".to_owned()));
        assert_eq!(Reason::read("agreed"), Reason::Other("agreed".to_owned()));
    }

    #[test]
    fn forfeit_reasons_are_truncated_and_escaped() {
        let ending = Ending::forfeit(Player::One, &format!("\x1b[31m{}", "x".repeat(500)));
        let Ending::Forfeited(Player::One, problem) = &ending else { panic!("{ending:?}") };
        assert!(problem.starts_with("\\u{1b}[31mxxx") && problem.len() == MAX_PROBLEM_CHARS, "{problem}");
        assert_eq!(ending.outcome(), Outcome::Win(Player::Two));
    }
}
