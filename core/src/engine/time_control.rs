//! The clocks of a game: what is left of them, and how much of that a move may take.

use std::time::Duration;

use crate::model::Player;

/// A move takes this part of the time left.
const MOVES_TO_GO: u32 = 25;
/// So much of a clock is never used.
const RESERVE: Duration = Duration::from_millis(50);
/// A move has some time, whatever the clock says.
const MIN_TIME: Duration = Duration::from_millis(1);

/// The clocks of two players, player 1's first, when one of them begins to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time they have left.
    pub remaining: [Duration; 2],
    /// What they are given with each move.
    pub increment: [Duration; 2],
    /// How much longer than the time left a move may take without loss.
    pub margin: Duration,
}

impl Clocks {
    /// How long `player` should think about a move.
    #[must_use]
    pub fn time_for_move(&self, player: Player) -> Duration {
        time_for_move(self.remaining[player.index()], self.increment[player.index()])
    }
}

/// How long a player should think about a move, who has `remaining` on the clock and gains `increment` with it: a 25th of the one, three
/// quarters of the other, and never all there is.
#[must_use]
pub fn time_for_move(remaining: Duration, increment: Duration) -> Duration {
    let part = (remaining / MOVES_TO_GO).saturating_add(increment / 4 * 3);
    part.min(remaining.saturating_sub(RESERVE)).max(MIN_TIME)
}
