//! The general way to solve: can this player force a win within so many plies?
//!
//! An attack is refuted within a horizon if the other player has an answer to everything so far, and refuted for good if no
//! line of the refutation was cut off at the horizon: then all of them end in the rules, and no deeper look can change
//! that. All claims hold whatever was played before, also where positions can come again: a forced win is a finite tree,
//! and so is a refutation for good.

use std::ops::ControlFlow;

use super::knowledge::Hints;
use super::memory::{Bounds, Memory, NEVER};
use super::{Effort, Listener, Progress};
use crate::model::{Evaluate, Outcome, Player, Position};

/// The most plies within which a win is looked for.
pub const FARTHEST: u32 = 250;

/// The most children of a position that are kept and sorted. The rest are looked at as the generator shows them: a
/// position of Qawale can have more moves than there is memory.
const SORTED: usize = 4096;
/// How often, in positions, the listener hears.
const BEAT: u64 = 1 << 16;

/// The result of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The attacker wins within the horizon.
    Forced,
    /// He does not.
    Refuted,
    /// He does not, and would not within any horizon.
    Never,
}

/// Attacks on a position and those below it.
pub struct Attacks<'a, H, M> {
    hints: &'a H,
    memory: M,
    effort: Effort<'a>,
    listener: &'a mut Listener<'a>,
    positions: u64,
    plies: u32,
    stopped: bool,
}

struct Child<P> {
    number: usize,
    promise: i32,
    position: P,
}

/// The children of a position that a glance has not settled.
struct Open<P> {
    children: Vec<Child<P>>,
    /// The number of the first child that has not been looked at.
    rest: Option<usize>,
    /// Whether every child a glance has settled was settled for good.
    for_good: bool,
}

impl<'a, H, M> Attacks<'a, H, M> {
    /// No attack yet. `listener` hears of the progress.
    pub fn new(hints: &'a H, memory: M, effort: Effort<'a>, listener: &'a mut Listener<'a>) -> Self {
        Attacks { hints, memory, effort, listener, positions: 0, plies: 0, stopped: false }
    }

