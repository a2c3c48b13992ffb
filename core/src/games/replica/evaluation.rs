//! How good a position of Replica looks without looking ahead.
//!
//! The game is decided by kings: one that reaches the far corner wins, one that is taken loses. So beside plain
//! material the evaluation asks how far kings have come on their way to the corner, whether anything can still stop
//! them, and whether the player to move wins at once. The weights were found by matches between variants.

use std::ops::ControlFlow;

use super::board::{Cell, CellSet, Direction};
use super::generator;
use super::moves::Move;
use super::networks;
use super::position::Position;
use crate::model::{Evaluate, Player, Position as _};

/// What things are worth, in hundredths of a checker.
struct EvalWeights {
    /// A checker, king or not.
    checker: i32,
    /// A king more than a checker.
    king: i32,
    /// Each step that the foremost king has come on its way.
    king_step: i32,
    /// Each step that any checker, king or not, has come on its way.
    checker_step: i32,
    /// A king that no enemy can ever reach: it will walk home.
    free_king: i32,
    /// Each step that the foremost such king has come on its way: who is nearer wins the race.
    free_king_step: i32,
}

/// Official checkers never turn back. A king that walks ahead while enemies still wait for it is lost, and so every
/// further king is one more to look after; once it is past them all, nothing stops it.
const OFFICIAL: EvalWeights = EvalWeights {
    checker: 100,
    king: -20,
    king_step: -10,
    checker_step: 15,
    free_king: 1_000,
    free_king_step: 200,
};

/// Under house rules a king in danger steps aside, and no king is ever past all enemies.
const HOUSE: EvalWeights =
    EvalWeights { checker: 100, king: 30, king_step: 25, checker_step: 4, free_king: 0, free_king_step: 0 };

/// The player to move can take a king or bring one into the corner.
const IMMEDIATE_WIN: i32 = 100_000;

/// How soon search looks at a capture.
const CAPTURE: i32 = 100;

impl<S: CellSet> Evaluate for Position<S> {
    fn evaluate(&self) -> i32 {
        match networks::network(self.rules()) {
            Some(network) => network.value(self),
            None => self.evaluate_handcrafted(),
        }
    }

    /// [`IMMEDIATE_WIN`], or the standing of the player to move minus that of the other. A standing lies between -1,000
    /// and 15,000 on every board, far within the limit.
    fn evaluate_handcrafted(&self) -> i32 {
        let mover = self.to_move();
        if has_immediate_win(self, mover) {
            return IMMEDIATE_WIN;
        }
        score_difference(self)
    }

    fn winning_move(&self) -> Option<Move> {
        winning_move(self)
    }

    #[inline]
    fn move_priority(&self, mv: Move) -> i32 {
        match mv {
            Move::Go { to, .. } if self.checkers(self.to_move().opponent()).meets(S::of(to)) => CAPTURE,
            _ => 0,
        }
    }

    /// Under the official rules every step and jump brings a checker forward, and no king turns back.
    fn max_remaining_plies(&self) -> Option<u32> {
        (!self.rules().house()).then(|| official_plies_left(self))
    }

    /// A plane of cells for each of: own checkers that are no kings, own kings, and the same of the enemy.
    fn feature_count(&self) -> usize {
        4 * self.rules().size() * self.rules().size()
    }

    /// For black the board is turned round.
    #[inline]
    fn visit_features(&self, mut visit: impl FnMut(usize)) {
        let (mover, size) = (self.to_move(), self.rules().size());
        let plane = size * size;
        for (side, player) in [mover, mover.opponent()].into_iter().enumerate() {
            let kings = self.kings(player);
            for cell in self.checkers(player).cells() {
                let place = cell.row() * size + cell.column();
                let seen = if mover == Player::One { place } else { plane - 1 - place };
                visit((2 * side + usize::from(kings.meets(S::of(cell)))) * plane + seen);
            }
        }
    }
}

