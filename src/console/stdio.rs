//! The real terminal or pipe: standard input and output, signals, environment variables.

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::{self, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::lines::write_json_line;
use crate::store::FileError;

use super::blocked::{Watched, wait_until_blocked};
use super::editor::{EditedLine, can_edit};
use super::host::{self, SystemHost};
use super::recent::RecentOutput;
use super::signals::{self, INTERRUPT, SUSPEND, TERMINAL_SIGNALS, TERMINATION_SIGNALS};
use super::streams::{BestEffort, Stream, wait_until_output_is_closed};
use super::{ColorDepth, Console, Echo, Input, Paint, Palette, Settings, Signals, Waker, Window, wrap};

pub use super::terminal_state::TerminalState;
pub use clap::ColorChoice;

/// Returns whether to use colours. The choice comes first, then the environment, then whether output is a terminal that
/// supports colours.
fn uses_colours(choice: ColorChoice, variable: impl Fn(&str) -> Option<String>, terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => color_from_env(&variable)
            .map_or_else(|| terminal && can_edit(variable("TERM").as_deref()), |(_, is_on)| is_on),
    }
}

/// Returns the environment variable that decides about colours, and its decision. `NO_COLOR` takes precedence
/// over `CLICOLOR_FORCE`, and that over `CLICOLOR`.
pub fn color_from_env(variable: impl Fn(&str) -> Option<String>) -> Option<(&'static str, bool)> {
    let set = |name: &str, accepted: fn(&str) -> bool| variable(name).is_some_and(|value| accepted(&value));
    [
        ("NO_COLOR", false, (|value| !value.is_empty()) as fn(&str) -> bool),
        ("CLICOLOR_FORCE", true, |value| !matches!(value, "" | "0")),
        ("CLICOLOR", false, |value| value == "0"),
    ]
    .into_iter()
    .find_map(|(name, is_on, accepted)| set(name, accepted).then_some((name, is_on)))
}

/// Returns the colours of `palette` for standard output, or plain text if `choice` or the environment
/// disables colours.
pub fn paint(choice: ColorChoice, palette: Palette) -> Paint {
    let variable = |name: &str| env::var(name).ok();
    match uses_colours(choice, variable, io::stdout().is_terminal()) {
        true => Paint::new(palette, ColorDepth::from_env(variable)),
        false => Paint::PLAIN,
    }
}

/// Whether the person at the terminal of this process listens. A process has one terminal.
static SCREEN_READER: AtomicBool = AtomicBool::new(false);

/// Notes that the person at the terminal listens: from now on no line is redrawn.
pub fn use_screen_reader() {
    SCREEN_READER.store(true, Ordering::Relaxed);
}

/// Returns whether the person at the terminal listens.
pub fn is_screen_reader() -> bool {
    SCREEN_READER.load(Ordering::Relaxed)
}

/// Returns whether the terminal of this process understands sequences for drawing.
pub(super) fn can_redraw() -> bool {
    can_edit(env::var("TERM").ok().as_deref())
}

/// Returns whether `stream` is a terminal that shows only ASCII, because the locale names another encoding than UTF-8.
pub fn is_ascii_terminal(stream: &impl IsTerminal) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| env::var(name).unwrap_or_default());
    stream.is_terminal() && !shows_unicode(names.iter().find(|name| !name.is_empty()))
}

