//! Tables of exact results: the bytes of a file.
//!
//! Every part of a table has a checksum, which a fuzzer does not find. So the bytes are checked as they are,
//! and again with the right checksums.

use std::io::Cursor;

use cygnet::games::ugly_duck::table::{EndgameTable, TableError, TableKind, UnfinishedTable};
use cygnet::games::ugly_duck::{Size, Small, UglyDuckXl};
use cygnet::model::{Game, GameRng, Position, StopSignal};

use super::check_message;

/// The boards of the tables: columns and rows. Larger ones take too long.
const BOARDS: [(usize, usize); 3] = [(3, 3), (4, 3), (3, 4)];
/// The place of the board in a table.
const BOARD_AT: usize = 14;
/// The number of positions to verify and to look up.
const SAMPLE: usize = 20;

/// Checks that any bytes are a table or are refused, and that no contents crash a lookup.
pub fn check(data: &[u8]) {
    check_table(data);
    let mut repaired = data.to_vec();
    if repair(&mut repaired).is_some() && repaired != data {
        check_table(&repaired);
    }
}

fn check_table(bytes: &[u8]) {
    let named = bytes.get(BOARD_AT..BOARD_AT + 2).map(|board| (usize::from(board[0]), usize::from(board[1])));
    let (columns, rows) = named.filter(|board| BOARDS.contains(board)).unwrap_or(BOARDS[0]);
    let size = Size::new(columns, rows).expect("the boards are valid");
    check_unfinished(bytes, size);
    let positions = positions(size, bytes);
    let (mut rng, stop) = (GameRng::from_seed(1), StopSignal::new());
    for kind in [TableKind::Results, TableKind::Plies] {
        let table = match EndgameTable::open(Cursor::new(bytes.to_vec()), kind, size) {
            Ok(table) => table,
            Err(error) => {
                check_message(&error.to_string());
                continue;
            }
        };
        assert_eq!(table.bytes(), bytes.len() as u64);
        for material in table.materials() {
            assert!((1..=columns).contains(&material.own) && (1..=columns).contains(&material.enemy));
            assert!(material.own + material.enemy <= table.pieces());
        }
        for position in &positions {
            check_lookup(|| table.winner(position));
            if position.outcome().is_none() {
                check_lookup(|| table.plies(position));
            }
        }
        let found = table.verify(size, SAMPLE as u64, &mut rng, &stop, &mut |_, _| {});
        found.damaged.iter().for_each(|error| check_message(&error.to_string()));
    }
}

/// Checks that what is read of an interrupted table is part of it, and can be resumed at the same place.
fn check_unfinished(bytes: &[u8], size: Size) {
    for kind in [TableKind::Results, TableKind::Plies] {
        let length = |mut bytes: &[u8]| {
            UnfinishedTable::read(&mut bytes, kind, size).expect("bytes can be read").length()
        };
        let found = length(bytes);
        assert!(found <= bytes.len() as u64);
        assert_eq!(length(&bytes[..found as usize]), found);
    }
}

/// Checks that a result is found, missing or damaged, and the same when it is asked for again.
fn check_lookup<T: PartialEq + std::fmt::Debug>(look_up: impl Fn() -> Result<Option<T>, TableError>) {
    match (look_up(), look_up()) {
        (Ok(first), Ok(second)) => assert_eq!(first, second),
        (Err(error @ TableError::Damaged { .. }), Err(_)) => check_message(&error.to_string()),
        (first, second) => panic!("{first:?}, {second:?}"),
    }
}

/// Returns positions of a random game that depends on `bytes`.
fn positions(size: Size, bytes: &[u8]) -> Vec<<UglyDuckXl<Small> as Game>::Position> {
    let game = UglyDuckXl::on(Small::new(size).expect("the boards are small"));
    let mut rng = GameRng::from_seed(u64::from(crc32fast::hash(bytes)));
    let mut positions = vec![game.start()];
    while positions.len() < SAMPLE {
        let last = positions[positions.len() - 1];
        let mv =
            Some(last).filter(|last| last.outcome().is_none()).and_then(|last| last.random_move(&mut rng));
        positions.push(mv.map_or_else(|| game.start(), |mv| last.after(mv)));
    }
    positions
}

