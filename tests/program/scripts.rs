//! Tests of what scripts read: games, records and moves in JSON.

use std::fs;

use cygnet::games::FAMILIES;
use serde_json::{Value, json};

#[cfg(unix)]
use crate::cli::names_in;
use crate::cli::{assert_fails, cygnet, run, run_in, text};
#[cfg(unix)]
use crate::common::terminal::Terminal;

const TWO_PEOPLE: [&str; 10] =
    ["play", "uglyduck", "--p1", "human", "--p2", "human", "--seed", "1", "--format", "json"];

fn objects(output: &[u8]) -> Vec<Value> {
    text(output).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Returns the numbers of the turns, with 0 for each game.
fn turns(objects: &[Value]) -> Vec<u64> {
    objects.iter().map(|object| object["turn"].as_u64().unwrap_or(0)).collect()
}

/// Returns the last line of standard error, an object, and checks that it has the exit code of the program.
#[track_caller]
fn error_of(arguments: &[&str], input: &[u8]) -> Value {
    let output = run(arguments, input);
    let said = text(&output.stderr);
    let error: Value = serde_json::from_str(said.lines().last().unwrap_or_default()).expect(&said);
    assert_eq!(output.status.code().map(Value::from).as_ref(), Some(&error["code"]), "{arguments:?}: {said}");
    error
}

#[test]
fn errors_are_objects_where_json_is_asked_for() {
    for (line, code, error, hint) in [
        ("moves nogame --format json", 2, "unknown game \"nogame\"", "the games are uglyduck, "),
        ("--format json moves uglyduck --position x", 1, "position: character 1: ", "cygnet moves GAME "),
        ("moves uglyduck --format=json --nosuch", 2, "unexpected argument '--nosuch' found", "cygnet moves "),
        ("config --format json x", 2, "unexpected argument 'x' found", "cygnet config "),
        ("perft uglyduck --format json", 2, "the following required arguments were not ", "cygnet perft "),
        ("solve nogame --format json", 2, "unknown game ", "the games are "),
        ("analyze nogame --format json", 2, "unknown game ", "the games are "),
        ("explore nogame --format json", 2, "unknown game ", "the games are "),
        ("certify nogame --out x --format json", 2, "unknown game ", "the games are "),
        ("certify three-dragons --out x --format json", 2, "there are no certificates ", "Ugly Duck, "),
        ("table info nogame --format json", 2, "unknown game ", "the games are "),
        ("play uglyduck --p1 nobody --format json", 2, "\"nobody\": ", "the players are "),
        ("host nogame --format json", 2, "unknown game ", "the games are "),
        ("join 127.0.0.1:1 x --format json", 2, "", ""),
        ("watch 127.0.0.1:1 x --format json", 2, "", ""),
        ("arena uglyduck --p1 nobody --p2 easy --format json", 2, "\"nobody\": ", "the bots are "),
        ("games --game nogame --format json", 2, "unknown game ", "the games are "),
        ("games list --game nogame --format json", 2, "unknown game ", "the games are "),
        ("stats --game nogame --format json", 2, "unknown game ", "the games are "),
        ("replay none --format json", 1, "none: No such file", ""),
        ("replay - --format json", 1, "-: No such file", "this command does not read standard input"),
        ("review none --format json", 1, "none: No such file", ""),
        ("check none --format json", 1, "1 of 1 files could not be verified", ""),
        ("bench --leaves x --format json", 2, "invalid value 'x' for '--leaves <N>'", "cygnet bench "),
    ] {
        let found = error_of(&line.split(' ').collect::<Vec<_>>(), b"");
        let begins = |field: &str, start: &str| found[field].as_str().unwrap_or_default().starts_with(start);
        assert!(found["code"] == code && begins("error", error) && begins("hint", hint), "{line}: {found}");
        assert_eq!(found.as_object().unwrap().len(), 3, "{line}: {found}");
    }
    assert_fails(
        &["moves", "nogame", "--format", "text"],
        b"",
        2,
        "error: unknown game \"nogame\"\nhint: the",
    );
}

/// Checks that whatever reads a record says in which line its game is unknown.
#[test]
fn an_unknown_game_in_a_record_is_reported_at_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let record =
        "# a comment\n\ncygnet record 1\nplayer 1: easy\ngame: chess\n1. a1b2\nresult: p2, resigned\n";
    std::fs::write(folder.path().join("bad"), record).unwrap();
    std::fs::write(folder.path().join("puzzles"), "# one\nchess\tx\ta1\t1\t1\n").unwrap();
    for (line, place) in [
        ("check bad", "bad:5: "),
        ("replay bad", "bad:5: "),
        ("replay bad --as-input", "bad:5: "),
        ("review bad", "bad:5: "),
        ("draw --record bad", "bad:5: "),
        ("play --record bad", "bad:5: "),
        ("puzzle --from bad", "bad:5: "),
        ("puzzle make --games bad --out new", "bad:5: "),
        ("puzzle check puzzles", "puzzles:2: "),
        ("puzzle --collection puzzles", "puzzles:2: "),
    ] {
        let output = run_in(folder.path(), &line.split(' ').collect::<Vec<_>>(), b"");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        assert!(said.contains(&format!("{place}unknown game \"chess\"")), "{line}: {said}");
    }
    let loaded =
        run_in(folder.path(), &["play", "uglyduck", "--p1", "human", "--p2", "human"], b":load bad\n");
    assert!(text(&loaded.stdout).contains("bad: line 5: unknown game \"chess\""), "{}", text(&loaded.stdout));
}

