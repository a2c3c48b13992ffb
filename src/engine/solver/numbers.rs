//! Proof numbers, and how they fit into a word of the table.

use super::table::DATA_BITS;

/// A proof number that says: impossible.
pub const INFINITE: u32 = 1 << 30;

/// How much is still to be proven until the player to move is known to win, and until he is known to lose (Allis, van der
/// Meulen, van den Herik, "Proof-Number Search", 1994). One of them is 0, and the other infinite, when it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// To prove a win.
    pub win: u32,
    /// To prove a loss.
    pub loss: u32,
}

impl Numbers {
    /// The player to move wins.
    pub const WON: Numbers = Numbers { win: 0, loss: INFINITE };
    /// The player to move loses.
    pub const LOST: Numbers = Numbers { win: INFINITE, loss: 0 };

    /// Whether the player to move wins, if that is proven.
    #[inline]
    pub fn verdict(self) -> Option<bool> {
        match self {
            Numbers { win: 0, .. } => Some(true),
            Numbers { loss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// What the table holds of a position: its numbers, rounded up, and how much work went into them.
///
/// ```text
///     data   |  win, 12 bits  |  loss, 12 bits  |  work, 6 bits  |
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The proof numbers.
    pub numbers: Numbers,
    /// Twice the logarithm of the positions looked at, to base 2.
    pub work: u32,
}

const NUMBER_BITS: u32 = 12;
const WORK_BITS: u32 = DATA_BITS - 2 * NUMBER_BITS;

impl Entry {
    /// The entry as data. Never 0, for not both numbers are.
    #[inline]
    pub fn pack(self) -> u32 {
        let numbers = round_up(self.numbers.win) << NUMBER_BITS | round_up(self.numbers.loss);
        numbers << WORK_BITS | self.work.min((1 << WORK_BITS) - 1)
    }

    /// The entry that was packed, up to rounding.
    #[inline]
    pub fn unpack(data: u32) -> Entry {
        let numbers = data >> WORK_BITS;
        let (win, loss) = (expand(numbers >> NUMBER_BITS), expand(numbers & INFINITE_CODE));
        Entry { numbers: Numbers { win, loss }, work: data & ((1 << WORK_BITS) - 1) }
    }

    /// The worth of data to the table: the work that would be lost.
    #[inline]
    pub fn worth(data: u32) -> u32 {
        data & ((1 << WORK_BITS) - 1)
    }

    /// The measure of work for so many positions.
    #[inline]
    pub fn work_of(positions: u64) -> u32 {
        2 * positions.max(1).ilog2()
    }
}

/// The code of [`INFINITE`].
const INFINITE_CODE: u32 = (1 << NUMBER_BITS) - 1;
/// A code has the highest bit of its number and so many behind it.
const FRACTION_BITS: u32 = 7;
/// Numbers below this are their own code.
const SMALL: u32 = 2 << FRACTION_BITS;

/// The code of a number: of the nearest number not below it that has a code. Only [`INFINITE`] has the code of
/// [`INFINITE`], and only 0 that of 0. A number rounded down could send the search back to a child it has just
/// finished with, for ever.
#[inline]
fn round_up(number: u32) -> u32 {
    if number >= INFINITE {
        return INFINITE_CODE;
    }
    if number < SMALL {
        return number;
    }
    let shift = number.ilog2() - FRACTION_BITS;
    let leading = number.div_ceil(1 << shift);
    (shift << FRACTION_BITS) + leading
}

/// The number that has this code.
#[inline]
fn expand(code: u32) -> u32 {
    if code == INFINITE_CODE {
        return INFINITE;
    }
    if code < SMALL {
        return code;
    }
    let shift = (code >> FRACTION_BITS) - 1;
    (code - (shift << FRACTION_BITS)) << shift
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest number below [`INFINITE`] that has a code of its own. What lies between comes back as [`INFINITE`], and that
    /// claims nothing: only a 0 does.
    const LARGEST_KEPT: u32 = 255 << 22;

    #[test]
    fn numbers_are_rounded_up_by_less_than_a_hundredth() {
        let mut number = 1;
        while number <= LARGEST_KEPT {
            let rounded = expand(round_up(number));
            assert!(rounded >= number && rounded - number <= number / 128, "{number}: {rounded}");
            assert_eq!(round_up(rounded), round_up(number));
            number += 1 + number / 1_000;
        }
        assert_eq!(expand(round_up(INFINITE)), INFINITE);
        assert!(round_up(INFINITE - 1) < INFINITE_CODE);
        assert_eq!(expand(round_up(0)), 0);
    }

    #[test]
    fn verdicts_survive_the_table_and_are_made_nowhere_else() {
        for numbers in [Numbers::WON, Numbers::LOST, Numbers { win: 1, loss: INFINITE - 1 }] {
            let entry = Entry::unpack(Entry { numbers, work: 99 }.pack());
            assert_eq!(entry.numbers.verdict(), numbers.verdict());
            assert_eq!(entry.work, 63);
        }
    }
}
