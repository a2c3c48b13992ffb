//! Writing the record file of a match, from the start or resuming an earlier run.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::model::Clock;
use crate::store::resumable_file::{check_target, open};
use crate::store::{AtomicFile, FileError, files};

use super::game::PlayedGame;
use super::part::{
    BUFFER_BYTES, FOOTER, Footer, GAME, GameHeader, HEADER, Header, MatchPartReader, PartError, ResumePoint,
};
use super::plan::{MatchPlan, Shard};
use super::verify::RecordVerifier;

/// The number of quick games after which the buffer is flushed. Slow games are flushed immediately, so that
/// little is lost if the program is killed.
const FLUSH_EVERY: u64 = 64;
/// The minimum time between syncs to the disk. It limits both what a power cut can lose and the time spent
/// waiting for the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A file that is appended to. Tests use one that fails, or that forgets what was not synced.
pub(super) trait Storage: Write {
    /// Waits until everything written so far is on the disk.
    fn sync(&mut self) -> io::Result<()>;

    /// Removes everything after `length` bytes and continues writing there.
    fn truncate(&mut self, length: u64) -> io::Result<()>;
}

impl Storage for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// The record file of a match. Games are written as they finish, in the order of their numbers.
pub struct RecordFile<'a> {
    path: PathBuf,
    out: BufWriter<Box<dyn Storage + 'a>>,
    clock: &'a dyn Clock,
    synced_at: Duration,
    games: u64,
    /// Where to start writing; `None` once something has been written.
    resume_point: Option<ResumePoint>,
    /// The file, if it gets its name only when it is complete.
    draft: Option<AtomicFile>,
}

/// Why a match cannot be resumed from a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeMatchError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file does not contain games of this match.
    #[error(transparent)]
    Part(#[from] PartError),
}

impl<'a> RecordFile<'a> {
    /// Creates the file of a part.
    ///
    /// # Errors
    /// The path exists and is not an empty regular file, or it cannot be written.
    pub fn create(
        path: &Path,
        plan: &MatchPlan,
        shard: Shard,
        clock: &'a dyn Clock,
    ) -> Result<Self, FileError> {
        let file = open(path)?;
        if file.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            return Err(FileError::Exists { path: path.to_owned() });
        }
        let begun = Self::begin(path, Box::new(file), &Header::new(plan, shard), clock);
        begun.map_err(|error| FileError::Io { path: path.to_owned(), error })
    }

    /// Creates the file of a whole match. It gets its name when [`finish`](Self::finish) has written the last
    /// line.
    ///
    /// # Errors
    /// See [`create`](Self::create).
    pub fn create_whole(path: &Path, plan: &MatchPlan, clock: &'a dyn Clock) -> Result<Self, FileError> {
        if check_target(path)?.is_some_and(|metadata| metadata.len() > 0) {
            return Err(FileError::Exists { path: path.to_owned() });
        }
        let header = Header::new(plan, Shard::WHOLE);
        let begin = |draft: AtomicFile| {
            let record = Self::begin(path, Box::new(draft.file()?), &header, clock)?;
            Ok(RecordFile { draft: Some(draft), ..record })
        };
        let begun = AtomicFile::create(path).and_then(begin);
        begun.map_err(|error| FileError::Io { path: path.to_owned(), error })
    }

    /// Resumes the file of a part and passes the games in it to `on_kept_game`. Creates the file if it is
    /// missing or empty, and drops a last game that is incomplete. The file only changes when more is
    /// written.
    ///
    /// # Errors
    /// The file cannot be used, contains a different match, or contains a complete game that is not the
    /// expected one. `on_kept_game` may have been called before the error was found.
    pub fn resume(
        path: &Path,
        (plan, shard): (&MatchPlan, Shard),
        positions: &[String],
        clock: &'a dyn Clock,
        on_kept_game: &mut dyn FnMut(&PlayedGame),
    ) -> Result<Self, ResumeMatchError> {
        let io_error = |error| FileError::Io { path: path.to_owned(), error };
        let mut file = open(path)?;
        let header = Header::new(plan, shard);
        if !has_first_line(&mut file, &header).map_err(io_error)? {
            return Ok(Self::begin(path, Box::new(file), &header, clock).map_err(io_error)?);
        }
        let (file, resume_point) =
            read_games(MatchPartReader::read(path, file)?, &header, positions, on_kept_game)?;
        Ok(Self::resume_at(path, Box::new(file), resume_point, clock))
    }

    /// Continues at `resume_point` of a file.
    pub(super) fn resume_at(
        path: &Path,
        storage: Box<dyn Storage + 'a>,
        resume_point: ResumePoint,
        clock: &'a dyn Clock,
    ) -> Self {
        RecordFile {
            path: path.to_owned(),
            out: BufWriter::with_capacity(BUFFER_BYTES, storage),
            clock,
            synced_at: clock.now(),
            games: resume_point.games,
            resume_point: Some(resume_point),
            draft: None,
        }
    }

    /// Writes the first line and syncs it, along with the name of the file.
    pub(super) fn begin(
        path: &Path,
        storage: Box<dyn Storage + 'a>,
        header: &Header,
        clock: &'a dyn Clock,
    ) -> io::Result<Self> {
        let mut record = Self::resume_at(path, storage, ResumePoint::default(), clock);
        record.write_line(HEADER, header)?;
        record.sync()?;
        files::sync_name(path)?;
        Ok(record)
    }

    /// Returns the number of games in the file.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds the path of the file to an error.
    pub(super) fn error_for(&self, error: io::Error) -> FileError {
        FileError::Io { path: self.path.clone(), error }
    }

    pub(super) fn write_game(&mut self, played: &PlayedGame) -> io::Result<()> {
        let Some(text) = &played.text else { return Ok(()) };
        self.write_line(GAME, &GameHeader::new(played))?;
        self.out.write_all(text.as_bytes())?;
        self.games += 1;
        if self.clock.now().saturating_sub(self.synced_at) >= SYNC_EVERY {
            return self.sync();
        }
        if played.is_slow() || self.games.is_multiple_of(FLUSH_EVERY) { self.out.flush() } else { Ok(()) }
    }

    /// Writes the last line, unless the file already has it.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if self.resume_point.is_some_and(|resume_point| resume_point.has_footer) {
            return Ok(());
        }
        self.write_line(FOOTER, &Footer { games: self.games })?;
        self.sync()?;
        self.draft.take().map_or(Ok(()), AtomicFile::commit)
    }

    fn write_line(&mut self, start: &str, value: &impl Serialize) -> io::Result<()> {
        if let Some(resume_point) = self.resume_point {
            self.out.get_mut().truncate(resume_point.bytes)?;
            self.resume_point = None;
        }
        self.out.write_all(start.as_bytes())?;
        serde_json::to_writer(&mut self.out, value)?;
        self.out.write_all(b"\n")
    }

    fn sync(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out.get_mut().sync()?;
        self.synced_at = self.clock.now();
        Ok(())
    }
}

