//! Move generation: lists all walks of all stacks, and counts them without walking.
//!
//! Where a stack can go depends only on its cell, the previous step and its height, never on the pieces. So
//! one table is enough to count the walks and to find the n-th of them.

use std::ops::ControlFlow;

use super::board::{CELLS, Cell, Direction};
use super::moves::Move;
use super::position::QawalePosition;
use super::stack::Stack;

/// The index in tables for "no step yet".
pub(super) const NO_STEP: usize = 4;

/// `WALKS[pieces][place]`: the number of walks of a hand of `pieces` pieces from a place. The largest is below
/// 4 x 3^27, far from overflowing 64 bits.
static WALKS: [[u64; PLACES]; Stack::MAX_HEIGHT + 1] = {
    let mut table = [[1; PLACES]; Stack::MAX_HEIGHT + 1];
    let mut pieces = 1;
    while pieces <= Stack::MAX_HEIGHT {
        let mut place = 0;
        while place < PLACES {
            table[pieces][place] = walks_on(&table[pieces - 1], place);
            place += 1;
        }
        pieces += 1;
    }
    table
};

/// Counts the walks on from `place`. `shorter` has the counts for one piece fewer.
const fn walks_on(shorter: &[u64; PLACES], place: usize) -> u64 {
    let mut total = 0;
    let mut step = 0;
    while step < 4 {
        if let Some(next) = step_from(place, Direction::ALL[step]) {
            total += shorter[5 * next.index() + step];
        }
        step += 1;
    }
    total
}

/// Returns the steps allowed on `cell` after the step `last`, with the cells they enter, in the order of
/// directions.
#[inline]
pub(super) fn steps_from(
    cell: Cell,
    last: Option<Direction>,
) -> impl DoubleEndedIterator<Item = (Direction, Cell)> {
    let (steps, count) = &STEPS[5 * cell.index() + last.map_or(NO_STEP, |last| last as usize)];
    steps[..usize::from(*count) % 5].iter().copied()
}

/// `STEPS[place]`: the steps allowed there, with the cells they enter, and their number.
static STEPS: [([(Direction, Cell); 4], u8); PLACES] = {
    let mut table = [([(Direction::Up, Cell::wrapped(0)); 4], 0); PLACES];
    let mut at = 0;
    while at < PLACES * 4 {
        let (place, direction) = (at / 4, Direction::ALL[at % 4]);
        if let Some(next) = step_from(place, direction) {
            table[place].0[table[place].1 as usize] = (direction, next);
            table[place].1 += 1;
        }
        at += 1;
    }
    table
};

/// Returns the cells a piece can be placed on, in reading order.
pub(super) fn placements(position: &QawalePosition) -> impl Iterator<Item = Cell> {
    let playable = position.pieces_left() > 0;
    Cell::all().filter(move |cell| playable && !position.stack(*cell).is_empty())
}

/// Passes every completion of `begun` to `visit`, from `cell` with `pieces` pieces in hand.
pub(super) fn visit_walks<B>(
    begun: Move,
    cell: Cell,
    last: Option<Direction>,
    pieces: usize,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if pieces == 0 {
        return visit(begun);
    }
    for (direction, next) in steps_from(cell, last) {
        visit_walks(begun.then(direction), next, Some(direction), pieces - 1, visit)?;
    }
    ControlFlow::Continue(())
}

/// For each cell in reading order, returns the number of legal moves that place on it or on an earlier cell.
#[inline]
pub(super) fn last_numbers(position: &QawalePosition) -> [u64; CELLS] {
    if position.pieces_left() == 0 {
        return [0; CELLS];
    }
    let (mut numbers, mut total) = ([0; CELLS], 0);
    for ((number, turns), stack) in numbers.iter_mut().zip(&WALK_COUNTS).zip(position.stacks()) {
        total += turns[stack.height() % HEIGHTS];
        *number = total;
    }
    numbers
}

/// A power of two greater than the number of heights.
const HEIGHTS: usize = 32;

