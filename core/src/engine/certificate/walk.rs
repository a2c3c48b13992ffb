//! Visits the positions of a strategy. The order defines what the moves of a certificate belong to.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use thiserror::Error;

use super::Claim;
use crate::engine::bots::EngineGame;
use crate::model::{Evaluate, Outcome, Position};

/// Why a strategy does not reach its goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WalkError {
    /// There is nothing to prove.
    #[error("the game is over in this position")]
    Over,
    /// A game can end otherwise.
    #[error("a game can end in {0}")]
    Ends(String),
    /// Positions of this game can repeat, so a strategy need not end.
    #[error("positions can repeat, so the game might not end")]
    Repeats,
}

/// A position of the strategy in which a move is needed.
pub(crate) struct Step<'a, P: Position> {
    /// The position.
    pub position: &'a P,
    /// Its legal moves, sorted.
    pub moves: &'a [P::Move],
    /// The positions met so far, this one included: of images under a symmetry, the representative.
    pub met: &'a HashSet<P>,
    /// The number of positions met that have not been visited yet.
    pub waiting: usize,
}

/// Visits every position in which the player of `claim` is to move and no move ends the game as claimed, if
/// this player plays the moves that `choose` returns and the other player plays anything. The order is
/// breadth first. A position, or its image under a symmetry, is visited only once. Returns the number of
/// answers of the other player.
///
/// # Errors
/// The game is over, positions can repeat, a game can end otherwise than claimed, or `choose` fails.
pub(crate) fn walk<G: EngineGame, E: From<WalkError>>(
    game: &G,
    start: &G::Position,
    claim: Claim,
    mut choose: impl FnMut(Step<'_, G::Position>) -> Result<<G::Position as Position>::Move, E>,
) -> Result<u64, E> {
    let mut walk = Walk { game, claim, met: HashSet::new(), queue: VecDeque::new(), answers: 0 };
    if start.outcome().is_some() {
        return Err(WalkError::Over.into());
    }
    match start.to_move() == claim.player() {
        true => walk.meet(start.clone())?,
        false => walk.play_every_answer(start)?,
    }
    while let Some(position) = walk.queue.pop_front() {
        let moves = sorted_moves(&position);
        let waiting = walk.queue.len();
        let mv = choose(Step { position: &position, moves: &moves, met: &walk.met, waiting })?;
        let next = after(&position, mv)?;
        match next.outcome() {
            Some(outcome) => walk.check(outcome, &next)?,
            None => walk.play_every_answer(&next)?,
        }
    }
    Ok(walk.answers)
}

/// The state of [`walk`].
struct Walk<'a, G: EngineGame> {
    game: &'a G,
    claim: Claim,
    met: HashSet<G::Position>,
    queue: VecDeque<G::Position>,
    answers: u64,
}

impl<G: EngineGame> Walk<'_, G> {
    /// Meets the position after each move of the other player.
    fn play_every_answer(&mut self, position: &G::Position) -> Result<(), WalkError> {
        for mv in sorted_moves(position) {
            self.answers += 1;
            self.meet(after(position, mv)?)?;
        }
        Ok(())
    }

    /// Queues a position, unless it was met before or needs no move.
    fn meet(&mut self, position: G::Position) -> Result<(), WalkError> {
        if let Some(outcome) = position.terminal_outcome() {
            return self.check(outcome, &position);
        }
        if has_immediate_goal(&position, self.claim) {
            return Ok(());
        }
        if !position.has_moves() {
            return self.check(Outcome::Win(position.to_move().opponent()), &position);
        }
        if self.met.insert(self.game.representative(&position)) {
            self.queue.push_back(position);
        }
        Ok(())
    }

    /// Checks that a game may end in `position` with this outcome.
    fn check(&self, outcome: Outcome, position: &G::Position) -> Result<(), WalkError> {
        match self.claim.is_met_by(outcome) {
            true => Ok(()),
            false => Err(WalkError::Ends(position.to_string())),
        }
    }
}

/// Returns the position after a legal move. Checks that the bound on the number of plies left has become
/// smaller: if it does on every move, every game ends.
fn after<P: Evaluate>(position: &P, mv: P::Move) -> Result<P, WalkError> {
    let next = position.after(mv);
    match (position.max_remaining_plies(), next.max_remaining_plies()) {
        (Some(before), Some(left)) if left < before || next.terminal_outcome().is_some() => Ok(next),
        _ => Err(WalkError::Repeats),
    }
}

/// Returns whether a move ends the game as claimed, visibly on the board. The game must not be over.
pub(crate) fn has_immediate_goal<P: Position>(position: &P, claim: Claim) -> bool {
    let is_goal = |mv| {
        let is_met = position.after(mv).terminal_outcome().is_some_and(|outcome| claim.is_met_by(outcome));
        if is_met { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    position.visit_moves(is_goal).is_break()
}

/// Returns the legal moves in the order of a certificate.
pub(crate) fn sorted_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = position.moves();
    moves.sort_unstable();
    moves
}
