//! The solver as a value: a position of any game is solved in the way that suits the game.

use super::{CheckpointFn, MAX_PLIES, ProofLimits, ProofListener, Prover, Solution, solve_by};
use crate::engine::bots::EngineGame;
use crate::engine::resources::Resources;
use crate::model::{Mv, Position, StopSignal};

/// Solves positions: what a proof may cost, and what is asked for.
///
/// ```
/// use cygnet_core::engine::solver::Solver;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, Outcome, Player};
///
/// // Player 1's duck needs two moves to be a swan and seven to be one at home; player 2's duck needs five.
/// let position = CLASSIC.read_position("5/5/5/D4/4d 1")?;
/// let solver = Solver { distance: true, ..Solver::new(1 << 24) };
/// let solution = solver.solve(&CLASSIC, &position);
/// assert_eq!(solution.outcome, Some(Outcome::Win(Player::One)));
/// assert_eq!(solution.plies, Some(9));
///
/// // Too little effort is no result.
/// let solution = Solver { positions: 10, ..solver }.solve(&CLASSIC, &CLASSIC.start());
/// assert_eq!(solution.outcome, None);
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    /// The memory for results, in bytes.
    pub bytes: usize,
    /// The number of threads; the general way uses one.
    pub threads: usize,
    /// The positions to look at; with several threads a few more may be.
    pub positions: u64,
    /// Whether only a win within so many plies is looked for: in the general way, whatever the game.
    pub within: Option<u32>,
    /// Whether the number of plies under best play is asked for. The general way finds it in any case.
    pub distance: bool,
    /// Which of equal moves a prover looks at first: with another number, a proof takes another way to the same result. As a rule 0.
    pub order: u64,
    /// Ends the work once it is raised.
    pub stop: StopSignal,
}

impl Solver {
    /// A solver within `bytes` of memory: one thread, the result alone, and however many positions it takes.
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

    /// Solves `position`: by the prover of `game` ([`EngineGame::thorough_prover`]) if it has one within the memory, else in the
    /// general way ([`solve`](super::solve)).
    pub fn solve<G: EngineGame>(&self, game: &G, position: &G::Position) -> Solution<Mv<G>> {
        self.solve_with_progress(game, position, &mut |_| {})
    }

    /// As [`Solver::solve`], and tells `listener` of the progress.
    pub fn solve_with_progress<G: EngineGame>(
        &self,
        game: &G,
        position: &G::Position,
        listener: &mut ProofListener<'_>,
    ) -> Solution<Mv<G>> {
        if let Some(plies) = self.within {
            return self.solve_within(game, position, plies, listener);
        }
        match game.thorough_prover(self.bytes) {
            Some(mut prover) => {
                prover.set_order_seed(self.order);
                solve_by(prover.as_mut(), position, self.distance, self.limits(), listener, None)
            }
            None => self.solve_within(game, position, MAX_PLIES, listener),
        }
    }

    /// Solves `position` by `prover`, with what it holds already; `on_checkpoint` is called with it now and then.
    pub fn solve_with_checkpoints<P: Position>(
        &self,
        prover: &mut dyn Prover<P>,
        position: &P,
        listener: &mut ProofListener<'_>,
        on_checkpoint: &mut CheckpointFn<'_, P>,
    ) -> Solution<P::Move> {
        prover.set_order_seed(self.order);
        solve_by(prover, position, self.distance, self.limits(), listener, Some(on_checkpoint))
    }

    fn solve_within<G: EngineGame>(
        &self,
        game: &G,
        position: &G::Position,
        plies: u32,
        listener: &mut ProofListener<'_>,
    ) -> Solution<Mv<G>> {
        let memory = (&Resources::default(), self.bytes);
        game.solve_within(position, plies, memory, self.limits(), listener)
    }

    /// What a proof may cost.
    pub(in crate::engine) fn limits(&self) -> ProofLimits<'_> {
        ProofLimits { positions: self.positions, threads: self.threads, stop: &self.stop }
    }
}
