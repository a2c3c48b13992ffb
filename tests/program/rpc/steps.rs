//! `games`, `encoding` and `step`: what programs that learn see and do, in every kind of game.

use std::collections::BTreeSet;

use cygnet::model::GameRng;
use serde_json::{Value, json};

use crate::common::every_kind;

use super::Client;

/// The number of actions in each random game.
const ACTIONS: usize = 30;

#[test]
fn the_games_open_by_their_names() {
    let mut client = Client::new(&[]);
    let games = client.result("games", json!({}));
    for game in games["games"].as_array().unwrap() {
        assert_eq!(game["examples"][0], game["name"]);
        for name in game["examples"].as_array().unwrap() {
            assert_eq!(client.result("position", json!({"game": name}))["turn"], 0);
        }
    }
}

/// The legal actions of a position play exactly its legal moves, each once, in one request.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn actions_play_exactly_the_legal_moves() {
    let mut client = Client::new(&[]);
    for (seed, game) in (1..).zip(every_kind()) {
        let game = game.to_string();
        let encoding = client.result("encoding", json!({"game": game}));
        let mut rng = GameRng::from_seed(seed);
        let mut seen = client.result("step", json!({"game": game, "games": [{}]}))["games"][0].take();
        for number in 0..ACTIONS {
            check_observation(&encoding, &seen);
            let legal = seen["legal"].as_array().unwrap();
            if legal.is_empty() {
                break;
            }
            // All actions in every eighth position: some positions have thousands.
            let (chosen, is_whole) = (rng.below(legal.len()), number % 8 == 0);
            let asked = if is_whole { legal } else { &legal[chosen..=chosen] };
            let one = |action| json!({"state": seen["state"], "action": action});
            let games: Vec<Value> = asked.iter().map(one).collect();
            let mut steps = client.result("step", json!({"game": game, "games": games}));
            let steps = steps["games"].as_array_mut().unwrap();
            if encoding["action"] == "move" && is_whole {
                let found: BTreeSet<_> =
                    steps.iter().map(|step| pair(&step["move"], &step["state"])).collect();
                let moves =
                    client.result("moves", json!({"game": game, "position": seen["state"]["position"]}));
                let moves = moves["moves"].as_array().unwrap();
                assert_eq!((found.len(), legal.len()), (moves.len(), moves.len()), "{game} {seen}");
                assert_eq!(found, moves.iter().map(|mv| pair(&mv["move"], mv)).collect(), "{game} {seen}");
            }
            seen = steps.swap_remove(if is_whole { chosen } else { 0 });
        }
    }
}

fn pair(mv: &Value, position: &Value) -> (String, String) {
    (mv.to_string(), position["position"].to_string())
}

/// The planes have the described size, and the actions are in range, ascending, and none in a finished game.
fn check_observation(encoding: &Value, seen: &Value) {
    let shape: Vec<u64> = encoding["shape"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    let bytes = shape.iter().product::<u64>().div_ceil(8);
    assert_eq!(seen["planes"].as_str().unwrap().len() as u64, 2 * bytes);
    let legal: Vec<u64> = seen["legal"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert!(legal.is_sorted_by(|one, other| one < other), "{legal:?}");
    assert!(legal.last().is_none_or(|last| *last < encoding["actions"].as_u64().unwrap()));
    assert_eq!(legal.is_empty(), !seen["ending"].is_null());
}

/// A move of several actions is played cell by cell, and plays the move of its cells.
#[test]
fn a_move_can_take_several_actions() {
    let mut client = Client::new(&[]);
    let mut state = json!({});
    for (action, played) in [(3, Value::Null), (7, Value::Null), (6, Value::Null), (10, json!("a4b4b3c3"))] {
        let games = json!([{"state": state, "action": action}]);
        let seen = client.result("step", json!({"game": "qawale", "games": games}))["games"][0].take();
        assert_eq!(
            (&seen["move"], &seen["to_move"]),
            (&played, &json!(if played.is_null() { "p1" } else { "p2" }))
        );
        state = seen["state"].clone();
    }
    let played = client.result("play", json!({"game": "qawale", "move": "a4b4b3c3"}));
    assert_eq!(state, json!({"position": played["position"]}));
}

/// A state counts the turns without progress, so that a game ends as it does when all its moves are sent.
#[test]
fn turns_without_progress_are_counted() {
    let mut client = Client::new(&[]);
    let mut play = |games: Value| {
        client.result("step", json!({"game": "replica:8,house", "games": games}))["games"][0].take()
    };
    let start = play(json!([{}]));
    let state = |idle: u32| json!({"position": start["state"]["position"], "idle": idle});
    let action = start["legal"][0].clone();
    let idle = play(json!([{"state": state(5), "action": action}]))["state"]["idle"].clone();
    assert_eq!(idle, 6);
    assert_eq!(play(json!([{"state": state(99_999)}]))["ending"]["reason"], "patience");
}
