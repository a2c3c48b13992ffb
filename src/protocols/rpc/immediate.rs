//! The methods that are answered immediately: `moves`, `position`, `play` and `render`.

use serde::Serialize;

use crate::console::Style;
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove};
use crate::lines::raw_json;
use crate::model::{Ending, Game as _, Position as _};
use crate::show::draw::{Drawing, DrawnPosition};
use crate::show::positions::LegalMoves;
use crate::words::GameWords as _;

use super::error::RpcError;
use super::message::MethodResult;
use super::params::Params;
use super::position_params::{PositionParams, check_move_count};

/// Lists the legal moves of a position, and the positions after them.
pub fn moves(mut params: Params) -> MethodResult {
    let position_params = PositionParams::read(&mut params)?;
    params.deny_unknown()?;
    let referee = position_params.referee()?;
    check_move_count(referee.position())?;
    Ok(raw_json(&LegalMoves::new(referee.position(), true))?)
}

/// Returns the state of a game.
pub fn position(mut params: Params) -> MethodResult {
    let position_params = PositionParams::read(&mut params)?;
    params.deny_unknown()?;
    Ok(raw_json(&GameState::of(&position_params.referee()?))?)
}

/// Plays a move and returns the state of the game after it.
pub fn play(mut params: Params) -> MethodResult {
    let position_params = PositionParams::read(&mut params)?;
    let text = params.required_text("move", "give the move to play, in canonical notation")?;
    params.deny_unknown()?;
    let referee = position_params.referee()?;
    let mv = position_params.game.read_legal_move(referee.position(), &text);
    Ok(raw_json(&played(referee, mv.map_err(|error| RpcError::mv(&error, "/params/move"))?))?)
}

/// Draws a position.
pub fn render(mut params: Params) -> MethodResult {
    let position_params = PositionParams::read(&mut params)?;
    let (format, board) = (params.choice("format")?, params.choice("board")?);
    let flipped = params.flag("flip")?;
    let (targets, arrows) = (params.text("targets")?, params.texts("arrows")?);
    params.deny_unknown()?;
    let style = Style { board, flipped, ..Style::MARKED };
    let drawing = Drawing { moves: &[], targets: targets.as_deref(), arrows: &arrows, style, format };
    let game = &position_params.game;
    let mut history = position_params.referee()?.into_history();
    if drawing.targets.is_some() {
        check_move_count(history.current())?;
    }
    let position = history.current().to_string();
    let drawing =
        drawing.of_history(game, &mut history).map_err(|error| RpcError::drawing(&error, &arrows))?;
    Ok(raw_json(&DrawnPosition { position: &position, drawing: &drawing })?)
}

/// The state of a game.
#[derive(Debug, Serialize)]
struct GameState {
    /// The full name of the game.
    game: String,
    position: String,
    to_move: &'static str,
    outcome: Option<&'static str>,
    /// How the game has ended: by its rules or, beyond those, because there was no progress.
    ending: Option<EndingObject>,
    /// The number of moves played.
    turn: usize,
    /// The number of legal moves.
    legal: u64,
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct EndingObject {
    outcome: &'static str,
    reason: String,
}

impl EndingObject {
    /// Creates the object for this ending.
    pub fn new(ending: &Ending) -> Self {
        EndingObject { outcome: ending.outcome.tag(), reason: ending.reason.to_string() }
    }
}

impl GameState {
    fn of(referee: &Referee<AnyGame>) -> GameState {
        let position = referee.position();
        GameState {
            game: referee.game().name(),
            position: position.to_string(),
            to_move: position.to_move().tag(),
            outcome: position.outcome().map(|outcome| outcome.tag()),
            ending: referee.ending().as_ref().map(EndingObject::new),
            turn: referee.history().plies(),
            legal: if position.terminal_outcome().is_some() { 0 } else { position.count_moves() },
        }
    }
}

/// A move that was played.
#[derive(Debug, Serialize)]
pub struct PlayedMove {
    #[serde(rename = "move")]
    canonical: String,
    /// The move as the player types it at the prompts of the game.
    typed: String,
    /// The cells that the move touches, in order.
    cells: Vec<String>,
    #[serde(flatten)]
    state: GameState,
}

/// Plays a legal move.
pub fn played(mut referee: Referee<AnyGame>, mv: AnyMove) -> PlayedMove {
    let game = referee.game().clone();
    let typed = game.typed_answers(&referee.view(), mv).join(" ");
    referee.accept(mv);
    let (canonical, cells) = (mv.to_string(), game.cells(mv));
    PlayedMove { canonical, typed, cells, state: GameState::of(&referee) }
}
