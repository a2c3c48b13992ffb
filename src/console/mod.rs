//! The conversation with a person or a script: lines in, text out, nothing about any game's rules.
//!
//! Only this layer touches input and output, and it does so through a reader and a writer that `main` gives it, so a
//! test can hold the whole conversation in memory.

mod dialog;
mod editor;
mod indicator;
mod input;
mod keyboard;
mod menu;
pub mod output;
mod pages;
mod palette;
mod progress;
mod settings;
mod signals;
pub mod stdio;
mod stop;
mod style;

use std::io::Write;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use editor::EditorQuestion;
use indicator::ThinkingIndicator;
use keyboard::{NoEchoKeyboard, TypeAhead};

use crate::model::text::escape;
use crate::model::{Clock, StopSignal, Stopwatch};

pub use dialog::{CommandHandler, Dialog, Prompt, PromptExit};
pub use indicator::{InterruptMessages, ThinkingProgress};
pub use input::{Input, InputEvent, InputLine, MAX_LINE_BYTES, Signals, Waker, read_line};
pub use menu::{Menu, MenuChoice, ask_both, none_if_back};
pub use pages::Document;
pub use palette::{ColorDepth, Paint, Palette, Role};
pub use progress::{ProgressBar, Spinner};
pub use settings::{Echo, Settings, Window};
pub use stop::Stop;
pub use style::{
    BoardStyle, Style, centre, flow_items, numbered, pad_left, pad_right, rows, star_box, star_box_within,
    width, wrap,
};

