//! The player that never gives away a proven result.

use super::super::UglyDuckXl;
use super::super::board::Geometry;
use super::super::moves::Move;
use super::super::position::UglyDuckPosition;
use super::super::size::Size;
use super::{OpeningBook, prover};
use crate::engine::bots::{Bot, BotEval, MoveContext};
use crate::engine::search::{Deadline, ExactResults, KnownResults, Limits, Line, SearchRequest, Searcher};
use crate::engine::solver::{ProofLimits, Prover, prove_until};
use crate::model::{Eval, Outcome, Position as _, View};

/// The memory for proofs, in bytes.
const PROOF_MEMORY: usize = 8 << 20;
/// The maximum number of positions per proof. Without a time limit, the same random seed plays the same game.
const PROOF_POSITIONS: u64 = 200_000;
/// The minimum number of positions to look for the move of a proven win.
const MIN_POSITIONS: u64 = 500;
/// The memory for the search when nothing is proven, in bytes.
const SEARCH_MEMORY: usize = 16 << 20;
/// The maximum number of positions per search.
const SEARCH_POSITIONS: u64 = 400_000;

/// The description of the player.
pub const ABOUT: &str = "never gives away a proven result: a book, then the solver";

/// A player that never gives away a proven result.
///
/// It plays from known results if they cover the position, otherwise from the book, otherwise by proving a
/// win. If it finds no win, it searches, but never plays a move that is proven to lose while there is
/// another.
pub struct Perfect<G: Geometry> {
    results: ExactResults<UglyDuckPosition<G>>,
    /// Created for the first move out of the book. Kept, because a proof for one move helps with the next.
    tools: Option<Tools<G>>,
}

struct Tools<G: Geometry> {
    prover: Option<Box<dyn Prover<UglyDuckPosition<G>>>>,
    searcher: Searcher,
    /// The number of plies before the last move that was proven here.
    proven_after: Option<usize>,
}

impl<G: Geometry> Perfect<G> {
    /// Creates a player for a board that [`Perfect::plays`].
    pub fn new(results: ExactResults<UglyDuckPosition<G>>) -> Self {
        Perfect { results, tools: None }
    }

    /// Returns whether this player is offered on a board: if there is a book, or any position is solved in a
    /// moment.
    pub fn plays(size: Size) -> bool {
        let (width, height) = (size.width(), size.height());
        size == Size::FIVE_BY_FIVE || width * height <= 16 || (height == 3 && width <= 7)
    }
}

impl<G: Geometry> Tools<G> {
    fn new(geometry: G, results: &ExactResults<UglyDuckPosition<G>>) -> Self {
        let game = UglyDuckXl { results: results.clone(), ..UglyDuckXl::on(geometry) };
        let prover = prover(&game, PROOF_MEMORY);
        Tools { prover, searcher: Searcher::new(SEARCH_MEMORY), proven_after: None }
    }

    /// Returns a winning move, if one is found, and the number of positions visited.
    ///
    /// A proof for one move contains the proof for the next, so it is kept. Otherwise the memory is cleared
    /// first. Positions without a book page were solved when the book was written, and starting with an empty
    /// memory solves them here in the same way.
    fn winning_move(
        &mut self,
        view: &View<'_, UglyDuckPosition<G>>,
        limits: ProofLimits<'_>,
        end: Option<Deadline<'_>>,
    ) -> (Option<Move>, u64) {
        let Some(prover) = &mut self.prover else { return (None, 0) };
        if self.proven_after.take().is_none_or(|turns| turns + 2 != view.plies) {
            prover.clear();
        }
        let position = view.position;
        let (found, positions) = match end {
            None => prover.winning_move(position, limits),
            Some(_) => {
                let proof = prove_until(prover.as_mut(), position, limits, end);
                let is_won = proof.winner() == Some(position.to_move());
                // The proof is still in memory. If not, finding it again may take as many positions.
                let left = limits.positions - proof.positions.min(limits.positions);
                let limits =
                    ProofLimits { positions: proof.positions.max(MIN_POSITIONS).min(left), ..limits };
                let found = is_won.then(|| prover.winning_move(position, limits));
                found.map_or((None, proof.positions), |(mv, more)| (mv, proof.positions + more))
            }
        };
        self.proven_after = found.map(|_| view.plies);
        (found, positions)
    }

    /// Searches with known results, which keeps a win. Returns the best move and the number of positions
    /// visited.
    fn best_by_results(
        &mut self,
        position: &UglyDuckPosition<G>,
        results: &dyn KnownResults<UglyDuckPosition<G>>,
        limits: Limits<'_>,
    ) -> (ChosenMove, u64) {
        let request = SearchRequest::new(limits);
        let report = self.searcher.search_with_results(Some(results), position, &request, &mut |_| {});
        (report.best().map(choice), report.nodes)
    }

