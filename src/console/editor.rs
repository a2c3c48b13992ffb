//! The line editor for terminals: editing, history, and completion of the answers to the current prompt.
//!
//! The editor runs in its own thread, so that the program can end cleanly while someone is typing. It gets
//! one question at a time.

use std::borrow::Cow;
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext,
    EventHandler, ExternalPrinter as _, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use super::input::InputEvent;
use super::keyboard::{discard_pending_input, has_waiting_line};
use super::{Prompt, pad_left, width};
use crate::lines::{InputLine, MAX_LINE_BYTES, read_line};

/// A question for the editor.
#[derive(Debug)]
pub struct EditorQuestion {
    /// The text before the answer.
    pub prompt: String,
    /// The whole question, for completion.
    pub asked: Prompt,
    /// The part of the answer that has already been typed.
    pub initial_text: String,
    /// Whether the line is read with the terminal's own line editing, because this editor redraws it. The
    /// prompt and the initial text have been written.
    pub is_plain: bool,
}

/// The line being edited, for the rest of the program.
#[derive(Clone, Debug)]
pub struct EditedLine {
    state: Arc<Mutex<LineState>>,
    /// The texts to be written above the line.
    texts: SyncSender<String>,
}

/// What the editor and the rest of the program both know about the line.
#[derive(Debug, Default)]
struct LineState {
    asked: Prompt,
    /// The columns of the prompt, which cannot change while the line is edited.
    columns: usize,
    /// What is shown in these columns.
    prompt: String,
    is_empty: bool,
}

/// What is before a line whose prompt did not fit there.
const MARKER: &str = "> ";

impl EditedLine {
    /// Writes a text above the line, if there is one, without waiting for that, and draws the line again. If too many
    /// texts wait for that, it is dropped.
    pub fn print_above(&self, text: &str) {
        let _ = self.texts.try_send(text.to_owned());
    }

    /// Returns whether nothing has been typed.
    pub fn is_empty(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).is_empty
    }

    /// Lets the line answer another question, `asked`. Returns whether its `prompt` fits in front of the line, which
    /// shows when the line is drawn again.
    pub fn ask_instead(&self, prompt: &str, asked: Prompt) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = width(prompt) <= state.columns;
        let shown = if fits { prompt } else { MARKER.get(..state.columns).unwrap_or(MARKER) };
        state.prompt = pad_left(shown, state.columns);
        state.asked = asked;
        fits
    }
}

/// The maximum number of texts that wait for the editor.
const MAX_WAITING_TEXTS: usize = 1 << 8;
/// How long a key can wait for the next one of a sequence.
const SEQUENCE_TIMEOUT: Duration = Duration::from_millis(500);

/// The terminals that understand no sequences for drawing: the editor knows the first three. The last are names for one
/// of which nothing is known.
const PLAIN_TERMINALS: [&str; 9] =
    ["dumb", "emacs", "cons25", "vt52", "", "unknown", "network", "dialup", "tty"];

/// Returns whether a line can be edited and redrawn at the terminal of this type, the value of `TERM`.
pub fn can_edit(terminal: Option<&str>) -> bool {
    terminal
        .map_or(cfg!(windows), |terminal| !PLAIN_TERMINALS.iter().any(|it| it.eq_ignore_ascii_case(terminal)))
}

/// Starts the editor, with a history of `history` lines. It answers each question with one event. Where lines cannot be
/// edited it reads every one plainly, and the line is not known while it is typed.
///
/// # Errors
/// Fails if the terminal cannot be used for editing.
pub fn start(
    events: SyncSender<InputEvent>,
    history: usize,
    can_edit: bool,
) -> io::Result<(SyncSender<EditorQuestion>, Option<EditedLine>)> {
    let state = Arc::new(Mutex::new(LineState::default()));
    let mut editor = can_edit.then(|| create(history, &state)).transpose()?;
    let texts = editor.as_mut().map(|(editor, _)| start_printer(editor)).transpose()?;
    let (sender, questions) = sync_channel(1);
    let line = texts.map(|texts| EditedLine { state: Arc::clone(&state), texts });
    thread::Builder::new().spawn(move || {
        if catch_unwind(AssertUnwindSafe(|| answer_all(editor, &state, &questions, &events))).is_err() {
            // Otherwise the program would wait for a line forever.
            let _ = events.send(InputEvent::Failed(io::Error::other("the line editor panicked")));
        }
    })?;
    Ok((sender, line))
}

/// An editor, and whether Ctrl-L ended its line.
type LineEditor = (Editor<LineHelper, MemHistory>, Arc<AtomicBool>);

fn create(history: usize, state: &Arc<Mutex<LineState>>) -> io::Result<LineEditor> {
    let config = Config::builder()
        .max_history_size(history)
        .map_err(io::Error::other)?
        .completion_type(CompletionType::List)
        // Each line of a paste answers one question.
        .bracketed_paste(false)
        // The helper shows the prompt, without colours.
        .color_mode(ColorMode::Forced)
        .keyseq_timeout(u16::try_from(SEQUENCE_TIMEOUT.as_millis()).ok())
        .build();
    let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io::Error::other)?;
    editor.set_helper(Some(LineHelper(Arc::clone(state))));
    let asks_redraw = Arc::new(AtomicBool::new(false));
    let keys = Keys { asks_redraw: Arc::clone(&asks_redraw) };
    editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(keys)));
    Ok((editor, asks_redraw))
}

