//! Tests of the encoding of every game.

use super::*;
use crate::games::{FAMILIES, open};

fn encoding(name: &str) -> (AnyGame, Encoding) {
    let game = open(name).unwrap();
    let encoding = Encoding::new(&game);
    (game, encoding)
}

/// Returns the names of the planes in which the cell has a bit.
fn planes_on(name: &str, position: &str, begun: &[usize], cell: &str) -> Vec<String> {
    let (game, encoding) = encoding(name);
    let bytes = encoding.planes(&game.read_position(position).unwrap(), begun).unwrap();
    let names = encoding.plane_names();
    let first = encoding.cell_number(cell).unwrap() * names.len();
    let is_set = |plane: &usize| bytes[(first + plane) / 8] & (0x80 >> ((first + plane) % 8)) != 0;
    (0..names.len()).filter(is_set).map(|plane| names[plane].clone()).collect()
}

#[test]
fn planes_say_what_is_on_a_cell() {
    let on = |name, position, cell| planes_on(name, position, &[], cell);
    assert_eq!(on("uglyduck", "5/S4/5/5/d4 2", "b1"), ["swan of Player 1", "Player 2 to move"]);
    assert_eq!(on("uglyduck-xl:3x3", "D2/3/2s 1", "c3"), ["swan of Player 2"]);
    let dragons = "#7#/9/9/9/*2b*3*/1Ab6/9/3D5/#4ee1# w";
    assert_eq!(on("three-dragons", dragons, "d8"), ["piece of white, level 4"]);
    assert_eq!(on("three-dragons", dragons, "a1"), ["mountain"]);
    assert_eq!(on("three-dragons", dragons, "a5"), ["cave"]);
    let qawale = "-,-,-,-/-,tdl,-,-/-,-,-,-/-,-,-,- d 1";
    assert_eq!(
        on("qawale", qawale, "b2"),
        ["tan, 1 from the bottom", "dark, 2 from the bottom", "light, 3 from the bottom"]
    );
}

#[test]
fn planes_show_a_move_in_progress() {
    let on = |begun: &[usize], cell| planes_on("qawale", "-,-,-,-/-,td,-,-/-,-,-,-/-,-,-,- l 1", begun, cell);
    let to_move = "light to move";
    // The piece of light is on top, and the hand leaves its bottom piece on the next cell.
    assert_eq!(on(&[5, 9], "b2"), ["previous cell of the move", to_move]);
    assert_eq!(
        on(&[5, 9], "c2"),
        [
            "tan, 1 from the bottom",
            "in hand: dark, 1 from the bottom",
            "in hand: light, 2 from the bottom",
            to_move
        ]
    );
}

#[test]
fn every_plane_and_cell_has_its_own_name() {
    for name in FAMILIES.iter().flat_map(|family| family.examples) {
        let (_, encoding) = encoding(name);
        let [letters, numbers, planes] = encoding.shape();
        for (mut names, count) in
            [(encoding.plane_names(), planes), (encoding.cell_names(), letters * numbers)]
        {
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{name}");
        }
    }
}

#[test]
fn actions_outside_the_board_are_illegal() {
    let (game, encoding) = encoding("qawale");
    assert_eq!(encoding.effect(&game.start(), &[], 16), None);
    assert_eq!(encoding.effect(&game.start(), &[99], 0), None);
    assert_eq!(encoding.planes(&game.start(), &[99]), None);
}
