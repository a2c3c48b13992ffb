//! The signals of the system, and what of them there is on which platform.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use signal_hook::consts::SIGINT;
use signal_hook::flag;

pub(super) use platform::{SUSPEND, TERMINAL_SIGNALS, TERMINATION_SIGNALS, on_signal, suspend_process};

/// The signal of Ctrl-C.
pub(super) const INTERRUPT: u8 = SIGINT as u8;

/// From now on the first of the signals that end programs raises `is_asked`, and the second ends the program at once.
///
/// # Errors
/// The system refuses to handle signals.
pub(super) fn exit_on_second_signal(is_asked: &Arc<AtomicBool>) -> io::Result<()> {
    for signal in TERMINATION_SIGNALS {
        // Registered first, so that it finds what the signals before have armed.
        flag::register_conditional_shutdown(*signal, 128 + signal, Arc::clone(is_asked))?;
        flag::register(*signal, Arc::clone(is_asked))?;
    }
    Ok(())
}

#[cfg(unix)]
mod platform {
    use super::{io, thread};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::{iterator, low_level};

    /// What asks a program to end.
    pub const TERMINATION_SIGNALS: &[i32] = &[SIGINT, SIGTERM, SIGHUP];
    /// What a terminal sends beside it.
    pub const TERMINAL_SIGNALS: &[i32] = &[SIGQUIT, SIGTSTP];
    /// The signal of Ctrl-Z.
    pub const SUSPEND: u8 = SIGTSTP as u8;

    /// Calls `act` with the number of each of these signals that comes, on a thread of its own.
    pub fn on_signal(
        numbers: impl IntoIterator<Item = i32>,
        act: impl FnMut(u8) + Send + 'static,
    ) -> io::Result<()> {
        let mut signals = iterator::Signals::new(numbers)?;
        thread::Builder::new().spawn(move || {
            signals.forever().filter_map(|number| u8::try_from(number).ok()).for_each(act);
        })?;
        Ok(())
    }

    /// Stops the program as a program without a handler is stopped by Ctrl-Z. Where that is refused the program goes on.
    pub fn suspend_process() {
        let _ = low_level::emulate_default_handler(SIGTSTP);
    }
}

/// Elsewhere there are two of these signals, and no wait for one: a thread looks for them.
#[cfg(not(unix))]
mod platform {
    use super::{Arc, AtomicBool, flag, io, thread};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    /// What asks a program to end.
    pub const TERMINATION_SIGNALS: &[i32] = &[SIGINT, SIGTERM];
    /// What a terminal sends beside it.
    pub const TERMINAL_SIGNALS: &[i32] = &[];
    /// The signal of Ctrl-Z: there is none.
    pub const SUSPEND: u8 = u8::MAX;
    /// The time from one look to the next: a person does not notice it.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);

    /// Calls `act` with the number of each of these signals that comes, on a thread of its own.
    pub fn on_signal(
        numbers: impl IntoIterator<Item = i32>,
        mut act: impl FnMut(u8) + Send + 'static,
    ) -> io::Result<()> {
        let mut flags = Vec::new();
        for number in numbers {
            let flag = Arc::new(AtomicBool::new(false));
            flag::register(number, Arc::clone(&flag))?;
            flags.extend(u8::try_from(number).map(|number| (number, flag)));
        }
        thread::Builder::new().spawn(move || {
            loop {
                let come = flags.iter().filter(|(_, flag)| flag.swap(false, Ordering::Relaxed));
                come.for_each(|(number, _)| act(*number));
                thread::sleep(POLL_INTERVAL);
            }
        })?;
        Ok(())
    }

    /// A program is not stopped by a key here.
    pub fn suspend_process() {}
}
