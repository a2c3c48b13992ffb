//! Tests with a disk that fails at each write and each sync in turn, or loses power at any moment. The match
//! must always resume and end with the same file as an undisturbed match.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;

use crate::games::{self, AnyGame};
use crate::model::SystemClock;
use crate::store::{Disk, DiskFile, DiskOp};
use crate::words::TimeControl;

use super::clocks::MatchClock;
use super::part::{Header, MatchPartReader};
use super::plan::tests::plan;
use super::record_file::read_games;

fn classic() -> AnyGame {
    games::open("uglyduck").unwrap()
}

const GAMES: u64 = 7;
/// The time between two readings of the clock of a match. It makes every game slow.
const SLOW_TICK_MS: u64 = 20;
/// The time between two readings of the clock of a record file. It syncs every third game.
const SYNC_TICK_MS: u64 = 400;

/// A clock that advances by a number of milliseconds whenever it is read.
#[derive(Debug)]
struct TickingClock(AtomicU64, u64);

impl TickingClock {
    fn of(step: u64) -> TickingClock {
        TickingClock(AtomicU64::new(0), step)
    }
}

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(self.1, Ordering::Relaxed))
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Call {
    Write(Vec<u8>),
    Sync,
    Cut(u64),
    SyncName,
}

/// How a disk fails.
#[derive(Clone, Copy)]
enum DiskFault {
    Never,
    /// The call with this number, from 0, fails.
    Once(usize),
    /// From this call on the disk is full. Half of the data of this call still fits.
    Full(usize),
}

/// A file on a disk that fails, and its calls.
struct FaultyFile {
    folder: tempfile::TempDir,
    calls: Arc<Mutex<Vec<Call>>>,
    disk: Disk,
}

impl FaultyFile {
    fn new(content: &[u8], fault: DiskFault) -> FaultyFile {
        let (folder, calls) = (tempfile::tempdir().unwrap(), Arc::new(Mutex::new(Vec::new())));
        fs::write(folder.path().join("match"), content).unwrap();
        let log = Arc::clone(&calls);
        let disk = Disk::with_observer(move |step| observe(&mut log.lock().unwrap(), step, fault));
        FaultyFile { folder, calls, disk }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("match")
    }

    fn open(&self) -> DiskFile {
        DiskFile::open(&self.disk, &self.path()).unwrap()
    }

    fn content(&self) -> Vec<u8> {
        fs::read(self.path()).unwrap()
    }

    fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }
}

/// Logs a step if it is a call for which the disk can fail.
fn observe(calls: &mut Vec<Call>, step: DiskOp<'_>, fault: DiskFault) -> io::Result<()> {
    let call = match step {
        DiskOp::Write(_, bytes) => Call::Write(bytes.to_vec()),
        DiskOp::Sync(_) => Call::Sync,
        DiskOp::Truncate(_, length) => Call::Cut(length),
        DiskOp::SyncDir(_) => Call::SyncName,
        _ => return Ok(()),
    };
    let number = calls.len();
    calls.push(call);
    match (fault, step) {
        (DiskFault::Once(at), _) if number == at => Err(io::Error::other("refused")),
        (DiskFault::Full(at), DiskOp::Write(path, bytes)) if number == at => {
            File::options().append(true).open(path)?.write_all(&bytes[..bytes.len().div_ceil(2)])?;
            Err(io::ErrorKind::StorageFull.into())
        }
        (DiskFault::Full(at), _) if number >= at => Err(io::ErrorKind::StorageFull.into()),
        _ => Ok(()),
    }
}

fn apply(content: &mut Vec<u8>, call: &Call) {
    match call {
        Call::Write(bytes) => content.extend(bytes),
        Call::Sync | Call::SyncName => {}
        Call::Cut(length) => content.truncate(*length as usize),
    }
}

fn test_plan() -> MatchPlan {
    MatchPlan { opening: Opening::Plies(2), ..plan(&["random", "easy"], GAMES, false) }
}

fn header() -> Header {
    Header::new(&test_plan(), Shard::WHOLE)
}

/// Plays the games that are missing from `record`.
fn play(record: RecordFile<'_>) -> MatchResults {
    let (plan, clock) = (test_plan(), TickingClock::of(SLOW_TICK_MS));
    let numbers = record.games()..GAMES;
    let mut progress = |_: &Tally| {};
    // This test needs more games.
    let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 1e-9, beta: 1e-9 };
    let mut collector = Collector::new(&plan, Some(test), None, &mut progress);
    collector.record = Some(record);
    play_games(&plan, numbers, &clock, &mut |played| collector.add(&played));
    let results = collector.finish().unwrap();
    let games = results.tally.pairings[0].games;
    let ratio = if games.size() == 0 { 0.0 } else { games.log_likelihood_ratio(0.0, 10.0) };
    assert_eq!(results.test, Some((test, ratio)));
    results
}

/// Plays and records these games of a match one after the other.
fn play_games(plan: &MatchPlan, numbers: Range<u64>, clock: &TickingClock, listener: &mut GameListener<'_>) {
    let job = Job {
        plan,
        schedule: &Schedule::new(plan),
        positions: &[],
        numbers,
        jobs: 1,
        record: true,
        restart: false,
        date: None,
        log: None,
        clock,
        stop: &StopSignal::new(),
    };
    play_match(&classic(), &job, listener);
}

