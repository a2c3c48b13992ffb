//! Move generation and counting by shifting whole sets of pieces.

use std::ops::ControlFlow;

use super::board::Geometry;
use super::moves::Move;
use super::position::UglyDuckPosition;
use super::size::Cell;
use crate::games::bits::Bits;
use crate::model::Position as _;

/// A player with at most this many pieces has few.
const FEW: usize = 5;

/// The cells that can be entered straight ahead, and those that can be entered diagonally. Both sets are
/// shifted up by one, so that the bits from `n` on are the cells to the left of number `n`, on it and to the
/// right of it.
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

impl<G: Geometry> UglyDuckPosition<G> {
    /// Passes the moves straight ahead onto `straight` and diagonally onto `diagonal` to `visit`, sorted by the cell they
    /// leave, then by the cell they enter: row by row, column by column.
    #[inline]
    pub(super) fn generate_onto<B>(
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

    /// Returns the cells that the player to move can enter straight ahead, and those they can enter
    /// diagonally.
    #[inline]
    pub(super) fn enterable(&self) -> (G::Bits, G::Bits) {
        let not_mine = self.geometry.board() & !self.mine;
        (not_mine & !self.theirs, not_mine)
    }

    /// Returns where the piece with this bit number can go: bit 0 for left, 1 for straight ahead, 2 for
    /// right.
    #[inline]
    fn targets_of(&self, from: u32, cells: EnterableCells<G::Bits>) -> u32 {
        let stride = self.geometry.stride();
        let ahead = if self.outbound.has(from) { from + stride } else { from.wrapping_sub(stride) };
        cells.straight.slice(ahead, 3) & 0b010 | cells.diagonal.slice(ahead, 3) & 0b101
    }

    /// Returns the move of the piece with this bit number to a target from [`UglyDuckPosition::targets_of`].
    #[inline]
    fn step(&self, from: u32, target: u32) -> Move {
        let heads_out = self.outbound.has(from);
        let from = self.geometry.cell(from);
        let row = if heads_out { from.row + 1 } else { from.row - 1 };
        Move { from, to: Cell { row, column: from.column + target as u8 - 1 } }
    }

    /// Returns move number `index`, from 0, in the order of [`UglyDuckPosition::generate_onto`], looking at each
    /// piece once.
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

    /// Returns the move whose index `choose` picks, given the number of moves. Indices follow
    /// [`UglyDuckPosition::nth_move`].
    ///
    /// If there are few pieces, all moves are listed without a branch: in a random game the processor cannot
    /// predict where a search for one of them would stop.
    #[inline]
    pub(super) fn pick_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if self.geometry.size().width() > FEW {
            return self.nth_move(choose(self.count_moves() as usize));
        }
        let (empty, not_mine) = self.enterable();
        let cells = EnterableCells::new(empty, not_mine);
        let mut moves = [(0, 0); 3 * FEW + 1];
        let mut count = 0;
        for from in self.mine.indices().take(FEW) {
            let mut targets = self.targets_of(from, cells);
            for _ in 0..3 {
                // Overwritten by the next one if there is no such target.
                moves[count] = (from as u8, targets.lowest() as u8);
                count += usize::from(!targets.is_empty());
                targets = targets.without_lowest();
            }
        }
        let (from, to) = moves[..count].get(choose(count)).copied()?;
        Some(self.step(u32::from(from), u32::from(to)))
    }

    /// Returns where the player to move can go, captures included.
    #[inline]
    pub(super) fn targets(&self) -> [G::Bits; 6] {
        let (empty, not_mine) = self.enterable();
        self.steps(self.mine, empty, not_mine)
    }

    /// Returns where `pieces` can step, straight ahead onto `straight` or diagonally onto `diagonal`: one set
    /// for each of the six directions, always in the same order. Two pieces that reach the same cell come
    /// from different directions, so the sets together have one bit per step.
    #[inline]
    fn steps(&self, pieces: G::Bits, straight: G::Bits, diagonal: G::Bits) -> [G::Bits; 6] {
        let out = (pieces & self.outbound).up(self.geometry.stride());
        let back = (pieces & !self.outbound).down(self.geometry.stride());
        // The padding between the rows keeps sideways steps from wrapping, also at the ends of the set.
        [
            out.down(1) & diagonal,
            out & straight,
            out.up(1) & diagonal,
            back.down(1) & diagonal,
            back & straight,
            back.up(1) & diagonal,
        ]
    }

    /// Returns the number of sequences of two moves, which is the number of replies to all moves.
    ///
    /// Captures are played and their replies counted. The replies to all other moves are counted together.
    /// Each has as many replies as if the opponent were to move now, except for steps straight ahead, which
    /// can enter only empty cells: an enemy facing the vacated cell gains a reply, and an enemy facing the
    /// entered cell loses one. (A diagonal step can enter an empty cell and a cell with one of my pieces
    /// alike.)
    #[inline]
    pub(super) fn count_answers(&self) -> u64 {
        let board = self.geometry.board();
        let empty = board & !(self.mine | self.theirs);
        let answers_now = self.steps(self.theirs, empty, board & !self.theirs);

        // A move that brings a swan home ends the game, so it has no replies. No duck can enter that row.
        let free = empty & !self.home(self.to_move);
        let moves = self.steps(self.mine, free, free);
        let count = |sets| u64::from(G::Bits::count_all(sets));
        let mut answers = count(moves) * count(answers_now) + self.count_answers_to_captures();

        let stride = self.geometry.stride();
        let faced_from_above = (self.theirs & self.outbound).up(stride);
        let faced_from_below = (self.theirs & !self.outbound).down(stride);
        // A cell that is faced from both sides counts twice. Usually there is none.
        for faced in [faced_from_above | faced_from_below, faced_from_above & faced_from_below] {
            if faced.is_empty() {
                break;
            }
            answers += count(self.steps(self.mine & faced, free, free));
            answers -= count(moves.map(|targets| targets & faced));
        }
        answers
    }

    /// Returns the number of replies to all captures.
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
                answers += next.count_moves();
            }
            ControlFlow::<()>::Continue(())
        });
        answers
    }

    /// Returns how many more moves the player to move has than the opponent would have if it were their turn.
    #[inline]
    pub(super) fn mobility_difference(&self) -> i32 {
        let board = self.geometry.board();
        let empty = board & !(self.mine | self.theirs);
        let theirs = G::Bits::count_all(self.steps(self.theirs, empty, board & !self.theirs));
        self.count_moves() as i32 - theirs as i32
    }
}
