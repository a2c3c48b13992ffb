//! Reports to a program: JSON objects on standard output, while the conversation is on standard error.

use std::io::Write;

use serde::Serialize;

use super::{Console, Stop};
use crate::lines::write_json_line;

impl Console {
    /// Returns the console with reports to `reports`, one JSON object a line.
    #[must_use]
    pub fn with_reports(self, reports: Box<dyn Write + Send>) -> Self {
        Console { reports: Some(reports), ..self }
    }

    /// Returns whether a program reads reports.
    pub fn has_reports(&self) -> bool {
        self.reports.is_some()
    }

    /// Reports `object` at once, if a program reads reports.
    ///
    /// # Errors
    /// Fails if the report cannot be written.
    pub fn report(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        let Some(reports) = &mut self.reports else { return Ok(()) };
        write_json_line(object, reports.as_mut()).and_then(|()| reports.flush()).map_err(Stop::Output)
    }
}