/// `WALK_COUNTS[cell][height]`: the number of walks of a stack of this height on `cell` after one more piece
/// is placed on top. Zero for an empty cell, and for the tallest stack, on which no piece can be placed.
static WALK_COUNTS: [[u64; HEIGHTS]; CELLS] = {
    let mut table = [[0; HEIGHTS]; CELLS];
    let mut height = 1;
    while height < Stack::MAX_HEIGHT {
        let mut cell = 0;
        while cell < CELLS {
            table[cell][height] = WALKS[height + 1][5 * cell + NO_STEP];
            cell += 1;
        }
        height += 1;
    }
    table
};

/// Returns the move whose index `choose` picks, given the number of moves, for the cost of one walk. Indices are in
/// ascending order of the moves.
#[inline]
pub(super) fn nth_move(position: &QawalePosition, choose: impl FnOnce(u64) -> u64) -> Option<Move> {
    let numbers = last_numbers(position);
    let index = choose(numbers[CELLS - 1]);
    // A branchless count, because the processor cannot predict where a search for the cell would stop.
    let place: usize = numbers.iter().map(|number| usize::from(*number <= index)).sum();
    if place == CELLS {
        return None;
    }
    let cell = Cell::wrapped(place);
    let first = if place == 0 { 0 } else { numbers[place - 1] };
    Some(nth_walk(cell, position.stack(cell).height() + 1, index - first))
}

/// Returns walk number `index` of a hand of `pieces` pieces lifted from `start`. `index` must be in range.
#[inline]
fn nth_walk(start: Cell, pieces: usize, mut index: u64) -> Move {
    let (mut steps, mut place) = (0, 5 * start.index() + NO_STEP);
    for forks in FIRST_WALK_INDEX[..pieces].iter().rev() {
        let fork = &forks[place];
        let direction: usize = fork[1..].iter().map(|first| usize::from(*first <= index)).sum();
        index -= fork[direction];
        steps = steps << 2 | direction as u64;
        place = usize::from(NEXT[place][direction]);
    }
    Move::of_steps(start, steps, pieces)
}

/// The number of places in a walk: `5 x cell + last step`, with [`NO_STEP`] before the first step.
pub(super) const PLACES: usize = 5 * CELLS;

/// `FIRST_WALK_INDEX[pieces][place][direction]`: the index of the first walk that continues in this direction
/// from there, where `pieces` are left in hand after the step.
static FIRST_WALK_INDEX: [[[u64; 4]; PLACES]; Stack::MAX_HEIGHT] = {
    let mut table = [[[0; 4]; PLACES]; Stack::MAX_HEIGHT];
    let mut at = 0;
    while at < Stack::MAX_HEIGHT * PLACES * 3 {
        let (pieces, place, step) = (at / 3 / PLACES, at / 3 % PLACES, at % 3);
        let walks = match step_from(place, Direction::ALL[step]) {
            Some(next) => WALKS[pieces][5 * next.index() + step],
            None => 0,
        };
        table[pieces][place][step + 1] = table[pieces][place][step] + walks;
        at += 1;
    }
    table
};

/// `NEXT[place][direction]`: the place after that step, or the same place if the step is not allowed.
static NEXT: [[u8; 4]; PLACES] = {
    let mut table = [[0; 4]; PLACES];
    let mut at = 0;
    while at < PLACES * 4 {
        let (place, step) = (at / 4, at % 4);
        table[place][step] = match step_from(place, Direction::ALL[step]) {
            Some(next) => 5 * next.index() + step,
            None => place,
        } as u8;
        at += 1;
    }
    table
};

/// Returns the cell that a step from a place in a walk enters, if the step is allowed.
pub(super) const fn step_from(place: usize, direction: Direction) -> Option<Cell> {
    let (cell, last) = (Cell::wrapped(place / 5), place % 5);
    if direction.opposite() as usize == last { None } else { cell.neighbour(direction) }
}

