//! Proof-number search as a whole: its table, its threads, and lines of play from what it has proven.

use std::sync::mpsc;
use std::thread;

use super::attack::Attacks;
use super::knowledge::Knowledge;
use super::memory::Numbered;
use super::numbers::{Entry, Numbers};
use super::proof_number::{BEAT, Shared, Worker, plain_verdict};
use super::table::Table;
use super::{Effort, Listener, Progress};
use crate::model::{Evaluate, Player, Position};

/// A result, if one was found, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins; `None` if the effort ended before that was known.
    pub winner: Option<Player>,
    /// The positions looked at.
    pub positions: u64,
}

/// Proves results of a game's positions, and remembers them from question to question.
///
/// Implemented by [`ProofSearch`] for games with [`Knowledge`]; [`Levels::prover`](crate::engine::bots::Levels::prover) hands it out
/// without its type. Whoever wants one result asks a [`Solver`](super::Solver); whoever asks many questions about one game keeps a
/// prover.
///
/// ```
/// use cygnet::engine::bots::Levels;
/// use cygnet::engine::solver::Effort;
/// use cygnet::games::ugly_duck::CLASSIC;
/// use cygnet::model::{Game, Player, StopSignal};
///
/// let mut prover = CLASSIC.prover(1 << 24).ok_or("too little memory")?;
/// let stop = StopSignal::new();
/// let effort = Effort { positions: 10_000, threads: 1, stop: &stop };
/// let position = CLASSIC.read_position("5/5/5/D4/4d 1")?;
/// assert_eq!(prover.prove(&position, effort, &mut |_| {}).winner, Some(Player::One));
/// let (mv, _) = prover.winning_move(&position, effort);
/// assert_eq!(mv, Some(CLASSIC.read_move("d1e1")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Prover<P: Position>: Send {
    /// The memory for results, in bytes.
    fn bytes(&self) -> usize;

    /// Who wins.
    fn prove(&mut self, position: &P, effort: Effort<'_>, listener: &mut Listener<'_>) -> Proof;

    /// A move that keeps the win of the player to move, and the positions it took to find it. `None` if he has not been
    /// proven to win. The same memory and effort give the same move with one thread.
    fn winning_move(&mut self, position: &P, effort: Effort<'_>) -> (Option<P::Move>, u64);

    /// Whether the player to move wins, as far as that is remembered or plain to see.
    fn remembered(&self, position: &P) -> Option<bool>;

    /// A line in which the winner plays moves proven to win and the loser those that took most work to refute, and
    /// the positions it took to find it. Empty if nothing has been proven; it ends early if the effort does.
    fn line(&mut self, position: &P, effort: Effort<'_>) -> (Vec<P::Move>, u64);

    /// The least number of plies in which `winner`, who is known to win, can force it, with a line in which both sides
    /// play best, and the positions it took. What was proven before is forgotten.
    fn distance(
        &mut self,
        position: &P,
        winner: Player,
        effort: Effort<'_>,
        listener: &mut Listener<'_>,
    ) -> (Option<u32>, Vec<P::Move>, u64);

    /// A number that only this position has and those that are its equals by symmetry.
    fn key(&self, position: &P) -> u64;

    /// Forgets everything.
    fn forget(&mut self);
}

/// The prover for games that number their positions.
pub struct ProofSearch<K> {
    knowledge: K,
    table: Table,
    bytes: usize,
}

impl<K: Knowledge<Position: Evaluate>> ProofSearch<K> {
    /// A prover within `bytes` of memory; `None` if they are too few to tell positions apart.
    pub fn new(knowledge: K, bytes: usize) -> Option<Self> {
        // One bit more is needed for distances.
        let bits = knowledge.key_bits();
        (Table::smallest(bits + 1) <= bytes).then(|| ProofSearch {
            table: Table::new(bits, bytes),
            knowledge,
            bytes,
        })
    }

    fn entry(&self, position: &K::Position) -> Option<Entry> {
        self.table.get(self.table.place(self.knowledge.key(position))).map(Entry::unpack)
    }

    /// Runs the threads until it is known whether the player to move wins, and remembers it, or the effort ends. With the
    /// positions looked at.
    fn search(
        &self,
        position: &K::Position,
        effort: Effort<'_>,
        listener: &mut Listener<'_>,
    ) -> (Option<bool>, u64) {
        let shared = Shared::new(&self.knowledge, &self.table, effort);
        let (sender, beats) = mpsc::channel();
        let results: Vec<(Numbers, u64)> = thread::scope(|scope| {
            let workers: Vec<_> = (0..shared.paths.len())
                .map(|number| {
                    let (shared, sender) = (&shared, sender.clone());
                    scope.spawn(move || work(shared, number, position, &sender))
                })
                .collect();
            drop(sender);
            for (beat, ()) in beats.into_iter().enumerate() {
                listener(Progress { positions: (beat as u64 + 1) * BEAT, plies: None });
            }
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        });
        let settled = results.iter().map(|(numbers, _)| *numbers).find(|numbers| numbers.verdict().is_some());
        if let Some(numbers) = settled {
            // A slower thread may have written over it.
            let place = self.table.place(self.knowledge.key(position));
            self.table.put(place, Entry { numbers, work: u32::MAX }.pack(), Entry::worth);
        }
        let positions = results.into_iter().map(|(_, positions)| positions).sum();
        (settled.and_then(Numbers::verdict), positions)
    }

    /// The same for a child that may be finished or plain to see.
    fn search_child(&self, position: &K::Position, effort: Effort<'_>) -> (Option<bool>, u64) {
        match self.remembered(position).or_else(|| (!position.has_moves()).then_some(false)) {
            Some(verdict) => (Some(verdict), 0),
            None => self.search(position, effort, &mut |_| {}),
        }
    }

    /// The move to a child lost for its player to move, as far as that is remembered or plain to see; of several, the one
    /// that took least work to prove.
    fn known_win(&self, position: &K::Position) -> Option<Mv<K>> {
        let moves = position.moves().into_iter();
        let winning = moves.filter(|mv| self.remembered(&position.after(*mv)) == Some(false));
        winning.min_by_key(|mv| self.work(&position.after(*mv)))
    }

    /// The work that went into a position; none if its result is plain to see.
    fn work(&self, position: &K::Position) -> u32 {
        match plain_verdict(&self.knowledge, position) {
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

/// The work of one thread: the numbers it ends with, and the positions it has looked at.
fn work<K: Knowledge>(
    shared: &Shared<'_, K>,
    number: usize,
    position: &K::Position,
    beats: &mpsc::Sender<()>,
) -> (Numbers, u64) {
    // Nobody hears the beat only if the thread that asked is gone.
    let mut beat = || beats.send(()).unwrap_or(());
    let mut worker = Worker::new(shared, number, &mut beat);
    let numbers = worker.prove(position);
    (numbers, worker.positions)
}

type Mv<K> = <<K as Knowledge>::Position as Position>::Move;

impl<K: Knowledge<Position: Evaluate>> Prover<K::Position> for ProofSearch<K> {
    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn prove(&mut self, position: &K::Position, effort: Effort<'_>, listener: &mut Listener<'_>) -> Proof {
        let mover = position.to_move();
        let winner = |wins| if wins { mover } else { mover.opponent() };
        if let Some(wins) = self.remembered(position) {
            return Proof { winner: Some(winner(wins)), positions: 0 };
        }
        if !position.has_moves() {
            return Proof { winner: Some(mover.opponent()), positions: 0 };
        }
        let (verdict, positions) = self.search(position, effort, listener);
        Proof { winner: verdict.map(winner), positions }
    }

    fn winning_move(&mut self, position: &K::Position, effort: Effort<'_>) -> (Option<Mv<K>>, u64) {
        if position.outcome().is_some() || self.remembered(position) == Some(false) {
            return (None, 0);
        }
        if let Some(mv) = self.known_win(position) {
            return (Some(mv), 0);
        }
        let (verdict, mut positions) = self.search(position, effort, &mut |_| {});
        let found = self.known_win(position);
        if verdict != Some(true) || found.is_some() {
            return (found, positions);
        }
        // The table has been too small to keep the proof.
        for mv in position.moves() {
            let rest = Effort { positions: effort.positions.saturating_sub(positions), ..effort };
            let (verdict, more) = self.search_child(&position.after(mv), rest);
            positions += more;
            if verdict == Some(false) {
                return (Some(mv), positions);
            }
        }
        (None, positions)
    }

    fn remembered(&self, position: &K::Position) -> Option<bool> {
        plain_verdict(&self.knowledge, position)
            .or_else(|| self.entry(position).and_then(|entry| entry.numbers.verdict()))
    }

    fn line(&mut self, position: &K::Position, effort: Effort<'_>) -> (Vec<Mv<K>>, u64) {
        let (mut line, mut positions) = (Vec::new(), 0);
        let Some(mut wins) = self.remembered(position) else { return (line, positions) };
        let mut position = position.clone();
        while position.decided().is_none() {
            let rest = Effort { positions: effort.positions.saturating_sub(positions), ..effort };
            let (mv, more) = match wins {
                true => self.winning_move(&position, rest),
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
        effort: Effort<'_>,
        listener: &mut Listener<'_>,
    ) -> (Option<u32>, Vec<Mv<K>>, u64) {
        // The memory is needed for another kind of result.
        self.table = Table::new(self.knowledge.key_bits(), 0);
        let memory = Numbered::new(&self.knowledge, self.bytes);
        let mut listener = |progress| listener(progress);
        let mut attacks = Attacks::new(&self.knowledge, memory, effort, &mut listener);
        let plies = attacks.distance(position, winner);
        let line = plies.map_or_else(Vec::new, |plies| {
            attacks.line(position, crate::model::Outcome::Win(winner), Some(plies))
        });
        let positions = attacks.positions();
        drop(attacks);
        self.table = Table::new(self.knowledge.key_bits(), self.bytes);
        (plies, line, positions)
    }

    fn key(&self, position: &K::Position) -> u64 {
        self.knowledge.key(position)
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
