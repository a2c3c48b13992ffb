//! A test of Three Dragons that needs a whole game between computers.

use std::process::Command;

#[test]
fn bots_without_progress_draw() {
    let arguments = [
        "play",
        "three-dragons",
        "--p1",
        "minimax:3",
        "--p2",
        "minimax:3",
        "--seed",
        "2",
        "--board",
        "words",
    ];
    let position = "#7#/9/2A3A2/9/o3o3o/9/2a3a2/9/#7# w";
    let output = Command::new(env!("CARGO_BIN_EXE_cygnet"))
        .args(arguments)
        .args(["--position", position])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let end = "\nGame over! 500 turns in a row without a capture or a dragon.\nThe game is a draw.\n";
    assert!(text.contains(end), "{}", text.lines().rev().take(20).collect::<Vec<_>>().join("\n"));
    let turns = text.lines().filter(|line| line.contains("(computer) plays")).count();
    assert_eq!(turns, 500);
}
