//! Tests of lines with several answers at a terminal, and of first answers that lead nowhere.

use crate::console::Window;
use crate::games::FAMILIES;

use super::noise::shown;

const WINDOW: Window = Window::Size { columns: 80, rows: 40 };

/// Lines that are refused: the game, the line, what the refusal says, and a turn that is then typed in two parts.
const REFUSED: [(&str, &str, &str, [&str; 2]); 15] = [
    ("uglyduck", "a1 b1 c1", "\"c1\"", ["a1", "b1"]),
    ("uglyduck", "a1 c3 d4", "\"a1 c3\"", ["a1", "b1"]),
    ("uglyduck", "c3 zz", "\"c3\"", ["a1", "b1"]),
    ("uglyduck", "a1 zz", "\"zz\"", ["a1", "b1"]),
    ("uglyduck-xl", "3 x 4", "\"x\"", ["1", "w"]),
    ("uglyduck-xl", "1 q 4", "Move q is not possible", ["1", "w"]),
    ("uglyduck-xl", "3 q 4", "\"4\"", ["1", "w"]),
    ("replica", "step 1-1 9-9", "\"1-1\"", ["step 7-6", "6-5"]),
    ("replica", "step 7-6 9-9", "\"9-9\"", ["step 7-6", "6-5"]),
    ("replica", "7-6 6-5 5-4", "\"5-4\"", ["step 7-6", "6-5"]),
    ("replica", "step 7-6 5-6", "\"step 7-6 5-6\"", ["step 7-6", "6-5"]),
    ("replica", "jump 8-7 5-5", "\"jump 8-7 5-5\"", ["step 7-6", "6-5"]),
    ("qawale", "a1 d4 b1", "\"d4\"", ["a1", "a2 b2 b3"]),
    ("three-dragons", "a1 zz", "\"a1\"", ["e8", "b8"]),
    ("three-dragons", "e8 5 z", "row 5", ["e8", "b8"]),
];

#[test]
fn a_line_with_a_wrong_answer_is_refused_as_a_whole() {
    for (game, line, said, turn) in REFUSED {
        let position = |lines: &[&str]| {
            let text = shown(game, None, &[lines, &turn, &[":position"]].concat(), WINDOW);
            (text.lines().rev().find(|line| line.contains('/')).unwrap_or_default().to_owned(), text)
        };
        let (after, text) = position(&[line]);
        assert_eq!(after, position(&[]).0, "{line}: {text}");
        assert!(text.contains(said) && text.contains("Nothing has been played."), "{line}: {text}");
        assert!(!text.contains("Ignored the rest"), "{line}: {text}");
    }
}

#[test]
fn a_refused_line_takes_nothing_from_the_lines_before_it() {
    for (game, lines, turn) in [
        ("uglyduck-xl", &["1", "3 z", "w"][..], "1 w"),
        ("replica", &["step", "7-6", "jump 8-7 9-9", "6-5"], "step 7-6 6-5"),
        ("replica", &["step", "7-6", "jump 8-7 5-5", "7-6", "6-5"], "step 7-6 6-5"),
        ("replica", &["step", "jump 9-9", "7-6 6-5"], "step 7-6 6-5"),
    ] {
        let after = |lines: &[&str]| shown(game, None, &[lines, &[":position"]].concat(), WINDOW);
        let [typed, wanted] = [after(lines), after(&[turn])];
        let position = |text: &str| text.lines().rev().find(|line| line.contains('/')).map(str::to_owned);
        assert_eq!(position(&typed), position(&wanted), "{typed}");
    }
}

#[test]
fn a_first_answer_that_no_turn_begins_with_is_refused() {
    let cells = ('a'..='j').flat_map(|letter| (1..=10).map(move |number| format!("{letter}{number}")));
    let positions = (1..=8).flat_map(|column| (1..=8).map(move |row| format!("{column}-{row}")));
    let names = ["step", "jump", "transform", "q", "s"].map(str::to_owned);
    let answers: Vec<String> =
        (0..=12).map(|number| number.to_string()).chain(cells).chain(positions).chain(names).collect();
    for family in FAMILIES {
        let lines: Vec<&str> = answers.iter().flat_map(|answer| [answer.as_str(), "?", "back"]).collect();
        let text = shown(family.id, None, &lines, WINDOW);
        assert!(!text.contains("No answer is legal here"), "{}: {text}", family.id);
    }
}
