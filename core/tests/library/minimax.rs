//! The fixed-depth minimax players, compared with plain negamax.

use cygnet_core::engine::minimax::{Minimax, alpha_beta, negamax};
use cygnet_core::engine::score::MATE;
use cygnet_core::engine::search::{Limits, Meter};
use cygnet_core::games::ugly_duck::{CLASSIC, UglyDuck};
use cygnet_core::model::{Evaluate, Game, GameRng, Mv, Position, SCORE_LIMIT, StopSignal};

type UglyDuckPosition = <UglyDuck as Game>::Position;

fn best_moves(depth: u32, position: &UglyDuckPosition, stop: &StopSignal) -> Vec<Mv<UglyDuck>> {
    let mut meter = Meter::new(Limits::none(stop));
    Minimax::new(depth).best_moves(position, Evaluate::evaluate, &mut meter, &mut |_| {}).1
}

/// Returns `count` positions from random games.
fn positions(seed: u64, count: usize) -> Vec<UglyDuckPosition> {
    let mut rng = GameRng::from_seed(seed);
    let mut position = CLASSIC.start();
    let mut positions = Vec::new();
    while positions.len() < count {
        positions.push(position);
        let moves = position.moves();
        position = rng.pick(&moves).map_or_else(|| CLASSIC.start(), |mv| position.after(*mv));
    }
    positions
}

#[test]
fn alpha_beta_agrees_with_plain_negamax() {
    for position in positions(1, 60) {
        let stop = StopSignal::new();
        let mut meter = Meter::new(Limits::none(&stop));
        let value = alpha_beta(&position, 4, 0, (-MATE - 1, MATE + 1), Evaluate::evaluate, &mut meter);
        assert_eq!(value, negamax(&position, 4), "{position:?}");
    }
}

/// Converts the value of the position after a move to the value for the player who makes the move. A win is
/// then one ply further away.
fn before_the_move(value: i32) -> i32 {
    if value.abs() > SCORE_LIMIT { value.signum() - value } else { -value }
}

#[test]
fn the_best_moves_have_the_best_value() {
    for position in positions(2, 20) {
        let best = negamax(&position, 3);
        let is_best = |mv: &_| before_the_move(negamax(&position.after(*mv), 2)) == best;
        let wanted: Vec<_> = position.moves().into_iter().filter(is_best).collect();
        assert_eq!(best_moves(3, &position, &StopSignal::new()), wanted);
    }
}

#[test]
fn the_quickest_win_is_preferred_and_a_stopped_search_still_returns_a_move() {
    let position = CLASSIC.read_position("5/S4/D4/5/3dd 1").unwrap();
    let names = |moves: Vec<cygnet_core::games::ugly_duck::Move>| {
        moves.into_iter().map(|mv| mv.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(best_moves(5, &position, &StopSignal::new())), ["b1a1", "b1a2"]);
    let stop = StopSignal::new();
    stop.raise();
    assert!(!best_moves(30, &CLASSIC.start(), &stop).is_empty());
}
