//! Endgame tables in files: their location, how they are built, and which answers use them. The library
//! defines their content ([`games::ugly_duck::table`](crate::games::ugly_duck::table)).
//!
//! | file | contents |
//! | --- | --- |
//! | `file.rs` | building and opening one table file |
//! | `board.rs` | lookups in the tables of one board |
//! | `errors.rs` | errors |
//! | `output.rs` | reports about a table, as text or JSON |

mod board;
mod errors;
mod file;
mod output;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

pub use errors::TableFileError;
pub use file::{make, open, part_path, remove, table_path};
pub use output::{MaterialStats, TableInfo, VerifyReport, progress_text};

use crate::games::AnyGame;
use crate::games::ugly_duck::table::TablePlan;
use crate::games::ugly_duck::{EndgameTables, Size, board_size, with_board_results};
use board::BoardTables;

/// Which answers use tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableUse {
    /// No answers.
    #[default]
    Never,
    /// Only answers that are limited by time alone. They differ from run to run anyway.
    TimedOnly,
    /// All answers.
    Always,
    /// All answers. In addition, small tables are built in memory, in the background, when they are first
    /// needed. Answers can then depend on timing.
    AlwaysWithSmall,
}

/// The tables that answers use. Clones share the tables.
///
/// [`Tables::attach`] adds the tables of a board to a game, which passes them to its bots, searches and
/// proofs.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    folder: Option<PathBuf>,
    table_use: TableUse,
    boards: Arc<Mutex<HashMap<Size, Arc<BoardTables>>>>,
    endgame_tables: EndgameTables,
    problems: Problems,
}

impl Tables {
    /// Uses the tables in `folder`. The first lookup of a position opens the files.
    pub fn new(folder: Option<PathBuf>, table_use: TableUse) -> Self {
        Tables { folder, table_use, ..Tables::default() }
    }

    /// Returns `game` with the tables of its board, if tables support that board.
    pub fn attach(&self, game: AnyGame) -> AnyGame {
        let tables = board_size(&game).filter(|size| TablePlan::fits(*size)).map(|size| self.board(size));
        let from = |table_use| tables.clone().filter(|_| self.table_use >= table_use);
        with_board_results(game, from(TableUse::Always), from(TableUse::TimedOnly), &self.endgame_tables)
    }

    fn board(&self, size: Size) -> Arc<BoardTables> {
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let new =
            || Arc::new(BoardTables::new(size, self.folder.clone(), self.table_use, self.problems.clone()));
        Arc::clone(boards.entry(size).or_insert_with(new))
    }

    /// Returns the problems with tables since the last call.
    pub fn take_problems(&self) -> BTreeSet<String> {
        std::mem::take(&mut self.problems.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The problems with tables.
#[derive(Clone, Debug, Default)]
struct Problems(Arc<Mutex<BTreeSet<String>>>);

impl Problems {
    fn add(&self, error: &TableFileError) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(error.to_string());
    }
}
