//! Tables against plain negamax, which shares no code with them but the rules.

use std::collections::HashMap;
use std::fs;
use std::hash::Hash;

use super::verify::{positions, put};
use super::*;
use crate::games::ugly_duck::{AnyBoard, CLASSIC, FiveByFive, Small};
use crate::model::{Chance, Game, Player};

fn plan(columns: usize, rows: usize, pieces: usize) -> Plan {
    let size = Size::new(columns, rows).unwrap();
    Plan { size, pieces, threads: 2, resources: Resources::default(), stop: StopSignal::new() }
}

/// Plain negamax with a memory.
fn wins<P: crate::model::Position + Hash + Eq>(position: &P, known: &mut HashMap<P, bool>) -> bool {
    if let Some(outcome) = position.decided() {
        return outcome == Outcome::Win(position.to_move());
    }
    if let Some(wins) = known.get(position) {
        return *wins;
    }
    let wins = position.moves().into_iter().any(|mv| !self::wins(&position.after(mv), known));
    known.insert(position.clone(), wins);
    wins
}

/// Every arrangement with `pieces` of one player on cells from number `from` on.
fn arrangements<G: Geometry>(
    position: Position<G>,
    from: usize,
    pieces: [usize; 2],
    found: &mut Vec<Position<G>>,
) {
    use crate::games::ugly_duck::position::{Kind, Piece};
    if pieces == [0, 0] {
        found.push(position);
        return;
    }
    let size = position.geometry().size();
    let Some(cell) = size.cells().nth(from) else { return };
    arrangements(position, from + 1, pieces, found);
    for owner in Player::BOTH.into_iter().filter(|owner| pieces[owner.index()] > 0) {
        for kind in [Kind::Duck, Kind::Swan] {
            let piece = Piece { owner, kind };
            let forbidden = if piece.heads_for_last_row() { size.height() - 1 } else { 0 };
            if usize::from(cell.row) != forbidden {
                let (mut position, mut left) = (position, pieces);
                position.put(cell, piece);
                left[owner.index()] -= 1;
                arrangements(position, from + 1, left, found);
            }
        }
    }
}

/// Every position of a board, both sides to move.
fn all_positions<G: Geometry>(geometry: G) -> Vec<Position<G>> {
    let width = geometry.size().width();
    let mut found = Vec::new();
    for (own, enemy) in (1..=width).flat_map(|own| (1..=width).map(move |enemy| (own, enemy))) {
        for mover in Player::BOTH {
            arrangements(Position::empty(geometry, mover), 0, [own, enemy], &mut found);
        }
    }
    found
}

fn agrees_with_negamax(columns: usize, rows: usize) {
    let geometry = Small::new(Size::new(columns, rows).unwrap()).unwrap();
    let table = plan(columns, rows, usize::MAX).make().unwrap();
    let mut known = HashMap::new();
    for position in all_positions(geometry) {
        let winner =
            if wins(&position, &mut known) { position.to_move() } else { position.to_move().opponent() };
        assert_eq!(table.winner(&position).unwrap(), Some(Outcome::Win(winner)), "{position:?}");
    }
}

#[test]
fn every_position_of_small_boards_has_the_result_of_negamax() {
    agrees_with_negamax(3, 3);
}

