//! Going through a game. The last position is assessed first: what is proven of a position is known when the one before it is
//! looked at, and what search and prover remember of it helps them there.

use crate::analysis::assessment::{Assessor, Choice};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, Game as _, History, Outcome, Player, Position as _, StopSignal};
use crate::screens::capitalised;
use crate::screens::moves::{moves_text, typed_turns};
use std::cmp::Ordering;

use super::measure::score;
use super::{Effort, Moves, Review, Turn};

/// How many moves of a line are kept.
const LONGEST_LINE: usize = 8;

/// What is known of a position, seen by its player to move.
struct Standing {
    eval: Eval,
    /// Best play from here, as far as it was seen.
    line: Vec<AnyMove>,
}

/// A turn with the position before it, in moves.
struct Study {
    standing: Standing,
    after: Eval,
    better: Vec<AnyMove>,
    answer: Vec<AnyMove>,
    is_forced: bool,
    is_only: bool,
}

/// Reviews the game of `history`, each position within `effort`, and calls `tell` with the turns that are done before each, the last turn of
/// the game first: all of them but the latest are as they will be. `outcome` is its result, if it has one. When `stop` is raised the turns
/// that are done are the review.
pub fn review(
    game: &AnyGame,
    history: &History<AnyPosition>,
    outcome: Option<Outcome>,
    effort: Effort<'_>,
    stop: &StopSignal,
    tell: &mut dyn FnMut(&[Turn]),
) -> Review {
    let mut assessor = Assessor::new(game, effort, stop);
    let mut history = history.clone();
    let plies = history.plies();
    tell(&[]);
    let mut later = standing(&mut assessor, history.current());
    let end = match history.current().to_move() {
        Player::One => later.eval,
        Player::Two => later.eval.reversed(),
    };
    let mut turns: Vec<Turn> = Vec::new();
    while let Some(mv) = history.last_move() {
        history.undo(1);
        let study = study(&mut assessor, history.current(), mv, &later);
        if stop.is_raised() {
            break;
        }
        if let Some(next) = turns.last_mut().filter(|next| !next.before.is_proven()) {
            // It has been proven from here, with more effort.
            next.before = if study.after.is_proven() { study.after.reversed() } else { next.before };
        }
        turns.push(turn(game, &history, mv, &study));
        later = study.standing;
        tell(&turns);
    }
    turns.reverse();
    let names = Player::BOTH.map(|player| capitalised(game.player_name(player)));
    Review { names, outcome, plies, turns, end }
}

/// Assesses the last position of a game.
fn standing(assessor: &mut Assessor<'_>, position: &AnyPosition) -> Standing {
    let eval = match position.outcome() {
        None => {
            let best = assessor.best(position, &mut |_, _| {});
            let (eval, line) =
                best.map_or((Eval::Estimate(0), Vec::new()), |best| (best.eval, best.line.moves));
            return Standing { eval, line };
        }
        Some(Outcome::Draw) => Eval::Draw(Some(0)),
        Some(Outcome::Win(winner)) if winner == position.to_move() => Eval::Won(Some(0)),
        Some(Outcome::Win(_)) => Eval::Lost(Some(0)),
    };
    Standing { eval, line: Vec::new() }
}

/// Studies a turn, where `later` is known of the position after it.
fn study(assessor: &mut Assessor<'_>, position: &AnyPosition, mv: AnyMove, later: &Standing) -> Study {
    let seen = later.eval.reversed();
    let then = || std::iter::once(mv).chain(later.line.iter().copied()).take(LONGEST_LINE).collect();
    if position.count_moves() == 1 {
        let eval = seen.with_plies(seen.plies().map(|plies| plies + 1));
        let standing = Standing { eval, line: then() };
        let answer = later.line.clone();
        return Study { standing, after: seen, better: Vec::new(), answer, is_forced: true, is_only: false };
    }
    let choice = assessor.choice(position, mv, seen);
    let before = before(&choice, seen.plies());
    let after = after(&choice, seen, before);
    let is_better = score(before) > score(after);
    let other = choice.other.as_ref().map(|other| other.line.moves.clone()).unwrap_or_default();
    let played = &choice.played.line.moves;
    let line = match is_better {
        true => other.clone(),
        false if later.line.is_empty() => played.clone(),
        false => then(),
    };
    let answer = if later.line.is_empty() { played[1..].to_vec() } else { later.line.clone() };
    Study {
        standing: Standing { eval: before, line },
        after,
        better: if is_better { other } else { Vec::new() },
        answer,
        is_forced: false,
        is_only: choice.is_only,
    }
}

/// What a position is worth in which a move was chosen, `plies` before its end if that is known of the position after it.
fn before(choice: &Choice, plies: Option<u32>) -> Eval {
    let played = choice.played.eval;
    let played = played.with_plies(least(played.plies(), plies.map(|plies| plies + 1)));
    let Some(other) = choice.other.as_ref().map(|other| other.eval) else { return played };
    match choice.result() {
        Some(Ordering::Greater) => {
            let wins = [played, other].into_iter().filter(|eval| eval.is_win());
            Eval::Won(wins.map(Eval::plies).reduce(least).flatten())
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

/// What the move that was played is worth: `seen` if that is proven; never more than the position was worth `before`.
fn after(choice: &Choice, seen: Eval, before: Eval) -> Eval {
    let searched = choice.played.eval;
    let plies = least(seen.plies(), searched.plies().map(|plies| plies.saturating_sub(1)));
    match (searched, before) {
        (Eval::Estimate(value), Eval::Draw(_)) => Eval::Estimate(value.min(0)),
        (Eval::Estimate(value), Eval::Estimate(most)) => Eval::Estimate(value.min(most)),
        _ => searched.with_plies(plies),
    }
}

fn least(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    one.zip(other).map_or(one.or(other), |(one, other)| Some(one.min(other)))
}

/// The texts of a turn out of the current position of `history`.
fn turn(game: &AnyGame, history: &History<AnyPosition>, mv: AnyMove, study: &Study) -> Turn {
    let mut next = history.clone();
    next.play(mv);
    Turn {
        number: history.plies() + 1,
        player: history.current().to_move(),
        played: texts(game, history, &[mv]),
        before: study.standing.eval,
        after: study.after,
        better: texts(game, history, &study.better),
        answer: texts(game, &next, &study.answer),
        is_forced: study.is_forced,
        is_only: study.is_only,
    }
}

fn texts(game: &AnyGame, history: &History<AnyPosition>, moves: &[AnyMove]) -> Moves {
    let moves = &moves[..moves.len().min(LONGEST_LINE)];
    Moves {
        canonical: moves.iter().map(|mv| moves_text(game, &[*mv])).collect(),
        typed: typed_turns(game, history, moves),
    }
}
