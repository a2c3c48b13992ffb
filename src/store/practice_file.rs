//! The file of the practice deck in the state directory. What its lines mean is decided elsewhere.

use std::path::{Path, PathBuf};

use super::{Disk, FileError};
use crate::model::Date;

/// The file `practice.txt` in the state directory, and the date of the session that uses it.
#[derive(Clone, Debug)]
pub struct PracticeFile {
    disk: Disk,
    /// The path of the file.
    pub path: PathBuf,
    /// The local date.
    pub today: Date,
}

impl PracticeFile {
    /// Opens the deck in the state directory `state`. `today` is the local date.
    pub fn in_state_dir(disk: &Disk, state: &Path, today: Date) -> Self {
        PracticeFile { disk: disk.clone(), path: state.join("practice.txt"), today }
    }

    /// Reads the deck. A missing file is empty.
    ///
    /// # Errors
    /// The file cannot be read, is larger than 8 MiB, is not UTF-8 text, or is a pipe, a device or a directory.
    pub fn read(&self) -> Result<String, FileError> {
        self.disk.read_kept(&self.path)
    }

    /// Replaces the text of the deck with what `change` makes of it. No change of another program is lost. Only the
    /// current user can read the file.
    ///
    /// # Errors
    /// As for [`PracticeFile::read`]. Also if the new text is too large or could not be written. Then the file is
    /// unchanged.
    pub fn change(&self, change: impl FnOnce(&str) -> String) -> Result<(), FileError> {
        self.disk.change_kept(&self.path, true, |text| Ok(change(text)))
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::kept_file::MAX_MEBIBYTES;
    use super::*;

    #[test]
    fn pipes_large_files_and_other_bytes_are_refused_and_kept() {
        let state = tempfile::tempdir().unwrap();
        let deck = PracticeFile::in_state_dir(&Disk::default(), state.path(), Date::MIN);
        let refused = |wanted: &str| {
            let errors = [deck.read().unwrap_err(), deck.change(|_| "x".to_owned()).unwrap_err()];
            assert!(errors.iter().all(|error| error.to_string().contains(wanted)), "{errors:?}");
            fs::remove_file(&deck.path).unwrap();
        };
        assert!(std::process::Command::new("mkfifo").arg(&deck.path).status().unwrap().success());
        refused("not a regular file");
        fs::write(&deck.path, b"\xff\n").unwrap();
        refused(":1: not UTF-8 text");
        fs::write(&deck.path, vec![b'#'; (MAX_MEBIBYTES << 20) as usize + 1]).unwrap();
        refused("larger than 8 MiB");
        let large = deck.change(|_| "#".repeat((MAX_MEBIBYTES << 20) as usize + 1));
        assert!(matches!(large, Err(FileError::Content(_))) && !deck.path.exists());
    }
}
