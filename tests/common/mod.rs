//! What several tests share: what the tests of the games share, tables, terminals.
#![allow(dead_code, unused_imports, reason = "each test uses a part")]

#[path = "../../core/tests/common/mod.rs"]
mod games;
pub mod table;
#[cfg(unix)]
pub mod terminal;

pub use games::*;

/// The game on the classic board.
pub fn classic() -> cygnet::games::AnyGame {
    cygnet::games::open("uglyduck").unwrap()
}
