//! Tables in files: the same results, work that was broken off, damage.

use std::fs;

use super::super::format::START_LENGTH;
use super::super::verify::positions;
use super::*;

/// A table in a file, in a folder that goes with it.
struct Filed {
    folder: tempfile::TempDir,
    plan: Plan,
    size: Size,
}

impl Filed {
    fn new(columns: usize, rows: usize, pieces: usize) -> Self {
        let (folder, plan) = (tempfile::tempdir().unwrap(), plan(columns, rows, pieces));
        let size = plan.size;
        let filed = Filed { folder, plan, size };
        filed.make();
        filed
    }

    fn make(&self) -> Made {
        self.plan.make_file(&self.path(), &mut |_, _| {}).unwrap()
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("table")
    }

    fn table(&self) -> Result<Table, TableError> {
        Table::open(&self.path(), self.size)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.path()).unwrap()
    }
}

#[test]
fn a_file_says_what_the_memory_says() {
    let filed = Filed::new(3, 4, 5);
    let (table, memory) = (filed.table().unwrap(), filed.plan.make().unwrap());
    let geometry = Small::new(filed.size).unwrap();
    let mut answered = 0;
    for position in all_positions(geometry, usize::MAX).into_iter().step_by(7) {
        let result = table.winner(&position).unwrap();
        assert_eq!(result, memory.winner(&position).unwrap());
        let pieces = Player::BOTH.map(|player| position.pieces(player).count_ones()).iter().sum::<u32>();
        assert_eq!(result.is_some(), pieces <= 5);
        answered += u32::from(result.is_some());
    }
    assert!(answered > 40_000, "{answered}");
}

#[test]
fn the_number_of_threads_changes_nothing_and_broken_off_work_goes_on() {
    let filed = Filed::new(3, 4, 6);
    let bytes = filed.bytes();
    let one = Plan { threads: 1, ..filed.plan.clone() };
    let other = filed.folder.path().join("other");
    assert_eq!(one.make_file(&other, &mut |_, _| {}).unwrap().slices_there, 0);
    assert_eq!(fs::read(&other).unwrap(), bytes);
    let mut chance = Chance::from_seed(3);
    let mut there = Vec::new();
    for _ in 0..12 {
        // What a power cut or a kill leaves: a beginning, perhaps with rubbish behind it.
        let mut cut = bytes[..chance.below(bytes.len())].to_vec();
        cut.extend(std::iter::repeat_n(7, chance.below(100)));
        fs::write(file::part_of(&other), cut).unwrap();
        there.push(one.make_file(&other, &mut |_, _| {}).unwrap().slices_there);
        assert!(fs::read(&other).unwrap() == bytes);
    }
    assert!(there.iter().any(|slices| *slices > 20), "{there:?}");
}

#[test]
fn processes_with_a_common_folder_make_the_table_that_one_makes() {
    let filed = Filed::new(3, 4, 6);
    let (bytes, path) = (filed.bytes(), filed.folder.path().join("other"));
    let work = |number: u64| filed.plan.make_part(Part { number, of: 4 }, &path, &mut |_, _| {});
    // The first is stopped before it has done anything, or in the middle; the second never comes, the last comes twice.
    let stopped = Plan { stop: StopSignal::new(), ..filed.plan.clone() };
    let mut told = 0;
    let first = stopped.make_part(Part { number: 0, of: 4 }, &path, &mut |_, _| {
        told += 1;
        if told == 20 {
            stopped.stop.raise();
        }
    });
    assert!(matches!(first, Err(BuildError::Stopped)));
    std::thread::scope(|scope| {
        let all = [2, 3, 3].map(|number| scope.spawn(move || work(number)));
        all.into_iter().for_each(|part| part.join().unwrap().unwrap());
    });
    assert!(fs::read(&path).unwrap() == bytes);
    // Who comes too late finds it done, and nothing is left of the work.
    work(0).unwrap();
    let left: Vec<_> =
        fs::read_dir(filed.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn a_damaged_block_of_a_part_is_named() {
    let filed = Filed::new(3, 3, 4);
    let path = filed.folder.path().join("other");
    let folder = filed.folder.path().join("other.4.parts");
    let mut slices = 0;
    let stopped = Plan { stop: StopSignal::new(), ..filed.plan.clone() };
    let stop_late = stopped.make_part(Part { number: 0, of: 1 }, &path, &mut |done, all| {
        slices += 1;
        if done < all && slices == 8 {
            stopped.stop.raise();
        }
    });
    assert!(matches!(stop_late, Err(BuildError::Stopped)));
    assert_eq!(parts::folders_of(&path), std::slice::from_ref(&folder));
    assert_eq!(parts::folders_of(&filed.path()), [] as [std::path::PathBuf; 0]);
    for entry in fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|kind| kind == "rows") {
            let mut bytes = fs::read(&file).unwrap();
            *bytes.last_mut().unwrap() ^= 1;
            fs::write(&file, bytes).unwrap();
        }
    }
    let error = filed.plan.make_part(Part { number: 0, of: 1 }, &path, &mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains(".rows: damaged: this block"), "{error}");
}

