//! Writing responses: one line each, or one line for a whole batch.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{mem, thread};

use serde::Serialize;
use serde_json::value::RawValue;

use crate::console::Waker;
use crate::lines::{write_json, write_json_line};

use super::error::{ErrorCode, RpcError};
use super::message::{MethodResult, RequestId, Response, TurnNotification};

/// How often to check for signals while waiting for anything other than a line.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The number of pending bytes at which new lines must wait.
const MAX_PENDING_BYTES: usize = 1 << 20;
/// The number of pending bytes that are written even if more lines follow immediately.
const FLUSH_THRESHOLD: usize = 1 << 16;
/// The size, in bytes, of the waiting answers of all batches, beyond which answers are replaced by errors.
const MAX_BATCH_BYTES: usize = 64 << 20;

/// Collects lines from several threads in a buffer, which a separate thread writes. So a slow client delays
/// neither searches nor cancellations until the buffer is full.
pub struct ResponseWriter {
    pending: Mutex<PendingOutput>,
    changed: Condvar,
    /// The size of the answers that wait for the rest of their batch, in bytes.
    waiting_bytes: AtomicUsize,
}

#[derive(Default)]
struct PendingOutput {
    bytes: Vec<u8>,
    /// Whether bytes taken from here are being written.
    is_writing: bool,
    /// The error after which nothing more is written.
    error: Option<io::Error>,
    is_closed: bool,
}

impl ResponseWriter {
    /// Starts a thread that writes to `out`. When writing fails, it keeps the error and interrupts the thread
    /// that waits for input.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn start(mut out: Box<dyn Write + Send>, waker: Waker) -> io::Result<Arc<ResponseWriter>> {
        let output = Arc::new(ResponseWriter {
            pending: Mutex::default(),
            changed: Condvar::new(),
            waiting_bytes: AtomicUsize::new(0),
        });
        let shared = Arc::clone(&output);
        thread::Builder::new().spawn(move || {
            while let Some(bytes) = shared.take() {
                let written = out.write_all(&bytes).and_then(|()| out.flush());
                if shared.finish_write(written) {
                    return waker.interrupt();
                }
            }
        })?;
        Ok(output)
    }

    /// Adds a line, waiting for room if needed. It is written when the buffer reaches the flush threshold, or
    /// at the next [`ResponseWriter::flush`].
    pub fn line(&self, message: &impl Serialize) {
        // Writing to memory cannot fail.
        self.add(|bytes| drop(write_json_line(message, bytes)));
    }

    fn add(&self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut pending =
            self.wait_while(|pending| pending.bytes.len() >= MAX_PENDING_BYTES && !pending.is_closed);
        if !pending.is_closed {
            write(&mut pending.bytes);
            if pending.bytes.len() >= FLUSH_THRESHOLD {
                self.flush();
            }
        }
    }

    /// Adds the answers to a batch: a JSON array without its last bracket.
    fn whole_batch(&self, answers: Vec<u8>) {
        self.add(|bytes| {
            match bytes.is_empty() {
                true => *bytes = answers,
                false => bytes.extend(answers),
            }
            bytes.extend(b"]\n");
        });
    }

    /// Waits up to `timeout` until the batches in progress hold at most half of the answers they can. Returns
    /// whether they do.
    pub fn has_room_for_batch(&self, timeout: Duration) -> bool {
        let is_full = |_: &mut _| self.waiting_bytes.load(Ordering::Relaxed) > MAX_BATCH_BYTES / 2;
        let waited = self.changed.wait_timeout_while(self.pending(), timeout, is_full);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Writes the lines added so far, without waiting for it.
    pub fn flush(&self) {
        self.changed.notify_all();
    }

    /// Waits until everything has been written or writing has failed.
    pub fn finish(&self) {
        self.flush();
        drop(
            self.wait_while(|pending| {
                !pending.is_closed && (pending.is_writing || !pending.bytes.is_empty())
            }),
        );
    }

    /// Takes the error that ended writing, if any.
    pub fn take_error(&self) -> Option<io::Error> {
        self.pending().error.take()
    }

    /// Stops all further writing.
    pub fn close(&self) {
        self.pending().is_closed = true;
        self.flush();
    }

    /// Waits for bytes to write and takes them; `None` when closed.
    fn take(&self) -> Option<Vec<u8>> {
        let mut pending = self.wait_while(|pending| pending.bytes.is_empty() && !pending.is_closed);
        if pending.is_closed {
            return None;
        }
        pending.is_writing = true;
        self.changed.notify_all();
        Some(mem::take(&mut pending.bytes))
    }

    /// Records the outcome of a write. Returns whether it failed.
    fn finish_write(&self, written: io::Result<()>) -> bool {
        let mut pending = self.pending();
        pending.is_writing = false;
        pending.error = written.err();
        pending.is_closed |= pending.error.is_some();
        self.changed.notify_all();
        pending.error.is_some()
    }

    fn pending(&self) -> MutexGuard<'_, PendingOutput> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, should_wait: impl Fn(&PendingOutput) -> bool) -> MutexGuard<'_, PendingOutput> {
        let waited = self.changed.wait_while(self.pending(), |pending| should_wait(pending));
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answers to a batch. They are written together when the last one is complete.
#[derive(Debug)]
pub struct Batch(Mutex<BatchState>);

#[derive(Debug)]
struct BatchState {
    /// The answers so far, as the beginning of a JSON array.
    text: Vec<u8>,
    missing: usize,
}

impl Batch {
    /// Creates a batch that waits for this number of answers.
    pub fn new(missing: usize) -> Self {
        Batch(Mutex::new(BatchState { text: Vec::new(), missing }))
    }

    fn add(&self, id: &RequestId, answer: &MethodResult, output: &ResponseWriter) {
        let mut collected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let too_large = Err(too_large_error());
        let length = answer.as_ref().map_or(0, |answer| answer.get().len());
        let is_full = output.waiting_bytes.load(Ordering::Relaxed) + length > MAX_BATCH_BYTES;
        let response = Response::new(id, if is_full { &too_large } else { answer });
        let before = collected.text.len();
        collected.text.push(if before == 0 { b'[' } else { b',' });
        // Writing to memory cannot fail.
        let _ = write_json(&response, &mut collected.text);
        output.waiting_bytes.fetch_add(collected.text.len() - before, Ordering::Relaxed);
        collected.missing -= 1;
        if collected.missing == 0 {
            let text = mem::take(&mut collected.text);
            output.waiting_bytes.fetch_sub(text.len(), Ordering::Relaxed);
            output.whole_batch(text);
        }
    }
}

fn too_large_error() -> RpcError {
    let limit = MAX_BATCH_BYTES >> 20;
    let hint = "send smaller batches or single requests";
    RpcError::new(ErrorCode::Size, format!("the waiting answers to batches exceed {limit} MiB"), hint)
}

/// Sends the answer to a request.
#[derive(Clone)]
pub struct Responder {
    /// The id of the request.
    pub id: RequestId,
    /// Receives the lines.
    pub output: Arc<ResponseWriter>,
    /// The batch that the request belongs to, if any.
    pub batch: Option<Arc<Batch>>,
}

impl Responder {
    /// Sends the answer. Must be called once.
    pub fn answer(&self, answer: &MethodResult) {
        match &self.batch {
            Some(batch) => batch.add(&self.id, answer, &self.output),
            None => self.output.line(&Response::new(&self.id, answer)),
        }
    }

    /// Sends a notification with the result for a turn.
    pub fn turn(&self, turn: usize, found: &RawValue) {
        self.output.line(&TurnNotification::new(&self.id, turn, found));
    }
}
