use std::ops::ControlFlow;

use super::*;
use crate::engine::solver::{ProofProgress, solve};
use crate::games::qawale::Qawale;
use crate::games::qawale::stack::Piece;
use crate::games::qawale::wins::can_win;
use crate::model::{Game as _, GameRng};

/// No limit but a number of positions.
fn limits(stop: &StopSignal, positions: u64, threads: usize) -> ProofLimits<'_> {
    ProofLimits::new(positions, stop).with_threads(threads)
}

/// Returns a random position with this number of pieces on the board and of turns left.
fn random_position(rng: &mut GameRng, pieces: usize, left: u8) -> QawalePosition {
    let mut position = QawalePosition::empty(Player::BOTH[rng.below(2)], left);
    for _ in 0..pieces {
        position.drop_piece(Cell::wrapped(rng.below(CELLS)), Piece::ALL[rng.below(3)]);
    }
    position
}

/// The value by the rules alone, for the player to move: 100 minus the number of turns to a win, the opposite
/// for a loss.
fn plain_value(position: &QawalePosition) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) => return if winner == position.to_move() { 100 } else { -100 },
        None => {}
    }
    let value_of = |mv| -plain_value(&position.after(mv));
    let best = position.moves().into_iter().map(value_of).max().unwrap_or(-100);
    best - best.signum()
}

/// The result that a plain value means.
fn outcome_of(value: i32, mover: Player) -> Outcome {
    match value {
        0 => Outcome::Draw,
        _ => Outcome::Win(if value > 0 { mover } else { mover.opponent() }),
    }
}

#[test]
fn results_are_those_of_the_rules() {
    let mut rng = GameRng::from_seed(3);
    for _ in 0..200 {
        let mut position = QawalePosition::start(Qawale::Eight);
        while position.outcome().is_none() {
            let first = Cell::wrapped(rng.below(CELLS));
            let expected: Vec<_> = position.moves().into_iter().map(|mv| (mv, position.after(mv))).collect();
            let mut found = Vec::new();
            let all = visit_results(&position, first, |result, mv| {
                found.push((mv, *result));
                ControlFlow::<()>::Continue(())
            });
            assert!(all.is_continue());
            found.sort_by_key(|(mv, _)| *mv);
            assert_eq!(found, expected, "{position:?}");
            let Some(mv) = position.random_move(&mut rng) else { break };
            position = position.after(mv);
        }
    }
}

#[test]
fn results_distances_and_lines_agree_with_plain_negamax() {
    let mut rng = GameRng::from_seed(1);
    let stop = StopSignal::new();
    let mut ends = [0; 3];
    for round in 0..800 {
        let left = 1 + round % 4;
        let pieces = [14, 10, 7, 5][left - 1] + rng.below(2);
        let position = random_position(&mut rng, pieces, left as u8);
        let size = (0..left).fold(1, |size: u64, _| size.saturating_mul(position.count_moves()));
        if position.outcome().is_some() || size > 60_000 {
            continue;
        }
        let value = plain_value(&position);
        let expected = outcome_of(value, position.to_move());
        ends[match expected {
            Outcome::Draw => 0,
            Outcome::Win(player) => 1 + player.index(),
        }] += 1;
        let mut prover = prover(1 << 20).unwrap();
        let text = position.to_string();
        assert_eq!(
            prover.prove(&position, limits(&stop, u64::MAX, 1), &mut |_| {}).outcome,
            Some(expected),
            "{text}"
        );
        assert_eq!(prover.known_outcome(&position), Some(expected), "{text}");
        check_line(&mut *prover, &position, value);
    }
    assert!(ends.iter().all(|count| *count > 50), "{ends:?}");
}

/// Returns a random position of the longer game with this number of pieces of each player in hand, and all others
/// on the board.
fn late_position(rng: &mut GameRng, [dark, light]: [usize; 2]) -> QawalePosition {
    let mut pieces =
        [vec![Piece::Dark; 10 - dark], vec![Piece::Light; 10 - light], vec![Piece::Tan; 8]].concat();
    let to_move = Player::BOTH[usize::from(light > dark)];
    let mut position = QawalePosition::empty(to_move, (dark + light) as u8);
    while !pieces.is_empty() {
        let cell = Cell::wrapped(rng.below(CELLS));
        if position.stack(cell).height() < 3 {
            position.drop_piece(cell, pieces.swap_remove(rng.below(pieces.len())));
        }
    }
    position
}

