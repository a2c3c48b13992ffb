//! The days between dates.

use jiff::{Span, civil};

use crate::model::Date;

/// Returns the number of days from `earlier` to `later`; negative if it is the other way round.
pub fn days_between(earlier: Date, later: Date) -> i64 {
    civil_date(earlier).duration_until(civil_date(later)).as_hours() / 24
}

/// Returns the date `days` days after `date`, or the last one that can be written.
pub fn days_after(date: Date, days: u32) -> Date {
    let span = Span::new().try_days(i64::from(days));
    let later = span.and_then(|span| civil_date(date).checked_add(span));
    later.ok().and_then(written_date).unwrap_or(Date::MAX)
}

/// Returns the date as it is kept in files; `None` before the year 0.
pub fn written_date(date: civil::Date) -> Option<Date> {
    Date::new(date.year(), date.month(), date.day())
}

fn civil_date(date: Date) -> civil::Date {
    let (year, month, day) = date.numbers();
    civil::Date::new(year, month, day).unwrap_or(civil::Date::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL_DAYS: u32 = 3_652_424;

    #[test]
    fn days_are_counted_over_months_leap_years_and_centuries() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        for (earlier, later, days) in [
            ("1970-01-01", "1970-03-01", 59),
            ("1970-01-01", "2000-02-29", 11_016),
            ("2000-02-29", "2000-03-01", 1),
            ("2028-02-28", "2028-03-01", 2),
            ("2026-11-25", "2026-11-20", -5),
            ("0000-01-01", "9999-12-31", i64::from(ALL_DAYS)),
        ] {
            assert_eq!(days_between(date(earlier), date(later)), days, "{earlier} {later}");
        }
        assert_eq!(days_after(date("9999-12-30"), 512), Date::MAX);
        assert_eq!(days_after(Date::MIN, u32::MAX), Date::MAX);
    }

    proptest! {
        #[test]
        fn the_calendar_has_exactly_its_days(
            year in -9999_i16..=9999, month in any::<i8>(), day in any::<i8>(),
        ) {
            let known = civil::Date::new(year, month, day).ok().filter(|_| year >= 0);
            prop_assert_eq!(Date::new(year, month, day), known.and_then(written_date));
            let text = format!("{year:04}-{month:02}-{day:02}");
            let read = text.parse::<Date>().map(|date| date.to_string());
            prop_assert_eq!(read.ok(), known.map(|_| text));
        }

        #[test]
        fn dates_sort_like_their_texts_and_by_days(one in 0..=ALL_DAYS, other in 0..=ALL_DAYS) {
            let [first, second] = [one, other].map(|days| days_after(Date::MIN, days));
            prop_assert_eq!(days_between(first, second), i64::from(other) - i64::from(one));
            prop_assert_eq!(first.cmp(&second), one.cmp(&other));
            prop_assert_eq!(first.to_string().cmp(&second.to_string()), one.cmp(&other));
        }
    }
}
