//! A card of the practice deck: a position in which a human player made a mistake, as a line of text.

use std::fmt;

use crate::games::{self, AnyGame, AnyMove, AnyPosition};
use crate::model::text::escape;
use crate::model::{Date, DateError, Eval, Game as _, Position as _};

use super::schedule::{MAX_BOX, Schedule};

/// The fields of a card, in order.
const FIELDS: [&str; 10] =
    ["due", "box", "solved/tries", "kind", "pattern", "game", "position", "played", "best", "value"];

/// A missing pattern.
const NO_PATTERN: &str = "-";

/// What was wrong with the turn on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardKind {
    /// The position was won, and the turn gave the win away.
    MissedWin,
    /// The position was not lost, and the turn lost it.
    LosingTurn,
}

impl CardKind {
    /// All kinds.
    pub const ALL: [CardKind; 2] = [CardKind::MissedWin, CardKind::LosingTurn];

    /// Returns the name in the deck.
    pub fn name(self) -> &'static str {
        match self {
            CardKind::MissedWin => "missed-win",
            CardKind::LosingTurn => "losing-turn",
        }
    }

    /// Returns the name in words.
    pub fn words(self) -> String {
        self.name().replace('-', " ")
    }
}

/// A position to practise. As text it is a line of fields separated by tabs, in the order of [`Card::header`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// When it is due.
    pub schedule: Schedule,
    /// What was wrong with the turn.
    pub kind: CardKind,
    /// The name of the pattern behind the mistake, if known.
    pub pattern: Option<String>,
    /// The game.
    pub game: AnyGame,
    /// The position.
    pub position: AnyPosition,
    /// The move that was played.
    pub played: AnyMove,
    /// The best move.
    pub best: AnyMove,
    /// The value of the position with the best move, for the player to move.
    pub value: Eval,
}

impl Card {
    /// Returns the names of the fields, as a comment above the cards.
    pub fn header() -> String {
        format!("# {}", FIELDS.join("\t"))
    }

    /// Returns what identifies the card: the game and the position.
    pub fn key(&self) -> (&AnyGame, &AnyPosition) {
        (&self.game, &self.position)
    }

    /// Parses a line and checks its position and moves.
    ///
    /// # Errors
    /// The line is not a card.
    pub(super) fn read(line: &str) -> Result<Card, String> {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [due, box_number, answers, kind, pattern, name, position, played, best, value] = fields[..]
        else {
            return Err(format!("a card has ten fields separated by tabs: {}", FIELDS.join(", ")));
        };
        let due = due.parse().map_err(|error: DateError| error.to_string())?;
        let wrong = |(index, wanted): (usize, &str)| {
            let typed = escape(fields[index].as_bytes());
            format!("\"{typed}\" is not a valid {}; expected {wanted}", FIELDS[index])
        };
        let schedule = read_schedule(due, [box_number, answers]).map_err(wrong)?;
        let kind = CardKind::ALL.into_iter().find(|known| known.name() == kind);
        let kind = kind.ok_or_else(|| wrong((3, "missed-win or losing-turn")))?;
        let pattern = read_pattern(pattern).ok_or_else(|| wrong((4, "a name or -")))?;
        let value = value.parse().ok().ok_or_else(|| wrong((9, "one such as won in 7, draw or +0.50")))?;
        let game = games::open(name).map_err(|error| error.to_string())?;
        let read = game.read_position(position).ok().filter(|read| read.outcome().is_none());
        let position = read.ok_or_else(|| {
            format!("not a position to play in {name}: \"{}\"", escape(position.as_bytes()))
        })?;
        let legal = |mv: &str| {
            let wrong = |_| format!("\"{}\" is not a legal move in that position", escape(mv.as_bytes()));
            game.read_legal_move(&position, mv).map_err(wrong)
        };
        let (played, best) = (legal(played)?, legal(best)?);
        Ok(Card { schedule, kind, pattern, game, position, played, best, value })
    }
}

/// Parses the second and the third field. The error is the index of the malformed one, and what is expected.
fn read_schedule(due: Date, [box_number, answers]: [&str; 2]) -> Result<Schedule, (usize, &'static str)> {
    let box_number = box_number.parse().ok().filter(|number| (1..=MAX_BOX).contains(number));
    let box_number = box_number.ok_or((1, "a number from 1 to 10"))?;
    let counts =
        answers.split_once('/').and_then(|(solved, tries)| Some((solved.parse().ok()?, tries.parse().ok()?)));
    let (solved, tries) =
        counts.filter(|(solved, tries)| solved <= tries).ok_or((2, "two numbers such as 2/3"))?;
    Ok(Schedule { due, box_number, tries, solved })
}

/// Parses the name of a pattern. Returns `None` if it is malformed.
fn read_pattern(text: &str) -> Option<Option<String>> {
    let is_name = text.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'));
    (!text.is_empty() && is_name).then(|| Some(text.to_owned()).filter(|name| name != NO_PATTERN))
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Card { schedule, kind, pattern, game, position, played, best, value } = self;
        let Schedule { due, box_number, tries, solved } = schedule;
        let (kind, pattern) = (kind.name(), pattern.as_deref().unwrap_or(NO_PATTERN));
        write!(f, "{due}\t{box_number}\t{solved}/{tries}\t{kind}\t{pattern}\t{game}\t{position}")?;
        write!(f, "\t{played}\t{best}\t{}", value.as_recorded())
    }
}
