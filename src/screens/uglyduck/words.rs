//! Positions and moves in plain sentences, and the words of the end.

use crate::games::ugly_duck::{Cell, FiveByFive, Geometry, Kind, Position, player_name};
use crate::model::{Ending, Outcome, Player, Position as _, Seating, View};
use crate::screens::ducks::kind_name;
use crate::screens::shared::{counted, given_up};

/// The questions of a turn, five lines: an empty one, two that tell what to type, and the two prompts.
pub const QUESTIONS: &str = "
Choose the piece to move: (e.g. a1 or A1)
Cell - a1
a1 can go to b1 b2.
(If you chose a wrong Cell, you can type \"wrong\" to choose again)
To Which Cell - b2
";

/// What the last move did beside moving: a capture, a promotion. Empty if it did neither.
pub fn consequences(view: &View<'_, Position<FiveByFive>>) -> String {
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

/// The position as plain sentences, one a line: the pieces of each side, the last move, whose turn it is.
pub fn position(view: &View<'_, Position<FiveByFive>>) -> String {
    let current = view.position;
    let mut text = String::new();
    for player in Player::BOTH {
        let ducks = counted("duck", &cells_of(current, player, Kind::Duck));
        let swans = counted("swan", &cells_of(current, player, Kind::Swan));
        text += &format!("{} has {ducks} and {swans}.\n", player_name(player));
    }
    if let Some((before, mv, _)) = view.last_turn() {
        let kind = before.piece(mv.from).map_or("piece", |piece| kind_name(piece.kind));
        let mover = player_name(before.to_move());
        text += &format!("Last move: {mover} moved a {kind} from {} to {}.\n", mv.from, mv.to);
    }
    text
}

fn cells_of(position: &Position<FiveByFive>, player: Player, kind: Kind) -> Vec<String> {
    let holds =
        |cell: &Cell| position.piece(*cell).is_some_and(|piece| piece.owner == player && piece.kind == kind);
    position.geometry().size().cells().filter(holds).map(|cell| cell.to_string()).collect()
}

/// What is said when the game is over.
pub fn ending(ending: &Ending, seating: &Seating) -> String {
    let why = given_up(ending, |player| player_name(player).to_owned());
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
