//! What a person at a terminal may do while two computers play: end a wait, stop the game for a while, use the commands.

use crate::console::{Dialog, Prompt, PromptExit};

/// Said before the first move that nobody has to wait for.
pub(super) const KEYS_HINT: &str =
    "(Enter ends a wait; any letter stops the game, for :speed, :hint, :undo and the other commands.)";

/// What `:pause` says, as the game stands still already.
pub(super) const ALREADY_PAUSED: &str = "(The game stands still until Enter is pressed.)";

/// Carries out commands until Enter is pressed.
///
/// # Errors
/// A command or the end of input left the question.
pub(super) fn ask(dialog: &mut Dialog<'_>) -> Result<(), PromptExit> {
    while !dialog.ask(&Prompt::new("Stopped. Enter goes on: "))?.is_empty() {
        dialog.refuse("Two computers are playing. Enter goes on, :help lists the commands.")?;
    }
    Ok(())
}
