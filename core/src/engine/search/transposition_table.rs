//! The transposition table: what is known of positions met before, in a fixed amount of memory.
//!
//! Several threads may use one table without locks. A slot holds the key combined with the data by exclusive or, so that
//! a slot of which another thread has just written one half does not show its key any more (Hyatt and Mann, "A Lockless
//! Transposition-Table Implementation for Parallel Search", 2002). All 64 bits of the key are compared.

#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::engine::resources::Resources;

/// The index of a move that does not fit into an entry or is not known.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

impl Bound {
    fn from_bits(bits: u64) -> Option<Bound> {
        [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().find(|bound| *bound as u64 == bits & 3)
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The value, from the view of the player to move; the plies to a win are counted from this position.
    pub value: i32,
    /// What the value says.
    pub bound: Bound,
    /// The plies that were looked ahead.
    pub depth: u8,
    /// The best move, as its number in the order of the generator; [`NO_MOVE`] if none is known.
    pub best: u16,
}

impl Entry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(generation) << 58
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = Bound::from_bits(data >> 56)?;
        Some(Entry { value: data as u32 as i32, bound, depth: (data >> 48) as u8, best: (data >> 32) as u16 })
    }
}

/// The number of generations before their numbers come again.
const GENERATIONS: u8 = 64;

/// Slots that share a cache line.
const BUCKET: usize = 4;

#[derive(Debug, Default)]
struct Slot {
    /// The key, combined with `data` by exclusive or.
    sealed_key: AtomicU64,
    /// The packed entry; 0 if there is none.
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// How many times larger the next level is.
const GROWTH: usize = 4;
/// The least memory of the first level, in bytes: such a level stays in a processor's own cache.
const SMALLEST: usize = 1 << 20;

/// A table of entries by position key.
///
/// It begins small, for a small table is several times as fast as a large one, and takes more of its memory when it fills
/// up: then the entries move to a larger level. The levels together stay within the memory given. Where there is no memory for the
/// next level, the table stays as large as it is.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Smallest first; made when they are needed.
    levels: Vec<Level>,
    /// The number of the level in use.
    current: AtomicUsize,
    generation: AtomicU8,
    /// Where the levels come from.
    resources: Resources,
    /// Held while the entries move.
    growing: Mutex<()>,
}

#[derive(Debug)]
struct Level {
    size: usize,
    buckets: OnceLock<Vec<Bucket>>,
    /// The slots that have been filled.
    filled: AtomicUsize,
}

impl Level {
    fn new(size: usize) -> Self {
        Level { size, buckets: OnceLock::new(), filled: AtomicUsize::new(0) }
    }

    /// Whether it has its buckets, now or from before.
    fn make(&self, resources: &Resources) -> bool {
        self.buckets.get().is_some()
            || resources.filled(self.size).is_some_and(|buckets| self.buckets.set(buckets).is_ok())
    }

    /// The buckets of the smallest level: a single one where there is no memory for more.
    fn buckets(&self) -> &[Bucket] {
        let one = || vec![Bucket::default()];
        self.buckets.get_or_init(|| Resources::default().filled(self.size).unwrap_or_else(one))
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        let buckets = match self.buckets.get() {
            Some(buckets) => buckets,
            None => self.buckets(),
        };
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize].0
    }
}

impl TranspositionTable {
    /// An empty table that takes at most `bytes`, but at least one cache line.
    pub fn new(bytes: usize, resources: Resources) -> Self {
        // The levels are a geometric series; the largest takes its share of the sum.
        let mut size = bytes;
        if bytes > SMALLEST {
            size = bytes / GROWTH * (GROWTH - 1);
        }
        let mut levels = Vec::new();
        loop {
            levels.push(Level::new((size / size_of::<Bucket>()).max(1)));
            if size / GROWTH < SMALLEST {
                break;
            }
            size /= GROWTH;
        }
        levels.reverse();
        let (current, generation) = (AtomicUsize::new(0), AtomicU8::new(0));
        TranspositionTable { levels, current, generation, resources, growing: Mutex::new(()) }
    }

