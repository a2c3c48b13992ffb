//! Depth-first proof-number search: one thread's part.
//!
//! A position has two numbers, of proof and of disproof, seen from its player to move: `win` and `loss`. He wins if one
//! child is lost for its player to move, so `win` is the least `loss` of the children. He loses if all are won, so `loss`
//! grows with the children's `win`: here it is the largest of them, and one more for each other child. (The classic sum
//! counts positions that many moves lead to many times over.) The search always goes on where the numbers are least,
//! and stays below a child until its numbers pass thresholds at which another child would be better (Nagai, "Df-pn
//! algorithm for searching AND/OR trees", 2002; with a margin after Pawlewicz and Lew, 2007).
//!
//! Numbers lost from the table cost time; they cannot make a proof wrong, as a verdict is only ever made of verdicts.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Effort;
use super::knowledge::Knowledge;
use super::numbers::{Entry, INFINITE, Numbers};
use super::table::{Place, Table};
use crate::model::Position;

/// The plies of a path that other threads can see. Beyond, threads may do the same work twice.
const VISIBLE_PLIES: usize = 256;
/// How often, in positions, a thread looks whether others have finished its work, and tells how much it has done.
pub const BEAT: u64 = 1 << 12;
/// A child is left when its number passes the second best by one part in so many.
const MARGIN: u32 = 8;

/// What the threads of one proof share.
pub struct Shared<'a, K: Knowledge> {
    pub knowledge: &'a K,
    pub table: &'a Table,
    pub effort: Effort<'a>,
    /// Raised when one thread has the result.
    pub done: AtomicBool,
    /// By thread and ply, the place in the table of the position that the thread is at, 0 for none.
    pub paths: Vec<Vec<AtomicU64>>,
}

impl<'a, K: Knowledge> Shared<'a, K> {
    pub fn new(knowledge: &'a K, table: &'a Table, effort: Effort<'a>) -> Self {
        let path = || (0..VISIBLE_PLIES).map(|_| AtomicU64::new(0)).collect();
        let paths = (0..effort.threads.max(1)).map(|_| path()).collect();
        Shared { knowledge, table, effort, done: AtomicBool::new(false), paths }
    }

    /// The numbers of a position whose verdict is not plain to see: from the table, or estimated.
    #[inline]
    fn numbers(&self, position: &K::Position, place: Place) -> Numbers {
        self.known(place).unwrap_or_else(|| {
            let (win, loss) = self.knowledge.estimate(position);
            Numbers { win, loss }
        })
    }

    #[inline]
    fn known(&self, place: Place) -> Option<Numbers> {
        self.table.get(place).map(|data| Entry::unpack(data).numbers)
    }
}

/// Whether the player to move wins, if that is plain to see.
#[inline]
pub fn plain_verdict<K: Knowledge>(knowledge: &K, position: &K::Position) -> Option<bool> {
    let winner = match position.decided() {
        Some(outcome) => outcome.winner(),
        None => Some(knowledge.seen(position)?.winner),
    };
    Some(winner == Some(position.to_move()))
}

struct Child<P> {
    position: P,
    place: Place,
    numbers: Numbers,
}

/// The child to look at next.
struct Choice {
    index: usize,
    /// The least `loss` of the other children.
    second: u32,
    /// The position's own numbers.
    numbers: Numbers,
    /// The largest `win` of the children.
    largest: u32,
}

/// One thread.
pub struct Worker<'a, K: Knowledge> {
    shared: &'a Shared<'a, K>,
    thread: usize,
    /// The positions this thread has looked at.
    pub positions: u64,
    /// Called every [`BEAT`] positions.
    beat: &'a mut dyn FnMut(),
    /// The ply of a position on the path that has been settled by another thread.
    settled: Option<usize>,
    stopped: bool,
}

impl<'a, K: Knowledge> Worker<'a, K> {
    pub fn new(shared: &'a Shared<'a, K>, thread: usize, beat: &'a mut dyn FnMut()) -> Self {
        Worker { shared, thread, positions: 0, beat, settled: None, stopped: false }
    }

    /// Searches until the result of `position` is known or the effort ends. The position has a legal move.
    pub fn prove(&mut self, position: &K::Position) -> Numbers {
        let place = self.shared.table.place(self.shared.knowledge.key(position));
        loop {
            let numbers = self.search(position, place, 0, Numbers { win: INFINITE, loss: INFINITE });
            if numbers.verdict().is_some() {
                self.shared.done.store(true, Ordering::Relaxed);
                return numbers;
            }
            if self.stopped {
                return numbers;
            }
        }
    }

    /// Searches below `position` until one of its numbers reaches that of `limit`, and gives the numbers then.
    fn search(&mut self, position: &K::Position, place: Place, ply: usize, limit: Numbers) -> Numbers {
        let before = self.positions;
        self.positions += 1;
        self.show(place.number(), ply);
        if self.positions.is_multiple_of(BEAT) {
            (self.beat)();
            self.settled = self.settled_ply(ply);
        }
        let numbers = match self.children(position) {
            None => Numbers::WON,
            Some(mut children) => self.search_children(&mut children, place, ply, limit),
        };
        self.show(0, ply);
        if numbers.verdict().is_none() && self.shared.paths.len() > 1 && self.is_settled(place) {
            // Another thread has been faster.
            return self.shared.known(place).unwrap_or(numbers);
        }
        let work = Entry::work_of(self.positions - before);
        self.shared.table.put(place, Entry { numbers, work }.pack(), Entry::worth);
        numbers
    }

