//! Serde for games of the list, and for their positions and moves. Compiled with the feature `serde`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{AnyGame, AnyMove, AnyPosition, open};
use crate::model::{Game, serde_as_text};

serde_as_text! {
    [] AnyGame;
}

impl Serialize for AnyPosition {
    /// Writes the name of a game that has the position, a blank, and the text of the position.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{} {self}", self.game()))
    }
}

impl<'de> Deserialize<'de> for AnyPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (name, position) = text.split_once(' ').unwrap_or((&text, ""));
        let game = open(name).map_err(D::Error::custom)?;
        game.read_position(position).map_err(|error| D::Error::custom(format!("position of {game}: {error}")))
    }
}

impl Serialize for AnyMove {
    /// Writes the name of a game that has such moves, a blank, and the text of the move.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{} {self}", self.family()))
    }
}

impl<'de> Deserialize<'de> for AnyMove {
    /// Reads a move. It is not checked: only a position can tell whether it is legal.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (name, mv) = text.split_once(' ').unwrap_or((&text, ""));
        match AnyMove::read(name, mv) {
            Some(read) => read.map_err(|error| D::Error::custom(format!("move of {name}: {error}"))),
            // Says that there is no such game, or that its moves have another name.
            None => Err(match open(name) {
                Err(error) => D::Error::custom(error),
                Ok(_) => D::Error::custom(format!(
                    "a move begins with the name of its game without options, not {name}"
                )),
            }),
        }
    }
}