/// The clocks of the players fall only if the players let them: no built-in bot does, whatever its name asks for.
#[test]
fn no_bot_overruns_its_clock_however_deep_its_name_says_to_search() {
    let control = TimeControl::in_seconds("1").unwrap();
    let tc = Some(MatchClock { control, others: Vec::new(), margin: Duration::ZERO });
    for bot in ["minimax:40", "perfect", "level:9", "expert:60"] {
        let plan = MatchPlan { tc: tc.clone(), ..plan(&[bot, "random"], 2, true) };
        let mut games = Vec::new();
        play_games(&plan, 0..2, &TickingClock::of(1), &mut |played| {
            games.push(played);
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(games.len(), 2, "{bot}");
        for game in games {
            assert!(!game.result.reason.to_string().contains("time"), "{bot}: {:?}", game.result);
        }
    }
}

/// Plays the whole match into `file`. Returns whether its disk did not fail.
fn play_into(file: &FaultyFile) -> bool {
    let clock = TickingClock::of(SYNC_TICK_MS);
    RecordFile::begin(&file.path(), file.open(), &header(), &clock).is_ok_and(|record| {
        let results = play(record);
        assert!(results.tally.games() == GAMES || results.record_error.is_some());
        results.record_error.is_none()
    })
}

/// Resumes the match from a file with `content`. Returns the number of games it contained, and the file at
/// the end.
fn resume_from_bytes(content: &[u8], folder: &Path) -> (u64, Vec<u8>) {
    let (path, clock) = (folder.join("resumed"), SystemClock::new());
    fs::write(&path, content).unwrap();
    let record = RecordFile::resume(&path, (&test_plan(), Shard::WHOLE), &[], &clock, &mut |_| {}).unwrap();
    let kept = record.games();
    assert!(play(record).record_error.is_none());
    (kept, fs::read(&path).unwrap())
}

/// Plays the whole match on a disk that never fails.
fn intact_match() -> FaultyFile {
    let file = FaultyFile::new(b"", DiskFault::Never);
    assert!(play_into(&file));
    file
}

fn count_games(content: &[u8]) -> u64 {
    String::from_utf8_lossy(content).matches("\nresult: ").count() as u64
}

#[test]
fn a_match_can_be_resumed_after_any_failed_call() {
    let folder = tempfile::tempdir().unwrap();
    let right = intact_match();
    for fault in [DiskFault::Once as fn(usize) -> DiskFault, DiskFault::Full] {
        let calls = right.calls().len();
        for at in 0..calls {
            let disk = FaultyFile::new(b"", fault(at));
            assert!(!play_into(&disk), "call {at} failed without an error");
            let (kept, file) = resume_from_bytes(&disk.content(), folder.path());
            assert!(file == right.content(), "call {at}");
            assert_eq!(kept, count_games(&disk.content()), "call {at}");
        }
        assert!(play_into(&FaultyFile::new(b"", fault(calls))));
    }
}

#[test]
fn a_resumed_match_may_fail_again() {
    let folder = tempfile::tempdir().unwrap();
    let right = intact_match().content();
    let torn = &right[..right.len() / 2];
    for at in 0..100 {
        let (disk, clock) = (FaultyFile::new(torn, DiskFault::Full(at)), TickingClock::of(SYNC_TICK_MS));
        let part = MatchPartReader::open(&disk.path()).unwrap();
        let resume_point = read_games(part, &header(), &[], &mut |_| {}).unwrap();
        let record = RecordFile::resume_at(&disk.path(), disk.open(), resume_point, &clock);
        if record.is_ok_and(|record| play(record).record_error.is_none()) {
            assert!(at > 5 && disk.content() == right);
            return;
        }
        assert!(disk.content().starts_with(&right[..torn.len() - 200]), "no complete game is lost");
        assert!(resume_from_bytes(&disk.content(), folder.path()).1 == right, "call {at}");
    }
    panic!("the match never ends");
}

/// Returns what was synced, and what can be on the disk after a power cut: everything synced plus, of the
/// rest, nothing, everything, the first half, or everything with the first half replaced by zeros.
fn after_power_cut(calls: &[Call]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let synced = calls.iter().rposition(|call| *call == Call::Sync).map_or(0, |last| last + 1);
    let mut safe = Vec::new();
    calls[..synced].iter().for_each(|call| apply(&mut safe, call));
    let mut all = safe.clone();
    calls[synced..].iter().for_each(|call| apply(&mut all, call));
    let unsynced = all.len() - safe.len();
    let mut holed = all.clone();
    holed[safe.len()..][..unsynced / 2].fill(0);
    let halved = all[..safe.len() + unsynced / 2].to_vec();
    (safe.clone(), vec![safe, all, halved, holed])
}

#[test]
fn a_power_cut_loses_nothing_synced() {
    let folder = tempfile::tempdir().unwrap();
    let right = intact_match();
    let calls = right.calls();
    let syncs = calls.iter().filter(|call| **call == Call::Sync).count();
    assert!(
        (4..GAMES as usize).contains(&syncs),
        "{syncs} syncs: some games are synced on their own, others together"
    );
    for cut in 0..=calls.len() {
        let (safe, disks) = after_power_cut(&calls[..cut]);
        for disk in disks {
            let (kept, file) = resume_from_bytes(&disk, folder.path());
            assert!(file == right.content(), "cut before call {cut}");
            assert!(kept >= count_games(&safe), "cut before call {cut}");
        }
    }
}
