//! Positions, moves and endings in words.

use crate::games::ugly_duck::{FiveByFive, UglyDuckPosition, player_name};
use crate::model::{Ending, Outcome, Position as _, Seating, View};
use crate::words::ducks::kind_name;
use crate::words::ending_reason;

/// The lines of a turn's questions: an empty one, the introduction, the two prompts, and the notes between
/// them.
pub const TURN_PROMPTS: &str = "
Choose the piece to move: (e.g. a1 or A1)
Cell - a1
a1 can go to b1 b2.
(If you chose a wrong Cell, you can type \"wrong\" to choose again)
To Which Cell - b2
";

/// Announces what else the last move did: a capture, a promotion. Empty if neither.
pub fn consequences(view: &View<'_, UglyDuckPosition<FiveByFive>>) -> String {
    let Some((before, mv, after)) = view.last_turn() else { return String::new() };
    let mover = player_name(before.to_move());
    let mut text = String::new();
    if let Some(victim) = before.piece(mv.to) {
        let (kind, loser) = (kind_name(victim.kind), player_name(victim.owner));
        text += &format!("{mover} captures a {kind} of {loser} on {}!\n", mv.to);
    }
    if before.is_promotion(mv) && after.piece(mv.to).is_some() {
        text += &format!("The duck of {mover} on {} is now a swan!\n", mv.to);
    }
    text
}

/// Returns the text at the end of the game.
pub fn ending(ending: &Ending, seating: &Seating) -> String {
    let why = ending_reason(ending, |player| player_name(player).to_owned());
    format!("\n{why}{}\n\n", verdict(ending.outcome(), seating))
}

fn verdict(outcome: Outcome, seating: &Seating) -> String {
    match (outcome, seating.only_human()) {
        (Outcome::Draw, _) => "Nobody wins!".to_owned(),
        (Outcome::Win(winner), Some(human)) if winner == human => "YOU WON THE GAME!".to_owned(),
        (Outcome::Win(_), Some(_)) => "YOU LOST AGAINST COMPUTER!".to_owned(),
        (Outcome::Win(winner), None) => format!("Winner is Player {}!", winner.number()),
    }
}
