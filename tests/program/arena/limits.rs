//! Memory, disks and signals.

use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::{assert_fails, command, games, objects, run_ok, text};

/// Returns the peak memory use of a process so far, in kB.
#[cfg(target_os = "linux")]
fn peak(child: &std::process::Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_games() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "uglyduck --p1 random --p2 random --games 12000 --jobs 2 --seed 1 --format json --out all";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut child =
        command(folder.path(), &arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let early = lines.by_ref().take(3_000).count();
    let before = peak(&child);
    // The last games are still in the pipe, so the process is still running.
    let late = lines.by_ref().take(8_000).count();
    let after = peak(&child);
    assert_eq!((early, late, lines.count()), (3_000, 8_000, 1001));
    assert!(child.wait().unwrap().success());
    assert!(after < before + 4096 && after < 32 * 1024, "{before} kB, then {after} kB");
}

/// Runs the program with a limit on the size of files, in blocks of 512 bytes (1024 in some shells).
fn with_small_files(folder: &std::path::Path, blocks: u32, arguments: &str) -> std::process::Output {
    let shell = format!("ulimit -f {blocks}; exec \"$0\" {arguments}");
    let mut command = Command::new("sh");
    command.args(["-c", &shell, env!("CARGO_BIN_EXE_cygnet")]).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

#[test]
fn a_full_disk_is_an_error_after_the_summary() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "uglyduck --p1 random --p2 easy --games 2000 --seed 1";
    let output = with_small_files(folder.path(), 40, &format!("arena {arguments} --out small"));
    let (table, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{error}");
    let (message, hint) = error.rsplit_once("hint: ").unwrap();
    assert!(message.contains("error: small: File too large"), "{error}");
    assert!(hint.contains("may lack the last games; ") && hint.contains("--resume"), "{error}");
    let played = table.split("\nstopped after ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    let played: u64 = played.parse().unwrap();
    assert!((1..2000).contains(&played) && table.contains("\nGames ended by: "), "{table}");
    let json = format!("arena {arguments} --out json --format json");
    let output = with_small_files(folder.path(), 40, &json);
    let lines = objects(&text(&output.stdout));
    let summary = &lines.last().unwrap()["summary"];
    let played = summary["games"].as_u64().unwrap();
    assert_eq!((output.status.code(), lines.len() as u64), (Some(1), played + 1));
    assert!((1..2000).contains(&played) && summary["broken_off"] == true);
    run_ok(folder.path(), "--resume small");
    run_ok(folder.path(), &format!("{arguments} --out right"));
    assert!(games(folder.path(), "small") == games(folder.path(), "right"));
}

#[test]
fn a_file_size_limit_is_an_error_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in ["perft uglyduck-xl:20x20 1 --divide >out", "man arena >out", "bench --leaves 1 >out"] {
        // Not a single byte can be written.
        let output = with_small_files(folder.path(), 0, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        assert!(text(&output.stderr).contains("File too large"), "{arguments}: {}", text(&output.stderr));
    }
}

#[test]
fn a_record_is_written_into_regular_files_only() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    let bots = "uglyduck --p1 random --p2 easy --games 2 --seed 1";
    for option in ["--out", "--resume"] {
        for path in ["pipe", ".", "/dev/full", "/dev/stdout"] {
            let error = format!("error: {path}: not a regular file");
            assert_fails(folder.path(), &format!("{bots} {option} {path}"), 1, &error);
        }
    }
    let both = with_small_files(folder.path(), 9999, &format!("arena {bots} --out out >out"));
    assert_eq!(both.status.code(), Some(1));
    assert_eq!(text(&both.stderr), "error: out: standard output goes into this file\n");
}

#[test]
fn an_interrupt_ends_the_match_cleanly() {
    use std::io::{BufRead, BufReader, Read};
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "replica --p1 minimax:3 --p2 minimax:3 --games 100 --jobs 2 --seed 1 --out all --format json";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut child =
        command(folder.path(), &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Progress is reported after every tenth of the games.
    let tenth = BufReader::new(child.stderr.take().unwrap()).lines().next().unwrap().unwrap();
    assert!(tenth.starts_with("10 of 100 games"), "{tenth}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut output = String::new();
    child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let lines = objects(&output);
    let summary = &lines.last().unwrap()["summary"];
    assert_eq!(summary["broken_off"], true);
    assert_eq!(summary["games"].as_u64().unwrap() + 1, lines.len() as u64);
    assert_eq!(games(folder.path(), "all").matches("\nresult: ").count() + 1, lines.len());
    assert_fails(folder.path(), "--merge all", 1, "the part is incomplete");
}
