//! The coach: what a turn just played has cost, and how it is refuted.
//!
//! What the position before was worth and what the turn was worth come from the same place as hints
//! ([`Assessor`]).

use crate::engine::search::Score;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, History, Position, StopSignal};
use crate::screens::moves::typed_text;

use super::advice::{MIN_DIFFERENCE, eval_text};
use super::assessment::{AssessmentLimits, Assessor, RatedMove};

/// What a turn is called that costs so much, in hundredths of a piece.
const LOSS_LABELS: [(Score, &str); 3] =
    [(100, "a very bad turn"), (50, "a bad turn"), (MIN_DIFFERENCE, "a doubtful turn")];

/// What the coach has found out about a turn, as the player sees it who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoachReview {
    /// The best move, with what follows it.
    pub(crate) best: RatedMove,
    /// The move that was played, with the answer to it and what follows.
    pub(crate) played: RatedMove,
}

/// Reviews `mv`, legal in `before`, at the cost of `limits` for each of the two positions. `None` if there is nothing to say: there was no other move, the move ended the game, or
/// `stop` was raised.
pub fn review_turn(
    game: &AnyGame,
    before: &AnyPosition,
    mv: AnyMove,
    limits: AssessmentLimits<'_>,
    stop: &StopSignal,
) -> Option<CoachReview> {
    if before.count_moves() < 2 || before.after(mv).outcome().is_some() {
        return None;
    }
    let mut assessor = Assessor::new(game, limits, stop);
    let best = assessor.best_move(before, &mut |_, _| {})?;
    let played = assessor.assess_move(before, mv, &best);
    Some(CoachReview { best, played }).filter(|_| !stop.is_raised())
}

impl CoachReview {
    fn is_best_move(&self) -> bool {
        self.best.mv() == self.played.mv()
    }

    /// What the turn did to the result; `None` for a good turn.
    fn comment_on_result(&self) -> Option<String> {
        let (best, played) = (eval_text(&self.best), eval_text(&self.played));
        Some(match (self.best.eval, self.played.eval) {
            (Eval::Won(_), Eval::Lost(_)) => {
                format!("this lost a won game: {best} before; now {played}.")
            }
            (Eval::Won(_), Eval::Draw(_)) => {
                format!("this gave a won game away: {best} before; now a draw.")
            }
            (Eval::Won(_), Eval::Estimate(_)) => {
                format!("the game was won ({best}); now no win is in sight ({played}).")
            }
            (Eval::Draw(_) | Eval::Estimate(_), Eval::Lost(_)) if self.is_best_move() => {
                "this loses, and nothing better is known.".to_owned()
            }
            (Eval::Draw(_), Eval::Lost(_)) => "this lost a drawn game.".to_owned(),
            (Eval::Estimate(_), Eval::Lost(_)) => format!("this loses: {played}. Before it was {best}."),
            (Eval::Draw(_), Eval::Estimate(value)) if value <= -MIN_DIFFERENCE => {
                format!("the game was a draw; now no draw is in sight ({played}).")
            }
            (Eval::Estimate(value), after @ (Eval::Estimate(_) | Eval::Draw(_))) => {
                let (_, mark) = LOSS_LABELS.iter().find(|(least, _)| value - after.estimate() >= *least)?;
                format!("{mark}: {best} before; now {played}.")
            }
            _ => return None,
        })
    }
}

