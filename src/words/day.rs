//! Days of the calendar.

use std::fmt;

use tz::UtcDateTime;

/// The number of [`Day::MAX`].
const MAX_DAY: i64 = 2_932_896;
const SECONDS_PER_DAY: i64 = 86_400;

/// A day of the Gregorian calendar, as the number of days since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

impl Day {
    /// The first day: 1970-01-01.
    pub const MIN: Day = Day(0);
    /// The last day that can be written: 9999-12-31.
    pub const MAX: Day = Day(MAX_DAY);

    /// Parses a date such as `2026-11-21`, from 1970 on. Days that do not exist are refused.
    pub fn read(text: &str) -> Option<Day> {
        let mut fields = text.split('-');
        let (year, month, day) = (fields.next()?, fields.next()?, fields.next()?);
        let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
        let time = UtcDateTime::new(year, month, day, 0, 0, 0, 0).ok()?;
        let read = Day(time.unix_time() / SECONDS_PER_DAY);
        // Only dates as they are written here are read.
        (time.unix_time() >= 0 && read.to_string() == text).then_some(read)
    }

    /// Returns the day `days` days later, or the last one that can be written.
    #[must_use]
    pub fn after(self, days: u32) -> Day {
        Day((self.0 + i64::from(days)).min(MAX_DAY))
    }

    /// Returns the number of days from `other` to this day; negative if `other` is later.
    pub fn days_since(self, other: Day) -> i64 {
        self.0 - other.0
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = UtcDateTime::from_timespec(self.0 * SECONDS_PER_DAY, 0).map_err(|_| fmt::Error)?;
        write!(f, "{:04}-{:02}-{:02}", time.year(), time.month(), time.month_day())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> Day {
        Day::read(text).unwrap()
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (text, days) in [
            ("1970-01-01", 0),
            ("1970-03-01", 59),
            ("2000-02-29", 11_016),
            ("2000-03-01", 11_017),
            ("2026-11-25", 20_782),
            ("9999-12-31", MAX_DAY),
        ] {
            assert_eq!((day(text), Day(days).to_string()), (Day(days), text.to_owned()));
        }
        for wrong in [
            "",
            "2026",
            "2026-1-1",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "1969-12-31",
            "2026-11-25 ",
            "2026-11-251",
            "+026-11-25",
            "1900-02-29",
            "2026-11-00",
        ] {
            assert_eq!(Day::read(wrong), None, "{wrong}");
        }
        assert_eq!(day("2028-02-28").after(2), day("2028-03-01"));
        assert_eq!(day("9999-12-30").after(512), day("9999-12-31"));
    }

    proptest! {
        #[test]
        fn every_day_round_trips_and_sorts_like_its_text(one in 0..=MAX_DAY, other in 0..=MAX_DAY) {
            let texts = [one, other].map(|days| Day(days).to_string());
            prop_assert_eq!(Day::read(&texts[0]), Some(Day(one)));
            prop_assert_eq!(one.cmp(&other), texts[0].cmp(&texts[1]));
        }
    }
}
