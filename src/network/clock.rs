//! The clocks of a game between two computers. The host keeps them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::Player;

/// How much longer than its own measurement the host lets the other side think, because messages take time.
pub const LAG: Duration = Duration::from_secs(1);
/// The longest time and the longest increment.
const MAX: Duration = Duration::from_secs(24 * 3600);

/// A time for the whole game, and an increment for each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// The time for the game.
    pub base: Duration,
    /// The time added after each turn.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = &'static str;

    /// Reads minutes and seconds: `10+5` is ten minutes, and five seconds for each turn.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let read = |text: &str, unit: f64| {
            let number = text.trim().parse::<f64>().ok()?;
            Duration::try_from_secs_f64(number * unit).ok().filter(|time| *time <= MAX)
        };
        let read = read(minutes, 60.0).zip(read(seconds, 1.0));
        let control = read.map(|(base, increment)| TimeControl { base, increment });
        control
            .filter(|control| !control.base.is_zero())
            .ok_or("expected MINUTES or MINUTES+SECONDS, such as 10+5, up to a day")
    }
}

/// The time left to both players, player 1 first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameClocks {
    control: TimeControl,
    left: [Duration; 2],
    /// When the current turn began, if the clock is running. The moments of two processes cannot be compared.
    #[serde(skip)]
    began: Option<Duration>,
}

impl GameClocks {
    /// Creates stopped clocks with all their time.
    pub fn new(control: TimeControl) -> Self {
        GameClocks { control, left: [control.base; 2], began: None }
    }

    /// Sets both clocks to the start of a game.
    pub fn reset(&mut self) {
        *self = GameClocks::new(self.control);
    }

    /// Starts the clock of the player to move, unless it runs.
    pub fn start(&mut self, now: Duration) {
        self.began = self.began.or(Some(now));
    }

    /// Stops the clock of `mover`. The last `unused` of the time do not count.
    pub fn stop(&mut self, mover: Player, now: Duration, unused: Duration) {
        let used = self.used(now).saturating_sub(unused);
        self.began = None;
        let left = &mut self.left[mover.index()];
        *left = left.saturating_sub(used);
    }

    /// Returns how long the current turn has taken.
    pub fn used(&self, now: Duration) -> Duration {
        self.began.map_or(Duration::ZERO, |began| now.saturating_sub(began))
    }

    /// Notes that `mover` has moved after thinking for `used`. The other clock runs from now if one ran before.
    pub fn moved(&mut self, mover: Player, used: Duration, now: Duration) {
        let left = &mut self.left[mover.index()];
        *left = left.saturating_sub(used) + self.control.increment;
        self.began = self.began.map(|_| now);
    }

    /// Returns the time that `player` has left, if `mover` is to move.
    pub fn left(&self, player: Player, mover: Player, now: Duration) -> Duration {
        let used = if player == mover { self.used(now) } else { Duration::ZERO };
        self.left[player.index()].saturating_sub(used)
    }

    /// Returns whether `mover` has used more than the time left and `grace`.
    pub fn is_out(&self, mover: Player, now: Duration, grace: Duration) -> bool {
        self.began.is_some() && self.used(now) > self.left[mover.index()] + grace
    }

    /// Returns both times in milliseconds.
    pub fn millis(&self, mover: Player, now: Duration) -> [u64; 2] {
        Player::BOTH
            .map(|player| u64::try_from(self.left(player, mover, now).as_millis()).unwrap_or(u64::MAX))
    }

    /// Sets both times as the host has them now, running or not.
    pub fn set(&mut self, millis: [u64; 2], now: Option<Duration>) {
        self.left = millis.map(Duration::from_millis);
        self.began = now;
    }
}

/// A time as a clock shows it.
pub struct ShownTime(pub Duration);

impl fmt::Display for ShownTime {
    /// Writes hours, minutes and seconds: `1:02:03`, `10:00`, `0:07`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_millis().div_ceil(1000);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        match hours {
            0 => write!(f, "{minutes}:{seconds:02}"),
            _ => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn time_controls_are_minutes_and_seconds() {
        let control = |minutes: f64, seconds: u64| TimeControl {
            base: Duration::from_secs_f64(minutes * 60.0),
            increment: Duration::from_secs(seconds),
        };
        assert_eq!("10+5".parse(), Ok(control(10.0, 5)));
        assert_eq!("0.5".parse(), Ok(control(0.5, 0)));
        for wrong in ["", "0", "0+5", "-1", "x", "5+x", "nan", "inf", "1e99", "2000", "+5"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_the_mover_uses_time_and_a_lost_connection_costs_none() {
        let (one, two) = (Player::One, Player::Two);
        let mut clocks = GameClocks::new("1+2".parse().unwrap());
        assert!(!clocks.is_out(one, 999 * SECOND, Duration::ZERO));
        clocks.start(10 * SECOND);
        assert_eq!(clocks.left(one, one, 15 * SECOND), 55 * SECOND);
        clocks.moved(one, 5 * SECOND, 15 * SECOND);
        assert_eq!(clocks.millis(two, 25 * SECOND), [57_000, 50_000]);
        clocks.stop(two, 35 * SECOND, 12 * SECOND);
        assert_eq!(clocks.millis(two, 99 * SECOND), [57_000, 52_000]);
        clocks.start(100 * SECOND);
        assert!(!clocks.is_out(two, 152 * SECOND, Duration::ZERO));
        assert!(clocks.is_out(two, 153 * SECOND, Duration::ZERO));
        assert!(!clocks.is_out(two, 153 * SECOND, LAG));
    }

    #[test]
    fn times_are_shown_as_on_a_clock() {
        for (millis, shown) in [(0, "0:00"), (6_001, "0:07"), (600_000, "10:00"), (3_723_000, "1:02:03")] {
            assert_eq!(ShownTime(Duration::from_millis(millis)).to_string(), shown);
        }
    }
}
