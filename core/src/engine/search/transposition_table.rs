//! The transposition table: what is known of positions met before, in a fixed amount of memory.
//!
//! Several threads may use one table without locks. A slot holds the key combined with the data by exclusive or, so that
//! a slot of which another thread has just written one half does not show its key any more (Hyatt and Mann, "A Lockless
//! Transposition-Table Implementation for Parallel Search", 2002). All 64 bits of the key are compared.

use std::iter::successors;
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::engine::resources::Resources;

/// The index of a move that does not fit into an entry or is not known.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// The value, from the view of the player to move; the plies to a win are counted from this position.
    pub value: i32,
    /// What the value says.
    pub bound: Bound,
    /// The plies that were looked ahead.
    pub depth: u8,
    /// The best move, as its number in the order of the generator; [`NO_MOVE`] if none is known.
    pub best: u16,
}

impl TtEntry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(generation) << 58
    }

    fn unpack(data: u64) -> Option<TtEntry> {
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        let bound = bounds.into_iter().find(|bound| *bound as u64 == data >> 56 & 3)?;
        Some(TtEntry {
            value: data as u32 as i32,
            bound,
            depth: (data >> 48) as u8,
            best: (data >> 32) as u16,
        })
    }
}

/// The number of generations before their numbers come again.
const GENERATIONS: u8 = 64;

/// Slots that share a cache line.
const BUCKET: usize = 4;

#[derive(Debug, Default)]
struct Slot {
    /// The key, combined with `data` by exclusive or.
    xored_key: AtomicU64,
    /// The packed entry; 0 if there is none.
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// How many times larger the next level is.
const GROWTH_FACTOR: usize = 4;
/// The least memory of the first level, in bytes: such a level stays in a processor's own cache.
const MIN_BYTES: usize = 1 << 20;

/// A table of entries by position key.
///
/// It begins small, for a small table is several times as fast as a large one, and takes more of its memory when it fills
/// up: then the entries move to a larger level. The levels together stay within the memory given. Where there is no memory for the
/// next level, the table stays as large as it is.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Smallest first; made when they are needed.
    tiers: Vec<Tier>,
    /// The number of the level in use.
    current: AtomicUsize,
    generation: AtomicU8,
    /// Where the levels come from.
    resources: Resources,
    /// Held while the entries move.
    growth_lock: Mutex<()>,
}

#[derive(Debug)]
struct Tier {
    size: usize,
    buckets: OnceLock<Vec<Bucket>>,
    /// The slots that have been filled.
    filled: AtomicUsize,
}

impl Tier {
    fn new(size: usize) -> Self {
        Tier { size, buckets: OnceLock::new(), filled: AtomicUsize::new(0) }
    }

    /// Whether it has its buckets, now or from before.
    fn make(&self, resources: &Resources) -> bool {
        self.buckets.get().is_some()
            || resources.filled(self.size).is_some_and(|buckets| self.buckets.set(buckets).is_ok())
    }

    /// The buckets; of the smallest level a single one where there is no memory for more.
    #[inline]
    fn buckets(&self) -> &[Bucket] {
        let one = || vec![Bucket::default()];
        self.buckets.get_or_init(|| Resources::default().filled(self.size).unwrap_or_else(one))
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        let buckets = self.buckets();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize].0
    }
}

impl TranspositionTable {
    /// An empty table that takes at most `bytes`, but at least one cache line.
    pub fn new(bytes: usize, resources: Resources) -> Self {
        // The levels are a geometric series; the largest takes its share of the sum.
        let largest = if bytes > MIN_BYTES { bytes / GROWTH_FACTOR * (GROWTH_FACTOR - 1) } else { bytes };
        let next = |bytes: &usize| Some(bytes / GROWTH_FACTOR).filter(|next| *next >= MIN_BYTES);
        let sizes = successors(Some(largest), next).map(|bytes| (bytes / size_of::<Bucket>()).max(1));
        let mut tiers: Vec<_> = sizes.map(Tier::new).collect();
        tiers.reverse();
        let (current, generation) = (AtomicUsize::new(0), AtomicU8::new(0));
        TranspositionTable { tiers, current, generation, resources, growth_lock: Mutex::new(()) }
    }

    /// The memory that the table takes at most, in bytes.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.tiers.iter().map(|tier| tier.size * size_of::<Bucket>()).sum()
    }

    /// How many of a thousand slots have been filled, of those that there are room for.
    pub(super) fn permille_used(&self) -> u32 {
        let slots = self.tiers.last().map_or(1, |largest| largest.size * BUCKET);
        let filled = self.tier().filled.load(Relaxed).min(slots);
        (filled as u64 * 1000 / slots as u64) as u32
    }

    /// Begins another search: entries of earlier ones give way first.
    pub(super) fn begin_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Takes more memory if there is more and a fourth of the slots have been filled. One thread at a time.
    pub(super) fn grow_if_full(&self) {
        let Ok(_alone) = self.growth_lock.try_lock() else { return };
        let number = self.current.load(Relaxed);
        let tier = &self.tiers[number];
        let Some(next) = self.tiers.get(number + 1) else { return };
        if tier.filled.load(Relaxed) < tier.size * BUCKET / 4 || !next.make(&self.resources) {
            return;
        }
        for slot in tier.buckets().iter().flat_map(|bucket| &bucket.0) {
            let data = slot.data.load(Relaxed);
            if data != 0 {
                put(next, slot.xored_key.load(Relaxed) ^ data, data);
            }
        }
        self.current.store(number + 1, Relaxed);
    }

    #[inline]
    fn tier(&self) -> &Tier {
        &self.tiers[self.current.load(Relaxed)]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<TtEntry> {
        self.tier().bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.xored_key.load(Relaxed) ^ data == key { TtEntry::unpack(data) } else { None }
        })
    }

    /// Remembers `entry`, in place of what was known of this position or of the least useful entry of its bucket: an old
    /// one, or one that looked less far ahead.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: TtEntry) {
        put(self.tier(), key, entry.pack(self.generation.load(Relaxed)));
    }
}

fn put(tier: &Tier, key: u64, mut data: u64) {
    let generation = (data >> 58) as u8;
    let mut target = None;
    let mut least = i32::MAX;
    for slot in tier.bucket(key) {
        let there = slot.data.load(Relaxed);
        if there != 0 && slot.xored_key.load(Relaxed) ^ there == key {
            if data & BEST == BEST {
                data = data & !BEST | there & BEST;
            }
            target = Some((slot, there));
            break;
        }
        let loss = retention_priority(there, generation);
        if loss < least {
            least = loss;
            target = Some((slot, there));
        }
    }
    if let Some((slot, there)) = target {
        slot.data.store(data, Relaxed);
        slot.xored_key.store(key ^ data, Relaxed);
        if there == 0 {
            tier.filled.fetch_add(1, Relaxed);
        }
    }
}

/// The bits of the best move in a packed entry; all of them are set for [`NO_MOVE`].
const BEST: u64 = (NO_MOVE as u64) << 32;

/// How much would be lost with this packed entry: empty slots nothing, entries of earlier searches little.
#[inline]
fn retention_priority(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return -1_000;
    }
    let age = i32::from((generation + GENERATIONS - (data >> 58) as u8) % GENERATIONS);
    i32::from((data >> 48) as u8) - 8 * age
}

#[cfg(test)]
mod tests;
