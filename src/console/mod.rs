//! The conversation with a player or a script: reads lines, writes text, and knows no game's rules.
//!
//! This is the only layer that touches input and output. It uses a reader and a writer passed in by `main`,
//! so a test can run a whole conversation in memory.

mod aside;
mod blocked;
mod by_ear;
mod completion;
mod dialog;
mod editor;
mod handler;
mod host;
mod indicator;
mod input;
mod keyboard;
mod menu;
mod menu_colours;
mod pages;
mod palette;
mod progress;
mod prompt;
mod reading;
mod readings;
mod recent;
mod settings;
mod signals;
pub mod stdio;
mod streams;
mod style;
mod terminal_state;
mod wait;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;

use editor::EditedLine;
use indicator::ThinkingIndicator;
use keyboard::TypeAhead;
use recent::RecentOutput;
use style::replace_nbsp;
use terminal_state::TerminalState;

use serde::Serialize;

use crate::lines::write_json_line;
use crate::model::{Clock, StopSignal};

pub use completion::NextWords;
pub use dialog::Dialog;
pub use editor::EditorQuestion;
pub use handler::{CommandHandler, Exit, PromptExit, Stop, TurnBoard};
pub use host::{Host, Keyboard, SystemHost};
pub use indicator::{InterruptMessages, ThinkingProgress};
pub use input::{EventSource, Input, InputEvent, Signals, Waker};
pub use menu::{Menu, MenuChoice, ask_both, none_if_back, refusal};
pub use pages::Document;
pub use palette::{ColorDepth, Paint, Palette, Role};
pub use progress::ProgressBar;
pub use prompt::Prompt;
pub use settings::{Bottom, Echo, Settings, Window, value_name, value_names};
pub use streams::stream_name;
pub use style::{
    BoardStyle, Style, centre, flow_items, in_columns, numbered, pad_left, pad_right, rows, star_box,
    star_box_within, width, wrap,
};
pub use wait::WaitEnd;

/// The input and output of a conversation, with its settings.
pub struct Console {
    input: Input,
    output: Box<dyn Write + Send>,
    settings: Settings,
    signals: Signals,
    host: Arc<dyn Host>,
    lines_read: usize,
    /// Whether a line has been read since a game began.
    has_asked: bool,
    last_line: String,
    /// Keys typed at a terminal while a computer was thinking.
    type_ahead: TypeAhead,
    /// Words of the last line that will answer the next questions.
    pending_answers: VecDeque<String>,
    recent: RecentOutput,
    /// The rows of the last question, which is asked again below what a command shows.
    question_rows: usize,
    /// Where a program reads the games as JSON, one object a line. The conversation is on standard error then.
    reports: Option<Box<dyn Write + Send>>,
    /// The line being edited, at a terminal.
    edited_line: Option<EditedLine>,
    /// Messages that arrive while the line is edited, to be written above it.
    aside: Option<String>,
    /// A question that is over while its line is still being typed.
    open_line: Option<Prompt>,
    /// The state of the terminal before the conversation, which is restored after it.
    _saved: Option<TerminalState>,
}

impl Console {
    /// Creates a conversation over `input` and `output`. `signals` are the ones that the input's wakers
    /// raise.
    pub fn new(
        input: Input,
        output: Box<dyn Write + Send>,
        settings: Settings,
        signals: Signals,
        host: Arc<dyn Host>,
    ) -> Self {
        Console {
            input,
            output,
            settings,
            signals,
            host,
            lines_read: 0,
            has_asked: false,
            last_line: String::new(),
            type_ahead: TypeAhead::default(),
            pending_answers: VecDeque::new(),
            recent: RecentOutput::default(),
            question_rows: 1,
            reports: None,
            edited_line: None,
            aside: None,
            open_line: None,
            _saved: None,
        }
    }

