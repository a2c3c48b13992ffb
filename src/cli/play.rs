//! `cygnet play`, and the menu of games: interactive sessions.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::analysis::assessment::AssessmentLimits;
use crate::console::{Bottom, Console, Echo, Settings, stdio};
use crate::games;
use crate::games::AnyGame;
use crate::model::text::{escape_line, escape_path};
use crate::model::{Game as _, GameRng, Seating};
use crate::players::seats;
use crate::records::{self, names};
use crate::session::{GamePlan, SessionSettings, SessionStart, Shell, ask_in_menu};
use crate::show::positions;
use crate::store::progress::ExerciseProgress;
use crate::store::{AutosaveFile, Disk, FileError, SessionFiles, slot};
use crate::tables::TableUse;

use super::config::{self, Config};
use super::settings::{BOTTOM, COACH, DEFAULT_DELAY, DELAY, FINISHED_GAMES, HISTORY, LEVEL, NAME};
use super::today::now;
use super::{
    Failure, Format, StyleOptions, TablesOption, network, parse_seconds, path_to_write, report_problems,
    state, today,
};

pub(super) const EXAMPLES: &str = "\
Examples:
  cygnet play uglyduck
  cygnet play uglyduck --p1 human --p2 minimax:6
  cygnet play uglyduck --p1 easy --p2 hard --seed 7
  cygnet play uglyduck --p1 easy --p2 hard --format json 2> /dev/null
  printf 'a1\\nb1\\n' | cygnet play uglyduck --p1 human --p2 human --echo

Type :help at any prompt for a list of commands.";

#[derive(Debug, Args)]
pub(super) struct PlayOptions {
    /// The game: `id` or `id:options`; without it, a menu of the games
    game: Option<String>,
    /// Who plays first: `human`, a bot (in every game easy, random, greedy, minimax:4, expert and level:1 to level:10),
    /// ugi:COMMAND for a program, or @NAME for an engine in the configuration file
    #[arg(long, value_name = "SEAT", requires = "game")]
    p1: Option<String>,
    /// Who plays second, in the same form
    #[arg(long, value_name = "SEAT", requires = "game")]
    p2: Option<String>,
    /// Start from this position; seats not given are human
    #[arg(
        long,
        value_name = "TEXT",
        requires = "game",
        conflicts_with = "record",
        allow_hyphen_values = true
    )]
    position: Option<String>,
    /// Resume the game in this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "restricted"])]
    record: Option<PathBuf>,
    #[command(flatten)]
    session: SessionOptions,
}

impl PlayOptions {
    /// Returns the players. Seats not given are human.
    fn seating(&self, game: &AnyGame, config: &Config) -> Result<Seating, Failure> {
        config.seating(game, [&self.p1, &self.p2].map(|seat| seat.as_deref().unwrap_or(Seating::HUMAN)))
    }

    /// Returns the players. If only one seat is given at a terminal, the level from the configuration file
    /// fills the other.
    fn seating_with_config(&self, game: &AnyGame, config: &Config) -> Result<Seating, Failure> {
        let mut seating = self.seating(game, config)?;
        let level = config
            .get(&LEVEL)
            .filter(|_| self.session.is_at_terminal() && self.p1.is_some() != self.p2.is_some());
        if let Some(level) = level {
            let free = usize::from(self.p1.is_some());
            seating.bots[free] = Some(format!("level:{level}"));
        }
        Ok(seating)
    }
}

/// Options of every interactive command.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct InteractiveOptions {
    #[command(flatten)]
    style: StyleOptions,
    #[arg(long, value_enum, value_name = "SIDE", help = BOTTOM.option_help(": yours, or the original's"))]
    bottom: Option<Bottom>,
    /// Stop with an error at the first refused line, or if the input ends before the game does
    #[arg(long)]
    strict: bool,
    /// Print the lines read, so that a piped session looks like a typed one
    #[arg(long)]
    echo: bool,
    /// Disable everything that uses files or starts programs, for untrusted players over ssh or a socket
    #[arg(long)]
    pub(super) restricted: bool,
}

/// Options of sessions in which games are played.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct SessionOptions {
    #[command(flatten)]
    pub(super) interactive: InteractiveOptions,
    /// The random seed [default: a random one; see :seed]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help = DELAY.help)]
    pub(super) delay: Option<Duration>,
    /// Do not wait for Enter after a computer's turn
    #[arg(long)]
    pub(super) no_wait: bool,
    #[arg(long, help = COACH.help)]
    pub(super) coach: bool,
    /// Keep reading input after the game ends, so that :save, :undo and other commands still work
    #[arg(long)]
    pub(super) stay: bool,
    /// Output format; with JSON, each turn and each game is an object on a line of standard output, and boards
    /// and prompts are on standard error
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) tables: TablesOption,
    /// Save the game in progress in this file after every turn
    #[arg(long, value_name = "FILE", conflicts_with = "restricted", value_parser = path_to_write())]
    pub(super) autosave: Option<PathBuf>,
}

