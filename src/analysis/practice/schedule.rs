//! When a card comes back: the boxes of Sebastian Leitner (*So lernt man lernen*, 1972), with intervals that double
//! from box to box.

use crate::model::Date;
use crate::words::days_after;

/// The last box. Its cards come back after 512 days.
pub const MAX_BOX: u32 = 10;

/// When a card is due, and how it was answered so far. Of two schedules of the same card, the one that is further is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Schedule {
    /// The box, from 1 to [`MAX_BOX`].
    pub box_number: u32,
    /// The day from which on the card is asked.
    pub due: Date,
    /// How often the card was asked.
    pub tries: u32,
    /// How often it was answered right; no more than `tries`.
    pub solved: u32,
}

impl Schedule {
    /// Returns the schedule of a new card: in the first box, due the next day.
    pub fn new(today: Date) -> Schedule {
        Schedule { due: days_after(today, interval(1)), box_number: 1, tries: 0, solved: 0 }
    }

    /// Returns whether the card is due.
    pub fn is_due(&self, today: Date) -> bool {
        self.due <= today
    }

    /// Returns the schedule after an answer. A right one moves the card to the next box, unless it was not due yet.
    /// A wrong one moves it back to the first box.
    #[must_use]
    pub fn after_answer(self, is_right: bool, today: Date) -> Schedule {
        let box_number = match is_right {
            true => (self.box_number + 1).min(MAX_BOX),
            false => 1,
        };
        let (tries, solved) = (self.tries.saturating_add(1), self.solved.saturating_add(u32::from(is_right)));
        match is_right && !self.is_due(today) {
            true => Schedule { tries, solved, ..self },
            false => Schedule { due: days_after(today, interval(box_number)), box_number, tries, solved },
        }
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
    use crate::words::days_between;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn intervals_double_and_a_wrong_answer_starts_again() {
        let (mut today, mut schedule) = (day("2026-11-25"), Schedule::new(day("2026-11-25")));
        let mut intervals = Vec::new();
        for _ in 0..11 {
            assert!(!schedule.is_due(today));
            intervals.push(days_between(today, schedule.due));
            today = schedule.due;
            schedule = schedule.after_answer(true, today);
        }
        assert_eq!(intervals, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512]);
        let again = schedule.after_answer(false, today);
        assert_eq!(again, Schedule { due: days_after(today, 1), box_number: 1, tries: 12, solved: 11 });
    }

    #[test]
    fn an_early_answer_moves_a_card_only_if_it_is_wrong() {
        let today = day("2026-11-25");
        let later = Schedule { due: days_after(today, 3), box_number: 4, tries: 5, solved: 4 };
        assert_eq!(later.after_answer(true, today), Schedule { tries: 6, solved: 5, ..later });
        assert_eq!(later.after_answer(false, today).due, days_after(today, 1));
    }

    proptest! {
        #[test]
        fn a_card_is_never_due_on_the_day_of_its_answer(
            box_number in 1..=MAX_BOX, due in 0_u32..2_000_000, today in 0_u32..2_000_000, is_right: bool,
        ) {
            let today = days_after(Date::MIN, today);
            let before = Schedule { due: days_after(Date::MIN, due), box_number, tries: 3, solved: 2 };
            let after = before.after_answer(is_right, today);
            prop_assert!(!after.is_due(today) && (1..=MAX_BOX).contains(&after.box_number));
            prop_assert!(after.solved <= after.tries);
        }
    }
}
