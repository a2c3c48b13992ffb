//! Terminals of every type, and keys that wait for others.

use cygnet::games::FAMILIES;
use rustix::process::Signal;

use crate::common::is_sampled;
use crate::common::terminal::{ENTER, Terminal, run_dialog};
use crate::terminal::{TWO_PEOPLE, state};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cygnet");

/// Starts the program at a terminal of this type, or of none.
fn at_terminal(kind: Option<&str>, arguments: &[&str], state: &std::path::Path) -> Terminal {
    let kind = kind.map(|kind| format!("TERM={kind}"));
    let changes = kind.as_ref().map_or(vec!["-u", "TERM"], |kind| vec![kind.as_str()]);
    Terminal::run("env", &[&changes[..], &[PROGRAM], arguments].concat(), (50, 100), state)
}

/// Types of terminals that understand no drawing.
const PLAIN: [Option<&str>; 7] =
    [Some("dumb"), Some("emacs"), Some("cons25"), Some("vt52"), Some("unknown"), Some(""), None];

/// Commands, and what to type at them.
const SHOWN: [(&[&str], &str); 8] = [
    (&["--help"], "q\r"),
    (&["--seed=1"], "2\r\r\r\r:quit\r:quit\r"),
    (&["play", "uglyduck", "--p1=human", "--p2=human"], "a1 b2\r:resign\ry\rq\rq\rq\r"),
    (&["games"], ""),
    (&["learn", "replica"], "1\ra1\r:quit\r:quit\r"),
    (&["draw", "qawale"], ""),
    (&["explore", "uglyduck", "--from=finished"], "q\r"),
    (&["arena", "qawale", "--p1=easy", "--p2=easy", "--games=2", "--seed=1"], ""),
];

