//! The options of `cygnet arena`, and the match plan they describe.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::arena::{
    AdjudicationRules, DrawRule, MAX_BOTS, MAX_GAMES, MAX_OPENING_PLIES, MatchClock, MatchError, MatchPlan,
    MoveLimits, NoteKind, Opening, ResignRule, Shard, Sprt,
};
use crate::cli::engines::Engine;
use crate::cli::tables::TablesOption;
use crate::cli::{Failure, Format, config, parse_seconds, path_to_write};
use crate::games::{AnyGame, AnyPosition};
use crate::lines::has_position;
use crate::model::text::escape_path;
use crate::model::{Game as _, GameRng, Position as _};
use crate::players::seats::canonical_name;
use crate::show::positions::position_after;
use crate::store::files;
use crate::words::TimeControl;

/// A random stream that no game of a match uses.
const OPENING_SHUFFLE_STREAM: u64 = u64::MAX;
/// The maximum number of games played at the same time.
const MAX_JOBS: u64 = 1024;
/// By how many milliseconds a bot can exceed its time by default.
const DEFAULT_MARGIN_MS: u64 = 50;
/// The maximum of that time margin.
const MAX_MARGIN_MS: u64 = 60_000;

#[derive(Debug, Args)]
pub(in crate::cli) struct ArenaOptions {
    /// The game: `id` or `id:options`
    #[arg(required_unless_present_any = ["merge", "resume"], requires_all = ["p1", "p2"])]
    pub(super) game: Option<String>,
    /// The first bot: its name (in every game easy, random, greedy, minimax:4, expert and level:1 to level:10),
    /// ugi:COMMAND for a program, or @NAME for an engine in the configuration file
    #[arg(long, value_name = "BOT", requires = "game")]
    pub(super) p1: Option<String>,
    /// The second bot, in the same form
    #[arg(long, value_name = "BOT", requires = "game")]
    pub(super) p2: Option<String>,
    /// Another bot; repeatable. Every bot plays every other
    #[arg(long = "bot", value_name = "BOT", requires = "game")]
    pub(super) more: Vec<String>,
    /// A name to show for a bot; repeatable, in the order of the bots
    #[arg(long = "name", value_name = "NAME", requires = "game")]
    pub(super) names: Vec<String>,
    /// Pair only the first bot with each of the others
    #[arg(long, requires = "game")]
    pub(super) gauntlet: bool,
    /// The number of games that each pair of bots plays
    #[arg(long, value_name = "N", default_value_t = 100, requires = "game", value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    pub(super) games: u64,
    /// Play every opening twice, swapping sides
    #[arg(long, requires = "game")]
    pub(super) swap: bool,
    /// Start from this number of random moves, or from the positions or moves in a file, one opening per line
    #[arg(long, value_name = "PLIES|FILE", requires = "game")]
    pub(super) opening: Option<String>,
    /// Shuffle the positions of the file, using the seed
    #[arg(long, requires = "opening")]
    pub(super) shuffle: bool,
    /// The time per move, for bots that search
    #[arg(long, value_name = "SECONDS", requires = "game", value_parser = parse_seconds)]
    pub(super) time: Option<Duration>,
    /// A clock for each game: BASE seconds, plus INC seconds per move. A bot that runs out of time loses. Repeatable:
    /// one for each bot, in their order
    #[arg(long, value_name = "BASE[+INC]", requires = "game", conflicts_with = "time", value_parser = TimeControl::in_seconds)]
    pub(super) tc: Vec<TimeControl>,
    /// By how many milliseconds a bot can exceed its time [default: 50]
    #[arg(long, value_name = "MS", requires = "game", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(..=MAX_MARGIN_MS))]
    pub(super) timemargin: Option<u64>,
    /// The number of positions to search per move, for bots that count them
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// The maximum search depth in plies, for bots that search
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,
    /// End a game when a bot reports a proven result that the arena can confirm
    #[arg(long, requires = "game")]
    pub(super) adjudicate: bool,
    /// A bot loses when it evaluates its position at -SCORE hundredths of a piece or worse for MOVES
    /// consecutive moves with a score
    #[arg(long, value_name = "MOVES:SCORE", requires = "game", value_parser = ResignRule::parse)]
    pub(super) resign: Option<ResignRule>,
    /// After PLIES plies, a game is drawn when both bots evaluate it as even, to within SCORE hundredths of
    /// a piece, for MOVES consecutive moves with a score each
    #[arg(long, value_name = "PLIES:MOVES:SCORE", requires = "game", value_parser = DrawRule::parse)]
    pub(super) draw: Option<DrawRule>,
    /// End a game as a draw after N plies
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) maxplies: Option<u32>,
    /// What to note about each move in the record
    #[arg(long, value_name = "WHAT", requires_all = ["game", "written"], value_enum, value_delimiter = ',')]
    pub(super) notes: Vec<NoteKind>,
    /// Restart programs for each game
    #[arg(long, requires = "game")]
    pub(super) restart: bool,
    /// Append the messages to and from programs to this file
    #[arg(long, value_name = "FILE", requires = "game", value_parser = path_to_write())]
    pub(super) log: Option<PathBuf>,
    #[command(flatten)]
    pub(super) tables: TablesOption,
    /// How many games to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MAX_JOBS))]
    pub(super) jobs: u64,
    /// The random seed; if not given, one is drawn and printed
    #[arg(long, value_name = "N", requires = "game")]
    pub(super) seed: Option<u64>,
    /// Write all games to this new file
    #[arg(long, alias = "record", value_name = "FILE", group = "written", value_parser = path_to_write())]
    pub(super) out: Option<PathBuf>,
    /// Resume the match in this file: play the missing games. Use it alone or with the options of the match
    #[arg(long, value_name = "FILE", group = "written", value_parser = path_to_write())]
    pub(super) resume: Option<PathBuf>,
    /// Output format; JSON is one object per line, one for each game and one for the summary
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
    /// With more than two bots, fix the rating of one of them; by default the mean rating is 0
    #[arg(long, value_name = "BOT=ELO", value_parser = read_anchor)]
    pub(super) anchor: Option<(String, f64)>,
    /// End the match as soon as the results decide whether the Elo difference between two bots is ELO0 or
    /// ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, conflicts_with_all = ["more", "shard"])]
    pub(super) sprt: Option<Vec<f64>>,
    /// With --sprt, the probability of accepting ELO1 when ELO0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", conflicts_with_all = ["more", "shard"])]
    pub(super) alpha: f64,
    /// With --sprt, the probability of accepting ELO0 when ELO1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt", conflicts_with_all = ["more", "shard"])]
    pub(super) beta: f64,
    /// End with exit code 0 only if ELO1 was accepted (without --sprt, after any match); 10 if ELO0 was, 11 if the
    /// test is undecided, 12 if a bot forfeited a game, except on time
    #[arg(long)]
    pub(super) exit_code: bool,
    /// Play only part I of N of the match
    #[arg(long, value_name = "I/N", requires_all = ["written", "seed"], value_parser = Shard::parse)]
    pub(super) shard: Option<Shard>,
    /// Merge the records of all parts of a match: show the table, and write all games if --out is given
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "game", "p1", "p2", "more", "names", "gauntlet", "games", "swap", "opening", "shuffle", "time", "tc", "timemargin", "nodes", "depth", "adjudicate", "resign", "draw", "maxplies", "notes", "restart", "log", "tables", "jobs", "seed", "sprt", "alpha", "beta", "shard", "resume",
    ])]
    pub(super) merge: Vec<PathBuf>,
}

