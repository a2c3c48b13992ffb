//! The solver: the exact result of a position, with best play and the figures of the proof.
//!
//! Nothing here guesses. A result is told when it has been proven, and until then the answer is that it is unknown.
//!
//! | file | what |
//! | --- | --- |
//! | `entry.rs` | [`Solver`]: a position of any game, solved in the way that suits the game |
//! | `knowledge.rs` | what a game may tell the solver beyond its rules |
//! | `prover.rs`, `df_pn.rs`, `proof_numbers.rs` | the fast way, for games without repetitions that have an exact key for every position: proof-number search |
//! | `mate_search.rs`, `mate_table.rs` | the general way, for every game: can a player force a win within so many plies? |
//! | `book.rs` | proven moves near a position |
//! | `proof_table.rs` | results in a fixed amount of memory, without mistaking one position for another |

mod book;
mod df_pn;
mod entry;
mod knowledge;
mod mate_search;
mod mate_table;
mod proof_numbers;
mod proof_table;
mod prover;

pub use book::{Book, BookBuilder, BookMove};
pub use entry::Solver;
pub use knowledge::{Hints, Knowledge, NoHints, StaticWin};
pub use mate_search::MAX_PLIES;
pub use prover::{ProofSearch, Prover};

use crate::engine::resources::{MemoryShortage, Resources, ThreadShortage};
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
    fn less(self, positions: u64) -> Self {
        ProofLimits { positions: self.positions.saturating_sub(positions), ..self }
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The positions looked at so far.
    pub positions: u64,
    /// The number of plies within which a win is looked for; `None` in proof-number search, which has no horizon.
    pub plies: Option<u32>,
}

/// Hears of the progress of a proof now and then, on the thread that asked for it.
pub type ProgressListener<'a> = dyn FnMut(Progress) + 'a;

/// The answer to the question what a position's result is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution<M> {
    /// The result under best play, proven; `None` if it is unknown.
    pub outcome: Option<Outcome>,
    /// After how many plies a win comes, if the winner hurries and the loser delays, proven; `None` if it was not asked
    /// for or not found.
    pub plies: Option<u32>,
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
        let Solution { outcome, plies, line, positions, bytes, threads, shortage, memory_shortage } = self;
        let line = line.into_iter().map(map).collect();
        Solution { outcome, plies, line, positions, bytes, threads, shortage, memory_shortage }
    }
}

/// Solves `position` by `prover`. With `distance`, the number of plies is looked for too.
#[must_use]
pub fn solve_by<P: Position>(
    prover: &mut dyn Prover<P>,
    position: &P,
    distance: bool,
    limits: ProofLimits<'_>,
    listener: &mut ProgressListener<'_>,
) -> Solution<P::Move> {
    let (bytes, threads) = (prover.bytes(), limits.threads);
    let nothing = Solution {
        outcome: None,
        plies: None,
        line: Vec::new(),
        positions: 0,
        bytes,
        threads,
        shortage: None,
        memory_shortage: prover.memory_shortage(),
    };
    if let Some(outcome) = position.outcome() {
        return Solution { outcome: Some(outcome), plies: Some(0), ..nothing };
    }
    let proof = prover.prove(position, limits, listener);
    let shortage = match proof.threads {
        0 => None,
        started => ThreadShortage::of(started, threads.max(1)),
    };
    let threads = shortage.map_or(threads, |shortage| shortage.started);
    let nothing = Solution { threads, shortage, ..nothing };
    let Some(winner) = proof.winner else { return Solution { positions: proof.positions, ..nothing } };
    let rest = limits.less(proof.positions);
    let (plies, line, more) = match distance {
        true => prover.distance(position, winner, rest, listener),
        false => {
            let (line, more) = prover.line(position, rest);
            (None, line, more)
        }
    };
    let outcome = Some(Outcome::Win(winner));
    Solution { outcome, plies, line, positions: proof.positions + more, ..nothing }
}

/// Solves `position` in the general way, within `bytes` of memory: looks for a forced win of either player within one ply,
/// within two, and so on. Where positions can repeat, this proves wins and losses, and never a draw.
///
/// ```
/// use cygnet::engine::solver::{ProofLimits, solve};
/// use cygnet::games::qawale::Qawale;
/// use cygnet::model::{Game, Outcome, StopSignal};
///
/// let stop = StopSignal::new();
/// let limits = ProofLimits { positions: 10_000, threads: 1, stop: &stop };
/// let position = Qawale.read_position("d,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4")?;
/// let solution = solve(&position, 1 << 20, limits, &mut |_| {});
/// assert_eq!(solution.outcome, Some(Outcome::Draw));
/// # Ok::<(), cygnet::model::NotationError>(())
/// ```
#[must_use]
pub fn solve<P: Evaluate>(
    position: &P,
    bytes: usize,
    limits: ProofLimits<'_>,
    listener: &mut ProgressListener<'_>,
) -> Solution<P::Move> {
    solve_with(&Resources::default(), position, bytes, limits, listener)
}

/// As [`solve`], with memory from `resources`. Where these give less, fewer results are kept.
#[must_use]
pub fn solve_with<P: Evaluate>(
    resources: &Resources,
    position: &P,
    bytes: usize,
    limits: ProofLimits<'_>,
    listener: &mut ProgressListener<'_>,
) -> Solution<P::Move> {
    let table = PositionMateTable::new(resources, bytes);
    let mut listener = |progress| listener(progress);
    let mut search = MateSearch::new(&NoHints, table, limits, &mut listener);
    let found = search.outcome(position);
    let (outcome, plies) = found.map_or((None, None), |(outcome, plies)| (Some(outcome), plies));
    let line = outcome.map_or_else(Vec::new, |outcome| search.line(position, outcome, plies));
    let (positions, table) = (search.positions(), search.table());
    let (bytes, memory_shortage) = (table.bytes(), table.shortage());
    Solution { outcome, plies, line, positions, bytes, threads: 1, shortage: None, memory_shortage }
}
