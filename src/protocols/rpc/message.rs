//! The messages of JSON-RPC 2.0: requests, responses and notifications.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::lines::raw_json;

use super::error::{ErrorCode, RpcError};

const VERSION: &str = "2.0";

/// The identifier of a request, chosen by the client, in JSON: a string, `null`, or a number as the client wrote it, such
/// as `18446744073709551616` or `1e2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestId(String);

impl RequestId {
    /// No id: the request could not be read, or the client sent `null`.
    pub fn null() -> Self {
        RequestId("null".to_owned())
    }

    /// Reads an id. Returns `None` if it is neither a string nor a number nor `null`.
    pub fn read(value: &RawValue) -> Option<Self> {
        match value.get().as_bytes().first()? {
            // The same string can be written in several ways.
            b'"' => Some(RequestId(raw_json(&read_value::<String>(value)?).ok()?.get().to_owned())),
            b'-' | b'0'..=b'9' | b'n' => Some(RequestId(value.get().to_owned())),
            _ => None,
        }
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Reads a value, or returns `None` if it has another type.
pub fn read_value<T: DeserializeOwned>(value: &RawValue) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

/// A request.
#[derive(Clone, Debug)]
pub struct RpcRequest {
    /// The id; `None` for a notification, which is not answered.
    pub id: Option<RequestId>,
    /// The name of the method.
    pub method: String,
    /// The parameters by name.
    pub params: BTreeMap<String, Box<RawValue>>,
}

impl RpcRequest {
    /// Parses a request.
    ///
    /// # Errors
    /// The value is not a valid request. The error comes with its id, if it has one.
    pub fn read(value: &RawValue) -> Result<RpcRequest, Box<(RequestId, RpcError)>> {
        let invalid = |id: Option<&RequestId>, what: &str, place: &str| {
            Box::new((id.cloned().unwrap_or_else(RequestId::null), invalid_request(what, place)))
        };
        let members: Option<BTreeMap<String, Box<RawValue>>> = read_value(value);
        let members = members.ok_or_else(|| invalid(None, "a request must be an object", ""))?;
        let member = |name: &str| members.get(name).map(AsRef::as_ref);
        let text = |name: &str| member(name).and_then(read_value::<String>);
        let id = member("id").map(|id| RequestId::read(id).ok_or(()));
        let id =
            id.transpose().map_err(|()| invalid(None, "the id must be a valid string or a number", "/id"))?;
        let wrong = |what: &str, place: &str| invalid(id.as_ref(), what, place);
        if text("jsonrpc").as_deref() != Some(VERSION) {
            return Err(wrong("\"jsonrpc\" must be \"2.0\"", "/jsonrpc"));
        }
        let method =
            text("method").ok_or_else(|| wrong("\"method\" is missing or not a valid string", "/method"))?;
        let params = member("params").map_or_else(|| Some(BTreeMap::new()), read_value);
        let params =
            params.ok_or_else(|| wrong("\"params\" must be an object with named parameters", "/params"))?;
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
    use serde_json::value::to_raw_value;
    use serde_json::{Value, json};

    #[test]
    fn numeric_ids_are_echoed_exactly() {
        for id in ["18446744073709551616", "1e2", "-0", "0.10", "null", "\"1e2\""] {
            let request = RawValue::from_string(id.to_owned()).unwrap();
            assert_eq!(serde_json::to_string(&RequestId::read(&request)).unwrap(), id);
        }
    }

    #[test]
    fn invalid_requests_are_reported_with_place_and_id() {
        let read = |value: &Value| {
            RpcRequest::read(&to_raw_value(value).unwrap()).map_err(|error| json!([error.0, error.1]))
        };
        for (value, id, place) in [
            (json!(1), json!(null), ""),
            (json!({"id": 7}), json!(7), "/jsonrpc"),
            (json!({"jsonrpc": "1.0", "id": "a", "method": "moves"}), json!("a"), "/jsonrpc"),
            (json!({"jsonrpc": "2.0", "id": [1], "method": "moves"}), json!(null), "/id"),
            (json!({"jsonrpc": "2.0", "id": 7, "method": 1}), json!(7), "/method"),
            (json!({"jsonrpc": "2.0", "id": 7, "method": "moves", "params": [1]}), json!(7), "/params"),
        ] {
            let error = read(&value).unwrap_err();
            assert_eq!((&error[0], &error[1]["data"]["place"]), (&id, &json!(place)), "{value}");
            assert_eq!(error[1]["code"], -32600);
        }
        let request = read(&json!({"jsonrpc": "2.0", "method": "cancel"})).unwrap();
        assert_eq!((request.id, request.method.as_str()), (None, "cancel"));
    }
}
