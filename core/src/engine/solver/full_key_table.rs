//! A shared table of results for positions that do not fit into a 64-bit word: it stores and compares full
//! keys.
//!
//! Memory grows as the table fills, so short proofs use little. Each access locks one shard; that is cheap
//! compared to what a thread does with a position of such a game.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::knowledge::{ProofKey, ResultTable};
use crate::engine::resources::{MemoryShortage, Resources};
use crate::model::key_of;

/// A key that is stored in full: a position or equivalent data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullKey<T>(pub T);

impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static> ProofKey for FullKey<T> {
    type Table = FullKeyTable<T>;
}

/// The number of shards, each with its own lock.
const SHARDS: usize = 64;
/// The number of entries that a key can be stored in.
const BUCKET: usize = 4;
/// The initial number of entries of a shard.
const INITIAL_ENTRIES: usize = 16;

/// A table of full keys.
pub struct FullKeyTable<T> {
    shards: Vec<Mutex<TableShard<T>>>,
    resources: Resources,
    /// The maximum number of entries of a shard.
    max_entries: usize,
}

#[derive(Debug)]
struct TableShard<T> {
    /// In buckets; the length is a power of two.
    entries: Vec<Option<FullKeyEntry<T>>>,
    used: usize,
    /// Set when there was no memory for more entries.
    is_truncated: bool,
}

#[derive(Clone, Copy, Debug)]
struct FullKeyEntry<T> {
    slot: FullKeySlot<T>,
    data: u32,
}

/// A key, its mark, and their hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FullKeySlot<T> {
    hash: u64,
    key: T,
    mark: bool,
}

impl<T: Copy + Eq> FullKeyTable<T> {
    const ENTRY_BYTES: usize = size_of::<Option<FullKeyEntry<T>>>();

    fn shard(&self, slot: FullKeySlot<T>) -> MutexGuard<'_, TableShard<T>> {
        self.lock((slot.hash >> 32) as usize % SHARDS)
    }

    fn lock(&self, number: usize) -> MutexGuard<'_, TableShard<T>> {
        self.shards[number].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Copy + Eq> TableShard<T> {
    /// Returns the entries that a slot can be stored in.
    fn bucket(&mut self, slot: FullKeySlot<T>) -> &mut [Option<FullKeyEntry<T>>] {
        let start = (slot.hash as usize % self.entries.len().max(BUCKET)) & !(BUCKET - 1);
        self.entries.get_mut(start..start + BUCKET).unwrap_or_default()
    }

    /// Stores an entry in its own place, a free one, or that of the entry with the lowest priority.
    fn put(&mut self, entry: FullKeyEntry<T>, retention_priority: &impl Fn(u32) -> u32) {
        let rank = |slot: &Option<FullKeyEntry<T>>| match slot {
            Some(old) if old.slot == entry.slot => 0,
            None => 1,
            Some(old) => 2 + u64::from(retention_priority(old.data)),
        };
        let Some(slot) = self.bucket(entry.slot).iter_mut().min_by_key(|slot| rank(slot)) else { return };
        let is_new = slot.is_none();
        *slot = Some(entry);
        self.used += usize::from(is_new);
    }

    /// Doubles the size if the shard fills up and there is memory, up to `max_entries` entries.
    fn grow(&mut self, resources: &Resources, max_entries: usize, retention_priority: &impl Fn(u32) -> u32) {
        let length = (2 * self.entries.len()).max(INITIAL_ENTRIES);
        if 4 * self.used < 3 * self.entries.len() || length > max_entries || self.is_truncated {
            return;
        }
        let Some(larger) = resources.filled(length) else {
            // Do not ask again after a refusal.
            self.is_truncated = true;
            return;
        };
        let entries = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        entries.into_iter().flatten().for_each(|entry| self.put(entry, retention_priority));
    }
}

impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static> ResultTable for FullKeyTable<T> {
    type Key = FullKey<T>;
    type Slot = FullKeySlot<T>;

    fn min_bytes(_key_bits: u32) -> usize {
        0
    }

    fn new(resources: &Resources, _key_bits: u32, _has_attacker_bit: bool, bytes: usize) -> Option<Self> {
        let max_entries = (bytes / Self::ENTRY_BYTES / SHARDS).max(INITIAL_ENTRIES);
        let shard = || Mutex::new(TableShard { entries: Vec::new(), used: 0, is_truncated: false });
        let shards = (0..SHARDS).map(|_| shard()).collect();
        Some(FullKeyTable { shards, resources: resources.clone(), max_entries: 1 << max_entries.ilog2() })
    }

    fn slot(&self, FullKey(key): FullKey<T>, mark: bool) -> FullKeySlot<T> {
        FullKeySlot { hash: key_of(&(key, mark)), key, mark }
    }

    fn slot_id(slot: FullKeySlot<T>) -> u64 {
        slot.hash.max(1)
    }

    fn prefetch(&self, _slot: FullKeySlot<T>) -> u64 {
        0
    }

    fn get(&self, slot: FullKeySlot<T>) -> Option<u32> {
        let mut shard = self.shard(slot);
        let entry = shard.bucket(slot).iter().flatten().find(|entry| entry.slot == slot)?;
        Some(entry.data)
    }

    fn put(&self, slot: FullKeySlot<T>, data: u32, retention_priority: impl Fn(u32) -> u32) {
        let mut shard = self.shard(slot);
        shard.grow(&self.resources, self.max_entries, &retention_priority);
        shard.put(FullKeyEntry { slot, data }, &retention_priority);
    }

    fn clear(&mut self) {
        let clear_shard = |shard: &mut Mutex<TableShard<T>>| {
            let shard = shard.get_mut().unwrap_or_else(PoisonError::into_inner);
            shard.entries.fill(None);
            shard.used = 0;
        };
        self.shards.iter_mut().for_each(clear_shard);
    }

    fn bytes(&self) -> usize {
        (0..SHARDS).map(|number| self.lock(number).entries.capacity() * Self::ENTRY_BYTES).sum()
    }

    fn shortage(&self) -> Option<MemoryShortage> {
        let is_truncated = (0..SHARDS).any(|number| self.lock(number).is_truncated);
        let wanted = SHARDS * self.max_entries * Self::ENTRY_BYTES;
        is_truncated.then(|| MemoryShortage { had: self.bytes(), wanted })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::model::GameRng;

    #[test]
    fn lookups_only_find_results_of_the_same_key_and_mark() {
        for bytes in [0, 1 << 14, 1 << 20] {
            let table = FullKeyTable::<[u64; 3]>::new(&Resources::default(), 0, true, bytes).unwrap();
            let mut rng = GameRng::from_seed(bytes as u64);
            let mut stored = HashMap::new();
            for _ in 0..50_000 {
                let number = rng.below(20_000) as u64;
                let (key, mark) = ([number % 7, number / 7, 0], rng.below(2) == 0);
                let slot = table.slot(FullKey(key), mark);
                if let Some(data) = table.get(slot) {
                    assert_eq!(stored.get(&(key, mark)), Some(&data));
                }
                let data = 1 + rng.below(1 << 29) as u32;
                table.put(slot, data, |data| data);
                assert_eq!(table.get(slot), Some(data));
                stored.insert((key, mark), data);
            }
            assert!(
                table.bytes() <= bytes.max(SHARDS * INITIAL_ENTRIES * FullKeyTable::<[u64; 3]>::ENTRY_BYTES)
            );
        }
    }

    #[test]
    fn it_allocates_as_it_fills_and_reports_a_shortage() {
        let resources = Resources::default().without_tables(SHARDS + 1..usize::MAX);
        let table = FullKeyTable::<u64>::new(&resources, 0, false, 1 << 20).unwrap();
        assert_eq!((table.bytes(), table.shortage()), (0, None));
        let slot = |number| table.slot(FullKey(number), false);
        (0..20_000).for_each(|number| table.put(slot(number), 1, |data| data));
        let shortage = table.shortage().unwrap();
        assert!(shortage.had == table.bytes() && shortage.had < shortage.wanted);
        assert_eq!(table.get(slot(19_999)), Some(1));
    }
}
