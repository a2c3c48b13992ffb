//! Tests of the state directory: who can read it, and what works without it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::is_sampled;
use crate::common::terminal::Terminal;

const GAME: &str =
    "cygnet record 1\ngame: uglyduck\nstart: D4/S4/1d3/5/5 1\n1. a1b2\nresult: none, unfinished\n";
const NOTHING_IS_KEPT: &str = "(Nothing is kept: ";

fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn cygnet(folder: &Path, state: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(line.split_whitespace()).current_dir(folder).env("XDG_STATE_HOME", state);
    command.env("XDG_CONFIG_HOME", state).env("XDG_DATA_HOME", state).output().unwrap()
}

/// Returns the permissions of a file or directory.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn only_the_user_can_read_what_is_kept() {
    let state = state();
    let own = state.path().join("cygnet");
    let won = ["play", "uglyduck", "--p1", "human", "--p2", "easy", "--position", "5/S4/5/5/4d 1"];
    let mut terminal = Terminal::start(&won, 80, state.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("b1 a1\r:quit\r");
    terminal.rest();
    fs::write(state.path().join("deck"), "# mine\n").unwrap();
    assert!(cygnet(state.path(), state.path(), "practice on").status.success());
    let entries = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    for folder in [own.clone(), own.join("finished")] {
        assert_eq!(mode(&folder), 0o700, "{folder:?}");
        for file in entries(&folder).iter().filter(|path| path.is_file()) {
            assert_eq!(mode(file), 0o600, "{file:?}");
        }
    }
    // What an earlier version left open is closed, with everything in it.
    for line in ["games", "practice list", "stats", "explore uglyduck"] {
        fs::set_permissions(&own, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(cygnet(state.path(), state.path(), line).status.success(), "{line}");
        assert_eq!(mode(&own), 0o700, "{line}");
    }
}

/// Returns state directories that cannot be used, even by root: a file in the place of the directory or of the one
/// above it, a path below a device, and one that no system creates.
fn unusable(folder: &Path) -> [PathBuf; 4] {
    fs::create_dir(folder.join("taken")).unwrap();
    fs::write(folder.join("taken/cygnet"), "").unwrap();
    fs::write(folder.join("file"), "").unwrap();
    [folder.join("taken"), folder.join("file/state"), "/dev/null/state".into(), "/proc/state".into()]
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn commands_that_need_no_state_directory_work_without_it() {
    let folder = state();
    let unusable = unusable(folder.path());
    fs::write(folder.path().join("g.cygnet"), GAME).unwrap();
    let lines = [
        "",
        "play uglyduck --p1 easy --p2 easy",
        "rules qawale",
        "learn uglyduck",
        "puzzle uglyduck",
        "practice list",
        "practice export -",
        "moves uglyduck",
        "perft uglyduck 2",
        "analyze uglyduck --depth 1",
        "bench --leaves 1",
        "solve uglyduck-xl:3x3",
        "certify uglyduck-xl:3x3 --out NEW.cert",
        "table build uglyduck-xl:3x3 --pieces 3 --dir NEW",
        "table info uglyduck-xl:3x3 --dir new",
        "replay g.cygnet",
        "review g.cygnet --nodes 100",
        "explore uglyduck",
        "draw uglyduck",
        "check g.cygnet",
        "arena uglyduck --p1 easy --p2 easy --games 2",
        "ugi uglyduck",
        "rpc",
        "config",
        "completions bash",
        "man",
        "host --code 7-amber-otter --listen 127.0.0.1:0",
        "join 127.0.0.1:1 7-amber-otter",
        "watch 127.0.0.1:1 7-amber-otter",
    ];
    // Every command is in the list, or needs the directory.
    let help = String::from_utf8(cygnet(folder.path(), folder.path(), "--help").stdout).unwrap();
    let names = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(' '));
    let names = names.map(|(name, _)| name).filter(|name| !name.is_empty() && !name.starts_with('-'));
    let names: Vec<&str> =
        names.filter(|name| !["cygnet", "help", "games", "stats"].contains(name)).collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(lines.iter().any(|line| line.split(' ').next() == Some(name)), "{name}");
    }
    let usable = state();
    for line in lines {
        let run = |number: &str, state: &Path| cygnet(folder.path(), state, &line.replace("NEW", number));
        let expected = run("new", usable.path()).status.code();
        for (number, state) in unusable.iter().enumerate() {
            let output = run(&format!("new{number}"), state);
            let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
            assert_eq!(output.status.code(), expected, "{line}: {said}");
            assert!(said.matches(NOTHING_IS_KEPT).count() <= 1, "{line}: {said}");
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn sessions_say_once_that_nothing_is_kept() {
    let folder = state();
    fs::write(folder.path().join("g.cygnet"), GAME).unwrap();
    let record = folder.path().join("g.cygnet");
    let cases: [(&[&str], &str, &str); 8] = [
        (&[], "Choose a game! ", ":quit\r"),
        (
            &["play", "uglyduck", "--p1", "human", "--p2", "easy", "--position", "5/S4/5/5/4d 1"],
            "Cell - ",
            "b1 a1\r:quit\r",
        ),
        (&["learn", "uglyduck", "--lesson", "2"], "straight ahead.", "a1 b1\rq\rback\r:quit\r"),
        (&["puzzle", "uglyduck"], "to move", ":quit\r"),
        (&["practice"], "practice needs a place", ""),
        (&["play", "--record", record.to_str().unwrap()], "Cell - ", ":quit\r"),
        (&["explore", "uglyduck"], "to leave: ", "\r"),
        (&["host", "uglyduck", "--listen=127.0.0.1:0"], "(Waiting for", ":quit\r"),
    ];
    for state in unusable(folder.path()) {
        for (arguments, question, keys) in cases {
            let mut terminal = Terminal::start(arguments, 200, &state);
            let mut shown = terminal.wait_for(question);
            terminal.type_in(keys);
            shown += &terminal.rest();
            let path = state.join("cygnet");
            // A command that only reads what was kept says nothing about a directory that does not exist.
            let is_said = arguments.first() != Some(&"explore") || !state.starts_with("/proc");
            let said = format!("{NOTHING_IS_KEPT}{}", path.display());
            assert_eq!(
                shown.matches(NOTHING_IS_KEPT).count(),
                usize::from(is_said),
                "{arguments:?}: {shown}"
            );
            assert_eq!(shown.contains(&said), is_said, "{arguments:?}: {shown}");
            // Only practice has nothing to do without what was kept.
            let fails = arguments == ["practice"];
            assert!(!shown.contains("could not be"), "{arguments:?}: {shown}");
            assert_eq!(shown.contains("error"), fails, "{arguments:?}: {shown}");
            assert_eq!(terminal.exit_code(), i32::from(fails), "{arguments:?}: {shown}");
        }
    }
}

#[test]
fn a_game_is_the_same_in_any_letter_case() {
    let state = state();
    let finished = state.path().join("cygnet/finished");
    fs::create_dir_all(&finished).unwrap();
    for (number, name) in ["uglyduck", "UGLYDUCK", "UglyDuck"].into_iter().enumerate() {
        let won = "player 2: easy\nstart: 5/S4/5/5/4d 1\n1. b1a1\nresult: p1, rules\n";
        let path = finished.join(format!("game-{}.cygnet", number + 1));
        fs::write(path, format!("cygnet record 1\ngame: {name}\nplayer 1: human\n{won}")).unwrap();
        let card = "\t1\t0/0\tmissed-win\t-\tNAME\t5/D1S2/5/2s2/5 1\tb1c1\tb3a2\twon in 1\n";
        let card = format!("2026-11-2{number}{}", card.replace("NAME", name));
        fs::write(state.path().join("card.txt"), card).unwrap();
        assert!(cygnet(state.path(), state.path(), "practice import card.txt").status.success());
    }
    let shown = |line: &str| text(&cygnet(state.path(), state.path(), line).stdout);
    assert_eq!(shown("practice list").lines().count(), 1, "{}", shown("practice list"));
    for line in ["games", "games --game UGLYDUCK", "games export -"] {
        assert_eq!(shown(line).matches("uglyduck").count(), 3, "{line}: {}", shown(line));
    }
    let stats = shown("stats");
    assert_eq!(stats.matches("  easy ").count(), 1, "{stats}");
}

/// Makes something at a path.
type Make = fn(&Path);

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_kept_file_of_another_kind_stops_no_session() {
    let kinds: [(&str, Make); 4] = [
        ("a directory", |path| fs::create_dir(path).unwrap()),
        ("an empty file", |path| fs::write(path, "").unwrap()),
        ("the null device", |path| std::os::unix::fs::symlink("/dev/null", path).unwrap()),
        ("a pipe", |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success())),
    ];
    let names = [
        "done.txt",
        "done.lock",
        "practice.txt",
        "game-1.cygnet",
        "game-1.lock",
        "finished",
        "finished/game-1.cygnet",
        "network",
        "network/codes.txt",
    ];
    let mut cases = 0..;
    for (kind, make) in kinds {
        for name in names.into_iter().filter(|_| is_sampled(cases.next().unwrap(), 7)) {
            let state = state();
            let path = state.path().join("cygnet").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            make(&path);
            for (arguments, question, keys) in [
                (
                    &["play", "uglyduck", "--p1", "human", "--p2", "easy", "--position", "5/S4/5/5/4d 1"][..],
                    "Cell - ",
                    "b1 a1\r:quit\r",
                ),
                (&["learn", "uglyduck", "--lesson", "2"], "straight ahead.", "a1 b1\rq\r:quit\r"),
                (&["host", "uglyduck", "--listen=127.0.0.1:0"], "(Waiting for", ":quit\r"),
            ] {
                let mut terminal = Terminal::start(arguments, 200, state.path());
                terminal.wait_for(question);
                terminal.type_in(keys);
                let shown = terminal.rest();
                let is_lost = shown.contains("error: the game could not be saved: ");
                assert!(!is_lost || name.starts_with("finished"), "{kind} as {name}: {shown}");
                assert_eq!(
                    terminal.exit_code(),
                    i32::from(is_lost),
                    "{kind} as {name}: {arguments:?}: {shown}"
                );
            }
        }
    }
}
