//! Tests of Unix sockets.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;

use super::*;
use crate::store::Disk;

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_unix_socket_works_and_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/game");
    Disk::default().create_private_dir(&folder.path().join("new")).unwrap();
    let host = || Watched::host(HostOptions { socket: Some(path.clone()), ..options() });
    let mut first = host();
    let mut guest = Watched::join(Target::Socket(path.clone()), code(1), Part::Player);
    let peer = guest.connected();
    first.connected();
    guest.link.send(peer, say("hello"));
    assert_eq!(first.message(), say("hello"));
    first.link.finish();
    assert!(!path.exists());
    // A socket whose host is gone.
    drop(UnixListener::bind(&path).unwrap());
    let mut second = host();
    guest.disconnected();
    guest.connected();
    second.connected();
    drop(second);
    assert!(!path.exists());
}

#[test]
fn a_unix_socket_replaces_nothing_in_use() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let path = folder.path().join("game");
    let host = || {
        let options = HostOptions { socket: Some(path.clone()), ..options() };
        Watched::host(options)
    };
    let problem = || host().link.socket_problem.take().unwrap().kind();
    let first = host();
    assert_eq!(problem(), io::ErrorKind::AddrInUse);
    drop(first);
    fs::write(&path, "a file").unwrap();
    problem();
    assert_eq!(fs::read(&path).unwrap(), b"a file");
    fs::remove_file(&path).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o750)).unwrap();
    assert_eq!(problem(), io::ErrorKind::PermissionDenied);
}
