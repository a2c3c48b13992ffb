//! Reads lines from a terminal or a pipe: any length and any bytes, in bounded memory.

use std::io::{self, BufRead, Read as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use std::{fmt, thread};

use crate::model::StopSignal;
use crate::model::text::escape;

use super::Stop;
use super::editor::{self, EditorQuestion, Redraw};

/// The number of bytes kept of a line; the rest is read and dropped.
pub const MAX_LINE_BYTES: usize = 4096;
/// The capacity of the queue between the reading thread and the program, in lines.
const LINE_QUEUE_CAPACITY: usize = 64;

/// A line of input without its line ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputLine {
    bytes: Vec<u8>,
    /// Whether the line was too long and has been cut.
    pub is_truncated: bool,
}

impl InputLine {
    /// Creates a line from text without a line ending.
    pub fn from_text(text: String) -> Self {
        let mut bytes = text.into_bytes();
        let is_truncated = bytes.len() > MAX_LINE_BYTES;
        bytes.truncate(MAX_LINE_BYTES);
        InputLine { bytes, is_truncated }
    }

    /// Returns the line, trimmed. Bytes that are not UTF-8 become replacement characters, which no prompt
    /// accepts.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).trim().to_owned()
    }
}

/// Escapes the line so that nothing in it affects the terminal.
impl fmt::Display for InputLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(&self.bytes))
    }
}

/// An event from the input.
#[derive(Debug)]
pub enum InputEvent {
    /// A line.
    Line(InputLine),
    /// The input has ended.
    End,
    /// The input could not be read.
    Failed(io::Error),
    /// The player discarded the line being typed.
    Cancelled,
    /// Something other than a line: check the signals.
    Woken,
    /// Something has arrived that the player may want to know.
    News,
}

/// Where an [`Input`] gets its events. The real source is a thread that reads lines; tests simulate others.
pub trait EventSource: fmt::Debug + Send {
    /// Returns whether lines are edited at a terminal. Then each line is asked for, and the source shows the
    /// prompt.
    fn uses_editor(&self) -> bool;

    /// Asks a question, if lines are edited at a terminal. The answer is one of the next events.
    fn ask(&mut self, question: EditorQuestion);

    /// Waits for the next event, for at most `time` if given.
    fn next(&mut self, time: Option<Duration>) -> Option<InputEvent>;
}

/// A queue that a thread fills.
#[derive(Debug)]
struct Queue {
    events: Receiver<InputEvent>,
    /// The line editor's queue of questions, at a terminal.
    editor: Option<SyncSender<EditorQuestion>>,
}

impl EventSource for Queue {
    fn uses_editor(&self) -> bool {
        self.editor.is_some()
    }

    fn ask(&mut self, question: EditorQuestion) {
        if let Some(editor) = &self.editor {
            // An editor that has ended has sent its last event.
            let _ = editor.send(question);
        }
    }

    fn next(&mut self, time: Option<Duration>) -> Option<InputEvent> {
        let Some(time) = time else { return Some(self.events.recv().unwrap_or(InputEvent::End)) };
        match self.events.recv_timeout(time) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(InputEvent::End),
        }
    }
}

/// The lines of a conversation and the interruptions between them.
#[derive(Debug)]
pub struct Input {
    source: Box<dyn EventSource>,
    /// Where a [`Waker`] adds its events to those of the source.
    sender: SyncSender<InputEvent>,
    /// Whether the editor is still reading the line of a question that was dropped.
    is_reading: bool,
    ended: bool,
}

/// The requests that can come from outside while the program runs.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Stop thinking, or leave if at a prompt.
    pub interrupt: StopSignal,
    /// The number of the signal that asked the program to exit, or 0.
    shutdown_signal: Arc<AtomicU8>,
}

impl Signals {
    /// Returns the number of the signal that asked the program to exit, if any.
    pub fn shutdown_signal(&self) -> Option<u8> {
        Some(self.shutdown_signal.load(Ordering::Relaxed)).filter(|number| *number != 0)
    }

    /// Checks for a request to stop.
    ///
    /// # Errors
    /// Fails if the program was interrupted or asked to exit.
    pub fn check(&self) -> Result<(), Stop> {
        match self.shutdown_signal() {
            Some(number) => Err(Stop::Signal(number)),
            None if self.interrupt.is_raised() => Err(Stop::Interrupted),
            None => Ok(()),
        }
    }
}

