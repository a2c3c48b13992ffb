//! The conversation with a person or a script: lines in, text out, nothing about any game's rules.
//!
//! Only this layer touches input and output, and it does so through a reader and a writer that `main` gives it, so a
//! test can hold the whole conversation in memory.

mod dialog;
mod editor;
mod input;
mod palette;
mod progress;
pub mod standard;
mod style;

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use thiserror::Error;

use crate::model::{Clock, StopSignal, Stopwatch};

use editor::EditorQuestion;

pub use dialog::{CommandHandler, Dialog, Menu, Prompt, Unanswered};
pub use input::{Event, Input, InputLine, LONGEST_LINE, Signals, Waker, read_line};
pub use palette::{Depth, Paint, Palette, Role};
pub use progress::{ProgressBar, Spinner};
pub use style::{
    BoardStyle, Style, centre, numbered, pad_left, pad_right, rows, star_box, star_box_within, width, wrap,
};

/// Why a conversation ended before it was over.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Stop {
    /// There is no more input.
    #[error("there is no more input")]
    EndOfInput,
    /// The person asked to leave.
    #[error("the person has left")]
    Quit,
    /// The program was interrupted (Ctrl-C, a signal).
    #[error("interrupted")]
    Interrupted,
    /// The system asked the program to end, by the signal with this number.
    #[error("ended by signal {0}")]
    Ended(u8),
    /// Under `--strict`: a line was refused.
    #[error("line {line}: \"{text}\": {reason}")]
    Refused {
        /// The number of the line, from 1.
        line: usize,
        /// The line as it may be shown.
        text: String,
        /// Why it was refused.
        reason: String,
    },
    /// Under `--strict`: input ended before the game did.
    #[error("line {line}: input ended before the game did")]
    EndedEarly {
        /// The number of the line that is missing, from 1.
        line: usize,
    },
    /// Input could not be read.
    #[error("input: {0}")]
    Input(#[source] io::Error),
    /// Output could not be written: nobody reads it any more, or the disk is full.
    #[error("output: {0}")]
    Output(#[source] io::Error),
    /// What was to be played cannot be set up: an unknown bot, a position that is none.
    #[error("{0}")]
    Invalid(String),
}

/// Where the size of what is written comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Not a terminal: lines may be of any length, and there may be any number of them.
    Unlimited,
    /// So many columns and rows.
    Size {
        /// The columns.
        columns: usize,
        /// The rows.
        rows: usize,
    },
    /// Ask the terminal each time, for a window changes its size.
    Terminal,
    /// A terminal at which nobody types: it has a width, and what leaves it at the top is not missed.
    Output,
}

impl Window {
    /// The columns there are now; `None` if any number will do.
    pub fn columns(self) -> Option<usize> {
        self.size().0
    }

    /// The columns and rows there are now; `None` where any number will do.
    pub fn size(self) -> (Option<usize>, Option<usize>) {
        match self {
            Window::Unlimited => (None, None),
            Window::Size { columns, rows } => (Some(columns), Some(rows)),
            Window::Terminal => terminal_size().unzip(),
            Window::Output => (terminal_size().map(|(columns, _)| columns), None),
        }
    }
}

/// The columns and rows of the terminal. One that says it has none does not know.
fn terminal_size() -> Option<(usize, usize)> {
    let (columns, rows) = terminal_size::terminal_size()?;
    Some((usize::from(columns.0), usize::from(rows.0))).filter(|(columns, rows)| *columns > 0 && *rows > 0)
}

/// What is written after a line has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// Nothing: the terminal has shown the line and its end as they were typed.
    Typed,
    /// A line end, so that what follows begins on a line of its own as it does at a terminal.
    LineEnd,
    /// The line, so that a piped session reads like a typed one.
    Line,
}

/// How the conversation is held; the command line decides: [`standard::ConsoleOptions`].
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Colours.
    pub paint: Paint,
    /// The style of the board.
    pub board: BoardStyle,
    /// Whether the person asked for this style by name: then it is drawn even where some of it leaves the screen.
    pub board_named: bool,
    /// Whether boards with two ends are turned round.
    pub turned: bool,
    /// The size of the output.
    pub window: Window,
    /// What is written after a line has been read.
    pub echo: Echo,
    /// Whether the first refused line ends the conversation.
    pub strict: bool,
    /// How long to wait between the moves of two computers.
    pub delay: Duration,
    /// Whether the person presses Enter after a computer's turn where the game asks for that.
    pub wait: bool,
    /// Whether the person is told what each turn of his cost.
    pub coach: bool,
}

