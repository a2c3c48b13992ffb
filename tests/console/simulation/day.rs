//! A day: several lives of the program over one state directory, and the rules that it must keep.

use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use cygnet::analysis::review::AssessmentLimits;
use cygnet::console::{Settings, Stop};
use cygnet::games::{self, FAMILIES};
use cygnet::model::{GameRng, Player, Record, Seating};
use cygnet::session::{GamePlan, SessionSettings, SessionStart, Shell};
use cygnet::store::progress::ExerciseProgress;
use cygnet::store::{Archive, Disk, PracticeFile, SessionFiles};
use cygnet::tables::Tables;

use super::machine::{self, WORLD_CLOCK};
use super::rules;
use super::world::{self, Fate, State, World};
use crate::common::{play_all, random_game};

/// The number of finished games that are kept: all of a day.
const MAX_FINISHED: usize = 1_000;

/// What a day was like.
pub struct Day {
    pub log: String,
    /// The rule that was broken.
    pub failure: Option<String>,
    /// What struck each life.
    pub fates: Vec<Fate>,
    /// The number of calls into the world.
    pub calls: usize,
    /// How often the last board was compared with the games that were kept.
    pub compared_boards: usize,
    pub finished_games: usize,
}

/// Lives the day with this seed.
pub fn live(seed: u64) -> Day {
    let folder = tempfile::tempdir_in(ram()).unwrap();
    let world = Arc::new(World::new(seed, folder.path()));
    let mut chance = GameRng::with_stream(seed, 1);
    let lives = 2 + chance.below(4);
    let mut fates = Vec::new();
    machine::enter(&world);
    let mut is_disturbed = false;
    while fates.len() < lives && world.state().failure.is_none() {
        life(&world, &mut chance, &mut is_disturbed);
        fates.push(world.state().struck());
    }
    machine::leave();
    let finished_games = rules::finished(folder.path()).len();
    let mut state = world.state();
    Day {
        log: std::mem::take(&mut state.log),
        failure: state.failure.take(),
        fates,
        calls: state.all_calls,
        compared_boards: state.compared_boards,
        finished_games,
    }
}

/// Returns a directory whose files are in memory, if there is one.
fn ram() -> PathBuf {
    let ram = Path::new("/dev/shm");
    if ram.is_dir() { ram.to_owned() } else { std::env::temp_dir() }
}

/// Lives one life of the program, from its start to its end.
fn life(world: &Arc<World>, chance: &mut GameRng, is_disturbed: &mut bool) {
    world.begin_life();
    let root = world.state().root.clone();
    set_times(&world.state());
    world.state().before = slots(&root);
    let ended = catch_unwind(AssertUnwindSafe(|| session(world, chance, &root)));
    if let Err(payload) = &ended
        && !world::is_ours(payload.as_ref())
    {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or_default();
        return world.state().fail(&format!("the program panicked: {text}"));
    }
    let mut state = world.state();
    if let Some(entries) = state.snapshot.take() {
        world::restore(&root, &entries);
    }
    state.note(&format!("end: {:?}", ended.as_ref().ok()));
    if state.failure.is_some() {
        return;
    }
    let has_disturbance = matches!(state.fate, Fate::Killed | Fate::DiskFault | Fate::DiskFull);
    *is_disturbed |= has_disturbance && state.has_struck;
    if let Ok(result) = &ended {
        rules::check_end(&mut state, result);
    }
    rules::check_files(&mut state, *is_disturbed);
}

/// The date of all sessions.
const TODAY: &str = "2026-11-25";

/// Runs a session as the command line does.
fn session(world: &Arc<World>, chance: &mut GameRng, root: &Path) -> Result<(), Stop> {
    let disk = machine::disk(world);
    let settings = Settings {
        can_redraw: true,
        coach: chance.below(5) == 0,
        delay: Duration::from_secs(1),
        ..Settings::PIPED
    };
    let mut console = machine::console(world, settings);
    let mut files = match SessionFiles::in_slot_dir(&disk, root) {
        Ok(files) => files,
        Err(error) => {
            console.say(&format!("(The game will not be saved: {error}.)"))?;
            SessionFiles::manual_only()
        }
    };
    if !world.state().has_struck {
        rules::check_temporaries(&mut world.state());
    }
    files.progress = ExerciseProgress::in_state_dir(&disk, root);
    files.practice = Some(PracticeFile::in_state_dir(&disk, root, TODAY.parse().unwrap()));
    files.archive = Some(Archive::in_state_dir(&disk, root, MAX_FINISHED));
    let now = world.state().time;
    let settings = SessionSettings {
        seed: chance.next_u64(),
        date: None,
        files,
        resume_from: Some(root.to_owned()),
        remote_games: |_| Vec::new(),
        now: Some(SystemTime::UNIX_EPOCH + now),
        name: None,
        tables: Tables::default(),
        advice_tables: Tables::default(),
        advice: advice(),
    };
    let start = start(chance);
    if let SessionStart::Game { game, plan } = &start {
        let seats = Player::BOTH.map(|player| plan.seating.seat(player));
        let mut record = Record::new(game.name()).with_seats(seats);
        record.start = plan.record.start.clone();
        world.state().last_record = record.to_string();
    }
    Shell::new(&mut console, settings).run(&start).map(drop)
}

fn advice() -> AssessmentLimits<'static> {
    let time = Some((Duration::from_millis(200), &WORLD_CLOCK as _));
    AssessmentLimits {
        nodes: 3_000,
        proof: 500,
        memory: 1 << 16,
        proof_memory: 1 << 16,
        time,
        threads: 1,
        ..AssessmentLimits::ADVICE
    }
}

/// Chooses where a session begins.
fn start(chance: &mut GameRng) -> SessionStart {
    let family = &FAMILIES[chance.below(FAMILIES.len())];
    match chance.below(5) {
        0 | 1 => SessionStart::GamesMenu,
        2 => SessionStart::GameMenus { game: games::open(family.id).unwrap(), options: String::new() },
        _ => {
            let name = if chance.below(2) == 0 {
                family.id
            } else {
                family.examples[chance.below(family.examples.len())]
            };
            let game =
                games::open(if name == "uglyduck-xl:22x22" { "uglyduck-xl:3x3" } else { name }).unwrap();
            let moves = random_game(&game, chance, 120, |_, _| {});
            let kept = moves.len().saturating_sub(2 + chance.below(12));
            let position = play_all(&game, &moves[..kept]).to_string();
            let bots = ["human", "human", "level:1", "level:2", "random", "expert:0.3"];
            let seats = [0, 1].map(|_| Some(bots[chance.below(bots.len())]).filter(|name| *name != "human"));
            let seating = Seating::new(seats[0], seats[1]);
            let mut plan = GamePlan { advice: advice(), ..GamePlan::new(seating, chance.next_u64()) };
            plan.record.start = Some(position);
            SessionStart::Game { game, plan: Box::new(plan) }
        }
    }
}

/// Gives each saved game the time of the world at which it was saved, so that their order is the same in every
/// run.
fn set_times(state: &State) {
    for (number, path) in (1..).zip(&state.saved) {
        if let Ok(file) = File::options().write(true).open(path) {
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(number)).unwrap();
        }
    }
}

/// Returns the records in the slots of `root`.
pub fn slots(root: &Path) -> Vec<(PathBuf, Record)> {
    let files = fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "cygnet")).collect();
    files.sort();
    let disk = Disk::default();
    files.into_iter().map(|path| (path.clone(), disk.read_record(&path).unwrap())).collect()
}
