//! `cygnet arena`: its options, and what it does with them.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::console::{ProgressBar, standard};
use crate::engine::bots::Allowance;
use crate::games::{self, AnyGame};
use crate::model::text::escape_path;
use crate::model::{Chance, StopSignal, SystemClock};
use crate::play::files::{self, FileError};
use crate::play::seats::is_program;
use crate::tools::answer::Answer;
use crate::tools::arena::{
    self, Collector, Job, LONGEST_OPENING, MOST_BOTS, MOST_GAMES, MatchError, MatchPlan, MatchResults,
    Opening, PartError, PlayedGame, RecordFile, ResumeError, Schedule, Shard, Sprt, Summary, Tally,
};
use crate::with_game;

use super::play::seed_or_fresh;
use super::questions::note;
use super::tables::{TablesOption, Usual, tell_problems};
use super::{Failure, Format, parse_seconds};

pub(super) const EXAMPLES: &str = "\
Examples:
  cygnet arena uglyduck --p1 minimax:4 --p2 hard --games 1000 --swap --opening 4 --seed 1 --jobs 4
  cygnet arena qawale --p1 expert --p2 easy --nodes 2000 --games 20 --record games.cygnet
  cygnet arena replica --p1 easy --p2 medium --bot hard --games 100
  cygnet arena uglyduck --p1 minimax:3 --p2 minimax:2 --games 20000 --swap --opening 4 --sprt 0 20
  cygnet arena uglyduck --p1 random --p2 hard --games 900 --seed 1 --shard 2/3 --record part2.cygnet
  cygnet arena --merge part1.cygnet part2.cygnet part3.cygnet
  cygnet arena --resume games.cygnet

The first ^C ends the match and shows what has been played. docs/arena.md explains the table.";

const GO_ON: &str = "the match goes on by its command with --resume in the place of --record";
/// The stream of chance that the games of a match never reach.
const ORDER_OF_OPENINGS: u64 = u64::MAX;
/// The most games at a time.
const MOST_JOBS: u64 = 1024;

#[derive(Debug, Args)]
pub(super) struct ArenaOptions {
    /// The game: `id` or `id:options`
    #[arg(required_unless_present_any = ["merge", "resume"], requires_all = ["p1", "p2"])]
    game: Option<String>,
    /// The first bot
    #[arg(long, value_name = "BOT", requires = "game")]
    p1: Option<String>,
    /// The second bot
    #[arg(long, value_name = "BOT", requires = "game")]
    p2: Option<String>,
    /// One more bot (any number of times): each plays each
    #[arg(long = "bot", value_name = "BOT", requires = "game")]
    more: Vec<String>,
    /// What tables call a bot: once for the first, again for the next, and so on
    #[arg(long = "name", value_name = "NAME", requires = "game")]
    names: Vec<String>,
    /// The first bot plays all others, and they do not play each other
    #[arg(long, requires = "game")]
    gauntlet: bool,
    /// How many games each two bots play
    #[arg(long, value_name = "N", default_value_t = 100, requires = "game", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Play every opening twice, with the sides swapped
    #[arg(long, requires = "game")]
    swap: bool,
    /// Begin with so many random moves, or with the positions of a file, one a line
    #[arg(long, value_name = "PLIES|FILE", requires = "game")]
    opening: Option<String>,
    /// Take the positions of the file in a random order, drawn from the seed
    #[arg(long, requires = "opening")]
    shuffle: bool,
    /// The time for a move, for bots that search
    #[arg(long, value_name = "SECONDS", requires = "game", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// The positions to look at for a move, for bots that count them
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The plies to look ahead, at most, for bots that search
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    #[command(flatten)]
    tables: TablesOption,
    /// How many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_JOBS))]
    jobs: u64,
    /// The seed of all chance; a random one is drawn and printed otherwise
    #[arg(long, value_name = "N", requires = "game")]
    seed: Option<u64>,
    /// Write all games into this new file
    #[arg(long, value_name = "FILE", group = "written")]
    record: Option<PathBuf>,
    /// Go on with the match in this file: play what is missing there. Alone, or with the options of the match
    #[arg(long, value_name = "FILE", group = "written")]
    resume: Option<PathBuf>,
    /// The form of the answer; JSON is an object a game and a summary, one a line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// End as soon as the results speak for an Elo difference of ELO0 or ELO1 between two bots
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with_all = ["more", "shard"])]
    sprt: Option<Vec<f64>>,
    /// Play only the I-th of N parts of the match
    #[arg(long, value_name = "I/N", requires_all = ["written", "seed"], value_parser = Shard::read)]
    shard: Option<Shard>,
    /// Join the records of all parts of a match: show its table, and write its games with --record
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "game", "p1", "p2", "more", "names", "gauntlet", "games", "swap", "opening", "shuffle", "time", "nodes", "depth", "tables", "jobs", "seed", "sprt", "shard", "resume",
    ])]
    merge: Vec<PathBuf>,
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match &error {
            MatchError::Bot(bot) => Failure::usage(bot, format!("the bots are {}", bot.known.join(", "))),
            MatchError::TooLong(_) => Failure::usage(&error, "--opening takes a smaller number".to_owned()),
            _ => Failure::data(error),
        }
    }
}

