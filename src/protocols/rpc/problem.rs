//! What can be wrong with a request: a code, a sentence, the place, and what to do about it.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::analysis::draw::DrawError;
use crate::engine::referee::TextError;
use crate::games::{FAMILIES, NameError};
use crate::model::MoveError;

/// What kind of thing is wrong. The first five are those of JSON-RPC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    code: Code,
    message: String,
    /// A JSON pointer into the request; empty for the whole of it.
    place: String,
    /// The character of the text there, from 1.
    character: Option<usize>,
    hint: String,
}

const NOTATION: &str = "docs/games has the notation of each game";

impl Problem {
    /// What is wrong with the whole of a request.
    pub fn new(code: Code, message: impl ToString, hint: impl ToString) -> Self {
        let (message, hint) = (message.to_string(), hint.to_string());
        Problem { code, message, place: String::new(), character: None, hint }
    }

    /// The same, at this place.
    #[must_use]
    pub fn at(self, place: impl ToString) -> Self {
        Problem { place: place.to_string(), ..self }
    }

    /// A line that is no JSON.
    pub fn syntax(error: &serde_json::Error) -> Self {
        let sentence = error.to_string();
        let what = sentence.split(" at line ").next().unwrap_or_default();
        let problem = Problem::new(
            Code::Syntax,
            format!("no JSON: {what}"),
            "a request is one JSON object on one line",
        );
        Problem { character: Some(error.column()), ..problem }
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
        Problem::new(Code::Game, error, hint).at("/params/game")
    }

    /// What is wrong with the parameters `position` and `moves`.
    pub fn texts<R: std::error::Error>(error: &TextError<R>) -> Self {
        match error {
            TextError::Start(error) => {
                let problem = Problem::new(Code::Position, error, NOTATION).at("/params/position");
                Problem { character: Some(error.at), ..problem }
            }
            TextError::Move { number, error } => Problem::mv(error, format!("/params/moves/{}", number - 1)),
        }
    }

    /// What is wrong with the move at this place.
    pub fn mv<R: std::error::Error>(error: &MoveError<R>, place: impl ToString) -> Self {
        match error {
            MoveError::Malformed(error) => {
                let problem = Problem::new(Code::Move, error, NOTATION).at(place);
                Problem { character: Some(error.at), ..problem }
            }
            other => Problem::new(Code::Move, other, "the method moves tells the legal moves").at(place),
        }
    }

    /// Why there is no picture.
    pub fn drawing(error: &DrawError) -> Self {
        let (code, place) = match error {
            DrawError::Cell(_) => (Code::Params, "/params/targets"),
            _ => (Code::Move, "/params/arrows"),
        };
        Problem::new(code, error, NOTATION).at(place)
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Problem::new(Code::Internal, error, "this is a mistake of the program")
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Data<'a> {
            place: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            character: Option<usize>,
            hint: &'a str,
        }
        let data = Data { place: &self.place, character: self.character, hint: &self.hint };
        let mut error = serializer.serialize_struct("Problem", 3)?;
        error.serialize_field("code", &(self.code as i32))?;
        error.serialize_field("message", &self.message)?;
        error.serialize_field("data", &data)?;
        error.end()
    }
}