impl Settings {
    /// A plain conversation without a terminal: no colours, no echo, any width, no waiting.
    pub const PIPED: Settings = Settings {
        paint: Paint::PLAIN,
        board: BoardStyle::Classic,
        board_named: false,
        turned: false,
        window: Window::Unlimited,
        echo: Echo::LineEnd,
        strict: false,
        delay: Duration::ZERO,
        wait: true,
        coach: false,
    };
}

/// Input, output, and how they are used.
pub struct Console {
    input: Input,
    output: Box<dyn Write + Send>,
    settings: Settings,
    signals: Signals,
    clock: Arc<dyn Clock>,
    lines_read: usize,
    last_line: String,
}

impl Console {
    /// A conversation over `input` and `output`. `signals` are those that the input's wakers raise.
    pub fn new(
        input: Input,
        output: Box<dyn Write + Send>,
        settings: Settings,
        signals: Signals,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Console { input, output, settings, signals, clock, lines_read: 0, last_line: String::new() }
    }

    /// The clock by which players think.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// How the conversation is held.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// From now on the board is drawn in this style, which the person has asked for by name.
    pub fn set_board(&mut self, board: BoardStyle) {
        self.settings.board = board;
        self.settings.board_named = true;
    }

    /// From now on boards with two ends are turned round, or no longer are.
    pub fn turn_boards(&mut self) {
        self.settings.turned = !self.settings.turned;
    }

    /// From now on there are the colours of `palette`, if there are colours.
    pub fn set_palette(&mut self, palette: Palette) {
        self.settings.paint = self.settings.paint.in_palette(palette);
    }

    /// From now on the person is told what each turn of his cost, or is not.
    pub fn set_coach(&mut self, coach: bool) {
        self.settings.coach = coach;
    }

    /// What a screen needs to know to draw, now.
    pub fn style(&self) -> Style {
        let (width, rows) = self.settings.window.size();
        let Settings { paint, board, turned, .. } = self.settings;
        Style { paint, board, width, rows, turned }
    }

    /// The signal that stops a thinking computer.
    pub fn signal(&self) -> &StopSignal {
        &self.signals.interrupt
    }

