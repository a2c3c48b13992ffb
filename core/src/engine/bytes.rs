//! Little-endian numbers, and parts of a file with their length and checksum.

use std::io::{self, Read, Write};

/// The maximum length of a part: more than the chunk list of the largest block needs.
const MAX_PART_BYTES: u32 = 64 << 20;

/// The label of a part that can be only in one place.
pub(crate) const NO_LABEL: &[u8] = &[];

/// Writes `part`, preceded by its length and checksum. The checksum covers `label` too, which is not written.
/// Returns the number of bytes written.
pub(crate) fn write_part(out: &mut (impl Write + ?Sized), label: &[u8], part: &[u8]) -> io::Result<u64> {
    out.write_all(&(part.len() as u32).to_le_bytes())?;
    out.write_all(&checksum(label, part).to_le_bytes())?;
    out.write_all(part)?;
    Ok(8 + part.len() as u64)
}

fn checksum(label: &[u8], part: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(label);
    hasher.update(part);
    hasher.finalize()
}

/// Reads a part written by [`write_part`]. Returns `None` if it is damaged or incomplete, or has another
/// label.
pub(crate) fn read_part(input: &mut (impl Read + ?Sized), label: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let mut start = [0; 8];
    if !read_or_eof(input, &mut start)? {
        return Ok(None);
    }
    let mut numbers = ByteReader(&start);
    let (Some(length), Some(sum)) = (numbers.u32(), numbers.u32()) else { return Ok(None) };
    if length > MAX_PART_BYTES {
        return Ok(None);
    }
    let part = read_up_to(input, u64::from(length))?;
    Ok(Some(part).filter(|part| part.len() == length as usize && checksum(label, part) == sum))
}

/// Reads up to `length` bytes. Memory is allocated only for bytes that the input really has.
pub(crate) fn read_up_to(input: &mut (impl Read + ?Sized), length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Fills `bytes`. Returns `false` if the input ends too early.
pub(crate) fn read_or_eof(input: &mut (impl Read + ?Sized), bytes: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reads numbers from bytes. Its methods return `None` at the end.
pub(crate) struct ByteReader<'a>(pub &'a [u8]);

impl ByteReader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.take().map(u8::from_le_bytes)
    }

    pub fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    /// Reads a byte as a `usize`.
    pub fn small(&mut self) -> Option<usize> {
        self.u8().map(usize::from)
    }

    /// Returns whether all bytes have been read.
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}
