//! Files: records of games, the game in progress, the archive of finished games, progress in lessons and puzzles.
//!
//! | file | contents |
//! | --- | --- |
//! | `disk.rs` | calls to the file system, which tests can watch and refuse |
//! | `atomic_file.rs` | a file that gets its name when it is whole |
//! | `files.rs` | files of games: read, and written on request |
//! | `autosave_file.rs` | a file that a session keeps its game in |
//! | `autosave.rs` | the game in progress, and what a session may do with files |
//! | `archive.rs` | finished games |
//! | `progress.rs` | lessons and puzzles that were done |
//! | `resumable_file.rs` | files that grow during long work |

pub mod archive;
mod atomic_file;
pub mod autosave;
mod autosave_file;
mod disk;
pub mod files;
pub mod progress;
pub mod resumable_file;

pub use archive::Archive;
pub use atomic_file::AtomicFile;
pub use autosave::{AutosaveSlot, SessionFiles};
pub use autosave_file::AutosaveFile;
pub use disk::{Disk, DiskOp};
pub use files::FileError;
