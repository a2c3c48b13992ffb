//! Proof and disproof numbers, and how they fit into a word of the table.

use super::proof_table::DATA_BITS;

/// The proof number of what cannot be proven.
pub const INFINITE: u32 = 1 << 30;

/// How much is still to be proven (Allis, van der Meulen, van den Herik, "Proof-Number Search", 1994), seen from the player to
/// move: what is to be proven is that he wins. When the result is known, one number is 0 and the other infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The least work left to prove a win.
    pub proof: u32,
    /// The least work left to prove a loss.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The player to move wins.
    pub const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    /// The player to move loses.
    pub const LOST: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };

    /// Nothing is known.
    pub const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };

    /// Whether the player to move wins, if that is known.
    #[inline]
    pub fn verdict(self) -> Option<bool> {
        match self {
            ProofNumbers { proof: 0, .. } => Some(true),
            ProofNumbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// What the table holds of a position: its numbers, rounded up, and how much work went into them.
///
/// ```text
///     data   |  proof, 12 bits  |  disproof, 12 bits  |  work, 6 bits  |
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofEntry {
    /// The proof and the disproof number.
    pub numbers: ProofNumbers,
    /// Twice the logarithm of the positions looked at, to base 2.
    pub work: u32,
}

const NUMBER_BITS: u32 = 12;
const WORK_BITS: u32 = DATA_BITS - 2 * NUMBER_BITS;

impl ProofEntry {
    /// The entry as data. Never 0, for not both numbers are.
    #[inline]
    pub fn pack(self) -> u32 {
        let numbers = round_up(self.numbers.proof) << NUMBER_BITS | round_up(self.numbers.disproof);
        numbers << WORK_BITS | self.work.min((1 << WORK_BITS) - 1)
    }

    /// The entry that was packed, up to rounding.
    #[inline]
    pub fn unpack(data: u32) -> ProofEntry {
        let numbers = data >> WORK_BITS;
        let (proof, disproof) = (expand(numbers >> NUMBER_BITS), expand(numbers & INFINITE_CODE));
        ProofEntry { numbers: ProofNumbers { proof, disproof }, work: data & ((1 << WORK_BITS) - 1) }
    }

    /// The worth of data to the table: the work that would be lost.
    #[inline]
    pub fn retention_priority(data: u32) -> u32 {
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
/// ProofNumbers below this are their own code.
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
    fn packing_keeps_verdicts_and_never_invents_them() {
        for numbers in
            [ProofNumbers::WON, ProofNumbers::LOST, ProofNumbers { proof: 1, disproof: INFINITE - 1 }]
        {
            let entry = ProofEntry::unpack(ProofEntry { numbers, work: 99 }.pack());
            assert_eq!(entry.numbers.verdict(), numbers.verdict());
            assert_eq!(entry.work, 63);
        }
    }
}
