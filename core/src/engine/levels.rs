//! What a game brings for the engine: its classic levels, what it knows of results, and the way to what is compiled for it.

use crate::model::{Evaluate, Game, GameRng, Mv, Player};

use super::bots::{self, Bot, BotError};
use super::level::{self, Skill};
use super::perft::perft;
use super::resources::Resources;
use super::results::{ExactResults, ResultPolicy};
use super::rollout::{Rollout, rollout};
use super::search::{SearchListener, SearchReport, SearchRequest, Searcher};
use super::solver::{self, ProofLimits, ProofListener, Prover, Solution};

/// A classic level of a game.
pub struct ClassicBot<G: Game> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Makes a player of this level.
    pub make: BotFactory<G>,
}

impl<G: Game> ClassicBot<G> {
    /// A level that `make` makes for a game.
    pub fn new<B: Bot<G::Position> + 'static>(
        name: &'static str,
        about: &'static str,
        make: impl Fn(&G) -> B + 'static,
    ) -> Self {
        ClassicBot { name, about, make: Box::new(move |game| Box::new(make(game))) }
    }
}

/// Makes a bot for a game.
pub type BotFactory<G> = Box<dyn Fn(&G) -> Box<dyn Bot<<G as Game>::Position>>>;

/// A game that search understands and that names its classic levels.
///
/// Implemented by every game of the list: whoever opens a game by name may ask for its bots and solve its positions. All methods have
/// a default, so a game of one's own is made ready with an empty `impl`.
///
/// The last ones are what takes long, and what is therefore compiled for the positions of each game: a game behind which several others
/// stand, such as [`AnyGame`](crate::games::AnyGame), hands them on. Whoever knows a game only as `G: EngineGame` searches, solves and counts by them.
///
/// ```
/// use cygnet_core::engine::bots::{self, EngineGame};
/// use cygnet_core::games::ugly_duck::CLASSIC;
///
/// let levels: Vec<&str> = CLASSIC.classic_bots().into_iter().map(|level| level.name).collect();
/// assert_eq!(levels, ["easy", "hard", "perfect"]);
/// assert!(bots::names(&CLASSIC).iter().any(|(name, _)| name == "minimax:DEPTH"));
/// assert!(CLASSIC.prover(1 << 24).is_some());
/// ```
pub trait EngineGame: Game<Position: Evaluate> {
    /// The levels, weakest first. A game may have none: the bots of [`GENERAL_BOTS`](bots::GENERAL) play it all the same.
    fn classic_bots(&self) -> Vec<ClassicBot<Self>> {
        Vec::new()
    }

    /// How the levels 1 to 9 of [`level`] play this game; level 10 is [`Expert`](super::expert::Expert).
    fn level_skills(&self) -> [Skill; 9] {
        level::DEFAULT_SKILLS
    }

    /// How strong the bots of this game are, by name, where matches have told it; on the scale of Elo, on which `expert` has 2000.
    fn ratings(&self) -> Vec<(String, i32)> {
        Vec::new()
    }

    /// A move that is known to win `position`, from a book for example; `None` says nothing.
    fn known_win(&self, _position: &Self::Position) -> Option<Mv<Self>> {
        None
    }

    /// The exact results that the program has handed to this game; none by default.
    fn results(&self) -> ExactResults<Self::Position> {
        ExactResults::NONE
    }

    /// The winner of a position that is not over, as far as [`EngineGame::results`] say.
    fn known_winner(&self, position: &Self::Position) -> Option<Player> {
        self.results().winner(position)
    }

    /// The plies to the end of a position that is not over, as far as [`EngineGame::results`] say.
    fn known_plies(&self, position: &Self::Position) -> Option<u32> {
        self.results().plies(position)
    }

    /// A prover within `bytes` of memory, for games that know more for the solver than their rules; `None` if there is
    /// none, or not in so little memory. It is quick enough for advice.
    fn prover(&self, _bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        None
    }

    /// A prover for whoever has more time than advice may take, on the same terms. Without one, positions are solved in the general way.
    fn thorough_prover(&self, bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        self.prover(bytes)
    }

    /// The bot of this name, letter case aside, as [`bots::make`] gives it.
    ///
    /// # Errors
    /// There is no such bot in this game.
    fn bot(&self, name: &str) -> Result<Box<dyn Bot<Self::Position>>, BotError> {
        bots::make_default_bot(self, name)
    }

    /// Searches `position`, as [`Searcher::search_with_results`] does, with the results of the game that `results` allows.
    fn search(
        &self,
        searcher: &mut Searcher,
        results: ResultPolicy,
        position: &Self::Position,
        request: &SearchRequest<'_>,
        listener: &mut SearchListener<'_, Mv<Self>>,
    ) -> SearchReport<Mv<Self>> {
        let known = self.results();
        let known = known.for_use(results).map(AsRef::as_ref);
        searcher.search_with_results(known, position, request, listener)
    }

    /// Solves `position` in the general way, as [`solver::solve_with`] does: a win within so many plies is looked for.
    fn solve_within(
        &self,
        position: &Self::Position,
        plies: u32,
        memory: (&Resources, usize),
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Solution<Mv<Self>> {
        solver::solve_with(memory.0, position, plies, memory.1, limits, listener)
    }

    /// The leaves of the tree of moves, as [`perft()`] counts them.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        perft(position, depth)
    }

    /// A game of random moves, as [`rollout()`] plays it.
    fn rollout(&self, start: &Self::Position, most: u32, rng: &mut GameRng) -> Rollout<Self::Position> {
        rollout(start, most, rng)
    }
}
