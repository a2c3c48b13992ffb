//! Depth-first proof-number search (df-pn): one thread's part.
//!
//! A position has a proof number and a disproof number, seen from its player to move. He wins if one child is lost for its
//! player to move, so his proof number is the least disproof number of the children. He loses if all are won, so his
//! disproof number grows with the children's proof numbers: here it is the largest_proof of them, and one more for each other
//! child. (The classic sum counts positions that many moves lead to many times over.) The search always goes on where the
//! numbers are least, and stays below a child until its numbers reach thresholds at which another child would be better
//! (Nagai, "Df-pn algorithm for searching AND/OR trees", 2002; with a margin after Pawlewicz and Lew, 2007).
//!
//! Numbers lost from the table cost time; they cannot make a proof wrong, as a verdict is only ever made of verdicts.

use std::collections::HashSet;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::knowledge::{Knowledge, TableOf};
use super::proof_numbers::{INFINITE, ProofEntry, ProofNumbers};
use super::result_table::ResultTable;
use super::{ProofLimits, ProofListener, ProofProgress};
use crate::model::{Player, Position, mix};

/// The plies of a path that other threads can see. Beyond, threads may do the same work twice.
pub const VISIBLE_PLIES: usize = 256;
/// The positions after which a thread looks whether others have finished its work, and reports how much it has done.
const PROGRESS_INTERVAL: u64 = 1 << 12;
/// The most children that are compared at a time. A position of Qawale can have more moves than there is memory.
const MAX_CHILDREN: usize = 4096;
/// The moves that are tried before a thread looks whether it is to stop.
const MAX_MOVES: u64 = 1 << 16;
/// A child is left when its disproof number passes that of the second best by one part in so many.
const THRESHOLD_MARGIN: u32 = 8;
/// The same in long proofs, which get by with fewer positions if a child is left sooner; short ones need more then.
const LONG_PROOF_MARGIN: u32 = 24;

/// What the threads of one proof share.
pub struct SharedProof<'a, K: Knowledge> {
    pub knowledge: &'a K,
    pub table: &'a TableOf<K>,
    /// Who wants to win; the other wants not to lose.
    pub attacker: Player,
    /// Tells which of equal children comes first: 0 is the order of the table.
    pub order: u64,
    /// Whether the proof is a long one: then children are left sooner.
    pub is_long: bool,
    pub limits: ProofLimits<'a>,
    /// Set when one thread has the result.
    pub done: AtomicBool,
    /// By thread and ply, the place in the table of the position that the thread is searching, 0 for none.
    pub paths: Vec<Vec<AtomicU64>>,
}

impl<K: Knowledge> SharedProof<'_, K> {
    /// Where the table keeps a position.
    #[inline]
    fn slot(&self, position: &K::Position) -> SlotOf<K> {
        slot_of(self.knowledge, self.table, position, self.attacker)
    }

    /// The numbers of a position without a static verdict: from the table, by looking closer, or estimated.
    #[inline]
    fn numbers(&self, position: &K::Position, slot: SlotOf<K>) -> ProofNumbers {
        if let Some(known) = self.known(slot) {
            return known;
        }
        if let Some(verdict) = self.knowledge.slow_verdict(position, self.attacker) {
            let numbers = if verdict { ProofNumbers::WON } else { ProofNumbers::LOST };
            self.keep(slot, numbers, 0);
            return numbers;
        }
        let (proof, disproof) = self.knowledge.estimate(position);
        ProofNumbers { proof, disproof }
    }

    #[inline]
    fn known(&self, slot: SlotOf<K>) -> Option<ProofNumbers> {
        self.table.get(slot).map(|data| ProofEntry::unpack(data).numbers)
    }

    #[inline]
    fn keep(&self, slot: SlotOf<K>, numbers: ProofNumbers, work: u32) {
        self.table.put(slot, ProofEntry { numbers, work }.pack(), ProofEntry::retention_priority);
    }
}

type SlotOf<K> = <TableOf<K> as ResultTable>::Slot;

/// Where the table keeps a position, in the question whether `attacker` wins.
#[inline]
pub fn slot_of<K: Knowledge>(
    knowledge: &K,
    table: &TableOf<K>,
    position: &K::Position,
    attacker: Player,
) -> SlotOf<K> {
    table.slot(knowledge.key(position), K::HAS_DRAWS && attacker == position.to_move())
}

/// Whether the player to move gets what he wants (`attacker` to win, the other not to lose), as far as that is known without search
/// and without the table.
#[inline]
pub fn static_verdict<K: Knowledge>(knowledge: &K, position: &K::Position, attacker: Player) -> Option<bool> {
    match position.terminal_outcome() {
        Some(outcome) => Some((outcome.winner() == Some(attacker)) == (position.to_move() == attacker)),
        None => knowledge.static_verdict(position, attacker),
    }
}

struct Child<K: Knowledge> {
    position: K::Position,
    slot: SlotOf<K>,
    numbers: ProofNumbers,
}

