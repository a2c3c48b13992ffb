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
    /// The maximum number of puzzles of each game and length.
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
                finder.seen.insert(Self::key(played.game(), position));
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
            let key = Self::key(game, position);
            if self.seen.contains(&key) {
                continue;
            }
            let puzzle = analyzer.puzzle(position);
            // Another game may have missed the solution that this one found.
            if filter.only_mistakes && puzzle.as_ref().is_some_and(|puzzle| puzzle.key == mv) {
                continue;
            }
            self.seen.insert(key);
            let Some(puzzle) = puzzle else { continue };
            let count = self.counts.entry((game.name(), puzzle.plies)).or_default();
            *count += 1;
            if *count <= filter.max_per_length {
                self.found.push(PuzzleEntry::of(game, position, &puzzle));
            }
        }
    }

    /// Returns the key in `seen`: the same for a position and its symmetric images.
    fn key(game: &AnyGame, position: &AnyPosition) -> (String, String) {
        let first = images(&position.to_string(), game.symmetries()).pop_first();
        (game.name(), first.unwrap_or_default())
    }

    /// Returns the puzzles by game, shortest first, and for the same length in order of depth.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_found_in_one_game_can_be_missed_in_another() {
        let filter = PuzzleFilter { max_per_length: usize::MAX, last_turns: usize::MAX, only_mistakes: true };
        let solver = Solver { positions: 10_000, ..Solver::new(1 << 20) };
        let mut finder = PuzzleFinder::default();
        for (turn, found) in [("b5a4\nresult: p1, rules", 0), ("a1b1\nresult: p2, resigned", 1)] {
            let record = format!("cygnet record 1\ngame: uglyduck\nstart: D3D/4S/5/2s2/dd3 1\n1. {turn}\n");
            let played = record.parse::<Record>().unwrap().replay().unwrap();
            finder.search_game(&played, filter, &solver);
            assert_eq!(finder.found.len(), found, "{turn}");
        }
    }
}
