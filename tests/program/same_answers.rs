//! The same question has the same answer: in every process, with one processor and with all of them, and however many
//! other questions a server works on.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{on_one_processor, samples};

/// The recorded games: their names, and the matches in which they are played. In the first, values that are proven in
/// one position reach many others by different ways.
const GAMES: [(&str, &str); 4] = [
    ("replica", "replica:8 --p1 level:3 --p2 level:4 --seed 7"),
    ("duck", "uglyduck-xl:4x4 --p1 level:2 --p2 level:3 --seed 2"),
    ("house", "replica:8,house --p1 level:3 --p2 level:4 --seed 2"),
    ("qawale", "qawale --p1 level:2 --p2 level:2 --seed 1"),
];

/// The commands in which `GAME` is each of the games. They write to files named `out-...`.
const OF_GAMES: [&str; 3] = [
    "review GAME --nodes 3000 --format json",
    "review GAME --nodes 300 --proof-nodes 300 --annotate out-annotated-GAME",
    "puzzle make --record GAME --last 6 --nodes 2000 --out out-puzzles-GAME",
];

/// Other commands, with their input.
const COMMANDS: [(&str, &[&str]); 6] = [
    ("analyze uglyduck-xl:6x6 --nodes 20000 --format json", &[]),
    ("analyze three-dragons --depth 3", &[]),
    ("solve uglyduck-xl:4x4 --nodes 20000 --format json", &[]),
    ("certify uglyduck-xl:4x3 --out out-certificate", &[]),
    ("play uglyduck --p1 level:7 --p2 level:4 --seed 5", &[]),
    (
        "play uglyduck --p1 human --p2 easy --seed 3 --position",
        &[
            ":hint",
            ":hint all",
            ":coach",
            ":play c3d2",
            ":why",
            ":undo",
            ":hint all",
            ":play c3d3",
            ":review",
        ],
    ),
];

/// The position of the last command.
const POSITION: &str = "1D3/5/2D2/d4/3d1 1";

/// The requests to a server.
const REQUESTS: [&str; 3] = [
    r#""analyze","params":{"game":"uglyduck-xl:6x6","nodes":20000}"#,
    r#""analyze","params":{"game":"three-dragons","depth":3}"#,
    r#""review","params":{"game":"uglyduck","position":"1D3/5/2D2/d4/3d1 1","moves":["c3d3"],"nodes":2000}"#,
];

/// Runs the program in `folder`, which is also its state directory, and returns its output.
fn run(folder: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).current_dir(folder).env("XDG_STATE_HOME", folder).env("XDG_CONFIG_HOME", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that has ended does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns `text` without the time that an answer took.
fn without_times(text: &str) -> String {
    let parts = text.split_inclusive(['\n', ',']);
    parts.filter(|part| !part.trim_start_matches('"').starts_with("seconds")).collect()
}

/// Asks all questions and returns the answers by question. `threads` are those of the server.
fn answers(games: &[(String, String)], threads: &str) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, text) in games {
        fs::write(folder.join(name), text).unwrap();
    }
    let mut answers = BTreeMap::new();
    for (name, _) in games {
        for command in OF_GAMES {
            let command = command.replace("GAME", name);
            let arguments: Vec<&str> = command.split(' ').collect();
            answers.insert(command.clone(), run(folder, &arguments, ""));
        }
    }
    for (command, lines) in COMMANDS {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        if command.ends_with("--position") {
            arguments.push(POSITION);
        }
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        answers.insert(command.to_owned(), without_times(&run(folder, &arguments, &input)));
    }
    let requests = (1..).zip(REQUESTS);
    let requests: String = requests
        .map(|(id, rest)| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":{rest}}}\n"))
        .collect();
    let served = run(folder, &["rpc", "--threads", threads], &requests);
    // The answer that is ready first comes first.
    let mut served: Vec<&str> = served.lines().collect();
    served.sort_unstable();
    answers.insert("rpc".to_owned(), served.join("\n"));
    for file in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = file.file_name().into_string().unwrap();
        if name.starts_with("out-") {
            answers.insert(name, fs::read_to_string(file.path()).unwrap_or_default());
        }
    }
    answers
}

/// Plays this many games, and returns their names and records.
fn games(count: usize) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let play = |number: usize| {
        let (name, command) = GAMES[number % GAMES.len()];
        let name = format!("{name}{number}");
        // Another digit makes another seed.
        let more = (1..=number / GAMES.len()).map(|round| round.to_string()).next_back().unwrap_or_default();
        let command = format!("arena {command}{more} --games 1 --out {name}");
        run(folder.path(), &command.split(' ').collect::<Vec<_>>(), "");
        let text = fs::read_to_string(folder.path().join(&name)).unwrap();
        (name, text)
    };
    (0..count).map(play).collect()
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn the_same_question_has_the_same_answer_everywhere() {
    let games = games(samples(2));
    let wanted = answers(&games, "1");
    let others = [on_one_processor(|| answers(&games, "3")), answers(&games, "2")];
    for (question, answer) in others.iter().flatten() {
        assert_eq!(*answer, wanted[question], "{question}");
    }
}
