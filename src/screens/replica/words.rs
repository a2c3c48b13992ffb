//! Positions, moves and endings in words.

use crate::console::{BoardStyle, Style};
use crate::games::replica::{CellSet, Move, Replica, ReplicaPosition, Rules, player_name};
use crate::model::{Ending, Game as _, Outcome, Player, Position as _, Seating, View};
use crate::screens::shared::letters_on_board;
use crate::words::replica::{last_move, position_text};
use crate::words::{count_on_cells, ending_reason};

/// Returns the player's colour, capitalised.
pub fn title(player: Player) -> &'static str {
    match player {
        Player::One => "White",
        Player::Two => "Black",
    }
}

/// Announces what else the last move did: a capture, a new king, a king in the corner. Empty if nothing.
pub fn consequences<S: CellSet>(view: &View<'_, ReplicaPosition<S>>) -> String {
    let Some((before, mv, after)) = view.last_turn() else { return String::new() };
    let mover = before.to_move();
    let mut text = String::new();
    match mv {
        Move::Transform(cell) => {
            text +=
                &format!("The {} checker on {} is now a king.\n", player_name(mover), position_text(cell));
        }
        Move::Go { to, .. } => {
            if let Some(victim) = before.checker(to) {
                let what = if victim.king { "king" } else { "checker" };
                let loser = player_name(victim.owner);
                text += &format!("{} captures a {loser} {what} on {}!\n", title(mover), position_text(to));
            }
        }
    }
    if after.has_king_in_goal(mover) {
        let corner = position_text(after.rules().goal(mover));
        text += &format!("A {} king is in the opposite corner, {corner}!\n", player_name(mover));
    }
    text
}

/// Describes the position, one sentence per line: the checkers and kings of each side, then the last move.
pub fn position<S: CellSet>(view: &View<'_, ReplicaPosition<S>>) -> String {
    let current = view.position;
    let size = current.rules().size();
    let mut text = format!("The board has {size} columns and {size} rows.\n");
    for player in Player::BOTH {
        let kings = current.kings(player);
        let checkers = count_on_cells("checker", &places(current.checkers(player) & !kings));
        text +=
            &format!("{} has {checkers} and {}.\n", title(player), count_on_cells("king", &places(kings)));
    }
    text += &last_move(view);
    text + &consequences(view)
}

fn places<S: CellSet>(cells: S) -> Vec<String> {
    cells.cells().map(position_text).collect()
}

/// Returns the player's name and colour, or only the colour of a human without a name.
pub fn who(player: Player, seating: &Seating) -> String {
    let colour = player_name(player);
    match seating.name(player) {
        Some(name) => format!("{name} ({colour})"),
        None if seating.is_human(player) => colour.to_owned(),
        None => format!("computer ({colour})"),
    }
}

/// The letters of each player's pieces on a board at a terminal.
const LETTERS: [&str; 2] = ["w, kings W^", "b, kings B^"];

/// Says who plays which checkers, and where they go.
pub fn who_is_who(rules: Rules, seating: &Seating, style: &Style) -> String {
    let Some(own) = seating.only_human() else {
        let side = |player: Player| {
            let (colour, letters) = (player_name(player), LETTERS[player.index()]);
            match seating.name(player) {
                Some(name) => format!("{name} is {colour}{}", letters_on_board(letters, style)),
                None if style.board == BoardStyle::Words => {
                    format!("Player {} is {colour}", player.index() + 1)
                }
                None => format!("{} is {letters}", title(player)),
            }
        };
        let [white, black] = Player::BOTH.map(side);
        return format!("{white}; {black}. Win with a king in the opposite corner, or capture a king.");
    };
    let letters = letters_on_board(LETTERS[own.index()], style);
    // Without a drawing there are no directions, and under the house rules all are allowed.
    let way = match (own == Player::One) != style.is_flipped() {
        _ if rules.house() || style.board == BoardStyle::Words => "",
        true => " and go down and left",
        false => " and go up and right",
    };
    let (title, goal, other) = (title(own), position_text(rules.goal(own)), title(own.opponent()));
    format!(
        "You are {title}{letters}{way}. Win with a king on {goal}, or capture a king. {other} is the computer."
    )
}

/// Returns the text at the end of the game.
pub fn ending<S: CellSet>(game: &Replica<S>, ending: &Ending) -> String {
    let why = match ending {
        Ending::NoProgress => {
            let turns = game.max_idle_turns().unwrap_or_default();
            format!("Nothing has been captured or transformed for {turns} turns: the game is a draw.\n")
        }
        _ => ending_reason(ending, |player| title(player).to_owned()),
    };
    match ending.outcome() {
        Outcome::Draw => format!("\n{why}Nobody wins.\n"),
        Outcome::Win(winner) => format!("\n{why}Winner: {}.\n", player_name(winner)),
    }
}