impl From<PartError> for Failure {
    fn from(error: PartError) -> Self {
        Failure::data(error)
    }
}

impl From<ResumeError> for Failure {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::File(error) => error.into(),
            _ => Failure::data(error),
        }
    }
}

/// Plays a match, goes on with one, or joins the parts of one.
pub(super) fn run(options: &ArenaOptions) -> Result<(), Failure> {
    if !options.merge.is_empty() {
        return merge(options);
    }
    match (&options.game, &options.resume) {
        (None, Some(file)) => resume(options, file),
        (name, _) => {
            let game = games::open(name.as_deref().unwrap_or_default())?;
            let seed = seed(options)?;
            let positions = positions(options, seed)?;
            let plan = plan(options, &game, &positions, seed)?;
            play(options, &game, &plan, options.shard.unwrap_or(Shard::WHOLE), &positions)
        }
    }
}

/// Goes on with the match that a file names.
fn resume(options: &ArenaOptions, file: &Path) -> Result<(), Failure> {
    let (plan, shard) = arena::match_in(file)?;
    if options.sprt.is_some() && (plan.bots.len() > 2 || shard != Shard::WHOLE) {
        let hint = "leave --sprt out".to_owned();
        return Err(Failure::usage("a test is of a whole match between two bots, and this is none", hint));
    }
    let program = plan.bots.iter().find(|bot| is_program(bot));
    if options.tables.is_given() && !plan.tables {
        return Err(Failure::usage("the match is without tables", "leave --tables out".to_owned()));
    }
    let missing = match (program, &plan.opening) {
        (Some(program), _) => format!("the match needs a program, which no file may start: {program}"),
        (None, Opening::Positions { .. }) => "the match needs the file of its opening positions".to_owned(),
        _ => return play(options, &games::open(&plan.game)?, &plan, shard, &[]),
    };
    Err(Failure::usage(missing, GO_ON.to_owned()))
}

/// The seed asked for, or that of the match that goes on, or a fresh one.
fn seed(options: &ArenaOptions) -> Result<u64, Failure> {
    let kept = options.resume.as_deref().filter(|_| options.seed.is_none());
    let kept = kept.filter(|file| fs::metadata(file).is_ok_and(|there| there.len() > 0));
    match kept {
        Some(file) => Ok(arena::match_in(file)?.0.seed),
        None => Ok(seed_or_fresh(options.seed)),
    }
}

