//! The numbers of a review. `docs/review.md` explains the formulas and their sources.

use crate::analysis::chance::{lost_chance, mistake_mark, winning_chance};
use crate::model::{Mark, Player};

use super::{MARKS, Review, ReviewedTurn};

/// A player whose winning chance is at most this has lost the game on the board, proven or not.
pub(crate) const MAX_LOST_CHANCE: f64 = 0.35;
/// The maximum loss of a turn whose cost only later turns have shown: just below that of a blunder.
const MAX_LOSS_SEEN_LATE: f64 = 0.29;
/// The position of a player whose winning chance is below this is at best called slightly worse.
const BEHIND_CHANCE: f64 = 0.455;

impl ReviewedTurn {
    /// Returns the winning chance that the turn gave away, 0 to 1.
    pub fn loss(&self) -> f64 {
        match lost_chance(self.before, self.after) {
            _ if self.is_advised || self.is_opening => 0.0,
            loss if self.is_seen_late && !self.is_exact() => loss.min(MAX_LOSS_SEEN_LATE),
            loss => loss,
        }
    }

    /// Returns whether the turn is marked as a mistake.
    pub fn is_mistake(&self) -> bool {
        self.mark().is_some_and(Mark::is_mistake)
    }

    /// Returns the mark of the turn, if it has one.
    pub fn mark(&self) -> Option<Mark> {
        if self.is_forced || self.is_opening {
            return None;
        }
        let mistake = mistake_mark(self.before, self.after).filter(|_| !self.is_advised);
        let mistake = match mistake {
            Some(Mark::Blunder) if self.is_seen_late && !self.is_exact() => Some(Mark::Mistake),
            mistake => mistake,
        };
        mistake.or(self.is_only_move.then_some(Mark::Good))
    }

    /// Returns whether the turn loses the game although it looked like the best one.
    pub fn is_surprise(&self) -> bool {
        self.is_advised && !self.is_forced && self.loses() && mistake_mark(self.before, self.after).is_some()
    }

    /// Returns whether the turn counts for accuracy: the player chose it among moves, and the position was not lost.
    pub fn is_rated(&self) -> bool {
        !self.is_forced && !self.is_opening && !self.before.is_loss()
    }

    /// Returns whether the position is proven lost after the turn, which the player chose, and was not before it.
    pub fn loses(&self) -> bool {
        !self.is_opening && !self.before.is_loss() && self.after.is_loss()
    }
}

/// Returns the accuracy of a turn with this loss, from 0 to 100. The curve is that of lichess.
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The numbers of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerSummary {
    /// The number of turns with each mark of [`MARKS`].
    pub marks: [usize; 4],
    /// The number of turns that count.
    pub turns: usize,
    /// Their mean accuracy, from 0 to 100; `None` if no turn counts.
    pub accuracy: Option<f64>,
    /// Their mean loss of winning chance, from 0 to 1; `None` if no turn counts.
    pub loss: Option<f64>,
}

/// The numbers of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewSummary {
    /// The numbers of the players, player 1 first.
    pub players: [PlayerSummary; 2],
    /// The number of the first turn that lost a game that was not lost before.
    pub first_lost: Option<usize>,
    /// The number of the turn that decided the game, as found by [`Review::decisive_turn`].
    pub decisive: Option<usize>,
    /// The number of the first mistake before the decisive turn that lost the game: the opponent missed the win.
    pub missed_win: Option<usize>,
    /// The number of the turn after the decisive one, after which the loser's position was proven lost until the end.
    pub lost_for_good: Option<usize>,
    /// The longest run of consecutive turns by one player that are all marked as only moves: two or more
    /// numbers, or empty.
    pub only_move_run: Vec<usize>,
    /// The number of exact turns.
    pub exact: usize,
}

impl Review {
    /// Computes the numbers of the game.
    pub fn summary(&self) -> ReviewSummary {
        let number = |turn: &ReviewedTurn| turn.number;
        let first_lost = self.turns.iter().find(|turn| turn.loses()).map(number);
        let decisive = self.decisive_turn().map(number);
        ReviewSummary {
            players: Player::BOTH.map(|player| self.player_summary(player)),
            first_lost,
            decisive,
            missed_win: decisive.and_then(|decisive| self.missed_win(decisive)),
            lost_for_good: self.turn_lost_for_good().map(number).filter(|last| Some(*last) > decisive),
            only_move_run: Player::BOTH
                .map(|player| self.longest_only_move_run(player))
                .into_iter()
                .fold(Vec::new(), longer),
            exact: self.turns.iter().filter(|turn| turn.is_exact()).count(),
        }
    }

