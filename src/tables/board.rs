//! The tables of one board, in files and in memory.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Once, OnceLock};

use super::file::{open, table_path};
use super::{Problems, TableFileError, TableUse};
use crate::engine::resources::Resources;
use crate::engine::search::KnownResults;
use crate::games::bits::Bits;
use crate::games::ugly_duck::table::{EndgameTable, TableError, TableKind, TablePlan};
use crate::games::ugly_duck::{Geometry, Size, UglyDuckPosition};
use crate::model::{Outcome, Player, StopSignal};
use crate::store::FileError;

/// The maximum memory for building a small table, in bytes.
const MAX_SMALL_BYTES: u64 = 64 << 20;
/// The maximum number of pieces in a small plies table. One more piece takes ten times as long to build.
const MAX_PLIES_PIECES: usize = 5;

/// The tables of a board. Files are opened, and small tables built, on the first lookup.
#[derive(Debug)]
pub(super) struct BoardTables {
    size: Size,
    folder: Option<PathBuf>,
    table_use: TableUse,
    problems: Problems,
    files: OnceLock<TableFiles>,
    small: Arc<OnceLock<Option<EndgameTable>>>,
    small_plies: Arc<OnceLock<Option<EndgameTable>>>,
    plies_requested: Once,
}

/// The tables in files.
#[derive(Debug)]
struct TableFiles {
    results: Option<OpenTable>,
    plies: Option<OpenTable>,
}

#[derive(Debug)]
struct OpenTable {
    path: PathBuf,
    table: EndgameTable,
}

/// Returns the plan of the largest table of this kind that is cheap to build in memory.
pub(super) fn small_plan(kind: TableKind, size: Size) -> Option<TablePlan> {
    let max = match kind {
        TableKind::Results => 2 * size.width(),
        TableKind::Plies => MAX_PLIES_PIECES.min(2 * size.width()),
    };
    let plan = |pieces| TablePlan {
        kind,
        size,
        pieces,
        threads: 1,
        resources: Resources::default(),
        stop: StopSignal::new(),
    };
    let fits = |plan: &TablePlan| plan.memory(false).is_some_and(|bytes| bytes <= MAX_SMALL_BYTES);
    (2..=max).rev().map(plan).find(fits)
}

impl BoardTables {
    pub fn new(size: Size, folder: Option<PathBuf>, table_use: TableUse, problems: Problems) -> Self {
        let (files, small, small_plies) = (OnceLock::new(), Arc::default(), Arc::default());
        let plies_requested = Once::new();
        BoardTables { size, folder, table_use, problems, files, small, small_plies, plies_requested }
    }

    fn files(&self) -> &TableFiles {
        self.files.get_or_init(|| {
            let [results, plies] = [TableKind::Results, TableKind::Plies].map(|kind| self.file(kind));
            if self.table_use == TableUse::AlwaysWithSmall {
                let max = results.as_ref().map_or(0, |file| file.table.pieces());
                in_background(self.small_table_job(TableKind::Results, max));
            }
            TableFiles { results, plies }
        })
    }

    /// Opens a table file. Records a problem, except for a missing file.
    fn file(&self, kind: TableKind) -> Option<OpenTable> {
        let path = table_path(self.folder.as_deref()?, kind, self.size);
        match open(&path, kind, self.size) {
            Ok(table) => Some(OpenTable { path, table }),
            Err(TableFileError::File(FileError::Io { error, .. }))
                if error.kind() == io::ErrorKind::NotFound =>
            {
                None
            }
            Err(error) => {
                self.problems.add(&error);
                None
            }
        }
    }

    /// Looks a position up in a table file. Records a problem and then returns `None`.
    fn lookup<A>(
        &self,
        file: &OpenTable,
        question: impl FnOnce(&EndgameTable) -> Result<Option<A>, TableError>,
    ) -> Option<A> {
        question(&file.table).unwrap_or_else(|error| {
            self.problems.add(&TableFileError::at(&file.path)(error));
            None
        })
    }

    /// Returns a job that builds the small table of this kind if it would have more than `pieces` pieces.
    pub fn small_table_job(&self, kind: TableKind, pieces: usize) -> impl FnOnce() + Send + 'static {
        let table = match kind {
            TableKind::Results => &self.small,
            TableKind::Plies => &self.small_plies,
        };
        let (size, table) = (self.size, Arc::clone(table));
        move || {
            let plan = small_plan(kind, size).filter(|plan| plan.pieces > pieces);
            table.get_or_init(|| plan.and_then(|plan| plan.make().ok()));
        }
    }
}

/// Runs `work` in another thread, or not at all if no thread is available.
fn in_background(work: impl FnOnce() + Send + 'static) {
    drop(Resources::default().spawn(work));
}

impl<G: Geometry> KnownResults<UglyDuckPosition<G>> for BoardTables {
    /// Returns the winner of an undecided position, if a table contains it.
    fn winner(&self, position: &UglyDuckPosition<G>) -> Option<Player> {
        let (files, pieces) = (self.files(), pieces(position));
        let small = self.small.get().and_then(Option::as_ref).filter(|table| pieces <= table.pieces());
        let small = small.and_then(|table| table.winner(position).ok().flatten());
        let file = || files.results.as_ref().filter(|file| pieces <= file.table.pieces());
        let winner = small.or_else(|| self.lookup(file()?, |table| table.winner(position)));
        winner.and_then(Outcome::winner)
    }

    /// Returns the plies to the end with best play by both sides, from a position that is not over and has
    /// few pieces. The first call builds the small table: it waits, or, if a background thread does the work,
    /// returns `None` until the table is finished.
    fn plies(&self, position: &UglyDuckPosition<G>) -> Option<u32> {
        let (files, pieces) = (self.files(), pieces(position));
        if let Some(file) = files.plies.as_ref().filter(|file| pieces <= file.table.pieces()) {
            return self.lookup(file, |table| table.plies(position));
        }
        if pieces > MAX_PLIES_PIECES {
            return None;
        }
        self.plies_requested.call_once(|| match self.table_use {
            TableUse::Never | TableUse::TimedOnly => {}
            TableUse::Always => self.small_table_job(TableKind::Plies, 0)(),
            TableUse::AlwaysWithSmall => in_background(self.small_table_job(TableKind::Plies, 0)),
        });
        self.small_plies.get()?.as_ref()?.plies(position).ok()?
    }
}

/// The number of pieces of both sides.
fn pieces<G: Geometry>(position: &UglyDuckPosition<G>) -> usize {
    Player::BOTH.map(|player| position.pieces(player).count() as usize).iter().sum()
}
