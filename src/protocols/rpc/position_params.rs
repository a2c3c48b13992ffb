//! What is asked about: a game, a position of it, the moves from there.

use crate::engine::referee::Referee;
use crate::games::{self, AnyGame, AnyPosition};
use crate::model::Position;

use super::error::{ErrorCode, RpcError};
use super::params::Params;

/// A position with more legal moves is not listed or searched: in Qawale the walks of a tall stack do not fit any memory.
const MAX_LISTED_MOVES: u64 = 100_000;

/// The texts of a game so far.
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
    /// They are of another type, or there is no such game.
    pub fn read(params: &mut Params) -> Result<PositionParams, RpcError> {
        let name = params.required_text("game", "it is the name of a game, as uglyduck or replica:12")?;
        let (start, moves) = (params.text("position")?, params.texts("moves")?);
        let game = games::open(&name).map_err(|error| RpcError::game(&error))?;
        Ok(PositionParams { game, start, moves })
    }

    /// The game that the texts describe; `game` is the one that is asked about.
    ///
    /// # Errors
    /// The first text that is wrong.
    pub fn referee(&self) -> Result<Referee<AnyGame>, RpcError> {
        Referee::read(&self.game, self.start.as_deref(), &self.moves).map_err(|error| RpcError::texts(&error))
    }

    /// The positions after so many moves each, all of which can be listed; the last position if no turns are given.
    ///
    /// # Errors
    /// A text is wrong, or there is no such turn.
    pub fn positions(&self, turns: Option<&[usize]>) -> Result<Vec<AnyPosition>, RpcError> {
        let history = self.referee()?.into_history();
        let last = [history.plies()];
        let position = |(index, turn): (usize, &usize)| match *turn > history.plies() {
            true => {
                let plies = history.plies();
                let hint = format!(
                    "turn 0 is the position before the moves, turn {plies} the one after all of them"
                );
                Err(no_such_turn_error(index, hint))
            }
            false => check_move_count(history.at(*turn)).map(|()| history.at(*turn).clone()),
        };
        turns.unwrap_or(&last).iter().enumerate().map(position).collect()
    }
}

/// Reads the parameter `turns`: each turn once.
pub fn turns(params: &mut Params) -> Result<Option<Vec<usize>>, RpcError> {
    let turns = params.numbers("turns")?;
    match turns.as_ref().and_then(|turns| turns.windows(2).position(|pair| pair[0] >= pair[1])) {
        None => Ok(turns),
        Some(index) => Err(RpcError::new(
            ErrorCode::Params,
            "the turns are not in order",
            "each turn once, the first first",
        )
        .at(format!("/params/turns/{}", index + 1))),
    }
}

/// That each of these turns was played, the first of which is turn 1.
pub fn check_turns_played(turns: &[usize], plies: usize) -> Result<(), RpcError> {
    let Some(index) = turns.iter().position(|turn| !(1..=plies).contains(turn)) else { return Ok(()) };
    let hint = format!("{plies} turns were played, the first of them is turn 1");
    Err(no_such_turn_error(index, hint))
}

fn no_such_turn_error(index: usize, hint: String) -> RpcError {
    RpcError::new(ErrorCode::Params, "the game has no such turn", hint).at(format!("/params/turns/{index}"))
}

/// Whether the moves of a position can be listed.
pub fn check_move_count(position: &AnyPosition) -> Result<(), RpcError> {
    let count = if position.terminal_outcome().is_some() { 0 } else { position.count_moves() };
    if count <= MAX_LISTED_MOVES {
        return Ok(());
    }
    let hint = format!(
        "positions with at most {MAX_LISTED_MOVES} moves are listed and searched; play takes any legal move"
    );
    Err(RpcError::new(ErrorCode::Size, format!("there are {count} legal moves"), hint))
}
