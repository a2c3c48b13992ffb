//! Terminals of every type, and keys that wait for others.

use cygnet::games::FAMILIES;
use rustix::process::Signal;

use crate::common::terminal::Terminal;
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
    for kind in [&["TERM=dumb"][..], &["TERM=cons25"], &["TERM=unknown"], &["-u", "TERM"]] {
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
    }
}

/// Keys that begin a sequence, at the question "Cell - ": several completions, an escape, a letter as it is, two
/// keys, a count.
const OPENING_KEYS: [&str; 6] = ["\t", "\u{1b}", "\u{16}", "\u{18}", "\u{1b}5", "\u{1b}["];

#[test]
fn a_key_that_waits_for_another_blocks_no_signal() {
    for keys in OPENING_KEYS {
        for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
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
