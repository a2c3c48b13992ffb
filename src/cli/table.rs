//! `cygnet table`: tables of the results of all positions of a board.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::console::{ProgressBar, standard};
use crate::engine::resources::Resources;
use crate::games;
use crate::games::ugly_duck::table::{self, BuildError, Part, Plan, Table, TableError};
use crate::games::ugly_duck::{AnyBoard, Size};
use crate::model::text::escape_path;
use crate::model::{Chance, Game, StopSignal, Stopwatch, SystemClock};
use crate::tools::answer::Answer;
use crate::tools::arena::Shard;
use crate::tools::table::{MaterialAnswer, TableAnswer, VerifyAnswer, status};

use super::play::seed_or_fresh;
use super::questions::Format;
use super::solve::threads;
use super::{Failure, config, memory};

pub(super) const EXAMPLES: &str = "\
A table has the result of every position with at most so many pieces. All of Ugly Duck 5x5 takes 6 GiB of memory while it is made; up to
7 pieces are made in seconds. Tables are kept in ~/.local/share/cygnet/tables, or in the folder of --out. Work that was broken off goes on
where it was.

Examples:
  cygnet table build uglyduck
  cygnet table build uglyduck-xl:4x5 --pieces 6
  cygnet table build uglyduck --out /shared/tables --part 2/8
  cygnet table verify uglyduck --sample 10000000 --seed 1
  cygnet table info uglyduck --format json";

/// The memory that making a table may take where nobody says, in MiB.
const USUAL_MEMORY: u32 = 12 << 10;
/// The parts of the work that are told.
const PARTS: u64 = 1000;

