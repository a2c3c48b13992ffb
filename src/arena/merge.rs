//! Merging the record files of all parts of a match.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::model::text::escape_path;

use super::game::PlayedGame;
use super::part::{MatchPartReader, PartError};
use super::plan::{MatchPlan, Shard};
use super::verify::RecordVerifier;

/// The parts of a match, opened and checked to belong together.
pub struct MatchParts {
    plan: MatchPlan,
    parts: Vec<MatchPartReader>,
    verifier: RecordVerifier,
}

/// Opens the files of the parts of a match, at least one, in any order.
///
/// # Errors
/// A file cannot be read or is not part of a match, the matches differ, or a part is missing or duplicated.
pub fn merge(paths: &[PathBuf]) -> Result<MatchParts, PartError> {
    let mut parts = paths.iter().map(|path| MatchPartReader::open(path)).collect::<Result<Vec<_>, _>>()?;
    let first = &parts[0];
    for part in &parts[1..] {
        if part.header.plan != first.header.plan {
            let other = escape_path(&first.path);
            return Err(part.error(format!("this part does not belong to the same match as {other}")));
        }
        let (of, other_of) = (part.header.shard.of, first.header.shard.of);
        if of != other_of {
            let other = escape_path(&first.path);
            return Err(part.error(format!("this is one of {of} parts, but {other} is one of {other_of}")));
        }
    }
    let plan = first.header.plan.clone();
    let verifier = RecordVerifier::new(&plan, &[]).map_err(|error| first.error(error))?;
    parts.sort_unstable_by_key(|part| part.header.shard.part);
    check_complete(&parts)?;
    Ok(MatchParts { plan, parts, verifier })
}

/// Checks that the sorted parts of a match include each part exactly once.
fn check_complete(parts: &[MatchPartReader]) -> Result<(), PartError> {
    let missing = |part: &MatchPartReader, number| {
        let found = part.header.shard;
        let missing = Shard { part: number, ..found };
        Err(part.error(format!("this is part {found}, but part {missing} is missing")))
    };
    for (part, wanted) in parts.iter().zip(1..) {
        match part.header.shard.part.cmp(&wanted) {
            Ordering::Less => return Err(part.error(format!("part {} was given twice", part.header.shard))),
            Ordering::Equal => {}
            Ordering::Greater => return missing(part, wanted),
        }
    }
    match parts.last() {
        Some(last) if last.header.shard.part < last.header.shard.of => {
            missing(last, last.header.shard.part + 1)
        }
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
        for mut part in self.parts {
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
