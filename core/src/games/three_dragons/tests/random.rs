//! Random games and random boards: the generator agrees with the validator, and text and counts with the
//! board.

use super::*;
use crate::samples::samples;

/// Returns every possible turn, legal or not: all pairs of squares with all choices.
fn universe() -> Vec<Move> {
    let choices =
        || std::iter::once(CaptureChoice::Automatic).chain(Direction::ALL.map(CaptureChoice::Strength));
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    pairs.flat_map(|(from, to)| choices().map(move |choice| Move { from, to, choice })).collect()
}

fn assert_consistent(position: &ThreeDragonsPosition) {
    let text = position.to_string();
    assert_eq!(read(&text), *position, "{text}");
    let shown = |player| {
        let is_own =
            |square| matches!(position.content(square), Content::Piece(piece) if piece.owner == player);
        Square::all().filter(|square| is_own(*square)).count() as u32
    };
    for player in Player::BOTH {
        assert_eq!(shown(player), position.count(player), "{text}");
    }
    let occupied = position.pieces(Player::One) | position.pieces(Player::Two);
    assert_eq!(position.unused_caves() & (occupied | !CAVE_SQUARES), 0, "{text}");
}

fn assert_generator_agrees_with_the_validator(position: &ThreeDragonsPosition, universe: &[Move]) {
    let mut generated = position.moves();
    generated.sort_unstable();
    let mut accepted: Vec<Move> =
        universe.iter().copied().filter(|mv| position.check_move(*mv).is_ok()).collect();
    accepted.sort_unstable();
    assert_eq!(generated, accepted, "{}", position);
    let passed = position.with_turn_passed().map(|passed| passed.to_move());
    assert_eq!(passed, Some(position.to_move().opponent()));
    if position.terminal_outcome().is_none() {
        assert_eq!(position.count_moves(), generated.len() as u64);
    }
}

#[test]
fn random_games_end() {
    let universe = universe();
    let (mut turns, mut stopped) = (0, 0);
    for seed in 0..50 {
        let mut rng = GameRng::from_seed(seed);
        let mut position = GAME.start();
        let mut idle = 0;
        while position.outcome().is_none() && Some(idle) < GAME.max_idle_turns() {
            assert_consistent(&position);
            if seed < 2 {
                assert_generator_agrees_with_the_validator(&position, &universe);
            }
            let mv = *rng.pick(&position.moves()).unwrap();
            assert_eq!(position.check_move(mv), Ok(()));
            assert_eq!(GAME.read_move(&mv.to_string()), Ok(mv));
            let after = position.after(mv);
            let pieces = |position: &ThreeDragonsPosition| Player::BOTH.map(|player| position.count(player));
            let is_progress = GAME.is_progress(&position, mv);
            let changed = pieces(&position).iter().sum::<u32>() != pieces(&after).iter().sum::<u32>();
            assert_eq!(is_progress, changed, "{}", position);
            idle = if is_progress { 0 } else { idle + 1 };
            position = after;
            turns += 1;
        }
        assert_consistent(&position);
        assert_generator_agrees_with_the_validator(&position, &universe);
        stopped += u32::from(position.outcome().is_none());
    }
    // The games have about 460 turns on average. A few are stopped for lack of progress.
    assert!((15_000..30_000).contains(&turns), "{turns} turns");
    assert!(stopped < 5, "{stopped} games were stopped");
}

/// Returns a random arrangement of pieces, mostly one that cannot arise in play.
fn random_position(rng: &mut GameRng) -> ThreeDragonsPosition {
    let mut position = ThreeDragonsPosition::empty(Player::BOTH[rng.below(2)], ThreeDragons::Full);
    for square in Square::all() {
        if rng.below(3) == 0 {
            position.use_cave(square);
        }
        let owner = Player::BOTH[rng.below(2)];
        let is_free = matches!(position.content(square), Content::Empty | Content::Cave { .. });
        let max_pieces = 8 + (CAVE_SQUARES & !position.unused_caves()).count_ones();
        if is_free && rng.below(4) == 0 && position.count(owner) < max_pieces {
            let level = 1 + rng.below(5) as u8;
            position.put(square, Piece { owner, level });
        }
    }
    position
}

#[test]
fn any_arrangement_is_playable_and_consistent() {
    use crate::model::{Evaluate as _, SCORE_LIMIT};
    let universe = universe();
    let mut rng = GameRng::from_seed(5);
    for _ in 0..samples(5) {
        let position = random_position(&mut rng);
        assert_consistent(&position);
        assert_generator_agrees_with_the_validator(&position, &universe);
        assert!(position.evaluate().abs() < SCORE_LIMIT);
        for mv in &universe {
            let after = position.after_unchecked(*mv);
            let _ = (after.evaluate(), after.outcome());
        }
        for mv in position.moves() {
            assert_consistent(&position.after(mv));
        }
    }
}

#[test]
fn nth_move_works_with_any_number_of_pieces() {
    use super::super::{board::MOUNTAINS, generator::nth_move};
    let mut rng = GameRng::from_seed(6);
    for full in [5, 20, 50, 80].repeat(10) {
        let mut position = ThreeDragonsPosition::empty(Player::BOTH[rng.below(2)], ThreeDragons::Full);
        for square in Square::all().filter(|square| square.bit() & MOUNTAINS == 0) {
            if rng.below(100) < full {
                let (owner, level) = (Player::BOTH[rng.below(2)], 1 + rng.below(5) as u8);
                position.put(square, Piece { owner, level });
            }
        }
        let moves = position.moves();
        let nth = |number| {
            nth_move(&position, |count| {
                assert_eq!(count as u64, position.count_moves());
                number
            })
        };
        for (number, mv) in moves.iter().enumerate() {
            assert_eq!(nth(number), Some(*mv), "{position:?}");
        }
    }
}

#[test]
fn every_piece_on_every_square_has_its_own_key() {
    let mut keys = std::collections::HashSet::new();
    for square in Square::all() {
        for owner in Player::BOTH {
            for level in 1..=5 {
                let mut position = ThreeDragonsPosition::empty(Player::One, ThreeDragons::Full);
                position.put(square, Piece { owner, level });
                assert!(keys.insert(position.hash_key()), "{owner:?} {level}");
            }
        }
    }
}
