//! Playing at the console: the table and its loop, the commands of a session, the menus around them.

mod commands;
mod shell;
mod table;

pub use shell::{Shell, Visit};
pub use table::{Plan, Table};
