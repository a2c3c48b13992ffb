//! A shared table of results that never confuses two positions. Its size only changes between proofs.
//!
//! # Why lookups are exact
//!
//! A key is a number of `key_bits` bits that identifies a single position. [`scramble`] permutes these
//! numbers: each of its steps can be undone. The low bits of the scrambled key select a bucket; all other
//! bits, the tag, are stored in the word. Bucket and tag together determine the key, so a word with this tag
//! was stored for this key and no other.
//!
//! ```text
//!     scrambled key   |        tag        |      bucket      |
//!     word            |        tag        |     data, 30 bits, never 0     |
//! ```
//!
//! Words are read and written atomically, so a reader sees a whole word of one writer, whatever other threads
//! do.

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU64, Ordering};
use std::io::Write;
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU64, Ordering};

use super::knowledge::{ProofKey, ResultTable};
use super::proof_file::{PartReader, ProofFileError};
use crate::engine::bytes::{NO_LABEL, write_part};
use crate::engine::resources::{MemoryShortage, Resources};

/// The number of data bits per key.
pub const DATA_BITS: u32 = 30;

/// The number of words per bucket, which is a cache line.
const BUCKET: usize = 8;
const BUCKET_BITS: u32 = BUCKET.trailing_zeros();
const BUCKET_BYTES: usize = BUCKET * size_of::<u64>();

/// The number of words per part of a file.
const PART_WORDS: usize = 1 << 13;

/// The table for numeric keys.
pub struct ProofTable {
    /// The words of the buckets, and a few more to align buckets with cache lines.
    memory: Box<[AtomicU64]>,
    /// The index of the first word of the first bucket.
    first: usize,
    /// The memory requested, in bytes.
    wanted: usize,
    bucket_bits: u32,
    /// Including the bit for the mark.
    key_bits: u32,
    has_attacker_bit: bool,
}

/// A scrambled key, from [`ProofTable::slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofSlot(u64);

impl ProofKey for u64 {
    type Table = ProofTable;
}

impl ResultTable for ProofTable {
    type Key = u64;
    type Slot = ProofSlot;

    fn min_bytes(key_bits: u32) -> usize {
        BUCKET_BYTES << min_bucket_bits(key_bits)
    }

    /// Takes a power of two of at most `bytes`, but at least the minimum size. If there is less memory, it
    /// tries half, a quarter and so on, and returns `None` if even the minimum size is not available.
    fn new(resources: &Resources, key_bits: u32, has_attacker_bit: bool, bytes: usize) -> Option<Self> {
        let key_bits = key_bits + u32::from(has_attacker_bit);
        let max_bits = bucket_bits_within(bytes, key_bits);
        (min_bucket_bits(key_bits)..=max_bits).rev().find_map(|bucket_bits| {
            let memory = empty_words(resources, BUCKET + (BUCKET << bucket_bits))?;
            let (first, wanted) = (first_aligned_word(&memory), BUCKET_BYTES << max_bits);
            Some(ProofTable { memory, first, wanted, bucket_bits, key_bits, has_attacker_bit })
        })
    }

    /// Makes room for twice as many words as results, so that few are replaced.
    fn make_room(
        &mut self,
        resources: &Resources,
        results: u64,
        bytes: usize,
        retention_priority: impl Fn(u32) -> u32,
    ) {
        let needed = usize::try_from(results).unwrap_or(usize::MAX).saturating_mul(2 * size_of::<u64>());
        let needed = needed.checked_next_power_of_two().unwrap_or(usize::MAX);
        let bucket_bits = bucket_bits_within(needed.min(bytes), self.key_bits);
        if bucket_bits <= self.bucket_bits {
            return;
        }
        self.wanted = BUCKET_BYTES << bucket_bits;
        let larger = (self.bucket_bits + 1..=bucket_bits).rev().find_map(|bucket_bits| {
            let memory = empty_words(resources, BUCKET + (BUCKET << bucket_bits))?;
            let first = first_aligned_word(&memory);
            Some(ProofTable { memory, first, bucket_bits, ..*self })
        });
        let Some(larger) = larger else { return };
        for (index, word) in self.words().iter().enumerate() {
            let word = word.load(Ordering::Relaxed);
            if word != 0 {
                larger.put(self.slot_of(index, word), data(word), &retention_priority);
            }
        }
        *self = larger;
    }