/// Parses `BOT=ELO`. The name can contain `=`.
fn read_anchor(text: &str) -> Result<(String, f64), &'static str> {
    let read = text.rsplit_once('=').and_then(|(name, elo)| Some((name.trim(), elo.parse::<f64>().ok()?)));
    let read = read.filter(|(name, elo)| !name.is_empty() && elo.abs() <= 100_000.0);
    let (name, elo) = read.ok_or("expected the name of a bot and its rating, such as hard=1500")?;
    Ok((name.to_owned(), elo))
}

/// Checks that the bot of the anchor plays in the match, and that the match has ratings.
pub(super) fn check_anchor(options: &ArenaOptions, plan: &MatchPlan) -> Result<(), Failure> {
    match &options.anchor {
        Some(_) if plan.bots.len() == 2 => {
            let hint = "leave it out: with two bots the summary has the difference of their ratings";
            Err(Failure::usage("--anchor needs more than two bots", hint))
        }
        Some((name, _)) if plan.find_bot(name).is_none() => {
            let known = [&plan.names[..], &plan.bots].concat();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            Err(Failure::unknown("bot", name, &known))
        }
        _ => Ok(()),
    }
}

/// Reads the positions of the opening file, those after its lines of moves too, with their texts. Returns an empty list
/// for any other opening.
pub(super) fn positions(
    options: &ArenaOptions,
    game: &AnyGame,
    seed: u64,
) -> Result<Vec<(String, AnyPosition)>, Failure> {
    let Some(file) = options.opening.as_ref().filter(|opening| opening.parse::<u32>().is_err()) else {
        return Ok(Vec::new());
    };
    let (file, shown) = (Path::new(file), escape_path(Path::new(file)));
    let text = files::read(file)?;
    let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| has_position(line));
    let read = lines.map(|(number, line)| {
        opening_position(game, line).map_err(|error| Failure::data(format!("{shown}:{number}: {error}")))
    });
    let mut positions = read.collect::<Result<Vec<_>, _>>()?;
    if options.shuffle {
        GameRng::with_stream(seed, OPENING_SHUFFLE_STREAM).shuffle(&mut positions);
    }
    if positions.is_empty() {
        return Err(Failure::data(format!("{shown}: the file contains no positions")));
    }
    Ok(positions)
}

