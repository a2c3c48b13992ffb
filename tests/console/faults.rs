//! Fault injection: each disk operation, each thread and each table of a session fails in turn, once or from
//! then on. The tests check that no acknowledged turn is lost, that nothing hangs, and that answers stay
//! correct.
//!
//! `cargo test --test console faults -- --nocapture` prints the number of faults.

use std::fs;
use std::io::{self, Cursor};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cygnet::analysis::review::AssessmentLimits;
use cygnet::console::BoardStyle;
use cygnet::engine::referee::Referee;
use cygnet::engine::resources::Resources;
use cygnet::engine::search::{Limits, SearchRequest, Searcher};
use cygnet::engine::solver::{MAX_PLIES, ProofLimits, solve_with};
use cygnet::games::{self, qawale::Qawale};
use cygnet::model::{Game, GameRng, Outcome, Record, Seating, StopSignal};
use cygnet::records;
use cygnet::session::{GamePlan, SessionSettings, SessionStart, Shell};
use cygnet::store::{Archive, AutosaveFile, Disk, FileError, PracticeFile, SessionFiles, slot};
use cygnet::tables::{self, Tables, part_path};

use crate::common::table::{SharedBuffer, console};
use crate::common::{classic, play_all, random_game, small_table};
use crate::power_cut::{MOVES, record, turns};

/// The lines that play the saved game.
const INPUT: &str = "a1 b1\ne1 d1\na2 b2\ne2 d2\na3 b3\ne3 d3\n";

/// A disk on which step number `first` fails, or all steps from there on.
struct FaultyDisk {
    disk: Disk,
    asked: Arc<AtomicUsize>,
    first: usize,
}

impl FaultyDisk {
    fn new(first: usize, once: bool) -> Self {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let disk = Disk::with_observer(move |_| {
            let number = count.fetch_add(1, Ordering::Relaxed);
            let is_refused = if once { number == first } else { number >= first };
            if is_refused { Err(io::Error::from(io::ErrorKind::StorageFull)) } else { Ok(()) }
        });
        FaultyDisk { disk, asked, first }
    }

    fn has_refused(&self) -> bool {
        self.asked.load(Ordering::Relaxed) > self.first
    }
}

/// Runs `test` with a fault at every step, in both ways, and prints the number of faults.
fn with_fault_at_every_step(what: &str, test: impl Fn(&Disk, &Path, bool)) {
    for once in [true, false] {
        let mut faults = 0;
        loop {
            let (faulty, folder) = (FaultyDisk::new(faults, once), tempfile::tempdir().unwrap());
            test(&faulty.disk, folder.path(), once);
            if !faulty.has_refused() {
                break;
            }
            faults += 1;
        }
        assert!(faults > 0, "{what}");
        println!("{what}: {faults} faults, {}", if once { "each once" } else { "each from then on" });
    }
}

/// Saves a game turn by turn. Returns the number of turns before the first reported failure.
fn autosave_all(files: &mut SessionFiles) -> usize {
    let kept = (1..=MOVES.len()).map(|turn| files.autosave(&record(turn)).is_ok());
    kept.collect::<Vec<_>>().iter().take_while(|kept| **kept).count()
}

#[track_caller]
fn assert_kept(found: Option<&Record>, acknowledged: usize) {
    let turns = turns(found);
    assert!(turns >= acknowledged, "{acknowledged} turns were saved, but {turns} found");
}

#[test]
fn autosaved_turns_survive_any_disk_fault() {
    with_fault_at_every_step("a game in a slot", |disk, folder, once| {
        let state = folder.join("cygnet/state");
        let Ok(mut files) = SessionFiles::in_slot_dir(disk, &state) else { return };
        let acknowledged = autosave_all(&mut files);
        drop(files);
        let found = slot::interrupted_games(&Disk::default(), &state);
        assert!(found.len() <= 1);
        assert_kept(found.first().map(|(_, record)| record), acknowledged);
        if once && acknowledged < MOVES.len() - 1 {
            assert_kept(found.first().map(|(_, record)| record), MOVES.len());
        }
    });
    with_fault_at_every_step("a game in a file", |disk, folder, once| {
        let path = folder.join("game");
        let mut files = SessionFiles::in_file(AutosaveFile::lock(disk, &path).unwrap());
        let acknowledged = autosave_all(&mut files);
        drop(files);
        let kept = AutosaveFile::lock(&Disk::default(), &path).unwrap();
        let found = kept.game().unwrap();
        assert_kept(found.as_ref(), acknowledged);
        if once && acknowledged < MOVES.len() - 1 {
            assert_kept(found.as_ref(), MOVES.len());
        }
        drop((kept, SessionFiles::in_slot_dir(&Disk::default(), folder)));
        let left = fs::read_dir(folder).unwrap().filter(|entry| {
            entry.as_ref().unwrap().file_name().to_str().is_some_and(|name| name.starts_with(".cygnet-"))
        });
        assert_eq!(left.count(), 0, "no temporary file is left");
    });
}

