//! Helpers shared by several tests: games, consoles and terminals.
#![allow(dead_code, unused_imports, reason = "each test uses a part")]

#[path = "../../core/tests/common/mod.rs"]
mod games;
mod patience;
pub mod table;
#[cfg(unix)]
pub mod terminal;

pub use games::*;
pub use patience::PATIENCE;

/// Opens Ugly Duck on the classic board.
pub fn classic() -> cygnet::games::AnyGame {
    cygnet::games::open("uglyduck").unwrap()
}
