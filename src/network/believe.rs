//! What a side believes of what the host sends: nothing may be done to its player without consent.

use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove};
use crate::model::{Ending, Reason, Seating};

use super::follow::common;
use super::message::{GameUpdate, Request};
use super::side::{Consent, Role, Side, Violation};

impl Side {
    pub(super) fn agrees(&self, what: Request) -> bool {
        let is_it = |consent: &Consent| matches!(consent, Consent::Offer(offer) if offer.what == what);
        self.state.consents.iter().any(is_it)
    }

    /// Returns whether this side agreed that turns are taken back until `plies` or fewer are left, in an update
    /// with this step. The takeback is a separate step, so one consent is not used twice.
    fn agrees_to_undo(&self, plies: usize, step: u64) -> bool {
        self.state.consents.iter().any(|consent| match consent {
            Consent::Offer(offer) => {
                offer.at < step && matches!(offer.what, Request::Undo(kept) if kept <= plies)
            }
            Consent::Resign(_) => false,
        })
    }

    /// Changes the moves of `referee` to those of the host, if nothing was done to the player of this side. The
    /// last move of that player stays if the host does not have it yet. Returns whether anything changed.
    pub(super) fn believe(
        &mut self,
        referee: &mut Referee<AnyGame>,
        update: &GameUpdate,
        theirs: &[AnyMove],
    ) -> Result<bool, Violation> {
        let mine = referee.history().moves().to_vec();
        let same = common(&mine, theirs);
        let own = self.own();
        // The last move of this side may still be on its way. If the game ended first, it comes too late.
        let is_sending = !self.is_confirmed(referee) && mine.len() == same + 1 && theirs.len() == same;
        if is_sending && update.end.is_none() && update.step < self.state.step {
            return Ok(false);
        }
        let is_late = is_sending && update.end.is_some();
        let is_taken_back = self.agrees_to_undo(same, update.step);
        if same < mine.len() && !is_late && !is_taken_back && own.is_some() {
            return Err(Violation::TakenBack);
        }
        // This also clears a declared end; it must be in the update again.
        referee.undo(mine.len() - same);
        for mv in &theirs[same..] {
            if Some(referee.to_move()) == own {
                return Err(Violation::ForeignMove);
            }
            referee.accept(*mv);
        }
        Ok(same < mine.len() || same < theirs.len())
    }

    /// Checks the step of an update, which never goes back. Each change is a step, so that a consent lapses with it.
    pub(super) fn check_step(
        &self,
        referee: &Referee<AnyGame>,
        update: &GameUpdate,
        is_changed: bool,
    ) -> Result<(), Violation> {
        // The host may not have the last move of this side.
        let known = self.state.step.saturating_sub(u64::from(!self.is_confirmed(referee)));
        let is_later = update.step > known || (update.step == known && !is_changed);
        if is_later || self.state.role != Role::Guest { Ok(()) } else { Err(Violation::Unexpected) }
    }

    /// Returns whether the game can go on from `before` to `after` in the same round: a finished game stays as it is,
    /// unless the host does not have the move of this side that ended it.
    pub(super) fn may_change_after(&self, before: &Referee<AnyGame>, after: &Referee<AnyGame>) -> bool {
        let is_final = |ending: &Ending| !ending.is_by_rules() || self.is_confirmed(before);
        let is_same =
            || (before.history().moves(), before.ending()) == (after.history().moves(), after.ending());
        self.state.role != Role::Guest || !before.ending().as_ref().is_some_and(is_final) || is_same()
    }

    /// Returns whether the game can have ended like this.
    pub(super) fn believes(&self, referee: &Referee<AnyGame>, ending: &Ending) -> bool {
        let own = self.own();
        if referee.ending().is_some() {
            return false;
        }
        match (&ending.reason, ending.loser()) {
            _ if own.is_none() => true,
            (Reason::Resigned, loser) => {
                loser != own || self.has_consented_to(Consent::Resign(self.state.round))
            }
            (Reason::Time, loser) => self.state.clocks.is_some() && loser == Some(referee.to_move()),
            (Reason::Agreed, _) => self.agrees(Request::Draw),
            (Reason::Forfeited(_), Some(loser)) => {
                Some(loser) != own && self.head.seats[loser.index()] != Seating::HUMAN
            }
            _ => false,
        }
    }
}
