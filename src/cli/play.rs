//! `cygnet play`, and the menu of the games: a conversation at the console.

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clap::Args;
use tz::{DateTime, TimeZone};

use crate::analysis::report;
use crate::console::Console;
use crate::console::stdio::{self, ConsoleOptions};
use crate::model::text::{escape_line, escape_path};
use crate::model::{GameRng, Seating};
use crate::players::seats;
use crate::session::{GamePlan, SessionSettings, SessionStart, Shell};
use crate::store::progress::ExerciseProgress;
use crate::store::{Archive, AutosaveFile, SessionFiles, archive, files};
use crate::tables::TableUse;
use crate::{games, records};

use super::config::{self, Config};
use super::style::StyleOptions;
use super::tables::{TablesOption, report_problems};
use super::{Failure, parse_seconds};

pub(super) const EXAMPLES: &str = "\
Examples:
  cygnet play uglyduck
  cygnet play uglyduck --p1 human --p2 minimax:6
  cygnet play uglyduck --p1 easy --p2 hard --seed 7
  printf 'a1\\nb1\\n' | cygnet play uglyduck --p1 human --p2 human --echo

At every prompt, :help lists the commands of a session.";

#[derive(Debug, Args)]
pub(super) struct PlayOptions {
    /// The game: `id` or `id:options`; without it, the menu of the games
    game: Option<String>,
    /// Who plays first: `human` or a bot
    #[arg(long, value_name = "SEAT", requires = "game")]
    p1: Option<String>,
    /// Who plays second: `human` or a bot
    #[arg(long, value_name = "SEAT", requires = "game")]
    p2: Option<String>,
    /// Begin at this position; people play where no seat is given
    #[arg(long, value_name = "TEXT", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,
    /// Go on with the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "restricted"])]
    record: Option<PathBuf>,
    #[command(flatten)]
    session: SessionOptions,
}

impl PlayOptions {
    /// Who plays: people where no seat is given.
    fn seating(&self) -> Seating {
        Seating::named([&self.p1, &self.p2].map(|seat| seat.as_deref().unwrap_or(Seating::HUMAN)))
    }

    /// The same; where a person at a terminal names one seat only, the computer of the configuration file takes the other.
    fn seating_with_config(&self, config: &Config) -> Seating {
        let mut seating = self.seating();
        let level = config.level.filter(|_| stdio::is_terminal() && self.p1.is_some() != self.p2.is_some());
        if let Some(level) = level {
            let free = usize::from(self.p1.is_some());
            seating.bots[free] = Some(format!("level:{level}"));
        }
        seating
    }
}

/// What every conversation at the console may be given.
#[derive(Clone, Debug, Args)]
pub(super) struct InteractiveOptions {
    #[command(flatten)]
    style: StyleOptions,
    /// End with the first refused line, and when input ends before the game does
    #[arg(long)]
    strict: bool,
    /// Print the lines read, so that a piped session reads like a typed one
    #[arg(long)]
    echo: bool,
    /// Turn off everything that touches files or starts programs, for strangers over ssh or a socket
    #[arg(long)]
    restricted: bool,
}

/// What a session with games may be given too.
#[derive(Clone, Debug, Args)]
pub(super) struct SessionOptions {
    #[command(flatten)]
    interactive: InteractiveOptions,
    /// The seed of all chance; a random one is drawn and printed otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Wait so long between the moves of two computers [default: 2 on a terminal, else 0]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    delay: Option<Duration>,
    /// Do not ask for Enter after a computer's turn
    #[arg(long)]
    no_wait: bool,
    /// Tell after each turn of a person what it cost, and how it is refuted
    #[arg(long)]
    coach: bool,
    /// Read on after the end of a game: commands such as :save and :undo work on it
    #[arg(long)]
    stay: bool,
    #[command(flatten)]
    tables: TablesOption,
    /// Keep the game in progress in this file, written after every turn
    #[arg(long, value_name = "FILE", conflicts_with = "restricted")]
    autosave: Option<PathBuf>,
}

impl SessionOptions {
    /// Those of a session in which no game is played.
    pub(super) fn for_study(interactive: InteractiveOptions, seed: u64) -> Self {
        SessionOptions {
            interactive,
            seed: Some(seed),
            delay: None,
            no_wait: false,
            coach: false,
            stay: false,
            tables: TablesOption::NONE,
            autosave: None,
        }
    }
}