/// The length of the end: the place of the contents, and a text.
const END_LENGTH: usize = 20;
/// The length of what precedes a part: its length and its checksum.
const HEAD_LENGTH: usize = 8;
/// The tag of a block of results, its key, and its probabilities; the list of chunks follows.
const MODEL_LENGTH: usize = 1 + KEY_LENGTH + 2 * 576;
const KEY_LENGTH: usize = 4;
/// The length of a chunk of plies.
const CHUNK: usize = 4096;

/// Replaces the checksums in a table, and the length of its contents, with the right ones. Returns `None` if
/// there is no place for contents.
fn repair(bytes: &mut [u8]) -> Option<()> {
    let end = bytes.len().checked_sub(END_LENGTH)?;
    let at = usize::try_from(u64::from_le_bytes(bytes[end..end + 8].try_into().ok()?)).ok()?;
    let start = at.checked_add(HEAD_LENGTH).filter(|start| *start <= end)?;
    let is_plies = bytes.starts_with(b"cygnet plies");
    for (key, place) in blocks(&bytes[start..end]) {
        let _ = if is_plies { repair_plies(bytes, key, place) } else { repair_block(bytes, place) };
    }
    bytes[at..at + 4].copy_from_slice(&u32::try_from(end - start).ok()?.to_le_bytes());
    let sum = crc32fast::hash(&bytes[start..end]);
    bytes[at + 4..start].copy_from_slice(&sum.to_le_bytes());
    Some(())
}

/// Returns the key and the place of each block in these contents.
fn blocks(contents: &[u8]) -> Vec<([u8; KEY_LENGTH], usize)> {
    let skipped = contents.get(2).map_or(0, |materials| 3 + 18 * usize::from(*materials));
    let list = contents.get(skipped..).unwrap_or_default();
    let read = |entry: &[u8]| {
        let (key, place) = entry.split_first_chunk::<KEY_LENGTH>()?;
        Some((*key, usize::try_from(u64::from_le_bytes(place.try_into().ok()?)).ok()?))
    };
    list.chunks_exact(KEY_LENGTH + 8).filter_map(read).collect()
}

/// Returns the part at `place`, without its length and checksum, as a range.
fn part(bytes: &[u8], place: usize) -> Option<std::ops::Range<usize>> {
    let start = place.checked_add(HEAD_LENGTH)?;
    let length = u32::from_le_bytes(bytes.get(place..place.checked_add(4)?)?.try_into().ok()?);
    let end = start.checked_add(length as usize).filter(|end| *end <= bytes.len())?;
    Some(start..end)
}

fn repair_block(bytes: &mut [u8], place: usize) -> Option<()> {
    let head = part(bytes, place)?;
    let mut from = head.end;
    for entry in (head.start + MODEL_LENGTH..head.end.saturating_sub(7)).step_by(8) {
        let until = u32::from_le_bytes(bytes[entry..entry + 4].try_into().ok()?) as usize;
        let until = head.end.checked_add(until).filter(|until| (from..=bytes.len()).contains(until))?;
        let sum = crc32fast::hash(&bytes[from..until]);
        bytes[entry + 4..entry + 8].copy_from_slice(&sum.to_le_bytes());
        from = until;
    }
    let sum = crc32fast::hash(&bytes[head.clone()]);
    bytes[head.start - 4..head.start].copy_from_slice(&sum.to_le_bytes());
    Some(())
}

fn repair_plies(bytes: &mut [u8], key: [u8; KEY_LENGTH], place: usize) -> Option<()> {
    for number in 0_u32.. {
        let chunk = part(bytes, place.checked_add(number as usize * (CHUNK + HEAD_LENGTH))?)?;
        let mut sum = crc32fast::Hasher::new();
        sum.update(&key);
        sum.update(&number.to_le_bytes());
        sum.update(&bytes[chunk.clone()]);
        let (length, sum) = (chunk.len(), sum.finalize());
        bytes[chunk.start - 4..chunk.start].copy_from_slice(&sum.to_le_bytes());
        if length < CHUNK {
            break;
        }
    }
    Some(())
}
