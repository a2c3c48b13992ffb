//! `cygnet table`: tables of exact results for all positions on a board.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::console::{ProgressBar, Signals, stdio};
use crate::engine::resources::Resources;
use crate::games;
use crate::games::ugly_duck::table::{BuildError, EndgameTable, TableError, TableKind, TablePlan};
use crate::games::ugly_duck::{Size, board_size};
use crate::model::{GameRng, Stopwatch, SystemClock, text::escape_path};
use crate::store::{Disk, FileError};
use crate::tables::{self, MaterialStats, TableFileError, TableInfo, VerifyReport, progress_text};

use super::play::seed_or_fresh;
use super::solve::threads;
use super::{Failure, Format, config, memory, path_to_write, print_output};

pub(super) const EXAMPLES: &str = "\
A table contains the result of every position with up to N pieces. The full table of Ugly Duck 5x5 takes 5 GiB of memory to build; tables \
with up to 7 pieces take seconds. Tables are stored in ~/.local/share/cygnet/tables, or in the directory given with --dir. An \
interrupted build resumes where it stopped.

Examples:
  cygnet table build uglyduck
  cygnet table build uglyduck-xl:4x5 --pieces 6
  cygnet table build uglyduck --plies
  cygnet table verify uglyduck --sample 10000000 --seed 1
  cygnet table info uglyduck --format json
  cygnet table remove uglyduck";

/// The default memory limit for building a table, in MiB.
const DEFAULT_MEMORY_MIB: u32 = 12 << 10;
/// The maximum size in bytes of a plies table if the number of pieces is not given.
const DEFAULT_PLIES_FILE_BYTES: u64 = 1_000_000_000;
/// The number of progress steps shown.
const PROGRESS_STEPS: u64 = 1000;

#[derive(Debug, Args)]
pub(super) struct TableOptions {
    #[command(subcommand)]
    command: TableCommand,
}

