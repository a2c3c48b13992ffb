//! The tables of mate search: how far attacks have been proven or refuted.

use std::ops::Range;

use super::knowledge::{Knowledge, ResultTable, TableOf};
use crate::engine::resources::{MemoryShortage, Resources};
use crate::model::{Position, mix};

/// What is known about an attack, one player's attempt to force a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The attacker wins within this number of plies.
    pub forced: Option<u8>,
    /// The attacker does not win within this number of plies, or ever if it is [`ANY_DEPTH`].
    pub refuted: Option<u8>,
    /// The number of the best move for the player to move, in generator order.
    pub best: u8,
}

/// Stands for any number of plies.
pub const ANY_DEPTH: u8 = u8::MAX;

impl Bounds {
    /// Packs the bounds into 30 bits, never 0.
    #[inline]
    pub(crate) fn pack(self) -> u32 {
        let refuted = self.refuted.map_or(0, |plies| u32::from(plies) + 1);
        let forced = u32::from(self.forced.unwrap_or(ANY_DEPTH));
        1 << 25 | refuted << 16 | forced << 8 | u32::from(self.best)
    }

    #[inline]
    pub(crate) fn unpack(data: u32) -> Bounds {
        let refuted = (data >> 16 & 0x1FF).checked_sub(1);
        let forced = (data >> 8 & 0xFF) as u8;
        Bounds {
            forced: (forced != ANY_DEPTH).then_some(forced),
            refuted: refuted.map(|plies| plies as u8),
            best: (data & 0xFF) as u8,
        }
    }

    /// Returns how far the bounds reach. Results that took longer to find are worth more.
    #[inline]
    fn retention_priority(self) -> u32 {
        u32::from(self.forced.unwrap_or(0)) + u32::from(self.refuted.unwrap_or(0))
    }
}

/// A table of bounds. It can lose entries, but never confuses positions.
pub trait MateTable<P> {
    /// Returns what is known about an attack by the player to move or by the other player.
    fn probe(&self, position: &P, attacker_moves: bool) -> Bounds;

    /// Stores what is known about an attack.
    fn store(&mut self, position: &P, attacker_moves: bool, bounds: Bounds);
}

/// A table that identifies positions by their exact keys.
pub struct KeyedMateTable<'a, K: Knowledge> {
    knowledge: &'a K,
    table: TableOf<K>,
}

impl<'a, K: Knowledge> KeyedMateTable<'a, K> {
    /// Creates a table of at most `bytes`, or of the minimum size. Returns `None` if even that is not available.
    pub fn new(knowledge: &'a K, resources: &Resources, bytes: usize) -> Option<Self> {
        let table = TableOf::<K>::new(resources, knowledge.key_bits(), true, bytes)?;
        Some(KeyedMateTable { knowledge, table })
    }
}

impl<K: Knowledge> MateTable<K::Position> for KeyedMateTable<'_, K> {
    #[inline]
    fn probe(&self, position: &K::Position, attacker_moves: bool) -> Bounds {
        let slot = self.table.slot(self.knowledge.key(position), attacker_moves);
        self.table.get(slot).map_or_else(Bounds::default, Bounds::unpack)
    }

    #[inline]
    fn store(&mut self, position: &K::Position, attacker_moves: bool, bounds: Bounds) {
        let slot = self.table.slot(self.knowledge.key(position), attacker_moves);
        self.table.put(slot, bounds.pack(), |data| Bounds::unpack(data).retention_priority());
    }
}

/// A table that stores and compares whole positions. Its memory grows as it fills.
pub struct PositionMateTable<P> {
    /// In buckets: the numbers of entries, counted from 1; 0 is a free slot.
    slots: Box<[u32]>,
    entries: Vec<StoredBounds<P>>,
    resources: Resources,
    /// Whether there was less memory than the table was allowed to use.
    is_truncated: bool,
    /// The memory it was allowed to use, in bytes.
    wanted: usize,
}

struct StoredBounds<P> {
    position: P,
    attacker_moves: bool,
    data: u32,
}

/// The number of slots that a position can be stored in.
const BUCKET: usize = 4;
/// The maximum number of slots, so that their numbers fit into 32 bits.
const MAX_SLOTS: usize = 1 << 31;
/// The initial capacity for entries.
const INITIAL_ENTRIES: usize = 64;

