//! The search of one thread: alpha-beta below the root.
//!
//! Windows are (alpha, beta), values fail-soft: a value at most alpha is an upper bound, one at least beta a lower bound.

use std::ops::ControlFlow;

use crate::engine::minimax::{WON, outcome_score};
use crate::model::{Evaluate, SCORE_LIMIT};

use super::limits::{DEEPEST, Limits};
use super::ordering::{self, Candidate, Experience, Killers, MOST_ORDERED};
use super::table::{Bound, Entry, NO_MOVE, Table};
use super::{Style, Value};

/// Beyond every value.
pub(super) const INFINITE: Value = WON + 1;

/// From this depth on the positions after all moves are looked up before one is searched.
const ASK_AHEAD_FROM: u32 = 4;

/// The plies of urgent moves that are followed beyond the depth where strength is all that counts.
const URGENT_PLIES: u32 = 8;

/// Positions between two looks at the limits.
const LOOK_EVERY: u64 = 256;

/// What a thread keeps for each ply of the line it is looking at.
#[derive(Debug)]
pub(super) struct Frame<M> {
    candidates: Vec<Candidate<M>>,
    killers: Killers<M>,
    /// The best moves from here on.
    pub line: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame { candidates: Vec::new(), killers: [None, None], line: Vec::new() }
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, P: Evaluate> {
    pub table: &'a Table,
    limits: Limits<'a>,
    style: Style,
    /// The positions looked at so far.
    pub nodes: u64,
    /// Whether a limit has been reached: all values that come up now mean nothing.
    pub stopped: bool,
    next_look: u64,
    pub frames: Vec<Frame<P::Move>>,
    experience: &'a mut Experience,
    /// The keys of the positions before this one, where a position may come again and that is to count as a draw.
    path: Option<Vec<u64>>,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    pub fn new(
        table: &'a Table,
        limits: Limits<'a>,
        style: Style,
        experience: &'a mut Experience,
        path: Option<Vec<u64>>,
    ) -> Self {
        let frames = (0..DEEPEST + 2 + URGENT_PLIES).map(|_| Frame::default()).collect();
        let mut worker =
            Worker { table, limits, style, nodes: 0, stopped: false, next_look: 0, frames, experience, path };
        worker.next_look = LOOK_EVERY.min(limits.nodes);
        worker
    }

    /// The value of `position`, whose depth is `depth` and which is `ply` plies from the root.
    pub fn value(&mut self, position: &P, depth: u32, ply: u32, window: (Value, Value)) -> Value {
        if depth == 0 {
            return self.horizon_value(position, ply, window);
        }
        self.nodes += 1;
        self.frames[ply as usize].line.clear();
        if let Some(outcome) = position.decided() {
            return outcome_score(outcome, position.to_move(), ply);
        }
        if self.must_stop() {
            return 0;
        }
        self.inner_value(position, depth, ply, window)
    }

    /// Whether a limit has been reached; they are looked at every now and then.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.stopped |= self.limits.reached(self.nodes);
            self.next_look = (self.nodes + LOOK_EVERY).min(self.limits.nodes);
        }
        self.stopped
    }

    fn inner_value(&mut self, position: &P, depth: u32, ply: u32, window: (Value, Value)) -> Value {
        // No line from here loses sooner than now or wins sooner than with the next move.
        let alpha = window.0.max(lost_at(ply));
        let beta = window.1.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        if let Some(mv) = position.winning_move() {
            self.nodes += 1;
            self.frames[ply as usize].line.push(mv);
            return WON - ply as i32 - 1;
        }
        if depth == 1 {
            return self.frontier_value(position, ply, (alpha, beta));
        }
        let key = position.hash_key();
        if self.comes_again(key) {
            return 0;
        }
        let known = self.known(key, ply);
        // The principal variation is searched to its end, for the sake of the line.
        if let Some(value) =
            known.filter(|_| beta - alpha == 1).and_then(|entry| self.settles(entry, depth, ply, alpha, beta))
        {
            return value;
        }
        let best = known.map_or(NO_MOVE, |entry| entry.best);
        if let Some(path) = &mut self.path {
            path.push(key);
        }
        let (value, best) = self.best_of_moves(position, depth, ply, (alpha, beta), best);
        if let Some(path) = &mut self.path {
            path.pop();
        }
        if !self.stopped {
            let bound = if value >= beta {
                Bound::Lower
            } else if value > alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.put(key, Entry { value: to_table(value, ply), bound, depth: depth as u8, best });
        }
        value
    }

    /// The value one ply before the horizon.
    fn frontier_value(&mut self, position: &P, ply: u32, (mut alpha, beta): (Value, Value)) -> Value {
        let mut value = lost_at(ply);
        let mut best = None;
        let _ = position.visit_moves(|mv| {
            let child = -self.horizon_value(&position.after(mv), ply + 1, (-beta, -alpha));
            value = value.max(child);
            if child > alpha {
                alpha = child;
                best = Some(mv);
            }
            if alpha >= beta || self.must_stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.frames[ply as usize].line.extend(best);
        value
    }

    /// The value where the depth ends.
    #[inline]
    fn horizon_value(&mut self, position: &P, ply: u32, window: (Value, Value)) -> Value {
        self.nodes += 1;
        if let Some(outcome) = position.decided() {
            return outcome_score(outcome, position.to_move(), ply);
        }
        let value = leaf_value(position, ply);
        match self.style {
            Style::Exact => value,
            Style::Strong => self.quiet_value(position, ply, window, value, URGENT_PLIES),
        }
    }

    /// The best of `value` and of what urgent moves lead to, `left` plies of them at most: in the middle of an exchange
    /// an evaluation means little. Whoever does not like an urgent move makes none, so no loss is claimed here that is
    /// not on the board, and no win against a player who has other moves.
    fn quiet_value(
        &mut self,
        position: &P,
        ply: u32,
        window: (Value, Value),
        value: Value,
        left: u32,
    ) -> Value {
        let (mut alpha, beta, mut value) = (window.0.max(value), window.1, value);
        if value >= beta || left == 0 {
            return value;
        }
        if position.winning_move().is_some() {
            return WON - ply as i32 - 1;
        }
        let mut candidates = std::mem::take(&mut self.frames[ply as usize].candidates);
        ordering::list_urgent(position, &mut candidates);
        for place in 0..candidates.len() {
            let next = position.after(ordering::bring_best(&mut candidates, place).mv);
            self.nodes += 1;
            let answer = match next.decided() {
                Some(outcome) => outcome_score(outcome, next.to_move(), ply + 1),
                None => {
                    let still = leaf_value(&next, ply + 1);
                    self.quiet_value(&next, ply + 1, (-beta, -alpha), still, left - 1)
                }
            };
            value = value.max(-answer);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.frames[ply as usize].candidates = candidates;
        value
    }

    /// Whether the position with this key stands on the way to here already.
    #[inline]
    fn comes_again(&self, key: u64) -> bool {
        self.path
            .as_ref()
            .is_some_and(|path| path.iter().rev().skip(1).step_by(2).any(|earlier| *earlier == key))
    }

    /// What the table knows of the position with this key, `ply` plies from the root.
    #[inline]
    fn known(&self, key: u64, ply: u32) -> Option<Entry> {
        self.table.get(key).map(|entry| Entry { value: from_table(entry.value, ply), ..entry })
    }

    /// The value to return at once because of what the table knows.
    #[inline]
    fn settles(&self, entry: Entry, depth: u32, ply: u32, alpha: Value, beta: Value) -> Option<Value> {
        let deep_enough = match self.style {
            Style::Exact => u32::from(entry.depth) == depth,
            Style::Strong => u32::from(entry.depth) >= depth,
        };
        let (at_least, at_most) = (entry.bound != Bound::Upper, entry.bound != Bound::Lower);
        // A win or loss is one at every depth from which it can be seen, however far was looked when it was found.
        let plies = (WON - entry.value.abs()) as u32 - ply;
        let seen = entry.value.abs() > SCORE_LIMIT && (plies <= depth || self.style == Style::Strong);
        let lower = at_least && (deep_enough || seen && entry.value > 0);
        let upper = at_most && (deep_enough || seen && entry.value < 0);
        (lower && entry.value >= beta || upper && entry.value <= alpha).then_some(entry.value)
    }

    /// Tries the moves; the best value and the number of the move that has it.
    fn best_of_moves(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        window: (Value, Value),
        best: u16,
    ) -> (Value, u16) {
        let frame = &mut self.frames[ply as usize];
        let mut candidates = std::mem::take(&mut frame.candidates);
        let more = ordering::list(position, &mut candidates, best, &frame.killers, self.experience);
        if depth >= ASK_AHEAD_FROM
            && window.1 - window.0 == 1
            && let Some(found) = self.ask_ahead(position, &candidates, depth, ply, window)
        {
            self.frames[ply as usize].candidates = candidates;
            return found;
        }
        let mut trial =
            Trial { alpha: window.0, beta: window.1, value: lost_at(ply), best: NO_MOVE, tried: 0 };
        while trial.tried < candidates.len() {
            let candidate = ordering::bring_best(&mut candidates, trial.tried);
            if self.attempt(position, depth, ply, candidate.mv, candidate.index, &mut trial) {
                if candidate.quiet && !self.stopped {
                    self.reward(position, depth, ply, &candidates[..trial.tried]);
                }
                break;
            }
        }
        let over = self.stopped || trial.alpha >= trial.beta;
        self.frames[ply as usize].candidates = candidates;
        if more && !over {
            self.try_the_rest(position, depth, ply, &mut trial);
        }
        (trial.value, trial.best)
    }

    /// A move to a position of which the table knows enough already, with its value and number: enhanced transposition
    /// cut-off (Schaeffer and Plaat, "New Advances in Alpha-Beta Searching", 1996).
    fn ask_ahead(
        &self,
        position: &P,
        candidates: &[Candidate<P::Move>],
        depth: u32,
        ply: u32,
        (alpha, beta): (Value, Value),
    ) -> Option<(Value, u16)> {
        candidates.iter().find_map(|candidate| {
            let entry = self.known(position.after(candidate.mv).hash_key(), ply + 1)?;
            let value = -self.settles(entry, depth - 1, ply + 1, -beta, -alpha)?;
            (value >= beta).then_some((value, candidate.index))
        })
    }

    /// Tries the moves that were too many to be ordered.
    fn try_the_rest(&mut self, position: &P, depth: u32, ply: u32, trial: &mut Trial) {
        let mut number = 0;
        let _ = position.visit_moves(|mv| {
            number += 1;
            if number <= MOST_ORDERED {
                return ControlFlow::Continue(());
            }
            let index = u16::try_from(number - 1).unwrap_or(NO_MOVE);
            match self.attempt(position, depth, ply, mv, index, trial) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
    }

    /// Tries one move; whether that is enough.
    #[inline]
    fn attempt(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        mv: P::Move,
        index: u16,
        trial: &mut Trial,
    ) -> bool {
        let next = position.after(mv);
        let (alpha, beta) = (trial.alpha, trial.beta);
        let mut value;
        if trial.tried == 0 {
            value = -self.value(&next, depth - 1, ply + 1, (-beta, -alpha));
        } else {
            value = -self.value(&next, depth - 1, ply + 1, (-alpha - 1, -alpha));
            if value > alpha && value < beta && !self.stopped {
                value = -self.value(&next, depth - 1, ply + 1, (-beta, -alpha));
            }
        }
        trial.tried += 1;
        if self.stopped {
            return true;
        }
        if value > trial.value {
            trial.value = value;
            trial.best = index;
        }
        if value > alpha {
            trial.alpha = value;
            self.extend_line(ply, mv);
        }
        trial.alpha >= beta
    }

    /// The line at `ply` is now `mv` and the line of the ply after it.
    fn extend_line(&mut self, ply: u32, mv: P::Move) {
        let (here, after) = self.frames.split_at_mut(ply as usize + 1);
        if let (Some(here), Some(after)) = (here.last_mut(), after.first()) {
            here.line.clear();
            here.line.push(mv);
            here.line.extend_from_slice(&after.line);
        }
    }

    /// The last of `tried` was enough: it comes sooner next time, the quiet ones before it later.
    fn reward(&mut self, position: &P, depth: u32, ply: u32, tried: &[Candidate<P::Move>]) {
        let Some((good, others)) = tried.split_last() else { return };
        let killers = &mut self.frames[ply as usize].killers;
        if killers[0] != Some(good.mv) {
            *killers = [Some(good.mv), killers[0]];
        }
        let bonus = (4 * depth * depth) as i32;
        let player = position.to_move();
        self.experience.learn(player, good.mv, bonus);
        for other in others.iter().filter(|other| other.quiet) {
            self.experience.learn(player, other.mv, -bonus);
        }
    }
}

/// How far the trial of a position's moves has come.
struct Trial {
    alpha: Value,
    beta: Value,
    value: Value,
    best: u16,
    tried: usize,
}

/// The value without looking ahead.
#[inline]
fn leaf_value<P: Evaluate>(position: &P, ply: u32) -> Value {
    if position.has_moves() { position.evaluate() } else { lost_at(ply) }
}

/// The value of having lost `ply` plies from the root.
#[inline]
pub(super) fn lost_at(ply: u32) -> Value {
    ply as i32 - WON
}

/// Counts the plies to a win from this position, not from the root.
#[inline]
fn to_table(value: Value, ply: u32) -> Value {
    match value {
        value if value > SCORE_LIMIT => value + ply as i32,
        value if value < -SCORE_LIMIT => value - ply as i32,
        value => value,
    }
}

/// Counts the plies to a win from the root, not from this position.
#[inline]
fn from_table(value: Value, ply: u32) -> Value {
    match value {
        value if value > SCORE_LIMIT => value - ply as i32,
        value if value < -SCORE_LIMIT => value + ply as i32,
        value => value,
    }
}
