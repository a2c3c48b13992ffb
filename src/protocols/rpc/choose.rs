//! The method `choose`: a computer player chooses a move.

use std::sync::Arc;

use serde::Serialize;

use crate::analysis::analyze::AnalyzedMove;
use crate::engine::bots::{self, BotError, MoveContext};
use crate::games::{AnyGame, AnyMove};
use crate::model::{GameRng, StopSignal, text::escape};
use crate::players::names::known_bots;

use super::Service;
use super::error::{ErrorCode, RpcError};
use super::immediate::{PlayedMove, played};
use super::params::Params;
use super::position_params::check_move_count;
use super::search::{OnTurn, SearchJob, found, read_budget, read_position_params};

/// The move of a computer player, and what it thought.
#[derive(Debug, Serialize)]
struct ChosenMove {
    #[serde(flatten)]
    played: PlayedMove,
    /// The canonical name of the player.
    bot: String,
    /// The seed of its random numbers.
    seed: u64,
    /// The positions it searched; null if it does not search.
    nodes: Option<u64>,
    /// The move with its value, as in an analysis. Empty if the player did not evaluate it.
    lines: Vec<AnalyzedMove>,
}

/// Creates the job in which a computer player chooses a move.
pub fn choose(mut params: Params, service: &Service) -> Result<SearchJob, RpcError> {
    let position_params = read_position_params(&mut params, service)?;
    let bot = params.required_text("bot", "give the name of a computer player, such as level:3 or expert")?;
    let seed = params.number("seed", 0..=u64::MAX)?.unwrap_or_else(GameRng::random_seed);
    let budget = read_budget(&mut params)?;
    params.deny_unknown()?;
    let game = &position_params.game;
    bots::make(game, &bot).map_err(|error| bot_error(game, &error))?;
    let bot = bots::canonical_name(game, &bot);
    let referee = position_params.referee()?;
    if referee.ending().is_some() {
        let hint = "ask for a move in a position in which the game is not over";
        return Err(RpcError::new(ErrorCode::Move, "the game is over", hint).at("/params"));
    }
    check_move_count(referee.position())?;
    let clock = Arc::clone(&service.clock);
    let run = move |_: usize, stop: &StopSignal, _: &mut OnTurn<'_>| {
        let mut referee = referee.clone();
        let game = referee.game();
        let mut player = bots::make(game, &bot).map_err(|error| bot_error(game, &error))?;
        let mut rng = GameRng::from_seed(seed);
        let mut context = MoveContext { budget, ..MoveContext::new(&mut rng, stop, clock.as_ref()) };
        let mut line: Vec<AnyMove> = Vec::new();
        let on_progress = &mut |_: &_, progress: bots::BotProgress<AnyMove>| line = progress.line;
        let chosen = referee.choose_move_with_progress(player.as_mut(), &mut context, on_progress);
        let mv = chosen.ok_or_else(RpcError::panic)?;
        if line.first() != Some(&mv) {
            line = vec![mv];
        }
        let thought = context.eval.map(|eval| AnalyzedMove::of(eval.eval, eval.depth, &line));
        let chosen = ChosenMove {
            played: played(referee, mv),
            bot: bot.clone(),
            seed,
            nodes: context.nodes,
            lines: thought.into_iter().collect(),
        };
        found(chosen, stop)
    };
    Ok(SearchJob { turns: None, run: Box::new(run) })
}

/// Creates the error for the name of a computer player that the game does not have.
fn bot_error(game: &AnyGame, error: &BotError) -> RpcError {
    let hint = format!("the computer players are {}", known_bots(game, error));
    let message = format!("\"{}\": {}", escape(error.name.as_bytes()), error.problem);
    RpcError::new(ErrorCode::Params, message, hint).at("/params/bot")
}
