//! The patterns of every game. They need only the rules and the values of the turn.

use crate::model::{Eval, Evaluate, Outcome, Player, Position};

use super::{Evidence, ExplainedTurn, Pattern, TurnLine};

/// Positions with more moves are not searched for a defence.
const MAX_ANSWERS: u64 = 2_000;

/// Returns the patterns that name what happens on the board, for games without patterns of their own and as the
/// end of a game's list.
#[must_use]
pub fn general_patterns<P: Evaluate>() -> Vec<Pattern<P>> {
    vec![
        Pattern::new("loses-at-once", loses_at_once, is_lost_at_once),
        Pattern::new("misses-win-at-once", misses_win_at_once, is_win_at_once),
        Pattern::new("no-defence", no_defence, is_without_defence),
    ]
}

/// Returns whether `player` has won.
pub(super) fn has_won<P: Position>(position: Option<&P>, player: Player) -> bool {
    position.and_then(P::outcome) == Some(Outcome::Win(player))
}

fn loses_at_once<P: Position>(turn: &ExplainedTurn<P>) -> Option<Evidence> {
    let is_lost = has_won(turn.played.at(2), turn.mover().opponent());
    is_lost.then(|| Evidence::after(TurnLine::Played, 2))
}

/// Checks that the answer is legal and ends the game with a win for the opponent.
fn is_lost_at_once<P: Position>(turn: &ExplainedTurn<P>, evidence: &Evidence) -> bool {
    let (Some(played), Some(answer)) = (turn.played.moves().first(), turn.played.moves().get(1)) else {
        return false;
    };
    let answered = turn.before().play(*played).ok().and_then(|after| after.play(*answer).ok());
    evidence.plies == 2 && answered.is_some_and(|end| wins(&end, turn.mover().opponent()))
}

fn wins<P: Position>(position: &P, player: Player) -> bool {
    position.outcome().and_then(Outcome::winner) == Some(player)
}

fn misses_win_at_once<P: Position>(turn: &ExplainedTurn<P>) -> Option<Evidence> {
    let is_win = has_won(turn.better.at(1), turn.mover()) && !has_won(turn.played.at(1), turn.mover());
    is_win.then(|| Evidence::after(TurnLine::Better, 1))
}

/// Checks that the better turn is legal and ends the game with a win, and that the turn played does not.
fn is_win_at_once<P: Position>(turn: &ExplainedTurn<P>, evidence: &Evidence) -> bool {
    let [better, played] = [&turn.better, &turn.played]
        .map(|line| line.moves().first().and_then(|mv| turn.before().play(*mv).ok()));
    let is_win = |after: Option<P>| after.is_some_and(|after| wins(&after, turn.mover()));
    evidence.plies == 1 && is_win(better) && !is_win(played)
}

/// Returns whether the player to move can win at once.
fn can_win<P: Evaluate>(position: &P) -> bool {
    let mover = position.to_move();
    let is_win = |mv: P::Move| has_won(Some(&position.after(mv)), mover);
    position.terminal_outcome().is_none()
        && (position.winning_move().is_some_and(is_win) || position.moves().into_iter().any(is_win))
}

fn no_defence<P: Evaluate>(turn: &ExplainedTurn<P>) -> Option<Evidence> {
    // Only a loss in four plies can leave no defence after the first of them.
    let is_near = matches!(turn.value_after, Eval::Lost(plies) if plies.is_none_or(|plies| plies <= 3));
    let answered = turn.played.at(2).filter(|_| is_near)?;
    if answered.outcome().is_some() || answered.count_moves() > MAX_ANSWERS {
        return None;
    }
    let moves = answered.moves();
    let is_hopeless = moves.iter().all(|mv| can_win(&answered.after(*mv)));
    let numbers = [u32::try_from(moves.len()).unwrap_or(u32::MAX), 0];
    is_hopeless.then(|| Evidence { numbers, ..Evidence::after(TurnLine::Played, 2) })
}

/// Checks that every move after the answer lets the opponent win with the next one.
fn is_without_defence<P: Evaluate>(turn: &ExplainedTurn<P>, evidence: &Evidence) -> bool {
    let Some(answered) = turn.played.at(evidence.plies) else { return false };
    let opponent = turn.mover().opponent();
    let allows_win = |mv: P::Move| {
        let Ok(next) = answered.play(mv) else { return false };
        let wins_by = |mv: P::Move| next.play(mv).is_ok_and(|end| wins(&end, opponent));
        next.winning_move().is_some_and(wins_by) || next.moves().into_iter().any(wins_by)
    };
    let moves = answered.moves();
    evidence.plies == 2
        && answered.to_move() == turn.mover()
        && moves.len() == evidence.numbers[0] as usize
        && !moves.is_empty()
        && moves.into_iter().all(allows_win)
}
