//! Proof-number search as a whole: its table, its threads, and lines of play from proven results.

mod prover;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::df_pn::{ProofWorker, SharedProof, VISIBLE_PLIES, slot_of, static_verdict};
use super::knowledge::{Knowledge, TableOf};
use super::proof_numbers::{ProofEntry, ProofNumbers};
use super::result_table::ResultTable;
use super::{Proof, ProofLimits, ProofListener, ProofProgress, run_in_threads};
use crate::engine::resources::Resources;
use crate::model::{Evaluate, Outcome, Player, Position};

/// Proof-number search, for games without repetitions.
pub struct ProofSearch<K: Knowledge> {
    knowledge: K,
    table: TableOf<K>,
    bytes: usize,
    order: u64,
    /// Whether it has been prepared for a long proof.
    is_long: bool,
    resources: Resources,
    /// The positions searched since the table was last empty: an upper bound on the results in it.
    positions_searched: u64,
}

/// The initial size of the table in bytes. The system provides memory page by page, and lookups get slower as
/// the table spreads over more of it.
const INITIAL_BYTES: usize = 64 << 20;

/// If two questions are open, each in turn gets this number of positions first, then twice as many, and so
/// on.
const INITIAL_SLICE: u64 = 1 << 8;

impl<K: Knowledge<Position: Evaluate>> ProofSearch<K> {
    /// Creates a prover with up to `bytes` of memory. `None` if that is too little to tell positions apart.
    pub fn new(knowledge: K, bytes: usize) -> Option<Self> {
        ProofSearch::with_resources(knowledge, bytes, Resources::default())
    }

    /// Like [`ProofSearch::new`], with threads and memory from `resources`. If there are fewer threads than
    /// requested, it searches with those.
    pub fn with_resources(knowledge: K, bytes: usize, resources: Resources) -> Option<Self> {
        // Distances need one more bit.
        let bits = knowledge.key_bits();
        if TableOf::<K>::min_bytes(bits + 1) > bytes {
            return None;
        }
        let table = TableOf::<K>::new(&resources, bits, K::HAS_DRAWS, bytes.min(INITIAL_BYTES))?;
        Some(ProofSearch {
            table,
            knowledge,
            bytes,
            order: 0,
            is_long: false,
            resources,
            positions_searched: 0,
        })
    }

    /// Makes room for the results that these limits allow.
    fn make_room(&mut self, limits: ProofLimits<'_>) {
        let results = self.positions_searched.saturating_add(limits.positions);
        self.table.make_room(&self.resources, results, self.bytes, ProofEntry::retention_priority);
    }

    fn entry(&self, position: &K::Position, attacker: Player) -> Option<ProofEntry> {
        let slot = slot_of(&self.knowledge, &self.table, position, attacker);
        self.table.get(slot).map(ProofEntry::unpack)
    }

    /// Returns whether the player to move reaches their goal, if known without search.
    fn known(&self, position: &K::Position, attacker: Player) -> Option<bool> {
        static_verdict(&self.knowledge, position, attacker)
            .or_else(|| self.entry(position, attacker).and_then(|entry| entry.numbers.verdict()))
            .or_else(|| {
                position
                    .terminal_outcome()
                    .is_none()
                    .then(|| self.knowledge.slow_verdict(position, attacker))?
            })
    }

