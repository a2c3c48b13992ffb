//! Features for testing engines: clocks, adjudication, notes, logs, reuse of engine processes, ratings.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{assert_fails, command, games, objects, run_ok, text};

/// Runs a match and returns its output. `bots` are further arguments that can contain spaces.
#[track_caller]
fn played(folder: &Path, arguments: &str, bots: &[&str]) -> String {
    let mut all: Vec<&str> = arguments.split_whitespace().collect();
    all.extend(bots);
    let output = command(folder, &all).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Checks that `--merge` and `check` accept the file, and that `--merge` rejects it for the given reason once
/// `from` is replaced by `to`.
#[track_caller]
fn assert_rejected_if(folder: &Path, file: &str, changes: &[[&str; 3]]) {
    run_ok(folder, &format!("--merge {file}"));
    let checked = Command::new(env!("CARGO_BIN_EXE_cygnet")).arg("check").arg(folder.join(file)).output();
    assert!(checked.unwrap().status.success());
    let right = games(folder, file);
    for [from, to, reason] in changes {
        assert!(right.contains(from), "{from}: {right}");
        fs::write(folder.join("spoilt"), right.replacen(from, to, 1)).unwrap();
        assert_fails(folder, "--merge spoilt", 1, reason);
    }
}

/// Checks that a match continues after a crash, that what the program wrote to standard error is in the log, and its last
/// lines in the reason of its forfeit. Only the program to move can forfeit.
#[cfg(unix)]
#[test]
fn a_crashed_program_forfeits_with_its_last_words_and_the_match_continues() {
    let folder = tempfile::tempdir().unwrap();
    let noise = "for n in 1 2 3 4 5 6 7 8 9; do echo \"line $n \u{7}\" >&2; done;";
    let dies =
        format!("{noise} {}", super::matches::DIES.replace("exit 3", "echo the net is broken >&2; exit 3"));
    fs::write(folder.path().join("dies.sh"), dies).unwrap();
    let plan = "uglyduck --games 4 --swap --seed 1 --log log --out all --exit-code --p2 easy --p1";
    let arguments: Vec<&str> = plan.split(' ').chain(["ugi:sh dies.sh"]).collect();
    let output = command(folder.path(), &arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(12), "{}", text(&output.stderr));
    let reason = "it exited unexpectedly (exit code 3); standard error: line 8 \\u{7} | line 9 \\u{7} | the net is broken";
    let table = text(&output.stdout);
    let wanted = format!("ugi:sh dies.sh forfeited 4 games. First reason: {reason}\n");
    assert!(table.contains("Games ended by: forfeited 4.\n") && table.contains(&wanted), "{table}");
    let record = games(folder.path(), "all");
    let results: Vec<&str> = record.lines().filter_map(|line| line.strip_prefix("result: ")).collect();
    assert_eq!(results, ["p2", "p1", "p2", "p1"].map(|winner| format!("{winner}, forfeited: {reason}")));
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.matches("] ~ line 1 ").count() == 4 && log.contains("] ~ the net is broken\n"), "{log}");
    let other = "player 2 forfeited the game, but only programs can forfeit";
    let later = "player 1 forfeited the game, but it was the other player's turn";
    let changes = [["result: p2, ", "result: p1, ", other], ["result: p2, ", "1. a1b1\nresult: p2, ", later]];
    assert_rejected_if(folder.path(), "all", &changes);
    let fails = "ugi:sh -c 'echo no such net >&2; exit 4'";
    let refused = command(folder.path(), &["uglyduck", "--p1", fails, "--p2", "easy"]).output().unwrap();
    let said = text(&refused.stderr);
    assert!(said.contains("it exited unexpectedly (exit code 4); standard error: no such net\n"), "{said}");
}

