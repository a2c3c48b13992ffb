//! `cygnet learn` and `cygnet puzzle`: lessons, puzzles and collections of puzzles.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Args, Subcommand};

use crate::analysis::puzzles::collection::{self, PuzzleEntry, PuzzleList};
use crate::analysis::puzzles::collection_file::{CollectionFile, CollectionFileError};
use crate::analysis::puzzles::{PuzzleFilter, PuzzleFinder, prove_again};
use crate::console::{ProgressBar, stdio};
use crate::engine::puzzle::Difficulty;
use crate::engine::solver::Solver;
use crate::games;
use crate::model::text::escape_path;
use crate::model::{Record, StopSignal, Stopwatch, SystemClock};
use crate::records;
use crate::screens::Screen as _;
use crate::session::{SessionStart, lesson_count};
use crate::store::files;
use crate::words::counted;

use super::memory::mebibytes;
use super::play::{InteractiveOptions, SessionOptions, run_session, session_seed};
use super::{Failure, note, path_to_write};

pub(super) const LEARN_EXAMPLES: &str = "\
At a terminal, you choose from a list that shows which lessons you have done. With piped input, the lessons follow one another. The last lesson is a small game.

Examples:
  cygnet learn uglyduck
  cygnet learn replica:8,house --lesson 2
  printf 'a1 b1\\n' | cygnet learn uglyduck --echo

In a lesson, :hint shows a hint, :skip skips to the next lesson and :quit leaves the program.";

pub(super) const PUZZLE_EXAMPLES: &str = "\
In each puzzle, one move is proven to win, or to win sooner than all others. A puzzle is worth three points; a hint, a wrong turn \
or `:why MOVE` costs one.

Examples:
  cygnet puzzle uglyduck --difficulty easy
  cygnet puzzle qawale --seed 7
  cygnet puzzle --record my-game.cygnet
  cygnet puzzle make --record games.cygnet --out my.puzzles
  cygnet puzzle check";

#[derive(Debug, Args)]
pub(super) struct LearnOptions {
    /// The game: `id` or `id:options`; without it, a menu of the games at a terminal
    game: Option<String>,
    /// Start with this lesson
    #[arg(long, value_name = "N", requires = "game")]
    lesson: Option<usize>,
    #[command(flatten)]
    interactive: InteractiveOptions,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct PuzzleOptions {
    #[command(subcommand)]
    command: Option<PuzzleCommand>,
    /// The game: `id` or `id:options`; without it, that of each puzzle, or a menu of the games at a terminal
    game: Option<String>,
    /// Only puzzles of this difficulty
    #[arg(long, alias = "level", value_parser = difficulty())]
    difficulty: Option<Difficulty>,
    /// Make puzzles from the wins missed in these recorded games
    #[arg(long, alias = "from", value_name = "FILE", conflicts_with = "restricted")]
    record: Option<PathBuf>,
    /// Use the puzzles in this collection, made by `puzzle make`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "restricted"])]
    collection: Option<PathBuf>,
    /// Shuffle puzzles that are equally hard with this seed [default: in the order of their numbers]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    interactive: InteractiveOptions,
}

#[derive(Debug, Subcommand)]
enum PuzzleCommand {
    /// Makes a collection of the puzzles found in recorded games
    Make {
        /// The file with the recorded games
        #[arg(long, alias = "games", value_name = "FILE")]
        record: PathBuf,
        /// The new file. To resume after an interruption, run the same command again
        #[arg(long, value_name = "FILE", value_parser = path_to_write())]
        out: PathBuf,
        /// Take at most N puzzles of each length [default: no limit]
        #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
        each: usize,
        /// Search only the last N turns of each game [default: all]
        #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
        last: usize,
        #[command(flatten)]
        limits: LimitOptions,
    },
    /// Proves the puzzles in a collection again, or those built into the program
    Check {
        /// The collection
        file: Option<PathBuf>,
        #[command(flatten)]
        limits: LimitOptions,
    },
}

#[derive(Clone, Copy, Debug, Args)]
struct LimitOptions {
    /// Skip a position if its proof takes more than N positions
    #[arg(long, alias = "positions", value_name = "N", default_value_t = LimitOptions::DEFAULT.nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The memory for a proof, in MiB
    #[arg(long, value_name = "MIB", default_value_t = LimitOptions::DEFAULT.memory, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

/// Parses the name of a difficulty.
fn difficulty() -> impl TypedValueParser<Value = Difficulty> {
    let named = |name: String| Difficulty::ALL.into_iter().find(|level| level.name() == name);
    PossibleValuesParser::new(Difficulty::ALL.map(Difficulty::name))
        .try_map(move |name| named(name).ok_or(""))
}

impl From<CollectionFileError> for Failure {
    fn from(error: CollectionFileError) -> Self {
        match error {
            CollectionFileError::File(error) => error.into(),
            _ => Failure::data(error)
                .hint("use the same games and options to resume it, or another file for --out"),
        }
    }
}

impl LimitOptions {
    /// The default limits.
    const DEFAULT: LimitOptions = LimitOptions { nodes: 2_000_000, memory: 32 };

