//! Signal handling on each platform.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use signal_hook::consts::SIGINT;
use signal_hook::{flag, low_level};

#[cfg(unix)]
pub(super) use platform::send_suspend;
pub(super) use platform::{SUSPEND, TERMINAL_SIGNALS, TERMINATION_SIGNALS, on_signal, suspend_process};

/// The signal of Ctrl-C.
pub(super) const INTERRUPT: u8 = SIGINT as u8;

/// The signal of a terminal that was closed.
pub(super) const HANGUP: u8 = 1;

/// Returns whether an error means that the terminal was closed.
pub(super) fn is_hangup(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        super::streams::system_error(error).raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error())
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

/// Returns the signals that ask a program to exit, without those that were ignored when it was started, as by `nohup`
/// or in the background of a script: they stay ignored.
pub(super) fn heeded() -> impl Iterator<Item = i32> {
    TERMINATION_SIGNALS.iter().copied().filter(|number| !is_ignored(*number))
}

/// Returns whether a signal is ignored. Only Linux says so.
fn is_ignored(number: i32) -> bool {
    let status = if cfg!(target_os = "linux") { fs::read_to_string("/proc/self/status").ok() } else { None };
    let mask = status.as_deref().unwrap_or_default().lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    ignored >> (number - 1) & 1 == 1
}

/// Installs handlers: a termination signal ends the program at once if `is_asked` is set.
///
/// # Errors
/// Fails if the handlers cannot be installed.
pub(super) fn exit_on_second_signal(is_asked: &Arc<AtomicBool>) -> io::Result<()> {
    for signal in heeded() {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(is_asked))?;
    }
    Ok(())
}

/// Ends the program at once with the exit code of signal `number`. Nothing is written or flushed.
pub(super) fn exit_now(number: u8) -> ! {
    low_level::exit(128 + i32::from(number))
}

#[cfg(unix)]
mod platform {
    use super::{io, thread};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::{iterator, low_level};

    /// The signals that ask a program to exit.
    pub const TERMINATION_SIGNALS: &[i32] = &[SIGINT, SIGTERM, SIGHUP];
    /// The other signals that a terminal sends.
    pub const TERMINAL_SIGNALS: &[i32] = &[SIGQUIT, SIGTSTP];
    /// The signal of Ctrl-Z.
    pub const SUSPEND: u8 = SIGTSTP as u8;

    /// Calls `act` with the number of each of these signals that arrives, on a separate thread.
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

    /// Sends the signal of Ctrl-Z to the programs that were started together, this one among them.
    pub fn send_suspend() {
        // If that fails, Ctrl-Z does nothing.
        let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
    }

    /// Stops the program as Ctrl-Z does by default. If that fails, the program continues.
    pub fn suspend_process() {
        let _ = low_level::emulate_default_handler(SIGTSTP);
    }
}

/// Other platforms have only two of these signals and cannot wait for them, so a thread polls.
#[cfg(not(unix))]
mod platform {
    use super::{Arc, AtomicBool, flag, io, thread};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    /// The signals that ask a program to exit.
    pub const TERMINATION_SIGNALS: &[i32] = &[SIGINT, SIGTERM];
    /// The other signals that a terminal sends.
    pub const TERMINAL_SIGNALS: &[i32] = &[];
    /// No signal: Ctrl-Z does not suspend.
    pub const SUSPEND: u8 = u8::MAX;
    /// The polling interval, too short to notice.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);

    /// Calls `act` with the number of each of these signals that arrives, on a separate thread.
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

    /// Does nothing: programs cannot be suspended here.
    pub fn suspend_process() {}
}
