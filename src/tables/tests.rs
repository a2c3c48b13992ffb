//! Tests of table files: built in one go, resumed, and built by several processes.

use std::fs;
use std::path::PathBuf;

use super::board::small_plan;
use super::*;
use crate::engine::bots::EngineGame as _;
use crate::engine::resources::Resources;
use crate::engine::search::{KnownResults as _, Limits, ResultPolicy, SearchRequest, Searcher};
use crate::games;
use crate::games::ugly_duck::table::{EndgameTable, TableKind, TablePlan};
use crate::games::ugly_duck::{Size, Small, UglyDuckXl};
use crate::model::{Eval, Game as _, Player, Position as _, StopSignal};
use crate::store::{Disk, FileError};

fn plan(columns: usize, rows: usize, pieces: usize) -> TablePlan {
    let (size, kind) = (Size::new(columns, rows).unwrap(), TableKind::Results);
    TablePlan { kind, size, pieces, threads: 2, resources: Resources::default(), stop: StopSignal::new() }
}

/// A table in a temporary directory.
struct TableOnDisk {
    folder: tempfile::TempDir,
    plan: TablePlan,
}

impl TableOnDisk {
    fn new(columns: usize, rows: usize, pieces: usize) -> Self {
        let on_disk = TableOnDisk { folder: tempfile::tempdir().unwrap(), plan: plan(columns, rows, pieces) };
        assert_eq!(on_disk.make(), 0);
        on_disk
    }

    fn make(&self) -> usize {
        make(&Disk::default(), &self.plan, &self.path(), &mut |_, _| {}).unwrap()
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("table")
    }

    fn table(&self) -> Result<EndgameTable, TableFileError> {
        open(&self.path(), self.plan.kind, self.plan.size)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.path()).unwrap()
    }
}

#[test]
fn interrupted_build_is_resumed() {
    let on_disk = TableOnDisk::new(3, 4, 6);
    let bytes = on_disk.bytes();
    // The beginning of the table, followed by more garbage than the rest of it has bytes.
    let cut = [&bytes[..bytes.len() / 2], &vec![7; bytes.len()]].concat();
    fs::write(part_path(&on_disk.path()), cut).unwrap();
    let smaller = make(&Disk::default(), &plan(3, 4, 2), &on_disk.path(), &mut |_, _| {});
    assert!(matches!(smaller, Err(TableFileError::Larger { pieces: 6, .. })));
    fs::remove_file(on_disk.path()).unwrap();
    let smaller = make(&Disk::default(), &plan(3, 4, 2), &on_disk.path(), &mut |_, _| {});
    assert!(matches!(smaller, Err(TableFileError::Larger { .. })), "the unfinished one is larger too");
    assert!(on_disk.make() > 20);
    assert!(on_disk.bytes() == bytes);
    assert_eq!(fs::read_dir(on_disk.folder.path()).unwrap().count(), 1);
}

#[test]
fn table_build_is_exclusive() {
    let on_disk = TableOnDisk::new(3, 3, 3);
    let other = fs::File::create(part_path(&on_disk.path())).unwrap();
    other.lock().unwrap();
    let refused =
        make(&Disk::default(), &on_disk.plan, &on_disk.path(), &mut |_, _| {}).unwrap_err().to_string();
    assert!(refused.ends_with("table.part: another program is building this table"), "{refused}");
    assert!(matches!(remove(&Disk::default(), &on_disk.path()), Err(TableFileError::InUse(_))));
    assert!(on_disk.path().exists());
    drop(other);
    assert!(
        remove(&Disk::default(), &on_disk.path()).unwrap()
            && !remove(&Disk::default(), &on_disk.path()).unwrap()
    );
}

#[test]
fn plies_table_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let plan = TablePlan { kind: TableKind::Plies, ..plan(3, 3, 5) };
    let path = folder.path().join("plies");
    fs::write(part_path(&path), [&b"cygnet plies "[..], &[7; 1 << 20]].concat()).unwrap();
    assert_eq!(make(&Disk::default(), &plan, &path, &mut |_, _| {}).unwrap(), 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the part file is gone");
    let table = open(&path, plan.kind, plan.size).unwrap();
    assert_eq!((table.pieces(), table.bytes()), (5, fs::metadata(&path).unwrap().len()));
}

#[test]
fn errors_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/such/table");
    let refused = make(&Disk::default(), &plan(3, 3, 4), &missing, &mut |_, _| {}).unwrap_err();
    assert!(matches!(&refused, TableFileError::File(FileError::Io { .. })), "{refused}");
    let text = folder.path().join("text");
    fs::write(&text, "a text").unwrap();
    let refused = open(&text, TableKind::Results, Size::FIVE_BY_FIVE).unwrap_err().to_string();
    assert!(refused.ends_with("text: not a finished table"), "{refused}");
    let on_disk = TableOnDisk::new(3, 3, 3);
    let mut older = on_disk.bytes();
    older["cygnet table ".len()] = b'0';
    fs::write(on_disk.path(), older).unwrap();
    assert!(on_disk.table().unwrap_err().to_string().contains("table: the table has version 0"));
    on_disk.make();
    assert!(on_disk.table().is_ok());
}

