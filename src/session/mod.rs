//! A session at the console: menus, games at a table with their commands, lessons and puzzles.

mod after_game;
mod commands;
mod exercise;
mod lessons;
mod puzzles;
mod shell;
mod table;
#[cfg(test)]
mod tests;
mod two_computers;
mod unfinished;

pub use commands::{help as session_help, show_rules};
pub use shell::{SessionSettings, SessionStart, Shell};
pub use table::{AfterGame, GamePlan, Table};
