//! The screen of Replica: boards, prompts and messages after seed document 002.
//!
//! `board.rs` draws, `turn.rs` asks for a turn, `menus.rs` has the menus, `instructions.rs` the rules screen.

mod board;
mod describe;
mod instructions;
mod menus;
mod turn;

use crate::console::{Dialog, Leave, Look};
use crate::games::replica::moves::Move;
use crate::games::replica::notation::NAMES;
use crate::games::replica::{CellSet, ID, Replica, ReplicaPosition};
use crate::model::{Ending, History, Outcome, Player, Position, Seating};
use crate::screens::{Door, Screen, given_up};

/// How the game presents itself in the menu of games, and its own menus.
pub const DOOR: Door = Door {
    id: ID,
    title: "Replica",
    about: "8x8, 12x12 or 16x16; step, jump, transform",
    lobby: |options| Box::new(menus::Menus::new(options)),
};

impl<S: CellSet> Screen for Replica<S> {
    fn board(&self, history: &History<ReplicaPosition<S>>, look: &Look) -> String {
        board::draw(history, look)
    }

    fn heading(&self, history: &History<ReplicaPosition<S>>, seating: &Seating) -> String {
        let last = history.last_move().map(|mv| format!("Last move: {}\n", describe::turn(mv)));
        let player = history.current().to_move();
        format!("\n{}Current player: {}\n", last.unwrap_or_default(), who(player, seating))
    }

    fn read_turn(
        &self,
        history: &History<ReplicaPosition<S>>,
        _seating: &Seating,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, Leave> {
        turn::read(self, history.current(), dialog)
    }

    fn typed(&self, history: &History<ReplicaPosition<S>>, mv: Move) -> Vec<String> {
        turn::typed(history.current(), mv)
    }

    fn computer_plays(&self, history: &History<ReplicaPosition<S>>, mv: Move, _look: &Look) -> String {
        format!("{} (computer) plays {}.\n", describe::title(history.current().to_move()), describe::turn(mv))
    }

    fn announce(&self, history: &History<ReplicaPosition<S>>, _look: &Look) -> String {
        describe::consequences(history)
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _look: &Look) -> String {
        let why = match ending {
            Ending::Patience(turns) => {
                format!("Nothing has been captured or transformed for {turns} turns: the game is a draw.\n")
            }
            _ => given_up(ending, |player| describe::title(player).to_owned())
                .map_or_else(String::new, |why| why + "\n"),
        };
        format!("\n{why}{}\n", verdict(ending.outcome(), seating))
    }

    fn instructions(&self, _look: &Look) -> String {
        instructions::text(Some(self.rules()))
    }
}

/// The player's name and colour; the colour alone where a person gave no name.
fn who(player: Player, seating: &Seating) -> String {
    let colour = NAMES[player.index()];
    match seating.name(player) {
        Some(name) => format!("{name} ({colour})"),
        None if seating.is_human(player) => colour.to_owned(),
        None => format!("computer ({colour})"),
    }
}

fn verdict(outcome: Outcome, seating: &Seating) -> String {
    let Some(winner) = outcome.winner() else { return "Nobody wins.".to_owned() };
    let congratulations = seating.name(winner).map(|name| format!("\nCongratulations, {name}!"));
    format!("Winner: {}.{}", NAMES[winner.index()], congratulations.unwrap_or_default())
}

/// The colour in which a player's checkers are shown where there are colours.
fn colour(player: Player) -> owo_colors::Style {
    match player {
        Player::One => owo_colors::Style::new().yellow(),
        Player::Two => owo_colors::Style::new().cyan(),
    }
}