/// The result by the rules alone for the player to move: -1, 0 or 1. Stops once it is known to be at least `bound`.
fn plain_result(position: &QawalePosition, bound: i32) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) => return if winner == position.to_move() { 1 } else { -1 },
        None => {}
    }
    let mut best = -1;
    let _ = position.visit_moves(|mv| {
        best = best.max(-plain_result(&position.after(mv), -best));
        if best >= bound { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

#[test]
fn results_of_the_longer_game_agree_with_plain_negamax() {
    let mut rng = GameRng::from_seed(6);
    let stop = StopSignal::new();
    let (mut results, mut heights) = ([0; 3], [0; 29]);
    while results.iter().sum::<usize>() < 60 {
        let in_hand = [[1, 0], [0, 1], [1, 1], [1, 2], [2, 1]][rng.below(5)];
        let position = late_position(&mut rng, in_hand);
        // Most of these positions are won at once.
        if position.outcome().is_some() || results[2] >= 20 && can_win(&position) {
            continue;
        }
        let result = plain_result(&position, 1);
        let wanted = outcome_of(result, position.to_move());
        let proof = prover(1 << 20).unwrap().prove(&position, limits(&stop, u64::MAX, 1), &mut |_| {});
        assert_eq!(proof.outcome, Some(wanted), "{}", position);
        results[(result + 1) as usize] += 1;
        heights[28 - position.pieces_left()] += 1;
    }
    assert!(results.iter().chain(&heights[25..28]).all(|count| *count > 3), "{results:?} {heights:?}");
}

/// Checks what the prover says about a position whose plain value is known.
fn check_line(prover: &mut dyn Prover<QawalePosition>, position: &QawalePosition, value: i32) {
    let stop = StopSignal::new();
    let all = || limits(&stop, u64::MAX, 1);
    let outcome = outcome_of(value, position.to_move());
    let text = position.to_string();
    let (mut line, _) = prover.line(position, all());
    if let Outcome::Win(winner) = outcome {
        let (turns, best, _) = prover.distance(position, winner, all(), &mut |_| {});
        assert_eq!(turns, Some(100 - value.unsigned_abs()), "{text}");
        assert_eq!(best.len() as u32, 100 - value.unsigned_abs(), "{text}");
        line = best;
    }
    let end = line.iter().try_fold(*position, |position, mv| position.play(*mv));
    assert_eq!(end.map(|end| end.outcome()), Ok(Some(outcome)), "{text}");
    let (mv, _) = prover.winning_move(position, all());
    assert_eq!(mv.is_some(), value > 0, "{text}");
    assert!(mv.is_none_or(|mv| plain_value(&position.after(mv)) < 0), "{text}");
}

#[test]
fn results_of_real_endings_agree_with_the_general_solver() {
    let stop = StopSignal::new();
    for text in REAL_ENDINGS {
        let position = Qawale::Eight.read_position(text).unwrap();
        let expected = solve(&position, 1 << 24, limits(&stop, u64::MAX, 1), &mut |_| {});
        for threads in [1, 2] {
            let mut prover = prover(1 << 20).unwrap();
            let proof = prover.prove(&position, limits(&stop, u64::MAX, threads), &mut |_| {});
            assert_eq!((proof.outcome, proof.threads), (expected.outcome, threads), "{text}");
        }
    }
}

/// Endings of matches with four turns left.
const REAL_ENDINGS: [&str; 4] = [
    "d,-,t,-/l,dtl,tddl,-/ltl,l,-,d/-,tt,td,t d 4",
    "-,-,d,t/t,d,ldl,-/tdl,-,tdttl,l/ttd,-,-,l d 4",
    "-,tl,t,tt/dl,dld,dld,-/tl,-,-,-/d,l,t,tt d 4",
    "-,tdtt,t,-/-,-,-,-/ltl,t,dtl,d/-,tdl,ld,dl d 4",
];

#[test]
fn many_short_searches_prove_as_much_as_a_long_one() {
    let stop = StopSignal::new();
    let position = Qawale::Eight.read_position("l,tl,t,tt/d,dld,dld,-/t,-,-,-/d,l,t,tt l 5").unwrap();
    let mut whole = prover(1 << 24).unwrap();
    let proof = whole.prove(&position, limits(&stop, u64::MAX, 1), &mut |_| {});
    let mut sliced = prover(1 << 24).unwrap();
    let (mut outcome, mut positions) = (None, 0);
    while outcome.is_none() && positions < 10 * proof.positions {
        let slice = sliced.prove(&position, limits(&stop, 128, 1), &mut |_| {});
        assert!(slice.positions >= 128 || slice.outcome.is_some());
        (outcome, positions) = (slice.outcome, positions + slice.positions);
    }
    assert_eq!(outcome, proof.outcome);
}

#[test]
fn a_search_can_be_stopped_among_millions_of_turns() {
    let stop = StopSignal::new();
    stop.raise();
    let position = Qawale::Eight.read_position("-,-,-,-/-,ttttttttlllllll,-,-/-,-,-,-/-,-,-,- d 3").unwrap();
    let mut prover = prover(1 << 20).unwrap();
    let proof = prover.prove(&position, limits(&stop, u64::MAX, 1), &mut |_| {});
    assert!(proof.outcome.is_none() && proof.positions < 100_000, "{proof:?}");
    let few = prover.prove(&position, limits(&StopSignal::new(), 1_000, 1), &mut |_: ProofProgress| {});
    assert!(few.outcome.is_none() && few.positions < 10_000, "{few:?}");
}