#[derive(Debug, Subcommand)]
enum TableCommand {
    /// Builds the table of a board
    Build {
        #[command(flatten)]
        location: TableLocation,
        /// Include positions with up to N pieces [default: all; with --plies, as many as fit in a file of 1
        /// GB]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=44))]
        pieces: Option<u8>,
        /// The memory limit, in MiB [default: 12288, or half of the free memory]
        #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
        memory: Option<u32>,
        /// The number of threads [default: the number of processors]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
        threads: Option<u32>,
    },
    /// Verifies all checksums, and checks the results of random positions against those one move later
    Verify {
        #[command(flatten)]
        location: TableLocation,
        /// The number of random positions
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        sample: u64,
        /// The random seed; if not given, one is drawn and printed
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        /// Output format
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Shows the number of positions by material, and in how many the player to move wins
    Info {
        #[command(flatten)]
        location: TableLocation,
        /// Output format
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Removes the table of a board, complete or not
    Remove {
        #[command(flatten)]
        location: TableLocation,
    },
}

/// Identifies a table and its directory.
#[derive(Debug, Args)]
struct TableLocation {
    /// The game: `uglyduck`, or `uglyduck-xl:SIZE`
    game: String,
    /// The directory of the tables
    #[arg(long, alias = "out", value_name = "DIR", value_parser = path_to_write())]
    dir: Option<PathBuf>,
    /// Choose the table of plies to the end, which covers only a few pieces, instead of the table of winners
    #[arg(long)]
    plies: bool,
}

impl TableLocation {
    /// Returns the board and the path of its table.
    fn resolve(&self) -> Result<(Size, PathBuf), Failure> {
        let game = games::open(&self.game)?;
        let hint = "tables exist for uglyduck, and for uglyduck-xl with at most 5 columns, if 2 x (rows - 1) x columns is at most 64";
        let size = board_size(&game).filter(|size| TablePlan::fits(*size));
        let size = size.ok_or_else(|| Failure::usage(format!("there are no tables for {game}"), hint))?;
        let folder = self.dir.clone().or_else(config::tables_folder);
        let folder = folder
            .ok_or_else(|| Failure::data("there is no home directory").hint("name a directory with --dir"))?;
        Ok((size, tables::table_path(&folder, self.kind(), size)))
    }

    fn kind(&self) -> TableKind {
        if self.plies { TableKind::Plies } else { TableKind::Results }
    }

    fn open(&self) -> Result<(Size, PathBuf, EndgameTable), Failure> {
        let (size, path) = self.resolve()?;
        match tables::open(&path, self.kind(), size) {
            Ok(table) => Ok((size, path, table)),
            Err(TableFileError::File(FileError::Io { error, .. }))
                if error.kind() == io::ErrorKind::NotFound =>
            {
                let missing = Failure::data(format!("{}: the table does not exist", escape_path(&path)));
                Err(missing.hint(format!("build it with {}", self.command("build"))))
            }
            Err(error @ TableFileError::EndgameTable { error: TableError::VersionMismatch { .. }, .. }) => {
                Err(Failure::data(error).hint(format!("build it again with {}", self.command("build"))))
            }
            Err(error) => Err(Failure::data(error)),
        }
    }

    /// Returns a command line that runs another subcommand on the same table.
    fn command(&self, command: &str) -> String {
        let plies = if self.plies { " --plies" } else { "" };
        let shown = self.dir.as_deref().map(escape_path);
        let dir = shown.map_or_else(String::new, |folder| format!(" --dir {}", shell_words::quote(&folder)));
        format!("cygnet table {command} {}{plies}{dir}", self.game)
    }
}

pub(super) fn run(options: &TableOptions) -> Result<(), Failure> {
    match &options.command {
        TableCommand::Build { location, pieces, memory, threads: wanted } => {
            let (size, path) = location.resolve()?;
            let signals = stdio::task_signals()?;
            let plan = TablePlan {
                kind: location.kind(),
                size,
                pieces: pieces.map_or(usize::MAX, usize::from),
                threads: threads(*wanted),
                resources: Resources::default(),
                stop: signals.interrupt.clone(),
            };
            let plan = if location.plies && pieces.is_none() { with_default_pieces(plan) } else { plan };
            check_memory(&plan, memory::or_default(*memory, DEFAULT_MEMORY_MIB))?;
            build(&plan, location, &path, &signals)
        }
        TableCommand::Verify { location, sample, seed, format } => verify(location, *sample, *seed, *format),
        TableCommand::Info { location, format } => {
            let (size, path, table) = location.open()?;
            print_output(&table_info(size, &path, &table), *format)
        }
        TableCommand::Remove { location } => remove(location),
    }
}

/// Sets the number of pieces to the maximum that fits in a plies table of the default size.
fn with_default_pieces(plan: TablePlan) -> TablePlan {
    let with = |pieces| TablePlan { pieces, ..plan.clone() };
    let fits = |plan: &TablePlan| plan.plies_bytes().is_some_and(|bytes| bytes <= DEFAULT_PLIES_FILE_BYTES);
    (2..=2 * plan.size.width()).rev().map(with).find(fits).unwrap_or_else(|| with(2))
}

/// Returns an error if the build needs more memory than `limit`. Its hint names the number of pieces that
/// fits.
fn check_memory(plan: &TablePlan, limit: usize) -> Result<(), Failure> {
    let needs = |pieces: usize| TablePlan { pieces, ..plan.clone() }.memory(true).unwrap_or(u64::MAX);
    let needed = needs(plan.pieces);
    if needed <= limit as u64 {
        return Ok(());
    }
    let max_pieces = (2..2 * plan.size.width()).rev().find(|pieces| needs(*pieces) <= limit as u64);
    let fewer = max_pieces.map_or_else(String::new, |pieces| format!(" or --pieces {pieces}"));
    let [needed, limit] = [needed, limit as u64].map(|bytes| bytes.div_ceil(1 << 20));
    let problem = format!("the build needs {needed} MiB of memory, but the limit is {limit} MiB");
    Err(Failure::data(problem).hint(format!("use --memory {needed}{fewer}")))
}

fn build(plan: &TablePlan, location: &TableLocation, path: &Path, signals: &Signals) -> Result<(), Failure> {
    let disk = Disk::default();
    if let Some(folder) = path.parent() {
        disk.create_dir_all(folder).map_err(FileError::io(folder))?;
    }
    let made = with_progress(|listener| tables::make(&disk, plan, path, listener));
    Failure::check_interruption(signals)?;
    match made {
        Ok(_) => {
            let table = tables::open(path, plan.kind, plan.size).map_err(Failure::data)?;
            print_output(&table_info(plan.size, path, &table), Format::Text)
        }
        Err(TableFileError::Work(BuildError::Stopped)) => Err(Failure::silent(130)),
        Err(error @ TableFileError::Larger { .. }) => {
            let hint = format!("to build a smaller one, first use {}", location.command("remove"));
            Err(Failure::data(error).hint(hint))
        }
        Err(error) => Err(Failure::data(error)),
    }
}

/// Runs `work` and shows the progress that it reports as a fraction.
fn with_progress<T>(work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    let clock = SystemClock::new();
    let watch = Stopwatch::start(&clock);
    let bar = ProgressBar::new(PROGRESS_STEPS, "parts");
    let is_visible = bar.is_visible();
    let mut shown = 0;
    let result = work(&mut |done, all| {
        let part = (u128::from(done) * u128::from(PROGRESS_STEPS) / u128::from(all.max(1))) as u64;
        while shown < part {
            shown += 1;
            bar.show(shown, || match is_visible {
                true => String::new(),
                false => progress_text(watch.elapsed(), done, all),
            });
        }
    });
    bar.finish();
    result
}

fn verify(location: &TableLocation, sample: u64, seed: Option<u64>, format: Format) -> Result<(), Failure> {
    let (size, path, table) = location.open()?;
    let signals = stdio::task_signals()?;
    let mut rng = GameRng::from_seed(seed_or_fresh(seed));
    let found = with_progress(|listener| table.verify(size, sample, &mut rng, &signals.interrupt, listener));
    let answer = VerifyReport {
        blocks: found.blocks,
        damaged: found.damaged.iter().map(|error| format!("{}: {error}", escape_path(&path))).collect(),
        miscounted: found.miscounted.iter().map(|[own, enemy]| format!("{own} against {enemy}")).collect(),
        positions: found.positions,
        wrong: found.wrong,
    };
    print_output(&answer, format)?;
    Failure::check_interruption(&signals)?;
    if found.is_ok() {
        return Ok(());
    }
    let [remove, build] = ["remove", "build"].map(|command| location.command(command));
    let problem = format!("{}: the table is damaged; do not use it", escape_path(&path));
    Err(Failure::data(problem).hint(format!("replace it with {remove}; {build}")))
}

fn table_info(size: Size, path: &Path, table: &EndgameTable) -> TableInfo {
    let materials = table.materials().iter().map(|material| MaterialStats {
        own: material.own,
        enemy: material.enemy,
        positions: material.count.positions,
        won: material.count.won,
    });
    TableInfo {
        board: size.to_string(),
        file: path.to_string_lossy().into_owned(),
        bytes: table.bytes(),
        pieces: table.pieces(),
        materials: materials.collect(),
    }
}

fn remove(location: &TableLocation) -> Result<(), Failure> {
    let (_, path) = location.resolve()?;
    match tables::remove(&Disk::default(), &path).map_err(Failure::data)? {
        true => Ok(()),
        false => Err(Failure::data(format!("{}: the table does not exist", escape_path(&path)))),
    }
}
