//! The commands of a game that show pages or ask something: help, rules, pause, leaving, overwriting.

use std::path::Path;

use super::table::topic_help;
use super::{GameCommander, has_turns, marks_help, terminal_help};
use crate::console::{
    Console, Dialog, Document, Exit, Menu, PromptExit, Stop, none_if_back, numbered, star_box_within,
};
use crate::model::text::escape;
use crate::screens::Screen as _;
use crate::store::{Disk, FileError, files};

impl GameCommander<'_> {
    pub(super) fn help(&mut self, console: &mut Console, topic: &str) -> Result<(), PromptExit> {
        let text = match topic {
            "" => self.help_text(console.is_at_terminal()) + &marks_help(console) + &terminal_help(console),
            _ => topic_help(topic),
        };
        Dialog::aside(console, self).show(&Document::list(text))
    }

    /// Whether the game can be left. Asks only if it is in progress.
    pub(super) fn confirm_leave(
        &mut self,
        console: &mut Console,
        question: &str,
    ) -> Result<bool, PromptExit> {
        let is_lost = has_turns(self.history) && self.result().is_none();
        Ok(!is_lost || Dialog::aside(console, self).confirm(question)?)
    }

    /// Shows the pause menu. Returns when the player resumes. At a terminal "exit game" leads to the menu of
    /// the game; through a pipe it ends the program, like the original.
    pub(super) fn pause(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        let columns = console.style().width;
        let options = numbered(&["RESUME", "INSTRUCTIONS", "EXIT GAME"]);
        let text = star_box_within("PAUSE", &options, columns);
        let error = star_box_within("YOU MUST CHOOSE ONE\nOF THE OPTIONS", "", columns);
        let menu =
            Menu { text: &text, prompt: "Choose an option! ", options: 3, error: &error, default: Some(1) };
        loop {
            console.cover_board();
            match none_if_back(Dialog::aside(console, self).choose(&menu))? {
                None | Some(1) => return Ok(()),
                Some(2) => self.show_rules(console)?,
                Some(_) => return Err(console.style().wording(Stop::Quit.into(), Exit::Menu).into()),
            }
        }
    }

    pub(super) fn show_rules(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        let rules = self.game.instructions(&console.style());
        Dialog::aside(console, self).show(&rules)
    }

    /// Saves the game with `write` and reports the result.
    pub(super) fn save(
        &mut self,
        console: &mut Console,
        file: &str,
        write: fn(&Disk, &Path, &str) -> Result<(), FileError>,
    ) -> Result<(), PromptExit> {
        let record = (self.record)().to_string();
        let disk = self.files.disk();
        save(&mut Dialog::aside(console, self), disk, file, &record, write)
    }
}

/// Writes `record` with `write` to the file on `disk` that the player names, and reports the result. At a terminal it
/// asks before it replaces a file.
///
/// # Errors
/// Fails if a command or the end of input ends the question, or if the output cannot be written.
pub fn save(
    dialog: &mut Dialog<'_>,
    disk: &Disk,
    file: &str,
    record: &str,
    write: fn(&Disk, &Path, &str) -> Result<(), FileError>,
) -> Result<(), PromptExit> {
    let path = &files::expand_tilde(file);
    let refusal = match write(disk, path, record) {
        Ok(()) => return dialog.say(&format!("Saved to {}.", escape(file.as_bytes()))),
        Err(FileError::Exists { .. }) if path.exists() && dialog.is_at_terminal() => {
            return match dialog.confirm("The file already exists. Overwrite it?")? {
                true => save(dialog, disk, file, record, Disk::overwrite),
                false => dialog.say("(Not saved.)"),
            };
        }
        Err(error @ FileError::Exists { .. }) if path.exists() => {
            format!("Not saved. {error} (:save! overwrites it)")
        }
        Err(error) => format!("Not saved. {error}"),
    };
    Ok(dialog.console_mut().refuse(&refusal)?)
}
