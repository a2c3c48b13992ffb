//! What another user of the computer can read.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::common::terminal::Terminal;
use crate::computers::{CODE, Homes, everything_in, kept_path};

/// Checks that only the user can use the state directory, and that no name in it is a code.
#[track_caller]
fn assert_private(home: &Path) {
    for path in everything_in(&home.join("cygnet")) {
        let data = fs::symlink_metadata(&path).unwrap();
        assert!(data.permissions().mode() & 0o077 == 0, "{path:?}");
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(!name.contains("amber") && !name.contains("otter"), "{path:?}");
    }
}

#[test]
fn no_file_is_named_by_a_code() {
    let homes = Homes::new();
    let home = homes.path("host");
    let play = |home: &Path, arguments: &[&str]| {
        let mut terminal = Terminal::start(arguments, 100, home);
        terminal.wait_for("(Waiting for");
        terminal
    };
    let host = ["host", "uglyduck", "--listen=127.0.0.1:0", "--side=first", "--code", CODE];
    let mut first = play(&home, &host);
    // A player on this computer needs neither an address nor the code.
    let mut guest = Terminal::start(&["join"], 100, &home);
    first.wait_for("Cell - ");
    first.type_in("a1 b2\r");
    guest.wait_for("Turn of Player 2!");
    assert_private(&home);
    first.kill();
    guest.kill();
    // What others can read is closed, with everything in it.
    let kept = kept_path(&home, "host");
    let text = fs::read_to_string(&kept).unwrap();
    for path in everything_in(&home.join("cygnet")) {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let again = Terminal::start(&host[..3], 100, &home).wait_for("Continue it? ");
    assert!(again.contains(&format!("with the code {CODE}")), "{again}");
    assert_eq!(fs::metadata(home.join("cygnet")).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(fs::read_to_string(kept_path(&home, "host")).unwrap(), text);
    play(&home, &["host", "--code", CODE, "--listen=127.0.0.1:0"]).kill();
}