/// Interrupts a wait for input, from any thread.
#[derive(Clone, Debug)]
pub struct Waker {
    sender: SyncSender<InputEvent>,
    signals: Signals,
}

impl Waker {
    /// Asks the program to exit because of signal `number`, and interrupts it.
    pub fn shut_down(&self, number: u8) {
        self.signals.shutdown_signal.store(number, Ordering::Relaxed);
        self.interrupt();
    }

    /// Tells the conversation that something has arrived.
    pub fn notify(&self) {
        // If the queue is full, no thread is waiting.
        let _ = self.sender.try_send(InputEvent::News);
    }

    /// Raises the stop signal and wakes the thread waiting for a line.
    pub fn interrupt(&self) {
        self.signals.interrupt.raise();
        // If the queue is full, no thread is waiting.
        let _ = self.sender.try_send(InputEvent::Woken);
    }
}

impl Input {
    /// Reads lines from `reader` in a new thread that ends with the input or with this value.
    pub fn new(reader: impl BufRead + Send + 'static) -> Self {
        Input::with_line_limit(reader, MAX_LINE_BYTES)
    }

    /// Like [`Input::new`], keeping `max_bytes` bytes of each line.
    pub fn with_line_limit(reader: impl BufRead + Send + 'static, max_bytes: usize) -> Self {
        let (sender, events) = sync_channel(LINE_QUEUE_CAPACITY);
        let lines = sender.clone();
        if let Err(error) = thread::Builder::new().spawn(move || read_all(reader, max_bytes, &lines)) {
            // Report the error to the thread that waits for the first line. The queue is empty, so there is
            // room.
            let _ = sender.try_send(InputEvent::Failed(error));
        }
        Input::from_source(Queue { events, editor: None }, sender)
    }

    /// Takes events from `source`. A [`Waker`] sends its events to `wake_ups`, from where the source passes them
    /// on.
    pub fn from_source(source: impl EventSource + 'static, wake_ups: SyncSender<InputEvent>) -> Self {
        Input { source: Box::new(source), sender: wake_ups, is_reading: false, ended: false }
    }

    /// Reads lines edited at the terminal, which must be standard input and output. Also returns a function
    /// that redraws the current line.
    ///
    /// # Errors
    /// Fails if the terminal cannot be used for editing.
    pub(super) fn terminal(history: usize) -> io::Result<(Self, Redraw)> {
        let (sender, events) = sync_channel(LINE_QUEUE_CAPACITY);
        let (editor, redraw) = editor::start(sender.clone(), history)?;
        Ok((Input::from_source(Queue { events, editor: Some(editor) }, sender), redraw))
    }

    /// Returns whether lines are edited at a terminal; the editor shows the prompt itself.
    pub fn uses_editor(&self) -> bool {
        self.source.uses_editor()
    }

    /// Notes that the question is dropped although its line is still being read: that line answers the next
    /// question.
    pub(super) fn drop_question(&mut self) {
        self.is_reading = true;
    }

    /// Sends a question to the editor, if there is one. The answer arrives as an event.
    pub fn ask(&mut self, question: EditorQuestion) {
        if !std::mem::take(&mut self.is_reading) && !self.ended {
            self.source.ask(question);
        }
    }

    /// Returns a handle that interrupts waits and raises `signals`.
    pub fn waker(&self, signals: Signals) -> Waker {
        Waker { sender: self.sender.clone(), signals }
    }

    /// Returns the next event if one is waiting.
    pub fn try_next(&mut self) -> Option<InputEvent> {
        self.wait_timeout(Duration::ZERO)
    }

    /// Waits for the next event.
    pub fn wait(&mut self) -> InputEvent {
        self.next(None).unwrap_or(InputEvent::End)
    }

    /// Waits for the next event for at most `time`.
    pub fn wait_timeout(&mut self, time: Duration) -> Option<InputEvent> {
        self.next(Some(time))
    }

