//! Patterns about what threatens in games with captures: attacks on pieces, and moves that do not lose a piece.

use crate::model::Evaluate;

use super::general::few_safe_moves;
use super::material::{can_capture, can_capture_for_nothing, costs_piece, vacated};
use super::{Evidence, ExplainedTurn, Pattern, TurnLine, points};

/// The most safe moves that are few.
const MAX_SAFE_MOVES: u32 = 5;

/// Returns the patterns, strongest first. They say less than those about material on a line.
pub(super) fn patterns<P: Evaluate>() -> Vec<Pattern<P>> {
    vec![
        Pattern::new("few-safe-moves", |turn| squeeze(turn, TurnLine::Played)),
        Pattern::new("misses-squeeze", |turn| squeeze(turn, TurnLine::Better)),
        Pattern::new("allows-attack", |turn| attack(turn, TurnLine::Played)),
        Pattern::new("misses-attack", |turn| attack(turn, TurnLine::Better)),
    ]
}

/// Finds the first point of a line where few moves are safe.
fn squeeze<P: Evaluate>(turn: &ExplainedTurn<P>, line: TurnLine) -> Option<Evidence> {
    few_safe_moves(turn, line, |before, after| !costs_piece(before, after), |safe, _| safe <= MAX_SAFE_MOVES)
}

/// Returns what the player not to move could take for nothing if the turn passed to them. A capture that ends the game is
/// more than that.
fn attacked<P: Evaluate>(position: &P) -> Option<Vec<String>> {
    let loser = position.to_move();
    let passed = position.with_turn_passed().filter(|_| position.outcome().is_none())?;
    let taken = passed.moves().into_iter().filter_map(|mv| {
        let after = passed.after(mv);
        let is_capture = after.piece_count(loser) < passed.piece_count(loser);
        (is_capture && after.outcome().is_none() && !can_capture(&after))
            .then(|| vacated(&passed, &after, loser))
    });
    taken.max_by_key(Vec::len)
}

/// Finds the first attack by a move that profits from the line: a piece that it attacks, and that nothing guards.
fn attack<P: Evaluate>(turn: &ExplainedTurn<P>, line: TurnLine) -> Option<Evidence> {
    let (other, first) = line.counterpart();
    let replay = turn.line(line);
    points(replay, first).step_by(2).find_map(|plies| {
        let is_new = !can_capture_for_nothing(replay.get(plies - 1)?);
        let is_missing = || turn.line(other).get(plies).is_none_or(|position| attacked(position).is_none());
        let cells = attacked(replay.get(plies)?).filter(|_| is_new)?;
        is_missing().then(|| Evidence { cells, ..Evidence::after(line, plies) })
    })
}
