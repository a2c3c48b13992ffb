//! Tables of all positions with few pieces, in memory, for long proofs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::board::Size;
use super::super::table::{EndgameTable, TablePlan};
use crate::engine::resources::Resources;
use crate::model::StopSignal;

/// The most pieces: with one more, making the table takes longer than it saves.
const MAX_PIECES: usize = 7;
/// The memory that making a table may take, in bytes.
const MEMORY: u64 = 1 << 30;

/// The tables of few pieces that long proofs share, by board. The first proof that needs one makes it. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct EndgameTables(Arc<Mutex<HashMap<Size, Arc<EndgameTable>>>>);

impl EndgameTables {
    /// The table of a board, made now unless it has been; `None` if it cannot be made, or the work was stopped. It is the same on every
    /// machine that has the memory.
    pub(super) fn table(&self, size: Size, threads: usize, stop: &StopSignal) -> Option<Arc<EndgameTable>> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(&size) {
            return Some(Arc::clone(table));
        }
        let made = Arc::new(plan(size, threads, stop)?.make().ok()?);
        tables.insert(size, Arc::clone(&made));
        Some(made)
    }
}

/// The plan of the table with the most pieces that there is memory for.
fn plan(size: Size, threads: usize, stop: &StopSignal) -> Option<TablePlan> {
    let plan = |pieces| {
        let resources = Resources::default();
        TablePlan { size, pieces, threads, resources, stop: stop.clone() }
    };
    let fits = |plan: &TablePlan| plan.memory(true).is_some_and(|bytes| bytes <= MEMORY);
    // One piece a side at least. Asking for one that is far too large would take long itself.
    (2..=MAX_PIECES).map(plan).take_while(fits).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_made_once_a_board() {
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
