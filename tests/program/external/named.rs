//! Engines that the configuration file names, as players of every command.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::CYGNET;
use crate::cli::{run_in, text};

/// Writes a configuration file with two engines: one that forfeits at its first move, and cygnet itself.
fn write_engines(folder: &Path) {
    let bad = r#"while read -r line; do case "$line" in ugi) echo ugiok;; isready) echo readyok;; query*) echo response false;; go*) exit 3;; esac; done"#;
    fs::write(folder.join("bad.sh"), bad).unwrap();
    fs::create_dir_all(folder.join("cygnet")).unwrap();
    let file = format!(
        "board = \"words\"\n\n[engines.bad]\ncommand = \"sh bad.sh\"\ntc = 5\n\n[engines.good-1]\n\
         command = \"'{CYGNET}' ugi uglyduck\"\noptions = {{ Bot = \"random\", nodes = 50 }}\ntc = \"10+0.1\"\n"
    );
    fs::write(folder.join("cygnet/config.toml"), file).unwrap();
}

/// Runs a command, with its arguments separated by spaces.
fn run(folder: &Path, arguments: &str) -> Output {
    run_in(folder, &arguments.split(' ').collect::<Vec<_>>(), b"")
}

#[test]
fn engines_of_the_configuration_play_under_their_names() {
    let folder = tempfile::tempdir().unwrap();
    write_engines(folder.path());
    let seat = format!("ugi:Bot=random nodes=50 '{CYGNET}' ugi uglyduck");

    let match_ = "arena uglyduck --p1 @good-1 --p2 @bad --games 2 --swap --seed 1 --out all";
    let table = text(&run(folder.path(), match_).stdout);
    assert!(table.contains(&format!("good-1 ({seat}) against bad (ugi:sh bad.sh), ")), "{table}");
    assert!(
        table.contains(", 10+0.1 s against 5+0 s on the clock, ") && table.contains("\ngood-1      2    2 "),
        "{table}"
    );
    let record = fs::read_to_string(folder.path().join("all")).unwrap();
    assert!(
        record
            .contains(&format!("\nplayer 1: {seat}\nname 1: good-1\nplayer 2: ugi:sh bad.sh\nname 2: bad\n")),
        "{record}"
    );
    assert_eq!(run(folder.path(), &match_.replace("--out", "--resume")).status.code(), Some(0));

    // Names, clocks and limits of the command line replace those of the file.
    let bots = "arena uglyduck --p1 random --p2 greedy --bot @bad --games 1 --seed 1";
    let table = text(&run(folder.path(), &format!("{bots} --name a --time 1")).stdout);
    assert!(
        table.contains("round robin of a (random), greedy, bad (ugi:sh bad.sh), ")
            && table.contains(" 1 s a move"),
        "{table}"
    );
    let table = text(&run(folder.path(), &format!("{bots} --tc 9 --anchor bad=1000")).stdout);
    assert!(table.contains(", 9+0 s on the clock, "), "{table}");
    let refused = text(&run(folder.path(), bots).stderr);
    assert!(
        refused.contains("error: the configuration file has clocks for 1 of 3 bots\nhint: give --tc once"),
        "{refused}"
    );

    let played = run(folder.path(), "play uglyduck --p1 random --p2 @bad --autosave game --seed 1");
    assert!(text(&played.stdout).contains("Player 2 forfeits the game.\n"), "{}", text(&played.stdout));
    let record = fs::read_to_string(folder.path().join("game")).unwrap();
    assert!(record.contains("\nplayer 2: ugi:sh bad.sh\nname 2: bad\n"), "{record}");
    // Another player does not keep the name.
    let unfinished = record.split("result: ").next().unwrap().to_owned() + "result: none, unfinished\n";
    fs::write(folder.path().join("old"), unfinished).unwrap();
    let other = run(folder.path(), "play --record old --p2 greedy --autosave new --seed 1");
    let record = fs::read_to_string(folder.path().join("new")).unwrap();
    assert!(record.contains("\nplayer 2: greedy\nseed"), "{record}{}", text(&other.stderr));

    let restricted = run(folder.path(), "play uglyduck --p1 human --p2 @bad --restricted");
    assert!(text(&restricted.stderr).contains("--restricted does not allow programs as players"));
    let shown = text(&run(folder.path(), "config").stdout);
    assert!(shown.contains(&format!("\n@good-1         {seat} (10+0.1 s)")), "{shown}");
    assert!(text(&run(folder.path(), "completions bash").stdout).contains(" @bad @good-1"));
}

#[test]
fn an_unknown_engine_is_an_error_that_names_the_known_ones_and_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cygnet/config.toml").display().to_string();
    let commands = [
        "play uglyduck --p2 @god-1",
        "host uglyduck --p1 @god-1",
        "arena uglyduck --p1 easy --p2 @god-1",
        "games --against @god-1",
    ];
    for (known, hint) in [
        (false, format!("{file} has no engines; a table [engines.NAME] there adds one\n")),
        (true, format!("{file} has @bad, @good-1; a table [engines.NAME] there adds one\n")),
    ] {
        if known {
            write_engines(folder.path());
        }
        for command in commands {
            let output = run(folder.path(), command);
            let meant = if known { "; did you mean @good-1?" } else { "" };
            let wanted = format!("error: unknown engine \"@god-1\"{meant}\nhint: {hint}");
            assert!(text(&output.stderr).ends_with(&wanted), "{command}: {}", text(&output.stderr));
            assert_eq!(output.status.code(), Some(2), "{command}");
        }
    }
    fs::write(&file, "[engines.x]\n\ncommand = \"./x\"\noptions = { nodes = 0 }\n").unwrap();
    let wrong = run(folder.path(), "rules uglyduck");
    let wanted =
        format!("error: {file}: line 4: nodes must be a whole number above 0\nhint: correct or remove");
    assert!(text(&wrong.stderr).starts_with(&wanted), "{}", text(&wrong.stderr));
}
