//! Solver knowledge for Replica under the official rules.
//!
//! Steps and jumps go forward and a king stays a king, so positions never repeat. A player who cannot move
//! loses, so there are no draws.

use std::marker::PhantomData;

use super::board::{Cell, CellSet, Direction};
use super::evaluation::winning_move;
use super::position::ReplicaPosition;
use crate::engine::solver::{FullKey, Knowledge, ProofSearch, ProvenFacts, Prover, StaticWin};
use crate::model::{Evaluate, Player, Position as _};

/// Solver knowledge of official Replica, on a board that fits in `S`.
struct OfficialKnowledge<S>(PhantomData<fn() -> S>);

/// Creates a prover for the official rules within `bytes` of memory, or returns `None` if that is not
/// possible.
pub(super) fn prover<S: CellSet>(bytes: usize) -> Option<Box<dyn Prover<ReplicaPosition<S>>>> {
    Some(Box::new(ProofSearch::new(OfficialKnowledge(PhantomData), bytes)?))
}

impl<S: CellSet> ProvenFacts<ReplicaPosition<S>> for OfficialKnowledge<S> {
    #[inline]
    fn static_win(&self, position: &ReplicaPosition<S>) -> Option<StaticWin> {
        let mover = position.to_move();
        if winning_move(position).is_some() {
            return Some(StaticWin { winner: mover, plies: 1 });
        }
        [mover, mover.opponent()].into_iter().find_map(|winner| {
            let (_, plies) = walker(position, winner)?;
            Some(StaticWin { winner, plies })
        })
    }
}

impl<S: CellSet> Knowledge for OfficialKnowledge<S> {
    type Position = ReplicaPosition<S>;
    type Key = FullKey<ReplicaPosition<S>>;

    #[inline]
    fn key(&self, position: &ReplicaPosition<S>) -> FullKey<ReplicaPosition<S>> {
        FullKey(*position)
    }

    /// Uses the evaluation, from a network if there is one. The weights were tuned on endgames.
    #[inline]
    fn estimate(&self, position: &ReplicaPosition<S>) -> (u32, u32) {
        const BASELINE: i32 = 1_000;
        const STEP: i32 = 50;
        let lead = position.evaluate();
        let number = |prospects: i32| 1 + ((BASELINE - prospects).max(0) / STEP).min(999) as u32;
        (number(lead), number(-lead))
    }
}

/// Where a player's checkers could be after any sequence of their turns: all checkers, and those that could
/// be kings.
struct ReachableSets<S> {
    player: Player,
    board: S,
    all: S,
    kings: S,
}

impl<S: CellSet> ReachableSets<S> {
    fn of(position: &ReplicaPosition<S>, player: Player) -> Self {
        let board = S::board(position.rules().size());
        ReachableSets { player, board, all: position.checkers(player), kings: position.kings(player) }
    }

    /// Returns every cell that one of `checkers` could land on: the next one forward, or the one behind a row
    /// of cells that could be occupied.
    #[inline]
    fn landings(&self, checkers: S) -> S {
        Direction::forward(self.player).into_iter().fold(S::EMPTY, |landings, direction| {
            let mut flying = checkers.shifted(direction) & self.board;
            let mut reached = flying;
            while flying.meets(self.all) {
                flying = (flying & self.all).shifted(direction) & self.board;
                reached = reached | flying;
            }
            landings | reached
        })
    }

    /// Adds one more turn, in which any checker has moved or has become a king.
    #[inline]
    fn take_turn(&mut self, landings: S) {
        self.kings = self.kings | self.landings(self.kings) | self.all;
        self.all = self.all | landings;
    }
}

/// Returns the king of `player` that is in the corner first, if a walk that nothing can stop proves that it is, and
/// after how many plies; `None` under the house rules. Nobody must have won yet.
pub(super) fn walker<S: CellSet>(position: &ReplicaPosition<S>, player: Player) -> Option<(Cell, u32)> {
    let kings = position.kings(player).cells().filter(|_| !position.rules().house());
    kings
        .filter_map(|king| Some((king, plies_of_king(position, player, king)?)))
        .min_by_key(|(_, plies)| *plies)
}