pub(super) fn run(options: &PlayOptions) -> Result<(), Failure> {
    if let Some(path) = &options.record {
        return resume_record(path, options);
    }
    let Some(name) = &options.game else { return run_session(&SessionStart::GamesMenu, &options.session) };
    let (_, game_options) = games::find(name)?;
    let game = games::open(name)?;
    if options.p1.is_none() && options.p2.is_none() && options.position.is_none() {
        return run_session(&SessionStart::GameMenus { game, options: game_options }, &options.session);
    }
    let seating = options.seating_with_config(&config::read()?);
    if options.session.interactive.restricted
        && seating.bots.iter().flatten().any(|name| seats::is_program(name))
    {
        let hint = "a bot of cygnet, or a person, may take the seat";
        return Err(Failure::usage("programs do not play where --restricted is given", hint));
    }
    if options.position.as_deref() == Some("-") {
        let hint = "`-` reads many, for moves, perft, analyze and solve";
        return Err(Failure::usage("play takes one position, as its text", hint));
    }
    seats::check_all(&game, &seating)?;
    report::read_position(&game, options.position.as_deref()).map(drop)?;
    let seed = session_seed(options.session.seed);
    let plan = GamePlan { start: options.position.clone(), date: today(), ..GamePlan::new(seating, seed) };
    run_session_with(&SessionStart::Game { game, plan: Box::new(plan) }, &options.session, seed, None)
}

/// Goes on with a recorded game. Seats on the command line replace those of the record.
fn resume_record(path: &Path, options: &PlayOptions) -> Result<(), Failure> {
    let record = files::read_record(path)?;
    let game = records::verify(&record).map_err(|error| error.in_file(path))?;
    let seed = session_seed(options.session.seed);
    let mut plan = GamePlan::from_record(&record, seed);
    let flags = [("--p1", &options.p1), ("--p2", &options.p2)];
    for ((seat, new), (flag, wanted)) in plan.seating.bots.iter_mut().zip(options.seating().bots).zip(flags) {
        match seat {
            _ if wanted.is_some() => *seat = new,
            Some(program) if seats::is_program(program) => {
                return Err(recorded_program_failure(program, flag));
            }
            _ => {}
        }
    }
    seats::check_all(&game, &plan.seating).map_err(|error| match flags {
        [(_, None), (_, None)] => Failure::data(format!("{}: {error}", escape_path(path)))
            .hint(format!("--p1 and --p2 seat others; the bots are {}", error.known.join(", "))),
        _ => error.into(),
    })?;
    run_session_with(&SessionStart::Game { game, plan: Box::new(plan) }, &options.session, seed, Some(path))
}

/// A record may come from anybody, and starts no programs by itself.
fn recorded_program_failure(program: &str, flag: &str) -> Failure {
    let program = program.escape_debug();
    Failure::data(format!("the record names the program \"{program}\", and a file does not start programs"))
        .hint(format!("{flag} \"{program}\" starts it; another seat takes its place"))
}

pub(super) fn run_session(start: &SessionStart, session: &SessionOptions) -> Result<(), Failure> {
    run_session_with(start, session, session_seed(session.seed), None)
}

