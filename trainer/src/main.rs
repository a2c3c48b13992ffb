//! Learns networks from games of the engine with itself, and matches them. `docs/engine.md` tells how the networks of the games were made.

mod matches;
mod samples;
mod trainer;

use std::collections::{HashSet, VecDeque};
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use cygnet_core::engine::bots::EngineGame;
use cygnet_core::engine::network::{HIDDEN, Network};
use cygnet_core::engine::search::EvalFn;
use cygnet_core::games::ugly_duck::table::{EndgameTable, TableError};
use cygnet_core::games::ugly_duck::{EndgameTables, board_size, with_board_results};
use cygnet_core::games::{self, AnyGame};
use cygnet_core::model::{Evaluate, Game, Stopwatch, SystemClock, images};
use cygnet_core::with_game;

use matches::Match;
use samples::{Plan, Sample, Sources};
use trainer::{Learner, Training};

/// The hidden units of a wide network.
const WIDE: usize = 128;

#[derive(Parser)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays rounds of games, each judged by what was learned from those before, and writes the last network.
    Learn(Learn),
    /// Plays one network against another.
    Match(MatchOptions),
}

#[derive(Args)]
struct Learn {
    /// The game, such as uglyduck-xl:8x8.
    game: String,
    /// Where the network goes, after each round.
    #[arg(long)]
    out: PathBuf,
    /// The network to begin with; the terms made by hand if there is none.
    #[arg(long)]
    from: Option<PathBuf>,
    #[arg(long, default_value_t = 12)]
    rounds: u64,
    /// Learned from are the positions of so many rounds, the last ones.
    #[arg(long, default_value_t = 5)]
    window: usize,
    /// The games of a round.
    #[arg(long, default_value_t = 3_000)]
    games: u64,
    /// The positions searched for a move.
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// At most so many random moves begin a game.
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// Later on, one move in so many is random.
    #[arg(long, default_value_t = 30)]
    random_move_in: usize,
    /// How often each position is learned from.
    #[arg(long, default_value_t = 30)]
    epochs: u32,
    /// How much the word of the search counts beside the result of the game, from 0 to 1.
    #[arg(long, default_value_t = 0.9)]
    trust_in_search: f32,
    /// The value at which one side wins e times as often as the other; fitted to the first round if it is not given.
    #[arg(long)]
    scale: Option<f32>,
    /// Whether the network is to be added to the terms made by hand, in place of standing for them.
    #[arg(long)]
    beside_hand: bool,
    /// Whether the images of each position in the mirrors of the game are learned from too.
    #[arg(long)]
    images: bool,
    /// A folder with the table of the board, made by `cygnet table build`: who wins a position by it stands for the result of its game.
    #[arg(long)]
    tables: Option<PathBuf>,
    /// The hidden units: 64 or 128.
    #[arg(long, default_value_t = HIDDEN)]
    units: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct MatchOptions {
    /// The game.
    game: String,
    /// A file with a network, `hand`, or a file after `hand+`, for the sum of both.
    first: String,
    /// The other.
    second: String,
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The random plies of an opening; each is played twice.
    #[arg(long, default_value_t = 4)]
    random_plies: u32,
    /// The positions searched for a move, in place of a time.
    #[arg(long)]
    nodes: Option<u64>,
    /// The milliseconds for a move.
    #[arg(long, default_value_t = 100)]
    time: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    match Options::parse().command {
        Command::Learn(options) => {
            with_game!(&with_table(games::open(&options.game)?, &options)?, game => match options.units {
                HIDDEN => learn::<_, HIDDEN>(game, &options),
                WIDE => learn::<_, WIDE>(game, &options),
                units => Err(format!("--units {units}: a network has {HIDDEN} hidden units, or {WIDE}").into()),
            })
        }
        Command::Match(options) => {
            with_game!(&games::open(&options.game)?, game => play_match(game, &options))
        }
    }
}

fn learn<G: EngineGame<Position: Evaluate>, const UNITS: usize>(
    game: &G,
    options: &Learn,
) -> Result<(), Box<dyn Error>> {
    let known = game.results().always;
    let (start, clock) = (game.start(), SystemClock::new());
    let (mut learner, mut eval_fn) = match &options.from {
        Some(file) => {
            let network = read_network::<UNITS>(file, start.feature_count())?;
            (Learner::<UNITS>::of(&network), network_eval(network, options.beside_hand))
        }
        None => (Learner::new(start.feature_count(), options.seed), handcrafted_eval()),
    };
    let symmetries = if options.images { game.symmetries() } else { &[] };
    let images = |position: &G::Position| -> Vec<G::Position> {
        let texts = images(&game.write_position(position), symmetries);
        texts.iter().filter_map(|text| game.read_position(text).ok()).collect()
    };
    let mut scale = options.scale;
    let mut rounds: VecDeque<Vec<Sample>> = VecDeque::new();
    for round in 0..options.rounds {
        let watch = Stopwatch::start(&clock);
        let plan = Plan {
            games: options.games,
            random_plies: options.random_plies,
            random_move_in: options.random_move_in,
            nodes: options.nodes,
            seed: options.seed.wrapping_add(round),
            threads: options.threads,
            beside_hand: options.beside_hand,
        };
        let sources = Sources { eval_fn, images: &images, known: known.as_deref() };
        rounds.push_back(samples::play_all(&start, &sources, &plan));
        rounds.drain(..rounds.len().saturating_sub(options.window));
        let mut samples: Vec<&Sample> = rounds.iter().flatten().collect();
        if known.is_some() {
            // Met again, a position says nothing new.
            let mut met = HashSet::new();
            samples.retain(|sample| met.insert(&sample.features));
        }
        let scale = *scale.get_or_insert_with(|| trainer::fit_scale(&samples));
        println!(
            "round {}: {} positions, scale {scale:.1}, {:.0?}",
            round + 1,
            samples.len(),
            watch.elapsed()
        );
        let (epochs, trust_in_search, seed) = (options.epochs, options.trust_in_search, options.seed);
        let training = Training { epochs, batch: 256, rate: 0.002, trust_in_search, scale, seed };
        let network = trainer::train(&mut learner, &samples, &training, &mut |epoch, error| {
            println!("  epoch {epoch}: mean squared error {error:.5}");
        });
        fs::write(&options.out, network.to_bytes())?;
        eval_fn = network_eval(network, options.beside_hand);
        println!("round {} is learned, {:.0?}", round + 1, watch.elapsed());
    }
    Ok(())
}

/// `game` with the results of the table of its board, if a folder is named.
fn with_table(game: AnyGame, options: &Learn) -> Result<AnyGame, Box<dyn Error>> {
    let Some(folder) = &options.tables else { return Ok(game) };
    let size = board_size(&game).ok_or_else(|| format!("there are no tables of {game}"))?;
    let path = folder.join(format!("uglyduck-{size}.table"));
    let table = File::open(&path).map_err(TableError::Io).and_then(|file| EndgameTable::open(file, size));
    let table = Arc::new(table.map_err(|error| format!("{}: {error}", path.display()))?);
    let game = with_board_results(game, Some(table), None, &EndgameTables::default());
    match game.known_winner(&game.start()) {
        Some(_) => Ok(game),
        None => Err(format!("{}: it does not have all positions of the board", path.display()).into()),
    }
}

fn play_match<G: Game<Position: Evaluate>>(game: &G, options: &MatchOptions) -> Result<(), Box<dyn Error>> {
    let plan = Match {
        games: options.games,
        random_plies: options.random_plies,
        nodes: options.nodes,
        time: Duration::from_millis(options.time),
        seed: options.seed,
    };
    let start = game.start();
    let judges = [read_eval(&options.first, &start)?, read_eval(&options.second, &start)?];
    let [won, drawn, lost] = matches::play(&start, judges, &plan);
    println!("won {won}, drawn {drawn}, lost {lost}");
    Ok(())
}

fn read_eval<P: Evaluate>(name: &str, start: &P) -> Result<EvalFn<'static, P>, Box<dyn Error>> {
    if name == "hand" {
        return Ok(handcrafted_eval());
    }
    let (file, beside_hand) = name.strip_prefix("hand+").map_or((name, false), |file| (file, true));
    let (file, features) = (Path::new(file), start.feature_count());
    match read_network::<WIDE>(file, features) {
        Ok(network) => Ok(network_eval(network, beside_hand)),
        Err(_) => Ok(network_eval(read_network::<HIDDEN>(file, features)?, beside_hand)),
    }
}

/// Reads a network for a game with so many features.
fn read_network<const UNITS: usize>(file: &Path, features: usize) -> Result<Network<UNITS>, Box<dyn Error>> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let network = Network::from_bytes(&bytes).filter(|network| network.feature_count() == features);
    Ok(network.ok_or_else(|| {
        format!("{} is no network of {UNITS} hidden units for {features} features", file.display())
    })?)
}

fn handcrafted_eval<P: Evaluate>() -> EvalFn<'static, P> {
    &P::evaluate_handcrafted
}

/// A judge with this network, alone or added to the terms made by hand. It is kept as long as the program runs: there is one a round.
fn network_eval<P: Evaluate, const UNITS: usize>(
    network: Network<UNITS>,
    beside_hand: bool,
) -> EvalFn<'static, P> {
    match beside_hand {
        true => {
            Box::leak(Box::new(move |position: &P| position.evaluate_handcrafted() + network.value(position)))
        }
        false => Box::leak(Box::new(move |position: &P| network.value(position))),
    }
}
