//! Checks that every hint can be followed. Each case is a rejected command, its hint, and a command that
//! follows the hint and succeeds.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The names and contents of the files that the commands use.
const FILES: [(&str, &str); 7] = [
    ("game", "cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: p2, resigned\n"),
    ("open", "cygnet record 1\ngame: uglyduck\n1. a1b2\nresult: none, unfinished\n"),
    ("stranger", "cygnet record 1\ngame: uglyduck\nplayer 1: nobody\n1. a1b2\nresult: none, unfinished\n"),
    ("program", "cygnet record 1\ngame: uglyduck\nplayer 1: ugi:x\n1. a1b2\nresult: none, unfinished\n"),
    ("letter", "precious\n"),
    ("positions", "DDDDD/5/5/5/ddddd 1\n"),
    ("none.puzzles", ""),
];

/// The start of the commands that play matches.
const MATCH: &str = "cygnet arena uglyduck --p1 random --p2 greedy --seed 1";

const CASES: [(&str, &str, &str); 47] = [
    ("cygnet pley uglyduck", "the commands are play, ", "cygnet play uglyduck"),
    ("cygnet games lst", "the commands are list, ", "cygnet games list"),
    ("cygnet man pley", "the commands are play, ", "cygnet man play"),
    ("cygnet man --out letter", "a name that does not exist", "cygnet man --out new-pages"),
    ("cygnet perft uglyduck", "cygnet perft <GAME> <DEPTH>", "cygnet perft uglyduck 2"),
    ("cygnet perft uglyduck x", "cygnet perft --help describes", "cygnet perft --help"),
    ("cygnet rules uglyduck --bord words", "did you mean --board?", "cygnet rules uglyduck --board words"),
    ("cygnet moves qawale --json", "did you mean --format json?", "cygnet moves qawale --format json"),
    ("cygnet rules qawale --depth 3", "an option of analyze", "cygnet analyze qawale --depth 3"),
    ("cygnet play qawale --p1 hrad", "did you mean hard?", "cygnet play qawale --p1 hard"),
    (
        "cygnet arena qawale --p1 random --p2 gredy",
        "the bots are",
        "cygnet arena qawale --p1 random --p2 greedy --games 1",
    ),
    ("cygnet moves nogame", "the games are uglyduck, ", "cygnet moves uglyduck"),
    ("cygnet moves qawal", "the games are uglyduck, ", "cygnet moves qawale"),
    ("cygnet moves uglyduck:7x7", "a name such as uglyduck-xl:4x6", "cygnet moves uglyduck-xl:4x6"),
    ("cygnet moves uglyduck-xl:2x2", "each from 3 to 22", "cygnet moves uglyduck-xl:3x22"),
    ("cygnet moves replica:9", "replica:12 or replica:8,house", "cygnet moves replica:8,house"),
    ("cygnet moves three-dragons:9", "or three-dragons:strength", "cygnet moves three-dragons:strength"),
    ("cygnet moves qawale:4", "or qawale:10 (10 pieces)", "cygnet moves qawale:10"),
    (
        "cygnet moves uglyduck --position x",
        "cygnet moves GAME --successors",
        "cygnet moves uglyduck --position '5/S4/5/5/d4 1'",
    ),
    ("cygnet play uglyduck --p1 ugi:./none", "or its path: ugi:./engine", "cygnet play uglyduck --p1 human"),
    (
        "cygnet arena uglyduck --p1 ugi:./none --p2 easy",
        "or its path: ugi:./engine",
        "cygnet arena uglyduck --p1 hard --p2 easy --games 1",
    ),
    ("cygnet play uglyduck --p1 foo", "the players are human, easy", "cygnet play uglyduck --p1 easy"),
    (
        "cygnet play uglyduck --position -",
        "for moves, perft",
        "echo '5/S4/5/5/d4 1' | cygnet moves uglyduck --position -",
    ),
    (
        "cygnet play uglyduck --restricted --p1 ugi:x",
        "use a built-in bot or human",
        "cygnet play uglyduck --restricted --p1 human",
    ),
    ("cygnet play uglyduck --restricted --tables", "leave out one", "cygnet play uglyduck --restricted"),
    ("cygnet play --record program", "or choose another player", "cygnet play --record program --p1 human"),
    (
        "cygnet play --record stranger",
        "choose another player with --p1",
        "cygnet play --record stranger --p1 easy",
    ),
    (
        "cygnet play uglyduck --p1 human --autosave letter",
        "or a new file name",
        "cygnet play uglyduck --p1 human --autosave new",
    ),
    (
        "cygnet play uglyduck --p1 human --autosave open",
        "cygnet play --record FILE --autosave FILE",
        "cygnet play --record open --autosave open",
    ),
    ("cygnet games show 7", "there are no finished games yet", "cygnet games"),
    ("cygnet learn uglyduck --lesson 99", "are numbered from 1 to", "cygnet learn uglyduck --lesson 1"),
    (
        "cygnet puzzle --collection none.puzzles",
        "with cygnet puzzle make",
        "cygnet puzzle make --record game --out new.puzzles --nodes 100",
    ),
    (
        "cygnet solve uglyduck --position - --proof new",
        "give the text of the position",
        "cygnet solve uglyduck --position '5/S4/5/5/d4 1' --proof new.proof",
    ),
    (
        "cygnet table info qawale",
        "uglyduck-xl with at most 5 columns",
        "cygnet table build uglyduck-xl:3x3 --dir tables",
    ),
    (
        "cygnet table info uglyduck-xl:3x4 --dir .",
        "build it with cygnet table build uglyduck-xl:3x4 --dir .",
        "cygnet table build uglyduck-xl:3x4 --dir .",
    ),
    (
        "cygnet arena qawale --p1 foo --p2 easy",
        "the bots are easy, ",
        "cygnet arena qawale --p1 random --p2 random --games 1",
    ),
    ("MATCH --swap --games 1", "--games 2", "MATCH --games 2 --swap"),
    ("MATCH --swap --games 3", "--games 2 or --games 4", "MATCH --games 2 --swap"),
    ("MATCH --games 2 --opening 9999", "use a smaller number for --opening", "MATCH --games 2 --opening 2"),
    (
        "MATCH --bot hard --games 2 --anchor easy=1",
        "the bots are random, greedy, hard",
        "MATCH --bot hard --games 2 --anchor random=1",
    ),
    ("MATCH --games 2 --name A --name A", "--name A --name B", "MATCH --games 2 --name A --name B"),
    ("MATCH --games 2 --sprt 10 0", "--sprt 0 10 tests", "MATCH --games 2 --sprt 0 10"),
    (
        "MATCH --games 2 --sprt 0 10 --alpha 1",
        "--alpha 0.05 --beta 0.05",
        "MATCH --games 2 --sprt 0 10 --alpha 0.05 --beta 0.05",
    ),
    (
        "MATCH --games 2 --out match; MATCH --games 2 --out match",
        "with --resume instead of --out",
        "MATCH --games 2 --resume match",
    ),
    ("cygnet arena --resume match --tables", "leave out --tables", "cygnet arena --resume match"),
    (
        "MATCH --games 2 --out third --bot random; cygnet arena --resume third --sprt 0 10",
        "leave out --sprt",
        "cygnet arena --resume third",
    ),
    (
        "MATCH --games 2 --out opened --opening positions; cygnet arena --resume opened",
        "with --resume instead of --out",
        "MATCH --games 2 --opening positions --resume opened",
    ),
];

fn run(folder: &Path, line: &str) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_cygnet")).parent().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", &line.replace("MATCH", MATCH)]);
    shell.env("PATH", format!("{}:{}", binary.display(), std::env::var("PATH").unwrap()));
    for variable in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
        shell.env(variable, folder);
    }
    shell.current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn every_hint_can_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in FILES {
        fs::write(folder.path().join(name), content).unwrap();
    }
    for (wrong, hint, right) in CASES {
        let refused = run(folder.path(), wrong);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(matches!(refused.status.code(), Some(1 | 2)), "{wrong}: {said}");
        // An installed program may have no pages.
        assert!(!said.contains("docs/") && !said.contains(".md"), "{wrong}: {said}");
        let given = said.lines().find_map(|line| line.strip_prefix("hint: ")).unwrap_or_default();
        assert!(given.contains(hint), "{wrong}: {said}");
        let taken = run(folder.path(), right);
        assert_eq!(taken.status.code(), Some(0), "{right}: {}", String::from_utf8_lossy(&taken.stderr));
    }
}
