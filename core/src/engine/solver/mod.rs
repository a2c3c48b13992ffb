//! The solver: the exact result of a position, with best play and statistics of the proof.
//!
//! A result is reported only when it is proven; until then it is unknown.
//!
//! Start with [`Solver`]: `Solver::new(bytes)` gives it memory in bytes, and `solve` returns a [`Solution`]. To call a
//! prover yourself, see [`solve`] and [`Prover`].

// | file | contents |
// | --- | --- |
// | `entry.rs` | `Solver`: solves a position of any game with the method that suits it |
// | `knowledge.rs` | what a game can tell the solver in addition to its rules, and the interface of its tables |
// | `prover.rs` | `Prover`: the interface of everything that proves results |
// | `proof_search.rs`, `df_pn.rs`, `proof_numbers.rs` | proof-number search: fast, for games without repetitions |
// | `mate_search.rs`, `mate_table.rs` | the general method, for every game: mate search |
// | `proof_table.rs` | exact results by position number, in a fixed amount of memory |
// | `full_key_table.rs` | results by whole position, for games whose positions do not fit into a number |
// | `proof_file.rs` | the file format of a saved table |

mod df_pn;
mod entry;
mod full_key_table;
mod knowledge;
mod mate_search;
mod mate_table;
mod proof_file;
mod proof_numbers;
mod proof_search;
mod proof_table;
mod prover;

pub use entry::Solver;
pub use full_key_table::FullKey;
// Hidden: the tables behind `ProofKey` and their slots, which users of the solver never touch.
#[doc(hidden)]
pub use full_key_table::{FullKeySlot, FullKeyTable};
#[doc(hidden)]
pub use knowledge::ResultTable;
pub use knowledge::{Knowledge, NoFacts, ProofKey, ProvenFacts, StaticWin};
pub use mate_search::MAX_PLIES;
#[doc(hidden)]
pub use proof_file::PartReader;
pub use proof_file::ProofFileError;
pub use proof_search::ProofSearch;
#[doc(hidden)]
pub use proof_table::{ProofSlot, ProofTable};
pub use prover::{Proof, Prover};

use crate::engine::resources::{MemoryShortage, Resources, ThreadShortage};
use crate::engine::search::Deadline;
use crate::model::{Evaluate, Outcome, Position, StopSignal};

pub(crate) use mate_search::MateResult;
use mate_search::MateSearch;
pub(crate) use mate_table::Bounds;
use mate_table::PositionMateTable;

/// The limits and options of a proof.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ProofLimits<'a> {
    /// The positions to search. A proof may search a few hundred more, in Qawale a few thousand in each thread.
    pub positions: u64,
    /// The number of threads. The general method uses one.
    pub threads: usize,
    /// Determines the order of equal moves. Another number gives a different proof. Default 0.
    pub order: u64,
    /// Ends the search once it is raised.
    pub stop: &'a StopSignal,
}

impl<'a> ProofLimits<'a> {
    /// Limits a proof in one thread to this number of positions.
    pub fn new(positions: u64, stop: &'a StopSignal) -> Self {
        ProofLimits { positions, threads: 1, order: 0, stop }
    }

    /// Uses this number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        ProofLimits { threads, ..self }
    }

    /// Returns what is left of the limits after searching `positions`.
    fn minus(self, positions: u64) -> Self {
        ProofLimits { positions: self.positions.saturating_sub(positions), ..self }
    }
}

/// The progress of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofProgress {
    /// The positions searched so far.
    pub positions: u64,
    /// The number of plies within which a win is sought. `None` in proof-number search, which has no horizon.
    pub plies: Option<u32>,
}