    /// The memory that the table takes at most, in bytes.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.levels.iter().map(|level| level.size * size_of::<Bucket>()).sum()
    }

    /// How many of a thousand slots have been filled, of those that there are room for.
    pub(super) fn used(&self) -> u32 {
        let slots = self.levels.last().map_or(1, |largest| largest.size * BUCKET);
        let filled = self.level().filled.load(Relaxed).min(slots);
        (filled as u64 * 1000 / slots as u64) as u32
    }

    /// Begins another search: entries of earlier ones give way first.
    pub(super) fn begin_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Takes more memory if there is more and a fourth of the slots have been filled. One thread at a time.
    pub(super) fn grow_if_full(&self) {
        let Ok(_alone) = self.growing.try_lock() else { return };
        let number = self.current.load(Relaxed);
        let level = &self.levels[number];
        let Some(next) = self.levels.get(number + 1) else { return };
        if level.filled.load(Relaxed) < level.size * BUCKET / 4 || !next.make(&self.resources) {
            return;
        }
        for slot in level.buckets().iter().flat_map(|bucket| &bucket.0) {
            let data = slot.data.load(Relaxed);
            if data != 0 {
                put(next, slot.sealed_key.load(Relaxed) ^ data, data);
            }
        }
        self.current.store(number + 1, Relaxed);
    }

    #[inline]
    fn level(&self) -> &Level {
        &self.levels[self.current.load(Relaxed)]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.level().bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            if slot.sealed_key.load(Relaxed) ^ data == key { Entry::unpack(data) } else { None }
        })
    }

    /// Remembers `entry`, in place of what was known of this position or of the least useful entry of its bucket: an old
    /// one, or one that looked less far ahead.
    #[inline]
    pub(super) fn put(&self, key: u64, entry: Entry) {
        put(self.level(), key, entry.pack(self.generation.load(Relaxed)));
    }
}

fn put(level: &Level, key: u64, mut data: u64) {
    let generation = (data >> 58) as u8;
    let mut target = None;
    let mut least = i32::MAX;
    for slot in level.bucket(key) {
        let there = slot.data.load(Relaxed);
        if there != 0 && slot.sealed_key.load(Relaxed) ^ there == key {
            if data & BEST == BEST {
                data = data & !BEST | there & BEST;
            }
            target = Some((slot, there));
            break;
        }
        let loss = keep_value(there, generation);
        if loss < least {
            least = loss;
            target = Some((slot, there));
        }
    }
    if let Some((slot, there)) = target {
        slot.data.store(data, Relaxed);
        slot.sealed_key.store(key ^ data, Relaxed);
        if there == 0 {
            level.filled.fetch_add(1, Relaxed);
        }
    }
}

/// The bits of the best move in a packed entry; all of them are set for [`NO_MOVE`].
const BEST: u64 = (NO_MOVE as u64) << 32;

/// How much would be lost with this packed entry: empty slots nothing, entries of earlier searches little.
#[inline]
fn keep_value(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return -1_000;
    }
    let age = i32::from((generation + GENERATIONS - (data >> 58) as u8) % GENERATIONS);
    i32::from((data >> 48) as u8) - 8 * age
}

