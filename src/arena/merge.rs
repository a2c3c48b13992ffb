//! Merging the record files of all parts of a match.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::model::text::escape_path;
use crate::store::FileError;

use super::part::{Header, MatchPartReader};
use super::verify::RecordVerifier;
use super::{MatchPlan, PlayedGame, Shard};

/// The parts of a match, checked to belong together. Their files are open only while they are read, because
/// a system limits the number of open files.
pub struct MatchParts {
    /// The plan of the match.
    pub plan: MatchPlan,
    /// The files of the parts, in their order.
    paths: Vec<PathBuf>,
    verifier: RecordVerifier,
}

/// Returns an error about the file of a part.
fn wrong(path: &Path, problem: impl Display) -> FileError {
    FileError::Content(format!("{}: {problem}", escape_path(path)))
}

/// Checks the files of the parts of a match, at least one, in any order.
///
/// # Errors
/// A file cannot be read or is not part of a match, the matches differ, or a part is missing or duplicated.
pub fn merge(paths: &[PathBuf]) -> Result<MatchParts, FileError> {
    let Header { plan: first_plan, shard: Shard { of, .. }, .. } = MatchPartReader::open(&paths[0])?.header;
    let first_path = escape_path(&paths[0]);
    let mut parts = Vec::new();
    for path in paths {
        let Header { plan, shard, .. } = MatchPartReader::open(path)?.header;
        if plan != first_plan {
            let problem = format!("this part does not belong to the same match as {first_path}");
            return Err(wrong(path, problem));
        }
        if shard.of != of {
            let problem = format!("this is one of {} parts, but {first_path} is one of {of}", shard.of);
            return Err(wrong(path, problem));
        }
        parts.push((shard, path.clone()));
    }
    let verifier = RecordVerifier::new(&first_plan, &[]).map_err(|error| wrong(&paths[0], error))?;
    parts.sort_unstable_by_key(|(shard, _)| shard.part);
    check_complete(&parts)?;
    let paths = parts.into_iter().map(|(_, path)| path).collect();
    Ok(MatchParts { plan: first_plan, paths, verifier })
}

/// Checks that the sorted parts of a match include each part exactly once.
fn check_complete(parts: &[(Shard, PathBuf)]) -> Result<(), FileError> {
    let missing = |(found, path): &(Shard, PathBuf), part| {
        let missing = Shard { part, ..*found };
        Err(wrong(path, format!("this is part {found}, but part {missing} is missing")))
    };
    for (wanted, part) in (1..).zip(parts) {
        let (shard, path) = part;
        if shard.part < wanted {
            return Err(wrong(path, format!("part {shard} was given twice")));
        }
        if shard.part > wanted {
            return missing(part, wanted);
        }
    }
    match parts.last() {
        Some(last) if last.0.part < last.0.of => missing(last, last.0.part + 1),
        _ => Ok(()),
    }
}

impl MatchParts {
    /// Passes all games to `listener` in order, with their records, until it breaks. The times of the moves
    /// are unknown.
    ///
    /// # Errors
    /// A part does not contain the games it should, or a game breaks the rules.
    pub fn read(mut self, listener: &mut dyn FnMut(&PlayedGame) -> ControlFlow<()>) -> Result<(), FileError> {
        let of = self.paths.len() as u64;
        for (part, path) in (1..).zip(&self.paths) {
            let mut reader = MatchPartReader::open(path)?;
            if reader.header.plan != self.plan || reader.header.shard != (Shard { part, of }) {
                return Err(wrong(path, "the file has changed"));
            }
            while let Some(played) = reader.next(&mut self.verifier)? {
                if listener(&played).is_break() {
                    return Ok(());
                }
            }
            if !reader.is_complete() {
                return Err(reader.unexpected_end().into());
            }
        }
        Ok(())
    }
}