#[test]
fn writes_are_atomic_and_saved_games_readable() {
    with_fault_at_every_step("a new file", |disk, folder, _| {
        let path = folder.join("game");
        let saved = disk.create(&path, &record(2).to_string());
        assert!(path.exists() || saved.is_err());
        if path.exists() {
            assert_eq!(Disk::default().read_record(&path).unwrap().moves.len(), 2);
        }
    });
    with_fault_at_every_step("a file that is replaced", |disk, folder, _| {
        let path = folder.join("game");
        Disk::default().create(&path, &record(2).to_string()).unwrap();
        let saved = disk.overwrite(&path, &record(4).to_string());
        let moves = Disk::default().read_record(&path).unwrap().moves.len();
        assert!(moves == 4 || moves == 2 && saved.is_err());
    });
    with_fault_at_every_step("a file that is read", |disk, folder, _| {
        let path = folder.join("game");
        Disk::default().create(&path, &record(2).to_string()).unwrap();
        match disk.read_record(&path) {
            Ok(record) => assert_eq!(record.moves.len(), 2),
            Err(error) => assert!(matches!(error, FileError::Io { .. }), "{error}"),
        }
    });
}

#[test]
fn the_practice_deck_is_the_old_or_the_new_one_after_any_disk_fault() {
    with_fault_at_every_step("a practice deck", |disk, folder, _| {
        let today = || "2026-11-25".parse().unwrap();
        let sound = PracticeFile::in_state_dir(&Disk::default(), folder, today());
        sound.change(|_| "# one\n".to_owned()).unwrap();
        let changed =
            PracticeFile::in_state_dir(disk, folder, today()).change(|text| format!("{text}# two\n"));
        let text = sound.read().unwrap();
        assert!(text == "# one\n# two\n" || text == "# one\n" && changed.is_err(), "{text} {changed:?}");
        sound.change(|text| format!("{text}# three\n")).unwrap();
    });
}

#[test]
fn a_table_is_complete_or_can_be_built_after_any_disk_fault() {
    let plan = small_table();
    let build = |disk: &Disk, path: &Path| tables::make(disk, &plan, path, &mut |_, _| {});
    let sound = tempfile::tempdir().unwrap();
    build(&Disk::default(), &sound.path().join("table")).unwrap();
    let whole = fs::read(sound.path().join("table")).unwrap();
    for begun in [0, whole.len() / 2] {
        with_fault_at_every_step("a table that is built", |disk, folder, _| {
            let path = folder.join("new/table");
            if begun > 0 {
                fs::create_dir(folder.join("new")).unwrap();
                fs::write(part_path(&path), &whole[..begun]).unwrap();
            }
            let made = disk.create_dir_all(&folder.join("new")).is_ok() && build(disk, &path).is_ok();
            assert!(path.exists() || !made);
            assert!(!path.exists() || fs::read(&path).unwrap() == whole);
            fs::create_dir_all(folder.join("new")).unwrap();
            build(&Disk::default(), &path).unwrap();
            assert!(fs::read(&path).unwrap() == whole && !part_path(&path).exists());
        });
    }
    with_fault_at_every_step("a table that is removed", |disk, folder, _| {
        let path = folder.join("table");
        fs::write(&path, &whole).unwrap();
        fs::write(part_path(&path), &whole[..99]).unwrap();
        let removed = tables::remove(disk, &path);
        assert_eq!(removed.is_ok(), fs::read_dir(folder).unwrap().next().is_none());
    });
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_session_survives_any_disk_fault() {
    with_fault_at_every_step("a session", |disk, folder, once| {
        let state = folder.join("state");
        let files = SessionFiles::in_slot_dir(disk, &state);
        let is_kept = files.is_ok();
        let files = files.unwrap_or_else(|_| SessionFiles::manual_only());
        let output = SharedBuffer::default();
        let mut console = console(Cursor::new(INPUT), output.clone(), BoardStyle::Compact);
        let start = SessionStart::Game {
            game: games::open("uglyduck").unwrap(),
            plan: Box::new(GamePlan::new(Seating::new(None, None), 1)),
        };
        let ended = Shell::new(&mut console, settings_with(files)).run(&start);
        drop(console);
        let said = output.text();
        assert!(ended.is_ok() || (!once && said.contains("could not be saved")), "{said}");
        assert!(
            said.contains("Turn of Player 1!") && said.ends_with("Goodbye!\n") || said.contains("Good Bye!"),
            "{said}"
        );
        let found = slot::interrupted_games(&Disk::default(), &state);
        // All turns are there, unless the last try has failed too.
        if is_kept && ended.is_ok() {
            assert_kept(found.first().map(|(_, record)| record), MOVES.len());
        }
    });
}

#[test]
fn commands_meet_the_disk_of_their_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game");
    let disk = Disk::with_observer(|_| Err(io::ErrorKind::StorageFull.into()));
    let files = SessionFiles::in_file(AutosaveFile::lock(&disk, &path).unwrap());
    fs::write(&path, record(1).to_string()).unwrap();
    let (name, output) = (path.display(), SharedBuffer::default());
    let input = format!(":load {name}\n1\n1\n:load {name}\n:save! {name}\n:save {name}-2\n");
    let mut console = console(Cursor::new(input), output.clone(), BoardStyle::Compact);
    let start = SessionStart::GameMenus { game: games::open("uglyduck").unwrap(), options: String::new() };
    Shell::new(&mut console, settings_with(files)).run(&start).unwrap();
    drop(console);
    assert_eq!(output.text().matches("no storage space").count(), 4, "{}", output.text());
}

