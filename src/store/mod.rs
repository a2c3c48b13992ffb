//! Files: records of games, the game in progress, the archive of finished games, progress in lessons and puzzles.
//!
//! | file | contents |
//! | --- | --- |
//! | `disk.rs` | calls to the file system, which tests can watch and refuse |
//! | `draft.rs` | a file that gets its name when it is whole |
//! | `files.rs` | files of games: read, and written on request |
//! | `autosave_file.rs` | a file that a session keeps its game in |
//! | `autosave.rs` | the game in progress, and what a session may do with files |
//! | `archive.rs` | finished games |
//! | `progress.rs` | lessons and puzzles that were done |
//! | `growing.rs` | files that grow during long work |

pub mod archive;
pub mod autosave;
mod autosave_file;
mod disk;
mod draft;
pub mod files;
pub mod growing;
pub mod progress;

pub use archive::Archive;
pub use autosave::{AutosaveSlot, Files};
pub use autosave_file::AutosaveFile;
pub use disk::{Disk, Step};
pub use draft::Draft;
pub use files::FileError;
