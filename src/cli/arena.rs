//! `cygnet arena`.

mod options;

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use options::{check_anchor, plan, positions, test};

use crate::arena::{
    self, Collector, Hypothesis, Job, MatchError, MatchPlan, MatchResults, MatchSummary, Opening, PlayedGame,
    RecordFile, Schedule, Shard, Tally,
};
use crate::console::{ProgressBar, stdio};
use crate::games::{self, AnyGame, AnyPosition};
use crate::model::SystemClock;
use crate::model::text::escape_path;
use crate::players::external::EngineLog;
use crate::players::seats::is_program;
use crate::show::output::CommandOutput;
use crate::store::FileError;
use crate::tables::TableUse;

use super::play::{is_same_file, seed_or_fresh};
use super::{Failure, Format, note, report_problems, today};

pub(super) use options::ArenaOptions;

pub(super) const EXAMPLES: &str = "\
Examples:
  cygnet arena uglyduck --p1 minimax:4 --p2 hard --games 1000 --swap --opening 4 --seed 1 --jobs 4
  cygnet arena qawale --p1 expert --p2 easy --nodes 2000 --games 20 --out games.cygnet
  cygnet arena replica --p1 easy --p2 medium --bot hard --games 100
  cygnet arena uglyduck --p1 minimax:3 --p2 minimax:2 --games 20000 --swap --opening 4 --sprt 0 20
  cygnet arena uglyduck --p1 'ugi:./new uglyduck' --p2 'ugi:./old uglyduck' --swap --tc 10+0.1
  cygnet arena uglyduck --p1 @new --p2 @old       engines that the configuration file names
  cygnet arena uglyduck --p1 random --p2 hard --games 900 --seed 1 --shard 2/3 --out part2.cygnet
  cygnet arena --merge part1.cygnet part2.cygnet part3.cygnet
  cygnet arena --resume games.cygnet

Ctrl-C ends the match and shows the results so far.";

const RESUME_HINT: &str = "to continue the match, run its command with --resume instead of --out";

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match &error {
            MatchError::Bot(bot) => Failure::seat(bot, "the bots are "),
            MatchError::NoOpening(_) => Failure::usage(&error, "use a smaller number for --opening"),
        }
    }
}

/// Plays a match, resumes one, or merges the parts of one.
pub(super) fn run(options: &ArenaOptions) -> Result<(), Failure> {
    if !options.merge.is_empty() {
        return merge(options);
    }
    match (&options.game, &options.resume) {
        (None, Some(file)) => resume(options, file),
        (name, _) => {
            let game = games::open(name.as_deref().unwrap_or_default())?;
            let seed = seed(options)?;
            let (texts, positions): (Vec<_>, Vec<_>) = positions(options, &game, seed)?.into_iter().unzip();
            let plan = plan(options, &game, &texts, seed)?;
            play(options, game, &plan, options.shard.unwrap_or(Shard::WHOLE), &positions)
        }
    }
}

/// Resumes the match recorded in a file.
fn resume(options: &ArenaOptions, file: &Path) -> Result<(), Failure> {
    let (plan, shard) = arena::read_match_header(file)?;
    if options.sprt.is_some() && (plan.bots.len() > 2 || shard != Shard::WHOLE) {
        let wrong = "--sprt needs a whole match between two bots";
        return Err(Failure::usage(wrong, "leave out --sprt"));
    }
    let program = plan.bots.iter().find(|bot| is_program(bot));
    if options.tables.is_given() && !plan.tables {
        return Err(Failure::usage("the match is played without tables", "leave out --tables"));
    }
    let missing = match (program, &plan.opening) {
        (Some(program), _) => {
            format!("a program plays in this match, and a record cannot start programs: {program}")
        }
        (None, Opening::Positions { .. }) => "the match needs the file of its opening positions".to_owned(),
        _ => {
            let game = games::open(&plan.game).map_err(|error| in_file(file, error))?;
            return play(options, game, &plan, shard, &[]);
        }
    };
    Err(Failure::usage(missing, RESUME_HINT))
}

/// Returns an error about what is wrong in the record of a match.
fn in_file(file: &Path, problem: impl Display) -> Failure {
    Failure::data(format!("{}: {problem}", escape_path(file)))
}

/// Returns the seed given, that of the resumed match, or a random one.
fn seed(options: &ArenaOptions) -> Result<u64, Failure> {
    let kept = options.resume.as_deref().filter(|_| options.seed.is_none());
    let kept = kept.filter(|file| fs::metadata(file).is_ok_and(|there| there.len() > 0));
    match kept {
        Some(file) => Ok(arena::read_match_header(file)?.0.seed),
        None => Ok(seed_or_fresh(options.seed)),
    }
}

