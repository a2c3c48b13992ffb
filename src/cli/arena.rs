//! `cygnet arena`: its options, and what it does with them.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::console::{ProgressBar, standard};
use crate::engine::bots::Allowance;
use crate::games::{self, AnyGame};
use crate::model::text::escape_path;
use crate::model::{StopSignal, SystemClock};
use crate::play::files;
use crate::tools::answer::Answer;
use crate::tools::arena::{
    self, Collector, Job, MOST_BOTS, MOST_GAMES, MatchError, MatchPlan, MergeError, Opening, RecordFile,
    Schedule, Shard, Sprt, Summary, Tally,
};
use crate::with_game;

use super::play::seed_or_fresh;
use super::questions::note;
use super::{Failure, Format, parse_seconds};

pub(super) const EXAMPLES: &str = "\
Examples:
  cygnet arena uglyduck --p1 minimax:4 --p2 hard --games 1000 --swap --opening 4 --seed 1 --jobs 4
  cygnet arena qawale --p1 expert --p2 easy --nodes 2000 --games 20 --record games.cygnet
  cygnet arena replica --p1 easy --p2 medium --bot hard --games 100
  cygnet arena uglyduck --p1 minimax:3 --p2 minimax:2 --games 20000 --swap --opening 4 --sprt 0 20
  cygnet arena uglyduck --p1 random --p2 hard --games 900 --seed 1 --shard 2/3 --record part2.cygnet
  cygnet arena --merge part1.cygnet part2.cygnet part3.cygnet

The first ^C ends the match and shows what has been played. docs/arena.md explains the table.";

/// The most games at a time.
const MOST_JOBS: u64 = 1024;

#[derive(Debug, Args)]
pub(super) struct ArenaOptions {
    /// The game: `id` or `id:options`
    #[arg(required_unless_present = "merge")]
    game: Option<String>,
    /// The first bot
    #[arg(long, value_name = "BOT", required_unless_present = "merge")]
    p1: Option<String>,
    /// The second bot
    #[arg(long, value_name = "BOT", required_unless_present = "merge")]
    p2: Option<String>,
    /// One more bot (any number of times): each plays each
    #[arg(long = "bot", value_name = "BOT")]
    more: Vec<String>,
    /// The first bot plays all others, and they do not play each other
    #[arg(long)]
    gauntlet: bool,
    /// How many games each two bots play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Play every opening twice, with the sides swapped
    #[arg(long)]
    swap: bool,
    /// Begin with so many random moves, or with the positions of a file, one a line
    #[arg(long, value_name = "PLIES|FILE")]
    opening: Option<String>,
    /// The time for a move, for bots that search
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// The positions to look at for a move, for bots that count them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The plies to look ahead, at most, for bots that search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// How many games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_JOBS))]
    jobs: u64,
    /// The seed of all chance; a random one is drawn and printed otherwise
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write all games into this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The form of the answer; JSON is an object a game and a summary, one a line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// End as soon as the results speak for an Elo difference of ELO0 or ELO1 between two bots
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with_all = ["more", "shard"])]
    sprt: Option<Vec<f64>>,
    /// Play only the I-th of N parts of the match
    #[arg(long, value_name = "I/N", requires_all = ["record", "seed"], value_parser = Shard::read)]
    shard: Option<Shard>,
    /// Join the records of all parts of a match: show its table, and write its games with --record
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "game", "p1", "p2", "more", "gauntlet", "games", "swap", "opening", "time", "nodes", "depth", "jobs", "seed", "sprt", "shard",
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

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        Failure::data(error)
    }
}

/// Plays a match, or joins the parts of one.
pub(super) fn run(options: &ArenaOptions) -> Result<(), Failure> {
    if options.merge.is_empty() { play(options) } else { merge(options) }
}

