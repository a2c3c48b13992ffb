//! Unix sockets, on systems that have them.

#[cfg(not(unix))]
pub(super) use other::{connect, is_stale, listen};
#[cfg(unix)]
pub(super) use unix::{connect, is_stale, listen};

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::io;
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
    use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
    use std::path::Path;
    use std::sync::Arc;

    use tempfile::TempPath;

    use crate::network::link::host::Accept;
    use crate::network::stream::Stream;
    use crate::store::{Disk, parent_dir};

    pub(in super::super) fn connect(path: &Path) -> io::Result<Stream> {
        Ok(Stream::Unix(Arc::new(UnixStream::connect(path)?)))
    }

    /// Creates a socket in a folder to which no other user has access. Dropping the path removes it.
    pub(in super::super) fn listen(path: &Path) -> io::Result<(Accept, TempPath)> {
        // Systems have a limit of about 100 bytes.
        if SocketAddr::from_pathname(path).is_err() {
            return Err(io::Error::new(io::ErrorKind::InvalidFilename, "the path is too long for a socket"));
        }
        if fs::metadata(parent_dir(path))?.permissions().mode() & 0o077 != 0 {
            let problem = "other users have access to the folder of the socket";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, problem));
        }
        let listener = match UnixListener::bind(path) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && is_stale(path) => {
                Disk::default().remove(path)?;
                UnixListener::bind(path)?
            }
            result => result?,
        };
        let file = TempPath::try_from_path(path)?;
        listener.set_nonblocking(true)?;
        let accept = move || Ok((Stream::Unix(Arc::new(listener.accept()?.0)), None));
        Ok((Box::new(accept), file))
    }

    /// Returns whether the file is a socket that nothing listens to.
    pub(in super::super) fn is_stale(path: &Path) -> bool {
        let is_socket = fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket());
        is_socket
            && UnixStream::connect(path).is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;
    use std::path::Path;

    use tempfile::TempPath;

    use crate::network::link::host::Accept;
    use crate::network::stream::Stream;

    pub(in super::super) fn is_stale(_path: &Path) -> bool {
        false
    }

    pub(in super::super) fn connect(_path: &Path) -> io::Result<Stream> {
        Err(unsupported())
    }

    pub(in super::super) fn listen(_path: &Path) -> io::Result<(Accept, TempPath)> {
        Err(unsupported())
    }

    fn unsupported() -> io::Error {
        io::Error::new(io::ErrorKind::Unsupported, "this system has no Unix sockets")
    }
}
