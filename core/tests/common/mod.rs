//! Shared by several tests: every variant of every game, and random games.
#![allow(dead_code, reason = "each test uses only some of it")]

mod samples;

use std::ops::ControlFlow;
use std::thread;

use cygnet_core::games::{self, AnyGame, FAMILIES};
use cygnet_core::model::{Game, GameRng, Mv, Position};

pub use samples::{is_sampled, samples};

/// The maximum number of moves to list in a position.
pub const MAX_LISTED_MOVES: usize = 5_000;

fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|family| family.examples.iter().copied())
}

/// Iterates over every variant of every game.
pub fn every_kind() -> impl Iterator<Item = AnyGame> {
    names().map(|name| games::open(name).unwrap())
}

/// Runs `test` with every variant of every game in parallel.
pub fn with_every_kind(test: impl Fn(&AnyGame) + Sync) {
    let test = &test;
    thread::scope(|scope| {
        for game in every_kind() {
            scope.spawn(move || test(&game));
        }
    });
}

/// Reads a position that must be valid.
pub fn read<G: Game>(game: &G, text: &str) -> G::Position {
    game.read_position(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", game.name()))
}

/// Returns the position after this move, if it is legal.
pub fn play<G: Game>(game: &G, position: &G::Position, text: &str) -> Option<G::Position> {
    game.read_legal_move(position, text).ok().map(|mv| position.after(mv))
}

/// Returns the position after these moves from the start, which must all be legal.
pub fn play_all<G: Game>(game: &G, moves: &[String]) -> G::Position {
    moves.iter().fold(game.start(), |position, mv| play(game, &position, mv).unwrap())
}

/// Returns the legal moves, up to [`MAX_LISTED_MOVES`].
pub fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    if position.terminal_outcome().is_none() {
        let _ = position.visit_moves(|mv| {
            moves.push(mv);
            if moves.len() < MAX_LISTED_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    moves
}

/// Returns the legal moves and the positions after them as text, up to [`MAX_LISTED_MOVES`].
pub fn legal<G: Game>(_game: &G, position: &G::Position) -> Vec<(String, String)> {
    let texts = |mv: Mv<G>| (mv.to_string(), position.after(mv).to_string());
    moves(position).into_iter().map(texts).collect()
}

/// Plays up to `turns` random moves, and passes each position and its legal moves to `see`. Returns the
/// moves.
pub fn random_game<G: Game>(
    game: &G,
    rng: &mut GameRng,
    turns: usize,
    mut see: impl FnMut(&G::Position, &[(String, String)]),
) -> Vec<String> {
    let mut position = game.start();
    let mut played = Vec::new();
    while played.len() < turns {
        let moves = legal(game, &position);
        see(&position, &moves);
        let Some((mv, _)) = rng.pick(&moves) else { break };
        played.push(mv.clone());
        position = play(game, &position, mv).unwrap();
    }
    see(&position, &legal(game, &position));
    played
}

/// Plays up to `turns` random moves from the start. Returns the moves and the final position.
pub fn random_moves<G: Game>(game: &G, rng: &mut GameRng, turns: usize) -> (Vec<String>, G::Position) {
    let mut position = game.start();
    let mut played = Vec::new();
    while played.len() < turns {
        let Some(mv) = rng.pick(&moves(&position)).copied() else { break };
        played.push(mv.to_string());
        position = position.after(mv);
    }
    (played, position)
}

/// Returns the seed in `CYGNET_SEED`, if there is one.
pub fn seed() -> Option<u64> {
    std::env::var("CYGNET_SEED").ok().map(|seed| seed.parse().unwrap())
}