    /// Searches among the moves not proven to lose, or among all if all lose. Returns the best move and the
    /// number of positions visited.
    fn best_not_losing(&mut self, position: &UglyDuckPosition<G>, limits: Limits<'_>) -> (ChosenMove, u64) {
        let moves = position.moves();
        let opponent_wins = Some(Outcome::Win(position.to_move().opponent()));
        let loses = |mv: &Move| {
            let prover = self.prover.as_ref();
            prover.is_some_and(|prover| prover.known_outcome(&position.after(*mv)) == opponent_wins)
        };
        let hopeful: Vec<Move> = moves.iter().copied().filter(|mv| !loses(mv)).collect();
        let hopeful = if hopeful.is_empty() { &moves } else { &hopeful };
        // Enough lines for one of them to begin with a hopeful move.
        let lines = 1 + moves.len() - hopeful.len();
        let report = self.searcher.search(
            position,
            &SearchRequest { lines, ..SearchRequest::new(limits) },
            &mut |_| {},
        );
        let best = report.lines.iter().find(|line| hopeful.contains(&line.moves[0]));
        let unsearched = || hopeful.first().map(|mv| (*mv, None));
        (best.map(choice).or_else(unsearched), report.nodes)
    }
}

/// A move and its evaluation.
type ChosenMove = Option<(Move, Option<BotEval>)>;

fn choice(line: &Line<Move>) -> (Move, Option<BotEval>) {
    (line.moves[0], Some(BotEval { depth: line.depth, eval: line.eval() }))
}

/// The evaluation of a move that is proven to win.
const WINS: Option<BotEval> = Some(BotEval { depth: 0, eval: Eval::Won(None) });

impl<G: Geometry> Bot<UglyDuckPosition<G>> for Perfect<G> {
    /// Loads the book in advance, which takes longer than some time limits per move.
    fn new_game(&mut self) {
        OpeningBook::classic();
        self.tools = None;
    }

    fn choose(
        &mut self,
        view: &View<'_, UglyDuckPosition<G>>,
        context: &mut MoveContext<'_>,
    ) -> Option<Move> {
        let position = view.position;
        if position.terminal_outcome().is_some() {
            return None;
        }
        let limits = context.budget.limits(context.clock, context.stop);
        let limits = Limits { nodes: limits.nodes.min(SEARCH_POSITIONS), ..limits };
        let known = self.results.always.as_deref();
        if let Some(known) = known.filter(|known| known.winner(position).is_some()) {
            let tools = self.tools.get_or_insert_with(|| Tools::new(position.geometry(), &self.results));
            let (choice, nodes) = tools.best_by_results(position, known, limits);
            context.nodes = Some(nodes);
            let (mv, eval) = choice?;
            context.eval = eval;
            return Some(mv);
        }
        if let Some(mv) = OpeningBook::classic().find(position) {
            context.eval = WINS;
            return Some(mv);
        }
        let tools = self.tools.get_or_insert_with(|| Tools::new(position.geometry(), &self.results));
        // The proof gets half of the time and of the positions. A limit of depth applies only to the search.
        let half = context.budget.time.map(|time| Deadline::after(time / 2, context.clock));
        let positions = PROOF_POSITIONS.min(context.budget.nodes.unwrap_or(u64::MAX) / 2);
        let proof_limits = ProofLimits::new(positions, context.stop);
        let (winning, proof) = tools.winning_move(view, proof_limits, half);
        let (choice, search) = match winning {
            Some(mv) => (Some((mv, WINS)), 0),
            None => {
                let left = context.budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(proof));
                tools.best_not_losing(position, Limits { nodes: limits.nodes.min(left), ..limits })
            }
        };
        context.nodes = Some(proof + search);
        let (mv, eval) = choice?;
        context.eval = eval;
        Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::engine::bots::SearchBudget;
    use crate::games::ugly_duck::CLASSIC;
    use crate::model::{Clock, Game, GameRng, History, StopSignal};

    /// A clock that advances by a millisecond whenever it is read.
    #[derive(Debug, Default)]
    struct TickingClock(AtomicU64);

    impl Clock for TickingClock {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
        }
    }

    /// Returns the number of positions visited for the first move, which no proof of the default length
    /// finds.
    fn positions_within(time: Option<Duration>) -> u64 {
        let (clock, stop, mut rng) = (TickingClock::default(), StopSignal::new(), GameRng::from_seed(1));
        let budget = SearchBudget::default().with_time(time);
        let mut context = MoveContext { budget, ..MoveContext::new(&mut rng, &stop, &clock) };
        let history = History::new(CLASSIC.start());
        let mv = Perfect::new(ExactResults::NONE).choose(&CLASSIC.view(&history), &mut context).unwrap();
        assert_eq!(history.current().check_move(mv), Ok(()));
        context.nodes.unwrap()
    }

    #[test]
    fn a_proof_takes_no_more_than_its_share_of_the_time() {
        let unlimited = positions_within(None);
        assert!(unlimited >= PROOF_POSITIONS);
        // A proof checks the clock every 512 positions, a search more often.
        assert!(positions_within(Some(Duration::from_millis(20))) < unlimited / 4);
        assert!(positions_within(Some(Duration::ZERO)) < unlimited / 10);
    }
}
