//! Tables of results in files: where they are, how they are made and opened. What is in them is the library's
//! ([`games::ugly_duck::table`](crate::games::ugly_duck::table)).
//!
//! | file | what |
//! | --- | --- |
//! | `file.rs` | one file |
//! | `parts.rs` | the work of several processes |
//! | `errors.rs` | what can go wrong |

mod errors;
mod file;
mod parts;
#[cfg(test)]
mod tests;

pub use errors::FileError;
pub use file::{make, make_plies, open, part_of, path_in, plies_path_in};
pub use parts::{Part, folders_of, make_part};