/// Returns the text and the position of a line of an opening file: the line itself, or the position after the moves in
/// it, in either notation.
fn opening_position(game: &AnyGame, line: &str) -> Result<(String, AnyPosition), String> {
    let words: Vec<String> =
        line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let begins_with_move = || {
        let is_move = |first: &[String]| {
            game.read_move(&first.concat()).is_ok() || position_after(game, None, first).is_ok()
        };
        (1..=words.len()).any(|count| is_move(&words[..count]))
    };
    let (text, position) = match game.read_position(line) {
        Ok(position) => (line.to_owned(), position),
        Err(_) if begins_with_move() => {
            let after = position_after(game, None, &words).map_err(|error| error.to_string())?;
            (after.to_string(), after)
        }
        Err(error) => return Err(error.to_string()),
    };
    match position.outcome() {
        Some(_) => Err("the game is already over".to_owned()),
        None => Ok((text, position)),
    }
}

/// Builds the plan of the match.
pub(super) fn plan(
    options: &ArenaOptions,
    game: &AnyGame,
    positions: &[String],
    seed: u64,
) -> Result<MatchPlan, Failure> {
    if options.swap && !options.games.is_multiple_of(2) {
        let even = [options.games - 1, options.games + 1].into_iter();
        let even = even.filter(|games| (1..=MAX_GAMES).contains(games));
        let hint = even.map(|games| format!("--games {games}")).collect::<Vec<_>>().join(" or ");
        return Err(Failure::usage("--swap needs an even number of games", format!("use {hint}")));
    }
    let opening = opening(options, positions)?;
    let seats: Vec<&String> = options.p1.iter().chain(&options.p2).chain(&options.more).collect();
    if seats.len() > MAX_BOTS {
        let hint = "to compare more, run several matches that share one bot";
        return Err(Failure::usage(format!("a match has at most {MAX_BOTS} bots"), hint));
    }
    let config = config::read()?;
    let engines = seats.iter().map(|seat| config.engine(seat)).collect::<Result<Vec<_>, _>>()?;
    let seats = seats.iter().zip(&engines).map(|(seat, engine)| engine.map_or(*seat, |engine| &engine.seat));
    let bots: Vec<String> = seats.map(|seat| canonical_name(game, seat)).collect();
    let names = names(options, &bots, &engines)?;
    let tc = clock(options, &engines)?;
    Ok(MatchPlan {
        game: game.name(),
        bots,
        names,
        gauntlet: options.gauntlet,
        games: options.games,
        swap: options.swap,
        opening,
        limits: MoveLimits { time: options.time, nodes: options.nodes, depth: options.depth },
        tc,
        adjudication: AdjudicationRules {
            proven: options.adjudicate,
            resign: options.resign,
            draw: options.draw,
            max_plies: options.maxplies,
        },
        notes: options.notes.iter().copied().collect(),
        tables: options.tables.is_given(),
        seed,
    })
}

