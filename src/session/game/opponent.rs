//! The connection to another computer, as a session sees it.

use std::cell::RefCell;
use std::thread;
use std::time::Duration;

use crate::console::ThinkingProgress;
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove};
use crate::model::StopSignal;
use crate::network::message::Request;
use crate::network::remote::{Event, RemoteGame};
use crate::network::side::{News, Side};
use crate::session::other_player;

/// How often to look for arrivals while a computer thinks.
const POLL: Duration = Duration::from_millis(20);

/// Chooses a move until the signal is raised, or forfeits the game.
pub(super) type ChooseFn<'a> = dyn FnMut(&mut Referee<AnyGame>, &StopSignal) -> Option<AnyMove> + Send + 'a;

/// How often a computer agrees in a game to take back turns.
const MAX_TAKEBACKS: u32 = 10;

/// The connection to another computer.
pub(super) struct Remote {
    /// The other side.
    pub(super) game: RefCell<RemoteGame>,
    /// The number of the game between the two computers that is shown.
    pub(super) round: u32,
    /// How often the computer here has agreed in this game to take back turns.
    pub(super) takebacks: u32,
}

impl Remote {
    /// Returns something about the side of this computer.
    pub(super) fn side<T>(&self, look: impl FnOnce(&Side) -> T) -> T {
        look(self.game.borrow().side())
    }

    /// Does what has arrived. A computer here answers offers.
    pub(super) fn receive(&mut self, referee: &mut Referee<AnyGame>, has_computer: bool) -> Vec<Event> {
        let remote = self.game.get_mut();
        let mut events = remote.receive(referee);
        let Some(offer) = remote.side().asked().filter(|_| has_computer) else { return events };
        // A computer agrees to everything but draws, and to take back turns only so often.
        let agrees = match offer.what {
            Request::Draw => false,
            Request::Undo(_) => self.takebacks < MAX_TAKEBACKS,
            Request::Pause | Request::Again => true,
        };
        self.takebacks += u32::from(agrees && matches!(offer.what, Request::Undo(_)));
        events.extend(remote.answer(referee, agrees));
        events.retain(|event| !matches!(event, Event::News(News::Asked(_))));
        events
    }

    /// Lets a computer `choose` a move in another thread, and meanwhile does what arrives. Returns `None` if the game
    /// has changed, or if the computer has forfeited it.
    pub(super) fn think(
        &mut self,
        referee: &mut Referee<AnyGame>,
        stop: &StopSignal,
        progress: &ThinkingProgress,
        choose: &mut ChooseFn<'_>,
    ) -> Option<AnyMove> {
        let (mut copy, no_longer) = (referee.clone(), StopSignal::new());
        let state = |remote: &Self, referee: &Referee<AnyGame>| {
            (remote.side(Side::round), referee.history().plies(), referee.ending())
        };
        let before = state(self, referee);
        let chosen = thread::scope(|scope| {
            // Without a thread, the next attempt follows at once.
            let thinking =
                thread::Builder::new().spawn_scoped(scope, || choose(&mut copy, &no_longer)).ok()?;
            loop {
                let is_finished = thinking.is_finished();
                self.say_arrivals(referee, progress);
                let is_outdated = state(self, referee) != before;
                if is_outdated || stop.is_raised() {
                    no_longer.raise();
                }
                if is_finished {
                    let chosen = thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                    return chosen.filter(|_| !is_outdated);
                }
                thread::sleep(POLL);
            }
        });
        if let Some(ending) = copy.ending().filter(|_| state(self, referee) == before) {
            self.game.get_mut().end(referee, ending);
        }
        chosen
    }

    fn say_arrivals(&mut self, referee: &mut Referee<AnyGame>, progress: &ThinkingProgress) {
        if !self.game.get_mut().has_arrivals(referee) {
            return;
        }
        let before = referee.clone();
        for event in self.receive(referee, true) {
            let text = other_player::describe(&event, &self.game.borrow(), &before, referee);
            if !text.is_empty() {
                progress.say(&text);
            }
        }
    }

    /// Returns whether the player here may get advice: only if both players allow it.
    pub(super) fn allows_advice(&self) -> bool {
        self.side(Side::is_casual)
    }

    /// Returns who is who, for the first board.
    pub(super) fn who_is_who(&self, game: &AnyGame) -> String {
        other_player::who_is_who(&self.game.borrow(), game)
    }
}
