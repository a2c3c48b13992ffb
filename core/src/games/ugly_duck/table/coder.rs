//! Arithmetic coding of bits with known probabilities: a bit of probability p takes -log2 p bits.
//!
//! This is the binary coder of Mahoney's lpaq with 64-bit words. An interval of numbers is divided by the
//! probability, and its leading bytes are written as soon as all its numbers share them.

/// The probability that a bit is set, in units of 1 / 65536. Neither 0 nor 65536.
pub(super) type Probability = u16;

/// Returns the probability estimated from `bits` bits of which `set` are set.
pub(super) fn likelihood(bits: u64, set: u64) -> Probability {
    const ALL: u128 = 1 << 16;
    let estimate = (2 * u128::from(set) + 1) * ALL / (2 * u128::from(bits) + 2);
    estimate.clamp(MIN_LIKELIHOOD, ALL - MIN_LIKELIHOOD) as u16
}

/// The minimum probability of either value. It costs a five-thousandth of a bit.
const MIN_LIKELIHOOD: u128 = 8;

/// The interval of the numbers that are still possible.
#[derive(Clone, Copy)]
struct Interval {
    low: u64,
    high: u64,
}

impl Interval {
    const ALL: Interval = Interval { low: 0, high: u64::MAX };

    /// Returns the last number of the part for a set bit.
    #[inline]
    fn middle(self, likelihood: Probability) -> u64 {
        self.low + ((self.high - self.low) >> 16) * u64::from(likelihood)
    }

    #[inline]
    fn narrow(&mut self, middle: u64, bit: bool) {
        match bit {
            true => self.high = middle,
            false => self.low = middle + 1,
        }
    }

    /// Removes the leading byte if all numbers share it.
    #[inline]
    fn shift(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 56 != 0 {
            return None;
        }
        let byte = (self.high >> 56) as u8;
        self.low <<= 8;
        self.high = self.high << 8 | 0xFF;
        Some(byte)
    }
}

/// Encodes bits.
pub(super) struct Encoder<'a> {
    interval: Interval,
    bytes: &'a mut Vec<u8>,
}

impl<'a> Encoder<'a> {
    /// Creates an encoder that appends to `bytes`.
    pub fn new(bytes: &'a mut Vec<u8>) -> Self {
        Encoder { interval: Interval::ALL, bytes }
    }

    #[inline]
    pub fn write(&mut self, bit: bool, likelihood: Probability) {
        let middle = self.interval.middle(likelihood);
        self.interval.narrow(middle, bit);
        while let Some(byte) = self.interval.shift() {
            self.bytes.push(byte);
        }
    }

    /// Writes enough bytes to distinguish the interval from all others. The zeros that follow are not
    /// written.
    pub fn finish(self) {
        if self.interval.low > 0 {
            // The leading bytes of low and high differ, so this number is between them.
            self.bytes.push((self.interval.low >> 56) as u8 + 1);
        }
    }
}

/// Decodes bits written by an [`Encoder`]. Bytes beyond the end count as zeros, so any input can be decoded,
/// with whatever result.
pub(super) struct Decoder<'a> {
    interval: Interval,
    number: u64,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut bytes = bytes.iter();
        let number = (0..8).fold(0, |number, _| number << 8 | next(&mut bytes));
        Decoder { interval: Interval::ALL, number, bytes }
    }

    #[inline]
    pub fn read(&mut self, likelihood: Probability) -> bool {
        let middle = self.interval.middle(likelihood);
        let bit = self.number <= middle;
        self.interval.narrow(middle, bit);
        while self.interval.shift().is_some() {
            self.number = self.number << 8 | next(&mut self.bytes);
        }
        bit
    }
}

fn next(bytes: &mut std::slice::Iter<'_, u8>) -> u64 {
    bytes.next().copied().map_or(0, u64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GameRng;

    #[test]
    fn coding_round_trips_at_the_expected_size() {
        let mut rng = GameRng::from_seed(1);
        for (one_in, max_bits) in [(2, 1.01), (10, 0.48), (1000, 0.0125), (1_000_000, 0.0003)] {
            let likelihood = likelihood(1_000_000, 1_000_000 / one_in);
            for length in [0, 1, 2, 7, 64, 1000, 100_000] {
                let bits: Vec<bool> = (0..length).map(|_| rng.below(one_in as usize) == 0).collect();
                let mut bytes = vec![1, 2, 3];
                let mut encoder = Encoder::new(&mut bytes);
                bits.iter().for_each(|bit| encoder.write(*bit, likelihood));
                encoder.finish();
                assert!(
                    (bytes.len() - 3) as f64 * 8.0 <= length as f64 * max_bits * 1.1 + 24.0
                        || length < 100_000,
                    "{one_in} {length} {}",
                    bytes.len()
                );
                let mut decoder = Decoder::new(&bytes[3..]);
                assert!(bits.iter().all(|bit| decoder.read(likelihood) == *bit));
            }
        }
    }

    #[test]
    fn likelihoods_are_never_certain() {
        assert_eq!([likelihood(0, 0), likelihood(100, 50)], [1 << 15; 2]);
        assert_eq!([likelihood(u64::MAX, 0), likelihood(u64::MAX, u64::MAX)], [8, 65528]);
    }
}
