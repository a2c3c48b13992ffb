//! Simulated power cuts. The tests log the disk operations of a session, cut the log after every step, and
//! recreate each state that the disk can have then. Resuming must find the last acknowledged turn or a later
//! one, and never half a turn.
//!
//! The simulation loses more than real file systems do: any part of a file that was not synced, or its bytes
//! become zeros; and any subset of the name changes since their directory was synced.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use cygnet::model::Record;
use cygnet::store::{Archive, AutosaveFile, Disk, DiskOp, PracticeFile, SessionFiles, slot};
use cygnet::tables;

use crate::common::small_table;

/// The moves of the saved game.
pub const MOVES: [&str; 6] = ["a1b1", "e1d1", "a2b2", "e2d2", "a3b3", "e3d3"];
/// The number of its turns that are saved here.
const TURNS: usize = 4;

/// Returns the record of the game after this number of moves.
pub fn record(moves: usize) -> Record {
    Record::new("uglyduck").with_seats(["human", "human"]).with_moves(MOVES[..moves].iter().copied())
}

/// A step that was carried out, or a turn that was acknowledged. Paths are relative to the test directory.
#[derive(Clone, Debug)]
enum Logged {
    Create(PathBuf),
    Write(PathBuf, Vec<u8>),
    Truncate(PathBuf, usize),
    Sync(PathBuf),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    CreateDir(PathBuf),
    SyncDir(PathBuf),
    Acknowledged(usize),
}

/// Runs `session` with a disk and the test directory, and returns its steps.
fn record_disk_log(session: impl Fn(&Disk, &Path, &dyn Fn(usize))) -> Vec<Logged> {
    let folder = tempfile::tempdir().unwrap();
    let log = Arc::new(Mutex::new(Vec::new()));
    let (seen, root) = (Arc::clone(&log), folder.path().to_owned());
    let disk = Disk::with_observer(move |step| {
        let inside = |path: &Path| path.strip_prefix(&root).unwrap().to_owned();
        let logged = match step {
            DiskOp::Create(path) => Logged::Create(inside(path)),
            DiskOp::Write(path, bytes) => Logged::Write(inside(path), bytes.to_vec()),
            DiskOp::Truncate(path, length) => Logged::Truncate(inside(path), length as usize),
            DiskOp::Sync(path) => Logged::Sync(inside(path)),
            DiskOp::Rename(from, to) => Logged::Rename(inside(from), inside(to)),
            DiskOp::Remove(path) => Logged::Remove(inside(path)),
            DiskOp::CreateDir(path) => Logged::CreateDir(inside(path)),
            DiskOp::SyncDir(path) => Logged::SyncDir(inside(path)),
            _ => return Ok(()),
        };
        seen.lock().unwrap().push(logged);
        Ok(())
    });
    session(&disk, folder.path(), &|turn| log.lock().unwrap().push(Logged::Acknowledged(turn)));
    log.lock().unwrap().clone()
}

/// A change of names. A name refers to a file by its index, or to a directory (`None`).
#[derive(Clone, Debug)]
enum Change {
    Give(PathBuf, Option<usize>),
    Take(PathBuf),
}

impl Change {
    fn path(&self) -> &Path {
        match self {
            Change::Give(path, _) | Change::Take(path) => path,
        }
    }
}

type Names = BTreeMap<PathBuf, Option<usize>>;

fn apply(names: &mut Names, change: &Change) {
    match change {
        Change::Give(path, file) => names.insert(path.clone(), *file),
        Change::Take(path) => names.remove(path),
    };
}

#[derive(Clone, Debug, Default)]
struct Content {
    bytes: Vec<u8>,
    /// The number of bytes that are synced.
    synced: usize,
}

/// The disk before the power cut.
#[derive(Default)]
struct Model {
    files: Vec<Content>,
    /// The names as programs see them.
    seen: Names,
    /// The synced names, and the changes since.
    lasting: Names,
    pending: Vec<Change>,
    acknowledged: usize,
}