#[test]
fn position_streams_skip_empty_lines_and_comments() {
    let input = b"# a comment\n\n#\n5/S4/5/5/d4 1\n   \n# another\n5/S4/5/5/d4 2";
    for line in ["moves", "perft 1", "analyze --depth 1", "solve", "draw"] {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut arguments = vec![command, "uglyduck"];
        arguments.extend(rest.split_whitespace().chain(["--position", "-"]));
        let output = run(&arguments, input);
        let found = objects(&output.stdout);
        let positions: Vec<_> = found.iter().map(|object| object["position"].as_str().unwrap()).collect();
        assert_eq!(positions, ["5/S4/5/5/d4 1", "5/S4/5/5/d4 2"], "{line}");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    }
    // A position may begin with the mark of a comment.
    assert_eq!(objects(&run(&["moves", "uglyduck", "--position", "-"], b"#5/5 1\n").stdout).len(), 1);
}

#[test]
fn games_list_takes_the_options_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("cygnet/finished");
    std::fs::create_dir_all(&kept).unwrap();
    let record = "cygnet record 1\ngame: GAME\nplayer 2: easy\nresult: p1, resigned\n";
    for (number, game) in [(1, "uglyduck"), (2, "qawale"), (3, "qawale")] {
        std::fs::write(kept.join(format!("game-{number}.cygnet")), record.replace("GAME", game)).unwrap();
    }
    let listed = |line: &str| {
        let mut command = cygnet(&line.split(' ').collect::<Vec<_>>());
        let output = command.env("XDG_STATE_HOME", folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let whole = listed("games --format json");
    assert_eq!(objects(whole.as_bytes()).len(), 3);
    for line in ["games list --format json", "games --format json list", "--format json games list"] {
        assert_eq!(listed(line), whole, "{line}");
    }
    let qawale = listed("games --game qawale");
    assert_eq!(qawale.lines().count(), 2);
    for line in ["games list --game qawale", "games --game qawale list --format text"] {
        assert_eq!(listed(line), qawale, "{line}");
    }
    assert_eq!(listed("games export - --game qawale"), listed("games --game qawale export -"));
}

#[test]
fn a_game_is_reported_turn_by_turn_with_its_result_and_again_by_replay() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |arguments: &[&str], input| run_in(folder.path(), arguments, input);
    let output = in_folder(&TWO_PEOPLE, b"a1\nb2\ne3 d3\n:save game\n:resign\n");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let first = json!({
        "turn": 1, "player": "p1", "move": "a1b2", "typed": "a1 b2", "position": "1DDDD/1D3/5/5/ddddd 2"
    });
    let second = json!({
        "turn": 2, "player": "p2", "move": "e3d3", "typed": "e3 d3", "position": "1DDDD/1D3/5/2d2/dd1dd 1"
    });
    let game = json!({
        "game": "uglyduck", "p1": "human", "p2": "human", "seed": 1, "start": "DDDDD/5/5/5/ddddd 1", "turns": 2,
        "position": "1DDDD/1D3/5/2d2/dd1dd 1", "outcome": "p2", "reason": "resigned"
    });
    let played = objects(&output.stdout);
    assert_eq!(played, [first, second, game]);
    let conversation = text(&output.stderr);
    assert!(
        conversation.contains("Turn of Player 2!") && conversation.contains("Good Bye!"),
        "{conversation}"
    );

    let replayed = objects(&in_folder(&["replay", "game", "--format", "json"], b"").stdout);
    for (number, turn) in played[..2].iter().enumerate() {
        let fields = turn.as_object().unwrap();
        assert!(fields.iter().all(|(field, value)| replayed[number][field] == *value), "{turn}");
        assert_eq!((&replayed[number]["mark"], &replayed[number]["comments"]), (&Value::Null, &json!([])));
    }
    assert_eq!((&replayed[2]["turns"], &replayed[2]["outcome"]), (&json!(2), &Value::Null));
    let part = in_folder(&["replay", "game", "--from", "1", "--to", "2", "--format", "json"], b"");
    assert_eq!(turns(&objects(&part.stdout)), [2, 0]);
    let resumed = in_folder(&["play", "--record", "game", "--format", "json"], b"");
    assert_eq!(turns(&objects(&resumed.stdout)), [1, 2, 0]);
}

