//! Puzzle collections: text with one puzzle per line.

use std::fmt;

use crate::engine::puzzle::{Difficulty, Puzzle, Uniqueness};
use crate::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES, NameError};
use crate::model::{Game, GameRng, text::escape};

/// The tag of a puzzle whose other moves are proven only not to win within the same number of plies.
const IN_TIME_TAG: &str = "in-time";
/// The form of a line.
const FORM: &str = "a puzzle has five fields separated by tabs: game, position, move, plies, depth; and in-time if other moves may win later";

/// A puzzle in a collection: `GAME<tab>POSITION<tab>MOVE<tab>PLIES<tab>DEPTH`, with `<tab>in-time` if the
/// other moves are proven only not to win within `PLIES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleEntry {
    /// The full name of the game.
    pub game: String,
    /// The position, in canonical notation.
    pub position: String,
    /// The winning move, in canonical notation.
    pub key: String,
    /// The number of plies to the win.
    pub plies: u32,
    /// The search depth that finds the move.
    pub depth: u32,
    /// What is proven about the other moves.
    pub uniqueness: Uniqueness,
}

impl PuzzleEntry {
    /// Creates the entry of a puzzle.
    pub fn of(game: &AnyGame, position: &AnyPosition, puzzle: &Puzzle<AnyMove>) -> PuzzleEntry {
        PuzzleEntry {
            game: game.name(),
            position: position.to_string(),
            key: puzzle.key.to_string(),
            plies: puzzle.plies,
            depth: puzzle.depth,
            uniqueness: puzzle.uniqueness,
        }
    }

    /// Returns the difficulty.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(self.depth, self.plies)
    }

    /// Returns the number of turns that the solver needs to win.
    pub fn turns(&self) -> u32 {
        self.plies.div_ceil(2)
    }

    fn read(line: &str) -> Result<PuzzleEntry, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let (fields, uniqueness) = match fields.strip_suffix(&[IN_TIME_TAG]) {
            Some(fields) => (fields, Uniqueness::FastestWin),
            None => (fields.as_slice(), Uniqueness::Only),
        };
        let [game, position, key, plies, depth] = fields else { return Err(FORM.to_owned()) };
        let number = |name: &str, text: &str| {
            let wrong =
                |_| format!("\"{}\" is not a valid {name}; expected a number", escape(text.as_bytes()));
            text.parse().map_err(wrong)
        };
        let (plies, depth) = (number("number of plies", plies)?, number("depth", depth)?);
        let [position, key] = [position, key].map(|field| (*field).to_owned());
        Ok(PuzzleEntry { game: games::full_name(game), position, key, plies, depth, uniqueness })
    }
}

impl fmt::Display for PuzzleEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PuzzleEntry { game, position, key, plies, depth, uniqueness } = self;
        write!(f, "{game}\t{position}\t{key}\t{plies}\t{depth}")?;
        match uniqueness {
            Uniqueness::Only => Ok(()),
            Uniqueness::FastestWin => write!(f, "\t{IN_TIME_TAG}"),
        }
    }
}

/// Reads a collection. Skips empty lines and lines that start with `#`. Does not prove the puzzles.
///
/// # Errors
/// A line is malformed, names no game, or has a wrong position or move: its number, and what is wrong.
pub fn read(text: &str) -> Result<Vec<PuzzleEntry>, (usize, String)> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read_line(line).map_err(|problem| (number, problem))).collect()
}

fn read_line(line: &str) -> Result<PuzzleEntry, String> {
    let entry = PuzzleEntry::read(line)?;
    let game = games::open(&entry.game).map_err(|error| error.to_string())?;
    let position = game.read_position(&entry.position).map_err(|error| format!("position: {error}"))?;
    let key = game.read_legal_move(&position, &entry.key);
    key.map(|_| entry).map_err(|error| format!("move: {error}"))
}

/// Puzzles in the order in which they are set, each with its number in the whole collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleList {
    /// The puzzles and their numbers.
    pub entries: Vec<(usize, PuzzleEntry)>,
    /// The number of puzzles in the whole collection.
    pub total: usize,
}

impl PuzzleList {
    /// Numbers the puzzles of a collection, the easiest first. They are set in this order; a `seed` shuffles those that
    /// are equally hard.
    pub fn new(mut entries: Vec<PuzzleEntry>, seed: Option<u64>) -> Self {
        let hardness = |entry: &PuzzleEntry| (entry.difficulty(), entry.plies, entry.depth);
        entries.sort_by_key(hardness);
        let total = entries.len();
        let mut entries: Vec<_> = (1..).zip(entries).collect();
        if let Some(seed) = seed {
            GameRng::from_seed(seed).shuffle(&mut entries);
            entries.sort_by_key(|(_, entry)| hardness(entry));
        }
        PuzzleList { entries, total }
    }

    /// Returns the puzzles of one difficulty; without one, all of them.
    #[must_use]
    pub fn of_level(&self, level: Option<Difficulty>) -> PuzzleList {
        let is_wanted =
            |(_, entry): &&(usize, PuzzleEntry)| level.is_none_or(|level| entry.difficulty() == level);
        PuzzleList { entries: self.entries.iter().filter(is_wanted).cloned().collect(), total: self.total }
    }
}

