//! What a game can tell the solver in addition to its rules, and the tables for its keys.

use std::fmt::Debug;
use std::hash::Hash;
use std::io::Write;

use super::proof_file::{PartReader, ProofFileError};
use crate::engine::resources::{MemoryShortage, Resources};
use crate::model::{Player, Position, StopSignal};

/// A forced win that is known without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticWin {
    /// The winner.
    pub winner: Player,
    /// The maximum number of plies to the win.
    pub plies: u32,
}

/// Proven facts about positions that save search time. Returning nothing is always correct. A fact must hold
/// for every position whose [`Position::terminal_outcome`] is `None`.
///
/// Implemented by [`NoFacts`] for games that know none, and by all implementations of [`Knowledge`], which has
/// an example.
pub trait ProvenFacts<P: Position>: Send + Sync {
    /// Returns a forced win that is visible without search.
    fn static_win(&self, _position: &P) -> Option<StaticWin> {
        None
    }

    /// Returns a lower bound on the number of moves that `player` still needs to make to win in any way.
    fn min_moves_to_win(&self, _position: &P, _player: Player) -> u32 {
        0
    }
}

/// For games that know no facts without a search.
#[derive(Clone, Copy, Debug)]
pub struct NoFacts;

impl<P: Position> ProvenFacts<P> for NoFacts {}

/// What proof-number search requires of a game: no repetitions, no draws, and an exact key for every position.
///
/// Implemented for Ugly Duck and for Replica under the official rules.
/// [`ProofSearch`](super::ProofSearch) turns it into a prover. This example implements it for the pile of
/// stones from the example of [`Position`], with at most 31 stones:
///
/// ```
/// use cygnet_core::engine::solver::{ProvenFacts, Knowledge, ProofLimits, ProofSearch, Prover, StaticWin};
/// # use std::ops::ControlFlow;
/// # use cygnet_core::model::{Evaluate, Outcome, Player, Position, StopSignal};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Pile { stones: u32, to_move: Player }
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// # struct OneToThree;
/// # impl std::fmt::Display for OneToThree {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("one to three") }
/// # }
/// # impl std::error::Error for OneToThree {}
/// # impl Position for Pile {
/// #     type Move = u32;
/// #     type Refusal = OneToThree;
/// #     fn to_move(&self) -> Player { self.to_move }
/// #     fn terminal_outcome(&self) -> Option<Outcome> { None }
/// #     fn visit_moves<B>(&self, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         (1..=self.stones.min(3)).try_for_each(visit)
/// #     }
/// #     fn check_move(&self, taken: u32) -> Result<(), OneToThree> {
/// #         if matches!(taken, 1..=3) && taken <= self.stones { Ok(()) } else { Err(OneToThree) }
/// #     }
/// #     fn after_unchecked(&self, taken: u32) -> Pile {
/// #         Pile { stones: self.stones.saturating_sub(taken), to_move: self.to_move.opponent() }
/// #     }
/// # }
/// # impl Evaluate for Pile {
/// #     fn evaluate(&self) -> i32 { 0 }
/// #     fn max_remaining_plies(&self) -> Option<u32> { Some(self.stones) }
/// # }
///
/// struct Stones;
///
/// impl ProvenFacts<Pile> for Stones {
///     fn static_win(&self, pile: &Pile) -> Option<StaticWin> {
/// // The player to move takes all stones.
///         matches!(pile.stones, 1..=3).then_some(StaticWin { winner: pile.to_move, plies: 1 })
///     }
/// }
///
/// impl Knowledge for Stones {
///     type Position = Pile;
///     type Key = u64;
///
///     fn key_bits(&self) -> u32 {
///         5
///     }
///
/// // The result for the player to move does not depend on who that is.
///     fn key(&self, pile: &Pile) -> u64 {
///         u64::from(pile.stones)
///     }
///
///     fn estimate(&self, _pile: &Pile) -> (u32, u32) {
///         (1, 1)
///     }
/// }
///
/// let mut prover = ProofSearch::new(Stones, 1 << 20).ok_or("too little memory")?;
/// let stop = StopSignal::new();
/// let limits = ProofLimits::new(10_000, &stop);
/// let pile = Pile { stones: 21, to_move: Player::One };
/// assert_eq!(prover.prove(&pile, limits, &mut |_| {}).winner(), Some(Player::One));
/// assert_eq!(prover.winning_move(&pile, limits).0, Some(1));
/// # Ok::<(), &str>(())
/// ```
pub trait Knowledge: ProvenFacts<Self::Position> {
    /// The positions of the game.
    type Position: Position;
    /// The keys of positions: `u64` if positions can be numbered, otherwise [`FullKey`](super::FullKey).
    type Key: ProofKey;

    /// Prepares for a long proof, in at most `threads` threads: slow work that makes every later position
    /// cheaper. The effect must only depend on the game.
    fn prepare(&self, _threads: usize, _stop: &StopSignal) {}

    /// Returns the number of bits of numeric keys, at most 60.
    fn key_bits(&self) -> u32 {
        0
    }

    /// Returns the key of a position. Positions with the same key must have the same result for the player to
    /// move, in the same number of plies.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// Returns the initial proof and disproof numbers of a position, from 1 to 1,000: how hard it looks to
    /// prove that the player to move wins, or loses. They guide the search but cannot make it wrong.
    fn estimate(&self, position: &Self::Position) -> (u32, u32);

    /// Returns whether the player to move wins, as far as known without search. Called before the table lookup,
    /// and only if [`Position::terminal_outcome`] is `None`.
    #[inline]
    fn static_verdict(&self, position: &Self::Position) -> Option<bool> {
        Some(self.static_win(position)?.winner == position.to_move())
    }

    /// Like [`Knowledge::static_verdict`], but slower than a table lookup: called after it, and the answer is
    /// stored.
    #[inline]
    fn slow_verdict(&self, _position: &Self::Position) -> Option<bool> {
        None
    }
}

/// The table for the keys of a game.
pub type TableOf<K> = <<K as Knowledge>::Key as ProofKey>::Table;

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
