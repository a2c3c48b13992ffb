//! The transposition table: results for positions already searched, in a bounded amount of memory.
//!
//! Several threads can share a table without locks. A slot stores the key XORed with the data, so that a
//! half-written slot does not match its key (Hyatt and Mann, "A Lockless Transposition-Table Implementation
//! for Parallel Search", 2002). All 64 bits of the key are compared.

use std::iter::successors;
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::engine::resources::Resources;

/// Stands for an unknown move, or one whose number does not fit into an entry.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// What a stored value says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The true value is exactly this.
    Exact = 3,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// The value for the player to move. Mate scores count plies from this position.
    pub value: i32,
    /// The meaning of the value.
    pub bound: Bound,
    /// The search depth in plies.
    pub depth: u8,
    /// The number of the best move in generator order, or [`NO_MOVE`].
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

/// The number of generations before the counter wraps around.
const GENERATIONS: u8 = 64;

/// The number of slots per bucket, which is a cache line.
const BUCKET: usize = 4;

#[derive(Debug, Default)]
struct TtSlot {
    /// The key XORed with `data`.
    xored_key: AtomicU64,
    /// The packed entry; 0 if empty.
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([TtSlot; BUCKET]);

/// How many times larger each tier is than the one before.
const GROWTH_FACTOR: usize = 4;
/// The minimum size of the first tier in bytes. A tier of this size stays in the processor's cache.
const MIN_BYTES: usize = 1 << 20;

/// A table of entries by position key.
///
/// It starts small, because small tables are several times as fast as large ones. When it fills up, the
/// entries move to a larger tier. All tiers together stay within the given memory. If there is no memory for
/// the next tier, the table keeps its size.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Smallest first; allocated when needed.
    tiers: Vec<Tier>,
    /// The index of the tier in use.
    current: AtomicUsize,
    generation: AtomicU8,
    /// Where the memory comes from.
    resources: Resources,
    /// Held while the entries move.
    growth_lock: Mutex<()>,
}

#[derive(Debug)]
struct Tier {
    size: usize,
    buckets: OnceLock<Vec<Bucket>>,
    /// The number of filled slots.
    filled: AtomicUsize,
}

impl Tier {
    fn new(size: usize) -> Self {
        Tier { size, buckets: OnceLock::new(), filled: AtomicUsize::new(0) }
    }

    /// Allocates the buckets unless that has been done, and returns whether they exist.
    fn make(&self, resources: &Resources) -> bool {
        self.buckets.get().is_some()
            || resources.filled(self.size).is_some_and(|buckets| self.buckets.set(buckets).is_ok())
    }

    /// Returns the buckets. The smallest tier falls back to a single bucket if there is not enough memory.
    #[inline]
    fn buckets(&self) -> &[Bucket] {
        let single = || vec![Bucket::default()];
        self.buckets.get_or_init(|| Resources::default().filled(self.size).unwrap_or_else(single))
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[TtSlot; BUCKET] {
        let buckets = self.buckets();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize].0
    }
}

impl TranspositionTable {
    /// Creates an empty table of at most `bytes`, but at least one cache line.
    pub fn new(bytes: usize, resources: Resources) -> Self {
        // The tiers are a geometric series; the largest takes its share of the sum.
        let largest = if bytes > MIN_BYTES { bytes / GROWTH_FACTOR * (GROWTH_FACTOR - 1) } else { bytes };
        let next = |bytes: &usize| Some(bytes / GROWTH_FACTOR).filter(|next| *next >= MIN_BYTES);
        let sizes = successors(Some(largest), next).map(|bytes| (bytes / size_of::<Bucket>()).max(1));
        let mut tiers: Vec<_> = sizes.map(Tier::new).collect();
        tiers.reverse();
        let (current, generation) = (AtomicUsize::new(0), AtomicU8::new(0));
        TranspositionTable { tiers, current, generation, resources, growth_lock: Mutex::new(()) }
    }

    /// Returns the permille of filled slots, relative to the maximum size.
    pub(super) fn permille_used(&self) -> u32 {
        let slots = self.tiers.last().map_or(1, |largest| largest.size * BUCKET);
        let filled = self.tier().filled.load(Relaxed).min(slots);
        (filled as u64 * 1000 / slots as u64) as u32
    }

    /// Starts a new search: entries of earlier searches are replaced first.
    pub(super) fn begin_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Moves to the next tier if a quarter of the slots are filled. Only one thread does this at a time.
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

    /// Returns the entry of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<TtEntry> {
        self.tier().bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.xored_key.load(Relaxed) ^ data == key { TtEntry::unpack(data) } else { None }
        })
    }

    /// Stores `entry`. It replaces the entry of this position or the least useful entry of the bucket: an old
    /// one or a shallow one.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: TtEntry) {
        put(self.tier(), key, entry.pack(self.generation.load(Relaxed)));
    }
}

fn put(tier: &Tier, key: u64, mut data: u64) {
    let generation = (data >> 58) as u8;
    let mut target = None;
    let mut min_loss = i32::MAX;
    for slot in tier.bucket(key) {
        let old = slot.data.load(Relaxed);
        if old != 0 && slot.xored_key.load(Relaxed) ^ old == key {
            if data & BEST == BEST {
                data = data & !BEST | old & BEST;
            }
            target = Some((slot, old));
            break;
        }
        let loss = retention_priority(old, generation);
        if loss < min_loss {
            min_loss = loss;
            target = Some((slot, old));
        }
    }
    if let Some((slot, old)) = target {
        slot.data.store(data, Relaxed);
        slot.xored_key.store(key ^ data, Relaxed);
        if old == 0 {
            tier.filled.fetch_add(1, Relaxed);
        }
    }
}

/// The bits of the best move in a packed entry; all ones for [`NO_MOVE`].
const BEST: u64 = (NO_MOVE as u64) << 32;

/// Returns how much would be lost with this packed entry: nothing for empty slots, little for old entries.
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
