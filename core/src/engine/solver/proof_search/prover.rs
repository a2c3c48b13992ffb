//! Proof-number search as a [`Prover`].

use std::io::{Read, Write};

use super::{INITIAL_BYTES, MoveOf, ProofSearch, SearchOutcome};
use crate::engine::resources::MemoryShortage;
use crate::engine::solver::knowledge::{Knowledge, TableOf};
use crate::engine::solver::mate_search::MateSearch;
use crate::engine::solver::mate_table::KeyedMateTable;
use crate::engine::solver::proof_file::{PartReader, ProofFileError, write_header};
use crate::engine::solver::proof_numbers::ProofEntry;
use crate::engine::solver::result_table::ResultTable;
use crate::engine::solver::{Proof, ProofLimits, ProofListener, Prover};
use crate::model::{Evaluate, Outcome, Player, Position, StopSignal};

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
        if let Some(outcome) = self.known_outcome(position).or_else(|| position.outcome()) {
            return Proof { outcome: Some(outcome), positions: 0, threads: 0 };
        }
        self.make_room(limits);
        let proof = if K::HAS_DRAWS {
            self.search_both(position, limits, listener)
        } else {
            let mover = position.to_move();
            let SearchOutcome { verdict, positions, threads } =
                self.search(position, mover, limits, listener);
            let winner = verdict.map(|wins| if wins { mover } else { mover.opponent() });
            Proof { outcome: winner.map(Outcome::Win), positions, threads }
        };
        self.positions_searched += proof.positions;
        proof
    }

    fn winning_move(&mut self, position: &K::Position, limits: ProofLimits<'_>) -> (Option<MoveOf<K>>, u64) {
        self.make_room(limits);
        let (mv, positions) = self.good_move(position, position.to_move(), limits);
        self.positions_searched += positions;
        (mv, positions)
    }

    fn known_verdict(&self, position: &K::Position) -> Option<bool> {
        self.known(position, position.to_move())
    }

    fn line(&mut self, position: &K::Position, limits: ProofLimits<'_>) -> (Vec<MoveOf<K>>, u64) {
        let (mut line, mut positions) = (Vec::new(), 0);
        let Some(outcome) = self.known_outcome(position) else { return (line, positions) };
        let mut position = position.clone();
        while position.terminal_outcome().is_none() {
            let mover = position.to_move();
            // In a draw, each player keeps the other from winning.
            let attacker = outcome.winner().unwrap_or(mover.opponent());
            let (mv, more) = match outcome {
                Outcome::Win(winner) if winner != mover => (self.longest_refuted(&position, attacker), 0),
                _ => self.good_move(&position, attacker, limits.minus(positions)),
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
        let Some(small) = TableOf::<K>::new(&self.resources, bits, K::HAS_DRAWS, 0) else {
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
        if let Some(table) =
            TableOf::<K>::new(&self.resources, bits, K::HAS_DRAWS, self.bytes.min(INITIAL_BYTES))
        {
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

    fn set_order_seed(&mut self, order: u64) {
        self.order = order;
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