    /// Returns the turn that decided the game, or cost the most; `None` if no turn was a mistake.
    ///
    /// It is a turn of the player who is behind at the end, whatever the result says, or of any player if nobody is:
    /// the last one that gave a proven win or draw away, if the position was proven lost from then on. Otherwise it is
    /// the turn with the largest loss, the last one of several; those that decided the game come first.
    pub fn decisive_turn(&self) -> Option<&ReviewedTurn> {
        let gave_away = |turn: &&ReviewedTurn| turn.is_exact() && turn.loses();
        let costliest = || {
            let behind = self.behind();
            let turns = self.turns.iter().filter(|turn| behind.is_none_or(|behind| turn.player == behind));
            let costly = turns.filter(|turn| turn.is_mistake() || turn.loses());
            costly.max_by(|one, other| {
                let decided = self.decided(one).cmp(&self.decided(other));
                decided.then(one.loss().total_cmp(&other.loss()))
            })
        };
        self.turn_lost_for_good().filter(gave_away).or_else(costliest)
    }

    /// Returns whether a turn was more than an inaccuracy of the player whose last position is lost, and the graph stays
    /// on the other side after it.
    pub(crate) fn decided(&self, turn: &ReviewedTurn) -> bool {
        let later = self.best_score_later(turn, usize::MAX);
        let is_behind = later.max(winning_chance(turn.after)) < BEHIND_CHANCE;
        self.beaten() == Some(turn.player)
            && turn.mark() >= Some(Mark::Mistake)
            && is_behind
            && later < winning_chance(turn.before)
    }

    /// Returns the player who is behind in the last position, whatever the result says.
    pub(crate) fn behind(&self) -> Option<Player> {
        let chance = |player: &Player| winning_chance(self.final_evaluation_for(*player));
        Player::BOTH.into_iter().find(|player| chance(player) < BEHIND_CHANCE)
    }

    /// Returns the player whose last position is lost, proven or not; the result may say something else.
    pub(crate) fn beaten(&self) -> Option<Player> {
        let chance = |player: &Player| winning_chance(self.final_evaluation_for(*player));
        self.behind().filter(|player| chance(player) <= MAX_LOST_CHANCE)
    }

    /// Converts a value of the graph to the winning chance of `player`, or the other way round.
    fn score_for(&self, player: Player, score: f64) -> f64 {
        if player == self.person.unwrap_or(Player::One) { score } else { 1.0 - score }
    }

    /// Returns the best winning chance that the graph shows for the player who made `turn` after their opponent's answer
    /// and before turn `end`; 0 if there is no such position.
    pub(crate) fn best_score_later(&self, turn: &ReviewedTurn, end: usize) -> f64 {
        let first = self.turns.first().map_or(0, |first| first.number);
        let later = self.scores().into_iter().zip(first..).filter(|(_, number)| {
            // A value is that of the position before the turn with its number.
            (turn.number + 2..=end).contains(number)
        });
        later.map(|(score, _)| self.score_for(turn.player, score)).fold(0.0, f64::max)
    }

    /// Returns the first mistake before turn `decisive` that lost the game, and after which the graph shows that the
    /// opponent missed the win before that turn.
    fn missed_win(&self, decisive: usize) -> Option<usize> {
        let mut losing = self.turns.iter().filter(|turn| turn.loses() && turn.is_mistake());
        let missed = losing
            .find(|turn| turn.number < decisive && self.best_score_later(turn, decisive) > MAX_LOST_CHANCE);
        missed.map(|turn| turn.number)
    }

    /// Returns the last turn that led to a position proven lost, if the last position is proven lost.
    fn turn_lost_for_good(&self) -> Option<&ReviewedTurn> {
        let beaten = self.beaten().filter(|beaten| self.final_evaluation_for(*beaten).is_loss())?;
        self.turns.iter().rev().find(|turn| turn.player == beaten && turn.loses())
    }

    /// Returns the turns that a review lists: those with a mark, surprises, and those that its story names.
    pub fn key_turns(&self) -> Vec<&ReviewedTurn> {
        let ReviewSummary { decisive, lost_for_good, missed_win, .. } = self.summary();
        let named = [decisive, lost_for_good, missed_win];
        let is_key = |turn: &&ReviewedTurn| {
            turn.mark().is_some() || turn.is_surprise() || named.contains(&Some(turn.number))
        };
        self.turns.iter().filter(is_key).collect()
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

    /// Returns the winning chance before the first reviewed turn and after each turn: that of the only person
    /// who played, otherwise that of player 1.
    pub(crate) fn scores(&self) -> Vec<f64> {
        let side = self.person.unwrap_or(Player::One);
        let before = |turn: &ReviewedTurn| self.score_for(turn.player, winning_chance(turn.before));
        self.turns.iter().map(before).chain([winning_chance(self.final_evaluation_for(side))]).collect()
    }
}

/// Returns the longer of two runs, or the first if they have the same length.
fn longer(one: Vec<usize>, other: Vec<usize>) -> Vec<usize> {
    if other.len() > one.len() { other } else { one }
}