/// The children of a position whose verdict is not known, or some of them.
struct Children<K: Knowledge> {
    open: Vec<Child<K>>,
    /// The number of the first move that is not among them, if there are more.
    rest: Option<u64>,
}

/// The child to search next.
struct Selection {
    index: usize,
    /// The least disproof number of the other children.
    second_best: u32,
    /// The position's own numbers.
    numbers: ProofNumbers,
    /// The largest proof number of the children.
    largest_proof: u32,
}

/// One thread.
pub struct ProofWorker<'a, K: Knowledge> {
    shared: &'a SharedProof<'a, K>,
    thread: usize,
    /// The positions this thread has looked at.
    pub positions: u64,
    /// The places of the positions from the root to the one that is searched.
    path: Vec<SlotOf<K>>,
    /// Called every [`PROGRESS_INTERVAL`] positions.
    listener: &'a mut ProofListener<'a>,
    /// The first ply of the path whose position another thread has proven.
    solved_ply: Option<usize>,
    stopped: bool,
}

impl<'a, K: Knowledge> ProofWorker<'a, K> {
    pub fn new(shared: &'a SharedProof<'a, K>, thread: usize, listener: &'a mut ProofListener<'a>) -> Self {
        ProofWorker {
            shared,
            thread,
            positions: 0,
            path: Vec::new(),
            listener,
            solved_ply: None,
            stopped: false,
        }
    }

    /// Searches until the result of `position` is known or a limit is reached. The position has a legal move.
    pub fn prove(&mut self, position: &K::Position) -> ProofNumbers {
        let slot = self.shared.slot(position);
        let thresholds = ProofNumbers { proof: INFINITE, disproof: INFINITE };
        loop {
            let numbers = self.search(position, slot, 0, thresholds);
            if numbers.verdict().is_some() {
                self.shared.done.store(true, Ordering::Relaxed);
                return numbers;
            }
            if self.stopped {
                return numbers;
            }
        }
    }

    /// Searches below `position` until one of its numbers reaches its threshold, and gives the numbers then.
    fn search(
        &mut self,
        position: &K::Position,
        slot: SlotOf<K>,
        ply: usize,
        thresholds: ProofNumbers,
    ) -> ProofNumbers {
        let before = self.positions;
        self.positions += 1;
        self.path.push(slot);
        self.publish(TableOf::<K>::slot_id(slot), ply);
        if self.positions.is_multiple_of(PROGRESS_INTERVAL) {
            let positions = self.positions * self.shared.paths.len() as u64;
            (self.listener)(ProofProgress { positions, plies: None });
            self.solved_ply = self.first_solved_ply();
        }
        let numbers = match self.children(position, 0) {
            None => ProofNumbers::WON,
            Some(children) => self.search_children(position, children, slot, thresholds),
        };
        self.path.pop();
        self.publish(0, ply);
        if numbers.verdict().is_none() && self.shared.paths.len() > 1 && self.is_proven(slot) {
            // Another thread has been faster.
            return self.shared.known(slot).unwrap_or(numbers);
        }
        let work = ProofEntry::work_of(self.positions - before);
        self.shared.keep(slot, numbers, work);
        numbers
    }

    /// The children whose verdict is not known, with their numbers, from move number `first` on; `None` if one is lost for its player
    /// to move.
    fn children(&self, position: &K::Position, first: u64) -> Option<Children<K>> {
        let table = self.shared.table;
        let mut open: Vec<Child<K>> = Vec::with_capacity(32);
        let mut number = 0;
        let ended = position.visit_moves(|mv| {
            number += 1;
            if number <= first {
                return ControlFlow::Continue(());
            }
            if open.len() == MAX_CHILDREN || number > first + MAX_MOVES {
                return ControlFlow::Break(false);
            }
            let position = position.after(mv);
            match static_verdict(self.shared.knowledge, &position, self.shared.attacker) {
                Some(false) => return ControlFlow::Break(true),
                Some(true) => {}
                None => {
                    let slot = self.shared.slot(&position);
                    open.push(Child { position, slot, numbers: ProofNumbers::WON });
                }
            }
            ControlFlow::Continue(())
        });
        if ended == ControlFlow::Break(true) {
            return None;
        }
        if K::HAS_TRANSPOSITIONS {
            let mut met = HashSet::new();
            open.retain(|child| met.insert(child.slot));
        }
        black_box(open.iter().fold(0, |mix, child| mix ^ table.prefetch(child.slot)));
        for child in &mut open {
            child.numbers = self.shared.numbers(&child.position, child.slot);
            if child.numbers.verdict() == Some(false) {
                return None;
            }
        }
        open.retain(|child| child.numbers.verdict().is_none());
        let rest = (ended == ControlFlow::Break(false)).then(|| number - 1);
        Some(Children { open, rest })
    }

