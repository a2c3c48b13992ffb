//! Puzzles: positions with one winning move. All others are proven not to win, or not to win as fast.

use super::bots::EngineGame;
use super::search::{Limits, ResultPolicy, SearchRequest, Searcher};
use super::solver::{Prover, Solution, Solver};
use crate::model::{Game, Mv, Outcome, Position as _};

/// A position with one winning move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle<M> {
    /// The winning move.
    pub key: M,
    /// The plies to the win if the other side resists as long as possible.
    pub plies: u32,
    /// The depth in plies from which a plain search prefers the move.
    pub depth: u32,
    /// What is proven of the other moves.
    pub uniqueness: Uniqueness,
}

/// What is proven of the other moves of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Uniqueness {
    /// None of them wins.
    Only,
    /// None of them wins as fast. They may win later, or never: in these games positions can repeat.
    FastestWin,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Can be found by looking at the next turn and the reply, and wins within three turns.
    Easy,
    /// Takes one more turn of look-ahead, or up to five turns to win.
    Medium,
    /// Everything else.
    Hard,
}

impl Difficulty {
    /// All difficulties, easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns the difficulty of a puzzle whose first move is found at `depth` plies and that is won after
    /// `plies`.
    #[must_use]
    pub fn of(depth: u32, plies: u32) -> Self {
        match (depth, plies) {
            (0..=2, 0..=5) => Difficulty::Easy,
            (0..=4, 0..=9) => Difficulty::Medium,
            _ => Difficulty::Hard,
        }
    }

    /// Returns the name to type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// The maximum number of plies of a puzzle.
pub const MAX_PUZZLE_PLIES: u32 = 31;

/// In games that can go on forever: a move counts as not winning if the other side wins within this number
/// of plies.
const LOSS_SEARCH_PLIES: u32 = 6;
/// The maximum number of positions for that search. It is fixed, so that more time does not change the
/// puzzle.
const LOSS_SEARCH_POSITIONS: u64 = 20_000;

/// The positions and the memory in bytes of the search that determines the difficulty. They are fixed, so
/// that the result is reproducible.
const DIFFICULTY_NODES: u64 = 300_000;
const DIFFICULTY_BYTES: usize = 16 << 20;

/// Analyses positions of one game: finds puzzles and the best defence. Its limits are counted
/// in positions, so the same question always has the same answer.
///
/// ```
/// use cygnet_core::engine::puzzle::PuzzleAnalyzer;
/// use cygnet_core::engine::solver::Solver;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::Game;
///
/// let analyzer = PuzzleAnalyzer::new(&CLASSIC, Solver { positions: 10_000, ..Solver::new(1 << 22) });
/// // The swan can go home straight or diagonally: two moves win. In the second
/// // position a duck blocks one of them.
/// assert_eq!(analyzer.puzzle(&CLASSIC.read_position("5/S4/5/5/4d 1")?), None);
/// let puzzle = analyzer.puzzle(&CLASSIC.read_position("D4/S4/1d3/5/5 1")?).ok_or("no puzzle")?;
/// assert_eq!((puzzle.key.to_string().as_str(), puzzle.plies), ("b1a2", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PuzzleAnalyzer<'a, G: EngineGame> {
    game: &'a G,
    solver: Solver,
}

/// The prover of one question. A question starts with an empty one, so that what was asked before does not count.
type OwnProver<G> = Option<Box<dyn Prover<<G as Game>::Position>>>;

impl<'a, G: EngineGame> PuzzleAnalyzer<'a, G> {
    /// Creates an analyser. `solver` sets the limits of a proof for one position.
    pub fn new(game: &'a G, solver: Solver) -> Self {
        PuzzleAnalyzer { game, solver }
    }

