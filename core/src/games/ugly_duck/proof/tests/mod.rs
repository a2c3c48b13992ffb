//! The solver's claims about Ugly Duck, compared with plain negamax.

mod kept;
mod keys;
mod pages;

use std::collections::HashMap;

use super::super::board::{FiveByFive, Small};
use super::super::size::{Cell, Size};
use super::super::tests::{PlainResults, plain_result, random_arrangement};
use super::super::{Piece, UglyDuckXl};
use super::*;
use crate::engine::resources::{Resources, ThreadShortage};
use crate::engine::solver::{ProofLimits, solve, solve_by};
use crate::model::{GameRng, Outcome, StopSignal};

/// Creates a prover without any tables.
fn prover<G: Geometry>(geometry: G, bytes: usize) -> Option<Box<dyn Prover<UglyDuckPosition<G>>>> {
    super::prover(&UglyDuckXl::on(geometry), bytes)
}

fn thorough_prover<G: Geometry>(geometry: G, bytes: usize) -> Option<Box<dyn Prover<UglyDuckPosition<G>>>> {
    super::thorough_prover(&UglyDuckXl::on(geometry), bytes)
}

fn small(width: usize, height: usize) -> Small {
    Small::new(Size::new(width, height).unwrap()).unwrap()
}

fn knowledge<G: Geometry>(geometry: G) -> UglyDuckKnowledge<G, Keys> {
    with_keys(Keys::new(geometry.size()).unwrap(), geometry)
}

fn with_keys<G: Geometry, K>(keys: K, geometry: G) -> UglyDuckKnowledge<G, K> {
    UglyDuckKnowledge {
        geometry,
        keys,
        known: None,
        shared: EndgameTables::default(),
        endgame_tables: OnceLock::new(),
    }
}

/// Returns the position with left and right mirrored, or with the colours swapped.
fn reflected<G: Geometry>(
    position: &UglyDuckPosition<G>,
    columns: bool,
    colours: bool,
) -> UglyDuckPosition<G> {
    let geometry = position.geometry();
    let (width, height) = (geometry.size().width() as u8, geometry.size().height() as u8);
    let player = |player: Player| if colours { player.opponent() } else { player };
    let mut reflected = UglyDuckPosition::empty(geometry, player(position.to_move()));
    for row in 0..height {
        for column in 0..width {
            let Some(piece) = position.piece(Cell { row, column }) else { continue };
            let row = if colours { height - 1 - row } else { row };
            let column = if columns { width - 1 - column } else { column };
            reflected.put(Cell { row, column }, Piece { owner: player(piece.owner), ..piece });
        }
    }
    reflected
}

/// Checks that static wins, lower bounds and proofs agree with the oracle.
fn agrees<G: Geometry>(
    position: &UglyDuckPosition<G>,
    oracle: &mut PlainResults<G>,
    prover: &mut dyn Prover<UglyDuckPosition<G>>,
) {
    let knowledge = with_keys(SetKeys, position.geometry());
    let (winner, plies) = plain_result(position, oracle);
    if position.terminal_outcome().is_none() {
        if let Some(static_win) = knowledge.static_win(position) {
            assert_eq!(static_win.winner, winner, "{position:?}");
            assert!(static_win.plies >= plies, "{position:?}");
        }
        let moves = if position.to_move() == winner { plies.div_ceil(2) } else { plies / 2 };
        assert!(knowledge.min_moves_to_win(position, winner) <= moves, "{position:?}");
    }
    let stop = StopSignal::new();
    let limits = ProofLimits::new(u64::MAX, &stop);
    let proof = prover.prove(position, limits, &mut |_| {});
    assert_eq!(proof.winner(), Some(winner), "{position:?}");
    let quick = solve_by(prover, position, false, limits, &mut |_| {}, None);
    assert_eq!(quick.outcome, Some(Outcome::Win(winner)));
    assert_eq!(end_of(position, &quick.line), Some(Outcome::Win(winner)), "{position:?}");
}

/// Returns the outcome after a line of legal moves.
fn end_of<G: Geometry>(position: &UglyDuckPosition<G>, line: &[super::super::Move]) -> Option<Outcome> {
    let mut position = *position;
    for mv in line {
        assert!(position.moves().contains(mv));
        position = position.after(*mv);
    }
    position.outcome()
}

