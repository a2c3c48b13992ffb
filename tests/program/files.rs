//! Tests of malicious, foreign and special files, and of streams that end, fill up or wait for an answer.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;

use cygnet::model::Record;
use rustix::process::{Pid, Signal, kill_process};

use crate::cli::TWO_PEOPLE;
use crate::common::PATIENCE;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).current_dir(folder);
    command.env("XDG_STATE_HOME", folder).env("XDG_CONFIG_HOME", folder).env("HOME", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
pub fn run(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    answer(&mut command(folder, arguments), input)
}

/// Runs the program with this input. Kills it if it does not end.
#[track_caller]
fn answer(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.spawn().unwrap();
    let process = Pid::from_child(&child);
    // Ignore the error: a program that has ended does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input);
    let (sender, output) = channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    output.recv_timeout(PATIENCE).map(Result::unwrap).unwrap_or_else(|_| {
        let _ = kill_process(process, Signal::KILL);
        panic!("{command:?} hangs")
    })
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn loading_an_illegal_record_keeps_the_current_game() {
    let begin = "cygnet record 1\ngame: uglyduck\n";
    let moved = format!("{begin}1. a1b2\n2. a1b2\nresult: none, unfinished\n");
    let start = format!("{begin}start: 5/5 1\nresult: none, unfinished\n");
    let folder = folder_with(&[("moved", &moved), ("start", &start)]);
    let input = b"a1\nb2\n:load moved\n:load start\n:position\n";
    let output = run(folder.path(), &TWO_PEOPLE, input);
    let said = out(&output);
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
    assert!(said.contains("moved: line 4: move 2 \"a1b2\": There is no piece there."), "{said}");
    assert!(said.contains("start: line 3: start: "), "{said}");
    assert!(said.contains("1DDDD/1D3/5/5/ddddd 2"), "the game is still there: {said}");
}

#[test]
fn special_files_are_rejected_without_blocking() {
    let folder = folder_with(&[("game", "cygnet record 1\ngame: uglyduck\nresult: none, unfinished\n")]);
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    let no_file = "pipe: not a regular file";
    let loaded = run(folder.path(), &TWO_PEOPLE, b":load pipe\n:position\n");
    assert!(out(&loaded).contains(no_file) && out(&loaded).contains("DDDDD/5/5/5/ddddd 1"), "{loaded:?}");
    let checked = run(folder.path(), &["check", "pipe", ".", "/dev/zero", "game"], b"");
    assert_eq!(checked.status.code(), Some(1));
    let wanted =
        format!("{no_file}\n.: not a regular file\n/dev/zero: not a regular file\ngame: 1 game, valid\n");
    assert_eq!(out(&checked), wanted);
    let saved = run(folder.path(), &TWO_PEOPLE, b":save pipe\n:save .\n:save! pipe\n");
    assert_eq!(out(&saved).matches("Not saved. pipe: not a regular file\n").count(), 2, "{saved:?}");
    assert!(out(&saved).contains("Not saved. .: not a regular file\n"), "{saved:?}");
    let arguments = [
        &["replay", "pipe"][..],
        &["play", "--record", "pipe"],
        &["arena", "--merge", "pipe"],
        &["arena", "uglyduck", "--p1", "easy", "--p2", "easy", "--opening", "pipe"],
        &["certify", "uglyduck", "--out", "pipe"],
    ];
    for arguments in arguments {
        let output = run(folder.path(), arguments, b"");
        assert_eq!((output.status.code(), error(&output).contains(no_file)), (Some(1), true), "{output:?}");
    }
}

/// Checks that the output contains only printable characters and line ends.
#[track_caller]
fn assert_harmless(output: &Output) {
    assert_harmless_text(&(out(output) + &error(output)));
}

fn assert_harmless_text(said: &str) {
    let is_unsafe =
        |letter: char| letter != '\n' && (letter.is_control() || "\u{202e}\u{2066}\u{200b}".contains(letter));
    assert!(!said.contains(is_unsafe), "{said:?}");
}

#[test]
fn records_and_file_names_are_escaped() {
    const EVIL: &str = "\u{1b}[31m\u{1b}]0;x\u{7}\u{202e}\u{2066}\u{200b}\u{9b}2J";
    const FILE: &str = "e\u{1b}[31m\u{202e}\nv";
    let record = |lines: &str| format!("cygnet record 1\n{lines}result: none, unfinished\n");
    let words = |lines: &str| record(lines).replace("record 1", "record 2");
    let names = record(&format!("game: replica\nname 1: {EVIL}a\nname 2: {EVIL}b\n"));
    let folder = folder_with(&[("names", &names), (FILE, &names)]);
    let shown = run(folder.path(), &["play", "--record", "names", "--seed", "1"], b":load names\n");
    assert_harmless(&shown);
    assert!(out(&shown).contains("\\u{1b}[31m\\u{1b}]0;x\\u{7}\\u{202e}"), "{}", out(&shown));
    // Shown escaped, but kept as they are.
    run(folder.path(), &["play", "--record", "names"], b":load names\n:save kept\n:quit\n");
    let kept = fs::read_to_string(folder.path().join("kept")).unwrap().parse::<Record>().unwrap();
    assert_eq!(kept.names, names.parse::<Record>().unwrap().names);
    assert_harmless(&run(folder.path(), &["replay", "names"], b""));
    for arguments in [&["check", FILE, "no\u{1b}[2J"][..], &["replay", FILE, "--number", "2"]] {
        assert_harmless(&run(folder.path(), arguments, b""));
    }
    let lies = [
        record(&format!("game: {EVIL}\n")),
        record(&format!("game: uglyduck:{EVIL}\n")),
        record(&format!("game: uglyduck\nstart: {EVIL}\n")),
        record(&format!("game: uglyduck\nplayer 1: {EVIL}\n")),
        record(&format!("game: uglyduck\nplayer 2: ugi:{EVIL}\n")),
        record(&format!("game: uglyduck\ndate: {EVIL}\n")),
        record(&format!("game: uglyduck\n1. {EVIL}\n")),
        record(&format!("game: uglyduck\n{EVIL}: x\n")),
        format!("cygnet record 1\ngame: uglyduck\nresult: p1, {EVIL}\n"),
        words(&format!(
            "game: uglyduck\n{EVIL}: {EVIL}\n1. a1b2 [{EVIL}] {{{EVIL}}}\n(1. a1b1 {{{EVIL}}})\n"
        )),
        words(&format!("game: uglyduck\n1. a1b2 (1. {EVIL})\n")),
        words(&format!("game: uglyduck\n1. a1b2 ?!?{EVIL}\n")),
        format!("cygnet record {EVIL}\n"),
    ];
    for lie in &lies {
        fs::write(folder.path().join(FILE), lie).unwrap();
        for arguments in [&["check", FILE][..], &["replay", FILE], &["play", "--record", FILE, "--seed", "1"]]
        {
            assert_harmless(&run(folder.path(), arguments, b""));
        }
        assert_harmless(&run(folder.path(), &["play", "--autosave", FILE, "--seed", "1"], b""));
    }
    let bots = ["arena", "uglyduck", "--p1", "easy", "--p2", "easy", "--games", "2", "--seed", "1"];
    let named = [&bots[..], &["--name", EVIL, "--name", "x", "--out", "match"]].concat();
    assert_harmless(&run(folder.path(), &named, b""));
    assert_harmless_text(&fs::read_to_string(folder.path().join("match")).unwrap());
    let named = [&bots[..], &["--name", EVIL, "--name", "x", "--format", "json"]].concat();
    let json = out(&run(folder.path(), &named, b""));
    assert_harmless_text(&json);
    let summary: serde_json::Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert_eq!(summary["summary"]["bots"][0]["name"], EVIL);
    for option in ["--out", "--opening"] {
        let arguments = [&bots[..], &[option, FILE]].concat();
        let output = run(folder.path(), &arguments, b"");
        assert_eq!(output.status.code(), Some(1));
        assert_harmless(&output);
    }
    assert_harmless(&run(folder.path(), &["arena", "--merge", FILE], b""));
}

#[test]
fn check_names_every_file_in_full_and_the_line() {
    let long = "x".repeat(200);
    let folder = folder_with(&[(&long, "cygnet record 1\ngame: uglyduck\nresult: p1, rules\n")]);
    let bytes = b"cygnet record 1\ngame: uglyduck\nname 1: \xff\nresult: none, unfinished\n";
    fs::write(folder.path().join("bad"), bytes).unwrap();
    let checked = run(folder.path(), &["check", &long, "missing", "bad", "-"], bytes);
    assert_eq!(checked.status.code(), Some(1));
    let said = out(&checked);
    assert!(said.starts_with(&format!("{long}:3: ")), "{said}");
    assert!(said.ends_with("\nbad:3: not UTF-8 text\n-:3: not UTF-8 text\n"), "{said}");
    let record = b"cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: none, unfinished\n";
    assert_eq!(out(&run(folder.path(), &["check", "-"], record)), "-: 1 game, valid\n");
}

/// Sends each question to the program and waits for one line in reply.
fn ask(child: &mut Child, questions: &[&str]) -> Vec<String> {
    let mut input = child.stdin.take().unwrap();
    let (sender, answers) = channel();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let answer = |question: &&str| {
        input.write_all(question.as_bytes()).unwrap();
        answers.recv_timeout(PATIENCE).unwrap_or_else(|_| format!("no answer to {question:?}"))
    };
    questions.iter().map(answer).collect()
}

#[test]
fn each_position_is_answered_before_the_next_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let commands = [
        &["moves", "uglyduck"][..],
        &["perft", "uglyduck", "2"],
        &["analyze", "uglyduck", "--depth", "2"],
        &["solve", "uglyduck-xl:3x3", "--memory", "1"],
    ];
    for arguments in commands {
        let mut child = command(folder.path(), &[arguments, &["--position", "-"]].concat()).spawn().unwrap();
        let start = if arguments[0] == "solve" { "DDD/3/ddd 1\n" } else { "DDDDD/5/5/5/ddddd 1\n" };
        // The second position is invalid. The third write includes the start of the fourth position.
        let answers = ask(&mut child, &[start, "x\n", &format!("{start}{}", &start[..4]), &start[4..]]);
        let _ = child.kill();
        child.wait().unwrap();
        assert!(
            answers.iter().all(|answer| answer.starts_with("{\"position\":")),
            "{arguments:?}: {answers:?}"
        );
        assert!(
            answers[1].contains("error") && answers[0][..40] == answers[3][..40],
            "{arguments:?}: {answers:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_exit_code_does_not_depend_on_whether_errors_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let arena = ["arena", "uglyduck", "--p1", "easy", "--p2", "easy", "--games", "20"];
    let commands = [
        (&["play", "uglyduck", "--p1", "easy", "--p2", "easy"][..], 0, "Winner"),
        (&["moves", "nosuch"], 2, ""),
        (&["moves", "uglyduck", "--position", "x"], 1, ""),
        (&["pley"], 2, ""),
        (&arena, 0, "easy"),
    ];
    for (arguments, code, said) in commands {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        for nowhere in [Stdio::from(full), Stdio::from(closed)] {
            let output =
                command(folder.path(), arguments).stdin(Stdio::null()).stderr(nowhere).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "{arguments:?}");
            assert!(out(&output).contains(said), "{arguments:?}: {}", out(&output));
        }
    }
}

#[test]
fn saved_files_have_default_mode_and_autosaves_are_private() {
    let folder = folder_with(&[("mine", "x")]);
    fs::set_permissions(folder.path().join("mine"), fs::Permissions::from_mode(0o640)).unwrap();
    let game = "a1\nb2\n:save one\n:save! mine\n:save! three\ne1\nd1\n";
    let shell = "umask 027; exec \"$0\" \"$@\" --autosave kept";
    let mut command = Command::new("sh");
    command.args(["-c", shell, env!("CARGO_BIN_EXE_cygnet")]).args(TWO_PEOPLE).current_dir(folder.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(game.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(["one", "mine", "three", "kept"].map(mode), [0o640, 0o640, 0o640, 0o600]);
}

/// Starts a session that saves its game in `kept`, and plays one move.
fn session(folder: &Path) -> Child {
    let mut child = command(folder, &[&TWO_PEOPLE[..], &["--autosave", "kept"]].concat()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"a1\nb2\n").unwrap();
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("Turn of Player 2!")));
    child
}

#[test]
fn two_sessions_cannot_save_in_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let kept = || fs::read_to_string(folder.path().join("kept")).unwrap();
    let autosave = [&TWO_PEOPLE[..], &["--autosave", "kept"]].concat();
    let mut first = session(folder.path());
    let before = kept();
    for arguments in [&autosave[..], &["play", "--record", "kept", "--autosave", "kept", "--seed", "1"]] {
        let second = run(folder.path(), arguments, b"a2\na3\n");
        assert_eq!(second.status.code(), Some(2), "{}", out(&second));
        assert!(error(&second).starts_with("error: kept: another session is using this file\nhint: "));
    }
    assert_eq!(kept(), before);
    first.stdin.take().unwrap().write_all(b"e1\nd1\n").unwrap();
    assert!(first.wait().unwrap().success());
    assert!(kept().contains("2. e1d1\n"), "{}", kept());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn a_new_game_does_not_replace_an_unfinished_one() {
    let folder = tempfile::tempdir().unwrap();
    let autosave = [&TWO_PEOPLE[..], &["--autosave", "kept"]].concat();
    let kept = || fs::read_to_string(folder.path().join("kept"));
    assert!(run(folder.path(), &autosave, b":quit\n").status.success());
    assert!(kept().is_err(), "no file without a turn");
    let position = ["--position", &format!("\n5/2D2/5/2d2/5{}1\t", " ".repeat(5_000))];
    assert!(run(folder.path(), &[&autosave[..], &position].concat(), b"b3\nc2\n:resign\n").status.success());
    assert!(kept().unwrap().contains("\nstart: 5/2D2/5/2d2/5 1\n"), "{}", kept().unwrap());
    assert!(run(folder.path(), &autosave, b"a1\nb2\n").status.success());
    let before = kept().unwrap();
    let refused = run(folder.path(), &autosave, b"a2\na3\n");
    assert_eq!(refused.status.code(), Some(2), "{}", out(&refused));
    let wanted = "error: kept: the file contains an unfinished game: uglyduck, human against human, 1 move\n\
                  hint: to resume it, use cygnet play --record FILE --autosave FILE\n";
    assert_eq!(error(&refused), wanted);
    assert_eq!(kept().unwrap(), before);
    let on = run(folder.path(), &["play", "--record", "kept", "--autosave", "./kept"], b"e1\nd1\n:resign\n");
    assert_eq!(on.status.code(), Some(0), "{}", error(&on));
    assert!(kept().unwrap().contains("2. e1d1\nresult: p2, resigned\n"), "{}", kept().unwrap());
    assert!(run(folder.path(), &autosave, b"a2\na3\n").status.success(), "a finished game is replaced");
}

#[test]
fn paths_can_start_with_a_tilde() {
    let folder = folder_with(&[]);
    let output = run(folder.path(), &TWO_PEOPLE, b"a1 b1\n:save ~/kept\n:load ~/kept\n");
    assert!(folder.path().join("kept").exists());
    assert!(out(&output).contains("Saved to ~/kept."), "{}", out(&output));
    assert_eq!(output.status.code(), Some(0), "{}", error(&output));
}

#[test]
fn the_help_of_a_menu_lists_what_works_there() {
    let folder = folder_with(&[]);
    let shown = out(&run(folder.path(), &["play", "uglyduck"], b":help\n:undo\n"));
    assert!(shown.contains(":load FILE") && !shown.contains("  :undo"), "{shown}");
    assert!(shown.contains("There is no game in progress."), "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn commands_survive_without_threads() {
    // No thread can have a stack of this size.
    let huge_stack = "4611686018427387904";
    let folder = tempfile::tempdir().unwrap();
    let engine = concat!("ugi:", env!("CARGO_BIN_EXE_cygnet"), " ugi uglyduck");
    let commands = [
        (&["moves", "uglyduck"][..], "", 0),
        (&["analyze", "uglyduck", "--depth", "3", "--threads", "4"], "", 0),
        (&["rules", "qawale"], "", 0),
        (&["check", "-"], "cygnet record 1\ngame: uglyduck\nresult: none, unfinished\n", 0),
        // Commands that need a thread for signals or input fail.
        (&["play", "uglyduck", "--p1", "human", "--p2", "easy", "--seed", "1"], "a1 b1\n", 1),
        (&["play", "uglyduck", "--p1", "easy", "--p2", engine, "--seed", "1"], "", 2),
        (&["solve", "uglyduck-xl:3x3", "--threads", "2"], "", 1),
        (&["ugi", "uglyduck"], "position startpos\ngo depth 3\n", 1),
        (&["rpc"], "{}\n", 1),
        (&["arena", "uglyduck", "--p1", "easy", "--p2", "easy", "--games", "4", "--seed", "1"], "", 1),
    ];
    for (arguments, input, code) in commands {
        let output =
            answer(command(folder.path(), arguments).env("RUST_MIN_STACK", huge_stack), input.as_bytes());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", error(&output));
        assert!(code == 0 || error(&output).contains("error: "), "{arguments:?}: {}", error(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_time_zone_without_end_is_not_read() {
    for zone in [":/dev/zero", "../../../dev/zero", ":/nowhere"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
        command.args(["play", "uglyduck"]).env("TZ", zone).stdin(Stdio::null());
        assert!(command.output().unwrap().status.success(), "{zone}");
    }
}
