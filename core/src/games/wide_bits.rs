//! Sets of bits that take several machine words.

use std::ops::{BitAnd, BitOr, Not};

use super::bits::{Bits, count_in_lanes, sum_of_lanes};

/// A set of 64 x `N` bits, the lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WideBits<const N: usize>(pub [u64; N]);

impl<const N: usize> BitAnd for WideBits<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        WideBits(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for WideBits<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        WideBits(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> Not for WideBits<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        WideBits(self.0.map(|word| !word))
    }
}

impl<const N: usize> Bits for WideBits<N> {
    const EMPTY: Self = WideBits([0; N]);
    const CAPACITY: u32 = 64 * N as u32;

    #[inline]
    fn from_words(words: &[u64]) -> Self {
        WideBits(std::array::from_fn(|number| words.get(number).copied().unwrap_or(0)))
    }

    #[inline]
    fn bit(index: u32) -> Self {
        let mut set = Self::EMPTY;
        if let Some(word) = set.0.get_mut(index as usize / 64) {
            *word = u64::bit(index);
        }
        set
    }

    #[inline]
    fn run(start: u32, length: u32) -> Self {
        let (word, run) = (start as usize / 64, ((1_u128 << length) - 1) << (start % 64));
        let mut set = Self::EMPTY;
        for (word, bits) in set.0.iter_mut().skip(word).zip([run as u64, (run >> 64) as u64]) {
            *word = bits;
        }
        set
    }

    #[inline]
    fn slice(self, start: u32, length: u32) -> u32 {
        let word = |number: u32| self.0.get(number as usize).copied().unwrap_or(0);
        let two = u128::from(word(start / 64)) | u128::from(word(start / 64 + 1)) << 64;
        two.slice(start % 64, length)
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        self.0.get(index as usize / 64).is_some_and(|word| word.slice(index % 64, 1) != 0)
    }

    #[inline]
    fn up(self, distance: u32) -> Self {
        let carried = |word: usize| if word == 0 { 0 } else { self.0[word - 1] >> (64 - distance) };
        WideBits(std::array::from_fn(|word| self.0[word] << distance | carried(word)))
    }

    #[inline]
    fn down(self, distance: u32) -> Self {
        let carried = |word: usize| if word + 1 == N { 0 } else { self.0[word + 1] << (64 - distance) };
        WideBits(std::array::from_fn(|word| self.0[word] >> distance | carried(word)))
    }

    /// Avoids the branch per word that a comparison would compile to.
    #[inline]
    fn is_empty(self) -> bool {
        self.0.into_iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.into_iter().map(u64::count_ones).sum()
    }

    #[inline]
    fn count_all([a, b, c, d, e, f]: [Self; 6]) -> u32 {
        // Each word adds at most 96 to a lane.
        let lanes = (0..N)
            .map(|n| count_in_lanes([a.0[n], b.0[n], c.0[n]]) + count_in_lanes([d.0[n], e.0[n], f.0[n]]));
        sum_of_lanes(lanes.sum())
    }

    #[inline]
    fn lowest(self) -> u32 {
        let word = self.0.iter().position(|word| *word != 0).unwrap_or(0);
        64 * word as u32 + self.0[word].lowest()
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word = word.without_lowest();
        }
        self
    }

    #[inline]
    fn low_word(self) -> u64 {
        self.0[0]
    }

    /// Walks the words once, instead of starting from the first word for each bit.
    #[inline]
    fn indices(self) -> impl Iterator<Item = u32> {
        let WideBits(mut rest) = self;
        let mut word = 0;
        std::iter::from_fn(move || {
            while rest.get(word)?.is_empty() {
                word += 1;
            }
            let index = 64 * word as u32 + rest[word].lowest();
            rest[word] = rest[word].without_lowest();
            Some(index)
        })
    }
}