    /// Returns the outcome, if known without search.
    fn known_outcome(&self, position: &K::Position) -> Option<Outcome> {
        let mover = position.to_move();
        let wins = self.known(position, mover);
        if wins == Some(true) {
            return Some(Outcome::Win(mover));
        }
        let holds = if K::HAS_DRAWS { self.known(position, mover.opponent()) } else { wins };
        match (wins, holds) {
            (_, Some(false)) => Some(Outcome::Win(mover.opponent())),
            (Some(false), Some(true)) => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Searches until it is known and stored whether the player to move reaches their goal, or a limit is
    /// reached.
    fn search(
        &self,
        position: &K::Position,
        attacker: Player,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> SearchOutcome {
        let threads = limits.threads.max(1);
        let path = || (0..VISIBLE_PLIES).map(|_| AtomicU64::new(0)).collect();
        let shared = SharedProof {
            knowledge: &self.knowledge,
            table: &self.table,
            attacker,
            order: self.order,
            is_long: self.is_long,
            limits,
            done: AtomicBool::new(false),
            paths: (0..threads).map(|_| path()).collect(),
        };
        let work = |number, listener: &mut ProofListener<'_>| {
            let mut worker = ProofWorker::new(&shared, number, listener);
            (worker.prove(position), worker.positions)
        };
        let results = run_in_threads(&self.resources, threads, listener, work);
        let proven = results.iter().map(|(numbers, _)| *numbers).find(|numbers| numbers.verdict().is_some());
        if let Some(numbers) = proven {
            // A slower thread may have overwritten it.
            let slot = slot_of(&self.knowledge, &self.table, position, attacker);
            self.table.put(
                slot,
                ProofEntry { numbers, work: u32::MAX }.pack(),
                ProofEntry::retention_priority,
            );
        }
        SearchOutcome {
            verdict: proven.and_then(ProofNumbers::verdict),
            positions: results.iter().map(|(_, positions)| positions).sum(),
            threads: results.len(),
        }
    }

    /// Alternates between both questions with growing limits: can the player to move force a win, and can the
    /// other?
    fn search_both(
        &self,
        position: &K::Position,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Proof {
        let (mut positions, mut threads) = (0, 0);
        for turn in 0.. {
            // The player to move first.
            let mover = position.to_move();
            let attacker = if turn % 2 == 0 { mover } else { mover.opponent() };
            if self.known(position, attacker).is_none() {
                let left = limits.minus(positions);
                let slice = ProofLimits {
                    positions: left.positions.min(INITIAL_SLICE << (turn / 2).min(48)),
                    ..left
                };
                let before = positions;
                let mut listener = |progress: ProofProgress| {
                    listener(ProofProgress { positions: before + progress.positions, ..progress })
                };
                let searched = self.search(position, attacker, slice, &mut listener);
                positions += searched.positions;
                threads = threads.max(searched.threads);
            }
            let outcome = self.known_outcome(position);
            if outcome.is_some() || positions >= limits.positions || limits.stop.is_raised() {
                return Proof { outcome, positions, threads };
            }
        }
        Proof { outcome: None, positions, threads }
    }

    /// Like [`ProofSearch::search`], for a child whose verdict may be known without search.
    fn search_child(
        &self,
        position: &K::Position,
        attacker: Player,
        limits: ProofLimits<'_>,
    ) -> SearchOutcome {
        match self.known(position, attacker).or_else(|| (!position.has_moves()).then_some(false)) {
            Some(verdict) => SearchOutcome { verdict: Some(verdict), positions: 0, threads: 0 },
            None => self.search(position, attacker, limits, &mut |_| {}),
        }
    }

    /// Returns a move to a child whose player to move misses their goal, as far as known without search.
    /// Among several, the one that took the least work to prove.
    fn known_good(&self, position: &K::Position, attacker: Player) -> Option<MoveOf<K>> {
        let mut best = None;
        let _ = position.visit_moves(|mv| {
            let child = position.after(mv);
            if self.known(&child, attacker) == Some(false) {
                let work = self.work(&child, attacker);
                if best.is_none_or(|(_, min_work)| work < min_work) {
                    best = Some((mv, work));
                }
            }
            if best.is_some_and(|(_, work)| work == 0) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best.map(|(mv, _)| mv)
    }

    /// Returns the work spent on a position; 0 if its verdict is static.
    fn work(&self, position: &K::Position, attacker: Player) -> u32 {
        match static_verdict(&self.knowledge, position, attacker) {
            Some(_) => 0,
            None => self.entry(position, attacker).map_or(0, |entry| entry.work),
        }
    }

    /// Returns the move that took the most work to refute, the first among equals.
    fn longest_refuted(&self, position: &K::Position, attacker: Player) -> Option<MoveOf<K>> {
        let mut longest = None;
        position.for_each_move(|mv| {
            let work = self.work(&position.after(mv), attacker);
            // Of equals the first.
            if longest.is_none_or(|(_, max_work)| work > max_work) {
                longest = Some((mv, work));
            }
        });
        longest.map(|(mv, _)| mv)
    }

    /// Returns a move with which the player to move reaches their goal (`attacker` wants to win), and the
    /// positions searched to find it.
    fn good_move(
        &self,
        position: &K::Position,
        attacker: Player,
        limits: ProofLimits<'_>,
    ) -> (Option<MoveOf<K>>, u64) {
        if position.outcome().is_some() || self.known(position, attacker) == Some(false) {
            return (None, 0);
        }
        if let Some(mv) = self.known_good(position, attacker) {
            return (Some(mv), 0);
        }
        let SearchOutcome { verdict, mut positions, .. } =
            self.search(position, attacker, limits, &mut |_| {});
        let found = self.known_good(position, attacker);
        if verdict != Some(true) || found.is_some() {
            return (found, positions);
        }
        // The table was too small to keep the proof.
        let found = position.visit_moves(|mv| {
            let child = self.search_child(&position.after(mv), attacker, limits.minus(positions));
            positions += child.positions;
            if child.verdict == Some(false) { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
        });
        (found.break_value(), positions)
    }
}

/// The result of a search.
struct SearchOutcome {
    /// Whether the player to move wins; `None` if a limit was reached first.
    verdict: Option<bool>,
    /// The positions searched.
    positions: u64,
    /// The threads that searched.
    threads: usize,
}

type MoveOf<K> = <<K as Knowledge>::Position as Position>::Move;
