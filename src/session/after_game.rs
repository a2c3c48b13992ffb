//! The menu after a game at a terminal: a game that is over can still be looked at, taken back, saved and played again.

use crate::console::{Dialog, Menu, Prompt, PromptExit, flow_items, none_if_back};

/// What follows a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterGameAction {
    /// The same players again.
    Rematch,
    /// The same players, each on the other side.
    RematchSwapped,
    /// The menus of the game.
    Menus,
    /// Nothing more.
    Leave,
}

const OPTIONS: [&str; 7] = [
    "1 - Again",
    "2 - Again with sides changed",
    "3 - Take back the last turn",
    "4 - Review the game",
    "5 - Save the game",
    "6 - The menu",
    "7 - Leave",
];
/// Between two of them on a line: the board that ended the game stays on the screen.
const GAP: &str = "   ";

/// Asks until there is something else to do than to look at the game that is over, which took so many turns.
///
/// # Errors
/// A command or the end of input left the menu; taking the last turn back is one.
pub fn ask(dialog: &mut Dialog<'_>, turns: usize) -> Result<AfterGameAction, PromptExit> {
    let unit = if turns == 1 { "turn" } else { "turns" };
    let options = flow_items(&OPTIONS, GAP, dialog.style().width);
    let text = format!("The game took {turns} {unit}. What now?\n{options}");
    let menu = Menu {
        text: &text,
        prompt: "Choose an option: ",
        options: OPTIONS.len(),
        error: "Type a number from 1 to 7. (:position, :board, :undo, :new and :save work on this game too.)",
    };
    loop {
        match none_if_back(dialog.choose(&menu))?.unwrap_or(6) {
            1 => return Ok(AfterGameAction::Rematch),
            2 => return Ok(AfterGameAction::RematchSwapped),
            3 => dialog.command(":undo")?,
            4 => dialog.command(":review")?,
            5 => save(dialog)?,
            6 => return Ok(AfterGameAction::Menus),
            _ => return Ok(AfterGameAction::Leave),
        }
    }
}

/// Reads on where there is no terminal and a script wants to: commands about the game that is over.
///
/// # Errors
/// A command or the end of input left the question.
pub fn refuse_until_quit(dialog: &mut Dialog<'_>) -> Result<AfterGameAction, PromptExit> {
    loop {
        dialog.ask(&Prompt::default())?;
        dialog.refuse(
            "The game is over. (:position, :board, :undo, :new and :save work on it, :quit leaves)",
        )?;
    }
}

fn save(dialog: &mut Dialog<'_>) -> Result<(), PromptExit> {
    let file = none_if_back(dialog.ask(&Prompt::new("Save in which file? ")))?.unwrap_or_default();
    if file.is_empty() { dialog.say("(Not saved.)") } else { dialog.command(&format!(":save {file}")) }
}
