//! The clocks of a game between two computers. The host keeps them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::Player;
use crate::words::TimeControl;

/// How much longer than its own measurement the host lets the other side think, because messages take time. Nobody's
/// flag falls before a clock has shown zero for so long.
pub const LAG: Duration = Duration::from_secs(1);

/// The time left to both players, player 1 first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameClocks {
    control: TimeControl,
    left: [Duration; 2],
    /// The time left at the start of each turn, the current one last.
    starts: Vec<[Duration; 2]>,
    /// When the current turn began, if the clock is running. The moments of two processes cannot be compared.
    #[serde(skip)]
    began: Option<Duration>,
}

impl GameClocks {
    /// Creates stopped clocks with all their time.
    pub fn new(control: TimeControl) -> Self {
        let left = [control.base; 2];
        GameClocks { control, left, starts: vec![left], began: None }
    }

    /// Sets both clocks to the start of a game.
    pub fn reset(&mut self) {
        *self = GameClocks::new(self.control);
    }

    /// Starts the clock of the player to move, unless it runs.
    pub fn start(&mut self, now: Duration) {
        self.began = self.began.or(Some(now));
    }

    /// Stops the clock of `mover`.
    pub fn stop(&mut self, mover: Player, now: Duration) {
        let used = self.used(now);
        self.began = None;
        let left = &mut self.left[mover.index()];
        *left = left.saturating_sub(used);
    }

    /// Does not count `time` of the current turn.
    pub fn forgive(&mut self, time: Duration) {
        self.began = self.began.map(|began| began.saturating_add(time));
    }

    /// Returns how long the current turn has taken.
    pub fn used(&self, now: Duration) -> Duration {
        self.began.map_or(Duration::ZERO, |began| now.saturating_sub(began))
    }

    /// Notes that `mover` has moved after thinking for `used`. The other clock runs from now if one ran before.
    pub fn moved(&mut self, mover: Player, used: Duration, now: Duration) {
        let left = &mut self.left[mover.index()];
        *left = left.saturating_sub(used).saturating_add(self.control.increment);
        self.starts.push(self.left);
        self.began = self.began.map(|_| now);
    }

    /// Sets both clocks to what they were at the start of the first of the last `turns` turns, which are taken back, and
    /// stops them. So nobody gains an increment.
    pub fn take_back(&mut self, turns: usize) {
        let kept = self.starts.len().saturating_sub(turns);
        self.starts.truncate(kept);
        self.left = self.starts.last().copied().unwrap_or(self.left);
        self.began = None;
    }

    /// Returns the time that `player` has left, if `mover` is to move.
    pub fn left(&self, player: Player, mover: Player, now: Duration) -> Duration {
        let used = if player == mover { self.used(now) } else { Duration::ZERO };
        self.left[player.index()].saturating_sub(used)
    }

    /// Returns whether the flag of `mover` has fallen: [`LAG`] after the time left was used.
    pub fn is_out(&self, mover: Player, now: Duration) -> bool {
        self.began.is_some() && self.used(now) > self.left[mover.index()].saturating_add(LAG)
    }

    /// Returns both times in milliseconds.
    pub fn millis(&self, mover: Player, now: Duration) -> [u64; 2] {
        Player::BOTH.map(|player| as_millis(self.left(player, mover, now)))
    }

    /// Returns what a player gains with each turn, in milliseconds.
    pub fn increment(&self) -> u64 {
        as_millis(self.control.increment)
    }

    /// Sets both times and the increment as the host has them now, running or not.
    pub fn set(&mut self, millis: [u64; 2], increment: u64, now: Option<Duration>) {
        self.left = millis.map(Duration::from_millis);
        self.control.increment = Duration::from_millis(increment);
        self.began = now;
    }
}

/// Returns a time in milliseconds.
pub(super) fn as_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Returns a time as a clock shows it, with hours, minutes and seconds: `1:02:03`, `10:00`, `0:07`.
pub fn shown_time(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn only_the_mover_uses_time_also_before_a_lost_connection_is_noticed() {
        let (one, two) = (Player::One, Player::Two);
        let mut clocks = GameClocks::new(TimeControl::in_minutes("1+2").unwrap());
        assert!(!clocks.is_out(one, 999 * SECOND));
        clocks.start(10 * SECOND);
        assert_eq!(clocks.left(one, one, 15 * SECOND), 55 * SECOND);
        clocks.moved(one, 5 * SECOND, 15 * SECOND);
        assert_eq!(clocks.millis(two, 25 * SECOND), [57_000, 50_000]);
        let mut before = clocks.clone();
        before.take_back(1);
        assert_eq!(before.millis(one, 99 * SECOND), [60_000, 60_000], "nobody gains time");
        clocks.stop(two, 23 * SECOND);
        assert_eq!(clocks.millis(two, 99 * SECOND), [57_000, 52_000]);
        clocks.start(100 * SECOND);
        clocks.forgive(8 * SECOND);
        assert!(!clocks.is_out(two, 161 * SECOND));
        assert!(clocks.is_out(two, 162 * SECOND));
    }

    #[test]
    fn times_are_shown_as_on_a_clock() {
        for (millis, shown) in [(0, "0:00"), (6_001, "0:07"), (600_000, "10:00"), (3_723_000, "1:02:03")] {
            assert_eq!(shown_time(Duration::from_millis(millis)), shown);
        }
    }
}