#[test]
fn damaged_plies_are_named_and_never_believed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, plan) = (folder.path().join("plies"), plan(3, 3, 5));
    plan.make_plies_file(&path, &mut |_, _| {}).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no part is left");
    assert!(matches!(Table::open(&path, plan.size), Err(TableError::NoTable { .. })), "of another kind");
    let geometry = Small::new(plan.size).unwrap();
    let mut chance = Chance::from_seed(6);
    let mut verified = |table: &PliesTable, sample| {
        table.verify(geometry, sample, &mut chance, &StopSignal::new(), &mut |_, _| {})
    };
    let sound = PliesTable::open(&path, plan.size).unwrap();
    assert_eq!(sound.pieces(), 5);
    assert!(sound.bytes() >= plan.plies_bytes().unwrap());
    let found = verified(&sound, 2_000);
    assert!(found.is_good() && found.positions == 2_000 && found.blocks > 20, "{found:?}");
    let positions: Vec<_> = all_positions(geometry, usize::MAX)
        .into_iter()
        .filter(|position| position.outcome().is_none())
        .collect();
    let in_memory = plan.make_plies().unwrap();
    for position in &positions {
        assert_eq!(sound.plies(position).unwrap(), in_memory.plies(position).unwrap(), "{position:?}");
    }
    let (bytes, mut refused, mut named) = (fs::read(&path).unwrap(), 0, 0);
    for place in (START_LENGTH..bytes.len()).step_by(bytes.len() / 10) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        fs::write(&path, damaged).unwrap();
        let Ok(table) = PliesTable::open(&path, plan.size) else { continue };
        for position in positions.iter().step_by(7) {
            match table.plies(position) {
                Ok(plies) => assert_eq!(plies, sound.plies(position).unwrap_or(plies)),
                Err(TableError::Damaged { .. }) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
        named += usize::from(!verified(&table, 0).is_good());
    }
    assert!(refused > 25 && named > 5, "{refused}, {named}");
}

#[test]
fn a_table_of_few_pieces_is_the_beginning_of_a_larger_one() {
    let filed = Filed::new(3, 3, 4);
    let bytes = filed.bytes();
    fs::rename(filed.path(), file::part_of(&filed.path())).unwrap();
    let larger = Plan { pieces: 6, ..filed.plan.clone() };
    assert!(larger.make_file(&filed.path(), &mut |_, _| {}).unwrap().slices_there > 0);
    assert_eq!(filed.table().unwrap().pieces(), 6);
    fs::write(file::part_of(&filed.path()), &bytes[..bytes.len() - 1]).unwrap();
    filed.make();
    assert_eq!(filed.bytes(), bytes);
}

