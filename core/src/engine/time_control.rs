//! Game clocks, and how much of the remaining time to spend on a move.

use std::time::Duration;

use crate::model::Player;

/// A move takes this fraction (1/25) of the time left.
const MOVES_TO_GO: u32 = 25;
/// The time that is always kept in reserve.
const RESERVE: Duration = Duration::from_millis(50);
/// The minimum time for a move, whatever the clock says.
const MIN_TIME: Duration = Duration::from_millis(1);

/// The clocks of both players, player 1's first, at the start of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time left.
    pub remaining: [Duration; 2],
    /// The time added after each move.
    pub increment: [Duration; 2],
    /// How far a move can overrun the remaining time without losing.
    pub margin: Duration,
}

impl Clocks {
    /// Returns how long `player` should think about a move.
    #[must_use]
    pub fn time_for_move(&self, player: Player) -> Duration {
        time_for_move(self.remaining[player.index()], self.increment[player.index()])
    }
}

/// Returns how long to think about a move with `remaining` time on the clock and `increment` per move: a 25th
/// of the former plus three quarters of the latter, but less than the time left, unless that
/// is only a millisecond.
#[must_use]
pub fn time_for_move(remaining: Duration, increment: Duration) -> Duration {
    let part = (remaining / MOVES_TO_GO).saturating_add(increment / 4 * 3);
    part.min(remaining.saturating_sub(RESERVE)).max(MIN_TIME)
}
