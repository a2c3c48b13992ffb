//! Stored tables: the same results, resumed work, damage.

use std::io::Cursor;

use super::super::format::{self, END_LENGTH, START_LENGTH};
use super::super::verify::positions;
use super::*;
use crate::samples::is_sampled;

/// Returns the bytes of a planned table.
fn stored(plan: &TablePlan) -> Vec<u8> {
    resumed(plan, &[]).1
}

/// Builds the rest of the table that begins with `part`. Returns the number of complete slices in `part`, and
/// all bytes.
fn resumed(plan: &TablePlan, part: &[u8]) -> (usize, Vec<u8>) {
    let unfinished = UnfinishedTable::read(&mut &*part, plan.kind, plan.size).unwrap();
    let whole = part[..unfinished.length() as usize].to_vec();
    let writer = TableWriter::resume(unfinished, whole).unwrap();
    (writer.slices(), plan.write(writer, &mut |_, _| {}).unwrap())
}

fn open(bytes: &[u8], size: Size) -> Result<EndgameTable, TableError> {
    open_kind(bytes, TableKind::Results, size)
}

fn open_kind(bytes: &[u8], kind: TableKind, size: Size) -> Result<EndgameTable, TableError> {
    EndgameTable::open(Cursor::new(bytes.to_vec()), kind, size)
}

