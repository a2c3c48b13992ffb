//! Whether the game of a record can be continued.

use std::error::Error;

use crate::model::{Record, text::escape};
use crate::players::seats::{self, is_program};

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
        .map_err(|error| format!("{error} (The bots are {}.)", error.known.join(", ")))?;
    record.play_in(&game)?;
    Ok(())
}