impl Model {
    fn take(&mut self, logged: &Logged) {
        match logged {
            Logged::Create(path) => {
                self.files.push(Content::default());
                self.change(vec![Change::Give(path.clone(), Some(self.files.len() - 1))]);
            }
            Logged::Write(path, bytes) => {
                self.file(path).bytes.extend(bytes);
            }
            Logged::Truncate(path, length) => {
                let file = self.file(path);
                file.bytes.truncate(*length);
                file.synced = file.synced.min(*length);
            }
            Logged::Sync(path) => {
                let file = self.file(path);
                file.synced = file.bytes.len();
            }
            Logged::Rename(from, to) => {
                let file = self.seen[from];
                self.change(vec![Change::Give(to.clone(), file), Change::Take(from.clone())]);
            }
            Logged::Remove(path) => self.change(vec![Change::Take(path.clone())]),
            Logged::CreateDir(path) => self.change(vec![Change::Give(path.clone(), None)]),
            Logged::SyncDir(folder) => {
                let is_inside = |change: &Change| change.path().parent() == Some(folder);
                let (synced, pending): (Vec<_>, _) = self.pending.drain(..).partition(is_inside);
                self.pending = pending;
                synced.iter().for_each(|change| apply(&mut self.lasting, change));
            }
            Logged::Acknowledged(turn) => self.acknowledged = *turn,
        }
    }

    fn file(&mut self, path: &Path) -> &mut Content {
        let number = self.seen[path].unwrap();
        &mut self.files[number]
    }

    fn change(&mut self, changes: Vec<Change>) {
        changes.iter().for_each(|change| apply(&mut self.seen, change));
        self.pending.extend(changes);
    }

    /// Returns the possible contents of a file after a power cut.
    fn contents(content: &Content) -> Vec<Vec<u8>> {
        let (synced, rest) = content.bytes.split_at(content.synced);
        if rest.is_empty() {
            return vec![synced.to_vec()];
        }
        let (half, zeros) = (&rest[..rest.len() / 2], vec![0; rest.len()]);
        let holed = [half, &zeros[half.len()..]].concat();
        [&[][..], half, &zeros, &holed, rest].map(|rest| [synced, rest].concat()).to_vec()
    }

    /// Creates each possible state of the disk and calls `check` with it. Returns the number of states.
    fn for_each_state(&self, check: &dyn Fn(&Path)) -> usize {
        assert!(self.pending.len() < 12, "too many unsynced names to try all: {:?}", self.pending);
        let mut states = 0;
        for kept in 0..1_u32 << self.pending.len() {
            let mut names = self.lasting.clone();
            let pending = self.pending.iter().enumerate().filter(|(number, _)| kept >> number & 1 == 1);
            pending.for_each(|(_, change)| apply(&mut names, change));
            for variant in 0..5 {
                let folder = tempfile::tempdir().unwrap();
                self.write(folder.path(), &names, variant);
                check(folder.path());
                states += 1;
            }
        }
        states
    }

    /// Writes the files and directories of `names`, with variant `variant` of their contents.
    fn write(&self, root: &Path, names: &Names, variant: usize) {
        for (path, file) in names {
            let path = root.join(path);
            // Names in a lost directory are lost too.
            if !path.parent().unwrap().exists() {
                continue;
            }
            match file {
                None => fs::create_dir(path).unwrap(),
                Some(number) => {
                    let contents = Model::contents(&self.files[*number]);
                    fs::write(path, &contents[variant.min(contents.len() - 1)]).unwrap();
                }
            }
        }
    }
}

/// Cuts the power after each step of `session`, and checks with `resume` how many turns each state of the
/// disk has.
fn cut_power_at_every_step(session: impl Fn(&Disk, &Path, &dyn Fn(usize)), resume: impl Fn(&Path) -> usize) {
    let log = record_disk_log(session);
    let mut model = Model::default();
    let mut states = 0;
    for logged in &log {
        model.take(logged);
        states += model.for_each_state(&|folder| {
            let found = resume(folder);
            assert!(found >= model.acknowledged, "{found} of {} after {logged:?}", model.acknowledged);
        });
    }
    assert_eq!(model.acknowledged, TURNS);
    println!("{} power cuts, {states} states of the disk", log.len());
}

/// Returns the number of turns that were found, which must be those of the game.
#[track_caller]
pub fn turns(found: Option<&Record>) -> usize {
    let moves: Vec<&str> =
        found.map(|record| record.moves.iter().map(|(_, mv)| mv.as_str()).collect()).unwrap_or_default();
    assert_eq!(moves, MOVES[..moves.len()]);
    moves.len()
}

fn autosave_all(files: &mut SessionFiles, acknowledge: &dyn Fn(usize)) {
    for turn in 1..=TURNS {
        files.autosave(&record(turn)).unwrap();
        acknowledge(turn);
    }
}

