//! Whole sessions of someone who listens: a lesson, a game and a review of every game, at a terminal, with nothing
//! drawn and nothing redrawn.

use std::fs;
use std::path::Path;

use cygnet::console::{BoardStyle, Style};
use cygnet::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES};
use cygnet::model::{Game, GameRng, History, Position};
use cygnet::screens::Screen;
use cygnet::session::lesson_count;
use cygnet::words::GameWords as _;

use crate::common::terminal::{Terminal, run_dialog};
use crate::files::{out, run};

/// The number of turns played in a session.
const TURNS: usize = 3;

/// Checks that `output` only prints: colours are its only escape sequences, the cursor never moves back, and no
/// line is drawn.
#[track_caller]
fn only_prints(output: &str) {
    let mut plain = String::new();
    let mut parts = output.split("\u{1b}[");
    plain += parts.next().unwrap_or_default();
    for part in parts {
        let (codes, rest) = part.split_once('m').unwrap_or_else(|| panic!("{output:?}"));
        assert!(codes.bytes().all(|code| code.is_ascii_digit() || code == b';'), "{output:?}");
        plain += rest;
    }
    let text = plain.replace("\r\n", "\n");
    let moved = text.chars().find(|letter| letter.is_control() && *letter != '\n');
    assert_eq!(moved, None, "{output:?}");
    for line in text.lines() {
        let is_drawing = |sign: char| !sign.is_alphanumeric() && !sign.is_whitespace();
        let drawn = line.split(|sign| !is_drawing(sign)).map(|run| run.chars().count()).max();
        let is_art = drawn.is_some_and(|signs| signs > 3)
            || !line.trim().is_empty() && line.trim().chars().all(is_drawing);
        assert!(!is_art, "{line:?} in {text}");
    }
}

/// Returns a game near its end: a position, and the moves that end it.
fn last_turns(game: &AnyGame) -> (History<AnyPosition>, Vec<AnyMove>) {
    for seed in 0.. {
        let mut rng = GameRng::from_seed(seed);
        let mut history = History::new(game.start());
        while history.plies() < 2_000 && history.current().outcome().is_none() {
            history.play(history.current().random_move(&mut rng).unwrap());
        }
        if history.current().terminal_outcome().is_some() {
            history.undo(TURNS);
            let position = game.read_position(&history.current().to_string()).unwrap();
            return (History::new(position), history.undone().map(|(mv, _)| mv).collect());
        }
    }
    unreachable!()
}

/// Types each answer at a question that says what to type, and returns everything heard.
fn answer(terminal: &mut Terminal, answers: &[String]) -> String {
    answers
        .iter()
        .map(|answer| {
            let heard = terminal.wait_for(" Type ") + &terminal.wait_for(". ");
            terminal.type_in(&format!("{answer}\r"));
            heard
        })
        .collect()
}

fn check_lesson(game: &AnyGame, state: &Path) {
    let lesson = &game.study().lessons[0];
    let history = History::new(game.read_position(&lesson.position).unwrap());
    let moves = history.current().moves();
    let solves = |mv: &&AnyMove| lesson.missing_effect(&game.effects(history.current(), **mv)).is_none();
    let solution = game.typed_answers(&game.view(&history), *moves.iter().find(solves).unwrap());
    let arguments = ["learn", &game.name(), "--lesson", "1", "--screen-reader"];
    let mut terminal = Terminal::start_in((80, 24), &arguments, state);
    let mut heard = terminal.wait_for("Press Enter to continue, or type q to leave. ");
    terminal.type_in("\r");
    heard += &answer(&mut terminal, &solution);
    heard += &terminal.wait_for("Well done!");
    heard += &terminal.wait_for("Press Enter to continue, or type q to leave. ");
    terminal.type_in("q\r");
    heard += &terminal.wait_for("Choose a lesson. Type a number from 1 to ");
    // The last lesson is a game.
    terminal.type_in(&format!("{}\r", lesson_count(game)));
    heard += &terminal.wait_for("Coach is on: ");
    heard += &terminal.wait_for(" Type ");
    terminal.type_in(":quit\r");
    only_prints(&(heard + &terminal.rest()));
}

