//! Completed lessons and puzzles, one line each, in a file in the state directory.

use std::path::{Path, PathBuf};

use super::{Disk, FileError};

/// The kind of a completed exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseKind {
    /// A lesson, by its name.
    Lesson,
    /// A puzzle, by its position.
    Puzzle,
    /// A whole turn typed on one line.
    WholeTurn,
}

impl ExerciseKind {
    fn tag(self) -> &'static str {
        match self {
            ExerciseKind::Lesson => "lesson",
            ExerciseKind::Puzzle => "puzzle",
            ExerciseKind::WholeTurn => "whole-turn",
        }
    }
}

/// The file of completed exercises, with lines `lesson<tab>GAME<tab>NAME`, `puzzle<tab>GAME<tab>POSITION`
/// and `whole-turn<tab>GAME<tab>`. Other lines are kept unchanged. By default there is no file: nothing is recorded.
#[derive(Clone, Debug, Default)]
pub struct ExerciseProgress {
    file: Option<(Disk, PathBuf)>,
}

impl ExerciseProgress {
    /// Opens the progress file in the state directory.
    pub fn in_state_dir(disk: &Disk, state: &Path) -> Self {
        ExerciseProgress { file: Some((disk.clone(), state.join("done.txt"))) }
    }

    /// Returns the exercises completed in `game`. A missing file has none.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn completed(&self, kind: ExerciseKind, game: &str) -> Result<Vec<String>, FileError> {
        let Some((disk, path)) = &self.file else { return Ok(Vec::new()) };
        let begin = line(kind, game, "");
        let text = disk.read_kept(path)?;
        Ok(text.lines().filter_map(|line| line.strip_prefix(&begin)).map(str::to_owned).collect())
    }

    /// Records that `name` was completed in `game`, once.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn add(&self, kind: ExerciseKind, game: &str, name: &str) -> Result<(), FileError> {
        let Some((disk, path)) = &self.file else { return Ok(()) };
        let line = line(kind, game, name);
        disk.change_kept(path, true, |text| {
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            Ok(match text.lines().any(|existing| existing == line) {
                true => text.to_owned(),
                false => format!("{text}{end}{line}\n"),
            })
        })
    }
}

fn line(kind: ExerciseKind, game: &str, name: &str) -> String {
    format!("{}\t{game}\t{name}", kind.tag())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn progress_is_recorded_once_and_keeps_unknown_lines() {
        let state = tempfile::tempdir().unwrap();
        let folder = state.path().join("not/there/yet");
        let progress = ExerciseProgress::in_state_dir(&Disk::default(), &folder);
        assert_eq!(progress.completed(ExerciseKind::Lesson, "qawale").unwrap(), [""; 0]);
        for name in ["walk", "turn", "walk"] {
            progress.add(ExerciseKind::Lesson, "qawale", name).unwrap();
        }
        progress.add(ExerciseKind::Puzzle, "qawale", "walk").unwrap();
        assert_eq!(progress.completed(ExerciseKind::Lesson, "qawale").unwrap(), ["walk", "turn"]);
        let path = folder.join("done.txt");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}from\tthe future")).unwrap();
        progress.add(ExerciseKind::Lesson, "replica", "step").unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            format!("{text}from\tthe future\nlesson\treplica\tstep\n")
        );
    }

    #[test]
    fn invalid_progress_file_is_not_overwritten() {
        let state = tempfile::tempdir().unwrap();
        let path = state.path().join("done.txt");
        fs::write(&path, b"lesson\xff\n").unwrap();
        let progress = ExerciseProgress::in_state_dir(&Disk::default(), state.path());
        assert!(
            progress.completed(ExerciseKind::Lesson, "qawale").is_err()
                && progress.add(ExerciseKind::Lesson, "qawale", "walk").is_err()
        );
        assert_eq!(fs::read(&path).unwrap(), b"lesson\xff\n");
    }
}
