//! The position: sixteen stacks, the side to move, and the pieces still in hand.

use std::ops::ControlFlow;

use super::Qawale;
use super::board::{CELLS, Cell, has_line};
use super::generator;
use super::moves::{Move, Refusal, check_move};
use super::stack::{Piece, Stack};
use crate::model::{self, Game as _, GameRng, Outcome, Player, key_of_words};

/// A position of Qawale.
///
/// There are never more pieces of each colour, on the board and in hand, than [`Qawale::Ten`] has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct QawalePosition {
    stacks: [Stack; CELLS],
    /// For each player, the cells with their colour on top. Derived from `stacks`, kept for speed.
    tops: [u16; 2],
    pieces_left: u8,
    to_move: Player,
}

impl Default for QawalePosition {
    /// Returns the start of the game without options.
    fn default() -> Self {
        QawalePosition::start(Qawale::default())
    }
}

/// A stack, and the tops of the whole board.
#[derive(Clone, Copy)]
pub(super) struct CellState {
    stack: Stack,
    tops: [u16; 2],
}

impl QawalePosition {
    /// Returns the starting position of `game`: two tan pieces on each corner, dark to move.
    #[must_use]
    pub fn start(game: Qawale) -> Self {
        let mut position = QawalePosition::empty(Player::One, game.turns() as u8);
        for (column, row) in [(0, 0), (3, 0), (0, 3), (3, 3)] {
            let Some(corner) = Cell::new(column, row) else { continue };
            position.drop_piece(corner, Piece::Tan);
            position.drop_piece(corner, Piece::Tan);
        }
        position
    }

    /// Returns an empty board with `pieces_left` pieces left for both players to place.
    pub(super) const fn empty(to_move: Player, pieces_left: u8) -> Self {
        QawalePosition { stacks: [Stack::EMPTY; CELLS], tops: [0; 2], pieces_left, to_move }
    }

    /// Returns the first game that has this position.
    pub(in crate::games) fn game(&self) -> Qawale {
        let text = self.to_string();
        Qawale::ALL.into_iter().find(|game| game.read_position(&text).is_ok()).unwrap_or(Qawale::Ten)
    }

    /// Returns the stack on `cell`.
    #[inline]
    pub const fn stack(&self, cell: Cell) -> Stack {
        self.stacks[cell.index()]
    }

    /// Returns all stacks in reading order of their cells.
    #[inline]
    pub(super) const fn stacks(&self) -> &[Stack; CELLS] {
        &self.stacks
    }

    /// Returns the set of cells with a piece of `player` on top.
    #[inline]
    pub const fn tops(&self, player: Player) -> u16 {
        self.tops[player.index()]
    }

    /// Returns the number of pieces both players still have to place, which is the number of turns left.
    #[inline]
    pub const fn pieces_left(&self) -> usize {
        self.pieces_left as usize
    }

    /// Returns the number of pieces `player` still has to place. The player to move has the odd one.
    pub fn in_hand(&self, player: Player) -> usize {
        if player == self.to_move { self.pieces_left().div_ceil(2) } else { self.pieces_left() / 2 }
    }

    /// Returns the stack on `cell` with a piece of the player to move on top: what this turn would walk.
    #[inline]
    pub(super) fn hand_after_placing(&self, cell: Cell) -> Stack {
        let mut hand = self.stack(cell);
        if self.pieces_left > 0 {
            hand.push(Piece::of(self.to_move));
        }
        hand
    }

    /// Returns the position with its stacks taken from these cells, in reading order.
    pub(super) fn rearranged(&self, cells: &[u8; CELLS]) -> QawalePosition {
        let mut image = QawalePosition::empty(self.to_move, self.pieces_left);
        for (place, cell) in cells.iter().enumerate() {
            let stack = self.stack(Cell::wrapped(usize::from(*cell)));
            image.stacks[place] = stack;
            for player in Player::BOTH {
                let is_on_top = self.tops(player) & Cell::wrapped(usize::from(*cell)).bit() != 0;
                image.tops[player.index()] |= u16::from(is_on_top) << place;
            }
        }
        image
    }

