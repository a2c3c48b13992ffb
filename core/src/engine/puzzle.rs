//! Puzzles: positions with one winning move, every other move of which is proven not to win, or not to win as soon.

use super::bots::EngineGame;
use super::results::ResultPolicy;
use super::search::{Limits, SearchRequest, Searcher};
use super::solver::{Prover, Solution, Solver};
use crate::model::{Mv, Outcome, Position as _};

/// A position with one winning move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle<M> {
    /// The move.
    pub key: M,
    /// After how many plies it wins, if the other side holds out as long as it can.
    pub plies: u32,
    /// How far one must look ahead to find it: from this depth on, in plies, a plain search prefers it.
    pub depth: u32,
    /// What is proven of the other moves.
    pub claim: Claim,
}

/// What is proven of the other moves of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claim {
    /// None of them wins.
    Only,
    /// None of them wins within as many plies. What becomes of them later is not known: where positions can come again, nobody may ever
    /// win.
    FastestWin,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// It can be found by looking at one's own turn and the answer, and is won in three turns at most.
    Easy,
    /// It takes one turn of one's own more, or up to five turns to win.
    Medium,
    /// It takes more than that.
    Hard,
}

impl Difficulty {
    /// All of them.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// That of a puzzle whose first move is found by looking `depth` plies ahead, and which is won after `plies`.
    #[must_use]
    pub fn of(depth: u32, plies: u32) -> Self {
        match (depth, plies) {
            (0..=2, 0..=5) => Difficulty::Easy,
            (0..=4, 0..=9) => Difficulty::Medium,
            _ => Difficulty::Hard,
        }
    }

    /// Its name, as it is typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

/// The most plies of a puzzle.
pub const MAX_PUZZLE_PLIES: u32 = 31;

/// Within how many plies the other side has to win for a move to be known not to win, in games that may go on for ever.
const LOSS_SEARCH_PLIES: u32 = 6;
/// The positions that this may take at most: always the same, so that who has more time finds the same puzzle.
const LOSS_SEARCH_POSITIONS: u64 = 20_000;

/// The positions that the search may look at which tells how hard a puzzle is, and its memory in bytes: always the same, so that
/// the answer is.
const DIFFICULTY_NODES: u64 = 300_000;
const DIFFICULTY_BYTES: usize = 16 << 20;

/// Looks at positions of one game: proves results, finds puzzles, knows the best defence. What it finds is limited in positions, so
/// that the same question has the same answer.
///
/// ```
/// use cygnet_core::engine::puzzle::PuzzleAnalyzer;
/// use cygnet_core::engine::solver::Solver;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::Game;
///
/// let mut study = PuzzleAnalyzer::new(&CLASSIC, Solver { positions: 10_000, ..Solver::new(1 << 22) });
/// // The swan comes home straight or diagonally: two moves win. Where a duck is in its way, and another attacks it, one does.
/// assert_eq!(study.puzzle(&CLASSIC.read_position("5/S4/5/5/4d 1")?), None);
/// let puzzle = study.puzzle(&CLASSIC.read_position("D4/S4/1d3/5/5 1")?).ok_or("no puzzle")?;
/// assert_eq!((CLASSIC.write_move(puzzle.key).as_str(), puzzle.plies), ("b1a2", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PuzzleAnalyzer<'a, G: EngineGame> {
    game: &'a G,
    solver: Solver,
    prover: Option<Box<dyn Prover<G::Position>>>,
}

impl<'a, G: EngineGame> PuzzleAnalyzer<'a, G> {
    /// A study that has not looked at anything yet. `solver` says what a proof about one position may cost.
    pub fn new(game: &'a G, solver: Solver) -> Self {
        PuzzleAnalyzer { game, prover: game.thorough_prover(solver.bytes), solver }
    }

    /// The result of `position`, if it is proven within the limits.
    pub fn outcome(&mut self, position: &G::Position) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        if let Some(winner) = self.game.known_winner(position) {
            return Some(Outcome::Win(winner));
        }
        match &mut self.prover {
            Some(prover) => prover.prove(position, self.solver.limits(), &mut |_| {}).outcome,
            None => self.best(position).outcome,
        }
    }

    /// The result of `position` with the number of plies, if it is a win, and best play of both sides.
    pub fn best(&self, position: &G::Position) -> Solution<Mv<G>> {
        self.solver(None).solve(self.game, position)
    }

    /// The result of `position` as far as a win within so many plies goes, with the number of plies, and best play of both sides.
    pub fn best_within(&self, position: &G::Position, plies: u32) -> Solution<Mv<G>> {
        self.solver(Some(plies)).solve(self.game, position)
    }

    fn solver(&self, within: Option<u32>) -> Solver {
        Solver { within, distance: true, ..self.solver.clone() }
    }

    /// `position` as a puzzle: one move is proven to win, and every other is proven not to; or, where a game may go on for ever, not to
    /// win within as many plies.
    pub fn puzzle(&mut self, position: &G::Position) -> Option<Puzzle<Mv<G>>> {
        if position.outcome().is_some() {
            return None;
        }
        let (key, plies, claim) = match self.game.max_idle_turns() {
            None => self.only_win(position).map(|(key, plies)| (key, plies, Claim::Only)),
            Some(_) => self.fastest_win(position),
        }?;
        let depth = self.depth_to_find(position, key, plies);
        Some(Puzzle { key, plies, depth, claim })
    }

    /// The one move that wins, and after how many plies.
    fn only_win(&mut self, position: &G::Position) -> Option<(Mv<G>, u32)> {
        let win = Outcome::Win(position.to_move());
        if self.outcome(position)? != win {
            return None;
        }
        let mut key = None;
        for mv in position.moves() {
            let wins = self.outcome(&position.after(mv))? == win;
            if wins && key.replace(mv).is_some() {
                return None;
            }
        }
        let plies = self.best(position).plies.filter(|plies| *plies <= MAX_PUZZLE_PLIES)?;
        Some((key?, plies))
    }

    /// The one move that wins within the fewest plies, how many they are, and whether others win later, as far as that is known.
    fn fastest_win(&self, position: &G::Position) -> Option<(Mv<G>, u32, Claim)> {
        let win = Outcome::Win(position.to_move());
        let best = self.best_within(position, MAX_PUZZLE_PLIES);
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
        let claim = if others.iter().all(fails) { Claim::Only } else { Claim::FastestWin };
        Some((key?, plies, claim))
    }

    /// Whether `win` can be forced from `position` within so many plies, if that is proven.
    fn wins_within(&self, position: &G::Position, win: Outcome, plies: u32) -> Option<bool> {
        let best = self.best_within(position, plies);
        match best.outcome {
            Some(outcome) => Some(outcome == win),
            None => (best.no_win_within >= plies).then_some(false),
        }
    }

    /// The depth from which on a plain search prefers `key`, which wins after so many plies: then, at the latest, it does.
    fn depth_to_find(&self, position: &G::Position, key: Mv<G>, plies: u32) -> u32 {
        let limits = Limits { depth: plies, nodes: DIFFICULTY_NODES, ..Limits::none(&self.solver.stop) };
        let mut found = plies;
        // By hand: how hard a puzzle is does not change with what has been learned.
        let mut searcher = Searcher::new(DIFFICULTY_BYTES);
        let request = SearchRequest { handcrafted: true, ..SearchRequest::new(limits) };
        self.game.search(&mut searcher, ResultPolicy::Never, position, &request, &mut |report| {
            let is_key = report.best().is_some_and(|line| line.moves[0] == key);
            found = if is_key { found.min(report.depth) } else { plies };
        });
        found
    }
}
