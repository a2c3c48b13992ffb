//! A table of results that threads share, of a size that changes between proofs only, in which no two positions can be taken for each other.
//!
//! # Why an answer is never another position's
//!
//! A key is an exact number of a position, of `key_bits` bits. [`scramble`] permutes the numbers of so many bits: it is a
//! composition of steps each of which can be undone. The low bits of the scrambled key choose a bucket; all its other
//! bits, the tag, are stored in the word. So bucket and tag together give the key back, and a word found under a tag
//! was stored for this key and no other.
//!
//! ```text
//!     scrambled key   |        tag        |      bucket      |
//!     word            |        tag        |     data, 30 bits, never 0     |
//! ```
//!
//! A word is written and read at once, so a reader sees a whole word of one writer, whatever other threads do.

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU64, Ordering};
use std::io::Write;
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU64, Ordering};

use super::proof_file::{PartReader, ProofFileError, write_part};
use super::result_table::{ProofKey, ResultTable};
use crate::engine::resources::{MemoryShortage, Resources};

/// The number of bits that are stored for a key.
pub const DATA_BITS: u32 = 30;

/// The words of a bucket: a cache line.
const BUCKET: usize = 8;
const BUCKET_BITS: u32 = BUCKET.trailing_zeros();
const BUCKET_BYTES: usize = BUCKET * size_of::<u64>();

/// The words that are written together.
const PART_WORDS: usize = 1 << 13;

/// The table of the solvers.
pub struct ProofTable {
    /// The words of the buckets, and a few more, so that buckets can begin where cache lines do.
    memory: Box<[AtomicU64]>,
    /// The number of the first word of the first bucket.
    first: usize,
    /// The memory that was to be taken, in bytes.
    wanted: usize,
    bucket_bits: u32,
    /// Those of the mark included.
    key_bits: u32,
    has_attacker_bit: bool,
}

/// A key in the table's order: what [`ProofTable::slot`] gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofSlot(u64);

impl ProofKey for u64 {
    type Table = ProofTable;

    fn number(self) -> Option<u64> {
        Some(self)
    }
}

impl ResultTable for ProofTable {
    type Key = u64;
    type Slot = ProofSlot;

    fn min_bytes(key_bits: u32) -> usize {
        BUCKET_BYTES << min_bucket_bits(key_bits)
    }

    /// In at most `bytes` of memory (a power of two of it), or the smallest if `bytes` are too few for that. Where there is less
    /// memory, it takes half, a fourth and so on; `None` where there is none for the smallest.
    fn new(resources: &Resources, key_bits: u32, has_attacker_bit: bool, bytes: usize) -> Option<Self> {
        let key_bits = key_bits + u32::from(has_attacker_bit);
        let most = bucket_bits_within(bytes, key_bits);
        (min_bucket_bits(key_bits)..=most).rev().find_map(|bucket_bits| {
            let memory = empty_words(resources, BUCKET + (BUCKET << bucket_bits))?;
            let (first, wanted) = (first_aligned_word(&memory), BUCKET_BYTES << most);
            Some(ProofTable { memory, first, wanted, bucket_bits, key_bits, has_attacker_bit })
        })
    }

    /// Twice the words that the results need, so that few of them give way.
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
        let (mut victim, mut least) = (&bucket[0], u32::MAX);
        for word in bucket {
            let old = word.load(Ordering::Relaxed);
            if old == 0 || holds(old, tag) {
                victim = word;
                break;
            }
            let retention_priority = retention_priority(self::data(old));
            if retention_priority < least {
                (victim, least) = (word, retention_priority);
            }
        }
        victim.store(tag << DATA_BITS | u64::from(data), Ordering::Relaxed);
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), ProofFileError> {
        write_part(out, &[self.bucket_bits as u8, self.key_bits as u8])?;
        self.words().chunks(PART_WORDS).try_for_each(|words| {
            // Other threads may be at work.
            let words: Vec<u64> = words.iter().map(|word| word.load(Ordering::Relaxed)).collect();
            let taken = words.iter().copied().filter(|word| *word != 0).flat_map(u64::to_le_bytes);
            let mut part = Vec::new();
            if words.iter().any(|word| *word != 0) {
                part.extend(words.chunks(8).map(|words| {
                    words.iter().enumerate().fold(0, |bits, (bit, word)| bits | u8::from(*word != 0) << bit)
                }));
                part.extend(taken);
            }
            write_part(out, &part)
        })?;
        Ok(())
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
    /// The words of all buckets, in order.
    fn words(&self) -> &[AtomicU64] {
        &self.memory[self.first..][..BUCKET << self.bucket_bits]
    }

    /// The place of the result in the word of this number.
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

#[cfg(not(all(test, loom)))]
fn empty_words(resources: &Resources, count: usize) -> Option<Box<[AtomicU64]>> {
    resources.zeroed(count)
}

/// The words of the model checker have more to them than zeros.
#[cfg(all(test, loom))]
fn empty_words(_resources: &Resources, count: usize) -> Option<Box<[AtomicU64]>> {
    Some((0..count).map(|_| AtomicU64::new(0)).collect())
}

/// The number of the first word with which a cache line begins, as far as memory has addresses. A bucket that lies in two lines takes twice as
/// long to come from memory.
fn first_aligned_word(memory: &[AtomicU64]) -> usize {
    memory.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET)
}

/// For a table in so many bytes: a power of two of them, and no more than the keys have use for.
fn bucket_bits_within(bytes: usize, key_bits: u32) -> u32 {
    let fewest = min_bucket_bits(key_bits);
    (bytes / BUCKET_BYTES).max(1).ilog2().clamp(fewest, key_bits.max(fewest))
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

/// A permutation of the numbers below 2^`bits` that spreads neighbours: an odd factor can be undone modulo a power of two,
/// and so can the exclusive or with one's own upper half.
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
