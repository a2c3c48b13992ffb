//! Records: verifying them, showing them, and turning them back into typed lines.

use std::io::{self, Write};
use std::path::Path;

use crate::console::{Console, FORFEITED, Look, Prompt, Stop};
use crate::face::AnyGame;
use crate::games;
use crate::model::{Outcome, Record, RecordError};
use crate::play::files::{self, FileError};

/// The record's reasons that follow from the position alone.
const BY_THE_RULES: [&str; 2] = ["rules", "no moves"];

/// Opens the game of a record and makes sure that every move is legal and that the result is what the board says.
///
/// # Errors
/// The first thing that is wrong, and its line.
pub fn verify(record: &Record) -> Result<Box<dyn AnyGame>, RecordError> {
    let first_line = record.moves.first().map_or(record.result_line, |(line, _)| *line);
    let at = |line: usize, problem: String| RecordError { line, problem };
    let game = games::open(&record.game).map_err(|error| at(first_line, error.to_string()))?;
    let start = game.position(record.start.as_deref());
    let mut position = start.map_err(|error| at(first_line, format!("start: {error}")))?;
    for (index, (line, mv)) in record.moves.iter().enumerate() {
        let wrong = |problem| at(*line, format!("move {} \"{}\": {problem}", index + 1, mv.escape_debug()));
        position = position.play(mv).map_err(wrong)?;
    }
    check_result(record, position.outcome()).map_err(|problem| at(record.result_line, problem))?;
    Ok(game)
}

fn check_result(record: &Record, on_board: Option<Outcome>) -> Result<(), String> {
    let Some(verdict) = &record.result else {
        return match on_board {
            None => Ok(()),
            Some(outcome) => Err(format!("the record says unfinished, the board says {}", outcome.tag())),
        };
    };
    match on_board {
        // Who disagrees with the board loses, whatever stands there.
        _ if verdict.reason.starts_with(FORFEITED) => Ok(()),
        Some(outcome) if outcome == verdict.outcome => Ok(()),
        Some(outcome) => {
            Err(format!("the record says {}, the board says {}", verdict.outcome.tag(), outcome.tag()))
        }
        None if BY_THE_RULES.contains(&verdict.reason.as_str()) => Err(format!(
            "the record says {} by {}, but the game is not over",
            verdict.outcome.tag(),
            verdict.reason
        )),
        None => Ok(()),
    }
}

/// Verifies every record of every file, and writes a line for each file: how many games it holds, or what is wrong
/// with it first. Returns how many files are wrong.
///
/// # Errors
/// The lines could not be written.
pub fn check_files(paths: &[impl AsRef<Path>], out: &mut dyn Write) -> io::Result<usize> {
    let mut wrong = 0;
    for path in paths {
        let path = path.as_ref();
        match check_file(path) {
            Ok(1) => writeln!(out, "{}: 1 game, right", path.display())?,
            Ok(count) => writeln!(out, "{}: {count} games, all right", path.display())?,
            Err(problem) => {
                wrong += 1;
                writeln!(out, "{problem}")?;
            }
        }
    }
    Ok(wrong)
}

fn check_file(path: &Path) -> Result<usize, String> {
    let text = files::read(path).map_err(|FileError(problem)| problem)?;
    let place = |error: RecordError| format!("{}:{}: {}", path.display(), error.line, error.problem);
    let records = Record::read_all(&text).map_err(place)?;
    if records.is_empty() {
        return Err(format!("{}:1: there is no game here", path.display()));
    }
    for record in &records {
        verify(record).map_err(place)?;
    }
    Ok(records.len())
}

/// The lines which, typed at the prompts of the game, play the recorded one.
///
/// # Errors
/// The record is wrong.
pub fn as_input(record: &Record) -> Result<Vec<String>, RecordError> {
    let game = verify(record)?;
    let wrong = |(index, problem): (usize, String)| RecordError { line: index, problem };
    let mut lines = game.typed(record.start.as_deref(), &record.move_texts()).map_err(wrong)?;
    if record.result.as_ref().is_some_and(|verdict| verdict.reason == "resigned") {
        lines.push(":resign".to_owned());
    }
    Ok(lines)
}

/// Shows a recorded game from the position after `from` moves to its end, and waits for Enter after each position if
/// `step`.
///
/// # Errors
/// The conversation ended; [`Stop::Invalid`] if the record is wrong.
pub fn show(record: &Record, from: usize, step: bool, console: &mut Console) -> Result<(), Stop> {
    let game = verify(record).map_err(|error| Stop::Invalid(error.to_string()))?;
    console.say(&headline(record))?;
    if from > record.moves.len() {
        return Err(Stop::Invalid(format!("the game has only {} moves", record.moves.len())));
    }
    let look: Look = console.look();
    let pages = game.pages(record.start.as_deref(), &record.move_texts(), &look);
    let pages = pages.map_err(|(_, problem)| Stop::Invalid(problem))?;
    let last = pages.len() - 1;
    for (number, page) in pages.iter().enumerate().skip(from) {
        console.say(&format!("\n{}", page_heading(record, number)))?;
        console.say_all(page)?;
        if step && number < last && console.read(&Prompt::new("Enter: on, q: stop "))?.text() == "q" {
            return Err(Stop::Quit);
        }
    }
    console.say(&format!("\n{}", result_line(record)))
}

fn headline(record: &Record) -> String {
    let seat = |index: usize| match &record.names[index] {
        Some(name) => format!("{} ({})", crate::console::escape(name.as_bytes()), record.seats[index]),
        None => record.seats[index].clone(),
    };
    let date = record.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    crate::console::escape_line(&format!("{}: {} against {}{date}", record.game, seat(0), seat(1)))
}

fn page_heading(record: &Record, number: usize) -> String {
    match number.checked_sub(1).and_then(|index| record.moves.get(index)) {
        Some((_, mv)) => format!("After move {number}, {mv}:"),
        None => "At the start:".to_owned(),
    }
}

fn result_line(record: &Record) -> String {
    match &record.result {
        None => "Unfinished.".to_owned(),
        Some(verdict) => {
            crate::console::escape_line(&format!("Result: {}, {}.", verdict.outcome.tag(), verdict.reason))
        }
    }
}