/// Returns whether a locale uses UTF-8. Without one, nothing is known, and nearly all terminals do.
fn shows_unicode(locale: Option<&String>) -> bool {
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Returns standard output, buffered.
pub fn stdout() -> Box<dyn Write + Send> {
    Box::new(BufWriter::with_capacity(1 << 16, Stream("standard output", io::stdout())))
}

/// Returns standard error, buffered. Write errors are ignored: there is nowhere left to report them.
fn stderr() -> Box<dyn Write + Send> {
    Box::new(BufWriter::with_capacity(1 << 16, BestEffort(Stream("standard error", io::stderr()))))
}

/// Checks that standard output is not redirected to the file at `path`, which something else is written to.
///
/// # Errors
/// It is.
pub fn check_not_stdout(path: &Path) -> Result<(), FileError> {
    match fs::metadata(path) {
        Ok(file) if file.is_file() && is_stdout(&file) => {
            Err(FileError::io(path)(io::Error::other("standard output goes into this file")))
        }
        _ => Ok(()),
    }
}

/// Returns whether standard output is redirected to this file.
fn is_stdout(file: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::{fd::AsFd, unix::fs::MetadataExt};
        let output =
            io::stdout().as_fd().try_clone_to_owned().and_then(|output| fs::File::from(output).metadata());
        let place = |data: &fs::Metadata| (data.dev(), data.ino());
        output.is_ok_and(|output| place(&output) == place(file))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// Writes a line to standard error, wrapped if it is a terminal. Write errors are ignored: there is nowhere
/// left to report them.
pub fn eprint_line(line: impl Display) {
    let columns = terminal_size::terminal_size_of(io::stderr()).map(|(columns, _)| usize::from(columns.0));
    let text = wrap(&line.to_string(), columns.filter(|columns| *columns > 0));
    let _ = writeln!(Stream("standard error", io::stderr()), "{text}");
}

/// Writes an object to standard error as a line of JSON. Write errors are ignored.
pub fn eprint_json(value: &impl Serialize) {
    let _ = write_json_line(value, &mut Stream("standard error", io::stderr()));
}

/// Returns standard input, buffered.
pub fn stdin() -> BufReader<impl Read> {
    BufReader::with_capacity(1 << 16, Stream("standard input", io::stdin()))
}

/// Returns standard input for a task that [`task_signals`] has prepared: a signal ends the wait for more.
pub fn task_stdin() -> BufReader<impl Read> {
    BufReader::with_capacity(1 << 16, Stream("standard input", Watched(io::stdin())))
}

/// Returns the size of standard output. Rows count only if someone types below the output.
pub fn window() -> Window {
    match (io::stdout().is_terminal(), is_terminal()) {
        (_, true) => Window::Terminal,
        (true, false) => Window::Output,
        (false, false) => Window::Unlimited,
    }
}

/// Returns the columns of standard output; `None` if unlimited.
pub fn columns() -> Option<usize> {
    window().size(host::terminal_size).0
}

/// Returns whether someone is at a terminal: both standard input and standard output are terminals.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Creates a conversation over standard input and output, and installs signal handlers that let the program
/// exit cleanly and restore the terminal, as does the end of the conversation. At a terminal, the arrow keys recall
/// `history` typed lines. With `reports`, the games are reported in JSON on standard output; the conversation is on
/// standard error, as in a pipe.
///
/// # Errors
/// Fails if the signal handlers cannot be installed or the terminal cannot be used.
pub fn console(settings: Settings, history: usize, reports: bool) -> io::Result<Console> {
    let _saved = Some(TerminalState::save());
    let settings = Settings {
        window: if reports { Window::Unlimited } else { window() },
        echo: if io::stdin().is_terminal() { Echo::ByTerminal } else { settings.echo },
        can_redraw: can_redraw(),
        screen_reader: is_screen_reader(),
        ..settings
    };
    let edits_lines = is_terminal() && !reports;
    let (input, edited_line) = match edits_lines {
        true => Input::terminal(history, settings.can_redraw)?,
        false => (Input::new(stdin()), None),
    };
    let signals = Signals::default();
    let recent = RecentOutput::default();
    let redrawn = edited_line.clone().map(|line| (line, recent.clone()));
    handle_signals(input.waker(signals.clone()), edits_lines, redrawn)?;
    let output = if reports { stderr() } else { stdout() };
    let console = Console::new(input, output, settings, signals, Arc::new(SystemHost::new()));
    Ok(Console { recent, edited_line, reports: reports.then(stdout), _saved, ..console })
}

/// The maximum length of a protocol line, in bytes: enough for a game of many thousand moves.
const MAX_COMMAND_BYTES: usize = 1 << 20;

/// Opens standard input for a protocol, with long lines and no editing, and installs signal handlers that let
/// the program exit cleanly. It also exits when nobody is left to read standard output.
///
/// # Errors
/// Fails if the handlers cannot be installed.
pub fn protocol_input() -> io::Result<(Input, Signals)> {
    let input = Input::with_line_limit(stdin(), MAX_COMMAND_BYTES);
    let signals = Signals::default();
    let waker = input.waker(signals.clone());
    handle_signals(waker.clone(), false, None)?;
    // Without a thread, the next answer finds that nobody reads it.
    let _ = thread::Builder::new().spawn(move || {
        if wait_until_output_is_closed() {
            waker.close_output();
        }
    });
    Ok((input, signals))
}

/// Forwards signals from a separate thread. At a terminal the program can also be suspended, and an interrupt does not
/// end it.
fn handle_signals(
    waker: Waker,
    at_terminal: bool,
    redrawn: Option<(EditedLine, RecentOutput)>,
) -> io::Result<()> {
    let saved = TerminalState::save();
    let numbers: Vec<i32> = match at_terminal {
        true => [TERMINATION_SIGNALS, TERMINAL_SIGNALS].concat(),
        false => signals::heeded().collect(),
    };
    IS_CONVERSING.store(true, Ordering::Relaxed);
    signals::on_signal(numbers, move |number| match number {
        INTERRUPT => {
            waker.interrupt();
            if !at_terminal {
                end_if_blocked(number, &saved, MAX_ENDING_TIME);
            }
        }
        SUSPEND => {
            // Meanwhile the terminal is in its original state; afterwards it is back in the program's.
            let own = TerminalState::save();
            saved.restore();
            signals::suspend_process();
            drop(own);
            let rows = window().size(host::terminal_size).1.unwrap_or(0);
            // The shell has used a few rows, and the line being edited needs one.
            if let Some((line, recent)) = &redrawn {
                line.print_above(&recent.last(rows.saturating_sub(1)));
            }
        }
        number => {
            waker.shut_down(number);
            end_if_blocked(number, &saved, MAX_ENDING_TIME);
        }
    })
}

/// Whether signals are for a conversation and not for a task: for the one that was prepared last. Handlers
/// cannot be removed, because the program would then ignore the signal.
static IS_CONVERSING: AtomicBool = AtomicBool::new(false);

/// How long a conversation can take to end: longer than the slowest disk needs to keep a game.
const MAX_ENDING_TIME: Duration = Duration::from_secs(20);

/// Ends the program with the exit code of signal `number` once its output is blocked, or if it has not ended by itself
/// after `most`, whatever it waits for. No other signal is needed.
fn end_if_blocked(number: u8, saved: &TerminalState, most: Duration) {
    wait_until_blocked(most);
    saved.restore();
    signals::exit_now(number);
}

/// Prepares a task without a conversation for interruption. The first termination signal raises the interrupt and
/// is noted, and ends the program if nobody reads its output; the second ends the program at once. A
/// conversation that follows handles its signals itself.
///
/// # Errors
/// Fails if the handlers cannot be installed.
pub fn task_signals() -> io::Result<Signals> {
    let signals = Signals::default();
    let (noted, saved, is_asked) = (signals.clone(), TerminalState::save(), Arc::default());
    IS_CONVERSING.store(false, Ordering::Relaxed);
    signals::exit_on_second_signal(&is_asked)?;
    signals::on_signal(signals::heeded(), move |number| {
        if IS_CONVERSING.load(Ordering::Relaxed) {
            return;
        }
        is_asked.store(true, Ordering::Relaxed);
        noted.shutdown_signal.store(number, Ordering::Relaxed);
        noted.interrupt.raise();
        end_if_blocked(number, &saved, Duration::MAX);
    })?;
    Ok(signals)
}

/// Makes exceeding the file size limit a write error, like a full disk, instead of the end of the program.
///
/// # Errors
/// Fails if the handlers cannot be installed.
pub fn ignore_file_size_signal() -> io::Result<()> {
    // With a handler the write fails normally. Unlike an ignored signal, a handler is not inherited by child
    // processes.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::ColorChoice::{Always, Auto, Never};
    use super::uses_colours;

    #[test]
    fn flag_overrides_environment_overrides_terminal() {
        let none = |_: &str| None;
        let variables = |pairs: &'static [(&str, &str)]| {
            move |name: &str| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            }
        };
        assert!(uses_colours(Always, variables(&[("NO_COLOR", "1")]), false));
        assert!(!uses_colours(Never, variables(&[("CLICOLOR_FORCE", "1")]), true));
        assert!(!uses_colours(Auto, variables(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]), true));
        assert!(uses_colours(Auto, variables(&[("NO_COLOR", ""), ("CLICOLOR_FORCE", "1")]), false));
        assert!(!uses_colours(Auto, variables(&[("CLICOLOR_FORCE", "0")]), false));
        assert!(!uses_colours(Auto, variables(&[("CLICOLOR", "0")]), true));
        assert!(uses_colours(Auto, variables(&[("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")]), false));
        assert!(uses_colours(Auto, variables(&[("TERM", "xterm")]), true));
        assert!(!uses_colours(Auto, variables(&[("TERM", "xterm")]), false));
        assert!(!uses_colours(Auto, variables(&[("TERM", "dumb")]), true));
        // Consoles of Windows have no type, and understand sequences.
        assert_eq!(uses_colours(Auto, none, true), cfg!(windows));
    }
}