#[test]
fn what_is_damaged_is_named_and_never_believed() {
    let filed = Filed::new(3, 3, 6);
    let bytes = filed.bytes();
    let sound = filed.table().unwrap();
    let geometry = Small::new(filed.size).unwrap();
    let positions = all_positions(geometry, usize::MAX);
    let results: Vec<_> = positions.iter().map(|position| sound.winner(position).unwrap()).collect();
    let mut chance = Chance::from_seed(5);
    let mut refused = 0;
    for _ in 0..40 {
        let mut damaged = bytes.clone();
        damaged[chance.below(bytes.len())] ^= 1 << chance.below(8);
        fs::write(filed.path(), damaged).unwrap();
        let Ok(table) = filed.table() else { continue };
        for (position, result) in positions.iter().zip(&results).step_by(7) {
            match table.winner(position) {
                Ok(found) => assert_eq!(found, *result),
                Err(TableError::Damaged { .. }) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
        let found = table.verify(geometry, 0, &mut chance, &StopSignal::new(), &mut |_, _| {});
        // A slice's own head is for work that goes on; no answer needs it.
        for error in &found.damaged {
            assert!(error.to_string().contains(" steps against "), "{error}");
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn a_sound_table_is_verified_and_a_wrong_one_is_found_out() {
    let filed = Filed::new(4, 3, 6);
    let table = filed.table().unwrap();
    let geometry = Small::new(filed.size).unwrap();
    let mut chance = Chance::from_seed(7);
    let mut verify =
        |table: &Table| table.verify(geometry, 3_000, &mut chance, &StopSignal::new(), &mut |_, _| {});
    let found = verify(&table);
    assert!(found.is_good() && found.positions == 3_000 && found.blocks > 100, "{found:?}");

    let mut wrong = filed.plan.make().unwrap();
    let Source::Memory { store, .. } = &mut wrong.source else { panic!("not in memory") };
    store.values_mut().for_each(|rows| rows[0] ^= 0xFFFF);
    let mut follow = |table: &Table| {
        (0..3_000)
            .filter(|_| {
                let mut position = Position::empty(geometry, Player::One);
                put(&mut position, Player::One, 2, &mut chance);
                put(&mut position, Player::Two, 2, &mut chance);
                !table.follows(&position).unwrap()
            })
            .count()
    };
    assert_eq!(follow(&table), 0);
    assert!(follow(&wrong) > 10);
}

#[test]
fn positions_are_counted() {
    let size = Size::FIVE_BY_FIVE;
    let all = |pieces: usize| -> u64 {
        let sides = (1..=5).flat_map(|own| (1..=5).map(move |enemy| (own, enemy)));
        sides
            .filter(|(own, enemy)| own + enemy <= pieces)
            .map(|(own, enemy)| positions(size, own, enemy))
            .sum()
    };
    assert_eq!([all(10), all(6)], [114_705_497_960, 190_652_830]);
    let filed = Filed::new(4, 3, 8);
    let table = filed.table().unwrap();
    for material in table.materials() {
        assert_eq!(material.count.positions, positions(filed.size, material.own, material.enemy));
    }
    let count = table.materials().iter().fold(Count::default(), |mut all, material| {
        all.add(material.count);
        all
    });
    assert_eq!(count, Count { positions: 918_314, won: 683_527 });
}

#[test]
fn a_file_that_is_none_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/such/table");
    assert!(matches!(
        plan(3, 3, 4).make_file(&path, &mut |_, _| {}),
        Err(BuildError::File(TableError::Io { .. }))
    ));
    fs::write(folder.path().join("text"), "a text").unwrap();
    let opened = Table::open(&folder.path().join("text"), Size::FIVE_BY_FIVE);
    assert!(matches!(opened, Err(TableError::NoTable { .. })));
    let filed = Filed::new(3, 3, 3);
    let opened = Table::open(&filed.path(), Size::FIVE_BY_FIVE);
    assert!(matches!(opened, Err(TableError::OtherBoard { .. })));
    let mut older = filed.bytes();
    older["cygnet table ".len()] = b'0';
    fs::write(filed.path(), older).unwrap();
    assert!(
        filed.table().unwrap_err().to_string().contains("a table of version 0, and only version 2 is read")
    );
    filed.make();
    assert!(filed.table().is_ok());
}
