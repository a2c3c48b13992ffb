//! Lines of text: read from any source in bounded memory, and written as JSON.

use std::fmt;
use std::io::{self, BufRead, Read as _, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use crate::model::text::{BYTE_ORDER_MARK, escape, is_printable};

/// The number of bytes kept of a line; the rest is read and dropped.
pub const MAX_LINE_BYTES: usize = 4096;

/// Where a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// At its line ending.
    Ending,
    /// At the end of the input, without a line ending.
    EndOfInput,
    /// At the limit: the line was too long and has been cut.
    Limit,
}

/// A line of input without its line ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputLine {
    /// The text, which need not be UTF-8.
    pub bytes: Vec<u8>,
    /// Where the line ends.
    pub end: LineEnd,
}

impl InputLine {
    /// Creates a line from text without a line ending.
    pub fn from_text(text: String) -> Self {
        let mut bytes = text.into_bytes();
        let end = if bytes.len() > MAX_LINE_BYTES { LineEnd::Limit } else { LineEnd::Ending };
        bytes.truncate(MAX_LINE_BYTES);
        InputLine { bytes, end }
    }

    /// Returns whether the line was too long and has been cut.
    pub fn is_truncated(&self) -> bool {
        self.end == LineEnd::Limit
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

/// Reads a line; `None` at the end of input. Lines end with LF or CRLF; the last line may have no ending. A byte order
/// mark before the line is skipped.
///
/// # Errors
/// Fails if the reader fails.
pub fn read_line(reader: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    read_line_limited(reader, MAX_LINE_BYTES)
}

/// Like [`read_line`], keeping `max_bytes` bytes.
///
/// # Errors
/// Fails if the reader fails.
pub fn read_line_limited(reader: &mut impl BufRead, max_bytes: usize) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let max_read = max_bytes + BYTE_ORDER_MARK.len() + 1;
    if reader.by_ref().take(max_read as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_cut = bytes.len() == max_read && bytes.last() != Some(&b'\n');
    let mut end = match bytes.pop_if(|byte| *byte == b'\n') {
        Some(_) => LineEnd::Ending,
        None => LineEnd::EndOfInput,
    };
    if bytes.starts_with(BYTE_ORDER_MARK.as_bytes()) {
        bytes.drain(..BYTE_ORDER_MARK.len());
        if bytes.is_empty() && end == LineEnd::EndOfInput {
            return Ok(None);
        }
    }
    if bytes.len() > max_bytes {
        end = LineEnd::Limit;
        bytes.truncate(max_bytes);
    }
    if is_cut {
        reader.skip_until(b'\n')?;
    }
    if end != LineEnd::EndOfInput {
        bytes.pop_if(|byte| *byte == b'\r');
    }
    Ok(Some(InputLine { bytes, end }))
}

/// Returns whether a line of a list of positions holds one: it is not empty, and not a comment. A position can begin
/// with `#`, but not with `#` and a blank.
pub fn has_position(line: &str) -> bool {
    !line.is_empty() && line != "#" && !line.starts_with("# ")
}

/// Writes `value` as a line of JSON.
///
/// # Errors
/// Fails if `out` cannot be written.
pub fn write_json_line(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    write_json(value, &mut *out)?;
    writeln!(out)
}

/// Writes `value` as JSON in which nothing acts on a terminal: such characters are written as `\uXXXX`.
///
/// # Errors
/// Fails if `out` cannot be written.
pub fn write_json(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    Ok(value.serialize(&mut serde_json::Serializer::with_formatter(out, Harmless))?)
}

/// Returns `value` as JSON like that of [`write_json`], to be part of other JSON.
///
/// # Errors
/// Fails if the value cannot be written as JSON.
pub fn raw_json(value: &(impl Serialize + ?Sized)) -> Result<Box<RawValue>, serde_json::Error> {
    let mut text = Vec::new();
    write_json(value, &mut text).map_err(serde_json::Error::io)?;
    RawValue::from_string(String::from_utf8_lossy(&text).into_owned())
}

/// Returns whether a value is the default, so that an object can leave it out.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Writes JSON without spaces.
struct Harmless;

impl serde_json::ser::Formatter for Harmless {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        for part in text.split_inclusive(|letter| !is_printable(letter)) {
            let last = part.chars().next_back().filter(|letter| !is_printable(*letter));
            out.write_all(&part.as_bytes()[..part.len() - last.map_or(0, char::len_utf8)])?;
            for unit in last.iter().flat_map(|letter| letter.encode_utf16(&mut [0; 2]).to_vec()) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        let ends: Vec<LineEnd> = lines(b"a1\nlast").into_iter().map(|line| line.end).collect();
        assert_eq!(ends, [LineEnd::Ending, LineEnd::EndOfInput]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_counts_for_nothing() {
        assert_eq!(texts("\u{feff}a1\r\nb\u{feff}2\n\u{feff}".as_bytes()), ["a1", "b\u{feff}2"]);
        for mark in ["", "\u{feff}"] {
            for length in MAX_LINE_BYTES - 4..MAX_LINE_BYTES + 5 {
                let read = lines(format!("{mark}{}\na1", "x".repeat(length)).as_bytes());
                let is_long = length > MAX_LINE_BYTES;
                assert_eq!(
                    (read[0].is_truncated(), read[0].bytes.len()),
                    (is_long, length.min(MAX_LINE_BYTES))
                );
                assert_eq!((read.len(), read[1].text().as_str()), (2, "a1"), "{length}");
            }
        }
    }

    #[test]
    fn control_and_invalid_bytes_are_escaped() {
        assert_eq!(escape(b"\x1b[2J\x00\xff\"a\xc3\xa9\t"), r#"\u{1b}[2J\0\xff"aé\t"#);
        assert_eq!(escape("\u{202e}x".as_bytes()), "\\u{202e}x");
        assert_eq!(escape(&[b'z'; 100]), "z".repeat(60) + "...");
    }

    #[test]
    fn json_has_nothing_that_acts_on_a_terminal() {
        let text = "a\u{9b}b\u{202e}\u{200b}\u{e0041}é\u{7f}\n\"स";
        let mut out = Vec::new();
        write_json_line(&[text], &mut out).unwrap();
        let line = String::from_utf8(out).unwrap();
        assert_eq!(line, "[\"a\\u009bb\\u202e\\u200b\\udb40\\udc41é\\u007f\\n\\\"स\"]\n");
        assert_eq!(serde_json::from_str::<[String; 1]>(&line).unwrap(), [text]);
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
