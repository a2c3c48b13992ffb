//! The coach: comments on a turn that was just played, with its cost and its refutation.
//!
//! The values and marks are those of hints and reviews.

use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, History, Mark, Position};
use crate::words::moves::typed_text;
use crate::words::{capitalised, in_turns_of};

use super::advice::{line_text, position_words, turns, winning_answers};
use super::assessment::{Assessor, TurnAssessment};
use super::chance::{mark_name, mistake_mark, percent};
use super::reasons;

/// Assesses the legal move `mv` for the coach. Returns `None` if there is nothing to say: there was no other move,
/// the move ended the game, or the work was stopped.
pub fn assess(assessor: &Assessor<'_>, before: &AnyPosition, mv: AnyMove) -> Option<TurnAssessment> {
    let after = before.after(mv);
    if before.count_moves() < 2 || after.outcome().is_some() {
        return None;
    }
    assessor.prepare(&[before, &after]);
    assessor.assess_turn(before, mv).filter(|_| !assessor.is_stopped()).map(TurnAssessment::as_listed)
}

/// Describes how the turn worsened the position; `None` for a good turn.
fn comment_on_loss(turn: &TurnAssessment) -> Option<String> {
    let (before, after) = (turn.before, turn.after());
    let gives_away_win = matches!(before, Eval::Won(_)) && !matches!(after, Eval::Won(_));
    let is_lost_now = after.is_loss() && !before.is_loss();
    let mark = match mistake_mark(before, after) {
        None if gives_away_win || is_lost_now => Some(Mark::Dubious),
        mark => mark,
    };
    let mark = mark.filter(|_| !turn.is_advised)?;
    let (past, now) = (past(before), present(after));
    Some(match (before, after) {
        (_, Eval::Lost(_)) => format!("This move loses. {past}; after it {now}."),
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
    let is_best = best.moves().any(|mv| mv == played.mv());
    let holds_out = |eval: Eval| eval.plies().map(turns);
    match (best.winning_answers, played.winning_answers) {
        (Some((fewest, _)), Some((left, _))) if fewest < left => {
            let wins = if fewest == 1 { "answer wins" } else { "answers win" };
            format!(
                "Lost as before, but {better} is a better try: {fewest} {wins} against it, {left} against this one."
            )
        }
        (Some(_), Some((left, all))) => {
            format!("Lost as before, but there is no better try: {}.", winning_answers(left, all))
        }
        _ => match (holds_out(best.eval), holds_out(played.eval)) {
            (Some(longest), Some(left)) if longest > left => format!(
                "Lost as before, but {better} holds out longer: your opponent wins {}, after yours in {left}.",
                in_turns_of("their", longest),
            ),
            (Some(longest), _) if is_best => format!(
                "Lost as before, but there is no better try: your opponent wins {}.",
                in_turns_of("their", longest)
            ),
            _ => "No move was better: the position is lost against perfect play.".to_owned(),
        },
    }
}

/// Praises a turn that kept the value of the position. `better` is the best move as it is typed.
fn praise(turn: &TurnAssessment, better: &str) -> String {
    match turn.after() {
        Eval::Lost(_) if turn.before.is_loss() => comment_on_try(turn, better),
        Eval::Lost(_) => "No move was better: the position is lost against perfect play.".to_owned(),
        value => {
            let is_best = turn.best.moves().any(|mv| mv == turn.played.mv());
            let is_behind = !value.is_win() && percent(value) < 50.0;
            let praise = match (is_best, turn.is_advised, is_behind) {
                (true, ..) => "Best move",
                (false, true, true) => "No move is better",
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

/// Returns the coach's comment on the last turn of `history`, as whole lines with moves in typed form.
pub fn describe(game: &AnyGame, history: &History<AnyPosition>, turn: &TurnAssessment) -> String {
    let mut before = history.clone();
    before.undo(1);
    history.moves().last().map_or_else(String::new, |mv| explain("Coach", game, &before, *mv, turn))
}

/// Says after `title` what the assessed turn `mv`, played after `before`, did: its value, a better turn, the best
/// answer and the reasons; as whole lines with moves in typed form.
pub fn explain(
    title: &str,
    game: &AnyGame,
    before: &History<AnyPosition>,
    mv: AnyMove,
    turn: &TurnAssessment,
) -> String {
    let Some(comment) = comment_on_loss(turn) else {
        let better = typed_text(game, before, &[turn.best.mv()]);
        return format!("{title}: {}\n", praise(turn, &better));
    };
    let you = before.current().to_move();
    let mut text = format!("{title}: {comment}\n");
    if turn.has_better() {
        text += &format!("  Better: {}.\n", line_text(game, before, &turn.best.line.moves, (you, "plays")));
    }
    if let [_, answer @ ..] = turn.played.line.moves.as_slice()
        && !answer.is_empty()
    {
        let mut after = before.clone();
        after.play(mv);
        text += &format!("  {}.\n", line_text(game, &after, answer, (you, "could now play")));
    }
    let lines = reasons::reasons(game, before, turn).into_iter().map(|reason| format!("  {}\n", reason.text));
    text + &lines.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::assessment::{AssessmentLimits, Knowledge, RatedMove};
    use crate::engine::search::Line;
    use crate::games::{self, FAMILIES};
    use crate::model::{Game, GameRng, StopSignal};

    fn classic() -> AnyGame {
        games::open("uglyduck").unwrap()
    }

    /// Returns the coach's comment on `mv`, which is played in `before`, from a search of `nodes` positions.
    fn comment(game: &AnyGame, before: &AnyPosition, mv: AnyMove, nodes: u64) -> Option<String> {
        let (stop, knowledge) = (StopSignal::new(), Knowledge::default());
        let limits = AssessmentLimits { nodes, ..AssessmentLimits::ADVICE };
        let assessor = Assessor::new(game, limits, &stop, &knowledge);
        let turn = assess(&assessor, before, mv)?;
        let mut history = History::new(before.clone());
        history.play(mv);
        Some(describe(game, &history, &turn).replace('\u{a0}', " "))
    }

    fn coach_comment(game: &AnyGame, position: &str, mv: &str) -> Option<String> {
        let before = game.read_position(position).unwrap();
        comment(game, &before, game.read_legal_move(&before, mv).unwrap(), AssessmentLimits::ADVICE.nodes)
    }

    #[test]
    fn losing_a_won_game_is_reported() {
        // The swan on b3 wins at once. After any other move the enemy's swan on d3 wins.
        let text = coach_comment(&classic(), "5/D1S2/5/2s2/5 1", "b1c1").unwrap();
        let wanted = "Coach: This move loses. You could have won at once; after it your opponent can win on their next turn.\n  Better: you play b3 a2.\n  Player 2 could now play d3 e2.\n  Player 2 wins at once with d3 e2: a swan came home on e2.\n  b3 a2 wins at once: a swan came home on a2.\n";
        assert_eq!(text, wanted);
        let text = coach_comment(&classic(), "4d/D1D2/5/dd1d1/5 1", "b1c1").unwrap();
        assert!(
            text.starts_with(
                "Coach: This move loses. You could have won in 8 of your turns; after it your opponent can win in 7 of their turns"
            ),
            "{text}"
        );
    }

    #[test]
    fn a_try_in_a_lost_position_is_compared_with_the_best_one() {
        let game = classic();
        let (before, stop, knowledge) = (game.start(), StopSignal::new(), Knowledge::default());
        let assessor = Assessor::new(&game, AssessmentLimits::ADVICE, &stop, &knowledge);
        let list = assessor.assess(&before, &mut |_, _| {}).unwrap();
        let (fewest, all) = list.best().winning_answers.unwrap();
        assert!(list.best().eval.is_loss() && fewest < all);
        let (mut worse, mut best) = (0, 0);
        // The best move, and some others.
        for rated in list.moves.iter().step_by(2).take(3) {
            let text = comment(&game, &before, rated.mv(), AssessmentLimits::ADVICE.nodes).unwrap();
            let (left, _) = rated.winning_answers.unwrap();
            let sentence = text.lines().next().unwrap();
            if left > fewest {
                let wanted = format!(
                    "a5 b4 is a better try: {fewest} answer wins against it, {left} against this one."
                );
                assert_eq!(sentence, format!("Coach: Lost as before, but {wanted}"));
                worse += 1;
            } else {
                let wanted = format!(
                    "Coach: Lost as before, but there is no better try: {fewest} of the {all} answers wins."
                );
                assert_eq!(sentence, wanted);
                best += 1;
            }
        }
        assert!(worse > 1 && best == 1, "{worse} {best}");
        let sentence = comment_on_try(&lost_turn(8, 4), "b4 c4");
        let wanted = "Lost as before, but b4 c4 holds out longer: your opponent wins in 4 of their turns, after yours in 2 of their turns.";
        assert_eq!(sentence, wanted.replace("after yours in 2 of their turns", "after yours in 2"));
        assert!(
            comment_on_try(&lost_turn(8, 8), "b4 c4")
                .contains("there is no better try: your opponent wins in 4")
        );
    }

    /// A turn in a lost position, with the plies of the best move and of another; the same one if they are equal.
    fn lost_turn(longest: u32, played: u32) -> TurnAssessment {
        let mut turn = turn(Eval::Lost(Some(longest)), Eval::Lost(Some(played)));
        if played != longest {
            turn.played.line.moves[0] = classic().read_move("a1b1").unwrap();
        }
        turn
    }

    #[test]
    fn a_good_move_is_praised() {
        let text = coach_comment(&classic(), "4d/D1D2/5/dd1d1/5 1", "b1c2").unwrap();
        assert_eq!(text, "Coach: Best move. After it you can win in 7 of your turns.\n");
    }

    #[test]
    fn a_drop_in_evaluation_is_marked() {
        let game = &games::open("replica").unwrap();
        let mut before = game.start();
        let mut rng = GameRng::from_seed(3);
        for _ in 0..12 {
            let mv = before.random_move(&mut rng).unwrap();
            before = before.after(mv);
        }
        let mut texts =
            before.moves().into_iter().take(4).filter_map(|mv| comment(game, &before, mv, 20_000));
        let text =
            texts.find(|text| text.contains(". You were ") && text.contains("; after it you are ")).unwrap();
        assert!(
            text.contains("\n  Better: you play ") && text.contains("\n  Black could now play "),
            "{text}"
        );
    }

    #[test]
    fn the_coach_uses_the_prover() {
        // A position of the 5x5 book: player 2 wins, but some moves give the win away.
        let said = |mv| coach_comment(&classic(), "1Dss1/D4/2D1S/d1d2/3d1 2", mv).unwrap();
        let (bad, good) = (said("a3b4"), said("d3c4"));
        assert!(bad.contains("This move loses. You could have won"), "{bad}");
        assert!(good.contains(" move. After it you can win"), "{good}");
    }

    #[test]
    fn losing_moves_are_not_recommended() {
        // Every move loses.
        let text = coach_comment(&classic(), "4D/DDD2/4D/ddd1d/3d1 2", "d2c2").unwrap();
        assert!(
            text.starts_with("Coach: No move was better: the position is lost against perfect play.\n"),
            "{text}"
        );
    }

    #[test]
    fn the_only_move_and_the_last_move_get_no_comment() {
        assert_eq!(coach_comment(&classic(), "5/D1S2/5/2s2/5 1", "b3a3"), None);
        assert_eq!(coach_comment(&classic(), "5/5/D4/dd3/5 1", "c1d2"), None);
    }

    /// A turn with these values before and after it. The plies after it are counted from the position before it.
    fn turn(before: Eval, after: Eval) -> TurnAssessment {
        let mv = classic().read_move("a1b2").unwrap();
        let rated = |eval| {
            let line = Line { value: 0, depth: 4, proven: false, moves: vec![mv] };
            RatedMove { eval, ..RatedMove::from_line(line) }
        };
        TurnAssessment {
            before,
            best: rated(before),
            played: rated(after),
            listed: after,
            is_forced: false,
            is_only_move: false,
            is_advised: false,
        }
    }

    #[test]
    fn the_comment_depends_on_results_and_chances() {
        let about = Eval::Estimate;
        let comment = |before, after| comment_on_loss(&turn(before, after)).unwrap_or_default();
        let (won, lost, drawn) = (Eval::Won(Some(3)), Eval::Lost(Some(4)), Eval::Draw(None));
        assert!(comment(drawn, lost).starts_with("This move loses"));
        assert!(comment(won, drawn).starts_with("This move gives away a win"));
        assert!(comment(won, about(100)).starts_with("This move may give away a win"));
        assert!(comment(won, about(0)).starts_with("Blunder. This move probably gives away a win"));
        assert_eq!(
            comment(about(60), about(-60)),
            "Mistake. You were slightly better; after it you are slightly worse."
        );
        assert_eq!(comment(about(93), drawn), "Mistake. You were better; after it the position is a draw.");
        assert_eq!(comment(lost, Eval::Lost(Some(2))), "");
        assert_eq!(comment(won, Eval::Won(Some(9))), "");
        assert_eq!(comment(about(19), about(0)), "", "too small to matter");
    }

    #[test]
    fn only_differences_that_can_be_seen_are_stated() {
        let comment = comment_on_loss(&turn(Eval::Estimate(200), Eval::Estimate(140))).unwrap();
        assert_eq!(comment, "Inaccuracy. After it you are better, but there was a better move.");
        // Sixteen pieces or thirteen: both win.
        assert_eq!(comment_on_loss(&turn(Eval::Estimate(1_610), Eval::Estimate(1_300))), None);
    }

    #[test]
    fn the_coach_and_the_review_mark_the_same_turns_unless_later_ones_show_more() {
        let mut same = 0;
        for family in FAMILIES {
            let game = &games::open(family.id).unwrap();
            let (stop, knowledge) = (StopSignal::new(), Knowledge::default());
            let limits = AssessmentLimits { nodes: 4_000, proof: 2_000, ..AssessmentLimits::ADVICE };
            let assessor = Assessor::new(game, limits, &stop, &knowledge);
            let (mut history, mut rng) = (History::new(game.start()), GameRng::from_seed(5));
            while history.plies() < 12 {
                history.play(history.current().random_move(&mut rng).unwrap());
            }
            let review = crate::analysis::review::review(game, &history, None, &assessor, &mut |_| {});
            for (reviewed, (before, mv, _)) in review.turns.iter().zip(history.turns()) {
                let assessor = Assessor::new(game, limits, &stop, &knowledge);
                let Some(turn) = assess(&assessor, before, mv) else { continue };
                let list = assessor.assess(before, &mut |_, _| {}).unwrap();
                assert_eq!((list.value(), list.best()), (turn.before, &turn.best));
                let listed = list.moves.iter().find(|rated| rated.moves().any(|other| other == mv)).unwrap();
                assert!(turn.played.eval.is_proven() || turn.played.eval == listed.eval, "{reviewed:?}");
                assert_eq!(turn.is_advised, reviewed.is_advised, "{reviewed:?}");
                if (turn.before, turn.after()) == (reviewed.before, reviewed.after) {
                    same += 1;
                    let is_told = reviewed.is_mistake() || reviewed.loses() && !turn.is_advised;
                    assert_eq!(comment_on_loss(&turn).is_some(), is_told, "{reviewed:?}");
                }
            }
        }
        assert!(same > 5, "{same}");
    }

    #[test]
    fn suggested_lines_use_prompt_notation() {
        let text = "d,d,d,-/t,t,t,-/l,l,-,l/l,-,t,- d 4";
        let game = &games::open("qawale").unwrap();
        let before = game.read_position(text).unwrap();
        let comment = before.moves().into_iter().find_map(|mv| {
            comment(game, &before, mv, 20_000).filter(|text| text.contains("  Better: you play "))
        });
        let comment = comment.unwrap();
        let better = comment.lines().find_map(|line| line.strip_prefix("  Better: you play ")).unwrap();
        let canonical = better.trim_end_matches('.').split(", ").next().unwrap().replace(' ', "");
        assert!(game.read_legal_move(&before, &canonical).is_ok(), "{comment}");
    }
}