    /// Returns the result of `position`, if it can be proven within the limits.
    fn outcome(&self, prover: &mut OwnProver<G>, position: &G::Position) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        if let Some(winner) = self.game.known_winner(position) {
            return Some(Outcome::Win(winner));
        }
        match prover {
            Some(prover) => prover.prove(position, self.solver.limits(), &mut |_| {}).outcome,
            None => self.best(position, None).outcome,
        }
    }

    /// Returns the result of `position`, the number of plies if it is a win, and best play of both sides. Only looks for
    /// a win within a number of plies if one is given.
    pub fn best(&self, position: &G::Position, within: Option<u32>) -> Solution<Mv<G>> {
        self.solver(within).solve(self.game, position)
    }

    fn solver(&self, within: Option<u32>) -> Solver {
        Solver { within, distance: true, ..self.solver.clone() }
    }

    /// Returns `position` as a puzzle, if exactly one of several moves is proven to win and every other is proven
    /// not to win. If the game can go on forever, the others must be proven not to win as fast.
    pub fn puzzle(&self, position: &G::Position) -> Option<Puzzle<Mv<G>>> {
        if position.outcome().is_some() || position.count_moves() < 2 {
            return None;
        }
        let (key, plies, uniqueness) = match self.game.max_idle_turns() {
            None => self.only_win(position).map(|(key, plies)| (key, plies, Uniqueness::Only)),
            Some(_) => self.fastest_win(position),
        }?;
        let depth = self.depth_to_find(position, key, plies);
        Some(Puzzle { key, plies, depth, uniqueness })
    }

    /// Returns the only winning move and its plies to the win.
    fn only_win(&self, position: &G::Position) -> Option<(Mv<G>, u32)> {
        let win = Outcome::Win(position.to_move());
        let mut prover = self.game.thorough_prover(self.solver.bytes);
        if self.outcome(&mut prover, position)? != win {
            return None;
        }
        let mut key = None;
        for mv in position.moves() {
            let wins = self.outcome(&mut prover, &position.after(mv))? == win;
            if wins && key.replace(mv).is_some() {
                return None;
            }
        }
        let plies = self.best(position, None).plies.filter(|plies| *plies <= MAX_PUZZLE_PLIES)?;
        Some((key?, plies))
    }

    /// Returns the only move that wins in the fewest plies, the number of plies, and what is known of the
    /// other moves.
    fn fastest_win(&self, position: &G::Position) -> Option<(Mv<G>, u32, Uniqueness)> {
        let win = Outcome::Win(position.to_move());
        let best = self.best(position, Some(MAX_PUZZLE_PLIES));
        let plies = best.plies.filter(|_| best.outcome == Some(win))?;
        let (mut key, mut others) = (None, Vec::new());
        for mv in position.moves() {
            let after = position.after(mv);
            if !self.wins_within(&after, win, plies - 1)? {
                others.push(after);
            } else if key.replace(mv).is_some() {
                return None;
            }
        }
        let positions = self.solver.positions.min(LOSS_SEARCH_POSITIONS);
        let outlook = Solver { positions, ..self.solver(Some(LOSS_SEARCH_PLIES)) };
        let fails = |after| outlook.solve(self.game, after).outcome.is_some_and(|outcome| outcome != win);
        let uniqueness = if others.iter().all(fails) { Uniqueness::Only } else { Uniqueness::FastestWin };
        Some((key?, plies, uniqueness))
    }

    /// Returns whether `win` can be forced from `position` within `plies`. `None` if that is not proven.
    fn wins_within(&self, position: &G::Position, win: Outcome, plies: u32) -> Option<bool> {
        let best = self.best(position, Some(plies));
        match best.outcome {
            Some(outcome) => Some(outcome == win),
            None => (best.no_win_within >= plies).then_some(false),
        }
    }

    /// Returns the depth from which a plain search prefers `key`; at most `plies`, where the win is in sight.
    fn depth_to_find(&self, position: &G::Position, key: Mv<G>, plies: u32) -> u32 {
        let limits = Limits { depth: plies, nodes: DIFFICULTY_NODES, ..Limits::none(&self.solver.stop) };
        let mut found = plies;
        // Handcrafted, so that the difficulty does not change with learned weights.
        let mut searcher = Searcher::new(DIFFICULTY_BYTES);
        let request = SearchRequest { handcrafted: true, ..SearchRequest::new(limits) };
        self.game.search(&mut searcher, ResultPolicy::Never, position, &request, &mut |report| {
            let is_key = report.best().is_some_and(|line| line.moves[0] == key);
            found = if is_key { found.min(report.depth) } else { plies };
        });
        found
    }
}
