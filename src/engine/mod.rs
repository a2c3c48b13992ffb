//! Everything that counts, chooses or proves, generic over the games: perft, bots, search.

pub mod perft;
