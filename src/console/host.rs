//! The machine that a conversation runs on.

use std::fmt::Debug;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::Console;
use super::keyboard::NoEchoKeyboard;
use crate::model::{Clock, SystemClock};

/// What a conversation needs from the machine besides input, output and files: time, and the terminal's window
/// and keys. [`SystemHost`] is the real one; tests simulate others.
pub trait Host: Clock {
    /// Returns the columns and rows of the terminal, if they are known.
    fn terminal_size(&self) -> Option<(usize, usize)>;

    /// Turns off the terminal's echo and line buffering for the lifetime of the returned value. The interrupt
    /// key still works. If `leave_pending_lines`, lines that are already waiting are left for the editor.
    fn keyboard(&self, leave_pending_lines: bool) -> Box<dyn Keyboard>;

    /// Waits for `time`.
    fn sleep(&self, time: Duration);

    /// Runs `work` once. Meanwhile another thread calls `tick` when the time `first` has passed, and then again
    /// after each `interval`. Without another thread there are no ticks.
    fn with_ticks(
        &self,
        first: Duration,
        interval: Duration,
        work: &mut dyn FnMut(),
        tick: &mut (dyn FnMut() + Send),
    );
}

/// The keys that are typed while no question is open. Dropping it restores the terminal.
pub trait Keyboard: Debug {
    /// Returns the bytes of the keys typed since the last call, without waiting.
    fn read_available(&self) -> Vec<u8>;
}

/// The machine that the program runs on.
#[derive(Debug, Default)]
pub struct SystemHost(SystemClock);

impl SystemHost {
    /// Returns the machine, with a clock that counts from now.
    pub fn new() -> Self {
        SystemHost::default()
    }
}

impl Clock for SystemHost {
    fn now(&self) -> Duration {
        self.0.now()
    }
}

impl Host for SystemHost {
    fn terminal_size(&self) -> Option<(usize, usize)> {
        terminal_size()
    }

    fn keyboard(&self, leave_pending_lines: bool) -> Box<dyn Keyboard> {
        Box::new(NoEchoKeyboard::start(leave_pending_lines))
    }

    fn sleep(&self, time: Duration) {
        thread::sleep(time);
    }

    fn with_ticks(
        &self,
        first: Duration,
        interval: Duration,
        work: &mut dyn FnMut(),
        tick: &mut (dyn FnMut() + Send),
    ) {
        thread::scope(|scope| {
            let (working, end) = channel::<()>();
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                let mut wait = first;
                while end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    wait = interval;
                    tick();
                }
            });
            work();
            drop(working);
        });
    }
}

impl Console {
    /// Returns the current columns and rows of the window; `None` if unlimited.
    pub(super) fn window_size(&self) -> (Option<usize>, Option<usize>) {
        self.settings.window.size(|| self.host.terminal_size())
    }

    /// Returns the current number of columns; `None` if unlimited.
    pub(super) fn columns(&self) -> Option<usize> {
        self.window_size().0
    }
}

/// Returns the columns and rows of the terminal. A size of zero means unknown.
pub(super) fn terminal_size() -> Option<(usize, usize)> {
    let (columns, rows) = terminal_size::terminal_size()?;
    Some((usize::from(columns.0), usize::from(rows.0))).filter(|(columns, rows)| *columns > 0 && *rows > 0)
}
