//! The players of the two seats.

use super::{Player, text::escape_line};

/// The two seats of a game.
///
/// ```
/// use cygnet_core::model::{Player, Seating};
///
/// let seating = Seating::named(["human", "minimax:4"]);
/// assert_eq!(seating.only_human(), Some(Player::One));
/// assert_eq!(seating.seat(Player::Two), "minimax:4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The bot's name as on the command line (`hard`, `minimax:4`), or `None` for a human. Player 1 first.
    pub bots: [Option<String>; 2],
    /// The names that human players entered, if the game asks for them, or those of a record, as they are kept.
    pub names: [Option<String>; 2],
}

impl Seating {
    /// The name of a seat with a human.
    pub const HUMAN: &str = "human";

    /// Creates seats for bots, or humans for `None`, without names.
    #[must_use]
    pub fn new(first: Option<&str>, second: Option<&str>) -> Self {
        Seating { bots: [first.map(Into::into), second.map(Into::into)], names: [None, None] }
    }

    /// Creates seats from their names, ignoring letter case: `human` or a bot's name.
    #[must_use]
    pub fn named(seats: [&str; 2]) -> Self {
        Seating {
            bots: seats.map(|seat| (!seat.eq_ignore_ascii_case(Seating::HUMAN)).then(|| seat.to_owned())),
            names: [None, None],
        }
    }

    /// Returns the name of the seat of `player`: `human` or a bot's name.
    #[must_use]
    pub fn seat(&self, player: Player) -> &str {
        self.bots[player.index()].as_deref().unwrap_or(Seating::HUMAN)
    }

    /// Returns whether `player` is a human.
    #[must_use]
    pub fn is_human(&self, player: Player) -> bool {
        self.bots[player.index()].is_none()
    }

    /// Returns the only human player, if there is exactly one.
    #[must_use]
    pub fn only_human(&self) -> Option<Player> {
        let mut people = Player::BOTH.into_iter().filter(|player| self.is_human(*player));
        people.next().filter(|_| people.next().is_none())
    }

    /// Sets the name of the only human player, unless they entered one.
    #[must_use]
    pub fn with_default_name(mut self, name: Option<&str>) -> Self {
        if let Some(player) = self.only_human() {
            let given = &mut self.names[player.index()];
            *given = given.take().or_else(|| name.map(str::to_owned));
        }
        self
    }

    /// Returns whether both players are bots.
    #[must_use]
    pub fn is_bots_only(&self) -> bool {
        self.bots.iter().all(Option::is_some)
    }

    /// Returns the name that the human playing as `player` entered, safe to show.
    #[must_use]
    pub fn name(&self, player: Player) -> Option<String> {
        self.names[player.index()].as_deref().map(escape_line)
    }
}
