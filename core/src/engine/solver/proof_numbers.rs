//! Proof and disproof numbers, and how they are packed into a table word.

use super::proof_table::DATA_BITS;

/// The proof number of something that cannot be proven.
pub const INFINITE: u32 = 1 << 30;

/// The work left (Allis, van der Meulen, van den Herik, "Proof-Number Search", 1994), to prove that the
/// player to move wins or loses. Once the result is known, one number is 0 and the other infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The minimum work left to prove a win.
    pub proof: u32,
    /// The minimum work left to prove a loss.
    pub disproof: u32,
}

impl ProofNumbers {
    /// The player to move wins.
    pub const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    /// The player to move loses.
    pub const LOST: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };

    /// Returns whether the player to move wins, if known.
    #[inline]
    pub fn verdict(self) -> Option<bool> {
        match self {
            ProofNumbers { proof: 0, .. } => Some(true),
            ProofNumbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// The table entry of a position: its numbers, rounded up, and the work spent on them.
///
/// ```text
///     data   |  proof, 12 bits  |  disproof, 12 bits  |  work, 6 bits  |
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofEntry {
    /// The proof and disproof numbers.
    pub numbers: ProofNumbers,
    /// Twice the binary logarithm of the positions searched.
    pub work: u32,
}

const NUMBER_BITS: u32 = 12;
const WORK_BITS: u32 = DATA_BITS - 2 * NUMBER_BITS;

impl ProofEntry {
    /// Packs the entry. The result is never 0, because at least one number is positive.
    #[inline]
    pub fn pack(self) -> u32 {
        let numbers = round_up(self.numbers.proof) << NUMBER_BITS | round_up(self.numbers.disproof);
        numbers << WORK_BITS | self.work.min((1 << WORK_BITS) - 1)
    }

    /// Unpacks an entry. The numbers are rounded.
    #[inline]
    pub fn unpack(data: u32) -> ProofEntry {
        let numbers = data >> WORK_BITS;
        let (proof, disproof) = (expand(numbers >> NUMBER_BITS), expand(numbers & INFINITE_CODE));
        ProofEntry { numbers: ProofNumbers { proof, disproof }, work: data & ((1 << WORK_BITS) - 1) }
    }

    /// Returns how much the table values this data: the work that would be lost.
    #[inline]
    pub fn retention_priority(data: u32) -> u32 {
        data & ((1 << WORK_BITS) - 1)
    }

    /// Returns the measure of work for this number of positions.
    #[inline]
    pub fn work_of(positions: u64) -> u32 {
        2 * positions.max(1).ilog2()
    }
}

/// The code of [`INFINITE`].
const INFINITE_CODE: u32 = (1 << NUMBER_BITS) - 1;
/// A code has the highest bit of its number and this number of bits after it.
const FRACTION_BITS: u32 = 7;
/// Numbers below this are their own code.
const SMALL: u32 = 2 << FRACTION_BITS;

/// Returns the code of a number: that of the nearest codable number that is not smaller. Only [`INFINITE`]
/// maps to the code of [`INFINITE`], and only 0 to that of 0. Rounding down could send the search back to a
/// child it has just left, in an endless loop.
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

/// Returns the number with this code.
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

    /// The largest codable number below [`INFINITE`]. Larger numbers become [`INFINITE`]; that claims
    /// nothing, since only a 0 does.
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
