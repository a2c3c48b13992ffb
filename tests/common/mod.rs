//! What several tests share: random games, and a console held in memory.
#![allow(dead_code, reason = "each test uses a part")]

use std::io::{self, Cursor, Read, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::thread;

use cygnet::console::standard::SystemClock;
use cygnet::console::{BoardStyle, Console, Input, Manner, Seating, Signals};
use cygnet::face::{AnyGame, AnyPosition};
use cygnet::games::{self, FAMILIES};
use cygnet::model::Chance;
use cygnet::play::{Files, Plan};

/// The most moves of a position that are listed.
pub const MOST_LISTED: usize = 5_000;

/// Every kind of every game on the list.
pub fn every_kind() -> impl Iterator<Item = Box<dyn AnyGame>> {
    let names = FAMILIES.iter().flat_map(|family| family.examples.iter().copied());
    names.map(|name| games::open(name).unwrap())
}

/// Runs `test` with every kind of every game, at the same time.
pub fn with_every_kind(test: impl Fn(&dyn AnyGame) + Sync) {
    let test = &test;
    thread::scope(|scope| {
        for name in FAMILIES.iter().flat_map(|family| family.examples.iter().copied()) {
            scope.spawn(move || test(games::open(name).unwrap().as_ref()));
        }
    });
}

/// The legal moves with the texts of the positions after them; of very many, the first.
pub fn legal(position: &dyn AnyPosition) -> Vec<(String, String)> {
    let mut moves = Vec::new();
    position.visit_moves(&mut |mv, after| {
        moves.push((mv.to_owned(), after()));
        if moves.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    moves
}

/// Plays random moves, at most `turns`, and shows each position and its legal moves to `see`; returns the moves.
pub fn random_game(
    game: &dyn AnyGame,
    chance: &mut Chance,
    turns: usize,
    mut see: impl FnMut(&dyn AnyPosition, &[(String, String)]),
) -> Vec<String> {
    let mut position = game.position(None).unwrap();
    let mut played = Vec::new();
    while played.len() < turns {
        let moves = legal(position.as_ref());
        see(position.as_ref(), &moves);
        let Some((mv, _)) = chance.pick(&moves) else { break };
        played.push(mv.clone());
        position = position.play(mv).unwrap();
    }
    see(position.as_ref(), &legal(position.as_ref()));
    played
}

/// Random moves from the start, at most `turns`, and the position they lead to.
pub fn random_moves(
    game: &dyn AnyGame,
    chance: &mut Chance,
    turns: usize,
) -> (Vec<String>, Box<dyn AnyPosition>) {
    let mut position = game.position(None).unwrap();
    let mut played = Vec::new();
    while played.len() < turns {
        let mut moves = Vec::new();
        position.visit_moves(&mut |mv, _| {
            moves.push(mv.to_owned());
            if moves.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let Some(mv) = chance.pick(&moves).cloned() else { break };
        position = position.play(&mv).unwrap();
        played.push(mv);
    }
    (played, position)
}

/// Output that a test can look at.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    /// What has been written so far.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A console that reads `input` and writes to `output`, with the board in this style.
pub fn console(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    board: BoardStyle,
) -> Console {
    let manner = Manner { board, ..Manner::PIPED };
    let clock = Arc::new(SystemClock::new());
    Console::new(Input::new(io::BufReader::new(input)), Box::new(output), manner, Signals::default(), clock)
}

/// What the console prints when two people at a table of `game` type `lines`.
pub fn printed(game: &dyn AnyGame, lines: &[String], board: BoardStyle) -> String {
    let output = Shared::default();
    let mut console = console(Cursor::new(lines.join("\n") + "\n"), output.clone(), board);
    let plan = Plan::new(Seating::new(None, None), 1);
    let _ = game.play(&plan, &mut console, &mut Files::forbidden());
    drop(console);
    output.text()
}

/// A number from the environment, to make a test longer than in the usual suite.
pub fn amount(variable: &str, usual: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
