//! Tests of lessons and puzzles, at a terminal and in a pipe.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use cygnet::analysis::puzzles::collection::{self, PuzzleEntry, PuzzleList};
use cygnet::games::{self, FAMILIES};
use cygnet::model::{Game as _, History};
use cygnet::screens::Screen as _;
use cygnet::session::lesson_count;
use cygnet::words::GameWords as _;

use crate::common::terminal::{ENTER, Terminal, run_dialog};

const SIZE: (u16, u16) = (80, 24);
/// The swan must reach home, or it is captured.
const PUZZLE: &str = "uglyduck\tD4/S4/1d3/5/5 1\tb1a2\t1\t1\n";

fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs the program with these lines on standard input.
fn pipe(state: &Path, arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Ignore the error: a program that has ended does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn completed_lessons_are_remembered() {
    let state = state();
    let mut terminal = Terminal::start_in(SIZE, &["learn", "uglyduck"], state.path());
    let way = [
        ("Choose a lesson: ", "2"),
        ("Move a duck straight ahead.", ":hint"),
        ("Choose one of your ducks", ":hint"),
        ("Type a1 b1.", "a1 b2"),
        ("None of your ducks has moved straight ahead.", "a1 b1"),
        ("(Enter to continue, q to leave) ", ENTER),
        ("Move around the duck", ":skip"),
        ("Lesson 4 of 12", "back"),
        ("A duck moves ahead (done)", "13"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
    let done = state.path().join("cygnet/done.txt");
    assert_eq!(fs::read_to_string(&done).unwrap(), "lesson\tuglyduck\tstraight\n");

    // The menu of the game also leads to the lessons and back.
    let mut terminal = Terminal::start_in(SIZE, &["play", "uglyduck"], state.path());
    run_dialog(
        &mut terminal,
        &[("l lessons", "l"), ("A duck moves ahead (done)", "back"), ("l lessons", "3")],
    );
    terminal.rest();

    // A restricted session neither shows nor changes what has been done.
    let mut terminal = Terminal::start_in(SIZE, &["learn", "uglyduck", "--restricted"], state.path());
    assert!(!terminal.wait_for("Choose a lesson: ").contains("(done)"));
    run_dialog(
        &mut terminal,
        &[
            ("", "3"),
            ("Move around", "b3 c2"),
            ("(Enter to continue, q to leave) ", "q"),
            ("Choose a lesson: ", "back"),
        ],
    );
    terminal.rest();
    assert_eq!(fs::read_to_string(&done).unwrap().lines().count(), 1);
}

#[test]
fn piped_lessons_follow_one_another_and_save_nothing() {
    let state = state();
    let answered = pipe(state.path(), &["learn", "uglyduck", "--lesson", "10"], "b1 a2\nc2 d3\n");
    assert_eq!(text(&answered.stderr), "");
    let said = text(&answered.stdout);
    assert!(said.contains("Lesson 10 of 12") && said.contains("Lesson 12 of 12: A small game"), "{said}");
    assert!(!state.path().join("cygnet").exists());
    let strict = pipe(state.path(), &["learn", "uglyduck", "--lesson", "2", "--strict"], "a1 b2\n");
    assert_eq!(strict.status.code(), Some(1));
    assert!(text(&strict.stderr).starts_with("error: line 1: \"a1 b2\": None of your ducks"), "{strict:?}");
    let early = pipe(state.path(), &["learn", "uglyduck", "--strict"], "");
    assert_eq!(early.status.code(), Some(1), "{early:?}");
    let missing = pipe(state.path(), &["learn", "uglyduck", "--lesson", "13"], "");
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn lessons_of_every_game_begin_with_typing_and_end_with_a_game() {
    let state = state();
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let (first, last) = (&game.study().lessons[0], lesson_count(&game).to_string());
        let turn = first.task.strip_prefix("Type a turn, such as ").unwrap().trim_end_matches('.');
        let lines = format!("{}\n{}\n", first.mistake.as_ref().unwrap().typed, turn.replace('\u{a0}', " "));
        let typed = pipe(state.path(), &["learn", family.id], &lines);
        let said = text(&typed.stdout);
        assert!(typed.status.success() && said.contains("Well done!"), "{said}");
        assert_eq!(said.matches(&first.mistake.as_ref().unwrap().reply).count(), 2, "{said}");

        // The end of the input ends the game in order.
        let game_only = pipe(state.path(), &["learn", family.id, "--lesson", &last], "");
        let said = text(&game_only.stdout);
        assert!(game_only.status.success() && said.contains(": A small game\n"), "{said}");
        assert!(said.contains(" level 1 of 10. Coach is on") && said.ends_with(&game.farewell()), "{said}");
        assert_eq!(text(&game_only.stderr), "");
        let quit = pipe(state.path(), &["learn", family.id, "--lesson", &last], ":quit\n");
        assert!(quit.status.success(), "{quit:?}");
    }
}

#[test]
fn hints_and_wrong_turns_cost_points_and_solved_puzzles_are_remembered() {
    let state = state();
    let file = state.path().join("own.puzzles");
    fs::write(&file, PUZZLE).unwrap();
    let arguments = ["puzzle", "--collection", file.to_str().unwrap(), "--seed", "1"];
    let mut terminal = Terminal::start_in(SIZE, &arguments, state.path());
    let way = [
        ("(It is worth 3 points; each hint", ""),
        ("Player 1 to move: win this turn.", ":hint"),
        ("The solution starts with b1.", ":hint"),
        ("The solution is b1 a2.", "a1 b2"),
        ("That does not win. Player 2 plays ", "b1 a2"),
        ("That is the solution. b1 a2 is the only move that wins.", ""),
    ];
    run_dialog(&mut terminal, &way);
    let points = terminal.rest();
    assert!(points.contains("0 of 3 points."), "{points}");
    let done = state.path().join("cygnet/done.txt");
    assert_eq!(fs::read_to_string(&done).unwrap(), "puzzle\tuglyduck\tD4/S4/1d3/5/5 1\n");

    let answered = pipe(state.path(), &arguments, "b1 a2\n");
    let said = text(&answered.stdout);
    assert!(answered.status.success() && said.contains("3 of 3 points."), "{said}");
    assert!(!said.contains("Solved!"), "{said}");
    let given_up = text(&pipe(state.path(), &arguments, ":skip\n").stdout);
    assert!(
        given_up.contains("The solution was b1 a2.") && given_up.contains("0 of 3 points."),
        "{given_up}"
    );
}

#[test]
fn a_puzzle_says_what_a_turn_does_without_its_solution() {
    let state = state();
    let file = state.path().join("own.puzzles");
    fs::write(&file, PUZZLE).unwrap();
    let arguments = ["puzzle", "--collection", file.to_str().unwrap(), "--seed", "1"];
    let mut terminal = Terminal::start_in(SIZE, &arguments, state.path());
    let mut said = String::new();
    for (typed, wanted) in [
        (":why", "You have not tried a turn yet. Type :why and a turn to see what it does."),
        (":why a9 a8", "That cell is outside the board."),
        (":why a1 b2", "a1 b2: That does not win. Player 2 plays "),
        ("why", "a1 b2: That does not win. Player 2 plays "),
        (":help", ":why [MOVE]"),
    ] {
        said += &terminal.wait_for("Cell - ");
        terminal.type_in(&format!("{typed}\r"));
        said += &terminal.wait_for(wanted);
    }
    assert!(!said.contains("b1 a2") && !said.contains("b1a2"), "{said}");
    let way = [("(1 of ", "q"), ("Cell - ", ":why b1 a2"), ("b1 a2: It wins this turn.", "b1 a2")];
    run_dialog(&mut terminal, &way);
    // Each turn that was asked about and not tried costs a point, once.
    assert!(terminal.rest().contains("1 of 3 points."));
    // After a solved puzzle, it says what the solution did.
    let mut terminal =
        Terminal::start_in(SIZE, &["puzzle", "uglyduck", "--difficulty", "easy"], state.path());
    for typed in [":hint", ":hint", ":hint", ":play"] {
        terminal.wait_for("Cell - ");
        terminal.type_in(&format!("{typed}\r"));
    }
    run_dialog(&mut terminal, &[("That is the solution.", ""), ("(Enter to continue", ":why")]);
    terminal.wait_for(": It wins this turn.");
    terminal.type_in("q\r:quit\r");
    terminal.rest();
    let lesson = pipe(state.path(), &["learn", "uglyduck", "--lesson", "2"], ":why a1 b2\n:why\n");
    assert!(text(&lesson.stdout).contains("a1 b2: "), "{lesson:?}");
}

#[test]
fn later_wins_are_mentioned() {
    let state = state();
    let file = state.path().join("own.puzzles");
    let board = "2b5/1Bb1w3/1bb1ww2/1bb1ww2/1bb2w2/2Bb1w2/5w2/2wwW3 w";
    fs::write(&file, format!("replica:8,house\t{board}\te1b1\t3\t1\tin-time\n")).unwrap();
    let arguments = ["puzzle", "--collection", file.to_str().unwrap(), "--seed", "1"];
    let said = text(&pipe(state.path(), &arguments, "step 3-1 2-1\njump 5-1 2-1\n:skip\n").stdout);
    let task = "White to move: win in 2 of your turns. Only one move wins in time; others may win later.";
    let wanted = [
        task,
        "That does not win in 2 of your turns. It captures ",
        "White to move: win this turn.\n",
        "The solution was ",
    ];
    let places: Vec<_> = wanted.iter().map(|text| said.find(text)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{said}");
}

#[test]
fn collections_are_made_from_games_and_proven_again() {
    let state = state();
    let path = |name: &str| state.path().join(name).to_str().unwrap().to_owned();
    let (games, out) = (path("game.cygnet"), path("found.puzzles"));
    let record =
        "cygnet record 1\ngame: uglyduck\nstart: D4/S4/1d3/5/5 1\n1. a1b2\nresult: none, unfinished\n";
    fs::write(&games, record).unwrap();
    let made = pipe(state.path(), &["puzzle", "make", "--record", &games, "--out", &out], "");
    assert!(made.status.success(), "{made:?}");
    assert_eq!(text(&made.stdout), "game\tturns\teasy\tmedium\thard\nuglyduck\t1\t1\t0\t0\n1 puzzle\n");
    assert_eq!(fs::read_to_string(&out).unwrap(), PUZZLE);
    assert_eq!(
        pipe(state.path(), &["puzzle", "make", "--record", &games, "--out", &out], "").status.code(),
        Some(1)
    );
    assert!(pipe(state.path(), &["puzzle", "check", &out], "").status.success());

    // The player missed a win.
    let missed = pipe(state.path(), &["puzzle", "--record", &games, "--seed", "1"], "b1 a2\n");
    assert!(text(&missed.stdout).contains("3 of 3 points."), "{missed:?}");
    for (game, is_there) in [("uglyduck", true), ("replica", false)] {
        let missed = pipe(state.path(), &["puzzle", game, "--record", &games], "b1 a2\n");
        assert_eq!(missed.status.success(), is_there, "{game}: {missed:?}");
    }

    for wrong in ["uglyduck\tD4/S4/1d3/5/5 1\ta1b2\t1\t1\n", "uglyduck\t5/S4/5/5/4d 1\tb1a1\t1\t1\n"] {
        fs::write(&out, wrong).unwrap();
        let checked = pipe(state.path(), &["puzzle", "check", &out], "");
        assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    }
    fs::write(&out, "uglyduck\n").unwrap();
    let refused = pipe(state.path(), &["puzzle", "check", &out], "");
    assert!(text(&refused.stderr).contains("found.puzzles:1: a puzzle has five fields"), "{refused:?}");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_killed_collection_build_resumes_to_the_same_result() {
    let state = state();
    let path = |name: &str| state.path().join(name).to_str().unwrap().to_owned();
    let (games, whole, killed) = (path("games.cygnet"), path("whole.puzzles"), path("killed.puzzles"));
    let play = "arena uglyduck --p1 minimax:2 --p2 minimax:4 --games 8 --swap --opening 4 --seed 20 --out";
    let play: Vec<&str> = play.split(' ').chain([games.as_str()]).collect();
    assert!(pipe(state.path(), &play, "").status.success());
    let make = |out, positions| ["puzzle", "make", "--record", &games, "--out", out, "--nodes", positions];
    assert!(pipe(state.path(), &make(&whole, "500"), "").status.success());

    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(make(&killed, "500")).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let current_text = || fs::read_to_string(&killed).unwrap_or_default();
    while !current_text().contains("# games: 2\n") && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // On a fast machine, it may have finished before it was killed.
    let left = current_text();
    if left.starts_with("# unfinished: ") {
        let other = pipe(state.path(), &make(&killed, "600"), "");
        assert_eq!(other.status.code(), Some(1));
        let said = text(&other.stderr);
        assert!(said.contains("killed.puzzles:1: this file belongs to another collection: "), "{said}");
        fs::write(&killed, &left[..left.len() - 1]).unwrap();
        let resumed = pipe(state.path(), &make(&killed, "500"), "");
        assert!(resumed.status.success(), "{resumed:?}");
        assert!(text(&resumed.stderr).contains(" of 8 games have been searched, "), "{resumed:?}");
    }
    assert_eq!(fs::read_to_string(&whole).unwrap(), current_text());
    assert_eq!(pipe(state.path(), &make(&killed, "500"), "").status.code(), Some(1));
}

#[test]
fn puzzles_begin_with_the_easiest_and_have_the_same_numbers_on_the_next_day() {
    let solution = |entry: &PuzzleEntry| {
        let game = games::open(&entry.game).unwrap();
        let history = History::new(game.read_position(&entry.position).unwrap());
        game.typed_answers(&game.view(&history), game.read_move(&entry.key).unwrap()).join(" ")
    };
    for family in FAMILIES {
        let state = state();
        let list = PuzzleList::new(collection::bundled_for(family.id).unwrap(), None);
        let puzzle = |number: usize| format!("Puzzle {number} of {}, easy.", list.total);
        let start = || Terminal::start_in(SIZE, &["puzzle", family.id], state.path());
        let mut terminal = start();
        terminal.wait_for(&puzzle(1));
        terminal.type_in(&format!("{}\r", solution(&list.entries[0].1)));
        let left = format!("1 puzzle, 3 of 3 points, {} left.", list.total - 1);
        let way = [("(Enter to continue, q to leave) ", ENTER), (&puzzle(2), ":quit"), (&left, "")];
        run_dialog(&mut terminal, &way);
        terminal.rest();
        // The next day: the puzzle that was not solved, with its number. Nothing is summed up without a puzzle.
        let mut terminal = start();
        run_dialog(&mut terminal, &[(&puzzle(2), ":quit")]);
        assert!(!terminal.rest().contains("0 puzzles"));
        let mut terminal = start();
        let way = [(&*puzzle(2), ":skip"), ("(Enter to continue, q to leave) ", "q")];
        run_dialog(&mut terminal, &way);
        let said = terminal.rest();
        let left = format!("1 puzzle, 0 of 3 points, {} left.", list.total - 1);
        assert!(said.find(&left).is_some_and(|place| place < said.len() - left.len()), "{said}");
    }
    // Through a pipe the first is the easiest too, and a seed changes only which of the easiest it is.
    let state = state();
    for arguments in [&["puzzle", "replica"][..], &["puzzle", "replica", "--seed", "3"]] {
        let said = text(&pipe(state.path(), arguments, "").stdout);
        assert!(
            said.contains("White to move: win this turn.") || said.contains("Black to move: win this turn.")
        );
    }
}

#[test]
fn missing_puzzles_are_reported() {
    let state = state();
    let missing = pipe(state.path(), &["puzzle", "uglyduck-xl:22x22"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        text(&missing.stderr).starts_with("error: uglyduck-xl:22x22: there are no puzzles\n"),
        "{missing:?}"
    );
    assert_eq!(pipe(state.path(), &["puzzle"], "").status.code(), Some(2));
    let record = state.path().join("record");
    let game = "cygnet record 1\ngame: uglyduck\nstart: 5/S4/5/5/4d 1\nplayer 1: human\nplayer 2: easy\n1. b1a1\nresult: p1, rules\n";
    fs::write(&record, game).unwrap();
    let record = record.to_str().unwrap();
    for (game, said) in [
        ("replica", "there are no games of replica\n"),
        ("uglyduck", "no wins were missed in these games of uglyduck\n"),
    ] {
        let missing = pipe(state.path(), &["puzzle", game, "--record", record], "");
        assert!(text(&missing.stderr).contains(said), "{missing:?}");
    }
}

#[test]
fn lessons_and_puzzles_say_what_can_be_typed_and_are_left_with_a_letter() {
    let state = state();
    let mut terminal = Terminal::start_in(SIZE, &["learn", "uglyduck"], state.path());
    let way = [
        ("Choose a lesson: (Enter: 1) ", "2"),
        ("Cell - ", "?"),
        (":hint gives a hint, :skip skips this one, back leaves.", ":hint"),
        ("Cell - ", ":play"),
        ("No hint has named a whole turn yet. Ask for one with :hint", ":review"),
        (":review works in games, not in lessons and puzzles.", "q"),
        ("Choose a lesson: (Enter: 1) ", "2"),
        ("Cell - ", "a1"),
        ("To Which Cell - ", "b"),
        ("Cell - ", "b"),
        ("Choose a lesson: (Enter: 1) ", "2"),
        ("Cell - ", "a1"),
        ("To Which Cell - ", "q"),
        ("Choose a lesson: (Enter: 1) ", "2"),
        ("Cell - ", "a1 b1"),
        ("(Enter to continue, q to leave) ", "q"),
        ("A duck moves ahead (done)", ENTER),
        // What is typed at a text closes it and counts.
        ("Lesson 1 of 12", ":hint"),
        ("Name one of your ducks", "q"),
        ("Choose a lesson: (Enter: 1) ", "1"),
        ("Lesson 1 of 12", "a1 b1"),
        ("Well done!", "q"),
        ("Choose a lesson: ", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    // In Qawale there are only easy puzzles.
    let mut terminal = Terminal::start_in(SIZE, &["puzzle"], state.path());
    run_dialog(&mut terminal, &[("PUZZLES: which game?", ""), ("Choose a game! ", "qawale")]);
    let menu = terminal.wait_for("Choose a difficulty: (Enter: 1) ");
    assert!(menu.contains("1 - Easy (") && menu.contains("2 - Back") && !menu.contains("(0)"), "{menu}");
    run_dialog(&mut terminal, &[("", ENTER), ("(e.g. a1): ", "q"), ("Choose a difficulty: ", ":quit")]);
    terminal.rest();
}
