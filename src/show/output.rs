//! The output of commands, in two formats: lines of text for people, or a line of JSON for programs.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::console::in_columns;
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
    in_columns(rows, left, GAP)
}
