//! The general solver, by mate search: can this player force a win within n plies?
//!
//! An attack is refuted within a horizon if the defender has an answer to everything so far. It is refuted
//! for good if no line of the refutation was cut off at the horizon: all lines end by the rules, and no
//! deeper search can change that. All claims hold whatever was played before, even where positions can
//! repeat: a forced win is a finite tree, and so is a refutation for good.

use std::ops::ControlFlow;

use super::knowledge::ProvenFacts;
use super::mate_table::{ANY_DEPTH, Bounds, MateTable};
use super::{ProofLimits, ProofListener, ProofProgress};
use crate::model::{Evaluate, Outcome, Player, Position};

/// The maximum number of plies to look for a win.
pub const MAX_PLIES: u32 = 250;

/// The maximum number of children to store and sort. The rest are searched in generator order: a position of
/// Qawale can have more moves than fit into memory.
const MAX_ORDERED: usize = 4096;
/// The number of positions between progress reports.
const PROGRESS_INTERVAL: u64 = 1 << 16;

/// The result of an attack, one player's attempt to force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateResult {
    /// The attacker wins within the horizon.
    Forced,
    /// The attacker does not win within the horizon.
    Refuted,
    /// The attacker does not win within any horizon.
    RefutedAtAnyDepth,
}

/// Searches for forced wins, with a table of earlier results. Facts and table are trait objects: generics
/// would be compiled twice for each kind of position, and most of the time is spent elsewhere.
pub struct MateSearch<'a, P> {
    facts: &'a dyn ProvenFacts<P>,
    table: &'a mut dyn MateTable<P>,
    limits: ProofLimits<'a>,
    listener: &'a mut ProofListener<'a>,
    /// The positions searched.
    pub positions: u64,
    plies: u32,
    /// The number of plies within which neither player can force a win, as far as [`MateSearch::outcome`] has
    /// found.
    pub refuted: u32,
    stopped: bool,
}

/// The children of a position whose result is not known without search.
struct Expansion<P> {
    /// The children with their numbers in generator order. Numbers can be missing.
    children: Vec<(usize, P)>,
    /// The evaluation of each child for its player to move, and its index. The lowest is searched first.
    order: Vec<(i32, usize)>,
    /// The number of the first child left out because there are too many.
    rest: Option<usize>,
    /// Whether all refutations known so far hold at any depth.
    at_any_depth: bool,
}

impl<'a, P: Evaluate> MateSearch<'a, P> {
    /// Creates a search that reports progress to `listener`.
    pub fn new(
        facts: &'a dyn ProvenFacts<P>,
        table: &'a mut dyn MateTable<P>,
        limits: ProofLimits<'a>,
        listener: &'a mut ProofListener<'a>,
    ) -> Self {
        MateSearch { facts, table, limits, listener, positions: 0, plies: 0, refuted: 0, stopped: false }
    }