fn play(
    options: &ArenaOptions,
    game: &AnyGame,
    plan: &MatchPlan,
    shard: Shard,
    positions: &[String],
) -> Result<(), Failure> {
    let test = test(options)?;
    options.tables.apply(if plan.tables { Usual::All } else { Usual::None });
    let schedule = Schedule::new(plan);
    let stop = StopSignal::new();
    let clock = SystemClock::new();
    let numbers = schedule.part(shard);
    let wanted = numbers.end - numbers.start;
    let job = Job {
        plan,
        schedule: &schedule,
        positions,
        numbers: 0..0,
        jobs: usize::try_from(options.jobs).unwrap_or(1),
        record: options.record.is_some() || options.resume.is_some(),
        clock: &clock,
        stop: &stop,
    };
    // Nothing is written for a match that cannot be played.
    with_game!(game, game => arena::play_match(game, &job, &mut |_| ControlFlow::Continue(())))?;
    let interruption = standard::interruption(&stop)?;
    let mut out = standard::output();
    let mut progress = ProgressBar::new(wanted, "games");
    let mut show = |tally: &Tally| progress.show(tally.games(), || message(tally));
    let lines = (options.format == Format::Json).then_some(&mut *out as &mut dyn io::Write);
    let mut collector = Collector::new(plan, &mut show).with_test(test).with_lines(lines);
    let mut kept = 0;
    if let Some(path) = &options.record {
        collector.record_in(begin(path, plan, shard, &clock)?);
    } else if let Some(path) = &options.resume {
        let keep = &mut |played: &PlayedGame| collector.keep(played);
        let record = RecordFile::resume(path, (plan, shard), positions, &clock, keep)?;
        kept = record.games();
        note(format_args!("{kept} of {wanted} games are in {}", escape_path(path)));
        collector.record_in(record);
    }
    let missing = if collector.is_done() { 0..0 } else { numbers.start + kept..numbers.end };
    let job = Job { numbers: missing, ..job };
    let contested =
        with_game!(game, game => arena::play_match(game, &job, &mut |played| collector.add(&played)));
    let results = collector.finish();
    progress.finish();
    if let Some(shortage) = contested? {
        note(shortage);
    }
    tell_problems();
    conclude(plan, &results?, wanted, options.format, out, Some(GO_ON))?;
    Failure::check(&interruption)
}

fn begin<'a>(
    path: &Path,
    plan: &MatchPlan,
    shard: Shard,
    clock: &'a SystemClock,
) -> Result<RecordFile<'a>, Failure> {
    RecordFile::create(path, plan, shard, clock).map_err(|error| match error {
        FileError::Exists { .. } => Failure { hint: Some(GO_ON.to_owned()), ..Failure::data(error) },
        _ => error.into(),
    })
}

fn merge(options: &ArenaOptions) -> Result<(), Failure> {
    let parts = arena::merge(&options.merge)?;
    let plan = parts.plan().clone();
    let clock = SystemClock::new();
    let wanted = Schedule::new(&plan).games();
    let mut out = standard::output();
    let mut nothing = |_: &Tally| {};
    let lines = (options.format == Format::Json).then_some(&mut *out as &mut dyn io::Write);
    let mut collector = Collector::new(&plan, &mut nothing).with_lines(lines);
    if let Some(path) = &options.record {
        collector.record_in(RecordFile::create_whole(path, &plan, &clock)?);
    }
    let unwritten = options.record.as_deref().map(|path| format!("{} was not written", escape_path(path)));
    let read = parts.read(&mut |played| collector.add(played));
    read.map_err(|error| Failure { hint: unwritten.clone(), ..error.into() })?;
    let results = collector.finish()?;
    conclude(&plan, &results, wanted, options.format, out, unwritten.as_deref())
}

/// Shows the summary, and then tells what has become of the record, with `hint` if it is not whole.
fn conclude(
    plan: &MatchPlan,
    results: &MatchResults,
    wanted: u64,
    format: Format,
    mut out: impl io::Write,
    hint: Option<&str>,
) -> Result<(), Failure> {
    let shown = Summary::new(plan, results, wanted).write(format, &mut out).and_then(|()| out.flush());
    if let Some(failure) = &results.record_failure {
        return Err(Failure { hint: hint.map(ToOwned::to_owned), ..Failure::data(failure) });
    }
    Ok(shown?)
}

