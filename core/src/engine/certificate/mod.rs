//! Certificates: a strategy that anyone can check, as the proof of a result. `docs/certificates.md` defines
//! the format and says why a valid certificate proves its claim.
//!
//! A certificate contains one move for every position that can arise in which the player of the claim is to move and no
//! move ends the game as claimed at once; images under a symmetry share one. It stores no positions: the writer and the verifier visit them in the same order.
//!
//! Start with [`certify`], which makes a [`Certificate`] for a [`Claim`] about a position, and [`verify`], which checks
//! one.

// | file | contents |
// | --- | --- |
// | `walk.rs` | visits the positions of a strategy, and checks that every line ends as claimed |
// | `strategy.rs` | finds a strategy: which of several winning moves makes the certificate small |
// | `file.rs` | the bytes of a certificate |
// | `bits.rs` | moves as bits |

mod bits;
mod file;
mod strategy;
mod walk;

pub use file::{Certificate, FormatError, MAGIC};
pub use strategy::{CertifyError, CertifySettings, Choice, certify};
pub use walk::WalkError;

use thiserror::Error;

use crate::engine::bots::EngineGame;
use crate::model::{NotationError, Outcome, Player};

pub(crate) use bits::BitReader;
pub(crate) use walk::{Step, walk};

/// What a certificate proves about its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The player can force a win.
    Wins(Player),
    /// The player can force a win or a draw.
    Holds(Player),
}

impl Claim {
    /// Returns the player whose moves the certificate contains.
    #[must_use]
    pub fn player(self) -> Player {
        let (Claim::Wins(player) | Claim::Holds(player)) = self;
        player
    }

    /// Returns whether a game with this outcome ended as claimed.
    #[must_use]
    pub(crate) fn is_met_by(self, outcome: Outcome) -> bool {
        match self {
            Claim::Wins(player) => outcome == Outcome::Win(player),
            Claim::Holds(player) => outcome != Outcome::Win(player.opponent()),
        }
    }
}

/// What the verification of a certificate found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The positions with a move in the certificate.
    pub positions: u64,
    /// The answers of the other player that were checked.
    pub answers: u64,
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The position cannot be read.
    #[error("the position of the certificate: {0}")]
    Position(#[from] NotationError),
    /// The game or the position is written in another form than the canonical one.
    #[error("the game and the position of a certificate must be in canonical notation")]
    NotCanonical,
    /// The strategy does not reach its goal.
    #[error("the certificate does not prove its claim: {0}")]
    Strategy(#[from] WalkError),
    /// A number is not the number of a move.
    #[error("position {0} of the certificate has no such move")]
    NoSuchMove(u64),
    /// The certificate has too few bits.
    #[error("the certificate ends at position {0}")]
    Short(u64),
    /// The header gives another number of positions.
    #[error("the certificate does not have the {0} positions that it claims")]
    Count(u64),
    /// There are bytes or bits that belong to no position.
    #[error("the certificate has more moves than positions")]
    Long,
}

/// Checks a certificate for `game` completely: plays every answer to every move of the strategy by the rules.
/// Uses no search, no prover and no tables.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify<G: EngineGame>(game: &G, certificate: &Certificate) -> Result<Verified, CertificateError> {
    let start = game.read_position(&certificate.position)?;
    if certificate.game != game.name() || certificate.position != start.to_string() {
        return Err(CertificateError::NotCanonical);
    }
    let mut bits = BitReader::new(&certificate.moves);
    let mut positions = 0;
    let answers = walk(game, &start, certificate.claim, |step: Step<'_, G::Position>| {
        positions += 1;
        // So that a damaged file cannot make the walk longer than its header says.
        if positions + step.waiting as u64 > certificate.positions {
            return Err(CertificateError::Count(certificate.positions));
        }
        let number = bits.read(step.moves.len()).ok_or(CertificateError::Short(positions))?;
        step.moves.get(number).copied().ok_or(CertificateError::NoSuchMove(positions))
    })?;
    if positions != certificate.positions {
        return Err(CertificateError::Count(certificate.positions));
    }
    if !bits.is_at_end() {
        return Err(CertificateError::Long);
    }
    Ok(Verified { positions, answers })
}
