//! Golden transcripts: typed lines and the whole output.
//!
//! A case is three files in `tests/transcripts/GAME/`: `NAME.toml` (arguments, exit code), `NAME.stdin` (the typed lines)
//! and `NAME.stdout` (the whole output); a fourth, `NAME.stderr`, where something is said there. For a new case write the first two, and have the
//! others written: `GOLDEN=overwrite cargo test --test program transcripts::`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::golden::difference;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    args: Vec<String>,
    /// The exit code.
    #[serde(default)]
    code: i32,
}

fn cases() -> Vec<PathBuf> {
    let folders = fs::read_dir(FOLDER).unwrap().map(|folder| folder.unwrap().path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap()).map(|file| file.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|extension| extension == "toml")).collect()
}

/// Runs a case in an empty folder, in which the program keeps its state too. What is not as the case's files say.
fn run(path: &Path) -> Vec<String> {
    let case: Case = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(&case.args).current_dir(&folder).stdin(File::open(path.with_extension("stdin")).unwrap());
    command.env("XDG_STATE_HOME", folder.path()).env("XDG_CONFIG_HOME", folder.path());
    command.env("TERM", "xterm-256color").env_remove("COLORTERM").env_remove("CLICOLOR_FORCE");
    let output = command.output().unwrap();
    let mut wrong = Vec::new();
    if output.status.code() != Some(case.code) {
        wrong.push(format!("{}: {}, wanted {}", path.display(), output.status, case.code));
    }
    for (extension, bytes) in [("stdout", output.stdout), ("stderr", output.stderr)] {
        wrong.extend(difference(&path.with_extension(extension), &String::from_utf8(bytes).unwrap()));
    }
    wrong
}

#[test]
fn screens_say_what_the_transcripts_hold() {
    let wrong: Vec<String> = cases().iter().flat_map(|case| run(case)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_case_has_its_output_and_every_game_its_cases() {
    let cases = cases();
    for case in &cases {
        let output = fs::metadata(case.with_extension("stdout"));
        assert!(output.is_ok_and(|output| output.len() > 0), "{} has no .stdout", case.display());
    }
    for family in cygnet::games::FAMILIES {
        let folder = Path::new(FOLDER).join(family.id);
        assert!(cases.iter().any(|case| case.starts_with(&folder)), "{} has no transcripts", family.id);
    }
}