/// Called with the progress of a proof from time to time, on the calling thread.
pub type ProofListener<'a> = dyn FnMut(ProofProgress) + 'a;

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution<M> {
    /// The proven result under best play; `None` if unknown.
    pub outcome: Option<Outcome>,
    /// The proven number of plies to a win, if the winner hurries and the loser delays; 0 if the game is over. `None` if
    /// not requested or not found.
    pub plies: Option<u32>,
    /// If the result is unknown: the number of plies within which neither player can force a win, proven. 0
    /// means nothing.
    pub no_win_within: u32,
    /// Moves that keep the result. If `plies` is known, both sides play best to the end. Otherwise the winner
    /// plays moves proven to win, and the loser those that hold out or took the most positions to refute. Empty
    /// if the result is unknown; shorter than the game if a limit was reached or the result is a draw.
    pub line: Vec<M>,
    /// The positions searched.
    pub positions: u64,
    /// The memory for results, in bytes.
    pub bytes: usize,
    /// The threads that searched for the result, or those requested if no search was needed. Plies and lines are found by one thread.
    pub threads: usize,
    /// Set if the system gave fewer threads than requested.
    pub shortage: Option<ThreadShortage>,
    /// Set if the system gave less memory than could be used.
    pub memory_shortage: Option<MemoryShortage>,
}

impl<M> Solution<M> {
    /// Converts the moves of the solution.
    #[must_use]
    pub(crate) fn map_moves<T>(self, map: impl FnMut(M) -> T) -> Solution<T> {
        let Solution {
            outcome,
            plies,
            no_win_within,
            line,
            positions,
            bytes,
            threads,
            shortage,
            memory_shortage,
        } = self;
        let line = line.into_iter().map(map).collect();
        Solution { outcome, plies, no_win_within, line, positions, bytes, threads, shortage, memory_shortage }
    }
}

/// Like [`Prover::prove`], but stops at `end`, which is checked when the prover reports progress. Results found by
/// then stay in the prover.
pub fn prove_until<P: Position>(
    prover: &mut dyn Prover<P>,
    position: &P,
    limits: ProofLimits<'_>,
    end: Option<Deadline<'_>>,
) -> Proof {
    let Some(Deadline { clock, end }) = end else { return prover.prove(position, limits, &mut |_| {}) };
    let stop = StopSignal::new();
    prover.prove(position, ProofLimits { stop: &stop, ..limits }, &mut |_| {
        if limits.stop.is_raised() || clock.now() >= end {
            stop.raise();
        }
    })
}

/// Called from time to time with the prover and the number of positions searched so far, to save the results.
pub type CheckpointFn<'a, P> = dyn FnMut(&dyn Prover<P>, u64) + 'a;

/// A proof without a position limit counts as long after this number of positions.
const LONG_PROOF: u64 = 500_000;
/// The number of positions between checkpoints of a long proof.
const CHECKPOINT_INTERVAL: u64 = 4_000_000;

/// Like [`Prover::prove`]. Works in slices if there is no position limit or if there are checkpoints, and
/// calls [`Prover::prepare`] for a long proof without a limit. Other proofs run in one piece, so that their
/// statistics are reproducible.
fn prove_long<P: Position>(
    prover: &mut dyn Prover<P>,
    position: &P,
    limits: ProofLimits<'_>,
    listener: &mut ProofListener<'_>,
    mut on_checkpoint: Option<&mut CheckpointFn<'_, P>>,
) -> Proof {
    let is_unlimited = limits.positions == u64::MAX;
    let mut before = 0;
    loop {
        let slice = match before {
            _ if !is_unlimited && on_checkpoint.is_none() => u64::MAX,
            0 => LONG_PROOF,
            _ => CHECKPOINT_INTERVAL,
        };
        let left = limits.minus(before);
        let slice = ProofLimits { positions: slice.min(left.positions), ..left };
        let mut listener = |progress: ProofProgress| {
            listener(ProofProgress { positions: before + progress.positions, ..progress })
        };
        let proof = prover.prove(position, slice, &mut listener);
        let is_first = before == 0;
        before += proof.positions;
        if let Some(on_checkpoint) = &mut on_checkpoint {
            on_checkpoint(prover, before);
        }
        if proof.outcome.is_some() || before >= limits.positions || limits.stop.is_raised() {
            return Proof { positions: before, ..proof };
        }
        if is_first && is_unlimited {
            prover.prepare(limits.threads, limits.stop);
        }
    }
}

