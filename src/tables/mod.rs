//! Tables of results in files: where they are, how they are made, and which of them answers use. What is in them is the library's
//! ([`games::ugly_duck::table`](crate::games::ugly_duck::table)).
//!
//! | file | what |
//! | --- | --- |
//! | `file.rs` | one file |
//! | `parts.rs` | the work of several processes |
//! | `board.rs` | the tables of one board, as answers use them |
//! | `errors.rs` | what can go wrong |
//! | `output.rs` | what the program says about a table, as text or JSON |

mod board;
mod errors;
mod file;
mod output;
mod parts;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

pub use errors::TableFileError;
pub use file::{make, make_plies, open, part_path, plies_path, table_path};
pub use output::{MaterialStats, TableInfo, VerifyReport, progress_text};
pub use parts::{BuildShare, make_part, part_dirs};

use crate::games::AnyGame;
use crate::games::ugly_duck::table::TablePlan;
use crate::games::ugly_duck::{EndgameTables, Size, board_size, with_board_results};
use board::BoardTables;

/// Which answers use tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableUse {
    /// None.
    #[default]
    Never,
    /// Those that only time limits. They differ from run to run anyway.
    TimedOnly,
    /// All.
    Always,
    /// All, and tables of few pieces are made in memory, in the background, when they are first needed. An answer may then depend on when
    /// it is asked for.
    AlwaysWithSmall,
}

/// The tables that answers use. Clones share them.
///
/// A game carries those of its board ([`Tables::attach`]), and hands them to its bots, searches and proofs.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    folder: Option<PathBuf>,
    table_use: TableUse,
    boards: Arc<Mutex<HashMap<Size, Arc<BoardTables>>>>,
    endgame_tables: EndgameTables,
    problems: Problems,
}

impl Tables {
    /// The tables in this folder. No file is opened before a position is looked up.
    pub fn new(folder: Option<PathBuf>, table_use: TableUse) -> Self {
        Tables { folder, table_use, ..Tables::default() }
    }

    /// Returns `game` with the tables of its board, if there may be any.
    #[must_use]
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

    /// What was wrong with tables since this was last called.
    pub fn take_problems(&self) -> Vec<String> {
        self.problems.take()
    }
}

/// What was wrong with tables.
#[derive(Clone, Debug, Default)]
struct Problems(Arc<Mutex<Vec<String>>>);

impl Problems {
    /// Adds a problem, unless it is known.
    fn add(&self, error: &TableFileError) {
        let mut problems = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let error = error.to_string();
        if !problems.contains(&error) {
            problems.push(error);
        }
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
