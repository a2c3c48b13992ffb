//! What the general solver remembers: how far attacks from a position have been proven or refuted.

use super::knowledge::Knowledge;
use super::table::Table;
use crate::model::{Position, mix};

/// What is known of an attack: one player's attempt to force a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The attacker wins within so many plies, if he does.
    pub forced: Option<u8>,
    /// He does not win within so many plies; [`NEVER`]: within any number.
    pub refuted: Option<u8>,
    /// The number, in the generator's order, of the move that was best for the player to move.
    pub best: u8,
}

/// Stands for any number of plies.
pub const NEVER: u8 = u8::MAX;

impl Bounds {
    /// As 30 bits, never 0.
    #[inline]
    fn pack(self) -> u32 {
        let refuted = self.refuted.map_or(0, |plies| u32::from(plies) + 1);
        let forced = u32::from(self.forced.unwrap_or(NEVER));
        1 << 25 | refuted << 16 | forced << 8 | u32::from(self.best)
    }

    #[inline]
    fn unpack(data: u32) -> Bounds {
        let refuted = (data >> 16 & 0x1FF).checked_sub(1);
        let forced = (data >> 8 & 0xFF) as u8;
        Bounds {
            forced: (forced != NEVER).then_some(forced),
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

/// Remembers bounds. It may forget, but never takes one position for another.
pub trait Memory<P> {
    /// What is known of the attack by the player to move, or by the other.
    fn recall(&self, position: &P, by_mover: bool) -> Bounds;

    /// Remembers.
    fn keep(&mut self, position: &P, by_mover: bool, bounds: Bounds);

    /// The memory it takes, in bytes.
    fn bytes(&self) -> usize;
}

/// Memory that tells positions apart by their numbers.
pub struct Numbered<'a, K> {
    knowledge: &'a K,
    table: Table,
}

impl<'a, K: Knowledge> Numbered<'a, K> {
    /// Memory of at most `bytes`, if these are enough to tell positions apart.
    pub fn new(knowledge: &'a K, bytes: usize) -> Self {
        Numbered { knowledge, table: Table::new(knowledge.key_bits() + 1, bytes) }
    }

    #[inline]
    fn key(&self, position: &K::Position, by_mover: bool) -> u64 {
        2 * self.knowledge.key(position) + u64::from(by_mover)
    }
}

impl<K: Knowledge> Memory<K::Position> for Numbered<'_, K> {
    #[inline]
    fn recall(&self, position: &K::Position, by_mover: bool) -> Bounds {
        let place = self.table.place(self.key(position, by_mover));
        self.table.get(place).map_or_else(Bounds::default, Bounds::unpack)
    }

    #[inline]
    fn keep(&mut self, position: &K::Position, by_mover: bool, bounds: Bounds) {
        let place = self.table.place(self.key(position, by_mover));
        self.table.put(place, bounds.pack(), |data| Bounds::unpack(data).worth());
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// Memory that keeps positions whole and compares them.
pub struct Whole<P> {
    slots: Vec<Option<Slot<P>>>,
}

struct Slot<P> {
    position: P,
    by_mover: bool,
    data: u32,
}

/// The slots that a position may be kept in.
const BUCKET: usize = 4;

impl<P: Position> Whole<P> {
    /// Memory of at most `bytes`, but room for a few positions at least.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Option<Slot<P>>>()).max(BUCKET);
        Whole { slots: (0..1_usize << slots.ilog2()).map(|_| None).collect() }
    }

    #[inline]
    fn bucket(&self, position: &P, by_mover: bool) -> std::ops::Range<usize> {
        let hash = mix(position.hash_key() ^ u64::from(by_mover));
        let start = hash as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        start..start + BUCKET
    }
}

impl<P: Position> Memory<P> for Whole<P> {
    fn recall(&self, position: &P, by_mover: bool) -> Bounds {
        let bucket = &self.slots[self.bucket(position, by_mover)];
        let mut slots = bucket.iter().flatten();
        let found = slots.find(|slot| slot.holds(position, by_mover));
        found.map_or_else(Bounds::default, |slot| Bounds::unpack(slot.data))
    }

    fn keep(&mut self, position: &P, by_mover: bool, bounds: Bounds) {
        let range = self.bucket(position, by_mover);
        let bucket = &mut self.slots[range];
        // 0 for a slot that is free or this position's own, so that it is taken first.
        let worth = |slot: &Option<Slot<P>>| match slot {
            Some(slot) if !slot.holds(position, by_mover) => 1 + Bounds::unpack(slot.data).worth(),
            _ => 0,
        };
        if let Some(slot) = bucket.iter_mut().min_by_key(|slot| worth(slot)) {
            *slot = Some(Slot { position: position.clone(), by_mover, data: bounds.pack() });
        }
    }

    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Slot<P>>>()
    }
}

impl<P: Position> Slot<P> {
    fn holds(&self, position: &P, by_mover: bool) -> bool {
        self.by_mover == by_mover && self.position == *position
    }
}