/// Returns after how many plies `walker` wins by walking `king` to the far corner, whatever the opponent
/// does. Returns `None` if this static analysis finds no such walk. The official rules apply, and nobody has
/// won yet.
///
/// The king steps forward onto any cell that does not currently hold a friendly checker, and captures
/// enemies there. Enemies cannot turn back. Their set contains every cell that a checker could be on after
/// any choice of turns: nothing blocks it, every other checker could help it jump, and it could have stayed
/// behind. The king must avoid cells that an enemy could land on next. The other kings of its side stay in
/// place and must be out of reach of the enemy as well. If the king can be in the corner before an enemy king
/// can be in its own, the walker wins.
fn plies_of_king<S: CellSet>(position: &ReplicaPosition<S>, walker: Player, king: Cell) -> Option<u32> {
    let (own, board) = (position.checkers(walker), S::board(position.rules().size()));
    let goals = [walker, walker.opponent()].map(|player| S::of(position.rules().goal(player)));
    let others = position.kings(walker) & !S::of(king);
    let mut reachable = S::of(king);
    let mut enemy = ReachableSets::of(position, walker.opponent());
    let mut walker_moves = position.to_move() == walker;
    for ply in 1.. {
        if walker_moves {
            let step = |direction| reachable.shifted(direction) & board & !own;
            reachable =
                Direction::forward(walker).into_iter().map(step).fold(S::EMPTY, |all, cells| all | cells);
            if reachable.meets(goals[0]) {
                return Some(ply);
            }
        } else {
            let landings = enemy.landings(enemy.all);
            reachable = reachable & !landings;
            enemy.take_turn(landings);
            if landings.meets(others) || enemy.kings.meets(goals[1]) {
                return None;
            }
        }
        if reachable.is_empty() {
            return None;
        }
        walker_moves = !walker_moves;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::position::Checker;
    use super::super::{Replica, Rules};
    use super::*;
    use crate::engine::solver::{ProofLimits, solve};
    use crate::model::{Game, GameRng, Outcome, StopSignal};

    /// Returns a position with a king and up to three other checkers per side, most of them plain.
    fn random_position(rules: Rules, rng: &mut GameRng) -> ReplicaPosition<u64> {
        let mover = Player::BOTH[rng.below(2)];
        let mut position = ReplicaPosition::empty(rules, mover, false);
        for owner in Player::BOTH {
            for number in 0..1 + rng.below(4) {
                let cell = Cell::new(rng.below(rules.size()), rng.below(rules.size())).unwrap();
                if position.checker(cell).is_none() {
                    position.put(Some(cell), Checker { owner, king: number == 0 || rng.below(4) == 0 });
                }
            }
        }
        position
    }

    #[test]
    fn a_detected_walk_home_wins_in_the_stated_plies() {
        let rules = Rules::OFFICIAL;
        let (stop, mut rng) = (StopSignal::new(), GameRng::from_seed(1));
        let limits = ProofLimits::new(300_000, &stop);
        let mut seen = 0;
        for _ in 0..600 {
            let position = random_position(rules, &mut rng);
            if position.terminal_outcome().is_some() || !position.has_moves() {
                continue;
            }
            let walks = Player::BOTH.map(|player| Some(walker(&position, player)?.1));
            assert!(walks.iter().flatten().count() < 2, "only one can win: {position:?}");
            let Some(walker) = Player::BOTH.into_iter().find(|walker| walks[walker.index()].is_some()) else {
                continue;
            };
            let solution = solve(&position, 1 << 22, limits, &mut |_| {});
            // A search that hits the limit proves nothing.
            let Some(plies) = solution.plies else { continue };
            assert_eq!(solution.outcome, Some(Outcome::Win(walker)), "{position:?}");
            assert!(Some(plies) <= walks[walker.index()], "{position:?}");
            seen += 1;
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn a_walk_home_must_pass_the_enemy_in_time() {
        let game = Replica::<u64>::default();
        let plies = |text: &str, player| Some(walker(&game.read_position(text).unwrap(), player)?.1);
        assert_eq!(plies("8/b7/8/8/8/3W4/8/B7 w", Player::One), None, "black's king waits at home");
        // Black is behind the king, and too far from the other corner.
        assert_eq!(plies("8/b7/B7/8/8/3W4/8/8 w", Player::One), Some(5));
        assert_eq!(plies("8/b7/B7/8/8/3W4/8/8 b", Player::One), Some(6));
        // Black would reach the other corner first.
        assert_eq!(plies("8/6B1/8/8/8/3W4/8/8 b", Player::One), None);
        // Another white king is within reach.
        assert_eq!(plies("6W1/5B2/8/8/8/3W4/8/8 w", Player::One), None);
    }
}
