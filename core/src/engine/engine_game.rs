//! What a game offers the search and the solver.

use crate::model::{Evaluate, Game, GameRng, Mv, Player};

use super::certificate::{self, Certificate, CertificateError, CertifyError, CertifySettings, Verified};
use super::perft::perft;
use super::reasons::{ExplainedTurn, Fact, Patterns};
use super::resources::Resources;
use super::rollout::{Rollout, rollout};
use super::search::{ResultPolicy, SearchListener, SearchReport, SearchRequest, Searcher};
use super::solver::{self, ProofLimits, ProofListener, Prover, Solution};

/// A game that can be searched and solved.
///
/// All methods have defaults, so an empty `impl` is enough.
///
/// `search`, `solve_within`, `perft` and `rollout` take long, so they are compiled for each concrete game.
/// [`AnyGame`](crate::games::AnyGame) forwards them. Code that is generic over `G: EngineGame` should call them here.
///
/// ```
/// use cygnet_core::engine::bots::EngineGame;
/// use cygnet_core::games::ugly_duck::CLASSIC;
///
/// assert!(CLASSIC.prover(1 << 24).is_some());
/// ```
pub trait EngineGame: Game<Position: Evaluate> {
    /// Returns a move that is known to win `position`, for example from a book. `None` means unknown.
    fn known_win(&self, _position: &Self::Position) -> Option<Mv<Self>> {
        None
    }

    /// Returns the winner of a position that is not over, if a table of exact results or a book has it.
    fn known_winner(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// Returns the plies to the end of a position that is not over, if a table has them.
    fn known_plies(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Returns a prover that uses at most `bytes` of memory and is fast enough for hints. `None` if the game
    /// has no special prover, or if the prover needs more memory.
    fn prover(&self, _bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        None
    }

    /// Returns a slower and stronger prover, under the same conditions. Without one, positions are solved by
    /// the general solver.
    fn thorough_prover(&self, bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        self.prover(bytes)
    }

    /// Returns what can be wrong with a turn of this game, strongest first. By default these are the patterns of
    /// every game.
    fn reason_patterns(&self) -> Vec<Patterns<Self::Position>> {
        vec![Patterns::General, Patterns::Threats]
    }

    /// Returns the facts about a turn that explain its value, strongest first. Each has been verified on its line.
    fn reasons(&self, turn: &ExplainedTurn<Self::Position>) -> Vec<Fact> {
        let patterns = self.reason_patterns().into_iter().flat_map(Patterns::list);
        patterns.filter_map(|pattern| pattern.fact(turn)).collect()
    }

    /// Searches `position` like [`Searcher::search`], with the exact results of this game that the policy allows, if
    /// it has any.
    fn search(
        &self,
        searcher: &mut Searcher,
        _results: ResultPolicy,
        position: &Self::Position,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, Mv<Self>>,
    ) -> SearchReport<Mv<Self>> {
        searcher.search_with_results(None, position, request, listener)
    }

    /// Looks for a win within `plies` plies with the general solver and `bytes` of memory, like
    /// [`solver::solve_with`].
    fn solve_within(
        &self,
        position: &Self::Position,
        plies: u32,
        bytes: usize,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Solution<Mv<Self>> {
        solver::solve_with(&Resources::default(), position, plies, bytes, limits, listener)
    }

    /// Returns the position that represents `position` and its images under the symmetries of the board that
    /// keep the players. A certificate has a move for only one of them. By default every position represents
    /// only itself.
    fn representative(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Makes a certificate, like [`certificate::certify`].
    ///
    /// # Errors
    /// The claim is wrong or cannot be proven, or the work was interrupted.
    fn certify(
        &self,
        start: &Self::Position,
        settings: &CertifySettings<'_>,
        listener: &mut dyn FnMut(u64),
    ) -> Result<Certificate, CertifyError> {
        certificate::certify(self, start, settings, listener)
    }

    /// Verifies a certificate of this game, like [`certificate::verify`].
    ///
    /// # Errors
    /// The certificate does not prove its claim.
    fn verify_certificate(&self, certificate: &Certificate) -> Result<Verified, CertificateError> {
        certificate::verify(self, certificate)
    }

    /// Counts the leaves of the game tree, like [`perft()`].
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        perft(position, depth)
    }

    /// Plays random moves from `start`, like [`rollout()`].
    fn rollout(&self, start: &Self::Position, max_plies: u32, rng: &mut GameRng) -> Rollout<Self::Position> {
        rollout(start, max_plies, rng)
    }
}