    fn solver(self, stop: &StopSignal) -> Solver {
        Solver { positions: self.nodes, stop: stop.clone(), ..Solver::new(mebibytes(self.memory)) }
    }
}

/// Returns the seed of a session. Through a pipe, the same lines have the same answers.
fn study_seed(wanted: Option<u64>) -> u64 {
    session_seed(wanted.or(Some(0).filter(|_| !stdio::is_terminal())))
}

pub(super) fn learn(options: &LearnOptions) -> Result<(), Failure> {
    let session = SessionOptions::for_study(options.interactive.clone(), study_seed(None));
    let Some(name) = &options.game else {
        check_game_can_be_chosen()?;
        return run_session(&SessionStart::LessonsMenu, &session);
    };
    let game = games::open(name)?;
    let taught = games::open(&game.study().game)?;
    if taught != game {
        note(format_args!("these are the lessons of {taught}"));
    }
    let count = lesson_count(&game);
    if let Some(number) = options.lesson.filter(|number| !(1..=count).contains(number)) {
        let hint = format!("the lessons of {name} are numbered from 1 to {count}");
        return Err(Failure::usage(format!("there is no lesson {number}"), hint));
    }
    run_session(&SessionStart::Lessons { game, first: options.lesson }, &session)
}

pub(super) fn puzzle(options: &PuzzleOptions) -> Result<(), Failure> {
    match &options.command {
        Some(PuzzleCommand::Make { record, out, each, last, limits }) => make(
            record,
            out,
            PuzzleFilter { max_per_length: *each, last_turns: *last, only_mistakes: false },
            *limits,
        ),
        Some(PuzzleCommand::Check { file, limits }) => check_all(file.as_deref(), *limits),
        None => solve(options),
    }
}

/// Checks that someone can be asked for a game that the command line does not name.
///
/// # Errors
/// There is no terminal. The error lists the games.
pub(super) fn check_game_can_be_chosen() -> Result<(), Failure> {
    if stdio::is_terminal() {
        return Ok(());
    }
    let ids: Vec<&str> = games::FAMILIES.iter().map(|family| family.id).collect();
    let missing = "the following required arguments were not provided: <GAME>";
    Err(Failure::usage(missing, format!("the games are {}", ids.join(", "))))
}

/// Sets puzzles at the console.
fn solve(options: &PuzzleOptions) -> Result<(), Failure> {
    let session = SessionOptions::for_study(options.interactive.clone(), study_seed(options.seed));
    let of_game = |entries| match &options.game {
        Some(game) => collection::of_game(entries, game),
        None => Ok(entries),
    };
    let (entries, source) = match (&options.record, &options.collection, &options.game) {
        (Some(file), _, _) => (mistakes_in(file, options.game.as_deref())?, escape_path(file)),
        (_, Some(file), _) => (of_game(read(file)?)?, escape_path(file)),
        (_, _, Some(game)) => (collection::bundled_for(game)?, game.clone()),
        (None, None, None) => {
            check_game_can_be_chosen()?;
            let start = SessionStart::PuzzlesMenu { level: options.difficulty, seed: options.seed };
            return run_session(&start, &session);
        }
    };
    let list = PuzzleList::new(entries, options.seed).of_level(options.difficulty);
    if list.entries.is_empty() {
        let level = options.difficulty.map(|level| format!("{} ", level.name())).unwrap_or_default();
        let is_file = options.record.is_some() || options.collection.is_some();
        let game = options.game.as_ref().filter(|_| is_file);
        let of = game.map_or_else(String::new, |game| format!(" of {game}"));
        return Err(match options.record {
            Some(_) => Failure::data(format!("{source}: no {level}wins were missed in these games{of}"))
                .hint("cygnet puzzle make searches whole games, not only mistakes"),
            None => Failure::data(format!("{source}: there are no {level}puzzles{of}")).hint(MAKE_HINT),
        });
    }
    run_session(&SessionStart::Puzzles(list), &session)
}

/// Returns the puzzles from the mistakes in the games of a file, or in those of one game, sorted.
fn mistakes_in(file: &Path, game: Option<&str>) -> Result<Vec<PuzzleEntry>, Failure> {
    let mut games = records::read_all(file)?;
    if let Some(game) = game {
        let is_wanted = collection::names(game)?;
        games.retain(|record| is_wanted(&record.game));
        if games.is_empty() {
            return Err(Failure::data(format!("{}: there are no games of {game}", escape_path(file))));
        }
    }
    let filter = PuzzleFilter { max_per_length: usize::MAX, last_turns: usize::MAX, only_mistakes: true };
    let mut finder = PuzzleFinder::default();
    find(&mut finder, file, (&games, 0), filter, LimitOptions::DEFAULT, None)?;
    Ok(finder.sorted())
}

/// Searches the games of a file one by one, starting at index `first`, and shows the progress. If there is a collection,
/// adds the puzzles of each game to it.
fn find(
    finder: &mut PuzzleFinder,
    file: &Path,
    (games, first): (&[Record], usize),
    filter: PuzzleFilter,
    limits: LimitOptions,
    mut collection: Option<&mut CollectionFile>,
) -> Result<(), Failure> {
    let (signals, spinner) = (stdio::task_signals()?, ProgressBar::spinner());
    for (number, record) in (1..).zip(games).skip(first) {
        let found = finder.found.len();
        spinner.show(0, || format!("game {number} of {}, {found} puzzles", games.len()));
        let played = record.replay().map_err(records::in_file(file))?;
        finder.search_game(&played, filter, &limits.solver(&signals.interrupt));
        if let Some(collection) = &mut collection {
            collection.add_game(&finder.found[found..], !signals.interrupt.is_raised())?;
        }
        if signals.interrupt.is_raised() {
            break;
        }
    }
    spinner.finish();
    Failure::check_interruption(&signals)
}

/// What to do if there are no puzzles.
const MAKE_HINT: &str = "make some from recorded games with cygnet puzzle make";

/// Reads the puzzles in a collection, at least one.
fn read(file: &Path) -> Result<Vec<PuzzleEntry>, Failure> {
    let shown = escape_path(file);
    match collection::read(&files::read(file)?) {
        Ok(entries) if entries.is_empty() => {
            Err(Failure::data(format!("{shown}: there are no puzzles")).hint(MAKE_HINT))
        }
        read => read.map_err(|(line, problem)| Failure::data(format!("{shown}:{line}: {problem}"))),
    }
}

/// Makes a collection, or resumes an unfinished one.
fn make(file: &Path, out: &Path, filter: PuzzleFilter, limits: LimitOptions) -> Result<(), Failure> {
    let games = records::read_all(file)?;
    games.iter().try_for_each(|record| record.replay().map(drop)).map_err(records::in_file(file))?;
    stdio::check_not_stdout(out)?;
    let solver = &limits.solver(&StopSignal::new());
    let (mut collection_file, entries) = CollectionFile::open(out, &games, filter, solver)?;
    let first = collection_file.games;
    if first > 0 {
        let found = entries.len();
        let all = games.len();
        note(format_args!("{first} of {all} games have been searched, {found} puzzles found"));
    }
    let searched = &games[..first.min(games.len())];
    let mut finder = PuzzleFinder::resume(searched, filter, entries).map_err(records::in_file(file))?;
    let found = find(&mut finder, file, (&games, first), filter, limits, Some(&mut collection_file));
    if found.as_ref().is_err_and(Failure::is_interruption) {
        note(format_args!("run the same command again to resume {}", escape_path(out)));
    }
    found?;
    let entries = finder.sorted();
    collection_file.finish(&entries)?;
    print_counts(&entries)
}

/// Proves the puzzles of a collection again, or all built-in puzzles.
fn check_all(file: Option<&Path>, limits: LimitOptions) -> Result<(), Failure> {
    let entries = match file {
        Some(file) => read(file)?,
        None => collection::bundled().map(|(_, entry)| entry).collect(),
    };
    let signals = stdio::task_signals()?;
    let (spinner, clock) = (ProgressBar::spinner(), SystemClock::new());
    let watch = Stopwatch::start(&clock);
    let mut wrong = 0;
    for (number, entry) in (1..).zip(&entries) {
        spinner.show(0, || format!("puzzle {number} of {}", entries.len()));
        let game = games::open(&entry.game)?;
        let result = prove_again(&game, entry, &limits.solver(&signals.interrupt));
        Failure::check_interruption(&signals)?;
        if let Err(found) = result {
            wrong += 1;
            let found = found.map(|found| format!("found {found}"));
            let found = found.as_deref().unwrap_or("no puzzle could be proven there");
            stdio::eprint_line(format_args!("error: puzzle {number}: {entry}: {found}"));
        }
    }
    spinner.finish();
    print_counts(&entries)?;
    stdio::eprint_line(format_args!("{:.1} s", watch.elapsed().as_secs_f64()));
    if wrong == 0 {
        Ok(())
    } else {
        Err(Failure::data(format!("{wrong} of {} puzzles could not be proven", entries.len())))
    }
}

/// Prints the number of puzzles by game, length and difficulty.
fn print_counts(entries: &[PuzzleEntry]) -> Result<(), Failure> {
    let mut out = stdio::stdout();
    writeln!(out, "game\tturns\teasy\tmedium\thard")?;
    let key = |entry: &PuzzleEntry| (entry.game.clone(), entry.turns());
    let mut keys: Vec<_> = entries.iter().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    for wanted in keys {
        let count = |level| {
            entries.iter().filter(|entry| key(entry) == wanted && entry.difficulty() == level).count()
        };
        let [easy, medium, hard] = Difficulty::ALL.map(count);
        writeln!(out, "{}\t{}\t{easy}\t{medium}\t{hard}", wanted.0, wanted.1)?;
    }
    writeln!(out, "{}", counted(entries.len(), "puzzle"))?;
    Ok(out.flush()?)
}