    /// The children whose verdict is not known; `None` if one is lost for its player to move.
    fn children(&self, position: &K::Position) -> Option<Vec<Child<K::Position>>> {
        let Shared { knowledge, table, .. } = self.shared;
        let mut children = Vec::with_capacity(32);
        let won = position.visit_moves(|mv| {
            let position = position.after(mv);
            match plain_verdict(*knowledge, &position) {
                Some(false) => return ControlFlow::Break(()),
                Some(true) => {}
                None => {
                    let place = table.place(knowledge.key(&position));
                    children.push(Child { position, place, numbers: Numbers::WON });
                }
            }
            ControlFlow::Continue(())
        });
        if won.is_break() {
            return None;
        }
        black_box(children.iter().fold(0, |touched, child| touched ^ table.touch(child.place)));
        for child in &mut children {
            child.numbers = self.shared.numbers(&child.position, child.place);
        }
        if children.iter().any(|child| child.numbers.verdict() == Some(false)) {
            return None;
        }
        children.retain(|child| child.numbers.verdict().is_none());
        Some(children)
    }

    fn search_children(
        &mut self,
        children: &mut Vec<Child<K::Position>>,
        place: Place,
        ply: usize,
        limit: Numbers,
    ) -> Numbers {
        loop {
            let Some(choice) = self.choose(children, ply) else { return Numbers::LOST };
            let Choice { index, second, numbers, largest } = choice;
            if numbers.win >= limit.win || numbers.loss >= limit.loss || self.must_stop() {
                return numbers;
            }
            if let Some(settled) = self.settled {
                if settled < ply {
                    return numbers;
                }
                self.settled = None;
                return self.shared.known(place).unwrap_or(numbers);
            }
            let child = &children[index];
            let margin = second.saturating_add(second / MARGIN + 1);
            let below = Numbers {
                win: limit.loss - (numbers.loss - largest),
                // A better child that another thread is at may hold the number down.
                loss: limit.win.min(margin).max(child.numbers.loss + 1),
            };
            let (child_position, child_place) = (child.position.clone(), child.place);
            let found = self.search(&child_position, child_place, ply + 1, below);
            match found.verdict() {
                Some(false) => return Numbers::WON,
                Some(true) => drop(children.swap_remove(index)),
                None => children[index].numbers = found,
            }
        }
    }

    /// The numbers of a position with these children, and the child to look at next: the easiest to refute, unless
    /// another thread is at it already. `None` if there is no child. Of equals it is the one whose place in the table comes
    /// first, not the first generated: so a position and its reflections are searched alike.
    fn choose(&self, children: &[Child<K::Position>], ply: usize) -> Option<Choice> {
        let mut index = 0;
        let (mut first, mut second) = ((INFINITE, INFINITE, u64::MAX), INFINITE);
        let (mut least, mut largest) = (INFINITE, 0);
        for (number, child) in children.iter().enumerate() {
            let Numbers { win, loss } = child.numbers;
            least = least.min(loss);
            largest = largest.max(win);
            let loss = if self.is_taken(child.place, ply + 1) { 2 * loss } else { loss };
            let rank = (loss, win, child.place.number());
            if rank < first {
                second = first.0;
                (index, first) = (number, rank);
            } else {
                second = second.min(loss);
            }
        }
        let others = children.len().checked_sub(1)? as u32;
        let loss = (largest + others).min(INFINITE - 1);
        Some(Choice { index, second, numbers: Numbers { win: least, loss }, largest })
    }

    /// The first ply of the path, down to `ply`, whose verdict another thread has found.
    fn settled_ply(&self, ply: usize) -> Option<usize> {
        if self.shared.paths.len() == 1 {
            return None;
        }
        let path = self.shared.paths[self.thread].iter().take(ply + 1);
        path.map(|at| at.load(Ordering::Relaxed))
            .position(|number| Place::of_number(number).is_some_and(|place| self.is_settled(place)))
    }

    fn is_settled(&self, place: Place) -> bool {
        self.shared.known(place).is_some_and(|numbers| numbers.verdict().is_some())
    }

    /// Whether another thread is at this place.
    #[inline]
    fn is_taken(&self, place: Place, ply: usize) -> bool {
        let mut paths = self.shared.paths.iter().enumerate();
        paths.any(|(thread, path)| {
            thread != self.thread
                && path.get(ply).is_some_and(|at| at.load(Ordering::Relaxed) == place.number())
        })
    }

    #[inline]
    fn show(&self, number: u64, ply: usize) {
        if self.shared.paths.len() > 1
            && let Some(at) = self.shared.paths[self.thread].get(ply)
        {
            at.store(number, Ordering::Relaxed);
        }
    }

    /// Whether the effort has ended.
    #[inline]
    fn must_stop(&mut self) -> bool {
        let threads = self.shared.paths.len() as u64;
        self.stopped = self.stopped
            || self.shared.done.load(Ordering::Relaxed)
            || self.positions.saturating_mul(threads) >= self.shared.effort.positions
            || self.shared.effort.stop.is_raised();
        self.stopped
    }
}
