//! The examples on the page about JSON-RPC.

use serde_json::{Value, json};

use super::{Client, schema};

/// The examples in the documentation follow the schema, and the program gives the documented answers.
#[test]
fn documented_examples_match_the_schema() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rpc.md")).unwrap();
    let lines = |sign: &'static str| {
        page.lines()
            .filter_map(move |line| line.strip_prefix(sign))
            .map(|text| serde_json::from_str(text).unwrap())
    };
    let (sent, received): (Vec<Value>, Vec<Value>) = (lines("> ").collect(), lines("< ").collect());
    assert!(!sent.is_empty() && !received.is_empty());
    sent.iter().for_each(|request| schema::check("request", request).unwrap());
    received.iter().for_each(|message| schema::check("message", message).unwrap());
    let mut client = Client::new(&[]);
    client.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "?"}).to_string());
    let methods = client.receive()["error"]["data"]["hint"].take();
    let methods = methods.as_str().and_then(|hint| hint.strip_prefix("the methods are ")).unwrap();
    for method in methods.split(", ") {
        assert!(page.contains(&format!("\n| `{method}` | ")), "{method} is not on the page");
    }
    for code in schema::codes() {
        assert!(page.contains(&format!("\n| {code} | ")), "{code} is not on the page");
    }
    sent.iter().for_each(|request| client.send(&request.to_string()));
    let (messages, _) = client.end();
    let sorted = |mut messages: Vec<Value>| {
        messages.sort_by_key(Value::to_string);
        messages
    };
    assert_eq!(sorted(messages), sorted(received));
}