    /// The positions looked at.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The outcome of `position`, and after how many plies a win comes; `None` if it was not found.
    pub fn outcome<P: Evaluate>(&mut self, position: &P) -> Option<(Outcome, Option<u32>)>
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        if let Some(outcome) = position.outcome() {
            return Some((outcome, Some(0)));
        }
        let mover = position.to_move();
        let mut open = [true, true];
        for plies in 1..=FARTHEST {
            // After an odd number of plies the player to move has moved last.
            let attacker = if plies % 2 == 1 { mover } else { mover.opponent() };
            if !open[attacker.index()] {
                continue;
            }
            match self.try_within(position, attacker, plies)? {
                Finding::Forced => return Some((Outcome::Win(attacker), Some(plies))),
                Finding::Refuted => {}
                Finding::Never => open[attacker.index()] = false,
            }
            if open == [false, false] {
                return Some((Outcome::Draw, None));
            }
        }
        None
    }

    /// The least number of plies within which `winner`, who is known to win, can force it; `None` if it was not found.
    pub fn distance<P: Evaluate>(&mut self, position: &P, winner: Player) -> Option<u32>
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        if position.outcome().is_some() {
            return Some(0);
        }
        let first = if position.to_move() == winner { 1 } else { 2 };
        for plies in (first..=FARTHEST).step_by(2) {
            if self.try_within(position, winner, plies)? == Finding::Forced {
                return Some(plies);
            }
        }
        None
    }

    /// The attack of `attacker`; `None` if the effort ended.
    fn try_within<P: Evaluate>(&mut self, position: &P, attacker: Player, plies: u32) -> Option<Finding>
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        self.plies = plies;
        self.tell();
        let plies = u8::try_from(plies).ok()?;
        let finding = self.attack(position, position.to_move() == attacker, plies);
        (!self.stopped).then_some(finding)
    }

    /// A line with this result, which has been found: with a number of plies, one in which both sides play best.
    pub fn line<P: Evaluate>(&mut self, position: &P, outcome: Outcome, plies: Option<u32>) -> Vec<P::Move>
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        let mut line = Vec::new();
        let mut position = position.clone();
        let mut left = plies.unwrap_or(FARTHEST);
        while let Some(mv) = self.next_of_line(&position, outcome, left) {
            line.push(mv);
            position = position.after(mv);
            left = left.saturating_sub(1);
        }
        line
    }

    fn next_of_line<P: Evaluate>(&mut self, position: &P, outcome: Outcome, left: u32) -> Option<P::Move>
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        let rest = left.checked_sub(1)?;
        let fits = |this: &mut Self, child: &P| match outcome {
            Outcome::Win(winner) => {
                let sooner = rest.checked_sub(2);
                this.try_within(child, winner, rest) == Some(Finding::Forced)
                    && (winner == position.to_move()
                        || sooner.is_none_or(|sooner| {
                            this.try_within(child, winner, sooner)
                                .is_some_and(|found| found != Finding::Forced)
                        }))
            }
            Outcome::Draw => Player::BOTH
                .into_iter()
                .all(|player| this.try_within(child, player, FARTHEST) == Some(Finding::Never)),
        };
        if position.decided().is_some() {
            return None;
        }
        let found = position.visit_moves(|mv| match fits(self, &position.after(mv)) {
            _ if self.stopped => ControlFlow::Break(None),
            true => ControlFlow::Break(Some(mv)),
            false => ControlFlow::Continue(()),
        });
        found.break_value().flatten()
    }

    /// Whether the player to move, if `by_mover`, or else the other, can force a win within `plies`. Without meaning once
    /// the effort has ended.
    fn attack<P: Evaluate>(&mut self, position: &P, by_mover: bool, plies: u8) -> Finding
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        let bounds = self.memory.recall(position, by_mover);
        if let Some(finding) = self.glance(position, by_mover, plies, bounds) {
            return finding;
        }
        self.count();
        let Some(rest) = plies.checked_sub(1) else { return at_the_horizon(position, by_mover) };
        let (finding, best) = self.look_below(position, by_mover, rest, usize::from(bounds.best));
        if !self.stopped {
            let best = best.and_then(|best| u8::try_from(best).ok()).unwrap_or(bounds.best);
            self.memory.keep(position, by_mover, learned(bounds, finding, plies, best));
        }
        finding
    }

    /// The finding from all children, and the number of the child that settled it.
    fn look_below<P: Evaluate>(
        &mut self,
        position: &P,
        by_mover: bool,
        rest: u8,
        best: usize,
    ) -> (Finding, Option<usize>)
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        let mut open = match self.first_look(position, by_mover, rest, best) {
            ControlFlow::Break((finding, number)) => return (finding, Some(number)),
            ControlFlow::Continue(open) => open,
        };
        for child in &open.children {
            let finding = self.attack(&child.position, !by_mover, rest);
            if self.stopped || settles(finding, by_mover) {
                return (finding, Some(child.number));
            }
            open.for_good &= finding != Finding::Refuted;
        }
        let Some(first) = open.rest else { return (exhausted(by_mover, open.for_good), None) };
        self.look_at_the_rest(position, by_mover, rest, (first, open.for_good))
    }

    /// A glance at each child, which may settle the matter; else the children that are open, best first.
    fn first_look<P: Evaluate>(
        &self,
        position: &P,
        by_mover: bool,
        rest: u8,
        best: usize,
    ) -> ControlFlow<(Finding, usize), Open<P>>
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        let mut open = Open { children: Vec::new(), rest: None, for_good: true };
        let mut number = 0;
        position
            .visit_moves(|mv| {
                if open.children.len() == SORTED {
                    open.rest = Some(number);
                    return ControlFlow::Break(None);
                }
                let child = position.after(mv);
                let bounds = self.memory.recall(&child, !by_mover);
                match self.glance(&child, !by_mover, rest, bounds) {
                    Some(finding) if settles(finding, by_mover) => {
                        return ControlFlow::Break(Some((finding, number)));
                    }
                    Some(finding) => open.for_good &= finding != Finding::Refuted,
                    None => {
                        let promise = if number == best { i32::MIN } else { child.evaluate() };
                        open.children.push(Child { number, promise, position: child });
                    }
                }
                number += 1;
                ControlFlow::Continue(())
            })
            .break_value()
            .flatten()
            .map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
        open.children.sort_by_key(|child| child.promise);
        ControlFlow::Continue(open)
    }

    /// The children from number `first` on; `for_good` as far as the others go.
    fn look_at_the_rest<P: Evaluate>(
        &mut self,
        position: &P,
        by_mover: bool,
        rest: u8,
        (first, mut for_good): (usize, bool),
    ) -> (Finding, Option<usize>)
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        let mut number = 0;
        let settled = position.visit_moves(|mv| {
            number += 1;
            if number <= first {
                return ControlFlow::Continue(());
            }
            let finding = self.attack(&position.after(mv), !by_mover, rest);
            for_good &= finding != Finding::Refuted;
            if self.stopped || settles(finding, by_mover) {
                return ControlFlow::Break(finding);
            }
            ControlFlow::Continue(())
        });
        match settled {
            ControlFlow::Break(finding) => (finding, Some(number - 1)),
            ControlFlow::Continue(()) => (exhausted(by_mover, for_good), None),
        }
    }

    /// What can be told without looking at children.
    fn glance<P: Position>(&self, position: &P, by_mover: bool, plies: u8, bounds: Bounds) -> Option<Finding>
    where
        H: Hints<P>,
        M: Memory<P>,
    {
        let mover = position.to_move();
        let attacker = if by_mover { mover } else { mover.opponent() };
        if let Some(outcome) = position.decided() {
            let won = outcome.winner() == Some(attacker);
            return Some(if won { Finding::Forced } else { Finding::Never });
        }
        if bounds.forced.is_some_and(|forced| forced <= plies) {
            return Some(Finding::Forced);
        }
        if let Some(refuted) = bounds.refuted.filter(|refuted| *refuted >= plies) {
            return Some(if refuted == NEVER { Finding::Never } else { Finding::Refuted });
        }
        match self.hints.seen(position) {
            Some(seen) if seen.winner != attacker => return Some(Finding::Never),
            Some(seen) if seen.plies <= u32::from(plies) => return Some(Finding::Forced),
            _ => {}
        }
        let moves = self.hints.least_moves(position, attacker);
        let needed = if by_mover { (2 * moves).saturating_sub(1) } else { 2 * moves };
        (needed > u32::from(plies)).then_some(Finding::Refuted)
    }

    fn count(&mut self) {
        self.positions += 1;
        if self.positions.is_multiple_of(BEAT) {
            self.tell();
        }
        self.stopped |= self.positions >= self.effort.positions || self.effort.stop.is_raised();
    }

    fn tell(&mut self) {
        (self.listener)(Progress { positions: self.positions, plies: Some(self.plies) });
    }
}

