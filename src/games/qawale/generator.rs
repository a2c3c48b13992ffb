//! The generator: every walk of every stack, one after the other, and their number without walking them.
//!
//! Where a stack can go depends on its cell, on the step before and on its height, never on the pieces: so the
//! walks can be counted, and the n-th of them found, from one table.

use std::ops::ControlFlow;

use super::board::{CELLS, Cell, Direction};
use super::moves::Move;
use super::position::Position;
use super::stack::Stack;
use crate::model::Chance;

/// Stands in tables for the step before the first one.
const NO_STEP: usize = 4;

/// `WALKS[pieces][cell][last]`: the walks of a hand of `pieces` pieces on `cell` whose last step was `last`
/// ([`NO_STEP`] before the first). The largest number is below 4 x 3^23, far from the end of 64 bits.
static WALKS: [[[u64; 5]; CELLS]; Stack::TALLEST + 1] = {
    let mut table = [[[1; 5]; CELLS]; Stack::TALLEST + 1];
    let mut pieces = 1;
    while pieces <= Stack::TALLEST {
        let mut place = 0;
        while place < CELLS * 5 {
            let (cell, last) = (place / 5, place % 5);
            table[pieces][cell][last] = walks_on(&table[pieces - 1], Cell::wrapped(cell), last);
            place += 1;
        }
        pieces += 1;
    }
    table
};

/// The walks on from `cell` after a step `last`, where `shorter` are those of one piece less.
const fn walks_on(shorter: &[[u64; 5]; CELLS], cell: Cell, last: usize) -> u64 {
    let mut total = 0;
    let mut step = 0;
    while step < 4 {
        let direction = Direction::ALL[step];
        if direction.opposite() as usize != last
            && let Some(next) = cell.neighbour(direction)
        {
            total += shorter[next.index()][step];
        }
        step += 1;
    }
    total
}

/// The steps allowed on `cell` after the step `last`, with the cells they enter, in the order of directions.
#[inline]
pub(super) fn steps_from(
    cell: Cell,
    last: Option<Direction>,
) -> impl DoubleEndedIterator<Item = (Direction, Cell)> {
    let back = last.map(Direction::opposite);
    let steps = Direction::ALL.into_iter().filter(move |direction| Some(*direction) != back);
    steps.filter_map(move |direction| Some((direction, cell.neighbour(direction)?)))
}

/// The cells a piece may be placed on, in reading order.
pub(super) fn placements(position: &Position) -> impl Iterator<Item = Cell> {
    let playable = position.left() > 0;
    Cell::all().filter(move |cell| playable && !position.stack(*cell).is_empty())
}

/// Shows every legal move to `visit`, in ascending order, until `visit` breaks. The game must not be decided.
pub(super) fn visit_moves<B>(
    position: &Position,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for cell in placements(position) {
        visit_walks(Move::on(cell), cell, None, position.stack(cell).height() + 1, &mut visit)?;
    }
    ControlFlow::Continue(())
}

/// Shows `begun` with every way to go on from `cell` with `pieces` pieces in the hand.
fn visit_walks<B>(
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

/// The number of legal moves, without walking.
#[inline]
pub(super) fn count_moves(position: &Position) -> u64 {
    if position.left() == 0 {
        return 0;
    }
    let stacks = position.stacks().iter().zip(Cell::all());
    stacks.filter(|(stack, _)| !stack.is_empty()).map(|(stack, cell)| walks_of(*stack, cell)).sum()
}

/// The walks of `stack` on `cell` with one more piece on top.
#[inline]
fn walks_of(stack: Stack, cell: Cell) -> u64 {
    // The row of the table always exists: a stack with a piece to put on it is not the tallest.
    WALKS.get(stack.height() + 1).map_or(0, |walks| walks[cell.index()][NO_STEP])
}

/// A legal move, each equally likely, for the price of one walk; `None` if there is none.
pub(super) fn random_move(position: &Position, chance: &mut Chance) -> Option<Move> {
    let count = usize::try_from(count_moves(position)).unwrap_or(usize::MAX);
    nth_move(position, chance.below(count) as u64)
}

/// Move number `index`, from 0, of those [`visit_moves`] shows.
fn nth_move(position: &Position, mut index: u64) -> Option<Move> {
    for cell in placements(position) {
        let walks = walks_of(position.stack(cell), cell);
        if index < walks {
            return nth_walk(cell, position.stack(cell).height() + 1, index);
        }
        index -= walks;
    }
    None
}

/// Walk number `index` of a hand of `pieces` pieces lifted from `start`.
fn nth_walk(start: Cell, pieces: usize, mut index: u64) -> Option<Move> {
    let (mut walk, mut cell, mut last) = (Move::on(start), start, None);
    for rest in (0..pieces).rev() {
        let (direction, next) = steps_from(cell, last).find(|(direction, next)| {
            let walks = WALKS[rest][next.index()][*direction as usize];
            let here = index < walks;
            if !here {
                index -= walks;
            }
            here
        })?;
        walk = walk.then(direction);
        (cell, last) = (next, Some(direction));
    }
    Some(walk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::qawale::notation::read_position;
    use crate::model::Position as _;

    #[test]
    fn the_nth_move_is_the_one_the_generator_shows_nth() {
        let position = read_position("d,tt,t,-/t,d,d,d/-,t,ll,-/l,t,-,tt l 9").unwrap();
        let moves = position.moves();
        assert!(moves.is_sorted());
        assert_eq!(moves.len() as u64, count_moves(&position));
        for (index, mv) in moves.iter().enumerate() {
            assert_eq!(nth_move(&position, index as u64), Some(*mv));
        }
        assert_eq!(nth_move(&position, moves.len() as u64), None);
    }

    #[test]
    fn the_tallest_stack_is_counted_and_drawn_from_at_once() {
        let text = "-,-,-,-/-,tttttttdddddddlllllllld,-,-/-,-,-,-/-,-,-,- d 0";
        assert_eq!(count_moves(&read_position(text).unwrap()), 0);
        let text = "-,-,-,-/-,ttttttttdddddddllllllll,-,-/-,-,-,-/-,-,-,- d 1";
        let position = read_position(text).unwrap();
        assert_eq!(count_moves(&position), 146_335_670);
        let mv = position.random_move(&mut Chance::from_seed(1)).unwrap();
        assert_eq!(super::super::moves::check_move(&position, mv), Ok(()));
        let first = position.visit_moves(ControlFlow::Break);
        assert_eq!(first, ControlFlow::Break(nth_move(&position, 0).unwrap()));
    }

    #[test]
    fn every_move_is_drawn_about_equally_often() {
        let position = Position::start();
        let mut chance = Chance::from_seed(3);
        let mut drawn = std::collections::HashMap::new();
        for _ in 0..40_000 {
            *drawn.entry(position.random_move(&mut chance).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(drawn.len(), 40);
        assert!(drawn.values().all(|count| (850..1150).contains(count)), "{drawn:?}");
    }
}
