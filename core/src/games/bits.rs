//! Sets of cells as bits, from one machine word up to what the largest board needs.
//!
//! This module deals only with bit numbers. Each game decides which cell has which number, and what a step
//! does to it.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

pub use super::wide_bits::WideBits;

/// A set of bits, numbered from 0: [`u32`], [`u64`], [`u128`] or [`WideBits`].
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
    /// The empty set.
    const EMPTY: Self;

    /// The number of bits that a set can hold.
    const CAPACITY: u32;

    /// Returns the set whose bits are those of the words, lowest word first. Words beyond the end are
    /// ignored.
    fn from_words(words: &[u64]) -> Self;

    /// Returns the set of one bit. For an index out of range the result is unspecified, but there is no
    /// panic.
    fn bit(index: u32) -> Self;

    /// Returns the set of `length` bits from number `start` on, cut off at the end. `length` < 32, and
    /// `start` must be in range.
    fn run(start: u32, length: u32) -> Self;

    /// Moves every bit up by `distance`, dropping those beyond the end. 0 < `distance` < 32.
    #[must_use]
    fn up(self, distance: u32) -> Self;

    /// Moves every bit down by `distance`, dropping those beyond the end. 0 < `distance` < 32.
    #[must_use]
    fn down(self, distance: u32) -> Self;

    /// Returns the `length` bits from number `start` on as a number. Bits beyond the end are 0. `length` <
    /// 32.
    fn slice(self, start: u32, length: u32) -> u32;

    /// Returns whether the set has this bit. For an index out of range the result is unspecified, but there
    /// is no panic.
    #[inline]
    fn has(self, index: u32) -> bool {
        self.slice(index, 1) != 0
    }

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the two sets share a bit.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the number of bits in the set.
    fn count(self) -> u32;

    /// Returns the number of bits in all six `sets` together.
    fn count_all(sets: [Self; 6]) -> u32;

    /// Returns the number of the lowest bit. The result is unspecified for the empty set.
    fn lowest(self) -> u32;

    /// Returns the set without its lowest bit.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Returns the bits below number 64 as a number.
    fn low_word(self) -> u64;

    /// Iterates over the numbers of the bits, lowest first.
    #[inline]
    fn indices(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let index = (!rest.is_empty()).then(|| rest.lowest())?;
            rest = rest.without_lowest();
            Some(index)
        })
    }
}

