//! A TCP connection that threads share.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use super::channel::Transport;

/// A connection. Clones share it, and it is closed with the last of them.
#[derive(Clone, Debug)]
pub struct Stream(Arc<TcpStream>);

impl Stream {
    /// Prepares a new connection: calls wait, and small messages are sent at once.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        Ok(Stream(Arc::new(stream)))
    }

    /// Closes one or both directions for all clones. Threads that read or write there return.
    pub fn shutdown(&self, how: Shutdown) {
        // It fails only if the connection is already closed.
        let _ = self.0.shutdown(how);
    }
}

impl Transport for Stream {
    fn set_timeout(&self, time: Duration) -> io::Result<()> {
        self.0.set_read_timeout(Some(time))?;
        self.0.set_write_timeout(Some(time))
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self.0).read(buffer)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self.0).flush()
    }
}
