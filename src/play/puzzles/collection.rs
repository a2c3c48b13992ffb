//! Collections of puzzles: a text with a line for each.

use std::fmt;

use thiserror::Error;

use crate::engine::puzzle::{Difficulty, Puzzle};
use crate::games::{self, AnyGame, FAMILIES, NameError};
use crate::model::{Game, Mv};

/// A puzzle as it stands in a collection: `GAME<tab>POSITION<tab>MOVE<tab>PLIES<tab>DEPTH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The full name of the game.
    pub game: String,
    /// The position, in canonical notation.
    pub position: String,
    /// The move that wins, in canonical notation.
    pub key: String,
    /// After how many plies it wins.
    pub plies: u32,
    /// How far one must look ahead to find it.
    pub depth: u32,
}

/// A line is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line}: a puzzle is five texts with tabs between: game, position, move, plies, depth")]
pub struct CollectionError {
    /// Which line, from 1.
    pub line: usize,
}

impl Entry {
    /// The entry of a puzzle that was found.
    pub fn of<G: Game>(game: &G, position: &G::Position, puzzle: &Puzzle<Mv<G>>) -> Entry {
        Entry {
            game: game.name(),
            position: game.write_position(position),
            key: game.write_move(puzzle.key),
            plies: puzzle.plies,
            depth: puzzle.depth,
        }
    }

    /// How hard it is.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(self.depth, self.plies)
    }

    /// In how many turns of one's own it is won.
    pub fn turns(&self) -> u32 {
        self.plies.div_ceil(2)
    }

    fn read(line: &str) -> Option<Entry> {
        let [game, position, key, plies, depth] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let (plies, depth) = (plies.parse().ok()?, depth.parse().ok()?);
        Some(Entry {
            game: game.to_owned(),
            position: position.to_owned(),
            key: key.to_owned(),
            plies,
            depth,
        })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { game, position, key, plies, depth } = self;
        write!(f, "{game}\t{position}\t{key}\t{plies}\t{depth}")
    }
}

/// Reads a collection. Empty lines, and those that begin with `#`, say nothing. Whether the puzzles are any is not asked.
///
/// # Errors
/// A line is no puzzle.
pub fn read(text: &str) -> Result<Vec<Entry>, CollectionError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| Entry::read(line).ok_or(CollectionError { line: index + 1 })).collect()
}

/// The puzzles of `game` that come with the program: those of its family, and where the name has options those with the same.
///
/// # Errors
/// There is no such game.
pub fn known(game: &str) -> Result<Vec<Entry>, NameError> {
    let (family, options) = games::find(game)?;
    let name = games::open(game)?.name();
    let mut entries = read(family.puzzles).unwrap_or_default();
    entries.retain(|entry| options.is_empty() || entry.game == name);
    Ok(entries)
}

/// All puzzles that come with the program, with the game of each.
pub fn all() -> impl Iterator<Item = (AnyGame, Entry)> {
    let entries = FAMILIES.iter().flat_map(|family| read(family.puzzles).unwrap_or_default());
    entries.filter_map(|entry| Some((games::open(&entry.game).ok()?, entry)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::puzzle::{Study, StudyLimits};
    use crate::model::{StopSignal, images};
    use crate::with_game;

    #[test]
    fn a_line_is_read_as_it_is_written_and_what_is_none_is_refused() {
        let text = "# words\n\nqawale\t-,- d 1\ta1b1\t3\t2\n";
        let entries = read(text).unwrap();
        assert_eq!(entries.iter().map(Entry::to_string).collect::<Vec<_>>(), ["qawale\t-,- d 1\ta1b1\t3\t2"]);
        assert_eq!((entries[0].turns(), entries[0].difficulty()), (2, Difficulty::Easy));
        for wrong in ["qawale", "a\tb\tc\td\te", "a\tb\tc\t1\t2\t3", "a\tb\tc\t1\t-2"] {
            assert_eq!(read(&format!("\n{wrong}\n")), Err(CollectionError { line: 2 }));
        }
    }

    #[test]
    fn all_lines_that_come_with_the_program_are_puzzles_and_none_is_the_image_of_another() {
        for family in FAMILIES {
            let entries = read(family.puzzles).unwrap();
            let mut seen = BTreeSet::new();
            for entry in &entries {
                let (found, _) = games::find(&entry.game).unwrap();
                assert_eq!(found.id, family.id);
                let symmetries = with_game!(&games::open(&entry.game).unwrap(), game => {
                    let position = game.read_position(&entry.position).unwrap();
                    assert_eq!(game.write_position(&position), entry.position);
                    game.read_legal_move(&position, &entry.key).unwrap();
                    game.symmetries()
                });
                let first = images(&entry.position, symmetries).pop_first();
                assert!(seen.insert((entry.game.clone(), first)), "{entry}");
            }
        }
        assert_eq!(
            all().count(),
            FAMILIES.iter().map(|family| read(family.puzzles).unwrap().len()).sum::<usize>()
        );
    }

    /// A sample; `cygnet puzzle check` proves all of them.
    #[test]
    fn puzzles_that_come_with_the_program_are_proven_again() {
        let stop = StopSignal::new();
        let limits = StudyLimits { positions: 1_000_000, bytes: 8 << 20, stop: &stop };
        for family in FAMILIES {
            let entries = read(family.puzzles).unwrap();
            for entry in entries.iter().filter(|entry| entry.plies < 6).step_by(40) {
                with_game!(&games::open(&entry.game).unwrap(), game => {
                    let position = game.read_position(&entry.position).unwrap();
                    let puzzle = Study::new(game, limits).puzzle(&position).unwrap();
                    assert_eq!(&Entry::of(game, &position, &puzzle), entry);
                });
            }
        }
    }
}
