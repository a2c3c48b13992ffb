//! Collections of puzzles: made from records, and proven again.

pub mod collection;
pub mod unfinished;

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use crate::analysis::puzzles::collection::Entry;
use crate::engine::puzzle::PuzzleAnalyzer;
use crate::engine::solver::Solver;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game, History, Record, images};
use crate::records::{self, VerifyError};
use crate::store::FileError;

/// Which puzzles are taken.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// How many of each length, at most.
    pub each: usize,
    /// How many of the positions of a game are looked at, the last ones.
    pub last: usize,
    /// Whether only those are taken in which the game went on with another move.
    pub mistakes: bool,
}

impl Choice {
    /// The turns of a game that are looked at: the positions before them, and the moves.
    fn turns(self, history: &History<AnyPosition>) -> impl Iterator<Item = (&AnyPosition, AnyMove)> {
        let turns = history.turns();
        let first = turns.len().saturating_sub(self.last);
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
pub type Keep<'a> = dyn FnMut(&Entry) -> Result<(), FileError> + 'a;

/// Finds puzzles in games, none of them the image of another in a mirror.
#[derive(Debug, Default)]
pub struct Finder {
    seen: HashSet<(String, String)>,
    counts: HashMap<(String, u32), usize>,
    /// What has been found.
    pub found: Vec<Entry>,
}

impl Finder {
    /// Goes on where another has ended that has looked at these games for the same choice, and found these puzzles.
    ///
    /// # Errors
    /// A record is not a game by the rules.
    pub fn go_on(games: &[Record], choice: Choice, found: Vec<Entry>) -> Result<Self, VerifyError> {
        let mut finder = Finder::default();
        for record in games {
            let game = records::verify(record)?;
            for (position, _) in choice.turns(&records::history(&game, record)?) {
                finder.is_new(&game, position);
            }
        }
        for entry in &found {
            *finder.counts.entry((entry.game.clone(), entry.plies)).or_default() += 1;
        }
        Ok(Finder { found, ..finder })
    }

    /// Looks at all positions of a game, as long as `solver.stop` is not raised, and tells `keep` of the puzzles.
    ///
    /// # Errors
    /// The record is not a game by the rules, or a puzzle could not be kept.
    pub fn look(
        &mut self,
        record: &Record,
        choice: Choice,
        solver: &Solver,
        keep: &mut Keep<'_>,
    ) -> Result<(), FindError> {
        let game = &records::verify(record)?;
        let mut study = PuzzleAnalyzer::new(game, solver.clone());
        for (position, mv) in choice.turns(&records::history(game, record)?) {
            if solver.stop.is_raised() {
                break;
            }
            if !self.is_new(game, position) {
                continue;
            }
            let Some(puzzle) = study.puzzle(position) else { continue };
            if choice.mistakes && puzzle.key == mv {
                continue;
            }
            let count = self.counts.entry((game.name(), puzzle.plies)).or_default();
            *count += 1;
            if *count <= choice.each {
                let entry = Entry::of(game, position, &puzzle);
                keep(&entry)?;
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
    pub fn sorted(mut self) -> Vec<Entry> {
        self.found.sort_unstable_by(|one, other| {
            let key = |entry: &Entry| (entry.game.clone(), entry.plies, entry.depth, entry.position.clone());
            key(one).cmp(&key(other))
        });
        self.found
    }
}

/// Proves a puzzle again. What is found, if it is not what the entry says: another puzzle, or none.
///
/// # Errors
/// That.
pub fn check(game: &AnyGame, entry: &Entry, solver: &Solver) -> Result<(), Option<Entry>> {
    let position = game.read_position(&entry.position).map_err(|_| None)?;
    let found = PuzzleAnalyzer::new(game, solver.clone()).puzzle(&position);
    let found = found.map(|puzzle| Entry::of(game, &position, &puzzle));
    if found.as_ref() == Some(entry) { Ok(()) } else { Err(found) }
}
