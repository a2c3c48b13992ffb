//! Records: verifying them, showing them, and turning them back into typed lines.

use std::io::{self, Write};
use std::path::Path;

use crate::console::{Console, Prompt, Stop, Style};
use crate::engine::referee::{Referee, TextError};
use crate::games::{self, AnyGame};
use crate::model::text::{escape, escape_line};
use crate::model::{Ending, Game, GameResult, History, Reason, Record, RecordError};
use crate::play::files::{self, FileError};
use crate::screens::Screen;
use crate::with_game;

/// Opens the game of a record and makes sure that every move is legal and that the result is what the board says.
///
/// # Errors
/// The first thing that is wrong, and its line.
pub fn verify(record: &Record) -> Result<AnyGame, RecordError> {
    let game = open(record)?;
    with_game!(&game, game => replayed(game, record).map(drop))?;
    Ok(game)
}

fn open(record: &Record) -> Result<AnyGame, RecordError> {
    games::open(&record.game).map_err(|error| at(first_line(record), error.to_string()))
}

fn at(line: usize, problem: String) -> RecordError {
    RecordError { line, problem }
}

fn first_line(record: &Record) -> usize {
    record.moves.first().map_or(record.result_line, |(line, _)| *line)
}

/// The recorded game, played again, if every move is legal and the result is what the board says.
fn replayed<G: Game>(game: &G, record: &Record) -> Result<Referee<G>, RecordError> {
    let moves = record.moves.iter().map(|(_, mv)| mv);
    let referee = Referee::read(game, record.start.as_deref(), moves).map_err(|error| match error {
        TextError::Start(error) => at(first_line(record), format!("start: {error}")),
        TextError::Move { number, error } => {
            let (line, mv) = &record.moves[number - 1];
            at(*line, format!("move {number} \"{}\": {error}", mv.escape_debug()))
        }
    })?;
    let on_board = referee.ending().filter(Ending::is_by_the_rules);
    check_result(record.result.as_ref(), on_board).map_err(|problem| at(record.result_line, problem))?;
    Ok(referee)
}

fn check_result(recorded: Option<&GameResult>, on_board: Option<Ending>) -> Result<(), String> {
    let on_board = on_board.map(|ending| ending.outcome());
    let Some(GameResult { outcome, reason }) = recorded else {
        return match on_board {
            None => Ok(()),
            Some(outcome) => Err(format!("the record says unfinished, the board says {}", outcome.tag())),
        };
    };
    match (on_board, reason) {
        // Who disagrees with the board loses, whatever stands there.
        (_, Reason::Forfeited(_)) => Ok(()),
        (Some(on_board), _) if on_board == *outcome => Ok(()),
        (Some(on_board), _) => {
            Err(format!("the record says {}, the board says {}", outcome.tag(), on_board.tag()))
        }
        (None, Reason::Rules | Reason::NoMoves) => {
            Err(format!("the record says {} by {reason}, but the game is not over", outcome.tag()))
        }
        (None, _) => Ok(()),
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
    let game = open(record)?;
    let mut lines = with_game!(&game, game => typed(game, replayed(game, record)?.history()));
    if record.result.as_ref().is_some_and(|result| result.reason == Reason::Resigned) {
        lines.push(":resign".to_owned());
    }
    Ok(lines)
}

/// The lines which, typed at the prompts of `game`, play the moves of `history` from its start.
pub fn typed<G: Screen>(game: &G, history: &History<G::Position>) -> Vec<String> {
    let mut history = history.clone();
    history.undo(usize::MAX);
    let mut lines = Vec::new();
    loop {
        let Some((mv, _)) = history.undone().next() else { return lines };
        lines.extend(game.typed(&history, mv));
        history.redo(1);
    }
}

/// Shows a recorded game from the position after `from` moves to its end, and waits for Enter after each position if
/// `step`.
///
/// # Errors
/// The conversation ended; [`Stop::Invalid`] if the record is wrong.
pub fn show(record: &Record, from: usize, step: bool, console: &mut Console) -> Result<(), Stop> {
    let game = open(record).map_err(invalid)?;
    with_game!(&game, game => show_game(game, record, from, step, console))
}

fn invalid(error: RecordError) -> Stop {
    Stop::Invalid(error.to_string())
}

fn show_game<G: Screen>(
    game: &G,
    record: &Record,
    from: usize,
    step: bool,
    console: &mut Console,
) -> Result<(), Stop> {
    let mut history = replayed(game, record).map_err(invalid)?.history().clone();
    console.say(&headline(record))?;
    let last = history.plies();
    if from > last {
        return Err(Stop::Invalid(format!("the game has only {last} moves")));
    }
    history.undo(last - from);
    let look: Style = console.style();
    for number in from..=last {
        console.say(&format!("\n{}", page_heading(record, number)))?;
        console.say_if_any(&(game.announce(&history, &look) + &game.board(&history, &look)))?;
        if step && number < last && console.read(&Prompt::new("Enter: on, q: stop "))?.text() == "q" {
            return Err(Stop::Quit);
        }
        history.redo(1);
    }
    console.say(&format!("\n{}", result_line(record)))
}

fn headline(record: &Record) -> String {
    let seat = |index: usize| match &record.names[index] {
        Some(name) => format!("{} ({})", escape(name.as_bytes()), record.seats[index]),
        None => record.seats[index].clone(),
    };
    let date = record.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    escape_line(&format!("{}: {} against {}{date}", record.game, seat(0), seat(1)))
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
        Some(GameResult { outcome, reason }) => escape_line(&format!("Result: {}, {reason}.", outcome.tag())),
    }
}
