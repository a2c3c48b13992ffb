//! How and why a game ended.

use std::fmt;
use std::str::FromStr;

use super::text::{cleaned, escape_line};
use super::{NotationError, Outcome, Player, RecordErrorKind, serde_as_text};

/// The maximum length of a stored forfeit reason, in letters.
const MAX_PROBLEM_LETTERS: usize = 200;

/// The end of a game: what happened, and who was responsible.
///
/// ```
/// use cygnet_core::model::{Ending, Outcome, Player};
///
/// let ending = Ending::Resigned(Player::One);
/// assert_eq!(ending.outcome(), Outcome::Win(Player::Two));
/// assert_eq!(ending.result().reason.to_string(), "resigned");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By the rules, from the position on the board.
    Rules(Outcome),
    /// By the rules: this player has no legal move and loses.
    NoMoves(Player),
    /// This player resigned.
    Resigned(Player),
    /// This computer player failed or broke the rules, and loses. The text is the reason on one line.
    Forfeited(Player, String),
    /// No progress for [`Game::max_idle_turns`](super::Game::max_idle_turns) turns in a game without humans: a draw.
    NoProgress,
    /// This player's time ran out, and the other player wins.
    OutOfTime(Player),
    /// The players agreed on a draw.
    Agreed,
    /// The organiser of the game ended it with this outcome.
    Adjudicated(Outcome, Adjudication),
}

/// Why the organiser of a game ended it before the rules did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Adjudication {
    /// The result is proven.
    Proven,
    /// The losing player has seen itself as hopelessly behind for a long time.
    Score,
    /// Both players have seen the game as even for a long time.
    EvenScore,
    /// The game reached the maximum length.
    Length,
}

impl Adjudication {
    const ALL: [Adjudication; 4] =
        [Adjudication::Proven, Adjudication::Score, Adjudication::EvenScore, Adjudication::Length];

    /// Returns the text used in records and answers.
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
    /// Returns the end of a game that `player` forfeits. Keeps at most 200 letters of the problem and
    /// escapes everything that could act on a terminal.
    #[must_use]
    pub fn forfeit(player: Player, problem: &str) -> Self {
        Ending::Forfeited(player, cleaned(&escape_line(problem), MAX_PROBLEM_LETTERS))
    }

    /// Returns the outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Ending::Rules(outcome) | Ending::Adjudicated(outcome, _) => *outcome,
            Ending::NoMoves(player)
            | Ending::Resigned(player)
            | Ending::Forfeited(player, _)
            | Ending::OutOfTime(player) => Outcome::Win(player.opponent()),
            Ending::NoProgress | Ending::Agreed => Outcome::Draw,
        }
    }

    /// Returns whether the rules alone ended the game.
    #[must_use]
    pub fn is_by_rules(&self) -> bool {
        matches!(self, Ending::Rules(_) | Ending::NoMoves(_))
    }

    /// Returns the ending with this result, or `None` if a game cannot end like this: the inverse of
    /// [`Ending::result`].
    #[must_use]
    pub fn of(result: &GameResult) -> Option<Self> {
        let loser = result.outcome.winner().map(Player::opponent);
        Some(match (&result.reason, loser) {
            (reason, _) if !reason.allows(result.outcome) => return None,
            (Reason::Adjudicated(adjudication), _) => Ending::Adjudicated(result.outcome, *adjudication),
            (Reason::NoMoves, Some(loser)) => Ending::NoMoves(loser),
            (Reason::Resigned, Some(loser)) => Ending::Resigned(loser),
            (Reason::Time, Some(loser)) => Ending::OutOfTime(loser),
            (Reason::Forfeited(problem), Some(loser)) => Ending::Forfeited(loser, problem.clone()),
            (Reason::NoProgress, _) => Ending::NoProgress,
            (Reason::Agreed, _) => Ending::Agreed,
            _ => Ending::Rules(result.outcome),
        })
    }

    /// Returns the ending with this result if a player brought it about: a game that was resigned, agreed, forfeited or
    /// lost on time.
    #[must_use]
    pub fn declared(result: &GameResult) -> Option<Self> {
        let is_declared = |ending: &Ending| {
            use Ending::{Agreed, Forfeited, OutOfTime, Resigned};
            matches!(ending, Resigned(_) | OutOfTime(_) | Forfeited(..) | Agreed)
        };
        Ending::of(result).filter(is_declared)
    }

    /// Returns the result as stored in a record.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let reason = match self {
            Ending::Rules(_) => Reason::Rules,
            Ending::NoMoves(_) => Reason::NoMoves,
            Ending::Resigned(_) => Reason::Resigned,
            Ending::Forfeited(_, problem) => Reason::Forfeited(problem.clone()),
            Ending::NoProgress => Reason::NoProgress,
            Ending::OutOfTime(_) => Reason::Time,
            Ending::Agreed => Reason::Agreed,
            Ending::Adjudicated(_, adjudication) => Reason::Adjudicated(*adjudication),
        };
        GameResult { outcome: self.outcome(), reason }
    }
}

