//! Tests of the configuration file and of `cygnet config`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::cli::{TWO_PEOPLE, lines_with, run_in, text};

/// Returns the output of the command with this configuration file.
fn shown(folder: &Path, file: &str, arguments: &[&str], variable: &str) -> String {
    fs::create_dir_all(folder.join("cygnet")).unwrap();
    fs::write(folder.join("cygnet/config.toml"), file).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
        command.env_remove(name);
    }
    command.arg("config").args(arguments).env("XDG_CONFIG_HOME", folder).env(variable, "1");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_setting_is_shown_with_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cygnet").join("config.toml");
    let file = "# mine\nboard = \"compact\"\n\ndelay = 1.5\ncolor = \"auto\"\nhistory = 50\nname = \"Ana\"\n";
    let said = shown(folder.path(), file, &[], "NO_COLOR");
    let place = |line: usize| format!("{}, line {line}", path.display());
    let wanted = [
        ("board", "compact", place(2)),
        ("bottom", "original", "default".to_owned()),
        ("coach", "false", "default".to_owned()),
        ("color", "never", "NO_COLOR".to_owned()),
        ("delay", "1.5", place(4)),
        ("finished_games", "1000", "default".to_owned()),
        ("history", "50", place(6)),
        ("level", "none", "default".to_owned()),
        ("name", "Ana", place(7)),
        ("palette", "standard", "default".to_owned()),
    ];
    for (line, (name, value, from)) in said.lines().zip(&wanted) {
        assert_eq!(line, format!("{name:<16}{value:<14}{from}"));
    }
    let said_default = shown(folder.path(), "", &[], "NO_COLOR");
    assert!(said_default.contains("\ndelay           2 at a terminal  default\n"), "{said_default}");
    assert!(said.contains(&format!("\nfile            {}\n", path.display())), "{said}");
    let said = shown(folder.path(), "color = \"never\"\n", &["--format", "json"], "CLICOLOR_FORCE");
    let from = serde_json::to_string(&place(1)).unwrap();
    assert!(said.contains(&format!(r#"{{"name":"color","value":"never","from":{from}}}"#)), "{said}");
}

#[cfg(unix)]
#[test]
fn name_and_level_are_used_at_a_terminal() {
    use crate::common::terminal::Terminal;
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cygnet")).unwrap();
    fs::write(folder.path().join("cygnet/config.toml"), "level = 1\nname = \"Ana\"\nhistory = 0\n").unwrap();
    let game = folder.path().join("game");
    let mut terminal = Terminal::start(&["play", "uglyduck", "--p1", "human"], 80, folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in(&format!(":save {}\r", game.display()));
    terminal.wait_for("Saved to ");
    terminal.type_in(":quit\r");
    terminal.rest();
    let saved = fs::read_to_string(game).unwrap();
    assert!(saved.contains("player 1: human\nname 1: Ana\nplayer 2: level:1\n"), "{saved}");
}

#[test]
fn the_configuration_file_is_used_and_its_mistakes_reported() {
    let folder = tempfile::tempdir().unwrap();
    let write = |content: &str| {
        std::fs::create_dir_all(folder.path().join("cygnet")).unwrap();
        std::fs::write(folder.path().join("cygnet/config.toml"), content).unwrap();
    };
    write("board = \"words\"\ncolor = \"always\"\n");
    let output = run_in(folder.path(), &TWO_PEOPLE, b"");
    assert_eq!(lines_with(&output, "Player 1 has 5 ducks"), 1);
    let flag = [&TWO_PEOPLE[..], &["--board", "compact"]].concat();
    let output = run_in(folder.path(), &flag, b"");
    assert_eq!(lines_with(&output, "Player 1 has 5 ducks"), 0);
    assert!(output.stdout.contains(&0x1b));
    for (content, problem) in [("bored = 1", "bored"), ("board = \"square\"", "square"), ("=", "config.toml")]
    {
        write(content);
        let output = run_in(folder.path(), &TWO_PEOPLE, b"");
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(problem), "{}", text(&output.stderr));
    }
    // Of a file that is not TOML, no value is known.
    write("level = 4\nboard = compact\n");
    let output = run_in(folder.path(), &["config"], b"");
    let problem = text(&output.stderr);
    assert!(
        output.stdout.is_empty() && problem.contains("line 2: ") && problem.contains("hint: "),
        "{problem}"
    );
    // All mistakes are reported, and the command that shows where the file is still does.
    write("bored = 1\nlevel = 3\n[engines.x]\ncommand = \"'\"\n[engines.y]\ncommand = \"y\"\n");
    let output = run_in(folder.path(), &["config"], b"");
    assert_eq!(output.status.code(), Some(1));
    let (shown, problem) = (text(&output.stdout), text(&output.stderr));
    assert!(["level", "config.toml, line 2", "@y"].iter().all(|part| shown.contains(part)), "{shown}");
    assert!(problem.contains("line 1: unknown setting") && problem.contains("; line 4: "), "{problem}");
}

/// Checks that the side of the only person is at the bottom of the boards of play and of replay, if they ask for it,
/// and the original's side otherwise.
#[cfg(unix)]
#[test]
fn the_bottom_of_the_board_is_the_same_in_play_and_replay() {
    use crate::common::terminal::Terminal;
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cygnet")).unwrap();
    let record = folder.path().join("game");
    let players = "player 1: human\nplayer 2: easy\n";
    fs::write(
        &record,
        format!("cygnet record 2\ngame: replica\n{players}1. g6f5\nresult: none, unfinished\n"),
    )
    .unwrap();
    let record = record.display().to_string();
    for (bottom, first_columns) in [("original", " 1 2 3 "), ("own", " 8 7 6 ")] {
        fs::write(folder.path().join("cygnet/config.toml"), format!("bottom = \"{bottom}\"\n")).unwrap();
        let play = ["play", "replica", "--p1", "human", "--p2", "easy"];
        for (arguments, prompt) in [(&play[..], "transform): "), (&["replay", &record], "q: quit ")] {
            let mut terminal = Terminal::start(arguments, 100, folder.path());
            let screen = terminal.wait_for(prompt);
            let words: Vec<&str> = screen.split_whitespace().collect();
            assert!(
                format!(" {} ", words.join(" ")).contains(first_columns),
                "{bottom} {arguments:?}\n{screen}"
            );
            terminal.type_in("\u{4}");
            terminal.rest();
        }
    }
}

/// The lines that play a game with the board in ASCII, and save the settings.
const KEEP: &[u8] = b":board ascii\n:keep\n";

/// Checks that `:keep` changes only values, and each where it is, whatever the form of the file.
#[test]
fn keep_changes_values_in_place() {
    for (file, kept) in [
        ("\u{feff}board = \"words\"\n", "\u{feff}board = \"ascii\"\nbottom = \"original\"\ncoach = false\n"),
        ("\"board\" = 'words'", "\"board\" = \"ascii\"\nbottom = \"original\"\ncoach = false\n"),
        (
            "# mine\r\n\r\n  board = \"words\" # by ear\r\ncoach = false\r\n",
            "# mine\r\n\r\n  board = \"ascii\" # by ear\r\ncoach = false\r\nbottom = \"original\"\r\n",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cygnet/config.toml");
        let said = shown(folder.path(), file, &[], "NO_COLOR");
        let line = 1 + file.lines().position(|line| line.contains("board")).unwrap();
        let wanted = format!("board           words            {}, line {line}\n", path.display());
        assert!(said.starts_with(&wanted), "{said}");
        let output = run_in(folder.path(), &TWO_PEOPLE, KEEP);
        assert_eq!(lines_with(&output, "config.toml: board = "), 1, "{file:?}: {}", text(&output.stdout));
        assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    }
}

/// Checks that a link is followed and stays a link, and that one to the null device is an empty file.
#[cfg(unix)]
#[test]
fn a_linked_configuration_stays_linked() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let (path, target) = (folder.path().join("cygnet/config.toml"), folder.path().join("mine.toml"));
    fs::create_dir(folder.path().join("cygnet")).unwrap();
    fs::write(&target, "board = \"words\"\n").unwrap();
    symlink(&target, &path).unwrap();
    run_in(folder.path(), &TWO_PEOPLE, KEEP);
    assert!(path.is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with("board = \"ascii\"\n"));
    fs::remove_file(&path).unwrap();
    symlink("/dev/null", &path).unwrap();
    let output = run_in(folder.path(), &["config"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(lines_with(&output, "default"), 11);
    let output = run_in(folder.path(), &TWO_PEOPLE, KEEP);
    assert_eq!(lines_with(&output, "cygnet/config.toml: not a regular file"), 1);
    assert!(path.is_symlink());
}