    #[inline]
    fn slot(&self, key: u64, mark: bool) -> ProofSlot {
        let key = if self.has_attacker_bit { 2 * key + u64::from(mark) } else { key };
        ProofSlot(scramble(key, self.key_bits))
    }

    #[inline]
    fn slot_id(slot: ProofSlot) -> u64 {
        slot.0 + 1
    }

    #[inline]
    fn prefetch(&self, slot: ProofSlot) -> u64 {
        self.bucket(slot)[0].load(Ordering::Relaxed)
    }

    #[inline]
    fn get(&self, slot: ProofSlot) -> Option<u32> {
        let tag = self.tag(slot);
        let mut words = self.bucket(slot).iter().map(|word| word.load(Ordering::Relaxed));
        words.find(|word| holds(*word, tag)).map(data)
    }

    #[inline]
    fn put(&self, slot: ProofSlot, data: u32, retention_priority: impl Fn(u32) -> u32) {
        let tag = self.tag(slot);
        let bucket = self.bucket(slot);
        let (mut victim, mut min_priority) = (&bucket[0], u32::MAX);
        for word in bucket {
            let old = word.load(Ordering::Relaxed);
            if old == 0 || holds(old, tag) {
                victim = word;
                break;
            }
            let priority = retention_priority(self::data(old));
            if priority < min_priority {
                (victim, min_priority) = (word, priority);
            }
        }
        victim.store(tag << DATA_BITS | u64::from(data), Ordering::Relaxed);
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), ProofFileError> {
        write_part(out, NO_LABEL, &[self.bucket_bits as u8, self.key_bits as u8])?;
        self.words().chunks(PART_WORDS).try_for_each(|words| {
            // Other threads may be writing.
            let words: Vec<u64> = words.iter().map(|word| word.load(Ordering::Relaxed)).collect();
            let taken = words.iter().copied().filter(|word| *word != 0).flat_map(u64::to_le_bytes);
            let mut part = Vec::new();
            if words.iter().any(|word| *word != 0) {
                part.extend(words.chunks(8).map(|words| {
                    words.iter().enumerate().fold(0, |bits, (bit, word)| bits | u8::from(*word != 0) << bit)
                }));
                part.extend(taken);
            }
            write_part(out, NO_LABEL, &part)?;
            Ok(())
        })
    }

    fn read(
        &self,
        input: &mut PartReader<'_>,
        retention_priority: impl Fn(u32) -> u32,
    ) -> Result<(), ProofFileError> {
        let sizes = input.read()?;
        let [bucket_bits, key_bits] = sizes[..] else { return Err(input.damaged()) };
        let (bucket_bits, key_bits) = (u32::from(bucket_bits), u32::from(key_bits));
        if key_bits != self.key_bits
            || !(min_bucket_bits(key_bits)..=u64::BITS - DATA_BITS).contains(&bucket_bits)
        {
            return Err(input.damaged());
        }
        let words = BUCKET << bucket_bits;
        for first in (0..words).step_by(PART_WORDS) {
            let part = input.read()?;
            let Some((flags, mut taken)) = part.split_at_checked(PART_WORDS.min(words) / 8) else {
                if part.is_empty() {
                    continue;
                }
                return Err(input.damaged());
            };
            for index in (0..8 * flags.len()).filter(|bit| flags[bit / 8] >> (bit % 8) & 1 != 0) {
                let Some((word, rest)) = taken.split_first_chunk() else { return Err(input.damaged()) };
                taken = rest;
                let word = u64::from_le_bytes(*word);
                let bucket = ((first + index) >> BUCKET_BITS) as u64;
                let slot = ProofSlot(word >> DATA_BITS << bucket_bits | bucket);
                if data(word) == 0 || slot.0 > low_bits(key_bits) {
                    return Err(input.damaged());
                }
                self.put(slot, data(word), &retention_priority);
            }
            if !taken.is_empty() {
                return Err(input.damaged());
            }
        }
        input.check_end()
    }

