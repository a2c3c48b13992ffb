//! The public solver: solves a position of any game with the method that suits it.

use super::{CheckpointFn, MAX_PLIES, ProofLimits, ProofListener, Prover, Solution, solve_by};
use crate::engine::bots::EngineGame;
use crate::model::{Mv, Position, StopSignal};

/// Solves positions. The fields are its limits and options.
///
/// ```
/// use cygnet_core::engine::solver::Solver;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, Outcome, Player};
///
/// // Player 1's duck is a swan after one move and home after four more. Player 2's needs four moves to be
/// // a swan.
/// let position = CLASSIC.read_position("5/5/5/D4/4d 1")?;
/// let solver = Solver { distance: true, ..Solver::new(1 << 24) };
/// let solution = solver.solve(&CLASSIC, &position);
/// assert_eq!(solution.outcome, Some(Outcome::Win(Player::One)));
/// assert_eq!(solution.plies, Some(9));
///
/// // With too few positions the result is unknown.
/// let solution = Solver { positions: 10, ..solver }.solve(&CLASSIC, &CLASSIC.start());
/// assert_eq!(solution.outcome, None);
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    /// The memory for results, in bytes.
    pub bytes: usize,
    /// The number of threads. The general method uses one.
    pub threads: usize,
    /// The positions to search. A proof may search a few hundred more, in Qawale a few thousand in each thread.
    pub positions: u64,
    /// Looks only for a win within this number of plies, with the general method in every game.
    pub within: Option<u32>,
    /// Whether to find the number of plies under best play. The general method always does.
    pub distance: bool,
    /// Determines which of equal moves a prover tries first. Another number gives a different proof of the
    /// same result. Default 0.
    pub order: u64,
    /// Ends the search once it is raised.
    pub stop: StopSignal,
}

impl Solver {
    /// Creates a solver with `bytes` of memory that uses one thread, finds only the result and has no
    /// position limit.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Solver {
            bytes,
            threads: 1,
            positions: u64::MAX,
            within: None,
            distance: false,
            order: 0,
            stop: StopSignal::new(),
        }
    }

    /// Solves `position`: with the prover of `game` ([`EngineGame::thorough_prover`]) if it has one that fits
    /// into memory, otherwise with the general method ([`solve`](super::solve)).
    pub fn solve<G: EngineGame>(&self, game: &G, position: &G::Position) -> Solution<Mv<G>> {
        self.solve_with_progress(game, position, &mut |_| {})
    }

    /// Like [`Solver::solve`]; reports progress to `listener`.
    pub fn solve_with_progress<G: EngineGame>(
        &self,
        game: &G,
        position: &G::Position,
        listener: &mut ProofListener<'_>,
    ) -> Solution<Mv<G>> {
        let prover = if self.within.is_some() { None } else { game.thorough_prover(self.bytes) };
        match prover {
            Some(mut prover) => {
                solve_by(prover.as_mut(), position, self.distance, self.limits(), listener, None)
            }
            None => {
                let plies = self.within.unwrap_or(MAX_PLIES);
                game.solve_within(position, plies, self.bytes, self.limits(), listener)
            }
        }
    }

    /// Solves `position` with `prover`, reusing what it has already proven. Regularly calls `on_checkpoint`
    /// with it.
    pub fn solve_with_checkpoints<P: Position>(
        &self,
        prover: &mut dyn Prover<P>,
        position: &P,
        listener: &mut ProofListener<'_>,
        on_checkpoint: &mut CheckpointFn<'_, P>,
    ) -> Solution<P::Move> {
        solve_by(prover, position, self.distance, self.limits(), listener, Some(on_checkpoint))
    }

    /// Returns the limits of a proof.
    pub(in crate::engine) fn limits(&self) -> ProofLimits<'_> {
        ProofLimits {
            threads: self.threads,
            order: self.order,
            ..ProofLimits::new(self.positions, &self.stop)
        }
    }
}
