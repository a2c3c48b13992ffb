//! Tests of the rulebook on sample boards, and random games.

mod capturing;
mod caves;
mod levels;
mod moving;
mod options;
mod random;
mod texts;

use super::ThreeDragons;
use super::board::{CAVE_SQUARES, Direction, Square};
use super::moves::{CaptureChoice, Move, Refusal};
use super::position::{Content, Piece, ThreeDragonsPosition};
use crate::model::{Game as _, GameRng, MoveError, Outcome, Player, Position as _};

const GAME: ThreeDragons = ThreeDragons::Full;

fn read(text: &str) -> ThreeDragonsPosition {
    GAME.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays a move that must be legal and generated, and returns the position after it as text.
fn play(position: &str, mv: &str) -> String {
    let position = read(position);
    let mv = GAME.read_legal_move(&position, mv).unwrap_or_else(|error| panic!("{mv}: {error:?}"));
    assert!(position.moves().contains(&mv));
    position.after(mv).to_string()
}

/// Plays the turn of each row, of the form `POSITION TURN -> POSITION`.
fn check_turns(rows: &[&str]) {
    for row in rows {
        let (before, after) = row.split_once(" -> ").unwrap();
        let (position, mv) = before.rsplit_once(' ').unwrap();
        assert_eq!(play(position, mv), after, "{row}");
    }
}

fn refusal(position: &str, mv: &str) -> Refusal {
    let position = read(position);
    match GAME.read_legal_move(&position, mv) {
        Err(MoveError::Illegal(refusal)) => {
            assert!(!position.moves().contains(&GAME.read_move(mv).unwrap()));
            refusal
        }
        other => panic!("{mv}: {other:?}"),
    }
}

/// Returns the generated moves of one piece to one square as text.
fn ways(position: &str, from_to: &str) -> Vec<String> {
    let texts = read(position).moves().into_iter().map(|mv| mv.to_string());
    texts.filter(|text| text.starts_with(from_to)).collect()
}

#[test]
fn the_start_matches_the_rulebook() {
    let text = "#cbbbbbc#/4d4/9/9/*3*3*/9/9/4D4/#CBBBBBC# w";
    assert_eq!(GAME.start().to_string(), text);
    assert_eq!(read(text), GAME.start());
}
