//! The output of a protocol in tests.

use std::io::{self, Cursor, Write};
use std::sync::mpsc::{Sender, channel};

use crate::console::{Input, Signals};

use super::Connection;

struct ChannelWriter(Sender<u8>);

impl Write for ChannelWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = bytes.iter().try_for_each(|byte| self.0.send(*byte));
        sent.map(|()| bytes.len()).map_err(io::Error::other)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the lines that `serve` answers to `lines`, also those of threads that end later.
pub(super) fn answers(lines: impl Into<Vec<u8>>, serve: impl FnOnce(Connection)) -> Vec<String> {
    let (sender, bytes) = channel();
    let input = Input::with_line_limit(Cursor::new(lines.into()), 1 << 20);
    serve(Connection { input, signals: Signals::default(), output: Box::new(ChannelWriter(sender)) });
    String::from_utf8(bytes.iter().collect()).unwrap().lines().map(str::to_owned).collect()
}
