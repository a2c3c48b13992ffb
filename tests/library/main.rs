//! What the library promises, with and without the program: the laws of every game, figures, searches and proofs, the layers, the
//! dependencies. Nothing here starts another program.

#[path = "../common/mod.rs"]
mod common;
mod dependencies;
mod laws;
mod layers;
mod levels;
mod minimax;
mod network;
mod perfect;
mod perft;
mod search;
mod solver;
