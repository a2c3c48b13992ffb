//! The lines of a file of records, in bounded memory.

use std::borrow::Cow;
use std::io::{BufRead, ErrorKind};

use super::{MAX_LINE_BYTES, RecordErrorKind};
use crate::model::text::BYTE_ORDER_MARK;

/// The lines of a text, without a byte order mark before it and without the blanks around them. Of a line that is too
/// long, only the start is kept, and enough to see that it is too long.
pub(super) struct Lines<R> {
    input: R,
    line: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Lines { input, line: Vec::new(), number: 0 }
    }

    /// Returns the number of the last line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line, with its number. Returns `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Cow<'_, str>)>, RecordErrorKind> {
        self.line.clear();
        self.number += 1;
        if !self.read_line()? {
            return Ok(None);
        }
        let mark = BYTE_ORDER_MARK.as_bytes();
        let line =
            self.line.strip_prefix(mark).filter(|_| self.number == 1).unwrap_or(&self.line).trim_ascii();
        match String::from_utf8_lossy(line) {
            // The rest of a letter may be cut off.
            Cow::Owned(_) if line.len() <= MAX_LINE_BYTES => Err(RecordErrorKind::NotUtf8),
            text => Ok(Some((self.number, text))),
        }
    }

    /// Appends the next line. Returns whether there is one.
    fn read_line(&mut self) -> Result<bool, RecordErrorKind> {
        let mut has_line = false;
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(RecordErrorKind::Unreadable(error.to_string())),
            };
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            append(&mut self.line, part);
            has_line |= !bytes.is_empty();
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(has_line);
            }
        }
    }
}

/// Appends bytes to a line, without blanks at its start. Beyond the limit, only the last letter is kept.
fn append(line: &mut Vec<u8>, mut part: &[u8]) {
    if line.is_empty() {
        part = part.trim_ascii_start();
    }
    let (kept, rest) = part.split_at(part.len().min(MAX_LINE_BYTES + 1 - line.len()));
    line.extend_from_slice(kept);
    if let (Some(last), Some(byte)) = (line.last_mut(), rest.trim_ascii_end().last()) {
        *last = *byte;
    }
}
