//! Checks the tables of screens in `tests/fidelity`: golden files contain the lines that each document shows, and no
//! transcript in the classic style contains what cygnet adds at a terminal.

use std::fs;
use std::path::{Path, PathBuf};

use cygnet::games::FAMILIES;

use super::layers::ROOT;

/// What cygnet adds at a terminal and in its own styles: the game, or nothing for all games, and the text.
const ADDITIONS: [(&str, &str); 11] = [
    ("", "Last move"),
    ("", "(computer) plays"),
    ("", "Also"),
    ("", "(Enter"),
    ("", " is now a "),
    ("", "Player 1 captures"),
    ("", "Player 2 captures"),
    ("replica", " captures a "),
    ("replica", "Congratulations"),
    ("three-dragons", " capture: "),
    ("qawale", "Four in a row"),
];

/// Blanks, and the marks of a terminal. Its cells have other sizes than those of a pipe.
const BLANKS_AND_MARKS: &str = " \n*[]()<>^";

/// A row of a table: the lines of a screen, and the golden files of it through a pipe and at a terminal.
struct Row {
    lines: Vec<String>,
    files: [Option<PathBuf>; 2],
}

/// Returns the rows of the table of screens in a page. A row has five cells: what the document shows, the lines as
/// code, two links, and what differs.
fn rows(page: &str) -> Vec<Row> {
    let table = page.split("## Screens").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(2);
    rows.map(|row| {
        let row = row.replace(r"\|", "\0");
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        assert_eq!(cells.len(), 5, "{row}");
        let lines = cells[1].split('`').skip(1).step_by(2).map(|line| line.replace('\0', "|")).collect();
        let file = |cell: &str| Some(Path::new("tests").join(cell.split_once("](../")?.1.split_once(')')?.0));
        Row { lines, files: [file(cells[2]), file(cells[3])] }
    })
    .collect()
}

/// Returns everything that the program printed in a golden file, or nothing if the file is no transcript in the
/// classic style and must be one.
fn output(file: &Path, is_classic: bool) -> Option<String> {
    let case: toml::Table = toml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let args: Vec<&str> = case["args"].as_array().unwrap().iter().filter_map(|arg| arg.as_str()).collect();
    let style = args.iter().position(|arg| *arg == "--board").map(|at| args[at + 1]);
    let is_own =
        args[0] != "play" || style.is_some_and(|style| style != "classic") || args.contains(&"--coach");
    let key = if case.contains_key("stdout") { "stdout" } else { "screen" };
    (!(is_classic && is_own)).then(|| case[key].as_str().unwrap().to_owned())
}

/// Returns whether each line is below the one before it, with nothing but frames between them.
fn prints(output: &str, lines: &[String]) -> bool {
    let trim = |line: &str| line.trim_matches([' ', '*', '#']).to_owned();
    let has_text = |line: &&str| line.contains(|sign: char| sign.is_alphanumeric());
    let printed: Vec<String> = output.lines().filter(has_text).map(trim).collect();
    printed
        .windows(lines.len())
        .any(|printed| printed.iter().zip(lines).all(|(printed, line)| printed.starts_with(&trim(line))))
}

/// Returns whether the lines are there in this order, whatever is between them.
fn shows(output: &str, lines: &[String]) -> bool {
    let plain = |text: &str| text.replace(|sign| BLANKS_AND_MARKS.contains(sign), "");
    let text = plain(output);
    let mut rest = text.as_str();
    lines.iter().all(|line| match rest.split_once(&plain(line)) {
        Some((_, below)) => {
            rest = below;
            true
        }
        None => false,
    })
}

#[test]
fn golden_files_show_the_screens_of_the_documents() {
    let root = Path::new(ROOT);
    for family in FAMILIES {
        let page = root.join("tests/fidelity").join(family.id).with_extension("md");
        let Ok(page) = fs::read_to_string(page) else { continue };
        let rows = rows(&page);
        assert!(rows.len() > 7, "{}: {}", family.id, rows.len());
        for Row { lines, files } in rows {
            assert!(!lines.is_empty() && files.iter().any(Option::is_some), "{}: {lines:?}", family.id);
            for (file, is_there) in files.iter().zip([prints as fn(&str, &[String]) -> bool, shows]) {
                let Some(file) = file else { continue };
                let output = output(&root.join(file), false).unwrap();
                assert!(is_there(&output, &lines), "{} does not show {lines:#?}", file.display());
            }
        }
    }
}

#[test]
fn classic_transcripts_have_only_what_the_documents_have() {
    let mut count = 0;
    for family in FAMILIES {
        let Ok(files) = fs::read_dir(Path::new(ROOT).join("tests/transcripts").join(family.id)) else {
            continue;
        };
        for file in files.map(|file| file.unwrap().path()) {
            let Some(output) = output(&file, true) else { continue };
            let of_game = ADDITIONS.iter().filter(|(game, _)| game.is_empty() || *game == family.id);
            let found: Vec<&str> =
                of_game.map(|(_, text)| *text).filter(|text| output.contains(text)).collect();
            assert!(found.is_empty(), "{}: {found:?}", file.display());
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}
