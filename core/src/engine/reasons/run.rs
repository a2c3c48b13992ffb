//! The proof that a single piece reaches a goal, whatever the opponent does.

use std::collections::HashMap;
use std::hash::Hash;

use crate::model::{Outcome, Player, Position};

/// The maximum number of positions in a proof.
const MAX_POSITIONS: usize = 20_000;

/// Finds the moves of the piece on a cell, each with the cell that it then stands on.
pub type StepsOf<P, C> = fn(&P, C) -> Vec<(<P as Position>::Move, C)>;

/// Returns whether a piece on a cell has reached its goal.
pub type GoalOf<P, C> = fn(&P, C) -> bool;

/// Returns whether `runner` wins within `plies` plies by moving only the piece on `cell`, against every defence;
/// `None` if the proof takes too long. It tries all moves of the opponent with the rules, and uses no other
/// knowledge of the game.
pub fn runs_home<P: Position, C: Copy + Eq + Hash>(
    position: &P,
    runner: Player,
    cell: C,
    plies: u32,
    steps: StepsOf<P, C>,
) -> Option<bool> {
    reaches_goal(position, runner, cell, plies, steps, |_, _| false)
}

/// Like [`runs_home`], but the piece may also reach `goal` instead of winning.
pub fn reaches_goal<P: Position, C: Copy + Eq + Hash>(
    position: &P,
    runner: Player,
    cell: C,
    plies: u32,
    steps: StepsOf<P, C>,
    goal: GoalOf<P, C>,
) -> Option<bool> {
    RunProof { runner, steps, goal, results: HashMap::new() }.wins(position, cell, plies)
}

/// The positions that were examined, with the plies left and the results.
struct RunProof<P: Position, C> {
    runner: Player,
    steps: StepsOf<P, C>,
    goal: GoalOf<P, C>,
    results: HashMap<(P, C, u32), bool>,
}

impl<P: Position, C: Copy + Eq + Hash> RunProof<P, C> {
    /// Returns whether the runner wins; `None` if the proof takes too long.
    fn wins(&mut self, position: &P, cell: C, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(self.runner));
        }
        if (self.goal)(position, cell) {
            return Some(true);
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (position.clone(), cell, plies);
        if let Some(known) = self.results.get(&key) {
            return Some(*known);
        }
        if self.results.len() >= MAX_POSITIONS {
            return None;
        }
        let result = match position.to_move() == self.runner {
            true => self.finds_step(position, cell, plies)?,
            false => self.survives_all(position, cell, plies)?,
        };
        self.results.insert(key, result);
        Some(result)
    }

    fn finds_step(&mut self, position: &P, cell: C, plies: u32) -> Option<bool> {
        for (mv, next) in (self.steps)(position, cell) {
            if self.wins(&position.after(mv), next, plies - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn survives_all(&mut self, position: &P, cell: C, plies: u32) -> Option<bool> {
        for mv in position.moves() {
            if !self.wins(&position.after(mv), cell, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }
}
