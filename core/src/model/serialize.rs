//! Serde for records, and for positions and moves of a game without options. Compiled with the feature `serde`.
//!
//! Everything is written as text in the notation of the game, in every format.

use std::fmt::Display;
use std::marker::PhantomData;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Game, Mv, NotationError, Record};

/// Reads and writes positions of `G` as text, in fields with the attribute `#[serde(with)]`.
///
/// `G` is a game with a default value, which has no options. For other games use `GamePosition`.
///
/// ```
/// use cygnet_core::games::qawale::{self, Qawale};
/// use cygnet_core::model::{Game, MoveText, PositionText};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Puzzle {
///     #[serde(with = "PositionText::<Qawale>")]
///     position: qawale::Position,
///     #[serde(with = "MoveText::<Qawale>")]
///     solution: qawale::Move,
/// }
///
/// let text = r#"{"position":"tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16","solution":"a1b1c1d1"}"#;
/// let puzzle: Puzzle = serde_json::from_str(text)?;
/// assert_eq!(puzzle.position, Qawale::Eight.start());
/// assert_eq!(serde_json::to_string(&puzzle)?, text);
///
/// let wrong = serde_json::from_str::<Puzzle>(r#"{"position": "no", "solution": "a1b1c1d1"}"#);
/// assert!(wrong.is_err_and(|error| error.to_string().starts_with("position of qawale: character 3: ")));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug)]
pub struct PositionText<G>(PhantomData<G>);

impl<G: Game + Default> PositionText<G> {
    /// Writes the position as a string.
    ///
    /// # Errors
    /// The position belongs to a variant of the game that has options, or the serializer fails.
    pub fn serialize<S: Serializer>(position: &G::Position, serializer: S) -> Result<S::Ok, S::Error> {
        let game = G::default();
        let text = game.write_position(position);
        let read = game.read_position(&text);
        serializer.serialize_str(
            &checked(text, &read, position, "position", &game.name()).map_err(S::Error::custom)?,
        )
    }

    /// Reads a position from a string.
    ///
    /// # Errors
    /// The text is not a position of the game, or there is no string.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<G::Position, D::Error> {
        let game = G::default();
        let text = String::deserialize(deserializer)?;
        game.read_position(&text).map_err(|error| D::Error::custom(refused("position", &game.name(), &error)))
    }
}

/// Reads and writes moves of `G` as text, in fields with the attribute `#[serde(with)]`. [`PositionText`] has an
/// example. The moves are not checked: only a position can tell whether a move is legal.
#[derive(Debug)]
pub struct MoveText<G>(PhantomData<G>);

impl<G: Game + Default> MoveText<G> {
    /// Writes the move as a string.
    ///
    /// # Errors
    /// The move belongs to a variant of the game that has options, or the serializer fails.
    pub fn serialize<S: Serializer>(mv: &Mv<G>, serializer: S) -> Result<S::Ok, S::Error> {
        let game = G::default();
        let text = game.write_move(*mv);
        let read = game.read_move(&text);
        serializer.serialize_str(&checked(text, &read, mv, "move", &game.name()).map_err(S::Error::custom)?)
    }

    /// Reads a move from a string.
    ///
    /// # Errors
    /// The text is not a move of the game, or there is no string.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Mv<G>, D::Error> {
        let game = G::default();
        let text = String::deserialize(deserializer)?;
        game.read_move(&text).map_err(|error| D::Error::custom(refused("move", &game.name(), &error)))
    }
}

/// Returns `text` if it is read back as `value`.
pub(crate) fn checked<T: PartialEq>(
    text: String,
    read: &Result<T, NotationError>,
    value: &T,
    kind: &str,
    game: &str,
) -> Result<String, String> {
    if read.as_ref() == Ok(value) { Ok(text) } else { Err(foreign(kind, game)) }
}

/// Returns the message about a value that another game or variant has.
pub(crate) fn foreign(kind: &str, game: &str) -> String {
    format!("the {kind} belongs to another game than {game}")
}

/// Returns the message about a text that is not a value of the game.
pub(crate) fn refused(kind: &str, game: &str, error: &impl Display) -> String {
    format!("{kind} of {game}: {error}")
}

impl Serialize for Record {
    /// Writes the text of the record, as it is in a file.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Record {
    /// Reads the text of exactly one record, like [`Record::read_one`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Record::read_one(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
