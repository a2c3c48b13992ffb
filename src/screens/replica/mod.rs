//! The screen of Replica, based on the original: boards, prompts and messages.
//!
//! | file | what |
//! | --- | --- |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | players and moves in words |
//! | `typing.toml`, `lessons.toml`, `lessons-house.toml` | the lessons, and the examples in the instructions |
//! | `rules.rs` | the instructions |

mod menus;
mod rules;
mod turn;
mod words;

use crate::console::{BoardStyle, Document, Style};
use crate::games::replica::{CellSet, ID, Move, Replica, ReplicaPosition, effects, player_name};
use crate::model::{Ending, Game as _, Outcome, Player, Position as _, Reason, Seating, View};
use crate::screens::lesson::{Lessons, read_lessons};
use crate::screens::shared::letters_on_board;
use crate::screens::{GameMenus, Screen, Study};
use crate::words::replica::position_text;
use crate::words::{GameWords as _, count_on_cells, ending_reason};

use words::{LETTERS, consequences, places, title, who};

/// The lessons and examples of the official rules.
static LESSONS: Lessons =
    Lessons::new(|| read_lessons(concat!(include_str!("typing.toml"), include_str!("lessons.toml"))));

/// The lessons and examples of the house rules.
static HOUSE_LESSONS: Lessons =
    Lessons::new(|| read_lessons(concat!(include_str!("typing.toml"), include_str!("lessons-house.toml"))));

impl<S: CellSet> Screen for Replica<S> {
    fn menus(&self, options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus::new(options))
    }

    fn describe_position(&self, view: &View<'_, ReplicaPosition<S>>) -> String {
        let current = view.position;
        let size = current.rules().size();
        let mut text = format!("The board has {size} columns and {size} rows.\n");
        for player in Player::BOTH {
            let kings = current.kings(player);
            let checkers = count_on_cells("checker", &places(current.checkers(player) & !kings));
            text += &format!(
                "{} has {checkers} and {}.\n",
                title(player),
                count_on_cells("king", &places(kings))
            );
        }
        text + &self.last_move(view)
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        let Some(own) = seating.only_human() else {
            let side = |player: Player| {
                let (colour, letters) = (player_name(player), LETTERS[player.index()]);
                match seating.name(player) {
                    Some(name) => format!("{name} is {colour}{}", letters_on_board(letters, style)),
                    None if style.board == BoardStyle::Words => {
                        format!("Player {} is {colour}", player.number())
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
            _ if self.rules().house() || style.board == BoardStyle::Words => "",
            true => " and go down and left",
            false => " and go up and right",
        };
        let (title, goal, other) = (title(own), position_text(self.rules().goal(own)), title(own.opponent()));
        format!(
            "You are {title}{letters}{way}. Win with a king on {goal}, or capture a king. {other} is the computer."
        )
    }

    fn heading(&self, view: &View<'_, ReplicaPosition<S>>, seating: &Seating, style: &Style) -> String {
        let position = view.position;
        let player = format!("Current player: {}\n", who(position.to_move(), seating));
        // On a narrow terminal of normal height, the largest board leaves no row for more.
        let gap = if turn::is_narrow(style) && position.rules().size() > 12 { "" } else { "\n" };
        format!("{gap}{player}")
    }

    fn announce(&self, view: &View<'_, ReplicaPosition<S>>, style: &Style) -> String {
        // At a terminal the end of the game says how it was won.
        let is_told = style.is_at_terminal() && view.position.terminal_outcome().is_some();
        if is_told { String::new() } else { consequences(view) }
    }

    fn ending(&self, ending: &Ending, _seating: &Seating, _style: &Style) -> String {
        let why = match ending.reason {
            Reason::NoProgress => {
                let turns = self.max_idle_turns().unwrap_or_default();
                format!("Nothing has been captured or transformed for {turns} turns: the game is a draw.\n")
            }
            _ => ending_reason(ending, title),
        };
        match ending.outcome {
            Outcome::Draw => format!("\n{why}Nobody wins.\n"),
            Outcome::Win(winner) => format!("\n{why}Winner: {}.\n", player_name(winner)),
        }
    }

    fn study(&self) -> Study {
        let (file, game) =
            if self.rules().house() { (&HOUSE_LESSONS, "replica:8,house") } else { (&LESSONS, ID) };
        Study { lessons: &file.lessons, examples: &file.examples, ..Study::of(game) }
    }

    fn effects(&self, position: &ReplicaPosition<S>, mv: Move) -> Vec<&'static str> {
        effects(position, mv)
    }

    fn instructions(&self, style: &Style) -> Document {
        rules::instructions(Some(self.rules().size()), self.rules().house(), style)
    }
}
