//! A game has one review: in the session in which it was played, of its file, of the finished game, and as JSON.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use cygnet::model::{Annotations, Record};
use serde_json::Value;

use crate::cli::run_in;
use crate::common::on_one_processor;
use crate::common::terminal::{ENTER, Terminal, run_dialog};

/// Sessions that know more than the game shows: hints, a coach, and turns that were taken back. Each has a command, a
/// position to start from, and what is typed.
const SESSIONS: [(&str, &str, &[&str]); 3] = [
    (
        "play uglyduck-xl:3x4 --p1 human --p2 human",
        "DDD/3/3/ddd 1",
        &[
            ":hint",
            ":coach",
            ":play a1b2",
            ":play d3c2",
            ":undo",
            ":hint all",
            ":hint",
            ":play",
            ":play b2c3",
        ],
    ),
    (
        "play uglyduck --p1 human --p2 easy --seed 3",
        "1D3/5/2D2/d4/3d1 1",
        &[":play c3d2", ":hint", ":undo", ":play c3d3"],
    ),
    (
        "play replica --p1 easy --p2 human --seed 3",
        "7b/5w1b/3w1W2/4w1b1/2B1wb2/2b5/w7/w7 w",
        &[":hint", ":play", ":undo", ":hint", ":play"],
    ),
];