/// Starts a thread that prints texts above the line being edited. While a key waits for the next one of a sequence, the
/// editor prints nothing: only this thread waits for it.
fn start_printer(editor: &mut Editor<LineHelper, MemHistory>) -> io::Result<SyncSender<String>> {
    let mut printer = editor.create_external_printer().map_err(io::Error::other)?;
    let (sender, texts) = sync_channel(MAX_WAITING_TEXTS);
    // Printing redraws the line.
    thread::Builder::new().spawn(move || texts.into_iter().try_for_each(|text| printer.print(text)))?;
    Ok(sender)
}

fn answer_all(
    mut editor: Option<LineEditor>,
    state: &Mutex<LineState>,
    questions: &Receiver<EditorQuestion>,
    events: &SyncSender<InputEvent>,
) {
    for question in questions {
        let Some((editor, asks_redraw)) = editor.as_mut().filter(|_| !question.is_plain) else {
            if events.send(read_plainly(&question.initial_text)).is_err() {
                return;
            }
            continue;
        };
        *state.lock().unwrap_or_else(PoisonError::into_inner) = LineState {
            asked: question.asked,
            columns: width(&question.prompt),
            prompt: question.prompt.clone(),
            is_empty: question.initial_text.is_empty(),
        };
        let event = match editor.readline_with_initial(&question.prompt, (&question.initial_text, "")) {
            Ok(text) if asks_redraw.swap(false, Ordering::Relaxed) => InputEvent::Redraw(text),
            Ok(text) => {
                // Without it in the history, the line is still an answer.
                let _ = editor.add_history_entry(&text);
                InputEvent::Line(InputLine::from_text(text))
            }
            Err(ReadlineError::Eof) => InputEvent::End,
            Err(ReadlineError::Interrupted) => InputEvent::Cancelled,
            // One byte that is not UTF-8 is a line that no prompt accepts.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                discard_pending_input();
                InputEvent::Line(InputLine::from_text(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(ReadlineError::Io(error)) => InputEvent::Failed(error),
            // The terminal was closed, for example.
            #[cfg(unix)]
            Err(ReadlineError::Errno(error)) => InputEvent::Failed(error.into()),
            // Nothing was read; the question is asked again.
            Err(_) => InputEvent::Cancelled,
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

/// Reads a line without editing it. A terminal delivers one line at a time, so none is lost between the two
/// ways of reading. The terminal has echoed a line typed before its question elsewhere, so that is repeated.
fn read_plainly(initial_text: &str) -> InputEvent {
    let was_typed_before = has_waiting_line();
    let line = match read_line(&mut io::stdin().lock()) {
        Ok(Some(line)) if initial_text.is_empty() => line,
        Ok(Some(line)) => InputLine::from_text(format!("{initial_text}{}", line.text())),
        Ok(None) => return InputEvent::End,
        Err(error) => return InputEvent::Failed(error),
    };
    if was_typed_before {
        // A write error here is ignored: the next write will report it.
        let _ = writeln!(io::stdout(), "{line}");
    }
    InputEvent::Line(line)
}

/// Refuses keys that would make a line longer than any prompt accepts, so that a paste costs little time and memory. Ends
/// the line at Ctrl-L: the program redraws the screen, with the line. Suspends the program at Ctrl-Z.
struct Keys {
    asks_redraw: Arc<AtomicBool>,
}

impl ConditionalEventHandler for Keys {
    fn handle(&self, event: &Event, count: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let Event::KeySeq(keys) = event else { return None };
        let is_full = context.line().len() > MAX_LINE_BYTES;
        match keys[..] {
            [KeyEvent(KeyCode::Char('L' | 'l'), Modifiers::CTRL)] => {
                self.asks_redraw.store(true, Ordering::Relaxed);
                Some(Cmd::AcceptLine)
            }
            // The handler of the signal changes the modes of the terminal. The editor must not do so at the same time.
            #[cfg(unix)]
            [KeyEvent(KeyCode::Char('Z' | 'z'), Modifiers::CTRL)] => {
                super::signals::send_suspend();
                Some(Cmd::Noop)
            }
            [KeyEvent(KeyCode::Char('Y' | 'y'), Modifiers::CTRL | Modifiers::ALT)] => {
                (is_full || count > 1).then_some(Cmd::Noop)
            }
            // The next letter as it is, and letters in another case, which can be longer.
            [
                KeyEvent(KeyCode::Char('V' | 'v' | 'Q' | 'q'), Modifiers::CTRL)
                | KeyEvent(KeyCode::Char('U' | 'u' | 'L' | 'l' | 'C' | 'c'), Modifiers::ALT),
            ] => is_full.then_some(Cmd::Noop),
            [KeyEvent(KeyCode::Char(_), Modifiers::NONE | Modifiers::SHIFT)] => {
                (is_full || usize::from(count) > MAX_LINE_BYTES).then_some(Cmd::Noop)
            }
            _ => None,
        }
    }
}

/// What the editor asks about the line.
struct LineHelper(Arc<Mutex<LineState>>);

impl LineHelper {
    fn state(&self) -> MutexGuard<'_, LineState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Completer for LineHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..position];
        if !self.state().asked.takes_file(typed) {
            return Ok(self.state().asked.completions(typed));
        }
        let (start, files) = FilenameCompleter::new().complete_path(line, position)?;
        // Lines have no escapes.
        let files = files.into_iter().map(|file| file.replacement).filter(|file| !file.contains('\\'));
        Ok((start, files.collect()))
    }
}

impl Hinter for LineHelper {
    type Hint = String;

    /// Notes after each change whether anything has been typed.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.state().is_empty = line.is_empty();
        None
    }
}

impl Highlighter for LineHelper {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, is_default: bool) -> Cow<'b, str> {
        if is_default { Cow::Owned(self.state().prompt.clone()) } else { Cow::Borrowed(prompt) }
    }
}

impl Validator for LineHelper {}
impl Helper for LineHelper {}
