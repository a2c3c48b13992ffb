//! Tests of the program itself: on the command line, in a pipe and at a terminal.

mod arena;
#[cfg(unix)]
mod by_ear;
#[cfg(unix)]
mod byte_order_mark;
mod certificates;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod dates;
#[cfg(unix)]
mod docs;
#[cfg(unix)]
mod exploring;
mod external;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod filters;
mod fuzz;
mod help;
#[cfg(unix)]
mod hints;
#[cfg(unix)]
mod history;
#[cfg(unix)]
mod kept_games;
#[cfg(unix)]
mod keys;
#[cfg(unix)]
mod links;
#[cfg(unix)]
mod menus;
#[cfg(unix)]
mod opponents;
mod output;
#[cfg(unix)]
mod practice;
#[path = "../promises/mod.rs"]
mod promises;
#[cfg(unix)]
mod prompts;
#[cfg(unix)]
mod questions;
#[cfg(unix)]
mod reviews;
mod rpc;
#[cfg(unix)]
mod same_answers;
#[cfg(unix)]
mod same_moment;
mod saved;
mod scripts;
mod settings;
mod solve;
#[cfg(unix)]
mod state_dir;
#[cfg(unix)]
mod study;
#[cfg(unix)]
mod survival;
mod tables;
#[cfg(unix)]
mod terminal;
mod three_dragons;
mod ugi;
#[cfg(unix)]
mod whole_turns;
#[cfg(unix)]
mod words;
