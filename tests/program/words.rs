//! Tests of annotated records, and of drawings of positions.

use std::fs;

use crate::files::{error, folder_with, out, run};

const WORDS: &str = "\
cygnet record 2
game: uglyduck
player 1: human
name 1: Ana
player 2: human
seed: 7
event: Pond cup
{A short game.}
1. a1b2 ?? [lost in 12] {walks into d3} {again}
   (1. a3b3 ! {holds} 2. e1d1 [+0.50])
2. e3d3 [won] [clock 0:59]
3. a2b1 ?!
result: none, unfinished
";

#[test]
fn annotations_survive_load_and_save() {
    let folder = folder_with(&[("words", WORDS)]);
    let from_file = ["play", "--record", "words"];
    run(
        folder.path(),
        &from_file,
        b":save same\n:undo\n:undo\ne1\nd1\n:save other\n:new\n:save new\n:undo\n:save old\n",
    );
    let saved = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(saved("same"), WORDS);
    let (same, _) = WORDS.split_once("2. e3d3").unwrap();
    assert_eq!(saved("other"), format!("{same}2. e1d1\nresult: none, unfinished\n"));
    assert!(
        saved("new").starts_with("cygnet record 1\n") && !saved("new").contains("Pond"),
        "{}",
        saved("new")
    );
    assert_eq!(saved("old"), saved("other"));
    run(folder.path(), &["play", "qawale", "--seed", "1"], b":load words\n:save loaded\n");
    assert_eq!(saved("loaded"), WORDS);
}

#[test]
fn a_replay_shows_annotations_and_respects_to() {
    let folder = folder_with(&[("words", WORDS)]);
    let shown = |arguments: &[&str], input: &[u8]| {
        let all = [&["replay", "words", "--board", "words"], arguments].concat();
        out(&run(folder.path(), &all, input))
    };
    let whole = shown(&[], b"");
    let annotations =
        "Value: lost in 12 plies.\nwalks into d3\nagain\nInstead: 1. a3 b3 ! {holds} 2. e1 d1 [+0.50]\n";
    assert!(whole.starts_with("uglyduck: Ana (human) against human\nevent: Pond cup\n"), "{whole}");
    for part in [
        "A short game.\n\nAfter move 1, a1 b2 ??:\n",
        annotations,
        "Value: won.\n[clock 0:59]\n",
        "a2 b1 ?!:\n",
    ] {
        assert!(whole.contains(part), "{part}{whole}");
    }
    assert!(whole.ends_with("\nUnfinished.\n"), "{whole}");
    let part = shown(&["--from", "2", "--to", "2"], b"");
    assert_eq!(part.matches("After move").count(), 1, "{part}");
    assert!(part.contains("After move 2, e3 d3:") && !part.contains("Unfinished"), "{part}");
    // From the start to the first mistake, back, and on to move 3.
    let steps = shown(&["--step"], b"m\nb\n3\n");
    let pages: Vec<&str> = steps.split("\nAfter move ").skip(1).map(|page| &page[..1]).collect();
    assert_eq!(pages, ["1", "3"], "{steps}");
    assert_eq!(shown(&["--step"], b"\n\n\n").matches("Enter: next, q: quit ").count(), 3);
    let beyond = run(folder.path(), &["replay", "words", "--to", "4"], b"");
    assert_eq!((beyond.status.code(), error(&beyond).contains("has only 3 moves")), (Some(1), true));
}

#[test]
fn positions_are_drawn_as_text_and_as_pictures() {
    let folder = folder_with(&[("words", WORDS)]);
    let drawn = |arguments: &[&str], input: &[u8]| {
        let output = run(folder.path(), &[&["draw"], arguments].concat(), input);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", error(&output));
        out(&output)
    };
    let played = drawn(&["uglyduck", "--moves", "a1b2", "e3d3", "--format", "svg"], b"");
    let recorded = drawn(&["--record", "words", "--ply", "2", "--format", "svg"], b"");
    let typed = drawn(&["uglyduck", "--moves", "A1", "b2", "e3 d3", "--format", "svg"], b"");
    assert!(played == recorded && played == typed);
    assert!(played.contains("<title>Ugly Duck: Player 1 to move</title>"), "{played}");
    assert!(played.contains("Last move: Player 2 moved a duck from e3 to d3.</desc>"), "{played}");
    assert_eq!((played.matches("\"cygnet-from\"").count(), played.matches("\"cygnet-to\"").count()), (1, 1));
    for board in ["classic", "compact", "ascii", "words"] {
        let arguments =
            ["uglyduck", "--targets", "A1", "--arrow", "a3b3", "a4", "b4", "a5b5", "--board", board];
        let said = drawn(&arguments, b"");
        let legend = "a1 can go to b1 b2.\nShown: a3 b3.\nShown: a4 b4.\nShown: a5 b5.\nUgly Duck: Player 1 to move.\n";
        assert!(said.ends_with(legend), "{said}");
        let after = drawn(&["uglyduck", "--moves", "a1b2", "--board", board], b"");
        assert!(["[▼]", "[D]", "from a1 to b2"].iter().any(|mark| after.contains(mark)), "{after}");
    }
    let flipped = drawn(&["replica", "--flip", "--targets", "g7", "--format", "svg"], b"");
    let plain = drawn(&["replica", "--targets", "g7", "--format", "svg"], b"");
    assert_ne!(flipped, plain);
    assert!(plain.contains("g7 can go to "), "{plain}");
    let each = drawn(&["uglyduck", "--position", "-", "--format", "svg"], b"5/S4/5/5/d4 1\n");
    assert!(each.starts_with(r#"{"position":"5/S4/5/5/d4 1","drawing":"<svg "#), "{each}");
    for (arguments, problem) in [
        (&["uglyduck", "--moves", "a1c1"][..], "move \"a1c1\": A piece moves only one cell"),
        (&["uglyduck", "--moves", "a1", "b2", "e3", "c3"], "move \"e3\": "),
        (&["uglyduck", "--arrow", "a1b2", "a1c1", "a2b2"], "hint: cygnet moves GAME --successors lists "),
        (&["uglyduck", "--targets", "k1"], "there is no cell \"k1\" on this board"),
        (&["uglyduck", "--position", "x"], "position: "),
        (&["--record", "words", "--ply", "4"], "the game has only 3 moves"),
        (&["replica", "--record", "words"], "the record is of a game of uglyduck, not of replica"),
        (&["--record", "words", "--number", "2"], "there is no game 2; the file contains 1 game"),
    ] {
        let output = run(folder.path(), &[&["draw"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(error(&output).contains(problem), "{arguments:?}: {}", error(&output));
    }
    let nothing = run(folder.path(), &["draw"], b"");
    assert_eq!((nothing.status.code(), error(&nothing).contains("required")), (Some(2), true));
}
