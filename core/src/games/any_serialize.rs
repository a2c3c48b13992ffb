//! Serde for games of the list, and for their positions and moves. Compiled with the feature `serde`.

use std::borrow::Cow;
use std::mem::discriminant;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{AnyGame, AnyMove, AnyPosition, ErasedGame};
use crate::model::{Game, serialize};
use crate::with_game;

/// A position with its game, which is needed to read it. Serde writes both as text.
///
/// ```
/// use cygnet_core::games::{self, GamePosition};
/// use cygnet_core::model::Game;
///
/// let game = games::open("uglyduck-xl:4x6")?;
/// let value = GamePosition { position: game.start(), game };
/// let text = serde_json::to_string(&value)?;
/// assert_eq!(text, r#"{"game":"uglyduck-xl:4x6","position":"DDDD/4/4/4/4/dddd 1"}"#);
/// assert_eq!(serde_json::from_str::<GamePosition>(&text)?, value);
///
/// let wrong = serde_json::from_str::<GamePosition>(r#"{"game": "replcia", "position": ""}"#);
/// assert!(wrong.is_err_and(|error| error.to_string().starts_with("unknown game \"replcia\"; did you mean replica?")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePosition {
    /// The game.
    pub game: AnyGame,
    /// A position of it.
    pub position: AnyPosition,
}

/// A move with its game, which is needed to read it. Serde writes both as text. The move is not checked: only a
/// position can tell whether it is legal.
///
/// ```
/// use cygnet_core::games::GameMove;
/// use cygnet_core::model::Game;
///
/// let text = r#"{"game":"qawale","move":"a1b1c1d1"}"#;
/// let value: GameMove = serde_json::from_str(text)?;
/// assert!(value.game.read_legal_move(&value.game.start(), "a1b1c1d1") == Ok(value.mv));
/// assert_eq!(serde_json::to_string(&value)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMove {
    /// The game.
    pub game: AnyGame,
    /// A move of it.
    pub mv: AnyMove,
}

/// A [`GamePosition`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "GamePosition")]
struct PositionFields<'a> {
    game: AnyGame,
    position: Cow<'a, str>,
}

/// A [`GameMove`] as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "GameMove")]
struct MoveFields<'a> {
    game: AnyGame,
    #[serde(rename = "move")]
    mv: Cow<'a, str>,
}

impl Serialize for GamePosition {
    /// Writes a map of the name of the game and the text of the position. Fails if the position belongs to
    /// another game.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let GamePosition { game, position } = self;
        if discriminant(&game.start()) != discriminant(position) {
            return Err(serialize::foreign("position", game));
        }
        let position = Cow::Owned(serialize::position_text(game, position)?);
        PositionFields { game: game.clone(), position }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GamePosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PositionFields { game, position } = PositionFields::deserialize(deserializer)?;
        let position = serialize::read_position(&game, &position)?;
        Ok(GamePosition { game, position })
    }
}

impl Serialize for GameMove {
    /// Writes a map of the name of the game and the text of the move. Fails if the move belongs to another game.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let GameMove { game, mv } = self;
        if !with_game!(game, _game: G => G::try_downcast_move(*mv).is_some()) {
            return Err(serialize::foreign("move", game));
        }
        let mv = Cow::Owned(serialize::move_text(game, *mv)?);
        MoveFields { game: game.clone(), mv }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let MoveFields { game, mv } = MoveFields::deserialize(deserializer)?;
        let mv = serialize::read_move(&game, &mv)?;
        Ok(GameMove { game, mv })
    }
}

impl Serialize for AnyGame {
    /// Writes the full name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for AnyGame {
    /// Reads a name, like [`open`](super::open).
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
