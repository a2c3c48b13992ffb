//! Who sits at each side, and the connection to another computer.

use std::cell::RefCell;

use crate::console::{Stop, ThinkingProgress};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove};
use crate::model::StopSignal;
use crate::network::remote::{Event, RemoteGame};
use crate::network::side::Side;
use crate::players::seats::ComputerPlayer;
use crate::session::other_player::{self, while_receiving};

/// Chooses a move until the signal is raised, or forfeits the game.
pub(super) type ChooseFn<'a> = dyn FnMut(&mut Referee<AnyGame>, &StopSignal) -> Option<AnyMove> + Send + 'a;

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

/// The connection to another computer.
pub(super) struct Remote {
    /// The other side.
    pub(super) game: RefCell<RemoteGame>,
    /// The number of the game between the two computers that is shown.
    pub(super) round: u32,
    /// Whether the other player has been here since this program started, or the host could not be joined.
    pub(super) has_tried: bool,
}

impl Remote {
    /// Returns something about the side of this computer.
    pub(super) fn side<T>(&self, look: impl FnOnce(&Side) -> T) -> T {
        look(self.game.borrow().side())
    }

    /// Lets a computer `choose` a move, and meanwhile does what arrives. Returns `None` if the game has changed, or if the
    /// computer has forfeited it.
    ///
    /// # Errors
    /// The other computer cannot be joined again.
    pub(super) fn think(
        &mut self,
        referee: &mut Referee<AnyGame>,
        stop: &StopSignal,
        progress: &ThinkingProgress,
        choose: &mut ChooseFn<'_>,
    ) -> Result<Option<AnyMove>, Stop> {
        let mut copy = referee.clone();
        let state = |remote: &Self, referee: &Referee<AnyGame>| {
            (remote.side(Side::round), referee.history().plies(), referee.ending())
        };
        let before = state(self, referee);
        let choose = |stop: &StopSignal| choose(&mut copy, stop);
        let chosen = while_receiving(stop, choose, || {
            self.say_arrivals(referee, progress)?;
            Ok::<_, Stop>(state(self, referee) != before)
        })?;
        if let Some(ending) = copy.ending().filter(|_| state(self, referee) == before) {
            self.game.get_mut().end(referee, ending);
        }
        Ok(chosen.flatten())
    }

    /// Does what has arrived while somebody thinks, and says it.
    ///
    /// # Errors
    /// The other computer cannot be joined again.
    pub(super) fn say_arrivals(
        &mut self,
        referee: &mut Referee<AnyGame>,
        progress: &ThinkingProgress,
    ) -> Result<(), Stop> {
        if !self.game.get_mut().has_arrivals(referee) {
            return Ok(());
        }
        let before = referee.clone();
        for event in self.game.get_mut().receive(referee) {
            if let Event::Failed(problem) = event {
                return Err(Stop::InvalidSetup(problem));
            }
            progress.say(&other_player::describe(&event, &self.game.borrow(), &before, referee));
        }
        Ok(())
    }
}
