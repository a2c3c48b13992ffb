//! Collections of puzzles: a text with a line for each.

use std::fmt;

use thiserror::Error;

use crate::engine::puzzle::{Claim, Difficulty, Puzzle};
use crate::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES, NameError};
use crate::model::Game;

/// The last text of a puzzle whose other moves are only known not to win in time.
const IN_TIME_TAG: &str = "in-time";

/// A puzzle as it stands in a collection: `GAME<tab>POSITION<tab>MOVE<tab>PLIES<tab>DEPTH`, and `<tab>in-time` where that is all that is
/// known of the other moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleEntry {
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
    /// What is proven of the other moves.
    pub claim: Claim,
}

/// A line is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "line {line}: a puzzle is five texts with tabs between: game, position, move, plies, depth; and {IN_TIME_TAG} where other moves may win later"
)]
pub struct CollectionError {
    /// Which line, from 1.
    pub line: usize,
}

impl PuzzleEntry {
    /// The entry of a puzzle that was found.
    pub fn of(game: &AnyGame, position: &AnyPosition, puzzle: &Puzzle<AnyMove>) -> PuzzleEntry {
        PuzzleEntry {
            game: game.name(),
            position: game.write_position(position),
            key: game.write_move(puzzle.key),
            plies: puzzle.plies,
            depth: puzzle.depth,
            claim: puzzle.claim,
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

    fn read(line: &str) -> Option<PuzzleEntry> {
        let texts: Vec<&str> = line.split('\t').collect();
        let (texts, claim) = match texts.strip_suffix(&[IN_TIME_TAG]) {
            Some(texts) => (texts, Claim::FastestWin),
            None => (texts.as_slice(), Claim::Only),
        };
        let [game, position, key, plies, depth] = texts else { return None };
        let (plies, depth) = (plies.parse().ok()?, depth.parse().ok()?);
        let [game, position, key] = [game, position, key].map(|text| (*text).to_owned());
        Some(PuzzleEntry { game, position, key, plies, depth, claim })
    }
}

impl fmt::Display for PuzzleEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PuzzleEntry { game, position, key, plies, depth, claim } = self;
        write!(f, "{game}\t{position}\t{key}\t{plies}\t{depth}")?;
        match claim {
            Claim::Only => Ok(()),
            Claim::FastestWin => write!(f, "\t{IN_TIME_TAG}"),
        }
    }
}

/// Reads a collection. Empty lines, and those that begin with `#`, say nothing. Whether the puzzles are any is not asked.
///
/// # Errors
/// A line is no puzzle.
pub fn read(text: &str) -> Result<Vec<PuzzleEntry>, CollectionError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| PuzzleEntry::read(line).ok_or(CollectionError { line: index + 1 })).collect()
}

/// The puzzles of `game` that come with the program: those of its family on every board, and where the name has options those with the
/// same. Rules under which games can go on for ever are not mixed with others.
///
/// # Errors
/// There is no such game.
pub fn bundled_for(game: &str) -> Result<Vec<PuzzleEntry>, NameError> {
    let (family, options) = games::find(game)?;
    let endless = |game: &AnyGame| game.max_idle_turns().is_some();
    let game = games::open(game)?;
    let (name, kind) = (game.name(), endless(&game));
    let is_like_it = |other: &str| games::open(other).is_ok_and(|other| endless(&other) == kind);
    let mut entries = read(family.puzzles).unwrap_or_default();
    entries.retain(|entry| entry.game == name || options.is_empty() && is_like_it(&entry.game));
    Ok(entries)
}

/// All puzzles that come with the program, with the game of each.
pub fn bundled() -> impl Iterator<Item = (AnyGame, PuzzleEntry)> {
    let entries = FAMILIES.iter().flat_map(|family| read(family.puzzles).unwrap_or_default());
    entries.filter_map(|entry| Some((games::open(&entry.game).ok()?, entry)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::puzzle::PuzzleAnalyzer;
    use crate::engine::solver::Solver;
    use crate::model::images;

    #[test]
    fn lines_round_trip_and_invalid_lines_are_rejected() {
        let lines = ["qawale\t-,- d 1\ta1b1\t3\t2", "replica:8,house\t8/8 w\ta1b1\t5\t3\tin-time"];
        let entries = read(&format!("# words\n\n{}\n{}\n", lines[0], lines[1])).unwrap();
        assert_eq!(entries.iter().map(PuzzleEntry::to_string).collect::<Vec<_>>(), lines);
        assert_eq!([entries[0].claim, entries[1].claim], [Claim::Only, Claim::FastestWin]);
        assert_eq!((entries[0].turns(), entries[0].difficulty()), (2, Difficulty::Easy));
        for wrong in ["qawale", "a\tb\tc\td\te", "a\tb\tc\t1\t2\t3", "a\tb\tc\t1\tin-time", "a\tb\tc\t1\t-2"]
        {
            assert_eq!(read(&format!("\n{wrong}\n")), Err(CollectionError { line: 2 }));
        }
    }

    #[test]
    fn bundled_puzzles_are_valid_and_distinct() {
        for family in FAMILIES {
            let entries = read(family.puzzles).unwrap();
            let mut seen = BTreeSet::new();
            for entry in &entries {
                let (found, _) = games::find(&entry.game).unwrap();
                assert_eq!(found.id, family.id);
                let game = games::open(&entry.game).unwrap();
                let position = game.read_position(&entry.position).unwrap();
                assert_eq!(game.write_position(&position), entry.position);
                game.read_legal_move(&position, &entry.key).unwrap();
                let first = images(&entry.position, game.symmetries()).pop_first();
                assert!(seen.insert((entry.game.clone(), first)), "{entry}");
            }
        }
        assert_eq!(
            bundled().count(),
            FAMILIES.iter().map(|family| read(family.puzzles).unwrap().len()).sum::<usize>()
        );
    }

    #[test]
    fn endless_rules_are_not_mixed_with_others() {
        let games =
            |name| bundled_for(name).unwrap().into_iter().map(|entry| entry.game).collect::<BTreeSet<_>>();
        assert_eq!(games("replica"), BTreeSet::from(["replica".to_owned()]));
        assert_eq!(games("replica:8,house"), BTreeSet::from(["replica:8,house".to_owned()]));
        assert!(games("uglyduck-xl").len() > 1);
    }

    /// A sample; `cygnet puzzle check` proves all of them.
    #[test]
    fn bundled_puzzles_can_be_proven_again() {
        let solver = Solver { positions: 1_000_000, ..Solver::new(8 << 20) };
        for family in FAMILIES {
            let entries = read(family.puzzles).unwrap();
            for entry in entries.iter().filter(|entry| entry.plies < 6).step_by(100) {
                let game = &games::open(&entry.game).unwrap();
                let position = game.read_position(&entry.position).unwrap();
                let puzzle = PuzzleAnalyzer::new(game, solver.clone()).puzzle(&position).unwrap();
                assert_eq!(&PuzzleEntry::of(game, &position, &puzzle), entry);
            }
        }
    }
}
