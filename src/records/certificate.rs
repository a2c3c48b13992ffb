//! Verifying certificates. Only the rules of the game are used: no search, no prover and no tables.

use thiserror::Error;

use crate::engine::bots::EngineGame as _;
use crate::engine::certificate::{Certificate, CertificateError, FormatError, Verified};
use crate::games::{self, NameError};

/// Why a certificate is refused.
#[derive(Debug, Error)]
pub enum CertificateProblem {
    /// The bytes are not a certificate, or are damaged.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The game does not exist.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The certificate does not prove its claim.
    #[error(transparent)]
    Proof(#[from] CertificateError),
}

/// Verifies the certificate in `bytes`, and says what it proves.
pub(super) fn check(bytes: &[u8]) -> Result<String, CertificateProblem> {
    let certificate = Certificate::read(bytes)?;
    let game = games::open(&certificate.game)?;
    let Verified { positions, answers, .. } = game.verify_certificate(&certificate)?;
    let Certificate { game, position, claim, .. } = &certificate;
    let claim = claim.text();
    Ok(format!("{game} {position}: {claim}, proven with {positions} moves against {answers} answers"))
}
