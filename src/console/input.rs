//! Reads lines from a terminal or a pipe: any length and any bytes, in bounded memory.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use std::{fmt, thread};

use crate::lines::{InputLine, MAX_LINE_BYTES, read_line_limited};
use crate::model::StopSignal;

use super::Stop;
use super::editor::{self, EditedLine, EditorQuestion};

/// The capacity of the queue between the reading thread and the program, in lines.
const LINE_QUEUE_CAPACITY: usize = 64;

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
    /// The player wants the screen redrawn, with the line typed so far.
    Redraw(String),
    /// Something other than a line: check the signals, and what has arrived that the player may want to know.
    Woken,
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
    /// The next event, if it was looked at.
    peeked: Option<InputEvent>,
    ended: bool,
}

/// The requests that can come from outside while the program runs.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Stop thinking, or leave if at a prompt.
    pub interrupt: StopSignal,
    /// The number of the signal that asked the program to exit, or 0.
    pub(super) shutdown_signal: Arc<AtomicU8>,
    /// Nobody is left to read the output.
    pub(super) output_closed: StopSignal,
}

impl Signals {
    /// Returns the number of the signal that asked the program to exit, if any.
    pub fn shutdown_signal(&self) -> Option<u8> {
        Some(self.shutdown_signal.load(Ordering::Relaxed)).filter(|number| *number != 0)
    }

    /// Lowers the interrupt, and returns whether it was raised.
    ///
    /// # Errors
    /// The program was asked to exit.
    pub(super) fn take_interrupt(&self) -> Result<bool, Stop> {
        // In this order: a signal is noted before it interrupts, so none can arrive unnoticed between the two.
        let is_raised = self.interrupt.take();
        match self.shutdown_signal() {
            None => Ok(is_raised),
            Some(number) => {
                self.interrupt.raise();
                Err(Stop::Signal(number))
            }
        }
    }

    /// Checks for a request to stop.
    ///
    /// # Errors
    /// Fails if the program was interrupted or asked to exit, or if nobody is left to read its output.
    pub fn check(&self) -> Result<(), Stop> {
        let is_interrupted = self.interrupt.is_raised();
        match self.shutdown_signal() {
            Some(number) => Err(Stop::Signal(number)),
            None if self.output_closed.is_raised() => Err(Stop::Output(io::ErrorKind::BrokenPipe.into())),
            None if is_interrupted => Err(Stop::Interrupted),
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

    /// Ends the conversation because nobody is left to read its output.
    pub(super) fn close_output(&self) {
        self.signals.output_closed.raise();
        self.interrupt();
    }

    /// Wakes the thread waiting for a line, because something has arrived.
    pub fn notify(&self) {
        // If the queue is full, no thread is waiting.
        let _ = self.sender.try_send(InputEvent::Woken);
    }

    /// Raises the stop signal and wakes the thread waiting for a line.
    pub fn interrupt(&self) {
        self.signals.interrupt.raise();
        self.notify();
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
        Input { source: Box::new(source), sender: wake_ups, is_reading: false, peeked: None, ended: false }
    }

    /// Reads lines at the terminal, which must be standard input and output. If they can be edited there, also returns
    /// the current one.
    ///
    /// # Errors
    /// Fails if the terminal cannot be used for editing.
    pub(super) fn terminal(history: usize, can_edit: bool) -> io::Result<(Self, Option<EditedLine>)> {
        let (sender, events) = sync_channel(LINE_QUEUE_CAPACITY);
        let (editor, line) = editor::start(sender.clone(), history, can_edit)?;
        Ok((Input::from_source(Queue { events, editor: Some(editor) }, sender), line))
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

    /// Returns the next line if one is waiting, which the next question still reads; an empty one at the end of the input.
    pub fn peek_line(&mut self) -> Option<String> {
        loop {
            match self.next(Some(Duration::ZERO))? {
                InputEvent::Woken => {}
                event => {
                    let line =
                        if let InputEvent::Line(line) = &event { line.to_string() } else { String::new() };
                    self.peeked = Some(event);
                    return Some(line);
                }
            }
        }
    }

    /// Whether the input has ended, and the end is the next event.
    pub(super) fn is_at_end(&self) -> bool {
        self.ended && !matches!(self.peeked, Some(InputEvent::Line(_)))
    }

    /// Returns the next event if one is waiting.
    pub fn try_next(&mut self) -> Option<InputEvent> {
        self.next(Some(Duration::ZERO))
    }

    /// Waits for the next event.
    pub fn wait(&mut self) -> InputEvent {
        self.next(None).unwrap_or(InputEvent::End)
    }

    fn next(&mut self, time: Option<Duration>) -> Option<InputEvent> {
        if self.peeked.is_some() {
            return self.peeked.take();
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_noticed_whenever_it_arrives() {
        for _ in 0..200 {
            let signals = Signals::default();
            let (sender, _events) = sync_channel(1);
            let waker = Waker { sender, signals: signals.clone() };
            let arriving = thread::spawn(move || waker.shut_down(15));
            let end = loop {
                match signals.take_interrupt() {
                    Ok(false) => {}
                    end => break end,
                }
            };
            arriving.join().unwrap();
            assert!(matches!(end, Err(Stop::Signal(15))), "{end:?}");
        }
    }

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
                    let line = answer(&question.prompt, &question.asked.answers);
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
}
