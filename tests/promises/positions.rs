//! Positions: the name of a game in the first line, a position in the second.

use std::ops::ControlFlow;

use cygnet::games::{AnyGame, AnyMove, AnyPosition};
use cygnet::model::{Evaluate, Game, GameRng, Position, SCORE_LIMIT, images};

use super::{MAX_LISTED_MOVES, check_message, check_place, first_line, open};

/// The maximum number of moves to check in a position.
const MAX_CHECKED_MOVES: usize = 40;
/// The number of random moves to play from the position.
const TURNS: usize = 12;

/// Checks that any text is a position or is refused, and that the game continues from any position.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (name, text) = first_line(text);
    let Some(game) = open(name) else { return };
    match game.read_position(text) {
        Ok(position) => {
            check_game(&game, position, &mut GameRng::from_seed(u64::from(crc32fast::hash(data))))
        }
        Err(error) => {
            check_message(&error.to_string());
            check_place(error.at, text);
        }
    }
}

/// Plays random moves from a position and checks all positions.
fn check_game(game: &AnyGame, mut position: AnyPosition, rng: &mut GameRng) {
    for _ in 0..TURNS {
        check_position(game, &position, rng);
        if position.outcome().is_some() {
            return;
        }
        let mv = position.random_move(rng).expect("a game that is not over has a move");
        assert_eq!(position.check_move(mv), Ok(()));
        let after = position.after(mv);
        assert_eq!(position.play(mv).as_ref(), Ok(&after));
        position = after;
    }
}

/// Checks that a position is written as it is read, that its moves are legal, and that advice about it is
/// possible.
pub(crate) fn check_position(game: &AnyGame, position: &AnyPosition, rng: &mut GameRng) {
    let text = position.to_string();
    let again = game.read_position(&text);
    assert_eq!(again.as_ref(), Ok(position), "{text}");
    assert_eq!(
        again.map(|again| (again.to_string(), again.hash_key())),
        Ok((text.clone(), position.hash_key()))
    );
    check_images(game, &text, position);
    if position.terminal_outcome().is_some() {
        assert!(position.outcome() == position.terminal_outcome(), "{text}");
        return;
    }
    let scores = [position.evaluate(), position.evaluate_handcrafted(), position.evaluate_static()];
    assert!(scores.iter().all(|score| score.abs() <= SCORE_LIMIT), "{text}: {scores:?}");
    position.visit_features(|feature| assert!(feature < position.feature_count(), "{text}"));
    if let Some(mv) = position.winning_move() {
        assert_eq!(position.check_move(mv), Ok(()), "{text}");
        let outcome = position.after(mv).outcome();
        assert_eq!(outcome.and_then(|outcome| outcome.winner()), Some(position.to_move()), "{text}");
    }
    if let Some(passed) = position.with_turn_passed() {
        assert_eq!(passed.with_turn_passed().as_ref(), Some(position), "{text}");
    }
    let count = position.count_moves();
    assert_eq!(position.has_moves(), count > 0, "{text}");
    if count <= MAX_LISTED_MOVES {
        check_moves(game, position, rng);
    }
}

/// Checks the list of legal moves.
fn check_moves(game: &AnyGame, position: &AnyPosition, rng: &mut GameRng) {
    let text = position.to_string();
    let moves = position.moves();
    assert_eq!(moves.len() as u64, position.count_moves(), "{text}");
    let mut sorted = moves.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "{text}");
    let step = moves.len().div_ceil(MAX_CHECKED_MOVES).max(1);
    moves.iter().skip(rng.below(step)).step_by(step).for_each(|mv| check_move(game, position, *mv));
    let _ = position.visit_noisy_moves(|mv| {
        assert!(sorted.binary_search(&mv).is_ok(), "{text}");
        ControlFlow::<()>::Continue(())
    });
}

/// Checks a legal move: it is accepted and written as it is read.
fn check_move(game: &AnyGame, position: &AnyPosition, mv: AnyMove) {
    let text = mv.to_string();
    assert_eq!(position.check_move(mv), Ok(()), "{text}");
    assert_eq!(game.read_move(&text), Ok(mv), "{text}");
    assert_eq!(game.read_legal_move(position, &text), Ok(mv), "{text}");
    let after = position.after(mv);
    assert_eq!(after.to_move(), position.to_move().opponent(), "{text}");
    assert_eq!(position.play(mv), Ok(after), "{text}");
}

/// Checks that the symmetric positions are read and have as many moves.
fn check_images(game: &AnyGame, text: &str, position: &AnyPosition) {
    for image in images(text, game.symmetries()) {
        let seen = game.read_position(&image).unwrap_or_else(|error| panic!("{text}: {image}: {error}"));
        assert_eq!(seen.to_string(), image, "{text}");
        assert_eq!(seen.outcome().is_some(), position.outcome().is_some(), "{text}: {image}");
        if position.terminal_outcome().is_none() {
            assert_eq!(seen.count_moves(), position.count_moves(), "{text}: {image}");
        }
    }
}