    /// Writes `text` and, if it does not end with one, a line end. Lines wider than the terminal are broken between words;
    /// a drawing for which there is room has none.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        self.write(&wrap(text, self.settings.window.columns()))?;
        if text.ends_with('\n') { Ok(()) } else { self.write("\n") }
    }

    /// Writes `text` as [`Console::say`] does; nothing if it is empty.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn say_if_any(&mut self, text: &str) -> Result<(), Stop> {
        if text.is_empty() { Ok(()) } else { self.say(text) }
    }

    /// Writes what has been said so far to where it goes.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn flush(&mut self) -> Result<(), Stop> {
        self.output.flush().map_err(Stop::Output)
    }

    fn write(&mut self, text: &str) -> Result<(), Stop> {
        self.output.write_all(text.as_bytes()).map_err(Stop::Output)
    }

    /// Shows `prompt` and reads a line. At a terminal the person may throw the line away and begin it again; who does
    /// so twice in a row is asked whether to leave.
    ///
    /// # Errors
    /// There is no line to be had: end of input, an interrupt, a failure.
    pub fn read(&mut self, prompt: &Prompt) -> Result<InputLine, Stop> {
        let mut thrown_away = 0;
        loop {
            match self.next(prompt)? {
                Some(line) => return self.record(line),
                None if thrown_away == 0 => thrown_away = 1,
                None => {
                    self.ask_to_leave()?;
                    thrown_away = 0;
                }
            }
        }
    }

    /// A line, or `None` for one that was thrown away.
    fn next(&mut self, prompt: &Prompt) -> Result<Option<InputLine>, Stop> {
        let text = self.broken(&prompt.text);
        if self.input.is_edited() {
            // The editor knows prompts of one line.
            let start = text.rfind('\n').map_or(0, |end| end + 1);
            self.write(&text[..start])?;
            self.flush()?;
            self.input
                .ask(EditorQuestion { prompt: text[start..].to_owned(), answers: prompt.answers.clone() });
        } else {
            self.write(&text)?;
        }
        loop {
            let event = match self.input.ready() {
                Some(event) => event,
                None => {
                    self.flush()?;
                    self.input.wait()
                }
            };
            if self.signals.interrupt.is_raised() {
                self.write("\n")?;
                self.check_interrupt()?;
            }
            match event {
                Event::Line(line) => return Ok(Some(line)),
                Event::Cancelled => return Ok(None),
                Event::Woken => {}
                Event::End => {
                    self.write("\n")?;
                    return Err(Stop::EndOfInput);
                }
                Event::Failed(error) => return Err(Stop::Input(error)),
            }
        }
    }

    /// The text of a prompt, broken between words where it is wider than the terminal. The blank before the answer stays.
    fn broken(&self, prompt: &str) -> String {
        let text = wrap(prompt, self.settings.window.columns());
        let blanks = prompt.len() - prompt.trim_end_matches(' ').len();
        format!("{}{}", text.trim_end_matches(' '), " ".repeat(blanks))
    }

    /// # Errors
    /// The person wants to leave, which is said by throwing the question away too.
    fn ask_to_leave(&mut self) -> Result<(), Stop> {
        let question = Prompt::with_answers("Leave the program? [y/n] ", ["y", "n"]);
        match self.next(&question)? {
            Some(answer) if !answer.text().to_lowercase().starts_with('y') => Ok(()),
            _ => Err(Stop::Interrupted),
        }
    }

    /// Whether a person sits at a terminal and types.
    pub fn is_at_terminal(&self) -> bool {
        self.input.is_edited()
    }

    /// Asks at a terminal whether something is meant that cannot be done by mistake. Elsewhere nobody is asked: it is meant.
    ///
    /// # Errors
    /// There is no answer to be had: end of input, an interrupt, a failure.
    pub fn confirm(&mut self, question: &str) -> Result<bool, Stop> {
        if self.is_at_terminal() { self.is_yes(question) } else { Ok(true) }
    }

    /// Asks a question that is answered with yes or no; what is neither is no.
    ///
    /// # Errors
    /// There is no answer to be had: end of input, an interrupt, a failure.
    pub fn is_yes(&mut self, question: &str) -> Result<bool, Stop> {
        let prompt = Prompt::with_answers(format!("{question} [y/n] "), ["y", "n"]);
        Ok(self.read(&prompt)?.text().to_lowercase().starts_with('y'))
    }

    fn record(&mut self, line: InputLine) -> Result<InputLine, Stop> {
        self.lines_read += 1;
        self.last_line = line.to_string();
        match self.settings.echo {
            Echo::Typed => {}
            Echo::LineEnd => self.write("\n")?,
            Echo::Line => self.write(&format!("{line}\n"))?,
        }
        Ok(line)
    }

    /// Says that the line just read is refused and why.
    ///
    /// # Errors
    /// Always under `--strict`; else when output could not be written.
    pub fn refuse(&mut self, message: &str) -> Result<(), Stop> {
        if self.settings.strict {
            let reason = message.split_whitespace().filter(|word| !word.chars().all(|c| c == '*'));
            let reason = reason.collect::<Vec<_>>().join(" ");
            return Err(Stop::Refused { line: self.lines_read, text: self.last_line.clone(), reason });
        }
        self.say(&self.settings.paint.lines(Role::Error, message))
    }

    /// Says what a computer thinks of the position or of a turn; nothing if `text` is empty.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn advise(&mut self, text: &str) -> Result<(), Stop> {
        self.say_if_any(&self.settings.paint.lines(Role::Advice, text))
    }

    /// What `stop` means for a conversation in which the game has not ended: under `--strict` the end of input is an
    /// error too.
    pub fn unfinished(&self, stop: Stop) -> Stop {
        match stop {
            Stop::EndOfInput if self.settings.strict => Stop::EndedEarly { line: self.lines_read + 1 },
            other => other,
        }
    }

    /// Waits for the delay between the moves of two computers. At a terminal an interrupt asks whether to leave.
    ///
    /// # Errors
    /// The wait was interrupted, or output could not be written.
    pub fn pause(&mut self) -> Result<(), Stop> {
        self.flush()?;
        let clock = self.clock();
        let watch = Stopwatch::start(clock.as_ref());
        while let Some(left) = self.settings.delay.checked_sub(watch.elapsed()).filter(|left| !left.is_zero())
        {
            self.check_signals()?;
            thread::sleep(left.min(Duration::from_millis(20)));
        }
        self.check_signals()
    }

    fn check_signals(&mut self) -> Result<(), Stop> {
        if !self.input.is_edited() || self.signals.ending().is_some() {
            return self.check_interrupt();
        }
        if self.signals.interrupt.take() { self.ask_to_leave() } else { Ok(()) }
    }

    /// What an interrupt means that came while a computer was thinking: at a terminal it has cut the thinking short and
    /// what there is so far has to do; `message` says so.
    ///
    /// # Errors
    /// It ends the conversation, as it does in a pipe.
    pub fn after_thinking(&mut self, message: &str) -> Result<(), Stop> {
        if !self.input.is_edited() || self.signals.ending().is_some() {
            return self.check_interrupt();
        }
        if self.signals.interrupt.take() { self.say(message) } else { Ok(()) }
    }

    /// # Errors
    /// Somebody has asked to stop.
    fn check_interrupt(&mut self) -> Result<(), Stop> {
        if let Some(number) = self.signals.ending() {
            return Err(Stop::Ended(number));
        }
        if self.signals.interrupt.take() { Err(Stop::Interrupted) } else { Ok(()) }
    }
}