    /// Returns the outcome of `position` and the number of plies if it is a win, looking at most `max_plies`
    /// plies ahead. `None` if no result was found.
    pub fn outcome(&mut self, position: &P, max_plies: u32) -> Option<(Outcome, Option<u32>)> {
        if let Some(outcome) = position.outcome() {
            return Some((outcome, Some(0)));
        }
        let mover = position.to_move();
        let mut open = [true, true];
        for plies in 1..=max_plies.min(MAX_PLIES) {
            self.refuted = plies - 1;
            // The player to move makes the last move of an odd number of plies.
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
        self.refuted = max_plies.min(MAX_PLIES);
        None
    }

    /// Returns the minimum number of plies in which `winner`, who is known to win, can force it, if found.
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

    /// Returns whether `attacker` can force a win within `plies`. `None` if a limit was reached.
    fn attack(&mut self, position: &P, attacker: Player, plies: u32) -> Option<MateResult> {
        self.plies = plies;
        self.report_progress();
        let plies = u8::try_from(plies).ok()?;
        let result = self.search(position, position.to_move() == attacker, plies);
        (!self.stopped).then_some(result)
    }

    /// Returns a line with this outcome, which has been found before. With a number of plies, both sides play
    /// best.
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

    /// Returns whether the move of `mover` to `child` keeps the outcome: a win within `rest` more plies and,
    /// if the mover is losing, no sooner.
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

    /// Returns whether `winner`, who wins within `rest` plies, cannot win faster.
    fn delays_loss(&mut self, child: &P, winner: Player, rest: u32) -> bool {
        let Some(sooner) = rest.checked_sub(2) else { return true };
        self.attack(child, winner, sooner).is_some_and(|result| result != MateResult::Forced)
    }

    /// Searches whether the attacker can force a win within `plies`; `attacker_moves` says whether it is
    /// their turn. The result is meaningless once a limit has been reached.
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

    /// Returns the result from all children, and the number of the child that decided it.
    fn search_children(
        &mut self,
        position: &P,
        attacker_moves: bool,
        rest: u8,
        best: usize,
    ) -> (MateResult, Option<usize>) {
        let mut open = match self.expand(position, attacker_moves, rest, best) {
            Ok(open) => open,
            Err((result, number)) => return (result, Some(number)),
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

    /// Returns the children to search.
    ///
    /// # Errors
    /// A child is decisive without search: its result and number.
    fn expand(
        &self,
        position: &P,
        attacker_moves: bool,
        rest: u8,
        best: usize,
    ) -> Result<Expansion<P>, (MateResult, usize)> {
        let mut open = Expansion { children: Vec::new(), order: Vec::new(), rest: None, at_any_depth: true };
        let mut number = 0;
        let decided = position.visit_moves(|mv| {
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
        });
        decided.break_value().flatten().map_or(Ok(open), Err)
    }

    /// Searches the children from number `first` and returns the result. `at_any_depth` covers the children
    /// before.
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

    /// Returns what is known without searching children: from the rules, the table or the game's facts.
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
        match self.facts.static_win(position) {
            Some(win) if win.winner != attacker => return Some(MateResult::RefutedAtAnyDepth),
            Some(win) if win.plies <= u32::from(plies) => return Some(MateResult::Forced),
            _ => {}
        }
        let moves = self.facts.min_moves_to_win(position, attacker);
        let needed = if attacker_moves { (2 * moves).saturating_sub(1) } else { 2 * moves };
        (needed > u32::from(plies)).then_some(MateResult::Refuted)
    }

    fn count_position(&mut self) {
        self.positions += 1;
        if self.positions % PROGRESS_INTERVAL == 0 {
            self.report_progress();
        }
        self.stopped |= self.positions >= self.limits.positions || self.limits.stop.is_raised();
    }

    fn report_progress(&mut self) {
        (self.listener)(ProofProgress { positions: self.positions, plies: Some(self.plies) });
    }
}

impl Bounds {
    /// Returns the result of the attack within `plies`, if the bounds contain it.
    pub(crate) fn result_within(self, plies: u8) -> Option<MateResult> {
        if self.forced.is_some_and(|forced| forced <= plies) {
            return Some(MateResult::Forced);
        }
        let refuted = self.refuted.filter(|refuted| *refuted >= plies)?;
        Some(if refuted == ANY_DEPTH { MateResult::RefutedAtAnyDepth } else { MateResult::Refuted })
    }

    /// Returns the bounds after the attack within `plies` had this result, with `best` as the best move.
    pub(crate) fn updated(self, result: MateResult, plies: u8, best: u8) -> Bounds {
        let Bounds { mut forced, mut refuted, .. } = self;
        match result {
            MateResult::Forced => forced = Some(forced.map_or(plies, |known| known.min(plies))),
            MateResult::Refuted => refuted = refuted.max(Some(plies)),
            MateResult::RefutedAtAnyDepth => refuted = Some(ANY_DEPTH),
        }
        Bounds { forced, refuted, best }
    }
}

/// Returns whether the result of one child decides that of its parent: a win that the attacker can choose, or
/// a refutation that the defender can choose.
fn is_decisive(child: MateResult, attacker_moves: bool) -> bool {
    attacker_moves == (child == MateResult::Forced)
}

/// Returns the result when no child is decisive. Without any child, the player to move has lost.
fn exhausted(attacker_moves: bool, at_any_depth: bool) -> MateResult {
    match (attacker_moves, at_any_depth) {
        (false, _) => MateResult::Forced,
        (true, true) => MateResult::RefutedAtAnyDepth,
        (true, false) => MateResult::Refuted,
    }
}

/// Returns the result with no ply left: the attack has succeeded only if the defender is to move and cannot.
fn horizon_result<P: Position>(position: &P, attacker_moves: bool) -> MateResult {
    match (position.has_moves(), attacker_moves) {
        (true, _) => MateResult::Refuted,
        (false, true) => MateResult::RefutedAtAnyDepth,
        (false, false) => MateResult::Forced,
    }
}
