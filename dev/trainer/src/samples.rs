//! Training data from games that the engine plays against itself: the quiet positions, their search values,
//! and the results.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use cygnet_core::engine::bots::EngineGame;
use cygnet_core::engine::rollout::rollout;
use cygnet_core::engine::search::{
    EvalFn, Limits, Score, SearchRequest, SearchStyle, Searcher, mate_distance,
};
use cygnet_core::engine::solver::ProofLimits;
use cygnet_core::model::{Evaluate, GameRng, Outcome, Player, Position as _, StopSignal, images};

use crate::Learn;

/// The memory of the search, in bytes.
const MEMORY: usize = 4 << 20;
/// The memory of a prover, in bytes.
const PROVER_MEMORY: usize = 16 << 20;
/// The maximum number of positions of a proof.
const MAX_PROOF: u64 = 10_000_000;
/// The maximum length of a game in plies. Longer games are draws.
pub const MAX_GAME_PLIES: usize = 300;

/// A position with its features, values and result.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSample {
    /// The features.
    pub features: Vec<u16>,
    /// The static value by the evaluation that played the game.
    pub guess: Score,
    /// What the network is added to: the handcrafted evaluation, or 0.
    pub base: Score,
    /// The value found by the search, for the player to move.
    pub value: Score,
    /// The result for the player to move, of the game or known for the position: 1, 0.5 or 0.
    pub result: f32,
}

impl TrainingSample {
    /// Returns the target for the winning probability of the player to move: the search value, weighted by
    /// `trust_in_search` (from 0 to 1), and the result. At a value of `scale` one side wins e times as often
    /// as the other.
    pub fn target(&self, scale: f32, trust_in_search: f32) -> f32 {
        let searched = match mate_distance(self.value) {
            Some(_) => f32::from(u8::from(self.value > 0)),
            None => logistic(self.value as f32 / scale),
        };
        trust_in_search * searched + (1.0 - trust_in_search) * self.result
    }
}

/// Maps real numbers to those between 0 and 1.
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Plays the games of a round from this seed, with the players' evaluation. With tables, known winners take precedence
/// over the result of the game. Returns the samples in game order, whatever the number of threads.
pub fn play_all<G: EngineGame>(
    game: &G,
    eval_fn: EvalFn<'_, G::Position>,
    options: &Learn,
    seed: u64,
) -> Vec<TrainingSample> {
    let next = AtomicU64::new(0);
    let games = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.games {
                return;
            }
            let rng = GameRng::with_stream(seed, number);
            let samples = play(game, eval_fn, options, rng);
            games.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, samples));
        }
    };
    thread::scope(|scope| (0..options.threads).for_each(|_| drop(scope.spawn(work))));
    let mut games = games.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// Plays game number `number`.
fn play<G: EngineGame>(
    game: &G,
    eval_fn: EvalFn<'_, G::Position>,
    options: &Learn,
    mut rng: GameRng,
) -> Vec<TrainingSample> {
    let mut prover = if options.prove > 0 { game.prover(PROVER_MEMORY) } else { None };
    let symmetries = if options.images { game.symmetries() } else { &[] };
    let random_plies = rng.below(options.random_plies + 1) as u32;
    let mut position = rollout(&game.start(), random_plies, &mut rng).end;
    let (mut searcher, stop) = (Searcher::new(MEMORY), StopSignal::new());
    let mut before = Vec::new();
    // Each with the player to move and the known outcome.
    let mut samples: Vec<(Player, Option<Outcome>, TrainingSample)> = Vec::new();
    let mut first_proven = None;
    while position.outcome().is_none() && before.len() < MAX_GAME_PLIES {
        let request = SearchRequest::new(Limits::none(&stop).with_nodes(options.nodes))
            .with_style(SearchStyle::Strong)
            .with_order_seed(rng.next_u64())
            .with_earlier_keys(&before);
        let report = searcher.search_with_eval(eval_fn, &position, &request, &mut |_| {});
        let Some(best) = report.best() else { break };
        let mut mv = best.moves[0];
        // Positions before a capture or a win need search, not the network.
        if position.move_priority(mv) <= 0 && position.winning_move().is_none() {
            let winner = options.tables.as_ref().and_then(|_| game.known_winner(&position));
            let mut outcome = winner.map(Outcome::Win);
            let is_near_end = position.max_remaining_plies().is_some_and(|plies| plies <= options.prove);
            if let Some(prover) = prover.as_mut().filter(|_| is_near_end) {
                let limits = ProofLimits::new(MAX_PROOF, &stop);
                outcome = prover.prove(&position, limits, &mut |_| {}).outcome;
                first_proven = first_proven.or(outcome);
            }
            let images = images(&position.to_string(), symmetries);
            let images = images.iter().filter_map(|image| game.read_position(image).ok());
            let samples_here = images.map(|image| sample(&image, eval_fn, best.value, options.beside_hand));
            samples.extend(samples_here.map(|sample| (position.to_move(), outcome, sample)));
        }
        if rng.below(options.random_move_in) == 0 {
            mv = position.random_move(&mut rng).unwrap_or(mv);
        }
        before.push(position.hash_key());
        position = position.after(mv);
    }
    // What is proven first says more about the positions before it than how the game ended.
    let end = first_proven.or(position.outcome());
    let result = |player, known: Option<Outcome>| {
        let winner = known.or(end).and_then(Outcome::winner);
        winner.map_or(0.5, |winner| f32::from(u8::from(winner == player)))
    };
    samples
        .into_iter()
        .map(|(player, known, sample)| TrainingSample { result: result(player, known), ..sample })
        .collect()
}

