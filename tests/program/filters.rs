//! Filters that no game matches say so.

use std::fs;

use crate::files::{error, out, run};

const GAME: &str = "cygnet record 1\ngame: uglyduck\nplayer 1: human\nplayer 2: easy\ndate: 2026-11-21\n1. a1b2\nresult: p2, resigned\n";

fn state() -> tempfile::TempDir {
    let state = tempfile::tempdir().unwrap();
    let finished = state.path().join("cygnet/finished");
    fs::create_dir_all(&finished).unwrap();
    fs::write(finished.join("game-1.cygnet"), GAME).unwrap();
    state
}

#[test]
fn filters_that_no_game_matches_say_so() {
    let state = state();
    for (options, why) in [
        (&["--game", "replica"][..], "of replica"),
        (&["--against", "nobody"], "against \"nobody\""),
        (&["--against", "esay"], "against \"esay\"; did you mean easy?"),
        (&["--side", "2"], "with you as player 2"),
        (&["--result", "drawn"], "that you drew"),
        (&["--since", "2026-11-22"], "from 2026-11-22 or later"),
    ] {
        let why = format!("there is no finished game {why}\n");
        for command in [&["games"][..], &["games", "--format", "json"], &["stats"]] {
            let output = run(state.path(), &[command, options].concat(), b"");
            assert_eq!(
                (output.status.code(), error(&output)),
                (Some(0), why.clone()),
                "{command:?} {options:?}"
            );
        }
        let output = run(state.path(), &[&["games"], options, &["export", "-"]].concat(), b"");
        let wanted = why + "error: no games match, so nothing was written\n";
        assert_eq!((output.status.code(), error(&output)), (Some(1), wanted));
    }
    for line in [
        "games --game replica show 1",
        "games --against nobody review 1",
        "games --side 2 delete 1",
        "games --result drawn export 1 -",
        "games --since 2026-11-22 show 1",
    ] {
        let output = run(state.path(), &line.split(' ').collect::<Vec<_>>(), b"");
        let problem = error(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {problem}");
        let wanted = if line.contains("export") { "cannot be used with" } else { " does not take it" };
        assert!(problem.contains(wanted), "{line}: {problem}");
    }
    for (format, wanted) in [("json", "{\"turn\":1,"), ("pgn", "[Event \"?\"]"), ("text", "uglyduck: ")] {
        for line in [&["games", "show", "1", "--format", format], &["games", "--format", format, "show", "1"]]
        {
            let output = run(state.path(), line, b"");
            assert!(out(&output).starts_with(wanted), "{}", out(&output));
        }
    }
    let output = run(state.path(), &["games", "--against", "easy", "--since", "2026-11-21"], b"");
    assert_eq!((out(&output).lines().count(), error(&output).as_str()), (1, ""));
}

#[test]
fn limits_that_leave_nothing_are_errors() {
    let state = state();
    for option in ["--each", "--last", "--nodes"] {
        let make = ["puzzle", "make", "--record", "games", "--out", "puzzles", option, "0"];
        let output = run(state.path(), &make, b"");
        let problem = error(&output);
        assert_eq!((output.status.code(), problem.contains("1 or more")), (Some(2), true), "{problem}");
    }
    fs::write(state.path().join("none"), "").unwrap();
    for (line, why) in [
        ("puzzle make --record none --out puzzles", "none:1: no game found"),
        ("replay none", "none:1: no game found"),
        ("puzzle check none", "none: there are no puzzles"),
        ("puzzle --collection none", "none: there are no puzzles"),
    ] {
        let output = run(state.path(), &line.split(' ').collect::<Vec<_>>(), b"");
        assert!(error(&output).starts_with(&format!("error: {why}\n")), "{line}: {}", error(&output));
        assert_eq!(output.status.code(), Some(1), "{line}");
    }
    let output = run(state.path(), &["practice", "list"], b"");
    assert_eq!((output.status.code(), error(&output).as_str()), (Some(0), "your practice deck is empty\n"));
}

#[test]
fn a_part_of_a_game_that_has_nothing_is_an_error() {
    let state = state();
    let game = state.path().join("cygnet/finished/game-1.cygnet");
    let game = game.to_str().unwrap();
    for (options, why) in [
        (&["--from", "1", "--to", "0"][..], "there is nothing from move 1 to move 0"),
        (&["--from", "2"], "the game has only 1 move"),
        (&["--to", "2"], "the game has only 1 move"),
    ] {
        for (format, said) in [
            (&[][..], format!("error: {why}\n")),
            (&["--format", "json"], format!("{{\"code\":1,\"error\":\"{why}\",\"hint\":null}}\n")),
        ] {
            let output = run(state.path(), &[&["replay", game], options, format].concat(), b"");
            assert_eq!((output.status.code(), error(&output)), (Some(1), said));
        }
    }
}

/// The old names of options are accepted, but not shown.
#[test]
fn old_names_of_options_still_work() {
    let state = state();
    fs::write(state.path().join("game"), GAME).unwrap();
    for (line, old, new) in [
        ("replay game --game 1", "--game ", "--number "),
        ("draw --record game --game 1", "--game ", "--number "),
        ("review game --game 1 --nodes 10 --proof 10", "--proof ", "--proof-nodes "),
        ("solve uglyduck --positions 10 --memory 16", "--positions ", "--nodes "),
        ("puzzle make --games game --out puzzles --positions 10", "--games ", "--record "),
        ("--level easy puzzle uglyduck", "--level ", "--difficulty "),
        ("puzzle --from game --collection all", "--from ", "--record "),
        ("arena uglyduck --p1 easy --p2 easy --games 1 --record all", "--record ", "--out "),
        ("table build uglyduck-xl:3x3 --pieces 2 --out tables", "--out ", "--dir "),
        ("games --side 1", "<1|2>", "first, second"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let output = run(state.path(), &words, b"");
        let problem = error(&output);
        assert!(output.status.success() || problem.contains("cannot be used with"), "{line}: {problem}");
        let command = words.iter().take_while(|word| !word.starts_with('-')).copied();
        let command: Vec<&str> = if line.starts_with('-') { vec!["puzzle"] } else { command.collect() };
        let help = out(&run(state.path(), &[&command[..], &["--help"]].concat(), b""));
        assert!(help.contains(new) && !help.contains(old), "{line}: {help}");
    }
}
