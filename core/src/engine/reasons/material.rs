//! The patterns of games with captures: pieces that are lost for nothing, exchanges that cost more than they bring,
//! and captures that were missed.

use crate::model::{Evaluate, History, Player};

use super::{Evidence, ExplainedTurn, MAX_REASON_PLIES, Pattern, TurnLine, points};

/// The length of an exchange that is played out after a line.
const MAX_CAPTURES: u32 = 4;

/// Why a piece can be taken after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// It has just moved there.
    Stepped,
    /// It could be taken before, but not without a capture in return on the same cell.
    Unguarded,
    /// It could be taken before.
    Ignored,
    /// The turn made the capture possible.
    Opened,
}

/// Returns the patterns about captures, strongest first.
pub(super) fn patterns<P: Evaluate>() -> Vec<Pattern<P>> {
    vec![
        Pattern::new("unguarded-piece", |turn| lost_by(turn, Cause::Unguarded)),
        Pattern::new("steps-into-capture", |turn| lost_by(turn, Cause::Stepped)),
        Pattern::new("ignores-attack", |turn| lost_by(turn, Cause::Ignored)),
        Pattern::new("opens-attack", |turn| lost_by(turn, Cause::Opened)),
        Pattern::new("bad-exchange", |turn| exchange(turn, TurnLine::Played)),
        Pattern::new("no-safe-move", |turn| bind(turn, TurnLine::Played)),
        Pattern::new("misses-capture", misses_capture),
        Pattern::new("misses-exchange", |turn| exchange(turn, TurnLine::Better)),
        Pattern::new("misses-bind", |turn| bind(turn, TurnLine::Better)),
        Pattern::new("misses-safe-move", misses_safe_move),
    ]
}

/// Returns the cells of `player` in `before` where they have no piece in `after`.
pub(super) fn vacated<P: Evaluate>(before: &P, after: &P, player: Player) -> Vec<String> {
    let kept = after.cells_of(player);
    before.cells_of(player).into_iter().filter(|cell| !kept.contains(cell)).collect()
}

/// Returns whether the player to move can capture.
pub(super) fn can_capture<P: Evaluate>(position: &P) -> bool {
    let enemy = position.to_move().opponent();
    let count = position.piece_count(enemy);
    position.moves().into_iter().any(|mv| position.after(mv).piece_count(enemy) < count)
}

/// Returns the pieces of `player` lost on a line after its first `plies` moves, minus those of the opponent.
fn deficit<P: Evaluate>(line: &History<P>, plies: usize, player: Player) -> i64 {
    let [lost, won] = lost_and_won(line, plies, player).unwrap_or_default();
    i64::from(lost) - i64::from(won)
}

/// Returns the pieces of `player` and of the opponent that are gone after the first `plies` moves of a line.
fn lost_and_won<P: Evaluate>(line: &History<P>, plies: usize, player: Player) -> Option<[u32; 2]> {
    let (start, end) = (line.start(), line.get(plies)?);
    let gone = |player| start.piece_count(player).saturating_sub(end.piece_count(player));
    Some([gone(player), gone(player.opponent())])
}

/// Returns whether `player` loses fewer pieces on balance on another line, or if there is no such line.
fn is_avoidable<P: Evaluate>(other: &History<P>, player: Player, lost: i64) -> bool {
    other.plies() == 0 || settled(other, player) < lost
}

/// Finds pieces that the answer takes for nothing: the turn captured nothing, and no move can capture in return.
fn lost_for_nothing<P: Evaluate>(turn: &ExplainedTurn<P>) -> Option<Vec<String>> {
    let (before, after, answered) = (turn.before(), turn.played.get(1)?, turn.played.get(2)?);
    let (mover, enemy) = (turn.mover(), turn.mover().opponent());
    let victims = vacated(after, answered, mover);
    let enemies = before.piece_count(enemy);
    let is_free = after.piece_count(enemy) == enemies
        && answered.piece_count(enemy) == enemies
        && answered.outcome().is_none()
        && !can_capture(answered);
    (!victims.is_empty() && is_free && is_avoidable(&turn.better, mover, victims.len() as i64))
        .then_some(victims)
}

