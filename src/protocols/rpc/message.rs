//! The messages of JSON-RPC 2.0: requests, responses and notifications.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

use super::error::{ErrorCode, RpcError};

const VERSION: &str = "2.0";

/// The identifier of a request, chosen by the client.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(untagged)]
pub enum RequestId {
    /// No id: the request could not be read, or the client sent `null`.
    Null,
    /// A number.
    Number(Number),
    /// A string.
    Text(String),
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RpcRequest {
    /// The id; `None` for a notification, which is not answered.
    pub id: Option<RequestId>,
    /// The name of the method.
    pub method: String,
    /// The parameters by name.
    pub params: Map<String, Value>,
}

impl RpcRequest {
    /// Parses a request.
    ///
    /// # Errors
    /// The value is not a valid request. The error comes with its id, if it has one.
    pub fn read(value: Value) -> Result<RpcRequest, (RequestId, RpcError)> {
        let Value::Object(mut members) = value else {
            return Err((RequestId::Null, invalid_request("a request must be an object", "")));
        };
        let id = members.remove("id").map(serde_json::from_value).transpose();
        let id: Option<RequestId> =
            id.map_err(|_| (RequestId::Null, invalid_request("the id must be a string or a number", "/id")))?;
        let wrong = |what: &str, place: &str| {
            Err((id.clone().unwrap_or(RequestId::Null), invalid_request(what, place)))
        };
        if members.get("jsonrpc").and_then(Value::as_str) != Some(VERSION) {
            return wrong("\"jsonrpc\" must be \"2.0\"", "/jsonrpc");
        }
        let Some(Value::String(method)) = members.remove("method") else {
            return wrong("\"method\" is missing or not a string", "/method");
        };
        let params = match members.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return wrong("\"params\" must be an object with named parameters", "/params"),
        };
        Ok(RpcRequest { id, method, params })
    }
}

fn invalid_request(what: &str, place: &str) -> RpcError {
    let hint =
        r#"for example {"jsonrpc": "2.0", "id": 1, "method": "moves", "params": {"game": "uglyduck"}}"#;
    RpcError::new(ErrorCode::Request, what, hint).at(place)
}

/// The result of a request: a JSON value or an error.
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
    /// Creates the response with this answer.
    pub fn new(id: &'a RequestId, answer: &'a MethodResult) -> Self {
        Response { jsonrpc: VERSION, id, result: answer.as_deref().ok(), error: answer.as_ref().err() }
    }
}

/// A notification with the result for one turn of the game of a request.
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
    /// Creates the notification for the position after `turn` moves and the request with this id.
    pub fn new(id: &'a RequestId, turn: usize, result: &'a RawValue) -> Self {
        TurnNotification { jsonrpc: VERSION, method: "turn", params: TurnParams { id, turn, result } }
    }
}

/// The final result of a request for several turns.
#[derive(Debug, Serialize)]
pub struct TurnsResult {
    /// The turns that were reported.
    pub turns: Vec<usize>,
    /// Whether the request was cancelled.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

/// A result that may be partial.
#[derive(Debug, Serialize)]
pub struct PartialResult<T> {
    /// What was found.
    #[serde(flatten)]
    pub found: T,
    /// Whether the request was cancelled, so that the result is partial.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn invalid_requests_are_reported_with_place_and_id() {
        let read = |value: Value| RpcRequest::read(value).map_err(|(id, error)| json!([id, error]));
        for (value, id, place) in [
            (json!(1), json!(null), ""),
            (json!({"id": 7}), json!(7), "/jsonrpc"),
            (json!({"jsonrpc": "1.0", "id": "a", "method": "moves"}), json!("a"), "/jsonrpc"),
            (json!({"jsonrpc": "2.0", "id": [1], "method": "moves"}), json!(null), "/id"),
            (json!({"jsonrpc": "2.0", "id": 7, "method": 1}), json!(7), "/method"),
            (json!({"jsonrpc": "2.0", "id": 7, "method": "moves", "params": [1]}), json!(7), "/params"),
        ] {
            let error = read(value.clone()).unwrap_err();
            assert_eq!((&error[0], &error[1]["data"]["place"]), (&id, &json!(place)), "{value}");
            assert_eq!(error[1]["code"], -32600);
        }
        let request = read(json!({"jsonrpc": "2.0", "method": "cancel"})).unwrap();
        assert_eq!((request.id, request.method.as_str()), (None, "cancel"));
    }
}
