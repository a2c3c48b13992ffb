//! The games of a match: they are reproducible and use the right openings. Also, error messages.

use cygnet::model::GameRng;
use std::fs;
use std::process::Command;

#[cfg(unix)]
use super::command;
use super::{assert_fails, games, objects, run, run_ok, text};
use crate::common::{classic, every_kind, random_moves};

/// Checks the exit codes for scripts. They are given only where they are asked for.
#[test]
fn a_script_reads_the_result_of_a_match_from_its_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let sprt = "--games 20000 --swap --opening 4 --seed 1 --sprt 0 20";
    for (line, code) in [
        (format!("uglyduck --p1 hard --p2 easy {sprt} --exit-code"), 0),
        (format!("uglyduck --p1 easy --p2 hard {sprt} --exit-code"), 10),
        (format!("uglyduck --p1 easy --p2 hard {sprt}"), 0),
        ("uglyduck --p1 hard --p2 easy --games 4 --seed 1 --sprt 0 20 --exit-code".to_owned(), 11),
        ("uglyduck --p1 hard --p2 easy --games 4 --seed 1 --exit-code".to_owned(), 0),
    ] {
        let output = run(folder.path(), &line);
        assert_eq!(output.status.code(), Some(code), "{line}: {}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("error"), "{line}: {}", text(&output.stderr));
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn games_do_not_depend_on_the_number_of_threads() {
    let matches = [
        "uglyduck --p1 expert --p2 minimax:3 --bot hard --nodes 300 --games 4 --swap --opening 4",
        "uglyduck --p1 minimax:4 --p2 random --bot easy --bot greedy --gauntlet --games 12",
        "replica:8,house --p1 expert --p2 medium --depth 2 --games 4 --opening 3",
        "qawale --p1 expert --p2 hard --nodes 500 --games 4 --swap",
        "three-dragons --p1 random --p2 normal --games 6",
    ];
    for (number, arguments) in matches.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        for jobs in 1..=3 {
            run_ok(folder.path(), &format!("{arguments} --seed {number} --jobs {jobs} --out {jobs}"));
        }
        let one = games(folder.path(), "1");
        assert!(one == games(folder.path(), "2") && one == games(folder.path(), "3"), "{arguments}");
        let checked =
            Command::new(env!("CARGO_BIN_EXE_cygnet")).arg("check").arg(folder.path().join("1")).output();
        assert!(text(&checked.unwrap().stdout).ends_with("games, all valid\n"), "{arguments}");
    }
}

#[test]
fn a_different_seed_gives_different_games() {
    let folder = tempfile::tempdir().unwrap();
    for seed in [1, 2] {
        run_ok(
            folder.path(),
            &format!("uglyduck --p1 random --p2 random --games 5 --seed {seed} --out {seed}"),
        );
    }
    let moves = |file: &str| {
        let all = games(folder.path(), file);
        all.lines().filter(|line| line.contains(". ")).map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    assert_ne!(moves("1"), moves("2"));
}

#[test]
fn both_sides_of_every_opening_are_played() {
    let folder = tempfile::tempdir().unwrap();
    run_ok(folder.path(), "uglyduck --p1 hard --p2 easy --games 6 --swap --opening 5 --seed 3 --out all");
    let all = games(folder.path(), "all");
    let games: Vec<&str> = all.split("cygnet record 2\n").skip(1).collect();
    let part = |game: &str, from: usize, to: usize| {
        game.lines().skip(from).take(to - from).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(games.len(), 6);
    for pair in games.chunks(2) {
        assert_eq!(part(pair[0], 1, 3), "player 1: hard\nplayer 2: easy");
        assert_eq!(part(pair[1], 1, 3), "player 1: easy\nplayer 2: hard");
        assert_eq!(part(pair[0], 6, 11), part(pair[1], 6, 11), "the moves of the opening");
    }
    assert_ne!(part(games[0], 6, 11), part(games[2], 6, 11));
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "uglyduck --p1 hard --p2 random --games 5000 --swap --opening 2 --sprt 0 30 --seed 1 --jobs 3";
    let lines = objects(&run_ok(folder.path(), &format!("{arguments} --format json --out all")));
    let summary = &lines.last().unwrap()["summary"];
    assert_eq!(summary["sprt"]["accepted"], "H1");
    assert!(summary["sprt"]["llr"].as_f64().unwrap() > 2.944);
    let played = summary["games"].as_u64().unwrap();
    assert!(played < 1000 && played.is_multiple_of(2), "{played}");
    assert_eq!(summary["broken_off"], false);
    assert_eq!(lines.len() as u64, played + 1);
    let strict = format!("{arguments} --alpha 0.001 --beta 0.001 --format json");
    let strict = objects(&run_ok(folder.path(), &strict)).pop().unwrap();
    assert!(strict["summary"]["games"].as_u64().unwrap() > played, "{strict}");
    let bound = strict["summary"]["sprt"]["bounds"][1].as_f64().unwrap();
    assert!(strict["summary"]["sprt"]["accepted"] == "H1" && (bound - 999_f64.ln()).abs() < 1e-9, "{strict}");
    let table = run_ok(folder.path(), &arguments.replace("--jobs 3", "--jobs 1 --out one"));
    assert!(table.contains(", H1 is accepted.\n"), "{table}");
    assert_eq!(games(folder.path(), "one"), games(folder.path(), "all"));
}

#[test]
fn comments_and_positions_are_distinguished_in_every_game() {
    let mut rng = GameRng::from_seed(5);
    let mut began_like_comments = 0;
    for game in every_kind() {
        let folder = tempfile::tempdir().unwrap();
        let position = (random_moves(&game, &mut rng, 2).1).to_string();
        began_like_comments += usize::from(position.starts_with('#'));
        fs::write(folder.path().join("openings"), format!("# two moves\n#\n  # more\n\n{position}\n"))
            .unwrap();
        let arguments =
            format!("{game} --p1 random --p2 random --games 1 --opening openings --seed 1 --out all");
        run_ok(folder.path(), &arguments);
        assert!(games(folder.path(), "all").contains(&format!("\nstart: {position}\n")), "{arguments}");
    }
    // A position by its moves, as they are typed.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openings"), "1 e 1 d\n").unwrap();
    run_ok(
        folder.path(),
        "uglyduck-xl --p1 random --p2 random --games 1 --opening openings --seed 1 --out all",
    );
    assert!(games(folder.path(), "all").contains("\nstart: "));
    assert!(began_like_comments > 0);
}

#[test]
fn positions_come_in_random_order_each_once_from_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = GameRng::from_seed(6);
    let position = |_| (random_moves(&classic(), &mut rng, 4).1).to_string();
    let list: Vec<String> = (0..8).map(position).collect();
    fs::write(folder.path().join("list"), list.join("\n")).unwrap();
    let order = |seed: u32, file: &str| {
        let arguments = format!(
            "uglyduck --p1 easy --p2 random --games 16 --swap --opening list --shuffle --seed {seed}"
        );
        run_ok(folder.path(), &format!("{arguments} --out {file}"));
        run_ok(folder.path(), &format!("{arguments} --resume {file}"));
        let all = games(folder.path(), file);
        let starts: Vec<String> =
            all.lines().filter_map(|line| line.strip_prefix("start: ")).map(ToOwned::to_owned).collect();
        let [firsts, seconds] =
            [0, 1].map(|first| starts.iter().skip(first).step_by(2).cloned().collect::<Vec<_>>());
        assert_eq!(firsts, seconds);
        firsts
    };
    let (one, again, other) = (order(1, "one"), order(1, "again"), order(2, "other"));
    assert!(one == again && one != other && one != list);
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    assert!(sorted(one) == sorted(list.clone()) && sorted(other) == sorted(list));
}

#[cfg(unix)]
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn bots_have_distinct_labels() {
    let folder = tempfile::tempdir().unwrap();
    let deep = "a/long/way/down/the/tree/of/folders/to/an";
    fs::create_dir_all(folder.path().join(deep)).unwrap();
    for version in ["old", "new"] {
        fs::write(folder.path().join(format!("{deep}/engine-{version}")), DIES).unwrap();
    }
    let [old, new] = ["old", "new"].map(|version| format!("ugi:sh {deep}/engine-{version}"));
    let bots = [
        "uglyduck", "--p1", &old, "--p2", &new, "--bot", "easy", "--bot", "easy", "--games", "2", "--seed",
        "1",
    ];
    let output = command(folder.path(), &bots).output().unwrap();
    let table = text(&output.stdout);
    for label in [
        "ugi:sh a...e/of/folders/to/an/engine-old ",
        "ugi:sh a...e/of/folders/to/an/engine-new ",
        "easy ",
        "easy (2) ",
        "easy - easy (2) ",
    ] {
        assert!(table.contains(&format!("\n{label}")), "{label}: {table}");
    }
    let named = [&bots[..], &["--name", "Old", "--name", "New", "--out", "all"]].concat();
    let output = command(folder.path(), &named).output().unwrap();
    let table = text(&output.stdout);
    assert!(
        table.starts_with(&format!("uglyduck: round robin of Old ({old}), New ({new}), easy, easy, ")),
        "{table}"
    );
    assert!(
        table.contains("\nOld - New ") && table.contains("\nOld forfeited 6 games. First reason: "),
        "{table}"
    );
    let merged = objects(&run_ok(folder.path(), "--merge all --format json")).pop().unwrap();
    let summary = &merged["summary"];
    assert_eq!(
        (&summary["bots"][1]["name"], &summary["bots"][1]["bot"]),
        (&"New".into(), &new.as_str().into())
    );
    assert_eq!(summary["pairings"][5]["names"], serde_json::json!(["easy", "easy (2)"]));
    for wrong in ["--name A --name A", "--name A --name B --name C", "--name="] {
        let arguments = format!("uglyduck --p1 hard --p2 easy {wrong}");
        assert_fails(folder.path(), &arguments, 2, "the names must be different");
    }
}

#[test]
fn a_match_reports_confidence() {
    let folder = tempfile::tempdir().unwrap();
    let two = "uglyduck --p1 hard --p2 easy --games 40 --swap --opening 4 --seed 1";
    let table = run_ok(folder.path(), two);
    assert!(table.contains("; the likelihood that hard is stronger than easy is 100.0 %.\n"), "{table}");
    let json = objects(&run_ok(folder.path(), &format!("{two} --format json"))).pop().unwrap();
    let pairing = &json["summary"]["pairings"][0];
    let [value, low, high] = [0, 1, 2].map(|index| pairing["normalized_elo"][index].as_f64().unwrap());
    assert!(table.contains(&format!("\nNormalised Elo {value:+.1} ({low:+.1} to {high:+.1}); ")), "{table}");
    assert!(low > 0.0 && pairing["los"].as_f64().unwrap() > 0.9999);
    let three = run_ok(folder.path(), &format!("{two} --bot random"));
    let heading = three.lines().find(|line| line.starts_with("pairing")).unwrap();
    assert!(
        heading.ends_with(" LOS") && heading.contains(" nElo ") && !three.contains("Normalised"),
        "{three}"
    );
}

#[test]
fn json_output_has_one_object_per_game_and_a_summary() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "uglyduck --p1 expert --p2 easy --games 4 --swap --nodes 200 --seed 2 --format json";
    let lines = objects(&run_ok(folder.path(), arguments));
    assert_eq!(lines.len(), 5);
    for (number, game) in lines[..4].iter().enumerate() {
        assert_eq!(game["number"], number as u64 + 1);
        assert_eq!(game["opening"], number as u64 / 2 + 1);
        assert_eq!(game["p1"], ["expert", "easy"][number % 2]);
        assert_eq!(game["reason"], "rules");
        assert!(game["turns"].as_u64().unwrap() > 8 && game["seconds"][0].is_number());
        assert!(game["nodes"][number % 2].is_number() && game["nodes"][1 - number % 2].is_null());
    }
    let bots = &lines[4]["summary"]["bots"];
    assert_eq!(bots[0]["bot"], "expert");
    assert!(bots[0]["nodes_a_move"].as_f64().unwrap() < 500.0 && bots[1]["nodes_a_move"].is_null());
    assert_eq!(bots[0]["won"], bots[1]["lost"]);
}

#[test]
fn usage_errors_have_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let fails = |arguments: &str, error: &str| assert_fails(folder.path(), arguments, 2, error);
    fails("uglyduck --p1 hard", "--p2");
    fails("ugliduck --p1 hard --p2 easy", "did you mean uglyduck?");
    fails("uglyduck --p1 hard --p2 nobody", "hint: the bots are easy, hard");
    fails("uglyduck --p1 hard --p2 human", "hint: the bots are");
    fails("uglyduck --p1 hard --p2 easy --games 3 --swap", "hint: use --games 2 or --games 4");
    fails("uglyduck --p1 hard --p2 easy --games 0", "expected a whole number from 1 to ");
    fails("uglyduck --p1 hard --p2 easy --sprt 10 0", "the smaller one first");
    fails("uglyduck --p1 hard --p2 easy --sprt 0 NaN", "the smaller one first");
    fails("uglyduck --p1 hard --p2 easy --bot random --sprt 0 10", "cannot be used with");
    fails("uglyduck --p1 hard --p2 easy --seed 1 --shard 1/2", "--out");
    fails("uglyduck --p1 hard --p2 easy --out x --shard 1/2", "--seed");
    fails("uglyduck --p1 hard --p2 easy --seed 1 --out x --shard 3/2", "use I/N with I from 1 to N");
    fails("uglyduck --merge x", "cannot be used with");
    fails("uglyduck --p1 random --p2 random --opening 1000", "found no opening of 1000 random moves");
    fails(
        "replica --p1 random --p2 random --opening 4000000000",
        "found no opening of 4000000000 random moves",
    );
    fails("--p1 hard --resume x", "<GAME>");
    fails("--swap --resume x", "<GAME>");
    fails("uglyduck --resume x", "--p1");
    fails("--resume x --out y", "cannot be used with");
    fails("--resume x --merge y", "cannot be used with");
    fs::write(folder.path().join("there"), "something").unwrap();
    let there = "uglyduck --p1 hard --p2 easy --out there";
    assert_fails(folder.path(), there, 1, "error: there: the file already exists");
    assert_fails(folder.path(), there, 1, "hint: to continue the match, run its command with --resume");
    assert_eq!(fs::read_to_string(folder.path().join("there")).unwrap(), "something");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a match that is not played writes no file");
}

/// A program that exits when it is asked for a move.
#[cfg(unix)]
pub const DIES: &str = "while read -r line; do case $line in ugi) echo id name X; echo ugiok;; isready) echo readyok;; query*) echo response false;; go*) exit 3;; esac; done";