/// Passes the position after each legal turn, and the turn, to `visit` until it breaks. The order is that of
/// [`visit_walks`], but begins with the stacks on `first` and after it. Each step is made and taken back on one board,
/// so that walks share their first steps and no position is copied. The game must not be over.
#[inline]
pub(super) fn visit_results<B>(
    position: &QawalePosition,
    first: Cell,
    mut visit: impl FnMut(&QawalePosition, Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut board = position.after_placing();
    // The placements from `first` on, then those before it.
    let cells = || placements(position);
    for cell in cells().filter(|cell| *cell >= first).chain(cells().filter(|cell| *cell < first)) {
        let before = board.cell_state(cell);
        board.lift(cell);
        let hand = position.hand_after_placing(cell);
        walk(&mut board, (Move::on(cell), cell, None), hand, &mut visit)?;
        board.restore(cell, before);
    }
    ControlFlow::Continue(())
}

/// Passes the position after each completion of a walk to `visit`: its steps so far, the cell and the last step.
fn walk<B>(
    board: &mut QawalePosition,
    (begun, cell, last): (Move, Cell, Option<Direction>),
    mut hand: Stack,
    visit: &mut impl FnMut(&QawalePosition, Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(piece) = hand.take_bottom() else { return visit(board, begun) };
    for (direction, next) in steps_from(cell, last) {
        let before = board.cell_state(next);
        board.drop_piece(next, piece);
        walk(board, (begun.then(direction), next, Some(direction)), hand, visit)?;
        board.restore(next, before);
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::qawale::Qawale;
    use crate::model::{Game as _, GameRng, Position as _};

    #[test]
    fn nth_move_agrees_with_the_generator() {
        let position = Qawale::Eight.read_position("d,tt,t,-/t,d,d,d/-,t,ll,-/l,t,-,tt l 9").unwrap();
        let moves = position.moves();
        assert!(moves.is_sorted());
        assert_eq!(moves.len() as u64, position.count_moves());
        for (index, mv) in moves.iter().enumerate() {
            assert_eq!(nth_move(&position, |_| index as u64), Some(*mv));
        }
        assert_eq!(nth_move(&position, |count| count), None);
    }

    #[test]
    fn the_tallest_stack_is_counted_and_sampled_quickly() {
        let text = "-,-,-,-/-,tttttttdddddddlllllllld,-,-/-,-,-,-/-,-,-,- d 0";
        assert_eq!(Qawale::Eight.read_position(text).unwrap().count_moves(), 0);
        let text = "-,-,-,-/-,ttttttttdddddddllllllll,-,-/-,-,-,-/-,-,-,- d 1";
        let position = Qawale::Eight.read_position(text).unwrap();
        assert_eq!(position.count_moves(), 146_335_670);
        let mv = position.random_move(&mut GameRng::from_seed(1)).unwrap();
        assert_eq!(position.check_move(mv), Ok(()));
        let first = position.visit_moves(ControlFlow::Break);
        assert_eq!(first, ControlFlow::Break(nth_move(&position, |_| 0).unwrap()));
        let text = "-,-,-,-/-,ttttttttdddddddddllllllllll,-,-/-,-,-,-/-,-,-,- d 1";
        let position = Qawale::Ten.read_position(text).unwrap();
        assert_eq!(position.count_moves(), 3_014_316_422);
        let mv = position.random_move(&mut GameRng::from_seed(1)).unwrap();
        assert_eq!(mv.length(), 28);
        assert_eq!(position.check_move(mv), Ok(()));
        let last = Move::of_steps(Cell::wrapped(5), (1 << 56) - 1, 28);
        assert!(mv < last && last.steps().all(|step| step == Direction::ALL[3]));
    }

    #[test]
    fn every_move_is_sampled_about_equally_often() {
        let position = QawalePosition::start(Qawale::Eight);
        let mut rng = GameRng::from_seed(3);
        let mut drawn = std::collections::BTreeMap::new();
        for _ in 0..40_000 {
            *drawn.entry(position.random_move(&mut rng).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), 40);
        assert!(drawn.values().all(|count| (850..1150).contains(count)), "{drawn:?}");
    }
}
