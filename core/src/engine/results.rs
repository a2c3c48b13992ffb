//! Exact results that are known without a search, for example from tables that the program has opened.

use std::sync::Arc;

use super::search::KnownResults;
use crate::model::Player;

/// The exact results attached to a game. The library never looks for any: the program opens tables and passes
/// them in.
#[derive(Clone, Debug)]
pub struct ExactResults<P> {
    /// Used in every search.
    pub always: Option<Arc<dyn KnownResults<P>>>,
    /// Used only in searches limited by time alone, which differ from run to run anyway.
    pub in_time: Option<Arc<dyn KnownResults<P>>>,
}

/// Which exact results of a game a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPolicy {
    /// None.
    Never,
    /// [`ExactResults::always`].
    Always,
    /// [`ExactResults::in_time`], because only time limits the search.
    Timed,
}

impl<P> ExactResults<P> {
    /// No results.
    pub const NONE: ExactResults<P> = ExactResults { always: None, in_time: None };

    /// Returns the results that this policy allows.
    #[must_use]
    pub(crate) fn for_policy(&self, which: ResultPolicy) -> Option<&Arc<dyn KnownResults<P>>> {
        match which {
            ResultPolicy::Never => None,
            ResultPolicy::Always => self.always.as_ref(),
            ResultPolicy::Timed => self.in_time.as_ref(),
        }
    }

    /// Returns the winner of a position that is not over, from [`ExactResults::always`], if known.
    pub fn winner(&self, position: &P) -> Option<Player> {
        self.always.as_ref()?.winner(position)
    }

    /// Returns the plies to the end of a position that is not over if the winner hurries and the loser
    /// delays, from [`ExactResults::always`], if known.
    pub fn plies(&self, position: &P) -> Option<u32> {
        self.always.as_ref()?.plies(position)
    }
}