#[test]
fn only_reports_are_written_to_standard_output() {
    // Menus, pages, a refused line, and a game that is left.
    let output = run(&["play", "uglyduck", "--format", "json"], b"2\n\n1\n1\nz9\n:help\na1\nb2\n");
    let found = objects(&output.stdout);
    assert_eq!(turns(&found), [1, 0], "{found:?}");
    assert_eq!((&found[1]["outcome"], &found[1]["reason"]), (&Value::Null, &Value::Null));
    assert!(text(&output.stderr).contains("Cell invalid!"));
    let strict = [&TWO_PEOPLE[..], &["--strict"]].concat();
    assert_eq!(error_of(&strict, b"a1\nb2\nz9\n")["error"], "line 3: \"z9\": Cell invalid!");
    assert_eq!(turns(&objects(&run(&strict, b"a1\nb2\nz9\n").stdout)), [1, 0]);
    // A reason that begins with the line does not quote it again.
    let said = &error_of(&["play", "replica", "--p1=human", "--strict", "--format=json"], b"foo\n")["error"];
    assert_eq!(said, "line 1: \"foo\" is not a type of move: type step, jump or transform.");
    // Nobody reads the conversation.
    let silent = cygnet(&TWO_PEOPLE).stderr(std::process::Stdio::null()).output().unwrap();
    assert_eq!((silent.status.code(), turns(&objects(&silent.stdout))), (Some(0), vec![0]));
}

