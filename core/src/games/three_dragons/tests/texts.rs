//! Positions and turns as text.

use super::*;

fn error(text: &str) -> String {
    GAME.read_position(text).unwrap_err().to_string()
}

#[test]
fn invalid_positions_are_explained() {
    let cases = [
        ("", "character 1: the text is empty"),
        ("#7#/9/9/9/*3*3*/9/9/9/#7#", "character 26: the side to move is missing, expected w or b"),
        ("#7#/9/9/9/*3*3*/9/9/9/#7# x", "character 27: unknown side to move \"x\", expected w or b"),
        ("#7#/9/9/9/*3*3*/9/9/9/#7# w w", "character 29: unexpected text after the end: \"w\""),
        ("#7#/9/9/9/*3*3*/9/9/#7# w", "character 24: expected 9 rows, found 8"),
        ("#7#/9/9/8/*3*3*/9/9/9/#7# w", "character 9: row 4 has 8 cells instead of 9"),
        ("#7#/9/9/3F5/*3*3*/9/9/9/#7# w", "character 10: unknown letter 'F'"),
        ("#7#/9/9/3#5/*3*3*/9/9/9/#7# w", "character 10: D4 cannot be a mountain"),
        ("#7#/9/9/3*5/*3*3*/9/9/9/#7# w", "character 10: D4 cannot be a cave"),
        ("#7#/9/9/9/*3#3*/9/9/9/#7# w", "character 13: E5 cannot be a mountain"),
        ("A7#/9/9/9/*3*3*/9/9/9/#7# w", "character 1: A1 is a mountain and must be written as #"),
        ("#8/9/9/9/*3*3*/9/9/9/#7# w", "character 2: I1 is a mountain and must be written as #"),
        (" #7#/9/9/9/9/9/9/9/#7# w", "character 12: A5 is a cave and must be written as *, o or its dragon"),
        (
            "#7#/9/9/9/*2A5/9/9/9/#7# w",
            "character 14: E5 is a cave and must be written as *, o or its dragon",
        ),
        (
            "#ABCDABC#/AA7/9/9/*3*3*/9/9/9/#7# w",
            "character 12: white has 9 pieces, but at most 8 are allowed",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn used_caves_make_room_for_dragons() {
    for (text, valid) in [
        ("#aaaaaaa#/aa7/9/9/*3*3*/9/9/9/#7# w", false),
        ("#aaaaaaa#/aa7/9/9/*3o3*/9/9/9/#7# w", true),
        ("#aaaaaaa#/a8/9/9/*3e3*/9/9/9/#7# w", true),
        ("#aaaaaaa#/aaaa5/9/9/o3o3o/9/9/9/#7# w", true),
        ("#aaaaaaa#/aaaaa4/9/9/o3o3o/9/9/9/#7# w", false),
    ] {
        assert_eq!(GAME.read_position(text).is_ok(), valid, "{text}");
    }
}

#[test]
fn moves_are_read_in_either_case_or_rejected_at_the_right_character() {
    for text in ["e8e6", "a1i9", "e8e6*u", "e8e6*d", "e8e6*l", "e8e6*r"] {
        assert_eq!(GAME.read_move(&text.to_uppercase()).unwrap().to_string(), text);
    }
    for (text, at) in
        [("", 1), ("e", 1), ("e8", 3), ("e8e", 3), ("j1a1", 1), ("a0a1", 1), ("a1a10", 3), ("e8e6*", 5)]
    {
        assert_eq!(GAME.read_move(text).map_err(|error| error.at), Err(at), "{text}");
    }
    for text in ["e8e6u", "e8e6*x", "e8e6*uu", "e8 e6", "éé", "e8e6*ü", "e8e99999999999999999999999"] {
        assert!(GAME.read_move(text).is_err(), "{text}");
    }
}
