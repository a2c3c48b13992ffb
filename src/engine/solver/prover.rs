//! Proof-number search as a whole: its table, its threads, and lines of play from what it has proven.

use std::sync::mpsc;
use std::thread;

use super::df_pn::{PROGRESS_INTERVAL, ProofWorker, SharedProof, static_verdict};
use super::knowledge::Knowledge;
use super::mate_search::MateSearch;
use super::mate_table::KeyedMateTable;
use super::proof_numbers::{ProofEntry, ProofNumbers};
use super::proof_table::ProofTable;
use super::{Progress, ProgressListener, ProofLimits};
use crate::engine::resources::{MemoryShortage, Resources};
use crate::model::{Evaluate, Player, Position};

/// A result, if one was found, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins; `None` if a limit was reached before that was known.
    pub winner: Option<Player>,
    /// The positions looked at.
    pub positions: u64,
    /// The threads that searched: fewer than were asked for where the system gave no more. 0 if no search was needed.
    pub threads: usize,
}

/// Proves results of a game's positions, and keeps them from question to question.
///
/// Implemented by [`ProofSearch`] for games with [`Knowledge`]; [`Levels::prover`](crate::engine::bots::Levels::prover) hands it out
/// without its type. Whoever wants one result asks a [`Solver`](super::Solver); whoever asks many questions about one game keeps a
/// prover.
///
/// ```
/// use cygnet::engine::bots::Levels;
/// use cygnet::engine::solver::ProofLimits;
/// use cygnet::games::ugly_duck::CLASSIC;
/// use cygnet::model::{Game, Player, StopSignal};
///
/// let mut prover = CLASSIC.prover(1 << 24).ok_or("too little memory")?;
/// let stop = StopSignal::new();
/// let limits = ProofLimits { positions: 10_000, threads: 1, stop: &stop };
/// let position = CLASSIC.read_position("5/5/5/D4/4d 1")?;
/// assert_eq!(prover.prove(&position, limits, &mut |_| {}).winner, Some(Player::One));
/// let (mv, _) = prover.winning_move(&position, limits);
/// assert_eq!(mv, Some(CLASSIC.read_move("d1e1")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Prover<P: Position>: Send {
    /// The memory for results, in bytes.
    fn bytes(&self) -> usize;

    /// Whether it has less memory than it was to take, as the system gave no more.
    fn memory_shortage(&self) -> Option<MemoryShortage> {
        None
    }

    /// Who wins.
    fn prove(&mut self, position: &P, limits: ProofLimits<'_>, listener: &mut ProgressListener<'_>) -> Proof;

    /// A move that keeps the win of the player to move, and the positions it took to find it. `None` if he has not been
    /// proven to win. With one thread, the same memory and limits give the same move.
    fn winning_move(&mut self, position: &P, limits: ProofLimits<'_>) -> (Option<P::Move>, u64);

    /// Whether the player to move wins, as far as that is known without search.
    fn known_verdict(&self, position: &P) -> Option<bool>;

    /// A line in which the winner plays moves proven to win and the loser those that took the most work to refute, and
    /// the positions it took to find it. Empty if nothing has been proven; it ends early if a limit is reached.
    fn line(&mut self, position: &P, limits: ProofLimits<'_>) -> (Vec<P::Move>, u64);

    /// The least number of plies in which `winner`, who is known to win, can force it, with a line in which both sides
    /// play best, and the positions it took. What was proven before is forgotten.
    fn distance(
        &mut self,
        position: &P,
        winner: Player,
        limits: ProofLimits<'_>,
        listener: &mut ProgressListener<'_>,
    ) -> (Option<u32>, Vec<P::Move>, u64);

    /// The exact key of a position: no other has it but those that are its equals by symmetry.
    fn key(&self, position: &P) -> u64;

    /// Forgets all that was proven.
    fn clear(&mut self);
}

/// Proof-number search, for games that have an exact key for every position.
pub struct ProofSearch<K> {
    knowledge: K,
    table: ProofTable,
    bytes: usize,
    resources: Resources,
}

impl<K: Knowledge<Position: Evaluate>> ProofSearch<K> {
    /// A prover within `bytes` of memory, or as many of them as there are; `None` if these are too few to tell positions apart.
    pub fn new(knowledge: K, bytes: usize) -> Option<Self> {
        ProofSearch::with_resources(knowledge, bytes, Resources::default())
    }

    /// The same, with threads and memory from `resources`. Where these give fewer threads than a proof may use, those there are search.
    pub fn with_resources(knowledge: K, bytes: usize, resources: Resources) -> Option<Self> {
        // One bit more is needed for distances.
        let bits = knowledge.key_bits();
        if ProofTable::smallest(bits + 1) > bytes {
            return None;
        }
        let table = ProofTable::new(&resources, bits, bytes)?;
        Some(ProofSearch { table, knowledge, bytes, resources })
    }

    fn entry(&self, position: &K::Position) -> Option<ProofEntry> {
        self.table.get(self.table.place(self.knowledge.key(position))).map(ProofEntry::unpack)
    }

    /// Runs the threads until it is known whether the player to move wins, and stores that, or a limit is reached.
    fn search(
        &self,
        position: &K::Position,
        limits: ProofLimits<'_>,
        listener: &mut ProgressListener<'_>,
    ) -> Searched {
        let shared = SharedProof::new(&self.knowledge, &self.table, limits);
        let mut results = self.search_in_threads(&shared, position, listener);
        if results.is_empty() {
            // There is no thread but this.
            let mut reports = 0;
            let mut report = || {
                reports += 1;
                listener(progress_after(reports));
            };
            results.push(work(&shared, 0, position, &mut report));
        }
        let proven = results.iter().map(|(numbers, _)| *numbers).find(|numbers| numbers.verdict().is_some());
        if let Some(numbers) = proven {
            // A slower thread may have written over it.
            let place = self.table.place(self.knowledge.key(position));
            self.table.put(place, ProofEntry { numbers, work: u32::MAX }.pack(), ProofEntry::worth);
        }
        Searched {
            verdict: proven.and_then(ProofNumbers::verdict),
            positions: results.iter().map(|(_, positions)| positions).sum(),
            threads: results.len(),
        }
    }

    /// What the threads end with that could be started, and the positions each has looked at.
    fn search_in_threads(
        &self,
        shared: &SharedProof<'_, K>,
        position: &K::Position,
        listener: &mut ProgressListener<'_>,
    ) -> Vec<(ProofNumbers, u64)> {
        let (sender, reports) = mpsc::channel();
        thread::scope(|scope| {
            let start = |number| {
                let sender = sender.clone();
                // Nobody hears the report only if the thread that asked is gone.
                let mut report = move || sender.send(()).unwrap_or(());
                self.resources.start_scoped(scope, move || work(shared, number, position, &mut report)).ok()
            };
            let workers: Vec<_> = (0..shared.paths.len()).map_while(start).collect();
            drop(sender);
            for (number, ()) in reports.into_iter().enumerate() {
                listener(progress_after(number as u64 + 1));
            }
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        })
    }

    /// The same for a child whose verdict may be known without search.
    fn search_child(&self, position: &K::Position, limits: ProofLimits<'_>) -> Searched {
        match self.known_verdict(position).or_else(|| (!position.has_moves()).then_some(false)) {
            Some(verdict) => Searched { verdict: Some(verdict), positions: 0, threads: 0 },
            None => self.search(position, limits, &mut |_| {}),
        }
    }

    /// The move to a child lost for its player to move, as far as that is known without search; of several, the one that
    /// took the least work to prove.
    fn known_win(&self, position: &K::Position) -> Option<Mv<K>> {
        let moves = position.moves().into_iter();
        let winning = moves.filter(|mv| self.known_verdict(&position.after(*mv)) == Some(false));
        winning.min_by_key(|mv| self.work(&position.after(*mv)))
    }

    /// The work that went into a position; none if its verdict is static.
    fn work(&self, position: &K::Position) -> u32 {
        match static_verdict(&self.knowledge, position) {
            Some(_) => 0,
            None => self.entry(position).map_or(0, |entry| entry.work),
        }
    }

    /// The move that took the most work to refute.
    fn longest_refuted(&self, position: &K::Position) -> Option<Mv<K>> {
        // Of equals the first.
        position.moves().into_iter().rev().max_by_key(|mv| self.work(&position.after(*mv)))
    }
}

/// What a search has found.
struct Searched {
    /// Whether the player to move wins; `None` if a limit was reached before that was known.
    verdict: Option<bool>,
    /// The positions looked at.
    positions: u64,
    /// The threads that searched.
    threads: usize,
}

/// The progress after so many reports of threads.
fn progress_after(reports: u64) -> Progress {
    Progress { positions: reports * PROGRESS_INTERVAL, plies: None }
}

/// The work of one thread: the numbers it ends with, and the positions it has looked at.
fn work<K: Knowledge>(
    shared: &SharedProof<'_, K>,
    number: usize,
    position: &K::Position,
    report: &mut dyn FnMut(),
) -> (ProofNumbers, u64) {
    let mut worker = ProofWorker::new(shared, number, report);
    let numbers = worker.prove(position);
    (numbers, worker.positions)
}

type Mv<K> = <<K as Knowledge>::Position as Position>::Move;

impl<K: Knowledge<Position: Evaluate>> Prover<K::Position> for ProofSearch<K> {
    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn memory_shortage(&self) -> Option<MemoryShortage> {
        self.table.shortage()
    }

    fn prove(
        &mut self,
        position: &K::Position,
        limits: ProofLimits<'_>,
        listener: &mut ProgressListener<'_>,
    ) -> Proof {
        let mover = position.to_move();
        let winner = |wins| if wins { mover } else { mover.opponent() };
        if let Some(wins) = self.known_verdict(position) {
            return Proof { winner: Some(winner(wins)), positions: 0, threads: 0 };
        }
        if !position.has_moves() {
            return Proof { winner: Some(mover.opponent()), positions: 0, threads: 0 };
        }
        let Searched { verdict, positions, threads } = self.search(position, limits, listener);
        Proof { winner: verdict.map(winner), positions, threads }
    }

    fn winning_move(&mut self, position: &K::Position, limits: ProofLimits<'_>) -> (Option<Mv<K>>, u64) {
        if position.outcome().is_some() || self.known_verdict(position) == Some(false) {
            return (None, 0);
        }
        if let Some(mv) = self.known_win(position) {
            return (Some(mv), 0);
        }
        let Searched { verdict, mut positions, .. } = self.search(position, limits, &mut |_| {});
        let found = self.known_win(position);
        if verdict != Some(true) || found.is_some() {
            return (found, positions);
        }
        // The table has been too small to keep the proof.
        for mv in position.moves() {
            let child = self.search_child(&position.after(mv), limits.less(positions));
            positions += child.positions;
            if child.verdict == Some(false) {
                return (Some(mv), positions);
            }
        }
        (None, positions)
    }

    fn known_verdict(&self, position: &K::Position) -> Option<bool> {
        static_verdict(&self.knowledge, position)
            .or_else(|| self.entry(position).and_then(|entry| entry.numbers.verdict()))
    }

    fn line(&mut self, position: &K::Position, limits: ProofLimits<'_>) -> (Vec<Mv<K>>, u64) {
        let (mut line, mut positions) = (Vec::new(), 0);
        let Some(mut wins) = self.known_verdict(position) else { return (line, positions) };
        let mut position = position.clone();
        while position.decided().is_none() {
            let (mv, more) = match wins {
                true => self.winning_move(&position, limits.less(positions)),
                false => (self.longest_refuted(&position), 0),
            };
            positions += more;
            let Some(mv) = mv else { break };
            line.push(mv);
            position = position.after(mv);
            wins = !wins;
        }
        (line, positions)
    }

    fn distance(
        &mut self,
        position: &K::Position,
        winner: Player,
        limits: ProofLimits<'_>,
        listener: &mut ProgressListener<'_>,
    ) -> (Option<u32>, Vec<Mv<K>>, u64) {
        let bits = self.knowledge.key_bits();
        // The memory is needed for the table of the mate search.
        let Some(small) = ProofTable::new(&self.resources, bits, 0) else { return (None, Vec::new(), 0) };
        self.table = small;
        let mut found = (None, Vec::new(), 0);
        if let Some(table) = KeyedMateTable::new(&self.knowledge, &self.resources, self.bytes) {
            let mut listener = |progress| listener(progress);
            let mut search = MateSearch::new(&self.knowledge, table, limits, &mut listener);
            let plies = search.distance(position, winner);
            let line = plies.map_or_else(Vec::new, |plies| {
                search.line(position, crate::model::Outcome::Win(winner), Some(plies))
            });
            found = (plies, line, search.positions());
        }
        if let Some(table) = ProofTable::new(&self.resources, bits, self.bytes) {
            self.table = table;
        }
        found
    }

    fn key(&self, position: &K::Position) -> u64 {
        self.knowledge.key(position)
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}
