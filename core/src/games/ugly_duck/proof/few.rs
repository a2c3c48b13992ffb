//! Tables of all positions with few pieces, in memory, for long proofs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::board::Size;
use super::super::table::{Plan, Table};
use crate::engine::resources::Resources;
use crate::model::StopSignal;

/// The most pieces: with one more, making the table takes longer than it saves.
const MOST_PIECES: usize = 7;
/// The memory that making a table may take, in bytes.
const MEMORY: u64 = 1 << 30;

/// The tables made so far, by board.
static TABLES: Mutex<Option<HashMap<Size, Arc<Table>>>> = Mutex::new(None);

/// The table of the positions of a board with few pieces, made now if this is the first time; `None` if it cannot be, or somebody has asked
/// to stop. It is the same on every machine that has the memory.
pub fn table(size: Size, threads: usize, stop: &StopSignal) -> Option<Arc<Table>> {
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let tables = tables.get_or_insert_default();
    if let Some(table) = tables.get(&size) {
        return Some(Arc::clone(table));
    }
    let made = Arc::new(plan(size, threads, stop)?.make().ok()?);
    tables.insert(size, Arc::clone(&made));
    Some(made)
}

/// The plan of the table with the most pieces that there is memory for.
fn plan(size: Size, threads: usize, stop: &StopSignal) -> Option<Plan> {
    let plan = |pieces| {
        let resources = Resources::default();
        Plan { size, pieces, threads, resources, stop: stop.clone() }
    };
    let fits = |plan: &Plan| plan.memory().is_some_and(|bytes| bytes <= MEMORY);
    // One piece a side at least. Asking for one that is far too large would take long itself.
    (2..=MOST_PIECES).map(plan).take_while(fits).last()
}