    /// Returns a conversation in the same style in which nothing is shown and nobody answers. It ends with the first answer
    /// that is refused.
    pub fn rehearsal(&self) -> Console {
        let settings = Settings { strict: true, ..self.settings };
        let (input, host) = (Input::new(io::empty()), Arc::clone(&self.host));
        Console::new(input, Box::new(io::sink()), settings, Signals::default(), host)
    }

    /// Returns the clock that times the players' thinking.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::<dyn Host>::clone(&self.host)
    }

    /// Returns the settings of the conversation.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the settings of the conversation, for changing them.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Returns the current style for drawing.
    pub fn style(&self) -> Style {
        let (width, rows) = self.window_size();
        let Settings { paint, board, screen_reader, .. } = self.settings;
        let by_ear = rows.is_some() && (screen_reader || board == BoardStyle::Words);
        let ascii = self.settings.ascii && !self.settings.board_is_explicit;
        Style { paint, board, width, rows, flipped: self.settings.is_flipped(), by_ear, ascii }
    }

    /// Returns the signal that stops a thinking computer.
    pub fn stop_signal(&self) -> &StopSignal {
        &self.signals.interrupt
    }

    /// Writes `text`, with a final newline if it has none. Lines wider than the terminal are wrapped at
    /// spaces but not at no-break spaces, which are written as spaces. Drawings are chosen to fit, so they
    /// are not wrapped. Someone who listens gets no boxes and no empty lines.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        let heard = if self.style().by_ear { by_ear::without_art(text) } else { text.to_owned() };
        if self.style().by_ear && heard.is_empty() {
            return Ok(());
        }
        let text = heard.as_str();
        self.write(&replace_nbsp(&wrap(text, self.columns())))?;
        if text.ends_with('\n') { Ok(()) } else { self.write("\n") }
    }

    /// Writes `text` like [`Console::say`], or nothing if it is empty.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn say_nonempty(&mut self, text: &str) -> Result<(), Stop> {
        if text.is_empty() { Ok(()) } else { self.say(text) }
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn flush(&mut self) -> Result<(), Stop> {
        self.show_aside()?;
        self.output.flush().map_err(|error| self.failed(error, Stop::Output))
    }

    /// Writes the drawing of the current position, and keeps track of whether it is still on the screen.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn say_board(&mut self, drawing: &str) -> Result<(), Stop> {
        self.say_nonempty(drawing)?;
        self.recent.note_board();
        Ok(())
    }

    /// Notes that something has taken the place of the board on the screen, such as a page of text.
    pub fn cover_board(&mut self) {
        self.recent.is_board_covered = true;
    }

    /// Returns whether something has taken the place of the board on the screen.
    pub fn is_board_covered(&self) -> bool {
        self.recent.is_board_covered
    }

    fn write(&mut self, text: &str) -> Result<(), Stop> {
        self.recent.add(text);
        match &mut self.aside {
            Some(aside) => aside.push_str(text),
            None => self.write_as_it_is(text)?,
        }
        Ok(())
    }

    /// Writes what is neither repeated on a cleared screen nor kept until a line has been typed.
    fn write_as_it_is(&mut self, text: &str) -> Result<(), Stop> {
        self.output.write_all(text.as_bytes()).map_err(|error| self.failed(error, Stop::Output))
    }

    /// Returns why the conversation ends after an error of input or output. A terminal that was closed is a
    /// hangup, whether or not the signal has arrived.
    fn failed(&self, error: io::Error, stop: fn(io::Error) -> Stop) -> Stop {
        match self.is_at_terminal() && signals::is_hangup(&error) {
            true => Stop::Signal(signals::HANGUP),
            false => stop(error),
        }
    }

    /// Drops what was typed before it was asked for.
    fn drop_type_ahead(&mut self) {
        self.type_ahead = TypeAhead::default();
        self.pending_answers.clear();
    }

    /// Answers the next question at a terminal with `line`, which an earlier one did not use.
    pub fn answer_next(&mut self, line: Option<String>) {
        self.type_ahead.lines.extend(line);
    }

    /// Returns whether someone is typing at a terminal.
    pub fn is_at_terminal(&self) -> bool {
        self.style().is_at_terminal()
    }

    /// Reports why the line just read is refused.
    ///
    /// # Errors
    /// Always fails under `--strict`; otherwise fails if the output cannot be written.
    pub fn refuse(&mut self, message: &str) -> Result<(), Stop> {
        if self.settings.strict {
            let reason = message.split_whitespace().filter(|word| !word.chars().all(|c| c == '*'));
            let reason = reason.collect::<Vec<_>>().join(" ");
            return Err(Stop::Refused { line: self.lines_read, text: self.last_line.clone(), reason });
        }
        self.say(&self.settings.paint.lines(Role::Error, message))
    }

    /// Shows a computer's advice on the position or a turn; nothing if `text` is empty.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn advise(&mut self, text: &str) -> Result<(), Stop> {
        self.say_nonempty(&self.settings.paint.lines(Role::Advice, text))
    }

    /// Converts `stop` for a conversation whose game has not ended: under `--strict` the end of input is also
    /// an error.
    pub fn stop_in_unfinished_game(&self, stop: Stop) -> Stop {
        match stop {
            Stop::EndOfInput if self.settings.strict => Stop::UnexpectedEof { line: self.lines_read + 1 },
            other => other,
        }
    }

    /// Returns whether Ctrl-C was pressed at a terminal. Elsewhere an interrupt ends the conversation.
    fn is_interrupted(&mut self) -> Result<bool, Stop> {
        match self.signals.take_interrupt()? {
            true if !self.is_at_terminal() => Err(Stop::Interrupted),
            is_raised => Ok(is_raised),
        }
    }

    /// Runs `work`, a computer's thinking, once, and returns what it finds. At a terminal an indicator appears if it
    /// takes long, keys typed meanwhile answer the next questions, and an interrupt raises the signal that `work` gets: it
    /// ends early with the best result so far, which `messages` reports.
    ///
    /// # Errors
    /// Fails if the output cannot be written, or if an interrupt ends the conversation, as it does in a pipe.
    pub fn think<T>(
        &mut self,
        messages: InterruptMessages,
        mut work: impl FnMut(&StopSignal, &ThinkingProgress) -> T,
    ) -> Result<Option<T>, Stop> {
        self.flush()?;
        let (stop, progress, mut found) = (self.stop_signal().clone(), ThinkingProgress::default(), None);
        let mut work = |progress: &ThinkingProgress| found = Some(work(&stop, progress));
        match self.is_at_terminal() && self.open_line.is_none() {
            true => {
                let keyboard = self.host.keyboard(true);
                let indicator = ThinkingIndicator {
                    after: indicator::DELAY,
                    ctrl_c_effect: messages.ctrl_c_effect,
                    columns: self.columns(),
                    is_live: self.settings.can_redraw && !self.style().by_ear,
                    host: self.host.as_ref(),
                };
                indicator::run_with_indicator(indicator, self.output.as_mut(), &progress, &mut work);
                self.type_ahead.add(&keyboard.read_available());
            }
            false => work(&progress),
        }
        self.say_nonempty(progress.take_said().trim_end())?;
        self.type_ahead.enter_pressed = false;
        if self.is_interrupted()? {
            self.say(messages.finished_message)?;
        }
        Ok(found)
    }

    /// Returns whether a program reads reports.
    pub fn has_reports(&self) -> bool {
        self.reports.is_some()
    }

    /// Reports `object` at once, if a program reads reports.
    ///
    /// # Errors
    /// Fails if the report cannot be written.
    pub fn report(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        let Some(reports) = &mut self.reports else { return Ok(()) };
        write_json_line(object, reports.as_mut()).and_then(|()| reports.flush()).map_err(Stop::Output)
    }
}
