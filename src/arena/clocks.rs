//! Games with clocks: so much time for a game, and a little more with each move.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::time_control::Clocks;
use crate::model::Player;

/// The longest time of a clock.
const MAX_CLOCK_TIME: Duration = Duration::from_secs(7 * 24 * 3600);

/// The time that each player has for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// What the clocks show at the beginning.
    pub base: Duration,
    /// What a player is given with each move.
    pub increment: Duration,
    /// How much longer than the time left a move may take.
    pub margin: Duration,
}

impl TimeControl {
    /// Reads `10+0.1`: ten seconds for the game, and a tenth of a second with each move. Without a margin.
    ///
    /// # Errors
    /// The text is of another form, or its numbers make no clock.
    pub fn parse(text: &str) -> Result<TimeControl, &'static str> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let times = parse_seconds(base).zip(parse_seconds(increment)).filter(|(base, _)| !base.is_zero());
        let form = "a clock is SECONDS or SECONDS+INCREMENT, at most a week: 10+0.1";
        let (base, increment) = times.ok_or(form)?;
        Ok(TimeControl { base, increment, margin: Duration::ZERO })
    }

    /// The clocks at the beginning of a game.
    pub(super) fn clocks(&self) -> Clocks {
        Clocks { remaining: [self.base; 2], increment: [self.increment; 2], margin: self.margin }
    }

    /// Whether the numbers make a clock: a plan in a file may come from anywhere.
    pub(super) fn is_valid(&self) -> bool {
        !self.base.is_zero()
            && [self.base, self.increment, self.margin].iter().all(|time| *time <= MAX_CLOCK_TIME)
    }
}

/// A number of seconds from 0 to [`MAX_CLOCK_TIME`].
fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= MAX_CLOCK_TIME)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// Takes the time of a move of `player` from the clocks. Returns false if it was too long.
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
    fn clocks_are_parsed_or_rejected() {
        let control = |base, increment| TimeControl { base, increment, margin: Duration::ZERO };
        assert_eq!(TimeControl::parse("10+0.1"), Ok(control(MS(10_000), MS(100))));
        assert_eq!(TimeControl::parse("0.5"), Ok(control(MS(500), MS(0))));
        for wrong in ["", "+1", "0+1", "-1+1", "1+", "1+-1", "1+x", "40/60", "1+1+1", "NaN", "inf", "1e9"] {
            assert!(TimeControl::parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(control(MS(1000), MS(20)).to_string(), "1+0.02");
    }

    #[test]
    fn a_flag_falls_only_after_the_margin() {
        let control = TimeControl { margin: MS(5), ..TimeControl::parse("0.1+0.01").unwrap() };
        let mut clocks = control.clocks();
        assert!(deduct_time(&mut clocks, Player::One, MS(30)));
        assert_eq!(clocks.remaining, [MS(80), MS(100)]);
        assert!(deduct_time(&mut clocks, Player::One, MS(85)), "the margin counts once more each move");
        assert_eq!(clocks.remaining, [MS(10), MS(100)]);
        assert!(!deduct_time(&mut clocks, Player::One, MS(16)));
        assert!(deduct_time(&mut clocks, Player::Two, MS(100)));
    }
}
