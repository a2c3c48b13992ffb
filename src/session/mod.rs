//! A session at the console: menus, games with their commands, lessons and puzzles.

mod after_game;
mod commands;
mod exercise;
mod finished;
mod game;
mod game_lists;
mod games_menu;
mod lessons;
mod other_player;
mod practice;
mod puzzles;
mod shell;
mod solving;
#[cfg(test)]
mod tests;
mod unfinished;

pub use commands::{ask_in_menu, help as session_help, next_words};
pub use finished::{choose_finished_game, delete_finished_games, show_review};
pub use game::{GamePlan, GameSession};
pub use games_menu::choose_from_games;
pub use lessons::lesson_count;
pub use other_player::join_host;
pub use practice::when;
pub use shell::{SessionSettings, SessionStart, Shell};
pub use unfinished::{KeptRemote, UnfinishedGame};
