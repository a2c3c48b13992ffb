//! Playing at the console: the table and its loop, session commands, files, the menus around a game.

pub mod advice;
pub mod coach;
mod commands;
pub mod external;
pub mod files;
pub mod seats;
mod shell;
mod table;

pub use commands::help as session_help;
pub use files::Files;
pub use shell::{Circumstances, Shell, Visit};
pub use table::{After, Plan, Table};
