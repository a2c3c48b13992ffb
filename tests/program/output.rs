//! Output that cannot be written, and output that nobody reads.
#![cfg(target_os = "linux")]
#![allow(clippy::disallowed_methods, reason = "a timeout needs a real clock")]

use std::fs;
use std::io::{BufRead as _, BufReader, ErrorKind, PipeReader, PipeWriter, Read as _, Write, pipe};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::common::{PATIENCE, is_sampled};

/// A command line of each command, and what it reads. All of them write to standard output.
const WRITERS: [(&str, &str); 29] = [
    ("--help", ""),
    ("--version", ""),
    ("analyze uglyduck --depth 1", ""),
    ("arena uglyduck --p1 easy --p2 easy --games 1 --seed 1", ""),
    ("bench --leaves 10", ""),
    ("certify uglyduck-xl:3x3 --memory 1 --out NEW", ""),
    ("check RECORD", ""),
    ("completions bash", ""),
    ("config", ""),
    ("draw uglyduck", ""),
    ("explore uglyduck", ""),
    ("games --format json", ""),
    ("help", ""),
    ("host uglyduck --listen 127.0.0.1:0", ""),
    ("learn uglyduck", "1\n"),
    ("man", ""),
    ("moves uglyduck", ""),
    ("perft uglyduck 1", ""),
    ("play uglyduck", ""),
    ("practice export", ""),
    ("puzzle uglyduck", ""),
    ("replay RECORD", ""),
    ("review RECORD --nodes 10", ""),
    ("rpc", "{}\n"),
    ("rules uglyduck", ""),
    ("solve uglyduck-xl:3x3", ""),
    ("stats --format json", ""),
    ("table info uglyduck-xl:3x3", ""),
    ("ugi uglyduck", "ugi\n"),
];
/// More commands that handle signals themselves.
const OTHER_WRITERS: [(&str, &str); 7] = [
    ("arena --merge PART", ""),
    ("arena --merge PART --format json", ""),
    ("play uglyduck --p1 minimax:1 --p2 minimax:1 --seed 1", ""),
    ("puzzle check PUZZLES", ""),
    ("solve uglyduck-xl:3x3 --position -", "S2/1D1/2s 1\n"),
    ("table verify uglyduck-xl:3x3 --seed 1", ""),
    ("ugi uglyduck", "go infinite\n"),
];
/// A directory with the files that the command lines name.
struct Files {
    folder: TempDir,
    record: PathBuf,
    /// The number of files that commands were asked to make.
    made: AtomicUsize,
}

impl Files {
    /// Creates an empty directory.
    fn empty() -> Files {
        let folder = tempfile::tempdir().unwrap();
        Files { record: folder.path().join("record"), folder, made: AtomicUsize::new(0) }
    }

    fn new() -> Files {
        let files = Files::empty();
        let folder = files.folder.path();
        let game =
            "cygnet record 1\ngame: uglyduck\nplayer 2: easy\n1. a4b3\n2. e5d4\nresult: p1, resigned\n";
        fs::write(&files.record, game).unwrap();
        fs::create_dir_all(folder.join("cygnet/finished")).unwrap();
        fs::write(folder.join("cygnet/finished/game-1.cygnet"), game).unwrap();
        for line in [
            "table build uglyduck-xl:3x3",
            "arena uglyduck --p1 easy --p2 easy --games 3 --seed 1 --out PART",
        ] {
            assert!(files.command(line).output().unwrap().status.success(), "{line}");
        }
        let puzzle = "uglyduck\t1sD2/DS3/5/4s/1d3 1\tb2a1\t1\t1\n";
        fs::write(folder.join("puzzles"), puzzle).unwrap();
        files
    }

    fn command(&self, line: &str) -> Command {
        let path = |name: &str| self.folder.path().join(name).to_str().unwrap().to_owned();
        let line = line.replace("RECORD", self.record.to_str().unwrap());
        let line = line.replace("PART", &path("part")).replace("PUZZLES", &path("puzzles"));
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let line = line.replace("NEW", &path(&format!("new-{number}")));
        let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
        command.args(line.split(' ')).stdin(Stdio::piped()).stderr(Stdio::piped());
        command.env("XDG_STATE_HOME", self.folder.path()).env("XDG_DATA_HOME", self.folder.path());
        command
    }
}

