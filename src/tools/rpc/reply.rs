//! Answers on their way out: a line each, or all those of a batch in one.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::message::{Answer, Id, Response, TurnNotification};
use super::problem::{Code, Problem};
use crate::console::Waker;
use crate::tools::answer::write_json_line;

/// The bytes of answers that are collected for a batch.
const LARGEST_BATCH: usize = 64 << 20;

/// Output to which several threads write lines. The first failure wakes whoever reads, and is kept for him.
pub struct Output {
    writer: Mutex<Writer>,
    waker: Waker,
}

struct Writer {
    out: Box<dyn Write + Send>,
    /// The first failure. After it nothing more is written.
    error: Option<io::Error>,
    has_failed: bool,
}

impl Output {
    /// Output to `out`.
    pub fn new(out: Box<dyn Write + Send>, waker: Waker) -> Self {
        Output { writer: Mutex::new(Writer { out, error: None, has_failed: false }), waker }
    }

    /// Writes a line. It may stay in the buffer until [`Output::flush`].
    pub fn line(&self, message: &impl Serialize) {
        self.write(|out| write_json_line(message, out));
    }

    /// Hands over what has been written.
    pub fn flush(&self) {
        self.write(|out| out.flush());
    }

    /// The first failure, once.
    pub fn take_error(&self) -> Option<io::Error> {
        self.writer().error.take()
    }

    fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let mut writer = self.writer();
        if writer.has_failed {
            return;
        }
        if let Err(error) = write(writer.out.as_mut()) {
            (writer.error, writer.has_failed) = (Some(error), true);
            self.waker.interrupt();
        }
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answers to a batch, which go out together when the last one is there.
#[derive(Debug)]
pub struct Batch(Mutex<Collected>);

#[derive(Debug)]
struct Collected {
    answers: Vec<Box<RawValue>>,
    bytes: usize,
    missing: usize,
}

impl Batch {
    /// A batch of requests of which so many are answered.
    pub fn new(missing: usize) -> Self {
        Batch(Mutex::new(Collected { answers: Vec::new(), bytes: 0, missing }))
    }

    fn add(&self, id: &Id, answer: &Answer, output: &Output) {
        let mut collected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let too_large = Err(too_large());
        let is_full = collected.bytes > LARGEST_BATCH;
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

fn too_large() -> Problem {
    let limit = LARGEST_BATCH >> 20;
    let hint = "ask for less in a batch, or one by one";
    Problem::new(Code::Size, format!("the answers to this batch take more than {limit} MiB"), hint)
}

/// Where the answer to a request goes.
#[derive(Clone)]
pub struct Reply {
    /// The request.
    pub id: Id,
    /// Where lines go.
    pub output: Arc<Output>,
    /// The batch that the request is part of.
    pub batch: Option<Arc<Batch>>,
}

impl Reply {
    /// Gives the one answer.
    pub fn answer(&self, answer: &Answer) {
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
