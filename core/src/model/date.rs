//! Days of the calendar.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::serde_as_text;
use crate::model::text::escape;

/// A day of the Gregorian calendar, from 0000-01-01 to 9999-12-31, written as year, month and day.
///
/// ```
/// use cygnet_core::model::Date;
///
/// let date: Date = "2026-11-21".parse()?;
/// assert_eq!(date.numbers(), (2026, 11, 21));
/// assert!("2026-02-30".parse::<Date>().is_err());
/// # Ok::<(), cygnet_core::model::DateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: i16,
    month: i8,
    day: i8,
}

/// The text is not a day of the calendar, or not written like one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no day \"{}\"; expected a day such as 2026-11-21", escape(.0.as_bytes()))]
pub struct DateError(pub String);

impl Date {
    /// The first day.
    pub const MIN: Date = Date { year: 0, month: 1, day: 1 };
    /// The last day.
    pub const MAX: Date = Date { year: 9999, month: 12, day: 31 };

    /// Returns the day with these numbers, if there is one.
    #[must_use]
    pub fn new(year: i16, month: i8, day: i8) -> Option<Date> {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            2 => 28 + i8::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let exists = (0..=9999).contains(&year) && (1..=12).contains(&month) && (1..=last).contains(&day);
        exists.then_some(Date { year, month, day })
    }

    /// Returns the year, the month and the day of the month, from 1.
    #[must_use]
    pub fn numbers(self) -> (i16, i8, i8) {
        (self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = DateError;

    /// Reads a date such as `2026-11-21`, exactly as it is written.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (year, rest) = text.split_once('-')?;
            let (month, day) = rest.split_once('-')?;
            Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
        };
        read().filter(|date| date.to_string() == text).ok_or_else(|| DateError(text.to_owned()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

serde_as_text! {
    [] Date;
}
