//! Tests of the output, errors and exit codes that scripts rely on.

use std::io::Write;
use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::{io::Read, process::Child};

use cygnet::games::FAMILIES;
use proptest::prelude::*;

pub fn cygnet(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = cygnet(arguments).spawn().unwrap();
    // Ignore the error: a program that has ended does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn lines_with(output: &Output, what: &str) -> usize {
    text(&output.stdout).lines().filter(|line| line.contains(what)).count()
}

/// Checks that the program fails with this exit code and error message.
#[track_caller]
pub fn assert_fails(arguments: &[&str], input: &[u8], code: i32, error: &str) {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
    assert!(text(&output.stderr).contains(error), "{arguments:?}: {}", text(&output.stderr));
}

pub const TWO_PEOPLE: [&str; 8] = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed", "1"];

#[test]
fn line_ends_case_and_blanks_do_not_matter() {
    let plain = run(&["play", "uglyduck", "--seed", "1"], b"1\n1\na1\nb2\n");
    let odd = run(&["play", "uglyduck", "--seed", "1"], b" 1\r\n1  \r\n\tA1\r\nB2");
    assert_eq!(plain.stdout, odd.stdout);
}

#[test]
fn the_random_seed_is_printed_and_reproduces_the_game() {
    let output = run(&["play", "uglyduck", "--p1", "easy", "--p2", "hard"], b"");
    let printed = text(&output.stderr);
    let seed = printed.trim().strip_prefix("seed: ").unwrap();
    let again = run(&["play", "uglyduck", "--p1", "easy", "--p2", "hard", "--seed", seed], b"");
    assert_eq!(output.stdout, again.stdout);
    assert_eq!(text(&again.stderr), "");
}

#[test]
fn a_game_is_found_by_its_name_and_its_title() {
    let wanted = run(&["play", "three-dragons", "--seed=1"], b"1\n").stdout;
    for words in [&["play", "Three Dragons"][..], &["three-dragons"], &["THREE_dragons"], &["three dragons"]]
    {
        assert_eq!(run(&[words, &["--seed=1"]].concat(), b"1\n").stdout, wanted, "{words:?}");
    }
    assert!(lines_with(&run(&["rules", "Ugly Duck, any board"], b""), "becomes a swan") > 0);
}

#[test]
fn positions_are_answered_in_order_and_errors_named() {
    let input = b"DDDDD/5/5/5/ddddd 1\nnonsense\n\nS4/5/5/5/d4 2\r\n";
    let output = run(&["moves", "uglyduck", "--position", "-", "--format", "json"], input);
    assert_eq!(output.status.code(), Some(1));
    let answers: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["to_move"], "p1");
    assert_eq!(answers[0]["outcome"], serde_json::Value::Null);
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 13);
    assert_eq!(answers[0]["moves"][0]["position"], "1DDDD/D4/5/5/ddddd 2");
    assert_eq!(answers[1]["position"], "nonsense");
    assert!(answers[1]["error"].is_string());
    assert_eq!(answers[2]["outcome"], "p1");
    assert_eq!(answers[2]["moves"], serde_json::json!([]));
    assert_eq!(
        text(&run(&["moves", "uglyduck"], b"").stdout).lines().count(),
        answers[0]["moves"].as_array().unwrap().len()
    );
    // So is a position in which a move to draw is illegal.
    let drawn = run(&["draw", "uglyduck", "--position", "-", "--moves", "a1b2", "--board", "words"], input);
    let drawn = text(&drawn.stdout);
    assert!(
        drawn.contains("\"position\":\"1DDDD/1D3/5/5/ddddd 2\"") && drawn.contains("\"error\":\"move"),
        "{drawn}"
    );
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(text(&run(&["perft", "uglyduck", "5"], b"").stdout), "232478\n");
    assert_eq!(text(&run(&["perft", "uglyduck", "0"], b"").stdout), "1\n");
    let divided = text(&run(&["perft", "uglyduck", "3", "--divide"], b"").stdout);
    let (lines, total) = divided.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(total, "1911");
    let sum: u64 = lines.lines().map(|line| line.split_once('\t').unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!((sum, lines.lines().count()), (1911, 13));
    // A position with too many moves does not stop the others.
    let tower = "-,-,-,-/-,ttttttttdddddddllllllll,-,-/-,-,-,-/-,-,-,- d 1";
    let arguments = ["perft", "qawale", "1", "--divide", "--position", "-"];
    let start = "tt,-,-,tt/-,-,-,-/-,-,-,-/tt,-,-,tt d 16";
    let each = run(&arguments, format!("{tower}\n{start}\n").as_bytes());
    let answers = text(&each.stdout);
    let [refused, counted] = answers.lines().collect::<Vec<_>>()[..] else { panic!("{answers}") };
    assert!(refused.contains("--divide lists at most") && counted.contains("\"divide\":[{"), "{answers}");
}

