//! The coach: comments on a turn that was just played, with its cost and its refutation.
//!
//! The values come from the same [`Assessor`] as hints.

use crate::engine::search::Score;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, History, Position, StopSignal};
use crate::screens::capitalised;
use crate::screens::moves::typed_text;

use super::advice::{MIN_DIFFERENCE, estimate_text};
use super::assessment::{AssessmentLimits, Assessor, RatedMove};

/// The labels of bad turns, with the smallest cost for each, in hundredths of a piece.
const LOSS_LABELS: [(Score, &str); 3] = [(100, "Blunder"), (50, "Mistake"), (MIN_DIFFERENCE, "Inaccuracy")];

/// The coach's findings about a turn, from the view of the player who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoachReview {
    /// The best move, with its line.
    pub(crate) best: RatedMove,
    /// The move that was played, with the best answer and what follows.
    pub(crate) played: RatedMove,
}

/// Reviews the legal move `mv`, within `limits` for each of the two positions. Returns `None` if there is
/// nothing to say: there was no other move, the move ended the game, or `stop` was raised.
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

    /// Describes how the turn worsened the position; `None` for a good turn.
    fn comment_on_loss(&self) -> Option<String> {
        let (before, after) = (self.best.eval, self.played.eval);
        let (best, played) = (past(before), present(after));
        Some(match (before, after) {
            (Eval::Won(_), Eval::Lost(_)) => format!("This move loses. {best}; now {played}."),
            (Eval::Won(_), Eval::Draw(_)) => format!("This move gives away a win. {best}; now {played}."),
            (Eval::Won(_), Eval::Estimate(_)) => {
                format!("This move may give away a win. {best}; now {played}.")
            }
            (Eval::Draw(_) | Eval::Estimate(_), Eval::Lost(_)) if self.is_best_move() => {
                "This move loses, but no better move is known.".to_owned()
            }
            (Eval::Draw(_) | Eval::Estimate(_), Eval::Lost(_)) => {
                format!("This move loses. {best}; now {played}.")
            }
            (Eval::Draw(_), Eval::Estimate(value)) if value <= -MIN_DIFFERENCE => {
                format!("This move may give away a draw. {best}; now {played}.")
            }
            (Eval::Estimate(value), Eval::Estimate(_) | Eval::Draw(_)) => {
                let (_, label) = LOSS_LABELS.iter().find(|(min, _)| value - after.estimate() >= *min)?;
                format!("{label}. {best}; now {played}.")
            }
            _ => return None,
        })
    }

    /// Praises a turn that kept the value of the position.
    fn praise(&self) -> String {
        match self.played.eval {
            Eval::Lost(_) => "Good move. You are behind against perfect play.".to_owned(),
            eval => format!("Good move. {}.", capitalised(&present(eval))),
        }
    }
}

/// Describes the value of the position before a turn, to the player who made it.
fn past(eval: Eval) -> String {
    let turns = eval.plies().map(|plies| plies.div_ceil(2).max(1));
    match (eval, turns) {
        (Eval::Won(_), Some(1)) => "You could have won at once".to_owned(),
        (Eval::Won(_), Some(turns)) => format!("You could have won in {turns} turns or fewer"),
        (Eval::Won(_), None) => "You could have won".to_owned(),
        (Eval::Lost(_), _) => "You were losing".to_owned(),
        (Eval::Draw(_), _) => "The position was a draw".to_owned(),
        (Eval::Estimate(value), _) => format!("You were {}", estimate_text(value)),
    }
}

/// Describes the value of a turn that was just played, to the player who made it. The plies of `eval` include
/// that turn, so a winner has one turn fewer to go, and the opponent's turns are all to come.
fn present(eval: Eval) -> String {
    match (eval, eval.plies().map(|plies| (plies / 2).max(1))) {
        (Eval::Won(_), Some(1)) => "you can win on your next turn".to_owned(),
        (Eval::Won(_), Some(turns)) => format!("you can win in {turns} turns or fewer"),
        (Eval::Won(_), None) => "you can win".to_owned(),
        (Eval::Lost(_), Some(1)) => "your opponent can win on the next turn".to_owned(),
        (Eval::Lost(_), Some(turns)) => format!("your opponent can win in {turns} turns or fewer"),
        (Eval::Lost(_), None) => "your opponent can win".to_owned(),
        (Eval::Draw(_), _) => "the position is a draw".to_owned(),
        (Eval::Estimate(value), _) => format!("you are {}", estimate_text(value)),
    }
}