impl SessionOptions {
    /// Returns the options for lessons and puzzles.
    pub(super) fn for_study(interactive: InteractiveOptions, seed: u64) -> Self {
        SessionOptions { interactive, seed: Some(seed), ..SessionOptions::default() }
    }

    /// Returns the console for these options.
    pub(super) fn console(&self, config: &Config) -> Result<Console, Failure> {
        let InteractiveOptions { style, bottom, echo, strict, .. } = &self.interactive;
        let style = style.settings(config);
        let reports = self.format == Format::Json;
        let is_watched = io::stdout().is_terminal() && !reports;
        let default_delay = if is_watched { DEFAULT_DELAY } else { Duration::ZERO };
        let delay = self.delay.or(config.get(&DELAY).filter(|_| self.is_at_terminal()));
        let settings = Settings {
            echo: if *echo { Echo::Line } else { Echo::LineEnd },
            strict: *strict,
            delay: delay.unwrap_or(default_delay),
            wait: !self.no_wait && !reports,
            coach: self.coach || config.get(&COACH),
            bottom: bottom.unwrap_or(style.bottom),
            stay: self.stay,
            ..style
        };
        Ok(stdio::console(settings, config.get(&HISTORY), reports)?)
    }

    /// Returns whether someone plays at a terminal, and no program reads the output.
    pub(super) fn is_at_terminal(&self) -> bool {
        stdio::is_terminal() && self.format == Format::Text
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
    let seating = options.seating_with_config(&game, &config::read()?)?;
    if options.session.interactive.restricted
        && seating.bots.iter().flatten().any(|name| seats::is_program(name))
    {
        let hint = "use a built-in bot or human instead";
        return Err(Failure::usage("--restricted does not allow programs as players", hint));
    }
    if options.position.as_deref() == Some("-") {
        let hint = "`-` reads positions from standard input for moves, perft, analyze, solve and draw";
        return Err(Failure::usage("play needs the text of one position", hint));
    }
    seats::check_all(&game, &seating)?;
    let start = positions::read_position(&game, options.position.as_deref())?;
    let seed = session_seed(options.session.seed);
    let mut plan = GamePlan::new(seating, seed);
    plan.record.start = (start != game.start()).then(|| start.to_string());
    plan.record.date = today();
    run_session_with(&SessionStart::Game { game, plan: Box::new(plan) }, &options.session, seed, None)
}

/// Resumes a recorded game. Seats on the command line replace those of the record.
fn resume_record(path: &Path, options: &PlayOptions) -> Result<(), Failure> {
    let record = Disk::default().read_record(path)?;
    let game = record.replay().map_err(records::in_file(path))?.game().clone();
    let seed = session_seed(options.session.seed.or(record.seed));
    let mut plan = GamePlan::from_record(&record, seed);
    plan.record.seed = Some(seed);
    let flags = [("--p1", &options.p1), ("--p2", &options.p2)];
    let given = options.seating(&game, &config::read()?)?;
    let Seating { bots, names } = &mut plan.seating;
    for (index, (flag, wanted)) in flags.into_iter().enumerate() {
        match &bots[index] {
            seat if wanted.is_some() && *seat == given.bots[index] => {}
            _ if wanted.is_some() => {
                bots[index].clone_from(&given.bots[index]);
                names[index].clone_from(&given.names[index]);
            }
            // Records can come from anyone, so they cannot start programs.
            Some(program) if seats::is_program(program) => {
                let program = escape_line(program);
                let problem =
                    format!("the record names the program \"{program}\", but a record cannot start programs");
                let hint =
                    format!("start it with {flag} \"{program}\", or choose another player with {flag}");
                return Err(Failure::data(format!("{}: {problem}", escape_path(path))).hint(hint));
            }
            Some(name) => seats::check(&game, name).map_err(|error| {
                let known = error.known.join(", ");
                Failure::data(format!("{}: {error}", escape_path(path)))
                    .hint(format!("choose another player with {flag}; the bots are {known}"))
            })?,
            None => {}
        }
    }
    seats::check_all(&game, &given)?;
    run_session_with(&SessionStart::Game { game, plan: Box::new(plan) }, &options.session, seed, Some(path))
}

pub(super) fn run_session(start: &SessionStart, session: &SessionOptions) -> Result<(), Failure> {
    run_session_with(start, session, session_seed(session.seed), None)
}

/// Runs a session. `record` is the file that its game comes from, if any.
fn run_session_with(
    start: &SessionStart,
    session: &SessionOptions,
    seed: u64,
    record: Option<&Path>,
) -> Result<(), Failure> {
    if session.interactive.restricted && session.tables.is_given() {
        let hint = "tables are files; leave out one of the two options";
        return Err(Failure::usage("--tables cannot be used with --restricted", hint));
    }
    let config = config::read()?;
    let mut console = session.console(&config)?;
    let tables = session.tables.tables(match session.is_at_terminal() {
        _ if session.interactive.restricted => TableUse::Never,
        true => TableUse::AlwaysWithSmall,
        false => TableUse::TimedOnly,
    });
    let advice_tables = session.tables.tables(TableUse::Never);
    let at_terminal = session.is_at_terminal() && !session.interactive.restricted;
    let folder = if at_terminal { state::open(&mut console)? } else { None };
    let mut files = match (&folder, &session.autosave) {
        _ if session.interactive.restricted => SessionFiles::disabled(),
        (_, Some(path)) => {
            let file = AutosaveFile::lock(&Disk::default(), path)?;
            if !record.is_some_and(|record| is_same_file(record, path)) {
                confirm_replacement(&file, path, at_terminal.then_some(&mut console))?;
            }
            SessionFiles::in_file(file)
        }
        (Some(folder), None) => autosave_in(folder, &mut console)?,
        (None, None) => SessionFiles::manual_only(),
    };
    if !session.interactive.restricted {
        console.settings_mut().keep = Some(config::save_settings);
    }
    if let Some(folder) = &folder {
        files.progress = ExerciseProgress::in_state_dir(&Disk::default(), folder);
        state::keep_games(&mut files, folder, config.get(&FINISHED_GAMES));
    }
    let resume_from = folder.filter(|_| session.autosave.is_none());
    let name = config.get(&NAME).filter(|_| at_terminal);
    let session_settings = SessionSettings {
        seed,
        date: today(),
        files,
        resume_from,
        remote_games: network::unfinished_games,
        now: Some(now()),
        name,
        tables: tables.clone(),
        advice_tables: advice_tables.clone(),
        advice: AssessmentLimits::ADVICE,
    };
    let ended = Shell::new(&mut console, session_settings).run(start);
    report_problems(&[&tables, &advice_tables]);
    match ended? {
        Some(kept) => network::resume(console, session.interactive.clone(), &kept),
        None => Ok(()),
    }
}

/// Checks that the autosave file can be written. A game in it is replaced only if the player at the terminal agrees;
/// through a pipe a finished game is replaced, and an unfinished one is an error. So is any other content.
fn confirm_replacement(
    file: &AutosaveFile,
    path: &Path,
    terminal: Option<&mut Console>,
) -> Result<(), Failure> {
    let shown = escape_path(path);
    let kept = file.game().map_err(|error| match error {
        FileError::Io { .. } => error.into(),
        _ => Failure::data(error)
            .hint("--autosave needs a record of one game, an empty file or a new file name"),
    })?;
    let is_unfinished = kept.as_ref().is_some_and(slot::is_unfinished);
    let Some(record) = kept.filter(|_| is_unfinished || terminal.is_some()) else { return Ok(()) };
    let summary = if terminal.is_some() { names::summary(&record) } else { record.summary() };
    let state = if is_unfinished { "an unfinished" } else { "a finished" };
    let game = escape_line(&format!("{shown}: the file contains {state} game: {summary}"));
    if let Some(console) = terminal {
        console.say(&game)?;
        if ask_in_menu(console, |dialog| dialog.confirm("Replace it?"))? == Some(true) {
            return Ok(());
        }
    }
    let hint = "to resume it, use cygnet play --record FILE --autosave FILE";
    Err(Failure::usage(game, if is_unfinished { hint } else { "name another file with --autosave" }))
}

/// Returns whether both paths lead to one file, which need not exist.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let in_folder = |path: &Path| {
        let path = Path::new(".").join(path);
        Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
    };
    let canonical = |path: &Path| path.canonicalize().ok().or_else(|| in_folder(path));
    canonical(one).is_some_and(|one| Some(one) == canonical(other))
}

/// Saves the game in progress in a slot of `folder`. If that is not possible, says so and plays without.
fn autosave_in(folder: &Path, console: &mut Console) -> Result<SessionFiles, Failure> {
    match SessionFiles::in_slot_dir(&Disk::default(), folder) {
        Ok(files) => Ok(files),
        Err(error) => {
            console.say(&format!("(The game will not be saved: {}: {error}.)", escape_path(folder)))?;
            Ok(SessionFiles::manual_only())
        }
    }
}

/// Returns the seed of a session. At a terminal it is not printed, because `:seed` shows it.
pub(super) fn session_seed(wanted: Option<u64>) -> u64 {
    if stdio::is_terminal() { wanted.unwrap_or_else(GameRng::random_seed) } else { seed_or_fresh(wanted) }
}

/// Returns the seed given, or draws one and prints it on standard error. Standard output is for the results.
pub(super) fn seed_or_fresh(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = GameRng::random_seed();
        stdio::eprint_line(format_args!("seed: {seed}"));
        seed
    })
}
