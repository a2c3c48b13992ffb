//! What happens in a game between two computers; also requests that come to nothing: those that are still open when the
//! game changes, and resignations after its end.

use crate::engine::referee::Referee;
use crate::games::AnyGame;
use crate::model::{Ending, Reason};
use crate::network::link::Part;
use crate::network::message::{Offer, Request};
use crate::network::side::{Consent, News, Side, Violation};
use crate::store::FileError;

use super::RemoteGame;

/// What has happened, for the player here.
#[derive(Debug)]
pub enum Event {
    /// What a message of the other player was about, or a change of the game or its clocks that was made here.
    News(News),
    /// The other player has left, or the connection was lost.
    Left,
    /// What a player had asked for has lapsed: the one here, if it `is_own`. The game had this many plies.
    Lapsed {
        /// What was asked for.
        offer: Offer,
        /// The plies of the game before.
        plies: usize,
        /// Whether the player here had asked.
        is_own: bool,
    },
    /// The computer that plays for the host has answered what the other player asked, with yes or no.
    Answered(Offer, bool),
    /// The player here has resigned after the end of the game.
    ResignedLate,
    /// This many people watch.
    Watching(usize),
    /// The code for this part no longer works, after three wrong tries.
    CodeClosed(Part),
    /// Somebody with this version of the protocol could not join.
    OtherVersion(u16),
    /// The other side sent something that is not believed. Its connection was closed.
    Violation(Violation),
    /// The host cannot be joined again now, for this reason.
    Retrying(String),
    /// The host cannot be joined again, for this reason.
    Failed(String),
    /// The game could not be kept on disk.
    NotKept(FileError),
}

impl RemoteGame {
    /// Does `change`. Returns what has happened, and each request that has lapsed with it.
    pub(super) fn with_lapsed(
        &mut self,
        referee: &mut Referee<AnyGame>,
        change: impl FnOnce(&mut Self, &mut Referee<AnyGame>) -> Option<Event>,
    ) -> Vec<Event> {
        let (before, plies) = (self.side.clone(), referee.history().plies());
        let event = change(self, referee);
        let is_declined = matches!(event, Some(Event::News(News::Declined)));
        let mut events: Vec<Event> = event.into_iter().collect();
        if !is_declined && before.is_present() && self.side.is_present() {
            events.extend(lapsed(&before, plies, &self.side, referee));
        }
        events
    }
}

/// Returns what was open on the side `before` a change, when the game had `plies`, and neither is open after it nor was
/// done.
fn lapsed(before: &Side, plies: usize, after: &Side, referee: &Referee<AnyGame>) -> Vec<Event> {
    let is_done = |offer: &Offer| match offer.what {
        Request::Undo(kept) => kept < plies && referee.history().plies() == kept,
        Request::Draw => referee.ending() == Some(Ending::drawn(Reason::Agreed)),
        Request::Pause => after.is_paused(),
        Request::Again => after.round() != before.round(),
    };
    let is_changed = |side: &Side| (side.state.step, side.is_paused());
    let was_asked = |offer: &Offer| {
        before.asked == Some(*offer) && after.asked != before.asked && is_changed(before) != is_changed(after)
    };
    let mut events = Vec::new();
    for consent in before.state.consents.iter().filter(|consent| !after.has_consented_to(**consent)) {
        match *consent {
            Consent::Offer(offer) if !is_done(&offer) => {
                events.push(Event::Lapsed { offer, plies, is_own: before.agreed != Some(offer) });
            }
            Consent::Resign(_)
                if referee.ending() != after.own().map(|own| Ending::lost(own, Reason::Resigned)) =>
            {
                events.push(Event::ResignedLate);
            }
            Consent::Offer(_) | Consent::Resign(_) => {}
        }
    }
    let asked = before.asked.filter(|offer| was_asked(offer) && !is_done(offer));
    events.extend(asked.map(|offer| Event::Lapsed { offer, plies, is_own: false }));
    events
}
