//! What the engine asks of the system: threads, and memory for tables. Both may be refused, and nothing ends because of that.

use std::fmt::{self, Display};
use std::hint::black_box;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope, ScopedJoinHandle};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;

/// Where threads and tables come from: as a rule, from the system as long as it gives any.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    threads: Quota,
    tables: Quota,
}

/// Which of the times that something is asked for it is refused; `None` is never.
#[derive(Clone, Debug, Default)]
struct Quota(Option<Arc<Refusal>>);

#[derive(Debug)]
struct Refusal {
    asked: AtomicUsize,
    refused: Range<usize>,
}

impl Quota {
    fn without(refused: Range<usize>) -> Self {
        Quota(Some(Arc::new(Refusal { asked: AtomicUsize::new(0), refused })))
    }

    /// Whether it is given this time.
    fn take(&self) -> bool {
        self.0.as_deref().is_none_or(|it| !it.refused.contains(&it.asked.fetch_add(1, Ordering::Relaxed)))
    }

    fn was_refused(&self) -> bool {
        self.0.as_deref().is_some_and(|it| it.asked.load(Ordering::Relaxed) > it.refused.start)
    }
}

/// The memory that is left for everything small when threads and tables have theirs, in bytes.
const ROOM: usize = 16 << 20;

/// Whether there is memory for everything small still. It is asked for, not used.
fn has_room() -> bool {
    let mut room = Vec::<u8>::new();
    let there = room.try_reserve_exact(ROOM).is_ok();
    // So that it is not left out because nobody uses it.
    black_box(&room);
    there
}

impl Resources {
    /// The same, but after so many threads there are no more: to see what becomes of a search, a proof or a match then. All
    /// clones share the number.
    #[must_use]
    pub fn with_threads(self, number: usize) -> Self {
        Resources { threads: Quota::without(number..usize::MAX), ..self }
    }

    /// The same, but this one thread of all that are asked for, counted from 0, is refused.
    #[must_use]
    pub fn without_thread(self, number: usize) -> Self {
        Resources { threads: Quota::without(number..number + 1), ..self }
    }

    /// The same, but after so many tables, or parts of one, there is no memory for more.
    #[must_use]
    pub fn with_tables(self, number: usize) -> Self {
        Resources { tables: Quota::without(number..usize::MAX), ..self }
    }

    /// The same, but this one table, or part of one, is refused.
    #[must_use]
    pub fn without_table(self, number: usize) -> Self {
        Resources { tables: Quota::without(number..number + 1), ..self }
    }

    /// Whether something was refused because of the four above.
    pub fn has_refused(&self) -> bool {
        self.threads.was_refused() || self.tables.was_refused()
    }

    /// A table of so many zeros, if there is memory for it and something is left then. Zeroed by the system, page by page when
    /// it is first used: a short proof pays for little.
    pub(crate) fn zeroed<T: Zeroable>(&self, length: usize) -> Option<Box<[T]>> {
        let table = self.tables.take().then(|| try_zeroed_slice_box(length).ok()).flatten();
        table.filter(|_| has_room())
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
        self.tables.take() && table.try_reserve_exact(more).is_ok() && has_room()
    }

    fn check_thread(&self) -> io::Result<()> {
        match self.threads.take() && has_room() {
            true => Ok(()),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    /// Starts `work` in a thread that ends within `scope`.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub fn start_scoped<'scope, T: Send + 'scope>(
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
    pub fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<thread::JoinHandle<T>> {
        self.check_thread()?;
        thread::Builder::new().spawn(work)
    }
}

/// Fewer threads than were asked for, as the system gave no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Display for ThreadShortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ThreadShortage { started, wanted } = self;
        write!(f, "only {started} of {wanted} threads could be started")
    }
}

/// Less memory than was asked for, as the system gave no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryShortage {
    /// The bytes there were.
    pub had: usize,
    /// The bytes that were asked for.
    pub wanted: usize,
}

impl Display for MemoryShortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [had, wanted] = [self.had, self.wanted].map(|bytes| bytes.div_ceil(1 << 20));
        write!(f, "only {had} of {wanted} MiB of memory could be had")
    }
}
