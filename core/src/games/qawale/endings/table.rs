//! What is known about attacks, by position.

use crate::engine::resources::Resources;
use crate::engine::solver::{FullKey, ProofKey, ResultTable};

type Key = FullKey<[u64; 2]>;
type Entries = <Key as ProofKey>::Table;
/// A place in the table.
pub(super) type Slot = <Entries as ResultTable>::Slot;

/// A table of bounds. It can lose entries, but never confuses positions.
pub(super) struct Table {
    pub entries: Entries,
}

/// What is known about an attack on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The attacker wins within this number of turns; 0 means unknown.
    forced: u8,
    /// The attacker does not win within this number of turns.
    refuted: u8,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Bounds = Bounds { forced: 0, refuted: 0 };

    /// Returns whether the attacker wins within `turns`, if known.
    #[inline]
    pub fn verdict(self, turns: u32) -> Option<bool> {
        if u32::from(self.refuted) >= turns {
            return Some(false);
        }
        (self.forced > 0 && u32::from(self.forced) <= turns).then_some(true)
    }

    /// Adds a result.
    pub fn with(self, wins: bool, turns: u32) -> Bounds {
        match wins {
            true => Bounds { forced: turns as u8, ..self },
            false => Bounds { refuted: turns as u8, ..self },
        }
    }

    fn pack(self) -> u32 {
        1 << 16 | u32::from(self.forced) << 8 | u32::from(self.refuted)
    }

    fn unpack(data: u32) -> Bounds {
        let [refuted, forced, ..] = data.to_le_bytes();
        Bounds { forced, refuted }
    }

    /// Results that took longer to find are worth more.
    fn retention_priority(data: u32) -> u32 {
        let Bounds { forced, refuted } = Bounds::unpack(data);
        u32::from(forced.max(refuted))
    }
}

impl Table {
    /// Creates a table of up to `bytes` of memory, taken as it fills.
    pub fn new(resources: &Resources, bytes: usize) -> Option<Table> {
        Some(Table { entries: Entries::new(resources, 0, true, bytes)? })
    }

    /// Returns the place of an attack by the player to move, or by the other player.
    pub fn slot(&self, key: [u64; 2], attacks: bool) -> Slot {
        self.entries.slot(FullKey(key), attacks)
    }

    pub fn get(&self, slot: Slot) -> Bounds {
        self.entries.get(slot).map_or(Bounds::NONE, Bounds::unpack)
    }

    pub fn put(&self, slot: Slot, bounds: Bounds) {
        self.entries.put(slot, bounds.pack(), Bounds::retention_priority);
    }
}
