//! Whoever proves results, as the rest of the program sees it.

use std::io::{Read, Write};

use super::proof_file::ProofFileError;
use super::{ProofLimits, ProofListener};
use crate::engine::resources::MemoryShortage;
use crate::model::{Outcome, Player, Position, StopSignal};

/// A result, if one was found, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The outcome under best play: a draw if neither player can force a win. `None` if a limit was reached before it was known.
    pub outcome: Option<Outcome>,
    /// The positions looked at.
    pub positions: u64,
    /// The threads that searched: fewer than were asked for where the system gave no more. 0 if no search was needed.
    pub threads: usize,
}

impl Proof {
    /// Who wins, if that is known.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.outcome.and_then(Outcome::winner)
    }
}

/// Proves results of a game's positions, and keeps them from question to question.
///
/// Implemented by [`ProofSearch`](super::ProofSearch) for games with [`Knowledge`](super::Knowledge); [`EngineGame::thorough_prover`](crate::engine::bots::EngineGame::thorough_prover) hands it out
/// without its type. Whoever wants one result asks a [`Solver`](super::Solver); whoever asks many questions about one game keeps a
/// prover.
///
/// ```
/// use cygnet_core::engine::bots::EngineGame;
/// use cygnet_core::engine::solver::ProofLimits;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, Player, StopSignal};
///
/// let mut prover = CLASSIC.prover(1 << 24).ok_or("too little memory")?;
/// let stop = StopSignal::new();
/// let limits = ProofLimits { positions: 10_000, threads: 1, stop: &stop };
/// let position = CLASSIC.read_position("5/5/5/D4/4d 1")?;
/// assert_eq!(prover.prove(&position, limits, &mut |_| {}).winner(), Some(Player::One));
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
    fn prove(&mut self, position: &P, limits: ProofLimits<'_>, listener: &mut ProofListener<'_>) -> Proof;

    /// A move that keeps the win of the player to move, and the positions it took to find it. `None` if he has not been
    /// proven to win. With one thread, the same memory and limits give the same move.
    fn winning_move(&mut self, position: &P, limits: ProofLimits<'_>) -> (Option<P::Move>, u64);

    /// Whether the player to move wins, as far as that is known without search.
    fn known_verdict(&self, position: &P) -> Option<bool>;

    /// A line in which the winner plays moves proven to win and the loser those that took the most work to refute, or both play moves
    /// proven to draw, and the positions it took to find it. Empty if nothing has been proven; it ends early if a limit is reached.
    fn line(&mut self, position: &P, limits: ProofLimits<'_>) -> (Vec<P::Move>, u64);

    /// The least number of plies in which `winner`, who is known to win, can force it, with a line in which both sides
    /// play best, and the positions it took. What was proven before is forgotten.
    fn distance(
        &mut self,
        position: &P,
        winner: Player,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> (Option<u32>, Vec<P::Move>, u64);

    /// The exact key of a position: no other has it but those that are its equals by symmetry. `None` in games whose positions have
    /// no number.
    fn key(&self, position: &P) -> Option<u64>;

    /// Forgets all that was proven.
    fn clear(&mut self);

    /// Prepares for a long proof, in at most so many threads: it takes some time, and then fewer positions are enough.
    fn prepare(&mut self, threads: usize, stop: &StopSignal);

    /// Of children that look alike, another one comes first: with another number a proof takes another way. It is 0 until this is called.
    fn set_order_seed(&mut self, order: u64);

    /// Writes all that was found, as a proof of `subject`, a text of one line, for which so many positions were looked at.
    ///
    /// # Errors
    /// The system refuses, or proofs of this game cannot be kept.
    fn write(&self, subject: &str, positions: u64, out: &mut dyn Write) -> Result<(), ProofFileError>;

    /// Takes in what was written about the same subject, with any memory, and gives the positions looked at. Nothing of a damaged proof is
    /// believed.
    ///
    /// # Errors
    /// It cannot be read, is damaged or about something else.
    fn read(&mut self, subject: &str, input: &mut dyn Read) -> Result<u64, ProofFileError>;
}