/// Checks that a program that floods standard error can neither block nor fill the memory.
#[cfg(unix)]
#[test]
fn a_program_can_write_to_standard_error_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("{} ugi uglyduck", env!("CARGO_BIN_EXE_cygnet"));
    let flood = format!("ugi:depth=1 sh -c 'yes >&2 & exec {engine}'");
    let plan = "uglyduck --games 2 --swap --seed 1 --maxplies 6";
    let table = played(folder.path(), plan, &["--p1", &flood, "--p2", "easy"]);
    assert!(table.contains("Games ended by: adjudicated (length) 2."), "{table}");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn bots_respect_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    // A few moves with enough time on the clock for a busy machine.
    let clock = "uglyduck --games 2 --swap --tc 4+0.001 --maxplies 4 --seed 1 --log log";
    let engine = format!("ugi:{} ugi uglyduck", env!("CARGO_BIN_EXE_cygnet"));
    let table = played(folder.path(), clock, &["--p1", &engine, "--p2", "perfect", "--name", "Engine"]);
    assert!(table.contains("Games ended by: adjudicated (length) 2.\n"), "{table}");
    assert!(table.contains("\nEngine was started once ("), "{table}");
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("] > go p1time 4000 p2time 4000 p1inc 1 p2inc 1\n"), "{log}");
    assert!(log.contains("] < bestmove ") && log.matches("] ! started\n").count() == 1, "{log}");
}

#[cfg(unix)]
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_program_that_never_moves_loses_on_time() {
    let folder = tempfile::tempdir().unwrap();
    let sleeps = super::matches::DIES.replace("exit 3", "sleep 100");
    fs::write(folder.path().join("sleeps.sh"), sleeps).unwrap();
    let bots = ["--p1", "ugi:margin=0.01 sh sleeps.sh", "--p2", "easy"];
    let table = played(folder.path(), "uglyduck --games 2 --tc 0.2 --seed 1 --log log --out all", &bots);
    assert!(table.contains("Games ended by: time 2.\n"), "{table}");
    assert!(table.contains("ugi:margin=0.01 sh sleeps.sh lost 2 games on time.\n"), "{table}");
    assert!(table.contains("ugi:margin=0.01 sh sleeps.sh was started 2 times ("), "killed and restarted");
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("] ! no answer to \"go\" within 0.25 s\n"), "{log}");
    run_ok(folder.path(), "--merge all");
}

#[cfg(unix)]
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_program_that_closes_its_output_forfeits_whatever_its_clock() {
    let folder = tempfile::tempdir().unwrap();
    let closes = super::matches::DIES.replace("exit 3", "exec >&- 2>&-; sleep 100");
    fs::write(folder.path().join("closes.sh"), closes).unwrap();
    let bots = ["--p1", "ugi:sh closes.sh", "--p2", "easy"];
    let table = played(folder.path(), "uglyduck --games 1 --tc 1+0.02 --seed 1 --out all", &bots);
    assert!(table.contains("Games ended by: forfeited 1.\n"), "{table}");
    assert!(games(folder.path(), "all").contains("forfeited: it closed its output"), "{table}");
}

#[test]
fn a_log_replaces_no_record_and_is_in_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let plan = "uglyduck --p1 random --p2 easy --games 2 --seed 1";
    let one_file = "the log and the record are one file\nhint: name another file with --log";
    assert_fails(folder.path(), &format!("{plan} --out new --log ./new"), 2, one_file);
    assert!(!folder.path().join("new").exists());
    run_ok(folder.path(), &format!("{plan} --out all"));
    assert_fails(folder.path(), &format!("{plan} --resume all --log all"), 2, one_file);
    let no_log = "all: the file exists and is not an engine log\nhint: name another file with --log";
    assert_fails(folder.path(), &format!("{plan} --log all"), 1, no_log);
    run_ok(folder.path(), "--merge all");
}

/// Checks that the clock of a program runs only from `go` on: what fails before is no loss on time.
#[cfg(unix)]
#[test]
fn a_program_that_fails_before_it_thinks_forfeits_whatever_its_clock() {
    let folder = tempfile::tempdir().unwrap();
    let dies = super::matches::DIES.replace("go*) exit 3", "position*) sleep 0.3; exit 3");
    fs::write(folder.path().join("dies.sh"), dies).unwrap();
    let bots = ["--p1", "ugi:sh dies.sh", "--p2", "easy"];
    let plan = "uglyduck --games 1 --tc 0.1 --seed 1 --out all --format json";
    let lines = objects(&played(folder.path(), plan, &bots));
    assert_eq!(lines.last().unwrap()["bots"][0]["seconds_a_move"], serde_json::Value::Null);
    let record = games(folder.path(), "all");
    assert!(record.contains("forfeited: it exited unexpectedly (exit code 3)"), "{record}");
}

