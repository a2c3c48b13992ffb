//! The general way to solve, by mate search: can this player force a win within so many plies?
//!
//! An attack is refuted within a horizon if the other player has an answer to everything so far, and refuted for good if no
//! line of the refutation was cut off at the horizon: then all of them end by the rules, and no deeper search can change
//! that. All claims hold whatever was played before, also where positions can come again: a forced win is a finite tree,
//! and so is a refutation for good.

use std::ops::ControlFlow;

use super::knowledge::Hints;
use super::mate_table::{ANY_DEPTH, Bounds, MateTable};
use super::{ProofLimits, ProofListener, ProofProgress};
use crate::model::{Evaluate, Outcome, Player, Position};

/// The most plies within which a win is looked for.
pub const MAX_PLIES: u32 = 250;

/// The most children of a position that are kept and sorted. The rest are searched as the generator shows them: a position
/// of Qawale can have more moves than there is memory.
const MAX_ORDERED: usize = 4096;
/// The positions after which the listener hears of the progress.
const PROGRESS_INTERVAL: u64 = 1 << 16;

/// What becomes of an attack, one player's attempt to force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateResult {
    /// The attacker wins within the horizon.
    Forced,
    /// He does not.
    Refuted,
    /// He does not, and would not within any horizon.
    RefutedAtAnyDepth,
}

/// Searches for forced wins, with a table of what is known of earlier attacks. Whose hints and which table is not compiled in: it would be
/// compiled twice for each kind of position, and most of the time goes elsewhere.
pub struct MateSearch<'a, P> {
    hints: &'a dyn Hints<P>,
    table: &'a mut dyn MateTable<P>,
    limits: ProofLimits<'a>,
    listener: &'a mut ProofListener<'a>,
    /// The positions looked at.
    pub positions: u64,
    plies: u32,
    /// The number of plies within which neither player can force a win, as far as [`MateSearch::outcome`] has seen.
    pub refuted: u32,
    stopped: bool,
}

/// The children of a position whose result is not known without search.
struct Expansion<P> {
    /// In the generator's order, with their numbers in it: some are missing.
    children: Vec<(usize, P)>,
    /// How good each is for the player who is to move then, with its place: the lower, the sooner it is searched.
    order: Vec<(i32, usize)>,
    /// The number of the first child that is not among them because there are too many.
    rest: Option<usize>,
    /// Whether none of the results known was a refutation within the horizon only.
    at_any_depth: bool,
}

impl<'a, P: Evaluate> MateSearch<'a, P> {
    /// A search that has not begun. `listener` hears of the progress.
    pub fn new(
        hints: &'a dyn Hints<P>,
        table: &'a mut dyn MateTable<P>,
        limits: ProofLimits<'a>,
        listener: &'a mut ProofListener<'a>,
    ) -> Self {
        MateSearch { hints, table, limits, listener, positions: 0, plies: 0, refuted: 0, stopped: false }
    }

    /// The outcome of `position`, and after how many plies a win comes, if it comes within `most` plies; `None` if it was not found.
    pub fn outcome(&mut self, position: &P, most: u32) -> Option<(Outcome, Option<u32>)> {
        if let Some(outcome) = position.outcome() {
            return Some((outcome, Some(0)));
        }
        let mover = position.to_move();
        let mut open = [true, true];
        for plies in 1..=most.min(MAX_PLIES) {
            self.refuted = plies - 1;
            // After an odd number of plies the player to move has moved last.
            let attacker = if plies % 2 == 1 { mover } else { mover.opponent() };
            if !open[attacker.index()] {
                continue;
            }
            match self.attack(position, attacker, plies)? {
                MateResult::Forced => return Some((Outcome::Win(attacker), Some(plies))),
                MateResult::Refuted => {}
                MateResult::RefutedAtAnyDepth => open[attacker.index()] = false,
            }
            if open == [false, false] {
                return Some((Outcome::Draw, None));
            }
        }
        self.refuted = most.min(MAX_PLIES);
        None
    }

    /// The least number of plies within which `winner`, who is known to win, can force it; `None` if it was not found.
    pub fn distance(&mut self, position: &P, winner: Player) -> Option<u32> {
        if position.outcome().is_some() {
            return Some(0);
        }
        let first = if position.to_move() == winner { 1 } else { 2 };
        for plies in (first..=MAX_PLIES).step_by(2) {
            if self.attack(position, winner, plies)? == MateResult::Forced {
                return Some(plies);
            }
        }
        None
    }

    /// Whether `attacker` can force a win within `plies`; `None` if a limit was reached.
    fn attack(&mut self, position: &P, attacker: Player, plies: u32) -> Option<MateResult> {
        self.plies = plies;
        self.report_progress();
        let plies = u8::try_from(plies).ok()?;
        let result = self.search(position, position.to_move() == attacker, plies);
        (!self.stopped).then_some(result)
    }

