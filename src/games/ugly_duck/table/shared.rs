//! Tables at hand: in files, and small ones in memory, for what answers a person.
//!
//! Nothing is used before a program has said so ([`use_tables`]): what is limited by positions or depth has to answer the same on every
//! machine.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Plan, Table, TableError, path_in};
use crate::engine::resources::Resources;
use crate::games::ugly_duck::board::{Geometry, Size};
use crate::games::ugly_duck::position::Position;
use crate::model::{Outcome, Player, StopSignal};

/// The memory that making a small table may take, in bytes.
const SMALL: u64 = 64 << 20;

static TABLES: OnceLock<Tables> = OnceLock::new();

/// The tables of this process.
#[derive(Debug, Default)]
struct Tables {
    folder: Option<PathBuf>,
    makes_small: bool,
    boards: Mutex<HashMap<Size, Arc<BoardTables>>>,
    problems: Mutex<Vec<String>>,
}

/// The tables of a board.
#[derive(Debug, Default)]
pub struct BoardTables {
    file: Option<Table>,
    small: OnceLock<Table>,
}

/// From now on provers may use the tables in the folder. If `makes_small`, a table of few pieces is made in memory too, in the
/// background, when it is first needed: an answer may then depend on when it is asked for. A second call changes nothing.
pub fn use_tables(folder: Option<PathBuf>, makes_small: bool) {
    TABLES.get_or_init(|| Tables { folder, makes_small, ..Tables::default() });
}

/// What was wrong with tables since this was last asked.
pub fn take_problems() -> Vec<String> {
    TABLES.get().map_or_else(Vec::new, |tables| std::mem::take(&mut tables.problems()))
}

/// The tables of a board; `None` if tables are not in use, or the board is too large for any.
pub fn tables_of(size: Size) -> Option<Arc<BoardTables>> {
    let tables = TABLES.get().filter(|_| Plan::fits(size))?;
    let mut boards = tables.boards.lock().unwrap_or_else(PoisonError::into_inner);
    Some(Arc::clone(boards.entry(size).or_insert_with(|| tables.open(size))))
}

impl Tables {
    fn problems(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, size: Size) -> Arc<BoardTables> {
        let file = self.folder.as_ref().and_then(|folder| match Table::open(&path_in(folder, size), size) {
            Err(TableError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                self.problems().push(error.to_string());
                None
            }
            Ok(table) => Some(table),
        });
        let board = Arc::new(BoardTables { file, small: OnceLock::new() });
        if self.makes_small {
            let maker = Arc::clone(&board);
            // Without a thread there is no small table.
            drop(Resources::default().start(move || maker.make_small(size)));
        }
        board
    }
}

impl Plan {
    /// The largest table that is cheap to have in memory.
    pub(super) fn small(size: Size) -> Option<Plan> {
        let plan = |pieces| Plan {
            size,
            pieces,
            threads: 1,
            resources: Resources::default(),
            stop: StopSignal::new(),
        };
        let is_small =
            |plan: &Plan| plan.index().is_some_and(|index| plan.builder(&index, true).memory() <= SMALL);
        (2..=2 * size.width()).rev().map(plan).find(is_small)
    }
}

impl BoardTables {
    /// Makes the small table, if it has more than the file.
    pub(super) fn make_small(&self, size: Size) {
        let has_more = |plan: &Plan| self.file.as_ref().is_none_or(|file| file.pieces() < plan.pieces);
        let table = Plan::small(size).filter(has_more).and_then(|plan| plan.make().ok());
        if let Some(table) = table {
            self.small.get_or_init(|| table);
        }
    }

    /// Who wins a position that is not decided yet, if a table has it.
    pub fn winner<G: Geometry>(&self, position: &Position<G>) -> Option<Player> {
        let tables = self.small.get().into_iter().chain(&self.file);
        tables.filter_map(|table| self.told(table.winner(position))).find_map(Outcome::winner)
    }

    /// What a table says; what is wrong with it is noted, and nothing is believed.
    fn told(&self, answer: Result<Option<Outcome>, TableError>) -> Option<Outcome> {
        answer.unwrap_or_else(|error| {
            if let Some(tables) = TABLES.get() {
                let (mut problems, error) = (tables.problems(), error.to_string());
                if !problems.contains(&error) {
                    problems.push(error);
                }
            }
            None
        })
    }
}
