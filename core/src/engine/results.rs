//! Exact results that a program knows without a search, such as those of tables it has opened.

use std::fmt;
use std::sync::Arc;

use super::search::KnownResults;
use crate::model::Player;

/// The results that a game may use. The library never looks for any: a program opens tables and hands them to the game.
pub struct ExactResults<P> {
    /// For every answer.
    pub always: Option<Arc<dyn KnownResults<P>>>,
    /// For answers that only time limits. They differ from run to run anyway.
    pub in_time: Option<Arc<dyn KnownResults<P>>>,
}

/// Which of the results of a game a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPolicy {
    /// None.
    Never,
    /// [`ExactResults::always`].
    Always,
    /// [`ExactResults::in_time`], as only time limits the search.
    Timed,
}

impl<P> ExactResults<P> {
    /// No results.
    pub const NONE: ExactResults<P> = ExactResults { always: None, in_time: None };

    /// The results for one use.
    #[must_use]
    pub fn for_policy(&self, which: ResultPolicy) -> Option<&Arc<dyn KnownResults<P>>> {
        match which {
            ResultPolicy::Never => None,
            ResultPolicy::Always => self.always.as_ref(),
            ResultPolicy::Timed => self.in_time.as_ref(),
        }
    }

    /// The winner of a position that is not over, from results for every answer; `None` if they do not have it.
    pub fn winner(&self, position: &P) -> Option<Player> {
        self.always.as_ref()?.winner(position)
    }

    /// The plies to the end of a position that is not over if the winner hurries and the loser delays, from results for
    /// every answer; `None` if they do not have it.
    pub fn plies(&self, position: &P) -> Option<u32> {
        self.always.as_ref()?.plies(position)
    }
}

impl<P> Clone for ExactResults<P> {
    fn clone(&self) -> Self {
        ExactResults { always: self.always.clone(), in_time: self.in_time.clone() }
    }
}

impl<P> Default for ExactResults<P> {
    fn default() -> Self {
        ExactResults::NONE
    }
}

impl<P> fmt::Debug for ExactResults<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Results").field("always", &self.always).field("in_time", &self.in_time).finish()
    }
}
