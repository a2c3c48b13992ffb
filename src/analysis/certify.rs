//! Certificates: makes one for a position, verifies it, and writes it to a file.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::engine::bots::EngineGame as _;
use crate::engine::certificate::{Certificate, CertificateError, CertifyError, CertifySettings, Verified};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Clock, Stopwatch};
use crate::store::{Disk, DiskFile, FileError, files};

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
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) claim: &'static str,
    /// The positions that have a move.
    pub(crate) moves: u64,
    /// The answers of the other player that were checked.
    pub(crate) answers: u64,
    pub(crate) bytes: usize,
    pub(crate) seconds: f64,
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
    drop(DiskFile::draft(&Disk::default(), path).map_err(FileError::io(path))?);
    let watch = Stopwatch::start(clock);
    let certificate = game.certify(position, settings, &mut |moves| listener(watch.elapsed(), moves))?;
    let Verified { answers, .. } = game.verify_certificate(&certificate)?;
    let bytes = certificate.to_bytes();
    Disk::default().create(path, &bytes)?;
    let Certificate { game, position, claim, positions: moves, .. } = certificate;
    let (bytes, seconds) = (bytes.len(), watch.elapsed().as_secs_f64());
    Ok(CertifyOutput { game, position, claim: claim.text(), moves, answers, bytes, seconds })
}
