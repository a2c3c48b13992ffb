//! The screen of Three Dragons, based on the original: boards, prompts and messages.
//!
//! | file | what |
//! | --- | --- |
//! | `board.rs` | drawings |
//! | `turn.rs` | the prompts of a turn |
//! | `menus.rs` | the menus before a game |
//! | `words.rs` | positions and moves in sentences |
//! | `lessons.toml` | the lessons, and the examples in the instructions |
//! | `rules.rs` | the instructions |

mod board;
mod menus;
mod rules;
#[cfg(test)]
mod tests;
mod turn;
mod words;

use crate::console::{BoardStyle, Document, Style};
use crate::games::three_dragons::{CAVES, Move, ThreeDragons, ThreeDragonsPosition, effects, player_name};
use crate::model::{Ending, Game as _, Outcome, Player, Position as _, Reason, Seating, View};
use crate::screens::lesson::{Lessons, StudyFile, read_lessons};
use crate::screens::shared::letters_on_board;
use crate::screens::{GameMenus, Screen, Study};
use crate::words::{GameWords as _, ending_reason};

use words::{captures, cave_state, describe_side, dragons, title, variant_name};

/// The lessons and examples of [`ThreeDragons::ALL`], in their order.
static LESSONS: [Lessons; 3] = [
    Lessons::new(|| lessons_of(ThreeDragons::Full)),
    Lessons::new(|| lessons_of(ThreeDragons::Custodial)),
    Lessons::new(|| lessons_of(ThreeDragons::Strength)),
];

/// Reads the lessons and examples that are possible. In a variant, the lesson about moves names it: the first has no room.
fn lessons_of(game: ThreeDragons) -> StudyFile {
    let is_possible = |effect: &str| match effect {
        "Strength" | "Choice" | "ChosenCustodial" | "ChosenStrength" => game.has_strength_captures(),
        "SideDragon" | "CentreDragon" => game.has_dragons(),
        _ => true,
    };
    let mut file = read_lessons(include_str!("lessons.toml"));
    file.lessons.retain(|lesson| lesson.wants.iter().all(|(wanted, _)| is_possible(wanted)));
    file.examples.retain(|example| example.effect.iter().all(|effect| is_possible(effect)));
    for lesson in file.lessons.iter_mut().filter(|lesson| lesson.id == "walk" && game != ThreeDragons::Full) {
        lesson.teaches += &format!(" This is the variant {}.", variant_name(game));
    }
    file
}

/// A window with fewer rows is low.
const LOW_ROWS: usize = 24;

impl Screen for ThreeDragons {
    fn menus(&self, _options: &str) -> Box<dyn GameMenus> {
        Box::new(menus::Menus { game: *self })
    }

    fn board(&self, view: &View<'_, ThreeDragonsPosition>, style: &Style) -> String {
        board::draw(*self, view, style)
    }

    fn who_is_who(&self, seating: &Seating, style: &Style) -> String {
        match seating.only_human() {
            None if style.board == BoardStyle::Words => {
                "Capture until your opponent has one piece left.".to_owned()
            }
            None => "White is W, Black is B. Capture until your opponent has one piece left.".to_owned(),
            Some(own) => format!(
                "You are {}{}. {} is the computer. Capture until it has one piece left.",
                title(own),
                letters_on_board(["W", "B"][own.index()], style),
                title(own.opponent())
            ),
        }
    }

    fn describe_position(&self, view: &View<'_, ThreeDragonsPosition>) -> String {
        let current = view.position;
        let sides: String = Player::BOTH.into_iter().map(|player| describe_side(current, player)).collect();
        let caves: Vec<String> = CAVES.iter().map(|cave| cave_state(current, cave.square)).collect();
        let last = self.last_move(view);
        let last = if last.is_empty() { last } else { format!("{}.\n", last.trim_end()) };
        format!("{sides}Caves: {}.\n{last}", caves.join("; "))
    }

    /// A low window, and the questions about a choice of captures, leave no row for an empty line.
    fn heading(&self, view: &View<'_, ThreeDragonsPosition>, _seating: &Seating, style: &Style) -> String {
        let position = view.position;
        let is_low = |rows| rows < LOW_ROWS || board::has_capture_choice(position);
        let is_crowded = style.rows.is_some_and(is_low);
        let gap = if is_crowded { "" } else { "\n" };
        let counts = Player::BOTH.map(|player| format!("{}-{}", player_name(player), position.count(player)));
        let mover = player_name(position.to_move());
        format!("{gap}Player: {mover}\nPlayer pieces: {}\n\n", counts.join(", "))
    }

    fn announce(&self, view: &View<'_, ThreeDragonsPosition>, style: &Style) -> String {
        let Some((before, mv, after)) = view.last_turn() else { return String::new() };
        // At a terminal the end of the game says what the winner took.
        let has_won = after.terminal_outcome() == Some(Outcome::Win(before.to_move()));
        let is_told = style.is_at_terminal() && !style.is_in_sentences() && has_won;
        let captures = if is_told { String::new() } else { captures(before, mv, after) };
        captures + &dragons(before, after)
    }

    fn ending(&self, ending: &Ending, _seating: &Seating, _style: &Style) -> String {
        let reason = match (&ending.reason, ending.loser()) {
            (Reason::Rules, Some(loser)) => {
                format!("{} is reduced to one piece or none.\n", title(loser))
            }
            (Reason::NoProgress, _) => {
                let turns = self.max_idle_turns().unwrap_or_default();
                format!("{turns} turns in a row without a capture or a dragon.\n")
            }
            _ => ending_reason(ending, title),
        };
        let verdict = match ending.outcome.winner() {
            None => "The game is a draw.".to_owned(),
            Some(winner) => format!("The winner is {}!", player_name(winner)),
        };
        format!("\nGame over! {reason}{verdict}\n")
    }

    fn study(&self) -> Study {
        let file = &LESSONS[*self as usize];
        Study { lessons: &file.lessons, examples: &file.examples, ..Study::of(self.name()) }
    }

    fn effects(&self, position: &ThreeDragonsPosition, mv: Move) -> Vec<&'static str> {
        effects(position, mv)
    }

    fn instructions(&self, style: &Style) -> Document {
        rules::instructions(*self, style)
    }
}