/// `RUSTFLAGS="--cfg loom" cargo test -p cygnet-core --lib loom_` tries every order in which the threads can go,
/// and every value that a load may see.
#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    const KEY: u64 = 0x1234_5678_9ABC_DEF0;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, bound: Bound::Exact, depth, best: value as u16 }
    }

    /// What two threads that put entries, and one that looks, make of a table of one bucket.
    fn look(puts: [(u64, Entry); 2], check: fn(Option<Entry>)) {
        loom::model(move || {
            let table = Arc::new(TranspositionTable::new(1, Resources::default()));
            assert_eq!(table.get(KEY), None);
            let writers = puts.map(|(key, entry)| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.put(key, entry))
            });
            check(table.get(KEY));
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            check(table.get(KEY));
        });
    }

    #[test]
    fn loom_of_two_entries_for_a_position_one_is_seen_or_none() {
        look([(KEY, entry(1, 1)), (KEY, entry(2, 2))], |found| {
            assert!(found.is_none_or(|found| found == entry(1, 1) || found == entry(2, 2)), "{found:?}");
        });
    }

    #[test]
    fn loom_what_is_put_for_another_position_is_not_seen() {
        look([(KEY, entry(1, 1)), (!KEY, entry(2, 2))], |found| {
            assert!(found.is_none_or(|found| found == entry(1, 1)), "{found:?}");
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::mix;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, bound: Bound::Lower, depth, best: 7 }
    }

    #[test]
    fn entries_come_back_as_they_were_put() {
        let table = TranspositionTable::new(1 << 16, Resources::default());
        for (key, value) in [(0, -5), (1, 2_000_000), (u64::MAX, -2_000_000), (0x1234_5678_9ABC_DEF0, 0)] {
            assert_eq!(table.get(key), None);
            table.put(key, entry(value, 200));
            assert_eq!(table.get(key), Some(entry(value, 200)));
        }
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_one_known() {
        let table = TranspositionTable::new(1 << 16, Resources::default());
        table.put(9, entry(1, 1));
        table.put(9, Entry { best: NO_MOVE, ..entry(2, 2) });
        assert_eq!(table.get(9), Some(entry(2, 2)));
    }

    #[test]
    fn a_table_that_fills_up_grows_and_keeps_what_it_knows() {
        let table = TranspositionTable::new(30 << 20, Resources::default());
        assert!(table.bytes() <= 30 << 20 && table.bytes() > 29 << 20);
        let known =
            |table: &TranspositionTable| (0..23_500).filter(|key| table.get(mix(*key)).is_some()).count();
        // A few buckets get more than they hold.
        (0..23_500).for_each(|key| table.put(mix(key), entry(1, 1)));
        let wanted = known(&table);
        assert_eq!((wanted > 22_000, table.current.load(Relaxed)), (true, 0));
        table.grow_if_full();
        assert_eq!((known(&table), table.current.load(Relaxed)), (wanted, 1));
        table.grow_if_full();
        assert_eq!(table.current.load(Relaxed), 1);
    }

    #[test]
    fn a_level_that_cannot_be_had_leaves_the_table_as_it_is() {
        for levels in 0..3 {
            let table = TranspositionTable::new(100 << 20, Resources::default().with_tables(levels));
            assert_eq!(table.levels.len(), 4);
            for number in 0..5 {
                let level = table.current.load(Relaxed);
                assert_eq!(level, levels.min(number));
                let slots = table.levels[level].size as u64 * BUCKET as u64;
                (0..slots / 3).for_each(|key| table.put(mix(key), entry(1, 1)));
                table.grow_if_full();
                // A few buckets get more than they hold.
                assert!((0..100).filter(|key| table.get(mix(*key)).is_some()).count() > 80);
            }
        }
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let table = TranspositionTable::new(1, Resources::default());
        assert_eq!(table.bytes(), 64);
        for key in 1..=4 {
            table.put(key, entry(0, 10 + key as u8));
        }
        table.put(5, entry(0, 1));
        assert_eq!((table.get(1), table.get(5)), (None, Some(entry(0, 1))));
        table.begin_search();
        table.put(6, entry(0, 20));
        table.put(7, entry(0, 20));
        assert_eq!((table.get(5), table.get(2)), (None, None));
        assert!(table.get(3).is_some() && table.get(6).is_some() && table.get(7).is_some());
    }

    /// In the usual suite a smoke test; `docs/reliability.md` has the command that looks closely.
    #[test]
    fn threads_share_a_table_and_see_whole_entries() {
        let table = TranspositionTable::new(1, Resources::default());
        let whole = |key: u64, number: u64| Entry {
            value: (key ^ number) as i32,
            bound: Bound::Exact,
            depth: number as u8,
            best: number as u16,
        };
        std::thread::scope(|scope| {
            for thread in 0..3_u64 {
                let table = &table;
                scope.spawn(move || {
                    for number in 0..8 {
                        let key = mix(number % 6);
                        table.put(key, whole(key, thread));
                        if let Some(found) = table.get(key) {
                            assert_eq!(found, whole(key, u64::from(found.depth)));
                        }
                    }
                });
            }
        });
    }
}
