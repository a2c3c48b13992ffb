//! The interface of everything that proves results.

use std::io::{Read, Write};

use super::proof_file::ProofFileError;
use super::{ProofLimits, ProofListener};
use crate::engine::resources::MemoryShortage;
use crate::model::{Outcome, Player, Position, StopSignal};

/// The result of a proof, if found, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The outcome under best play: a draw if neither player can force a win. `None` if a limit was reached
    /// first.
    pub outcome: Option<Outcome>,
    /// The positions searched.
    pub positions: u64,
    /// The threads that searched, fewer than requested if the system gave fewer. 0 if no search was needed.
    pub threads: usize,
}

impl Proof {
    /// Returns the winner, if known.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.outcome.and_then(Outcome::winner)
    }
}

/// Proves results of positions of a game and remembers them for later questions.
///
/// Implemented by [`ProofSearch`](super::ProofSearch) for games with [`Knowledge`](super::Knowledge). A game can
/// also have its own. [`EngineGame::thorough_prover`](crate::engine::bots::EngineGame::thorough_prover) returns
/// a prover as a trait object. Use a [`Solver`](super::Solver) for a single result, and keep a prover for many
/// questions about one game.
///
/// ```
/// use cygnet_core::engine::bots::EngineGame;
/// use cygnet_core::engine::solver::ProofLimits;
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, Player, StopSignal};
///
/// let mut prover = CLASSIC.prover(1 << 24).ok_or("too little memory")?;
/// let stop = StopSignal::new();
/// let limits = ProofLimits::new(10_000, &stop);
/// let position = CLASSIC.read_position("5/5/5/D4/4d 1")?;
/// assert_eq!(prover.prove(&position, limits, &mut |_| {}).winner(), Some(Player::One));
/// let (mv, _) = prover.winning_move(&position, limits);
/// assert_eq!(mv, Some(CLASSIC.read_move("d1e1")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Prover<P: Position>: Send {
    /// The memory for results, in bytes.
    fn bytes(&self) -> usize;

    /// Returns the shortage if the system gave less memory than the prover was allowed to use.
    fn memory_shortage(&self) -> Option<MemoryShortage> {
        None
    }

    /// Returns about how many positions this prover searches in the time that proof-number search takes for one, for
    /// limits that stand for time.
    fn pace(&self) -> u64;

    /// Proves who wins.
    fn prove(&mut self, position: &P, limits: ProofLimits<'_>, listener: &mut ProofListener<'_>) -> Proof;

    /// Returns a move that keeps the win of the player to move, and the positions searched to find it. `None`
    /// if no win has been proven. With one thread, the same memory and limits give the same move.
    fn winning_move(&mut self, position: &P, limits: ProofLimits<'_>) -> (Option<P::Move>, u64);

    /// Returns the outcome under best play, if it is known without search.
    fn known_outcome(&self, position: &P) -> Option<Outcome>;

    /// Returns a line and the positions searched to find it. The winner plays moves proven to win and the
    /// loser those that hold out longest or took the most work to refute; in a draw, both play moves proven to
    /// draw. Empty if nothing has been proven; ends early if a limit is reached.
    fn line(&mut self, position: &P, limits: ProofLimits<'_>) -> (Vec<P::Move>, u64);

    /// Returns the minimum number of plies in which `winner`, who is known to win, can force it, a line in
    /// which both sides play best, and the positions searched. May clear earlier results.
    fn distance(
        &mut self,
        position: &P,
        winner: Player,
        limits: ProofLimits<'_>,
        listener: &mut ProofListener<'_>,
    ) -> (Option<u32>, Vec<P::Move>, u64);

    /// Clears all results.
    fn clear(&mut self);

    /// Prepares for a long proof, in at most `threads` threads. This takes some time, but later proofs need
    /// fewer positions.
    fn prepare(&mut self, _threads: usize, _stop: &StopSignal) {}

    /// Writes all results as a proof of `subject`, a single line of text, that took `positions` positions.
    ///
    /// # Errors
    /// The system reported an error, or proofs of this game cannot be saved.
    fn write(&self, _subject: &str, _positions: u64, _out: &mut dyn Write) -> Result<(), ProofFileError> {
        Err(ProofFileError::Unsupported)
    }

    /// Adds the results of a file about the same subject, written with any amount of memory. Returns the
    /// positions searched. A damaged file clears all results.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is about something else.
    fn read(&mut self, _subject: &str, _input: &mut dyn Read) -> Result<u64, ProofFileError> {
        Err(ProofFileError::Unsupported)
    }
}
