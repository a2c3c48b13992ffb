//! Reviews a game from its end to its start. When a position is assessed, the proofs of the positions after
//! it are known, and the tables of search and prover already hold what was found there.

use crate::analysis::assessment::{Assessor, MoveComparison};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, Game as _, History, Outcome, Player, Position as _, StopSignal};
use crate::screens::capitalised;
use crate::screens::moves::{moves_text, typed_turns};
use std::cmp::Ordering;

use super::measure::expected_score_of;
use super::{AssessmentLimits, MoveTexts, Review, ReviewedTurn};

/// The maximum length of a line, in moves.
const MAX_LINE_MOVES: usize = 8;

/// The assessment of a position, from the view of the player to move.
struct AssessedPosition {
    eval: Eval,
    /// The best line, as far as the search saw it.
    line: Vec<AnyMove>,
}

/// The assessment of a turn and of the position before it.
struct AssessedTurn {
    position_before: AssessedPosition,
    after: Eval,
    better: Vec<AnyMove>,
    answer: Vec<AnyMove>,
    is_forced: bool,
    is_only_move: bool,
}

/// Reviews the game of `history`, within `limits` for each position. `outcome` is the result of the game, if
/// it has one.
///
/// Calls `on_progress` before each turn with the finished turns, the last turn of the game first. All of them
/// are final except the latest. When `stop` is raised, the review consists of the finished turns.
pub fn review(
    game: &AnyGame,
    history: &History<AnyPosition>,
    outcome: Option<Outcome>,
    limits: AssessmentLimits<'_>,
    stop: &StopSignal,
    on_progress: &mut dyn FnMut(&[ReviewedTurn]),
) -> Review {
    let mut assessor = Assessor::new(game, limits, stop);
    let mut history = history.clone();
    let plies = history.plies();
    on_progress(&[]);
    let mut later = assess_last_position(&mut assessor, history.current());
    let final_evaluation = match history.current().to_move() {
        Player::One => later.eval,
        Player::Two => later.eval.reversed(),
    };
    let mut turns: Vec<ReviewedTurn> = Vec::new();
    while let Some(mv) = history.last_move() {
        history.undo(1);
        let assessed = assess_turn(&mut assessor, history.current(), mv, &later);
        if stop.is_raised() {
            break;
        }
        if let Some(next) = turns.last_mut().filter(|next| !next.before.is_proven()) {
            // Assessing this turn may have proven the position after it, which the next turn left open.
            next.before = if assessed.after.is_proven() { assessed.after.reversed() } else { next.before };
        }
        turns.push(turn(game, &history, mv, &assessed));
        later = assessed.position_before;
        on_progress(&turns);
    }
    turns.reverse();
    let names = Player::BOTH.map(|player| capitalised(game.player_name(player)));
    Review { names, outcome, plies, turns, final_evaluation }
}

/// Assesses the last position of a game.
fn assess_last_position(assessor: &mut Assessor<'_>, position: &AnyPosition) -> AssessedPosition {
    let eval = match position.outcome() {
        None => {
            let best = assessor.best_move(position, &mut |_, _| {});
            let (eval, line) =
                best.map_or((Eval::Estimate(0), Vec::new()), |best| (best.eval, best.line.moves));
            return AssessedPosition { eval, line };
        }
        Some(Outcome::Draw) => Eval::Draw(Some(0)),
        Some(Outcome::Win(winner)) if winner == position.to_move() => Eval::Won(Some(0)),
        Some(Outcome::Win(_)) => Eval::Lost(Some(0)),
    };
    AssessedPosition { eval, line: Vec::new() }
}

