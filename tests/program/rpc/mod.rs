//! JSON-RPC from the side of a client: talks to the program over pipes and compares its answers with the
//! schema and with the other commands.

mod choose;
mod examples;
mod schema;
mod steps;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use cygnet::model::{GameRng, Record};
use serde_json::{Value, json};

use crate::common::{every_kind, random_moves};

struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// Messages that no test has asked for yet.
    kept: Vec<Value>,
}

impl Client {
    fn new(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
        command.arg("rpc").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let (input, output) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        Client { server, input, output, kept: Vec::new() }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Sends a request, checking it against the schema.
    fn ask(&mut self, id: impl Into<Value>, method: &str, params: Value) {
        let request = json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params});
        schema::check("request", &request).unwrap();
        self.send(&request.to_string());
    }

    /// Receives the next message, checking it against the schema.
    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let message = serde_json::from_str(&line).unwrap();
        schema::check("message", &message).unwrap();
        message
    }

    /// Receives the response with this id. Other messages are kept until they are asked for.
    fn receive_response(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        loop {
            if let Some(index) = self.kept.iter().position(|message| message["id"] == id) {
                return self.kept.remove(index);
            }
            let message = self.receive();
            self.kept.push(message);
        }
    }

    /// Sends a request and returns its result, which must be in the next message and match the schema of the
    /// method.
    fn result(&mut self, method: &str, params: Value) -> Value {
        self.ask(1, method, params);
        let result = self.receive()["result"].take();
        let kind = if method == "position" { "positionResult".to_owned() } else { format!("{method}Result") };
        schema::check(&kind, &result).unwrap();
        result
    }

    /// Closes the input. Returns the remaining messages and the exit code.
    fn end(mut self) -> (Vec<Value>, Option<i32>) {
        self.input = None;
        let lines = self.output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        (lines, self.server.wait().unwrap().code())
    }
}

/// Runs a command and parses its output: one JSON value per line.
fn printed(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_cygnet")).args(arguments).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn without(mut value: Value, keys: &[&str]) -> Value {
    keys.iter().for_each(|key| drop(value.as_object_mut().unwrap().remove(*key)));
    value
}

/// Every method works in every kind of game, follows the schema and gives the same result as the command of
/// its name.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn answers_match_those_of_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| printed(folder.path(), arguments);
    let mut client = Client::new(&["--threads", "1", "--memory", "256"]);
    for (seed, game) in (1..).zip(every_kind()) {
        let name = game.to_string();
        let mut rng = GameRng::from_seed(seed);
        let (moves, position) = random_moves(&game, &mut rng, 4);
        let position = position.to_string();
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        let params = json!({"game": name, "moves": moves});
        let with = |more: Value| {
            let mut params = params.clone();
            params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            params
        };

        let listed = client.result("moves", params.clone());
        let printed = run(&["moves", &name, "--position", &position, "--format", "json"]);
        assert_eq!(printed.first(), Some(&listed));

        let state = client.result("position", params.clone());
        let count = listed["moves"].as_array().unwrap().len();
        assert_eq!((&state["turn"], &state["legal"]), (&json!(moves.len()), &json!(count)));
        let last = json!({"game": name, "moves": texts[..texts.len() - 1], "move": texts[texts.len() - 1]});
        let played = client.result("play", last);
        assert_eq!(without(played, &["move", "typed", "cells"]), state);

        let drawn = client.result("render", with(json!({"board": "words", "format": "text"})));
        let mut draw = vec!["draw", &name, "--board", "words", "--moves"];
        draw.extend(&texts);
        let output = Command::new(env!("CARGO_BIN_EXE_cygnet")).args(draw).output().unwrap();
        assert_eq!(drawn["drawing"].as_str().unwrap().as_bytes(), output.stdout);
        assert_eq!(drawn["position"], listed["position"]);

        let analysis = client.result("analyze", with(json!({"depth": 1, "lines": 2})));
        let mut analyze = vec!["analyze", &name, "--position", &position, "--format", "json"];
        analyze.extend(["--depth", "1", "--lines", "2"]);
        assert_eq!(run(&analyze), [analysis]);

        let times = ["seconds", "memory_bytes", "threads"];
        let solved = client.result("solve", with(json!({"nodes": 50})));
        let mut solve = vec!["solve", &name, "--position", &position, "--format", "json"];
        solve.extend(["--nodes", "50", "--threads", "1", "--memory", "256"]);
        let found: Vec<Value> = run(&solve).into_iter().map(|found| without(found, &times)).collect();
        assert_eq!(found, [without(solved, &times)]);

        let reviewed = client.result("review", with(json!({"nodes": 60, "proof_nodes": 20})));
        let record = Record::new(name.clone()).with_seats(["human"; 2]).with_moves(moves.iter().cloned());
        std::fs::write(folder.path().join("game"), record.to_string()).unwrap();
        let mut lines = run(&["review", "game", "--format", "json", "--nodes", "60", "--proof-nodes", "20"]);
        assert_eq!(lines.pop(), Some(reviewed["game"].clone()));
        assert_eq!(Value::from(lines), reviewed["turns"]);
    }
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