/// What the coach says about the last turn of `history`, in whole lines; moves as they are typed.
pub fn describe(game: &AnyGame, history: &History<AnyPosition>, review: &CoachReview) -> String {
    let Some(comment) = review.comment_on_result() else {
        return format!("Coach: a good turn ({}).\n", eval_text(&review.played));
    };
    let mut text = format!("Coach: {comment}\n");
    if !review.is_best_move() {
        let mut before = history.clone();
        before.undo(1);
        text += &format!("  better:  {}\n", typed_text(game, &before, &review.best.line.moves));
    }
    if let [_, answer @ ..] = review.played.line.moves.as_slice()
        && !answer.is_empty()
    {
        text += &format!("  answer:  {}\n", typed_text(game, history, answer));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::MATE;
    use crate::engine::search::Line;
    use crate::games;
    use crate::model::{Game, GameRng};

    fn classic() -> AnyGame {
        games::open("uglyduck").unwrap()
    }

    /// What is said about `mv` in `position`, and the history after it.
    fn comment(game: &AnyGame, before: &AnyPosition, mv: AnyMove) -> Option<String> {
        let review = review_turn(game, before, mv, AssessmentLimits::ADVICE, &StopSignal::new());
        let mut history = History::new(before.clone());
        history.play(mv);
        review.map(|review| describe(game, &history, &review).replace('\u{a0}', " "))
    }

    fn coach_comment(game: &AnyGame, position: &str, mv: &str) -> Option<String> {
        let before = game.read_position(position).unwrap();
        comment(game, &before, game.read_legal_move(&before, mv).unwrap())
    }

    #[test]
    fn losing_a_won_game_is_reported() {
        // The swan on b3 wins at once; anything else lets the enemy's swan on d3 win.
        let text = coach_comment(&classic(), "5/D1S2/5/2s2/5 1", "b1c1").unwrap();
        let wanted = "Coach: this lost a won game: won with this turn before; now lost with the next turn of the other side.\n  better:  b3 a2\n  answer:  d3 e2\n";
        assert_eq!(text, wanted);
        let text = coach_comment(&classic(), "4d/D1D2/5/dd1d1/5 1", "b1c1").unwrap();
        assert!(
            text.starts_with(
                "Coach: this lost a won game: won, in 8 turns of yours at most before; now lost, in 7"
            ),
            "{text}"
        );
    }

    #[test]
    fn a_good_move_is_praised() {
        let text = coach_comment(&classic(), "4d/D1D2/5/dd1d1/5 1", "b1c2").unwrap();
        assert_eq!(text, "Coach: a good turn (won, in 8 turns of yours at most).\n");
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
        let mut texts = before.moves().into_iter().take(4).filter_map(|mv| comment(game, &before, mv));
        let text = texts.find(|text| text.contains(" turn: ") && text.contains(" before; now ")).unwrap();
        assert!(text.contains("\n  better:  ") && text.contains("\n  answer:  "), "{text}");
    }

    #[test]
    fn a_prover_sees_what_search_does_not() {
        // A page of the book of 5x5: player 2 wins, and some moves give that away.
        let before = classic().read_position("1Dss1/D4/2D1S/d1d2/3d1 2").unwrap();
        let mut missing = vec!["lost a won game: won", "a good turn (won"];
        for mv in before.moves() {
            let text = comment(&classic(), &before, mv).unwrap();
            missing.retain(|words| !text.contains(words));
            if missing.is_empty() {
                return;
            }
        }
        panic!("nobody said {missing:?}");
    }

    #[test]
    fn losing_moves_are_not_recommended() {
        // It loses, and so does every other.
        let text = coach_comment(&classic(), "4D/DDD2/4D/ddd1d/3d1 2", "d2c2").unwrap();
        assert!(text.starts_with("Coach: a good turn (lost"), "{text}");
    }

    #[test]
    fn the_only_move_and_the_last_move_get_no_comment() {
        assert_eq!(coach_comment(&classic(), "5/D1S2/5/2s2/5 1", "b3a3"), None);
        assert_eq!(coach_comment(&classic(), "5/5/D4/dd3/5 1", "c1d2"), None);
    }

    #[test]
    fn a_lost_draw_differs_from_a_lost_game() {
        let mv = classic().read_move("a1b2").unwrap();
        let rated = |value: Option<Score>, otherwise| {
            let proven = value.is_some();
            RatedMove::from_line(Line {
                value: value.unwrap_or(otherwise),
                depth: 4,
                proven,
                moves: vec![mv],
            })
        };
        let comment = |best, played| {
            CoachReview { best: rated(best, 30), played: rated(played, 0) }
                .comment_on_result()
                .unwrap_or_default()
        };
        let (won, lost, drawn) = (Some(MATE - 3), Some(4 - MATE), Some(0));
        assert!(comment(drawn, lost).starts_with("this loses"));
        assert!(comment(won, drawn).starts_with("this gave a won game away"));
        assert!(comment(won, None).starts_with("the game was won"));
        let cost = "a doubtful turn: about half a piece ahead (+0.3) before; now";
        assert_eq!(comment(None, drawn), format!("{cost} a draw."));
        assert_eq!(comment(None, None), format!("{cost} even."));
        assert_eq!(comment(drawn, None), "");
        assert_eq!(comment(lost, Some(2 - MATE)), "");
        assert_eq!(comment(won, Some(MATE - 9)), "");
        let small = CoachReview { best: rated(None, 19), played: rated(None, 0) };
        assert_eq!(small.comment_on_result(), None, "too small to matter");
    }

    #[test]
    fn suggested_lines_use_prompt_notation() {
        let text = "d,d,d,-/t,t,t,-/l,l,-,l/l,-,t,- d 4";
        let game = &games::open("qawale").unwrap();
        let before = game.read_position(text).unwrap();
        let said = before
            .moves()
            .into_iter()
            .find_map(|mv| comment(game, &before, mv).filter(|said| said.contains("  better:  ")));
        let said = said.unwrap();
        let better = said.lines().find_map(|line| line.strip_prefix("  better:  ")).unwrap();
        let canonical = better.split(", ").next().unwrap().replace(' ', "");
        assert!(game.read_legal_move(&before, &canonical).is_ok(), "{said}");
    }
}