/// Returns the coach's comment on the last turn of `history`, as whole lines with moves in typed form.
pub fn describe(game: &AnyGame, history: &History<AnyPosition>, review: &CoachReview) -> String {
    let Some(comment) = review.comment_on_loss() else {
        return format!("Coach: {}\n", review.praise());
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

    /// Returns the coach's comment on `mv`, which is played in `before`.
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
        // The swan on b3 wins at once. After any other move the enemy's swan on d3 wins.
        let text = coach_comment(&classic(), "5/D1S2/5/2s2/5 1", "b1c1").unwrap();
        let wanted = "Coach: This move loses. You could have won at once; now your opponent can win on the next turn.\n  better:  b3 a2\n  answer:  d3 e2\n";
        assert_eq!(text, wanted);
        let text = coach_comment(&classic(), "4d/D1D2/5/dd1d1/5 1", "b1c1").unwrap();
        assert!(
            text.starts_with(
                "Coach: This move loses. You could have won in 8 turns or fewer; now your opponent can win in 7"
            ),
            "{text}"
        );
    }

    #[test]
    fn a_good_move_is_praised() {
        let text = coach_comment(&classic(), "4d/D1D2/5/dd1d1/5 1", "b1c2").unwrap();
        assert_eq!(text, "Coach: Good move. You can win in 7 turns or fewer.\n");
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
        let text =
            texts.find(|text| text.contains(". You were ") && text.contains("; now you are ")).unwrap();
        assert!(text.contains("\n  better:  ") && text.contains("\n  answer:  "), "{text}");
    }

    #[test]
    fn the_coach_uses_the_prover() {
        // A position of the 5x5 book: player 2 wins, but some moves give the win away.
        let before = classic().read_position("1Dss1/D4/2D1S/d1d2/3d1 2").unwrap();
        let mut missing = vec!["This move loses. You could have won", "Good move. You can win"];
        for mv in before.moves() {
            let text = comment(&classic(), &before, mv).unwrap();
            missing.retain(|wanted| !text.contains(wanted));
            if missing.is_empty() {
                return;
            }
        }
        panic!("no comment has {missing:?}");
    }

    #[test]
    fn losing_moves_are_not_recommended() {
        // Every move loses.
        let text = coach_comment(&classic(), "4D/DDD2/4D/ddd1d/3d1 2", "d2c2").unwrap();
        assert!(text.starts_with("Coach: Good move. You are behind against perfect play.\n"), "{text}");
    }

    #[test]
    fn the_only_move_and_the_last_move_get_no_comment() {
        assert_eq!(coach_comment(&classic(), "5/D1S2/5/2s2/5 1", "b3a3"), None);
        assert_eq!(coach_comment(&classic(), "5/5/D4/dd3/5 1", "c1d2"), None);
    }

    #[test]
    fn the_comment_depends_on_results_and_cost() {
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
                .comment_on_loss()
                .unwrap_or_default()
        };
        let (won, lost, drawn) = (Some(MATE - 3), Some(4 - MATE), Some(0));
        assert!(comment(drawn, lost).starts_with("This move loses"));
        assert!(comment(won, drawn).starts_with("This move gives away a win"));
        assert!(comment(won, None).starts_with("This move may give away a win"));
        let cost = "Inaccuracy. You were about half a piece ahead (+0.3); now";
        assert_eq!(comment(None, drawn), format!("{cost} the position is a draw."));
        assert_eq!(comment(None, None), format!("{cost} you are even."));
        assert_eq!(comment(drawn, None), "");
        assert_eq!(comment(lost, Some(2 - MATE)), "");
        assert_eq!(comment(won, Some(MATE - 9)), "");
        let small = CoachReview { best: rated(None, 19), played: rated(None, 0) };
        assert_eq!(small.comment_on_loss(), None, "too small to matter");
    }

    #[test]
    fn suggested_lines_use_prompt_notation() {
        let text = "d,d,d,-/t,t,t,-/l,l,-,l/l,-,t,- d 4";
        let game = &games::open("qawale").unwrap();
        let before = game.read_position(text).unwrap();
        let comment = before
            .moves()
            .into_iter()
            .find_map(|mv| comment(game, &before, mv).filter(|text| text.contains("  better:  ")));
        let comment = comment.unwrap();
        let better = comment.lines().find_map(|line| line.strip_prefix("  better:  ")).unwrap();
        let canonical = better.split(", ").next().unwrap().replace(' ', "");
        assert!(game.read_legal_move(&before, &canonical).is_ok(), "{comment}");
    }
}
