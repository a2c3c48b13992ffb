//! Bots, searches, solvers and perft, generic over the games. Nothing here prints.

mod bot_catalog;
mod bot_names;
pub mod bots;
pub mod certificate;
mod engine_game;
pub mod expert;
pub mod level;
pub mod minimax;
pub mod network;
pub mod perft;
pub mod puzzle;
pub mod reasons;
pub mod referee;
pub mod resources;
pub mod results;
pub mod rollout;
pub mod score;
pub mod search;
pub mod solver;
pub mod time_control;
