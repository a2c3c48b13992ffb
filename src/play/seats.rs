//! From the name of a seat to its player: a bot of the engine, or a program from outside. Every tool that seats
//! players does it here, so that programs may play wherever a bot is named; the engine knows nothing of them.

use crate::engine::bots::{self, Bot, BotError, BotProblem, Levels};
use crate::games;
use crate::model::text::escape;
use crate::model::{Record, Seating};
use crate::with_game;

use super::external::{External, Program};
use super::table::Plan;

pub use super::external::is_program;

/// How programs are listed among the bots.
const PROGRAMS: (&str, &str) =
    ("ugi:COMMAND", "a program that speaks the Universal Game Interface (docs/protocol.md)");

/// The names of all players of `game` but people, with what they do.
pub fn names<G: Levels>(game: &G) -> Vec<(String, String)> {
    let mut names = bots::names(game);
    names.push((PROGRAMS.0.to_owned(), PROGRAMS.1.to_owned()));
    names
}

/// The player with this name. A program is not started before its first move.
///
/// # Errors
/// There is no such bot in this game, or the command of a program cannot be read.
pub fn make<G: Levels>(game: &G, name: &str) -> Result<Box<dyn Bot<G::Position>>, BotError> {
    match Program::read(name) {
        Some(Ok(program)) => Ok(Box::new(External::new(game, program))),
        Some(Err(problem)) => Err(error(game, name, BotProblem::Other(problem))),
        None => bots::make(game, name).map_err(|made| error(game, name, made.problem)),
    }
}

/// Makes sure that the game of `record` can be gone on with: there is such a game, and its seats can be taken, none of them
/// by a program.
///
/// # Errors
/// What is wrong, for a person.
pub fn check_record(record: &Record) -> Result<(), String> {
    if let Some(program) = program_in(record) {
        let program = escape(program.as_bytes());
        return Err(format!(
            "{program} plays in that game, and a file does not start programs. (cygnet play --record FILE --p1 SEAT does.)"
        ));
    }
    let game = games::open(&record.game).map_err(|error| error.to_string())?;
    let seating = Plan::from_record(record, 0).seating;
    with_game!(&game, game => check_all(game, &seating))
        .map_err(|error| format!("{error} (The bots are {}.)", error.known.join(", ")))
}

/// A seat of `record` that a program plays. A record may come from anybody: its programs are not started unless the person
/// at this machine names them.
pub fn program_in(record: &Record) -> Option<&str> {
    record.seats.iter().map(String::as_str).find(|seat| is_program(seat))
}

/// Makes sure that there is a player of this name. A program is started, greeted, and ended again.
///
/// # Errors
/// As [`make`]; or the program cannot be started or does not answer.
pub fn check<G: Levels>(game: &G, name: &str) -> Result<(), BotError> {
    make(game, name)?;
    let Some(Ok(program)) = Program::read(name) else { return Ok(()) };
    External::<G>::try_out(&program).map_err(|fault| error(game, name, BotProblem::Other(fault.to_string())))
}

/// [`check`] of every bot at the table.
///
/// # Errors
/// The first name that is unknown.
pub fn check_all<G: Levels>(game: &G, seating: &Seating) -> Result<(), BotError> {
    seating.bots.iter().flatten().try_for_each(|name| check(game, name))
}

fn error<G: Levels>(game: &G, name: &str, problem: BotProblem) -> BotError {
    let known = names(game).into_iter().map(|(name, _)| name).collect();
    BotError { name: name.to_owned(), problem, known }
}
