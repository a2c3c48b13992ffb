//! Computer players: bots of the engine and external programs.

pub mod external;
pub mod names;
pub mod seats;
