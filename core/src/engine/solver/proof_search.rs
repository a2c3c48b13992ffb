//! Proof-number search as a whole: its table, its threads, and lines of play from proven results.

use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::df_pn::{ProofWorker, SharedProof, VISIBLE_PLIES, slot_of, static_verdict};
use super::knowledge::{Knowledge, ResultTable, TableOf};
use super::mate_search::MateSearch;
use super::mate_table::KeyedMateTable;
use super::proof_file::{PartReader, ProofFileError, write_header};
use super::proof_numbers::{ProofEntry, ProofNumbers};
use super::{Proof, ProofLimits, ProofListener, Prover};
use crate::engine::resources::{MemoryShortage, Resources};
use crate::model::{Evaluate, Outcome, Player, Position, StopSignal};

/// Proof-number search, for games without repetitions.
pub struct ProofSearch<K: Knowledge> {
    knowledge: K,
    table: TableOf<K>,
    bytes: usize,
    /// Whether it has been prepared for a long proof.
    is_long: bool,
    resources: Resources,
    /// The positions searched since the table was last empty: about the number of results in it.
    positions_searched: u64,
}

/// The initial size of the table in bytes. The system provides memory page by page, and lookups get slower as
/// the table spreads over more of it.
const INITIAL_BYTES: usize = 64 << 20;