fn agrees_everywhere<G: Geometry>(geometry: G, max_pieces: usize, positions: usize, memory: usize) {
    let mut rng = GameRng::from_seed(2);
    let mut oracle = PlainResults::new();
    let mut prover = thorough_prover(geometry, memory).unwrap();
    for _ in 0..positions {
        agrees(&random_arrangement(geometry, 1..=max_pieces, &mut rng), &mut oracle, prover.as_mut());
    }
}

#[test]
fn small_boards_are_solved_like_negamax() {
    for (width, height) in [(3, 3), (3, 4)] {
        let geometry = small(width, height);
        let mut oracle = PlainResults::new();
        let by_sets = |geometry, bytes| prover_with(SetKeys, &UglyDuckXl::on(geometry), bytes);
        for prover in [prover, by_sets] {
            agrees(
                &UglyDuckPosition::start(geometry),
                &mut oracle,
                prover(geometry, 1 << 20).unwrap().as_mut(),
            );
        }
        agrees_everywhere(geometry, width, 250, 1 << 20);
    }
    agrees_everywhere(small(4, 3), 3, 250, 1 << 20);
}

#[test]
fn few_pieces_or_little_memory_are_solved_like_negamax() {
    agrees_everywhere(small(4, 4), 3, 300, 1 << 20);
    agrees_everywhere(FiveByFive, 2, 150, 1 << 20);
    agrees_everywhere(small(5, 4), 2, 150, 1 << 20);
    agrees_everywhere(small(3, 6), 2, 150, 1 << 20);
    agrees_everywhere(small(9, 3), 2, 100, 1 << 20);
    agrees_everywhere(small(4, 12), 1, 40, 1 << 20);
    // A table far too small costs time, but proves the same.
    agrees_everywhere(small(3, 4), 3, 500, 0x100);
    agrees_everywhere(small(4, 4), 2, 200, 0x100);
}

#[test]
fn plies_under_best_play_agree_with_negamax() {
    let check = |geometry: Small, max_pieces: usize, positions: usize| {
        let mut rng = GameRng::from_seed(3);
        let mut oracle = PlainResults::new();
        let stop = StopSignal::new();
        let limits = ProofLimits::new(u64::MAX, &stop);
        for _ in 0..positions {
            let position = random_arrangement(geometry, 1..=max_pieces, &mut rng);
            let (winner, plies) = plain_result(&position, &mut oracle);
            let mut prover = prover(geometry, 1 << 16).unwrap();
            let exact = solve_by(prover.as_mut(), &position, true, limits, &mut |_| {}, None);
            let general = solve(&position, 1 << 20, limits, &mut |_| {});
            for solution in [exact, general] {
                assert_eq!(solution.outcome, Some(Outcome::Win(winner)), "{position:?}");
                assert_eq!(solution.plies, Some(plies), "{position:?}");
                assert_eq!(solution.line.len() as u32, plies, "{position:?}");
                assert_eq!(end_of(&position, &solution.line), Some(Outcome::Win(winner)));
            }
        }
    };
    check(small(3, 3), 3, 400);
    check(small(3, 4), 3, 150);
    check(small(4, 4), 2, 150);
}

#[test]
fn a_position_and_its_reflections_are_searched_alike() {
    let stop = StopSignal::new();
    let limits = ProofLimits::new(20_000, &stop);
    let mut rng = GameRng::from_seed(4);
    let mut prover = prover(FiveByFive, 1 << 16).unwrap();
    let mut positions = |position: &UglyDuckPosition<FiveByFive>| {
        prover.clear();
        prover.prove(position, limits, &mut |_| {}).positions
    };
    for _ in 0..4 {
        let mut position = UglyDuckPosition::start(FiveByFive);
        for _ in 0..14 {
            position = position.random_move(&mut rng).map_or(position, |mv| position.after(mv));
        }
        let count = positions(&position);
        for (columns, colours) in [(true, false), (false, true), (true, true)] {
            assert_eq!(positions(&reflected(&position, columns, colours)), count, "{position:?}");
        }
    }
}

