//! The menu after a game at a terminal: review, take back, save or play again.

use crate::console::{Dialog, Prompt, PromptExit, Style, flow_items, none_if_back};
use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{Ending, Game as _, Player};
use crate::words::capitalised;

/// What the player wants to do after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterGameAction {
    /// Play again with the same players.
    Rematch,
    /// Play again with the sides swapped.
    RematchSwapped,
    /// Open the game's menus.
    Menus,
    /// Leave the program.
    Leave,
}

/// The options, which have the same numbers after every game.
const OPTIONS: [&str; 7] = [
    "1 - Play again",
    "2 - Play again, sides swapped",
    "3 - Take back the last turn",
    "4 - Review the game",
    "5 - Save the game",
    "6 - Game menu",
    "7 - Quit",
];
/// The options after a game between two computers: the sides are swapped then, and there are no menus.
const REMOTE_OPTIONS: [usize; 4] = [2, 4, 5, 7];
/// The gap between options. They share lines, so that the final board stays on the screen.
const GAP: &str = "   ";

/// Returns the rows of the menu and its prompt.
pub fn menu_rows(style: &Style) -> usize {
    flow_items(&OPTIONS, GAP, style.width).lines().count() + 2
}

/// Asks what to do after a game, which may be one between two computers. Reviewing and saving return to the menu. What was
/// typed before, or looks like a turn, is no answer. Without a terminal, reads commands until the input ends.
///
/// # Errors
/// News, a command such as taking back the last turn, or the end of input left the menu.
pub fn ask(dialog: &mut Dialog<'_>, is_remote: bool) -> Result<AfterGameAction, PromptExit> {
    while !dialog.is_at_terminal() {
        dialog.ask(&Prompt::default())?;
        dialog.refuse(
            "The game is over. (:position, :board, :undo, :new and :save still work, :quit leaves)",
        )?;
    }
    dialog.take_only_new_answers();
    let style = dialog.style();
    let offered = |number: &usize| !is_remote || REMOTE_OPTIONS.contains(number);
    let numbers: Vec<usize> = (1..=OPTIONS.len()).filter(offered).collect();
    let options: Vec<&str> = numbers.iter().map(|number| OPTIONS[number - 1]).collect();
    let options = flow_items(&options, GAP, if style.by_ear { Some(0) } else { style.width });
    let text = format!("What now?\n{options}");
    let prompt = Prompt {
        default: numbers.first().map(ToString::to_string),
        ..Prompt::with_answers("Choose an option: ", numbers.iter().map(ToString::to_string))
            .heard_as("", "its number")
    };
    let is_option = |number: &usize, answer: &str| {
        let option = format!("{number} - {answer}");
        answer == number.to_string() || OPTIONS[number - 1].eq_ignore_ascii_case(&option)
    };
    let read = |answer: &str| {
        let chosen = numbers.iter().copied().find(|number| is_option(number, answer));
        chosen.ok_or_else(|| prompt.options())
    };
    loop {
        dialog.say_menu(&text)?;
        match none_if_back(dialog.ask_for(&prompt, read))? {
            Some(1) => return Ok(AfterGameAction::Rematch),
            Some(2) => return Ok(AfterGameAction::RematchSwapped),
            Some(3) => dialog.command(":undo")?,
            Some(4) => {
                dialog.command(":review")?;
                dialog.show_covered_board()?;
            }
            Some(5) => save(dialog)?,
            Some(7) => return Ok(AfterGameAction::Leave),
            _ if is_remote => {}
            _ => return Ok(AfterGameAction::Menus),
        }
    }
}

/// Says who won and on which turn. `own` is the player here.
pub fn result_in_words(referee: &Referee<AnyGame>, own: Option<Player>) -> String {
    let turn = referee.history().plies();
    if turn == 0 {
        return "The game ended before the first turn.".to_owned();
    }
    let ending = referee.ending();
    let result = match (ending.as_ref().and_then(|ending| ending.outcome().winner()), own) {
        (None, _) => "Drawn".to_owned(),
        (Some(winner), Some(own)) => if winner == own { "You won" } else { "You lost" }.to_owned(),
        (Some(winner), None) => format!("{} won", capitalised(referee.game().player_name(winner))),
    };
    let is_on_board = matches!(ending, Some(Ending::Rules(_) | Ending::NoMoves(_) | Ending::NoProgress));
    format!("{result} {} turn {turn}.", if is_on_board { "on" } else { "after" })
}

fn save(dialog: &mut Dialog<'_>) -> Result<(), PromptExit> {
    let file = none_if_back(dialog.ask(&Prompt::free_text("Save to which file? ")))?.unwrap_or_default();
    if file.is_empty() { dialog.say("(Not saved.)") } else { dialog.command(&format!(":save {file}")) }
}
