//! The solver: the exact result of a position, with best play and the figures of the proof.
//!
//! Nothing here guesses. A result is told when it has been proven, and until then the answer is that it is unknown.
//!
//! | file | what |
//! | --- | --- |
//! | `entry.rs` | [`Solver`]: a position of any game, solved in the way that suits the game |
//! | `knowledge.rs` | what a game may tell the solver beyond its rules |
//! | `prover.rs` | [`Prover`]: whoever proves results, as the rest of the program sees it |
//! | `proof_search.rs`, `df_pn.rs`, `proof_numbers.rs` | the fast way, for games without repetitions: proof-number search |
//! | `mate_search.rs`, `mate_table.rs` | the general way, for every game: can a player force a win within so many plies? |
//! | `book.rs` | proven moves near a position |
//! | `result_table.rs` | what proof-number search asks of a table |
//! | `proof_table.rs` | results by numbers of positions in a fixed amount of memory, without mistaking one position for another |
//! | `full_key_table.rs` | results by whole positions, for games whose positions have too many bits for a number |
//! | `proof_file.rs` | what a table holds in a file |

mod book;
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
mod result_table;

pub use book::{BookBuilder, BookMove, ProvenBook};
pub use entry::Solver;
pub use full_key_table::FullKey;
pub use knowledge::{Hints, Knowledge, NoHints, StaticWin};
pub use mate_search::MAX_PLIES;
pub use proof_file::ProofFileError;
pub use proof_search::ProofSearch;
pub use prover::{Proof, Prover};
pub use result_table::{ProofKey, ResultTable};

use crate::engine::resources::{MemoryShortage, Resources, ThreadShortage};
use crate::engine::search::Deadline;
use crate::model::{Evaluate, Outcome, Position, StopSignal};

use mate_search::MateSearch;
use mate_table::PositionMateTable;

/// What a proof may cost.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits<'a> {
    /// The positions to look at; with several threads a few more may be.
    pub positions: u64,
    /// How many threads search; the general way uses one.
    pub threads: usize,
    /// Ends the search once it is raised.
    pub stop: &'a StopSignal,
}

impl ProofLimits<'_> {
    /// What is left of the limits after so many positions.
    fn minus(self, positions: u64) -> Self {
        ProofLimits { positions: self.positions.saturating_sub(positions), ..self }
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofProgress {
    /// The positions looked at so far.
    pub positions: u64,
    /// The number of plies within which a win is looked for; `None` in proof-number search, which has no horizon.
    pub plies: Option<u32>,
}

/// Hears of the progress of a proof now and then, on the thread that asked for it.
pub type ProofListener<'a> = dyn FnMut(ProofProgress) + 'a;

/// The answer to the question what a position's result is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution<M> {
    /// The result under best play, proven; `None` if it is unknown.
    pub outcome: Option<Outcome>,
    /// After how many plies a win comes, if the winner hurries and the loser delays, proven; `None` if it was not asked
    /// for or not found.
    pub plies: Option<u32>,
    /// Where the result is unknown, the number of plies within which neither player can force a win, proven; 0 says nothing.
    pub no_win_within: u32,
    /// Moves that keep the result. If `plies` is known, both sides play best to the end; else the winner plays moves proven
    /// to win, and the loser those that took the most positions to refute. Empty if the result is unknown, shorter
    /// than the game if a limit was reached or the result is a draw.
    pub line: Vec<M>,
    /// The positions looked at.
    pub positions: u64,
    /// The memory for results, in bytes.
    pub bytes: usize,
    /// The threads that searched for the result; plies and lines are found by one.
    pub threads: usize,
    /// Set where the system gave fewer threads than were asked for.
    pub shortage: Option<ThreadShortage>,
    /// Set where the system gave less memory than there was use for.
    pub memory_shortage: Option<MemoryShortage>,
}

impl<M> Solution<M> {
    /// The same with each move as something else.
    #[must_use]
    pub fn map_moves<T>(self, map: impl FnMut(M) -> T) -> Solution<T> {
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

/// With a limit of time, a proof looks at the clock after so many positions: few at first, and more while they take a small part of the time
/// that is left.
const CLOCK_INTERVALS: (u64, u64) = (128, 4_000);
/// That small part.
const CLOCK_CHECK_SHARE: u32 = 16;

/// As [`Prover::prove`], but no longer than to `end`. What was found by then stays with the prover.
pub fn prove_until<P: Position>(
    prover: &mut dyn Prover<P>,
    position: &P,
    limits: ProofLimits<'_>,
    end: Option<Deadline<'_>>,
) -> Proof {
    let Some(end) = end else { return prover.prove(position, limits, &mut |_| {}) };
    let (mut before, mut interval) = (0, CLOCK_INTERVALS.0);
    let mut began = end.clock.now();
    loop {
        let left = limits.minus(before);
        let slice = ProofLimits { positions: left.positions.min(interval), ..left };
        let proof = prover.prove(position, slice, &mut |_| {});
        before += proof.positions;
        let now = end.clock.now();
        let is_over = before >= limits.positions || now >= end.end || limits.stop.is_raised();
        // A proof that ends before its limit has nothing left to look at.
        if proof.outcome.is_some() || is_over || proof.positions < slice.positions {
            return Proof { positions: before, ..proof };
        }
        let is_quick = now.saturating_sub(began) * CLOCK_CHECK_SHARE < end.end.saturating_sub(now);
        interval = if is_quick { interval * 2 } else { interval / 2 };
        interval = interval.clamp(CLOCK_INTERVALS.0, CLOCK_INTERVALS.1);
        began = now;
    }
}

/// Is called with the prover now and then, and with the positions looked at so far, to keep what it has found.
pub type CheckpointFn<'a, P> = dyn FnMut(&dyn Prover<P>, u64) + 'a;

/// A proof without a limit of positions that has taken so many is long.
const LONG_PROOF: u64 = 500_000;
/// The positions of a long proof after which its keeper is called.
const CHECKPOINT_INTERVAL: u64 = 4_000_000;

/// As [`Prover::prove`]. A proof without limit, or with a keeper, is made piece by piece; and one without limit is prepared for if it is
/// long. What is limited is proven in one piece, so that its figures depend on nothing else.
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
        let piece = match before {
            _ if !is_unlimited && on_checkpoint.is_none() => u64::MAX,
            0 => LONG_PROOF,
            _ => CHECKPOINT_INTERVAL,
        };
        let left = limits.minus(before);
        let piece = ProofLimits { positions: piece.min(left.positions), ..left };
        let mut listener = |progress: ProofProgress| {
            listener(ProofProgress { positions: before + progress.positions, ..progress })
        };
        let proof = prover.prove(position, piece, &mut listener);
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

/// Solves `position` by `prover`. With `distance`, the number of plies is looked for too. A `on_checkpoint` keeps what has been found.
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

/// Solves `position` in the general way, within `bytes` of memory: looks for a forced win of either player within one ply,
/// within two, and so on. Where positions can repeat, this proves wins and losses, and never a draw.
///
/// ```
/// use cygnet_core::engine::solver::{ProofLimits, solve};
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{Game, Outcome, StopSignal};
///
/// let stop = StopSignal::new();
/// let limits = ProofLimits { positions: 10_000, threads: 1, stop: &stop };
/// let position = Qawale.read_position("d,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4")?;
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

/// As [`solve`], but no win is looked for that takes more than so many plies, and with memory from `resources`. Where these give less,
/// fewer results are kept.
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
    let mut search = MateSearch::new(&NoHints, &mut table, limits, listener);
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
