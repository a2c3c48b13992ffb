//! Writing the record file of a match, from the start or resuming an earlier run.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use crate::games::AnyPosition;
use crate::lines::{raw_json, write_json_line};
use crate::model::Clock;
use crate::store::{Disk, DiskFile, FileError, check_target};

use super::part::{BUFFER_BYTES, GAME, GameHeader, HEADER, Header, MatchPartReader, PartError, ResumePoint};
use super::verify::RecordVerifier;
use super::{MatchPlan, PlayedGame, Shard};

/// The number of quick games after which the buffer is flushed. Slow games are flushed immediately, so that
/// little is lost if the program is killed.
const FLUSH_EVERY: u64 = 64;
/// The minimum time between syncs to the disk. It limits both what a power cut can lose and the time spent
/// waiting for the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The record file of a match. Games are written as they finish, in the order of their numbers.
pub struct RecordFile<'a> {
    path: PathBuf,
    out: BufWriter<DiskFile>,
    clock: &'a dyn Clock,
    synced_at: Duration,
    games: u64,
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
        let file = DiskFile::open(&Disk::default(), path)?;
        if file.content().metadata().is_ok_and(|metadata| metadata.len() > 0) {
            return Err(FileError::Exists(path.to_owned()));
        }
        Self::begin(path, file, &Header::new(plan, shard), clock).map_err(FileError::io(path))
    }

    /// Creates the file of a whole match. It gets its name in [`finish`](Self::finish).
    ///
    /// # Errors
    /// See [`create`](Self::create).
    pub fn create_whole(path: &Path, plan: &MatchPlan, clock: &'a dyn Clock) -> Result<Self, FileError> {
        if check_target(path)?.is_some_and(|metadata| metadata.len() > 0) {
            return Err(FileError::Exists(path.to_owned()));
        }
        let begin = |draft| Self::begin(path, draft, &Header::new(plan, Shard::WHOLE), clock);
        DiskFile::draft(&Disk::default(), path).and_then(begin).map_err(FileError::io(path))
    }

    /// Resumes the file of a part and passes the games in it to `on_kept_game`. Creates the file if it is
    /// missing or empty, and drops a last game that is incomplete.
    ///
    /// # Errors
    /// The file cannot be used, contains a different match, or contains a complete game that is not the
    /// expected one. `on_kept_game` may have been called before the error was found.
    pub fn resume(
        path: &Path,
        (plan, shard): (&MatchPlan, Shard),
        positions: &[AnyPosition],
        clock: &'a dyn Clock,
        on_kept_game: &mut dyn FnMut(&PlayedGame),
    ) -> Result<Self, FileError> {
        let file = DiskFile::open(&Disk::default(), path)?;
        let header = Header::new(plan, shard);
        if !has_first_line(file.content(), &header).map_err(FileError::io(path))? {
            return Self::begin(path, file, &header, clock).map_err(FileError::io(path));
        }
        let content = file.content().try_clone().map_err(FileError::io(path))?;
        let part = MatchPartReader::read(path, content)?;
        let resume_point = read_games(part, &header, positions, on_kept_game)?;
        Self::resume_at(path, file, resume_point, clock).map_err(FileError::io(path))
    }

    /// Continues at `resume_point` of a file, and drops what follows it.
    pub(super) fn resume_at(
        path: &Path,
        mut file: DiskFile,
        ResumePoint { games, bytes }: ResumePoint,
        clock: &'a dyn Clock,
    ) -> io::Result<Self> {
        file.truncate(bytes)?;
        let out = BufWriter::with_capacity(BUFFER_BYTES, file);
        Ok(RecordFile { path: path.to_owned(), out, clock, synced_at: clock.now(), games })
    }

    /// Writes the first line and syncs it, along with the name of the file.
    pub(super) fn begin(
        path: &Path,
        file: DiskFile,
        header: &Header,
        clock: &'a dyn Clock,
    ) -> io::Result<Self> {
        let mut record = Self::resume_at(path, file, ResumePoint::default(), clock)?;
        record.write_line(HEADER, header)?;
        record.sync()?;
        record.out.get_ref().sync_name()?;
        Ok(record)
    }

    /// Returns the number of games in the file.
    pub fn games(&self) -> u64 {
        self.games
    }

    pub(super) fn write_game(&mut self, played: &PlayedGame) -> Result<(), FileError> {
        self.add(played).map_err(FileError::io(&self.path))
    }

    fn add(&mut self, played: &PlayedGame) -> io::Result<()> {
        let Some(text) = &played.text else { return Ok(()) };
        self.write_line(GAME, &GameHeader::new(played))?;
        self.out.write_all(text.as_bytes())?;
        self.games += 1;
        if self.clock.now().saturating_sub(self.synced_at) >= SYNC_EVERY {
            return self.sync();
        }
        if played.is_slow() || self.games.is_multiple_of(FLUSH_EVERY) { self.out.flush() } else { Ok(()) }
    }

    /// Writes what is buffered, and gives the file its name.
    pub(super) fn finish(self) -> Result<(), FileError> {
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error);
        file.and_then(|file| file.publish(&self.path)).map(drop).map_err(FileError::io(&self.path))
    }

    fn write_line(&mut self, start: &str, value: &impl Serialize) -> io::Result<()> {
        self.out.write_all(start.as_bytes())?;
        write_json_line(value, &mut self.out)
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
    positions: &[AnyPosition],
    on_kept_game: &mut dyn FnMut(&PlayedGame),
) -> Result<ResumePoint, PartError> {
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
            Err(PartError { is_truncated: true, .. }) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(part.resume_point())
}

/// Reads the plan of the match in a file, and which part of it the file contains.
///
/// # Errors
/// The file cannot be read or is not a match record.
pub fn read_match_header(path: &Path) -> Result<(MatchPlan, Shard), FileError> {
    let Header { plan, shard, .. } = MatchPartReader::open(path)?.header;
    Ok((plan, shard))
}

/// Returns whether the file has a first line. A file that contains only a fragment of the expected line, or
/// zeros in its place, was cut off while that line was written.
fn has_first_line(mut file: &File, header: &Header) -> io::Result<bool> {
    let line = format!("{HEADER}{}\n", raw_json(header)?);
    let mut start = Vec::new();
    file.take(line.len() as u64 + 1).read_to_end(&mut start)?;
    file.rewind()?;
    let is_fragment = start.iter().zip(line.bytes()).all(|(byte, wanted)| *byte == wanted || *byte == 0);
    Ok(!is_fragment || start.len() > line.len() || start == line.as_bytes())
}
