//! Hash keys of positions.

use std::hash::{Hash, Hasher};

/// Mixes a 64-bit number bijectively, so that changing any bit of `word` changes about half of the result:
/// the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014).
#[inline]
#[must_use]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// Returns a key for `value`, the same in every run, and on all platforms unless the value contains a slice of
/// numbers of several bytes, which is hashed in the machine's byte order. Every word
/// of the value goes through [`mix`]: values that differ in only one word have different keys, and other
/// values collide as rarely as random numbers.
#[must_use]
pub fn key_of<T: Hash>(value: &T) -> u64 {
    // The odd constant is 2^64 / golden ratio. It makes a word of zeros count.
    fold_words(value, |key, word| mix((key ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15)))
}

/// Folds the words of `value`, as its [`Hash`] implementation provides them, with `step`, starting at 0.
#[inline]
#[must_use]
pub fn fold_words<T: Hash>(value: &T, step: impl Fn(u64, u64) -> u64) -> u64 {
    let mut folder = Folder { state: 0, step };
    value.hash(&mut folder);
    folder.state
}

/// Returns a key for a few words, several times as fast as [`key_of`]: salts each word, multiplies pairs of
/// words and folds the halves of each product (the idea of wyhash, Wang Yi, 2019).
#[inline]
#[must_use]
pub fn key_of_words<const N: usize>(words: [u64; N]) -> u64 {
    let salted = |place: usize| words.get(place).copied().unwrap_or(0) ^ WORD_SALTS[place % WORD_SALTS.len()];
    let mut key = N as u64;
    for pair in 0..N.div_ceil(2) {
        let product = u128::from(salted(2 * pair)) * u128::from(salted(2 * pair + 1));
        key = key.rotate_left(7) ^ product as u64 ^ (product >> 64) as u64;
    }
    mix(key)
}

/// A pseudorandom salt for each word.
static WORD_SALTS: [u64; 32] = {
    let mut numbers = [0; 32];
    let mut place = 0;
    while place < numbers.len() {
        numbers[place] = mix(place as u64 + 1);
        place += 1;
    }
    numbers
};

struct Folder<S> {
    state: u64,
    step: S,
}

macro_rules! write_as_words {
    ($($method:ident: $number:ty),*) => {
        $(#[inline]
        fn $method(&mut self, number: $number) {
            self.write_u64(number as u64);
        })*
    };
}

impl<S: Fn(u64, u64) -> u64> Hasher for Folder<S> {
    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.state = (self.step)(self.state, u64::from_le_bytes(word));
        }
    }

    // By default, numbers would be written as bytes in the machine's order.
    write_as_words!(write_u8: u8, write_u16: u16, write_u32: u32, write_usize: usize);

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.state = (self.step)(self.state, number);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn small_differences_make_different_keys() {
        let mut keys = BTreeSet::new();
        for (first, second) in (0..64).flat_map(|first| (0..64).map(move |second| (first, second))) {
            keys.insert(key_of(&(1_u64 << first, 1_u64 << second)));
            keys.insert(key_of(&(1_u128 << (2 * first), second as u8, false)));
            keys.insert(key_of_words([1 << first, 0, 1 << second]));
            keys.insert(key_of_words([0, 1 << first, 0, 1 << second]));
        }
        assert_eq!(keys.len(), 4 * 64 * 64);
        assert_ne!(key_of(&0_u8), key_of(&(0_u8, 0_u8)));
    }

    #[test]
    fn numbers_have_the_keys_of_their_words_on_every_machine() {
        assert_eq!(key_of(&(1_u8, 2_u16, 3_u32, 4_usize)), key_of(&(1_u64, 2_u64, 3_u64, 4_u64)));
        assert_eq!(key_of(&(5_u128 << 64 | 6)), key_of(&(6_u64, 5_u64)));
        assert_eq!(key_of(&0x0102_0304_u32), 0xE7A9_38B2_EF6D_CAF8);
    }

    #[test]
    fn keys_fill_the_lowest_and_the_highest_bits_evenly() {
        for shift in [0, 54] {
            let mut counts = [0; 1024];
            for number in 0_u64..102_400 {
                counts[(key_of(&number) >> shift) as usize & 1023] += 1;
            }
            assert!(counts.iter().all(|count| (50..160).contains(count)), "{counts:?}");
        }
    }
}