    fn search_children(
        &mut self,
        position: &K::Position,
        mut children: Children<K>,
        slot: SlotOf<K>,
        thresholds: ProofNumbers,
    ) -> ProofNumbers {
        let ply = self.path.len() - 1;
        loop {
            let Children { open, rest } = &mut children;
            let Some(selection) = self.select(open, ply, rest.is_some()) else {
                // The moves that had to wait.
                let Some(first) = *rest else { return ProofNumbers::LOST };
                if self.should_stop() {
                    return ProofNumbers::UNKNOWN;
                }
                let Some(more) = self.children(position, first) else { return ProofNumbers::WON };
                children = more;
                continue;
            };
            let Selection { index, second_best, numbers, largest_proof } = selection;
            if numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || self.should_stop()
            {
                return numbers;
            }
            if let Some(solved_ply) = self.solved_ply {
                if solved_ply < ply {
                    return numbers;
                }
                self.solved_ply = None;
                return self.shared.known(slot).unwrap_or(numbers);
            }
            let child = &open[index];
            let part = if self.shared.is_long { LONG_PROOF_MARGIN } else { THRESHOLD_MARGIN };
            let margin = second_best.saturating_add(second_best / part + 1);
            let child_thresholds = ProofNumbers {
                proof: thresholds.disproof - (numbers.disproof - largest_proof),
                // A child at which another thread is at work may be better, and so hold the number down.
                disproof: thresholds.proof.min(margin).max(child.numbers.disproof + 1),
            };
            let (child_position, child_place) = (child.position.clone(), child.slot);
            let result = self.search(&child_position, child_place, ply + 1, child_thresholds);
            match result.verdict() {
                Some(false) => return ProofNumbers::WON,
                Some(true) => drop(open.swap_remove(index)),
                None => open[index].numbers = result,
            }
        }
    }

    /// The numbers of a position with these children, and the child to search next: the one with the least disproof number,
    /// which counts twice where another thread is at work. `None` if there is no child. Of equals it is the one whose place in
    /// the table comes first, not the first generated: so a position and its reflections are searched alike. `has_rest`: there are more
    /// children than these.
    fn select(&self, children: &[Child<K>], ply: usize, has_rest: bool) -> Option<Selection> {
        let mut index = 0;
        let (mut first, mut second_best) = ((INFINITE, INFINITE, u64::MAX), INFINITE);
        let (mut least, mut largest_proof) = (INFINITE, 0);
        for (number, child) in children.iter().enumerate() {
            let ProofNumbers { proof, disproof } = child.numbers;
            least = least.min(disproof);
            largest_proof = largest_proof.max(proof);
            let disproof =
                if self.is_searched_elsewhere(child.slot, ply + 1) { 2 * disproof } else { disproof };
            let rank = (disproof, proof, self.tie_break(child.slot));
            if rank < first {
                second_best = first.0;
                (index, first) = (number, rank);
            } else {
                second_best = second_best.min(disproof);
            }
        }
        let others = children.len().checked_sub(1)? as u32 + u32::from(has_rest);
        let disproof = (largest_proof + others).min(INFINITE - 1);
        Some(Selection {
            index,
            second_best,
            numbers: ProofNumbers { proof: least, disproof },
            largest_proof,
        })
    }

    /// Which of equal children comes first: the one with the least.
    #[inline]
    fn tie_break(&self, slot: SlotOf<K>) -> u64 {
        let number = TableOf::<K>::slot_id(slot);
        if self.shared.order == 0 { number } else { mix(number.wrapping_add(self.shared.order)) }
    }

    /// The first ply of the path whose position another thread has proven.
    fn first_solved_ply(&self) -> Option<usize> {
        if self.shared.paths.len() == 1 {
            return None;
        }
        self.path.iter().position(|slot| self.is_proven(*slot))
    }

    fn is_proven(&self, slot: SlotOf<K>) -> bool {
        self.shared.known(slot).is_some_and(|numbers| numbers.verdict().is_some())
    }

    /// Whether another thread is searching the position with this place.
    #[inline]
    fn is_searched_elsewhere(&self, slot: SlotOf<K>, ply: usize) -> bool {
        if self.shared.paths.len() == 1 {
            return false;
        }
        let number = TableOf::<K>::slot_id(slot);
        let mut paths = self.shared.paths.iter().enumerate();
        paths.any(|(thread, path)| {
            thread != self.thread && path.get(ply).is_some_and(|at| at.load(Ordering::Relaxed) == number)
        })
    }

    /// Tells other threads which position this one is searching at `ply`.
    #[inline]
    fn publish(&self, number: u64, ply: usize) {
        if self.shared.paths.len() > 1
            && let Some(at) = self.shared.paths[self.thread].get(ply)
        {
            at.store(number, Ordering::Relaxed);
        }
    }

    /// Whether a limit has been reached.
    #[inline]
    fn should_stop(&mut self) -> bool {
        let threads = self.shared.paths.len() as u64;
        self.stopped = self.stopped
            || self.shared.done.load(Ordering::Relaxed)
            || self.positions.saturating_mul(threads) >= self.shared.limits.positions
            || self.shared.limits.stop.is_raised();
        self.stopped
    }
}
