//! The screen of Qawale, based on the original: displays, prompts and messages.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `lessons.toml` | the lessons, and the examples in the instructions |
//! | `rules.rs`, `rules.txt` | the instructions |

mod board;
mod menus;
mod rules;
mod turn;

use crate::console::{Document, Style};
use crate::engine::bots;
use crate::games::qawale::{Cell, ID, Move, Piece, Qawale, QawalePosition, Walk, effects, has_line};
use crate::model::{Ending, Game, Outcome, Player, Position as _, Reason, Seating, View};
use crate::screens::examples::draw_examples;
use crate::screens::lesson::{Lessons, read_lessons};
use crate::screens::shared::letters_on_board;
use crate::screens::{GameMenus, Screen, Study};
use crate::words::qawale::{colour, lines_of};
use crate::words::{Picture, capitalised, ending_reason};

/// The lessons and examples.
static LESSONS: Lessons = Lessons::new(|| read_lessons(include_str!("lessons.toml")));

impl Screen for Qawale {
    fn menus(&self, _options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus { game: *self })
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        let named = |piece: Piece| piece.name().to_owned() + &letters_on_board(piece.letter(), style);
        let tan = named(Piece::Tan);
        let Some(own) = seating.only_human() else {
            let [one, two] = Player::BOTH.map(|player| named(Piece::of(player)));
            return format!(
                "Player 1 is {one}, Player 2 is {two}, {tan} is neutral. Four tops of your colour in a row win."
            );
        };
        let [own, other] = [own, own.opponent()].map(|player| named(Piece::of(player)));
        let other = capitalised(&other);
        format!(
            "You are {own}. Four tops of your colour in a row win, and you may move any stack. {other} is the computer, \
             {tan} is neutral."
        )
    }

    fn classic(&self, picture: Picture, style: &Style) -> String {
        board::classic(&picture, style)
    }

    fn heading(&self, view: &View<'_, QawalePosition>, seating: &Seating, _style: &Style) -> String {
        let position = view.position;
        let player = position.to_move();
        let (colour, role) = (self.player_name(player), role(seating, player));
        let number = player.number();
        format!(
            "\nTurn {} of {}: player {number}, {colour} ({role}), {} to place\n",
            view.plies + 1,
            view.plies + position.pieces_left(),
            position.in_hand(player)
        )
    }

    /// Draws the board with the piece that is placed, and after each step but the last.
    fn steps(&self, view: &View<'_, QawalePosition>, mv: Move, style: &Style) -> Vec<String> {
        let Ok(mut walk) = Walk::begin(view.position, mv.cell()) else { return Vec::new() };
        let mut drawings = vec![board::draw_placed(&walk, style)];
        for cell in mv.entered().flatten() {
            if walk.step(cell).is_err() || walk.finished().is_some() {
                break;
            }
            drawings.push(board::draw_walk(&walk, style));
        }
        drawings
    }

    /// Announces each line of four in a sentence. At a terminal the end of the game says where the winner's line is.
    fn announce(&self, view: &View<'_, QawalePosition>, style: &Style) -> String {
        let mut text = String::new();
        for player in Player::BOTH.into_iter().filter(|_| !style.is_at_terminal()) {
            for line in lines_of(view.position, player) {
                let cells: Vec<String> = line.map(Cell::name).to_vec();
                text += &format!("Four in a row for {}: {}.\n", colour(player), cells.join(", "));
            }
        }
        if Player::BOTH.into_iter().all(|player| has_line(view.position.tops(player))) {
            text += "Both colours have a line: the player who just moved wins.\n";
        }
        text
    }

    fn ending(&self, ending: &Ending, seating: &Seating, _style: &Style) -> String {
        let why = match (&ending.reason, ending.loser()) {
            (Reason::NoMoves, Some(loser)) => {
                format!("There is no stack left to place on, so {} loses.\n", colour(loser))
            }
            _ => ending_reason(ending, |player| capitalised(colour(player))),
        };
        let verdict = match ending.outcome {
            Outcome::Draw if ending.is_by_rules() => {
                "All pieces are placed and nobody has four in a row: the game is a draw.".to_owned()
            }
            Outcome::Draw => "The game is a draw.".to_owned(),
            Outcome::Win(winner) => victory(winner, seating),
        };
        format!("\n{why}{verdict}\n\n")
    }

    /// Both variants have the same lessons.
    fn study(&self) -> Study {
        Study { lessons: &LESSONS.lessons, examples: &LESSONS.examples, ..Study::of(ID) }
    }

    fn effects(&self, position: &QawalePosition, mv: Move) -> Vec<&'static str> {
        effects(position, mv)
    }

    fn instructions(&self, style: &Style) -> Document {
        let drawings = draw_examples(self, style);
        Document::new(rules::instructions(*self), rules::COLUMNS).boxed("QAWALE").with_drawings(drawings)
    }
}

/// Names the player of a side: a human, or which computer, as the original names it.
fn role(seating: &Seating, player: Player) -> String {
    match seating.seat(player) {
        Seating::HUMAN => Seating::HUMAN.to_owned(),
        bot => format!("computer {}", bots::original_name(&Qawale::Eight, bot).replace("level:", "level ")),
    }
}

/// Names the winner and the loser.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::History;
    use crate::words::GameWords as _;

    fn ending(ending: &Ending, seating: &Seating) -> String {
        Qawale::Eight.ending(ending, seating, &Style::PLAIN)
    }

    #[test]
    fn a_win_names_the_row_column_or_diagonal() {
        let how = |text: &str| {
            let history = History::new(Qawale::Eight.read_position(text).unwrap());
            Qawale::Eight.how_won(&Qawale::Eight.view(&history))
        };
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
            let outcome = Ending::by_rules(Outcome::Win(winner));
            ending(&outcome, &Seating::new(first, second)).trim().to_owned()
        };
        // Transcripts have the other sentences.
        let light = "Congratulations, player 2! Light beats dark (computer c-1).";
        assert_eq!(said(Some("easy"), None, Player::Two), light);
        let dark = "Congratulations, player 1! Dark beats light (computer c-2).";
        assert_eq!(said(None, Some("hard"), Player::One), dark);
        let watched = "Light (computer level 3) wins against dark (human).";
        assert_eq!(said(Some(Seating::HUMAN), Some("level:3"), Player::Two), watched);
        let draw = ending(&Ending::drawn(Reason::Agreed), &Seating::new(None, None));
        assert_eq!(draw, "\nDraw by agreement.\nThe game is a draw.\n\n");
    }
}
