//! The options: positions and moves are compared with a plain generator on a grid of letters, which shares no
//! code with the game.

use std::collections::BTreeMap;

use super::*;
use crate::samples::samples;

/// A board as text, from row 1, and whose turn it is.
type Grid = ([[char; 9]; 9], char);

/// Reads a position in canonical notation.
fn grid(text: &str) -> Grid {
    let (board, side) = text.split_once(' ').unwrap();
    let mut grid = [['.'; 9]; 9];
    for (row, line) in board.split('/').enumerate() {
        let mut column = 0;
        for letter in line.chars() {
            match letter.to_digit(10) {
                Some(count) => column += count as usize,
                None => {
                    grid[row][column] = letter;
                    column += 1;
                }
            }
        }
    }
    (grid, side.chars().next().unwrap())
}

const STEPS: [(char, i32, i32); 4] = [('u', -1, 0), ('d', 1, 0), ('l', 0, -1), ('r', 0, 1)];
/// The caves, with the letters of their dragons.
const CAVES: [(usize, usize, char); 3] = [(4, 0, 'C'), (4, 4, 'E'), (4, 8, 'C')];

fn at(grid: &Grid, (row, column): (i32, i32)) -> char {
    let inside = (0..9).contains(&row) && (0..9).contains(&column);
    if inside { grid.0[row as usize][column as usize] } else { ' ' }
}

fn put(grid: &mut Grid, (row, column): (i32, i32), letter: char) {
    let is_cave = CAVES.iter().any(|cave| (cave.0 as i32, cave.1 as i32) == (row, column));
    grid.0[row as usize][column as usize] = if letter == '.' && is_cave { 'o' } else { letter };
}

fn is_own(side: char, letter: char) -> bool {
    letter.is_ascii_alphabetic() && letter != 'o' && letter.is_ascii_uppercase() == (side == 'w')
}

/// Returns the text of every legal move with the board after it.
fn plain_moves(grid: &Grid, game: ThreeDragons) -> BTreeMap<String, Grid> {
    let mut found = BTreeMap::new();
    for (row, column) in (0..9).flat_map(|row| (0..9).map(move |column| (row, column))) {
        let piece = at(grid, (row, column));
        if !is_own(grid.1, piece) {
            continue;
        }
        for (_, down, right) in STEPS {
            let mut to = (row + down, column + right);
            while at(grid, to) == '.' {
                let mut moved = *grid;
                put(&mut moved, (row, column), '.');
                put(&mut moved, to, piece);
                let name =
                    |(row, column): (i32, i32)| format!("{}{}", (b'a' + column as u8) as char, row + 1);
                for (choice, mut after) in captures(&moved, to, game) {
                    wake(&mut after, game);
                    after.1 = if grid.1 == 'w' { 'b' } else { 'w' };
                    found.insert(format!("{}{}{choice}", name((row, column)), name(to)), after);
                }
                to = (to.0 + down, to.1 + right);
            }
        }
    }
    found
}

/// Returns each way to capture around the piece that has arrived on `to`, with the board after it.
fn captures(moved: &Grid, to: (i32, i32), game: ThreeDragons) -> Vec<(String, Grid)> {
    let (side, piece) = (moved.1, at(moved, to));
    let enemy = if side == 'w' { 'b' } else { 'w' };
    let mut custodial = *moved;
    let mut strength = Vec::new();
    for (letter, down, right) in STEPS {
        let near = (to.0 + down, to.1 + right);
        let (target, beyond) = (at(moved, near), at(moved, (near.0 + down, near.1 + right)));
        if !is_own(enemy, target) {
            continue;
        }
        if is_own(side, beyond) || ['#', '*', 'o'].contains(&beyond) {
            put(&mut custodial, near, '.');
        } else if game != ThreeDragons::Custodial && target.to_ascii_lowercase() < piece.to_ascii_lowercase()
        {
            let mut taken = *moved;
            put(&mut taken, near, '.');
            put(&mut taken, to, (piece as u8 - 1) as char);
            strength.push((format!("*{letter}"), taken));
        }
    }
    match (custodial != *moved, strength.len()) {
        (true, _) => [(String::new(), custodial)].into_iter().chain(strength).collect(),
        (false, 0) => vec![(String::new(), *moved)],
        (false, 1) => vec![(String::new(), strength[0].1)],
        (false, _) => strength,
    }
}

/// Wakes the dragons of the side that has moved.
fn wake(grid: &mut Grid, game: ThreeDragons) {
    for (row, column, dragon) in CAVES {
        let square = (row as i32, column as i32);
        let around = STEPS.map(|(_, down, right)| at(grid, (square.0 + down, square.1 + right)));
        let is_surrounded = around.into_iter().all(|letter| letter == ' ' || is_own(grid.1, letter));
        if game == ThreeDragons::Full && at(grid, square) == '*' && is_surrounded {
            let letter = if grid.1 == 'w' { dragon } else { dragon.to_ascii_lowercase() };
            put(grid, square, letter);
        }
    }
}

#[test]
fn every_option_agrees_with_a_plain_generator() {
    for game in ThreeDragons::ALL {
        let mut seen = (0, 0);
        for seed in 0..samples(1) as u64 {
            let mut rng = GameRng::from_seed(seed);
            let mut position = game.start();
            while position.outcome().is_none() && seen.0 < 1_000 * (1 + seed) {
                let moves = position.moves();
                let with_results =
                    moves.iter().map(|mv| (mv.to_string(), grid(&position.after(*mv).to_string())));
                let text = position.to_string();
                assert_eq!(
                    with_results.collect::<BTreeMap<_, _>>(),
                    plain_moves(&grid(&text), game),
                    "{text}"
                );
                let mv = *rng.pick(&moves).unwrap();
                seen.1 += u32::from(position.taken(mv).1);
                position = position.after(mv);
                seen.0 += 1;
            }
        }
        assert_eq!(seen.1 > 0, game.has_strength_captures(), "{game:?}: {seen:?}");
    }
}

#[test]
fn without_dragons_caves_never_wake() {
    let game = ThreeDragons::Strength;
    let position = game.read_position("#7#/9/9/A8/*A2*3*/9/9/A8/#4ee1# w").unwrap();
    let after = position.after(game.read_legal_move(&position, "a8a6").unwrap());
    assert_eq!(after.to_string(), "#7#/9/9/A8/oA2o3o/A8/9/9/#4ee1# b");
    let error = game.read_position("#7#/9/9/9/C3*3*/9/9/A8/#4ee1# w").unwrap_err();
    assert!(error.to_string().contains("A5 is a cave, and this game has no dragons"), "{error}");
    let nine = "#AAAAAAA#/AA7/9/9/*3*3*/9/9/9/#4ee1# w";
    assert!(game.read_position(nine).is_err() && GAME.read_position(nine).is_err());
}

#[test]
fn without_strength_captures_a_weaker_neighbour_stays() {
    let game = ThreeDragons::Custodial;
    let position = game.read_position("#7#/9/9/9/*2b*3*/9/9/3D5/#A3ee1# w").unwrap();
    let after = position.after(game.read_legal_move(&position, "d8d6").unwrap());
    assert_eq!(after.to_string(), "#7#/9/9/9/o2bo3o/3D5/9/9/#A3ee1# b");
    let refused = game.read_legal_move(&position, "d8d6*u").unwrap_err();
    assert!(matches!(refused, MoveError::Illegal(Refusal::NoStrengthCaptures)), "{refused:?}");
}
