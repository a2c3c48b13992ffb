//! Collections of puzzles: made from records, and proven again.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::bots::Levels;
use crate::engine::puzzle::{Study, StudyLimits};
use crate::games::AnyGame;
use crate::model::{Game as _, History, MoveError, Record, images};
use crate::play::puzzles::collection::Entry;
use crate::with_game;

use super::records::{self, VerifyError};

/// Which puzzles are taken.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// How many of each length, at most.
    pub each: usize,
    /// Whether only those are taken in which the game went on with another move.
    pub mistakes: bool,
}

/// Finds puzzles in games, none of them the image of another in a mirror.
#[derive(Debug, Default)]
pub struct Finder {
    seen: BTreeSet<(String, String)>,
    counts: BTreeMap<(String, u32), usize>,
    /// What has been found.
    pub found: Vec<Entry>,
}

impl Finder {
    /// Looks at all positions of a game.
    ///
    /// # Errors
    /// The record is not a game by the rules.
    pub fn look(
        &mut self,
        record: &Record,
        choice: Choice,
        limits: StudyLimits<'_>,
    ) -> Result<(), VerifyError> {
        let game = records::verify(record)?;
        with_game!(&game, game => self.look_at(game, record, choice, limits));
        Ok(())
    }

    fn look_at<G: Levels>(&mut self, game: &G, record: &Record, choice: Choice, limits: StudyLimits<'_>) {
        let start = record.start.as_deref().map(|text| game.read_position(text));
        let Ok(start) = start.unwrap_or_else(|| Ok(game.start())) else { return };
        let mut history = History::new(start);
        let mut study = Study::new(game, limits);
        for text in record.move_texts() {
            let mv: Result<_, MoveError<_>> = game.read_legal_move(history.current(), &text);
            let Ok(mv) = mv else { return };
            let position = history.current().clone();
            let first = images(&game.write_position(&position), game.symmetries()).pop_first();
            if self.seen.insert((game.name(), first.unwrap_or_default()))
                && !limits.stop.is_raised()
                && let Some(puzzle) = study.puzzle(&position)
                && !(choice.mistakes && puzzle.key == mv)
            {
                let count = self.counts.entry((game.name(), puzzle.plies)).or_default();
                *count += 1;
                if *count <= choice.each {
                    self.found.push(Entry::of(game, &position, &puzzle));
                }
            }
            history.play(mv);
        }
    }

    /// The puzzles, the shortest first, and of equal length those that are found soonest.
    #[must_use]
    pub fn sorted(mut self) -> Vec<Entry> {
        self.found.sort_by(|one, other| {
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
pub fn check(game: &AnyGame, entry: &Entry, limits: StudyLimits<'_>) -> Result<(), Option<Entry>> {
    let found = with_game!(game, game => {
        let position = game.read_position(&entry.position).map_err(|_| None)?;
        Study::new(game, limits).puzzle(&position).map(|puzzle| Entry::of(game, &position, &puzzle))
    });
    if found.as_ref() == Some(entry) { Ok(()) } else { Err(found) }
}