/// Runs the program in `folder`, which is also its state directory, and returns its output.
fn cygnet(folder: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
    command.args(arguments).current_dir(folder).env("XDG_STATE_HOME", folder);
    command.env("XDG_CONFIG_HOME", folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_game_has_the_same_review_everywhere() {
    for (command, position, lines) in SESSIONS {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let input = lines.join("\n") + "\n:review\n:save game\n:quit\n";
        let arguments: Vec<&str> = command.split(' ').chain(["--position", position]).collect();
        let session = cygnet(folder, &arguments, &input);
        let kept = folder.join("cygnet/finished");
        fs::create_dir_all(&kept).unwrap();
        fs::copy(folder.join("game"), kept.join("game-1.cygnet")).unwrap();

        let of_file = cygnet(folder, &["review", "game"], "");
        let of_finished = on_one_processor(|| cygnet(folder, &["games", "review", "1"], ""));
        assert_eq!(of_file, of_finished);
        let (_, review) = of_file.split_once("\n\n").unwrap();
        assert!(session.contains(review), "{command}:\n{session}\nis not\n{review}");
        check_json(review, &cygnet(folder, &["review", "game", "--format", "json"], ""));
    }
}

/// A game that player 1 loses by missing a win.
const LOST: [&str; 9] =
    ["play", "uglyduck", "--p1", "human", "--p2", "minimax:2", "--seed=1", "--position", "5/D1S2/5/2s2/5 1"];
const QUESTION: &str = "Turn to look at (Enter: leave): ";

#[test]
fn nothing_is_reviewed_for_a_file_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let game =
        "cygnet record 1\ngame: uglyduck\nplayer 1: human\nplayer 2: easy\n1. a1b1\nresult: p1, resigned\n";
    fs::write(folder.path().join("game"), game).unwrap();
    for (options, said) in [
        (["--annotate", "a", "--out", "none/b"], "error: none/b: No such file or directory\n"),
        (["--annotate", "./a", "--out", "a"], "error: --out and --annotate name the same file\n"),
    ] {
        let refused = run_in(folder.path(), &[&["review", "game"], &options[..]].concat(), b"");
        assert!(String::from_utf8_lossy(&refused.stderr).starts_with(said), "{refused:?}");
        assert!(!folder.path().join("a").exists());
    }
    // This is only noticed after the review, which is shown.
    let long = "a".repeat(300);
    let line = ["review", "game", "--nodes", "10", "--annotate", &long];
    let piped = run_in(folder.path(), &line, b"");
    assert!(String::from_utf8_lossy(&piped.stdout).contains("uglyduck: human against easy"), "{piped:?}");
    assert!(String::from_utf8_lossy(&piped.stderr).contains("File name too long"), "{piped:?}");
    let game = folder.path().join("game");
    let line = ["review", game.to_str().unwrap(), "--nodes", "10", "--annotate", &long];
    let mut terminal = Terminal::start(&line, 100, folder.path());
    run_dialog(&mut terminal, &[(QUESTION, ENTER)]);
    assert!(terminal.rest().contains("File name too long"));
    assert_eq!((piped.status.code(), terminal.exit_code()), (Some(1), 1));
}

#[test]
fn a_review_at_a_terminal_shows_turns_and_marks_the_kept_game() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path();
    let mut terminal = Terminal::start(&LOST, 100, state);
    run_dialog(&mut terminal, &[("Cell - ", "b1 c1"), ("Choose an option: ", "4")]);
    // The person is "you", and the computer has its name.
    let shown = terminal.wait_for("Key turns");
    assert!(shown.contains("Your chances, turn by turn:") && shown.contains("Player 2"), "{shown}");
    assert!(!shown.contains("Player 1"), "{shown}");
    assert!(shown.contains("(?? blunder, ? mistake, ?! inaccuracy, ! only move)"), "{shown}");
    shows_the_mistake(&mut terminal);
    run_dialog(&mut terminal, &[("[y/n] ", "n")]);
    terminal.wait_for("Choose an option: ");
    terminal.type_in("7\r");
    terminal.rest();

    // A replay finds the mistakes of that review, and what they cost.
    let mut terminal = Terminal::start(&["games", "show", "1", "--step"], 100, state);
    terminal.wait_for("q: quit ");
    terminal.type_in("m\r");
    shows_what_it_cost(&mut terminal);
    terminal.wait_for("q: quit ");
    terminal.type_in("q\r");
    terminal.rest();

    // It offers a review of a game that was not reviewed, and keeps what that finds.
    let kept = |number: usize| state.join(format!("cygnet/finished/game-{number}.cygnet"));
    let annotated = fs::read_to_string(kept(1)).unwrap();
    let mut bare: Record = annotated.parse().unwrap();
    bare.annotations = Annotations::default();
    fs::write(kept(2), bare.to_string()).unwrap();
    let mut terminal = Terminal::start(&["games", "show", "2", "--step"], 100, state);
    terminal.wait_for("q: quit ");
    terminal.type_in("m\r");
    terminal.wait_for("No turn of this game is marked. Review it now? [y/n] (Enter: y) ");
    terminal.type_in("\r");
    terminal.wait_for("The review found 1 mistake.");
    shows_what_it_cost(&mut terminal);
    run_dialog(&mut terminal, &[("q: quit ", "m"), ("There are no more marked mistakes.", "q")]);
    terminal.rest();
    assert_eq!(fs::read_to_string(kept(2)).unwrap(), annotated);

    // The review on the command line is the same.
    let mut terminal = Terminal::start(&["games", "review", "1"], 100, state);
    shows_the_mistake(&mut terminal);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_whole_turn_leaves_the_pages_of_a_text_and_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "uglyduck", "--position", "5/2D2/1d3/1Dd2/5 1"];
    let mut terminal = Terminal::start_in((80, 24), &arguments, folder.path());
    run_dialog(
        &mut terminal,
        &[
            ("Cell - ", ":help"),
            ("Enter for more, q to leave) ", "d2e3"),
            ("Turn of Player 2!", ""),
            ("Cell - ", ":rules"),
            ("Enter for more, q to leave) ", "d3 d4"),
            ("type q to leave.", "d3 c3"),
            ("Turn of Player 1!", ""),
            ("Cell - ", ":review"),
            ("Enter for more, q to leave) ", "2"),
            ("Before turn 2", ""),
            ("Enter for more, q to leave) ", "q"),
            (QUESTION, "e3 d3"),
            ("Turn of Player 2!", ""),
            ("Cell - ", ":resign"),
            ("[y/n] ", "c3 b2"),
            // The first half of a turn, and then the second one.
            ("Turn of Player 1!", ":help"),
            ("Enter for more, q to leave) ", "C2"),
            ("Press Enter for more", "b3"),
            ("To Which Cell - ", ":help"),
            ("Enter for more, q to leave) ", "c3"),
            ("Turn of Player 2!", ":quit"),
        ],
    );
    terminal.rest();
}

