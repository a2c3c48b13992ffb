//! Merging the record files of all parts of a match.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::model::text::escape_path;

use super::game::PlayedGame;
use super::part::{Header, MatchPartReader, PartError, PartErrorKind};
use super::plan::{MatchPlan, Shard};
use super::verify::RecordVerifier;

/// The parts of a match, checked to belong together. Their files are open only while they are read, because
/// a system limits the number of open files.
pub struct MatchParts {
    plan: MatchPlan,
    parts: Vec<PartFile>,
    verifier: RecordVerifier,
}

/// The file of a part.
struct PartFile {
    path: PathBuf,
    shard: Shard,
}

impl PartFile {
    fn error(&self, problem: impl ToString) -> PartError {
        PartError { path: self.path.clone(), line: None, kind: PartErrorKind::other(problem) }
    }

    /// Opens the file again.
    fn open(&self, plan: &MatchPlan) -> Result<MatchPartReader, PartError> {
        let reader = MatchPartReader::open(&self.path)?;
        if reader.header.plan != *plan || reader.header.shard != self.shard {
            return Err(self.error("the file has changed"));
        }
        Ok(reader)
    }
}

/// Checks the files of the parts of a match, at least one, in any order.
///
/// # Errors
/// A file cannot be read or is not part of a match, the matches differ, or a part is missing or duplicated.
pub fn merge(paths: &[PathBuf]) -> Result<MatchParts, PartError> {
    let first = MatchPartReader::open(&paths[0])?.header;
    let first_path = escape_path(&paths[0]);
    let mut parts = Vec::new();
    for path in paths {
        let Header { plan, shard, .. } = MatchPartReader::open(path)?.header;
        let part = PartFile { path: path.clone(), shard };
        if plan != first.plan {
            return Err(part.error(format!("this part does not belong to the same match as {first_path}")));
        }
        let (of, other_of) = (shard.of, first.shard.of);
        if of != other_of {
            return Err(
                part.error(format!("this is one of {of} parts, but {first_path} is one of {other_of}"))
            );
        }
        parts.push(part);
    }
    let plan = first.plan;
    let verifier = RecordVerifier::new(&plan, &[]).map_err(|error| parts[0].error(error))?;
    parts.sort_unstable_by_key(|part| part.shard.part);
    check_complete(&parts)?;
    Ok(MatchParts { plan, parts, verifier })
}

/// Checks that the sorted parts of a match include each part exactly once.
fn check_complete(parts: &[PartFile]) -> Result<(), PartError> {
    let missing = |part: &PartFile, number| {
        let found = part.shard;
        let missing = Shard { part: number, ..found };
        Err(part.error(format!("this is part {found}, but part {missing} is missing")))
    };
    for (part, wanted) in parts.iter().zip(1..) {
        match part.shard.part.cmp(&wanted) {
            Ordering::Less => return Err(part.error(format!("part {} was given twice", part.shard))),
            Ordering::Equal => {}
            Ordering::Greater => return missing(part, wanted),
        }
    }
    match parts.last() {
        Some(last) if last.shard.part < last.shard.of => missing(last, last.shard.part + 1),
        _ => Ok(()),
    }
}

impl MatchParts {
    /// Returns the plan of the match.
    pub fn plan(&self) -> &MatchPlan {
        &self.plan
    }

    /// Passes all games to `listener` in order, with their records, until it breaks. The times of the moves
    /// are unknown.
    ///
    /// # Errors
    /// A part does not contain the games it should, or a game breaks the rules.
    pub fn read(mut self, listener: &mut dyn FnMut(&PlayedGame) -> ControlFlow<()>) -> Result<(), PartError> {
        for file in &self.parts {
            let mut part = file.open(&self.plan)?;
            while let Some(played) = part.next(&mut self.verifier)? {
                if listener(&played).is_break() {
                    return Ok(());
                }
            }
            if !part.is_complete() {
                return Err(part.unexpected_end());
            }
        }
        Ok(())
    }
}
