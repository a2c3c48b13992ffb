//! When a card comes back: the boxes of Sebastian Leitner (*So lernt man lernen*, 1972), with intervals that double
//! from box to box.

use std::cmp::Ordering;
use std::fmt;

/// The last box. Its cards come back after 512 days.
pub const MAX_BOX: u32 = 10;

/// The number of [`Day::MAX`].
const MAX_DAY: i64 = 2_932_896;

/// A day of the Gregorian calendar, as the number of days since 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

impl Day {
    /// The first day: 1970-01-01.
    pub const MIN: Day = Day(0);
    /// The last day that can be written: 9999-12-31.
    pub const MAX: Day = Day(MAX_DAY);

    /// Parses a date such as `2026-11-21`, from 1970 on.
    pub fn read(text: &str) -> Option<Day> {
        let fields: Vec<&str> = text.split('-').collect();
        let [year, month, day] = fields[..] else { return None };
        let number = |text: &str, length: usize| {
            let is_number = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<i64>().ok())?
        };
        let read = Day::from_date(number(year, 4)?, number(month, 2)?, number(day, 2)?);
        // Only existing dates are written as they were read.
        (read.0 >= 0 && read.to_string() == text).then_some(read)
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

    /// Converts a date to a day. A year begins in March here, so that a leap day is its last.
    fn from_date(year: i64, month: i64, day: i64) -> Day {
        let year = if month > 2 { year } else { year - 1 };
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let month = (month + 9) % 12;
        let day_of_year = (153 * month + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Day(era * DAYS_PER_ERA + day_of_era - DAYS_BEFORE_1970)
    }
}

/// The days of 400 years.
const DAYS_PER_ERA: i64 = 146_097;
/// The days from the first of March of the year 0 to the first of January 1970.
const DAYS_BEFORE_1970: i64 = 719_468;

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0 + DAYS_BEFORE_1970;
        let (era, day_of_era) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
        let year =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / (DAYS_PER_ERA - 1)) / 365;
        let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        write!(f, "{:04}-{month:02}-{day:02}", era * 400 + year + next_year)
    }
}

/// When a card is due, and how it was answered so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The day from which on the card is asked.
    pub due: Day,
    /// The box, from 1 to [`MAX_BOX`].
    pub box_number: u32,
    /// How often the card was asked.
    pub tries: u32,
    /// How often it was answered right; no more than `tries`.
    pub solved: u32,
}

impl Schedule {
    /// Returns the schedule of a new card: in the first box, due the next day.
    pub fn new(today: Day) -> Schedule {
        Schedule { due: today.after(interval(1)), box_number: 1, tries: 0, solved: 0 }
    }

    /// Returns whether the card is due.
    pub fn is_due(&self, today: Day) -> bool {
        self.due <= today
    }

    /// Returns the schedule after an answer. A right one moves the card to the next box, unless it was not due yet.
    /// A wrong one moves it back to the first box.
    #[must_use]
    pub fn after_answer(self, is_right: bool, today: Day) -> Schedule {
        let box_number = match is_right {
            true => (self.box_number + 1).min(MAX_BOX),
            false => 1,
        };
        let (tries, solved) = (self.tries.saturating_add(1), self.solved.saturating_add(u32::from(is_right)));
        match is_right && !self.is_due(today) {
            true => Schedule { tries, solved, ..self },
            false => Schedule { due: today.after(interval(box_number)), box_number, tries, solved },
        }
    }

    /// Compares how far two schedules of the same card are: by box, due day and number of answers.
    pub fn progress_cmp(&self, other: &Schedule) -> Ordering {
        let key = |schedule: &Schedule| (schedule.box_number, schedule.due, schedule.tries, schedule.solved);
        key(self).cmp(&key(other))
    }
}

/// Returns the days from an answer to the next one, for a card that is then in box `box_number`.
fn interval(box_number: u32) -> u32 {
    1 << (box_number.clamp(1, MAX_BOX) - 1)
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

    #[test]
    fn intervals_double_and_a_wrong_answer_starts_again() {
        let (mut today, mut schedule) = (day("2026-11-25"), Schedule::new(day("2026-11-25")));
        let mut intervals = Vec::new();
        for _ in 0..11 {
            assert!(!schedule.is_due(today));
            intervals.push(schedule.due.days_since(today));
            today = schedule.due;
            schedule = schedule.after_answer(true, today);
        }
        assert_eq!(intervals, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512]);
        let again = schedule.after_answer(false, today);
        assert_eq!(again, Schedule { due: today.after(1), box_number: 1, tries: 12, solved: 11 });
    }

    #[test]
    fn an_early_answer_moves_a_card_only_if_it_is_wrong() {
        let today = day("2026-11-25");
        let later = Schedule { due: today.after(3), box_number: 4, tries: 5, solved: 4 };
        assert_eq!(later.after_answer(true, today), Schedule { tries: 6, solved: 5, ..later });
        assert_eq!(later.after_answer(false, today).due, today.after(1));
    }

    proptest! {
        #[test]
        fn every_day_round_trips_and_sorts_like_its_text(one in 0..=MAX_DAY, other in 0..=MAX_DAY) {
            let texts = [one, other].map(|days| Day(days).to_string());
            prop_assert_eq!(Day::read(&texts[0]), Some(Day(one)));
            prop_assert_eq!(one.cmp(&other), texts[0].cmp(&texts[1]));
        }

        #[test]
        fn a_card_is_never_due_on_the_day_of_its_answer(
            box_number in 1..=MAX_BOX, due in 0..=MAX_DAY - 1000, today in 0..=MAX_DAY - 1000, is_right: bool,
        ) {
            let before = Schedule { due: Day(due), box_number, tries: 3, solved: 2 };
            let after = before.after_answer(is_right, Day(today));
            prop_assert!(!after.is_due(Day(today)) && (1..=MAX_BOX).contains(&after.box_number));
            prop_assert!(after.solved <= after.tries);
        }
    }
}