macro_rules! impl_bits_for_integer {
    ($($integer:ty, $count_all:expr;)*) => {$(
        impl Bits for $integer {
            const EMPTY: Self = 0;
            const CAPACITY: u32 = Self::BITS;

            #[inline]
            fn from_words(words: &[u64]) -> Self {
                let used = words.iter().take(Self::BITS.div_ceil(64) as usize).enumerate();
                used.fold(0, |set, (number, word)| set | (*word as Self) << (64 * number))
            }

            #[inline]
            fn bit(index: u32) -> Self {
                1 << (index % Self::BITS)
            }

            #[inline]
            fn run(start: u32, length: u32) -> Self {
                ((1 << length) - 1) << start
            }

            #[inline]
            fn slice(self, start: u32, length: u32) -> u32 {
                self.checked_shr(start).unwrap_or(0) as u32 & ((1 << length) - 1)
            }

            #[inline]
            fn up(self, distance: u32) -> Self {
                self << distance
            }

            #[inline]
            fn down(self, distance: u32) -> Self {
                self >> distance
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn count_all(sets: [Self; 6]) -> u32 {
                $count_all(sets)
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn low_word(self) -> u64 {
                self as u64
            }
        }
    )*};
}

impl_bits_for_integer!(
    u32, |[a, b, c, d, e, f]: [u32; 6]| {
        // Two sets share a word.
        sum_of_lanes(count_in_lanes([[a, b], [c, d], [e, f]].map(|[low, high]| u64::from(high) << 32 | u64::from(low))))
    };
    u64, |[a, b, c, d, e, f]: [u64; 6]| sum_of_lanes(count_in_lanes([a, b, c]) + count_in_lanes([d, e, f]));
    u128, |sets: [u128; 6]| {
        let [low, high] = [0, 64].map(|shift| sets.map(|set| (set >> shift) as u64));
        u64::count_all(low) + u64::count_all(high)
    };
);

/// Counts the bits of three words together, as four partial sums in lanes of 16 bits, each at most 48.
///
/// A portable x86-64 build cannot use the `popcnt` instruction, and counting word by word takes a dozen
/// operations each. So the words are first added bit by bit in parallel: at each position, `ones` and `twos`
/// hold the two binary digits of the sum of three bits.
#[inline]
pub(super) fn count_in_lanes([x, y, z]: [u64; 3]) -> u64 {
    const NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    const BYTES: u64 = 0x00FF_00FF_00FF_00FF;
    let ones = x ^ y ^ z;
    let twos = x & y | (x ^ y) & z;
    // At most 4 + 2 x 4 in each nibble, then 24 in each byte.
    let nibbles = count_in_nibbles(ones) + 2 * count_in_nibbles(twos);
    let bytes = (nibbles & NIBBLES) + (nibbles >> 4 & NIBBLES);
    (bytes & BYTES) + (bytes >> 8 & BYTES)
}

/// Counts the set bits in each group of 4 bits.
#[inline]
fn count_in_nibbles(word: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    let pairs = word - (word >> 1 & PAIRS);
    (pairs & NIBBLES) + (pairs >> 2 & NIBBLES)
}

/// Returns the sum of the four 16-bit lanes, which fits in one lane: the product adds them up in the highest.
#[inline]
pub(super) fn sum_of_lanes(lanes: u64) -> u32 {
    (lanes.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GameRng;

    /// Checks every operation of `B` against the same operation on a list of numbers.
    fn behaves_like_a_list<B: Bits>() {
        let size = B::CAPACITY;
        let mut rng = GameRng::from_seed(u64::from(size));
        let mut random_list = || -> Vec<u32> { (0..size).filter(|_| rng.below(4) == 0).collect() };
        let set_of = |list: &[u32]| list.iter().fold(B::EMPTY, |set, index| set | B::bit(*index));
        let mut other_list = random_list();
        for round in 0..500 {
            let list = random_list();
            let (set, other) = (set_of(&list), set_of(&other_list));
            let is = |found: B, wanted: &dyn Fn(u32) -> bool| {
                let wanted: Vec<u32> = (0..size).filter(|index| wanted(*index)).collect();
                assert_eq!(found.indices().collect::<Vec<_>>(), wanted, "{found:?}");
            };
            let (within, within_other) =
                (|index: u32| list.contains(&index), |index: u32| other_list.contains(&index));
            is(set, &within);
            is(!set, &|index| !within(index));
            is(set & other, &|index| within(index) && within_other(index));
            is(set | other, &|index| within(index) || within_other(index));
            let words: [u64; 9] = std::array::from_fn(|number| u64::from(round).wrapping_pow(number as u32));
            is(B::from_words(&words), &|index| words[index as usize / 64] >> (index % 64) & 1 == 1);
            let distance = 1 + round % 31;
            let start = 7 * round % size;
            is(B::run(start, distance), &|index| (start..start + distance).contains(&index));
            is(set.up(distance), &|index| index.checked_sub(distance).is_some_and(within));
            is(set.down(distance), &|index| within(index + distance));
            is(set.without_lowest(), &|index| within(index) && index != list[0]);

            let bits = (0..distance).filter(|n| within(start + n)).fold(0, |bits, n| bits | 1 << n);
            assert_eq!(set.slice(start, distance), bits);
            assert_eq!(set.has(start), within(start));
            assert_eq!(set.count() as usize, list.len());
            let sets = [set, other, set | other, set & other, !set, !other];
            assert_eq!(B::count_all(sets), sets.into_iter().map(B::count).sum::<u32>());
            assert_eq!(set.is_empty(), list.is_empty());
            assert_eq!(set.meets(other), list.iter().any(|index| within_other(*index)));
            if let Some(first) = list.first() {
                assert_eq!(set.lowest(), *first);
            }
            assert!((0..size.min(64)).all(|index| set.low_word() >> index & 1 == u64::from(within(index))));
            other_list = list;
        }
        for index in [size, size + 1, 2 * size, u32::MAX] {
            // The result is unspecified, but there must be no panic.
            let _ = (B::bit(index), B::EMPTY.has(index));
            assert_eq!((!B::EMPTY).slice(index, 31), 0);
        }
        assert_eq!(B::count_all([!B::EMPTY; 6]), 6 * size);
        assert!(B::EMPTY.is_empty() && B::EMPTY.without_lowest().is_empty());
    }

    #[test]
    fn every_bit_set_behaves_like_a_list() {
        behaves_like_a_list::<u32>();
        behaves_like_a_list::<u64>();
        behaves_like_a_list::<u128>();
        behaves_like_a_list::<WideBits<4>>();
        behaves_like_a_list::<WideBits<8>>();
    }
}
