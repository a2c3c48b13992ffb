//! Depth-first proof-number search (df-pn): the work of one thread.
//!
//! A position has a proof number and a disproof number, from the point of view of the player to move. That
//! player wins if any child is lost for its own player to move, so the proof number is the minimum of the
//! children's disproof numbers. They lose if all children are won, so the disproof number grows with the
//! children's proof numbers: here it is the largest of them, plus one for each other child. (The classic sum
//! counts transpositions many times over.) The search always expands the child with the smallest numbers. It
//! stays below a child until the numbers reach thresholds at which another child would be better (Nagai,
//! "Df-pn algorithm for searching AND/OR trees", 2002; with a margin after Pawlewicz and Lew, 2007).
//!
//! If the table loses numbers, the search takes longer, but the proof cannot become wrong: a result is only
//! derived from proven results.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::knowledge::{Knowledge, ResultTable, TableOf};
use super::proof_numbers::{INFINITE, ProofEntry, ProofNumbers};
use super::{ProofLimits, ProofListener, ProofProgress};
use crate::model::{Position, mix};

/// The plies of a path that other threads can see. Beyond it, threads may duplicate work.
pub const VISIBLE_PLIES: usize = 256;
/// The positions after which a thread reports progress and checks whether others have finished its work.
const PROGRESS_INTERVAL: u64 = 1 << 9;
/// The search leaves a child when its disproof number exceeds the second best by 1/8.
const THRESHOLD_MARGIN: u32 = 8;
/// The same for long proofs. Leaving a child sooner saves positions there, but costs some in short ones.
const LONG_PROOF_MARGIN: u32 = 24;

/// The state shared by the threads of one proof.
pub struct SharedProof<'a, K: Knowledge> {
    pub knowledge: &'a K,
    pub table: &'a TableOf<K>,
    /// Whether this is a long proof, in which children are left sooner.
    pub is_long: bool,
    pub limits: ProofLimits<'a>,
    /// Set when a thread has found the result.
    pub done: AtomicBool,
    /// By thread and ply: the table slot of the position that the thread is searching, or 0.
    pub paths: Vec<Vec<AtomicU64>>,
}

