//! The real terminal or pipe: standard input and output, signals, environment.

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use clap::ValueEnum;

use crate::model::{StopSignal, SystemClock};

use super::editor::Redraw;
use super::signals::{self, INTERRUPT, SUSPEND, TERMINAL_SIGNALS, TERMINATION_SIGNALS};
use super::{
    BoardStyle, ColorDepth, Console, Echo, Input, Paint, Palette, Settings, Signals, Waker, Window, wrap,
};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// Ask the environment, then whether there is a terminal.
    #[default]
    #[value(help = None::<&str>)]
    Auto,
    /// Always.
    #[value(help = None::<&str>)]
    Always,
    /// Never.
    #[value(help = None::<&str>)]
    Never,
}

impl ColorChoice {
    /// Whether there are colours: this choice, then the environment, then whether output is a terminal that can show them.
    pub fn is_enabled(self, variable: impl Fn(&str) -> Option<String>, terminal: bool) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => color_from_env(&variable).map_or_else(
                || terminal && variable("TERM").is_none_or(|terminal| terminal != "dumb"),
                |(_, is_on)| is_on,
            ),
        }
    }
}

/// What the environment says about colours: the variable, and whether there are any. `NO_COLOR` goes first, then
/// `CLICOLOR_FORCE`, then `CLICOLOR`.
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

/// What the command line says about a conversation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConsoleOptions {
    /// Colours.
    pub paint: Paint,
    /// The style of the board.
    pub board: BoardStyle,
    /// Whether this style was asked for by name.
    pub board_is_explicit: bool,
    /// Print the lines read, where no terminal has shown them.
    pub echo: bool,
    /// End with the first refused line.
    pub strict: bool,
    /// The delay between computers' moves; `None` is 2 seconds on a terminal and none in a pipe.
    pub delay: Option<Duration>,
    /// Ask for Enter after a computer's turn.
    pub wait: bool,
    /// Tell the person what each turn of his cost.
    pub coach: bool,
    /// Read on after the end of a game.
    pub stay: bool,
    /// How many typed lines the arrow keys bring back at a terminal; `None` is [`DEFAULT_HISTORY`].
    pub history: Option<usize>,
}

/// The typed lines that are brought back.
pub const DEFAULT_HISTORY: usize = 100;

/// The delay between computers' moves on a terminal.
pub const DEFAULT_DELAY: Duration = Duration::from_secs(2);

/// The colours of `palette` on standard output, if there are any after `choice`.
pub fn paint(choice: ColorChoice, palette: Palette) -> Paint {
    let variable = |name: &str| env::var(name).ok();
    match choice.is_enabled(variable, io::stdout().is_terminal()) {
        true => Paint::new(palette, ColorDepth::from_env(variable)),
        false => Paint::PLAIN,
    }
}

/// Standard output, buffered.
pub fn stdout() -> Box<dyn Write + Send> {
    Box::new(BufWriter::with_capacity(1 << 16, io::stdout()))
}

