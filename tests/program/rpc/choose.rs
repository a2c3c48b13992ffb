//! The method `choose`: the moves of computer players.

use cygnet::engine::bots;
use serde_json::{Value, json};

use super::{Client, without};
use crate::common::every_kind;

/// Every computer player of every game chooses a move within its budget, the answer is that of `play`, and the same
/// seed gives the same answer.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn every_computer_player_chooses_a_move() {
    let mut client = Client::new(&["--threads", "1"]);
    for game in every_kind() {
        for (bot, _) in bots::names(&game).into_iter().chain([("minimax:64".to_owned(), String::new())]) {
            let position = json!({"game": game.name()});
            let with = |mut params: Value, more: Value| {
                params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                params
            };
            let question = with(position.clone(), json!({"bot": bot, "seed": 7, "nodes": 200}));
            let chosen = client.result("choose", question.clone());
            assert_eq!(client.result("choose", question), chosen, "{} {bot}", game.name());
            let played = client.result("play", with(position, json!({"move": chosen["move"]})));
            assert_eq!(without(chosen.clone(), &["bot", "seed", "nodes", "lines"]), played);
            assert_eq!((&chosen["bot"], &chosen["seed"]), (&json!(bot), &json!(7)));
            assert!(chosen["nodes"].as_u64().is_none_or(|nodes| nodes <= 500), "{chosen}");
            for line in chosen["lines"].as_array().unwrap() {
                assert_eq!((&line["move"], &line["line"][0]), (&chosen["move"], &chosen["move"]));
            }
        }
    }
}

#[test]
fn what_a_player_thought_is_what_an_analysis_says() {
    let mut client = Client::new(&[]);
    let winning =
        json!({"game": "uglyduck", "position": "5/S4/5/4D/d4 1", "bot": "Expert", "seed": 1, "depth": 3});
    let chosen = client.result("choose", winning);
    let line = &chosen["lines"][0];
    assert_eq!((&line["result"], &line["plies"], &line["value"]), (&json!("win"), &json!(1), &json!(null)));
    assert_eq!((&chosen["outcome"], &chosen["bot"]), (&json!("p1"), &json!("expert")));
    let start = json!({"game": "uglyduck", "bot": "expert", "seed": 1, "nodes": 2_000});
    let line = client.result("choose", start)["lines"][0].take();
    assert!(line["value"].is_f64() && line["line"].as_array().unwrap().len() > 1, "{line}");
    // Without a seed, the answer has one that gives the same move again.
    let mut random = json!({"game": "qawale", "bot": "random"});
    let first = client.result("choose", random.clone());
    random["seed"] = first["seed"].clone();
    assert_eq!(client.result("choose", random), first);
}

#[test]
fn players_answer_in_a_batch_and_when_they_are_cancelled() {
    let mut client = Client::new(&["--threads", "1"]);
    let request =
        |id: u32, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": "choose", "params": params});
    let easy = |id| request(id, json!({"game": "uglyduck", "bot": "easy", "seed": id}));
    client.send(&json!([easy(1), easy(2)]).to_string());
    let answers = client.receive();
    assert!(
        answers.as_array().unwrap().iter().all(|answer| answer["result"]["move"].is_string()),
        "{answers}"
    );
    client.send(&request(3, json!({"game": "replica", "bot": "minimax:64"})).to_string());
    // The queue has one thread: once this is answered, the search has begun or waits.
    client.ask(4, "cancel", json!({"id": 3}));
    assert_eq!(client.receive_response(4)["result"]["cancelled"], true);
    let stopped = client.receive_response(3);
    assert!(stopped["result"]["stopped"] == true || stopped["error"]["code"] == -32000, "{stopped}");
}

#[test]
fn a_wrong_name_gives_similar_ones() {
    let mut client = Client::new(&[]);
    for (bot, says) in [
        ("expret", "did you mean expert?"),
        ("levl:3", "did you mean level:3?"),
        ("levle:3", "did you mean level:3?"),
        ("alert", "Qawale"),
        ("ugi:cygnet", "level:1"),
        ("level:11", "level:1"),
    ] {
        client.ask(1, "choose", json!({"game": "uglyduck", "bot": bot}));
        let error = client.receive()["error"].take();
        assert_eq!(
            (&error["code"], &error["data"]["place"]),
            (&json!(-32602), &json!("/params/bot")),
            "{error}"
        );
        assert!(error["data"]["hint"].as_str().unwrap().contains(says), "{error}");
    }
    let over = json!({"game": "uglyduck", "position": "S4/5/5/5/d4 2", "bot": "easy"});
    client.ask(1, "choose", over);
    assert_eq!(client.receive()["error"]["code"], -32003);
}
