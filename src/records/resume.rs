//! Whether the game of a record can be continued.

use thiserror::Error;

use crate::games::ReplayError;
use crate::model::{Record, text::escape};
use crate::players::seats::{self, SeatError, is_program};

/// Why the game of a record cannot be continued.
#[derive(Debug, Error)]
pub enum ResumeGameError {
    /// A program plays in it. Records are not trusted: their programs are only started when the user names
    /// them.
    #[error(
        "The program {} plays in that game, and loading a file never starts programs. (To start it, name it: \
         cygnet play --record FILE --p1 SEAT.)",
        escape(.0.as_bytes())
    )]
    Program(String),
    /// A seat cannot be taken.
    #[error("{_0} (The bots are {}.)", .0.known.join(", "))]
    Seat(SeatError),
    /// There is no such game, its first position cannot be read, or a move cannot be read or is not legal.
    #[error(transparent)]
    Record(#[from] ReplayError),
}

/// Checks that the game of `record` can be continued: the game exists, its seats can be taken and none is a
/// program, and its moves are legal.
///
/// # Errors
/// The game cannot be continued.
pub fn check_resumable(record: &Record) -> Result<(), ResumeGameError> {
    if let Some(program) = record.seats.iter().find(|seat| is_program(seat)) {
        return Err(ResumeGameError::Program(program.clone()));
    }
    let game = record.open_game()?;
    seats::check_all(&game, &seats::seating(record)).map_err(ResumeGameError::Seat)?;
    record.play_in(&game)?;
    Ok(())
}