#[test]
fn colours_come_from_the_flag_then_the_environment() {
    let escape = |output: &Output| output.stdout.contains(&0x1b);
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "human"];
    let always = [&arguments[..], &["--color", "always"]].concat();
    let never = [&arguments[..], &["--color", "never"]].concat();
    assert!(escape(&run(&always, b"")));
    assert!(!escape(&run(&arguments, b"")), "no terminal, no colours");
    let with = |arguments: &[&str], name: &str| {
        escape(&cygnet(arguments).env(name, "1").stdin(Stdio::null()).output().unwrap())
    };
    assert!(with(&arguments, "CLICOLOR_FORCE") && !with(&never, "CLICOLOR_FORCE"));
    assert!(with(&always, "NO_COLOR"));
    for arguments in [["--color", "never", "--help"], ["--help", "--color", "never"]] {
        let output = cygnet(&arguments).env("CLICOLOR_FORCE", "1").output().unwrap();
        assert!(output.status.success() && !escape(&output), "{}", text(&output.stdout));
    }
}

#[cfg(unix)]
pub fn interrupt(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};

    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

#[cfg(unix)]
#[test]
fn an_interrupt_exits_with_130() {
    for arguments in [&["play", "uglyduck"][..], &["play", "uglyduck", "--p1", "minimax:40", "--p2", "easy"]]
    {
        let mut child = cygnet(arguments).spawn().unwrap();
        // Wait for the menu or the board.
        let mut printed = [0; 100];
        child.stdout.as_mut().unwrap().read_exact(&mut printed).unwrap();
        interrupt(&child);
        let keep_open = child.stdin.take();
        let output = child.wait_with_output().unwrap();
        drop(keep_open);
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
        assert_eq!(lines_with(&output, "Good Bye!"), 1);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_benchmark_ends_without_a_signature() {
    let mut child = cygnet(&["bench", "--leaves", "1000000000000"]).spawn().unwrap();
    let mut printed = [0; 20];
    child.stdout.as_mut().unwrap().read_exact(&mut printed).unwrap();
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(130), String::new()));
    assert_eq!((&printed[..5], lines_with(&output, "signature")), (&b"game "[..], 0));
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_line_takes_no_memory() {
    let mut child = cygnet(&["play", "uglyduck"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let block = vec![b'x'; 1 << 20];
    for _ in 0..64 {
        input.write_all(&block).unwrap();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 64 * 1024, "{kilobytes} kB");
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("longer than 4096 bytes"));
}

/// Runs the program in a directory that is also its home directory.
pub fn run_in(folder: &std::path::Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = cygnet(arguments);
    command
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("HOME", folder);
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

pub fn names_in(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn restricted_mode_cannot_be_escaped() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("secret"),
        "cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: none, unfinished\n",
    )
    .unwrap();
    let tries = b":save x\n:save! secret\n:load secret\n: save x\n:SAVE x\n:save\tx\n\x1b:save x\n:help\npause\n:save x\n:load secret\n1\n";
    let restricted = [&TWO_PEOPLE[..], &["--restricted"]].concat();
    let output = run_in(folder.path(), &restricted, tries);
    assert_eq!(names_in(folder.path()), ["secret"]);
    assert_eq!(lines_with(&output, "is turned off here."), 8, "{}", text(&output.stdout));
    assert_eq!(lines_with(&output, "resumes the game in a record"), 0, "help does not offer it");
    assert!(!text(&output.stdout).contains("1DDDD"), "nothing was loaded");
    let menus = run_in(folder.path(), &["--restricted", "--seed", "1"], b":load secret\n1\n:load secret\n");
    assert_eq!(lines_with(&menus, "is turned off here."), 2);
    // No menu lists programs, or starts one that is typed there.
    let levels: String =
        (1..12).map(|option| format!("{option}\ntouch started\nugi:touch started\n")).collect();
    for family in FAMILIES {
        for first in ["1\n", "2\n2\n"] {
            let arguments = ["play", family.id, "--restricted", "--seed", "1"];
            run_in(folder.path(), &arguments, format!("{first}{levels}").as_bytes());
            assert_eq!(names_in(folder.path()), ["secret"], "{}", family.id);
        }
    }
    let seat = run_in(folder.path(), &["play", "uglyduck", "--restricted", "--p1", "ugi:touch started"], b"");
    assert_ne!(seat.status.code(), Some(0));
    assert_eq!(names_in(folder.path()), ["secret"]);
    for forbidden in [["--autosave", "x"], ["--record", "secret"]] {
        let arguments = [&["play", "--restricted"][..], &forbidden[..]].concat();
        assert_eq!(run_in(folder.path(), &arguments, b"").status.code(), Some(2));
    }
    assert_eq!(names_in(folder.path()), ["secret"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_are_escaped_in_output(
        bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\n'), Just(b'1'), Just(b'a')], 0..2_400)
    ) {
        let output = run(&["play", "uglyduck", "--echo", "--seed", "1"], &bytes);
        prop_assert_eq!(output.status.code(), Some(0));
        let shown = String::from_utf8(output.stdout).unwrap();
        prop_assert!(shown.chars().all(|letter| letter == '\n' || !letter.is_control()));
        prop_assert_eq!(text(&output.stderr), "");
    }
}

/// Command lines with a mistake: the exit code, the error, and the start of its hint.
const MISTAKES: [(&str, i32, &str, &str); 20] = [
    ("perft", 2, "the following required arguments were not provided: <GAME> <DEPTH>", "cygnet perft "),
    (
        "perft uglyduck -1",
        2,
        "invalid value '-1' for '<DEPTH>': expected a whole number, 0 or more",
        "cygnet perft --help ",
    ),
    (
        "perft uglyduck many",
        2,
        "invalid value 'many' for '<DEPTH>': expected a whole number",
        "cygnet perft --help ",
    ),
    (
        "analyze uglyduck --threads 0",
        2,
        "invalid value '0' for '--threads <N>': expected a whole number from 1 to 256",
        "cygnet analyze --help ",
    ),
    (
        "analyze uglyduck --lines 0",
        2,
        "invalid value '0' for '--lines <K>': expected a whole number, 1 or more",
        "cygnet analyze --help ",
    ),
    (
        "play uglyduck --delay soon",
        2,
        "invalid value 'soon' for '--delay <SECONDS>': expected a number of seconds from 0 to 3600",
        "cygnet play --help ",
    ),
    (
        "pley",
        2,
        "unknown command \"pley\"; did you mean play?",
        "the commands are play, host, join, watch, rules, ",
    ),
    ("--seed 5 nosuch", 2, "unknown command \"nosuch\"", "the commands are play, host, join, watch, rules, "),
    ("quawale", 2, "unknown command \"quawale\"; did you mean qawale?", "the games are uglyduck, "),
    ("games exprt", 2, "unknown command \"exprt\"; did you mean export?", "the commands are list, show, "),
    ("table nosuch", 2, "unknown command \"nosuch\"", "the commands are build, verify, info, remove"),
    ("moves nogame", 2, "unknown game \"nogame\"", "the games are uglyduck, uglyduck-xl, "),
    ("play ugly", 2, "unknown game \"ugly\"; did you mean uglyduck?", "the games are uglyduck, "),
    (
        "play uglyduck:7x7",
        2,
        "game \"uglyduck:7x7\": Ugly Duck on 5x5 has no options",
        "for another board size use a name such as uglyduck-xl:4x6",
    ),
    ("play uglyduck --p1 foo", 2, "\"foo\": unknown computer player", "the players are human, easy, hard"),
    (
        "play uglyduck --p1 minimax:0",
        2,
        "\"minimax:0\": the depth must be a number from 1 to 64",
        "the players are human, ",
    ),
    ("rules uglyduck --bord x", 2, "unexpected argument '--bord' found", "did you mean --board?"),
    ("play uglyduck --position -", 2, "play needs the text of one position", "`-` reads positions from "),
    (
        "play uglyduck --position x",
        1,
        "position: character 1: expected rows separated by /, and then the side to move",
        "cygnet moves GAME ",
    ),
    (
        "moves uglyduck --position DDDDD/5/5/5/ddddd",
        1,
        "position: character 18: the side to move is missing, expected 1 or 2",
        "cygnet moves GAME ",
    ),
];

#[test]
fn every_error_of_the_command_line_has_a_hint() {
    for (line, code, error, hint) in MISTAKES {
        let output = run(&line.split(' ').collect::<Vec<_>>(), b"");
        assert_eq!(output.status.code(), Some(code), "{line}");
        let said = text(&output.stderr);
        assert!(said.starts_with(&format!("error: {error}\nhint: {hint}")), "{line}: {said}");
    }
}

#[test]
fn a_hint_shows_the_best_move_or_all_evaluations() {
    let text_of_position = [&TWO_PEOPLE[..], &["--position", "5/S4/5/5/d4 1"]].concat();
    let output = run(&text_of_position, b":hint\n:hint all\n:hint b1\n");
    assert_eq!(lines_with(&output, "Best move: b1 a1. Player 1 wins at once."), 2);
    assert_eq!(lines_with(&output, "wins at once: b1 a1, b1 a2"), 1);
    assert_eq!(lines_with(&output, ":hint takes \"all\" or no argument, not \"b1\"."), 1);
}