/// Reads the complete games of a file that should have this header.
pub(super) fn read_games(
    mut part: MatchPartReader,
    header: &Header,
    positions: &[String],
    on_kept_game: &mut dyn FnMut(&PlayedGame),
) -> Result<(File, ResumePoint), PartError> {
    let differences = part.header.differences(header);
    if !differences.is_empty() {
        return Err(
            part.error_here(format!("the file contains a different match: {}", differences.join("; ")))
        );
    }
    let mut verifier =
        RecordVerifier::new(&header.plan, positions).map_err(|error| part.error_here(error))?;
    loop {
        match part.next(&mut verifier) {
            Ok(Some(played)) => on_kept_game(&played),
            Ok(None) => break,
            Err(error) if error.kind.is_truncated() => break,
            Err(error) => return Err(error),
        }
    }
    Ok(part.into_file())
}

/// Reads the plan of the match in a file, and which part of it the file contains.
///
/// # Errors
/// The file cannot be read or is not a match record.
pub fn read_match_header(path: &Path) -> Result<(MatchPlan, Shard), PartError> {
    let Header { plan, shard, .. } = MatchPartReader::open(path)?.header;
    Ok((plan, shard))
}

/// Returns whether the file has a first line. A file that contains only a fragment of the expected line, or
/// zeros in its place, was cut off while that line was written.
fn has_first_line(file: &mut File, header: &Header) -> io::Result<bool> {
    let line = format!("{HEADER}{}\n", serde_json::to_string(header)?);
    let mut start = Vec::new();
    file.take(line.len() as u64 + 1).read_to_end(&mut start)?;
    file.rewind()?;
    let is_fragment = start.iter().zip(line.bytes()).all(|(byte, wanted)| *byte == wanted || *byte == 0);
    Ok(!is_fragment || start.len() > line.len() || start == line.as_bytes())
}
