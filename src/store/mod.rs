//! Storage: game files, the game in progress, the archive of finished games, progress in lessons and puzzles, the
//! practice deck.
//!
//! | file | contents |
//! | --- | --- |
//! | `disk.rs` | file system operations, which tests can observe and make fail |
//! | `disk_file.rs` | a file that is written piece by piece: under a temporary name until it is complete, or kept to be resumed |
//! | `kept_file.rs` | lists that several programs may change at the same time |
//! | `files.rs` | reading game files, and writing them on request |
//! | `autosave_file.rs` | a file of the user's choice for the game in progress |
//! | `slot.rs` | slots in the state directory, for games in progress |
//! | `autosave.rs` | saving the game in progress, and the files a session can use |
//! | `archive.rs` | the archive of finished games |
//! | `progress.rs` | completed lessons and puzzles |
//! | `practice_file.rs` | the practice deck |

pub mod archive;
pub mod autosave;
mod autosave_file;
mod disk;
mod disk_file;
pub mod files;
mod kept_file;
pub mod practice_file;
pub mod progress;
pub mod slot;

pub use archive::Archive;
pub use autosave::SessionFiles;
pub use autosave_file::AutosaveFile;
pub use disk::{Disk, DiskOp, follow_links};
pub use disk_file::{DiskFile, check_target};
pub use files::FileError;
pub use practice_file::PracticeFile;
pub use slot::{AutosaveSlot, has_person_moved};
