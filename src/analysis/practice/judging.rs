//! Whether a turn solves a card: judged by proof where there is one, else by the value of the review. And the reason,
//! in words.

use crate::analysis::advice::{position_words, turns};
use crate::analysis::assessment::TurnAssessment;
use crate::analysis::chance::mistake_mark;
use crate::analysis::coach::present;
use crate::model::{Eval, Mark};
use crate::words::in_turns_of;

use super::{Card, CardKind};

/// The verdict on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardVerdict {
    /// It solves the card.
    Right,
    /// It does not.
    Wrong,
    /// It could not be shown to keep a win.
    Unclear,
}

impl Card {
    /// Judges a turn by the value after it, for the player who made it. `is_best` says whether it is the best move of
    /// the card.
    ///
    /// `before` is what is known now about the position. If it turns out to be lost, every turn is right.
    pub fn judge(&self, is_best: bool, before: Eval, after: Eval) -> CardVerdict {
        let is_mistake = || mistake_mark(self.value, after) >= Some(Mark::Mistake);
        let is_right = match (self.value.result(), after.result()) {
            _ if is_best || before.is_loss() => true,
            (Some(before), Some(after)) => after >= before,
            (None, Some(_)) => after.is_win() || !after.is_loss() && !is_mistake(),
            (Some(_), None) if self.value.is_win() && !is_mistake() => return CardVerdict::Unclear,
            (_, None) => !is_mistake(),
        };
        if is_right { CardVerdict::Right } else { CardVerdict::Wrong }
    }

    /// Returns what the player has to find, as the end of a sentence that begins with who is to move. `played` is the
    /// turn in the game, as typed.
    pub fn task(&self, played: &str) -> String {
        match (self.kind, self.value) {
            (CardKind::MissedWin, _) | (_, Eval::Won(_)) => "find a move that wins.".to_owned(),
            (_, Eval::Draw(_)) => "find a move that does not lose.".to_owned(),
            _ => format!("find a better move than {played}."),
        }
    }

    /// Says what is wrong with a wrong turn, by the value after it.
    pub fn refusal(&self, after: Eval) -> &'static str {
        match after {
            _ if self.value.is_win() => "That does not win.",
            Eval::Lost(_) => "That loses.",
            _ => "That is much worse than the best move.",
        }
    }

    /// Says why a solution is right and what the turn in the game did. The turns are given as typed, with their
    /// assessments.
    pub fn reason(&self, solution: (&str, &TurnAssessment), played: (&str, &TurnAssessment)) -> String {
        let value = match (solution.1.before, solution.1.played.eval) {
            (Eval::Lost(_), _) => "With perfect play every move loses here".to_owned(),
            (_, Eval::Lost(_)) => format!("It turns out that {} loses too", solution.0),
            (_, eval) => {
                // A review sees less than a look at the position after the turn.
                let turns_out =
                    if eval.is_win() && !self.value.is_proven() { "It turns out that with" } else { "With" };
                format!("{turns_out} {} {}", solution.0, value_words(eval))
            }
        };
        format!("{value}. In your game you played {}. After it, {}.", played.0, present(played.1.after()))
    }
}

/// Describes the value of a solution to the player who found it. The plies are counted from before it.
fn value_words(eval: Eval) -> String {
    match (eval, eval.plies().map(turns)) {
        (Eval::Won(_), Some(1)) => "you win at once".to_owned(),
        (Eval::Won(_), Some(turns)) => format!("you win {}", in_turns_of("your", turns)),
        (Eval::Won(_), None) => "you win".to_owned(),
        (Eval::Draw(_), _) => "you keep the draw".to_owned(),
        (Eval::Lost(_) | Eval::Estimate(_), _) => position_words(eval, ["you are", "the position is"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::practice::{Deck, deck};

    fn card(value: &str) -> Card {
        let line = deck::tests::CARD.replace("won in 1", value);
        Deck::read(&line).cards().next().unwrap().clone()
    }

    #[test]
    fn the_task_depends_on_the_value() {
        let task = |value: &str, kind: &str| {
            let mut card = card(value);
            card.kind = CardKind::ALL.into_iter().find(|known| known.name() == kind).unwrap();
            card.task("b1 c1")
        };
        assert_eq!(task("won", "missed-win"), "find a move that wins.");
        assert_eq!(task("draw", "losing-turn"), "find a move that does not lose.");
        assert_eq!(task("-1.67", "losing-turn"), "find a better move than b1 c1.");
    }

    #[test]
    fn turns_are_judged_by_proof_or_by_value() {
        use CardVerdict::{Right, Unclear, Wrong};
        let cases = [
            ("won in 5", "won in 9", Right),
            ("won", "draw", Wrong),
            ("won in 5", "lost", Wrong),
            // Not proven: it may win, or the win seems to be gone.
            ("won in 5", "+1.00", Unclear),
            ("won in 5", "+0.20", Wrong),
            ("draw", "draw", Right),
            ("draw", "won", Right),
            ("draw", "lost in 8", Wrong),
            ("draw", "+0.10", Right),
            ("+0.50", "+0.40", Right),
            ("+0.50", "won in 3", Right),
            ("+0.50", "-1.50", Wrong),
            ("-4.00", "lost in 2", Wrong),
            ("+0.10", "draw", Right),
            ("+3.00", "draw", Wrong),
        ];
        for (value, after, wanted) in cases {
            let after = after.parse().unwrap();
            let before = card(value).value;
            assert_eq!(card(value).judge(false, before, after), wanted, "{value}, {after}");
            assert_eq!(card(value).judge(true, before, after), Right);
            assert_eq!(card(value).judge(false, Eval::Lost(None), after), Right, "now known to be lost");
        }
    }
}
