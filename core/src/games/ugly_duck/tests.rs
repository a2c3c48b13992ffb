//! The rules on sample boards, and random games. (The perft figures are in `tests/perft/`.)

mod numbers;

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::*;
use crate::games::bits::Bits;
use crate::model::{Evaluate, Game, GameRng, Outcome, Player, Position as _, SCORE_LIMIT};

/// Runs `$body` with `$game` bound to the game of this board size.
macro_rules! with_game {
    ($size:expr, $game:ident => $body:expr) => {
        match game_for_size($size.parse().unwrap()).0 {
            ConcreteGame::UglyDuckFiveByFive($game) => $body,
            ConcreteGame::UglyDuckSmall($game) => $body,
            ConcreteGame::UglyDuckMedium($game) => $body,
            ConcreteGame::UglyDuckLarge($game) => $body,
            other => panic!("{other:?}"),
        }
    };
}

fn moves_of(text: &str) -> Vec<String> {
    let position = CLASSIC.read_position(text).unwrap();
    position.moves().into_iter().map(|mv| mv.to_string()).collect()
}

fn played(text: &str, mv: &str) -> String {
    let position = CLASSIC.read_position(text).unwrap();
    let mv = CLASSIC.read_legal_move(&position, mv).unwrap();
    position.after(mv).to_string()
}

fn refusal(text: &str, mv: &str) -> Refusal {
    let position = CLASSIC.read_position(text).unwrap();
    let mv = CLASSIC.read_move(mv).unwrap();
    position.check_move(mv).unwrap_err()
}

#[test]
fn pieces_move_and_capture_as_the_rules_say() {
    for (text, moves) in [
        // A duck moves forward and captures diagonally.
        ("2D2/2d2/5/5/d4 1", &["a3b2", "a3b4"][..]),
        ("2D2/1d1d1/5/5/5 1", &["a3b2", "a3b3", "a3b4"]),
        ("5/5/2D2/5/2d2 2", &["e3d2", "e3d3", "e3d4"]),
        // A swan moves backward and captures diagonally.
        ("5/5/1d1d1/2S2/5 1", &["d3c2", "d3c3", "d3c4"]),
        ("5/5/2d2/2S2/5 1", &["d3c2", "d3c4"]),
        ("5/2s2/5/5/D4 2", &["b3c2", "b3c3", "b3c4"]),
        // The sides of the board do not wrap.
        ("D4/5/5/5/d4 1", &["a1b1", "a1b2"]),
        ("4D/5/5/5/d4 1", &["a5b4", "a5b5"]),
        ("5/5/S3S/5/d4 1", &["c1b1", "c1b2", "c5b4", "c5b5"]),
        // A duck placed on the far row cannot move.
        ("5/d4/5/5/2D2 1", &[]),
    ] {
        assert_eq!(moves_of(text), moves, "{text}");
    }
    assert_eq!(played("2D2/1d1d1/5/5/5 1", "a3b2"), "5/1D1d1/5/5/5 2");
}

#[test]
fn a_duck_on_the_far_row_is_a_swan_at_once() {
    assert_eq!(played("5/5/5/2D2/d4 1", "d3e3"), "5/5/5/5/d1S2 2");
    assert_eq!(played("5/5/5/1D3/d3d 1", "d2e1"), "5/5/5/5/S3d 2");
    assert_eq!(played("D4/4d/5/5/5 2", "b5a5"), "D3s/5/5/5/5 1");
}

#[test]
fn a_swan_at_home_or_the_capture_of_every_enemy_wins() {
    let [one, two] = Player::BOTH.map(|player| Some(Outcome::Win(player)));
    for (text, winner) in [
        ("2S2/5/5/5/d4 2", one),
        ("D4/5/5/5/2s2 1", two),
        ("2s2/5/5/5/2S2 1", None),
        ("5/2D2/5/5/5 2", one),
        ("5/2s2/5/5/5 1", two),
        // A duck on the far row is stuck.
        ("5/d4/5/5/2D2 1", two),
        ("2s2/5/5/5/D4 1", two),
        // If both have won, the last mover wins.
        ("S4/5/5/5/s4 1", two),
        ("S4/5/5/5/s4 2", one),
        ("5/5/5/5/5 1", two),
        ("5/5/5/5/5 2", one),
    ] {
        assert_eq!(CLASSIC.read_position(text).unwrap().outcome(), winner, "{text}");
    }
}