impl<K: Knowledge<Position: Evaluate>> ProofSearch<K> {
    /// Creates a prover with up to `bytes` of memory. `None` if that is too little to tell positions apart, or
    /// not available.
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
        let table = TableOf::<K>::new(&resources, bits, false, bytes.min(INITIAL_BYTES))?;
        Some(ProofSearch { table, knowledge, bytes, is_long: false, resources, positions_searched: 0 })
    }

    /// Makes room for the results that these limits allow.
    fn make_room(&mut self, limits: ProofLimits<'_>) {
        let results = self.positions_searched.saturating_add(limits.positions);
        self.table.make_room(&self.resources, results, self.bytes, ProofEntry::retention_priority);
    }

    fn entry(&self, position: &K::Position) -> Option<ProofEntry> {
        let slot = slot_of(&self.knowledge, &self.table, position);
        self.table.get(slot).map(ProofEntry::unpack)
    }

    /// Returns whether the player to move wins, if known without search.
    fn known(&self, position: &K::Position) -> Option<bool> {
        static_verdict(&self.knowledge, position)
            .or_else(|| self.entry(position).and_then(|entry| entry.numbers.verdict()))
            .or_else(|| self.knowledge.slow_verdict(position))
    }

    /// Returns the proof of an outcome that is known without search, or a position without moves.
    fn known_proof(&self, position: &K::Position) -> Option<Proof> {
        let outcome = self.known_outcome(position).or_else(|| position.outcome())?;
        Some(Proof { outcome: Some(outcome), positions: 0, threads: 0 })
    }

    /// Searches until it is known and stored whether the player to move wins, or a limit is reached.
    fn search(
        &self,
        position: &K::Position,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Proof {
        let threads = limits.threads.max(1);
        let path = || (0..VISIBLE_PLIES).map(|_| AtomicU64::new(0)).collect();
        let shared = SharedProof {
            knowledge: &self.knowledge,
            table: &self.table,
            is_long: self.is_long,
            limits,
            done: AtomicBool::new(false),
            paths: (0..threads).map(|_| path()).collect(),
        };
        let work = |number, listener: &mut ProofListener<'_>| {
            let mut worker = ProofWorker::new(&shared, number, listener);
            (worker.prove(position), worker.positions)
        };
        let helper = |number| work(number, &mut |_| {});
        let results = self.resources.run_in_threads(threads, || work(0, listener), helper);
        let proven = results.iter().map(|(numbers, _)| *numbers).find(|numbers| numbers.verdict().is_some());
        if let Some(numbers) = proven {
            // A slower thread may have overwritten it.
            let slot = slot_of(&self.knowledge, &self.table, position);
            self.table.put(
                slot,
                ProofEntry { numbers, work: u32::MAX }.pack(),
                ProofEntry::retention_priority,
            );
        }
        Proof {
            outcome: proven.and_then(ProofNumbers::verdict).map(|wins| outcome_of(position, wins)),
            positions: results.iter().map(|(_, positions)| positions).sum(),
            threads: results.len(),
        }
    }

    /// Returns a move that wins, as far as known without search. Among several, the one that took the least work to
    /// prove.
    fn known_good(&self, position: &K::Position) -> Option<MoveOf<K>> {
        let mut best = None;
        let _ = position.visit_moves(|mv| {
            let child = position.after(mv);
            if self.known(&child) == Some(false) {
                let work = self.work(&child);
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
    fn work(&self, position: &K::Position) -> u32 {
        match static_verdict(&self.knowledge, position) {
            Some(_) => 0,
            None => self.entry(position).map_or(0, |entry| entry.work),
        }
    }

    /// Returns the move that took the most work to refute, the first among equals.
    fn longest_refuted(&self, position: &K::Position) -> Option<MoveOf<K>> {
        let mut longest = None;
        position.for_each_move(|mv| {
            let work = self.work(&position.after(mv));
            // Of equals the first.
            if longest.is_none_or(|(_, max_work)| work > max_work) {
                longest = Some((mv, work));
            }
        });
        longest.map(|(mv, _)| mv)
    }

    /// Returns a move that wins, and the positions searched to find it.
    fn good_move(&self, position: &K::Position, limits: ProofLimits<'_>) -> (Option<MoveOf<K>>, u64) {
        if position.outcome().is_some() || self.known(position) == Some(false) {
            return (None, 0);
        }
        if let Some(mv) = self.known_good(position) {
            return (Some(mv), 0);
        }
        let win = outcome_of(position, true);
        let Proof { outcome, mut positions, .. } = self.search(position, limits, &mut |_| {});
        let found = self.known_good(position);
        if outcome != Some(win) || found.is_some() {
            return (found, positions);
        }
        // The table was too small to keep the proof.
        let found = position.visit_moves(|mv| {
            let child = position.after(mv);
            let search = || self.search(&child, limits.minus(positions), &mut |_| {});
            let proof = self.known_proof(&child).unwrap_or_else(search);
            positions += proof.positions;
            if proof.outcome == Some(win) { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
        });
        (found.break_value(), positions)
    }
}

type MoveOf<K> = <<K as Knowledge>::Position as Position>::Move;

/// Returns the outcome of a position that the player to move wins or loses.
fn outcome_of<P: Position>(position: &P, wins: bool) -> Outcome {
    let mover = position.to_move();
    Outcome::Win(if wins { mover } else { mover.opponent() })
}

impl<K: Knowledge<Position: Evaluate>> Prover<K::Position> for ProofSearch<K> {
    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.table.shortage()
    }

    fn pace(&self) -> u64 {
        1
    }

    fn prove(
        &mut self,
        position: &K::Position,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> Proof {
        if let Some(proof) = self.known_proof(position) {
            return proof;
        }
        self.make_room(limits);
        let proof = self.search(position, limits, listener);
        self.positions_searched += proof.positions;
        proof
    }

    fn winning_move(&mut self, position: &K::Position, limits: ProofLimits<'_>) -> (Option<MoveOf<K>>, u64) {
        self.make_room(limits);
        let (mv, positions) = self.good_move(position, limits);
        self.positions_searched += positions;
        (mv, positions)
    }

    fn known_outcome(&self, position: &K::Position) -> Option<Outcome> {
        self.known(position).map(|wins| outcome_of(position, wins))
    }

    fn line(&mut self, position: &K::Position, limits: ProofLimits<'_>) -> (Vec<MoveOf<K>>, u64) {
        let (mut line, mut positions) = (Vec::new(), 0);
        let Some(outcome) = self.known_outcome(position) else { return (line, positions) };
        let mut position = position.clone();
        while position.terminal_outcome().is_none() {
            let (mv, more) = match outcome == Outcome::Win(position.to_move()) {
                true => self.good_move(&position, limits.minus(positions)),
                false => (self.longest_refuted(&position), 0),
            };
            positions += more;
            let Some(mv) = mv else { break };
            line.push(mv);
            position = position.after(mv);
        }
        (line, positions)
    }

    fn distance(
        &mut self,
        position: &K::Position,
        winner: Player,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> (Option<u32>, Vec<MoveOf<K>>, u64) {
        let bits = self.knowledge.key_bits();
        // Frees memory for the table of the mate search.
        let Some(small) = TableOf::<K>::new(&self.resources, bits, false, 0) else {
            return (None, Vec::new(), 0);
        };
        self.table = small;
        let mut found = (None, Vec::new(), 0);
        if let Some(mut table) = KeyedMateTable::new(&self.knowledge, &self.resources, self.bytes) {
            let mut search = MateSearch::new(&self.knowledge, &mut table, limits, listener);
            let plies = search.distance(position, winner);
            let line =
                plies.map_or_else(Vec::new, |plies| search.line(position, Outcome::Win(winner), Some(plies)));
            found = (plies, line, search.positions);
        }
        if let Some(table) = TableOf::<K>::new(&self.resources, bits, false, self.bytes.min(INITIAL_BYTES)) {
            self.table = table;
        }
        self.positions_searched = 0;
        found
    }

    fn clear(&mut self) {
        self.positions_searched = 0;
        self.table.clear();
    }

    fn prepare(&mut self, threads: usize, stop: &StopSignal) {
        self.is_long = true;
        self.knowledge.prepare(threads, stop);
    }

    fn write(&self, subject: &str, positions: u64, out: &mut dyn Write) -> Result<(), ProofFileError> {
        write_header(out, subject, positions)?;
        self.table.write(out)
    }

    fn read(&mut self, subject: &str, input: &mut dyn Read) -> Result<u64, ProofFileError> {
        let mut input = PartReader::new(input);
        let positions = input.read_header(subject)?;
        self.table.make_room(&self.resources, positions, self.bytes, ProofEntry::retention_priority);
        self.positions_searched = self.positions_searched.saturating_add(positions);
        let read = self.table.read(&mut input, ProofEntry::retention_priority);
        if read.is_err() {
            self.clear();
        }
        read.map(|()| positions)
    }
}
