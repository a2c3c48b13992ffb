//! From the name of a seat to its player: bots of the engine, and other programs.

pub mod external;
pub mod seats;
