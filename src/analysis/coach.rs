//! The coach: comments on a turn that was just played, with its cost and its refutation.
//!
//! The values and marks are those of hints and reviews.

use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, Game as _, History, Mark, Outcome, Position};
use crate::words::moves::{MAX_LINE_MOVES, typed_text};
use crate::words::{capitalised, in_turns_of};

use super::advice::{line_text, position_words, turns, winning_answers};
use super::assessment::{Assessor, TurnAssessment};
use super::chance::{chance_words, mark_name, mistake_mark, percent};
use super::reasons;

/// Assesses the legal move `mv` and says after `title` what it did. Returns `None` if there is nothing to say: there was
/// no other move, somebody has won with it, or the work was stopped. If turns of `before` were taken back, and the first
/// of them is `mv`, the next is what the opponent answered.
pub fn comment(
    assessor: &Assessor<'_>,
    title: &str,
    before: &History<AnyPosition>,
    mv: AnyMove,
) -> Option<String> {
    let mut turn = assess(assessor, before.current(), mv)?;
    let answer = answer(before, mv)
        .filter(|reply| turn.after().is_loss() && turn.played.line.moves.get(1) != Some(reply));
    let now = answer.map(|reply| {
        let now = before.current().after(mv).after(reply);
        if now.outcome() == Some(Outcome::Win(before.current().to_move().opponent())) {
            // Of several answers that win at once, it is about the one that did.
            turn.played.line.moves = vec![mv, reply];
        }
        assessor.value(&now)
    });
    Some(explain(title, assessor.game, before, &turn, now.filter(|_| !assessor.is_stopped())))
}

/// Returns what the opponent answered to `mv`, if `before` knows it.
fn answer(before: &History<AnyPosition>, mv: AnyMove) -> Option<AnyMove> {
    let mut undone = before.undone().map(|(mv, _)| mv);
    undone.next().filter(|first| *first == mv).and_then(|_| undone.next())
}

/// Assesses the legal move `mv` for [`comment`].
fn assess(assessor: &Assessor<'_>, before: &AnyPosition, mv: AnyMove) -> Option<TurnAssessment> {
    let after = before.after(mv);
    if before.count_moves() < 2 || matches!(after.outcome(), Some(Outcome::Win(_))) {
        return None;
    }
    assessor.prepare(&[before, &after]);
    let turn = assessor.assess_turn(before, mv).filter(|_| !assessor.is_stopped())?;
    // A hint has already given the value of the move that it advises.
    Some(if turn.is_advised { turn.as_listed() } else { turn })
}

/// Describes how the turn worsened the position; `None` for a good turn.
fn comment_on_loss(turn: &TurnAssessment) -> Option<String> {
    let (before, after) = (turn.before, turn.after());
    let gives_away_win = matches!(before, Eval::Won(_)) && !matches!(after, Eval::Won(_));
    let is_lost_now = after.is_loss() && !before.is_loss();
    let (past, now) = (past(before), present(after));
    let mark = match mistake_mark(before, after) {
        _ if turn.is_advised => None,
        // Nothing that counts was lost.
        None if is_lost_now && !before.is_proven() => return Some(format!("{past}; after it {now}.")),
        None if gives_away_win || is_lost_now => Some(Mark::Dubious),
        mark => mark,
    }?;
    Some(match (before, after) {
        (Eval::Won(_) | Eval::Draw(_), Eval::Lost(_)) => format!("This move loses. {past}; after it {now}."),
        (Eval::Won(_), Eval::Draw(_)) => format!("This move gives away a win. {past}; after it {now}."),
        (Eval::Won(_), _) if mark == Mark::Blunder => {
            format!("Blunder. This move probably gives away a win. {past}; after it {now}.")
        }
        (Eval::Won(_), _) => format!("This move may give away a win. {past}; after it {now}."),
        (Eval::Draw(_), _) => format!("This move may give away a draw. {past}; after it {now}."),
        _ => {
            let label = capitalised(mark_name(mark));
            // State only a difference that can be seen.
            match now.replace("you are", "You were").replace("the position is", "The position was") == past {
                true => format!("{label}. After it {now}, but there was a better move."),
                false => format!("{label}. {past}; after it {now}."),
            }
        }
    })
}

/// Describes a turn in a lost position: whether it was the best try, and what was better, if that is known. `better` is
/// the best move as it is typed.
fn comment_on_try(turn: &TurnAssessment, better: &str) -> String {
    let (best, played) = (&turn.best, &turn.played);
    let holds_out = |eval: Eval| eval.plies().map(turns);
    match (best.winning_answers, played.winning_answers) {
        (Some((fewest, _)), Some((left, _))) if fewest < left => {
            let wins = if fewest == 1 { "answer wins" } else { "answers win" };
            format!(
                "Still lost, but {better} is a better try: {fewest} {wins} against it, {left} against this one."
            )
        }
        (Some(_), Some((left, all))) => {
            format!("Still lost, and there is no better try: {}.", winning_answers(left, all))
        }
        _ => match (holds_out(best.eval), holds_out(played.eval)) {
            (Some(longest), Some(left)) if longest > left => format!(
                "Still lost, but {better} holds out longer: your opponent wins {}, not in {left}.",
                in_turns_of("their", longest),
            ),
            (Some(longest), _) if turn.is_best() => format!(
                "Still lost, and there is no better try: your opponent wins {}.",
                in_turns_of("their", longest)
            ),
            (None, Some(left)) if !turn.is_best() => format!(
                "Still lost, but {better} seems to hold out longer: after this turn your opponent wins {}.",
                in_turns_of("their", left)
            ),
            _ if best.seems_better_try_than(played) => {
                format!("Still lost, but {better} seems to be a better try.")
            }
            _ => "No move was better: the position is lost against perfect play.".to_owned(),
        },
    }
}