/// The result of a game as stored in a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameResult {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
}

/// Why a game ended. Its text is used in records and answers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The position on the board.
    Rules,
    /// The player to move had no legal move.
    NoMoves,
    /// The loser resigned.
    Resigned,
    /// No progress for too many turns.
    NoProgress,
    /// The loser's time ran out.
    Time,
    /// The players agreed on a draw.
    Agreed,
    /// The organiser of the game ended it, for this reason.
    Adjudicated(Adjudication),
    /// The loser is a program and failed, for this reason.
    Forfeited(String),
}

impl Reason {
    /// The text for a game that a computer player forfeited. A colon and the problem can follow.
    pub const FORFEITED: &str = "forfeited";

    /// Returns the reasons that have no details.
    fn fixed() -> impl Iterator<Item = Reason> {
        use Reason::{Agreed, NoMoves, NoProgress, Resigned, Rules, Time};
        let plain = [Rules, NoMoves, Resigned, NoProgress, Time, Agreed];
        plain.into_iter().chain(Adjudication::ALL.map(Reason::Adjudicated))
    }

    /// Returns whether a game can end with `outcome` for this reason.
    #[must_use]
    pub fn allows(&self, outcome: Outcome) -> bool {
        use Adjudication::{EvenScore, Length, Proven, Score};
        match self {
            Reason::Rules | Reason::Adjudicated(Proven) => true,
            Reason::NoProgress | Reason::Agreed | Reason::Adjudicated(EvenScore | Length) => {
                outcome == Outcome::Draw
            }
            Reason::NoMoves
            | Reason::Resigned
            | Reason::Time
            | Reason::Adjudicated(Score)
            | Reason::Forfeited(_) => outcome != Outcome::Draw,
        }
    }

    /// Returns the reasons for which a game can end with `outcome`, as they are written.
    pub(super) fn list(outcome: Outcome) -> String {
        let forfeit = Reason::Forfeited("TEXT".to_owned());
        let reasons = Reason::fixed().chain([forfeit]).filter(|reason| reason.allows(outcome));
        reasons.map(|reason| reason.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the reason in one or two words, without the details of a forfeit.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Reason::Rules => "rules",
            Reason::NoMoves => "no moves",
            Reason::Resigned => "resigned",
            Reason::NoProgress => "patience",
            Reason::Time => "time",
            Reason::Agreed => "agreed",
            Reason::Adjudicated(adjudication) => adjudication.as_str(),
            Reason::Forfeited(_) => Reason::FORFEITED,
        }
    }
}

impl FromStr for Reason {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let forfeited = text.strip_prefix(Reason::FORFEITED).map(str::trim_ascii_start);
        let problem =
            forfeited.and_then(|rest| if rest.is_empty() { Some("") } else { rest.strip_prefix(':') });
        let forfeit = problem.map(|problem| Reason::Forfeited(problem.trim_ascii().to_owned()));
        forfeit
            .or_else(|| Reason::fixed().find(|reason| reason.as_str() == text))
            .ok_or_else(|| NotationError::expected("a reason such as rules, resigned or time"))
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Adjudication {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let known = Adjudication::ALL.into_iter().find(|known| known.as_str() == text);
        known.ok_or_else(|| NotationError::expected("an adjudication such as adjudicated (proven)"))
    }
}

/// Writes the result as in a record: `p1, resigned`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}, {}", self.outcome, self.reason))
    }
}

/// Reads a result whose reason is possible.
impl FromStr for GameResult {
    type Err = RecordErrorKind;

