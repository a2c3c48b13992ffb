//! The menu after a game at a terminal: review, take back, save or play again.

use crate::console::{Dialog, Menu, Prompt, PromptExit, Style, in_columns, none_if_back, width};
use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{Game as _, Player, Position as _, Reason, Seating};
use crate::words::{capitalised, counted};

/// What the player wants to do after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterGameAction {
    /// Return to the lessons, which this game ended.
    Lessons,
    /// Play again with the same players.
    Rematch,
    /// Play again with the sides swapped.
    RematchSwapped,
    /// Open the game's menus.
    Menus,
    /// Leave the program.
    Leave,
}

/// What an option does.
#[derive(Clone, Copy)]
enum Chosen {
    /// Ends the menu with this action.
    Action(AfterGameAction),
    /// Runs this command, and then asks again.
    Command(&'static str),
    /// Asks for a file and saves the game.
    Save,
}

/// The gap between columns of options. They share lines, so that the final board stays on the screen.
const GAP: &str = "   ";

/// Returns the options with their names, in as few lines as fit, numbered down each column.
fn options_text(names: &[&str], columns: Option<usize>) -> String {
    let numbered: Vec<String> = (1..).zip(names).map(|(number, name)| format!("{number} - {name}")).collect();
    let in_lines = |count: usize| {
        let row = |row: usize| numbered[row..].iter().step_by(count).cloned().collect();
        in_columns(&(0..count).map(row).collect::<Vec<_>>(), usize::MAX, GAP)
    };
    let fits = |text: &String| columns.is_none_or(|columns| width(text) <= columns);
    (1..=numbered.len().div_ceil(2)).map(in_lines).find(fits).unwrap_or_else(|| in_lines(numbered.len()))
}

/// Returns the options after the game of `referee`, which may have been the last of `lessons`. After a game between two
/// computers the sides are swapped, and there are no menus.
fn offered(
    referee: &Referee<AnyGame>,
    seating: &Seating,
    lessons: usize,
    is_remote: bool,
) -> Vec<(&'static str, Chosen)> {
    use AfterGameAction::{Leave, Lessons, Menus, Rematch, RematchSwapped};
    let has_turns = referee.history().plies() > 0;
    let mut movers = referee.history().turns().map(|(before, ..)| before.to_move());
    let can_take_back = movers.any(|mover| seating.is_human(mover) || seating.is_bots_only());
    let has_resigned = referee.ending().is_some_and(|ending| ending.reason == Reason::Resigned);
    let take_back = if has_resigned { "Play on" } else { "Take back a turn" };
    let swapped = if is_remote { "Play again (sides swapped)" } else { "Swap sides" };
    let options = [
        ("Lessons", Chosen::Action(Lessons), lessons > 0),
        ("Play again", Chosen::Action(Rematch), !is_remote),
        (swapped, Chosen::Action(RematchSwapped), true),
        (take_back, Chosen::Command(":undo"), !is_remote && (can_take_back || has_resigned)),
        ("Review the game", Chosen::Command(":review"), has_turns),
        ("Save the game", Chosen::Save, true),
        ("Game menu", Chosen::Action(Menus), !is_remote),
        ("Quit", Chosen::Action(Leave), true),
    ];
    let offered = options.into_iter().filter(|(.., is_offered)| *is_offered);
    offered.map(|(name, chosen, _)| (name, chosen)).collect()
}

/// Returns the rows of the menu and its prompt.
pub fn menu_rows(referee: &Referee<AnyGame>, seating: &Seating, lessons: usize, style: &Style) -> usize {
    let names: Vec<&str> = offered(referee, seating, lessons, false).iter().map(|(name, _)| *name).collect();
    options_text(&names, style.width).lines().count() + 2
}

/// Asks what to do after a game, which may have been the last of `lessons`, or one with another computer, whose player may
/// still be `elsewhere`. Reviewing and saving return to the menu. What was typed before, or looks like a turn, is no
/// answer. Without a terminal, reads commands until the input ends.
///
/// # Errors
/// News, a command such as taking back the last turn, or the end of input left the menu.
pub fn ask(
    dialog: &mut Dialog<'_>,
    referee: &Referee<AnyGame>,
    seating: &Seating,
    lessons: usize,
    elsewhere: Option<bool>,
) -> Result<AfterGameAction, PromptExit> {
    while !dialog.is_at_terminal() {
        dialog.ask(&Prompt::default())?;
        let commands = match elsewhere {
            None => ":position, :board, :undo, :new and :save still work",
            Some(_) => ":again asks for another, :position, :board and :save still work",
        };
        dialog.refuse(format!("The game is over. ({commands}, :quit leaves)"))?;
    }
    dialog.take_only_new_answers();
    let style = dialog.style();
    let done = if lessons > 0 { format!("Lesson {lessons} of {lessons} complete. ") } else { String::new() };
    let offered = offered(referee, seating, lessons, elsewhere.is_some());
    let names: Vec<&str> = offered.iter().map(|(name, _)| *name).collect();
    let options = options_text(&names, if style.by_ear { Some(0) } else { style.width });
    // The other player has left, so there is no other game.
    let default = Some(if elsewhere == Some(false) { 2 } else { 1 });
    let menu = Menu {
        text: &format!("{done}What now?\n{options}"),
        prompt: "Choose an option: ",
        options: offered.len(),
        error: "",
        default,
    };
    loop {
        let chosen = none_if_back(dialog.choose(&menu))?;
        match chosen.map(|number| offered[number - 1].1) {
            Some(Chosen::Action(action)) => return Ok(action),
            Some(Chosen::Command(command)) => {
                dialog.command(command)?;
                dialog.show_covered_board()?;
            }
            Some(Chosen::Save) => save(dialog)?,
            None if elsewhere.is_some() => {}
            None => return Ok(AfterGameAction::Menus),
        }
    }
}

/// Says who won and on which turn. `own` is the player here; a name of the winner in `seating` stands before the side.
pub fn result_in_words(referee: &Referee<AnyGame>, seating: &Seating, own: Option<Player>) -> String {
    let turn = referee.history().plies();
    if turn == 0 {
        return "The game ended before the first turn.".to_owned();
    }
    let ending = referee.ending();
    let result = match (ending.as_ref().and_then(|ending| ending.outcome.winner()), own) {
        (None, _) => "Drawn".to_owned(),
        (Some(winner), Some(own)) => if winner == own { "You won" } else { "You lost" }.to_owned(),
        (Some(winner), None) => {
            let side = referee.game().player_name(winner);
            match seating.name(winner) {
                Some(name) => format!("{name} ({side}) won"),
                None => format!("{} won", capitalised(side)),
            }
        }
    };
    let is_on_board =
        ending.is_some_and(|ending| ending.is_by_rules() || ending.reason == Reason::NoProgress);
    // Some games number their turns from the usual start.
    if *referee.history().start() != referee.game().start() {
        return format!("{result} after {}.", counted(turn, "turn"));
    }
    format!("{result} {} turn {turn}.", if is_on_board { "on" } else { "after" })
}

fn save(dialog: &mut Dialog<'_>) -> Result<(), PromptExit> {
    let file = none_if_back(dialog.ask(&Prompt::new_file()))?.unwrap_or_default();
    if file.is_empty() { dialog.say("(Not saved.)") } else { dialog.command(&format!(":save {file}")) }
}
