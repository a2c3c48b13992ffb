//! What programs keep and leave behind, also when they are killed or when nothing can be kept.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use crate::common::terminal::Terminal;
use crate::computers::{CODE, Computer, End, Homes, address, everything_in, invitation, kept_path};
use crate::terminal;

/// Returns the paths of all files below a directory, except locks.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let is_lock = |path: &Path| path.to_string_lossy().ends_with(".lock");
    everything_in(folder).into_iter().filter(|path| !path.is_dir() && !is_lock(path)).collect()
}

/// Joins an address where nobody listens.
fn join_nobody(home: &Path, command: &str) -> End {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    Computer::start(home, &[command, &address, "9-amber-otter"], "").end()
}

fn host(home: &Path, code: &str) -> Terminal {
    let words = ["host", "uglyduck", "--listen=127.0.0.1:0", "--side=first", "--code", code];
    let mut host = Terminal::start(&words, 100, home);
    host.wait_for("(Waiting for");
    host
}

#[test]
fn watching_keeps_nothing_and_needs_no_directory() {
    let homes = Homes::new();
    let home = homes.path("home");
    let end = join_nobody(&home, "watch");
    assert!(end.stderr.contains("cannot be reached"), "{}", end.stderr);
    assert!(fs::read_dir(&home).unwrap().next().is_none(), "{:?}", files_in(&home));
    let words = ["host", "uglyduck", "--listen=127.0.0.1:0", "--format=json"];
    let host = Computer::start(&homes.path("host"), &words, "");
    let (address, code) = invitation(&host.wait_for("cygnet watch "), "cygnet watch ");
    fs::write(home.join("file"), "").unwrap();
    let watching = Computer::start(&home.join("file"), &["watch", &address.to_string(), &code], "");
    host.wait_for("One person is watching");
    drop(host);
    drop(watching);
    assert_eq!(files_in(&home), [home.join("file")]);
}

#[test]
fn a_host_says_what_it_does_without_and_names_the_path() {
    let homes = Homes::new();
    let file = |path: &str| {
        let home = homes.path(path.split('/').next().unwrap());
        let path = homes.path(".").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "").unwrap();
        (home, path)
    };
    let words = ["host", "uglyduck", "--listen=127.0.0.1:0", "--format=json"];
    let cases = [
        (file("1/cygnet"), "(Nothing is kept: "),
        (file("2/cygnet/network"), "(The game is kept only once it ends: "),
    ];
    for ((home, path), said) in cases {
        let host = Computer::start(&home, &words, "");
        let shown = host.wait_for(said);
        assert!(
            shown.contains(said) && shown.contains(path.file_name().unwrap().to_str().unwrap()),
            "{shown}"
        );
        assert!(!shown.contains("error") && !shown.contains("port"), "{shown}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
    }
    // Of two hosts at one port, the second names the port in its error.
    let first = Computer::start(&homes.path("3"), &words, "");
    let listen = format!("--listen={}", address(&first));
    let end = Computer::start(&homes.path("3"), &["host", "uglyduck", &listen], "").end();
    assert!(end.code == Some(1) && end.stderr.contains("choose another port"), "{}", end.stderr);
}

#[test]
fn the_next_start_removes_what_killed_programs_left() {
    let homes = Homes::new();
    let home = homes.path("home");
    let network = home.join("cygnet/network");
    let killed = host(&home, CODE);
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let mut guest = Terminal::start(&["join", &address, "8-amber-otter"], 100, &home);
    guest.wait_for("Joining...");
    killed.kill();
    guest.kill();
    assert_eq!(files_in(&network).len(), 3, "{:?}", files_in(&network));
    fs::write(network.join("host-3-amber-otter.cygnet"), "").unwrap();
    fs::write(network.join("join-0000abcd.cygnet"), "").unwrap();
    // A game that cannot be read is not empty.
    fs::write(network.join("host-00001234.cygnet"), "?").unwrap();
    let codes = || fs::read_to_string(network.join("codes.txt")).unwrap();
    fs::write(network.join("codes.txt"), codes() + "00001234 2-amber-otter\nunknown\n").unwrap();
    let running = host(&home, "5-amber-otter");
    let left = |wanted: usize| {
        let left = files_in(&network);
        assert_eq!(left.len(), wanted, "{left:?}");
        assert!(!codes().contains(CODE) && !codes().contains("8-amber-otter"), "{}", codes());
        assert!(codes().contains("00001234 2-amber-otter\nunknown\n"), "{}", codes());
        assert!(network.join("host-00001234.cygnet").exists());
    };
    // The list, the game that cannot be read, and the file of the running host.
    left(3);
    for command in ["join", "watch"] {
        join_nobody(&home, command);
        assert_eq!(codes().matches("5-amber-otter").count(), 1, "{}", codes());
    }
    left(3);
    let mut guest = Terminal::start(&["join", "5-amber-otter"], 100, &home);
    guest.wait_for("Player 1");
    running.kill();
    drop(guest);
    // The code of a host that was killed before it kept anything can be used again.
    host(&home, CODE).kill();
}

