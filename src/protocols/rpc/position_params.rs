//! The parameters that describe a game, its first position and the moves played.

use crate::engine::referee::Referee;
use crate::games::{self, AnyGame, AnyPosition};
use crate::model::Position;

use super::error::{ErrorCode, RpcError};
use super::params::Params;

/// The maximum number of legal moves of a position that is listed or searched. In Qawale, the walks of a tall
/// stack do not fit into any memory.
const MAX_LISTED_MOVES: u64 = 100_000;

/// A game, its first position and its moves, as text.
#[derive(Clone, Debug)]
pub struct PositionParams {
    /// The game.
    pub game: AnyGame,
    start: Option<String>,
    moves: Vec<String>,
}

impl PositionParams {
    /// Reads the parameters `game`, `position` and `moves`.
    ///
    /// # Errors
    /// A parameter has the wrong type, or there is no such game.
    pub fn read(params: &mut Params) -> Result<PositionParams, RpcError> {
        let game = read_game(params)?;
        let (start, moves) = (params.text("position")?, params.texts("moves")?);
        Ok(PositionParams { game, start, moves })
    }

    /// Plays the moves from the first position.
    ///
    /// # Errors
    /// The position or a move is wrong. The first error is returned.
    pub fn referee(&self) -> Result<Referee<AnyGame>, RpcError> {
        Referee::read(&self.game, self.start.as_deref(), &self.moves).map_err(|error| RpcError::texts(&error))
    }

    /// Returns the position after each of these turns, or the last position if no turns are given.
    ///
    /// # Errors
    /// The first position or a move is wrong, there is no such turn, or a position has too many moves to
    /// list.
    pub fn positions(&self, turns: Option<&[usize]>) -> Result<Vec<AnyPosition>, RpcError> {
        let history = self.referee()?.into_history();
        let last = [history.plies()];
        let position = |(index, turn): (usize, &usize)| match *turn > history.plies() {
            true => {
                let hint = match history.plies() {
                    0 => "without moves there is only turn 0, the first position".to_owned(),
                    plies => format!(
                        "turn 0 is the position before the first move, turn {plies} the position after the last"
                    ),
                };
                Err(no_such_turn_error(index, hint))
            }
            false => check_move_count(history.at(*turn)).map(|()| history.at(*turn).clone()),
        };
        turns.unwrap_or(&last).iter().enumerate().map(position).collect()
    }
}

/// Reads the parameter `game`.
///
/// # Errors
/// The parameter is missing or not a string, or there is no such game.
pub fn read_game(params: &mut Params) -> Result<AnyGame, RpcError> {
    let name = params.required_text("game", "give the name of a game, such as uglyduck or replica:12")?;
    games::open(&name).map_err(|error| RpcError::game(&error))
}

/// Reads the parameter `turns`, which must be in ascending order.
pub fn turns(params: &mut Params) -> Result<Option<Vec<usize>>, RpcError> {
    let turns = params.numbers("turns")?;
    match turns.as_ref().and_then(|turns| turns.windows(2).position(|pair| pair[0] >= pair[1])) {
        None => Ok(turns),
        Some(index) => Err(RpcError::new(
            ErrorCode::Params,
            "the turns are not in ascending order",
            "list each turn once, in ascending order",
        )
        .at(format!("/params/turns/{}", index + 1))),
    }
}

/// Checks that each of these turns was played. The first is turn 1.
pub fn check_turns_played(turns: &[usize], plies: usize) -> Result<(), RpcError> {
    let Some(index) = turns.iter().position(|turn| !(1..=plies).contains(turn)) else { return Ok(()) };
    let hint = match plies {
        0 => "the game has no turns yet".to_owned(),
        _ => format!("the first turn is 1, and the last is {plies}"),
    };
    Err(no_such_turn_error(index, hint))
}

fn no_such_turn_error(index: usize, hint: String) -> RpcError {
    RpcError::new(ErrorCode::Params, "the game has no such turn", hint).at(format!("/params/turns/{index}"))
}

/// Checks that the moves of a position can be listed.
pub fn check_move_count(position: &AnyPosition) -> Result<(), RpcError> {
    let count = if position.terminal_outcome().is_some() { 0 } else { position.count_moves() };
    if count <= MAX_LISTED_MOVES {
        return Ok(());
    }
    let hint = format!(
        "only positions with at most {MAX_LISTED_MOVES} moves can be listed or searched; \
         the play method accepts any legal move"
    );
    Err(RpcError::new(ErrorCode::Size, format!("the position has too many legal moves: {count}"), hint))
}
