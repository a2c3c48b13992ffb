//! What the user at a terminal can do while two computers play: skip a wait, pause the game, use commands.

use std::time::Duration;

use crate::console::{Console, Dialog, Prompt, PromptExit, Stop};
use crate::model::text::escape;

/// Shown once, before the first wait between two computers' moves.
pub(super) const KEYS_HINT: &str = "(Press Enter to skip a wait, or any letter to pause and then use :speed, :hint, :undo and other commands.)";

/// The reply to `:pause` when the game is already paused.
pub(super) const ALREADY_PAUSED: &str = "(The game is paused until you press Enter.)";

/// Carries out commands until Enter is pressed.
///
/// # Errors
/// A command or the end of input left the prompt.
pub(super) fn ask(dialog: &mut Dialog<'_>) -> Result<(), PromptExit> {
    while !dialog.ask(&Prompt::enter("Paused. Press Enter to continue. "))?.is_empty() {
        dialog.refuse(
            "Two computers are playing. Press Enter to continue, or type :help for a list of commands.",
        )?;
    }
    Ok(())
}

/// The `:speed` argument that waits for Enter.
const STEP: &str = "step";
/// The maximum delay between two moves, in seconds.
const MAX_WAIT_SECS: f64 = 3600.0;

/// Shows or sets the delay between the moves of two computers, with a note behind it.
pub(super) fn set_speed(console: &mut Console, argument: &str, note: &str) -> Result<(), Stop> {
    let seconds = argument.parse().ok().filter(|seconds| (0.0..=MAX_WAIT_SECS).contains(seconds));
    match (argument.to_lowercase().as_str(), seconds) {
        ("", _) => {}
        (STEP, _) if !console.is_at_terminal() => {
            return console.refuse(":speed step works only at a terminal, because it waits for Enter.");
        }
        (STEP, _) => console.settings_mut().delay = Duration::MAX,
        (_, Some(seconds)) => console.settings_mut().delay = Duration::from_secs_f64(seconds),
        (_, None) => {
            let shown = escape(argument.as_bytes());
            return console.refuse(&format!(
                ":speed takes a number of seconds from 0 to {MAX_WAIT_SECS} or \"{STEP}\", not \"{shown}\"."
            ));
        }
    }
    match console.settings().delay {
        Duration::MAX => console.say(&format!("The computers wait for Enter before each move.{note}")),
        delay => console.say(&format!("The computers wait {} s between moves.{note}", delay.as_secs_f64())),
    }
}