#[test]
fn a_player_without_a_move_loses() {
    // The swans' path home is blocked by enemies straight ahead and by their own duck diagonally. The duck is
    // blocked in the same way:
    //        1 2 3
    //     a  . . .
    //     b  d D d
    //     c  S d S
    with_game!("3x3", game => {
        let stuck = game.read_position("3/dDd/SdS 1").unwrap();
        assert_eq!((stuck.terminal_outcome(), stuck.has_moves()), (None, false));
        assert_eq!(stuck.outcome(), Some(Outcome::Win(Player::Two)));
        let other_side = game.read_position("3/dDd/SdS 2").unwrap();
        assert_eq!(other_side.outcome(), None);
    });
}

#[test]
fn a_refusal_says_why() {
    let start = "DDDDD/5/5/5/ddddd 1";
    assert_eq!(refusal(start, "f1b2"), Refusal::OutsideBoard);
    assert_eq!(refusal(start, "a6b5"), Refusal::OutsideBoard);
    assert_eq!(refusal(start, "a5b6"), Refusal::OutsideBoard);
    assert_eq!(refusal(start, "b1c1"), Refusal::EmptyCell);
    assert_eq!(refusal(start, "e1d1"), Refusal::EnemyPiece);
    assert_eq!(refusal(start, "a1c1"), Refusal::TooFar);
    assert_eq!(refusal(start, "a1b3"), Refusal::TooFar);
    assert_eq!(refusal(start, "a1a2"), Refusal::DuckMovesForward);
    assert_eq!(refusal(start, "a1a1"), Refusal::DuckMovesForward);
    assert_eq!(refusal("5/2D2/5/5/d4 1", "b3a3"), Refusal::DuckMovesForward);
    assert_eq!(refusal("5/2S2/5/5/d4 1", "b3c3"), Refusal::SwanMovesBackward);
    assert_eq!(refusal("D4/5/2s2/5/5 2", "c3b3"), Refusal::SwanMovesBackward);
    assert_eq!(refusal("D4/1D3/5/5/d4 1", "a1b2"), Refusal::OwnPieceInTheWay);
    assert_eq!(refusal("D4/d4/5/5/5 1", "a1b1"), Refusal::NoStraightCapture);
    assert_eq!(refusal("D3S/5/5/5/d4 1", "a1b1"), Refusal::GameOver);
    // The choice of a piece alone is refused for the same reasons.
    for (text, row, column, checked) in [
        (start, 0, 0, Ok(())),
        (start, 2, 2, Err(Refusal::EmptyCell)),
        (start, 4, 0, Err(Refusal::EnemyPiece)),
        (start, 5, 0, Err(Refusal::OutsideBoard)),
        (start, 0, 5, Err(Refusal::OutsideBoard)),
        (start, 255, 255, Err(Refusal::OutsideBoard)),
        ("S4/1D3/5/5/dd3 2", 4, 0, Err(Refusal::GameOver)),
    ] {
        let position = CLASSIC.read_position(text).unwrap();
        let cell = Cell { row, column };
        assert_eq!(check_valid_piece(&position, cell), checked, "row {row}, column {column} of {text}");
    }
}

/// Returns the moves that the validator accepts, in order. It tries all pairs of cells that are at most 5
/// rows and columns apart, including the nearest cells outside the board.
fn accepted_moves<B: Geometry>(position: &UglyDuckPosition<B>) -> Vec<Move> {
    let size = position.geometry().size();
    let near = |at: u8, end: usize| at.saturating_sub(5)..=(at + 5).min(end as u8);
    let mut moves = Vec::new();
    for (from_row, from_column) in grid(0..=size.height() as u8, 0..=size.width() as u8) {
        let from = Cell { row: from_row, column: from_column };
        for (row, column) in grid(near(from_row, size.height()), near(from_column, size.width())) {
            let mv = Move { from, to: Cell { row, column } };
            moves.extend(position.check_move(mv).is_ok().then_some(mv));
        }
    }
    moves
}