fn sample<P: Evaluate>(
    position: &P,
    eval_fn: EvalFn<'_, P>,
    value: Score,
    add_handcrafted: bool,
) -> TrainingSample {
    let mut features = Vec::new();
    position.visit_features(|feature| features.push(feature as u16));
    let base = if add_handcrafted { position.evaluate_handcrafted() } else { 0 };
    TrainingSample { features, guess: eval_fn(position), base, value, result: 0.5 }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::*;
    use crate::{Command, Options};
    use clap::Parser as _;
    use cygnet_core::engine::search::KnownResults;
    use cygnet_core::games::qawale::Qawale;
    use cygnet_core::games::ugly_duck::{
        CLASSIC, EndgameTables, Geometry, UglyDuck, UglyDuckPosition, with_board_results,
    };
    use cygnet_core::model::Game;

    /// The options of a short round.
    fn options() -> Learn {
        let words = ["trainer", "learn", "uglyduck", "--out", "network"];
        let Command::Learn(options) = Options::parse_from(words).command else { unreachable!() };
        Learn { games: 6, random_plies: 6, random_move_in: 20, nodes: 200, ..options }
    }

    fn played(threads: usize, seed: u64) -> Vec<TrainingSample> {
        played_with(&CLASSIC, &Learn { threads, ..options() }, seed)
    }

    fn played_with(game: &UglyDuck, options: &Learn, seed: u64) -> Vec<TrainingSample> {
        play_all(game, &Evaluate::evaluate_handcrafted, options, seed)
    }

    #[test]
    fn samples_depend_on_the_seed_not_on_the_thread_count() {
        let samples = played(1, 1);
        assert!(samples.len() > 20);
        assert_eq!(samples, played(3, 1));
        assert_ne!(samples, played(1, 2));
        assert!(samples.iter().any(|sample| sample.result == 1.0));
        assert!(samples.iter().any(|sample| sample.result == 0.0));
    }

    #[test]
    fn each_image_of_a_position_is_a_sample_of_the_same_value() {
        let alone = played(1, 1);
        let with_images = played_with(&CLASSIC, &Learn { images: true, ..options() }, 1);
        assert!(with_images.len() > 2 * alone.len());
        assert!(alone.iter().all(|one| with_images.contains(one)));
        let known = |sample: &TrainingSample| (sample.value, sample.result);
        assert!(with_images.iter().all(|image| alone.iter().any(|one| known(one) == known(image))));
    }

    /// Claims that player 1 wins all positions with an even number of moves.
    #[derive(Debug)]
    struct Even;

    impl<G: Geometry> KnownResults<UglyDuckPosition<G>> for Even {
        fn winner(&self, position: &UglyDuckPosition<G>) -> Option<Player> {
            position.count_moves().is_multiple_of(2).then_some(Player::One)
        }
    }

    #[test]
    fn known_results_override_the_game_result() {
        let even = with_board_results(CLASSIC.into(), Some(Arc::new(Even)), None, &EndgameTables::default());
        let with_tables = Learn { tables: Some(PathBuf::new()), ..options() };
        let by_both = played_with(&even.try_into().unwrap(), &with_tables, 1);
        let by_game = played(1, 1);
        assert_eq!(by_game.len(), by_both.len());
        let changed = by_game.iter().zip(&by_both).filter(|(one, other)| one.result != other.result).count();
        assert!(changed > 5 && changed < by_game.len() / 2 + 5, "{changed} of {}", by_game.len());
        assert_eq!(without_results(&by_game), without_results(&by_both));
    }

    fn without_results(samples: &[TrainingSample]) -> Vec<TrainingSample> {
        samples.iter().map(|sample| TrainingSample { result: 0.5, ..sample.clone() }).collect()
    }

    #[test]
    fn proven_results_override_the_game_result() {
        let play = |prove| {
            let options = Learn { games: 12, random_move_in: 3, prove, ..options() };
            play_all(&Qawale::Ten, &Evaluate::evaluate_handcrafted, &options, 1)
        };
        let (by_game, by_proof) = (play(0), play(5));
        let changed = by_game.iter().zip(&by_proof).filter(|(one, other)| one.result != other.result).count();
        assert!(changed > 0 && changed < by_game.len(), "{changed} of {}", by_game.len());
        assert_eq!(without_results(&by_game), without_results(&by_proof));
    }

    #[test]
    fn a_proven_win_outweighs_any_score() {
        let sample = |value| TrainingSample { features: Vec::new(), guess: 0, base: 0, value, result: 0.5 };
        let won = CLASSIC.read_position("5/S4/5/5/d4 1").unwrap();
        let value = Searcher::new(1 << 20).best(&won, 1).unwrap().value;
        assert_eq!(sample(value).target(100.0, 1.0), 1.0);
        assert_eq!(sample(-value).target(100.0, 1.0), 0.0);
        assert_eq!(sample(0).target(100.0, 1.0), 0.5);
        assert_eq!(sample(-value).target(100.0, 0.0), 0.5);
    }
}
