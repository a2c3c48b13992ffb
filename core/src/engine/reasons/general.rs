//! The patterns of every game. They need only the rules and the values of the turn.

use crate::model::{Eval, Evaluate, Outcome, Player, Position};

use super::{Evidence, ExplainedTurn, MAX_REASON_PLIES, Pattern, TurnLine, points};

/// Positions with more moves are not searched for a defence.
const MAX_ANSWERS: u64 = 2_000;

/// Returns the patterns that name what happens on the board.
pub(super) fn patterns<P: Evaluate>() -> Vec<Pattern<P>> {
    vec![
        Pattern::new("loses-at-once", loses_at_once),
        Pattern::new("misses-win-at-once", misses_win_at_once),
        Pattern::new("no-defence", |turn| defeat(turn, TurnLine::Played)),
        Pattern::new("misses-forced-win", |turn| defeat(turn, TurnLine::Better)),
    ]
}

/// Returns the patterns about threats, which say less.
pub(super) fn threat_patterns<P: Evaluate>() -> Vec<Pattern<P>> {
    vec![
        Pattern::new("few-defences", |turn| threat(turn, TurnLine::Played)),
        Pattern::new("misses-threat", |turn| threat(turn, TurnLine::Better)),
    ]
}

/// Returns whether `player` has won.
pub(super) fn has_won<P: Position>(position: Option<&P>, player: Player) -> bool {
    position.and_then(P::outcome) == Some(Outcome::Win(player))
}

/// Finds an answer that wins at once. Games that name the way to win wrap it in their patterns.
pub fn loses_at_once<P: Position>(turn: &ExplainedTurn<P>) -> Option<Evidence> {
    let is_lost = has_won(turn.played.get(2), turn.mover().opponent());
    is_lost.then(|| Evidence::after(TurnLine::Played, 2))
}

fn misses_win_at_once<P: Position>(turn: &ExplainedTurn<P>) -> Option<Evidence> {
    let is_win = has_won(turn.better.get(1), turn.mover()) && !has_won(turn.played.get(1), turn.mover());
    is_win.then(|| Evidence::after(TurnLine::Better, 1))
}

/// Returns whether the player to move can win at once.
fn can_win<P: Evaluate>(position: &P) -> bool {
    let mover = position.to_move();
    let is_win = |mv: P::Move| has_won(Some(&position.after(mv)), mover);
    position.terminal_outcome().is_none()
        && (position.winning_move().is_some_and(is_win) || position.moves().into_iter().any(is_win))
}

/// Returns whether the move that led to `after` loses the game, or lets the opponent win it at once.
fn is_fatal<P: Evaluate>(after: &P) -> bool {
    has_won(Some(after), after.to_move()) || can_win(after)
}

/// Returns whether the player to move has moves, and each of them loses or lets the opponent win at once.
fn is_hopeless<P: Evaluate>(position: &P) -> bool {
    if position.outcome().is_some() || position.count_moves() > MAX_ANSWERS {
        return false;
    }
    position.moves().into_iter().all(|mv| is_fatal(&position.after(mv)))
}

/// Finds the first point of a line from which the player who fails there has no defence.
fn defeat<P: Evaluate>(turn: &ExplainedTurn<P>, line: TurnLine) -> Option<Evidence> {
    let (loser, value) = match line {
        TurnLine::Played => (turn.mover(), turn.value_after),
        TurnLine::Better if turn.value_after.is_win() => return None,
        TurnLine::Better => (turn.mover().opponent(), turn.value_before.reversed()),
    };
    // A defence takes long to exclude, so other lines are not examined.
    let is_near =
        matches!(value, Eval::Lost(plies) if plies.is_none_or(|plies| plies <= MAX_REASON_PLIES as u32 + 2));
    let replay = turn.line(line);
    let is_it = |plies: &usize| {
        replay.get(*plies).is_some_and(|position| position.to_move() == loser && is_hopeless(position))
    };
    let plies = points(replay, 1).filter(|_| is_near).find(is_it)?;
    Some(Evidence::after(line, plies))
}

/// Finds the first point of a line where few moves do not lose at once.
fn threat<P: Evaluate>(turn: &ExplainedTurn<P>, line: TurnLine) -> Option<Evidence> {
    few_safe_moves(turn, line, |_, after| !is_fatal(after), |safe, all| safe <= 3 || safe * 8 <= all)
}

/// Finds the first point of a line where few moves are safe, at most half of all, and a smaller share than at the same point
/// of the other line. `is_safe` judges the positions before and after a move.
pub(super) fn few_safe_moves<P: Evaluate>(
    turn: &ExplainedTurn<P>,
    line: TurnLine,
    is_safe: impl Fn(&P, &P) -> bool,
    are_few: impl Fn(u32, u32) -> bool,
) -> Option<Evidence> {
    // The safe moves and all moves.
    let count = |position: &P| {
        if position.outcome().is_some() || position.count_moves() > MAX_ANSWERS {
            return None;
        }
        let moves = position.moves();
        let safe = moves.iter().filter(|mv| is_safe(position, &position.after(**mv))).count();
        Some([u32::try_from(safe).ok()?, u32::try_from(moves.len()).ok()?])
    };
    let (other, first) = line.counterpart();
    points(turn.line(line), first).step_by(2).find_map(|plies| {
        let numbers = count(turn.line(line).get(plies)?)?;
        let [safe, all] = numbers;
        let has_fewer = || {
            turn.line(other).get(plies).is_none_or(|position| match count(position) {
                Some([others, total]) => safe * total < others * all,
                None => position.outcome().is_none(),
            })
        };
        let explains = safe > 0 && safe * 2 <= all && are_few(safe, all) && has_fewer();
        explains.then(|| Evidence { numbers, ..Evidence::after(line, plies) })
    })
}