/// Runs a session, whose game is the one of the file `record`, if there is one.
fn run_session_with(
    start: &SessionStart,
    session: &SessionOptions,
    seed: u64,
    record: Option<&Path>,
) -> Result<(), Failure> {
    if session.interactive.restricted && session.tables.is_given() {
        let hint = "tables are files: leave out one of the two";
        return Err(Failure::usage("--tables cannot be used with --restricted", hint));
    }
    let (board, paint) = session.interactive.style.resolve()?;
    let config = config::read()?;
    let _restored = stdio::TerminalState::save();
    let mut console = stdio::console(&ConsoleOptions {
        paint,
        board,
        board_is_explicit: session.interactive.style.has_board_flag(),
        echo: session.interactive.echo,
        strict: session.interactive.strict,
        delay: session.delay.or(config.delay.filter(|_| stdio::is_terminal())),
        wait: !session.no_wait,
        coach: session.coach || config.coach.unwrap_or(false),
        stay: session.stay,
        history: config.history,
    })?;
    let tables = session.tables.tables(match stdio::is_terminal() {
        _ if session.interactive.restricted => TableUse::Never,
        true => TableUse::AlwaysWithSmall,
        false => TableUse::TimedOnly,
    });
    let at_terminal = stdio::is_terminal() && !session.interactive.restricted;
    let folder = config::state_folder().filter(|_| at_terminal);
    let mut files = match (&folder, &session.autosave) {
        _ if session.interactive.restricted => SessionFiles::disabled(),
        (_, Some(path)) => {
            let file = AutosaveFile::lock(path)?;
            if !record.is_some_and(|record| is_same_file(record, path)) {
                confirm_replacement(&file, path, at_terminal.then_some(&mut console))?;
            }
            SessionFiles::in_file(file)
        }
        (Some(folder), None) => autosave_in(folder, &mut console)?,
        (None, None) => SessionFiles::manual_only(),
    };
    if !session.interactive.restricted {
        files = files.with_settings_writer(config::save_settings);
    }
    if let Some(folder) = &folder {
        files = files.with_progress(ExerciseProgress::in_state_dir(folder));
        let limit = config.finished_games.unwrap_or(archive::DEFAULT_LIMIT);
        if limit > 0 {
            files = files.with_archive(Archive::in_state_dir(folder, limit));
        }
    }
    let resume_from = folder.filter(|_| session.autosave.is_none());
    let name = config.name.filter(|_| at_terminal);
    let session_settings =
        SessionSettings { seed, date: today(), files, resume_from, now: now(), name, tables: tables.clone() };
    let ended = Shell::new(&mut console, session_settings).run(start);
    report_problems(&tables);
    Ok(ended?)
}

/// A file for the game in progress may hold a finished one, and nothing else. Whether an unfinished one is to be replaced, the person
/// at the terminal is asked.
fn confirm_replacement(
    file: &AutosaveFile,
    path: &Path,
    terminal: Option<&mut Console>,
) -> Result<(), Failure> {
    let shown = escape_path(path);
    let kept = file.unfinished_game().map_err(|_| {
        Failure::data(format!("{shown}: there is a file of this name, and it is no record"))
            .hint("--autosave writes over a record, an empty file, or makes a new one")
    })?;
    let Some(record) = kept else { return Ok(()) };
    let game = escape_line(&format!("{shown}: an unfinished game is kept there: {}", record.summary()));
    if let Some(console) = terminal {
        console.say(&game)?;
        if console.ask_yes_no("Replace it?")? {
            return Ok(());
        }
    }
    Err(Failure::usage(game, "cygnet play --record FILE --autosave FILE goes on with it"))
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Keeps the game in progress in a slot of `folder`; where that cannot be, says so and goes on.
fn autosave_in(folder: &Path, console: &mut Console) -> Result<SessionFiles, Failure> {
    match SessionFiles::in_slot_dir(folder) {
        Ok(files) => Ok(files),
        Err(error) => {
            console.say(&format!("(The game will not be kept: {}: {error}.)", escape_path(folder)))?;
            Ok(SessionFiles::manual_only())
        }
    }
}

/// Today's date where the person is, for records.
#[expect(clippy::disallowed_methods, reason = "everything else is handed the day")]
fn today() -> Option<String> {
    let zone = env::var("TZ").map_or_else(|_| TimeZone::local(), |name| TimeZone::from_posix_tz(&name));
    let day = DateTime::now(zone.unwrap_or_else(|_| TimeZone::utc()).as_ref()).ok()?;
    Some(format!("{:04}-{:02}-{:02}", day.year(), day.month(), day.month_day()))
}

/// The time, for the age of unfinished games.
#[expect(clippy::disallowed_methods, reason = "everything else is handed the time")]
fn now() -> Option<SystemTime> {
    Some(SystemTime::now())
}

/// The seed of a session. At a terminal `:seed` tells it.
pub(super) fn session_seed(wanted: Option<u64>) -> u64 {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return wanted.unwrap_or_else(GameRng::random_seed);
    }
    seed_or_fresh(wanted)
}

/// The seed asked for, or a fresh one, which is told on standard error: scripts read the answer on standard output.
pub(super) fn seed_or_fresh(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = GameRng::random_seed();
        stdio::eprint_line(format_args!("seed: {seed}"));
        seed
    })
}