impl<K: Knowledge> SharedProof<'_, K> {
    /// Returns the table slot of a position.
    #[inline]
    fn slot(&self, position: &K::Position) -> SlotOf<K> {
        slot_of(self.knowledge, self.table, position)
    }

    /// Returns the numbers of a position without a static verdict: from the table, a slower check, or an estimate.
    #[inline]
    fn numbers(&self, position: &K::Position, slot: SlotOf<K>) -> ProofNumbers {
        if let Some(known) = self.known(slot) {
            return known;
        }
        if let Some(verdict) = self.knowledge.slow_verdict(position) {
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

/// Returns the table slot of a position.
#[inline]
pub fn slot_of<K: Knowledge>(knowledge: &K, table: &TableOf<K>, position: &K::Position) -> SlotOf<K> {
    table.slot(knowledge.key(position), false)
}

/// Returns whether the player to move wins, if that is known.
#[inline]
pub fn static_verdict<K: Knowledge>(knowledge: &K, position: &K::Position) -> Option<bool> {
    match position.terminal_outcome() {
        Some(outcome) => Some(outcome.winner() == Some(position.to_move())),
        None => knowledge.static_verdict(position),
    }
}

/// A child of a position whose verdict is unknown.
struct Child<K: Knowledge> {
    position: K::Position,
    slot: SlotOf<K>,
    numbers: ProofNumbers,
}

/// The child to search next.
struct Selection {
    index: usize,
    /// The minimum disproof number of the other children.
    second_best: u32,
    /// The numbers of the position itself.
    numbers: ProofNumbers,
    /// The maximum proof number of the children.
    largest_proof: u32,
}

/// The search of one thread.
pub struct ProofWorker<'a, K: Knowledge> {
    shared: &'a SharedProof<'a, K>,
    thread: usize,
    /// The positions searched by this thread.
    pub positions: u64,
    /// The slots of the positions from the root to the current one.
    path: Vec<SlotOf<K>>,
    /// Called every [`PROGRESS_INTERVAL`] positions.
    listener: &'a mut ProofListener<'a>,
    /// The first ply on the path whose position another thread has proven.
    solved_ply: Option<usize>,
    stopped: bool,
}

impl<K: Knowledge> Drop for ProofWorker<'_, K> {
    /// Ends the work of the other threads if this one panics, perhaps in its listener.
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.done.store(true, Ordering::Relaxed);
        }
    }
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

    /// Searches until the result of `position`, which has a legal move, is known, or a limit is reached.
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

    /// Searches below `position` until one of its numbers reaches its threshold, and returns the numbers.
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
        if self.positions % PROGRESS_INTERVAL == 0 {
            let positions = self.positions * self.shared.paths.len() as u64;
            (self.listener)(ProofProgress { positions, plies: None });
            self.solved_ply = self.first_solved_ply();
        }
        let numbers = match self.children(position) {
            None => ProofNumbers::WON,
            Some(children) => self.search_children(children, slot, thresholds),
        };
        self.path.pop();
        self.publish(0, ply);
        if numbers.verdict().is_none() && self.shared.paths.len() > 1 && self.is_proven(slot) {
            // Another thread was faster.
            return self.shared.known(slot).unwrap_or(numbers);
        }
        let work = ProofEntry::work_of(self.positions - before);
        self.shared.keep(slot, numbers, work);
        numbers
    }

    /// Returns the children with unknown verdict and their numbers. `None` if a child is lost for its player to
    /// move.
    fn children(&self, position: &K::Position) -> Option<Vec<Child<K>>> {
        let table = self.shared.table;
        let mut open: Vec<Child<K>> = Vec::with_capacity(32);
        let decided = position.visit_moves(|mv| {
            let position = position.after(mv);
            match static_verdict(self.shared.knowledge, &position) {
                Some(false) => return ControlFlow::Break(()),
                Some(true) => {}
                None => {
                    let slot = self.shared.slot(&position);
                    open.push(Child { position, slot, numbers: ProofNumbers::WON });
                }
            }
            ControlFlow::Continue(())
        });
        if decided.is_break() {
            return None;
        }
        black_box(open.iter().fold(0, |bits, child| bits ^ table.prefetch(child.slot)));
        for child in &mut open {
            child.numbers = self.shared.numbers(&child.position, child.slot);
            if child.numbers.verdict() == Some(false) {
                return None;
            }
        }
        open.retain(|child| child.numbers.verdict().is_none());
        Some(open)
    }

    fn search_children(
        &mut self,
        mut open: Vec<Child<K>>,
        slot: SlotOf<K>,
        thresholds: ProofNumbers,
    ) -> ProofNumbers {
        let ply = self.path.len() - 1;
        loop {
            let Some(selection) = self.select(&open, ply) else { return ProofNumbers::LOST };
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
            let divisor = if self.shared.is_long { LONG_PROOF_MARGIN } else { THRESHOLD_MARGIN };
            let margin = second_best.saturating_add(second_best / divisor + 1);
            let child_thresholds = ProofNumbers {
                proof: thresholds.disproof - (numbers.disproof - largest_proof),
                // A child that another thread is searching may be better and keep the number low.
                disproof: thresholds.proof.min(margin).max(child.numbers.disproof + 1),
            };
            let (child_position, child_slot) = (child.position.clone(), child.slot);
            let result = self.search(&child_position, child_slot, ply + 1, child_thresholds);
            match result.verdict() {
                Some(false) => return ProofNumbers::WON,
                Some(true) => drop(open.swap_remove(index)),
                None => open[index].numbers = result,
            }
        }
    }

    /// Returns the numbers of a position with these children, and the child to search next, if any: the one
    /// with the smallest disproof number, which is doubled while another thread searches the child. Ties are
    /// broken by table slot instead of generator order, so that a position and its reflections are searched
    /// alike.
    fn select(&self, children: &[Child<K>], ply: usize) -> Option<Selection> {
        let mut index = 0;
        let (mut first, mut second_best) = ((INFINITE, INFINITE, u64::MAX), INFINITE);
        let (mut min_disproof, mut largest_proof) = (INFINITE, 0);
        for (number, child) in children.iter().enumerate() {
            let ProofNumbers { proof, disproof } = child.numbers;
            min_disproof = min_disproof.min(disproof);
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
        let others = children.len().checked_sub(1)? as u32;
        let disproof = (largest_proof + others).min(INFINITE - 1);
        Some(Selection {
            index,
            second_best,
            numbers: ProofNumbers { proof: min_disproof, disproof },
            largest_proof,
        })
    }

    /// Returns the rank of a child among equals, smallest first: by default in the order of the table.
    #[inline]
    fn tie_break(&self, slot: SlotOf<K>) -> u64 {
        let number = TableOf::<K>::slot_id(slot);
        let order = self.shared.limits.order;
        if order == 0 { number } else { mix(number.wrapping_add(order)) }
    }

    /// Returns the first ply on the path whose position another thread has proven.
    fn first_solved_ply(&self) -> Option<usize> {
        if self.shared.paths.len() == 1 {
            return None;
        }
        self.path.iter().position(|slot| self.is_proven(*slot))
    }

    fn is_proven(&self, slot: SlotOf<K>) -> bool {
        self.shared.known(slot).is_some_and(|numbers| numbers.verdict().is_some())
    }

    /// Returns whether another thread is searching the position with this slot.
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

    /// Shows other threads which position this one is searching at `ply`.
    #[inline]
    fn publish(&self, number: u64, ply: usize) {
        if self.shared.paths.len() > 1 {
            if let Some(at) = self.shared.paths[self.thread].get(ply) {
                at.store(number, Ordering::Relaxed);
            }
        }
    }

    /// Returns whether a limit has been reached.
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
