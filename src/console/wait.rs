//! The wait between the moves of two computers.

use std::time::Duration;

use super::{Console, Stop};
use crate::model::Stopwatch;

/// How a wait between the moves of two computers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitEnd {
    /// The time was over, or the player pressed Enter.
    Over,
    /// The player pressed a key, which pauses the game.
    Key,
    /// The player pressed Ctrl-C.
    CtrlC,
}

impl Console {
    /// Waits for the delay between the moves of two computers. At a terminal Enter ends the wait, and a key or
    /// Ctrl-C pauses the game. That key is dropped unless it is a colon, which begins a command.
    ///
    /// # Errors
    /// Fails if the wait was interrupted or the output cannot be written.
    pub fn pause(&mut self) -> Result<WaitEnd, Stop> {
        self.flush()?;
        let clock = self.clock();
        let keyboard = self.is_at_terminal().then(|| self.host.keyboard(false));
        let watch = Stopwatch::start(clock.as_ref());
        while let Some(left) = self.settings.delay.checked_sub(watch.elapsed()).filter(|left| !left.is_zero())
        {
            self.read_typed_keys(keyboard.as_deref());
            if self.type_ahead.has_text()
                || self.type_ahead.enter_pressed
                || self.signals.interrupt.is_raised()
            {
                break;
            }
            self.host.sleep(left.min(Duration::from_millis(20)));
        }
        self.read_typed_keys(keyboard.as_deref());
        drop(keyboard);
        self.type_ahead.enter_pressed = false;
        let has_text = self.type_ahead.has_text();
        self.type_ahead.drop_single_letter();
        Ok(match self.is_interrupted()? {
            true => WaitEnd::CtrlC,
            false if has_text => WaitEnd::Key,
            false => WaitEnd::Over,
        })
    }
}