#[test]
fn turns_taken_back_and_repeated_are_reported_again() {
    let input = b"a1\nb2\n:undo\n:redo\n:undo\na2\nb2\n:new\na1\nb1\n:resign\n";
    // A game that another replaces is reported as a whole.
    assert_eq!(turns(&objects(&run(&TWO_PEOPLE, input).stdout)), [1, 1, 1, 0, 1, 0]);
    let stay = [&TWO_PEOPLE[..], &["--stay"]].concat();
    let found = objects(&run(&stay, b"a1\nb2\n:resign\n:undo\n:resign\n").stdout);
    assert_eq!(turns(&found)[..2], [1, 0], "{found:?}");
    assert_eq!(found.last().unwrap()["reason"], "resigned", "{found:?}");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn computers_need_no_enter_and_play_the_same_game() {
    for game in FAMILIES.iter().map(|family| family.id) {
        let arguments = ["play", game, "--p1", "random", "--p2", "random", "--seed", "5", "--format", "json"];
        let output = run(&arguments, b"");
        let found = objects(&output.stdout);
        let (whole, played) = found.split_last().expect(game);
        assert_eq!(whole["turns"], played.len(), "{game}: {whole}");
        assert!(whole["outcome"].is_string() && whole["position"] == played.last().unwrap()["position"]);
        assert_eq!(output.stdout, run(&arguments, b"").stdout, "{game}");
    }
    let arguments = ["play", "replica", "--p1", "easy", "--p2", "human", "--seed", "5", "--format", "json"];
    assert_eq!(turns(&objects(&run(&arguments, b"").stdout)), [1, 0], "the first move is there at once");
}

#[test]
fn moves_follow_a_list_of_moves() {
    let listed = |arguments: &[&str]| text(&run(&[&["moves", "uglyduck"], arguments].concat(), b"").stdout);
    let after = listed(&["--position", "1DDDD/1D3/5/2d2/dd1dd 1"]);
    for moves in [&["a1b2", "e3d3"][..], &["a1 b2", "E3 d3"], &["a1", "b2", "e3d3"]] {
        assert_eq!(listed(moves), after, "{moves:?}");
    }
    assert_eq!(listed(&["b1a1", "--position", "5/S4/5/5/d4 1"]), "", "the game is over");
    let error = "error: move 2: A piece moves only one cell";
    assert_fails(&["moves", "uglyduck", "a1b2", "e3c3"], b"", 1, error);
    let each =
        run(&["moves", "uglyduck", "a1b2", "--position", "-"], b"DDDDD/5/5/5/ddddd 1\n5/S4/5/5/d4 1\n");
    let found = objects(&each.stdout);
    assert_eq!((each.status.code(), &found[0]["position"]), (Some(1), &json!("1DDDD/1D3/5/5/ddddd 2")));
    assert_eq!(found[1], json!({"position": "5/S4/5/5/d4 1", "error": "move 1: There is no piece there."}));
}

#[cfg(unix)]
#[test]
fn errors_of_a_stream_name_it() {
    let directory = || std::fs::File::open(".").unwrap();
    for arguments in
        [&["moves", "uglyduck", "--position", "-"][..], &["play", "uglyduck"], &["ugi", "uglyduck"]]
    {
        let output = cygnet(arguments).stdin(directory()).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.ends_with("error: standard input: Is a directory\n"), "{arguments:?}: {said}");
    }
}

/// Checks that a game at a terminal is reported too, and that someone can play it there.
#[cfg(unix)]
#[test]
fn a_game_at_a_terminal_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 200, folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("a1\n");
    terminal.wait_for("To Which Cell - ");
    terminal.type_in("b2\n");
    terminal.wait_for("{\"turn\":1,\"player\":\"p1\",\"move\":\"a1b2\"");
    terminal.wait_for("Turn of Player 2!");
    terminal.type_in(":quit\n");
    assert!(terminal.rest().contains("\"turns\":1,"));
    assert_eq!(terminal.exit_code(), 0);
    assert!(names_in(folder.path()).is_empty(), "the game is not kept");
}

#[test]
fn a_position_has_the_same_value_in_every_command() {
    // Player 2 moves and wins: from the view of player 1 every value would be a loss.
    let start = "5/5/5/s3D/5 2";
    let folder = tempfile::tempdir().unwrap();
    let record = format!("cygnet record 1\ngame: uglyduck\nstart: {start}\n1. d1e1\nresult: p2, rules\n");
    fs::write(folder.path().join("game"), record).unwrap();
    let answers = |command: &str, options: &[&str]| {
        let words: Vec<&str> = command.split(' ').chain(["--format", "json"]).collect();
        objects(&run_in(folder.path(), &[&words[..], options].concat(), b"").stdout)
    };
    let position = ["--position", start];
    let analyzed = answers("analyze uglyduck --depth 4", &position)[0]["lines"][0].take();
    let explored = answers("explore uglyduck", &position)[0]["lines"][0].take();
    let solved = answers("solve uglyduck --distance --memory 16", &position);
    let reviewed = answers("review game --nodes 100", &[]);
    assert_eq!([&solved[0]["outcome"], &reviewed[1]["outcome"]], ["p2"; 2]);
    for answer in [&analyzed, &explored, &solved[0], &reviewed[0]["before"]] {
        let value = ["result", "plies", "value", "chance"].map(|name| answer[name].clone());
        assert_eq!(value, [json!("win"), json!(1), Value::Null, json!(1.0)], "{answer}");
    }
}