fn lost_by<P: Evaluate>(turn: &ExplainedTurn<P>, wanted: Cause) -> Option<Evidence> {
    let cells = lost_for_nothing(turn)?;
    let numbers = [u32::try_from(cells.len()).unwrap_or(u32::MAX), 0];
    let has_cause = cause(turn, &cells) == Some(wanted);
    has_cause.then(|| Evidence { cells, numbers, ..Evidence::after(TurnLine::Played, 2) })
}

/// Returns why the victims can be taken, or `None` if some were in reach before in another way.
fn cause<P: Evaluate>(turn: &ExplainedTurn<P>, victims: &[String]) -> Option<Cause> {
    let (before, mover) = (turn.before(), turn.mover());
    let stood = before.cells_of(mover);
    let is_still = victims.iter().all(|cell| stood.contains(cell));
    let new = Some(if is_still { Cause::Opened } else { Cause::Stepped });
    let Some(passed) = before.with_turn_passed() else { return new };
    let (reached, after) = (in_reach(&passed, mover), turn.played.get(1)?.cells_of(mover));
    // Where a victim that has moved stood before.
    let old = stood.iter().filter(|cell| !is_still && !after.contains(cell));
    if victims.iter().chain(old).all(|cell| !reached.contains(cell)) {
        return new;
    }
    let earlier = answered_without_turn(turn)?;
    if vacated(before, &earlier, mover) != *victims {
        return None;
    }
    let is_guarded = victims.iter().all(|cell| can_retake(&earlier, cell));
    Some(if is_guarded { Cause::Unguarded } else { Cause::Ignored })
}

/// Returns the cells of all pieces of `owner` that a move of the opponent, who is to move, takes.
fn in_reach<P: Evaluate>(position: &P, owner: Player) -> Vec<String> {
    if position.terminal_outcome().is_some() {
        return Vec::new();
    }
    position.moves().into_iter().flat_map(|mv| vacated(position, &position.after(mv), owner)).collect()
}

/// Returns whether the player to move can capture a piece on `cell`.
fn can_retake<P: Evaluate>(position: &P, cell: &String) -> bool {
    let enemy = position.to_move().opponent();
    let is_retaken = |mv| vacated(position, &position.after(mv), enemy).contains(cell);
    position.terminal_outcome().is_none() && position.moves().into_iter().any(is_retaken)
}

/// Returns the position in which the opponent has made the answer instead of the turn, if that was possible.
fn answered_without_turn<P: Evaluate>(turn: &ExplainedTurn<P>) -> Option<P> {
    turn.before().with_turn_passed()?.play(*turn.played.moves().get(1)?).ok()
}

/// Finds the first point of a line from which the player who fails there stays behind in pieces, further than on the
/// other line, and at which no capture wins any back. Captures in a row are followed further than other moves.
fn exchange<P: Evaluate>(turn: &ExplainedTurn<P>, line: TurnLine) -> Option<Evidence> {
    let (replay, other, loser) = (turn.line(line), turn.line(line.other()), turn.loser_of(line));
    let is_behind = |plies: usize| deficit(replay, plies, loser) > 0;
    let last_level = (0..=replay.plies()).rev().find(|plies| !is_behind(*plies))?;
    let pieces = |plies| Player::BOTH.map(|player| replay.get(plies).map(|at: &P| at.piece_count(player)));
    let is_capture = |plies: usize| pieces(plies) != pieces(plies - 1);
    let mut points =
        (1..=replay.plies()).take_while(|plies| *plies <= MAX_REASON_PLIES || is_capture(*plies));
    let is_final = |plies: usize| replay.get(plies).is_some_and(|at| regained(at, loser) == 0);
    let plies = points.find(|plies| *plies > last_level && is_final(*plies))?;
    let numbers = lost_and_won(replay, plies, loser)?;
    let lost = settled(replay, loser);
    let end = replay.get(plies)?;
    // A dragon in a cave is a new piece.
    let only_lost =
        Player::BOTH.iter().all(|player| end.piece_count(*player) <= turn.before().piece_count(*player));
    let is_settled = only_lost && end.terminal_outcome().is_none() && lost > 0;
    (is_settled && is_avoidable(other, loser, lost))
        .then(|| Evidence { numbers, ..Evidence::after(line, plies) })
}

