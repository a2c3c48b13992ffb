//! What the engine asks of the system: threads, and memory for tables. Both may be refused, and nothing ends because of that.

use std::hint::black_box;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope, ScopedJoinHandle};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;
use thiserror::Error;

/// Where threads and tables come from: as a rule, from the system as long as it gives any.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    threads: Arc<FaultInjector>,
    tables: Arc<FaultInjector>,
}

/// Which of the times that something is asked for it is refused; by default never.
#[derive(Debug, Default)]
struct FaultInjector {
    asked: AtomicUsize,
    refused: Range<usize>,
}

impl FaultInjector {
    fn of(refused: Range<usize>) -> Arc<Self> {
        Arc::new(FaultInjector { asked: AtomicUsize::new(0), refused })
    }

    /// Whether it is given this time.
    fn take(&self) -> bool {
        !self.refused.contains(&self.asked.fetch_add(1, Ordering::Relaxed))
    }

    fn has_refused(&self) -> bool {
        !self.refused.is_empty() && self.asked.load(Ordering::Relaxed) > self.refused.start
    }
}

/// The memory that is left for everything small when threads and tables have theirs, in bytes.
const HEADROOM_BYTES: usize = 16 << 20;

/// Whether there is memory for everything small still. It is asked for, not used.
fn has_headroom() -> bool {
    let mut room = Vec::<u8>::new();
    let there = room.try_reserve_exact(HEADROOM_BYTES).is_ok();
    // So that it is not left out because nobody uses it.
    black_box(&room);
    there
}

impl Resources {
    /// The same, but these of all threads that are asked for, counted from 0, are refused: to see what becomes of a search, a proof or a
    /// match then. All clones share the number.
    #[must_use]
    pub fn without_threads(self, refused: Range<usize>) -> Self {
        Resources { threads: FaultInjector::of(refused), ..self }
    }

    /// The same, but these of all tables, or parts of one, are refused.
    #[must_use]
    pub fn without_tables(self, refused: Range<usize>) -> Self {
        Resources { tables: FaultInjector::of(refused), ..self }
    }

    /// Whether something was refused because of these two.
    pub fn has_refused(&self) -> bool {
        self.threads.has_refused() || self.tables.has_refused()
    }

    /// A table of so many zeros, if there is memory for it and something is left then. Zeroed by the system, page by page when
    /// it is first used: a short proof pays for little.
    pub(crate) fn zeroed<T: Zeroable>(&self, length: usize) -> Option<Box<[T]>> {
        let table = self.tables.take().then(|| try_zeroed_slice_box(length).ok()).flatten();
        table.filter(|_| has_headroom())
    }

    /// A table of so many empty values, on the same terms; all of its memory is used.
    pub(crate) fn filled<T: Default>(&self, length: usize) -> Option<Vec<T>> {
        let mut table = Vec::new();
        self.reserve(&mut table, length).then(|| {
            table.resize_with(length, T::default);
            table
        })
    }

    /// Whether there is room in `table` for so many values more, on the same terms.
    pub(crate) fn reserve<T>(&self, table: &mut Vec<T>, more: usize) -> bool {
        self.tables.take() && table.try_reserve_exact(more).is_ok() && has_headroom()
    }

    fn check_thread(&self) -> io::Result<()> {
        match self.threads.take() && has_headroom() {
            true => Ok(()),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    /// Starts `work` in a thread that ends within `scope`.
    ///
    /// # Errors
    /// There is no thread to be had.
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
    /// There is no thread to be had.
    pub fn spawn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<thread::JoinHandle<T>> {
        self.check_thread()?;
        thread::Builder::new().spawn(work)
    }
}

/// Fewer threads than were asked for, as the system gave no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("only {started} of {wanted} threads could be started")]
pub struct ThreadShortage {
    /// The threads there were.
    pub started: usize,
    /// The threads that were asked for.
    pub wanted: usize,
}

impl ThreadShortage {
    /// The shortage where so many of the threads wanted could be started; `None` if there is none.
    #[must_use]
    pub fn of(started: usize, wanted: usize) -> Option<Self> {
        (started < wanted).then_some(ThreadShortage { started, wanted })
    }
}

/// Less memory than was asked for, as the system gave no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("only {} of {} MiB of memory could be had", .had.div_ceil(1 << 20), .wanted.div_ceil(1 << 20))]
pub struct MemoryShortage {
    /// The bytes there were.
    pub had: usize,
    /// The bytes that were asked for.
    pub wanted: usize,
}
