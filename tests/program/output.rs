//! Output that cannot be written.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// A command line of each command, and what it reads. All of them write to standard output.
const WRITERS: [(&str, &str); 25] = [
    ("--help", ""),
    ("--version", ""),
    ("analyze uglyduck --depth 1", ""),
    ("arena uglyduck --p1 easy --p2 easy --games 1 --seed 1", ""),
    ("bench --leaves 10", ""),
    ("check RECORD", ""),
    ("completions bash", ""),
    ("config", ""),
    ("draw uglyduck", ""),
    ("explore uglyduck", ""),
    ("games --format json", ""),
    ("learn uglyduck", "1\n"),
    ("man", ""),
    ("moves uglyduck", ""),
    ("perft uglyduck 1", ""),
    ("play uglyduck", ""),
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

#[test]
fn output_that_cannot_be_written_is_an_error_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().to_str().unwrap();
    let record = folder.path().join("record");
    let game = "cygnet record 1\ngame: uglyduck\nplayer 2: easy\n1. a4b3\n2. e5d4\nresult: p1, resigned\n";
    fs::write(&record, game).unwrap();
    fs::create_dir_all(folder.path().join("cygnet/finished")).unwrap();
    fs::write(folder.path().join("cygnet/finished/game-1.cygnet"), game).unwrap();
    let command = |line: &str| {
        let line = line.replace("RECORD", record.to_str().unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
        command.args(line.split(' ')).stdin(Stdio::piped()).stderr(Stdio::piped());
        command.env("XDG_STATE_HOME", state).env("XDG_DATA_HOME", state);
        command
    };
    assert!(command("table build uglyduck-xl:3x3").output().unwrap().status.success());
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    for (line, input) in WRITERS {
        let mut child = command(line).stdout(full.try_clone().unwrap()).spawn().unwrap();
        // A command that has failed does not read.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{line}: {error}");
        assert!(error.contains("error: cannot read or write: No space left on device"), "{line}: {error}");
    }
    let listed = String::from_utf8(command("--help").output().unwrap().stdout).unwrap();
    let commands = listed.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("    "));
    for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        assert!(WRITERS.iter().any(|(line, _)| line.split(' ').next() == Some(name)), "{name}");
    }
}
