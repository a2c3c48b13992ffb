//! The screen of Ugly Duck on a board of any size, with numbered pieces, after seed document 001.
//!
//! `board.rs` draws, `turn.rs` asks for a turn, `menus.rs` has the menus, `names.rs` says what pieces and moves are called.

mod board;
mod menus;
mod names;
#[cfg(test)]
mod tests;
mod turn;

use crate::console::{BoardStyle, Dialog, Leave, Look};
use crate::games::ugly_duck::geometry::{Geometry, Size};
use crate::games::ugly_duck::moves::Move;
use crate::games::ugly_duck::numbers::Numbers;
use crate::games::ugly_duck::steps::Step;
use crate::games::ugly_duck::{ANY_SIZE_ID, Position, UglyDuckXl};
use crate::model::{Ending, Game, History, Outcome, Position as _, Seating};
use crate::screens::{Door, Screen, given_up};

use names::{direction, name};

/// How the game presents itself in the menu of games, and its own menus.
pub const DOOR: Door = Door {
    id: ANY_SIZE_ID,
    title: "Ugly Duck, any board",
    about: "3x3 to 22x22; pieces are numbered, moves are q w e a s d",
    lobby: |options| Box::new(menus::Menus::new(Size::read(options).unwrap_or(Size::FIVE_BY_FIVE))),
};

impl<G: Geometry> Screen for UglyDuckXl<G> {
    fn board(&self, history: &History<Position<G>>, look: &Look) -> String {
        board::draw(history, look)
    }

    fn above_board(&self, history: &History<Position<G>>, seating: &Seating) -> String {
        let (moves, position) = (history.plies(), history.current());
        if position.outcome().is_some() {
            return format!("After {moves} {}\n", if moves == 1 { "move" } else { "moves" });
        }
        let player = position.to_move();
        let computer = seating.bots[player.index()].as_ref();
        let computer = computer.map_or_else(String::new, |bot| format!(" (computer, {bot})"));
        format!("Move {}: {}'s turn{computer}\n", moves + 1, self.player_name(player))
    }

    /// Whose turn it is stands above the board; here is only a blank line.
    fn heading(&self, _history: &History<Position<G>>, _seating: &Seating) -> String {
        String::new()
    }

    fn read_turn(
        &self,
        history: &History<Position<G>>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, Leave> {
        turn::read_turn(history, dialog)
    }

    fn typed(&self, history: &History<Position<G>>, mv: Move) -> Vec<String> {
        let number = Numbers::of(history).on(mv.from).map(|number| number.to_string());
        let letter = Step::of_move(mv).map(|step| step.letter.to_string());
        number.into_iter().chain(letter).collect()
    }

    fn computer_plays(&self, history: &History<Position<G>>, mv: Move, look: &Look) -> String {
        let position = history.current();
        let player = self.player_name(position.to_move());
        let piece = position.piece(mv.from).zip(Numbers::of(history).on(mv.from));
        let Some(((piece, number), step)) = piece.zip(Step::of_move(mv)) else { return String::new() };
        let (piece, way) = (name(piece, number, look), direction(step, look));
        match look.board {
            BoardStyle::Words => format!("{player} (computer) moves {piece} {way}.\n"),
            _ => format!("{player} (computer) moves {piece} {way} {}\n", step.letter),
        }
    }

    fn announce(&self, history: &History<Position<G>>, look: &Look) -> String {
        let Some((before, mv, _)) = history.turns().next_back() else { return String::new() };
        let numbers = Numbers::after(history, history.plies() - 1);
        let named =
            |cell| before.piece(cell).zip(numbers.on(cell)).map(|(piece, number)| name(piece, number, look));
        let (mover, piece) = (self.player_name(before.to_move()), named(mv.from).unwrap_or_default());
        let mut text = String::new();
        if let Some(victim) = named(mv.to) {
            text += &format!("{mover} captures {victim} with {piece}!\n");
        }
        if before.is_promotion(mv) {
            text += &format!("{mover}'s {piece} is now a swan!\n");
        }
        text
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _look: &Look) -> String {
        let why = given_up(ending, |player| self.player_name(player).to_owned());
        let why = why.map_or_else(String::new, |why| why + "\n");
        let verdict = match ending.outcome() {
            Outcome::Draw => "Nobody wins the game!".to_owned(),
            Outcome::Win(winner) => {
                let computer = if seating.is_human(winner) { "" } else { " (computer)" };
                format!("{}{computer} won the game!", self.player_name(winner))
            }
        };
        format!("\n{why}{verdict}\n")
    }

    fn instructions(&self, _look: &Look) -> String {
        INSTRUCTIONS.to_owned()
    }
}

const INSTRUCTIONS: &str = "\
INSTRUCTIONS

Take one of your ducks to the far row, where it becomes a swan, and bring the
swan back to your first row. Player 1 (D and S, green) begins at the bottom,
player 2 (d and s, red) at the top.

- A duck moves forward, a swan backward: one cell, straight or diagonally.
- You capture diagonally only, by entering the cell of the enemy's piece.
  You never have to capture. You cannot enter a cell with a piece of yours.
- Who first has a swan back home wins. So does who captures all the enemy's
  pieces. Who has no move on his turn loses. There is no draw.

On your turn type the number of a piece, then the letter of its move:

    q w e    up:   player 1's ducks (D), player 2's swans (s)
    a s d    down: player 1's swans (S), player 2's ducks (d)

A piece keeps its number for the whole game, as a swan too. Instead of a letter
you may type the number of another piece. On the board the piece that moved
last stands in [ ], the cell it left in ( ).
";