impl<P: Position> PositionMateTable<P> {
    const SLOT_BYTES: usize = size_of::<StoredBounds<P>>() + size_of::<u32>();

    /// Creates an empty table of at most `bytes`, but with room for at least a few positions.
    pub fn new(resources: &Resources, bytes: usize) -> Self {
        let max_slots = (bytes / Self::SLOT_BYTES).clamp(BUCKET, MAX_SLOTS);
        let max_slots = 1_usize << max_slots.ilog2();
        let bits = (BUCKET.ilog2()..=max_slots.ilog2()).rev();
        let slots = { bits }.find_map(|bits| resources.zeroed(1 << bits));
        let slots = slots.unwrap_or_else(|| vec![0; BUCKET].into());
        PositionMateTable {
            is_truncated: slots.len() < max_slots,
            slots,
            entries: Vec::new(),
            resources: resources.clone(),
            wanted: max_slots * Self::SLOT_BYTES,
        }
    }

    /// Returns the memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots) + self.entries.capacity() * size_of::<StoredBounds<P>>()
    }

    /// Returns the shortage if there was less memory than the table could use.
    pub fn shortage(&self) -> Option<MemoryShortage> {
        self.is_truncated.then(|| MemoryShortage { had: self.bytes(), wanted: self.wanted })
    }

    #[inline]
    fn bucket(&self, position: &P, attacker_moves: bool) -> Range<usize> {
        let hash = mix(position.hash_key() ^ u64::from(attacker_moves));
        let start = hash as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        start..start + BUCKET
    }

    #[inline]
    fn entry(&self, slot: u32) -> Option<&StoredBounds<P>> {
        (slot as usize).checked_sub(1).and_then(|index| self.entries.get(index))
    }

    /// Returns the slot of a bucket to store a position in: its own, else a free one, else that of the entry
    /// with the lowest priority.
    fn slot_for(&self, bucket: Range<usize>, position: &P, attacker_moves: bool) -> usize {
        let retention_priority = |slot: &usize| match self.entry(self.slots[*slot]) {
            Some(entry) if !entry.holds(position, attacker_moves) => {
                1 + Bounds::unpack(entry.data).retention_priority()
            }
            _ => 0,
        };
        let first = bucket.start;
        bucket.min_by_key(retention_priority).unwrap_or(first)
    }

    /// Returns whether there is room for another entry, after growing if possible.
    fn make_room(&mut self) -> bool {
        let used = self.entries.len();
        if used < self.entries.capacity() {
            return true;
        }
        let more = used.max(INITIAL_ENTRIES).min(self.slots.len() - used);
        // Do not ask again after a refusal.
        self.is_truncated = self.is_truncated || !self.resources.reserve(&mut self.entries, more);
        used < self.entries.capacity()
    }
}

impl<P: Position> MateTable<P> for PositionMateTable<P> {
    fn probe(&self, position: &P, attacker_moves: bool) -> Bounds {
        let bucket = &self.slots[self.bucket(position, attacker_moves)];
        let mut entries = bucket.iter().filter_map(|slot| self.entry(*slot));
        let found = entries.find(|entry| entry.holds(position, attacker_moves));
        found.map_or_else(Bounds::default, |entry| Bounds::unpack(entry.data))
    }

    fn store(&mut self, position: &P, attacker_moves: bool, bounds: Bounds) {
        let bucket = self.bucket(position, attacker_moves);
        let slot = self.slot_for(bucket, position, attacker_moves);
        let entry = StoredBounds { position: position.clone(), attacker_moves, data: bounds.pack() };
        let index = self.slots[slot] as usize;
        if let Some(old) = index.checked_sub(1).and_then(|index| self.entries.get_mut(index)) {
            *old = entry;
        } else if self.make_room() {
            self.entries.push(entry);
            self.slots[slot] = self.entries.len() as u32;
        }
    }
}

impl<P: Position> StoredBounds<P> {
    fn holds(&self, position: &P, attacker_moves: bool) -> bool {
        self.attacker_moves == attacker_moves && self.position == *position
    }
}
