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

/// The tables of few pieces that long proofs share, by board. The first proof that needs one makes it. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct FewPieces(Arc<Mutex<HashMap<Size, Arc<Table>>>>);

impl FewPieces {
    /// The table of a board, made now unless it has been; `None` if it cannot be made, or the work was stopped. It is the same on every
    /// machine that has the memory.
    pub(super) fn table(&self, size: Size, threads: usize, stop: &StopSignal) -> Option<Arc<Table>> {
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
fn plan(size: Size, threads: usize, stop: &StopSignal) -> Option<Plan> {
    let plan = |pieces| {
        let resources = Resources::default();
        Plan { size, pieces, threads, resources, stop: stop.clone() }
    };
    let fits = |plan: &Plan| plan.memory(true).is_some_and(|bytes| bytes <= MEMORY);
    // One piece a side at least. Asking for one that is far too large would take long itself.
    (2..=MOST_PIECES).map(plan).take_while(fits).last()
}