/// Creates the settings of a session with these files.
fn settings_with(files: SessionFiles) -> SessionSettings {
    SessionSettings {
        seed: 1,
        date: None,
        files,
        resume_from: None,
        remote_games: |_| Vec::new(),
        now: None,
        name: None,
        tables: Tables::default(),
        advice_tables: Tables::default(),
        advice: AssessmentLimits::ADVICE,
    }
}

/// Returns a position shortly before the end of a game, and its last moves.
fn short_game() -> (String, Vec<String>) {
    let mut rng = GameRng::from_seed(1);
    let moves = random_game(&classic(), &mut rng, 200, |_, _| {});
    let (begun, rest) = moves.split_at(moves.len() - 4);
    (play_all(&classic(), begun).to_string(), rest.to_vec())
}

#[test]
fn an_ended_game_is_kept_despite_any_disk_fault() {
    let (start, moves) = short_game();
    let referee = Referee::read(&classic(), Some(&start), &moves).unwrap();
    let typed = records::input_lines(&classic(), referee.history()).join("\n") + "\n";
    with_fault_at_every_step("a game that ends", |disk, folder, once| {
        let state = folder.join("state");
        let Ok(mut files) = SessionFiles::in_slot_dir(disk, &state) else { return };
        files.archive = Some(Archive::in_state_dir(disk, folder, 10));
        let output = SharedBuffer::default();
        let mut console = console(Cursor::new(typed.clone()), output.clone(), BoardStyle::Compact);
        let mut plan = GamePlan::new(Seating::new(None, None), 1);
        plan.record.start = Some(start.clone());
        let start = SessionStart::Game { game: games::open("uglyduck").unwrap(), plan: Box::new(plan) };
        let ended = Shell::new(&mut console, settings_with(files)).run(&start);
        drop(console);
        let said = output.text();
        assert!(said.contains("Winner"), "{said}");
        let archive = Archive::in_state_dir(&Disk::default(), folder, 10);
        let finished = archive.numbers().unwrap().last().map(|number| archive.read(*number).unwrap());
        let waiting = slot::interrupted_games(&Disk::default(), &state);
        let found = finished.as_ref().or(waiting.first().map(|(_, record)| record));
        let turns = found.map_or(0, |record| record.moves.len());
        // It is there, unless the last try has failed too.
        assert!(ended.is_ok() || (!once && said.contains("could not be saved")), "{said}");
        if ended.is_ok() {
            assert!(finished.is_some() && turns == moves.len(), "{turns} turns are left\n{said}");
        }
    });
}

type Refuse = fn(Resources, Range<usize>) -> Resources;
const THREADS: (&str, Refuse) = ("threads", Resources::without_threads);
const TABLES: (&str, Refuse) = ("tables", Resources::without_tables);

/// Runs `test` with resources that refuse each thread or table in turn, once or from then on, and prints the
/// number of faults.
fn with_every_refusal(test_name: &str, (what, refuse): (&str, Refuse), test: impl Fn(&Resources)) {
    for count in [1, usize::MAX] {
        let mut faults = 0;
        loop {
            let resources = refuse(Resources::default(), faults..count.saturating_add(faults));
            test(&resources);
            if !resources.has_refused() {
                break;
            }
            faults += 1;
        }
        assert!(faults > 0, "{test_name}: no {what}");
        println!("{test_name}: {faults} faults of {what}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn search_values_do_not_depend_on_available_resources() {
    let stop = StopSignal::new();
    let value = |resources: &Resources, bytes: usize, threads: usize, depth: u32| {
        let request = SearchRequest::new(Limits::depth(depth, &stop)).with_threads(threads);
        let mut searcher = Searcher::with_resources(bytes, resources.clone());
        searcher.search(&classic().start(), &request, &mut |_| {}).best().unwrap().value
    };
    // The first search fills its table until it grows.
    for (bytes, threads, depth, refused) in [(6 << 20, 1, 10, TABLES), (1 << 20, 4, 5, THREADS)] {
        let wanted = value(&Resources::default(), bytes, threads, depth);
        with_every_refusal("a search", refused, |resources| {
            assert_eq!(value(resources, bytes, threads, depth), wanted);
        });
    }
}

#[test]
fn proofs_are_right_despite_missing_memory() {
    let stop = StopSignal::new();
    let limits = ProofLimits::new(200_000, &stop);
    let position = Qawale::Eight.read_position("d,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4").unwrap();
    with_every_refusal("a proof", TABLES, |resources| {
        let solution = solve_with(resources, &position, MAX_PLIES, 64 << 20, limits, &mut |_| {});
        assert!(solution.outcome.is_none_or(|outcome| outcome == Outcome::Draw));
        assert!(solution.outcome.is_some() || resources.has_refused());
    });
}
