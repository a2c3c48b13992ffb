//! The commands that are not a game at the console.

pub mod analyze;
pub mod answer;
pub mod arena;
pub mod bench;
pub mod draw;
pub mod explore;
pub mod form;
pub mod history;
pub mod proof;
pub mod puzzles;
pub mod rating;
pub mod records;
pub mod replay;
pub mod report;
pub mod rpc;
pub mod solve;
pub mod table;
pub mod ugi;
