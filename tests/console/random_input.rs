//! Random input at every prompt: no panic, no hang, no control characters in the output, constant memory.

use std::io::{self, Read, Write};

use cygnet::console::BoardStyle;
use cygnet::games::AnyGame;
use cygnet::model::GameRng;

use crate::common::table::{console, play_at, typed};
use crate::common::{every_kind, random_game, samples};

/// Words that are valid at some prompt.
const WORDS: [&str; 40] = [
    "a1",
    "b2",
    "c3",
    "h8",
    "e5",
    "1",
    "2",
    "3",
    "9",
    "0",
    "q",
    "w",
    "e",
    "a",
    "s",
    "d",
    "step",
    "jump.",
    "transform",
    "4-5",
    "b9",
    "9b",
    "custodial",
    "strength",
    "u",
    "l",
    "wrong",
    ":help",
    ":undo",
    ":redo",
    ":moves",
    ":new",
    ":position",
    ":board words",
    ":board classic",
    ":save /dev/null",
    ":load /etc/passwd",
    ":hepl",
    "",
    "h/c-2",
];

/// A stream of lines: words, typed moves of a random game, random bytes.
struct RandomInput {
    rng: GameRng,
    moves: Vec<String>,
    lines_left: usize,
    pending: Vec<u8>,
}

impl RandomInput {
    fn new(game: &AnyGame, lines: usize, seed: u64) -> Self {
        let mut rng = GameRng::from_seed(seed);
        let played = random_game(game, &mut rng, 60, |_, _| {});
        let mut moves = typed(game, &played);
        moves.dedup();
        RandomInput { rng, moves, lines_left: lines, pending: Vec::new() }
    }

    fn line(&mut self) -> Vec<u8> {
        match self.rng.below(4) {
            0 => self.rng.pick(&WORDS).unwrap().as_bytes().to_vec(),
            1 | 2 => self.rng.pick(&self.moves).unwrap().clone().into_bytes(),
            _ => (0..self.rng.below(12))
                .map(|_| self.rng.next_u64() as u8)
                .filter(|byte| *byte != b'\n')
                .collect(),
        }
    }
}

impl Read for RandomInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.pending.len() < buffer.len() && self.lines_left > 0 {
            self.lines_left -= 1;
            let line = self.line();
            self.pending.extend(line);
            self.pending.push(b'\n');
        }
        let length = buffer.len().min(self.pending.len());
        buffer[..length].copy_from_slice(&self.pending[..length]);
        self.pending.drain(..length);
        Ok(length)
    }
}

/// Output that discards everything, but checks that there are no control characters.
struct CheckedOutput;

impl Write for CheckedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let raw = bytes.iter().find(|byte| byte.is_ascii_control() && **byte != b'\n');
        assert_eq!(raw, None, "{}", String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn random_input_at_every_prompt() {
    let lines = samples(600);
    for (seed, game) in every_kind().enumerate() {
        let mut left = lines;
        // A game can end early, so play many games of a limited number of lines.
        while left > 0 {
            let part = left.min(20_000);
            left -= part;
            let input = RandomInput::new(&game, part, (seed + left) as u64);
            play_at(&game, &mut console(input, CheckedOutput, BoardStyle::Compact));
        }
    }
}