    fn clear(&mut self) {
        self.memory.iter_mut().for_each(|word| *word = AtomicU64::new(0));
    }

    fn bytes(&self) -> usize {
        BUCKET_BYTES << self.bucket_bits
    }

    fn shortage(&self) -> Option<MemoryShortage> {
        let (had, wanted) = (self.bytes(), self.wanted);
        (had < wanted).then_some(MemoryShortage { had, wanted })
    }
}

impl ProofTable {
    /// Returns the words of all buckets, in order.
    fn words(&self) -> &[AtomicU64] {
        &self.memory[self.first..][..BUCKET << self.bucket_bits]
    }

    /// Returns the slot of the result in the word with this index.
    fn slot_of(&self, index: usize, word: u64) -> ProofSlot {
        ProofSlot(word >> DATA_BITS << self.bucket_bits | (index >> BUCKET_BITS) as u64)
    }

    #[inline]
    fn bucket(&self, slot: ProofSlot) -> &[AtomicU64] {
        let start = self.first + (((slot.0 & low_bits(self.bucket_bits)) as usize) << BUCKET_BITS);
        &self.memory[start..start + BUCKET]
    }

    #[inline]
    fn tag(&self, slot: ProofSlot) -> u64 {
        slot.0 >> self.bucket_bits
    }
}

/// The largest table, in words, whose memory is written in advance: 16 MiB. It takes about a millisecond.
#[cfg(not(all(test, loom)))]
const MAX_PREPARED_WORDS: usize = 2 << 20;
/// The words of a page of memory on most systems.
#[cfg(not(all(test, loom)))]
const PAGE_WORDS: usize = 512;

/// Returns empty words. The system maps a page that is read before it is written twice, and the second time
/// interrupts all threads, so the pages of small tables are written at once.
#[cfg(not(all(test, loom)))]
fn empty_words(resources: &Resources, count: usize) -> Option<Box<[AtomicU64]>> {
    let words: Box<[AtomicU64]> = resources.zeroed(count)?;
    if count <= MAX_PREPARED_WORDS {
        words.iter().step_by(PAGE_WORDS).for_each(|word| word.store(0, Ordering::Relaxed));
    }
    Some(words)
}

/// The model checker's words are more than zeros.
#[cfg(all(test, loom))]
fn empty_words(_resources: &Resources, count: usize) -> Option<Box<[AtomicU64]>> {
    Some((0..count).map(|_| AtomicU64::new(0)).collect())
}

/// Returns the index of the first word that starts a cache line, as far as addresses are known. A bucket
/// across two lines takes twice as long to fetch.
fn first_aligned_word(memory: &[AtomicU64]) -> usize {
    memory.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET)
}

/// Returns the size for a table in `bytes` of memory: a power of two, and no larger than the keys need.
fn bucket_bits_within(bytes: usize, key_bits: u32) -> u32 {
    let min_bits = min_bucket_bits(key_bits);
    (bytes / BUCKET_BYTES).max(1).ilog2().clamp(min_bits, key_bits.max(min_bits))
}

fn min_bucket_bits(key_bits: u32) -> u32 {
    key_bits.saturating_sub(u64::BITS - DATA_BITS)
}

#[inline]
fn holds(word: u64, tag: u64) -> bool {
    word != 0 && word >> DATA_BITS == tag
}

#[inline]
fn data(word: u64) -> u32 {
    (word & low_bits(DATA_BITS)) as u32
}

#[inline]
fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

/// Permutes the numbers below 2^`bits` and spreads neighbours. Each step is invertible: the multiplication by
/// an odd factor modulo a power of two, and the XOR with the number's own upper half.
#[inline]
fn scramble(key: u64, bits: u32) -> u64 {
    const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93];
    let half = bits.div_ceil(2);
    FACTORS.into_iter().fold(key, |key, factor| {
        let product = key.wrapping_mul(factor) & low_bits(bits);
        product ^ product >> half
    })
}

#[cfg(test)]
mod tests;
