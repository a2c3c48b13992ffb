//! Randomness, all from one seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng, TryRng};

/// A random generator. The same seed gives the same choices on every platform.
///
/// The generator is xoshiro256++ (Blackman and Vigna, <https://prng.di.unimi.it/>), which `rand` promises to
/// keep portable. Choices are derived from its numbers here, because `rand` may change its own derivation.
///
/// ```
/// use cygnet_core::model::GameRng;
///
/// let mut rng = GameRng::from_seed(1);
/// assert_eq!([rng.below(100), rng.below(100)], [81, 74]);
/// assert_eq!(GameRng::from_seed(1).pick(&["heads", "tails"]), Some(&"tails"));
/// ```
#[derive(Clone, Debug)]
pub struct GameRng {
    generator: Xoshiro256PlusPlus,
}

impl GameRng {
    /// Creates a generator with this seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        GameRng { generator: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Returns an unpredictable seed from the operating system, or 0 if that fails. Besides it,
    /// only clocks and several threads make the program non-deterministic.
    #[must_use]
    pub fn random_seed() -> u64 {
        // Below 2^32, so that people can copy it easily.
        u64::from(rand::rngs::SysRng.try_next_u32().unwrap_or(0))
    }

    /// Creates generator number `stream` for a seed, independent of those with other numbers. Number 0 is that of
    /// [`GameRng::from_seed`].
    #[must_use]
    pub fn with_stream(seed: u64, stream: u64) -> Self {
        // The odd constant is 2^64 / golden ratio. It keeps the streams of nearby seeds apart.
        GameRng::from_seed(seed.wrapping_add(stream.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Returns a number from 0 to `bound - 1`, each equally likely up to a bias below `bound` / 2^64; 0 if
    /// `bound` is 0. (The multiplication method of Lemire, "Fast Random Integer Generation in an Interval",
    /// 2019.)
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.next_u64()) * bound as u128;
        (wide >> 64) as usize
    }

    /// Shuffles `items`; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Returns one of `items`, each equally likely, or `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_never_changes() {
        let mut rng = GameRng::from_seed(1);
        let drawn: Vec<usize> = (0..12).map(|_| rng.below(100)).collect();
        assert_eq!(drawn, [81, 74, 10, 74, 18, 59, 98, 52, 9, 13, 92, 34]);
    }
}
