//! Finds a strategy for a certificate. Of several winning moves, it takes one that makes the certificate
//! small.

use std::collections::HashMap;

use thiserror::Error;

use super::bits::BitWriter;
use super::walk::{Step, WalkError, has_immediate_goal, sorted_moves, walk};
use super::{Certificate, Claim};
use crate::engine::bots::EngineGame;
use crate::engine::solver::{ProofLimits, Prover};
use crate::model::{Mv, Outcome, Player, Position, StopSignal};

/// How to choose among the moves that reach the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first one in the order of the certificate that is quickly proven; if none is, any.
    First,
    /// The one that leaves the other player the fewest moves.
    FewestAnswers,
    /// The one that needs the fewest new positions, as estimated by looking this number of the player's turns
    /// ahead.
    FewestPositions(u32),
}

/// How to make a certificate.
pub struct CertifySettings<'a> {
    /// The claim. By default, whatever the prover proves about the winner.
    pub claim: Option<Claim>,
    /// How to choose moves.
    pub choice: Choice,
    /// The memory for proofs, in bytes.
    pub bytes: usize,
    /// The number of threads of the first proof. The moves are chosen by one thread.
    pub threads: usize,
    /// Ends the work once it is raised.
    pub stop: &'a StopSignal,
}

/// Why there is no certificate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The game has no prover.
    #[error("there are no certificates for this game: it has no prover, or the prover needs more memory")]
    NoProver,
    /// The result is a draw, so no player can force a win.
    #[error("neither player can force a win: name the player who holds the draw")]
    Draw,
    /// The claim is wrong.
    #[error("the claim is wrong")]
    Wrong,
    /// The claim is wrong, because this player wins.
    #[error("the claim is wrong: player {} wins", .0.number())]
    Lost(Player),
    /// The work was interrupted.
    #[error("interrupted: the certificate is not finished")]
    Interrupted,
    /// The strategy does not reach its goal.
    #[error(transparent)]
    Strategy(#[from] WalkError),
}

/// A result that takes no more positions than this is proven without preparation, which takes seconds.
const QUICK_PROOF: u64 = 1_000;
/// The positions that a proof may examine to find out whether a move is good, if other good moves are known.
const SIDE_PROOF: u64 = 200;
/// The maximum number of estimates in memory. If there are more, all are forgotten.
const MAX_ESTIMATES: usize = 8_000_000;
/// The number of moves between two calls of the listener.
const PROGRESS_INTERVAL: u64 = 10_000;

/// Makes a certificate for `start`. Calls `listener` with the number of moves from time to time. With the
/// same settings and one thread, the certificate is the same on every machine.
///
/// # Errors
/// The game is over or has no prover, positions can repeat, the claim is wrong or cannot be proven, or the work was
/// interrupted.
pub fn certify<G: EngineGame>(
    game: &G,
    start: &G::Position,
    settings: &CertifySettings<'_>,
    listener: &mut dyn FnMut(u64),
) -> Result<Certificate, CertifyError> {
    if start.outcome().is_some() {
        return Err(WalkError::Over.into());
    }
    let prover = game.thorough_prover(settings.bytes).ok_or(CertifyError::NoProver)?;
    let mut strategist =
        Strategist { game, prover, settings, claim: Claim::Wins(Player::One), estimates: HashMap::new() };
    if strategist.prove(start, QUICK_PROOF, 1).is_none() {
        strategist.prover.clear();
        strategist.prover.prepare(settings.threads, settings.stop);
    }
    strategist.claim = strategist.proven_claim(start)?;
    let (mut positions, mut bits) = (0, BitWriter::default());
    let claim = strategist.claim;
    walk(game, start, claim, |step: Step<'_, G::Position>| {
        if settings.stop.is_raised() {
            return Err(CertifyError::Interrupted);
        }
        positions += 1;
        if positions % PROGRESS_INTERVAL == 0 {
            listener(positions);
        }
        let mv = strategist.choose(&step)?;
        let number = step.moves.iter().position(|other| *other == mv).ok_or(CertifyError::Wrong)?;
        bits.write(number, step.moves.len());
        Ok(mv)
    })?;
    let (name, position) = (game.name(), start.to_string());
    Ok(Certificate { game: name, position, claim, positions, moves: bits.into_bytes() })
}

/// Finds the moves of a certificate.
struct Strategist<'a, G: EngineGame> {
    game: &'a G,
    prover: Box<dyn Prover<G::Position>>,
    settings: &'a CertifySettings<'a>,
    claim: Claim,
    /// The estimates of representatives, looking a number of turns ahead.
    estimates: HashMap<(G::Position, u32), u64>,
}

