//! Moves: the name of a game in the first line, a position or nothing in the second, and a move in each of the
//! others. Moves that are refused are skipped.

use cygnet::engine::referee::Referee;
use cygnet::games::{AnyGame, AnyMove};
use cygnet::model::{Game, MoveError, Position, Record};
use cygnet::records;

use super::{MAX_LISTED_MOVES, check_message, check_place, first_line, open};

/// The maximum number of lines to read as moves.
const MAX_LINES: usize = 60;

/// Checks that a move is accepted exactly if it is in the list of moves, and that the game can be recorded.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (name, rest) = first_line(text);
    let Some(game) = open(name) else { return };
    let (start, moves) = first_line(rest);
    let start = Some(start).filter(|start| !start.is_empty());
    let Ok(mut referee) = Referee::read(&game, start, [""; 0]) else { return };
    for line in moves.lines().take(MAX_LINES) {
        let answer = game.read_legal_move(referee.position(), line);
        check_answer(&game, &referee, line, &answer);
        if let Ok(mv) = answer {
            referee.play(mv).expect("a move that was accepted is legal");
        }
    }
    check_history(&game, &mut referee);
}

/// Checks the answer to a text: the move is in the list of moves, or the reason can be shown.
fn check_answer<R: std::error::Error>(
    game: &AnyGame,
    referee: &Referee<AnyGame>,
    line: &str,
    answer: &Result<AnyMove, MoveError<R>>,
) {
    let position = referee.position();
    match game.read_move(line) {
        Ok(mv) => {
            let written = mv.to_string();
            assert_eq!(game.read_move(&written), Ok(mv), "{line:?}: {written}");
            assert_eq!(position.check_move(mv).is_ok(), answer.is_ok(), "{line:?}");
            if position.terminal_outcome().is_none() && position.count_moves() <= MAX_LISTED_MOVES {
                assert_eq!(position.moves().contains(&mv), answer.is_ok(), "{line:?}");
            }
        }
        Err(error) => {
            assert!(answer.is_err(), "{line:?}");
            check_place(error.at, line);
        }
    }
    if let Err(error) = answer {
        check_message(&error.to_string());
    }
}

/// Checks that the game is the same after undo and redo, and that its record is valid and replays it.
fn check_history(game: &AnyGame, referee: &mut Referee<AnyGame>) {
    let (last, plies) = (referee.position().clone(), referee.history().plies());
    let ending = referee.ending();
    referee.undo(usize::MAX);
    let start = referee.position().to_string();
    referee.redo(usize::MAX);
    assert_eq!((referee.position(), referee.history().plies()), (&last, plies));
    assert_eq!(referee.ending(), ending);
    let mut head = Record::new(game.name()).with_seats(["easy", "hard"]);
    head.start = Some(start);
    let text = referee.record(&head).to_string();
    let record = text.parse::<Record>().unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(record.to_string(), text);
    record.replay().unwrap_or_else(|error| panic!("{error}: {text}"));
    let lines = records::to_input_lines(&record).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(lines.len() >= plies, "{text}: {lines:?}");
}
