//! Output of whole lines, shared by the thread that reads commands and the one that searches.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// An output to which several threads write lines.
#[derive(Clone)]
pub struct SharedOutput(Arc<Mutex<Box<dyn Write + Send>>>);

impl SharedOutput {
    /// Creates an output that writes to `output`.
    pub fn new(output: Box<dyn Write + Send>) -> Self {
        SharedOutput(Arc::new(Mutex::new(output)))
    }

    /// Writes a line and flushes it.
    ///
    /// # Errors
    /// The line could not be written.
    pub fn write_line(&self, line: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{line}")?;
        output.flush()
    }
}
