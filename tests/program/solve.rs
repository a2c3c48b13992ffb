//! Tests of `cygnet solve` and `cygnet table`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

#[cfg(unix)]
use crate::common::terminal::Terminal;

fn cygnet(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments);
    command
}

fn printed(arguments: &[&str]) -> String {
    String::from_utf8(cygnet(arguments).output().unwrap().stdout).unwrap()
}

#[test]
fn solve_prints_result_plies_and_line() {
    let text = printed(&["solve", "uglyduck-xl:3x3", "--distance", "--memory", "16", "--threads", "1"]);
    let parts: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('\t')).collect();
    let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["position", "outcome", "plies", "line", "nodes", "seconds", "memory"]);
    assert_eq!(parts[1].1, "player 2 wins, player 1 to move, proven");
    assert_eq!(parts[2].1, "14");
    assert_eq!(parts[3].1.split(' ').count(), 14);
}

#[test]
fn many_positions_are_answered_in_json() {
    let mut child = cygnet(&["solve", "uglyduck", "--position", "-", "--memory", "16"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let input = "5/S4/5/5/d4 1\nnonsense\nS4/5/5/5/d4 2\n";
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert_eq!((&lines[0]["outcome"], &lines[0]["result"]), (&"p1".into(), &"win".into()));
    assert!(lines[1]["error"].is_string());
    assert_eq!((&lines[2]["outcome"], &lines[2]["plies"]), (&"p1".into(), &0.into()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_partial_results() {
    use rustix::process::Signal;

    let state = tempfile::tempdir().unwrap();
    let arguments = ["solve", "uglyduck", "--memory", "64", "--format", "json"];
    let mut terminal = Terminal::start(&arguments, 100, state.path());
    terminal.wait_for(" million positions");
    terminal.signal(Signal::INT);
    let said = terminal.rest();
    assert_eq!(terminal.exit_code(), 130);
    let answer: serde_json::Value = serde_json::from_str(&said[said.find('{').unwrap()..]).unwrap();
    assert_eq!((&answer["outcome"], &answer["result"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    assert!(answer["nodes"].as_u64().unwrap() > 0);
}

/// Runs the program with this limit of address space, in KiB, and returns its output and its standard error.
#[cfg(target_os = "linux")]
fn run_with_memory_limit(kibibytes: u32, arguments: &[&str]) -> [String; 2] {
    let script = format!("ulimit -v {kibibytes}; exec \"$@\"");
    let program = env!("CARGO_BIN_EXE_cygnet");
    let output = Command::new("sh").args(["-c", &script, "sh", program]).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_continues_with_less_memory_and_reports_it() {
    let draw = "d,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4";
    for memory in ["8192", "1048576"] {
        for (game, position, needs_all) in
            [("uglyduck-xl:4x4", "startpos", true), ("qawale", draw, false), ("replica", "startpos", false)]
        {
            // The limit of positions determines how much memory is requested.
            let positions = if needs_all { "4000000000" } else { "3000" };
            let mut command = vec!["solve", game, "--memory", memory, "--nodes", positions, "--threads", "1"];
            if position != "startpos" {
                command.extend(["--position", position]);
            }
            let [text, errors] = run_with_memory_limit(1_200_000, &command);
            assert!(
                errors.is_empty() || errors.ends_with(" MiB of memory could be allocated (--memory)\n"),
                "{errors}"
            );
            // The others allocate memory as they need it.
            assert_eq!(errors.is_empty(), !needs_all, "{command:?}: {errors}");
            // A short proof takes what a few positions need, and one that is not finished has no result.
            match game {
                "qawale" => {
                    let memory = text.lines().find_map(|line| line.strip_prefix("memory\t")).unwrap();
                    let kibibytes: u64 = memory.strip_suffix(" KiB").unwrap().parse().unwrap();
                    assert!((1..1_000).contains(&kibibytes), "{memory}");
                }
                "replica" => {
                    assert!(text.contains("outcome\tunknown\n") && !text.contains("line\t"), "{text}")
                }
                _ => {}
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn default_memory_follows_the_machine_and_shortages_are_reported() {
    let command = &["solve", "uglyduck-xl:4x4", "--nodes", "1000000000", "--threads", "1"][..];
    assert_eq!(run_with_memory_limit(250_000, command)[1], "");
    let [_, said] = run_with_memory_limit(250_000, &[command, &["--memory", "2048"]].concat());
    let is_right = said.starts_with("note: only ")
        && said.ends_with(" of 2048 MiB of memory could be allocated (--memory)\n");
    assert!(is_right, "{said}");
}

/// Runs `cygnet table` in a separate directory.
struct Tables(tempfile::TempDir);

impl Tables {
    fn new() -> Self {
        Tables(tempfile::tempdir().unwrap())
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let folder = self.0.path().join("tables");
        cygnet(&["table"]).args(arguments).arg("--out").arg(folder).output().unwrap()
    }

    fn file(&self, board: &str) -> PathBuf {
        self.0.path().join(format!("tables/uglyduck-{board}.table"))
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_table_can_be_built_shown_verified_and_removed() {
    let tables = Tables::new();
    let game = "uglyduck-xl:4x3";
    let built = tables.run(&["build", game, "--threads", "2"]);
    assert!(built.status.success(), "{built:?}");
    assert!(text(&built.stdout).ends_with("all\tall\t918314\t683527\n"), "{built:?}");
    assert!(text(&built.stderr).contains("1000 of 1000 parts: "), "{built:?}");

    let info = tables.run(&["info", game, "--format", "json"]);
    let info: serde_json::Value = serde_json::from_slice(&info.stdout).unwrap();
    let two = serde_json::json!({"own": 1, "enemy": 1, "positions": 232, "won": 162});
    let materials = info["materials"].as_array().unwrap();
    assert_eq!((materials.len(), &materials[0]), (16, &two));
    let sum = |name: &str| materials.iter().map(|material| material[name].as_u64().unwrap()).sum::<u64>();
    assert_eq!([sum("positions"), sum("won")], [918_314, 683_527]);

    let verify = ["verify", game, "--sample", "2000", "--seed", "1"];
    let verified = tables.run(&verify);
    assert!(verified.status.success(), "{verified:?}");
    assert!(text(&verified.stdout).ends_with("positions\t2000\nwrong\t0\n"), "{verified:?}");

    let file = tables.file("4x3");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let damaged = tables.run(&verify);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(
        text(&damaged.stdout).contains(" damaged: ") && text(&damaged.stdout).contains(" steps against ")
    );
    assert!(
        text(&damaged.stderr)
            .contains("the table is damaged; do not use it\nhint: replace it with cygnet table remove")
    );

    assert!(tables.run(&["remove", game]).status.success());
    assert!(!file.exists());
    for action in ["info", "verify", "remove"] {
        let missing = tables.run(&[action, game]);
        assert_eq!(missing.status.code(), Some(1));
        assert!(text(&missing.stderr).contains("the table does not exist"), "{missing:?}");
    }
}

#[test]
fn impossible_tables_are_rejected() {
    let tables = Tables::new();
    for game in ["qawale", "uglyduck-xl:6x6", "uglyduck-xl:22x22"] {
        let refused = tables.run(&["build", game]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).starts_with(&format!("error: there are no tables for {game}\nhint: ")));
    }
    let small = tables.run(&["build", "uglyduck", "--memory", "64", "--threads", "1"]);
    assert_eq!(small.status.code(), Some(1));
    assert!(
        text(&small.stderr).contains(" MiB of memory, but the limit is 64 MiB\nhint: use --memory "),
        "{small:?}"
    );
    assert!(text(&small.stderr).contains(" or --pieces "), "{small:?}");
}

#[test]
fn solve_uses_tables_unless_positions_are_limited() {
    let home = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = cygnet(arguments).env("XDG_DATA_HOME", home.path()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    run(&["table", "build", "uglyduck-xl:4x4"]);
    let solve = ["solve", "uglyduck-xl:4x4", "--memory", "16", "--threads", "1"];
    let found = run(&solve);
    assert!(found.contains("outcome\tplayer 2 wins, player 1 to move, proven\nline\t"), "{found}");
    assert!(found.contains("nodes\t0\n"), "{found}");
    let limited = run(&[&solve[..], &["--nodes", "1000000"]].concat());
    assert!(limited.contains("nodes\t27573\n"), "{limited}");
    let looked_up = run(&[&solve[..], &["--nodes", "1000000", "--tables"]].concat());
    assert!(looked_up.contains("nodes\t0\n"), "{looked_up}");
}

#[test]
fn a_saved_proof_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x4.proof");
    let run = |arguments: &[&str]| {
        let common = ["--memory", "16", "--threads", "1", "--proof"];
        cygnet(arguments).args(common).arg(&file).output().unwrap()
    };
    let solve = ["solve", "uglyduck-xl:4x4", "--nodes", "20000"];
    let first = run(&solve);
    assert!(text(&first.stdout).contains("outcome\tunknown\n"), "{first:?}");
    assert!(first.stderr.is_empty(), "{first:?}");
    let second = run(&solve);
    assert!(
        text(&second.stdout).contains("outcome\tplayer 2 wins, player 1 to move, proven\n"),
        "{second:?}"
    );
    assert!(text(&second.stderr).contains("4x4.proof: resumed after 20"), "{second:?}");

    let other = run(&["solve", "uglyduck-xl:4x5"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other.stderr).contains("the proof is for \"uglyduck-xl:4x4 DDDD/"), "{other:?}");
    let many = run(&["solve", "uglyduck-xl:4x4", "--position", "-"]);
    assert_eq!(many.status.code(), Some(2), "{many:?}");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let damaged = run(&solve);
    assert_eq!(damaged.status.code(), Some(1));
    assert!(text(&damaged.stderr).contains("the proof file is damaged (part "), "{damaged:?}");
    assert_eq!(fs::read(&file).unwrap().len(), bytes.len() / 2, "it was written over");
    fs::remove_file(&file).unwrap();
    // While a program saves its proof in the file, others are refused.
    let mut first = cygnet(&["solve", "uglyduck-xl:5x5", "--memory", "16", "--threads", "1", "--proof"]);
    let mut first = first.arg(&file).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while fs::metadata(&file).map_or(0, |data| data.len()) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = run(&["solve", "uglyduck-xl:5x5"]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(text(&second.stderr).contains("4x4.proof: another session is using this file\n"), "{second:?}");
    fs::remove_file(&file).unwrap();
    for game in ["three-dragons", "qawale"] {
        let refused = run(&["solve", game, "--nodes", "10"]);
        assert_eq!(refused.status.code(), Some(2));
        let error = text(&refused.stderr);
        assert!(
            error.contains("on this board or with this memory, cannot be saved\nhint: leave out --proof "),
            "{error}"
        );
        assert!(!file.exists());
    }
}

#[test]
fn within_reports_the_horizon_without_a_win() {
    // Player 1 wins after nine plies.
    let ducks = ["solve", "uglyduck", "--position", "5/5/5/D4/4d 1", "--within"];
    let lines = |within: &str| printed(&[&ducks[..], &[within]].concat());
    let short = lines("8");
    assert!(short.contains("outcome\tunknown\nno win within\t8 plies\n"), "{short}");
    let long = lines("9");
    let won = "outcome\tplayer 1, to move, wins, proven\nplies\t9\n";
    assert!(long.contains(won) && !long.contains("no win within"), "{long}");
    let start = printed(&["solve", "qawale", "--within", "1", "--format", "json"]);
    assert!(
        start.contains(
            r#""outcome":null,"result":null,"plies":null,"value":null,"chance":null,"no_win_within":1"#
        ),
        "{start}"
    );
    let start = printed(&["solve", "qawale", "--within", "1"]);
    assert!(start.contains("no win within\t1 ply\n"), "{start}");
}
