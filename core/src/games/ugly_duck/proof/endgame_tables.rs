//! In-memory tables of all positions with few pieces, for long proofs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::size::Size;
use super::super::table::{EndgameTable, TableKind, TablePlan};
use crate::engine::resources::Resources;
use crate::model::StopSignal;

/// The maximum number of pieces. With one more, building the table takes longer than it saves.
const MAX_PIECES: usize = 7;
/// The memory that building a table can take, in bytes.
const MEMORY: u64 = 1 << 30;

/// The endgame tables that long proofs share, by board size. The first proof that needs a table builds it.
/// Clones share the tables.
#[derive(Clone, Debug, Default)]
pub struct EndgameTables(Arc<Mutex<HashMap<Size, SharedTable>>>);

/// The table of a board, once it is built. It is locked meanwhile.
type SharedTable = Arc<Mutex<Option<Arc<EndgameTable>>>>;

impl EndgameTables {
    /// Returns the table of a board, building it on first use. Returns `None` if it cannot be built or the
    /// work was stopped. The table is the same on every machine with enough memory.
    pub(super) fn table(&self, size: Size, threads: usize, stop: &StopSignal) -> Option<Arc<EndgameTable>> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = Arc::clone(tables.entry(size).or_default());
        drop(tables);
        let mut table = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if table.is_none() {
            *table = Some(Arc::new(plan(size, threads, stop)?.make().ok()?));
        }
        table.clone()
    }
}

/// Returns the plan of the largest table that fits in memory.
fn plan(size: Size, threads: usize, stop: &StopSignal) -> Option<TablePlan> {
    let plan = |pieces| {
        let (kind, resources) = (TableKind::Results, Resources::default());
        TablePlan { kind, size, pieces, threads, resources, stop: stop.clone() }
    };
    let fits = |plan: &TablePlan| plan.memory(true).is_some_and(|bytes| bytes <= MEMORY);
    // Start with one piece per side. Even planning a table that is far too large would take long.
    (2..=MAX_PIECES).map(plan).take_while(fits).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_built_once_per_board() {
        let (endgame_tables, stop) = (EndgameTables::default(), StopSignal::new());
        let table = |endgame_tables: &EndgameTables, rows| {
            endgame_tables.table(Size::new(3, rows).unwrap(), 1, &stop).unwrap()
        };
        let [first, again] =
            [&endgame_tables, &endgame_tables.clone()].map(|endgame_tables| table(endgame_tables, 3));
        assert!(Arc::ptr_eq(&first, &again));
        assert!(
            !Arc::ptr_eq(&first, &table(&endgame_tables, 4))
                && !Arc::ptr_eq(&first, &table(&EndgameTables::default(), 3))
        );
        stop.raise();
        assert!(endgame_tables.table(Size::new(4, 3).unwrap(), 1, &stop).is_none());
    }
}
