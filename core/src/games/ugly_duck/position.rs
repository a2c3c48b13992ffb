//! A position of Ugly Duck: the pieces and the side to move.
//!
//! `generator.rs` generates moves, and `moves.rs` validates them.

use std::ops::ControlFlow;

use super::UglyDuckXl;
use super::board::{FiveByFive, Geometry};
use super::moves::{Move, Refusal, check_valid_position};
use super::size::Cell;
use crate::games::bits::Bits;
use crate::model::{self, GameRng, Outcome, Player};

/// A piece of either player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The player it belongs to.
    pub owner: Player,
    /// Whether it is a duck or a swan.
    pub kind: Kind,
}

impl Piece {
    /// Returns whether it moves towards the last row, as player 1's ducks and player 2's swans do.
    pub fn moves_towards_last_row(self) -> bool {
        (self.owner == Player::One) == (self.kind == Kind::Duck)
    }
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Moves away from its owner's first row.
    Duck,
    /// Was a duck that reached the far row. Moves towards its owner's first row.
    Swan,
}

/// A position on a board of geometry `G`. It is small enough to be copied freely.
///
/// The generator needs the direction of a piece rather than its kind, so the position stores the direction:
///
/// ```text
///                     heading for the last row    heading for row a
///     player 1        ducks                       swans
///     player 2        swans                       ducks
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UglyDuckPosition<G: Geometry> {
    pub(super) geometry: G,
    /// The pieces of the player to move.
    pub(super) mine: G::Bits,
    /// The pieces of the opponent.
    pub(super) theirs: G::Bits,
    /// The pieces of either player that head for the last row. Always a subset of `mine | theirs`.
    pub(super) outbound: G::Bits,
    pub(super) to_move: Player,
}

impl Default for UglyDuckPosition<FiveByFive> {
    /// Returns the start on the board of the original.
    fn default() -> Self {
        UglyDuckPosition::start(FiveByFive)
    }
}

impl<G: Geometry> UglyDuckPosition<G> {
    /// Returns the position before the first move: ducks fill both first rows, and player 1 is to move.
    #[must_use]
    pub fn start(geometry: G) -> Self {
        let (mine, theirs) = (geometry.first_row(), geometry.last_row());
        UglyDuckPosition { geometry, mine, theirs, outbound: mine, to_move: Player::One }
    }

    /// Returns an empty board.
    pub(super) fn empty(geometry: G, to_move: Player) -> Self {
        let none = G::Bits::EMPTY;
        UglyDuckPosition { geometry, mine: none, theirs: none, outbound: none, to_move }
    }

    /// Puts a piece on an empty cell of the board.
    pub(super) fn put(&mut self, cell: Cell, piece: Piece) {
        let bit = self.geometry.bit(cell);
        match piece.owner == self.to_move {
            true => self.mine = self.mine | bit,
            false => self.theirs = self.theirs | bit,
        }
        if piece.moves_towards_last_row() {
            self.outbound = self.outbound | bit;
        }
    }

    /// Returns the game on this board.
    pub(in crate::games) fn game(&self) -> UglyDuckXl<G> {
        UglyDuckXl::on(self.geometry)
    }

