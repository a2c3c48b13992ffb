//! Tests of the proof table.

use std::collections::HashMap;

use super::*;
use crate::model::GameRng;

#[test]
fn scrambling_permutes() {
    for bits in 1..=16 {
        let mut met = vec![false; 1 << bits];
        (0..1 << bits).for_each(|key| met[scramble(key, bits) as usize] = true);
        assert!(met.into_iter().all(|met| met), "{bits} bits");
    }
}

#[test]
fn lookups_only_find_results_of_the_same_key() {
    for (key_bits, bytes) in [(12, 0), (12, 1 << 20), (20, 1 << 12), (42, 1 << 14), (52, 0)] {
        let table = ProofTable::new(&Resources::default(), key_bits, false, bytes).unwrap();
        let mut rng = GameRng::from_seed(u64::from(key_bits));
        let mut stored = HashMap::new();
        for _ in 0..50_000 {
            // Few different keys, so that they recur.
            let key = (rng.next_u64() % 20_000 * 0x1_0000_0001) & low_bits(key_bits);
            let slot = table.slot(key, false);
            if let Some(data) = table.get(slot) {
                assert_eq!(stored.get(&key), Some(&data));
            }
            let data = 1 + rng.below(1 << 29) as u32;
            table.put(slot, data, |data| data);
            assert_eq!(table.get(slot), Some(data));
            stored.insert(key, data);
        }
    }
}

#[test]
fn a_growing_table_keeps_its_results() {
    let resources = Resources::default();
    for key_bits in [14, 20, 30] {
        let mut table = ProofTable::new(&resources, key_bits, true, 1 << 12).unwrap();
        let slots = |table: &ProofTable| [1, 2, 3, 4000].map(|key| table.slot(key, key == 3));
        slots(&table).iter().zip(10..).for_each(|(slot, data)| table.put(*slot, data, |data| data));
        for (results, bytes) in [(1 << 8, 1 << 12), (1 << 9, 1 << 13), (u64::MAX, 1 << 15), (1, 1 << 15)] {
            table.make_room(&resources, results, 1 << 15, |data| data);
            assert_eq!((table.bytes(), table.shortage()), (bytes, None));
            assert_eq!(slots(&table).map(|slot| table.get(slot)), [Some(10), Some(11), Some(12), Some(13)]);
        }
        let no_tables = resources.clone().without_tables(0..usize::MAX);
        table.make_room(&no_tables, u64::MAX, 1 << 16, |data| data);
        assert_eq!(table.bytes(), 1 << 15);
        assert_eq!(table.shortage(), Some(MemoryShortage { had: 1 << 15, wanted: 1 << 16 }));
        assert_eq!(table.get(table.slot(2, false)), Some(11));
    }
}

#[test]
fn the_cheapest_result_is_evicted_first() {
    let table = ProofTable::new(&Resources::default(), 12, false, 0).unwrap();
    assert_eq!(table.bytes(), BUCKET_BYTES);
    for key in 0..9 {
        table.put(table.slot(key, false), 100 + key as u32, |data| data);
    }
    let kept: Vec<u64> = (0..9).filter(|key| table.get(table.slot(*key, false)).is_some()).collect();
    assert_eq!(kept, [1, 2, 3, 4, 5, 6, 7, 8]);
}

/// See the test of the same name in the transposition table.
#[test]
fn threads_share_a_table_and_never_see_torn_words() {
    let table = ProofTable::new(&Resources::default(), 12, false, 0).unwrap();
    let data = |key: u64, thread: u64| (key << 2 | thread) as u32 + 1;
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let table = &table;
            scope.spawn(move || {
                for key in 0..8 {
                    let slot = table.slot(key, false);
                    table.put(slot, data(key, thread), |data| data);
                    let found = table.get(slot);
                    assert!(found.is_none_or(|found| (0..3).any(|thread| found == data(key, thread))));
                }
            });
        }
    });
}

/// See the tests in the transposition table.
#[cfg(loom)]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// Runs two writers and a reader of key 1 on a table with one bucket that holds `before`, and checks what
    /// the reader finds.
    fn check_race(before: &'static [(u64, u32)], puts: [(u64, u32); 2], check: fn(Option<u32>)) {
        loom::model(move || {
            let table = Arc::new(ProofTable::new(&Resources::default(), 12, false, 0).unwrap());
            assert_eq!(table.words().len(), BUCKET);
            let put = |table: &ProofTable, (key, data)| table.put(table.slot(key, false), data, |data| data);
            before.iter().for_each(|stored| put(&table, *stored));
            let writers = puts.map(|stored| {
                let table = Arc::clone(&table);
                thread::spawn(move || put(&table, stored))
            });
            check(table.get(table.slot(1, false)));
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            check(table.get(table.slot(1, false)));
        });
    }

    #[test]
    fn loom_two_writers_leave_one_result_or_none() {
        check_race(&[], [(1, 10), (1, 20)], |found| {
            assert!(matches!(found, None | Some(10 | 20)), "{found:?}")
        });
    }

    #[test]
    fn loom_results_of_other_keys_are_not_seen() {
        check_race(&[], [(1, 10), (2, 20)], |found| assert!(matches!(found, None | Some(10)), "{found:?}"));
        check_race(&[], [(2, 10), (3, 20)], |found| assert_eq!(found, None));
    }

    #[test]
    fn loom_evicted_results_are_gone_or_intact() {
        const FULL: [(u64, u32); BUCKET] =
            [(1, 10), (2, 12), (3, 13), (4, 14), (5, 15), (6, 16), (7, 17), (8, 18)];
        check_race(&FULL, [(9, 20), (2, 21)], |found| assert!(matches!(found, None | Some(10)), "{found:?}"));
    }
}