/// Input, output, and how they are used.
pub struct Console {
    input: Input,
    output: Box<dyn Write + Send>,
    settings: Settings,
    signals: Signals,
    clock: Arc<dyn Clock>,
    lines_read: usize,
    last_line: String,
    /// What was typed at a terminal while a computer thought.
    type_ahead: TypeAhead,
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
        Console {
            input,
            output,
            settings,
            signals,
            clock,
            lines_read: 0,
            last_line: String::new(),
            type_ahead: TypeAhead::default(),
        }
    }

    /// The clock by which players think.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// How the conversation is held.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How the conversation is held from now on.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// What a screen needs to know to draw, now.
    pub fn style(&self) -> Style {
        let (width, rows) = self.settings.window.size();
        let Settings { paint, board, flipped, .. } = self.settings;
        Style { paint, board, width, rows, flipped }
    }

    /// The signal that stops a thinking computer.
    pub fn stop_signal(&self) -> &StopSignal {
        &self.signals.interrupt
    }

    /// Writes `text` and, if it does not end with one, a line end. Lines wider than the terminal are broken at blanks, but not at
    /// no-break spaces, which are written as blanks;
    /// a drawing for which there is room has none.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn say(&mut self, text: &str) -> Result<(), Stop> {
        self.write(&replace_nbsp(&wrap(text, self.settings.window.columns())))?;
        if text.ends_with('\n') { Ok(()) } else { self.write("\n") }
    }

    /// Writes `text` as [`Console::say`] does; nothing if it is empty.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn say_nonempty(&mut self, text: &str) -> Result<(), Stop> {
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

    /// Shows `prompt` and reads a line. At a terminal an interrupt throws the line away and asks whether to
    /// leave.
    ///
    /// # Errors
    /// There is no line to be had: end of input, an interrupt, a failure.
    pub fn read(&mut self, prompt: &Prompt) -> Result<InputLine, Stop> {
        loop {
            match self.read_once(prompt)? {
                Some(line) => return self.accept_line(line),
                None => self.confirm_quit()?,
            }
        }
    }

    /// A line, or `None` for one that was thrown away.
    fn read_once(&mut self, prompt: &Prompt) -> Result<Option<InputLine>, Stop> {
        let text = self.wrap_prompt(&prompt.text);
        if let Some(line) = self.type_ahead.lines.pop_front() {
            self.write(&format!("{text}{}\n", escape(line.as_bytes())))?;
            return Ok(Some(InputLine::from_text(line)));
        }
        if self.input.uses_editor() {
            // The editor knows prompts of one line.
            let start = text.rfind('\n').map_or(0, |end| end + 1);
            self.write(&text[..start])?;
            self.flush()?;
            self.input.ask(EditorQuestion {
                prompt: text[start..].to_owned(),
                answers: prompt.answers.clone(),
                initial_text: std::mem::take(&mut self.type_ahead.partial_line),
            });
        } else {
            self.write(&text)?;
        }
        loop {
            let event = match self.input.try_next() {
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
                InputEvent::Line(line) => return Ok(Some(line)),
                InputEvent::Cancelled => return Ok(None),
                InputEvent::Woken => {}
                InputEvent::End => {
                    self.write("\n")?;
                    return Err(Stop::EndOfInput);
                }
                InputEvent::Failed(error) => return Err(Stop::Input(error)),
            }
        }
    }

    /// The text of a prompt, broken between words where it is wider than the terminal. The blank before the answer stays.
    fn wrap_prompt(&self, prompt: &str) -> String {
        let text = replace_nbsp(&wrap(prompt, self.settings.window.columns()));
        let blanks = prompt.len() - prompt.trim_end_matches(' ').len();
        format!("{}{}", text.trim_end_matches(' '), " ".repeat(blanks))
    }

    /// # Errors
    /// The person wants to leave, which is said by throwing the question away too.
    fn confirm_quit(&mut self) -> Result<(), Stop> {
        let question = Prompt::with_answers("Leave the program? [y/n] ", ["y", "n"]);
        self.type_ahead = TypeAhead::default();
        loop {
            match self.read_once(&question)?.map(|answer| parse_yes_no(&answer.text())) {
                Some(Some(false)) => return Ok(()),
                Some(None) => self.say(YES_OR_NO)?,
                Some(Some(true)) | None => return Err(Stop::Interrupted),
            }
        }
    }

    /// Whether a person sits at a terminal and types.
    pub fn is_at_terminal(&self) -> bool {
        self.style().is_at_terminal()
    }

    /// Asks at a terminal whether something is meant that cannot be done by mistake. Elsewhere nobody is asked: it is meant.
    ///
    /// # Errors
    /// There is no answer to be had: end of input, an interrupt, a failure.
    pub fn confirm(&mut self, question: &str) -> Result<bool, Stop> {
        if self.is_at_terminal() { self.ask_yes_no(question) } else { Ok(true) }
    }

    /// Asks a question that is answered with yes or no; an empty line is no.
    ///
    /// # Errors
    /// There is no answer to be had: end of input, an interrupt, a failure.
    pub fn ask_yes_no(&mut self, question: &str) -> Result<bool, Stop> {
        let prompt = Prompt::with_answers(format!("{question} [y/n] "), ["y", "n"]);
        self.type_ahead = TypeAhead::default();
        loop {
            match parse_yes_no(&self.read(&prompt)?.text()) {
                Some(consent) => return Ok(consent),
                None => self.say(YES_OR_NO)?,
            }
        }
    }

    fn accept_line(&mut self, line: InputLine) -> Result<InputLine, Stop> {
        self.lines_read += 1;
        self.last_line = line.to_string();
        match self.settings.echo {
            Echo::ByTerminal => {}
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
        self.say_nonempty(&self.settings.paint.lines(Role::Advice, text))
    }

    /// What `stop` means for a conversation in which the game has not ended: under `--strict` the end of input is an
    /// error too.
    pub fn stop_in_unfinished_game(&self, stop: Stop) -> Stop {
        match stop {
            Stop::EndOfInput if self.settings.strict => Stop::UnexpectedEof { line: self.lines_read + 1 },
            other => other,
        }
    }

    /// Waits for the delay between the moves of two computers; says whether the person has typed something meanwhile, which begins the
    /// next line that is read. Enter ends the wait. At a terminal an interrupt asks whether to leave.
    ///
    /// # Errors
    /// The wait was interrupted, or output could not be written.
    pub fn pause(&mut self) -> Result<bool, Stop> {
        self.flush()?;
        let clock = self.clock();
        let keyboard = self.is_at_terminal().then(|| NoEchoKeyboard::start(false));
        let watch = Stopwatch::start(clock.as_ref());
        while let Some(left) = self.settings.delay.checked_sub(watch.elapsed()).filter(|left| !left.is_zero())
        {
            self.read_typed_keys(keyboard.as_ref());
            if self.type_ahead.has_text()
                || self.type_ahead.enter_pressed
                || self.signals.interrupt.is_raised()
            {
                break;
            }
            thread::sleep(left.min(Duration::from_millis(20)));
        }
        self.read_typed_keys(keyboard.as_ref());
        drop(keyboard);
        self.type_ahead.enter_pressed = false;
        if self.is_interrupted()? {
            self.confirm_quit()?;
        }
        Ok(self.type_ahead.has_text())
    }

    fn read_typed_keys(&mut self, keyboard: Option<&NoEchoKeyboard>) {
        if let Some(keyboard) = keyboard {
            self.type_ahead.add(&keyboard.read_available());
        }
    }

    /// Whether Ctrl-C was pressed at a terminal. Elsewhere an interrupt ends the conversation.
    fn is_interrupted(&mut self) -> Result<bool, Stop> {
        if !self.is_at_terminal() || self.signals.shutdown_signal().is_some() {
            self.check_interrupt()?;
        }
        Ok(self.signals.interrupt.take())
    }

    /// Lets a computer think: does `work`, once. At a terminal a sign says so when it takes its time, what is typed meanwhile answers
    /// the next questions, and an interrupt cuts the thinking short: what there is then has to do, and `messages` says so.
    ///
    /// # Errors
    /// Output could not be written; an interrupt ends the conversation, as it does in a pipe.
    pub fn think(
        &mut self,
        messages: InterruptMessages,
        work: &mut dyn FnMut(&ThinkingProgress),
    ) -> Result<(), Stop> {
        self.flush()?;
        match self.is_at_terminal() {
            true => self.think_with_indicator(messages.ctrl_c_effect, work),
            false => work(&ThinkingProgress::default()),
        }
        self.type_ahead.enter_pressed = false;
        if self.is_interrupted()? { self.say(messages.finished_message) } else { Ok(()) }
    }

    fn think_with_indicator(&mut self, ctrl_c_effect: &'static str, work: &mut dyn FnMut(&ThinkingProgress)) {
        let keyboard = NoEchoKeyboard::start(true);
        let indicator = ThinkingIndicator {
            after: self.settings.indicator_delay,
            ctrl_c_effect,
            columns: self.settings.window.columns(),
            is_live: self.settings.can_redraw && self.settings.board != BoardStyle::Words,
            clock: self.clock.as_ref(),
        };
        indicator::run_with_indicator(indicator, self.output.as_mut(), work);
        self.read_typed_keys(Some(&keyboard));
    }

    /// # Errors
    /// Somebody has asked to stop.
    fn check_interrupt(&mut self) -> Result<(), Stop> {
        if let Some(number) = self.signals.shutdown_signal() {
            return Err(Stop::Signal(number));
        }
        if self.signals.interrupt.take() { Err(Stop::Interrupted) } else { Ok(()) }
    }
}

/// Texts hold no-break spaces so that lines are not broken there. A person may want to copy what he reads.
fn replace_nbsp(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

const YES_OR_NO: &str = "Type y or n.";

/// Whether an answer is yes; an empty one is no. `None` for what is neither.
fn parse_yes_no(answer: &str) -> Option<bool> {
    match answer.to_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "" | "n" | "no" => Some(false),
        _ => None,
    }
}