#[test]
fn small_tables_are_built_in_memory() {
    let game = UglyDuckXl::on(Small::new("3x4".parse().unwrap()).unwrap());
    let board = BoardTables::new(game.size(), None, TableUse::TimedOnly, Problems::default());
    assert_eq!(board.winner(&game.start()), None);
    board.small_table_job(TableKind::Results, 6)();
    assert_eq!(board.winner(&game.start()), None, "a table file has as many pieces");
    let board = BoardTables::new(game.size(), None, TableUse::TimedOnly, Problems::default());
    board.small_table_job(TableKind::Results, 5)();
    assert_eq!(board.winner(&game.start()), Some(Player::One));
    let endgame_tables = game.read_position("DD1/3/3/ddd 1").unwrap();
    assert_eq!(board.plies(&endgame_tables), None, "not built yet");
    board.small_table_job(TableKind::Plies, 0)();
    assert!(board.plies(&endgame_tables).is_some_and(|plies| plies > 1));
    assert_eq!(board.plies(&game.start()), None, "too many pieces");
    let small = [TableKind::Results, TableKind::Plies].map(|kind| small_plan(kind, Size::FIVE_BY_FIVE));
    assert_eq!(small.map(|plan| plan.unwrap().pieces), [6, 5]);
}

#[test]
fn attach_respects_table_use() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(3, 4, 6);
    make(&Disk::default(), &plan, &table_path(folder.path(), plan.kind, plan.size), &mut |_, _| {}).unwrap();
    let carried = |name: &str, table_use| {
        let game = Tables::new(Some(folder.path().to_owned()), table_use).attach(games::open(name).unwrap());
        let (start, stop) = (game.start(), StopSignal::new());
        let request = SearchRequest::new(Limits::depth(1, &stop)).with_lines(usize::MAX);
        [ResultPolicy::Always, ResultPolicy::Timed].map(|policy| {
            let report = game.search(&mut Searcher::new(1 << 16), policy, &start, &request, &mut |_| {});
            // With results, only moves that keep the win are searched, and the win is known.
            let is_known = report.best().unwrap().eval() == Eval::Won(None);
            assert_eq!((report.lines.len() as u64) < start.count_moves(), is_known);
            is_known
        })
    };
    let board = "uglyduck-xl:3x4";
    let table_uses = [TableUse::Never, TableUse::TimedOnly, TableUse::Always, TableUse::AlwaysWithSmall];
    let found = table_uses.map(|table_use| carried(board, table_use));
    assert_eq!(found, [[false, false], [false, true], [true, true], [true, true]]);
    for without in ["uglyduck-xl:6x5", "qawale"] {
        assert_eq!(carried(without, TableUse::Always), [false, false]);
    }
    let tables = Tables::new(Some(folder.path().to_owned()), TableUse::Always);
    let game = tables.attach(games::open(board).unwrap());
    assert_eq!(game.known_winner(&game.start()), Some(Player::One));
    assert!(tables.take_problems().is_empty());
}

#[test]
fn damaged_table_is_reported_once_and_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let size = Size::new(3, 4).unwrap();
    fs::write(table_path(folder.path(), TableKind::Results, size), "a text").unwrap();
    let tables = Tables::new(Some(folder.path().to_owned()), TableUse::Always);
    for _ in 0..2 {
        let game = tables.attach(games::open("uglyduck-xl:3x4").unwrap());
        assert_eq!(game.known_winner(&game.start()), None);
    }
    let problems = tables.take_problems();
    assert!(
        problems.len() == 1 && problems.iter().all(|problem| problem.ends_with("not a finished table")),
        "{problems:?}"
    );
    assert!(tables.take_problems().is_empty());
}

#[cfg(unix)]
#[test]
fn pipes_links_and_other_files_are_refused_and_kept() {
    use std::os::unix::fs::{FileTypeExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("uglyduck-3x3.table");
    let precious = folder.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    let plan = plan(3, 3, 4);
    let refusal = |made: Result<usize, TableFileError>| made.unwrap_err().to_string();

    symlink(&precious, part_path(&path)).unwrap();
    assert!(
        refusal(make(&Disk::default(), &plan, &path, &mut |_, _| {}))
            .ends_with("table.part: not a regular file")
    );
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");

    fs::remove_file(part_path(&path)).unwrap();
    fs::copy(&precious, part_path(&path)).unwrap();
    for kind in [TableKind::Results, TableKind::Plies] {
        let made = make(&Disk::default(), &TablePlan { kind, ..plan.clone() }, &path, &mut |_, _| {});
        assert!(refusal(made).contains("table.part: not an unfinished table; move it away"));
    }
    assert_eq!(fs::read_to_string(part_path(&path)).unwrap(), "precious");

    fs::remove_file(part_path(&path)).unwrap();
    for name in [part_path(&path), path.clone()] {
        assert!(std::process::Command::new("mkfifo").arg(&name).status().unwrap().success());
    }
    assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    assert!(
        refusal(make(&Disk::default(), &plan, &path, &mut |_, _| {}))
            .ends_with("table.part: not a regular file")
    );
    let opened = open(&path, plan.kind, plan.size);
    assert!(opened.unwrap_err().to_string().ends_with("3x3.table: not a regular file"));
}
