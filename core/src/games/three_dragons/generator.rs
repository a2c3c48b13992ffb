//! Fast generation of all legal moves. It shares no code with the validator in `moves.rs`.

use std::ops::ControlFlow;

use super::board::{Direction, Square, Squares, adjacent_to, adjacent_to_two, squares_in};
use super::lines::Blockers;
use super::moves::{CaptureChoice, Move};
use super::position::ThreeDragonsPosition;
use crate::model::Position as _;

/// Passes the legal moves to these squares to `visit`. Pieces and then targets go row by row from the top, each row from
/// column A. For one target the automatic or custodial capture comes first, then strength captures up, down,
/// left, right.
#[inline]
pub(super) fn visit_moves_to<B>(
    position: &ThreeDragonsPosition,
    targets: Squares,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let lines = Blockers::of(position.pieces_above(0));
    let mut pieces = squares_in(position.pieces(position.to_move()));
    pieces.try_for_each(|from| visit_moves_of(position, from, &lines, targets, &mut visit))
}

/// Passes the legal moves of the piece on `from` to these squares to `visit`.
#[inline]
fn visit_moves_of<B>(
    position: &ThreeDragonsPosition,
    from: Square,
    lines: &Blockers,
    targets: Squares,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let level = position.level(from);
    let contested = contested(position, level);
    lines.slides(from).squares(from).filter(|to| targets & to.bit() != 0).try_for_each(|to| {
        match contested & to.bit() {
            0 => visit(Move { from, to, choice: CaptureChoice::Automatic }),
            _ => visit_choices(position, from, to, level, visit),
        }
    })
}

/// Returns the move whose index `choose` picks, given the number of moves. Indices follow the order of
/// [`visit_moves_to`].
#[inline]
pub(super) fn nth_move(position: &ThreeDragonsPosition, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
    let lines = Blockers::of(position.pieces_above(0));
    let extra = extra_moves(position, lines);
    let own = position.pieces(position.to_move());
    let (mut ends, mut count) = (CumulativeCounts::NONE, 0);
    for from in squares_in(own) {
        count += lines.count(from);
        ends.push(from, count);
    }
    if count == 0 {
        return None;
    }
    let number = choose(count + extra);
    if extra > 0 || own.count_ones() > CumulativeCounts::MAX_PIECES {
        return listed_move(position, number);
    }
    let (from, end) = ends.find(number, own.count_ones());
    let slides = lines.slides(from);
    let to = slides.nth(from, number + slides.count() - end);
    Some(Move { from, to, choice: CaptureChoice::Automatic })
}

/// Returns the move with this index in the order of [`visit_moves_to`], without counting.
fn listed_move(position: &ThreeDragonsPosition, mut index: usize) -> Option<Move> {
    let found = visit_moves_to(position, Squares::MAX, |mv| {
        if index == 0 {
            return ControlFlow::Break(mv);
        }
        index -= 1;
        ControlFlow::Continue(())
    });
    found.break_value()
}

/// The pieces, each with the number of squares that it and those before it can reach.
///
/// Each takes one byte, with the last one lowest. The piece of a move is then found without counting again,
/// and without reading back memory that was just written in smaller parts.
#[derive(Clone, Copy)]
struct CumulativeCounts {
    pieces: u64,
    ends: u64,
}

impl CumulativeCounts {
    /// Enough for almost all positions. The counts of this many pieces fit in seven bits: each reaches at
    /// most 16 squares, or fewer on lines with a cave or a mountain, and the lines without have room for six.
    const MAX_PIECES: u32 = 8;
    const BYTES: u64 = 0x0101_0101_0101_0101;
    /// No pieces, and ends greater than any number.
    const NONE: CumulativeCounts = CumulativeCounts { pieces: 0, ends: 0x7F * Self::BYTES };

    #[inline]
    fn push(&mut self, piece: Square, end: usize) {
        self.pieces = self.pieces << 8 | piece.index() as u64;
        self.ends = self.ends << 8 | end as u64;
    }

    /// Returns the first of `pieces` pieces (at most [`CumulativeCounts::MAX_PIECES`]) whose end is greater
    /// than `number`, and that end.
    #[inline]
    fn find(self, number: usize, pieces: u32) -> (Square, usize) {
        // The highest bit remains set exactly in the bytes whose end is not greater than `number`.
        let not_beyond = ((0x80 | number as u64) * Self::BYTES - self.ends) & (0x80 * Self::BYTES);
        let shift = 8 * (pieces - 1 - not_beyond.count_ones()) % 64;
        let byte = |bytes: u64| (bytes >> shift) as usize & 0xFF;
        (Square::wrapped(byte(self.pieces)), byte(self.ends))
    }
}

/// Counts all moves with lookup tables: one per reachable square, plus the extra ones.
#[inline]
pub(super) fn count_moves(position: &ThreeDragonsPosition) -> usize {
    let lines = Blockers::of(position.pieces_above(0));
    let pieces = squares_in(position.pieces(position.to_move()));
    pieces.map(|from| lines.count(from)).sum::<usize>() + extra_moves(position, lines)
}

/// Returns the number of moves in addition to one per reachable square, where there is a choice of captures.
// Always inlined: otherwise random games take 1.02 times as long.
#[inline(always)]
fn extra_moves(position: &ThreeDragonsPosition, lines: Blockers) -> usize {
    let (own, enemies) =
        (position.pieces(position.to_move()), position.pieces(position.to_move().opponent()));
    let weaker = position.weaker_than_strongest();
    // Only on an empty square next to two capturable enemies, one of them weaker, can a capture be a choice. A
    // capturable enemy is weaker, or is next to an anvil.
    let takeable = weaker | enemies & adjacent_to(position.anvils());
    let choice_squares = adjacent_to_two(takeable) & adjacent_to(weaker) & !position.obstacles();
    let extra_on = |to| {
        let pieces = squares_in(lines.slides(to).blockers(to) & own);
        pieces.map(|from| extra_choices(position, to, position.level(from))).sum::<usize>()
    };
    match choice_squares {
        0 => 0,
        _ => squares_in(choice_squares).map(extra_on).sum(),
    }
}

/// Returns how many choices of captures a move to this square has in addition to the first.
#[inline]
fn extra_choices(position: &ThreeDragonsPosition, to: Square, level: u8) -> usize {
    position.captures(to, level).choice_count() as usize - 1
}

/// Returns the squares where a piece of this level might have a choice: those next to a weaker enemy.
#[inline]
fn contested(position: &ThreeDragonsPosition, level: u8) -> Squares {
    adjacent_to(position.weaker_enemies(level))
}

fn visit_choices<B>(
    position: &ThreeDragonsPosition,
    from: Square,
    to: Square,
    level: u8,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let captures = position.captures(to, level);
    if !captures.is_choice() {
        return visit(Move { from, to, choice: CaptureChoice::Automatic });
    }
    if captures.custodial != 0 {
        visit(Move { from, to, choice: CaptureChoice::Automatic })?;
    }
    for direction in Direction::ALL {
        if to.step(direction).is_some_and(|target| captures.strength & target.bit() != 0) {
            visit(Move { from, to, choice: CaptureChoice::Strength(direction) })?;
        }
    }
    ControlFlow::Continue(())
}