fn grid(rows: RangeInclusive<u8>, columns: RangeInclusive<u8>) -> impl Iterator<Item = (u8, u8)> {
    rows.flat_map(move |row| columns.clone().map(move |column| (row, column)))
}

/// Checks that the answers found without listing the moves agree with the list.
fn shortcuts_agree<B: Geometry>(position: &UglyDuckPosition<B>, moves: &[Move], rng: &mut GameRng) {
    assert_eq!(position.count_moves() as usize, moves.len());
    assert_eq!(position.has_moves(), !moves.is_empty());
    let next = moves.iter().map(|mv| position.after(*mv));
    let answers: u64 =
        next.filter(|next| next.terminal_outcome().is_none()).map(|next| next.count_moves()).sum();
    assert_eq!(position.count_two_plies(), answers);
    for (index, mv) in moves.iter().enumerate() {
        assert_eq!(position.nth_move(index), Some(*mv));
    }
    assert_eq!(position.nth_move(moves.len()), None);
    assert_eq!(position.random_move(&mut rng.clone()), rng.pick(moves).copied());
}

/// The results of positions by plain negamax: the winner, and the number of plies to the end.
pub(super) type PlainResults<G> = HashMap<UglyDuckPosition<G>, (Player, u32)>;

/// Returns the result of a position by plain negamax. The winner hurries and the loser delays.
pub(super) fn plain_result<G: Geometry>(
    position: &UglyDuckPosition<G>,
    known: &mut PlainResults<G>,
) -> (Player, u32) {
    if let Some(Outcome::Win(winner)) = position.outcome() {
        return (winner, 0);
    }
    if let Some(result) = known.get(position) {
        return *result;
    }
    let mover = position.to_move();
    let next: Vec<_> = position.moves().iter().map(|mv| plain_result(&position.after(*mv), known)).collect();
    let wins = next.iter().filter(|(winner, _)| *winner == mover).map(|(_, plies)| plies + 1).min();
    let losses = next.iter().map(|(_, plies)| plies + 1).max().unwrap();
    let result = wins.map_or((mover.opponent(), losses), |plies| (mover, plies));
    known.insert(*position, result);
    result
}

/// Plays one random game, checking invariants on each turn. Returns the number of turns.
fn random_game<B: Geometry>(game: &impl Game<Position = UglyDuckPosition<B>>, rng: &mut GameRng) -> usize {
    let mut position = game.start();
    let mut turns = 0;
    loop {
        let moves = position.moves();
        assert_eq!(moves, accepted_moves(&position));
        let text = position.to_string();
        assert_eq!(game.read_position(&text), Ok(position), "{text}");
        for mv in &moves {
            assert_eq!(game.read_move(&mv.to_string()), Ok(*mv));
        }
        if position.terminal_outcome().is_none() {
            shortcuts_agree(&position, &moves, rng);
        }
        let Some(mv) = rng.pick(&moves) else { break };
        let captured = u32::from(position.is_capture(*mv));
        let next = position.after(*mv);
        assert_eq!(next.theirs.count(), position.mine.count());
        assert_eq!(next.mine.count() + captured, position.theirs.count());
        assert!(!next.mine.meets(next.theirs));
        assert!((next.outbound & !(next.mine | next.theirs)).is_empty());
        for player in Player::BOTH {
            assert!(!next.ducks(player).meets(next.swans(player)));
            assert_eq!(next.ducks(player) | next.swans(player), next.pieces(player));
        }
        position = next;
        turns += 1;
    }
    assert!(position.outcome().is_some());
    turns
}

#[test]
fn invariants_hold_in_random_games() {
    let mut rng = GameRng::from_seed(1);
    for _ in 0..100 {
        random_game(&CLASSIC, &mut rng);
    }
    for size in ["3x3", "4x6", "6x4", "7x8", "20x3", "8x8", "3x22", "22x3"] {
        for _ in 0..4 {
            with_game!(size, game => random_game(&game, &mut rng));
        }
    }
}

