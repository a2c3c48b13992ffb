//! What can be wrong with a request: a code, a sentence, the place, and what to do about it.

use serde::Serialize;

use crate::analysis::draw::DrawError;
use crate::engine::referee::TextError;
use crate::games::{FAMILIES, NameError};
use crate::model::MoveError;

/// What kind of thing is wrong. The first five are those of JSON-RPC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The line is no JSON.
    Syntax = -32700,
    /// The JSON is no request.
    Request = -32600,
    /// There is no such method.
    Method = -32601,
    /// A parameter is missing, unknown, or of another type or size.
    Params = -32602,
    /// The answer could not be made.
    Internal = -32603,
    /// It was cancelled before it was begun.
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

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RpcError {
    code: i32,
    message: String,
    data: ErrorData,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ErrorData {
    /// A JSON pointer into the request; empty for the whole of it.
    place: String,
    /// The character of the text there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<usize>,
    hint: String,
}

const NOTATION: &str = "docs/games has the notation of each game";

impl RpcError {
    /// What is wrong with the whole of a request.
    pub fn new(code: ErrorCode, message: impl ToString, hint: impl ToString) -> Self {
        let data = ErrorData { place: String::new(), character: None, hint: hint.to_string() };
        RpcError { code: code as i32, message: message.to_string(), data }
    }

    /// The same, at this place.
    #[must_use]
    pub fn at(mut self, place: impl ToString) -> Self {
        self.data.place = place.to_string();
        self
    }

    /// The same, at this character of the text.
    fn at_character(mut self, character: usize) -> Self {
        self.data.character = Some(character);
        self
    }

    /// A line that is no JSON.
    pub fn syntax(error: &serde_json::Error) -> Self {
        let sentence = error.to_string();
        let what = sentence.split(" at line ").next().unwrap_or_default();
        let hint = "a request is one JSON object on one line";
        RpcError::new(ErrorCode::Syntax, format!("no JSON: {what}"), hint).at_character(error.column())
    }

    /// What the game of the parameter `game` is not.
    pub fn game(error: &NameError) -> Self {
        let hint = match error {
            NameError::Options { error, .. } => error.hint.to_owned(),
            _ => {
                let known: Vec<&str> = FAMILIES.iter().map(|family| family.id).collect();
                format!("the games are {}", known.join(", "))
            }
        };
        RpcError::new(ErrorCode::Game, error, hint).at("/params/game")
    }

    /// What is wrong with the parameters `position` and `moves`.
    pub fn texts<R: std::error::Error>(error: &TextError<R>) -> Self {
        match error {
            TextError::Start(error) => RpcError::new(ErrorCode::Position, error, NOTATION)
                .at("/params/position")
                .at_character(error.at),
            TextError::Move { number, error } => RpcError::mv(error, format!("/params/moves/{}", number - 1)),
        }
    }

    /// What is wrong with the move at this place.
    pub fn mv<R: std::error::Error>(error: &MoveError<R>, place: impl ToString) -> Self {
        match error {
            MoveError::Malformed(error) => {
                RpcError::new(ErrorCode::Move, error, NOTATION).at(place).at_character(error.at)
            }
            other => {
                RpcError::new(ErrorCode::Move, other, "the method moves tells the legal moves").at(place)
            }
        }
    }

    /// Why there is no picture.
    pub fn drawing(error: &DrawError) -> Self {
        let (code, place) = match error {
            DrawError::Cell(_) => (ErrorCode::Params, "/params/targets"),
            _ => (ErrorCode::Move, "/params/arrows"),
        };
        RpcError::new(code, error, NOTATION).at(place)
    }
}

impl From<serde_json::Error> for RpcError {
    fn from(error: serde_json::Error) -> Self {
        RpcError::new(ErrorCode::Internal, error, "this is a mistake of the program")
    }
}
