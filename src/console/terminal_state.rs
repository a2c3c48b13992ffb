//! The modes of the terminal, to be restored at the end.

#[cfg(unix)]
use std::io;

/// A saved state of the terminal, which is restored when this value is dropped.
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
