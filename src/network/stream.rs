//! A connection over TCP or a Unix socket.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Duration;

use super::channel::Transport;

/// A connection. Clones share it, and it is closed with the last of them.
#[derive(Clone, Debug)]
pub enum Stream {
    /// Over TCP.
    Tcp(Arc<TcpStream>),
    /// Over a Unix socket.
    #[cfg(unix)]
    Unix(Arc<UnixStream>),
}

/// Does the same with either kind of connection.
macro_rules! with {
    ($stream:expr, $inner:ident => $result:expr) => {
        match $stream {
            Stream::Tcp($inner) => $result,
            #[cfg(unix)]
            Stream::Unix($inner) => $result,
        }
    };
}

impl Stream {
    /// Prepares a new connection: calls wait, and small messages are sent at once.
    ///
    /// # Errors
    /// The connection is lost.
    pub fn prepare(&self) -> io::Result<()> {
        with!(self, inner => inner.set_nonblocking(false))?;
        match self {
            Stream::Tcp(inner) => inner.set_nodelay(true),
            #[cfg(unix)]
            Stream::Unix(_) => Ok(()),
        }
    }

    /// Closes one or both directions for all clones. Threads that read or write there return.
    pub fn shutdown(&self, how: Shutdown) {
        // It fails only if the connection is already closed.
        let _ = with!(self, inner => inner.shutdown(how));
    }
}

impl Transport for Stream {
    fn set_timeout(&self, time: Duration) -> io::Result<()> {
        with!(self, inner => inner.set_read_timeout(Some(time)).and_then(|()| inner.set_write_timeout(Some(time))))
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        with!(self, inner => (&**inner).read(buffer))
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        with!(self, inner => (&**inner).write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        with!(self, inner => (&**inner).flush())
    }
}