    /// A line with this outcome, which has been found: with a number of plies, one in which both sides play best.
    pub fn line(&mut self, position: &P, outcome: Outcome, plies: Option<u32>) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut position = position.clone();
        let mut left = plies.unwrap_or(MAX_PLIES);
        while let Some(mv) = self.next_of_line(&position, outcome, left) {
            line.push(mv);
            position = position.after(mv);
            left = left.saturating_sub(1);
        }
        line
    }

    fn next_of_line(&mut self, position: &P, outcome: Outcome, left: u32) -> Option<P::Move> {
        let rest = left.checked_sub(1)?;
        if position.terminal_outcome().is_some() {
            return None;
        }
        let mover = position.to_move();
        let found = position.visit_moves(|mv| {
            match self.preserves_outcome(&position.after(mv), mover, outcome, rest) {
                _ if self.stopped => ControlFlow::Break(None),
                true => ControlFlow::Break(Some(mv)),
                false => ControlFlow::Continue(()),
            }
        });
        found.break_value().flatten()
    }

    /// Whether a move of `mover` to `child` keeps the outcome: a win within `rest` plies more, and no sooner if the mover is the
    /// one who loses.
    fn preserves_outcome(&mut self, child: &P, mover: Player, outcome: Outcome, rest: u32) -> bool {
        match outcome {
            Outcome::Win(winner) => {
                self.attack(child, winner, rest) == Some(MateResult::Forced)
                    && (winner == mover || self.delays_loss(child, winner, rest))
            }
            Outcome::Draw => Player::BOTH
                .into_iter()
                .all(|player| self.attack(child, player, MAX_PLIES) == Some(MateResult::RefutedAtAnyDepth)),
        }
    }

    /// Whether `winner`, who wins within `rest` plies, does not win within fewer.
    fn delays_loss(&mut self, child: &P, winner: Player, rest: u32) -> bool {
        let Some(sooner) = rest.checked_sub(2) else { return true };
        self.attack(child, winner, sooner).is_some_and(|result| result != MateResult::Forced)
    }

    /// Whether the attacker, who is to move or not, can force a win within `plies`. Without meaning once a limit has been
    /// reached.
    fn search(&mut self, position: &P, attacker_moves: bool, plies: u8) -> MateResult {
        let bounds = self.table.probe(position, attacker_moves);
        if let Some(result) = self.static_result(position, attacker_moves, plies, bounds) {
            return result;
        }
        self.count_position();
        let Some(rest) = plies.checked_sub(1) else { return horizon_result(position, attacker_moves) };
        let (result, best) = self.search_children(position, attacker_moves, rest, usize::from(bounds.best));
        if !self.stopped {
            let best = best.and_then(|best| u8::try_from(best).ok()).unwrap_or(bounds.best);
            self.table.store(position, attacker_moves, bounds.updated(result, plies, best));
        }
        result
    }

    /// The result from all children, and the number of the child that decided it.
    fn search_children(
        &mut self,
        position: &P,
        attacker_moves: bool,
        rest: u8,
        best: usize,
    ) -> (MateResult, Option<usize>) {
        let mut open = match self.expand(position, attacker_moves, rest, best) {
            ControlFlow::Break((result, number)) => return (result, Some(number)),
            ControlFlow::Continue(open) => open,
        };
        open.order.sort_unstable();
        for (_, index) in open.order {
            let (number, child) = &open.children[index];
            let result = self.search(child, !attacker_moves, rest);
            if self.stopped || is_decisive(result, attacker_moves) {
                return (result, Some(*number));
            }
            open.at_any_depth &= result != MateResult::Refuted;
        }
        let Some(first) = open.rest else { return (exhausted(attacker_moves, open.at_any_depth), None) };
        self.search_unordered(position, attacker_moves, rest, (first, open.at_any_depth))
    }

    /// The result and the number of a child that is decisive without search; else the children to be searched.
    fn expand(
        &self,
        position: &P,
        attacker_moves: bool,
        rest: u8,
        best: usize,
    ) -> ControlFlow<(MateResult, usize), Expansion<P>> {
        let mut open = Expansion { children: Vec::new(), order: Vec::new(), rest: None, at_any_depth: true };
        let mut number = 0;
        position
            .visit_moves(|mv| {
                if open.children.len() == MAX_ORDERED {
                    open.rest = Some(number);
                    return ControlFlow::Break(None);
                }
                let child = position.after(mv);
                let bounds = self.table.probe(&child, !attacker_moves);
                match self.static_result(&child, !attacker_moves, rest, bounds) {
                    Some(result) if is_decisive(result, attacker_moves) => {
                        return ControlFlow::Break(Some((result, number)));
                    }
                    Some(result) => open.at_any_depth &= result != MateResult::Refuted,
                    None => {
                        let score = if number == best { i32::MIN } else { child.evaluate() };
                        open.order.push((score, open.children.len()));
                        open.children.push((number, child));
                    }
                }
                number += 1;
                ControlFlow::Continue(())
            })
            .break_value()
            .flatten()
            .map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
        ControlFlow::Continue(open)
    }

    /// The result from the children from number `first` on; `at_any_depth` as far as the others go.
    fn search_unordered(
        &mut self,
        position: &P,
        attacker_moves: bool,
        rest: u8,
        (first, mut at_any_depth): (usize, bool),
    ) -> (MateResult, Option<usize>) {
        let mut number = 0;
        let decided = position.visit_moves(|mv| {
            number += 1;
            if number <= first {
                return ControlFlow::Continue(());
            }
            let result = self.search(&position.after(mv), !attacker_moves, rest);
            at_any_depth &= result != MateResult::Refuted;
            if self.stopped || is_decisive(result, attacker_moves) {
                return ControlFlow::Break(result);
            }
            ControlFlow::Continue(())
        });
        match decided {
            ControlFlow::Break(result) => (result, Some(number - 1)),
            ControlFlow::Continue(()) => (exhausted(attacker_moves, at_any_depth), None),
        }
    }

    /// What is known without searching children: from the rules, from the table, from the game's hints.
    fn static_result(
        &self,
        position: &P,
        attacker_moves: bool,
        plies: u8,
        bounds: Bounds,
    ) -> Option<MateResult> {
        let mover = position.to_move();
        let attacker = if attacker_moves { mover } else { mover.opponent() };
        if let Some(outcome) = position.terminal_outcome() {
            let won = outcome.winner() == Some(attacker);
            return Some(if won { MateResult::Forced } else { MateResult::RefutedAtAnyDepth });
        }
        if let Some(known) = bounds.result_within(plies) {
            return Some(known);
        }
        match self.hints.static_win(position) {
            Some(win) if win.winner != attacker => return Some(MateResult::RefutedAtAnyDepth),
            Some(win) if win.plies <= u32::from(plies) => return Some(MateResult::Forced),
            _ => {}
        }
        let moves = self.hints.min_moves_to_win(position, attacker);
        let needed = if attacker_moves { (2 * moves).saturating_sub(1) } else { 2 * moves };
        (needed > u32::from(plies)).then_some(MateResult::Refuted)
    }

    fn count_position(&mut self) {
        self.positions += 1;
        if self.positions.is_multiple_of(PROGRESS_INTERVAL) {
            self.report_progress();
        }
        self.stopped |= self.positions >= self.limits.positions || self.limits.stop.is_raised();
    }

    fn report_progress(&mut self) {
        (self.listener)(ProofProgress { positions: self.positions, plies: Some(self.plies) });
    }
}

