//! `cygnet learn` and `cygnet puzzle`: lessons and puzzles at the console, and collections of puzzles.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use crate::analysis::puzzles::collection::{self, PuzzleEntry};
use crate::analysis::puzzles::collection_file::{CollectionFile, CollectionFileError, CollectionSpec};
use crate::analysis::puzzles::{FindError, PuzzleFilter, PuzzleFinder, prove_again};
use crate::console::{Spinner, stdio};
use crate::engine::puzzle::Difficulty;
use crate::engine::solver::Solver;
use crate::model::text::escape_path;
use crate::model::{Record, StopSignal, Stopwatch, SystemClock};
use crate::screens::Screen as _;
use crate::session::SessionStart;
use crate::store::files;
use crate::{games, records};

use super::Failure;
use super::memory::mebibytes;
use super::play::{InteractiveOptions, SessionOptions, run_session, session_seed};

pub(super) const LEARN_EXAMPLES: &str = "\
At a terminal a list tells what has been done; through a pipe the lessons follow on each other.

Examples:
  cygnet learn uglyduck
  cygnet learn replica:8,house --lesson 2
  printf 'a1 b1\\n' | cygnet learn uglyduck --echo

In a lesson :hint helps, :skip goes on to the next, :quit leaves.";

pub(super) const PUZZLE_EXAMPLES: &str = "\
One move wins, and every other is proven not to, or not to win as soon. Three points for each; a hint or a wrong turn costs one.

Examples:
  cygnet puzzle uglyduck --level easy
  cygnet puzzle qawale --seed 7
  cygnet puzzle --from my-game.cygnet
  cygnet puzzle make --games games.cygnet --out my.puzzles
  cygnet puzzle check

docs/puzzles.md tells how puzzles are found and how hard they are.";

#[derive(Debug, Args)]
pub(super) struct LearnOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// Begin with this lesson
    #[arg(long, value_name = "N")]
    lesson: Option<usize>,
    #[command(flatten)]
    interactive: InteractiveOptions,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct PuzzleOptions {
    #[command(subcommand)]
    command: Option<PuzzleCommand>,
    /// The game: `id` or `id:options`
    #[arg(required_unless_present_any = ["from", "collection"])]
    game: Option<String>,
    /// Which puzzles: easy, medium or hard ones; all of them otherwise
    #[arg(long, value_parser = level())]
    level: Option<Difficulty>,
    /// Puzzles from the mistakes in these recorded games: a win that was there and was not played
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "restricted"])]
    from: Option<PathBuf>,
    /// Puzzles of this collection, which `puzzle make` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "from", "restricted"])]
    collection: Option<PathBuf>,
    /// The seed of the order; a random one is drawn and printed otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    interactive: InteractiveOptions,
}

#[derive(Debug, Subcommand)]
enum PuzzleCommand {
    /// Makes a collection of the puzzles that the positions of recorded games are
    Make {
        /// The file with the games
        #[arg(long, value_name = "FILE")]
        games: PathBuf,
        /// The new file. If the work is broken off, the same command goes on with it
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Take at most so many of each length
        #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
        each: usize,
        /// Look at so many turns of each game only, the last ones
        #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
        last: usize,
        #[command(flatten)]
        limits: LimitOptions,
    },
    /// Proves puzzles again: those that come with the program, or those of a collection
    Check {
        /// The collection
        file: Option<PathBuf>,
        #[command(flatten)]
        limits: LimitOptions,
    },
}