/// Returns the bundled puzzles of `game`.
///
/// # Errors
/// The game does not exist.
pub fn bundled_for(game: &str) -> Result<Vec<PuzzleEntry>, NameError> {
    let (family, _) = games::find(game)?;
    of_game(read(family.puzzles).unwrap_or_default(), game)
}

/// Returns the `entries` of `game`, as [`names`] says.
///
/// # Errors
/// The game does not exist.
pub fn of_game(mut entries: Vec<PuzzleEntry>, game: &str) -> Result<Vec<PuzzleEntry>, NameError> {
    let is_wanted = names(game)?;
    entries.retain(|entry| is_wanted(&entry.game));
    Ok(entries)
}

/// Returns which full names of games `game` means: those of its whole family, or, if it has options, only the same. Games
/// that can go on forever are not mixed with games that cannot.
///
/// # Errors
/// The game does not exist.
pub fn names(game: &str) -> Result<impl Fn(&str) -> bool, NameError> {
    let (family, options) = games::find(game)?;
    let endless = |game: &AnyGame| game.max_idle_turns().is_some();
    let game = games::open(game)?;
    let (name, is_endless, is_whole) = (game.name(), endless(&game), options.is_empty());
    let is_of_family = |other: &str| games::find(other).is_ok_and(|(other, _)| other.id == family.id);
    let is_same_kind = move |other: &str| games::open(other).is_ok_and(|other| endless(&other) == is_endless);
    Ok(move |other: &str| other == name || is_whole && is_of_family(other) && is_same_kind(other))
}

/// Returns all bundled puzzles, each with its game.
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
    use crate::model::{Position as _, images};

    #[test]
    fn lines_round_trip_and_invalid_lines_are_rejected() {
        let lines =
            ["uglyduck\tD4/S4/1d3/2S2/5 1\tb1a2\t3\t2", "uglyduck-xl:3x3\tDDD/3/ddd 1\ta1b1\t5\t3\tin-time"];
        let entries = read(&format!("# comment\n\n{}\n{}\n", lines[0], lines[1])).unwrap();
        assert_eq!(entries.iter().map(PuzzleEntry::to_string).collect::<Vec<_>>(), lines);
        assert_eq!(
            [entries[0].uniqueness, entries[1].uniqueness],
            [Uniqueness::Only, Uniqueness::FastestWin]
        );
        assert_eq!((entries[0].turns(), entries[0].difficulty()), (2, Difficulty::Easy));
        let no_plies = "\"d\" is not a valid number of plies; expected a number";
        for (wrong, problem) in [
            ("qawale", FORM),
            ("a\tb\tc\t1\t2\t3", FORM),
            ("a\tb\tc\t1\tin-time", FORM),
            ("a\tb\tc\td\te", no_plies),
            ("a\tb\tc\t1\t-2", "\"-2\" is not a valid depth; expected a number"),
        ] {
            assert_eq!(read(&format!("\n{wrong}\n")), Err((2, problem.to_owned())));
        }
        for (from, to, problem) in [("D4", "D5", "position: "), ("b1a2", "b1a9", "move: ")] {
            let (line, found) = read(&lines[0].replace(from, to)).unwrap_err();
            assert!(line == 1 && found.starts_with(problem), "{found}");
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
                assert_eq!(position.to_string(), entry.position);
                assert!(position.count_moves() > 1, "{entry}: only one move is legal");
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
    fn every_list_begins_with_the_easiest_puzzle_and_keeps_its_numbers() {
        for family in FAMILIES {
            let entries = bundled_for(family.id).unwrap();
            let lists = [None, Some(1), Some(7)].map(|seed| PuzzleList::new(entries.clone(), seed));
            for list in &lists {
                let levels = list.entries.iter().map(|(_, entry)| (entry.difficulty(), entry.plies));
                assert!(levels.is_sorted(), "{}", family.id);
                let first = &list.entries[0].1;
                assert_eq!((first.difficulty(), first.plies), (Difficulty::Easy, 1), "{}", family.id);
                let mut numbered = list.entries.clone();
                numbered.sort_by_key(|(number, _)| *number);
                assert_eq!(numbered, lists[0].entries, "{}: a seed changes no number", family.id);
            }
            let hardest = lists[0].entries.last().unwrap();
            assert_eq!(hardest.0, lists[0].total);
            let of_level = lists[0].of_level(Some(hardest.1.difficulty()));
            assert_eq!((of_level.entries.last(), of_level.total), (Some(hardest), lists[0].total));
        }
    }

    #[test]
    fn endless_rules_are_not_mixed_with_others() {
        let games =
            |name| bundled_for(name).unwrap().into_iter().map(|entry| entry.game).collect::<BTreeSet<_>>();
        assert_eq!(games("replica"), BTreeSet::from(["replica".to_owned()]));
        assert_eq!(games("replica:8,house"), BTreeSet::from(["replica:8,house".to_owned()]));
        assert!(games("uglyduck-xl").len() > 1);
    }

    /// Checks a sample; `cygnet puzzle check` checks all of them.
    #[test]
    fn bundled_puzzles_can_be_verified() {
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
