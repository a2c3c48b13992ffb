//! cygnet, the console home of five abstract board games.
pub mod engine;
pub mod games;
pub mod model;