/// Checks that every command fails if its output cannot be written. If nobody is left to read it, a command ends quietly,
/// but not as if it had succeeded; a service ends when its client leaves.
#[test]
fn output_that_is_not_written_is_no_success_in_any_command() {
    let files = Files::new();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let run = |(line, input): (&str, &str), output: Stdio| {
        let mut child = files.command(line).stdout(output).spawn().unwrap();
        // A command that has failed does not read.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for writer @ (line, _) in WRITERS {
        let (code, error) = run(writer, full.try_clone().unwrap().into());
        assert_eq!(code, Some(1), "{line}: {error}");
        assert!(error.contains("standard output: No space left on device"), "{line}: {error}");
        let (reader, closed) = pipe().unwrap();
        drop(reader);
        let (code, error) = run(writer, closed.into());
        let is_service = ["rpc", "ugi uglyduck"].contains(&line);
        assert_eq!(code, Some(if is_service { 0 } else { 141 }), "{line}: {error}");
        assert!(!error.contains("error"), "{line}: {error}");
    }
    let listed = String::from_utf8(files.command("--help").output().unwrap().stdout).unwrap();
    let lines = listed.lines().take_while(|line| *line != "Options:");
    let names: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()))
        .collect();
    assert!(names.contains(&"moves"), "{names:?}");
    // These two need a host.
    for name in names.into_iter().filter(|name| !["join", "watch"].contains(name)) {
        assert!(WRITERS.iter().any(|(line, _)| line.split(' ').next() == Some(name)), "{name}");
    }
}

/// Returns a pipe without room for another byte, and the number of bytes in it.
fn full_pipe() -> (PipeReader, PipeWriter, usize) {
    let (reader, mut writer) = pipe().unwrap();
    rustix::io::ioctl_fionbio(&writer, true).unwrap();
    let mut length = 0;
    loop {
        match writer.write(&[b' '; 4096]) {
            Ok(written) => length += written,
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) => panic!("{error}"),
        }
    }
    rustix::io::ioctl_fionbio(&writer, false).unwrap();
    (reader, writer, length)
}

/// Returns whether a thread of the process waits for room in a pipe.
fn is_blocked(child: &Child) -> bool {
    let threads = fs::read_dir(format!("/proc/{}/task", child.id())).into_iter().flatten().flatten();
    threads
        .map(|thread| fs::read_to_string(thread.path().join("wchan")))
        .any(|place| place.is_ok_and(|place| place.contains("pipe_w")))
}