/// The standing of the player to move minus that of the other.
fn score_difference<S: CellSet>(position: &Position<S>) -> i32 {
    let weights = if position.rules().house() { &HOUSE } else { &OFFICIAL };
    let mover = position.to_move();
    side_score(position, mover, weights) - side_score(position, mover.opponent(), weights)
}

/// The turns that both players together can still make at most under the official rules: a step closer to the far
/// column or row, or a transform.
fn official_plies_left<S: CellSet>(position: &Position<S>) -> u32 {
    let way = |player: Player| {
        let goal = position.rules().goal(player);
        let steps = |cell: Cell| goal.column().abs_diff(cell.column()) + goal.row().abs_diff(cell.row());
        let steps: u32 = position.checkers(player).cells().map(|cell| steps(cell) as u32).sum();
        steps + (position.checkers(player) & !position.kings(player)).count()
    };
    let mover = position.to_move();
    let (mine, theirs) = (way(mover), way(mover.opponent()));
    (2 * mine).min(2 * theirs + 1)
}

/// A move of the player to move that takes a king or lands with a king in the far corner.
pub(super) fn winning_move<S: CellSet>(position: &Position<S>) -> Option<Move> {
    let player = position.to_move();
    let goal = position.rules().goal(player);
    let (prey, kings) = (position.kings(player.opponent()), position.kings(player));
    let won = generator::for_each_landing(position, player, |direction, distance, targets| {
        let from_goal = goal.back(direction, distance);
        let arrivals = if kings.meets(S::of(from_goal)) { S::of(goal) } else { S::EMPTY };
        match (targets & (prey | arrivals)).cells().next() {
            Some(to) => ControlFlow::Break(Move::Go { from: to.back(direction, distance), to }),
            None => ControlFlow::Continue(()),
        }
    });
    won.break_value()
}

/// Whether `player`, if it is his turn, can take a king or land with a king in the far corner.
fn has_immediate_win<S: CellSet>(position: &Position<S>, player: Player) -> bool {
    let prey = position.kings(player.opponent());
    let kings = position.kings(player);
    let goal = position.rules().goal(player);
    let wins = generator::for_each_landing(position, player, |direction, distance, targets| {
        let arrives = targets.meets(S::of(goal)) && kings.meets(S::of(goal.back(direction, distance)));
        if arrives || targets.meets(prey) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    wins.is_break()
}

fn side_score<S: CellSet>(position: &Position<S>, player: Player, weights: &EvalWeights) -> i32 {
    let checkers = position.checkers(player);
    let kings = position.kings(player);
    let steps = |cell: Cell| steps_made(position, player, cell);
    let foremost = |kings: S| kings.cells().map(steps).max();
    let all: i32 = checkers.cells().map(steps).sum();
    let mut value = weights.checker * checkers.count() as i32
        + weights.king * kings.count() as i32
        + weights.king_step * foremost(kings).unwrap_or(0)
        + weights.checker_step * all;
    if weights.free_king != 0
        && let Some(steps) = foremost(kings & !ever_reached(position, player.opponent()))
    {
        value += weights.free_king + weights.free_king_step * steps;
    }
    value
}

/// How many single steps nearer to the far corner `cell` is than the player's own corner.
fn steps_made<S: CellSet>(position: &Position<S>, player: Player, cell: Cell) -> i32 {
    let goal = position.rules().goal(player);
    let far = goal.column().abs_diff(cell.column()).max(goal.row().abs_diff(cell.row()));
    position.rules().size() as i32 - 1 - far as i32
}

/// Every cell that some checker of `player` could still come to, moving forward: the cells ahead of it in both ways.
fn ever_reached<S: CellSet>(position: &Position<S>, player: Player) -> S {
    let [sideways, lengthways, _] = Direction::forward(player);
    let mut reached = position.checkers(player);
    for direction in [sideways, lengthways] {
        for _ in 1..position.rules().size() {
            reached = reached | reached.shifted(direction);
        }
    }
    reached
}
