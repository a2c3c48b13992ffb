//! The classic screen of Ugly Duck on 5x5: boards, prompts and messages after seed document 000.
//!
//! `board.rs` draws, `menus.rs` has the menus, `logo.rs` the logo.

mod board;
mod logo;
mod menus;

use crate::console::{Dialog, Ending, Leave, Look, Prompt, Screen, Seating, star_box};
use crate::games::{Family, OptionsError};
use crate::model::{Game, History, Outcome, Player, Position as _};

use super::describe;
use super::geometry::{Cell, FiveByFive, Geometry};
use super::moves::{Move, check_valid_piece, check_valid_position};
use super::notation::{read_one_cell, write_cell};
use super::{CLASSIC, CLASSIC_ID, Position, UglyDuck};

/// The game as the list of games holds it.
pub const FAMILY: Family = Family {
    id: CLASSIC_ID,
    title: "Ugly Duck",
    about: "5x5; cells are typed, a1 then b2",
    examples: &[CLASSIC_ID],
    open: |options| match options {
        "" => Ok(Box::new(CLASSIC)),
        _ => Err(OptionsError {
            problem: "Ugly Duck on 5x5 has no options".to_owned(),
            wanted: "uglyduck-xl:4x6 is a board of another size",
        }),
    },
    lobby: |_| Box::new(menus::Menus),
};

const WRONG_FORM: &str = "Cell invalid!\n";

impl Screen for UglyDuck {
    fn board(&self, history: &History<Position<FiveByFive>>, look: &Look) -> String {
        board::draw(history, look)
    }

    fn heading(&self, history: &History<Position<FiveByFive>>, _seating: &Seating) -> String {
        format!("\nTurn of {}!\n", self.player_name(history.current().to_move()))
    }

    fn read_turn(
        &self,
        history: &History<Position<FiveByFive>>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, Leave> {
        let position = history.current();
        loop {
            let from = ask_piece(position, dialog)?;
            dialog.say("(If you chose a wrong Cell, you can type \"wrong\" to choose again)")?;
            let to = ask_target(position, from, dialog)?;
            let judged =
                check_valid_piece(position, from).and_then(|()| check_valid_position(position, from, to));
            match judged {
                Ok(()) => return Ok(Move { from, to }),
                Err(refusal) => dialog.refuse(&refusal.to_string())?,
            }
        }
    }

    fn typed(&self, _history: &History<Position<FiveByFive>>, mv: Move) -> Vec<String> {
        vec![write_cell(mv.from), write_cell(mv.to)]
    }

    fn computer_plays(&self, history: &History<Position<FiveByFive>>, mv: Move, _look: &Look) -> String {
        let player = self.player_name(history.current().to_move());
        format!("{player} (computer) moves {} to {}.\n", write_cell(mv.from), write_cell(mv.to))
    }

    fn announce(&self, history: &History<Position<FiveByFive>>, _look: &Look) -> String {
        describe::consequences(history)
    }

    fn ending(&self, ending: Ending, seating: &Seating, _look: &Look) -> String {
        let why = match ending {
            Ending::Rules(_) => String::new(),
            Ending::NoMoves(player) => format!("{} has no legal move.\n", self.player_name(player)),
            Ending::Resigned(player) => format!("{} gives up.\n", self.player_name(player)),
            Ending::Forfeited(player) => format!("{} forfeits the game.\n", self.player_name(player)),
            Ending::Patience(turns) => format!("Nothing has happened for {turns} turns.\n"),
        };
        format!("\n{why}{}\n\n", verdict(ending.outcome(), seating))
    }

    fn instructions(&self, _look: &Look) -> String {
        star_box(&["INSTRUCTIONS"], &INSTRUCTIONS)
    }

    fn farewell(&self) -> String {
        star_box(&["Good Bye!"], &[])
    }
}

const INSTRUCTIONS: [&str; 11] = [
    "DUCK > A duck moves one cell orthogonal and diagonal forward",
    "  - Ducks capture diagonal forward. Captures are not mandatory.",
    "  - A duck reaching last row is promoted to a swan.",
    "SWAN > A swan moves one cell orthogonal and diagonal backward",
    "  - Swans capture diagonal backward. Captures are not mandatory.",
    "GOAL > Wins the player who first moves a swan into his first row.",
    "  - So does the player who captures every piece of the adversary.",
    "  - A player who has no legal move on his turn loses.",
    "",
    "To choose a spot on the board use the following convention:",
    "  \"X0\" -> where X is the row and 0 represents the column.",
];

fn verdict(outcome: Outcome, seating: &Seating) -> String {
    match (outcome, seating.only_human()) {
        (Outcome::Draw, _) => "Nobody wins!".to_owned(),
        (Outcome::Win(winner), Some(human)) if winner == human => "YOU WON THE GAME!".to_owned(),
        (Outcome::Win(_), Some(_)) => "YOU LOST AGAINST COMPUTER!".to_owned(),
        (Outcome::Win(winner), None) => format!("Winner is Player {}!", winner.number()),
    }
}

/// Asks for the cell of a piece until the answer has the form of a cell of the board.
fn ask_piece(position: &Position<FiveByFive>, dialog: &mut Dialog<'_>) -> Result<Cell, Leave> {
    loop {
        dialog.say("\nChoose the piece to move: (e.g. a1 or A1)")?;
        let prompt = Prompt::with_answers("Cell - ", movable(position));
        match read_cell_of_board(&dialog.ask(&prompt)?) {
            Some(cell) => return Ok(cell),
            None => dialog.refuse(WRONG_FORM.trim_end())?,
        }
    }
}

/// Asks for the cell to go to until the answer has the form of a cell of the board.
fn ask_target(position: &Position<FiveByFive>, from: Cell, dialog: &mut Dialog<'_>) -> Result<Cell, Leave> {
    let prompt = Prompt::with_answers("To Which Cell - ", targets(position, from));
    dialog.ask_for(&prompt, |answer| read_cell_of_board(answer).ok_or_else(|| WRONG_FORM.to_owned()))
}

fn read_cell_of_board(answer: &str) -> Option<Cell> {
    read_one_cell(answer).filter(|cell| FiveByFive.contains(*cell))
}

fn movable(position: &Position<FiveByFive>) -> Vec<String> {
    let mut cells: Vec<String> = position.moves().iter().map(|mv| write_cell(mv.from)).collect();
    cells.dedup();
    cells
}

fn targets(position: &Position<FiveByFive>, from: Cell) -> Vec<String> {
    let moves = position.moves().into_iter();
    moves.filter(|mv| mv.from == from).map(|mv| write_cell(mv.to)).collect()
}

/// The colour that seed document 000 gives a player.
fn colour(player: Player) -> owo_colors::Style {
    match player {
        Player::One => owo_colors::Style::new().green(),
        Player::Two => owo_colors::Style::new().blue(),
    }
}
