//! What the record of a match is written to. A test hands in one that fails, or forgets what was not synced.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// A file to write on at its end.
pub(super) trait Storage: Write {
    /// Waits until everything written so far is on the disk.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts off everything after `length` bytes; what is written next stands there.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Storage for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }
}
