//! The options of a game: board size and house rules.

use super::board::Cell;
use crate::model::Player;

/// The options of a game of Replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    house: bool,
}

impl Default for Rules {
    /// Returns [`Rules::OFFICIAL`].
    fn default() -> Self {
        Rules::OFFICIAL
    }
}

impl Rules {
    /// The possible board sizes.
    pub const SIZES: [usize; 3] = [8, 12, 16];

    /// Creates options for a board of `size` x `size`, or returns `None` if there is no such board.
    #[must_use]
    pub fn new(size: usize, house: bool) -> Option<Rules> {
        Rules::SIZES.contains(&size).then_some(Rules { size: size as u8, house })
    }

    /// The 8x8 board with the official rules: the game without options.
    pub const OFFICIAL: Rules = Rules { size: 8, house: false };

    /// Reads the options in a game's name: `12`, `house`, `8,house`, or nothing for [`Rules::OFFICIAL`].
    #[must_use]
    pub fn read(options: &str) -> Option<Rules> {
        let (size, house) = match options {
            "" => ("8", false),
            "house" => ("8", true),
            _ => options.strip_suffix(",house").map_or((options, false), |size| (size, true)),
        };
        Rules::new(Rules::SIZES.into_iter().find(|known| known.to_string() == size)?, house)
    }

    /// Returns the part of the game's name with these options: nothing, `:12`, `:8,house`. [`Rules::read`]
    /// reads it without the colon.
    #[must_use]
    pub fn suffix(self) -> String {
        match (self.size, self.house) {
            (8, false) => String::new(),
            (size, false) => format!(":{size}"),
            (size, true) => format!(":{size},house"),
        }
    }

    /// Returns the number of cells on a side of the board.
    #[inline]
    pub const fn size(self) -> usize {
        self.size as usize
    }

    /// Returns whether house rules apply: steps in any direction, straight jumps, at most two kings by
    /// transform.
    #[inline]
    pub const fn house(self) -> bool {
        self.house
    }

    /// Returns the corner `player` starts in: top right for white, bottom left for black.
    pub const fn home(self, player: Player) -> Cell {
        match player {
            Player::One => Cell::wrapped((self.size() - 1) * 17),
            Player::Two => Cell::wrapped(0),
        }
    }

    /// Returns the corner where a king of `player` wins.
    #[inline]
    pub const fn goal(self, player: Player) -> Cell {
        self.home(player.opponent())
    }
}

#[cfg(test)]
mod tests {
    use super::Rules;

    #[test]
    fn options_are_read_in_short_and_as_they_are_written() {
        assert_eq!(Rules::read(""), Some(Rules::OFFICIAL));
        assert_eq!(Rules::read("house"), Rules::new(8, true));
        for (size, house) in Rules::SIZES.into_iter().flat_map(|size| [(size, false), (size, true)]) {
            let rules = Rules::new(size, house).unwrap();
            let written = rules.suffix();
            assert_eq!(Rules::read(written.trim_start_matches(':')), Some(rules), "{written}");
        }
        for wrong in ["4", ",house", "house,8", "8,", "8,houses", "official"] {
            assert_eq!(Rules::read(wrong), None, "{wrong}");
        }
    }
}
