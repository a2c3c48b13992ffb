//! System resources of the engine: threads, and memory for tables. The system can refuse either; the engine
//! then continues with less.

use std::hint::black_box;
use std::io;
use std::ops::Range;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope, ScopedJoinHandle};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;
use thiserror::Error;

/// The source of threads and tables. By default both come from the system for as long as it has any.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    threads: Arc<FaultInjector>,
    tables: Arc<FaultInjector>,
}

/// Refuses some of the requests, by number. By default it refuses none.
#[derive(Debug, Default)]
struct FaultInjector {
    asked: AtomicUsize,
    refused: Range<usize>,
}

impl FaultInjector {
    fn of(refused: Range<usize>) -> Arc<Self> {
        Arc::new(FaultInjector { asked: AtomicUsize::new(0), refused })
    }

    /// Counts a request and returns whether it is granted.
    fn take(&self) -> bool {
        !self.refused.contains(&self.asked.fetch_add(1, Ordering::Relaxed))
    }

    fn has_refused(&self) -> bool {
        !self.refused.is_empty() && self.asked.load(Ordering::Relaxed) > self.refused.start
    }
}

/// The memory that must stay free for small allocations after a thread or table was granted, in bytes.
const HEADROOM_BYTES: usize = 16 << 20;

/// Returns whether there is memory left for small allocations. Allocates it for a moment, but does not use
/// it.
fn has_headroom() -> bool {
    let mut room = Vec::<u8>::new();
    let has_room = room.try_reserve_exact(HEADROOM_BYTES).is_ok();
    // Keeps the allocation from being optimised away.
    black_box(&room);
    has_room
}

impl Resources {
    /// Refuses the threads with these request numbers, counted from 0, to test how searches, proofs and
    /// matches cope. All clones share the count.
    #[must_use]
    pub fn without_threads(self, refused: Range<usize>) -> Self {
        Resources { threads: FaultInjector::of(refused), ..self }
    }

    /// Refuses the tables, or parts of tables, with these request numbers.
    #[must_use]
    pub fn without_tables(self, refused: Range<usize>) -> Self {
        Resources { tables: FaultInjector::of(refused), ..self }
    }

    /// Returns whether anything was refused because of these two methods.
    pub fn has_refused(&self) -> bool {
        self.threads.has_refused() || self.tables.has_refused()
    }

    /// Returns a table of `length` zeros, if there is enough memory. The system zeroes each page when it is
    /// first used, so a short proof costs little.
    pub(crate) fn zeroed<T: Zeroable>(&self, length: usize) -> Option<Box<[T]>> {
        let table = self.tables.take().then(|| try_zeroed_slice_box(length).ok()).flatten();
        table.filter(|_| has_headroom())
    }

    /// Returns a table of `length` default values, if there is enough memory. This touches all of the memory.
    pub(crate) fn filled<T: Default>(&self, length: usize) -> Option<Vec<T>> {
        let mut table = Vec::new();
        self.reserve(&mut table, length).then(|| {
            table.resize_with(length, T::default);
            table
        })
    }

    /// Reserves room for `more` values in `table` and returns whether there was enough memory.
    pub(crate) fn reserve<T>(&self, table: &mut Vec<T>, more: usize) -> bool {
        self.tables.take() && table.try_reserve_exact(more).is_ok() && has_headroom()
    }

    fn check_thread(&self) -> io::Result<()> {
        match self.threads.take() && has_headroom() {
            true => Ok(()),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    /// Runs `first` in the calling thread, and `helper` in up to `threads - 1` others, with the number of each from 1:
    /// as many as the system gives. Returns all results, that of the calling thread first. A panic is passed on.
    pub(crate) fn run_in_threads<T: Send>(
        &self,
        threads: usize,
        first: impl FnOnce() -> T,
        helper: impl Fn(usize) -> T + Sync,
    ) -> Vec<T> {
        let helper = &helper;
        thread::scope(|scope| {
            let spawn = |number| self.spawn_scoped(scope, move || helper(number)).ok();
            let helpers: Vec<_> = (1..threads).map_while(spawn).collect();
            let mut results = vec![first()];
            let joined = helpers.into_iter().map(ScopedJoinHandle::join);
            results.extend(joined.map(|result| result.unwrap_or_else(|panic| panic::resume_unwind(panic))));
            results
        })
    }

    /// Starts `work` in a thread that ends within `scope`.
    ///
    /// # Errors
    /// No thread is available.
    pub fn spawn_scoped<'scope, T: Send + 'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() -> T + Send + 'scope,
    ) -> io::Result<ScopedJoinHandle<'scope, T>> {
        self.check_thread()?;
        thread::Builder::new().spawn_scoped(scope, work)
    }

    /// Starts `work` in a thread.
    ///
    /// # Errors
    /// No thread is available.
    pub fn spawn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<thread::JoinHandle<T>> {
        self.check_thread()?;
        thread::Builder::new().spawn(work)
    }
}

/// The system gave fewer threads than requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("only {started} of {wanted} threads could be started")]
#[non_exhaustive]
pub struct ThreadShortage {
    /// The number of threads that were started.
    pub started: usize,
    /// The number of threads requested.
    pub wanted: usize,
}

impl ThreadShortage {
    /// Returns the shortage if fewer threads were started than wanted.
    #[must_use]
    pub fn of(started: usize, wanted: usize) -> Option<Self> {
        (started < wanted).then_some(ThreadShortage { started, wanted })
    }
}

/// The system gave less memory than requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("only {} of {} MiB of memory could be allocated", .had.div_ceil(1 << 20), .wanted.div_ceil(1 << 20))]
#[non_exhaustive]
pub struct MemoryShortage {
    /// The bytes that were allocated.
    pub had: usize,
    /// The bytes requested.
    pub wanted: usize,
}