    fn next(&mut self, time: Option<Duration>) -> Option<InputEvent> {
        if self.ended {
            return Some(InputEvent::End);
        }
        let event = self.source.next(time);
        self.ended = matches!(event, Some(InputEvent::End | InputEvent::Failed(_)));
        event
    }
}

fn read_all(mut reader: impl BufRead, max_bytes: usize, lines: &SyncSender<InputEvent>) {
    loop {
        let event = match read_line_limited(&mut reader, max_bytes) {
            Ok(Some(line)) => InputEvent::Line(line),
            Ok(None) => InputEvent::End,
            Err(error) => InputEvent::Failed(error),
        };
        let last = !matches!(event, InputEvent::Line(_));
        if lines.send(event).is_err() || last {
            return;
        }
    }
}

/// Reads a line; `None` at the end of input. Lines end with LF or CRLF; the last line may have no ending.
///
/// # Errors
/// Fails if the reader fails.
pub fn read_line(reader: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    read_line_limited(reader, MAX_LINE_BYTES)
}

/// Like [`read_line`], keeping `max_bytes` bytes.
fn read_line_limited(reader: &mut impl BufRead, max_bytes: usize) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    if reader.by_ref().take(max_bytes as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_whole = bytes.pop_if(|byte| *byte == b'\n').is_some();
    let is_truncated = bytes.len() > max_bytes;
    if is_truncated {
        bytes.truncate(max_bytes);
        reader.skip_until(b'\n')?;
    }
    if is_whole || is_truncated {
        bytes.pop_if(|byte| *byte == b'\r');
    }
    Ok(Some(InputLine { bytes, is_truncated }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    impl Input {
        /// Simulates a terminal: `answer` gets each prompt with its suggested answers and returns the typed
        /// line, or `None` for the end of input.
        pub(crate) fn scripted(
            mut answer: impl FnMut(&str, &[String]) -> Option<String> + Send + 'static,
        ) -> Self {
            let (sender, events) = sync_channel(LINE_QUEUE_CAPACITY);
            let (editor, questions) = sync_channel::<EditorQuestion>(1);
            let lines = sender.clone();
            thread::spawn(move || {
                for question in questions {
                    let line = answer(&question.prompt, &question.answers);
                    let event =
                        line.map_or(InputEvent::End, |text| InputEvent::Line(InputLine::from_text(text)));
                    if lines.send(event).is_err() {
                        return;
                    }
                }
            });
            Input::from_source(Queue { events, editor: Some(editor) }, sender)
        }
    }

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        let mut reader = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut reader).unwrap()).collect()
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        lines(bytes).iter().map(InputLine::text).collect()
    }

    #[test]
    fn accepts_lf_crlf_and_missing_line_end() {
        assert_eq!(texts(b"a1\r\n  b2 \n\nlast"), ["a1", "b2", "", "last"]);
        assert_eq!(texts(b""), Vec::<String>::new());
        assert_eq!(texts(b"\n"), [""]);
    }

    #[test]
    fn long_lines_are_truncated() {
        let mut bytes = vec![b'x'; MAX_LINE_BYTES + 1];
        bytes.extend_from_slice(b"\na1\n");
        let read = lines(&bytes);
        assert!(read[0].is_truncated && read[0].bytes.len() == MAX_LINE_BYTES);
        assert_eq!(read[1], InputLine { bytes: b"a1".to_vec(), is_truncated: false });
    }

    #[test]
    fn control_and_invalid_bytes_are_escaped() {
        assert_eq!(escape(b"\x1b[2J\x00\xff\"a\xc3\xa9\t"), r#"\u{1b}[2J\0\xff"aé\t"#);
        assert_eq!(escape("\u{202e}x".as_bytes()), "\\u{202e}x");
        assert_eq!(escape(&[b'z'; 100]), "z".repeat(60) + "...");
    }

    proptest! {
        #[test]
        fn all_input_is_read_and_displayed_escaped(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let read = lines(&bytes);
            let breaks = bytes.iter().filter(|byte| **byte == b'\n').count();
            let open = usize::from(!bytes.is_empty() && bytes.last() != Some(&b'\n'));
            prop_assert_eq!(read.len(), breaks + open);
            for line in read {
                prop_assert!(line.to_string().chars().all(|letter| !letter.is_control()));
            }
        }
    }
}
