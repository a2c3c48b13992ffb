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

/// Where a proof is saved, and how often.
#[derive(Clone, Debug)]
pub struct SavedProof {
    /// The file.
    pub path: PathBuf,
    /// The minimum time between two saves.
    pub interval: Duration,
}

/// Why a proof cannot be saved or resumed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SavedProofError {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file cannot be read or written, or does not hold this proof.
    #[error("{}: {error}", escape_path(path))]
    Proof {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ProofFileError,
    },
}

impl SavedProof {
    /// Solves a position of `game`. Resumes the proof in the file, if it exists, and saves what is found
    /// there.
    ///
    /// # Errors
    /// The file cannot be read or written, is damaged, or holds a proof of something else.
    pub fn solve(
        &self,
        game: &AnyGame,
        position: &AnyPosition,
        solver: &Solver,
        clock: &dyn Clock,
        listener: &mut TimedProgressListener<'_>,
    ) -> Result<SavedSolution, SavedProofError> {
        let watch = Stopwatch::start(clock);
        let prover = game.thorough_prover(solver.bytes);
        let mut prover = prover.ok_or_else(|| problem(&self.path, ProofFileError::Unsupported))?;
        let subject = proof_subject(game, position);
        let before = read(prover.as_mut(), &subject, &self.path)?.unwrap_or(0);
        // Fail now rather than after hours of work.
        self.save(&*prover, &subject, before)?;
        let (mut since_save, mut save_error) = (Stopwatch::start(clock), None);
        let solution = solver.solve_with_checkpoints(
            prover.as_mut(),
            position,
            &mut |progress| listener(watch.elapsed(), progress),
            &mut |prover, positions| {
                if since_save.elapsed() >= self.interval {
                    save_error = self.save(prover, &subject, before + positions).err();
                    since_save = Stopwatch::start(clock);
                }
            },
        );
        self.save(&*prover, &subject, before + solution.positions)?;
        save_error.map_or(Ok(()), Err)?;
        let solution = SolveOutput::of(position, solution, watch.elapsed());
        Ok(SavedSolution { solution, before })
    }

    /// Replaces the file atomically, so that it is complete at any moment.
    fn save(
        &self,
        prover: &dyn Prover<AnyPosition>,
        subject: &str,
        positions: u64,
    ) -> Result<(), SavedProofError> {
        let write = || -> Result<(), ProofFileError> {
            let draft = DiskFile::draft(&Disk::default(), &self.path)?;
            let mut out = BufWriter::with_capacity(1 << 20, draft);
            prover.write(subject, positions, &mut out)?;
            let draft = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            Ok(draft.publish(&self.path)?)
        };
        write().map_err(|error| problem(&self.path, error))
    }
}

fn problem(path: &Path, error: ProofFileError) -> SavedProofError {
    match error {
        ProofFileError::Io(error) => FileError::io(path)(error).into(),
        error => SavedProofError::Proof { path: path.to_owned(), error },
    }
}

/// A solution, and the work of earlier runs.
#[derive(Clone, Debug)]
pub struct SavedSolution {
    /// The solution. Its positions and time are those of this run.
    pub solution: SolveOutput,
    /// The number of positions in earlier runs.
    pub before: u64,
}

/// Returns the subject of a proof: the game and the position.
pub(super) fn proof_subject(game: &AnyGame, position: &AnyPosition) -> String {
    format!("{} {}", game.name(), position)
}

/// Reads the proof in a file into `prover`. Returns the number of positions it took, or `None` if there is no
/// file.
pub(super) fn read(
    prover: &mut dyn Prover<AnyPosition>,
    subject: &str,
    path: &Path,
) -> Result<Option<u64>, SavedProofError> {
    let file = match Disk::default().open_regular(path) {
        Err(FileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let read = prover.read(subject, &mut BufReader::with_capacity(1 << 20, file));
    read.map(Some).map_err(|error| problem(path, error))
}
