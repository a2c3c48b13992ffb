//! Chess clocks: a time for the whole game plus an increment per move.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::time_control::Clocks;
use crate::model::Player;

/// The maximum value of each setting of a clock.
const MAX_CLOCK_TIME: Duration = Duration::from_secs(7 * 24 * 3600);

/// The time each player has for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// The time on each clock at the start of a game.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The time by which a move may exceed the time left.
    pub margin: Duration,
}

impl TimeControl {
    /// Parses a time control such as `10+0.1`: ten seconds for the game plus a tenth of a second per move.
    /// The margin is zero.
    ///
    /// # Errors
    /// The text does not have this form, or a number is out of range.
    pub fn parse(text: &str) -> Result<TimeControl, &'static str> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let times = parse_seconds(base).zip(parse_seconds(increment)).filter(|(base, _)| !base.is_zero());
        let form = "use SECONDS or SECONDS+INCREMENT, at most one week each, for example 10+0.1";
        let (base, increment) = times.ok_or(form)?;
        Ok(TimeControl { base, increment, margin: Duration::ZERO })
    }

    /// Returns the clocks at the start of a game.
    pub(super) fn clocks(&self) -> Clocks {
        Clocks { remaining: [self.base; 2], increment: [self.increment; 2], margin: self.margin }
    }

    /// Returns whether the numbers are in range. Plans read from files are not trusted.
    pub(super) fn is_valid(&self) -> bool {
        !self.base.is_zero()
            && [self.base, self.increment, self.margin].iter().all(|time| *time <= MAX_CLOCK_TIME)
    }
}

/// Parses a number of seconds from 0 to [`MAX_CLOCK_TIME`].
fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= MAX_CLOCK_TIME)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
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
        assert!(deduct_time(&mut clocks, Player::One, MS(85)), "each move has the full margin");
        assert_eq!(clocks.remaining, [MS(10), MS(100)]);
        assert!(!deduct_time(&mut clocks, Player::One, MS(16)));
        assert!(deduct_time(&mut clocks, Player::Two, MS(100)));
    }
}
