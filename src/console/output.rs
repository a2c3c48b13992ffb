//! Answers in two forms: lines of text for a person, or a JSON object on a line for a program.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::console::{pad_left, pad_right, width};

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines of text.
    #[value(help = None::<&str>)]
    Text,
    /// One JSON object on a line.
    #[value(help = None::<&str>)]
    Json,
}

/// An answer that can be written in both forms. [`Serialize`] makes the JSON object.
pub trait CommandOutput: Serialize {
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

/// What stands between two columns.
const GAP: &str = "  ";

/// The rows as a table, its first `left` columns aligned to the left, the others to the right.
pub fn table(left: usize, rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column < left {
            true => pad_right(cell, *width),
            false => pad_left(cell, *width),
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// Writes `value` as JSON on a line.
///
/// # Errors
/// It could not be written.
pub fn write_json_line(value: &(impl Serialize + ?Sized), out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
