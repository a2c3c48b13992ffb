//! Positions, moves and endings in words.

use crate::console::Style;
use crate::engine::bots;
use crate::games::qawale::{Cell, Piece, Qawale, QawalePosition, has_line};
use crate::model::{Ending, Outcome, Player, Seating};
use crate::screens::shared::letters_on_board;
use crate::words::qawale::{colour, lines_of};
use crate::words::{capitalised, ending_reason};

/// The prompt below the board of a turn. Each cell of the walk is asked for below a separate board.
pub const TURN_PROMPTS: &str = "Place a piece on the stack of cell (e.g. a1): a1\n";

/// The question after a computer's turn.
pub const PRESS_ENTER: &str = "Press Enter to continue. ";

/// Names the player of a side: a human, or which computer, as the original names it.
pub fn role(seating: &Seating, player: Player) -> String {
    match seating.bots[player.index()].as_deref() {
        None => "human".to_owned(),
        Some(bot) => format!("computer {}", bots::original_name(&Qawale::Eight, bot)),
    }
}

/// Announces each line of four in a sentence; empty if there is none. At a terminal the end of the game says
/// where the winner's line is.
pub fn lines(position: &QawalePosition, style: &Style) -> String {
    let mut text = String::new();
    for player in Player::BOTH.into_iter().filter(|_| !style.is_at_terminal()) {
        for line in lines_of(position, player) {
            let cells: Vec<String> = line.map(Cell::name).to_vec();
            text += &format!("Four in a row for {}: {}.\n", colour(player), cells.join(", "));
        }
    }
    if Player::BOTH.into_iter().all(|player| has_line(position.tops(player))) {
        text += "Both colours have a line: the player who just moved wins.\n";
    }
    text
}

/// Returns the text at the end of the game.
pub fn ending(ending: &Ending, seating: &Seating) -> String {
    let why = match ending {
        Ending::NoMoves(player) => {
            format!("There is no stack left to place on, so {} loses.\n", colour(*player))
        }
        _ => ending_reason(ending, |player| capitalised(colour(player))),
    };
    let verdict = match ending.outcome() {
        Outcome::Draw if ending.is_by_rules() => {
            "All pieces are placed and nobody has four in a row: the game is a draw.".to_owned()
        }
        Outcome::Draw => "The game is a draw.".to_owned(),
        Outcome::Win(winner) => victory(winner, seating),
    };
    format!("\n{why}{verdict}\n\n")
}

fn victory(winner: Player, seating: &Seating) -> String {
    let loser = winner.opponent();
    let (won, lost) = (capitalised(colour(winner)), colour(loser));
    let (winning, losing) = (role(seating, winner), role(seating, loser));
    match (seating.is_human(winner), seating.is_human(loser)) {
        (true, true) => {
            format!("Congratulations, player {}! {won} wins the game.", winner.number())
        }
        (true, false) => {
            format!("Congratulations, player {}! {won} beats {lost} ({losing}).", winner.number())
        }
        (false, true) => format!("{won} ({winning}) wins this time. Better luck next game, {lost}!"),
        (false, false) => format!("{won} ({winning}) wins against {lost} ({losing})."),
    }
}

/// Says who plays which pieces, and how to win.
pub fn who_is_who(seating: &Seating, style: &Style) -> String {
    let named = |piece: Piece| piece.name().to_owned() + &letters_on_board(piece.letter(), style);
    let tan = named(Piece::Tan);
    let Some(own) = seating.only_human() else {
        let [one, two] = Player::BOTH.map(|player| named(Piece::of(player)));
        return format!(
            "Player 1 is {one}, player 2 is {two}, {tan} is neutral. Four tops of your colour in a row win."
        );
    };
    let [own, other] = [own, own.opponent()].map(|player| named(Piece::of(player)));
    let other = capitalised(&other);
    format!(
        "You are {own}. Four tops of your colour in a row win, and you may move any stack. {other} is the computer, \
         {tan} is neutral."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Game as _;
    use crate::words::qawale::how_won;

    #[test]
    fn a_win_names_the_row_column_or_diagonal() {
        let how = |text: &str| how_won(&Qawale::Eight.read_position(text).unwrap());
        assert_eq!(how("d,d,d,d/-,-,-,-/-,-,-,-/-,-,-,t l 7"), "four dark pieces in row 1");
        assert_eq!(how("-,l,-,-/-,l,-,-/-,l,-,-/-,l,-,t d 8"), "four light pieces in column B");
        let diagonal = "-,-,-,l/-,-,l,-/-,l,-,-/l,-,-,t d 8";
        assert_eq!(how(diagonal), "four light pieces on the diagonal from D1 to A4");
        assert_eq!(
            how("l,l,l,l/-,l,-,-/-,-,l,-/-,-,-,l d 2"),
            "four light pieces in row 1 and on the diagonal from A1 to D4"
        );
        assert_eq!(how("tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16"), "");
    }

    #[test]
    fn the_message_depends_on_player_level_and_colour() {
        let said = |first, second, winner| {
            let outcome = Ending::Rules(Outcome::Win(winner));
            ending(&outcome, &Seating::new(first, second)).trim().to_owned()
        };
        let expected = [
            (None, None, Player::One, "Congratulations, player 1! Dark wins the game."),
            (None, None, Player::Two, "Congratulations, player 2! Light wins the game."),
            (Some("easy"), None, Player::Two, "Congratulations, player 2! Light beats dark (computer c-1)."),
            (None, Some("hard"), Player::One, "Congratulations, player 1! Dark beats light (computer c-2)."),
            (
                None,
                Some("hard"),
                Player::Two,
                "Light (computer c-2) wins this time. Better luck next game, dark!",
            ),
            (
                Some("easy"),
                Some("hard"),
                Player::Two,
                "Light (computer c-2) wins against dark (computer c-1).",
            ),
        ];
        for (first, second, winner, text) in expected {
            assert_eq!(said(first, second, winner), text);
        }
        let draw = ending(&Ending::Agreed, &Seating::new(None, None));
        assert_eq!(draw, "\nDraw by agreement.\nThe game is a draw.\n\n");
        let draw = ending(&Ending::Rules(Outcome::Draw), &Seating::new(None, None));
        assert!(draw.contains("the game is a draw"));
    }
}
