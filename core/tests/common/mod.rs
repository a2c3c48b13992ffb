//! What several tests share: every kind of every game, and random games.
#![allow(dead_code, reason = "each test uses a part")]

use std::ops::ControlFlow;
use std::thread;

use cygnet_core::games::{self, AnyGame, FAMILIES};
use cygnet_core::model::{Game, GameRng, Position};

/// The most moves of a position that are listed.
pub const MAX_LISTED_MOVES: usize = 5_000;

fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|family| family.examples.iter().copied())
}

/// Every kind of every game on the list.
pub fn every_kind() -> impl Iterator<Item = AnyGame> {
    names().map(|name| games::open(name).unwrap())
}

/// Runs `test` with every kind of every game, at the same time.
pub fn with_every_kind(test: impl Fn(&AnyGame) + Sync) {
    let test = &test;
    thread::scope(|scope| {
        for game in every_kind() {
            scope.spawn(move || test(&game));
        }
    });
}

/// The position that `text` describes.
pub fn read<G: Game>(game: &G, text: &str) -> G::Position {
    game.read_position(text).unwrap_or_else(|error| panic!("{}: {text}: {error}", game.name()))
}

/// The position after the move with this text, if that is legal.
pub fn play<G: Game>(game: &G, position: &G::Position, text: &str) -> Option<G::Position> {
    game.read_legal_move(position, text).ok().map(|mv| position.after(mv))
}

/// The position after these moves from the start, all of which are legal.
pub fn play_all<G: Game>(game: &G, moves: &[String]) -> G::Position {
    moves.iter().fold(game.start(), |position, mv| play(game, &position, mv).unwrap())
}

/// The legal moves; of very many, the first.
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

/// The legal moves with the texts of the positions after them; of very many, the first.
pub fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<(String, String)> {
    let texts = |mv| (game.write_move(mv), game.write_position(&position.after(mv)));
    moves(position).into_iter().map(texts).collect()
}

/// Plays random moves, at most `turns`, and shows each position and its legal moves to `see`; returns the moves.
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

/// Random moves from the start, at most `turns`, and the position they lead to.
pub fn random_moves<G: Game>(game: &G, rng: &mut GameRng, turns: usize) -> (Vec<String>, G::Position) {
    let mut position = game.start();
    let mut played = Vec::new();
    while played.len() < turns {
        let Some(mv) = rng.pick(&moves(&position)).copied() else { break };
        played.push(game.write_move(mv));
        position = position.after(mv);
    }
    (played, position)
}

/// A number from the environment, to make a test longer than in the usual suite.
pub fn amount(variable: &str, usual: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