#[test]
fn a_game_in_a_slot_is_found_after_a_power_cut() {
    cut_power_at_every_step(
        |disk, folder, acknowledge| {
            autosave_all(
                &mut SessionFiles::in_slot_dir(disk, &folder.join("state/cygnet")).unwrap(),
                acknowledge,
            );
        },
        |folder| {
            let state = folder.join("state/cygnet");
            let found = slot::interrupted_games(&Disk::default(), &state);
            assert!(found.len() <= 1);
            let turns = turns(found.first().map(|(_, record)| record));
            drop(found);
            // A new session can start in any state.
            SessionFiles::in_slot_dir(&Disk::default(), &state).unwrap();
            turns
        },
    );
}

#[test]
fn an_ended_game_survives_a_power_cut() {
    cut_power_at_every_step(
        |disk, folder, acknowledge| {
            let mut files = SessionFiles::in_slot_dir(disk, &folder.join("state")).unwrap();
            files.archive = Some(Archive::in_state_dir(disk, folder, 10));
            autosave_all(&mut files, acknowledge);
            files.archive_game(&record(TURNS), None).unwrap();
            files.clear_slot();
        },
        |folder| {
            let archive = Archive::in_state_dir(&Disk::default(), folder, 10);
            let finished = archive.numbers().unwrap().last().map(|number| archive.read(*number).unwrap());
            let waiting = slot::interrupted_games(&Disk::default(), &folder.join("state"));
            turns(finished.as_ref().or(waiting.first().map(|(_, record)| record)))
        },
    );
}

#[test]
fn a_game_in_a_file_is_found_after_a_power_cut() {
    cut_power_at_every_step(
        |disk, folder, acknowledge| {
            let file = AutosaveFile::lock(disk, &folder.join("game")).unwrap();
            autosave_all(&mut SessionFiles::in_file(file), acknowledge);
        },
        |folder| {
            let file = AutosaveFile::lock(&Disk::default(), &folder.join("game")).unwrap();
            turns(file.game().unwrap().as_ref())
        },
    );
}

#[test]
fn a_saved_file_survives_a_power_cut() {
    cut_power_at_every_step(
        |disk, folder, acknowledge| {
            let path = folder.join("game");
            disk.create(&path, &record(1).to_string()).unwrap();
            acknowledge(1);
            for turn in 2..=TURNS {
                disk.overwrite(&path, &record(turn).to_string()).unwrap();
                acknowledge(turn);
            }
        },
        |folder| {
            let path = folder.join("game");
            if path.exists() { turns(Some(&Disk::default().read_record(&path).unwrap())) } else { 0 }
        },
    );
}

#[test]
fn the_practice_deck_survives_a_power_cut() {
    let deck = |disk: &Disk, folder: &Path| {
        PracticeFile::in_state_dir(disk, &folder.join("state"), "2026-11-25".parse().unwrap())
    };
    cut_power_at_every_step(
        |disk, folder, acknowledge| {
            for turn in 1..=TURNS {
                deck(disk, folder).change(|text| format!("{text}# {turn}\n")).unwrap();
                acknowledge(turn);
            }
        },
        |folder| {
            let text = deck(&Disk::default(), folder).read().unwrap();
            let whole: String = (1..=text.lines().count()).map(|turn| format!("# {turn}\n")).collect();
            assert_eq!(text, whole);
            text.lines().count()
        },
    );
}

#[test]
fn a_table_is_complete_or_can_be_built_after_a_power_cut() {
    let plan = small_table();
    let build = |disk: &Disk, folder: &Path| {
        disk.create_dir_all(&folder.join("tables")).unwrap();
        tables::make(disk, &plan, &folder.join("tables/table"), &mut |_, _| {}).unwrap();
        fs::read(folder.join("tables/table")).unwrap()
    };
    let whole = build(&Disk::default(), tempfile::tempdir().unwrap().path());
    cut_power_at_every_step(
        |disk, folder, acknowledge| {
            build(disk, folder);
            acknowledge(TURNS);
        },
        |folder| {
            let finished = fs::read(folder.join("tables/table")).ok();
            assert!(finished.as_ref().is_none_or(|table| *table == whole));
            assert!(build(&Disk::default(), folder) == whole);
            finished.map_or(0, |_| TURNS)
        },
    );
}