/// The answer to a request for several turns comes after the notifications for its turns, even with other
/// requests in between.
#[test]
fn results_are_sent_turn_by_turn() {
    let mut client = Client::new(&["--threads", "2"]);
    let moves = json!(["a1b2", "e3d3", "b2c3"]);
    client.ask("all", "analyze", json!({"game": "uglyduck", "moves": moves, "turns": [0, 1, 3], "depth": 4}));
    client.ask("none", "solve", json!({"game": "uglyduck", "moves": moves, "turns": []}));
    client.ask(2, "moves", json!({"game": "uglyduck", "moves": moves}));
    client.ask(3, "solve", json!({"game": "uglyduck-xl:3x3", "turns": [0]}));
    let (messages, code) = client.end();
    messages.iter().for_each(|message| schema::check("message", message).unwrap());
    assert_eq!((messages.len(), code), (8, Some(0)));
    let about = |id: &str| {
        let id = json!(id);
        messages
            .iter()
            .filter(|message| message["id"] == id || message["params"]["id"] == id)
            .collect::<Vec<_>>()
    };
    let all = about("all");
    let mut turns: Vec<u64> = all.iter().filter_map(|message| message["params"]["turn"].as_u64()).collect();
    turns.sort_unstable();
    assert_eq!(turns, [0, 1, 3]);
    assert_eq!(all[3]["result"], json!({"turns": [0, 1, 3]}));
    let start = all.iter().find(|message| message["params"]["turn"] == 0).unwrap();
    assert_eq!(start["params"]["result"]["position"], "DDDDD/5/5/5/ddddd 1");
    assert_eq!(about("none")[0]["result"], json!({"turns": []}));
    let solved = messages.iter().find(|message| message["params"]["id"] == 3).unwrap();
    assert_eq!(solved["params"]["result"]["outcome"], "p2");
}

/// A position with too many moves to list.
const TOWER: &str = "-,-,-,-/-,ttttttttdddddddllllllll,-,-/-,-,-,-/-,-,-,- d 1";

