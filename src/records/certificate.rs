//! Verifying certificates. Only the rules of the game are used: no search, no prover and no tables.

use std::error::Error;

use crate::engine::bots::EngineGame as _;
use crate::engine::certificate::{Certificate, Verified};
use crate::games;

/// Verifies the certificate in `bytes`, and says what it proves.
///
/// # Errors
/// The bytes are not a certificate of a game, or it does not prove its claim.
pub(super) fn check(bytes: &[u8]) -> Result<String, Box<dyn Error>> {
    let certificate = Certificate::read(bytes)?;
    let game = games::open(&certificate.game)?;
    let Verified { positions, answers, .. } = game.verify_certificate(&certificate)?;
    let Certificate { game, position, claim, .. } = &certificate;
    let claim = claim.text();
    Ok(format!("{game} {position}: {claim}, proven with {positions} moves against {answers} answers"))
}