/// Plays the last turns of a game, asks about the board, reviews the game and leaves.
fn check_game(game: &AnyGame, state: &Path) {
    let (mut history, moves) = last_turns(game);
    let position = history.current().to_string();
    let name = game.name();
    let arguments =
        ["play", &name, "--p1", "human", "--p2", "human", "--position", &position, "--board", "words"];
    // A review that does not fit the window is shown in pages.
    let mut terminal = Terminal::start_in((80, 60), &arguments, state);
    let first = game.typed_cell(&game.cells(moves[0])[0]);
    let mut heard = terminal.wait_for("? helps.") + &terminal.wait_for(" Type ") + &terminal.wait_for(". ");
    for command in [":where", ":attacks"] {
        terminal.type_in(&format!("{command} {first}\r"));
        let sentence = terminal.wait_for(" Type ") + &terminal.wait_for(". ");
        let line = sentence.lines().nth(1).unwrap_or_default();
        assert!(line.contains(&first) || line == "In this game no piece is captured.", "{sentence}");
        heard += &sentence;
    }
    terminal.type_in(":pieces\r");
    let mut heard_turns = String::new();
    for mv in moves {
        heard_turns += &answer(&mut terminal, &game.typed_answers(&game.view(&history), mv));
        history.play(mv);
    }
    // The position is described at the start and by `:pieces`, but not after each turn.
    let words = Style { board: BoardStyle::Words, ..Style::PLAIN };
    let board = game.board(&game.view(&History::new(history.current().clone())), &words);
    let whole = board.lines().next().unwrap();
    let end = terminal.wait_for("What now?");
    assert!(!end.contains(whole), "{whole} in {end}");
    heard += &(heard_turns + &end);
    heard += &terminal.wait_for("Type a number from 1 to 7. ");
    terminal.type_in("4\r");
    heard += &terminal.wait_for("or press Enter to leave. ");
    terminal.type_in("1\r");
    heard += &terminal.wait_for("Before turn 1, ");
    heard += &terminal.wait_for("or press Enter to leave. ");
    terminal.type_in("\r");
    while !heard.ends_with("Type a number from 1 to 7. ") {
        heard += &terminal.wait_for(". ");
        // The first review with a mistake asks whether to keep it.
        if heard.ends_with("to practise them later as puzzles? Type y or n. ") {
            terminal.type_in("n\r");
        }
    }
    terminal.type_in("7\r");
    let rest = terminal.rest();
    assert!(heard.contains("accuracy") || heard.contains("proven"), "{heard}");
    only_prints(&(heard + &rest));
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_lesson_a_game_and_its_review_are_only_printed() {
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let folder = tempfile::tempdir().unwrap();
        check_lesson(&game, folder.path());
        check_game(&game, folder.path());
    }
}

/// Checks that the option is stronger than a board that was kept, and that a player who moves second hears who they are.
#[test]
fn a_game_begins_with_what_a_listener_needs() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cygnet")).unwrap();
    fs::write(folder.path().join("cygnet/config.toml"), "board = \"classic\"\n").unwrap();
    for (arguments, until, said) in [
        (["qawale", "--p1=human", "--p2=human"], "A1: 2 tan", "A1: 2 tan"),
        (["replica", "--p1=easy", "--p2=human"], "Type a whole turn, like", "You are Black."),
    ] {
        let arguments = [&["play", "--screen-reader", "--seed=1"], &arguments[..]].concat();
        let mut terminal = Terminal::start_in((40, 24), &arguments, folder.path());
        let heard = terminal.wait_for(until);
        assert!(heard.contains(said) && !heard.contains("+---+"), "{arguments:?}: {heard}");
    }
}

#[test]
fn menus_rules_and_reviews_are_only_printed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cygnet")).unwrap();
    fs::write(folder.path().join("cygnet/config.toml"), "screen_reader = true\n").unwrap();
    let mut terminal = Terminal::start_in((80, 24), &[], folder.path());
    let mut heard = String::new();
    for number in 1..=FAMILIES.len() {
        heard += &terminal.wait_for("Choose a game! Type its number or name, such as 1. ");
        terminal.type_in(&format!("{number}\r"));
        heard += &terminal.wait_for(", such as 1. ");
        terminal.type_in("back\r");
    }
    terminal.type_in(":quit\r");
    only_prints(&(heard + &terminal.rest()));
    for family in FAMILIES {
        let mut terminal = Terminal::start_in((80, 24), &["rules", family.id], folder.path());
        terminal.type_in(&"\r".repeat(30));
        only_prints(&terminal.rest());
    }
    let record =
        "cygnet record 1\ngame: uglyduck\nplayer 1: human\nplayer 2: human\n1. a1b2\n2. e3d3\n3. a2b1\n";
    let file = folder.path().join("game");
    fs::write(&file, format!("{record}result: none, unfinished\n")).unwrap();
    let review = ["review", file.to_str().unwrap(), "--nodes", "2000"];
    let mut terminal = Terminal::start_in((80, 24), &review, folder.path());
    let heard = terminal.wait_for("Player 1: ") + &terminal.wait_for("or press Enter to leave. ");
    terminal.type_in("\r");
    only_prints(&(heard + &terminal.rest()));
}

