//! Whole sessions at a terminal of 80 by 24, as a person sees them: what is typed, and everything that was on the screen and has left
//! it at the top. `GOLDEN=overwrite cargo test --test program sessions::` writes the screens anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::{self, Scope};

use crate::common::terminal::Terminal;
use crate::golden::difference;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions");
const ROWS: u16 = 24;
const COLUMNS: u16 = 80;
/// More lines than any session has.
const MOST_LINES: usize = 10_000;

/// A line of a script: what is waited for, a tab, what is typed then. The first line is the command.
fn steps(script: &str) -> (Vec<String>, Vec<(String, String)>) {
    let mut lines = script.lines();
    let command = lines.next().unwrap().split_whitespace().map(str::to_owned).collect();
    let steps = lines.map(|line| {
        let (text, keys) = line.split_once('\t').unwrap_or_else(|| panic!("no tab in {line:?}"));
        (text.to_owned(), keys.to_owned())
    });
    (command, steps.collect())
}

/// Plays the session of a script, and gives all lines that it leaves on the terminal.
fn play(script: &str) -> String {
    let (command, steps) = steps(script);
    let state = tempfile::tempdir().unwrap();
    let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
    let mut terminal = Terminal::start_in((COLUMNS, ROWS), &arguments, state.path());
    let mut seen = String::new();
    for (text, keys) in steps {
        seen += &terminal.wait_for(&text);
        terminal.type_in(&format!("{keys}\r"));
    }
    seen += &terminal.rest();
    screen(&seen)
}

/// Plays all sessions at the same time; the scripts with what [`play`] gives.
fn play_all<'scope>(scope: &'scope Scope<'scope, '_>) -> Vec<(PathBuf, String)> {
    let play = |script: &Path| play(&fs::read_to_string(script).unwrap());
    let started: Vec<_> = scripts()
        .into_iter()
        .map(|script| {
            let path = script.clone();
            (script, scope.spawn(move || play(&path)))
        })
        .collect();
    started.into_iter().map(|(script, session)| (script, session.join().unwrap())).collect()
}

/// What a terminal shows after `bytes`, with the lines that have left it at the top.
fn screen(bytes: &str) -> String {
    let mut parser = vt100::Parser::new(ROWS, COLUMNS, MOST_LINES);
    parser.process(bytes.as_bytes());
    parser.screen_mut().set_scrollback(MOST_LINES);
    let above = parser.screen().scrollback();
    let mut lines = Vec::new();
    for offset in (1..=above).rev() {
        parser.screen_mut().set_scrollback(offset);
        lines.extend(parser.screen().rows(0, COLUMNS).next());
    }
    parser.screen_mut().set_scrollback(0);
    lines.extend(parser.screen().rows(0, COLUMNS));
    let text: String = lines.iter().map(|line| format!("{}\n", line.trim_end())).collect();
    format!("{}\n", text.trim_end())
}

fn scripts() -> Vec<PathBuf> {
    let entries = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let mut scripts: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "keys")).collect();
    scripts.sort();
    scripts
}

#[test]
fn sessions_look_as_they_did() {
    let changed: Vec<String> = thread::scope(play_all)
        .into_iter()
        .filter_map(|(script, found)| difference(&script.with_extension("screen"), &found))
        .collect();
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn every_game_has_a_session() {
    let names: Vec<String> = scripts().iter().map(|script| name(script)).collect();
    for family in cygnet::games::FAMILIES {
        assert!(names.iter().any(|name| name == family.id), "{} has none", family.id);
    }
}

fn name(script: &Path) -> String {
    script.file_stem().unwrap().to_string_lossy().into_owned()
}
