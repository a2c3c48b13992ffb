//! The numbers of a review. The formulas, and where they come from, are in `docs/review.md`.

use crate::model::{Eval, Mark, Player};

use super::{MARKS, Review, ReviewedTurn};

/// An estimate of so many hundredths of a piece is an expected score of 1 / (1 + 1/e), about 0.73.
const LOGISTIC_SCALE: f64 = 150.0;
/// The expected score of an estimate is never closer to a proven result.
const ESTIMATE_MARGIN: f64 = 0.01;

/// The loss of expected score that a mark stands for.
const MARK_THRESHOLDS: [(f64, Mark); 3] =
    [(0.30, Mark::Blunder), (0.15, Mark::Mistake), (0.07, Mark::Dubious)];

/// Who is expected to score less is behind.
const BEHIND_THRESHOLD: f64 = 0.4;
/// The most that is counted of a loss that is not proven, out of a proven result: less than the next worse mark stands for.
const MAX_UNPROVEN_LOSS_BEHIND: f64 = 0.29;
const MAX_UNPROVEN_LOSS: f64 = 0.14;

/// The expected score, from 0 to 1: of a proven result itself, of an estimate a logistic function.
pub(super) fn expected_score_of(eval: Eval) -> f64 {
    match eval {
        Eval::Won(_) => 1.0,
        Eval::Draw(_) => 0.5,
        Eval::Lost(_) => 0.0,
        Eval::Estimate(value) => (1.0 / (1.0 + (-f64::from(value) / LOGISTIC_SCALE).exp()))
            .clamp(ESTIMATE_MARGIN, 1.0 - ESTIMATE_MARGIN),
    }
}

impl ReviewedTurn {
    /// The expected score that the turn has given away, 0 to 1.
    pub fn loss(&self) -> f64 {
        let after = expected_score_of(self.after);
        let loss = (expected_score_of(self.before) - after).max(0.0);
        // What was proven before need not be lost: an estimate alone does not say that it was given away.
        match self.before.is_proven() && !self.after.is_proven() {
            true => {
                loss.min(if after < BEHIND_THRESHOLD { MAX_UNPROVEN_LOSS_BEHIND } else { MAX_UNPROVEN_LOSS })
            }
            false => loss,
        }
    }

    /// Whether its mark says that something better was there.
    pub fn is_mistake(&self) -> bool {
        self.mark().is_some_and(Mark::is_mistake)
    }

    /// The mark of the turn, if it has one.
    pub fn mark(&self) -> Option<Mark> {
        if self.is_forced {
            return None;
        }
        if let (Some(before), Some(after)) = (self.before.result(), self.after.result()) {
            let kept = self.is_only_move.then_some(Mark::Good);
            return if before > after { Some(Mark::Blunder) } else { kept };
        }
        let loss = self.loss();
        let mark = MARK_THRESHOLDS.iter().find(|(least, _)| loss >= *least).map(|(_, mark)| *mark);
        mark.or(self.is_only_move.then_some(Mark::Good))
    }

    /// Whether the turn says something about how well it was chosen: there was another move, and something to lose.
    pub fn is_rated(&self) -> bool {
        !self.is_forced && !self.before.is_loss()
    }

    /// Whether a game that was not proven lost is proven lost by it.
    fn loses(&self) -> bool {
        !self.before.is_loss() && self.after.is_loss()
    }
}

/// The accuracy of a turn that gives away so much expected score, from 0 to 100: the curve of lichess.
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How one player played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerSummary {
    /// How often each mark of [`MARKS`] was given.
    pub marks: [usize; 4],
    /// The turns that count.
    pub turns: usize,
    /// The mean accuracy of these, from 0 to 100; `None` if there are none.
    pub accuracy: Option<f64>,
    /// The mean loss of these in expected score, from 0 to 1.
    pub loss: Option<f64>,
}

