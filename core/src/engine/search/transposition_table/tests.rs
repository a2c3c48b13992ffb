//! Tests of the transposition table.

use super::*;
use crate::model::mix;

fn entry(value: i32, depth: u8) -> TtEntry {
    TtEntry { value, bound: Bound::Lower, depth, best: 7 }
}

/// Returns the maximum size of a table in bytes.
fn bytes(table: &TranspositionTable) -> usize {
    table.tiers.iter().map(|tier| tier.size * size_of::<Bucket>()).sum()
}

#[test]
fn entries_are_returned_as_stored() {
    let table = TranspositionTable::new(1 << 16, Resources::default());
    for (key, value) in [(0, -5), (1, 2_000_000), (u64::MAX, -2_000_000), (0x1234_5678_9ABC_DEF0, 0)] {
        assert_eq!(table.get(key), None);
        table.put(key, entry(value, 200));
        assert_eq!(table.get(key), Some(entry(value, 200)));
    }
    table.put(1, TtEntry { best: NO_MOVE, ..entry(2, 2) });
    assert_eq!(table.get(1), Some(entry(2, 2)), "an entry without a move keeps the known move");
}

#[test]
fn a_full_table_grows_and_keeps_its_entries() {
    let table = TranspositionTable::new(30 << 20, Resources::default());
    assert!(bytes(&table) <= 30 << 20 && bytes(&table) > 29 << 20);
    let known = |table: &TranspositionTable| (0..23_500).filter(|key| table.get(mix(*key)).is_some()).count();
    // Some buckets overflow.
    (0..23_500).for_each(|key| table.put(mix(key), entry(1, 1)));
    let wanted = known(&table);
    assert_eq!((wanted > 22_000, table.current.load(Relaxed)), (true, 0));
    table.grow_if_full();
    assert_eq!((known(&table), table.current.load(Relaxed)), (wanted, 1));
    table.grow_if_full();
    assert_eq!(table.current.load(Relaxed), 1);
}

#[test]
fn a_failed_allocation_leaves_the_table_unchanged() {
    for max_tier in 0..3 {
        let table =
            TranspositionTable::new(100 << 20, Resources::default().without_tables(max_tier..usize::MAX));
        assert_eq!(table.tiers.len(), 4);
        for number in 0..5 {
            let tier = table.current.load(Relaxed);
            assert_eq!(tier, max_tier.min(number));
            let slots = table.tiers[tier].size as u64 * BUCKET as u64;
            (0..slots / 3).for_each(|key| table.put(mix(key), entry(1, 1)));
            table.grow_if_full();
            // Some buckets overflow.
            assert!((0..100).filter(|key| table.get(mix(*key)).is_some()).count() > 80);
        }
    }
}

#[test]
fn shallow_and_old_entries_are_replaced_first() {
    let table = TranspositionTable::new(1, Resources::default());
    assert_eq!(bytes(&table), 64);
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

/// A smoke test in the default suite. `docs/testing.md` has the command for a thorough run.
#[test]
fn threads_share_a_table_and_never_see_torn_entries() {
    let table = TranspositionTable::new(1, Resources::default());
    let whole = |key: u64, number: u64| TtEntry {
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

/// Run with `RUSTFLAGS="--cfg loom" cargo test -p cygnet-core --lib loom_`. Tries all thread interleavings
/// and all values that a load can see.
#[cfg(loom)]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    const KEY: u64 = 0x1234_5678_9ABC_DEF0;

    fn entry(value: i32, depth: u8) -> TtEntry {
        TtEntry { value, bound: Bound::Exact, depth, best: value as u16 }
    }

    /// Runs two writers and a reader on a table with one bucket and checks what the reader finds.
    fn check_race(puts: [(u64, TtEntry); 2], check: fn(Option<TtEntry>)) {
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
    fn loom_two_writers_leave_one_entry_or_none() {
        check_race([(KEY, entry(1, 1)), (KEY, entry(2, 2))], |found| {
            assert!(found.is_none_or(|found| found == entry(1, 1) || found == entry(2, 2)), "{found:?}");
        });
    }

    #[test]
    fn loom_entries_of_other_positions_are_not_seen() {
        check_race([(KEY, entry(1, 1)), (!KEY, entry(2, 2))], |found| {
            assert!(found.is_none_or(|found| found == entry(1, 1)), "{found:?}");
        });
    }
}
