//! Pieces and stacks.

use super::Qawale;
use crate::model::Player;

/// The colour of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Belongs to the player who moves first.
    Dark = 1,
    /// Belongs to the player who moves second.
    Light = 2,
    /// Neutral; on the board from the start.
    Tan = 3,
}

impl Piece {
    /// All three colours.
    pub const ALL: [Piece; 3] = [Piece::Dark, Piece::Light, Piece::Tan];

    /// Returns the colour of `player`.
    #[inline]
    #[must_use]
    pub const fn of(player: Player) -> Piece {
        match player {
            Player::One => Piece::Dark,
            Player::Two => Piece::Light,
        }
    }

    /// Returns the owner of the piece, or `None` for tan.
    #[inline]
    pub const fn owner(self) -> Option<Player> {
        match self {
            Piece::Dark => Some(Player::One),
            Piece::Light => Some(Player::Two),
            Piece::Tan => None,
        }
    }

    /// Returns the letter in notation: `d`, `l` or `t`.
    pub const fn letter(self) -> char {
        match self {
            Piece::Dark => 'd',
            Piece::Light => 'l',
            Piece::Tan => 't',
        }
    }

    /// Returns the piece with this letter.
    #[must_use]
    pub(crate) fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter)
    }

    /// Returns the name of the colour.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Dark => "dark",
            Piece::Light => "light",
            Piece::Tan => "tan",
        }
    }

    /// Returns the piece whose bits in the planes of a [`Stack`] are the lowest ones of these.
    #[inline]
    const fn of_planes(dark: u32, light: u32) -> Piece {
        match (dark & 1 != 0, light & 1 != 0) {
            (true, false) => Piece::Dark,
            (false, true) => Piece::Light,
            _ => Piece::Tan,
        }
    }
}

/// A stack of at most [`Stack::MAX_HEIGHT`] pieces, as two bit planes.
///
/// Bit n of a plane says whether the piece n above the bottom has the colour of the plane. Each plane ends with
/// a marker, a bit in the place above the top piece. So the height is the place of the marker, and the plane of
/// the player to move, marker included, is what their hand looks like after they have placed a piece:
///
/// ```text
/// d l t from the bottom up   dark 1001   light 1010
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    planes: [u32; 2],
}

impl Stack {
    /// The empty stack.
    pub const EMPTY: Stack = Stack { planes: [1, 1] };

    /// The height of a stack of all pieces of the longest game.
    pub const MAX_HEIGHT: usize = Qawale::Ten.max_height();

    /// Returns both planes as one word, different for every two stacks.
    #[inline]
    pub(super) const fn word(self) -> u64 {
        (self.planes[0] as u64) << 32 | self.planes[1] as u64
    }

    /// Returns whether the stack is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.planes[0] == 1
    }

    /// Returns the number of pieces.
    #[inline]
    pub const fn height(self) -> usize {
        // The marker makes this the exact logarithm; the 1 tells the compiler that there is one.
        31 - (self.planes[0] | 1).leading_zeros() as usize
    }

    /// Returns the visible piece.
    #[inline]
    #[must_use]
    pub fn top(self) -> Option<Piece> {
        let place = self.height().checked_sub(1)?;
        Some(Piece::of_planes(self.planes[0] >> place, self.planes[1] >> place))
    }

    /// Returns the piece that a walk drops next.
    #[inline]
    pub const fn bottom(self) -> Option<Piece> {
        if self.is_empty() { None } else { Some(Piece::of_planes(self.planes[0], self.planes[1])) }
    }

    /// Iterates over the pieces, from the bottom up.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        let mut rest = self;
        std::iter::from_fn(move || rest.take_bottom())
    }

    /// Returns the number of pieces of this colour.
    #[inline]
    pub const fn count(self, piece: Piece) -> usize {
        let [dark, light] = [self.planes[0].count_ones() - 1, self.planes[1].count_ones() - 1];
        match piece {
            Piece::Dark => dark as usize,
            Piece::Light => light as usize,
            Piece::Tan => self.height() - (dark + light) as usize,
        }
    }

    /// Returns the places of the pieces of `player`, bit n for the piece n above the bottom, and the marker above
    /// them.
    #[inline]
    pub(super) const fn plane(self, player: Player) -> u32 {
        self.planes[player.index()]
    }

    /// Puts a piece on top. The caller ensures that there is room.
    #[inline]
    pub(super) const fn push(&mut self, piece: Piece) {
        // Adding the marker to itself moves it up. Adding twice as much leaves a piece below it.
        let marker = 1 << self.height();
        self.planes[0] += marker << matches!(piece, Piece::Dark) as u32;
        self.planes[1] += marker << matches!(piece, Piece::Light) as u32;
    }

    /// Removes and returns the bottom piece.
    #[inline]
    pub(super) const fn take_bottom(&mut self) -> Option<Piece> {
        let piece = self.bottom();
        if piece.is_some() {
            self.planes = [self.planes[0] >> 1, self.planes[1] >> 1];
        }
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_keeps_its_pieces_in_order() {
        let mut stack = Stack::EMPTY;
        assert_eq!((stack.top(), stack.bottom()), (None, None));
        let pieces: Vec<Piece> = (0..Stack::MAX_HEIGHT).map(|n| Piece::ALL[n * n % 3]).collect();
        for (below, piece) in pieces.iter().enumerate() {
            assert_eq!(stack.height(), below);
            stack.push(*piece);
            assert_eq!(stack.top(), Some(*piece));
        }
        assert_eq!(stack.pieces().collect::<Vec<_>>(), pieces);
        for piece in Piece::ALL {
            assert_eq!(stack.count(piece), pieces.iter().filter(|other| **other == piece).count());
        }
        assert_eq!(stack.take_bottom(), Some(pieces[0]));
        assert_eq!(stack.bottom(), Some(pieces[1]));
        assert_eq!(stack.height(), Stack::MAX_HEIGHT - 1);
    }
}
