//! What proof-number search asks of a table, whatever the keys of the game are.

use std::fmt::Debug;
use std::hash::Hash;
use std::io::Write;

use super::proof_file::{PartReader, ProofFileError};
use crate::engine::resources::{MemoryShortage, Resources};

/// An exact key of a position, and with it the kind of table that keeps results by such keys.
///
/// Implemented by `u64`, for games whose positions can be numbered, and by [`FullKey`](super::FullKey), for all others.
pub trait ProofKey: Copy + Eq + Debug + Send + Sync + 'static {
    /// The table for these keys.
    type Table: ResultTable<Key = Self>;

    /// The key as a number that no other key has, if there is one.
    fn number(self) -> Option<u64>;
}

/// A table of results by exact keys, in bounded memory, that threads share. It may lose results, but never takes one key for another.
pub trait ResultTable: Send + Sync + Sized {
    /// The keys.
    type Key;
    /// A key in the table's order.
    type Slot: Copy + Eq + Hash + Debug + Send + Sync;

    /// The least memory, in bytes, in which keys of so many bits, marks among them, can be told apart.
    fn min_bytes(key_bits: u32) -> usize;

    /// A table for keys of so many bits, and for a mark besides if it `has_attacker_bit`, in at most `bytes` of memory, or the least there can be;
    /// `None` where there is no memory for that.
    fn new(resources: &Resources, key_bits: u32, has_attacker_bit: bool, bytes: usize) -> Option<Self>;

    /// Makes room for so many results, as far as `bytes` of memory and the system allow it; what is stored stays. The default is for tables that
    /// take memory as they fill.
    fn make_room(
        &mut self,
        _resources: &Resources,
        _results: u64,
        _bytes: usize,
        _retention_priority: impl Fn(u32) -> u32,
    ) {
    }

    /// Where a key with a mark belongs. Without marks there is only one.
    fn slot(&self, key: Self::Key, mark: bool) -> Self::Slot;

    /// A number for a place, never 0. Different places may share one, but seldom do.
    fn slot_id(slot: Self::Slot) -> u64;

    /// Begins to fetch a place from memory, if that pays: the bits returned mean nothing. Fetching many places before reading the first
    /// lets the processor wait for all of them together.
    fn prefetch(&self, slot: Self::Slot) -> u64;

    /// What is stored for a place.
    fn get(&self, slot: Self::Slot) -> Option<u32>;

    /// Stores `data`, which is not 0 and is below 2^30. Where there is no room, what has the
    /// smallest `retention_priority` goes.
    fn put(&self, slot: Self::Slot, data: u32, retention_priority: impl Fn(u32) -> u32);

    /// Writes all there is.
    ///
    /// # Errors
    /// The system refuses, or tables of this kind cannot be kept.
    fn write(&self, _out: &mut dyn Write) -> Result<(), ProofFileError> {
        Err(ProofFileError::Unsupported)
    }

    /// Takes in what a table for the same keys, of any size, has written.
    ///
    /// # Errors
    /// It cannot be read, or is damaged: then the table must be emptied. Or tables of this kind cannot be kept.
    fn read(
        &self,
        _input: &mut PartReader<'_>,
        _retention_priority: impl Fn(u32) -> u32,
    ) -> Result<(), ProofFileError> {
        Err(ProofFileError::Unsupported)
    }

    /// Empties it.
    fn clear(&mut self);

    /// The memory it takes, in bytes.
    fn bytes(&self) -> usize;

    /// Whether there was less memory than it had use for.
    fn shortage(&self) -> Option<MemoryShortage>;
}