#[test]
fn adjudicated_results_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let bots = "uglyduck --p1 expert --p2 minimax:3 --games 6 --swap --opening 4 --nodes 2000 --seed 1";
    let arguments = format!("{bots} --adjudicate --notes depth,eval");
    let table = run_ok(folder.path(), &format!("{arguments} --out all"));
    assert!(
        table.contains("adjudicated when proven, seed 1\n") && table.contains("adjudicated (proven)"),
        "{table}"
    );
    let all = games(folder.path(), "all");
    assert!(all.contains(" [depth ") && all.contains(" [won in ") && all.contains("\n1. "), "{all}");
    let ended = all.split("\nresult: ").find_map(|rest| rest.split_once(", adjudicated (proven)\n"));
    let winner = ended.unwrap().0;
    let right = format!("result: {winner}, adjudicated (proven)");
    let other = if winner == "p1" { "p2" } else { "p1" };
    let no_rule = "but no rule of the match ends the game there";
    let wrong = right.replace(winner, other);
    let changes = [
        [right.as_str(), &wrong, no_rule],
        [&right, "result: draw, adjudicated (length)", no_rule],
        [&right, "result: draw, agreed", "the record says"],
        ["\"proven\":true", "\"proven\":false", no_rule],
    ];
    assert_rejected_if(folder.path(), "all", &changes);
    // The same match again, resumed from a truncated file.
    fs::write(folder.path().join("torn"), &all[..all.len() / 2]).unwrap();
    run_ok(folder.path(), "--resume torn");
    assert!(games(folder.path(), "torn") == all);
    run_ok(folder.path(), &format!("{arguments} --jobs 2 --out two"));
    assert!(games(folder.path(), "two") == all);
    let table = run_ok(folder.path(), &format!("{bots} --resign 1:1 --maxplies 12 --out short"));
    assert!(
        table.contains("resign 1:1, at most 12 plies") && table.contains("adjudicated (score)"),
        "{table}"
    );
    assert!(games(folder.path(), "short").matches("\n12. ").count() < 7);
    assert_rejected_if(folder.path(), "short", &[["\"score\":1}", "\"score\":1}}", "not a match record"]]);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn reused_engines_play_like_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("ugi:nodes=300 Hash=1 {} ugi uglyduck", env!("CARGO_BIN_EXE_cygnet"));
    let other = engine.replace("nodes=300", "nodes=90");
    let bots = ["--p1", &engine, "--p2", &other, "--name", "A", "--name", "B"];
    let plan = "uglyduck --games 4 --swap --opening 3 --seed 4 --notes eval,depth";
    for (how, starts) in [("--jobs 1", 2), ("--jobs 2", 4), ("--restart", 8)] {
        let file = how.trim_start_matches('-').replace(' ', "");
        played(folder.path(), &format!("{plan} {how} --out {file} --log log-{file}"), &bots);
        assert!(games(folder.path(), &file) == games(folder.path(), "jobs1"), "{how}");
        let log = fs::read_to_string(folder.path().join(format!("log-{file}"))).unwrap();
        let started = log.matches("] ! started\n").count();
        // The second worker may have had no games to play.
        assert!(
            started == starts || how == "--jobs 2" && started >= 2 && started < starts,
            "{how}: {started}"
        );
        assert_eq!(log.matches("] > uginewgame\n").count(), 8, "{how}");
    }
}