/// Calls with a mistake: the method and its parameters, in a game of Ugly Duck if there are no braces, and the code and
/// the place of the error.
const WRONG_CALLS: [(&str, &str, i32, &str); 27] = [
    ("undo", "{}", -32601, "/method"),
    ("moves", "{}", -32602, "/params"),
    ("moves", r#""depth": 3"#, -32602, "/params/depth"),
    ("analyze", r#""depth": 0"#, -32602, "/params/depth"),
    ("analyze", r#""moves": ["a1b2"], "turns": [0, 2]"#, -32602, "/params/turns/1"),
    ("analyze", r#""turns": [0, 0]"#, -32602, "/params/turns/1"),
    ("solve", r#""within": 3, "distance": true"#, -32602, "/params/distance"),
    ("render", r#""board": "large""#, -32602, "/params/board"),
    ("render", r#""targets": "z9""#, -32602, "/params/targets"),
    ("render", r#""arrows": ["a1b2", "a1a5"]"#, -32003, "/params/arrows/1"),
    ("moves", r#""moves": ["a1b2", 7]"#, -32602, "/params/moves/1"),
    ("cancel", "{}", -32602, "/params"),
    ("moves", r#"{"game": "chess"}"#, -32001, "/params/game"),
    ("moves", r#"{"game": "replica:9"}"#, -32001, "/params/game"),
    ("moves", r#""position": "5/5/1x3/5/5 1""#, -32002, "/params/position"),
    ("review", r#""moves": ["a1b2", "a2a9"]"#, -32003, "/params/moves/1"),
    ("play", r#""move": "a1a5""#, -32003, "/params/move"),
    ("step", r#""games": []"#, -32602, "/params/games"),
    ("step", r#""games": [{}, {"actions": 1}]"#, -32602, "/params/games/1/actions"),
    ("step", r#""games": [{"action": -1}]"#, -32602, "/params/games/0/action"),
    ("step", r#""games": [{"state": {"idle": -1}}]"#, -32602, "/params/games/0/state/idle"),
    ("step", r#""games": [3]"#, -32602, "/params/games/0"),
    ("step", r#""games": [{}, {"action": 0}]"#, -32003, "/params/games/1/action"),
    ("step", r#""games": [{"state": {"position": "x"}}]"#, -32002, "/params/games/0/state/position"),
    ("step", r#""games": [{"state": {"begun": [0]}}]"#, -32003, "/params/games/0/state/begun"),
    (
        "step",
        r#""games": [{"state": {"position": "S4/5/5/5/d4 2"}, "action": 0}]"#,
        -32003,
        "/params/games/0/action",
    ),
    (
        "step",
        r#"{"game": "qawale", "games": [{"state": {"begun": [15, 14, 13, 12]}}]}"#,
        -32003,
        "/params/games/0/state/begun",
    ),
];

/// Each invalid line gets an error with a code, a place and a hint, and the next line is answered.
#[test]
fn errors_have_a_code_a_place_and_a_hint() {
    let mut client = Client::new(&[]);
    let call = |method: &str, params: &Value| {
        json!({"jsonrpc": "2.0", "id": 5, "method": method, "params": params}).to_string()
    };
    let duck = |more: &str| -> Value {
        let is_whole = more.starts_with('{');
        let text = if is_whole { more.to_owned() } else { format!(r#"{{"game": "uglyduck", {more}}}"#) };
        serde_json::from_str(&text).unwrap()
    };
    let tower = json!({"game": "qawale", "position": TOWER});
    let targets = json!({"game": "qawale", "position": TOWER, "targets": "a1"});
    let lines = [
        ("{\"jsonrpc\"".to_owned(), -32700, ""),
        ("\u{1b}[2J".to_owned(), -32700, ""),
        ("[]".to_owned(), -32600, ""),
        ("7".to_owned(), -32600, ""),
        (json!({"id": 5, "method": "moves"}).to_string(), -32600, "/jsonrpc"),
        (call("moves", &tower), -32004, ""),
        (call("review", &tower), -32004, ""),
        (call("render", &targets), -32004, ""),
        ("x".repeat((1 << 20) + 1), -32600, ""),
    ];
    let calls = WRONG_CALLS.map(|(method, params, code, place)| (call(method, &duck(params)), code, place));
    for (line, code, place) in calls.into_iter().chain(lines) {
        client.send(&line);
        let answer = client.receive();
        let (error, shown) = (&answer["error"], &line[..line.len().min(100)]);
        assert_eq!((&error["code"], &error["data"]["place"]), (&json!(code), &json!(place)), "{shown}");
        assert!(error["message"].as_str().is_some_and(|text| !text.contains('\u{1b}')), "{shown}");
        assert!(error["data"]["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{shown}");
    }
    client.send(&call("moves", &duck(r#""position": "5/5/1x3/5/5 1""#)));
    assert_eq!(client.receive()["error"]["data"]["character"], 6);
    // Moves can be played in a position with too many moves to list.
    let walk = "b2".to_owned() + &"c2c3b3b2".repeat(6);
    let params = json!({"game": "qawale", "position": TOWER, "move": walk});
    assert_eq!(client.result("play", params)["turn"], 1);
}

/// A review reports its turns from last to first, with the same results as a review without `turns`.
#[test]
fn reviews_are_sent_turn_by_turn() {
    let mut client = Client::new(&["--threads", "1"]);
    let params = |more: Value| {
        let moves = json!(["a1b2", "e3d3", "b2c3", "d3c2"]);
        let mut params = json!({"game": "uglyduck", "moves": moves, "nodes": 50, "proof_nodes": 20});
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    let whole = client.result("review", params(json!({})));
    client.ask("turns", "review", params(json!({"turns": [1, 2, 4]})));
    for turn in [4, 2, 1] {
        let message = client.receive();
        let wanted = json!({"id": "turns", "turn": turn, "result": whole["turns"][turn - 1]});
        assert_eq!(message["params"], wanted);
    }
    let end = client.receive();
    assert_eq!(end["result"], json!({"turns": [1, 2, 4], "game": whole["game"]}));
    // A turn that later changes is sent again.
    let moves = json!(["e5d5", "a5b4", "e4d3"]);
    let late = json!({"position": "4s/2d2/5/3d1/3SS 1", "moves": moves});
    let whole = client.result("review", params(late.clone()));
    client.ask("late", "review", params(json!({"position": late["position"], "moves": moves, "turns": [2]})));
    let [first, last] = [client.receive(), client.receive()].map(|mut message| message["params"].take());
    assert_ne!(first["result"], last["result"]);
    assert_eq!(last, json!({"id": "late", "turn": 2, "result": whole["turns"][1]}));
    assert_eq!(client.receive()["result"]["turns"], json!([2]));
    for turns in [json!([0]), json!([5])] {
        client.ask("none", "review", params(json!({"turns": turns})));
        let answer = client.receive();
        assert_eq!(answer["error"]["data"]["place"], "/params/turns/0", "{answer}");
    }
    assert_eq!(client.end(), (Vec::new(), Some(0)));
}

/// A cancelled search that is running returns what it has found; one that is waiting does not start. Both
/// release their ids.
#[test]
fn long_requests_can_be_cancelled() {
    let mut client = Client::new(&["--threads", "1"]);
    let long = json!({"game": "qawale", "time": 3600});
    let turns = json!({"game": "qawale", "moves": ["a1b1c1d1"], "turns": [0, 1], "nodes": 2000});
    client.ask("turns", "analyze", turns);
    client.ask("long", "analyze", long.clone());
    client.ask("waits", "solve", json!({"game": "qawale"}));
    let call = |id: Value, method: &str| json!({"jsonrpc": "2.0", "id": id, "method": method}).to_string();
    client.send(&call(json!(5), "unknown"));
    let hint = client.receive_response(5)["error"]["data"]["hint"].take();
    let methods = hint.as_str().and_then(|hint| hint.strip_prefix("the methods are ")).unwrap();
    assert!(methods.split(", ").count() > 10, "{methods}");
    for method in methods.split(", ").chain(["unknown"]) {
        client.send(&call(json!("long"), method));
        let error = client.receive_response("long")["error"].take();
        assert_eq!((&error["code"], &error["data"]["place"]), (&json!(-32600), &json!("/id")), "{method}");
    }
    client.ask(1, "cancel", json!({"id": "waits"}));
    assert_eq!(client.receive_response("waits")["error"]["code"], -32000);
    assert_eq!(client.receive_response("turns")["result"]["turns"], json!([0, 1]));
    client.send(&json!({"jsonrpc": "2.0", "method": "cancel", "params": {"id": "nobody"}}).to_string());
    client.ask(2, "cancel", json!({"id": "nobody"}));
    assert_eq!(client.receive_response(2)["result"]["cancelled"], false);
    client.ask("solve", "solve", json!({"game": "uglyduck", "turns": [0]}));
    client.ask(3, "cancel", json!({"id": "long"}));
    let answer = client.receive_response("long");
    assert!(answer["result"]["stopped"] == true || answer["error"]["code"] == -32000, "{answer}");
    client.ask("long", "moves", json!({"game": "uglyduck"}));
    assert!(client.receive_response("long")["result"]["moves"].is_array());
    client.ask(4, "cancel", json!({"id": "solve"}));
    let answer = client.receive_response("solve");
    assert!(answer["result"] == json!({"turns": [0], "stopped": true}) || answer["error"]["code"] == -32000);
    assert_eq!(client.end().1, Some(0));
}

#[test]
fn a_batch_gets_one_response_without_its_notifications() {
    let mut client = Client::new(&["--threads", "2"]);
    let call = |id: Value, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let duck = json!({"game": "uglyduck"});
    let silent = json!({"jsonrpc": "2.0", "method": "moves", "params": duck});
    let batch = json!([
        call(json!(1), "moves", duck.clone()),
        silent,
        call(json!("x"), "analyze", json!({"game": "replica", "depth": 1})),
        call(json!(null), "position", duck.clone()),
        7,
    ]);
    client.send(&batch.to_string());
    client.send(&json!([silent]).to_string());
    client.send(&silent.to_string());
    let (mut messages, _) = client.end();
    assert_eq!(messages.len(), 1, "{messages:?}");
    schema::check("message", &messages[0]).unwrap();
    let answers = messages[0].as_array_mut().unwrap();
    answers.sort_by_key(|answer| answer["id"].to_string());
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!("x"), &json!(1), &json!(null), &json!(null)]);
}

#[cfg(unix)]
#[test]
fn a_signal_stops_running_requests() {
    use rustix::process::{Pid, Signal, kill_process};

    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut client = Client::new(&["--threads", "1"]);
        client.ask(1, "analyze", json!({"game": "qawale", "time": 3600}));
        client.ask(2, "position", json!({"game": "qawale"}));
        assert_eq!(client.receive()["id"], 2);
        kill_process(Pid::from_child(&client.server), signal).unwrap();
        assert_eq!(client.server.wait().unwrap().code(), Some(code));
    }
}
