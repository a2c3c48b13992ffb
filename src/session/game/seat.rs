//! The two seats of a game.

use crate::players::seats::ComputerPlayer;

/// Who sits at one side.
pub(super) enum Seat {
    /// A person here.
    Person,
    /// A bot, or a program that speaks UGI.
    Computer(ComputerPlayer),
    /// Somebody at another computer.
    Elsewhere,
}

impl Seat {
    /// Returns the computer player at this seat.
    pub(super) fn computer(&mut self) -> Option<&mut ComputerPlayer> {
        if let Seat::Computer(computer) = self { Some(computer) } else { None }
    }
}
