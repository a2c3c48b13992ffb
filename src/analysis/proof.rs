//! A proof that is saved to a file while the solver runs, so that it can be resumed.

use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::engine::bots::EngineGame;
use crate::engine::solver::{ProofFileError, Prover, Solver};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Clock, Stopwatch, text::escape_path};
use crate::store::{Disk, DiskFile, FileError};

use super::solve::{SolveOutput, TimedProgressListener};

/// The minimum time between two saves of a proof.
const SAVE_INTERVAL: Duration = Duration::from_secs(300);

/// Why a proof cannot be saved or resumed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SavedProofError {
    /// The file cannot be opened, read or written, or another program saves a proof in it.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file does not hold this proof, or no proof of this game can be saved.
    #[error("{}: {error}", escape_path(path))]
    Proof {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ProofFileError,
    },
}

/// Solves a position of `game`. Resumes the proof in the file at `path`, if it exists, and saves what is found there.
/// Returns the solution, with the positions and the time of this run, and the number of positions in earlier runs. The
/// file is locked meanwhile.
///
/// # Errors
/// The file is locked, cannot be read or written, is damaged, or holds a proof of something else.
pub fn solve_and_save(
    game: &AnyGame,
    position: &AnyPosition,
    solver: &Solver,
    path: &Path,
    clock: &dyn Clock,
    listener: &mut TimedProgressListener<'_>,
) -> Result<(SolveOutput, u64), SavedProofError> {
    let watch = Stopwatch::start(clock);
    let prover = game.thorough_prover(solver.bytes);
    let mut prover = prover.ok_or_else(|| problem(path, ProofFileError::Unsupported))?;
    let subject = format!("{} {position}", game.name());
    // If no proof of this game can be saved, no file is created.
    prover.write(&subject, 0, &mut io::sink()).map_err(|error| problem(path, error))?;
    let file = DiskFile::open(&Disk::default(), path)?;
    let before = match file.content().metadata().map_err(FileError::io(path))?.len() {
        0 => 0,
        _ => prover
            .read(&subject, &mut BufReader::with_capacity(1 << 20, file.content()))
            .map_err(|error| problem(path, error))?,
    };
    // On other systems an open file cannot be replaced.
    let mut held = Some(file).filter(|_| cfg!(unix));
    let mut save = |prover: &dyn Prover<AnyPosition>, positions: u64| {
        let saved = write(prover, &subject, before + positions, path).map_err(|error| problem(path, error));
        saved.map(|file| held = Some(file).filter(|_| cfg!(unix)))
    };
    // Fail now rather than after hours of work.
    save(&*prover, 0)?;
    let mut since_save = Stopwatch::start(clock);
    let solution = solver.solve_with_checkpoints(
        prover.as_mut(),
        position,
        &mut |progress| listener(watch.elapsed(), progress),
        &mut |prover, positions| {
            if since_save.elapsed() >= SAVE_INTERVAL {
                // If this fails, the next save tries again.
                let _ = save(prover, positions);
                since_save = Stopwatch::start(clock);
            }
        },
    );
    save(&*prover, solution.positions)?;
    Ok((SolveOutput::of(position, solution, watch.elapsed()), before))
}

fn problem(path: &Path, error: ProofFileError) -> SavedProofError {
    match error {
        ProofFileError::Io(error) => FileError::io(path)(error).into(),
        error => SavedProofError::Proof { path: path.to_owned(), error },
    }
}

/// Replaces the file of a proof atomically, so that it is complete at any moment. Returns the new file, locked.
fn write(
    prover: &dyn Prover<AnyPosition>,
    subject: &str,
    positions: u64,
    path: &Path,
) -> Result<DiskFile, ProofFileError> {
    let draft = DiskFile::draft(&Disk::default(), path)?;
    let mut out = BufWriter::with_capacity(1 << 20, draft);
    prover.write(subject, positions, &mut out)?;
    let draft = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(draft.publish(path)?)
}
