//! Playing at the console: the session with its menus, the table, session commands, files, programs as players.

pub mod advice;
mod after_game;
pub mod archive;
mod assessment;
pub mod autosave;
pub mod coach;
mod commands;
mod disk;
mod draft;
mod drawing;
mod exercise;
pub mod external;
pub mod files;
#[cfg(test)]
mod fit;
#[cfg(test)]
mod fit_texts;
pub mod growing;
pub mod kept_file;
mod lessons;
#[cfg(test)]
mod looks;
pub mod memory;
pub mod puzzles;
pub mod review;
pub mod seats;
mod shell;
mod table;
mod two_computers;
mod unfinished;

pub use commands::{help as session_help, show_rules};
pub(crate) use drawing::draw_above;
pub use files::Files;
pub use shell::{SessionSettings, SessionStart, Shell};
pub use table::{AfterGame, GamePlan, Table};