/// Whether standard output goes into this file.
pub fn is_stdout(file: &fs::Metadata) -> bool {
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

/// Says a line on standard error, broken between words where that is a terminal. If that is full or closed, nobody is left to be told, and the program goes on.
pub fn eprint_line(line: impl Display) {
    let columns = terminal_size::terminal_size_of(io::stderr()).map(|(columns, _)| usize::from(columns.0));
    let _ = writeln!(io::stderr(), "{}", wrap(&line.to_string(), columns.filter(|columns| *columns > 0)));
}

/// Standard input, buffered.
pub fn stdin() -> BufReader<io::Stdin> {
    BufReader::with_capacity(1 << 16, io::stdin())
}

/// The size of standard output: the rows count only where somebody types below what is written.
pub fn window() -> Window {
    match (io::stdout().is_terminal(), is_terminal()) {
        (_, true) => Window::Terminal,
        (true, false) => Window::Output,
        (false, false) => Window::Unlimited,
    }
}

/// Whether a person sits at a terminal: both ends of the conversation are one.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// A conversation over standard input and output. From now on signals that ask the program to end do so in order, and
/// the terminal is left as it was.
///
/// # Errors
/// The system refuses to handle signals, or the terminal to be used.
pub fn console(options: &ConsoleOptions) -> io::Result<Console> {
    let echo = match (io::stdin().is_terminal(), options.echo) {
        (true, _) => Echo::ByTerminal,
        (false, true) => Echo::Line,
        (false, false) => Echo::LineEnd,
    };
    let default_delay = if io::stdout().is_terminal() { DEFAULT_DELAY } else { Duration::ZERO };
    let settings = Settings {
        paint: options.paint,
        board: options.board,
        board_is_explicit: options.board_is_explicit,
        flipped: false,
        window: window(),
        echo,
        strict: options.strict,
        delay: options.delay.unwrap_or(default_delay),
        wait: options.wait,
        coach: options.coach,
        stay: options.stay,
        can_redraw: env::var("TERM").is_ok_and(|terminal| terminal != "dumb"),
        ..Settings::PIPED
    };
    let (input, redraw) = match is_terminal() {
        true => Input::terminal(options.history.unwrap_or(DEFAULT_HISTORY))
            .map(|(input, redraw)| (input, Some(redraw)))?,
        false => (Input::new(stdin()), None),
    };
    let signals = Signals::default();
    handle_signals(input.waker(signals.clone()), redraw)?;
    Ok(Console::new(input, stdout(), settings, signals, Arc::new(SystemClock::new())))
}

/// The longest line of a protocol that is read, in bytes: a game of many thousand moves.
const MAX_COMMAND_BYTES: usize = 1 << 20;

/// Standard input for a protocol: long lines, no editing. From now on signals that ask the program to end do so in order.
///
/// # Errors
/// The system refuses to handle signals.
pub fn protocol_input() -> io::Result<(Input, Signals)> {
    let input = Input::with_line_limit(stdin(), MAX_COMMAND_BYTES);
    let signals = Signals::default();
    handle_signals(input.waker(signals.clone()), None)?;
    Ok((input, signals))
}

/// Passes signals on from a thread of its own. At a terminal, where there is something to draw again, the program may also be stopped
/// for a while.
fn handle_signals(waker: Waker, mut redraw: Option<Redraw>) -> io::Result<()> {
    let saved = TerminalState::save();
    let of_terminals = if redraw.is_some() { TERMINAL_SIGNALS } else { &[] };
    signals::on_signal(TERMINATION_SIGNALS.iter().chain(of_terminals).copied(), move |number| match number {
        INTERRUPT => waker.interrupt(),
        SUSPEND => {
            suspend(&saved);
            redraw.iter_mut().for_each(|redraw| redraw());
        }
        number => waker.shut_down(number),
    })
}

/// Stops the program as Ctrl-Z does. Whoever has the terminal meanwhile has it as it was before the program, and the program finds it
/// as it left it.
fn suspend(saved: &TerminalState) {
    let own = TerminalState::save();
    saved.restore();
    signals::suspend_process();
    drop(own);
}

/// A task without a conversation that can be broken off in order. From now on the first signal that asks the program to
/// end raises `stop` and is remembered; the second ends the program at once.
///
/// # Errors
/// The system refuses to handle signals.
pub fn interrupt_flag(stop: &StopSignal) -> io::Result<InterruptFlag> {
    let interrupt_flag = InterruptFlag::default();
    let (stop, first) = (stop.clone(), Arc::clone(&interrupt_flag.0));
    signals::exit_on_second_signal(&interrupt_flag.1)?;
    signals::on_signal(TERMINATION_SIGNALS.iter().copied(), move |number| {
        first.store(number, Ordering::Relaxed);
        stop.raise();
    })?;
    Ok(interrupt_flag)
}

/// Whether a task has been broken off from outside.
#[derive(Debug, Default)]
pub struct InterruptFlag(Arc<AtomicU8>, Arc<AtomicBool>);

impl InterruptFlag {
    /// The number of the signal that broke it off.
    pub fn signal(&self) -> Option<u8> {
        Some(self.0.load(Ordering::Relaxed)).filter(|number| *number != 0)
    }
}

/// From now on a file that may not grow any more is an error when it is written, as a full disk is, and not the end of the program.
///
/// # Errors
/// The system refuses to handle signals.
pub fn ignore_file_size_signal() -> io::Result<()> {
    // A handler is enough for the write to come back. Unlike a signal that is ignored, it is not handed on to other programs.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

/// The state of the terminal, to which it is put back when this value goes, however the program ends.
pub struct TerminalState {
    #[cfg(unix)]
    modes: Option<rustix::termios::Termios>,
}

impl TerminalState {
    /// The state now, if there is a terminal.
    pub fn save() -> Self {
        TerminalState {
            #[cfg(unix)]
            modes: rustix::termios::tcgetattr(io::stdin()).ok(),
        }
    }

    /// Puts the terminal into this state. A failure is ignored: nothing could show it.
    fn restore(&self) {
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

#[cfg(test)]
mod tests {
    use super::ColorChoice::{Always, Auto, Never};

    #[test]
    fn flag_overrides_environment_overrides_terminal() {
        let none = |_: &str| None;
        let variables = |pairs: &'static [(&str, &str)]| {
            move |name: &str| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            }
        };
        assert!(Always.is_enabled(variables(&[("NO_COLOR", "1")]), false));
        assert!(!Never.is_enabled(variables(&[("CLICOLOR_FORCE", "1")]), true));
        assert!(!Auto.is_enabled(variables(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]), true));
        assert!(Auto.is_enabled(variables(&[("NO_COLOR", ""), ("CLICOLOR_FORCE", "1")]), false));
        assert!(!Auto.is_enabled(variables(&[("CLICOLOR_FORCE", "0")]), false));
        assert!(!Auto.is_enabled(variables(&[("CLICOLOR", "0")]), true));
        assert!(Auto.is_enabled(variables(&[("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")]), false));
        assert!(Auto.is_enabled(none, true) && !Auto.is_enabled(none, false));
        assert!(!Auto.is_enabled(variables(&[("TERM", "dumb")]), true));
    }
}
