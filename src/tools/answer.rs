//! Answers in two forms: lines of text for a person, or a JSON object on a line for a program.

use std::io::{self, Write};

use serde::Serialize;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines of text.
    Text,
    /// One JSON object on a line.
    Json,
}

/// An answer that can be written in both forms. [`Serialize`] makes the JSON object.
pub trait Answer: Serialize {
    /// Writes the answer as lines of text.
    ///
    /// # Errors
    /// It could not be written.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the answer in this form.
    ///
    /// # Errors
    /// It could not be written.
    fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Text => self.write_text(out),
            Format::Json => write_json_line(self, out),
        }
    }
}

/// Writes `value` as JSON on a line.
///
/// # Errors
/// It could not be written.
pub fn write_json_line(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