fn opening(options: &ArenaOptions, positions: &[String]) -> Result<Opening, Failure> {
    match options.opening.as_ref().map(|opening| opening.parse()) {
        Some(Ok(_)) if options.shuffle => {
            let hint = "leave it out: random moves need no shuffling";
            Err(Failure::usage("--shuffle needs a file of openings", hint))
        }
        None | Some(Ok(0)) => Ok(Opening::Standard),
        Some(Ok(plies)) if plies > MAX_OPENING_PLIES => Err(MatchError::NoOpening(plies).into()),
        Some(Ok(plies)) => Ok(Opening::Plies(plies)),
        Some(Err(_)) => Ok(Opening::from_positions(positions)),
    }
}

/// Returns the clocks: those given for all bots or for each, or else those of the engines.
fn clock(options: &ArenaOptions, engines: &[Option<&Engine>]) -> Result<Option<MatchClock>, Failure> {
    let own = engines.iter().filter_map(|engine| engine.filter(|_| options.time.is_none())?.tc);
    let controls = if options.tc.is_empty() { own.collect() } else { options.tc.clone() };
    let Some((control, others)) = controls.split_first() else {
        let unused = |_| Failure::usage("--timemargin needs a clock", "add one, such as --tc 10+0.1");
        return options.timemargin.map(unused).map_or(Ok(None), Err);
    };
    let bots = engines.len();
    if controls.len() != bots && options.tc.len() != 1 {
        let given = controls.len();
        let hint = "give --tc once for all bots, or once for each, in their order";
        let problem = match options.tc.is_empty() {
            true => format!("the configuration file has clocks for {given} of {bots} bots"),
            false => format!("there are {given} clocks for {bots} bots"),
        };
        return Err(Failure::usage(problem, hint));
    }
    let are_same = others.iter().all(|other| other == control);
    let others = if are_same { Vec::new() } else { others.to_vec() };
    let margin = Duration::from_millis(options.timemargin.unwrap_or(DEFAULT_MARGIN_MS));
    Ok(Some(MatchClock { control: *control, others, margin }))
}

/// Returns the display names given for the first bots, then those of the engines.
fn names(
    options: &ArenaOptions,
    bots: &[String],
    engines: &[Option<&Engine>],
) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = options.names.iter().map(|name| name.trim().to_owned()).collect();
    let are_distinct =
        names.iter().enumerate().all(|(index, name)| !name.is_empty() && !names[..index].contains(name));
    if are_distinct && names.len() <= bots.len() {
        let named = engines.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let own = |index: usize| engines[index].map_or(&bots[index], |engine| &engine.name).clone();
        names.extend((names.len()..named).map(own));
        return Ok(names);
    }
    let hint = "--name A --name B calls the first two bots A and B";
    Err(Failure::usage("the names must be different and not empty, with at most one for each bot", hint))
}

/// Returns the sequential test that ends the match, if there is one.
pub(super) fn test(options: &ArenaOptions) -> Result<Option<Sprt>, Failure> {
    let (alpha, beta) = (options.alpha, options.beta);
    let is_error = |error: f64| error > 0.0 && error < 0.5;
    match options.sprt.as_deref() {
        None => Ok(None),
        Some(_) if !(is_error(alpha) && is_error(beta)) => Err(Failure::usage(
            "--alpha and --beta must be above 0 and below 0.5",
            "the defaults are --alpha 0.05 --beta 0.05",
        )),
        Some(&[elo0, elo1]) if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 => {
            Ok(Some(Sprt { elo0, elo1, alpha, beta }))
        }
        Some(_) => Err(Failure::usage(
            "--sprt needs two Elo differences from -1000 to 1000, the smaller one first",
            "--sprt 0 10 tests whether the first bot is 10 Elo stronger rather than 0",
        )),
    }
}
