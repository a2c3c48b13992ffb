//! Chess clocks: a time for the whole game plus an increment per move.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::time_control::Clocks;
use crate::model::Player;
use crate::words::{MAX_CLOCK_TIME, TimeControl};

/// The clocks of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchClock {
    /// The time for a game: that of the first bot, or of all.
    #[serde(flatten)]
    pub control: TimeControl,
    /// The times of the other bots, in their order, if not all are the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<TimeControl>,
    /// The time by which a move may exceed the time left.
    pub margin: Duration,
}

impl MatchClock {
    /// Returns the time of the bot with this index.
    pub(super) fn control(&self, bot: usize) -> TimeControl {
        let other = bot.checked_sub(1).and_then(|index| self.others.get(index));
        *other.unwrap_or(&self.control)
    }

    /// Returns the clocks of these bots at the start of a game.
    pub(super) fn clocks(&self, seats: [usize; 2]) -> Clocks {
        let controls = seats.map(|bot| self.control(bot));
        Clocks {
            remaining: controls.map(|control| control.base),
            increment: controls.map(|control| control.increment),
            margin: self.margin,
        }
    }

    /// Returns whether the numbers are in range. Plans read from files are not trusted.
    pub(super) fn is_valid(&self, bots: usize) -> bool {
        let is_complete = self.others.is_empty() || self.others.len() + 1 == bots;
        let are_valid = self.others.iter().chain([&self.control]).all(TimeControl::is_valid);
        is_complete && are_valid && self.margin <= MAX_CLOCK_TIME
    }
}

/// Deducts the time of a move from the clock of `player`. Returns false if the player ran out of time.
pub(super) fn deduct_time(clocks: &mut Clocks, player: Player, taken: Duration) -> bool {
    let left = &mut clocks.remaining[player.index()];
    let is_in_time = taken <= left.saturating_add(clocks.margin);
    *left = left.saturating_sub(taken).saturating_add(clocks.increment[player.index()]);
    is_in_time
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn match_files_name_the_three_times() {
        let text = r#"{"base":{"secs":10,"nanos":0},"increment":{"secs":0,"nanos":100000000},"margin":{"secs":0,"nanos":0}}"#;
        let control = TimeControl::in_seconds("10+0.1").unwrap();
        let clock = MatchClock { control, others: Vec::new(), margin: MS(0) };
        assert_eq!(serde_json::to_string(&clock).unwrap(), text);
        assert_eq!(serde_json::from_str::<MatchClock>(text).unwrap(), clock);
    }

    #[test]
    fn a_flag_falls_only_after_the_margin() {
        let control = TimeControl::in_seconds("0.1+0.01").unwrap();
        let mut clocks = MatchClock { control, others: Vec::new(), margin: MS(5) }.clocks([0, 1]);
        assert!(deduct_time(&mut clocks, Player::One, MS(30)));
        assert_eq!(clocks.remaining, [MS(80), MS(100)]);
        assert!(deduct_time(&mut clocks, Player::One, MS(85)), "each move has the full margin");
        assert_eq!(clocks.remaining, [MS(10), MS(100)]);
        assert!(!deduct_time(&mut clocks, Player::One, MS(16)));
        assert!(deduct_time(&mut clocks, Player::Two, MS(100)));
    }
}