/// Solves `position` with `prover`. Finds the number of plies if `distance` is set. `on_checkpoint` can save
/// results.
#[must_use]
pub fn solve_by<P: Position>(
    prover: &mut dyn Prover<P>,
    position: &P,
    distance: bool,
    limits: ProofLimits<'_>,
    listener: &mut ProofListener<'_>,
    on_checkpoint: Option<&mut CheckpointFn<'_, P>>,
) -> Solution<P::Move> {
    let decided = position.outcome();
    let proof = match decided {
        Some(_) => Proof { outcome: decided, positions: 0, threads: 0 },
        None => prove_long(prover, position, limits, listener, on_checkpoint),
    };
    let shortage = match proof.threads {
        0 => None,
        started => ThreadShortage::of(started, limits.threads.max(1)),
    };
    let outcome = proof.outcome;
    let result = Solution {
        outcome,
        plies: decided.map(|_| 0),
        no_win_within: 0,
        line: Vec::new(),
        positions: proof.positions,
        bytes: prover.bytes(),
        threads: shortage.map_or(limits.threads, |shortage| shortage.started),
        shortage,
        memory_shortage: prover.memory_shortage(),
    };
    if decided.is_some() || outcome.is_none() {
        return result;
    }
    let rest = limits.minus(proof.positions);
    let (plies, line, more) = match proof.winner() {
        Some(winner) if distance => prover.distance(position, winner, rest, listener),
        _ => {
            let (line, more) = prover.line(position, rest);
            (None, line, more)
        }
    };
    Solution { plies, line, positions: proof.positions + more, ..result }
}

/// Solves `position` with the general method in `bytes` of memory: looks for a forced win of either player
/// within one ply, two plies, and so on. If positions can repeat, this proves wins and losses but never
/// draws.
///
/// ```
/// use cygnet_core::engine::solver::{ProofLimits, solve};
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{Game, Outcome, StopSignal};
///
/// let stop = StopSignal::new();
/// let limits = ProofLimits::new(10_000, &stop);
/// let position = Qawale::Eight.read_position("d,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4")?;
/// let solution = solve(&position, 1 << 20, limits, &mut |_| {});
/// assert_eq!(solution.outcome, Some(Outcome::Draw));
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
#[must_use]
pub fn solve<P: Evaluate>(
    position: &P,
    bytes: usize,
    limits: ProofLimits<'_>,
    listener: &mut ProofListener<'_>,
) -> Solution<P::Move> {
    solve_with(&Resources::default(), position, MAX_PLIES, bytes, limits, listener)
}

/// Like [`solve`], but looks only for wins within `plies`, with memory from `resources`. If there is less
/// memory, fewer results are kept.
#[must_use]
pub fn solve_with<P: Evaluate>(
    resources: &Resources,
    position: &P,
    plies: u32,
    bytes: usize,
    limits: ProofLimits<'_>,
    listener: &mut ProofListener<'_>,
) -> Solution<P::Move> {
    let mut table = PositionMateTable::new(resources, bytes);
    let mut search = MateSearch::new(&NoFacts, &mut table, limits, listener);
    let found = search.outcome(position, plies);
    let no_win_within = if found.is_none() { search.refuted } else { 0 };
    let (outcome, plies) = found.map_or((None, None), |(outcome, plies)| (Some(outcome), plies));
    let line = outcome.map_or_else(Vec::new, |outcome| search.line(position, outcome, plies));
    let positions = search.positions;
    Solution {
        outcome,
        plies,
        no_win_within,
        line,
        positions,
        bytes: table.bytes(),
        threads: 1,
        shortage: None,
        memory_shortage: table.shortage(),
    }
}