#[test]
fn lists_of_games_are_only_printed() {
    let folder = tempfile::tempdir().unwrap();
    let finished = folder.path().join("cygnet/finished");
    fs::create_dir_all(&finished).unwrap();
    let record = |result: &str| {
        format!("cygnet record 1\ngame: uglyduck\nplayer 2: easy\n1. a1b1\nresult: {result}\n")
    };
    fs::write(finished.join("game-1.cygnet"), record("p1, resigned")).unwrap();
    fs::write(folder.path().join("cygnet/game-1.cygnet"), record("none, unfinished")).unwrap();
    for (arguments, question) in [
        (&["review", "--screen-reader"][..], "Which game? Type 1 or d1. Enter means 1. "),
        (
            &["explore", "uglyduck", "--screen-reader"],
            "Type a move, back or start, or press Enter to leave. ",
        ),
        (&["--screen-reader"], "Which game do you resume? Type 1, n or d1. "),
    ] {
        let mut terminal = Terminal::start_in((80, 24), arguments, folder.path());
        let heard = terminal.wait_for(question);
        terminal.type_in("\u{4}");
        only_prints(&(heard + &terminal.rest()));
    }
}

#[test]
fn an_interrupt_at_a_heard_question_asks_whether_to_leave() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--screen-reader"];
    let mut terminal = Terminal::start_in((80, 24), &arguments, folder.path());
    let question = "Which piece do you move? Type a cell, such as a1. ";
    terminal.wait_for(question);
    terminal.type_in("b\u{3}");
    let way = [
        ("Leave the program? Type y or n. ", "n"),
        (question, "a1"),
        // With a drawn board the line editor is back, and leaves again in time.
        ("Where does a1 go? Type b1 or b2. ", ":board compact"),
        ("Where does a1 go? Type b1 or b2. ", "b2"),
        ("Player 1 moved a duck from a1 to b2.", ""),
        ("Which piece do you move? Type a cell, such as e1. ", ""),
    ];
    run_dialog(&mut terminal, &way);
    terminal.type_in("\u{3}");
    terminal.wait_for("Leave the program? The game is kept. Type y or n. ");
    terminal.type_in("\u{3}");
    let rest = terminal.rest();
    assert!(rest.contains("Good Bye!"), "{rest:?}, exit code {}", terminal.exit_code());
    assert_eq!(terminal.exit_code(), 130);
}

#[test]
fn the_board_style_switches_between_ways_of_reading() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "human"];
    let mut terminal = Terminal::start_in((80, 24), &arguments, folder.path());
    let way = [
        ("Cell - ", ":board words"),
        ("Which piece do you move? Type a cell, such as a1. ", "a1"),
        ("Where does a1 go? Type b1 or b2. ", ":board compact"),
        ("To Which Cell - ", "b\t2"),
        ("Turn of Player 2!", ""),
        ("Cell - ", ""),
    ];
    run_dialog(&mut terminal, &way);
    terminal.type_in("\u{4}");
    assert!(terminal.rest().contains("Good Bye!"));
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_thinking_computer_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "uglyduck", "--p1", "minimax:40", "--p2", "human", "--screen-reader"];
    let mut terminal = Terminal::start_in((80, 24), &arguments, folder.path());
    let mut heard = terminal.wait_for("The computer is thinking. Ctrl-C makes it move now.\r\n");
    // Meanwhile the line would be redrawn ten times a second.
    std::thread::sleep(std::time::Duration::from_millis(300));
    terminal.type_in("\u{3}");
    heard += &terminal.wait_for("Player 1 moved a duck from ");
    heard += &terminal.wait_for("Type a cell, such as ");
    terminal.type_in("\u{4}");
    heard += &terminal.rest();
    assert_eq!(heard.matches("thinking").count(), 1, "{heard}");
    only_prints(&heard);
}

#[test]
fn lines_typed_ahead_follow_their_questions() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--screen-reader"];
    let mut terminal = Terminal::start_in((80, 24), &arguments, folder.path());
    terminal.wait_for("Type a cell, such as a1. ");
    terminal.type_in("a1\rb2\r:quit\r");
    terminal.wait_for("Where does a1 go? Type b1 or b2. b2\r\nPlayer 1 moved a duck from a1 to b2.\r\n");
    terminal.wait_for("Which piece do you move? Type a cell, such as e1. :quit\r\n");
    terminal.rest();
}

