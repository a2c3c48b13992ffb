//! Trains networks on games that the engine plays against itself, and matches networks against each other.
//! `docs/engine.md` describes how the networks of the games were made.

mod matches;
mod samples;
mod trainer;

use std::collections::{HashSet, VecDeque};
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Parser, Subcommand};
use cygnet_core::engine::bots::EngineGame;
use cygnet_core::engine::network::{HIDDEN, Network};
use cygnet_core::engine::search::EvalFn;
use cygnet_core::games::ugly_duck::table::{EndgameTable, TableError, TableKind};
use cygnet_core::games::ugly_duck::{EndgameTables, board_size, with_board_results};
use cygnet_core::games::{self, AnyGame};
use cygnet_core::model::{Evaluate, Game, Stopwatch, SystemClock};
use cygnet_core::with_game;

use samples::TrainingSample;
use trainer::{Learner, Training};

/// The number of hidden units of a wide network.
const WIDE: usize = 128;

#[derive(Parser)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays rounds of games, each with the network learned so far, and writes the last network.
    Learn(Learn),
    /// Plays a match between two networks.
    Match(Match),
}

#[derive(Args)]
struct Learn {
    /// The game, such as uglyduck-xl:8x8.
    game: String,
    /// The file for the network, written after each round.
    #[arg(long)]
    out: PathBuf,
    /// The network to start with; by default the handcrafted evaluation.
    #[arg(long)]
    from: Option<PathBuf>,
    #[arg(long, default_value_t = 12)]
    rounds: u64,
    /// The number of latest rounds whose positions are used for training.
    #[arg(long, default_value_t = 5)]
    window: usize,
    /// The number of games per round.
    #[arg(long, default_value_t = 3_000)]
    games: u64,
    /// The number of positions searched per move.
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// The maximum number of random moves at the start of a game.
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// After the start, one move in this number is random.
    #[arg(long, default_value_t = 30)]
    random_move_in: usize,
    /// The number of passes over the positions.
    #[arg(long, default_value_t = 30)]
    epochs: u32,
    /// The weight of the search value against the result of the game, from 0 to 1.
    #[arg(long, default_value_t = 0.9)]
    trust_in_search: f32,
    /// The value at which one side wins e times as often as the other; by default fitted to the first round.
    #[arg(long)]
    scale: Option<f32>,
    /// Train the network as an addition to the handcrafted evaluation instead of a replacement.
    #[arg(long)]
    beside_hand: bool,
    /// Also train on the mirror images of each position.
    #[arg(long)]
    images: bool,
    /// A directory with the table of the board, made by `cygnet table build`: its results replace those of
    /// the games.
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Positions with at most this number of plies left have the result that the prover of the game finds,
    /// instead of that of the game in which they occurred.
    #[arg(long, default_value_t = 0)]
    prove: u32,
    /// The number of hidden units: 64 or 128.
    #[arg(long, default_value_t = HIDDEN)]
    units: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Match {
    /// The game.
    game: String,
    /// A file with a network, or `hand` for the handcrafted evaluation, or `hand+FILE` for the sum of both.
    first: String,
    /// The opponent, in the same form.
    second: String,
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The number of random plies of an opening. Each opening is played twice.
    #[arg(long, default_value_t = 4)]
    random_plies: u32,
    /// The number of positions searched per move, instead of a time.
    #[arg(long)]
    nodes: Option<u64>,
    /// The time per move in milliseconds.
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
                units => Err(format!("--units must be {HIDDEN} or {WIDE}, not {units}").into()),
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
    let (start, clock) = (game.start(), SystemClock::new());
    let (mut learner, mut eval_fn) = match &options.from {
        Some(file) => {
            let network = read_network::<UNITS>(file, start.feature_count())?;
            (Learner::<UNITS>::of(&network), network_eval(network, options.beside_hand))
        }
        None => (Learner::new(start.feature_count(), options.seed), handcrafted_eval()),
    };
    let mut scale = options.scale;
    let mut rounds: VecDeque<Vec<TrainingSample>> = VecDeque::new();
    for round in 0..options.rounds {
        let watch = Stopwatch::start(&clock);
        let seed = options.seed.wrapping_add(round);
        rounds.push_back(samples::play_all(game, eval_fn, options, seed));
        rounds.drain(..rounds.len().saturating_sub(options.window));
        let mut samples: Vec<&TrainingSample> = rounds.iter().flatten().collect();
        if options.tables.is_some() {
            // A position that recurs adds nothing.
            let mut seen = HashSet::new();
            samples.retain(|sample| seen.insert(&sample.features));
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
        println!("round {}: trained, {:.0?}", round + 1, watch.elapsed());
    }
    Ok(())
}

/// Attaches the results of the table of the board to `game`, if a directory is given.
fn with_table(game: AnyGame, options: &Learn) -> Result<AnyGame, Box<dyn Error>> {
    let Some(directory) = &options.tables else { return Ok(game) };
    let size = board_size(&game).ok_or_else(|| format!("{game} has no tables"))?;
    let path = directory.join(format!("uglyduck-{size}.table"));
    let open = |file| EndgameTable::open(file, TableKind::Results, size);
    let table = File::open(&path).map_err(TableError::Io).and_then(open);
    let table = Arc::new(table.map_err(|error| format!("{}: {error}", path.display()))?);
    let game = with_board_results(game, Some(table), None, &EndgameTables::default());
    match game.known_winner(&game.start()) {
        Some(_) => Ok(game),
        None => {
            Err(format!("{}: the table does not contain all positions of the board", path.display()).into())
        }
    }
}

fn play_match<G: Game<Position: Evaluate>>(game: &G, options: &Match) -> Result<(), Box<dyn Error>> {
    let start = game.start();
    let evals = [read_eval(&options.first, &start)?, read_eval(&options.second, &start)?];
    let [won, drawn, lost] = matches::play(&start, evals, options);
    println!("won {won}, drawn {drawn}, lost {lost}");
    Ok(())
}

fn read_eval<P: Evaluate>(name: &str, start: &P) -> Result<EvalFn<'static, P>, Box<dyn Error>> {
    if name == "hand" {
        return Ok(handcrafted_eval());
    }
    let (file, add_handcrafted) = name.strip_prefix("hand+").map_or((name, false), |file| (file, true));
    let (file, features) = (Path::new(file), start.feature_count());
    match read_network::<WIDE>(file, features) {
        Ok(network) => Ok(network_eval(network, add_handcrafted)),
        Err(_) => Ok(network_eval(read_network::<HIDDEN>(file, features)?, add_handcrafted)),
    }
}

/// Reads a network for a game with `features` features.
fn read_network<const UNITS: usize>(file: &Path, features: usize) -> Result<Network<UNITS>, Box<dyn Error>> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let network = Network::from_bytes(&bytes).filter(|network| network.feature_count() == features);
    Ok(network.ok_or_else(|| {
        format!("{} is not a network with {UNITS} hidden units and {features} features", file.display())
    })?)
}

fn handcrafted_eval<P: Evaluate>() -> EvalFn<'static, P> {
    &P::evaluate_handcrafted
}

/// Returns the evaluation by this network, alone or added to the handcrafted one. It is leaked, since there
/// is only one per round.
fn network_eval<P: Evaluate, const UNITS: usize>(
    network: Network<UNITS>,
    add_handcrafted: bool,
) -> EvalFn<'static, P> {
    match add_handcrafted {
        true => {
            Box::leak(Box::new(move |position: &P| position.evaluate_handcrafted() + network.value(position)))
        }
        false => Box::leak(Box::new(move |position: &P| network.value(position))),
    }
}