/// Wins, draws and losses of the bots so far.
fn message(tally: &Tally) -> String {
    let pairings = tally.pairings.iter().take(3).map(|pairing| {
        let [won, drawn, lost] = pairing.counts();
        format!("+{won} ={drawn} -{lost}")
    });
    pairings.collect::<Vec<_>>().join(", ")
}

/// The positions of an opening file; none if the opening is something else.
fn positions(options: &ArenaOptions, seed: u64) -> Result<Vec<String>, Failure> {
    let Some(file) = options.opening.as_ref().filter(|opening| opening.parse::<u32>().is_err()) else {
        return Ok(Vec::new());
    };
    let text = files::read(Path::new(file))?;
    // A position may begin with the letter of a comment, but has no blank after it.
    let is_position = |line: &&str| !line.is_empty() && *line != "#" && !line.starts_with("# ");
    let lines = text.lines().map(str::trim).filter(is_position);
    let mut positions: Vec<String> = lines.map(ToOwned::to_owned).collect();
    if options.shuffle {
        Chance::for_stream(seed, ORDER_OF_OPENINGS).shuffle(&mut positions);
    }
    if positions.is_empty() {
        Err(Failure::data(format!("{}: there is no position here", escape_path(Path::new(file)))))
    } else {
        Ok(positions)
    }
}

fn plan(
    options: &ArenaOptions,
    game: &AnyGame,
    positions: &[String],
    seed: u64,
) -> Result<MatchPlan, Failure> {
    if options.swap && !options.games.is_multiple_of(2) {
        return Err(Failure::usage(
            "with --swap the number of games is even",
            format!("--games {} or --games {}", options.games - 1, options.games + 1),
        ));
    }
    let opening = match options.opening.as_ref().map(|opening| opening.parse()) {
        None | Some(Ok(0)) => Opening::Usual,
        Some(Ok(plies)) if plies > LONGEST_OPENING => return Err(MatchError::TooLong(plies).into()),
        Some(Ok(plies)) => Opening::Plies(plies),
        Some(Err(_)) => Opening::at(positions),
    };
    let bots = options.p1.iter().chain(&options.p2).chain(&options.more);
    if bots.clone().count() > MOST_BOTS {
        let hint = "several matches, in which one bot plays again, compare more".to_owned();
        return Err(Failure::usage(format!("a match has at most {MOST_BOTS} bots"), hint));
    }
    let names: Vec<String> = options.names.iter().map(|name| name.trim().to_owned()).collect();
    let are_apart =
        names.iter().enumerate().all(|(index, name)| !name.is_empty() && !names[..index].contains(name));
    if !are_apart || names.len() > bots.clone().count() {
        let hint = "--name A --name B calls the first two bots A and B".to_owned();
        return Err(Failure::usage("each name is that of one bot, in the order of the bots", hint));
    }
    Ok(MatchPlan {
        game: game.name(),
        bots: bots.map(|name| name.trim().to_owned()).collect(),
        names,
        gauntlet: options.gauntlet,
        games: options.games,
        swap: options.swap,
        opening,
        allowance: Allowance { time: options.time, nodes: options.nodes, depth: options.depth },
        tables: options.tables.is_given(),
        seed,
    })
}

fn test(options: &ArenaOptions) -> Result<Option<Sprt>, Failure> {
    match options.sprt.as_deref() {
        None => Ok(None),
        Some(&[elo0, elo1]) if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 => {
            Ok(Some(Sprt { elo0, elo1 }))
        }
        Some(_) => Err(Failure::usage(
            "--sprt takes two Elo differences, the smaller one first, from -1000 to 1000",
            "--sprt 0 10 asks whether the first bot is stronger by 10 rather than by 0".to_owned(),
        )),
    }
}