#[test]
fn every_size_can_be_played_to_the_end() {
    let mut rng = GameRng::from_seed(2);
    for width in 3..=22 {
        for height in 3..=22 {
            let size = format!("{width}x{height}");
            let named = game_for_size(size.parse().unwrap());
            assert_eq!(board_size(&named).map(|size| size.to_string()), Some(size.clone()));
            with_game!(&size, game => {
                let mut position = game.start();
                while let Some(mv) = rng.pick(&position.moves()) {
                    position = position.after(*mv);
                }
                assert!(position.outcome().is_some());
            });
        }
    }
    let game = |size: &str| game_for_size(size.parse().unwrap()).0;
    assert!(matches!(game("7x8"), ConcreteGame::UglyDuckSmall(_)));
    assert!(matches!(game("8x8"), ConcreteGame::UglyDuckMedium(_)));
    assert!(matches!(game("11x11"), ConcreteGame::UglyDuckLarge(_)));
}

/// Puts pieces on random cells. Each player has a number of them in `pieces`, or fewer if cells coincide.
pub(super) fn random_arrangement<G: Geometry>(
    geometry: G,
    pieces: RangeInclusive<usize>,
    rng: &mut GameRng,
) -> UglyDuckPosition<G> {
    let mut position = UglyDuckPosition::empty(geometry, *rng.pick(&Player::BOTH).unwrap());
    let cells: Vec<Cell> = geometry.board().indices().map(|index| geometry.cell(index)).collect();
    for owner in Player::BOTH {
        for _ in 0..pieces.start() + rng.below(pieces.end() - pieces.start() + 1) {
            let cell = *rng.pick(&cells).unwrap();
            let kind = *rng.pick(&[Kind::Duck, Kind::Swan]).unwrap();
            if position.piece(cell).is_none() {
                position.put(cell, Piece { owner, kind });
            }
        }
    }
    position
}

fn arrangements_are_safe<B: Geometry>(game: &impl Game<Position = UglyDuckPosition<B>>) {
    let mut rng = GameRng::from_seed(3);
    let geometry = game.start().geometry();
    for _ in 0..80 {
        let position = random_arrangement(geometry, 0..=geometry.size().width(), &mut rng);
        assert_eq!(game.read_position(&position.to_string()), Ok(position));
        assert!(position.evaluate().abs() < SCORE_LIMIT);
        let moves = position.moves();
        assert_eq!(moves, accepted_moves(&position));
        if position.terminal_outcome().is_none() {
            shortcuts_agree(&position, &moves, &mut rng);
        }
        for mv in moves {
            let _ = position.after(mv).outcome();
        }
        let nowhere = Cell { row: 255, column: 255 };
        let _ = position.after_unchecked(Move { from: nowhere, to: nowhere }).outcome();
    }
}

/// Tests arrangements that cannot arise in play: nothing panics, and generator and validator still agree.
#[test]
fn any_arrangement_is_safe() {
    for size in ["3x3", "5x5", "4x6", "9x3", "22x22"] {
        with_game!(size, game => arrangements_are_safe(&game));
    }
}

#[test]
fn the_evaluation_is_plausible() {
    let handcrafted = |text: &str| CLASSIC.read_position(text).unwrap().evaluate_handcrafted();
    let learned = |text: &str| CLASSIC.read_position(text).unwrap().evaluate();
    for value in [&handcrafted as &dyn Fn(&str) -> i32, &learned] {
        assert_eq!(value("DDDDD/5/5/5/ddddd 1"), value("DDDDD/5/5/5/ddddd 2"));
        assert_eq!(value("D4/5/2D2/5/1d1s1 1"), value("1S1D1/5/2d2/5/4d 2"), "rotated");
        assert!(value("D4/5/5/5/dd3 1") < value("DD3/5/5/5/dd3 1"), "one more piece");
        assert!(value("D4/5/5/5/d4 1") < value("5/5/D4/5/d4 1"), "further advanced");
        assert!(value("5/5/D4/5/d4 1") < value("5/5/S4/5/d4 1"), "a swan");
    }
    // A network may not distinguish one win from another.
    assert!(handcrafted("5/5/5/S4/d4 1") < handcrafted("5/S4/5/5/d4 1"), "nearer home");
}