/// Praises a turn that kept the value of the position. `better` is the best move as it is typed.
fn praise(turn: &TurnAssessment, better: &str) -> String {
    match turn.after() {
        Eval::Lost(_) if turn.before.is_loss() => comment_on_try(turn, better),
        // The value of the position was an estimate.
        value @ Eval::Lost(_) => format!("This move turns out to lose: after it {}.", present(value)),
        value => {
            // Both count this turn.
            let ways = turn.before.plies().map(turns).zip(turn.played.eval.plies().map(turns));
            if let Some((best, played)) = ways.filter(|(best, played)| value.is_win() && best < played) {
                let soon = if best == 1 { "at once".to_owned() } else { in_turns_of("your", best) };
                let unit = if best == 1 { " of your turns" } else { "" };
                return format!("You win, but {better} wins sooner: {soon}, not in {played}{unit}.");
            }
            let is_behind = percent(value) < 50.0 && chance_words(value) != "even";
            let praise = match (turn.is_best(), turn.is_advised, is_behind) {
                (true, ..) => "Best move",
                (false, true, true) => "No move is better",
                (false, false, true) => "Little changed",
                _ => "Good move",
            };
            format!("{praise}. After it {}.", present(value))
        }
    }
}

/// Describes the value of the position before a turn, to the player who made it.
fn past(eval: Eval) -> String {
    match (eval, eval.plies().map(turns)) {
        (Eval::Won(_), Some(1)) => "You could have won at once".to_owned(),
        (Eval::Won(_), Some(turns)) => format!("You could have won {}", in_turns_of("your", turns)),
        (Eval::Won(_), None) => "You could have won".to_owned(),
        (Eval::Lost(_), _) => "You were losing".to_owned(),
        (Eval::Draw(_), _) => "The position was a draw".to_owned(),
        (Eval::Estimate(_), _) => position_words(eval, ["You were", "The position was"]),
    }
}

/// Describes the value after a turn to the player who made it. The plies are counted from there.
pub(super) fn present(eval: Eval) -> String {
    match (eval, eval.plies().map(turns)) {
        (Eval::Won(_), Some(turns)) => format!("you can win {}", in_turns_of("your", turns)),
        (Eval::Won(_), None) => "you can win".to_owned(),
        (Eval::Lost(_), Some(turns)) => format!("your opponent can win {}", in_turns_of("their", turns)),
        (Eval::Lost(_), None) => "your opponent can win".to_owned(),
        (Eval::Draw(_), _) => "the position is a draw".to_owned(),
        (Eval::Estimate(_), _) => position_words(eval, ["you are", "the position is"]),
    }
}

/// Says after `title` what the assessed turn, played after `before`, did: its value, a better turn, the best answer and
/// the reasons; as whole lines with moves in typed form. `now` is the value after the answer, if the opponent could win and
/// has played another than the best one.
pub fn explain(
    title: &str,
    game: &AnyGame,
    before: &History<AnyPosition>,
    turn: &TurnAssessment,
    now: Option<Eval>,
) -> String {
    let missed = now.filter(|now| percent(*now) >= 50.0);
    let (loss, you) = (comment_on_loss(turn), before.current().to_move());
    let explains = loss.is_some() || turn.has_better_try() || missed.is_some();
    let comment = loss.unwrap_or_else(|| praise(turn, &typed_text(game, before, &[turn.best.mv()])));
    // An answer that has ended the game is no longer possible.
    let after = before.current().after(turn.played.mv());
    let is_over =
        answer(before, turn.played.mv()).is_some_and(|reply| after.after(reply).outcome().is_some());
    let comment = if is_over { comment.replace("opponent can win", "opponent could win") } else { comment };
    let opponent = capitalised(game.player_name(you.opponent()));
    let missed = missed.map(|now| {
        let missed = if now.is_proven() { "missed" } else { "may have missed" };
        format!(" {opponent} {missed} the win: now {}.", present(now))
    });
    let mut text = format!("{title}: {comment}{}\n", missed.unwrap_or_default());
    if !explains {
        return text;
    }
    if turn.has_better() {
        text += &format!("  Better: {}.\n", line_text(game, before, &turn.best.line.moves, (you, "plays")));
    }
    // The moves of the turn's line that the reader can see.
    let mut named = turn.played.line.moves.len().min(MAX_LINE_MOVES + 1);
    let mv = turn.played.mv();
    if let [_, best @ ..] = turn.played.line.moves.as_slice()
        && !best.is_empty()
    {
        let mut after = before.clone();
        after.play(mv);
        let answers = match answer(before, mv) {
            Some(reply) if reply == best[0] => {
                named = named.min(2);
                format!("{opponent} has played the best answer")
            }
            Some(_) => {
                // The answer may win as well.
                let also = if now.is_some_and(Eval::is_loss) {
                    "could also have played"
                } else {
                    "could have played"
                };
                line_text(game, &after, best, (you, also))
            }
            None => line_text(game, &after, best, (you, "could now play")),
        };
        text += &format!("  {answers}.\n");
    }
    let reasons = reasons::reasons(game, before, turn, named);
    let lines = reasons.into_iter().map(|reason| format!("  {}\n", reason.text));
    text + &lines.collect::<String>()
}

#[cfg(test)]
mod tests;
