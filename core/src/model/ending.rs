//! How and why a game ended.

use std::fmt;
use std::str::FromStr;

use super::text::{cleaned, escape_line};
use super::{NotationError, Outcome, Player, RecordErrorKind, serde_as_text};

/// The maximum length of a stored forfeit reason, in letters.
const MAX_PROBLEM_LETTERS: usize = 200;

/// The end of a game: its outcome, and why. Records have it as their result.
///
/// ```
/// use cygnet_core::model::{Ending, Outcome, Player, Reason};
///
/// let ending = Ending::lost(Player::One, Reason::Resigned);
/// assert_eq!(ending.outcome, Outcome::Win(Player::Two));
/// assert_eq!(ending.to_string(), "p2, resigned");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
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
    /// Returns the end of a game by its rules alone, from the position on the board.
    #[must_use]
    pub fn by_rules(outcome: Outcome) -> Self {
        Ending { outcome, reason: Reason::Rules }
    }

    /// Returns the end of a game that `loser` loses.
    #[must_use]
    pub fn lost(loser: Player, reason: Reason) -> Self {
        Ending { outcome: Outcome::Win(loser.opponent()), reason }
    }

    /// Returns the end of a game that nobody wins.
    #[must_use]
    pub fn drawn(reason: Reason) -> Self {
        Ending { outcome: Outcome::Draw, reason }
    }

    /// Returns the end of a game that `player` forfeits. Keeps at most 200 letters and 4000 bytes of the problem,
    /// without the blanks around it, and escapes everything that could act on a terminal.
    #[must_use]
    pub fn forfeit(player: Player, problem: &str) -> Self {
        let problem = cleaned(&escape_line(problem.trim_ascii()), MAX_PROBLEM_LETTERS);
        Ending::lost(player, Reason::Forfeited(problem.trim_ascii_end().to_owned()))
    }

    /// Returns the loser; `None` after a draw.
    #[must_use]
    pub fn loser(&self) -> Option<Player> {
        self.outcome.winner().map(Player::opponent)
    }

    /// Returns whether the rules alone ended the game.
    #[must_use]
    pub fn is_by_rules(&self) -> bool {
        matches!(self.reason, Reason::Rules | Reason::NoMoves)
    }

    /// Returns whether a player brought it about: the game was resigned, agreed, forfeited or lost on time.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        matches!(self.reason, Reason::Resigned | Reason::Time | Reason::Forfeited(_) | Reason::Agreed)
    }
}

/// Why a game ended. Its text is used in records and answers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The rules, from the position on the board.
    Rules,
    /// The rules: the player to move has no legal move and loses.
    NoMoves,
    /// The loser resigned.
    Resigned,
    /// No progress for [`Game::max_idle_turns`](super::Game::max_idle_turns) turns in a game without humans.
    NoProgress,
    /// The loser's time ran out.
    Time,
    /// The players agreed on a draw.
    Agreed,
    /// The organiser of the game ended it, for this reason.
    Adjudicated(Adjudication),
    /// The loser is a computer player that failed or broke the rules, for this reason on one line.
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

/// Writes it as in a record: `p1, resigned`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}, {}", self.outcome, self.reason))
    }
}

/// Reads an ending whose reason is possible.
impl FromStr for Ending {
    type Err = RecordErrorKind;

    fn from_str(text: &str) -> Result<Self, RecordErrorKind> {
        let (outcome, reason) =
            text.split_once(',').ok_or_else(|| RecordErrorKind::Result(text.to_owned()))?;
        let (outcome, text) = (outcome.trim_ascii(), reason.trim_ascii());
        let outcome: Outcome = outcome.parse().map_err(|_| RecordErrorKind::Winner(outcome.to_owned()))?;
        let reason = text.parse().ok().filter(|reason: &Reason| reason.allows(outcome));
        let unknown = || RecordErrorKind::Reason(outcome.tag(), text.to_owned(), Reason::list(outcome));
        Ok(Ending { outcome, reason: reason.ok_or_else(unknown)? })
    }
}

serde_as_text! {
    [] Ending;
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
    use crate::model::Record;

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
        assert_eq!("forfeited:a: b".parse(), Ok(Reason::Forfeited("a: b".to_owned())));
        for text in
            ["", "bored", "forfeit", "forfeitedly", "unfinished", "adjudicated", "adjudicated (bored)"]
        {
            assert!(text.parse::<Reason>().is_err(), "{text}");
        }
    }

    #[test]
    fn endings_are_by_the_rules_or_declared_or_neither() {
        for (reason, kinds) in [
            (Reason::Rules, [true, false]),
            (Reason::NoMoves, [true, false]),
            (Reason::Resigned, [false, true]),
            (Reason::Time, [false, true]),
            (Reason::Forfeited("it ended".to_owned()), [false, true]),
            (Reason::Agreed, [false, true]),
            (Reason::NoProgress, [false, false]),
            (Reason::Adjudicated(Adjudication::Proven), [false, false]),
        ] {
            let ending = Ending::lost(Player::One, reason);
            assert_eq!([ending.is_by_rules(), ending.is_declared()], kinds, "{ending}");
            assert_eq!(ending.loser(), Some(Player::One));
        }
        assert_eq!(Ending::drawn(Reason::Agreed).loser(), None);
    }

    #[test]
    fn forfeit_reasons_are_truncated_and_escaped() {
        let ending = Ending::forfeit(Player::One, &format!("\x1b[31m{}", "x".repeat(500)));
        let Reason::Forfeited(problem) = &ending.reason else { panic!("{ending:?}") };
        assert!(problem.starts_with("\\u{1b}[31mxxx") && problem.len() == MAX_PROBLEM_LETTERS, "{problem}");
        assert_eq!(ending.outcome, Outcome::Win(Player::Two));
        let hindi = Ending::forfeit(Player::One, &"क\u{94d}\u{200d}ष".repeat(300));
        assert_eq!(hindi.reason, Reason::Forfeited("क\u{94d}\u{200d}ष".repeat(MAX_PROBLEM_LETTERS)));
        for problem in [" x ", &format!("e{}", "\u{301}".repeat(30)).repeat(MAX_PROBLEM_LETTERS)] {
            let result = Some(Ending::forfeit(Player::One, problem));
            let record = Record { result, ..Record::new("uglyduck") };
            assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
}
