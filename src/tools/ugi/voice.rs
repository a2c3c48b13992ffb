//! What the engine says: whole lines, from the thread that listens and the one that searches.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Output that several threads write lines to.
#[derive(Clone)]
pub struct Voice(Arc<Mutex<Box<dyn Write + Send>>>);

impl Voice {
    /// Lines go to `output`.
    pub fn new(output: Box<dyn Write + Send>) -> Self {
        Voice(Arc::new(Mutex::new(output)))
    }

    /// Writes a line at once.
    ///
    /// # Errors
    /// It could not be written.
    pub fn say(&self, line: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{line}")?;
        output.flush()
    }
}
