//! Tests of the program at a pseudoterminal.

use cygnet::model::Record;

use crate::common::terminal::{ENTER, Terminal, run_dialog};

pub const TWO_PEOPLE: [&str; 7] = ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed=1"];

pub fn state() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn completion_history_and_interrupts() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.wait_for("Cell - ");
    // Completion offers cells with a movable piece, and commands after a colon.
    terminal.type_in("a\t\t");
    let offered = terminal.wait_for("a5");
    assert!(offered.contains("a1") && offered.contains("a3"), "{offered}");
    run_dialog(&mut terminal, &[("", "1"), ("To Which Cell - ", ":pos\t"), ("DDDDD/5/5/5/ddddd 1", "")]);
    // The up arrow recalls the previous line.
    terminal.type_in("\u{1b}[A\r");
    terminal.wait_for("DDDDD/5/5/5/ddddd 1");
    terminal.type_in("b1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.wait_for("Cell - ");
    // An interrupt clears the line, so what is typed next is a complete answer.
    terminal.type_in("zzz\u{3}");
    let way = [
        ("Leave the program? The game is kept. [y/n] ", "n"),
        ("Cell - ", "e1 d1"),
        ("Turn of Player 1!", ""),
        ("Cell - ", ""),
    ];
    run_dialog(&mut terminal, &way);
    terminal.type_in("\u{3}");
    run_dialog(&mut terminal, &[("Leave the program? The game is kept. [y/n] ", "y"), ("Good Bye!", "")]);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 130);
}

#[test]
fn a_replay_steps_forwards_and_backwards_and_to_mistakes() {
    let folder = state();
    let record = "cygnet record 2\ngame: uglyduck\n1. a1b2\n2. e3d3 {calm}\n3. a2b1 ?\n4. e1d1\nresult: p1, resigned\n";
    let file = folder.path().join("game");
    std::fs::write(&file, record).unwrap();
    let arguments = ["replay", file.to_str().unwrap()];
    let mut terminal = Terminal::start_in((80, 24), &arguments, folder.path());
    let mut at = |keys: &str, heading: &str, question: &str| {
        terminal.type_in(keys);
        let page = terminal.wait_for(heading) + &terminal.wait_for(question);
        assert!(page.matches("#####").count() > 0 || page.contains('?'), "{page}");
        // The whole board and the question fit on the screen together.
        let shown = page.rsplit("\nTurn ").next().unwrap();
        assert!(shown.lines().count() <= 24, "{shown}");
        page
    };
    at("", "At the start:", "Enter: next, b: back, m: next mistake, e: end, 0-4, q: quit ");
    at("\r", "Turn 1: Player 1 played a1 b2", "q: quit ");
    assert!(at("n\r", "Turn 2: Player 2 played e3 d3", "q: quit ").contains("calm"));
    at("b\r", "Turn 1: Player 1 played a1 b2", "q: quit ");
    at("m\r", "Turn 3: Player 1 played a2 b1 ?", "next, b: back, m: next mistake, e: end, 0-4, q: quit ");
    at("m\r", "There are no more marked mistakes.", "q: quit ");
    at(":board words\r", ":board does not work here. ? says what you can type.", "q: quit ");
    at("9\r", "The game has only 4 turns.", "q: quit ");
    at("x\r", "Enter shows the next turn, b shows the turn before, m the next marked mistake", "q: quit ");
    at("0\r", "At the start:", "q: quit ");
    at("b\r", "This is the start of the game.", "q: quit ");
    let end = at(
        "e\r",
        "Turn 4: Player 2 played e1 d1",
        "Enter: leave, b: back, m: next mistake, e: end, 0-4, q: quit ",
    );
    assert!(end.contains("Result: Player 1 beat Player 2, resigned."), "{end}");
    terminal.type_in("\r");
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
    let mut terminal = Terminal::start_in((80, 24), &[&arguments[..], &["--all"]].concat(), folder.path());
    assert!(!terminal.rest().contains("q: quit"));
}

#[test]
fn a_too_wide_board_falls_back_to_compact_with_one_note() {
    let folder = state();
    let people = ["play", "replica:12", "--p1", "human", "--p2", "human", "--board", "classic"];
    let mut terminal = Terminal::start(&people, 38, folder.path());
    terminal.wait_for("(For the full board the window needs 2");
    terminal.wait_for("Step, jump or transform? ");
    terminal.type_in("step 10-11 9-10\r:quit\r");
    let rest = terminal.rest();
    assert!(rest.contains("Current player: black") && !rest.contains("needs"), "{rest}");
    assert!(!rest.contains("+--"), "{rest}");
}

