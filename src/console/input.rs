//! Lines from a terminal or a pipe: of any length and any bytes, in bounded memory.

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

/// The most bytes of a line that are kept; the rest is read and dropped.
pub const MAX_LINE_BYTES: usize = 4096;
/// How many lines may wait between the reading thread and the program.
const LINE_QUEUE_CAPACITY: usize = 64;

/// One line of input without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputLine {
    bytes: Vec<u8>,
    /// Whether the line was longer than is kept of one.
    pub is_truncated: bool,
}

impl InputLine {
    /// A line from a text without line end.
    pub(super) fn from_text(text: String) -> Self {
        let mut bytes = text.into_bytes();
        let is_truncated = bytes.len() > MAX_LINE_BYTES;
        bytes.truncate(MAX_LINE_BYTES);
        InputLine { bytes, is_truncated }
    }

    /// The line without the blanks around it. Bytes that are not UTF-8 become replacement characters, which no
    /// prompt accepts.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).trim().to_owned()
    }
}

/// Shows the line so that nothing in it can act on a terminal.
impl fmt::Display for InputLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(&self.bytes))
    }
}

/// What a reader of input can get.
#[derive(Debug)]
pub enum InputEvent {
    /// A line.
    Line(InputLine),
    /// There is no more input.
    End,
    /// Input could not be read.
    Failed(io::Error),
    /// The person has thrown the line away that was being typed.
    Cancelled,
    /// Something happened that is not a line: look at the signals.
    Woken,
}

/// Where lines come from: a thread of its own, so that a wait for input can be broken off.
#[derive(Debug)]
pub struct Input {
    events: Receiver<InputEvent>,
    sender: SyncSender<InputEvent>,
    /// Where questions go when lines are edited at a terminal.
    editor: Option<SyncSender<EditorQuestion>>,
    ended: bool,
}

/// The requests that may come from outside while the program runs.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Stop thinking; at a prompt: leave.
    pub interrupt: StopSignal,
    /// The number of the signal that asks the program to end, 0 if none does.
    shutdown_signal: Arc<AtomicU8>,
}

impl Signals {
    /// The number of the signal that asks the program to end.
    pub fn shutdown_signal(&self) -> Option<u8> {
        Some(self.shutdown_signal.load(Ordering::Relaxed)).filter(|number| *number != 0)
    }

    /// # Errors
    /// The program is to end, or has been interrupted.
    pub fn check(&self) -> Result<(), Stop> {
        match self.shutdown_signal() {
            Some(number) => Err(Stop::Signal(number)),
            None if self.interrupt.is_raised() => Err(Stop::Interrupted),
            None => Ok(()),
        }
    }
}

/// Breaks off a wait for input, from any thread.
#[derive(Clone, Debug)]
pub struct Waker {
    sender: SyncSender<InputEvent>,
    signals: Signals,
}

impl Waker {
    /// Asks the program to end because of this signal, and stops what it is doing.
    pub fn shut_down(&self, number: u8) {
        self.signals.shutdown_signal.store(number, Ordering::Relaxed);
        self.interrupt();
    }

    /// Raises the stop signal and wakes whoever waits for a line.
    pub fn interrupt(&self) {
        self.signals.interrupt.raise();
        // A full queue means that nobody is waiting.
        let _ = self.sender.try_send(InputEvent::Woken);
    }
}

impl Input {
    /// Lines of `reader`, read by a new thread that ends with the input or with this value.
    pub fn new(reader: impl BufRead + Send + 'static) -> Self {
        Input::with_line_limit(reader, MAX_LINE_BYTES)
    }

    /// The same with lines of which `longest` bytes are kept.
    pub fn with_line_limit(reader: impl BufRead + Send + 'static, longest: usize) -> Self {
        let (sender, events) = sync_channel(LINE_QUEUE_CAPACITY);
        let lines = sender.clone();
        if let Err(error) = thread::Builder::new().spawn(move || read_all(reader, longest, &lines)) {
            // Whoever waits for the first line is told. The queue is empty, so there is room.
            let _ = sender.try_send(InputEvent::Failed(error));
        }
        Input { events, sender, editor: None, ended: false }
    }

    /// Lines edited at the terminal that is standard input and output, and what draws a line again.
    ///
    /// # Errors
    /// The terminal cannot be used for editing.
    pub(super) fn terminal(history: usize) -> io::Result<(Self, Redraw)> {
        let (sender, events) = sync_channel(LINE_QUEUE_CAPACITY);
        let (editor, redraw) = editor::start(sender.clone(), history)?;
        Ok((Input { events, sender, editor: Some(editor), ended: false }, redraw))
    }

    /// Whether lines are edited at a terminal, which shows the prompt itself.
    pub fn uses_editor(&self) -> bool {
        self.editor.is_some()
    }

    /// Asks the editor, if there is one. What it answers comes as an event.
    pub fn ask(&mut self, question: EditorQuestion) {
        if let Some(editor) = self.editor.as_ref().filter(|_| !self.ended) {
            // An editor that is gone has left its last event.
            let _ = editor.send(question);
        }
    }

    /// A handle that breaks off waits; it raises `signals`.
    pub fn waker(&self, signals: Signals) -> Waker {
        Waker { sender: self.sender.clone(), signals }
    }

    /// The next event if it is there already.
    pub fn try_next(&mut self) -> Option<InputEvent> {
        self.wait_timeout(Duration::ZERO)
    }

    /// The next event, however long it takes.
    pub fn wait(&mut self) -> InputEvent {
        if self.ended {
            return InputEvent::End;
        }
        let event = self.events.recv().unwrap_or(InputEvent::End);
        self.note_end(event)
    }

    /// The next event if it comes within `time`.
    pub fn wait_timeout(&mut self, time: Duration) -> Option<InputEvent> {
        if self.ended {
            return Some(InputEvent::End);
        }
        match self.events.recv_timeout(time) {
            Ok(event) => Some(self.note_end(event)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(self.note_end(InputEvent::End)),
        }
    }

    fn note_end(&mut self, event: InputEvent) -> InputEvent {
        self.ended |= matches!(event, InputEvent::End | InputEvent::Failed(_));
        event
    }
}

fn read_all(mut reader: impl BufRead, longest: usize, lines: &SyncSender<InputEvent>) {
    loop {
        let event = match read_line_limited(&mut reader, longest) {
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

/// Reads one line; `None` at the end of input. A line end is LF or CRLF; the last line needs none.
///
/// # Errors
/// The reader failed.
pub fn read_line(reader: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    read_line_limited(reader, MAX_LINE_BYTES)
}

/// The same, of which `longest` bytes are kept.
fn read_line_limited(reader: &mut impl BufRead, longest: usize) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    if reader.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_whole = bytes.pop_if(|byte| *byte == b'\n').is_some();
    let is_truncated = bytes.len() > longest;
    if is_truncated {
        bytes.truncate(longest);
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
        /// The lines that `answer` gives to each prompt and its suggested answers, as if typed at a terminal; `None` is the end.
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
            Input { events, sender, editor: Some(editor), ended: false }
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
