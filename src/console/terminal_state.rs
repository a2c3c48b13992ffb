//! The modes of the terminal, to be restored at the end.

#[cfg(unix)]
use std::io;

/// A saved state of the terminal, which is restored when this value is dropped.
#[derive(Debug)]
pub struct TerminalState {
    #[cfg(unix)]
    modes: Option<rustix::termios::Termios>,
}

impl TerminalState {
    /// Saves the current state, if there is a terminal.
    pub fn save() -> Self {
        TerminalState {
            #[cfg(unix)]
            modes: rustix::termios::tcgetattr(io::stdin()).ok(),
        }
    }

    /// Turns off echo and line buffering, if there is a terminal with a state. Returns whether there is.
    pub(super) fn silence(&self) -> bool {
        #[cfg(unix)]
        if let Some(mut modes) = self.modes.clone() {
            use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcsetattr};
            modes.local_modes.remove(LocalModes::ECHO | LocalModes::ICANON);
            // An interrupt keeps what was typed before it.
            modes.local_modes.insert(LocalModes::NOFLSH);
            // Reads return what is available without waiting.
            modes.special_codes[SpecialCodeIndex::VMIN] = 0;
            modes.special_codes[SpecialCodeIndex::VTIME] = 0;
            // If the terminal refuses, keys are echoed.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &modes);
            return true;
        }
        false
    }

    /// Restores this state. Failures are ignored: nothing could report them.
    pub(super) fn restore(&self) {
        #[cfg(unix)]
        if let Some(modes) = &self.modes {
            let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, modes);
        }
    }
}

impl Drop for TerminalState {
    fn drop(&mut self) {
        self.restore();
    }
}