fn play(
    options: &ArenaOptions,
    game: AnyGame,
    plan: &MatchPlan,
    shard: Shard,
    positions: &[AnyPosition],
) -> Result<(), Failure> {
    let test = test(options)?;
    check_anchor(options, plan)?;
    let tables = options.tables.tables(if plan.tables { TableUse::Always } else { TableUse::Never });
    let game = &tables.attach(game);
    let schedule = Schedule::new(plan);
    let clock = SystemClock::new();
    let numbers = schedule.part(shard);
    let wanted = numbers.end - numbers.start;
    // Write nothing if the match cannot be played.
    arena::check(game, plan).map_err(|error| match &options.resume {
        Some(file) if options.game.is_none() => in_file(file, error),
        _ => error.into(),
    })?;
    let log = open_log(options)?;
    let signals = stdio::task_signals()?;
    let mut out = stdio::stdout();
    let progress = ProgressBar::new(wanted, "games");
    let mut show = |tally: &Tally| progress.show(tally.games(), || progress_message(tally));
    let lines = (options.format == Format::Json).then_some(&mut *out as &mut (dyn io::Write + Send));
    let mut collector = Collector::new(plan, test, lines, &mut show);
    let mut kept = 0;
    if let Some(path) = &options.out {
        stdio::check_not_stdout(path)?;
        let record = RecordFile::create(path, plan, shard, &clock).map_err(|error| match error {
            FileError::Exists(_) => Failure::data(error).hint(RESUME_HINT),
            _ => error.into(),
        });
        collector.record = Some(record?);
    } else if let Some(path) = &options.resume {
        let on_kept_game = &mut |played: &PlayedGame| collector.add_previous(played);
        stdio::check_not_stdout(path)?;
        let record = RecordFile::resume(path, (plan, shard), positions, &clock, on_kept_game)?;
        kept = record.games();
        note(format_args!("{kept} of {wanted} games are in {}", escape_path(path)));
        collector.record = Some(record);
    }
    let missing = if collector.is_done() { 0..0 } else { numbers.start + kept..numbers.end };
    let job = Job {
        plan,
        schedule: &schedule,
        positions,
        numbers: missing,
        jobs: usize::try_from(options.jobs).unwrap_or(1),
        record: options.out.is_some() || options.resume.is_some(),
        restart: options.restart,
        date: today(),
        log: log.as_ref(),
        clock: &clock,
        stop: &signals.interrupt,
    };
    let shortage = arena::play_match(game, &job, &mut |played| collector.add(&played));
    let results = collector.finish();
    progress.finish();
    if let Some(shortage) = shortage {
        note(shortage);
    }
    if let Some(failure) = log.and_then(|log| log.failure()) {
        note(format_args!("the log is incomplete: {failure}"));
    }
    report_problems(&[&tables]);
    let hint = format!("the file may lack the last games; {RESUME_HINT}");
    let code = write_summary(options, plan, &results?, wanted, out, Some(&hint))?;
    Failure::check_interruption(&signals)?;
    end_with(code)
}

/// Opens the log, which must not be the record.
fn open_log(options: &ArenaOptions) -> Result<Option<Arc<EngineLog>>, Failure> {
    let Some(path) = &options.log else { return Ok(None) };
    let hint = "name another file with --log";
    if options.out.iter().chain(&options.resume).any(|record| is_same_file(path, record)) {
        return Err(Failure::usage("the log and the record are one file", hint));
    }
    let log = EngineLog::open(path).map_err(|error| match error {
        FileError::Content(_) => Failure::data(error).hint(hint),
        error => error.into(),
    });
    Ok(Some(log?))
}

fn merge(options: &ArenaOptions) -> Result<(), Failure> {
    let parts = arena::merge(&options.merge)?;
    let plan = parts.plan.clone();
    check_anchor(options, &plan)?;
    let clock = SystemClock::new();
    let wanted = Schedule::new(&plan).games();
    let mut out = stdio::stdout();
    let mut nothing = |_: &Tally| {};
    let lines = (options.format == Format::Json).then_some(&mut *out as &mut (dyn io::Write + Send));
    let mut collector = Collector::new(&plan, None, lines, &mut nothing);
    if let Some(path) = &options.out {
        stdio::check_not_stdout(path)?;
        collector.record = Some(RecordFile::create_whole(path, &plan, &clock)?);
    }
    let unwritten = options.out.as_deref().map(|path| format!("{} was not written", escape_path(path)));
    let read = parts.read(&mut |played| collector.add(played));
    read.map_err(|error| Failure { hint: unwritten.clone(), ..Failure::data(error) })?;
    let results = collector.finish()?;
    end_with(write_summary(options, &plan, &results, wanted, out, unwritten.as_deref())?)
}

/// Shows the summary, then reports an incomplete record as an error with `hint`. Returns the exit code for scripts.
fn write_summary(
    options: &ArenaOptions,
    plan: &MatchPlan,
    results: &MatchResults,
    wanted: u64,
    mut out: impl io::Write,
    hint: Option<&str>,
) -> Result<u8, Failure> {
    let summary = MatchSummary::new(plan, results, wanted, options.anchor.as_ref());
    let shown = summary.write(options.format, &mut out).and_then(|()| out.flush());
    if let Some(failure) = &results.record_error {
        return Err(Failure { hint: hint.map(ToOwned::to_owned), ..Failure::data(failure) });
    }
    shown?;
    Ok(if options.exit_code { exit_code(&summary) } else { 0 })
}

/// Returns the exit code of `--exit-code`.
fn exit_code(summary: &MatchSummary) -> u8 {
    match summary.sprt.as_ref().map(|test| test.accepted) {
        _ if summary.bots.iter().any(|bot| bot.forfeits > 0) => 12,
        None | Some(Some(Hypothesis::H1)) => 0,
        Some(Some(Hypothesis::H0)) => 10,
        Some(None) => 11,
    }
}

fn end_with(code: u8) -> Result<(), Failure> {
    if code == 0 { Ok(()) } else { Err(Failure::silent(code)) }
}

/// Formats the wins, draws and losses so far.
fn progress_message(tally: &Tally) -> String {
    let pairings = tally.pairings.iter().take(3).map(|pairing| {
        let [won, drawn, lost] = pairing.counts();
        format!("+{won} ={drawn} -{lost}")
    });
    pairings.collect::<Vec<_>>().join(", ")
}