    fn from_str(text: &str) -> Result<Self, RecordErrorKind> {
        let (outcome, reason) =
            text.split_once(',').ok_or_else(|| RecordErrorKind::Result(text.to_owned()))?;
        let (outcome, text) = (outcome.trim_ascii(), reason.trim_ascii());
        let outcome: Outcome = outcome.parse().map_err(|_| RecordErrorKind::Winner(outcome.to_owned()))?;
        let reason = text.parse().ok().filter(|reason: &Reason| reason.allows(outcome));
        let unknown = || RecordErrorKind::Reason(outcome.tag(), text.to_owned(), Reason::list(outcome));
        Ok(GameResult { outcome, reason: reason.ok_or_else(unknown)? })
    }
}

/// Writes the result.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.result().fmt(f)
    }
}

/// Reads a result.
impl FromStr for Ending {
    type Err = RecordErrorKind;

    fn from_str(text: &str) -> Result<Self, RecordErrorKind> {
        let result: GameResult = text.parse()?;
        Ending::of(&result).ok_or_else(|| RecordErrorKind::Result(text.to_owned()))
    }
}

serde_as_text! {
    [] Adjudication;
    [] Ending;
    [] GameResult;
    [] Reason;
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Forfeited(problem) if !problem.is_empty() => {
                f.pad(&format!("{}: {problem}", self.as_str()))
            }
            _ => f.pad(self.as_str()),
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
            assert_eq!(text.parse::<Reason>().unwrap().to_string(), text);
        }
        for adjudication in Adjudication::ALL {
            let reason = Reason::Adjudicated(adjudication);
            assert_eq!(reason.to_string().parse(), Ok(reason));
        }
        assert_eq!("forfeited:a: b".parse(), Ok(Reason::Forfeited("a: b".to_owned())));
        assert_eq!("agreed".parse(), Ok(Reason::Agreed));
        for text in
            ["", "bored", "forfeit", "forfeitedly", "unfinished", "adjudicated", "adjudicated (bored)"]
        {
            assert!(text.parse::<Reason>().is_err(), "{text}");
        }
    }

    #[test]
    fn declared_endings_are_found_by_their_result() {
        let endings = [
            Ending::Resigned(Player::One),
            Ending::OutOfTime(Player::Two),
            Ending::Forfeited(Player::One, "it ended".to_owned()),
            Ending::Agreed,
        ];
        for ending in endings {
            assert_eq!(Ending::declared(&ending.result()), Some(ending));
        }
        for reason in [Reason::Rules, Reason::NoMoves, Reason::Resigned, Reason::NoProgress] {
            assert_eq!(Ending::declared(&GameResult { outcome: Outcome::Draw, reason }), None);
        }
    }

    #[test]
    fn only_results_on_the_board_and_missing_moves_are_by_the_rules() {
        let one = Player::One;
        let by_rules = [Ending::Rules(Outcome::Win(one)), Ending::Rules(Outcome::Draw), Ending::NoMoves(one)];
        assert!(by_rules.iter().all(Ending::is_by_rules));
        let declared = [
            Ending::Resigned(one),
            Ending::OutOfTime(one),
            Ending::forfeit(one, "it ended"),
            Ending::NoProgress,
            Ending::Agreed,
            Ending::Adjudicated(Outcome::Draw, Adjudication::ALL[0]),
        ];
        assert!(!declared.iter().any(Ending::is_by_rules));
    }

    #[test]
    fn forfeit_reasons_are_truncated_and_escaped() {
        let ending = Ending::forfeit(Player::One, &format!("\x1b[31m{}", "x".repeat(500)));
        let Ending::Forfeited(Player::One, problem) = &ending else { panic!("{ending:?}") };
        assert!(problem.starts_with("\\u{1b}[31mxxx") && problem.len() == MAX_PROBLEM_LETTERS, "{problem}");
        assert_eq!(ending.outcome(), Outcome::Win(Player::Two));
        let hindi = Ending::forfeit(Player::One, &"क\u{94d}\u{200d}ष".repeat(300));
        assert_eq!(hindi, Ending::Forfeited(Player::One, "क\u{94d}\u{200d}ष".repeat(MAX_PROBLEM_LETTERS)));
        let long = Ending::Forfeited(Player::One, "\u{202e}x".repeat(300));
        assert_eq!(Ending::declared(&long.result()), Some(long));
    }
}
