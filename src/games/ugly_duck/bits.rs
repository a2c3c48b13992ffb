//! Sets of cells as machine words: the three widths that boards of 5x5 up to 22x22 need.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of bits, numbered from 0. Sealed: [`u32`], [`u64`] and [`Wide`].
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
    + BitXor<Output = Self>
    + Not<Output = Self>
    + sealed::Sealed
{
    /// The empty set.
    const EMPTY: Self;

    /// The set of one bit; without meaning, but no panic, where there is no such bit.
    fn bit(index: u32) -> Self;

    /// The set of the bits below number `count`, all of them if there are not so many.
    fn below(count: u32) -> Self;

    /// Every bit moved `distance` up; those beyond the end fall off. 0 < `distance` < 32.
    #[must_use]
    fn up(self, distance: u32) -> Self;

    /// Every bit moved `distance` down; those beyond the end fall off. 0 < `distance` < 32.
    #[must_use]
    fn down(self, distance: u32) -> Self;

    /// Whether there is no bit in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the two sets share a bit.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The number of bits in the set.
    fn count(self) -> u32;

    /// The number of the lowest bit; without meaning for the empty set.
    fn lowest(self) -> u32;

    /// The bits below number 64, as a number.
    fn low_word(self) -> u64;

    /// The set without its lowest bit.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// The number of bits in all `sets` together: at most 14 sets, with at most 255 bits together.
    #[inline]
    fn count_all<const N: usize>(sets: [Self; N]) -> u32 {
        sets.into_iter().map(Self::count).sum()
    }

    /// The numbers of the bits, lowest first.
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }
}

/// The numbers of the bits of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Indices<B>(B);

impl<B: Bits> Iterator for Indices<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

macro_rules! word_bits {
    ($word:ty $(, $count_all:item)?) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                1 as $word << (index % <$word>::BITS)
            }

            #[inline]
            fn below(count: u32) -> Self {
                if count < <$word>::BITS { (1 << count) - 1 } else { <$word>::MAX }
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
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn low_word(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            $($count_all)?
        }
    };
}

word_bits!(
    u32,
    #[inline]
    fn count_all<const N: usize>(sets: [u32; N]) -> u32 {
        count_together(sets)
    }
);
word_bits!(u64);

/// The number of bits in at most 14 sets together, if it is below 256.
///
/// An ordinary x86-64 program may not use the processor's instruction for this, and one set after the other would take
/// a dozen steps each. So two sets share a word, and the words are added up first, bit by bit in parallel: digit
/// `n` of the sum at each place goes to `ones`, `twos`, `fours`. Those three are then counted in one go.
#[inline]
fn count_together<const N: usize>(sets: [u32; N]) -> u32 {
    let (mut ones, mut twos, mut fours) = (0, 0, 0);
    for pair in sets.chunks(2) {
        let word = pair.iter().fold(0, |word, set| word << 32 | u64::from(*set));
        let carry = ones & word;
        ones ^= word;
        fours ^= twos & carry;
        twos ^= carry;
    }
    let [ones, twos, fours] = [ones, twos, fours].map(count_in_nibbles);
    // A nibble of each count is at most 4, so one of the sum is at most 12, and a byte in the end 24 + 32. The product
    // adds up all bytes in its highest.
    let sum = ones + 2 * twos;
    let bytes = count_in_bytes(sum) + 4 * count_in_bytes(fours);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// In each group of 4 bits, how many of them are set.
#[inline]
fn count_in_nibbles(word: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    let pairs = word - (word >> 1 & PAIRS);
    (pairs & NIBBLES) + (pairs >> 2 & NIBBLES)
}

/// In each byte, the sum of its two nibbles.
#[inline]
fn count_in_bytes(word: u64) -> u64 {
    const BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    (word & BYTES) + (word >> 4 & BYTES)
}

/// The number of words of a [`Wide`].
pub(super) const WORDS: usize = 8;

/// 512 bits: room for 22 rows of 22 cells and a column of padding, which are 506.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide(pub(super) [u64; WORDS]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, combine: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }
}

