//! The standard streams, with errors that know which stream failed.

use std::io::{self, Read, Write};

use thiserror::Error;

use super::blocked::watched;

/// The maximum number of bytes in a write, so that a slow reader makes visible progress.
const MAX_WRITE_BYTES: usize = 1 << 16;

/// An error of a standard stream. Its message is the one of the system.
#[derive(Debug, Error)]
#[error("{source}")]
struct StreamError {
    stream: &'static str,
    source: io::Error,
}

/// A standard stream with its name, which its errors carry. An output is watched.
pub(super) struct Stream<T>(pub(super) &'static str, pub(super) T);

impl<T> Stream<T> {
    fn named<R>(&mut self, call: impl FnOnce(&mut T) -> io::Result<R>) -> io::Result<R> {
        let Stream(stream, inner) = self;
        call(inner).map_err(|source| io::Error::new(source.kind(), StreamError { stream, source }))
    }
}

impl<T: Read> Read for Stream<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.named(|inner| inner.read(buffer))
    }
}

impl<T: Write> Write for Stream<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.named(|inner| watched(|| inner.write(&bytes[..bytes.len().min(MAX_WRITE_BYTES)])))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.named(|inner| watched(|| inner.flush()))
    }
}

/// An output whose errors are ignored.
pub(super) struct BestEffort<T>(pub(super) T);

impl<T: Write> Write for BestEffort<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

/// Waits until nobody is left to read standard output. Returns false if the system cannot say that.
#[cfg(unix)]
pub(super) fn wait_until_output_is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let output = io::stdout();
    let mut polled = [PollFd::new(&output, PollFlags::empty())];
    loop {
        match poll(&mut polled, None) {
            Err(Errno::INTR) => {}
            result => {
                return result.is_ok() && polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP);
            }
        }
    }
}

/// Other systems say it at the next write.
#[cfg(not(unix))]
pub(super) fn wait_until_output_is_closed() -> bool {
    false
}

fn stream_error(error: &io::Error) -> Option<&StreamError> {
    error.get_ref()?.downcast_ref()
}

/// Returns the name of the standard stream that failed, if the error is of one.
pub fn stream_name(error: &io::Error) -> Option<&'static str> {
    stream_error(error).map(|error| error.stream)
}

/// Returns the error of the system, without the name of the stream.
#[cfg(unix)]
pub(super) fn system_error(error: &io::Error) -> &io::Error {
    stream_error(error).map_or(error, |error| &error.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from_raw_os_error(28))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn errors_know_their_stream_and_keep_kind_and_message() {
        let plain = Full.write(b"x").unwrap_err();
        assert_eq!(stream_name(&plain), None);
        let named =
            Stream("standard output", io::BufWriter::with_capacity(0, Full)).write_all(b"x").unwrap_err();
        assert_eq!(stream_name(&named), Some("standard output"));
        assert_eq!((named.kind(), named.to_string()), (plain.kind(), plain.to_string()));
        assert_eq!(stream_error(&named).unwrap().source.raw_os_error(), Some(28));
    }
}