/// Waits until the output of all these processes blocks, but not for long: some systems hide where a thread
/// waits.
fn wait_until_blocked<'a>(children: impl IntoIterator<Item = &'a Child>) {
    let start = Instant::now();
    for child in children {
        while !is_blocked(child) && start.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Checks that the signal ends the process, in order or at once.
fn check_end(line: &str, child: &mut Child, number: i32) {
    let status = end_of(line, child, &format!("signal {number}"));
    let is_expected = status.code() == Some(128 + number) || status.signal() == Some(number);
    assert!(is_expected, "{line}: {status} after signal {number}");
}

/// Waits for the end of the command, which `cause` has ended.
fn end_of(line: &str, child: &mut Child, cause: &str) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(start.elapsed() < PATIENCE, "{line}: still running after this: {cause}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns whether this process, and so its children, ignore the signal, as in the background of a shell.
fn is_ignored(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() >> (number - 1) & 1 == 1
}

/// Starts the command and gives it its input, which stays open.
fn start(files: &Files, (line, input): (&str, &str), output: impl Into<Stdio>) -> Child {
    let mut child = files.command(line).stdout(output).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    child
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_signal_ends_every_command_whose_output_nobody_reads() {
    let files = Files::new();
    let signals = [(Signal::TERM, 15), (Signal::INT, 2), (Signal::HUP, 1)];
    for (signal, number) in signals.into_iter().filter(|(_, number)| !is_ignored(*number as u32)) {
        let (_reader, writer, _) = full_pipe();
        let start_line = |writer_line| (writer_line, start(&files, writer_line, writer.try_clone().unwrap()));
        let writers = WRITERS.into_iter().chain(OTHER_WRITERS).enumerate();
        let writers = writers.filter(|(place, _)| is_sampled(place + number as usize, 4));
        let mut children: Vec<_> = writers.map(|(_, writer)| start_line(writer)).collect();
        for ((_, input), child) in &mut children {
            if input.is_empty() {
                drop(child.stdin.take());
            }
        }
        wait_until_blocked(children.iter().map(|(_, child)| child));
        for (_, child) in &children {
            kill_process(Pid::from_child(child), signal).unwrap();
        }
        for ((line, _), mut child) in children {
            check_end(line, &mut child, number);
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_signal_ends_a_service_that_is_only_written_to_and_a_task_that_waits() {
    let files = Files::empty();
    let mut child = start(&files, ("rpc", ""), Stdio::piped());
    let mut input = child.stdin.take().unwrap();
    // More answers than the service keeps. The end of the service ends the writing.
    let client = thread::spawn(move || while input.write_all("\"\"\n".repeat(1000).as_bytes()).is_ok() {});
    wait_until_blocked([&child]);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    check_end("rpc", &mut child, 15);
    client.join().unwrap();

    let line = "solve uglyduck-xl:3x3 --position - --threads 1";
    let mut child = start(&files, (line, "S2/1D1/2s 1\n"), Stdio::piped());
    // The answer to the only line so far.
    let mut answer = [0];
    child.stdout.as_mut().unwrap().read_exact(&mut answer).unwrap();
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    check_end(line, &mut child, 15);
}

/// A search that takes longer than a test waits ends with its client, also if another program keeps its input open.
#[test]
fn a_protocol_ends_when_nobody_is_left_to_read_its_output() {
    let files = Files::empty();
    let call = |method: &str| {
        let params = "\"params\":{\"game\":\"qawale\"}";
        format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{method}\",\"method\":\"{method}\",{params}}}\n")
    };
    let asked = call("solve") + &call("review") + &call("position");
    for (line, asked) in [("rpc --threads 1", asked.as_str()), ("ugi qawale", "go movetime 3600000\n")] {
        for keeps_input in [true, false] {
            let mut child = start(&files, (line, asked), Stdio::piped());
            let mut answer = String::new();
            let mut output = BufReader::new(child.stdout.take().unwrap());
            output.read_line(&mut answer).unwrap();
            assert!(answer.ends_with('\n'), "{line}");
            let input = child.stdin.take().filter(|_| keeps_input);
            drop(output);
            let status = end_of(line, &mut child, "its reader has gone");
            drop(input);
            assert_eq!(status.code(), Some(0), "{line}");
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_game_whose_output_nobody_reads_is_kept() {
    let files = Files::empty();
    let kept = files.folder.path().join("kept");
    let line = format!("play uglyduck --p1 human --p2 human --autosave {}", kept.to_str().unwrap());
    // More output than a pipe holds, after a turn that the reader has seen.
    let input = format!("a1\nb1\n{}", ":help\n".repeat(2_000));
    let mut child = start(&files, (&line, &input), Stdio::piped());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("Turn of Player 2!")));
    wait_until_blocked([&child]);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    check_end(&line, &mut child, 15);
    assert!(fs::read_to_string(kept).unwrap().contains("1. a1b1\n"));
}

#[test]
fn a_slow_reader_gets_the_whole_output() {
    let files = Files::empty();
    for writer_line in [
        ("play uglyduck --p1 minimax:1 --p2 minimax:1 --seed 1", ""),
        ("rules uglyduck", ""),
        ("rpc", "{}\n"),
        ("ugi uglyduck", "ugi\nquit\n"),
    ] {
        let line = writer_line.0;
        let run = |mut child: Child| -> Output {
            drop(child.stdin.take());
            child.wait_with_output().unwrap()
        };
        let expected = run(start(&files, writer_line, Stdio::piped()));
        let (mut reader, writer, filled) = full_pipe();
        let mut child = start(&files, writer_line, writer);
        drop(child.stdin.take());
        wait_until_blocked([&child]);
        let mut text = Vec::new();
        reader.read_to_end(&mut text).unwrap();
        assert_eq!(String::from_utf8_lossy(&text[filled..]), String::from_utf8_lossy(&expected.stdout));
        assert_eq!(child.wait().unwrap().code(), Some(0), "{line}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["arena uglyduck --p1 minimax:1 --p2 minimax:1 --games 1000000 --seed 1", "rpc"] {
        let script = format!("trap '' HUP INT; echo ready; exec \"$0\" {line}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_cygnet")]).current_dir(folder.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut ready = [0; 6];
        child.stdout.as_mut().unwrap().read_exact(&mut ready).unwrap();
        for signal in [Signal::HUP, Signal::INT, Signal::TERM] {
            thread::sleep(Duration::from_millis(200));
            assert_eq!(child.try_wait().unwrap(), None, "{line} before {signal:?}");
            kill_process(Pid::from_child(&child), signal).unwrap();
        }
        check_end(line, &mut child, 15);
    }
}
