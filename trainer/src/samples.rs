//! Games of the engine with itself, and what is kept of them: the quiet positions, what the search said of them, and who won.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use cygnet_core::engine::rollout::rollout;
use cygnet_core::engine::search::{
    EvalFn, KnownResults, Limits, Score, SearchRequest, SearchStyle, Searcher, mate_distance,
};
use cygnet_core::model::{Evaluate, GameRng, Outcome, Player, StopSignal};

/// The memory of the search, in bytes.
const MEMORY: usize = 4 << 20;
/// A game without a winner after so many plies is a draw.
pub const MAX_GAME_PLIES: usize = 300;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The games.
    pub games: u64,
    /// The random moves at the beginning are from none to so many.
    pub random_plies: usize,
    /// Later on, one move in so many is random.
    pub random_move_in: usize,
    /// The positions searched for a move.
    pub nodes: u64,
    /// Of all chance, together with the number of the game.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
    /// Whether the network is to be added to the terms made by hand.
    pub beside_hand: bool,
}

/// A position of a game, and what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Its features.
    pub features: Vec<u16>,
    /// What the judge of the game said of it, without looking ahead.
    pub guess: Score,
    /// What the network is to be added to: nothing, or what the terms made by hand say.
    pub base: Score,
    /// What the search said of it, for the player to move.
    pub value: Score,
    /// What came of the game for the player to move, or is known to come of the position: 1, a half, or 0.
    pub result: f32,
}

impl Sample {
    /// How likely the player to move is to win: the word of the search, as far as it is trusted (from 0 to 1), for the rest the result. At
    /// a value of `scale` one side wins e times as often as the other.
    pub fn target(&self, scale: f32, trust_in_search: f32) -> f32 {
        let searched = match mate_distance(self.value) {
            Some(_) => f32::from(u8::from(self.value > 0)),
            None => logistic(self.value as f32 / scale),
        };
        trust_in_search * searched + (1.0 - trust_in_search) * self.result
    }
}

/// From the real numbers to those between 0 and 1.
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The positions that are worth the same as one, itself among them.
pub type Images<'a, P> = &'a (dyn Fn(&P) -> Vec<P> + Sync);

/// Whoever says something about the positions of a game.
pub struct Sources<'a, P> {
    /// Judges the positions that the players look at.
    pub eval_fn: EvalFn<'a, P>,
    /// Each image of a position is a sample too.
    pub images: Images<'a, P>,
    /// Knows who wins, and is believed before what came of the game.
    pub known: Option<&'a dyn KnownResults<P>>,
}

/// Plays all games of the plan: the samples of the first, of the second, and so on, however many are played at once.
pub fn play_all<P: Evaluate>(start: &P, sources: &Sources<'_, P>, plan: &Plan) -> Vec<Sample> {
    let next = AtomicU64::new(0);
    let games = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= plan.games {
                return;
            }
            let samples = play(start, sources, plan, number);
            games.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, samples));
        }
    };
    thread::scope(|scope| (0..plan.threads).for_each(|_| drop(scope.spawn(work))));
    let mut games = games.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// Plays game number `number`.
fn play<P: Evaluate>(start: &P, sources: &Sources<'_, P>, plan: &Plan, number: u64) -> Vec<Sample> {
    let Sources { eval_fn, images, known } = *sources;
    let mut rng = GameRng::with_stream(plan.seed, number);
    let random_plies = rng.below(plan.random_plies + 1) as u32;
    let mut position = rollout(start, random_plies, &mut rng).end;
    let (mut searcher, stop) = (Searcher::new(MEMORY), StopSignal::new());
    let mut before = Vec::new();
    // Each with the player to move, and who is known to win.
    let mut samples: Vec<(Player, Option<Player>, Sample)> = Vec::new();
    while position.outcome().is_none() && before.len() < MAX_GAME_PLIES {
        let limits = Limits { nodes: plan.nodes, ..Limits::none(&stop) };
        let order_seed = Some(rng.next_u64());
        let request = SearchRequest {
            style: SearchStyle::Strong,
            order_seed,
            earlier_keys: &before,
            ..SearchRequest::new(limits)
        };
        let report = searcher.search_with_eval(eval_fn, &position, &request, &mut |_| {});
        let Some(best) = report.best() else { break };
        let mut mv = best.moves[0];
        // Where something is about to happen a position is judged by looking ahead, never by the network.
        if position.move_priority(mv) <= 0 && position.winning_move().is_none() {
            let winner = known.and_then(|known| known.winner(&position));
            let image = |image| sample(&image, eval_fn, best.value, plan.beside_hand);
            let samples_here = images(&position).into_iter().map(image);
            samples.extend(samples_here.map(|sample| (position.to_move(), winner, sample)));
        }
        if rng.below(plan.random_move_in) == 0 {
            mv = position.random_move(&mut rng).unwrap_or(mv);
        }
        before.push(position.hash_key());
        position = position.after(mv);
    }
    let winner = position.outcome().and_then(Outcome::winner);
    let result = |player, known: Option<Player>| {
        known.or(winner).map_or(0.5, |winner| f32::from(u8::from(winner == player)))
    };
    samples
        .into_iter()
        .map(|(player, known, sample)| Sample { result: result(player, known), ..sample })
        .collect()
}

