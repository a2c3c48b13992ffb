//! The screen of Three Dragons: boards, prompts and messages after the seed document.
//!
//! `board.rs` draws, `turn.rs` asks for a turn, `menus.rs` has the menus, `describe.rs` has the words.

mod board;
mod describe;
mod menus;
#[cfg(test)]
mod tests;
mod turn;

use crate::console::{Dialog, Leave, Look};
use crate::games::three_dragons::moves::Turn;
use crate::games::three_dragons::notation::side_word;
use crate::games::three_dragons::position::DragonPosition;
use crate::games::three_dragons::{ID, ThreeDragons};
use crate::model::{Ending, History, Outcome, Player, Position as _, Seating};
use crate::screens::{Door, Screen, given_up};

/// How the game presents itself in the menu of games, and its own menus.
pub const DOOR: Door = Door {
    id: ID,
    title: "Three Dragons",
    about: "9x9; strength, surrounding, and caves with dragons",
    lobby: |_| Box::new(menus::Menus),
};

impl Screen for ThreeDragons {
    fn board(&self, history: &History<DragonPosition>, look: &Look) -> String {
        board::draw(history, look)
    }

    fn heading(&self, history: &History<DragonPosition>, _seating: &Seating) -> String {
        let position = history.current();
        let count = |player| format!("{}-{}", side_word(player), position.count(player));
        format!(
            "\nPlayer: {}\nPlayer pieces: {}\n{}\n",
            side_word(position.to_move()),
            Player::BOTH.map(count).join(", "),
            describe::last_move(history)
        )
    }

    fn read_turn(
        &self,
        history: &History<DragonPosition>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Turn, Leave> {
        turn::read_turn(history.current(), dialog)
    }

    fn typed(&self, history: &History<DragonPosition>, turn: Turn) -> Vec<String> {
        turn::typed(history.current(), turn)
    }

    fn computer_plays(&self, history: &History<DragonPosition>, turn: Turn, _look: &Look) -> String {
        let position = history.current();
        format!(
            "{} (computer) moves its {}.\n",
            side_word(position.to_move()),
            describe::walk(position, turn)
        )
    }

    fn announce(&self, history: &History<DragonPosition>, _look: &Look) -> String {
        describe::consequences(history)
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _look: &Look) -> String {
        format!("\nGame over! {}\n{}\n", reason(ending), verdict(ending.outcome(), seating))
    }

    fn instructions(&self, _look: &Look) -> String {
        INSTRUCTIONS.to_owned()
    }
}

fn reason(ending: &Ending) -> String {
    match ending {
        Ending::Rules(Outcome::Win(winner)) => {
            format!("{} is reduced to one piece or none.", side_word(winner.opponent()))
        }
        Ending::Patience(turns) => format!("{turns} turns in a row without a capture or a dragon."),
        _ => given_up(ending, |player| side_word(player).to_owned()).unwrap_or_default(),
    }
}

fn verdict(outcome: Outcome, seating: &Seating) -> String {
    let Some(winner) = outcome.winner() else { return "The game is a draw.".to_owned() };
    let kind = match seating.only_human() {
        None => "",
        Some(human) if human == winner => " (you)",
        Some(_) => " (computer)",
    };
    format!("The winner is {}{kind}!", side_word(winner))
}

const INSTRUCTIONS: &str = "\
Three Dragons

MOVE     White moves first. A piece moves orthogonally any number of squares
         over empty squares. Mountains (M) and caves (CA, CE) are never entered
         or crossed.
CAPTURE  Capturing happens at the end of your move and is compulsory.
         Custodial: every enemy beside your piece that has one of your pieces,
         a mountain or a cave on its other side is taken. Moving between two
         enemies is safe.
         Strength: one weaker enemy beside your piece is taken, and your piece
         loses one level. An enemy in a custodial capture is not offered.
         With several ways to capture you choose: all custodial captures, or
         one by strength.
DRAGONS  Hold every square beside an available cave (CA) with your pieces, and
         you get a dragon in it: level 3 at the sides, level 5 in the centre.
         Each cave gives one dragon in the whole game; when the dragon is gone
         the cave shows CE.
END      A player reduced to one piece, or none, has lost. So has a player
         without a legal move. Computers stop after 500 turns without a
         capture or a dragon: a draw.

Type the row (1 to 9), then the column (A to I); b9 or 9b at a row prompt
gives both.
";