#[test]
fn a_stored_table_agrees_with_one_in_memory() {
    let plan = plan(3, 4, 5);
    let (table, memory) = (open(&stored(&plan), plan.size).unwrap(), plan.make().unwrap());
    let geometry = Small::new(plan.size).unwrap();
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
fn any_thread_count_gives_the_same_table_and_builds_resume() {
    let plan = plan(3, 4, 6);
    let bytes = stored(&plan);
    let one = TablePlan { threads: 1, ..plan };
    assert_eq!(resumed(&one, &[]), (0, bytes.clone()));
    let mut rng = GameRng::from_seed(3);
    let mut found = Vec::new();
    for _ in 0..12 {
        // What a power cut or a kill can leave: a beginning, possibly followed by garbage.
        let mut cut = bytes[..rng.below(bytes.len())].to_vec();
        cut.extend(std::iter::repeat_n(7, rng.below(100)));
        let (slices, again) = resumed(&one, &cut);
        found.push(slices);
        assert!(again == bytes);
    }
    assert!(found.iter().any(|slices| *slices > 20), "{found:?}");
}

#[test]
fn a_table_of_few_pieces_is_the_beginning_of_a_larger_one() {
    let endgame_tables = plan(3, 3, 4);
    let bytes = stored(&endgame_tables);
    let (slices, larger) = resumed(&TablePlan { pieces: 6, ..endgame_tables.clone() }, &bytes);
    assert!(slices > 0);
    assert_eq!(open(&larger, endgame_tables.size).unwrap().pieces(), 6);
    assert_eq!(resumed(&endgame_tables, &bytes[..bytes.len() - 1]).1, bytes);
}

#[test]
fn damaged_plies_are_reported_and_never_used() {
    let plan = plies_plan(3, 3, 5);
    let bytes = stored(&plan);
    assert!(matches!(open(&bytes, plan.size), Err(TableError::NotATable)), "of another kind");
    let open = |bytes: &[u8]| open_kind(bytes, plan.kind, plan.size);
    let geometry = Small::new(plan.size).unwrap();
    let mut rng = GameRng::from_seed(6);
    let mut verified = |table: &EndgameTable, sample| {
        table.verify(plan.size, sample, &mut rng, &StopSignal::new(), &mut |_, _| {})
    };
    let sound = open(&bytes).unwrap();
    assert_eq!((sound.pieces(), sound.bytes()), (5, bytes.len() as u64));
    assert!(sound.bytes() >= plan.plies_bytes().unwrap());
    let found = verified(&sound, 2_000);
    assert!(found.is_ok() && found.positions == 2_000 && found.blocks > 20, "{found:?}");
    let positions: Vec<_> = all_positions(geometry, usize::MAX)
        .into_iter()
        .filter(|position| position.outcome().is_none())
        .collect();
    let in_memory = plan.make().unwrap();
    for position in &positions {
        assert_eq!(sound.plies(position).unwrap(), in_memory.plies(position).unwrap(), "{position:?}");
    }
    let (mut refused, mut named) = (0, 0);
    for place in (START_LENGTH..bytes.len()).step_by(bytes.len() / 10) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        let Ok(table) = open(&damaged) else { continue };
        for position in positions.iter().step_by(7) {
            match table.plies(position) {
                Ok(plies) => assert_eq!(plies, sound.plies(position).unwrap_or(plies)),
                Err(TableError::Damaged { .. }) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
        named += usize::from(!verified(&table, 0).is_ok());
    }
    assert!(refused > 25 && named > 5, "{refused}, {named}");
}

#[test]
fn damaged_blocks_are_reported_and_never_used() {
    let plan = plan(3, 3, 6);
    let bytes = stored(&plan);
    let sound = open(&bytes, plan.size).unwrap();
    let geometry = Small::new(plan.size).unwrap();
    let positions = all_positions(geometry, usize::MAX);
    let results: Vec<_> = positions.iter().map(|position| sound.winner(position).unwrap()).collect();
    let mut rng = GameRng::from_seed(5);
    let mut refused = 0;
    for _ in 0..40 {
        let mut damaged = bytes.clone();
        damaged[rng.below(bytes.len())] ^= 1 << rng.below(8);
        let Ok(table) = open(&damaged, plan.size) else { continue };
        for (position, result) in positions.iter().zip(&results).step_by(7) {
            match table.winner(position) {
                Ok(found) => assert_eq!(found, *result),
                Err(TableError::Damaged { .. }) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
        let found = table.verify(plan.size, 0, &mut rng, &StopSignal::new(), &mut |_, _| {});
        // The head of a slice is needed only to resume work, not to answer queries.
        for error in &found.damaged {
            assert!(error.to_string().contains(" steps against "), "{error}");
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn valid_tables_verify_and_wrong_ones_fail() {
    let plan = plan(4, 3, 6);
    let table = open(&stored(&plan), plan.size).unwrap();
    let geometry = Small::new(plan.size).unwrap();
    let mut rng = GameRng::from_seed(7);
    let mut verify =
        |table: &EndgameTable| table.verify(plan.size, 3_000, &mut rng, &StopSignal::new(), &mut |_, _| {});
    let found = verify(&table);
    assert!(found.is_ok() && found.positions == 3_000 && found.blocks > 100, "{found:?}");

    let mut wrong = plan.make().unwrap();
    let Source::Memory(store) = &mut wrong.source else { panic!("not in memory") };
    #[expect(clippy::disallowed_methods, reason = "every block changes in the same way")]
    store.values_mut().for_each(|rows| rows[0] ^= 0xFFFF);
    let mut follow = |table: &EndgameTable| {
        (0..3_000)
            .filter(|_| {
                let mut position = UglyDuckPosition::empty(geometry, Player::One);
                put(&mut position, Player::One, 2, &mut rng);
                put(&mut position, Player::Two, 2, &mut rng);
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
    let plan = plan(4, 3, 8);
    let table = open(&stored(&plan), plan.size).unwrap();
    for material in table.materials() {
        assert_eq!(material.count.positions, positions(plan.size, material.own, material.enemy));
    }
    let count = table.materials().iter().fold(Count::default(), |mut all, material| {
        all.add(material.count);
        all
    });
    assert_eq!(count, Count { positions: 918_314, won: 683_527 });
}

#[test]
fn only_a_finished_table_of_the_board_can_be_opened() {
    let five = Size::FIVE_BY_FIVE;
    assert!(matches!(open(b"a text", five), Err(TableError::NotATable)));
    let plan = plan(3, 3, 3);
    let bytes = stored(&plan);
    assert!(matches!(open(&bytes, five), Err(TableError::BoardMismatch { .. })));
    assert!(matches!(open(&bytes[..bytes.len() - 1], plan.size), Err(TableError::NotATable)));
    let mut older = bytes.clone();
    older["cygnet table ".len()] = b'0';
    let refused = open(&older, plan.size).unwrap_err().to_string();
    assert!(refused.starts_with("the table has version 0, which this program cannot read"), "{refused}");
    assert_eq!(resumed(&plan, &older), (0, bytes), "an older table is replaced");
}

/// Replaces a byte of the contents of a table, and its checksum with the right one.
fn forge_contents(bytes: &[u8], place: usize, value: u8) -> Vec<u8> {
    let mut forged = bytes.to_vec();
    let end = forged.len() - END_LENGTH;
    let at = format::read_end(&forged[end..]).unwrap() as usize;
    forged[at + 8 + place] = value;
    let sum = crc32fast::hash(&forged[at + 8..end]);
    forged[at + 4..at + 8].copy_from_slice(&sum.to_le_bytes());
    forged
}

#[test]
fn forged_contents_are_damaged_or_wrong_but_never_crash() {
    let plan = plan(3, 3, 5);
    let mut rng = GameRng::from_seed(11);
    let (results, plies) = (stored(&plan), stored(&plies_plan(3, 3, 5)));
    let contents = |bytes: &[u8]| {
        let end = bytes.len() - END_LENGTH;
        end - format::read_end(&bytes[end..]).unwrap() as usize - 8
    };
    let mut damaged = 0;
    let places = 0..contents(&results).min(contents(&plies));
    for place in places.filter(|place| *place < 16 || is_sampled(*place, 10)) {
        let value = if place == 1 { 2 } else { rng.below(256) as u8 };
        match open(&forge_contents(&results, place, value), plan.size) {
            Ok(table) => drop(table.verify(plan.size, 50, &mut rng, &StopSignal::new(), &mut |_, _| {})),
            Err(_) => damaged += 1,
        }
        match open_kind(&forge_contents(&plies, place, value), TableKind::Plies, plan.size) {
            Ok(table) => drop(table.verify(plan.size, 50, &mut rng, &StopSignal::new(), &mut |_, _| {})),
            Err(_) => damaged += 1,
        }
    }
    assert!(damaged > 10, "{damaged}");
}

#[test]
fn a_chunk_of_plies_in_the_place_of_another_is_damaged() {
    let plan = plies_plan(3, 4, 6);
    let bytes = stored(&plan);
    // Exchange two chunks, with their lengths and checksums.
    let stride = 4096 + 8;
    let is_whole = |at: &usize| bytes[*at..*at + 4] == 4096_u32.to_le_bytes();
    let mut whole = (START_LENGTH..bytes.len() - stride).filter(is_whole);
    let (first, second) = (whole.next().unwrap(), whole.next().unwrap());
    let mut shuffled = bytes.clone();
    shuffled[first..first + stride].copy_from_slice(&bytes[second..second + stride]);
    shuffled[second..second + stride].copy_from_slice(&bytes[first..first + stride]);
    assert_ne!(shuffled, bytes);
    let table = open_kind(&shuffled, plan.kind, plan.size).unwrap();
    let found = table.verify(plan.size, 0, &mut GameRng::from_seed(1), &StopSignal::new(), &mut |_, _| {});
    assert_eq!(found.damaged.len(), 2, "{found:?}");
}