#[test]
#[ignore = "minutes, and 4 GB"]
fn every_position_of_larger_boards_has_the_result_of_negamax() {
    for (columns, rows) in [(3, 4), (4, 3), (3, 5), (5, 3), (3, 6), (4, 4)] {
        agrees_with_negamax(columns, rows);
    }
}

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
    for position in all_positions(geometry).into_iter().step_by(7) {
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
    let positions = all_positions(geometry);
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

/// The results of random positions with few pieces agree with proof-number search.
#[test]
fn five_by_five_agrees_with_proof_number_search() {
    use crate::engine::bots::Levels;
    use crate::engine::solver::ProofLimits;
    let table = plan(5, 5, 4).make().unwrap();
    let mut prover = CLASSIC.prover(1 << 20).unwrap();
    let mut chance = Chance::from_seed(11);
    let stop = StopSignal::new();
    for _ in 0..300 {
        let pieces = [1 + chance.below(2), 1 + chance.below(2)];
        let position = random_position(pieces, &mut chance);
        let limits = ProofLimits { positions: 10_000_000, threads: 1, stop: &stop };
        let proof = prover.prove(&position, limits, &mut |_| {});
        assert_eq!(table.winner(&position).unwrap(), proof.winner.map(Outcome::Win), "{position:?}");
    }
}

#[test]
fn what_is_in_no_table_has_no_result() {
    let table = plan(5, 5, 3).make().unwrap();
    let winner = |text: &str| table.winner(&CLASSIC.read_position(text).unwrap()).unwrap();
    assert_eq!(winner("DDDDD/5/5/5/ddddd 1"), None, "too many pieces");
    assert_eq!(winner("5/d4/5/5/2D2 1"), None, "a duck on the far row");
    assert_eq!(winner("5/S4/5/5/d4 1"), Some(Outcome::Win(Player::One)));
    assert_eq!(winner("S4/5/5/5/d4 2"), Some(Outcome::Win(Player::One)), "decided");
    assert!(Plan::fits(Size::FIVE_BY_FIVE) && !Plan::fits(Size::new(6, 5).unwrap()));
    assert!(matches!(AnyBoard::open(Some("6x5")), Ok(AnyBoard::Small(_))));
}

#[test]
fn work_that_cannot_be_done_says_why() {
    let stopped = plan(3, 3, 6);
    stopped.stop.raise();
    assert!(matches!(stopped.make(), Err(BuildError::Stopped)));
    let refused = Plan { resources: Resources::default().with_tables(20), ..plan(3, 3, 6) };
    assert!(matches!(refused.make(), Err(BuildError::Memory)));
    let alone = Plan { resources: Resources::default().with_threads(0), ..plan(3, 3, 4) };
    assert!(alone.make().is_ok());
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
    assert!(plan(5, 5, 10).memory().unwrap() < 12 << 30);
}

#[test]
fn the_small_table_of_a_board_is_made_in_memory() {
    let board = BoardTables::default();
    let position = AnyBoard::open(Some("3x4")).unwrap();
    let AnyBoard::Small(game) = position else { panic!("not small") };
    assert_eq!(board.winner(&game.start()), None);
    board.make_small(game.size());
    assert_eq!(board.winner(&game.start()), Some(Player::One));
    let few = Plan::small(Size::FIVE_BY_FIVE).unwrap();
    assert_eq!(few.pieces, 6);
}

/// The table of 5x5 in the folder that `TABLE` names.
fn table_at_hand() -> Table {
    let folder = std::path::PathBuf::from(std::env::var_os("TABLE").unwrap());
    Table::open(&path_in(&folder, Size::FIVE_BY_FIVE), Size::FIVE_BY_FIVE).unwrap()
}

/// A position of 5x5 with so many pieces of each player.
fn random_position(pieces: [usize; 2], chance: &mut Chance) -> Position<FiveByFive> {
    let mut position = Position::empty(FiveByFive, *chance.pick(&Player::BOTH).unwrap());
    Player::BOTH.into_iter().for_each(|player| put(&mut position, player, pieces[player.index()], chance));
    position
}

/// `TABLE=FOLDER cargo test --release --lib a_hundred_thousand -- --ignored --nocapture`
#[test]
#[ignore = "needs a table, and minutes"]
#[expect(clippy::print_stdout, reason = "what was found")]
fn a_hundred_thousand_positions_agree_with_proof_number_search() {
    use crate::engine::bots::Levels;
    use crate::engine::solver::ProofLimits;
    let (table, stop) = (table_at_hand(), StopSignal::new());
    let mut prover = CLASSIC.prover(256 << 20).unwrap();
    let mut chance = Chance::from_seed(12);
    let (mut unknown, mut looked_at) = (0, 0);
    for _ in 0..100_000 {
        let pieces = loop {
            let pieces = [1 + chance.below(5), 1 + chance.below(5)];
            if pieces[0] + pieces[1] <= table.pieces() {
                break pieces;
            }
        };
        let position = random_position(pieces, &mut chance);
        let limits = ProofLimits { positions: 1_000_000, threads: 1, stop: &stop };
        let proof = prover.prove(&position, limits, &mut |_| {});
        looked_at += proof.positions;
        match proof.winner {
            None => unknown += 1,
            Some(winner) => {
                assert_eq!(table.winner(&position).unwrap(), Some(Outcome::Win(winner)), "{position:?}");
            }
        }
    }
    println!("{unknown} not proven, {looked_at} positions looked at");
    assert!(unknown < 1000);
}

/// `TABLE=FOLDER cargo test --release --lib how_long -- --ignored --nocapture` asks the table of 5x5 in that folder.
#[test]
#[ignore = "needs a table"]
#[expect(clippy::print_stdout, reason = "what was measured")]
fn how_long_an_answer_takes() {
    use crate::model::{Clock, SystemClock};
    let clock = SystemClock::new();
    let mut times = Vec::new();
    let mut timed = |what: &str, work: &mut dyn FnMut()| {
        let start = clock.now();
        work();
        times.push((what.to_owned(), clock.now() - start));
    };
    let mut table = None;
    timed("opened", &mut || table = Some(table_at_hand()));
    let table = table.unwrap();
    let mut chance = Chance::from_seed(1);
    let half = table.pieces() / 2;
    let positions: Vec<_> = (0..1000).map(|_| random_position([half; 2], &mut chance)).collect();
    let mut each: Vec<std::time::Duration> = Vec::new();
    for position in &positions {
        let start = clock.now();
        table.winner(position).unwrap();
        each.push(clock.now() - start);
    }
    each.sort();
    println!("cold: median {:?}, 99 % {:?}, longest {:?}", each[500], each[990], each[999]);
    timed("the first hundred again, a hundred times", &mut || {
        positions[..100].iter().for_each(|position| drop(table.winner(position)));
        for _ in 0..100 {
            positions[..100].iter().for_each(|position| drop(table.winner(position)));
        }
    });
    times.iter().for_each(|(what, time)| println!("{what}: {time:?}"));
}
