//! Reading files of records, and converting them back to the lines that were typed.

use std::error::Error;
use std::path::Path;

use crate::games::{self, AnyGame, AnyPosition, ReplayError};
use crate::model::{
    Game as _, History, Reason, Record, RecordError, RecordErrorKind,
    text::{escape, escape_line, escape_path},
};
use crate::players::seats::{self, is_program};
use crate::store::{FileError, files};
use crate::words::GameWords as _;

/// Returns a function that wraps errors of a record in the file at `path`.
pub fn in_file(path: &Path) -> impl Fn(ReplayError) -> FileError + Copy {
    move |ReplayError { line, kind, .. }| FileError::Content(format!("{}:{line}: {kind}", escape_path(path)))
}

/// Reads all records of a file, at least one.
///
/// # Errors
/// The file cannot be read, a record is malformed, or there is none.
pub fn read_all(path: &Path) -> Result<Vec<Record>, FileError> {
    let text = files::read(path)?;
    let empty = RecordError::new(1, RecordErrorKind::Empty);
    let mut records = Record::read_each(text.as_bytes())
        .collect::<Result<Vec<_>, _>>()
        .and_then(|records| if records.is_empty() { Err(empty) } else { Ok(records) })
        .map_err(|error| in_file(path)(error.into()))?;
    records.iter_mut().for_each(|record| record.game = games::full_name(&record.game));
    Ok(records)
}

/// Returns the lines that play the recorded game when typed at its prompts.
///
/// # Errors
/// The record is invalid.
pub fn to_input_lines(record: &Record) -> Result<Vec<String>, ReplayError> {
    let referee = record.replay()?;
    let mut lines = input_lines(referee.game(), referee.history());
    if record.result.as_ref().is_some_and(|result| result.reason == Reason::Resigned) {
        lines.push(":resign".to_owned());
    }
    Ok(lines)
}

/// Returns the lines that play the moves of `history` from its start when typed at the prompts of `game`.
pub fn input_lines(game: &AnyGame, history: &History<AnyPosition>) -> Vec<String> {
    let turns = history.turns().enumerate();
    turns.flat_map(|(ply, (_, mv, _))| game.typed_answers(&game.view_at(history, ply), mv)).collect()
}

/// Returns a line with the game, the players and the date. It contains no control characters.
pub fn headline(record: &Record) -> String {
    let seat = |index: usize| match &record.names[index] {
        Some(name) => format!("{name} ({})", record.seats[index]),
        None => record.seats[index].clone(),
    };
    let date = record.date.map(|date| format!(", {date}")).unwrap_or_default();
    escape_line(&format!("{}: {} against {}{date}", record.game, seat(0), seat(1)))
}

/// Checks that the game of `record` can be continued: the game exists, its seats can be taken and none is a
/// program, and its moves are legal. Records are not trusted: their programs are only started when the user names them.
///
/// # Errors
/// The game cannot be continued.
pub fn check_resumable(record: &Record) -> Result<(), Box<dyn Error>> {
    if let Some(program) = record.seats.iter().find(|seat| is_program(seat)) {
        let problem = format!(
            "The program {} plays in that game, and loading a file never starts programs. (To start it, name it: \
             cygnet play --record FILE --p1 SEAT.)",
            escape(program.as_bytes())
        );
        return Err(problem.into());
    }
    let game = record.open_game()?;
    seats::check_all(&game, &seats::seating(record))
        .map_err(|error| format!("{error} (The computer players are {}.)", error.known.join(", ")))?;
    record.play_in(&game)?;
    Ok(())
}
