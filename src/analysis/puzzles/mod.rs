//! Puzzle collections: making them from records, and verifying them.

pub mod collection;
pub mod collection_file;

use std::collections::{HashMap, HashSet};

use crate::analysis::puzzles::collection::PuzzleEntry;
use crate::engine::puzzle::PuzzleAnalyzer;
use crate::engine::referee::Referee;
use crate::engine::solver::Solver;
use crate::games::ReplayError;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game, History, Record, images};

/// A filter for the puzzles to collect.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleFilter {
    /// The maximum number of puzzles of each length.
    pub max_per_length: usize,
    /// The number of turns to search at the end of each game.
    pub last_turns: usize,
    /// Whether to take only puzzles whose solution was missed in the game.
    pub only_mistakes: bool,
}

impl PuzzleFilter {
    /// Returns the turns of a game to search, each as the position before it and the move.
    fn turns(self, history: &History<AnyPosition>) -> impl Iterator<Item = (&AnyPosition, AnyMove)> {
        let turns = history.turns();
        let first = turns.len().saturating_sub(self.last_turns);
        turns.skip(first).map(|(position, mv, _)| (position, mv))
    }
}

/// Finds puzzles in games. No puzzle is a symmetric image of another.
#[derive(Debug, Default)]
pub struct PuzzleFinder {
    seen: HashSet<(String, String)>,
    counts: HashMap<(String, u32), usize>,
    /// The puzzles found.
    pub found: Vec<PuzzleEntry>,
}

impl PuzzleFinder {
    /// Resumes an earlier search of `games` with the same filter, which found these puzzles.
    ///
    /// # Errors
    /// A record breaks the rules of the game.
    pub fn resume(
        games: &[Record],
        filter: PuzzleFilter,
        found: Vec<PuzzleEntry>,
    ) -> Result<Self, ReplayError> {
        let mut finder = PuzzleFinder::default();
        for record in games {
            let played = record.replay()?;
            for (position, _) in filter.turns(played.history()) {
                finder.is_new(played.game(), position);
            }
        }
        for entry in &found {
            *finder.counts.entry((entry.game.clone(), entry.plies)).or_default() += 1;
        }
        Ok(PuzzleFinder { found, ..finder })
    }

    /// Searches a game that was played until `solver.stop` is raised.
    pub fn search_game(&mut self, played: &Referee<AnyGame>, filter: PuzzleFilter, solver: &Solver) {
        let game = played.game();
        let analyzer = PuzzleAnalyzer::new(game, solver.clone());
        for (position, mv) in filter.turns(played.history()) {
            if solver.stop.is_raised() {
                break;
            }
            if !self.is_new(game, position) {
                continue;
            }
            let Some(puzzle) = analyzer.puzzle(position) else { continue };
            if filter.only_mistakes && puzzle.key == mv {
                continue;
            }
            let count = self.counts.entry((game.name(), puzzle.plies)).or_default();
            *count += 1;
            if *count <= filter.max_per_length {
                self.found.push(PuzzleEntry::of(game, position, &puzzle));
            }
        }
    }

    /// Marks a position as seen. Returns whether neither it nor a symmetric image had been seen before.
    fn is_new(&mut self, game: &AnyGame, position: &AnyPosition) -> bool {
        let first = images(&position.to_string(), game.symmetries()).pop_first();
        self.seen.insert((game.name(), first.unwrap_or_default()))
    }

    /// Returns the puzzles, shortest first, and for the same length in order of depth.
    #[must_use]
    pub fn sorted(mut self) -> Vec<PuzzleEntry> {
        self.found.sort_unstable_by(|one, other| {
            let key =
                |entry: &PuzzleEntry| (entry.game.clone(), entry.plies, entry.depth, entry.position.clone());
            key(one).cmp(&key(other))
        });
        self.found
    }
}

/// Verifies a puzzle with the solver.
///
/// # Errors
/// The puzzle in this position, if it differs from the entry; `None` if there is none.
pub fn prove_again(game: &AnyGame, entry: &PuzzleEntry, solver: &Solver) -> Result<(), Option<PuzzleEntry>> {
    let position = game.read_position(&entry.position).map_err(|_| None)?;
    let found = PuzzleAnalyzer::new(game, solver.clone()).puzzle(&position);
    let found = found.map(|puzzle| PuzzleEntry::of(game, &position, &puzzle));
    if found.as_ref() == Some(entry) { Ok(()) } else { Err(found) }
}
