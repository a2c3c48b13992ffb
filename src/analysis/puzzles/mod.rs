//! Collections of puzzles: made from records, and proven again.

pub mod collection;
pub mod collection_file;

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use crate::analysis::puzzles::collection::PuzzleEntry;
use crate::engine::puzzle::PuzzleAnalyzer;
use crate::engine::solver::Solver;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game, History, Record, images};
use crate::records::{self, VerifyError};
use crate::store::FileError;

/// Which puzzles are taken.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleFilter {
    /// How many of each length, at most.
    pub max_per_length: usize,
    /// How many of the positions of a game are looked at, the last ones.
    pub last_turns: usize,
    /// Whether only those are taken in which the game went on with another move.
    pub only_mistakes: bool,
}

impl PuzzleFilter {
    /// The turns of a game that are looked at: the positions before them, and the moves.
    fn turns(self, history: &History<AnyPosition>) -> impl Iterator<Item = (&AnyPosition, AnyMove)> {
        let turns = history.turns();
        let first = turns.len().saturating_sub(self.last_turns);
        turns.skip(first).map(|(position, mv, _)| (position, mv))
    }
}

/// Why a game was not looked at to its end.
#[derive(Debug, Error)]
pub enum FindError {
    /// The record is not a game by the rules.
    #[error(transparent)]
    Record(#[from] VerifyError),
    /// What was found could not be kept.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Is told each puzzle as it is found.
pub type OnPuzzle<'a> = dyn FnMut(&PuzzleEntry) -> Result<(), FileError> + 'a;

/// Finds puzzles in games, none of them the image of another in a mirror.
#[derive(Debug, Default)]
pub struct PuzzleFinder {
    seen: HashSet<(String, String)>,
    counts: HashMap<(String, u32), usize>,
    /// What has been found.
    pub found: Vec<PuzzleEntry>,
}

impl PuzzleFinder {
    /// Goes on where another has ended that has looked at these games for the same choice, and found these puzzles.
    ///
    /// # Errors
    /// A record is not a game by the rules.
    pub fn resume(
        games: &[Record],
        filter: PuzzleFilter,
        found: Vec<PuzzleEntry>,
    ) -> Result<Self, VerifyError> {
        let mut finder = PuzzleFinder::default();
        for record in games {
            let game = records::verify(record)?;
            for (position, _) in filter.turns(&records::history(&game, record)?) {
                finder.is_new(&game, position);
            }
        }
        for entry in &found {
            *finder.counts.entry((entry.game.clone(), entry.plies)).or_default() += 1;
        }
        Ok(PuzzleFinder { found, ..finder })
    }

    /// Looks at all positions of a game, as long as `solver.stop` is not raised, and tells `on_puzzle` of the puzzles.
    ///
    /// # Errors
    /// The record is not a game by the rules, or a puzzle could not be kept.
    pub fn search_game(
        &mut self,
        record: &Record,
        filter: PuzzleFilter,
        solver: &Solver,
        on_puzzle: &mut OnPuzzle<'_>,
    ) -> Result<(), FindError> {
        let game = &records::verify(record)?;
        let mut study = PuzzleAnalyzer::new(game, solver.clone());
        for (position, mv) in filter.turns(&records::history(game, record)?) {
            if solver.stop.is_raised() {
                break;
            }
            if !self.is_new(game, position) {
                continue;
            }
            let Some(puzzle) = study.puzzle(position) else { continue };
            if filter.only_mistakes && puzzle.key == mv {
                continue;
            }
            let count = self.counts.entry((game.name(), puzzle.plies)).or_default();
            *count += 1;
            if *count <= filter.max_per_length {
                let entry = PuzzleEntry::of(game, position, &puzzle);
                on_puzzle(&entry)?;
                self.found.push(entry);
            }
        }
        Ok(())
    }

    /// Whether neither a position nor an image of it has been seen before. Now it has.
    fn is_new(&mut self, game: &AnyGame, position: &AnyPosition) -> bool {
        let first = images(&game.write_position(position), game.symmetries()).pop_first();
        self.seen.insert((game.name(), first.unwrap_or_default()))
    }

    /// The puzzles, the shortest first, and of equal length those that are found soonest.
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

/// Proves a puzzle again. What is found, if it is not what the entry says: another puzzle, or none.
///
/// # Errors
/// That.
pub fn prove_again(game: &AnyGame, entry: &PuzzleEntry, solver: &Solver) -> Result<(), Option<PuzzleEntry>> {
    let position = game.read_position(&entry.position).map_err(|_| None)?;
    let found = PuzzleAnalyzer::new(game, solver.clone()).puzzle(&position);
    let found = found.map(|puzzle| PuzzleEntry::of(game, &position, &puzzle));
    if found.as_ref() == Some(entry) { Ok(()) } else { Err(found) }
}