#[test]
fn more_than_two_bots_are_rated_on_one_scale() {
    let folder = tempfile::tempdir().unwrap();
    let bots = "uglyduck --p1 hard --p2 minimax:2 --bot easy --games 40 --swap --opening 4 --seed 1";
    let table = run_ok(folder.path(), &format!("{bots} --out all"));
    let heading = table.lines().find(|line| line.starts_with("bot ")).unwrap();
    assert!(heading.contains(" rating ") && heading.matches(" 95 % ").count() == 3, "{heading}");
    let ratings = |arguments: &str| {
        let summary = objects(&run_ok(folder.path(), &format!("{arguments} --format json"))).pop().unwrap();
        let bots = summary["summary"]["bots"].as_array().unwrap().clone();
        let numbers = |bot: &serde_json::Value| [0, 1, 2].map(|index| bot["rating"][index].as_f64().unwrap());
        bots.iter().map(numbers).collect::<Vec<_>>()
    };
    let mean = ratings("--merge all");
    assert!(mean.iter().map(|rating| rating[0]).sum::<f64>().abs() < 1e-6, "{mean:?}");
    assert!(mean.iter().all(|[value, low, high]| low < value && value < high), "{mean:?}");
    let anchored = ratings("--merge all --anchor easy=1500");
    assert_eq!(anchored[2], [1500.0; 3]);
    assert!((anchored[0][0] - 1500.0 - (mean[0][0] - mean[2][0])).abs() < 1e-6);
    let wrong = "hint: the bots are hard, minimax:2, easy";
    assert_fails(folder.path(), "--merge all --anchor none=1500", 2, wrong);
    assert_fails(folder.path(), "--merge all --anchor easy", 2, "expected the name of a bot and its rating");
    let two = "uglyduck --p1 hard --p2 easy --games 4 --seed 1";
    assert_fails(folder.path(), &format!("{two} --anchor hard=9"), 2, "--anchor needs more than two bots");
    let two = run_ok(folder.path(), two);
    assert!(!two.contains("rating"), "{two}");
}

#[test]
fn a_game_is_reported_as_soon_as_it_ends() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let arguments = "uglyduck --p1 expert --p2 expert --nodes 20000 --games 1000000 --seed 1 --format json";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut child =
        command(folder.path(), &arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // It would take far too long to fill the buffer.
    let first = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    child.kill().and_then(|()| child.wait()).unwrap();
    assert_eq!(objects(&first)[0]["number"], 1);
}

#[test]
fn a_flag_that_falls_loses_the_game_and_every_bot_can_have_its_own_clock() {
    let folder = tempfile::tempdir().unwrap();
    let bots = "uglyduck-xl:12x12 --p1 minimax:4 --p2 random --timemargin 0 --games 2 --swap --seed 1";
    let table = run_ok(folder.path(), &format!("{bots} --tc 0.000001 --tc 1000 --out late"));
    assert!(table.contains(", 0.000001+0 s against 1000+0 s on the clock, "), "{table}");
    assert!(table.contains("Games ended by: time 2.\n"), "{table}");
    // The bot with almost no time loses from either side.
    let record = games(folder.path(), "late");
    let results: Vec<&str> = record.lines().filter_map(|line| line.strip_prefix("result: ")).collect();
    assert_eq!(results, ["p2, time", "p1, time"]);
    let (_, clocks) = record.split_once(",\"tc\":").unwrap();
    let tc = format!(",\"tc\":{}}}}}", clocks.split_once("}},").unwrap().0);
    let no_rule = "but no rule of the match ends the game there";
    let another = "{\"base\":{\"secs\":1,\"nanos\":0},\"increment\":{\"secs\":1,\"nanos\":0}}";
    let third = format!("\"others\":[{another},{{");
    let changes = [
        ["result: p2, time", "result: p1, time", no_rule],
        [&*tc, "", no_rule],
        ["\"others\":[{", &*third, ""],
    ];
    assert_rejected_if(folder.path(), "late", &changes);
    assert_eq!(run_ok(folder.path(), "--resume late"), run_ok(folder.path(), "--merge late"));
    assert_fails(folder.path(), &format!("{bots} --tc 0.000001 --resume late"), 1, "a different match: tc ");
    assert_eq!(games(folder.path(), "late"), record);
    run_ok(folder.path(), &format!("{bots} --tc 0.000001 --tc 1000 --resume late"));
    let one = run_ok(folder.path(), &format!("{bots} --tc 9 --tc 9 --maxplies 4"));
    assert!(one.contains(", 9+0 s on the clock, "), "{one}");
    run_ok(folder.path(), &format!("{bots} --tc 9 --opening 3 --maxplies 3 --out short"));
    let short = games(folder.path(), "short");
    assert!(short.contains("\n3. ") && !short.contains("\n4. "), "the turns of the opening count: {short}");
    let wrong = "error: there are 3 clocks for 2 bots\nhint: give --tc once for all bots, or once for each";
    assert_fails(folder.path(), &format!("{bots} --tc 1 --tc 2 --tc 3"), 2, wrong);
}
