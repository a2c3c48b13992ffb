//! The methods for programs that learn to play: `games`, `encoding` and `step`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::engine::referee::Referee;
use crate::games::{AnyGame, FAMILIES};
use crate::lines::{is_default, raw_json};
use crate::model::{Game as _, Position as _};
use crate::words::GameWords as _;
use crate::words::encoding::{ActionEffect, ActionForm, Encoding};

use super::error::{ErrorCode, RpcError};
use super::immediate::EndingObject;
use super::message::{MethodResult, read_value};
use super::params::Params;
use super::position_params::read_game;

/// The maximum number of games in a `step`.
const MAX_GAMES: usize = 1000;

/// Lists the games.
pub fn games(params: Params) -> MethodResult {
    #[derive(Serialize)]
    struct ListedGame {
        name: &'static str,
        title: String,
        /// Names that open the game in each of its variants.
        examples: &'static [&'static str],
    }
    params.deny_unknown()?;
    let mut games = Vec::new();
    for family in FAMILIES {
        let game = (family.open)("").map_err(|error| RpcError::new(ErrorCode::Internal, error, ""))?;
        games.push(ListedGame { name: family.id, title: game.title(), examples: family.examples });
    }
    Ok(raw_json(&BTreeMap::from([("games", games)]))?)
}

/// Describes the planes and the actions of a game.
pub fn encoding(mut params: Params) -> MethodResult {
    #[derive(Serialize)]
    struct Description {
        game: String,
        shape: [usize; 3],
        planes: Vec<String>,
        cells: Vec<String>,
        action: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        choices: Option<&'static [&'static str]>,
        actions: usize,
    }
    let game = read_game(&mut params)?;
    params.deny_unknown()?;
    let encoding = Encoding::new(&game);
    let (action, choices) = match encoding.action_form() {
        ActionForm::Move(choices) => ("move", Some(choices)),
        ActionForm::Cell => ("cell", None),
    };
    Ok(raw_json(&Description {
        game: game.name(),
        shape: encoding.shape(),
        planes: encoding.plane_names(),
        cells: encoding.cell_names(),
        action,
        choices,
        actions: encoding.action_count(),
    })?)
}

/// Plays an action in each of several games, and returns what a player sees then. `last` keeps the encoding of
/// the last request, which is likely to be about the same game.
pub fn step(mut params: Params, last: &mut Option<Encoding>) -> MethodResult {
    let game = read_game(&mut params)?;
    let wanted = format!("it must be a list of 1 to {MAX_GAMES} objects with a state and an action");
    let given = params.list::<Box<RawValue>>("games", MAX_GAMES, &wanted)?;
    params.deny_unknown()?;
    let encoding = last.take().filter(|encoding| *encoding.game() == game);
    let encoding: &Encoding = last.insert(encoding.unwrap_or_else(|| Encoding::new(&game)));
    let step = |(index, given): (usize, Box<RawValue>)| {
        let place = format!("/params/games/{index}");
        let given = read_value(&given).ok_or_else(|| wrong_game(&given, &place))?;
        play(&game, encoding, given).map_err(|(error, member)| error.at(place + member))
    };
    let games: Result<Vec<Step>, RpcError> = given.into_iter().enumerate().map(step).collect();
    Ok(raw_json(&BTreeMap::from([("games", games?)]))?)
}

/// Says what is wrong with a game at this place that cannot be read.
fn wrong_game(given: &RawValue, place: &str) -> RpcError {
    let check = |members| {
        let mut game = Params::at(place, members);
        let mut state = game.object("state")?;
        state.text("position")?;
        state.number("idle", 0..=u32::MAX)?;
        state.numbers("begun")?;
        state.deny_unknown()?;
        game.number("action", 0..=u64::MAX)?;
        game.deny_unknown()
    };
    let error = read_value(given).and_then(|members| check(members).err());
    error.unwrap_or_else(|| {
        let hint = "a game is an object with a state and the number of an action";
        RpcError::new(ErrorCode::Params, "the game is invalid", hint).at(place)
    })
}

/// A game in a `step`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameParams {
    #[serde(default)]
    state: State,
    /// The action to play; without one, the game is only observed.
    action: Option<usize>,
}

/// The state of a game between two steps.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct State {
    /// The position; the start if it is missing.
    position: Option<String>,
    /// The number of latest consecutive turns without progress.
    #[serde(default, skip_serializing_if = "is_default")]
    idle: u32,
    /// The actions of the move in progress.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    begun: Vec<usize>,
}

/// A game after an action.
#[derive(Serialize)]
struct Step {
    state: State,
    to_move: &'static str,
    ending: Option<EndingObject>,
    /// The move that the action completed, in canonical notation.
    #[serde(rename = "move")]
    played: Option<String>,
    /// The legal actions, in ascending order.
    legal: Vec<usize>,
    /// The planes in hexadecimal.
    planes: String,
}

/// Plays the action. An error comes with its place in the object of the game.
fn play(game: &AnyGame, encoding: &Encoding, given: GameParams) -> Result<Step, (RpcError, &'static str)> {
    let GameParams { state: State { position, idle, mut begun }, action } = given;
    let start = position.map_or_else(|| Ok(game.start()), |text| game.read_position(&text));
    let start = start.map_err(|error| (RpcError::position(&error), "/state/position"))?;
    let mut referee = Referee::from_position(game, start).with_idle_turns(idle);
    let mut played = None;
    if let Some(action) = action {
        let is_over = referee.ending().is_some();
        let effect = (!is_over).then(|| encoding.effect(referee.position(), &begun, action)).flatten();
        match effect.ok_or_else(|| (illegal_action_error(is_over), "/action"))? {
            ActionEffect::Unfinished => begun.push(action),
            ActionEffect::Move(mv) => {
                begun.clear();
                referee.accept(mv);
                played = Some(mv.to_string());
            }
        }
    }
    let (position, ending) = (referee.position(), referee.ending());
    let legal = if ending.is_some() { Vec::new() } else { encoding.legal_actions(position, &begun) };
    let is_dead = legal.is_empty() && ending.is_none();
    let planes = encoding
        .planes(position, &begun)
        .filter(|_| !is_dead)
        .ok_or_else(|| (no_such_beginning_error(), "/state/begun"))?;
    Ok(Step {
        to_move: position.to_move().tag(),
        ending: ending.map(|ending| EndingObject::new(&ending)),
        played,
        legal,
        planes: hexadecimal(&planes),
        state: State { position: Some(position.to_string()), idle: referee.idle_turns(), begun },
    })
}

fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

fn illegal_action_error(is_over: bool) -> RpcError {
    let message = if is_over { "The game is over." } else { "The action is illegal." };
    RpcError::new(ErrorCode::Move, message, "the member legal of the last answer lists the legal actions")
}

fn no_such_beginning_error() -> RpcError {
    RpcError::new(ErrorCode::Move, "No move begins with these actions.", "send the state of the last answer")
}