/// Returns the deficit of `player` at the end of a line, after the captures with which they can answer.
fn settled<P: Evaluate>(line: &History<P>, player: Player) -> i64 {
    deficit(line, line.plies(), player) - regained(line.current(), player)
}

/// Returns the pieces that `player` wins, on balance, with captures that begin in `position`; 0 if the other is to move.
fn regained<P: Evaluate>(position: &P, player: Player) -> i64 {
    if position.to_move() == player { gain(position, MAX_CAPTURES) } else { 0 }
}

/// Returns the pieces that the player to move wins, on balance, if both sides only capture as long as that pays.
fn gain<P: Evaluate>(position: &P, captures: u32) -> i64 {
    let enemy = position.to_move().opponent();
    let count = i64::from(position.piece_count(enemy));
    let gain_of = |mv: P::Move| {
        let after = position.after(mv);
        let taken = count - i64::from(after.piece_count(enemy));
        if taken > 0 && captures > 0 { taken - gain(&after, captures - 1) } else { 0 }
    };
    position.moves().into_iter().map(gain_of).max().unwrap_or(0).max(0)
}

/// Finds the first point of a line where every move of the player who fails there lets the opponent capture for nothing,
/// if there is none on the other line.
fn bind<P: Evaluate>(turn: &ExplainedTurn<P>, line: TurnLine) -> Option<Evidence> {
    let bound = |replay: &History<P>| {
        let is_it = |position: &&P| position.to_move() == turn.loser_of(line) && is_bound(*position);
        points(replay, 1).find(|plies| replay.get(*plies).filter(is_it).is_some())
    };
    let plies = bound(turn.line(line)).filter(|_| bound(turn.line(line.other())).is_none())?;
    let moves = turn.line(line).get(plies)?.count_moves();
    let numbers = [u32::try_from(moves).unwrap_or(u32::MAX), 0];
    Some(Evidence { numbers, ..Evidence::after(line, plies) })
}

/// Returns whether every move of the player to move lets the opponent capture for nothing.
fn is_bound<P: Evaluate>(position: &P) -> bool {
    let moves = position.moves();
    !moves.is_empty() && moves.into_iter().all(|mv| costs_piece(position, &position.after(mv)))
}

/// Returns whether the move between these positions takes nothing and lets the opponent capture for nothing.
pub(super) fn costs_piece<P: Evaluate>(before: &P, after: &P) -> bool {
    let opponent = after.to_move();
    after.piece_count(opponent) == before.piece_count(opponent) && can_capture_for_nothing(after)
}

/// Returns whether the player to move can capture so that no move captures in return.
pub(super) fn can_capture_for_nothing<P: Evaluate>(position: &P) -> bool {
    let enemy = position.to_move().opponent();
    let count = position.piece_count(enemy);
    position.moves().into_iter().any(|mv| {
        let after = position.after(mv);
        after.piece_count(enemy) < count && !can_capture(&after)
    })
}

/// Finds a capture that the better turn makes, that the turn did not make, and that nothing answers.
fn misses_capture<P: Evaluate>(turn: &ExplainedTurn<P>) -> Option<Evidence> {
    let (before, better, played) = (turn.before(), turn.better.get(1)?, turn.played.get(1)?);
    let enemy = turn.mover().opponent();
    let cells = vacated(before, better, enemy);
    let is_missed = played.piece_count(enemy) == before.piece_count(enemy);
    let is_free = !cells.is_empty() && better.outcome().is_none() && !can_capture(better);
    let numbers = [u32::try_from(cells.len()).unwrap_or(u32::MAX), 0];
    (is_missed && is_free).then(|| Evidence { cells, numbers, ..Evidence::after(TurnLine::Better, 1) })
}

/// Finds a better turn after which nothing can be taken, where something can be taken after the turn.
fn misses_safe_move<P: Evaluate>(turn: &ExplainedTurn<P>) -> Option<Evidence> {
    let (better, played) = (turn.better.get(1)?, turn.played.get(1)?);
    let is_open = better.outcome().is_none() && played.outcome().is_none();
    let is_safer = is_open && !can_capture(better) && can_capture(played);
    is_safer.then(|| Evidence::after(TurnLine::Better, 1))
}
