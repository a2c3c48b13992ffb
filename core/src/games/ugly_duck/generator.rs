//! The move generator: which moves there are, and how many, by shifting whole sets of pieces.

use std::ops::ControlFlow;

use super::board::{Cell, Geometry};
use super::moves::Move;
use super::position::Position;
use crate::games::bits::Bits;
use crate::model::Position as _;

/// A side has few pieces if it has at most so many.
const FEW: usize = 5;

/// The cells that may be entered straight ahead, and those that may be entered diagonally. Both sets are moved up by one, so that the
/// cells left of number `n`, on it and right of it are the bits from `n` on.
#[derive(Clone, Copy)]
struct EnterableCells<B> {
    straight: B,
    diagonal: B,
}

impl<B: Bits> EnterableCells<B> {
    #[inline]
    fn new(straight: B, diagonal: B) -> Self {
        EnterableCells { straight: straight.up(1), diagonal: diagonal.up(1) }
    }
}

impl<G: Geometry> Position<G> {
    /// Shows every legal move, ordered by the cell it leaves, then by the cell it enters: row by row, column by
    /// column.
    #[inline]
    pub(super) fn generate<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let (empty, not_mine) = self.enterable();
        self.generate_onto(empty, not_mine, visit)
    }

    /// The captures, and the moves onto a cell of `cells`, in the same order.
    #[inline]
    pub(super) fn generate_captures_and<B>(
        &self,
        cells: G::Bits,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (empty, not_mine) = self.enterable();
        self.generate_onto(empty & cells, not_mine & (self.theirs | cells), visit)
    }

    /// The moves straight ahead onto a cell of `straight`, and diagonally onto one of `diagonal`, in the same order.
    #[inline]
    fn generate_onto<B>(
        &self,
        straight: G::Bits,
        diagonal: G::Bits,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let cells = EnterableCells::new(straight, diagonal);
        for from in self.mine.indices() {
            for target in self.targets_of(from, cells).indices() {
                visit(self.step(from, target))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The cells that the player to move may enter straight ahead, and those he may enter diagonally.
    #[inline]
    fn enterable(&self) -> (G::Bits, G::Bits) {
        let not_mine = self.geometry.board() & !self.mine;
        (not_mine & !self.theirs, not_mine)
    }

    /// Where the piece with this bit number gets by one step, left, straight ahead or right: the bits 0, 1 and 2.
    #[inline]
    fn targets_of(&self, from: u32, cells: EnterableCells<G::Bits>) -> u32 {
        let stride = self.geometry.stride();
        let ahead = if self.outbound.has(from) { from + stride } else { from.wrapping_sub(stride) };
        cells.straight.slice(ahead, 3) & 0b010 | cells.diagonal.slice(ahead, 3) & 0b101
    }

    /// The step of the piece with this bit number to a target of [`Position::targets_of`].
    #[inline]
    fn step(&self, from: u32, target: u32) -> Move {
        let heads_out = self.outbound.has(from);
        let from = self.geometry.cell(from);
        let row = if heads_out { from.row + 1 } else { from.row - 1 };
        Move { from, to: Cell { row, column: from.column + target as u8 - 1 } }
    }

    /// Move number `index`, from 0, of those [`Position::generate`] shows, for the price of a look at each piece.
    #[inline]
    pub(super) fn nth_move(&self, mut index: usize) -> Option<Move> {
        let (empty, not_mine) = self.enterable();
        let cells = EnterableCells::new(empty, not_mine);
        for from in self.mine.indices() {
            let targets = self.targets_of(from, cells);
            let count = targets.count_ones() as usize;
            if index < count {
                return targets.indices().nth(index).map(|target| self.step(from, target));
            }
            index -= count;
        }
        None
    }

    /// The move that `choose` picks by its number, of as many as it is told, counted as in [`Position::nth_move`].
    ///
    /// Where there are few pieces, all moves are listed without a branch: in a random game the processor cannot guess at
    /// which piece a search for one of them would end.
    #[inline]
    pub(super) fn pick_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if self.geometry.size().width() > FEW {
            return self.nth_move(choose(self.count() as usize));
        }
        let (empty, not_mine) = self.enterable();
        let cells = EnterableCells::new(empty, not_mine);
        let mut moves = [(0, 0); 3 * FEW + 1];
        let mut count = 0;
        for from in self.mine.indices().take(FEW) {
            let mut targets = self.targets_of(from, cells);
            for _ in 0..3 {
                // Written over if there is no such target.
                moves[count] = (from as u8, targets.lowest() as u8);
                count += usize::from(!targets.is_empty());
                targets = targets.without_lowest();
            }
        }
        let (from, to) = moves[..count].get(choose(count)).copied()?;
        Some(self.step(u32::from(from), u32::from(to)))
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        u64::from(G::Bits::count_all(self.targets()))
    }

    /// Whether there is a legal move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        self.targets().into_iter().any(|targets| !targets.is_empty())
    }

    /// Where the player to move can go, captures included.
    #[inline]
    fn targets(&self) -> [G::Bits; 6] {
        let (empty, not_mine) = self.enterable();
        self.steps(self.mine, empty, not_mine)
    }

    /// Where `pieces` get by a step straight ahead onto a cell of `straight` or diagonally onto one of `diagonal`: a
    /// set for each of the six directions, the same order for every argument. Two pieces that get to the same cell
    /// do so in different directions, so the sets together have a bit for each step.
    #[inline]
    fn steps(&self, pieces: G::Bits, straight: G::Bits, diagonal: G::Bits) -> [G::Bits; 6] {
        let out = (pieces & self.outbound).up(self.geometry.stride());
        let back = (pieces & !self.outbound).down(self.geometry.stride());
        // The padding between the rows keeps these steps to the side apart, at the ends of the set too.
        [
            out.down(1) & diagonal,
            out & straight,
            out.up(1) & diagonal,
            back.down(1) & diagonal,
            back & straight,
            back.up(1) & diagonal,
        ]
    }

    /// The number of sequences of two moves, that is of the enemy's answers to all moves.
    ///
    /// Captures are played and the answers counted. The answers to all other moves are counted together: they are as
    /// many as if the enemy were to move now, but for steps straight ahead, which can enter empty cells only. An
    /// enemy facing the cell that was left has one answer more, an enemy facing the cell that was entered one less.
    /// (To a diagonal step it is all the same whether a cell is empty or holds a piece of mine.)
    #[inline]
    pub(super) fn count_answers(&self) -> u64 {
        let board = self.geometry.board();
        let empty = board & !(self.mine | self.theirs);
        let answers_now = self.steps(self.theirs, empty, board & !self.theirs);

        // A move that brings a swan home ends the game: there is no answer to it. No duck can enter that row.
        let free = empty & !self.home(self.to_move);
        let moves = self.steps(self.mine, free, free);
        let count = |sets| u64::from(G::Bits::count_all(sets));
        let mut answers = count(moves) * count(answers_now) + self.count_answers_to_captures();

        let stride = self.geometry.stride();
        let faced_from_above = (self.theirs & self.outbound).up(stride);
        let faced_from_below = (self.theirs & !self.outbound).down(stride);
        // A cell that is faced from both sides counts twice; mostly there is none.
        for faced in [faced_from_above | faced_from_below, faced_from_above & faced_from_below] {
            if faced.is_empty() {
                break;
            }
            answers += count(self.steps(self.mine & faced, free, free));
            answers -= count(moves.map(|targets| targets & faced));
        }
        answers
    }

    /// The number of the enemy's answers to all captures.
    #[inline]
    fn count_answers_to_captures(&self) -> u64 {
        let mut answers = 0;
        let nothing = G::Bits::EMPTY;
        if self.steps(self.mine, nothing, self.theirs).into_iter().all(G::Bits::is_empty) {
            return 0;
        }
        let _ = self.generate_onto(nothing, self.theirs, |mv| {
            let next = self.after(mv);
            if next.terminal_outcome().is_none() {
                answers += next.count();
            }
            ControlFlow::<()>::Continue(())
        });
        answers
    }

    /// How many more moves the player to move has than the other would have if it were his turn.
    #[inline]
    pub(super) fn mobility_difference(&self) -> i32 {
        let board = self.geometry.board();
        let empty = board & !(self.mine | self.theirs);
        let theirs = G::Bits::count_all(self.steps(self.theirs, empty, board & !self.theirs));
        self.count() as i32 - theirs as i32
    }
}
