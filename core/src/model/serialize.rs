//! Serde for records, and for positions and moves of a game without options. Compiled with the feature `serde`.
//!
//! Everything is written as text in the notation of the game, in every format.

use std::marker::PhantomData;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use super::{Game, Mv, Record};

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
///     position: qawale::QawalePosition,
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
        serializer.serialize_str(&position_text(&G::default(), position)?)
    }

    /// Reads a position from a string.
    ///
    /// # Errors
    /// The text is not a position of the game, or there is no string.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<G::Position, D::Error> {
        read_position(&G::default(), &String::deserialize(deserializer)?)
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
        serializer.serialize_str(&move_text(&G::default(), *mv)?)
    }

    /// Reads a move from a string.
    ///
    /// # Errors
    /// The text is not a move of the game, or there is no string.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Mv<G>, D::Error> {
        read_move(&G::default(), &String::deserialize(deserializer)?)
    }
}

/// Returns the text of a position, if it is read back as the same position.
pub(crate) fn position_text<G: Game, E: ser::Error>(game: &G, position: &G::Position) -> Result<String, E> {
    let text = game.write_position(position);
    if game.read_position(&text).as_ref() == Ok(position) { Ok(text) } else { Err(foreign("position", game)) }
}

/// Returns the text of a move, if it is read back as the same move.
pub(crate) fn move_text<G: Game, E: ser::Error>(game: &G, mv: Mv<G>) -> Result<String, E> {
    let text = game.write_move(mv);
    if game.read_move(&text) == Ok(mv) { Ok(text) } else { Err(foreign("move", game)) }
}

pub(crate) fn read_position<G: Game, E: de::Error>(game: &G, text: &str) -> Result<G::Position, E> {
    game.read_position(text).map_err(|error| E::custom(format!("position of {}: {error}", game.name())))
}

pub(crate) fn read_move<G: Game, E: de::Error>(game: &G, text: &str) -> Result<Mv<G>, E> {
    game.read_move(text).map_err(|error| E::custom(format!("move of {}: {error}", game.name())))
}

/// Returns the error for a value that another game or variant has.
pub(crate) fn foreign<G: Game, E: ser::Error>(kind: &str, game: &G) -> E {
    E::custom(format!("the {kind} belongs to another game than {}", game.name()))
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
