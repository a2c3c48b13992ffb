//! JSON-RPC: a message in each line.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use cygnet::console::{Input, Signals};
use cygnet::engine::resources::Resources;
use cygnet::model::SystemClock;
use cygnet::protocols::Connection;
use cygnet::protocols::rpc::{self, Service};
use cygnet::tables::Tables;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::SharedOutput;

/// The maximum number of lines.
const MAX_LINES: usize = 12;
/// The maximum length of a line, in bytes: that of the command.
const MAX_LINE_BYTES: usize = 1 << 20;
/// The methods that take time, each with the limits that keep it short.
const SEARCHES: [(&str, &[(&str, u64)]); 3] = [
    ("analyze", &[("nodes", 200)]),
    ("solve", &[("nodes", 200)]),
    ("review", &[("nodes", 40), ("proof_nodes", 40)]),
];
/// The maximum number of moves in a request that takes time.
const MAX_MOVES: usize = 12;

/// The last request, which must be answered whatever came before.
const LAST: &str = r#"{"jsonrpc":"2.0","id":"the last","method":"position","params":{"game":"uglyduck"}}"#;

/// Checks that each line is answered or ignored, and that the next one is answered.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<String> = text.lines().filter_map(bounded).take(MAX_LINES).collect();
    let output = SharedOutput::default();
    let connection = Connection {
        input: Input::with_line_limit(Cursor::new(format!("{}\n{LAST}\n", lines.join("\n"))), MAX_LINE_BYTES),
        signals: Signals::default(),
        output: Box::new(output.clone()),
    };
    let service = Service {
        clock: Arc::new(SystemClock::new()),
        threads: 0,
        memory: 1 << 20,
        resources: Resources::default(),
        tables: Tables::default(),
    };
    rpc::serve(&service, connection).expect("the service ends with its input");
    // Keys and ids of the caller come back exactly, with all characters that JSON allows.
    let answers = output.text(|letter| letter < ' ');
    let answers: Vec<Value> = answers.lines().map(read).collect();
    let (notifications, responses): (Vec<&Value>, Vec<&Value>) =
        answers.iter().partition(|answer| answer.get("method").is_some());
    assert!(notifications.iter().all(|it| it["method"] == "turn" && it["params"]["result"].is_object()));
    let asked = lines.iter().filter(|line| !line.trim().is_empty()).count();
    assert!(responses.len() <= asked + 1, "{lines:?}: {responses:?}");
    responses.iter().for_each(|response| match response {
        Value::Array(batch) => batch.iter().for_each(check_response),
        response => check_response(response),
    });
    assert!(
        responses.iter().any(|it| it["id"] == "the last" && it["result"]["legal"] == 13),
        "{responses:?}"
    );
}

/// Reads an answer. An id can be a number that fits no type, because it comes back as it was sent: it is read as 0.
fn read(line: &str) -> Value {
    if let Ok(value) = serde_json::from_str(line) {
        return value;
    }
    if let Ok(batch) = serde_json::from_str::<Vec<&RawValue>>(line) {
        return batch.iter().map(|answer| read(answer.get())).collect();
    }
    let members: BTreeMap<String, &RawValue> =
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let value = |(key, text): (String, &RawValue)| match serde_json::from_str(text.get()) {
        Ok(value) => (key, value),
        Err(_)
            if key == "id"
                && text.get().starts_with(|letter: char| letter == '-' || letter.is_ascii_digit()) =>
        {
            (key, json!(0))
        }
        Err(error) => panic!("{error}: {line}"),
    };
    Value::Object(members.into_iter().map(value).collect())
}

/// Checks the form of a response.
fn check_response(response: &Value) {
    assert_eq!(response["jsonrpc"], "2.0");
    assert!(
        response["id"].is_string() || response["id"].is_number() || response["id"].is_null(),
        "{response}"
    );
    let (result, error) = (response.get("result"), response.get("error"));
    assert!(result.is_some() != error.is_some(), "{response}");
    if let Some(error) = error {
        assert!(error["code"].is_i64() && error["message"].is_string(), "{response}");
        assert_ne!(error["code"], -32603, "a bug: {response}");
    }
}

/// Returns a line with limits for the requests that take time. Returns `None` if the line may contain such a
/// request but cannot be changed.
fn bounded(line: &str) -> Option<String> {
    let Ok(mut value) = serde_json::from_str::<Value>(line) else {
        let may_search = SEARCHES.iter().any(|(method, _)| line.contains(method)) || line.contains('\\');
        return (!may_search).then(|| line.to_owned());
    };
    let requests = match &mut value {
        Value::Array(requests) => requests.iter_mut().collect(),
        request => vec![request],
    };
    let mut is_changed = false;
    for request in requests.into_iter().filter_map(Value::as_object_mut) {
        is_changed = true;
        bound(request);
    }
    Some(if is_changed { value.to_string() } else { line.to_owned() })
}

fn bound(request: &mut Map<String, Value>) {
    let method = request.get("method").and_then(Value::as_str);
    let Some((_, limits)) = SEARCHES.iter().find(|(name, _)| Some(*name) == method) else { return };
    let Some(params) = request.get_mut("params").and_then(Value::as_object_mut) else { return };
    if let Some(moves) = params.get_mut("moves").and_then(Value::as_array_mut) {
        moves.truncate(MAX_MOVES);
    }
    for (name, max) in *limits {
        let given = params.get(*name).map_or(Some(*max), Value::as_u64);
        if let Some(given) = given {
            params.insert((*name).to_owned(), json!(given.min(*max)));
        }
    }
}
