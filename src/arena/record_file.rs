//! Writing the record file of a match, from its beginning or from where an earlier run of the match has left it.

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

/// Games reach the system after so many quick ones and after every slow one, so that little is lost if the program is ended.
const FLUSH_EVERY: u64 = 64;
/// Games reach the disk when the last that did have been there for so long: what a power cut may cost, beside what the disk costs
/// to wait for.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A file to write at its end. A test hands in one that fails, or forgets what was not synced.
pub(super) trait Storage: Write {
    /// Waits until everything written so far is on the disk.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts off everything after `length` bytes, and continues there.
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

/// The file into which the games of a match are written as they are played, in the order of their numbers.
pub struct RecordFile<'a> {
    path: PathBuf,
    out: BufWriter<Box<dyn Storage + 'a>>,
    clock: &'a dyn Clock,
    synced_at: Duration,
    games: u64,
    /// Where the first thing is to be written, as long as nothing has been.
    resume_point: Option<ResumePoint>,
    /// The file, if it gets its name when it is whole.
    draft: Option<AtomicFile>,
}

/// Why a match cannot go on in a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeMatchError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// It does not hold games of this match.
    #[error(transparent)]
    Part(#[from] PartError),
}

impl<'a> RecordFile<'a> {
    /// Begins the file of a part.
    ///
    /// # Errors
    /// Something stands there that is no regular file, or has something in it, or cannot be written.
    pub fn create(
        path: &Path,
        plan: &MatchPlan,
        shard: Shard,
        clock: &'a dyn Clock,
    ) -> Result<Self, FileError> {
        let file = open(path)?;
        if file.metadata().is_ok_and(|there| there.len() > 0) {
            return Err(FileError::Exists { path: path.to_owned() });
        }
        let begun = Self::begin(path, Box::new(file), &Header::new(plan, shard), clock);
        begun.map_err(|error| FileError::Io { path: path.to_owned(), error })
    }

    /// Begins the file of a whole match, which gets its name when [`finish`](Self::finish) has written the end.
    ///
    /// # Errors
    /// As for [`create`](Self::create).
    pub fn create_whole(path: &Path, plan: &MatchPlan, clock: &'a dyn Clock) -> Result<Self, FileError> {
        if check_target(path)?.is_some_and(|there| there.len() > 0) {
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

    /// Goes on with the file of a part, of which `on_kept_game` is told the games that are there; a missing or empty file is begun. A
    /// last game that is torn is dropped. The file is only changed when more is written.
    ///
    /// # Errors
    /// It cannot be used, holds another match, or a whole game in it is not the one it should be; `on_kept_game` may have been told games.
    pub fn resume(
        path: &Path,
        (plan, shard): (&MatchPlan, Shard),
        positions: &[String],
        clock: &'a dyn Clock,
        on_kept_game: &mut dyn FnMut(&PlayedGame),
    ) -> Result<Self, ResumeMatchError> {
        let refused = |error| FileError::Io { path: path.to_owned(), error };
        let mut file = open(path)?;
        let header = Header::new(plan, shard);
        if !has_first_line(&mut file, &header).map_err(refused)? {
            return Ok(Self::begin(path, Box::new(file), &header, clock).map_err(refused)?);
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

    /// Writes the first line, and makes it and the name of the file last.
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

    /// How many games it holds.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// This error of the file, with its name.
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

    /// Writes the last line, unless it is there already.
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

/// Reads the games of a file that should be the one of `header`, as far as it has not been torn.
pub(super) fn read_games(
    mut part: MatchPartReader,
    header: &Header,
    positions: &[String],
    on_kept_game: &mut dyn FnMut(&PlayedGame),
) -> Result<(File, ResumePoint), PartError> {
    let differences = part.header.differences(header);
    if !differences.is_empty() {
        return Err(part.error_here(format!("this is another match: {}", differences.join("; "))));
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

/// The match in a file, and which part of it.
///
/// # Errors
/// The file cannot be read or is not one of a match.
pub fn read_match_header(path: &Path) -> Result<(MatchPlan, Shard), PartError> {
    let Header { plan, shard, .. } = MatchPartReader::open(path)?.header;
    Ok((plan, shard))
}

/// Whether the file has a first line: more than what a cut may have left of the one it should have, a piece, or zeros in its place.
fn has_first_line(file: &mut File, header: &Header) -> io::Result<bool> {
    let line = format!("{HEADER}{}\n", serde_json::to_string(header)?);
    let mut start = Vec::new();
    file.take(line.len() as u64 + 1).read_to_end(&mut start)?;
    file.rewind()?;
    let is_left = start.iter().zip(line.bytes()).all(|(byte, wanted)| *byte == wanted || *byte == 0);
    Ok(!is_left || start.len() > line.len() || start == line.as_bytes())
}
