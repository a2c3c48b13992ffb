//! The interface of the tables of proof-number search, for any kind of key.

use std::fmt::Debug;
use std::hash::Hash;
use std::io::Write;

use super::proof_file::{PartReader, ProofFileError};
use crate::engine::resources::{MemoryShortage, Resources};

/// An exact key of a position. It determines the type of table.
///
/// Implemented by `u64`, for games whose positions can be numbered, and by [`FullKey`](super::FullKey) for
/// all others.
pub trait ProofKey: Copy + Eq + Debug + Send + Sync + 'static {
    /// The table for these keys.
    type Table: ResultTable<Key = Self>;
}

/// A shared table of results by exact keys, in bounded memory. It can lose results, but never confuses keys.
pub trait ResultTable: Send + Sync + Sized {
    /// The type of the keys.
    type Key;
    /// A prepared key, ready for lookups.
    type Slot: Copy + Eq + Hash + Debug + Send + Sync;

    /// Returns the minimum memory in bytes that distinguishes all keys of `key_bits` bits, including marks.
    fn min_bytes(key_bits: u32) -> usize;

    /// Creates a table for keys of `key_bits` bits, plus a mark if `has_attacker_bit` is set, in at most
    /// `bytes` of memory or the minimum. `None` if that is not available.
    fn new(resources: &Resources, key_bits: u32, has_attacker_bit: bool, bytes: usize) -> Option<Self>;

    /// Makes room for `results` results, as far as `bytes` of memory and the system allow, and keeps all
    /// entries. The default is for tables that grow as they fill.
    fn make_room(
        &mut self,
        _resources: &Resources,
        _results: u64,
        _bytes: usize,
        _retention_priority: impl Fn(u32) -> u32,
    ) {
    }

    /// Returns the slot of a key with a mark. Without marks, the slot only depends on the key.
    fn slot(&self, key: Self::Key, mark: bool) -> Self::Slot;

    /// Returns a number for a slot, never 0. Different slots rarely share a number.
    fn slot_id(slot: Self::Slot) -> u64;

    /// Starts to fetch a slot from memory, if that pays off. The returned bits are meaningless. Prefetching
    /// many slots before the first read makes their cache misses overlap.
    fn prefetch(&self, slot: Self::Slot) -> u64;

    /// Returns the data stored for a slot.
    fn get(&self, slot: Self::Slot) -> Option<u32>;

    /// Stores `data`, which must be positive and below 2^30. If there is no room, replaces the entry with the
    /// lowest `retention_priority`.
    fn put(&self, slot: Self::Slot, data: u32, retention_priority: impl Fn(u32) -> u32);

    /// Writes all entries.
    ///
    /// # Errors
    /// The system reported an error, or tables of this kind cannot be saved.
    fn write(&self, _out: &mut dyn Write) -> Result<(), ProofFileError> {
        Err(ProofFileError::Unsupported)
    }

    /// Adds the entries that a table for the same keys, of any size, has written.
    ///
    /// # Errors
    /// The input cannot be read or is damaged: then the table must be cleared. Or tables of this kind cannot
    /// be saved.
    fn read(
        &self,
        _input: &mut PartReader<'_>,
        _retention_priority: impl Fn(u32) -> u32,
    ) -> Result<(), ProofFileError> {
        Err(ProofFileError::Unsupported)
    }

    /// Clears the table.
    fn clear(&mut self);

    /// Returns the memory in use, in bytes.
    fn bytes(&self) -> usize;

    /// Returns the shortage if there was less memory than the table could use.
    fn shortage(&self) -> Option<MemoryShortage>;
}