#[test]
fn half_a_turn_leaves_the_pages_of_a_text_in_every_game() {
    for (game, first, second) in [
        ("uglyduck-xl", "3", "Choose a move: "),
        ("replica", "step 7-5", "can step to"),
        ("three-dragons", "8", "column: "),
        ("qawale", "a1", "Current cell: A1"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["play", game, "--p1", "human", "--p2", "human"];
        let mut terminal = Terminal::start_in((80, 24), &arguments, folder.path());
        let way = [("? helps.", ":help"), ("Enter for more, q to leave) ", first), (second, ":quit")];
        run_dialog(&mut terminal, &way);
        terminal.rest();
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn the_present_board_follows_the_boards_of_a_review_in_a_large_window() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "three-dragons", "--p1", "human", "--p2", "easy", "--seed", "3"];
    let mut terminal = Terminal::start_in((110, 48), &arguments, folder.path());
    run_dialog(&mut terminal, &[("move row: ", "e8 b8"), (" plays ", ""), ("move row: ", ":review")]);
    run_dialog(&mut terminal, &[(QUESTION, "1"), ("Before turn 1, ", ""), (QUESTION, ENTER)]);
    let shown = terminal.wait_for("move row: ");
    assert!(shown.contains("[B"), "{shown}");
    run_dialog(&mut terminal, &[("", ":resign"), ("[y/n] ", "y"), ("Choose an option: ", "4")]);
    run_dialog(&mut terminal, &[(QUESTION, "1"), ("Before turn 1, ", ""), (QUESTION, ENTER)]);
    let shown = terminal.wait_for("Choose an option: ");
    assert!(shown.contains("[B") && shown.contains("What now?"), "{shown}");
    terminal.type_in("7\r");
    terminal.rest();
}

/// Waits for what a replay says about the mistake.
fn shows_what_it_cost(terminal: &mut Terminal) {
    terminal.wait_for("Turn 1: you played b1 c1 ??");
    terminal.wait_for("Your position: lost on Player 2's next turn.");
    terminal.wait_for("Best answer: ");
    terminal.wait_for("Instead: b3 a2");
}

/// Looks at the first turn of a review, and leaves it.
fn shows_the_mistake(terminal: &mut Terminal) {
    terminal.wait_for(QUESTION);
    terminal.type_in("9\r");
    terminal
        .wait_for("Type the number of a turn, from 1 to 2, r for the review again, or press Enter to leave.");
    terminal.wait_for(QUESTION);
    terminal.type_in("1\r");
    terminal.wait_for("Before turn 1, your turn. Your position: won on your next turn.");
    let why = "Below a review, :why takes the number of a turn, such as :why 1.";
    let next = [("Enter for more, q to leave) ", ":why b3 a2"), (why, "why b3 a2"), (why, "1")];
    run_dialog(terminal, &next);
    // The number of a turn leads to it from any page, and the last page ends by itself.
    let way = [
        ("Enter for more, q to leave) ", "?"),
        ("You can press Enter, or type 1, 2, :why, :flip, r or q here.", "2"),
        ("Before turn 2, Player 2 to play.", ""),
        ("Enter for more, q to leave) ", "b3"),
        ("Press Enter for more, or type q to leave.", ENTER),
    ];
    run_dialog(terminal, &way);
    terminal.wait_for(QUESTION);
    terminal.type_in("1\r");
    terminal.wait_for("Enter for more, q to leave) ");
    terminal.type_in("\r");
    terminal.wait_for("You played b1 c1 ??. Your position: lost on Player 2's next turn.");
    terminal.wait_for("Enter: more, b: back, q: leave) ");
    terminal.type_in("\r");
    let shown = terminal.wait_for(QUESTION);
    assert!(shown.contains("Better: b3 a2.") && !shown.contains("Enter to leave"), "{shown}");
    terminal.type_in("\r");
}

/// Checks that a review as JSON has the marks and the decisive turn of the text.
fn check_json(review: &str, json: &str) {
    let mut turns: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let game = turns.pop().unwrap();
    let row_of = |turn: &Value| {
        let start = format!("{:>4}  ", turn["turn"].as_u64().unwrap());
        review.lines().find(|line| line.starts_with(&start)).map(str::to_owned)
    };
    for turn in &turns {
        let is_decisive = turn["turn"] == game["decisive"];
        let Some(row) = row_of(turn) else {
            assert!(turn["mark"].is_null() && !is_decisive, "{turn} is not in\n{review}");
            continue;
        };
        let mark = turn["mark"].as_str().unwrap_or("");
        let rest = row.split_once(turn["typed"].as_str().unwrap()).unwrap().1.trim_start();
        assert!(rest.starts_with(mark) && (is_decisive || !mark.is_empty()), "{turn}: {row}");
    }
    match game["decisive"].as_u64() {
        Some(number) => assert!(review.lines().next().unwrap().contains(&format!("urn {number} "))),
        None => assert!(turns.iter().all(|turn| turn["loss"] == 0.0)),
    }
}

/// A finished game of two people with many turns, so that its review has several pages.
const LONG: &str = "cygnet record 1\ngame: uglyduck\nstart: 1D3/5/2D2/d4/3d1 1\n1. a2b3\n2. e4d3\n3. c3d2\n\
                    4. d1c2\n5. d2e3\n6. d3c3\n7. e3d3\n8. c3b2\nresult: p1, resigned\n";

#[test]
fn finished_games_are_replayed_and_reviewed_from_the_menu_of_all_games() {
    let folder = tempfile::tempdir().unwrap();
    let finished = folder.path().join("cygnet/finished");
    let mut terminal = Terminal::start(&[], 80, folder.path());
    assert!(!terminal.wait_for("Choose a game! ").contains("finished games"));
    terminal.type_in(":quit\r");
    terminal.rest();
    fs::create_dir_all(&finished).unwrap();
    fs::write(finished.join("game-3.cygnet"), LONG.replace("8. c3b2\n", "")).unwrap();
    fs::write(finished.join("game-4.cygnet"), LONG).unwrap();
    let mut terminal = Terminal::start(&[], 80, folder.path());
    let menu = terminal.wait_for("Choose a game! ");
    assert!(menu.contains("Also: l lessons, g finished games, a game's name, ? help"), "{menu}");
    terminal.type_in("games\r");
    let list = terminal.wait_for("Which game? (Enter: 4) ");
    assert!(
        list.contains("Your finished games:")
            && list.contains("3  Ugly Duck")
            && list.contains("4  Ugly Duck"),
        "{list}"
    );
    let way = [
        ("", "9"),
        ("There is no game 9. Type a number from the list, or back to leave.", "3"),
        ("GAME 3: Ugly Duck, Player 1 beat Player 2, resigned, from a set position, turn 7\r\n", ""),
        ("Choose an option: (Enter: 1) ", ENTER),
        ("At the start:", ""),
        ("q: quit ", "back"),
        ("Which game? (Enter: 4) ", ENTER),
        ("GAME 4: ", "2"),
    ];
    run_dialog(&mut terminal, &way);
    turn_pages(&mut terminal);
    terminal.type_in("\r");
    terminal.wait_for("[y/n] (Enter: n) ");
    terminal.type_in("\r");
    terminal.wait_for("Which game? (Enter: 4) ");
    terminal.type_in("b\r");
    terminal.wait_for("Choose a game! ");
    terminal.type_in(":quit\r");
    terminal.rest();
    // The marks of the review are kept.
    assert!(fs::read_to_string(finished.join("game-4.cygnet")).unwrap().contains("??"));
}

/// Turns the pages of a review up to the question for a turn, and returns what was shown.
fn turn_pages(terminal: &mut Terminal) -> String {
    let mut shown = String::new();
    loop {
        shown += &terminal.wait_for("leave)");
        if shown.ends_with("(Enter: leave)") {
            return shown;
        }
        terminal.type_in("\r");
    }
}

#[test]
fn the_latest_game_is_shown_and_reviewed_and_no_command_ends_the_review() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Terminal::start(&["games", "review"], 80, folder.path()).rest();
    assert!(missing.contains("there are no finished games yet"), "{missing}");
    let finished = folder.path().join("cygnet/finished");
    fs::create_dir_all(&finished).unwrap();
    fs::write(finished.join("game-3.cygnet"), LONG.replace("game: uglyduck", "game: replica")).unwrap();
    fs::write(finished.join("game-4.cygnet"), LONG).unwrap();
    let mut terminal = Terminal::start(&["games", "show"], 80, folder.path());
    run_dialog(&mut terminal, &[("q: quit ", "e"), ("c3 b2", "q")]);
    terminal.rest();
    let mut terminal = Terminal::start_in((80, 16), &["games", "review"], folder.path());
    let shown = turn_pages(&mut terminal);
    // The question about practice comes when the review has been read.
    assert!(shown.contains("accuracy") && !shown.contains("Keep your mistakes"), "{shown}");
    for (command, answer) in [
        (":board", "There is no game in progress."),
        (":hint", "There is no game in progress."),
        (":menu", "There is no menu here."),
        (":resume", "There is no game to resume: type back."),
        (":nonsense", "Unknown command"),
        ("board", "Type the number of a turn"),
    ] {
        terminal.type_in(&format!("{command}\r"));
        terminal.wait_for(answer);
        terminal.wait_for(QUESTION);
    }
    terminal.type_in("5\r");
    terminal.wait_for("Before turn 5");
    // `q` leaves the boards, then the review, and not the program.
    run_dialog(&mut terminal, &[("q to leave) ", "q"), (QUESTION, "q"), ("[y/n] ", "n")]);
    terminal.rest();
}