#[derive(Clone, Copy, Debug, Args)]
struct LimitOptions {
    /// Give a position up after a proof about it has looked at so many
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    positions: u64,
    /// The memory for a proof, in MiB
    #[arg(long, value_name = "MIB", default_value = "32", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

/// Reads a difficulty by its name.
fn level() -> impl TypedValueParser<Value = Difficulty> {
    let named = |name: String| Difficulty::ALL.into_iter().find(|level| level.name() == name);
    PossibleValuesParser::new(Difficulty::ALL.map(Difficulty::name))
        .try_map(move |name| named(name).ok_or(""))
}

impl From<CollectionFileError> for Failure {
    fn from(error: CollectionFileError) -> Self {
        match error {
            CollectionFileError::File(error) => error.into(),
            _ => Failure::data(error)
                .hint("the same games and options go on with it; --out takes another file"),
        }
    }
}

impl LimitOptions {
    /// The limits where nobody gives any.
    const DEFAULT: LimitOptions = LimitOptions { positions: 2_000_000, memory: 32 };

    fn solver(self, stop: &StopSignal) -> Solver {
        Solver { positions: self.positions, stop: stop.clone(), ..Solver::new(mebibytes(self.memory)) }
    }
}

pub(super) fn learn(options: &LearnOptions) -> Result<(), Failure> {
    let game = games::open(&options.game)?;
    let count = game.lessons().len();
    if let Some(number) = options.lesson.filter(|number| !(1..=count).contains(number)) {
        let hint = format!("the lessons of {} are numbered from 1 to {count}", options.game);
        return Err(Failure::usage(format!("there is no lesson {number}"), hint));
    }
    let session = SessionOptions::for_study(options.interactive.clone(), 0);
    run_session(&SessionStart::Lessons { game, first: options.lesson }, &session)
}

pub(super) fn puzzle(options: &PuzzleOptions) -> Result<(), Failure> {
    match &options.command {
        Some(PuzzleCommand::Make { games, out, each, last, limits }) => make(
            games,
            out,
            PuzzleFilter { max_per_length: *each, last_turns: *last, only_mistakes: false },
            *limits,
        ),
        Some(PuzzleCommand::Check { file, limits }) => check_all(file.as_deref(), *limits),
        None => solve(options),
    }
}

/// Gives puzzles at the console.
fn solve(options: &PuzzleOptions) -> Result<(), Failure> {
    let (mut entries, source) = match (&options.from, &options.collection, &options.game) {
        (Some(file), _, _) => (mistakes_in(file)?, escape_path(file)),
        (_, Some(file), _) => (read(file)?, escape_path(file)),
        (_, _, Some(game)) => (collection::bundled_for(game)?, game.clone()),
        // The command line has seen to it.
        _ => (Vec::new(), String::new()),
    };
    entries.retain(|entry| options.level.is_none_or(|level| entry.difficulty() == level));
    if entries.is_empty() {
        let level = options.level.map(|level| format!("{} ", level.name())).unwrap_or_default();
        let none = Failure::data(format!("{source}: there are no {level}puzzles"));
        return Err(none.hint("puzzle make looks for puzzles in recorded games"));
    }
    let session = SessionOptions::for_study(options.interactive.clone(), session_seed(options.seed));
    run_session(&SessionStart::Puzzles(entries), &session)
}

/// The puzzles from the mistakes in the games of a file, the shortest first.
fn mistakes_in(file: &Path) -> Result<Vec<PuzzleEntry>, Failure> {
    let (games, filter) = (
        records::read_all(file)?,
        PuzzleFilter { max_per_length: usize::MAX, last_turns: usize::MAX, only_mistakes: true },
    );
    let mut finder = PuzzleFinder::default();
    find(&mut finder, file, (&games, 0), &mut |finder, record, stop| {
        finder.search_game(record, filter, &LimitOptions::DEFAULT.solver(stop), &mut |_| Ok(()))
    })?;
    Ok(finder.sorted())
}

/// Looks at the games of a file one after the other, from number `first` on, and says how far it has come.
fn find(
    finder: &mut PuzzleFinder,
    file: &Path,
    (games, first): (&[Record], usize),
    search_game: &mut dyn FnMut(&mut PuzzleFinder, &Record, &StopSignal) -> Result<(), FindError>,
) -> Result<(), Failure> {
    let stop = StopSignal::new();
    let (interrupt_flag, spinner) = (stdio::interrupt_flag(&stop)?, Spinner::new());
    for (number, record) in (1..).zip(games).skip(first) {
        let found = finder.found.len();
        spinner.show(|| format!("game {number} of {}, {found} puzzles", games.len()));
        search_game(finder, record, &stop).map_err(|error| match error {
            FindError::Record(error) => error.in_file(file).into(),
            FindError::File(error) => Failure::from(error),
        })?;
        if stop.is_raised() {
            break;
        }
    }
    spinner.finish();
    Failure::check_interruption(&interrupt_flag)
}

fn read(file: &Path) -> Result<Vec<PuzzleEntry>, Failure> {
    collection::read(&files::read(file)?)
        .map_err(|error| Failure::data(format!("{}: {error}", escape_path(file))))
}

/// Makes a collection, or goes on with one that was begun.
fn make(file: &Path, out: &Path, filter: PuzzleFilter, limits: LimitOptions) -> Result<(), Failure> {
    let games = records::read_all(file)?;
    games
        .iter()
        .try_for_each(|record| records::verify(record).map(drop))
        .map_err(|error| error.in_file(file))?;
    let LimitOptions { positions, memory } = limits;
    let (mut collection_file, progress) =
        CollectionFile::open(out, &CollectionSpec { games: &games, filter, positions, memory })?;
    let first = progress.games;
    if first > 0 {
        let found = progress.entries.len();
        stdio::eprint_line(format_args!(
            "note: {first} of {} games have been looked at, {found} puzzles found",
            games.len()
        ));
    }
    let looked_at = &games[..first.min(games.len())];
    let mut finder =
        PuzzleFinder::resume(looked_at, filter, progress.entries).map_err(|error| error.in_file(file))?;
    let found = find(&mut finder, file, (&games, first), &mut |finder, record, stop| {
        finder.search_game(record, filter, &limits.solver(stop), &mut |entry| collection_file.add(entry))?;
        // What a game has to give is known only at its end.
        if stop.is_raised() { Ok(()) } else { Ok(collection_file.end_game()?) }
    });
    if found.as_ref().is_err_and(Failure::is_interruption) {
        stdio::eprint_line(format_args!("note: the same command goes on with {}", escape_path(out)));
    }
    found?;
    let entries = finder.sorted();
    collection_file.finish(&entries)?;
    print_counts(&entries)
}

/// Proves a collection again, or all that come with the program.
fn check_all(file: Option<&Path>, limits: LimitOptions) -> Result<(), Failure> {
    let entries = match file {
        Some(file) => read(file)?,
        None => collection::bundled().map(|(_, entry)| entry).collect(),
    };
    let stop = StopSignal::new();
    let interrupt_flag = stdio::interrupt_flag(&stop)?;
    let (spinner, clock) = (Spinner::new(), SystemClock::new());
    let watch = Stopwatch::start(&clock);
    let mut wrong = 0;
    for (number, entry) in (1..).zip(&entries) {
        spinner.show(|| format!("puzzle {number} of {}", entries.len()));
        let game = games::open(&entry.game)?;
        let result = prove_again(&game, entry, &limits.solver(&stop));
        Failure::check_interruption(&interrupt_flag)?;
        if let Err(found) = result {
            wrong += 1;
            let found = found.map(|found| format!("found {found}"));
            let found = found.as_deref().unwrap_or("no puzzle is proven there");
            stdio::eprint_line(format_args!("error: puzzle {number}: {entry}: {found}"));
        }
    }
    spinner.finish();
    print_counts(&entries)?;
    let time: Duration = watch.elapsed();
    stdio::eprint_line(format_args!("{:.1} s", time.as_secs_f64()));
    if wrong == 0 { Ok(()) } else { Err(Failure::data(format!("{wrong} puzzles are not proven"))) }
}

/// How many puzzles there are by game, length and difficulty.
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
    match entries.len() {
        1 => writeln!(out, "1 puzzle")?,
        count => writeln!(out, "{count} puzzles")?,
    }
    Ok(out.flush()?)
}