/// Plays four turns with clocks, and kills both sides. Returns what each keeps: its home, its file, and the text.
fn killed_game(homes: &Homes) -> [(PathBuf, PathBuf, String); 2] {
    let options = "uglyduck --side=first --clock=10+5";
    let (mut host, address) = terminal::host((100, 50), options, &homes.path("host"));
    let mut guest = Terminal::start(&["join", &address.to_string(), CODE], 100, &homes.path("guest"));
    host.wait_for("has joined.)");
    let (mut mover, mut other) = (&mut host, &mut guest);
    for turn in ["a1 b2", "e3 d2", "a2 b1", "d2 c1"] {
        mover.wait_for("Cell - ");
        mover.type_in(&format!("{turn}\r"));
        other.wait_for(&format!("plays {turn}."));
        (mover, other) = (other, mover);
    }
    host.kill();
    guest.kill();
    [("host", "host"), ("guest", "join")].map(|(home, role)| {
        let home = homes.path(home);
        let file = kept_path(&home, role);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("4. d2c1"), "{text}");
        (home, file, text)
    })
}

/// Starts a side of the killed game again, which refuses to.
#[track_caller]
fn refused(side: usize, home: &Path, code: &str) -> String {
    let words = match side {
        0 => ["host", "uglyduck", "--listen=127.0.0.1:0", "--code", code],
        _ => ["join", "127.0.0.1:1", code, "--name", "Ben"],
    };
    let end = Computer::start(home, &words, "").end();
    assert_eq!(end.code, Some(1), "{}", end.stderr);
    end.stderr
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_kept_game_that_cannot_be_continued_is_never_replaced() {
    let homes = Homes::new();
    for (side, (home, file, text)) in killed_game(&homes).into_iter().enumerate() {
        let name = file.file_name().unwrap().to_str().unwrap();
        let mut broken = vec![
            text.replace("\"role\":\"", "\"role\":\"Master"),
            text.replace("\"step\":4,", ""),
            text.replace("\"round\":1", "\"round\":-1"),
            text.replace("\"host_begins\":true", "\"host_begins\":\"yes\""),
            text.replace("\"secs\":", "\"secs\":1e99"),
            text.replace("cygnet record 2", "cygnet record 3"),
            text.replace("cygnet record", "record"),
            text.replace("game: uglyduck", "game: chess"),
            text.replace("4. d2c1", "4. d2a5"),
            text.replace("4. d2c1", "5. d2c1"),
            text.replace("network:", "netwrok:"),
            text.replace("result: none, unfinished", "result: 1-0, resigned"),
            "\u{0}".repeat(9),
        ];
        broken.extend((1..6).map(|part| text[..text.len() * part / 6].to_owned()));
        for broken in broken {
            assert_ne!(broken, text);
            fs::write(&file, &broken).unwrap();
            let said = refused(side, &home, CODE);
            assert!(said.contains(name), "{broken}: {said}");
            assert_eq!(fs::read_to_string(&file).unwrap(), broken);
        }
        fs::write(&file, &text).unwrap();
        if side == 0 {
            let end =
                Computer::start(&home, &["host", "qawale", "--listen=127.0.0.1:0", "--code", CODE], "").end();
            assert!(end.code == Some(1) && end.stderr.contains("is one of uglyduck"), "{}", end.stderr);
            let words = ["host", "--listen=127.0.0.1:0", "--code", CODE, "--side=second"];
            let mut host = Terminal::start(&words, 100, &home);
            host.wait_for("(This game was kept. Its players, sides, clocks and seed stay as they are.)");
            host.kill();
            fs::write(&file, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        // A directory, two games with one code, and a list that cannot be read.
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(refused(side, &home, CODE).contains(name));
        fs::remove_dir(&file).unwrap();
        fs::write(&file, &text).unwrap();
        let other = file.with_file_name(format!("{}-0001.cygnet", name.split_once('-').unwrap().0));
        fs::write(&other, &text).unwrap();
        let list = file.with_file_name("codes.txt");
        let codes = fs::read_to_string(&list).unwrap();
        fs::write(&list, format!("{codes}0001 {CODE}\n")).unwrap();
        let said = refused(side, &home, CODE);
        assert!(said.contains(name) && said.contains("0001.cygnet"), "{said}");
        fs::write(&list, b"\xff").unwrap();
        assert!(refused(side, &home, CODE).contains("codes.txt:1: not UTF-8 text"));
        for file in [&file, &other] {
            assert_eq!(fs::read_to_string(file).unwrap(), text);
        }
    }
}
