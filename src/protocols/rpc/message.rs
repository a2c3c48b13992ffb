//! What comes and goes: requests, answers and notifications, as JSON-RPC 2.0 has them.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

use super::error::{ErrorCode, RpcError};

const VERSION: &str = "2.0";

/// By what the client knows a request again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(untagged)]
pub enum RequestId {
    /// None: of what could not be read, or given so.
    Null,
    /// A number.
    Number(Number),
    /// A text.
    Text(String),
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RpcRequest {
    /// None for a notification, which is not answered.
    pub id: Option<RequestId>,
    /// What is asked for.
    pub method: String,
    /// About what.
    pub params: Map<String, Value>,
}

impl RpcRequest {
    /// Reads a request.
    ///
    /// # Errors
    /// It is none; with its id, as far as there is one.
    pub fn read(value: Value) -> Result<RpcRequest, (RequestId, RpcError)> {
        let Value::Object(mut members) = value else {
            return Err((RequestId::Null, invalid_request("a request is an object", "")));
        };
        let id = members.remove("id").map(serde_json::from_value).transpose();
        let id: Option<RequestId> =
            id.map_err(|_| (RequestId::Null, invalid_request("an id is a text or a number", "/id")))?;
        let wrong = |what: &str, place: &str| {
            Err((id.clone().unwrap_or(RequestId::Null), invalid_request(what, place)))
        };
        if members.get("jsonrpc").and_then(Value::as_str) != Some(VERSION) {
            return wrong("it does not say that it is JSON-RPC 2.0", "/jsonrpc");
        }
        let Some(Value::String(method)) = members.remove("method") else {
            return wrong("a request names its method", "/method");
        };
        let params = match members.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return wrong("parameters have names: they are an object", "/params"),
        };
        Ok(RpcRequest { id, method, params })
    }
}

fn invalid_request(what: &str, place: &str) -> RpcError {
    let hint = r#"as in {"jsonrpc": "2.0", "id": 1, "method": "moves", "params": {"game": "uglyduck"}}"#;
    RpcError::new(ErrorCode::Request, what, hint).at(place)
}

/// What a request comes to.
pub type MethodResult = Result<Box<RawValue>, RpcError>;

/// The response to the request with this id.
#[derive(Debug, Serialize)]
pub struct Response<'a> {
    jsonrpc: &'static str,
    id: &'a RequestId,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a RpcError>,
}

impl<'a> Response<'a> {
    /// The response.
    pub fn new(id: &'a RequestId, answer: &'a MethodResult) -> Self {
        Response { jsonrpc: VERSION, id, result: answer.as_deref().ok(), error: answer.as_ref().err() }
    }
}

/// What is found about one turn of the game of a request.
#[derive(Debug, Serialize)]
pub struct TurnNotification<'a> {
    jsonrpc: &'static str,
    method: &'static str,
    params: TurnParams<'a>,
}

#[derive(Debug, Serialize)]
struct TurnParams<'a> {
    id: &'a RequestId,
    turn: usize,
    result: &'a RawValue,
}

impl<'a> TurnNotification<'a> {
    /// What is found about the position after `turn` moves, for the request with this id.
    pub fn new(id: &'a RequestId, turn: usize, result: &'a RawValue) -> Self {
        TurnNotification { jsonrpc: VERSION, method: "turn", params: TurnParams { id, turn, result } }
    }
}

/// The end of a request for several turns.
#[derive(Debug, Serialize)]
pub struct TurnsResult {
    /// The turns that were told.
    pub turns: Vec<usize>,
    /// Whether it was cancelled.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

/// What was found, and whether it was cut short.
#[derive(Debug, Serialize)]
pub struct PartialResult<T> {
    /// What was found.
    #[serde(flatten)]
    pub found: T,
    /// Whether it was cancelled.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn invalid_requests_are_reported_with_place_and_id() {
        let refused = |value: Value| RpcRequest::read(value).map_err(|(id, error)| json!([id, error]));
        for (value, id, place) in [
            (json!(1), json!(null), ""),
            (json!({"id": 7}), json!(7), "/jsonrpc"),
            (json!({"jsonrpc": "1.0", "id": "a", "method": "moves"}), json!("a"), "/jsonrpc"),
            (json!({"jsonrpc": "2.0", "id": [1], "method": "moves"}), json!(null), "/id"),
            (json!({"jsonrpc": "2.0", "id": 7, "method": 1}), json!(7), "/method"),
            (json!({"jsonrpc": "2.0", "id": 7, "method": "moves", "params": [1]}), json!(7), "/params"),
        ] {
            let error = refused(value.clone()).unwrap_err();
            assert_eq!((&error[0], &error[1]["data"]["place"]), (&id, &json!(place)), "{value}");
            assert_eq!(error[1]["code"], -32600);
        }
        let request = refused(json!({"jsonrpc": "2.0", "method": "cancel"})).unwrap();
        assert_eq!((request.id, request.method.as_str()), (None, "cancel"));
    }
}
