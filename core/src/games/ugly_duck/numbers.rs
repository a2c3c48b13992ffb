//! The numbers of the pieces: which piece of a player is number 3.
//!
//! Numbers are given where the game begins, to each player's pieces row by row from row a on, left to right, from 1. A
//! piece keeps its number as long as it lives, as a swan too. They are not part of the position: they follow from the
//! game so far, so that undo, redo and records need not know of them.

use super::Position;
use super::board::{Cell, Geometry};
use super::moves::Move;
use crate::model::{History, Player, Position as _};

/// Where the piece of each number stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// For each player the cells of his pieces in the order of their numbers; `None` for a captured piece.
    places: [Vec<Option<Cell>>; 2],
}

/// Why there is no piece of a number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The player never had so many pieces, or the number is 0.
    NoSuchPiece,
    /// It has been captured.
    Captured,
}

impl Numbers {
    /// The numbers in the current position of `history`.
    #[must_use]
    pub fn of<G: Geometry>(history: &History<Position<G>>) -> Numbers {
        Numbers::after(history, history.plies())
    }

    /// The numbers after the first `plies` moves of `history`.
    #[must_use]
    pub fn after<G: Geometry>(history: &History<Position<G>>, plies: usize) -> Numbers {
        history.followed(plies, Numbers::at_start, |numbers, before, mv| numbers.follow(before.to_move(), mv))
    }

    /// The numbers in the position a game begins with.
    fn at_start<G: Geometry>(position: &Position<G>) -> Numbers {
        let mut numbers = Numbers { places: [Vec::new(), Vec::new()] };
        for cell in position.geometry().size().cells() {
            if let Some(piece) = position.piece(cell) {
                numbers.places[piece.owner.index()].push(Some(cell));
            }
        }
        numbers
    }

    /// Carries the numbers over a move of `mover`.
    fn follow(&mut self, mover: Player, mv: Move) {
        let on = |cell: Cell| move |place: &&mut Option<Cell>| **place == Some(cell);
        if let Some(captured) = self.places[mover.opponent().index()].iter_mut().find(on(mv.to)) {
            *captured = None;
        }
        if let Some(moved) = self.places[mover.index()].iter_mut().find(on(mv.from)) {
            *moved = Some(mv.to);
        }
    }

    /// The number of the piece on `cell`; `None` where there is none.
    pub fn on(&self, cell: Cell) -> Option<usize> {
        let index = |places: &Vec<Option<Cell>>| places.iter().position(|place| *place == Some(cell));
        self.places.iter().find_map(index).map(|index| index + 1)
    }

    /// Where the piece of `player` with this number stands.
    ///
    /// # Errors
    /// It is not on the board, and why.
    pub fn find(&self, player: Player, number: usize) -> Result<Cell, Missing> {
        let index = number.checked_sub(1).ok_or(Missing::NoSuchPiece)?;
        let place = self.places[player.index()].get(index).ok_or(Missing::NoSuchPiece)?;
        place.ok_or(Missing::Captured)
    }

    /// How many numbers `player` was given: his pieces had 1 to this.
    pub fn given(&self, player: Player) -> usize {
        self.places[player.index()].len()
    }

    /// The largest number there is on either side.
    pub fn largest(&self) -> usize {
        self.places.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The pieces of `player` on the board with their numbers, in their order.
    pub fn living(&self, player: Player) -> impl Iterator<Item = (usize, Cell)> {
        let places = self.places[player.index()].iter().enumerate();
        places.filter_map(|(index, place)| place.map(|cell| (index + 1, cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::CLASSIC;
    use super::*;
    use crate::model::{Chance, Game};

    fn cell(text: &str) -> Cell {
        super::super::read_cell(text).unwrap()
    }

    #[test]
    fn numbers_are_given_row_by_row_from_the_left() {
        let start = CLASSIC.read_position("1D2D/d4/2s1S/D4/4d 2").unwrap();
        let numbers = Numbers::of(&History::new(start));
        let living = |player| numbers.living(player).map(|(_, cell)| cell).collect::<Vec<_>>();
        assert_eq!(living(Player::One), ["a2", "a5", "c5", "d1"].map(cell));
        assert_eq!(living(Player::Two), ["b1", "c3", "e5"].map(cell));
        assert_eq!((numbers.given(Player::One), numbers.largest()), (4, 4));
    }

    #[test]
    fn a_number_lasts_through_moves_captures_promotion_and_undo() {
        let start = CLASSIC.read_position("5/5/5/1D1D1/1dd2 1").unwrap();
        let mut history = History::new(start);
        let play = |history: &mut History<_>, text: &str| {
            history.play(CLASSIC.read_legal_move(history.current(), text).unwrap());
        };
        play(&mut history, "d4e3");
        let numbers = Numbers::of(&history);
        assert_eq!(numbers.find(Player::One, 2), Ok(cell("e3")));
        assert_eq!(numbers.find(Player::Two, 2), Err(Missing::Captured));
        assert_eq!(numbers.find(Player::Two, 1), Ok(cell("e2")));
        assert_eq!(numbers.find(Player::Two, 3), Err(Missing::NoSuchPiece));
        assert_eq!(numbers.find(Player::Two, 0), Err(Missing::NoSuchPiece));
        history.undo(1);
        assert_eq!(Numbers::of(&history).find(Player::Two, 2), Ok(cell("e3")));
        history.redo(1);
        assert_eq!(Numbers::of(&history), numbers);
    }

    #[test]
    fn in_random_games_every_piece_has_its_number_and_no_number_two_pieces() {
        let mut chance = Chance::from_seed(11);
        for _ in 0..100 {
            let mut history = History::new(CLASSIC.start());
            while history.current().outcome().is_none() {
                history.play(history.current().random_move(&mut chance).unwrap());
                let (numbers, position) = (Numbers::of(&history), history.current());
                for cell in position.geometry().size().cells() {
                    let piece = position.piece(cell);
                    let found = numbers.on(cell).map(|number| numbers.find(piece.unwrap().owner, number));
                    assert_eq!(found, piece.map(|_| Ok(cell)));
                }
            }
        }
    }
}