    /// Returns the board before this turn's walk, as it is for the other player after it.
    #[inline]
    pub(super) const fn after_placing(&self) -> QawalePosition {
        let pieces_left = self.pieces_left.saturating_sub(1);
        QawalePosition { pieces_left, to_move: self.to_move.opponent(), ..*self }
    }

    /// Returns whether `mv`, a legal turn of another position with this side to move, is legal here too: that
    /// depends only on the height of the stack.
    #[inline]
    pub(super) const fn allows(&self, mv: Move) -> bool {
        let height = self.stack(mv.cell()).height();
        self.pieces_left > 0 && height > 0 && height + 1 == mv.length()
    }

    /// Returns what [`QawalePosition::restore`] needs to undo a change on `cell`.
    #[inline]
    pub(super) const fn cell_state(&self, cell: Cell) -> CellState {
        CellState { stack: self.stack(cell), tops: self.tops }
    }

    /// Undoes a change on `cell`, the last one.
    #[inline]
    pub(super) const fn restore(&mut self, cell: Cell, before: CellState) {
        self.stacks[cell.index()] = before.stack;
        self.tops = before.tops;
    }

    /// Removes the whole stack from `cell`.
    #[inline]
    pub(super) const fn lift(&mut self, cell: Cell) {
        self.stacks[cell.index()] = Stack::EMPTY;
        self.tops[0] &= !cell.bit();
        self.tops[1] &= !cell.bit();
    }

    /// Puts a piece on top of the stack on `cell`.
    #[inline]
    pub(super) fn drop_piece(&mut self, cell: Cell, piece: Piece) {
        self.stacks[cell.index()].push(piece);
        // Branchless, because the processor cannot predict which colour a walk drops next.
        for player in Player::BOTH {
            let shown = u16::from(piece == Piece::of(player)) << cell.index();
            self.tops[player.index()] = self.tops[player.index()] & !cell.bit() | shown;
        }
    }
}

impl model::Position for QawalePosition {
    type Move = Move;
    type Refusal = Refusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn terminal_outcome(&self) -> Option<Outcome> {
        // If both players have a line, the player who just moved wins, so check that player first.
        let moved = self.to_move.opponent();
        if has_line(self.tops(moved)) {
            return Some(Outcome::Win(moved));
        }
        if has_line(self.tops(self.to_move)) {
            return Some(Outcome::Win(self.to_move));
        }
        (self.pieces_left == 0).then_some(Outcome::Draw)
    }

    /// Visits the moves in ascending order.
    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        generator::placements(self).try_for_each(|cell| {
            generator::visit_walks(Move::on(cell), cell, None, self.stack(cell).height() + 1, &mut visit)
        })
    }

    fn check_move(&self, mv: Move) -> Result<(), Refusal> {
        check_move(self, mv)
    }

    #[inline]
    fn after_unchecked(&self, mv: Move) -> Self {
        let mut next = *self;
        let mut cell = mv.cell();
        let mut hand = self.hand_after_placing(cell);
        next.lift(cell);
        for direction in mv.steps() {
            let Some(piece) = hand.take_bottom() else { break };
            // A legal walk never leaves the board. An illegal one stays where it is.
            cell = cell.neighbour(direction).unwrap_or(cell);
            next.drop_piece(cell, piece);
        }
        next.pieces_left = self.pieces_left.saturating_sub(1);
        next.to_move = self.to_move.opponent();
        next
    }

    #[inline]
    fn has_moves(&self) -> bool {
        generator::placements(self).next().is_some()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        generator::last_numbers(self)[CELLS - 1]
    }

    #[inline]
    fn random_move(&self, rng: &mut GameRng) -> Option<Move> {
        generator::nth_move(self, |count| rng.below(usize::try_from(count).unwrap_or(usize::MAX)) as u64)
    }

    fn hash_key(&self) -> u64 {
        let mut words = [0; CELLS + 1];
        for (word, stack) in words.iter_mut().zip(&self.stacks) {
            *word = stack.word();
        }
        words[CELLS] = (self.to_move.index() as u64) << 8 | u64::from(self.pieces_left);
        key_of_words(words)
    }
}
