//! What the user at a terminal can do while two computers play: skip a wait, pause the game, use commands.

use crate::console::{Dialog, Prompt, PromptExit};

/// Shown once, before the first wait between two computers' moves.
pub(super) const KEYS_HINT: &str = "(Press Enter to skip a wait, or any letter to pause and then use :speed, :hint, :undo and other commands.)";

/// The reply to `:pause` when the game is already paused.
pub(super) const ALREADY_PAUSED: &str = "(The game is paused until you press Enter.)";

/// Carries out commands until Enter is pressed.
///
/// # Errors
/// A command or the end of input left the prompt.
pub(super) fn ask(dialog: &mut Dialog<'_>) -> Result<(), PromptExit> {
    while !dialog.ask(&Prompt::new("Paused. Press Enter to continue. "))?.is_empty() {
        dialog.refuse(
            "Two computers are playing. Press Enter to continue, or type :help for a list of commands.",
        )?;
    }
    Ok(())
}
