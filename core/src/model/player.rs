//! The two players and the outcomes of a game.

use std::fmt;
use std::str::FromStr;

use super::{NotationError, serde_as_text};

/// One of the two players. [`Player::One`] makes the first move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who moves first: green, player 1, white, white, dark.
    One,
    /// The player who moves second.
    Two,
}

impl Player {
    /// Both players, first mover first.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// Returns the other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// Returns 0 for [`Player::One`] and 1 for [`Player::Two`], an index into a pair.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns 1 or 2, for display.
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// Returns the name for machine-readable output: `p1` or `p2`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Player::One => "p1",
            Player::Two => "p2",
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Neither player won.
    Draw,
}

impl Outcome {
    /// Returns the winner, if any.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }

    /// Returns the name for machine-readable output: `p1`, `p2` or `draw`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Outcome::Win(player) => player.tag(),
            Outcome::Draw => "draw",
        }
    }
}

impl fmt::Display for Player {
    /// Writes [`Player::tag`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tag())
    }
}

impl fmt::Display for Outcome {
    /// Writes [`Outcome::tag`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tag())
    }
}

/// Reads [`Player::tag`].
impl FromStr for Player {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let known = Player::BOTH.into_iter().find(|player| player.tag() == text);
        known.ok_or_else(|| NotationError::expected("p1 or p2"))
    }
}

/// Reads [`Outcome::tag`].
impl FromStr for Outcome {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "draw" => Ok(Outcome::Draw),
            _ => text.parse().map(Outcome::Win).map_err(|_| NotationError::expected("p1, p2 or draw")),
        }
    }
}

serde_as_text! {
    [] Player;
    [] Outcome;
}
