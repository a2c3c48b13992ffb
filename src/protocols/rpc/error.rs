//! Errors in requests: a code, a message, the place and a hint.

use serde::Serialize;

use crate::engine::referee::TextError;
use crate::games::NameError;
use crate::model::{MoveError, NotationError};
use crate::show::draw::DrawError;

/// An error code. JSON-RPC defines the first five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The line is not valid JSON.
    Syntax = -32700,
    /// The JSON is not a valid request.
    Request = -32600,
    /// There is no such method.
    Method = -32601,
    /// A parameter is missing, unknown, of the wrong type or out of range.
    Params = -32602,
    /// The request failed because of a bug.
    Internal = -32603,
    /// The request was cancelled before it started.
    Cancelled = -32000,
    /// There is no such game.
    Game = -32001,
    /// The position cannot be read.
    Position = -32002,
    /// A move cannot be read, or is not legal.
    Move = -32003,
    /// The answer would be too large.
    Size = -32004,
}

/// The error object of a response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RpcError {
    code: i32,
    message: String,
    data: ErrorData,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ErrorData {
    /// A JSON pointer into the request; empty for the whole request.
    place: String,
    /// The position of the wrong character in the text there, from 1; of the byte in invalid JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<usize>,
    hint: String,
}

const NOTATION: &str = "the method moves shows moves and positions as they are written";
/// The hint for errors that are not the client's fault.
const BUG: &str = "this is a bug in cygnet";

impl RpcError {
    /// Creates an error about the whole request.
    pub fn new(code: ErrorCode, message: impl ToString, hint: impl ToString) -> Self {
        let data = ErrorData { place: String::new(), character: None, hint: hint.to_string() };
        RpcError { code: code as i32, message: message.to_string(), data }
    }

    /// Sets the place of the error.
    pub fn at(mut self, place: impl ToString) -> Self {
        self.data.place = place.to_string();
        self
    }

    /// Sets the character of the text at which the error is.
    fn at_character(mut self, character: usize) -> Self {
        self.data.character = Some(character);
        self
    }

    /// Creates the error for a line that is not valid JSON.
    pub fn syntax(error: &serde_json::Error) -> Self {
        let sentence = error.to_string();
        let what = sentence.split(" at line ").next().unwrap_or_default();
        let what = if what == "expected ident" { "expected a value" } else { what };
        let hint = "send each request as one JSON object on one line";
        RpcError::new(ErrorCode::Syntax, format!("invalid JSON: {what}"), hint).at_character(error.column())
    }

    /// Creates the error for a wrong parameter `game`.
    pub fn game(error: &NameError) -> Self {
        RpcError::new(ErrorCode::Game, error, error.hint()).at("/params/game")
    }

    /// Creates the error for wrong parameters `position` and `moves`.
    pub fn texts<R: std::error::Error>(error: &TextError<R>) -> Self {
        match error {
            TextError::Start(error) => RpcError::position(error).at("/params/position"),
            TextError::Move { number, error } => RpcError::mv(error, format!("/params/moves/{}", number - 1)),
            other => RpcError::new(ErrorCode::Position, other, NOTATION).at("/params/position"),
        }
    }

    /// Creates the error for a wrong position.
    pub fn position(error: &NotationError) -> Self {
        RpcError::new(ErrorCode::Position, error, NOTATION).at_character(error.at)
    }

    /// Creates the error for a wrong move at this place.
    pub fn mv<R: std::error::Error>(error: &MoveError<R>, place: impl ToString) -> Self {
        match error {
            MoveError::Malformed(error) => {
                RpcError::new(ErrorCode::Move, error, NOTATION).at(place).at_character(error.at)
            }
            other => {
                RpcError::new(ErrorCode::Move, other, "the moves method lists the legal moves").at(place)
            }
        }
    }

    /// Creates the error for a drawing with these `arrows` that cannot be made.
    pub fn drawing(error: &DrawError, arrows: &[String]) -> Self {
        let (code, place) = match error {
            DrawError::Cell(_) => (ErrorCode::Params, "/params/targets".to_owned()),
            DrawError::Move { text, .. } => {
                let index = arrows.iter().position(|arrow| arrow == text).unwrap_or(0);
                (ErrorCode::Move, format!("/params/arrows/{index}"))
            }
        };
        RpcError::new(code, error, NOTATION).at(place)
    }

    /// Creates the error for a request that panicked.
    pub fn panic() -> Self {
        RpcError::new(ErrorCode::Internal, "the request panicked", BUG)
    }
}

impl From<serde_json::Error> for RpcError {
    fn from(error: serde_json::Error) -> Self {
        RpcError::new(ErrorCode::Internal, error, BUG)
    }
}
