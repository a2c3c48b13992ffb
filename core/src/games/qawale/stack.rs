//! Pieces and stacks.

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
    pub fn from_letter(letter: char) -> Option<Piece> {
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

    /// Returns the lowest piece of a packed stack.
    #[inline]
    const fn lowest(bits: u64) -> Option<Piece> {
        match bits & 3 {
            1 => Some(Piece::Dark),
            2 => Some(Piece::Light),
            3 => Some(Piece::Tan),
            _ => None,
        }
    }
}

/// A stack of at most [`Stack::MAX_HEIGHT`] pieces, packed two bits per piece. The bottom piece is in the
/// lowest bits, with zeros above the top. The highest bits cache the height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stack(u64);

impl Stack {
    /// The empty stack.
    pub const EMPTY: Stack = Stack(0);

    /// The height of a stack of all pieces.
    pub const MAX_HEIGHT: usize = 24;

    /// The bits used for pieces.
    const PIECES: u64 = (1 << (2 * Stack::MAX_HEIGHT)) - 1;

    /// One bit for each piece.
    const PLACES: u64 = Stack::PIECES / 3;

    const HEIGHT_SHIFT: u32 = 59;

    /// Returns the packed pieces, different for every two stacks.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0 & Stack::PIECES
    }

    /// Returns whether the stack is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of pieces.
    #[inline]
    pub const fn height(self) -> usize {
        (self.0 >> Stack::HEIGHT_SHIFT) as usize
    }

    /// Returns the visible piece.
    #[inline]
    #[must_use]
    pub fn top(self) -> Option<Piece> {
        Piece::lowest(self.bits() >> (2 * self.height().saturating_sub(1)))
    }

    /// Returns the piece that a walk drops next.
    #[inline]
    pub const fn bottom(self) -> Option<Piece> {
        Piece::lowest(self.0)
    }

    /// Iterates over the pieces, from the bottom up.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        let mut rest = self;
        std::iter::from_fn(move || rest.take_bottom())
    }

    /// Returns the number of pieces of this colour.
    #[inline]
    pub const fn count(self, piece: Piece) -> usize {
        self.places(piece).count_ones() as usize
    }

    /// Returns the positions of the pieces of this colour: bit 2n for the piece n above the bottom.
    #[inline]
    pub(super) const fn places(self, piece: Piece) -> u64 {
        let (low, high) = (self.0, self.0 >> 1);
        Stack::PLACES
            & match piece {
                Piece::Dark => low & !high,
                Piece::Light => !low & high,
                Piece::Tan => low & high,
            }
    }

    /// Returns the stack with the players' colours swapped.
    pub(super) const fn with_colors_swapped(self) -> Stack {
        // Dark is 1 and light is 2.
        let owned = self.places(Piece::Dark) | self.places(Piece::Light);
        Stack(self.0 ^ (owned | owned << 1))
    }

    /// Puts a piece on top. The caller ensures that there is room.
    #[inline]
    pub(super) const fn push(&mut self, piece: Piece) {
        self.0 += (piece as u64) << (2 * self.height()) | 1 << Stack::HEIGHT_SHIFT;
    }

    /// Removes and returns the bottom piece.
    #[inline]
    pub(super) const fn take_bottom(&mut self) -> Option<Piece> {
        let piece = self.bottom();
        let height = self.height().saturating_sub(1) as u64;
        self.0 = self.bits() >> 2 | height << Stack::HEIGHT_SHIFT;
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_keeps_its_pieces_in_order() {
        let mut stack = Stack::EMPTY;
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

    #[test]
    fn an_empty_stack_has_no_top() {
        assert_eq!((Stack::EMPTY.top(), Stack::EMPTY.bottom(), Stack::EMPTY.height()), (None, None, 0));
    }
}
