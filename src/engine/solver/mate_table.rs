//! The tables of mate search: how far attacks from a position have been proven or refuted.

use super::knowledge::Knowledge;
use super::proof_table::ProofTable;
use crate::model::{Position, mix};

/// What is known of an attack: one player's attempt to force a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The attacker wins within so many plies, if he does.
    pub forced: Option<u8>,
    /// He does not win within so many plies; [`FOR_GOOD`]: within any number.
    pub refuted: Option<u8>,
    /// The number, in the generator's order, of the move that was best for the player to move.
    pub best: u8,
}

/// Stands for any number of plies.
pub const FOR_GOOD: u8 = u8::MAX;

impl Bounds {
    /// As 30 bits, never 0.
    #[inline]
    fn pack(self) -> u32 {
        let refuted = self.refuted.map_or(0, |plies| u32::from(plies) + 1);
        let forced = u32::from(self.forced.unwrap_or(FOR_GOOD));
        1 << 25 | refuted << 16 | forced << 8 | u32::from(self.best)
    }

    #[inline]
    fn unpack(data: u32) -> Bounds {
        let refuted = (data >> 16 & 0x1FF).checked_sub(1);
        let forced = (data >> 8 & 0xFF) as u8;
        Bounds {
            forced: (forced != FOR_GOOD).then_some(forced),
            refuted: refuted.map(|plies| plies as u8),
            best: (data & 0xFF) as u8,
        }
    }

    /// How far this reaches: what took longer to find is worth more.
    #[inline]
    fn worth(self) -> u32 {
        u32::from(self.forced.unwrap_or(0)) + u32::from(self.refuted.unwrap_or(0))
    }
}

/// A table of bounds. It may lose some, but never takes one position for another.
pub trait MateTable<P> {
    /// What is known of the attack, by the player to move or by the other.
    fn probe(&self, position: &P, attacker_moves: bool) -> Bounds;

    /// Stores what is known.
    fn store(&mut self, position: &P, attacker_moves: bool, bounds: Bounds);

    /// The memory it takes, in bytes.
    fn bytes(&self) -> usize;
}

/// A table that tells positions apart by their exact keys.
pub struct KeyedMateTable<'a, K> {
    knowledge: &'a K,
    table: ProofTable,
}

impl<'a, K: Knowledge> KeyedMateTable<'a, K> {
    /// A table of at most `bytes`, if these are enough to tell positions apart.
    pub fn new(knowledge: &'a K, bytes: usize) -> Self {
        KeyedMateTable { knowledge, table: ProofTable::new(knowledge.key_bits() + 1, bytes) }
    }

    #[inline]
    fn key(&self, position: &K::Position, attacker_moves: bool) -> u64 {
        2 * self.knowledge.key(position) + u64::from(attacker_moves)
    }
}

impl<K: Knowledge> MateTable<K::Position> for KeyedMateTable<'_, K> {
    #[inline]
    fn probe(&self, position: &K::Position, attacker_moves: bool) -> Bounds {
        let place = self.table.place(self.key(position, attacker_moves));
        self.table.get(place).map_or_else(Bounds::default, Bounds::unpack)
    }

    #[inline]
    fn store(&mut self, position: &K::Position, attacker_moves: bool, bounds: Bounds) {
        let place = self.table.place(self.key(position, attacker_moves));
        self.table.put(place, bounds.pack(), |data| Bounds::unpack(data).worth());
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// A table that keeps whole positions and compares them.
pub struct PositionMateTable<P> {
    slots: Vec<Option<StoredBounds<P>>>,
}

struct StoredBounds<P> {
    position: P,
    attacker_moves: bool,
    data: u32,
}

/// The slots that a position may be kept in.
const BUCKET: usize = 4;

impl<P: Position> PositionMateTable<P> {
    /// A table of at most `bytes`, but with room for a few positions at least.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Option<StoredBounds<P>>>()).max(BUCKET);
        PositionMateTable { slots: (0..1_usize << slots.ilog2()).map(|_| None).collect() }
    }

    #[inline]
    fn bucket(&self, position: &P, attacker_moves: bool) -> std::ops::Range<usize> {
        let hash = mix(position.hash_key() ^ u64::from(attacker_moves));
        let start = hash as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        start..start + BUCKET
    }
}

impl<P: Position> MateTable<P> for PositionMateTable<P> {
    fn probe(&self, position: &P, attacker_moves: bool) -> Bounds {
        let bucket = &self.slots[self.bucket(position, attacker_moves)];
        let mut slots = bucket.iter().flatten();
        let found = slots.find(|slot| slot.holds(position, attacker_moves));
        found.map_or_else(Bounds::default, |slot| Bounds::unpack(slot.data))
    }

    fn store(&mut self, position: &P, attacker_moves: bool, bounds: Bounds) {
        let range = self.bucket(position, attacker_moves);
        let bucket = &mut self.slots[range];
        // 0 for a slot that is free or this position's own, so that it is taken first.
        let worth = |slot: &Option<StoredBounds<P>>| match slot {
            Some(slot) if !slot.holds(position, attacker_moves) => 1 + Bounds::unpack(slot.data).worth(),
            _ => 0,
        };
        if let Some(slot) = bucket.iter_mut().min_by_key(|slot| worth(slot)) {
            *slot = Some(StoredBounds { position: position.clone(), attacker_moves, data: bounds.pack() });
        }
    }

    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<StoredBounds<P>>>()
    }
}

impl<P: Position> StoredBounds<P> {
    fn holds(&self, position: &P, attacker_moves: bool) -> bool {
        self.attacker_moves == attacker_moves && self.position == *position
    }
}
