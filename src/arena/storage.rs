//! What the record of a match is written to. A test hands in one that fails, or forgets what was not synced.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use crate::store::Draft;

/// A file to write on at its end.
pub(super) trait Storage: Write {
    /// Waits until everything written so far is on the disk.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts off everything after `length` bytes; what is written next stands there.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// All is written and synced: a file that has no name yet gets it.
    fn settle(&mut self) -> io::Result<()> {
        Ok(())
    }
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

/// A file that is there whole or not at all. `None` once it is.
pub(super) struct AllOrNothing(pub Option<Draft>);

impl AllOrNothing {
    fn draft(&mut self) -> io::Result<&mut Draft> {
        self.0.as_mut().ok_or_else(|| io::ErrorKind::InvalidInput.into())
    }
}

impl Write for AllOrNothing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.draft()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Storage for AllOrNothing {
    /// What is whole is synced when it settles.
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// It is begun anew, never gone on with.
    fn cut(&mut self, _length: u64) -> io::Result<()> {
        Ok(())
    }

    fn settle(&mut self) -> io::Result<()> {
        self.0.take().map_or(Ok(()), Draft::finish)
    }
}
