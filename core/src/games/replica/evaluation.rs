//! Evaluation of a position without looking ahead.
//!
//! Kings decide the game: one that reaches the far corner wins, one that is captured loses. So besides
//! material, the evaluation considers how far kings have advanced, whether anything can still stop them, and
//! whether the player to move can win at once. The weights were tuned by matches between variants.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::Rules;
use super::board::{Cell, CellSet, Direction};
use super::generator;
use super::moves::Move;
use super::position::ReplicaPosition;
use crate::engine::network::Network;
use crate::model::{Evaluate, Player, Position as _};

/// The evaluation weights, in hundredths of a checker.
struct EvalWeights {
    /// A checker, king or not.
    checker: i32,
    /// The extra value of a king.
    king: i32,
    /// Each step that the foremost king has advanced.
    king_step: i32,
    /// Each step that any checker, king or not, has advanced.
    checker_step: i32,
    /// A king that no enemy can ever reach, so that it will walk home.
    free_king: i32,
    /// Each step that the foremost such king has advanced, because the one nearer to its corner wins the
    /// race.
    free_king_step: i32,
}

/// Official checkers never turn back. A king that walks into waiting enemies is lost, so every extra king is
/// a burden. Once a king is past all enemies, nothing can stop it.
const OFFICIAL: EvalWeights = EvalWeights {
    checker: 100,
    king: -20,
    king_step: -10,
    checker_step: 15,
    free_king: 1_000,
    free_king_step: 200,
};

/// Under house rules a king in danger can step aside, and no king is ever past all enemies.
const HOUSE: EvalWeights =
    EvalWeights { checker: 100, king: 30, king_step: 25, checker_step: 4, free_king: 0, free_king_step: 0 };

/// The score if the player to move can capture a king or bring one into the corner.
const IMMEDIATE_WIN: i32 = 100_000;

/// The move priority of a capture.
const CAPTURE: i32 = 100;

/// A network that is loaded on first use. `docs/engine.md` describes how the networks were made.
type StoredNetwork = LazyLock<Option<Network>>;

static OFFICIAL_8: StoredNetwork =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/official-8")));
static HOUSE_8: StoredNetwork = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/house-8")));

/// Returns the network for these rules, if there is one.
#[inline]
fn network(rules: Rules) -> Option<&'static Network> {
    let stored = match (rules.size(), rules.house()) {
        (8, false) => &OFFICIAL_8,
        (8, true) => &HOUSE_8,
        _ => return None,
    };
    stored.as_ref()
}

impl<S: CellSet> Evaluate for ReplicaPosition<S> {
    fn evaluate(&self) -> i32 {
        match network(self.rules()) {
            Some(network) => network.value(self),
            None => self.evaluate_handcrafted(),
        }
    }

    /// Returns [`IMMEDIATE_WIN`], or the score of the player to move minus the opponent's. A side's score is
    /// between -1,000 and 15,000 on every board, far from the limit.
    fn evaluate_handcrafted(&self) -> i32 {
        if winning_move(self).is_some() {
            return IMMEDIATE_WIN;
        }
        let mover = self.to_move();
        let weights = if self.rules().house() { &HOUSE } else { &OFFICIAL };
        side_score(self, mover, weights) - side_score(self, mover.opponent(), weights)
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

    /// Under the official rules every step and jump goes forward, and a king stays a king.
    fn max_remaining_plies(&self) -> Option<u32> {
        (!self.rules().house()).then(|| official_plies_left(self))
    }

    /// A plane of cells for each of: own plain checkers, own kings, enemy plain checkers, enemy kings.
    fn feature_count(&self) -> usize {
        4 * self.rules().size() * self.rules().size()
    }

    /// The board is rotated for black.
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

    fn cells_of(&self, player: Player) -> Vec<String> {
        self.checkers(player).cells().map(|cell| cell.to_string()).collect()
    }

    fn piece_count(&self, player: Player) -> u32 {
        self.checkers(player).count()
    }
}

/// Returns the maximum number of plies left under the official rules. Each is a step closer to the far column
/// or row, or a transform.
fn official_plies_left<S: CellSet>(position: &ReplicaPosition<S>) -> u32 {
    let turns_left = |player: Player| {
        let goal = position.rules().goal(player);
        let steps = |cell: Cell| goal.column().abs_diff(cell.column()) + goal.row().abs_diff(cell.row());
        let steps: u32 = position.checkers(player).cells().map(|cell| steps(cell) as u32).sum();
        steps + (position.checkers(player) & !position.kings(player)).count()
    };
    let mover = position.to_move();
    let (mine, theirs) = (turns_left(mover), turns_left(mover.opponent()));
    (2 * mine).min(2 * theirs + 1)
}

/// Returns a move that captures a king or takes a king to the far corner.
pub(super) fn winning_move<S: CellSet>(position: &ReplicaPosition<S>) -> Option<Move> {
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

fn side_score<S: CellSet>(position: &ReplicaPosition<S>, player: Player, weights: &EvalWeights) -> i32 {
    let checkers = position.checkers(player);
    let kings = position.kings(player);
    let steps = |cell: Cell| steps_made(position, player, cell);
    let foremost = |kings: S| kings.cells().map(steps).max();
    let all: i32 = checkers.cells().map(steps).sum();
    let mut value = weights.checker * checkers.count() as i32
        + weights.king * kings.count() as i32
        + weights.king_step * foremost(kings).unwrap_or(0)
        + weights.checker_step * all;
    if weights.free_king != 0 {
        let free = foremost(kings & !ever_reached(position, player.opponent()));
        value += free.map_or(0, |steps| weights.free_king + weights.free_king_step * steps);
    }
    value
}

/// Returns the number of king steps that `cell` is closer to the far corner than the player's own corner is.
fn steps_made<S: CellSet>(position: &ReplicaPosition<S>, player: Player, cell: Cell) -> i32 {
    let goal = position.rules().goal(player);
    let far = goal.column().abs_diff(cell.column()).max(goal.row().abs_diff(cell.row()));
    position.rules().size() as i32 - 1 - far as i32
}

/// Returns every cell that some checker of `player` could still reach by moving forward.
fn ever_reached<S: CellSet>(position: &ReplicaPosition<S>, player: Player) -> S {
    let [sideways, lengthways, _] = Direction::forward(player);
    let mut reached = position.checkers(player);
    for direction in [sideways, lengthways] {
        for _ in 1..position.rules().size() {
            reached = reached | reached.shifted(direction);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{ConcreteGame, open};
    use crate::model::Game;

    #[test]
    fn each_network_is_valid_and_matches_its_board() {
        for name in ["replica:8", "replica:8,house"] {
            let any = open(name).unwrap();
            let ConcreteGame::ReplicaSmall(game) = any.concrete() else { panic!("{name} fits 64 bits") };
            let network = network(game.rules()).unwrap();
            assert_eq!(network.feature_count(), game.start().feature_count(), "{name}");
        }
    }
}
