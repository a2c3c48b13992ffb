//! The real terminal or pipe: standard input and output, signals, environment.

use std::env;
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::model::StopSignal;

use super::{BoardStyle, Console, Echo, Input, Manner, Paint, Width};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// Ask the environment, then whether there is a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// Whether there are colours: this choice, then `NO_COLOR`, then `CLICOLOR_FORCE`, then whether output is a
    /// terminal that can show them.
    pub fn decide(self, variable: impl Fn(&str) -> Option<String>, terminal: bool) -> bool {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if set("NO_COLOR").is_some() => false,
            ColorChoice::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            ColorChoice::Auto => terminal && set("TERM").as_deref() != Some("dumb"),
        }
    }
}

/// What the command line says about a conversation.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// Colours.
    pub color: ColorChoice,
    /// The style of the board.
    pub board: BoardStyle,
    /// Print the lines read, where no terminal has shown them.
    pub echo: bool,
    /// End with the first refused line.
    pub strict: bool,
    /// The delay between computers' moves; `None` is 2 seconds on a terminal and none in a pipe.
    pub delay: Option<Duration>,
    /// Ask for Enter after a computer's turn.
    pub wait: bool,
}

/// The delay between computers' moves on a terminal.
const USUAL_DELAY: Duration = Duration::from_secs(2);

/// Colours on standard output after `choice`.
pub fn paint(choice: ColorChoice) -> Paint {
    Paint::new(choice.decide(|name| env::var(name).ok(), io::stdout().is_terminal()))
}

/// Standard output, buffered.
pub fn output() -> Box<dyn Write + Send> {
    Box::new(BufWriter::with_capacity(1 << 16, io::stdout()))
}

/// Standard input, buffered.
pub fn reader() -> impl io::BufRead + Send + 'static {
    BufReader::with_capacity(1 << 16, io::stdin())
}

/// The width of standard output.
pub fn columns() -> Width {
    if io::stdout().is_terminal() { Width::Terminal } else { Width::Unlimited }
}

/// A conversation over standard input and output. From now on an interrupt ends it in order.
///
/// # Errors
/// The system refuses a handler for the interrupt.
pub fn console(wishes: &Wishes) -> io::Result<Console> {
    let terminal = io::stdout().is_terminal();
    let echo = match (io::stdin().is_terminal(), wishes.echo) {
        (true, _) => Echo::Typed,
        (false, true) => Echo::Line,
        (false, false) => Echo::LineEnd,
    };
    let manner = Manner {
        paint: paint(wishes.color),
        board: wishes.board,
        width: columns(),
        echo,
        strict: wishes.strict,
        delay: wishes.delay.unwrap_or(if terminal { USUAL_DELAY } else { Duration::ZERO }),
        wait: wishes.wait,
    };
    let signal = StopSignal::new();
    let input = Input::new(reader());
    let waker = input.waker(signal.clone());
    let mut signals = Signals::new([SIGINT])?;
    thread::spawn(move || signals.forever().for_each(|_| waker.interrupt()));
    Ok(Console::new(input, output(), manner, signal))
}

#[cfg(test)]
mod tests {
    use super::ColorChoice::{Always, Auto, Never};

    #[test]
    fn the_flag_then_the_environment_then_the_terminal() {
        let none = |_: &str| None;
        let variables = |pairs: &'static [(&str, &str)]| {
            move |name: &str| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            }
        };
        assert!(Always.decide(variables(&[("NO_COLOR", "1")]), false));
        assert!(!Never.decide(variables(&[("CLICOLOR_FORCE", "1")]), true));
        assert!(!Auto.decide(variables(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]), true));
        assert!(Auto.decide(variables(&[("NO_COLOR", ""), ("CLICOLOR_FORCE", "1")]), false));
        assert!(!Auto.decide(variables(&[("CLICOLOR_FORCE", "0")]), false));
        assert!(Auto.decide(none, true) && !Auto.decide(none, false));
        assert!(!Auto.decide(variables(&[("TERM", "dumb")]), true));
    }
}
