//! The time for a game, as people write it.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The longest time that can be given to a player at once.
pub const MAX_CLOCK_TIME: Duration = Duration::from_secs(7 * 24 * 3600);

const FORM: &str = "expected a time, or a time and an increment such as 10+5, up to a week each";

/// The time that each player has for a game, and what is added to it after each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// The time on each clock at the start of a game.
    pub base: Duration,
    /// The time added after each turn.
    pub increment: Duration,
}

impl TimeControl {
    /// Parses minutes and seconds: `10+5` is ten minutes for the game and five seconds for each turn.
    ///
    /// # Errors
    /// The text does not have this form, or a number is out of range.
    pub fn in_minutes(text: &str) -> Result<Self, &'static str> {
        TimeControl::parse(text, 60.0)
    }

    /// Parses seconds: `10+0.1` is ten seconds for the game and a tenth of a second for each turn.
    ///
    /// # Errors
    /// The text does not have this form, or a number is out of range.
    pub fn in_seconds(text: &str) -> Result<Self, &'static str> {
        TimeControl::parse(text, 1.0)
    }

    /// Parses a number of units that have this many seconds, and the seconds of the increment.
    fn parse(text: &str, unit: f64) -> Result<Self, &'static str> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = |text: &str, unit: f64| {
            let number = text.trim().parse::<f64>().ok()?;
            Duration::try_from_secs_f64(number * unit).ok()
        };
        let control = time(base, unit).zip(time(increment, 1.0));
        let control = control.map(|(base, increment)| TimeControl { base, increment });
        control.filter(TimeControl::is_valid).ok_or(FORM)
    }

    /// Returns whether the times are in range. Files are not trusted.
    pub(crate) fn is_valid(&self) -> bool {
        !self.base.is_zero() && [self.base, self.increment].iter().all(|time| *time <= MAX_CLOCK_TIME)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{} s", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_parsed_in_their_unit_or_refused() {
        let control = |base, increment| {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            Ok(TimeControl { base, increment })
        };
        assert_eq!(TimeControl::in_seconds("10+0.1"), control(10_000, 100));
        assert_eq!(TimeControl::in_seconds("0.5"), control(500, 0));
        assert_eq!(TimeControl::in_minutes("10+5"), control(600_000, 5_000));
        assert_eq!(TimeControl::in_minutes("0.5"), control(30_000, 0));
        for wrong in [
            "", "0", "+1", "0+1", "-1", "-1+1", "1+", "1+-1", "1+x", "x", "40/60", "1+1+1", "NaN", "inf",
            "1e9", "1e99",
        ] {
            assert_eq!(TimeControl::in_seconds(wrong), Err(FORM), "{wrong}");
            assert_eq!(TimeControl::in_minutes(wrong), Err(FORM), "{wrong}");
        }
        assert_eq!(TimeControl::in_seconds("1+0.02").unwrap().to_string(), "1+0.02 s");
    }
}
