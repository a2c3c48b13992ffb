//! The list of games.

pub mod ugly_duck;
