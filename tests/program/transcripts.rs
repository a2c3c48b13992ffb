//! Golden transcripts: typed lines and the whole output.
//!
//! A case is three files in `tests/transcripts/GAME/`: `NAME.toml` (arguments, exit code), `NAME.stdin` (the typed lines)
//! and `NAME.stdout` (the whole output). For a new case make `NAME.stdout` empty first. After a wanted change of a screen,
//! `TRYCMD=overwrite cargo test --test program transcripts::` writes the new output; `git diff` shows what changed.

use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");

fn cases() -> Vec<PathBuf> {
    let folders = fs::read_dir(FOLDER).unwrap().map(|folder| folder.unwrap().path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap()).map(|file| file.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|extension| extension == "toml")).collect()
}

#[test]
fn screens_say_what_the_transcripts_hold() {
    trycmd::TestCases::new().case("tests/transcripts/*/*.toml");
}

#[test]
fn every_case_has_its_output_and_every_game_its_cases() {
    let cases = cases();
    for case in &cases {
        // Without the file nothing would be compared.
        let output = fs::metadata(case.with_extension("stdout"));
        assert!(output.is_ok_and(|output| output.len() > 0), "{} has no .stdout", case.display());
    }
    for family in cygnet::games::FAMILIES {
        let folder = Path::new(FOLDER).join(family.id);
        assert!(cases.iter().any(|case| case.starts_with(&folder)), "{} has no transcripts", family.id);
    }
}