impl Bounds {
    /// The result of the attack within so many plies, if the bounds tell it.
    fn result_within(self, plies: u8) -> Option<MateResult> {
        if self.forced.is_some_and(|forced| forced <= plies) {
            return Some(MateResult::Forced);
        }
        let refuted = self.refuted.filter(|refuted| *refuted >= plies)?;
        Some(if refuted == ANY_DEPTH { MateResult::RefutedAtAnyDepth } else { MateResult::Refuted })
    }

    /// The bounds when the attack within `plies` has had this result, with `best` as the best move.
    fn updated(self, result: MateResult, plies: u8, best: u8) -> Bounds {
        let Bounds { mut forced, mut refuted, .. } = self;
        match result {
            MateResult::Forced => forced = Some(forced.map_or(plies, |known| known.min(plies))),
            MateResult::Refuted => refuted = refuted.max(Some(plies)),
            MateResult::RefutedAtAnyDepth => refuted = Some(ANY_DEPTH),
        }
        Bounds { forced, refuted, best }
    }
}

/// Whether the result of one child decides that of its parent: a win that the attacker can choose, or a refutation that the
/// other player can.
fn is_decisive(child: MateResult, attacker_moves: bool) -> bool {
    attacker_moves == (child == MateResult::Forced)
}

/// The result when no child is decisive. Without any child, the player to move has lost.
fn exhausted(attacker_moves: bool, at_any_depth: bool) -> MateResult {
    match (attacker_moves, at_any_depth) {
        (false, _) => MateResult::Forced,
        (true, true) => MateResult::RefutedAtAnyDepth,
        (true, false) => MateResult::Refuted,
    }
}

/// With no ply left, the attack has succeeded only if the other player is to move and cannot.
fn horizon_result<P: Position>(position: &P, attacker_moves: bool) -> MateResult {
    match (position.has_moves(), attacker_moves) {
        (true, _) => MateResult::Refuted,
        (false, true) => MateResult::RefutedAtAnyDepth,
        (false, false) => MateResult::Forced,
    }
}