/// Whether a finding about one child settles the attack: a win that the attacker can choose, or a refutation that the
/// other can.
fn settles(child: Finding, by_mover: bool) -> bool {
    by_mover == (child == Finding::Forced)
}

/// The finding when no child has settled the attack. Without any child, the player to move has lost.
fn exhausted(by_mover: bool, for_good: bool) -> Finding {
    match (by_mover, for_good) {
        (false, _) => Finding::Forced,
        (true, true) => Finding::Never,
        (true, false) => Finding::Refuted,
    }
}

/// With no ply left, the attack has succeeded only if the other player cannot move.
fn at_the_horizon<P: Position>(position: &P, by_mover: bool) -> Finding {
    match (position.has_moves(), by_mover) {
        (true, _) => Finding::Refuted,
        (false, true) => Finding::Never,
        (false, false) => Finding::Forced,
    }
}

fn learned(bounds: Bounds, finding: Finding, plies: u8, best: u8) -> Bounds {
    let (mut forced, mut refuted) = (bounds.forced, bounds.refuted);
    match finding {
        Finding::Forced => forced = Some(forced.map_or(plies, |known| known.min(plies))),
        Finding::Refuted => refuted = refuted.max(Some(plies)),
        Finding::Never => refuted = Some(NEVER),
    }
    Bounds { forced, refuted, best }
}