impl BitAnd for Wide {
    type Output = Wide;

    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;

    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Bits for Wide {
    const EMPTY: Self = Wide([0; WORDS]);

    #[inline]
    fn bit(index: u32) -> Self {
        let mut set = Wide::EMPTY;
        if let Some(word) = set.0.get_mut(index as usize / 64) {
            *word = 1 << (index % 64);
        }
        set
    }

    #[inline]
    fn below(count: u32) -> Self {
        Wide(std::array::from_fn(|word| u64::below(count.saturating_sub(64 * word as u32))))
    }

    #[inline]
    fn up(self, distance: u32) -> Self {
        let carried = |word: usize| if word == 0 { 0 } else { self.0[word - 1] >> (64 - distance) };
        Wide(std::array::from_fn(|word| self.0[word] << distance | carried(word)))
    }

    #[inline]
    fn down(self, distance: u32) -> Self {
        let carried = |word: usize| if word + 1 == WORDS { 0 } else { self.0[word + 1] << (64 - distance) };
        Wide(std::array::from_fn(|word| self.0[word] >> distance | carried(word)))
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.into_iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.into_iter().map(u64::count_ones).sum()
    }

    #[inline]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|word| *word != 0).unwrap_or(0);
        64 * word as u32 + self.0[word].trailing_zeros()
    }

    #[inline]
    fn low_word(self) -> u64 {
        self.0[0]
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
    impl Sealed for super::Wide {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Chance;

    /// Every operation on `B` against the same on a list of bools.
    fn behaves_like_a_list<B: Bits>(size: u32) {
        let mut chance = Chance::from_seed(u64::from(size));
        for _ in 0..500 {
            let list: Vec<u32> = (0..size).filter(|_| chance.below(4) == 0).collect();
            let set = list.iter().fold(B::EMPTY, |set, index| set | B::bit(*index));
            let distance = 1 + chance.below(31) as u32;
            let moved = |to: &dyn Fn(u32) -> Option<u32>| -> Vec<u32> {
                list.iter().filter_map(|index| to(*index)).filter(|index| *index < size).collect()
            };
            assert_eq!(set.indices().collect::<Vec<_>>(), list);
            assert_eq!(set.count() as usize, list.len());
            assert_eq!(set.is_empty(), list.is_empty());
            assert_eq!(
                set.up(distance).indices().collect::<Vec<_>>(),
                moved(&|index| Some(index + distance))
            );
            assert_eq!(
                set.down(distance).indices().collect::<Vec<_>>(),
                moved(&|index| index.checked_sub(distance))
            );
            let most = chance.below(size as usize + 2) as u32;
            let below: Vec<u32> = list.iter().copied().filter(|index| *index < most).collect();
            assert_eq!((set & B::below(most)).indices().collect::<Vec<_>>(), below);
        }
    }

    #[test]
    fn words_are_sets() {
        behaves_like_a_list::<u32>(32);
        behaves_like_a_list::<u64>(64);
        behaves_like_a_list::<Wide>(512);
    }

    #[test]
    fn sets_are_counted_together() {
        fn agrees<B: Bits, const N: usize>(chance: &mut Chance) {
            let sets: [B; N] = std::array::from_fn(|_| {
                (0..18).fold(B::EMPTY, |set, _| set | B::bit(chance.below(32) as u32))
            });
            assert_eq!(B::count_all(sets), sets.into_iter().map(B::count).sum::<u32>());
        }
        let mut chance = Chance::from_seed(5);
        for _ in 0..500 {
            agrees::<u32, 1>(&mut chance);
            agrees::<u32, 6>(&mut chance);
            agrees::<u32, 14>(&mut chance);
            agrees::<u64, 6>(&mut chance);
            agrees::<Wide, 6>(&mut chance);
        }
        assert_eq!(
            u32::count_all([u32::MAX, u32::MAX, 0, u32::MAX, u32::MAX, u32::MAX, u32::MAX, 0x7FFF_FFFF]),
            223
        );
    }

    #[test]
    fn a_bit_that_is_not_there_is_no_panic() {
        for index in [32, 64, 511, 512, 5000, u32::MAX] {
            let _ = (u32::bit(index), u64::bit(index), Wide::bit(index));
        }
    }
}