/// Assesses a turn. `later` is the assessment of the position after it.
fn assess_turn(
    assessor: &mut Assessor<'_>,
    position: &AnyPosition,
    mv: AnyMove,
    later: &AssessedPosition,
) -> AssessedTurn {
    let seen = later.eval.reversed();
    let then = || std::iter::once(mv).chain(later.line.iter().copied()).take(MAX_LINE_MOVES).collect();
    if position.count_moves() == 1 {
        let eval = seen.with_plies(seen.plies().map(|plies| plies + 1));
        let position_before = AssessedPosition { eval, line: then() };
        let answer = later.line.clone();
        return AssessedTurn {
            position_before,
            after: seen,
            better: Vec::new(),
            answer,
            is_forced: true,
            is_only_move: false,
        };
    }
    let comparison = assessor.compare(position, mv, seen);
    let before = before(&comparison, seen.plies());
    let after = after(&comparison, seen, before);
    let is_better = expected_score_of(before) > expected_score_of(after);
    let other = comparison.other.as_ref().map(|other| other.line.moves.clone()).unwrap_or_default();
    let played = &comparison.played.line.moves;
    let line = match is_better {
        true => other.clone(),
        false if later.line.is_empty() => played.clone(),
        false => then(),
    };
    let answer = if later.line.is_empty() { played[1..].to_vec() } else { later.line.clone() };
    AssessedTurn {
        position_before: AssessedPosition { eval: before, line },
        after,
        better: if is_better { other } else { Vec::new() },
        answer,
        is_forced: false,
        is_only_move: comparison.is_only_move,
    }
}

/// Returns the value of the position before a move. `plies` is the number of plies to the end after the move,
/// if known.
fn before(comparison: &MoveComparison, plies: Option<u32>) -> Eval {
    let played = comparison.played.eval;
    let played = played.with_plies(min_plies(played.plies(), plies.map(|plies| plies + 1)));
    let Some(other) = comparison.other.as_ref().map(|other| other.eval) else { return played };
    match comparison.result() {
        Some(Ordering::Greater) => {
            let wins = [played, other].into_iter().filter(|eval| eval.is_win());
            Eval::Won(wins.map(Eval::plies).reduce(min_plies).flatten())
        }
        Some(Ordering::Less) => {
            Eval::Lost(played.plies().zip(other.plies()).map(|(played, other)| played.max(other)))
        }
        Some(Ordering::Equal) => Eval::Draw(None),
        None => {
            let open = [played, other].into_iter().filter(|eval| !eval.is_loss());
            Eval::Estimate(open.map(Eval::estimate).max().unwrap_or(0))
        }
    }
}

/// Returns the value after the move that was played: the one in `comparison`, but no better than the position
/// was `before`, and with the plies of `seen` if they are fewer.
fn after(comparison: &MoveComparison, seen: Eval, before: Eval) -> Eval {
    let searched = comparison.played.eval;
    let plies = min_plies(seen.plies(), searched.plies().map(|plies| plies.saturating_sub(1)));
    match (searched, before) {
        (Eval::Estimate(value), Eval::Draw(_)) => Eval::Estimate(value.min(0)),
        (Eval::Estimate(value), Eval::Estimate(max)) => Eval::Estimate(value.min(max)),
        _ => searched.with_plies(plies),
    }
}

fn min_plies(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    one.zip(other).map_or(one.or(other), |(one, other)| Some(one.min(other)))
}

/// Converts a turn from the current position of `history` to text.
fn turn(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    assessed: &AssessedTurn,
) -> ReviewedTurn {
    let mut next = history.clone();
    next.play(mv);
    ReviewedTurn {
        number: history.plies() + 1,
        player: history.current().to_move(),
        played: texts(game, history, &[mv]),
        before: assessed.position_before.eval,
        after: assessed.after,
        better: texts(game, history, &assessed.better),
        answer: texts(game, &next, &assessed.answer),
        is_forced: assessed.is_forced,
        is_only_move: assessed.is_only_move,
    }
}

fn texts(game: &AnyGame, history: &History<AnyPosition>, moves: &[AnyMove]) -> MoveTexts {
    let moves = &moves[..moves.len().min(MAX_LINE_MOVES)];
    MoveTexts {
        canonical: moves.iter().map(|mv| moves_text(game, &[*mv])).collect(),
        typed: typed_turns(game, history, moves),
    }
}