fn play(options: &ArenaOptions) -> Result<(), Failure> {
    let game = games::open(options.game.as_deref().unwrap_or_default())?;
    let positions = positions(options)?;
    let plan = plan(options, &game, &positions)?;
    let test = test(options)?;
    let schedule = Schedule::new(&plan);
    let shard = options.shard.unwrap_or(Shard::WHOLE);
    let stop = StopSignal::new();
    let clock = SystemClock::new();
    let job = Job {
        plan: &plan,
        schedule: &schedule,
        positions: &positions,
        numbers: schedule.part(shard),
        jobs: usize::try_from(options.jobs).unwrap_or(1),
        record: options.record.is_some(),
        clock: &clock,
        stop: &stop,
    };
    let wanted = job.numbers.end - job.numbers.start;
    // Nothing is written for a match that cannot be played.
    let none = Job { numbers: 0..0, ..job };
    with_game!(&game, game => arena::play_match(game, &none, &mut |_| ControlFlow::Continue(())))?;
    let interruption = standard::interruption(&stop)?;
    let record = options.record.as_deref().map(|path| create(path, &plan, shard)).transpose()?;
    let mut out = standard::output();
    let mut progress = ProgressBar::new(wanted, "games");
    let mut show = |tally: &Tally| progress.show(tally.games(), || message(tally));
    let lines = (options.format == Format::Json).then_some(&mut *out as &mut dyn io::Write);
    let mut collector =
        Collector::new(&plan, &mut show).with_test(test).with_record(record).with_lines(lines);
    let contested =
        with_game!(&game, game => arena::play_match(game, &job, &mut |played| collector.add(&played)));
    let results = collector.finish();
    progress.finish();
    if let Some(shortage) = contested? {
        note(shortage);
    }
    let summary_of = results?;
    write_summary(&Summary::new(&plan, &summary_of, wanted), options.format, out)?;
    Failure::check(&interruption)
}

fn merge(options: &ArenaOptions) -> Result<(), Failure> {
    let parts = arena::merge(&options.merge)?;
    let plan = parts.plan().clone();
    let record = options.record.as_deref().map(|path| create(path, &plan, Shard::WHOLE)).transpose()?;
    let wanted = Schedule::new(&plan).games();
    let mut out = standard::output();
    let mut nothing = |_: &Tally| {};
    let mut collector = Collector::new(&plan, &mut nothing).with_record(record);
    if options.format == Format::Json {
        collector = collector.with_lines(Some(&mut *out));
    }
    let spent = parts.read(&mut |played| collector.add(played))?;
    spent.iter().enumerate().for_each(|(bot, usage)| collector.add_usage(bot, usage));
    let results = collector.finish()?;
    write_summary(&Summary::new(&plan, &results, wanted), options.format, out)
}

fn write_summary(summary: &Summary<'_>, format: Format, mut out: impl io::Write) -> Result<(), Failure> {
    summary.write(format, &mut out)?;
    Ok(out.flush()?)
}

/// Wins, draws and losses of the bots so far.
fn message(tally: &Tally) -> String {
    let pairings = tally.pairings.iter().take(3).map(|pairing| {
        let [won, drawn, lost] = pairing.counts();
        format!("+{won} ={drawn} -{lost}")
    });
    pairings.collect::<Vec<_>>().join(", ")
}

fn create(path: &Path, plan: &MatchPlan, shard: Shard) -> Result<RecordFile, Failure> {
    RecordFile::create(path, plan, shard)
        .map_err(|error| Failure::data(format!("{}: {error}", escape_path(path))))
}

/// The positions of an opening file; none if the opening is something else.
fn positions(options: &ArenaOptions) -> Result<Vec<String>, Failure> {
    let Some(file) = options.opening.as_ref().filter(|opening| opening.parse::<u32>().is_err()) else {
        return Ok(Vec::new());
    };
    let text = files::read(Path::new(file))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions: Vec<String> = lines.map(ToOwned::to_owned).collect();
    if positions.is_empty() {
        Err(Failure::data(format!("{}: there is no position here", escape_path(Path::new(file)))))
    } else {
        Ok(positions)
    }
}

fn plan(options: &ArenaOptions, game: &AnyGame, positions: &[String]) -> Result<MatchPlan, Failure> {
    if options.swap && !options.games.is_multiple_of(2) {
        return Err(Failure::usage(
            "with --swap the number of games is even",
            format!("--games {} or --games {}", options.games - 1, options.games + 1),
        ));
    }
    let opening = match options.opening.as_ref().map(|opening| opening.parse()) {
        None | Some(Ok(0)) => Opening::Usual,
        Some(Ok(plies)) => Opening::Plies(plies),
        Some(Err(_)) => Opening::at(positions),
    };
    let bots = options.p1.iter().chain(&options.p2).chain(&options.more);
    if bots.clone().count() > MOST_BOTS {
        let hint = "several matches, in which one bot plays again, compare more".to_owned();
        return Err(Failure::usage(format!("a match has at most {MOST_BOTS} bots"), hint));
    }
    Ok(MatchPlan {
        game: game.name(),
        bots: bots.map(|name| name.trim().to_owned()).collect(),
        gauntlet: options.gauntlet,
        games: options.games,
        swap: options.swap,
        opening,
        allowance: Allowance { time: options.time, nodes: options.nodes, depth: options.depth },
        seed: seed_or_fresh(options.seed),
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
