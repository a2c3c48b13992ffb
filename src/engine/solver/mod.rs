//! The solver: the exact result of a position, with best play and the figures of the proof.
//!
//! Nothing here guesses. A result is told when it has been proven, and until then the answer is that it is unknown.
//!
//! | file | what |
//! | --- | --- |
//! | `entry.rs` | [`Solver`]: a position of any game, solved in the way that suits the game |
//! | `knowledge.rs` | what a game may tell the solver beyond its rules |
//! | `prover.rs`, `proof_number.rs`, `numbers.rs` | the fast way, for games without cycles that number their positions: proof-number search |
//! | `attack.rs`, `memory.rs` | the general way, for every game: can a player force a win within so many plies? |
//! | `book.rs` | proven moves near a position |
//! | `table.rs` | results in a fixed amount of memory, without mistaking one position for another |

mod attack;
mod book;
mod entry;
mod knowledge;
mod memory;
mod numbers;
mod proof_number;
mod prover;
mod table;

pub use attack::FARTHEST;
pub use book::{Page, Writer};
pub use entry::Solver;
pub use knowledge::{Hints, Knowledge, NoHints, Seen};
pub use prover::{ProofSearch, Prover};

use crate::model::{Evaluate, Outcome, Position, StopSignal};

use attack::Attacks;
use memory::{Memory, Whole};

/// What a proof may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// The positions to look at; with several threads a few more may be.
    pub positions: u64,
    /// How many threads search; the general way uses one.
    pub threads: usize,
    /// Ends the search once it is raised.
    pub stop: &'a StopSignal,
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The positions looked at so far.
    pub positions: u64,
    /// The number of plies within which a win is looked for; `None` in proof-number search, which has no horizon.
    pub plies: Option<u32>,
}

/// Receives the progress of a proof now and then, on the thread that asked for it.
pub type Listener<'a> = dyn FnMut(Progress) + 'a;

/// The answer to the question what a position's result is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The result under best play, proven; `None` if it is unknown.
    pub outcome: Option<Outcome>,
    /// After how many plies a win comes, if the winner hurries and the loser delays, proven; `None` if it was not asked
    /// for or not found.
    pub plies: Option<u32>,
    /// Moves that keep the result. If `plies` is known, both sides play best to the end; else the winner plays moves proven
    /// to win, and the loser those that took the most positions to refute. Empty if the result is unknown, shorter
    /// than the game if the effort ended or the result is a draw.
    pub line: Vec<M>,
    /// The positions looked at.
    pub positions: u64,
    /// The memory for results, in bytes.
    pub bytes: usize,
    /// The threads that searched for the result; plies and lines are found by one.
    pub threads: usize,
}

impl<M> Solution<M> {
    /// The same with each move as something else.
    pub fn map_moves<T>(self, map: impl FnMut(M) -> T) -> Solution<T> {
        let Solution { outcome, plies, line, positions, bytes, threads } = self;
        Solution { outcome, plies, line: line.into_iter().map(map).collect(), positions, bytes, threads }
    }
}

/// Solves `position` by `prover`. With `distance`, the number of plies is looked for too.
pub fn solve_by<P: Position>(
    prover: &mut dyn Prover<P>,
    position: &P,
    distance: bool,
    effort: Effort<'_>,
    listener: &mut Listener<'_>,
) -> Solution<P::Move> {
    let (bytes, threads) = (prover.bytes(), effort.threads);
    let nothing = Solution { outcome: None, plies: None, line: Vec::new(), positions: 0, bytes, threads };
    if let Some(outcome) = position.outcome() {
        return Solution { outcome: Some(outcome), plies: Some(0), ..nothing };
    }
    let proof = prover.prove(position, effort, listener);
    let Some(winner) = proof.winner else { return Solution { positions: proof.positions, ..nothing } };
    let rest = Effort { positions: effort.positions.saturating_sub(proof.positions), ..effort };
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
/// within two, and so on. Where positions can come again, this proves wins and losses, and never a draw.
///
/// ```
/// use cygnet::engine::solver::{Effort, solve};
/// use cygnet::games::qawale::Qawale;
/// use cygnet::model::{Game, Outcome, StopSignal};
///
/// let stop = StopSignal::new();
/// let effort = Effort { positions: 10_000, threads: 1, stop: &stop };
/// let position = Qawale.read_position("d,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4")?;
/// let solution = solve(&position, 1 << 20, effort, &mut |_| {});
/// assert_eq!(solution.outcome, Some(Outcome::Draw));
/// # Ok::<(), cygnet::model::NotationError>(())
/// ```
pub fn solve<P: Evaluate>(
    position: &P,
    bytes: usize,
    effort: Effort<'_>,
    listener: &mut Listener<'_>,
) -> Solution<P::Move> {
    let memory = Whole::new(bytes);
    let bytes = memory.bytes();
    let mut listener = |progress| listener(progress);
    let mut attacks = Attacks::new(&NoHints, memory, effort, &mut listener);
    let found = attacks.outcome(position);
    let (outcome, plies) = found.map_or((None, None), |(outcome, plies)| (Some(outcome), plies));
    let line = outcome.map_or_else(Vec::new, |outcome| attacks.line(position, outcome, plies));
    Solution { outcome, plies, line, positions: attacks.positions(), bytes, threads: 1 }
}