impl<G: EngineGame> Strategist<'_, G> {
    /// Proves the result and returns the claim.
    fn proven_claim(&mut self, start: &G::Position) -> Result<Claim, CertifyError> {
        let proven = self.prove(start, u64::MAX, self.settings.threads);
        match (proven.ok_or(CertifyError::Interrupted)?, self.settings.claim) {
            (outcome, Some(claim)) if claim.is_met_by(outcome) => Ok(claim),
            (Outcome::Win(winner), None) => Ok(Claim::Wins(winner)),
            (Outcome::Win(winner), Some(_)) => Err(CertifyError::Lost(winner)),
            (Outcome::Draw, None) => Err(CertifyError::Draw),
            _ => Err(CertifyError::Wrong),
        }
    }

    /// Returns the outcome, if it is proven within a number of positions.
    fn prove(&mut self, position: &G::Position, positions: u64, threads: usize) -> Option<Outcome> {
        let limits = ProofLimits::new(positions, self.settings.stop).with_threads(threads);
        self.prover.prove(position, limits, &mut |_| {}).outcome
    }

    /// Returns whether the position after a move of the player is proven to meet the claim, within a number
    /// of positions.
    fn is_good(&mut self, next: &G::Position, positions: u64) -> bool {
        self.prove(next, positions, 1).is_some_and(|outcome| self.claim.is_met_by(outcome))
    }

    /// Chooses the move for a position.
    fn choose(&mut self, step: &Step<'_, G::Position>) -> Result<Mv<G>, CertifyError> {
        let mut best: Option<(u64, Mv<G>)> = None;
        for mv in step.moves {
            let next = step.position.after(*mv);
            if !self.is_good(&next, SIDE_PROOF) {
                continue;
            }
            let max = best.map_or(u64::MAX, |(cost, _)| cost);
            let cost = self.cost(&next, step, max);
            if cost < max {
                best = Some((cost, *mv));
            }
            if cost == 0 {
                break;
            }
        }
        match best {
            Some((_, mv)) => Ok(mv),
            None => self.any_good_move(step),
        }
    }

    /// Returns a move that is good, found without a limit.
    fn any_good_move(&mut self, step: &Step<'_, G::Position>) -> Result<Mv<G>, CertifyError> {
        let limits = ProofLimits::new(u64::MAX, self.settings.stop);
        if matches!(self.claim, Claim::Wins(_)) {
            if let Some(mv) = self.prover.winning_move(step.position, limits).0 {
                return Ok(mv);
            }
        }
        let good = step.moves.iter().find(|mv| self.is_good(&step.position.after(**mv), u64::MAX));
        let error =
            if self.settings.stop.is_raised() { CertifyError::Interrupted } else { CertifyError::Wrong };
        good.copied().ok_or(error)
    }

    /// Returns the cost of a good move to `next`. The result is exact only if it is below `max`.
    fn cost(&mut self, next: &G::Position, step: &Step<'_, G::Position>, max: u64) -> u64 {
        match self.settings.choice {
            Choice::First => 0,
            Choice::FewestAnswers => next.count_moves(),
            Choice::FewestPositions(turns) => {
                let mut open = open_answers(self.game, next, self.claim);
                open.retain(|position| !step.met.contains(position));
                self.sum_of_estimates(&open, turns, max)
            }
        }
    }

    /// Returns the sum of the estimates of these positions. It is exact only if it is below `max`.
    fn sum_of_estimates(&mut self, positions: &[G::Position], turns: u32, max: u64) -> u64 {
        let mut sum = 0;
        for position in positions {
            if sum >= max {
                break;
            }
            sum += self.estimate(position, turns);
        }
        sum
    }

    /// Estimates the number of positions that a strategy for `position` needs. `position` is a representative
    /// in which the player has to move. After `turns` more turns of the player, each position counts by the
    /// moves of the other player; until then, as few positions as possible count.
    fn estimate(&mut self, position: &G::Position, turns: u32) -> u64 {
        let Some(turns_left) = turns.checked_sub(1) else { return opponent_weight(position) };
        if let Some(estimate) = self.estimates.get(&(position.clone(), turns)) {
            return *estimate;
        }
        let mut best = None;
        for open in self.candidates(position) {
            let max = best.unwrap_or(u64::MAX);
            best = Some(max.min(1 + self.sum_of_estimates(&open, turns_left, max - 1)));
        }
        let estimate = best.unwrap_or_else(|| opponent_weight(position));
        if self.estimates.len() >= MAX_ESTIMATES {
            self.estimates.clear();
        }
        self.estimates.insert((position.clone(), turns), estimate);
        estimate
    }

    /// Returns, for each move that is known to be good, the positions after the answers that need a move.
    fn candidates(&self, position: &G::Position) -> Vec<Vec<G::Position>> {
        let next = sorted_moves(position).into_iter().map(|mv| position.after(mv));
        let good = next.filter(|next| self.is_known_good(next));
        let mut candidates: Vec<_> = good.map(|next| open_answers(self.game, &next, self.claim)).collect();
        candidates.sort_by_key(Vec::len);
        candidates
    }

    /// Returns whether the position after a move of the player is known to meet the claim without search.
    fn is_known_good(&self, next: &G::Position) -> bool {
        let outcome = next.outcome().or_else(|| self.prover.known_outcome(next));
        outcome.is_some_and(|outcome| self.claim.is_met_by(outcome))
    }
}

/// Returns how many answers the other player could have in the future: 1 plus the square of the number of
/// moves if that player were to move now.
fn opponent_weight<P: Position>(position: &P) -> u64 {
    let moves = position.with_turn_passed().map_or(0, |passed| passed.count_moves());
    1 + moves * moves
}

/// Returns the representatives of the positions after every answer in which the player of the claim needs a
/// move, without duplicates.
fn open_answers<G: EngineGame>(game: &G, next: &G::Position, claim: Claim) -> Vec<G::Position> {
    let mut open = Vec::new();
    for mv in next.moves() {
        let position = next.after(mv);
        if position.terminal_outcome().is_none() && !has_immediate_goal(&position, claim) {
            let position = game.representative(&position);
            if !open.contains(&position) {
                open.push(position);
            }
        }
    }
    open
}
