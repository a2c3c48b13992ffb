//! Certificates: makes one for a position, verifies it, and writes it to a file.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::console::output::CommandOutput;
use crate::engine::bots::EngineGame as _;
use crate::engine::certificate::{Certificate, CertificateError, CertifyError, CertifySettings, Verified};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Clock, Stopwatch};
use crate::store::{AtomicFile, FileError, files};

/// Why no certificate was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertifyFileError {
    /// There is no certificate.
    #[error(transparent)]
    Certify(#[from] CertifyError),
    /// The new certificate is invalid, which must never happen.
    #[error("the new certificate is invalid, and was not written: {0}")]
    Invalid(#[from] CertificateError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A certificate that was written.
#[derive(Clone, Debug, Serialize)]
pub struct CertifyOutput {
    game: String,
    position: String,
    claim: &'static str,
    /// The positions that have a move.
    moves: u64,
    /// The answers of the other player that were checked.
    answers: u64,
    bytes: usize,
    seconds: f64,
}

impl CommandOutput for CertifyOutput {
    /// Writes a line for each part: its name, a tab, and its value.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "game\t{}", self.game)?;
        writeln!(out, "position\t{}", self.position)?;
        writeln!(out, "claim\t{}, verified", self.claim)?;
        writeln!(out, "moves\t{}", self.moves)?;
        writeln!(out, "answers\t{}", self.answers)?;
        writeln!(out, "bytes\t{}", self.bytes)?;
        writeln!(out, "seconds\t{:.3}", self.seconds)
    }
}

/// Makes a certificate for a position of `game`, verifies it, and writes it to a new file. Calls `listener`
/// with the number of moves from time to time.
///
/// # Errors
/// The file exists or cannot be written, or there is no certificate.
pub fn certify(
    game: &AnyGame,
    position: &AnyPosition,
    settings: &CertifySettings<'_>,
    path: &Path,
    clock: &dyn Clock,
    listener: &mut dyn FnMut(Duration, u64),
) -> Result<CertifyOutput, CertifyFileError> {
    // Fail now rather than after hours of work.
    files::check_absent(path)?;
    drop(AtomicFile::create(path).map_err(FileError::io(path))?);
    let watch = Stopwatch::start(clock);
    let certificate = game.certify(position, settings, &mut |moves| listener(watch.elapsed(), moves))?;
    let Verified { answers, .. } = game.verify_certificate(&certificate)?;
    let bytes = certificate.to_bytes();
    files::create_bytes(path, &bytes)?;
    let Certificate { game, position, claim, positions: moves, .. } = certificate;
    let (bytes, seconds) = (bytes.len(), watch.elapsed().as_secs_f64());
    Ok(CertifyOutput { game, position, claim: claim.text(), moves, answers, bytes, seconds })
}