    /// Returns the geometry of the board.
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// Returns the piece on a cell, or `None` if the cell is empty or outside the board.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        if !self.geometry.contains(cell) {
            return None;
        }
        let bit = self.geometry.bit(cell);
        let owner = match (self.mine.meets(bit), self.theirs.meets(bit)) {
            (true, _) => self.to_move,
            (_, true) => self.to_move.opponent(),
            _ => return None,
        };
        let duck = Piece { owner, kind: Kind::Duck };
        let kind =
            if duck.moves_towards_last_row() == self.outbound.meets(bit) { Kind::Duck } else { Kind::Swan };
        Some(Piece { owner, kind })
    }

    /// Returns all pieces of a player.
    #[inline]
    pub fn pieces(&self, player: Player) -> G::Bits {
        if player == self.to_move { self.mine } else { self.theirs }
    }

    /// Returns the ducks of a player.
    #[inline]
    pub fn ducks(&self, player: Player) -> G::Bits {
        self.pieces(player) & !self.swans(player)
    }

    /// Returns the swans of a player.
    #[inline]
    pub fn swans(&self, player: Player) -> G::Bits {
        self.pieces(player)
            & match player {
                Player::One => !self.outbound,
                Player::Two => self.outbound,
            }
    }

    /// Returns this position or its mirror image, always the same of the two.
    pub(super) fn representative(&self) -> Self {
        let mirrored = self.mirrored();
        let cells = |position: &Self| {
            [position.mine, position.theirs, position.outbound].into_iter().flat_map(Bits::indices)
        };
        if cells(&mirrored).lt(cells(self)) { mirrored } else { *self }
    }

    /// Returns the mirror image, with left and right swapped.
    pub(super) fn mirrored(&self) -> Self {
        let last = self.geometry.size().width - 1;
        let image = |cell: Cell| Cell { column: last - cell.column, ..cell };
        let [mine, theirs, outbound] =
            [self.mine, self.theirs, self.outbound].map(|set| self.moved(set, image));
        UglyDuckPosition { mine, theirs, outbound, ..*self }
    }

    /// Returns a set with each cell moved to another place on the board.
    pub(super) fn moved(&self, set: G::Bits, to: impl Fn(Cell) -> Cell) -> G::Bits {
        let cells = set.indices().map(|index| to(self.geometry.cell(index)));
        cells.fold(G::Bits::EMPTY, |moved, cell| moved | self.geometry.bit(cell))
    }

    /// Returns the row a player's ducks start from and their swans return to.
    #[inline]
    pub(super) fn home(&self, player: Player) -> G::Bits {
        match player {
            Player::One => self.geometry.first_row(),
            Player::Two => self.geometry.last_row(),
        }
    }

    /// Returns the number of that row.
    #[inline]
    pub(super) fn home_row(&self, player: Player) -> u8 {
        match player {
            Player::One => 0,
            Player::Two => self.geometry.size().height() as u8 - 1,
        }
    }

    /// Returns whether the board shows a win for `player`: a swan at home, or no enemy left.
    #[inline]
    fn has_won(&self, player: Player) -> bool {
        self.pieces(player.opponent()).is_empty() || self.swans(player).meets(self.home(player))
    }
}

impl<G: Geometry> model::Position for UglyDuckPosition<G> {
    type Move = Move;
    type Refusal = Refusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    /// In play only the player who just moved can have won. A position read from text can show a win for
    /// both, or have no pieces at all. The player who just moved wins then as well.
    #[inline]
    fn terminal_outcome(&self) -> Option<Outcome> {
        let mover = self.to_move;
        [mover.opponent(), mover].into_iter().find(|player| self.has_won(*player)).map(Outcome::Win)
    }

    #[inline]
    fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let (empty, not_mine) = self.enterable();
        self.generate_onto(empty, not_mine, visit)
    }

    fn check_move(&self, mv: Move) -> Result<(), Refusal> {
        check_valid_position(self, mv.from, mv.to)
    }

    #[inline]
    fn after_unchecked(&self, mv: Move) -> Self {
        let (from, to) = (self.geometry.bit(mv.from), self.geometry.bit(mv.to));
        let heads_out = self.outbound.meets(from);
        let is_duck = heads_out == (self.to_move == Player::One);
        let promotes = is_duck && self.home(self.to_move.opponent()).meets(to);
        let others = self.outbound & !(from | to);
        UglyDuckPosition {
            geometry: self.geometry,
            mine: self.theirs & !to,
            theirs: (self.mine & !from) | to,
            outbound: if heads_out != promotes { others | to } else { others },
            to_move: self.to_move.opponent(),
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(G::Bits::count_all(self.targets()))
    }

    #[inline]
    fn count_two_plies(&self) -> u64 {
        self.count_answers()
    }

    #[inline]
    fn random_move(&self, rng: &mut GameRng) -> Option<Move> {
        self.pick_move(|count| rng.below(count))
    }

    #[inline]
    fn has_moves(&self) -> bool {
        self.targets().into_iter().any(|targets| !targets.is_empty())
    }

    fn with_turn_passed(&self) -> Option<Self> {
        let to_move = self.to_move.opponent();
        Some(UglyDuckPosition { mine: self.theirs, theirs: self.mine, to_move, ..*self })
    }

    #[inline]
    fn hash_key(&self) -> u64 {
        self.geometry.key([self.mine, self.theirs, self.outbound], self.to_move)
    }
}
