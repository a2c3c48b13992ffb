//! The output of commands, in two formats: lines of text for people, or a line of JSON for programs.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::console::{pad_left, pad_right, width};
use crate::lines::write_json_line;

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines of text.
    #[default]
    #[value(help = None::<&str>)]
    Text,
    /// A JSON object on one line.
    #[value(help = None::<&str>)]
    Json,
}

/// Output that can be written in both formats. [`Serialize`] defines the JSON object.
pub trait CommandOutput: Serialize {
    /// Writes the output as lines of text.
    ///
    /// # Errors
    /// Fails if `out` cannot be written.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the output in this format.
    ///
    /// # Errors
    /// Fails if `out` cannot be written.
    fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Text => self.write_text(out),
            Format::Json => write_json_line(self, out),
        }
    }
}

/// The separator between columns.
const GAP: &str = "  ";

/// Formats rows as a table. The first `left` columns are aligned left, the others right.
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
