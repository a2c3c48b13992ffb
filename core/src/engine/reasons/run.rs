//! The proof that a single piece reaches a goal, whatever the opponent does.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;

use super::{Evidence, ExplainedTurn, TurnLine};
use crate::model::{Outcome, Player, Position};

/// The maximum number of positions in a proof.
const MAX_POSITIONS: usize = 20_000;

/// Finds the moves of the piece on a cell, each with the cell that it then stands on.
pub type StepsOf<P, C> = fn(&P, C) -> Vec<(<P as Position>::Move, C)>;

/// Finds the piece of a player that wins by moving alone, whatever the opponent does, and after how many plies.
pub type RunnerOf<P, C> = fn(&P, Player) -> Option<(C, u32)>;

/// Finds the first point of a line from which a piece of the player who profits from it runs home.
pub fn run<P: Position, C: Display>(
    turn: &ExplainedTurn<P>,
    line: TurnLine,
    runner: RunnerOf<P, C>,
) -> Option<Evidence> {
    let is_open = line == TurnLine::Played || !turn.value_after.is_win();
    turn.line(line).points(1).filter(|_| is_open).find_map(|plies| {
        let position = turn.line(line).at(plies).filter(|position| position.outcome().is_none())?;
        let (cell, run) = runner(position, turn.winner_of(line))?;
        Some(Evidence { numbers: [run, 0], ..Evidence::after(line, plies).on(cell) })
    })
}

/// Checks a run of one of `pieces` of the player who profits against every defence; if there are too many, trusts
/// `runner`. It tries all moves of the opponent with the rules, and uses no other knowledge of the game.
pub fn is_run<P: Position, C: Copy + Eq + Hash + Display>(
    turn: &ExplainedTurn<P>,
    evidence: &Evidence,
    pieces: impl Fn(&P, Player) -> Vec<C>,
    runner: RunnerOf<P, C>,
    steps: StepsOf<P, C>,
) -> bool {
    let Some(position) = turn.line(evidence.line).at(evidence.plies) else { return false };
    let (player, within) = (turn.winner_of(evidence.line), evidence.numbers[0]);
    let is_it = |cell: &C| evidence.cells == [cell.to_string()];
    let is_proven = || runner(position, player).is_some_and(|(_, plies)| plies <= within);
    pieces(position, player).into_iter().find(is_it).is_some_and(|cell| {
        reaches_goal(position, player, cell, within, steps, &|_, _| false).unwrap_or_else(is_proven)
    })
}

/// Returns whether the piece on `cell` reaches `goal`, or wins for its player, within `plies` plies by moving alone,
/// against every defence; `None` if the proof takes too long.
pub fn reaches_goal<P: Position, C: Copy + Eq + Hash>(
    position: &P,
    runner: Player,
    cell: C,
    plies: u32,
    steps: StepsOf<P, C>,
    goal: &dyn Fn(&P, C) -> bool,
) -> Option<bool> {
    RunProof { runner, steps, goal, results: HashMap::new() }.wins(position, cell, plies)
}

/// The positions that were examined, with the plies left and the results.
struct RunProof<'a, P: Position, C> {
    runner: Player,
    steps: StepsOf<P, C>,
    goal: &'a dyn Fn(&P, C) -> bool,
    results: HashMap<(P, C, u32), bool>,
}

impl<P: Position, C: Copy + Eq + Hash> RunProof<'_, P, C> {
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
