//! What programs learn about the game: an object for each turn, and one for the game.

use crate::console::{Console, Stop};
use crate::games::AnyMove;
use crate::records::json::{GameObject, TurnObject};

use super::GameSession;

/// What has been reported about a game.
#[derive(Default)]
pub(super) struct Reported {
    /// The turns, without those taken back.
    moves: Vec<AnyMove>,
    /// Whether the game as a whole has been reported.
    is_whole: bool,
}

impl GameSession {
    /// Reports the turns that have not been reported. After turns were taken back, their numbers come again.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub(super) fn send_turns(&mut self, console: &mut Console) -> Result<(), Stop> {
        if !console.has_reports() {
            return Ok(());
        }
        let moves = self.history().moves().to_vec();
        let same =
            moves.iter().zip(&self.reported.moves).take_while(|(played, known)| played == known).count();
        for number in same + 1..=moves.len() {
            if let Some(turn) = TurnObject::of(self.game(), self.history(), number) {
                console.report(&turn)?;
            }
        }
        self.reported.moves = moves;
        self.reported.is_whole &= self.referee().ending().is_some();
        Ok(())
    }

    /// Reports the game as a whole, over or not, unless that has been done.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub(super) fn send_game(&mut self, console: &mut Console) -> Result<(), Stop> {
        self.send_turns(console)?;
        if !console.has_reports() || self.reported.is_whole {
            return Ok(());
        }
        self.reported.is_whole = true;
        let record = self.referee().record(&self.current.header);
        console.report(&GameObject::new(self.game(), &record, self.history(), record.result.as_ref()))
    }
}
