//! A card of the practice deck: a position in which a human player made a mistake, as a line of text.

use std::collections::HashMap;
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
    /// The full name of the game.
    pub game: String,
    /// The position, in canonical notation.
    pub position: String,
    /// The move that was played, in canonical notation.
    pub played: String,
    /// The best move, in canonical notation.
    pub best: String,
    /// The value of the position with the best move, for the player to move.
    pub value: Eval,
}

/// The position and the moves of a card.
#[derive(Clone, Debug)]
pub struct OpenCard {
    /// The game.
    pub game: AnyGame,
    /// The position.
    pub position: AnyPosition,
    /// The move that was played.
    pub played: AnyMove,
    /// The best move.
    pub best: AnyMove,
}

/// The games that were opened while a deck is read.
pub(super) type OpenGames = HashMap<String, AnyGame>;

impl Card {
    /// Returns the names of the fields, as a comment above the cards.
    pub fn header() -> String {
        format!("# {}", FIELDS.join("\t"))
    }

    /// Returns what identifies the card: the game and the position.
    pub fn key(&self) -> (&str, &str) {
        (&self.game, &self.position)
    }

    /// Parses a line and checks its position and moves. `games` keeps the games for the next line.
    ///
    /// # Errors
    /// The line is not a card.
    pub(super) fn read(line: &str, games: &mut OpenGames) -> Result<Card, String> {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [due, box_number, answers, kind, pattern, game, position, played, best, value] = fields[..]
        else {
            return Err(format!("a card has ten fields separated by tabs: {}", FIELDS.join(", ")));
        };
        let due = due.parse().map_err(|error: DateError| error.to_string())?;
        let wrong = |index: usize| {
            format!("\"{}\" is not a valid {}", escape(fields[index].as_bytes()), FIELDS[index])
        };
        let card = Card {
            schedule: read_schedule(due, [box_number, answers]).map_err(wrong)?,
            kind: CardKind::ALL.into_iter().find(|known| known.name() == kind).ok_or_else(|| wrong(3))?,
            pattern: read_pattern(pattern).ok_or_else(|| wrong(4))?,
            game: game.to_owned(),
            position: position.to_owned(),
            played: played.to_owned(),
            best: best.to_owned(),
            value: value.parse().ok().ok_or_else(|| wrong(9))?,
        };
        let game = match games.get(game) {
            Some(game) => game.clone(),
            None => games.entry(game.to_owned()).or_insert(open_game(game)?).clone(),
        };
        // However the game, the position and the moves were typed, the card is the same.
        let OpenCard { game, position, played, best } = card.open_in(game)?;
        let [played, best] = [played, best].map(|mv| mv.to_string());
        Ok(Card { game: game.name(), position: position.to_string(), played, best, ..card })
    }

    /// Opens the game of the card, and reads its position and moves.
    ///
    /// # Errors
    /// One of them is invalid.
    pub fn open(&self) -> Result<OpenCard, String> {
        self.open_in(open_game(&self.game)?)
    }

    fn open_in(&self, game: AnyGame) -> Result<OpenCard, String> {
        let position = game.read_position(&self.position).ok().filter(|read| read.outcome().is_none());
        let position = position.ok_or_else(|| {
            format!("not a position to play in {}: \"{}\"", self.game, escape(self.position.as_bytes()))
        })?;
        let read = |mv: &String| {
            let wrong = |_| format!("\"{}\" is not a legal move in that position", escape(mv.as_bytes()));
            game.read_legal_move(&position, mv).map_err(wrong)
        };
        let (played, best) = (read(&self.played)?, read(&self.best)?);
        Ok(OpenCard { game, position, played, best })
    }
}

fn open_game(name: &str) -> Result<AnyGame, String> {
    games::open(name).map_err(|error| error.to_string())
}

/// Parses the second and the third field. The error is the index of the malformed one.
fn read_schedule(due: Date, [box_number, answers]: [&str; 2]) -> Result<Schedule, usize> {
    let box_number =
        box_number.parse().ok().filter(|number| (1..=MAX_BOX).contains(number)).ok_or(1_usize)?;
    let counts =
        answers.split_once('/').and_then(|(solved, tries)| Some((solved.parse().ok()?, tries.parse().ok()?)));
    let (solved, tries) = counts.filter(|(solved, tries)| solved <= tries).ok_or(2_usize)?;
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