/// A game in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewSummary {
    /// How the players played, player 1 first.
    pub players: [PlayerSummary; 2],
    /// The first turn by which a game was lost that was not, in order of the turns; from 1.
    pub first_lost: Option<usize>,
    /// The turn by which the loser lost the game for good.
    pub decisive: Option<usize>,
    /// The longest run of a player's turns in a row that are marked as the only ones, two or more, by their numbers.
    pub only_move_run: Vec<usize>,
    /// How many of the turns are exact.
    pub exact: usize,
}

impl Review {
    /// The game in numbers.
    pub fn summary(&self) -> ReviewSummary {
        let loses = |turn: &&ReviewedTurn| turn.loses();
        let loser = self.loser();
        let is_lost = loser.is_some_and(|loser| self.final_evaluation_for(loser).is_loss());
        let decisive = self.turns.iter().rev().find(|turn| Some(turn.player) == loser && turn.loses());
        let decisive = decisive.filter(|_| is_lost);
        ReviewSummary {
            players: Player::BOTH.map(|player| self.player_summary(player)),
            first_lost: self.turns.iter().find(loses).map(|turn| turn.number),
            decisive: decisive.map(|turn| turn.number),
            only_move_run: Player::BOTH
                .map(|player| self.longest_only_move_run(player))
                .into_iter()
                .fold(Vec::new(), longer),
            exact: self.turns.iter().filter(|turn| turn.is_exact()).count(),
        }
    }

    fn of(&self, player: Player) -> impl Iterator<Item = &ReviewedTurn> {
        self.turns.iter().filter(move |turn| turn.player == player)
    }

    fn player_summary(&self, player: Player) -> PlayerSummary {
        let count = |mark| self.of(player).filter(|turn| turn.mark() == Some(mark)).count();
        let losses: Vec<f64> =
            self.of(player).filter(|turn| turn.is_rated()).map(ReviewedTurn::loss).collect();
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            (!losses.is_empty()).then(|| values.sum::<f64>() / losses.len() as f64)
        };
        PlayerSummary {
            marks: MARKS.map(count),
            turns: losses.len(),
            accuracy: mean(&mut losses.iter().map(|loss| accuracy(*loss))),
            loss: mean(&mut losses.iter().copied()),
        }
    }

    fn longest_only_move_run(&self, player: Player) -> Vec<usize> {
        let turns: Vec<&ReviewedTurn> = self.of(player).collect();
        let runs = turns.split(|turn| turn.mark() != Some(Mark::Good));
        let numbers = |run: &[&ReviewedTurn]| run.iter().map(|turn| turn.number).collect();
        runs.filter(|run| run.len() > 1).map(numbers).fold(Vec::new(), longer)
    }

    /// The expected score of player 1 before the first turn that has been reviewed, and after each. Search sees a position from the turn
    /// before it and from the turn after it, a ply more or less deep: of two estimates the mean is taken.
    pub(super) fn scores(&self) -> Vec<f64> {
        let for_player_one = |player: Player, eval: Eval| match player {
            Player::One => expected_score_of(eval),
            Player::Two => 1.0 - expected_score_of(eval),
        };
        let befores = self.turns.iter().map(|turn| for_player_one(turn.player, turn.before));
        let mut scores: Vec<f64> = befores.chain([expected_score_of(self.final_evaluation)]).collect();
        let nexts = self.turns.iter().skip(1).map(|next| next.before).chain([self.final_evaluation]);
        for ((turn, next), seen) in self.turns.iter().zip(nexts).zip(&mut scores[1..]) {
            if !turn.after.is_proven() && !next.is_proven() {
                *seen = (*seen + for_player_one(turn.player, turn.after)) / 2.0;
            }
        }
        scores
    }
}

/// The longer of two runs, the first of equals.
fn longer(one: Vec<usize>, other: Vec<usize>) -> Vec<usize> {
    if other.len() > one.len() { other } else { one }
}