fn sample<P: Evaluate>(position: &P, eval_fn: EvalFn<'_, P>, value: Score, beside_hand: bool) -> Sample {
    let mut features = Vec::new();
    position.visit_features(|feature| features.push(feature as u16));
    let base = if beside_hand { position.evaluate_handcrafted() } else { 0 };
    Sample { features, guess: eval_fn(position), base, value, result: 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cygnet_core::games::ugly_duck;
    use cygnet_core::games::ugly_duck::CLASSIC;
    use cygnet_core::model::{Game, Position as _};

    type OnFiveByFive = <ugly_duck::UglyDuck as Game>::Position;

    fn played(threads: usize, seed: u64) -> Vec<Sample> {
        played_with(&|one| vec![*one], None, threads, seed)
    }

    fn played_with(
        images: Images<'_, OnFiveByFive>,
        known: Option<&dyn KnownResults<OnFiveByFive>>,
        threads: usize,
        seed: u64,
    ) -> Vec<Sample> {
        let plan = Plan {
            games: 6,
            random_plies: 6,
            random_move_in: 20,
            nodes: 200,
            seed,
            threads,
            beside_hand: false,
        };
        let sources = Sources { eval_fn: &ugly_duck::Position::evaluate_handcrafted, images, known };
        play_all(&CLASSIC.start(), &sources, &plan)
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
        let start = CLASSIC.start();
        let (alone, with_image) = (played(1, 1), played_with(&|one| vec![*one, start], None, 1, 1));
        assert_eq!(with_image.len(), 2 * alone.len());
        for (one, both) in alone.iter().zip(with_image.chunks_exact(2)) {
            assert_eq!(*one, both[0]);
            assert_eq!((one.value, one.result), (both[1].value, both[1].result));
            assert_eq!(both[1].features, with_image[1].features);
        }
    }

    /// Knows that player 1 wins what has an even number of moves.
    #[derive(Debug)]
    struct Even;

    impl KnownResults<OnFiveByFive> for Even {
        fn winner(&self, position: &OnFiveByFive) -> Option<Player> {
            position.count_moves().is_multiple_of(2).then_some(Player::One)
        }
    }

    #[test]
    fn known_results_override_the_game_result() {
        let (by_game, by_both) = (played(1, 1), played_with(&|one| vec![*one], Some(&Even), 1, 1));
        assert_eq!(by_game.len(), by_both.len());
        let changed = by_game.iter().zip(&by_both).filter(|(one, other)| one.result != other.result).count();
        assert!(changed > 5 && changed < by_game.len() / 2 + 5, "{changed} of {}", by_game.len());
        let rest = |samples: &[Sample]| {
            samples.iter().map(|sample| Sample { result: 0.5, ..sample.clone() }).collect::<Vec<_>>()
        };
        assert_eq!(rest(&by_game), rest(&by_both));
    }

    #[test]
    fn a_proven_win_outweighs_any_score() {
        let sample = |value| Sample { features: Vec::new(), guess: 0, base: 0, value, result: 0.5 };
        let won = CLASSIC.read_position("5/S4/5/5/d4 1").unwrap();
        let value = Searcher::new(1 << 20).best(&won, 1).unwrap().value;
        assert_eq!(sample(value).target(100.0, 1.0), 1.0);
        assert_eq!(sample(-value).target(100.0, 1.0), 0.0);
        assert_eq!(sample(0).target(100.0, 1.0), 0.5);
        assert_eq!(sample(-value).target(100.0, 0.0), 0.5);
    }
}