#[test]
fn an_interrupted_proof_is_unknown() {
    let stop = StopSignal::new();
    let geometry = FiveByFive;
    let position = UglyDuckPosition::start(geometry);
    let mut prover = prover(geometry, 1 << 20).unwrap();
    let few = ProofLimits::new(5_000, &stop);
    let solution = solve_by(prover.as_mut(), &position, false, few, &mut |_| {}, None);
    assert_eq!((solution.outcome, solution.line.len()), (None, 0));
    assert!((5_000..5_100).contains(&solution.positions));
    let general = solve(&position, 1 << 16, few, &mut |_| {});
    assert_eq!((general.outcome, general.plies, general.line.len()), (None, None, 0));
    assert!(general.positions >= 5_000);
    stop.raise();
    let stopped = ProofLimits::new(u64::MAX, &stop).with_threads(2);
    assert_eq!(solve_by(prover.as_mut(), &position, true, stopped, &mut |_| {}, None).outcome, None);
    assert_eq!(solve(&position, 1 << 20, stopped, &mut |_| {}).outcome, None);
}

#[test]
fn proofs_use_the_available_threads() {
    let stop = StopSignal::new();
    let limits = ProofLimits::new(u64::MAX, &stop).with_threads(4);
    let geometry = small(3, 4);
    let start = UglyDuckPosition::start(geometry);
    let wanted =
        solve_by(prover(geometry, 1 << 20).unwrap().as_mut(), &start, false, limits, &mut |_| {}, None);
    for threads in 0..5 {
        let resources = Resources::default().without_threads(threads..usize::MAX);
        let mut prover_of_few =
            ProofSearch::with_resources(knowledge(geometry), 1 << 20, resources.clone()).unwrap();
        let solution = solve_by(&mut prover_of_few, &start, false, limits, &mut |_| {}, None);
        let shortage = ThreadShortage::of(threads + 1, 4);
        assert_eq!((solution.threads, solution.shortage), ((threads + 1).min(4), shortage));
        assert_eq!(solution.outcome, wanted.outcome);
    }
}

#[test]
fn proofs_stay_correct_with_limited_memory() {
    let stop = StopSignal::new();
    let limits = ProofLimits::new(2_000_000, &stop);
    let geometry = small(3, 4);
    let start = UglyDuckPosition::start(geometry);
    let wanted =
        solve_by(prover(geometry, 1 << 20).unwrap().as_mut(), &start, true, limits, &mut |_| {}, None);
    for count in [1, usize::MAX] {
        for number in 0.. {
            let resources = Resources::default().without_tables(number..count.saturating_add(number));
            let made = ProofSearch::with_resources(knowledge(geometry), 1 << 20, resources.clone());
            if let Some(mut prover_of_few) = made {
                let solution = solve_by(&mut prover_of_few, &start, true, limits, &mut |_| {}, None);
                assert!(solution.outcome.is_none() || solution.outcome == wanted.outcome);
                assert!(solution.plies.is_none() || solution.plies == wanted.plies);
            }
            if !resources.has_refused() {
                assert!(number > 0);
                break;
            }
        }
    }
}

#[test]
fn a_prepared_proof_agrees_with_negamax() {
    let geometry = small(3, 4);
    let mut oracle = PlainResults::new();
    let mut prover = prover(geometry, 1 << 20).unwrap();
    let stop = StopSignal::new();
    let limits = ProofLimits::new(1_000, &stop);
    let start = UglyDuckPosition::start(geometry);
    prover.prove(&start, limits, &mut |_| {});
    prover.prepare(1, &stop);
    agrees(&start, &mut oracle, prover.as_mut());
    let mut rng = GameRng::from_seed(5);
    for _ in 0..30 {
        agrees(&random_arrangement(geometry, 1..=3, &mut rng), &mut oracle, prover.as_mut());
    }
}

#[test]
fn threads_and_orders_give_the_same_result() {
    let (stop, geometry) = (StopSignal::new(), small(4, 4));
    let cases = [(1, 0), (2, 0), (4, 0), (1, 1), (1, 2), (1, u64::MAX)];
    let counts = cases.map(|(threads, order)| {
        let limits = ProofLimits { order, ..ProofLimits::new(u64::MAX, &stop).with_threads(threads) };
        let mut prover = prover(geometry, 1 << 22).unwrap();
        let proof = prover.prove(&UglyDuckPosition::start(geometry), limits, &mut |_| {});
        assert_eq!(proof.winner(), Some(Player::Two), "{threads} threads, order {order}");
        proof.positions
    });
    assert!(counts[3..].iter().all(|positions| *positions != counts[0]), "{counts:?}");
}
