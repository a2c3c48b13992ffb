//! Tests of `cygnet explore` at a terminal, and of its moves through a pipe.

use crate::common::terminal::Terminal;
use crate::kept_games::{cygnet, finished, state};

#[test]
fn explore_can_be_navigated() {
    let folder = state();
    let illegal = ("uglyduck\n1. a1b1\n2. a1b1", "p1, resigned");
    let game = ("uglyduck\nplayer 2: hard\n1. a1b1\n2. e1d1", "p1, resigned");
    finished(folder.path(), &[illegal, game]);
    let mut terminal = Terminal::start(&["explore", "uglyduck", "a1", "b1"], 100, folder.path());
    terminal.wait_for("left out: ");
    terminal.wait_for("game-1.cygnet:4: move 2 \"a1b1\": ");
    for (typed, said) in [
        ("back\r", "Ugly Duck after a1 b1: 1 game"),
        ("a1 b1\r", "Ugly Duck at the start: 1 game"),
        ("e1d1\r", "Ugly Duck after a1 b1: 1 game"),
        ("zz\r", "Ugly Duck after a1 b1, e1 d1: 1 game"),
        ("flip\r", "\"zz\" is not a legal move. Type a whole turn, such as "),
        (":moves\r", "#    E    #   ( )   #    ▲"),
        (":flip\r", "a5 b5, b1 c1, b1 c2"),
        ("more\r", "Ugly Duck after a1 b1, e1 d1: 1 game"),
        ("b\r", "move "),
        ("start\r", "Ugly Duck after a1 b1: 1 game"),
        ("\r", "Ugly Duck at the start: 1 game"),
    ] {
        terminal.wait_for(said);
        terminal.wait_for("Enter to leave: ");
        terminal.type_in(typed);
    }
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn explore_shows_typed_moves_and_takes_both_forms() {
    let folder = state();
    finished(folder.path(), &[("replica\nplayer 2: easy\n1. g5f4", "p1, resigned")]);
    for leave in ["q", ":q", "quit", "exit", ""] {
        let mut terminal = Terminal::start_in((80, 24), &["explore", "replica"], folder.path());
        let screen = terminal.wait_for("Enter to leave: ");
        assert!(screen.contains("\r\njump 7-5 6-4") || screen.contains("\r\nstep 7-5 6-4"), "{screen}");
        assert!(!screen.contains("g5f4"), "{screen}");
        assert!(screen.contains("(not listed: ") && screen.contains(" moves; type moves)"), "{screen}");
        terminal.type_in("ste\t");
        terminal.wait_for("leave: step");
        terminal.type_in(&"\x7f".repeat(5));
        terminal.type_in(&format!("{leave}\r"));
        assert!(!terminal.rest().contains("legal move"), "{leave}");
        assert_eq!(terminal.exit_code(), 0, "{leave}");
    }
    let piped = |moves: &[&str]| {
        let output = cygnet(folder.path(), &[&["explore", "uglyduck"], moves].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    let wanted = piped(&["a1b2", "e3d3"]);
    assert!(wanted.starts_with("uglyduck after a1b2 e3d3: 0 games, Player 1 to move\n"), "{wanted}");
    assert_eq!(piped(&["a1", "b2", "e3", "d3"]), wanted);
    assert_eq!(piped(&["A1 b2", "e3d3"]), wanted);
    let wrong = cygnet(folder.path(), &["explore", "uglyduck", "a1b2", "e3", "e5"]);
    assert_eq!(wrong.status.code(), Some(1));
    let over = piped(&["--position", "5/5/5/5/S4 1"]);
    assert!(
        over.starts_with("uglyduck at a set position: 0 games, the game is over: Player 1 has won\n"),
        "{over}"
    );
}

#[test]
fn every_move_that_a_game_made_from_a_position_has_a_row() {
    let folder = state();
    let moves = "1. e8e7\n2. e2e3\n3. e7e8\n4. e3e2\n5. e8f8";
    finished(folder.path(), &[(&format!("three-dragons\nplayer 2: normal\n{moves}"), "p1, resigned")]);
    let text = String::from_utf8(cygnet(folder.path(), &["explore", "three-dragons"]).stdout).unwrap();
    assert!(
        text.contains("at the start: 1 game, ") && text.contains("\ne8e7 ") && text.contains("\ne8f8 "),
        "{text}"
    );
}

#[test]
fn going_back_from_the_start_of_an_exploration_leads_to_the_games() {
    let folder = state();
    for (columns, prompt) in
        [(80, "Move, back, start, or Enter to leave: "), (40, "Move, back, start, Enter: ")]
    {
        let mut terminal = Terminal::start_in((columns, 24), &["explore"], folder.path());
        for (question, answer) in [
            ("Choose a game! ", "1"),
            (prompt, "a1 b1"),
            (prompt, "back"),
            (prompt, "back"),
            ("Choose a game! ", "replica"),
            (prompt, ""),
        ] {
            terminal.wait_for(question);
            terminal.type_in(&format!("{answer}\r"));
        }
        assert!(!terminal.rest().contains("Choose a game!"));
        assert_eq!(terminal.exit_code(), 0);
        let mut terminal = Terminal::start_in((columns, 24), &["explore", "uglyduck"], folder.path());
        terminal.wait_for(prompt);
        terminal.type_in("back\r");
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0);
    }
}