#[derive(Debug, Args)]
pub(super) struct TableOptions {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Makes the table of a board
    Build {
        #[command(flatten)]
        place: Place,
        /// Positions with at most so many pieces [default: all]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=44))]
        pieces: Option<u8>,
        /// The memory that may be taken, in MiB [default: 12288, or half of what is free]
        #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
        memory: Option<u32>,
        /// Work in so many threads [default: as many as the machine has]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
        threads: Option<u32>,
        /// Work, in one thread, with other processes that make the same table in the same folder: begin with the I-th of N parts
        #[arg(long, value_name = "I/N", value_parser = Shard::read, conflicts_with = "threads")]
        part: Option<Shard>,
    },
    /// Compares all checksums, and the results of positions by chance with those after each move, by the rules
    Verify {
        #[command(flatten)]
        place: Place,
        /// So many positions
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        sample: u64,
        /// The seed of chance [default: a fresh one, which is told]
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        /// The form of the answer
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Tells the positions by material, and how many of them the player to move wins
    Info {
        #[command(flatten)]
        place: Place,
        /// The form of the answer
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Removes the table of a board, finished or not
    Remove {
        #[command(flatten)]
        place: Place,
    },
}

/// Which table, and where.
#[derive(Debug, Args)]
struct Place {
    /// The game: `uglyduck`, or `uglyduck-xl:SIZE`
    game: String,
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Place {
    /// The board, and the file of its table.
    fn find(&self) -> Result<(Size, PathBuf), Failure> {
        let game = games::open(&self.game)?;
        let hint = "uglyduck, and uglyduck-xl with at most 5 columns, have tables".to_owned();
        let size = table::size_of(&game).filter(|size| Plan::fits(*size));
        let size = size.ok_or_else(|| Failure::usage(format!("there are no tables of {game}"), hint))?;
        let folder = self.out.clone().or_else(config::tables_folder);
        let folder = folder.ok_or_else(|| Failure::data("there is no home folder: --out names another"))?;
        Ok((size, table::path_in(&folder, size)))
    }

    fn open(&self) -> Result<(Size, PathBuf, Table), Failure> {
        let (size, path) = self.find()?;
        match Table::open(&path, size) {
            Ok(table) => Ok((size, path, table)),
            Err(TableError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Err(Failure {
                hint: Some(format!("cygnet table build {} makes it", self.game)),
                ..Failure::data(format!("{}: there is no such table", escape_path(&path)))
            }),
            Err(error @ TableError::OtherVersion { .. }) => {
                Err(Failure { hint: Some(format!("cygnet table build {}", self.game)), ..error.into() })
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Failure::data(error)
    }
}

pub(super) fn run(options: &TableOptions) -> Result<(), Failure> {
    match &options.action {
        Action::Build { place, pieces, memory, threads: wanted, part } => {
            let (size, path) = place.find()?;
            let plan = Plan {
                size,
                pieces: pieces.map_or(usize::MAX, usize::from),
                threads: threads(*wanted),
                resources: Resources::default(),
                stop: StopSignal::new(),
            };
            let part = part.map(|Shard { part, of }| Part { number: part - 1, of });
            check_memory(&plan, part.is_some(), memory::or_usual(*memory, USUAL_MEMORY))?;
            build(&plan, part, &path)
        }
        Action::Verify { place, sample, seed, format } => verify(place, *sample, *seed, *format),
        Action::Info { place, format } => {
            let (size, path, table) = place.open()?;
            tell(&about(size, &path, &table), *format)
        }
        Action::Remove { place } => remove(place),
    }
}

/// Refuses work that takes more memory than it may, and says for how many pieces there is enough.
fn check_memory(plan: &Plan, is_part: bool, may_take: usize) -> Result<(), Failure> {
    let needs = |pieces: usize| {
        let plan = Plan { pieces, ..plan.clone() };
        if is_part { plan.part_memory() } else { plan.memory() }.unwrap_or(u64::MAX)
    };
    let needed = needs(plan.pieces);
    if needed <= may_take as u64 {
        return Ok(());
    }
    let most = (2..2 * plan.size.width()).rev().find(|pieces| needs(*pieces) <= may_take as u64);
    let fewer = most.map_or_else(String::new, |pieces| format!(", or --pieces {pieces}"));
    let [needed, may_take] = [needed, may_take as u64].map(|bytes| bytes.div_ceil(1 << 20));
    Err(Failure {
        hint: Some(format!("--memory {needed}{fewer}")),
        ..Failure::data(format!("this takes {needed} MiB of memory, and {may_take} may be taken"))
    })
}

fn build(plan: &Plan, part: Option<Part>, path: &Path) -> Result<(), Failure> {
    let interruption = standard::interruption(&plan.stop)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::data(format!("{}: {error}", escape_path(folder))))?;
    }
    let made = with_progress(|listener| match part {
        Some(part) => plan.make_part(part, path, listener),
        None => plan.make_file(path, listener).map(drop),
    });
    Failure::check(&interruption)?;
    match made {
        Ok(()) => {
            let table = Table::open(path, plan.size)?;
            tell(&about(plan.size, path, &table), Format::Text)
        }
        Err(BuildError::Stopped) => Err(Failure::quiet(130)),
        Err(error) => Err(Failure::data(error)),
    }
}

/// Does work that tells how much of how much has been done.
fn with_progress<T>(work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    let clock = SystemClock::new();
    let watch = Stopwatch::start(&clock);
    let mut bar = ProgressBar::new(PARTS, "parts");
    let is_drawn = bar.is_drawn();
    let mut shown = 0;
    let result = work(&mut |done, all| {
        let part = (u128::from(done) * u128::from(PARTS) / u128::from(all.max(1))) as u64;
        while shown < part {
            shown += 1;
            bar.show(shown, || match is_drawn {
                true => String::new(),
                false => status(watch.elapsed(), done, all),
            });
        }
    });
    bar.finish();
    result
}

fn verify(place: &Place, sample: u64, seed: Option<u64>, format: Format) -> Result<(), Failure> {
    let (size, path, table) = place.open()?;
    let stop = StopSignal::new();
    let interruption = standard::interruption(&stop)?;
    let mut chance = Chance::from_seed(seed_or_fresh(seed));
    let found = with_progress(|listener| match AnyBoard::new(size) {
        AnyBoard::FiveByFive(game) => {
            table.verify(game.start().geometry(), sample, &mut chance, &stop, listener)
        }
        AnyBoard::Small(game) => table.verify(game.start().geometry(), sample, &mut chance, &stop, listener),
        AnyBoard::Medium(game) => table.verify(game.start().geometry(), sample, &mut chance, &stop, listener),
        AnyBoard::Large(game) => table.verify(game.start().geometry(), sample, &mut chance, &stop, listener),
    });
    let answer = VerifyAnswer {
        blocks: found.blocks,
        damaged: found.damaged.iter().map(ToString::to_string).collect(),
        miscounted: found.miscounted.iter().map(|[own, enemy]| format!("{own} against {enemy}")).collect(),
        positions: found.positions,
        wrong: found.wrong,
    };
    tell(&answer, format)?;
    Failure::check(&interruption)?;
    match found.is_good() {
        true => Ok(()),
        false => Err(Failure {
            hint: Some(format!("cygnet table remove {0}; cygnet table build {0}", place.game)),
            ..Failure::data(format!("{}: this table is not to be trusted", escape_path(&path)))
        }),
    }
}

fn about(size: Size, path: &Path, table: &Table) -> TableAnswer {
    let materials = table.materials().iter().map(|material| MaterialAnswer {
        own: material.own,
        enemy: material.enemy,
        positions: material.count.positions,
        won: material.count.won,
    });
    TableAnswer {
        board: size.to_string(),
        file: path.to_string_lossy().into_owned(),
        bytes: table.bytes(),
        pieces: table.pieces(),
        materials: materials.collect(),
    }
}

fn tell(answer: &impl Answer, format: Format) -> Result<(), Failure> {
    let mut out = standard::output();
    answer.write(format, &mut out)?;
    Ok(out.flush()?)
}

fn remove(place: &Place) -> Result<(), Failure> {
    let (_, path) = place.find()?;
    let mut removed = false;
    for file in [table::part_of(&path), path.clone()] {
        match fs::remove_file(&file) {
            Ok(()) => removed = true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(TableError::Io { path: file, error }.into()),
        }
    }
    for folder in table::folders_of(&path) {
        fs::remove_dir_all(&folder).map_err(|error| TableError::Io { path: folder, error })?;
        removed = true;
    }
    let missing = || Failure::data(format!("{}: there is no such table", escape_path(&path)));
    removed.then_some(()).ok_or_else(missing)
}
