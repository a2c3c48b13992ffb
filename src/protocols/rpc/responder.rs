//! Answers on their way out: a line each, or all those of a batch in one.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{mem, thread};

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::console::output::write_json_line;
use crate::console::{Signals, Waker};

use super::error::{ErrorCode, RpcError};
use super::message::{MethodResult, RequestId, Response, TurnNotification};

/// How often signals are looked for while something other than a line is waited for.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The bytes of answers that wait to be written, beside the last answer.
const MAX_PENDING_BYTES: usize = 1 << 20;
/// The bytes of answers that are worth writing though more will come at once.
const FLUSH_THRESHOLD: usize = 1 << 16;
/// The bytes of answers that are collected for a batch.
const MAX_BATCH_BYTES: usize = 64 << 20;

/// Lines of several threads on their way out. They collect in a buffer, which a thread of its own writes: who makes answers waits for room
/// in it, but never for whoever reads them, and so hears of signals.
pub struct ResponseWriter {
    pending: Mutex<PendingOutput>,
    changed: Condvar,
    signals: Signals,
}

#[derive(Default)]
struct PendingOutput {
    bytes: Vec<u8>,
    /// Whether bytes that were taken from here are being written.
    is_writing: bool,
    /// What went wrong; after it nothing more is written.
    error: Option<io::Error>,
    is_closed: bool,
}

impl ResponseWriter {
    /// Lines that a new thread writes to `out`. When it fails it wakes whoever reads, and keeps the failure for him; a signal ends all waits.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub fn start(
        mut out: Box<dyn Write + Send>,
        waker: Waker,
        signals: Signals,
    ) -> io::Result<Arc<ResponseWriter>> {
        let output = Arc::new(ResponseWriter { pending: Mutex::default(), changed: Condvar::new(), signals });
        let shared = Arc::clone(&output);
        thread::Builder::new().spawn(move || {
            while let Some(bytes) = shared.take() {
                let written = out.write_all(&bytes).and_then(|()| out.flush());
                if shared.finish_write(bytes, written) {
                    return waker.interrupt();
                }
            }
        })?;
        Ok(output)
    }

    /// Writes a line, as soon as there is room for it. It goes out with the block that it is part of, or at the next [`ResponseWriter::flush`].
    pub fn line(&self, message: &impl Serialize) {
        let is_full =
            |pending: &PendingOutput| pending.bytes.len() >= MAX_PENDING_BYTES && !pending.is_closed;
        let mut pending = self.pending();
        while is_full(&pending) && !self.signals.interrupt.is_raised() {
            pending = self.wait(pending, POLL_INTERVAL, is_full);
        }
        if !pending.is_closed {
            // There is no failure in memory.
            let _ = write_json_line(message, &mut pending.bytes);
            if pending.bytes.len() >= FLUSH_THRESHOLD {
                self.flush();
            }
        }
    }

    /// Lets the lines so far go out.
    pub fn flush(&self) {
        self.changed.notify_all();
    }

    /// Whether everything has been written, at the latest after `timeout`.
    pub fn is_written(&self, timeout: Duration) -> bool {
        let is_left =
            |pending: &PendingOutput| !pending.is_closed && (pending.is_writing || !pending.bytes.is_empty());
        self.flush();
        !is_left(&self.wait(self.pending(), timeout, is_left))
    }

    /// The first failure, once.
    pub fn take_error(&self) -> Option<io::Error> {
        self.pending().error.take()
    }

    /// From now on nothing is written.
    pub fn close(&self) {
        self.pending().is_closed = true;
        self.flush();
    }

    /// What is to be written next; `None` when nothing more is.
    fn take(&self) -> Option<Vec<u8>> {
        let is_idle = |pending: &mut PendingOutput| pending.bytes.is_empty() && !pending.is_closed;
        let waited = self.changed.wait_while(self.pending(), is_idle);
        let mut pending = waited.unwrap_or_else(PoisonError::into_inner);
        if pending.is_closed {
            return None;
        }
        pending.is_writing = true;
        self.changed.notify_all();
        Some(mem::take(&mut pending.bytes))
    }

    /// Takes the bytes back, whose memory is used again, and what came of writing them; says whether that failed.
    fn finish_write(&self, mut bytes: Vec<u8>, written: io::Result<()>) -> bool {
        let mut pending = self.pending();
        pending.is_writing = false;
        if pending.bytes.is_empty() && bytes.capacity() <= 2 * MAX_PENDING_BYTES {
            bytes.clear();
            pending.bytes = bytes;
        }
        pending.error = written.err();
        pending.is_closed |= pending.error.is_some();
        self.changed.notify_all();
        pending.error.is_some()
    }

    fn pending(&self) -> MutexGuard<'_, PendingOutput> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(
        &self,
        pending: MutexGuard<'a, PendingOutput>,
        timeout: Duration,
        should_wait: impl Fn(&PendingOutput) -> bool,
    ) -> MutexGuard<'a, PendingOutput> {
        let waited = self.changed.wait_timeout_while(pending, timeout, |pending| should_wait(pending));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The answers to a batch, which go out together when the last one is there.
#[derive(Debug)]
pub struct Batch(Mutex<BatchState>);

#[derive(Debug)]
struct BatchState {
    answers: Vec<Box<RawValue>>,
    bytes: usize,
    missing: usize,
}

impl Batch {
    /// A batch of requests of which so many are answered.
    pub fn new(missing: usize) -> Self {
        Batch(Mutex::new(BatchState { answers: Vec::new(), bytes: 0, missing }))
    }

    fn add(&self, id: &RequestId, answer: &MethodResult, output: &ResponseWriter) {
        let mut collected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let too_large = Err(too_large_error());
        let is_full = collected.bytes > MAX_BATCH_BYTES;
        let response = Response::new(id, if is_full { &too_large } else { answer });
        // What is made of texts and answers becomes a text.
        if let Ok(response) = to_raw_value(&response) {
            collected.bytes += response.get().len();
            collected.answers.push(response);
        }
        collected.missing -= 1;
        if collected.missing == 0 {
            output.line(&collected.answers);
        }
    }
}

fn too_large_error() -> RpcError {
    let limit = MAX_BATCH_BYTES >> 20;
    let hint = "ask for less in a batch, or one by one";
    RpcError::new(ErrorCode::Size, format!("the answers to this batch take more than {limit} MiB"), hint)
}

/// Where the answer to a request goes.
#[derive(Clone)]
pub struct Responder {
    /// The request.
    pub id: RequestId,
    /// Where lines go.
    pub output: Arc<ResponseWriter>,
    /// The batch that the request is part of.
    pub batch: Option<Arc<Batch>>,
}

impl Responder {
    /// Gives the one answer.
    pub fn answer(&self, answer: &MethodResult) {
        match &self.batch {
            Some(batch) => batch.add(&self.id, answer, &self.output),
            None => self.output.line(&Response::new(&self.id, answer)),
        }
    }

    /// Tells what was found about a turn.
    pub fn turn(&self, turn: usize, found: &RawValue) {
        self.output.line(&TurnNotification::new(&self.id, turn, found));
    }
}
