//! Tables at hand: in files, and small ones in memory, for what answers a person.
//!
//! Nothing is used before a program has said for what ([`use_tables`]): what is limited by positions or depth has to answer the same on every
//! machine, so it asks tables only where somebody wants that ([`Reach::Everything`]).

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

use super::plies::PliesTable;
use super::{Plan, Table, TableError};
use crate::engine::resources::Resources;
use crate::engine::search::KnownResults;
use crate::games::bits::Bits;
use crate::games::ugly_duck::CLASSIC_ID;
use crate::games::ugly_duck::board::{Geometry, Size};
use crate::games::ugly_duck::position::Position;
use crate::model::text::escape_path;
use crate::model::{Outcome, Player, StopSignal};

/// The memory that making a small table may take, in bytes.
const SMALL: u64 = 64 << 20;
/// The most pieces of a table of plies: with one more, making it takes ten times as long.
const PLIES_PIECES: usize = 5;

static TABLES: OnceLock<Tables> = OnceLock::new();

/// For what the tables of a process are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// For what time alone limits, and what so differs from run to run anyway.
    InTime,
    /// For everything that can use them.
    Everything,
}

/// The tables of this process.
#[derive(Debug)]
struct Tables {
    folder: Option<PathBuf>,
    reach: Reach,
    makes_small: bool,
    boards: Mutex<HashMap<Size, Arc<BoardTables>>>,
    problems: Mutex<Vec<String>>,
}

/// A table in a file.
#[derive(Debug)]
struct Filed<T> {
    path: PathBuf,
    table: T,
}

impl<T> Filed<T> {
    /// The answer of the table. A problem is noted, and nothing is believed.
    fn ask<A>(&self, answer: impl FnOnce(&T) -> Result<Option<A>, TableError>) -> Option<A> {
        answer(&self.table).unwrap_or_else(|error| {
            if let Some(tables) = TABLES.get() {
                let error = format!("{}: {error}", escape_path(&self.path));
                let mut problems = tables.problems();
                if !problems.contains(&error) {
                    problems.push(error);
                }
            }
            None
        })
    }
}

/// The tables of a board.
#[derive(Debug)]
pub struct BoardTables {
    size: Size,
    file: Option<Filed<Table>>,
    plies_file: Option<Filed<PliesTable>>,
    small: OnceLock<Table>,
    plies: Arc<OnceLock<Option<PliesTable>>>,
    /// How a table of plies is made when it is first asked for.
    making: Making,
    is_asked: Once,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Making {
    /// Not at all.
    Never,
    /// While the question waits.
    Waited,
    /// In a thread of its own.
    Beside,
}

/// From now on the tables in the folder may be used. If `makes_small`, a table of few pieces is made in memory too, in the
/// background, when it is first needed: an answer may then depend on when it is asked for. A second call changes nothing.
pub fn use_tables(folder: Option<PathBuf>, reach: Reach, makes_small: bool) {
    let (boards, problems) = (Mutex::default(), Mutex::default());
    TABLES.get_or_init(|| Tables { folder, reach, makes_small, boards, problems });
}

/// What was wrong with tables since this was last asked.
pub fn take_problems() -> Vec<String> {
    TABLES.get().map_or_else(Vec::new, |tables| std::mem::take(&mut tables.problems()))
}

/// The tables of a board for any use; `None` if tables are not in use for everything, or the board is too large for any.
pub fn tables_of(size: Size) -> Option<Arc<BoardTables>> {
    tables_for(size, Reach::Everything)
}

/// The tables of a board for this use; `None` if tables are not in use for it, or the board is too large for any.
pub fn tables_for(size: Size, reach: Reach) -> Option<Arc<BoardTables>> {
    let is_in_use = |tables: &&Tables| [reach, Reach::Everything].contains(&tables.reach);
    let tables = TABLES.get().filter(is_in_use).filter(|_| Plan::fits(size))?;
    let mut boards = tables.boards.lock().unwrap_or_else(PoisonError::into_inner);
    Some(Arc::clone(boards.entry(size).or_insert_with(|| tables.open(size))))
}

impl Tables {
    fn problems(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, size: Size) -> Arc<BoardTables> {
        let file = self.opened("table", size, |file| Table::open(file, size));
        let plies_file = self.opened("plies", size, |file| PliesTable::open(file, size));
        let making = match (self.reach, self.makes_small) {
            (_, true) => Making::Beside,
            (Reach::Everything, false) => Making::Waited,
            (Reach::InTime, false) => Making::Never,
        };
        let board = Arc::new(BoardTables { file, plies_file, making, ..BoardTables::new(size) });
        if self.makes_small {
            let maker = Arc::clone(&board);
            // Without a thread there is no small table.
            drop(Resources::default().start(move || maker.make_small()));
        }
        board
    }
}

impl Tables {
    /// The table, if there is one; what is wrong with it is noted.
    fn opened<T>(
        &self,
        kind: &str,
        size: Size,
        open: impl FnOnce(File) -> Result<T, TableError>,
    ) -> Option<Filed<T>> {
        let path = self.folder.as_ref()?.join(format!("{CLASSIC_ID}-{size}.{kind}"));
        match File::open(&path).map_err(TableError::Io).and_then(open) {
            Err(TableError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.problems().push(format!("{}: {error}", escape_path(&path)));
                None
            }
            Ok(table) => Some(Filed { path, table }),
        }
    }
}

impl Plan {
    /// The largest table that is cheap to have in memory.
    pub(super) fn small(size: Size) -> Option<Plan> {
        Plan::largest(size, 2 * size.width(), |plan| {
            plan.index().is_some_and(|index| plan.builder(&index, true).memory() <= SMALL)
        })
    }

