//! Numbers of moves as bits, the highest bit of each number and of each byte first.

/// Returns the number of bits for a number below `count`, at least one.
fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).max(1).leading_zeros()
}

/// Collects numbers.
#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    used: usize,
}

impl BitWriter {
    /// Appends `number`, which is below `count`.
    pub fn write(&mut self, number: usize, count: usize) {
        for shift in (0..width(count)).rev() {
            let bit = (number >> shift & 1) as u8;
            if self.used % 8 == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= bit << (7 - self.used % 8);
            }
            self.used += 1;
        }
    }

    /// Returns the bytes. The bits after the last number are 0.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads numbers.
#[derive(Debug)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    used: usize,
}

impl<'a> BitReader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        BitReader { bytes, used: 0 }
    }

    /// Returns the next number, written with the same `count`. `None` at the end. A damaged file can have a
    /// number that is not below `count`.
    pub fn read(&mut self, count: usize) -> Option<usize> {
        let mut number = 0;
        for _ in 0..width(count) {
            let byte = self.bytes.get(self.used / 8)?;
            number = number << 1 | usize::from(byte >> (7 - self.used % 8) & 1);
            self.used += 1;
        }
        Some(number)
    }

    /// Returns whether all that is left is the end of the last byte, and 0.
    pub fn is_at_end(&self) -> bool {
        let rest = self.bytes.get(self.used / 8).map_or(0, |byte| byte << (self.used % 8));
        self.used.div_ceil(8) == self.bytes.len() && rest == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written_in_as_few_bits_as_their_count_needs() {
        let widths = [0, 1, 2, 3, 4, 5, 8, 9, 16, 17].map(width);
        assert_eq!(widths, [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
        let numbers = [(0, 1), (4, 5), (1, 2), (1_000, 1_001), (0, 9), (8, 9)];
        let mut writer = BitWriter::default();
        for (number, count) in numbers {
            writer.write(number, count);
        }
        let bytes = writer.into_bytes();
        assert_eq!(bytes, [0b0100_1111, 0b1101_0000, 0b0001_0000]);
        let mut reader = BitReader::new(&bytes);
        for (number, count) in numbers {
            assert!(!reader.is_at_end());
            assert_eq!(reader.read(count), Some(number));
        }
        assert!(reader.is_at_end());
        assert_eq!(reader.read(16), None);
        let mut reader = BitReader::new(&[0b0000_0001]);
        assert_eq!((reader.read(2), reader.is_at_end()), (Some(0), false));
    }
}