/// Returns everything that these commands show with changes to the environment.
fn shown(changes: &[&str]) -> impl Iterator<Item = (&'static [&'static str], String)> {
    let folder = state();
    let changes = [&["-u", "NO_COLOR"], changes, &[PROGRAM]].concat();
    SHOWN.into_iter().map(move |(command, keys)| {
        let mut terminal = Terminal::run("env", &[&changes, command].concat(), (50, 100), folder.path());
        terminal.type_in(keys);
        (command, terminal.rest())
    })
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_terminal_of_any_type_can_be_played_at() {
    const OTHERS: [&str; 12] = [
        "ansi",
        "cygwin",
        "hurd",
        "linux",
        "mach-color",
        "pcansi",
        "rxvt-unicode",
        "screen",
        "sun",
        "vt100",
        "no-such-terminal",
        "xterm-256color",
    ];
    for kind in PLAIN.into_iter().chain(OTHERS.map(Some)) {
        let folder = state();
        let mut terminal = at_terminal(kind, &["rules", "uglyduck"], folder.path());
        let shown = terminal.wait_for("Enter for more, q to leave) ");
        assert!(shown.contains("INSTRUCTIONS"), "{kind:?}: {shown}");
        terminal.type_in("q\r");
        terminal.rest();
        let mut terminal = at_terminal(kind, &TWO_PEOPLE, folder.path());
        let mut shown = terminal.wait_for("Cell - ");
        terminal.type_in("a1 b2\r");
        shown += &terminal.wait_for("Turn of Player 2!");
        shown += &terminal.wait_for("Cell - ");
        terminal.type_in(":quit\r");
        shown += &terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{kind:?}: {shown}");
        assert!(!PLAIN.contains(&kind) || !shown.contains('\u{1b}'), "{kind:?}: {shown:?}");
    }
}

#[test]
fn a_plain_terminal_gets_no_sequence() {
    let kinds = [&["TERM=dumb"][..], &["TERM=cons25"], &["-u", "TERM"], &["TERM=unknown"]];
    for (_, kind) in kinds.into_iter().enumerate().filter(|(number, _)| is_sampled(*number, 2)) {
        for (command, shown) in shown(kind) {
            assert!(!shown.contains('\u{1b}'), "{kind:?}, {command:?}: {shown:?}");
        }
    }
}

#[test]
fn a_terminal_without_unicode_gets_ascii() {
    for (command, shown) in shown(&["LC_ALL=de_DE"]) {
        assert!(shown.is_ascii(), "{command:?}: {shown}");
    }
    for game in FAMILIES.iter().map(|family| family.id) {
        let folder = state();
        let arguments = ["LC_ALL=de_DE.ISO-8859-1", PROGRAM, "play", game, "--seed=1"];
        let mut terminal = Terminal::run("env", &arguments, (50, 100), folder.path());
        terminal.type_in("1\r\r\r\r\r:help\rq\r:rules\rq\r:quit\r");
        let shown = terminal.rest();
        assert!(
            shown.is_ascii(),
            "{game}: {:?}",
            shown.chars().filter(|c| !c.is_ascii()).collect::<String>()
        );
        let frame = match game {
            "uglyduck" => "##########",
            "three-dragons" => "| A  | B",
            _ => "+---",
        };
        assert!(shown.contains(frame), "{game}: {shown}");
    }
}

/// Keys that begin a sequence, at the question "Cell - ": several completions, an escape, a letter as it is, two
/// keys, a count.
const OPENING_KEYS: [&str; 6] = ["\t", "\u{1b}", "\u{16}", "\u{18}", "\u{1b}5", "\u{1b}["];

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_key_that_waits_for_another_blocks_no_signal() {
    let mut cases = 0..;
    for keys in OPENING_KEYS {
        let signals = [Signal::TERM, Signal::HUP, Signal::INT];
        for signal in signals.into_iter().filter(|_| is_sampled(cases.next().unwrap(), 4)) {
            let folder = state();
            let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
            terminal.wait_for("Cell - ");
            terminal.type_in(keys);
            for _ in 0..3 {
                terminal.signal(Signal::TSTP);
                std::thread::sleep(std::time::Duration::from_millis(50));
                terminal.signal(Signal::CONT);
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            terminal.signal(signal);
            match signal {
                // An interrupt drops the line. The next key ends the sequence.
                Signal::INT => {
                    terminal.type_in("\r:quit\r\r:quit\r");
                    terminal.rest();
                }
                signal => {
                    terminal.rest();
                    assert_eq!(terminal.exit_code(), 128 + signal.as_raw(), "{keys:?}");
                }
            }
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn no_sequence_of_keys_passes_the_limit_of_a_line() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in(&"x".repeat(4097));
    for keys in ["\u{16}y", "\u{11}y", "\u{1b}9y", "\u{1b}9\u{16}y", "\u{19}", "\u{1b}y"] {
        terminal.type_in(&keys.repeat(300));
    }
    terminal.type_in("\r");
    let shown = terminal.wait_for("The line is longer than 4096 bytes");
    assert!(!shown.trim_end_matches("bytes").contains('y'), "{shown}");
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn tab_completes_arguments_turns_and_bare_commands() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    // What is typed, and what is offered.
    for (typed, offered) in [
        ("a3 \t\t", "b2  b3  b4"),
        ("board \t\t", "classic  compact  ascii    words"),
        (":palette \t\t", "standard      colour-blind  mono"),
        (":play a3 \t\t", "b2  b3  b4"),
        ("hin\t \t", "hint all"),
        (":rev\t \t", ":review deep"),
        ("help \t", "help values"),
        (":speed \t", ":speed step"),
    ] {
        terminal.wait_for("Cell - ");
        terminal.type_in(typed);
        terminal.wait_for(offered);
        // An interrupt drops the line.
        terminal.type_in("\u{3}");
        terminal.wait_for("[y/n] ");
        terminal.type_in("n\r");
    }
    // The names of files.
    std::fs::write(folder.path().join("kept-game"), "").unwrap();
    for command in [":save", "load"] {
        terminal.wait_for("Cell - ");
        terminal.type_in(&format!("{command} {}/kep\t", folder.path().display()));
        terminal.wait_for("kept-game");
        terminal.type_in("\u{3}");
        terminal.wait_for("[y/n] ");
        terminal.type_in("n\r");
    }
    terminal.wait_for("Cell - ");
    terminal.type_in("a3\r");
    terminal.wait_for("To Which Cell - ");
    terminal.type_in("\t\t");
    terminal.wait_for("b2     b3     b4 ");
    terminal.type_in("\u{15}:quit\r");
    terminal.rest();
}

#[test]
fn ctrl_l_clears_the_screen_and_draws_the_board_and_the_question() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("a2\r");
    terminal.wait_for("To Which Cell - ");
    terminal.type_in("b\u{c}");
    terminal.wait_for("\u{1b}[2J");
    let drawn = terminal.wait_for("To Which Cell - ");
    assert!(
        drawn.contains("▼") && drawn.contains("Turn of Player 1!") && drawn.contains("a2 can go"),
        "{drawn}"
    );
    // What was typed is still there, and is not in the history.
    run_dialog(&mut terminal, &[("", "1"), ("Turn of Player 2!", ""), ("Cell - ", "")]);
    terminal.type_in("\u{1b}[A");
    run_dialog(&mut terminal, &[("b1", "\u{15}:rules"), ("(1 of ", "")]);
    terminal.type_in("\u{c}");
    terminal.wait_for("\u{1b}[2J");
    assert!(terminal.wait_for("(1 of ").contains("INSTRUCTIONS"));
    terminal.type_in("q\r:quit\r");
    terminal.rest();
    let mut terminal = Terminal::start(&["play", "uglyduck"], 100, state().path());
    terminal.wait_for("Choose an option! (Enter: 1) ");
    terminal.type_in("\u{c}");
    terminal.wait_for("\u{1b}[2J");
    assert!(terminal.wait_for("Choose an option! (Enter: 1) ").contains("1 - PLAY"));
    terminal.type_in("q\r");
    terminal.rest();
}

#[test]
fn the_help_is_grouped_and_names_the_keys() {
    let folder = state();
    let mut terminal = Terminal::start_in((100, 50), &TWO_PEOPLE, folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in(":help\r");
    let help = terminal.wait_for("Cell - ");
    let places: Vec<_> = ["Play:", "Look:", "Learn:", "Keep:", "Leave:"].map(|name| help.find(name)).to_vec();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{help}");
    let keys = help.lines().find(|line| line.contains("Tab")).unwrap();
    assert!(keys.contains("Up") && keys.contains("Ctrl-R"), "{keys}");
    terminal.type_in(":quit\r");
    terminal.rest();
    // A terminal that reads lines plainly has no such keys.
    let mut terminal = at_terminal(Some("dumb"), &TWO_PEOPLE, folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in(":help\r");
    assert!(!terminal.wait_for("Cell - ").contains("Ctrl-R"));
    terminal.type_in(":quit\r");
    terminal.rest();
}

/// A position of Three Dragons with a choice of captures.
const CAPTURES: &str = "#7#/9/9/9/*2b*3*/2b1b4/9/3D5/#1A2ee1# w";

#[test]
fn q_leaves_wherever_it_is_no_answer() {
    let folder = state();
    let captures = ["play", "three-dragons", "--p1=human", "--p2=human", "--position", CAPTURES];
    let people = |game| ["play", game, "--p1=human", "--p2=human"];
    for (arguments, lines) in [
        (&people("uglyduck")[..], &["a1"][..]),
        (&people("replica"), &["step"]),
        (&people("three-dragons"), &["9"]),
        (&people("qawale"), &["a1"]),
        (&captures, &["d8", "d6"]),
        (&["play", "replica"], &[]),
        (&["play", "uglyduck"], &["1"]),
    ] {
        let mut terminal = Terminal::start(arguments, 100, folder.path());
        lines.iter().chain(&["q"]).for_each(|line| terminal.type_in(&format!("{line}\r")));
        terminal.rest();
        assert_eq!(terminal.exit_code(), 0, "{arguments:?} {lines:?}");
    }
    // A letter that moves a piece, though not this one, is an answer. A question about something is left with it.
    let mut terminal = Terminal::start(&people("uglyduck-xl"), 100, folder.path());
    let way = [
        ("Choose a piece: ", "1\rq"),
        ("Move q is not possible now.", ":resign\rq"),
        ("Resign this game? [y/n] ", ""),
        ("Choose a move: ", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
}

#[test]
fn b_goes_back_in_every_text_and_menu() {
    let folder = state();
    let mut terminal = Terminal::start_in((80, 24), &TWO_PEOPLE, folder.path());
    let way = [
        ("Cell - ", ":rules"),
        ("(1 of ", ENTER),
        ("b: back, q: leave) ", "B"),
        ("(1 of ", "b"),
        ("Cell - ", ":help"),
        ("(1 of ", "b"),
        ("Cell - ", ":pause"),
        ("Choose an option! ", "b"),
        ("Cell - ", ":quit"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
    for (arguments, question, after) in [
        (&["learn", "uglyduck"][..], "Choose a lesson", "Good Bye"),
        (&["learn"], "Choose a game", "oodbye"),
        (&["play", "replica"], "Option: ", "bye"),
    ] {
        let mut terminal = Terminal::start_in((80, 24), arguments, folder.path());
        terminal.wait_for(question);
        terminal.type_in("b\r");
        assert!(terminal.rest().contains(after), "{arguments:?}");
    }
    let mut terminal = Terminal::start_in((80, 24), &["play", "replica"], folder.path());
    let way = [
        ("Option: ", "p"),
        ("Choose a difficulty: ", "b"),
        ("Option: ", "4"),
        ("(1 of ", "b"),
        ("Option: ", "q"),
    ];
    run_dialog(&mut terminal, &way);
    terminal.rest();
}