#[test]
fn a_menu_follows_a_game() {
    let state = state();
    let arguments = ["play", "uglyduck", "--p1", "human", "--p2", "easy", "--position", "5/S4/5/5/4d 1"];
    let mut terminal = Terminal::start(&arguments, 80, state.path());
    let way = [
        ("Cell - ", "b1 a1"),
        ("Choose an option: ", "3"),
        ("Cell - ", "b1 a1"),
        ("Choose an option: ", "4"),
        ("Your chances, turn by turn", ""),
        ("Turn to look at (Enter: leave): ", ENTER),
        ("Choose an option: ", "5"),
        ("Save to which file? ", ""),
    ];
    run_dialog(&mut terminal, &way);
    let file = state.path().join("won");
    terminal.type_in(&format!("{}\r", file.display()));
    terminal.wait_for("Saved to ");
    let saved = std::fs::read_to_string(&file).unwrap().parse::<Record>().unwrap();
    assert_eq!(saved.moves.len(), 1);
    assert!(saved.result.is_some());
    run_dialog(&mut terminal, &[("Choose an option: ", ":hint"), ("The game is over.", "2")]);
    // The sides are swapped, so the computer brings its last swan home.
    terminal.wait_for("YOU LOST AGAINST COMPUTER!");
    terminal.wait_for("Choose an option: ");
    terminal.type_in(":save ");
    let file = state.path().join("changed");
    terminal.type_in(&format!("{}\r", file.display()));
    terminal.wait_for("Saved to ");
    let changed = std::fs::read_to_string(&file).unwrap().parse::<Record>().unwrap();
    assert_eq!(changed.seats, ["easy", "human"]);
    terminal.type_in(":quit\r");
    assert!(terminal.rest().contains("Good Bye"));
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_thinking_computer_takes_lines_for_later_and_is_stopped_by_an_interrupt() {
    let folder = state();
    let arguments = ["play", "uglyduck", "--p1", "minimax:40", "--p2", "human", "--seed=1"];
    let mut terminal = Terminal::start(&arguments, 100, folder.path());
    terminal.wait_for("Ctrl-C makes it move now.");
    // Blank lines are ignored, a mistake is erased, and the last line is incomplete.
    terminal.type_in("\r\re1\rzz\u{7f}\u{7f}d1\r\r:pos");
    // The typed text does not appear in the middle of the program's output.
    terminal.wait_for("Thinking for 1 s");
    terminal.type_in("\u{3}");
    let output = terminal.wait_for("(Stopped: this is the best move so far.)")
        + &terminal.wait_for("Player 1 (computer) plays");
    assert!(!output.contains("zz") && !output.contains("e1"), "{output:?}");
    terminal.wait_for("Cell - e1");
    terminal.wait_for("To Which Cell - d1");
    terminal.wait_for("Turn of Player 1!");
    terminal.wait_for("Ctrl-C makes it move now.");
    terminal.type_in("\u{3}");
    terminal.wait_for(":pos");
    terminal.type_in("ition\r");
    terminal.wait_for("d4/1dddd 2");
    // In the compact style, the player's turn and the reply get one line each, with a single board below.
    terminal.type_in(":board compact\re2 d2\r");
    terminal.wait_for("You play e2 d2.");
    terminal.wait_for("Ctrl-C makes it move now.");
    terminal.type_in("\u{3}");
    let output = terminal.wait_for("Player 1 (computer) plays");
    assert!(!output.contains('▲'), "{output}");
    terminal.wait_for("Cell - ");
    terminal.type_in("\u{4}");
    assert!(terminal.rest().contains("(The game is kept. Run cygnet without arguments to resume it.)"));
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn two_computers_can_be_paused_and_stepped() {
    let folder = state();
    let arguments = ["play", "uglyduck", "--p1", "easy", "--p2", "easy", "--seed=1", "--delay=3600"];
    let mut terminal = Terminal::start(&arguments, 100, folder.path());
    let paused = "Paused. Press Enter to continue. ";
    terminal.wait_for("(Press Enter to skip a wait");
    terminal.type_in("\r");
    run_dialog(&mut terminal, &[("Player 1 (computer) plays", ""), ("Turn of Player 2!", "")]);
    // The key that pauses is not part of the next line.
    terminal.type_in("x");
    let way = [
        (paused, ":speed 0.2"),
        ("The computers wait 0.2 s between moves.", ""),
        (paused, ":speed 3600"),
        (paused, ":position"),
        (" 2\r\n", ""),
        (paused, "hello"),
        ("Two computers are playing.", ":resign"),
        ("[y/n]", "y"),
        ("What now?", "3"),
        ("(Took back the resignation.)", ""),
        (paused, ":undo"),
        ("Turn of Player 1!", ":speed step"),
        ("The computers wait for Enter before each move.", ENTER),
        ("Player 1 (computer) plays", ""),
        ("Turn of Player 2!", ENTER),
        ("Player 2 (computer) plays", ""),
        ("Turn of Player 1!", ":speed soon"),
        (":speed takes a number of seconds", ":speed 3600"),
        ("The computers wait 3600 s between moves.", ENTER),
        ("Turn of Player 2!", ""),
    ];
    run_dialog(&mut terminal, &way);
    // Ctrl-C in the wait asks whether to leave.
    terminal.type_in("\u{3}");
    let way = [
        ("Leave the program? [y/n] ", ":speed 0"),
        ("The computers wait 0 s between moves.", ENTER),
        ("Winner", ""),
        (" won on turn ", ""),
        ("Choose an option: ", "7"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_resized_window_is_used_from_the_next_turn() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    let large = terminal.wait_for("Cell - ");
    assert!(large.contains(&"#".repeat(61)), "{large}");
    terminal.resize(24, 80);
    terminal.type_in("a1 b1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.wait_for("Cell - ");
    terminal.resize(24, 30);
    terminal.type_in("e1 d1\r");
    let narrow = terminal.wait_for("Turn of Player 1!");
    assert!(narrow.contains(&"#".repeat(25)) && !narrow.contains(&"#".repeat(26)), "{narrow}");
    terminal.resize(50, 100);
    terminal.wait_for("Cell - ");
    terminal.type_in("b1 c1\r");
    let large = terminal.wait_for("Turn of Player 2!");
    assert!(large.contains(&"#".repeat(61)), "{large}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn a_byte_that_is_not_utf8_is_refused_and_the_game_continues() {
    let state = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 80, state.path());
    terminal.wait_for("Cell - ");
    terminal.type_bytes(b"\xe9\r");
    run_dialog(&mut terminal, &[("Cell invalid!", ""), ("Cell - ", "a1 b2"), ("Turn of Player 2!", ":quit")]);
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
    // In a menu too.
    let mut terminal = Terminal::start(&["play", "uglyduck"], 80, tempfile::tempdir().unwrap().path());
    terminal.wait_for("(Enter: 1) ");
    terminal.type_bytes(b"\xe9\r");
    terminal.wait_for("Type 1, 2, 3, l or p.");
    terminal.type_in(":quit\r");
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_long_paste_is_refused_at_once_and_keys_cannot_fill_the_memory() {
    let state = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 80, state.path());
    terminal.wait_for("Cell - ");
    let paste = vec![b'x'; 1 << 17];
    paste.chunks(1 << 10).for_each(|chunk| terminal.type_bytes(chunk));
    terminal.type_in("\r");
    terminal.wait_for("The line is longer than 4096 bytes and was ignored.");
    terminal.wait_for("Cell - ");
    // Kill and yank twice again and again: without a limit the line doubles each time.
    terminal.type_in(&format!("x\u{15}{}", "\u{19}\u{19}\u{15}".repeat(40)));
    terminal.type_in("a1 b2\r");
    terminal.wait_for("Turn of Player 2!");
    let status = std::fs::read_to_string(format!("/proc/{}/status", terminal.pid()));
    if let Ok(status) = status {
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kib: u64 = line.split_whitespace().next().unwrap().parse().unwrap();
        assert!(kib < 100 << 10, "{kib} KiB");
    }
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn a_terminal_that_does_not_know_its_size_has_the_usual_one() {
    for window in [(0, 0), (80, 0), (0, 24)] {
        let folder = tempfile::tempdir().unwrap();
        let mut terminal = Terminal::start_in(window, &["uglyduck"], folder.path());
        run_dialog(&mut terminal, &[("(Enter: 1) ", "1"), ("(Enter: ", "1"), ("Cell - ", "a1 b1")]);
        terminal.wait_for("Turn of Player 2!");
    }
}
