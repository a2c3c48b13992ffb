//! Proven moves near the start of Ugly Duck on 5x5, from `book.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::CLASSIC;
use super::super::board::{FiveByFive, Geometry};
use super::super::moves::Move;
use super::super::position::UglyDuckPosition;
use super::super::size::Cell;
use crate::model::{Game as _, Player, Position as _};

/// One line per position: the position as text (which contains a space), a space, the move.
const TEXT: &str = include_str!("book.txt");

/// One line per position after a first move, up to reflection: the position as text and its answers. Those that lose
/// have the move that wins against them after a colon, as `cygnet solve` found it.
const ANSWERS: &str = include_str!("answers.txt");

/// Proven results of positions.
#[derive(Debug, Default)]
pub struct OpeningBook {
    /// Positions, each with a move that keeps the win of the player to move. Together they win the game.
    pub(super) pages: HashMap<UglyDuckPosition<FiveByFive>, Move>,
    /// The positions after two turns, each with a move that wins; `None` if every move loses.
    answers: HashMap<UglyDuckPosition<FiveByFive>, Option<Move>>,
}

impl OpeningBook {
    /// Returns the book of the classic game, reading it on first use.
    pub fn classic() -> &'static OpeningBook {
        static BOOK: LazyLock<OpeningBook> = LazyLock::new(|| OpeningBook::read(TEXT, ANSWERS));
        &BOOK
    }

    /// Reads a book. Invalid lines are skipped.
    fn read(pages: &str, answers: &str) -> OpeningBook {
        let mut book = OpeningBook::default();
        for (position, mv) in pages.lines().filter_map(read_page) {
            book.pages.extend([(position, mv), (position.mirrored(), mirrored(mv))]);
        }
        for (position, mv) in answers.lines().flat_map(read_answers) {
            book.answers.extend([(position, mv), (position.mirrored(), mv.map(mirrored))]);
        }
        book
    }

    /// Returns the book move for a position. Only 5x5 has a book.
    pub fn find<G: Geometry>(&self, position: &UglyDuckPosition<G>) -> Option<Move> {
        self.pages.get(&on_5x5(position)?).copied()
    }

    /// Returns the winner of a position after two turns on 5x5, and their winning move if they are to move.
    pub fn after_two_turns<G: Geometry>(
        &self,
        position: &UglyDuckPosition<G>,
    ) -> Option<(Player, Option<Move>)> {
        let win = *self.answers.get(&on_5x5(position)?)?;
        let mover = position.to_move();
        Some((if win.is_some() { mover } else { mover.opponent() }, win))
    }
}

/// Returns the move in the mirror image of the board.
fn mirrored(mv: Move) -> Move {
    let [from, to] = [mv.from, mv.to].map(|cell| Cell { column: 4_u8.saturating_sub(cell.column), ..cell });
    Move { from, to }
}

fn read_page(line: &str) -> Option<(UglyDuckPosition<FiveByFive>, Move)> {
    let (position, mv) = line.rsplit_once(' ')?;
    Some((CLASSIC.read_position(position).ok()?, CLASSIC.read_move(mv).ok()?))
}

/// Reads the positions after the answers of a line.
fn read_answers(line: &str) -> Vec<(UglyDuckPosition<FiveByFive>, Option<Move>)> {
    let [board, player, answers @ ..] = &*line.split(' ').collect::<Vec<_>>() else { return Vec::new() };
    let Ok(position) = CLASSIC.read_position(&format!("{board} {player}")) else { return Vec::new() };
    let read = |answer: &&str| {
        let (answer, win) = answer.split_once(':').unwrap_or((answer, ""));
        let after = position.play(CLASSIC.read_move(answer).ok()?).ok()?;
        Some((after, CLASSIC.read_move(win).ok()))
    };
    answers.iter().filter_map(read).collect()
}

/// Returns a position on 5x5 in the geometry of the book; `None` on another board.
fn on_5x5<G: Geometry>(position: &UglyDuckPosition<G>) -> Option<UglyDuckPosition<FiveByFive>> {
    position.to_string().parse().ok()
}