    /// The same for a table of plies.
    pub(super) fn small_plies(size: Size) -> Option<Plan> {
        let is_small = |plan: &Plan| plan.plies_memory(false).is_some_and(|bytes| bytes <= SMALL);
        Plan::largest(size, PLIES_PIECES.min(2 * size.width()), is_small)
    }

    fn largest(size: Size, most: usize, fits: impl Fn(&Plan) -> bool) -> Option<Plan> {
        let plan = |pieces| Plan {
            size,
            pieces,
            threads: 1,
            resources: Resources::default(),
            stop: StopSignal::new(),
        };
        (2..=most).rev().map(plan).find(fits)
    }
}

impl BoardTables {
    pub(super) fn new(size: Size) -> Self {
        let (small, plies, is_asked) = (OnceLock::new(), Arc::default(), Once::new());
        BoardTables { size, file: None, plies_file: None, small, plies, making: Making::Never, is_asked }
    }

    /// Makes the table of plies, unless there is one already.
    pub(super) fn make_plies(&self) -> impl FnOnce() + Send + 'static {
        let (size, plies) = (self.size, Arc::clone(&self.plies));
        move || {
            plies.get_or_init(|| Plan::small_plies(size).and_then(|plan| plan.make_plies().ok()));
        }
    }

    /// The plies to the end, if the winner hurries and the loser delays, from a position that is not over and has few pieces. The first time that
    /// takes a while, or nothing is known before the table has been made beside.
    pub fn plies<G: Geometry>(&self, position: &Position<G>) -> Option<u32> {
        if let Some(file) = self.plies_file.as_ref().filter(|file| pieces(position) <= file.table.pieces()) {
            return file.ask(|table| table.plies(position));
        }
        if pieces(position) > PLIES_PIECES {
            return None;
        }
        self.is_asked.call_once(|| match self.making {
            Making::Never => {}
            Making::Waited => self.make_plies()(),
            // Without a thread there is no table.
            Making::Beside => drop(Resources::default().start(self.make_plies())),
        });
        self.plies.get()?.as_ref()?.plies(position).ok()?
    }

    /// Makes the small table, if it has more than the file.
    pub(super) fn make_small(&self) {
        let has_more = |plan: &Plan| self.file.as_ref().is_none_or(|file| file.table.pieces() < plan.pieces);
        let table = Plan::small(self.size).filter(has_more).and_then(|plan| plan.make().ok());
        if let Some(table) = table {
            self.small.get_or_init(|| table);
        }
    }

    /// Who wins a position that is not decided yet, if a table has it.
    pub fn winner<G: Geometry>(&self, position: &Position<G>) -> Option<Player> {
        if pieces(position) > self.pieces() {
            return None;
        }
        let small = self.small.get().and_then(|table| table.winner(position).ok()?);
        let file = || self.file.as_ref()?.ask(|table| table.winner(position));
        small.or_else(file).and_then(Outcome::winner)
    }

    /// The most pieces of a position of which a table knows the result.
    fn pieces(&self) -> usize {
        let file = self.file.as_ref().map(|file| &file.table);
        self.small.get().into_iter().chain(file).map(Table::pieces).max().unwrap_or(0)
    }
}

impl<G: Geometry> KnownResults<Position<G>> for BoardTables {
    fn winner(&self, position: &Position<G>) -> Option<Player> {
        BoardTables::winner(self, position)
    }

    fn plies(&self, position: &Position<G>) -> Option<u32> {
        BoardTables::plies(self, position)
    }
}

/// The pieces of both sides.
fn pieces<G: Geometry>(position: &Position<G>) -> usize {
    Player::BOTH.map(|player| position.pieces(player).count() as usize).iter().sum()
}