/// Questions about a board, each with its answer.
type Answers = &'static [(&'static str, &'static str)];

/// Games and positions in which questions are asked.
const ASKED: [(&str, &str, Answers); 6] = [
    (
        "uglyduck",
        "1D3/S4/2d2/s1DD1/1d3 1",
        &[
            (":where d3", "d3: Player 1's duck. It can go to e2, e3 or e4. On e2 it captures."),
            (":where e2", "e2: Player 2's duck. On its turn it could go to d2 or d3. On d3 it captures."),
            (":where C4", "c4 is empty."),
            (":attacks d3", "One of Player 2's pieces can capture on d3 next turn: e2."),
            (":attacks c3", "Nothing attacks c3."),
            (":attacks d2", "No piece is on d2. Player 2 can go there from e2."),
            (":where z9", "There is no such cell. Type one such as a1."),
            (":attacks", ":attacks needs a cell, such as a1."),
            (":pieces", "Player 1 has 3 ducks on a2, d3, d4 and 1 swan on b1."),
        ],
    ),
    (
        "uglyduck-xl",
        "D1D2/dDd2/5/S2D1/d3d 1",
        &[
            // The board shows this piece as d4; the cell d4 follows.
            (
                ":where d4",
                "Cell e5: Player 2's duck 4. On its turn it could go to d4 or d5. On d4 it captures.",
            ),
            (":where 7", "There is no piece 7 on the board."),
            (":where e3", "Cell e3 is empty."),
            (":attacks e5", "One of Player 1's pieces can capture on cell e5 now: duck 5 on d4."),
        ],
    ),
    (
        "replica",
        "7W/6w1/5b2/1bw1ww2/8/8/w7/7B w",
        &[
            (
                ":where 7-7",
                "7-7: white's checker. It can go to 6-6, 6-7 or 7-6, or become a king. On 6-6 it captures.",
            ),
            (
                ":where f6",
                "6-6: black's checker. On its turn it could go to 7-7, 7-6 or 6-7. On 7-7 it captures.",
            ),
            (":attacks 6-6", "Two of White's pieces can capture on 6-6 now: 7-7 and 8-8."),
            (":attacks 7-7", "One of Black's pieces can capture on 7-7 next turn: 6-6."),
        ],
    ),
    (
        "three-dragons",
        "#7#/9/9/9/*2b*3*/1Ab1b4/9/3D5/#4ee1# w",
        &[
            (
                ":where 8d",
                "d8: white's level 4 piece. It can go to d6, d7, a8, b8, c8, e8, f8, g8, h8, i8 or d9. \
                 From d6 it captures on c6, d5 or e6.",
            ),
            (":attacks c6", "One of White's pieces can capture on c6 now: d8."),
            (":attacks b6", "One of Black's pieces can capture on b6 next turn: d5."),
            (":where a5", "a5 is a cave whose dragon can be summoned."),
            (":where a1", "a1 is a mountain."),
        ],
    ),
    (
        "three-dragons",
        "#7#/2b6/9/9/*3*3*/2Bb1bB2/9/9/#B2C3# w",
        &[(
            ":where e9",
            "e9: white's level 3 piece. It can go to e6, e7, e8, c9, d9, f9, g9 or h9. \
             From e6 it captures on d6 and f6.",
        )],
    ),
    (
        "qawale",
        "d,tt,-,-/-,ttlll,-,-/-,-,-,-/-,l,-,- d 9",
        &[
            (":where b2", "b2: 2 tan, 3 light on top."),
            (":where a/1", "a1: 1 dark."),
            (":where a3", "a3 is empty."),
            (":attacks a1", "In this game no piece is captured."),
        ],
    ),
];

#[test]
fn questions_about_the_board_are_answered_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (game, position, asked) in ASKED {
        let arguments =
            ["play", game, "--p1", "human", "--p2", "human", "--seed", "1", "--board", "words", "--echo"];
        let input: String = asked.iter().flat_map(|(line, _)| [line, "\n"]).collect();
        let said =
            out(&run(folder.path(), &[&arguments[..], &["--position", position]].concat(), input.as_bytes()));
        let mut rest = said.as_str();
        for (line, answer) in asked {
            rest = rest.split_once(line).unwrap_or_else(|| panic!("{game}: {line} in {said}")).1;
            assert_eq!(rest.lines().nth(1), Some(*answer), "{game}: {line}");
        }
    }
}
