//! Finds a strategy for a certificate. Of several winning moves, it takes one that makes the certificate
//! small.

use std::collections::HashMap;

use thiserror::Error;

use super::bits::BitWriter;
use super::walk::{Step, WalkError, has_immediate_goal, sorted_moves, walk};
use super::{Certificate, Claim};
use crate::engine::bots::EngineGame;
use crate::engine::solver::{ProofLimits, Prover};
use crate::model::{Mv, Outcome, Position, StopSignal};

/// How to choose among the moves that reach the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first one in the order of the certificate.
    First,
    /// The one that leaves the other player the fewest moves.
    FewestAnswers,
    /// The one that leads to the fewest new positions. Each counts as the number of positions that the rest of
    /// the game needs, if it is at most this number, and otherwise as an estimate. With 0, each counts as
    /// one.
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
    /// The work was interrupted.
    #[error("interrupted: the certificate is not finished")]
    Interrupted,
    /// The strategy does not reach its goal.
    #[error(transparent)]
    Strategy(#[from] WalkError),
}

/// The positions that a proof may examine to find out whether a move is good, if other good moves are known.
const SIDE_PROOF: u64 = 200;
/// The maximum number of sizes in memory. If there are more, all are forgotten.
const MAX_SIZES: usize = 8_000_000;
/// The number of moves between two calls of the listener.
const PROGRESS_INTERVAL: u64 = 10_000;

/// Makes a certificate for `start`. Calls `listener` with the number of moves from time to time. With the
/// same settings and one thread, the certificate is the same on every machine.
///
/// # Errors
/// The claim is wrong or cannot be proven, or the work was interrupted.
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
    let mut strategist = Strategist {
        game,
        prover,
        settings,
        claim: Claim::ALL[0],
        sizes: HashMap::new(),
        estimates: HashMap::new(),
    };
    strategist.prover.prepare(settings.threads, settings.stop);
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
    let (name, position) = (game.name(), game.write_position(start));
    Ok(Certificate { game: name, position, claim, positions, moves: bits.into_bytes() })
}

/// Finds the moves of a certificate.
struct Strategist<'a, G: EngineGame> {
    game: &'a G,
    prover: Box<dyn Prover<G::Position>>,
    settings: &'a CertifySettings<'a>,
    claim: Claim,
    /// For representatives: the number of positions that the rest of the game needs, or a lower bound that
    /// is above the limit it was searched with.
    sizes: HashMap<G::Position, Size>,
    /// For representatives whose size is above the limit: the estimates of their sizes.
    estimates: HashMap<G::Position, u64>,
}

/// The number of positions in the smallest strategy for a position.
#[derive(Clone, Copy)]
struct Size {
    positions: u32,
    /// Whether this is only a lower bound.
    is_bound: bool,
}

impl<G: EngineGame> Strategist<'_, G> {
    /// Proves the result and returns the claim.
    fn proven_claim(&mut self, start: &G::Position) -> Result<Claim, CertifyError> {
        let outcome = self.prove(start, u64::MAX, self.settings.threads)?;
        match (outcome, self.settings.claim) {
            (outcome, Some(claim)) if claim.is_met_by(outcome) => Ok(claim),
            (Outcome::Win(winner), None) => Ok(Claim::Wins(winner)),
            (Outcome::Draw, None) => Err(CertifyError::Draw),
            _ => Err(CertifyError::Wrong),
        }
    }

    fn prove(
        &mut self,
        position: &G::Position,
        positions: u64,
        threads: usize,
    ) -> Result<Outcome, CertifyError> {
        let limits = ProofLimits { positions, threads, stop: self.settings.stop };
        let proof = self.prover.prove(position, limits, &mut |_| {});
        proof.outcome.ok_or(CertifyError::Interrupted)
    }

    /// Returns whether the position after a move of the player is proven to meet the claim, within a number
    /// of positions.
    fn is_good(&mut self, next: &G::Position, positions: u64) -> bool {
        let limits = ProofLimits { positions, threads: 1, stop: self.settings.stop };
        let outcome = self.prover.prove(next, limits, &mut |_| {}).outcome;
        outcome.is_some_and(|outcome| self.claim.is_met_by(outcome))
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

    /// Returns the first move that is good, found without a limit.
    fn any_good_move(&mut self, step: &Step<'_, G::Position>) -> Result<Mv<G>, CertifyError> {
        let limits = ProofLimits { positions: u64::MAX, threads: 1, stop: self.settings.stop };
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
            Choice::FewestAnswers if next.terminal_outcome().is_some() => 0,
            Choice::FewestAnswers => next.count_moves(),
            Choice::FewestPositions(limit) => {
                let mut cost = 0;
                let open = open_answers(self.game, next, self.claim);
                let mut left = open.len() as u64;
                for position in open {
                    left -= 1;
                    if !step.met.contains(&position) {
                        cost += self.estimate(&position, limit);
                    }
                    if cost + left.min(1) >= max {
                        break;
                    }
                }
                cost
            }
        }
    }

    /// Returns the number of positions in the smallest strategy for `position` if it is at most `limit`, and
    /// otherwise an estimate that is larger: for the best move, a sum over the answers that need a move.
    fn estimate(&mut self, position: &G::Position, limit: u32) -> u64 {
        let size = self.size(position, limit);
        if limit == 0 || size <= limit {
            return u64::from(size);
        }
        if let Some(estimate) = self.estimates.get(position) {
            return *estimate;
        }
        let candidates = self.candidates(position);
        let weigh = |open: &Vec<G::Position>| open.iter().map(opponent_weight).sum::<u64>();
        let estimate = u64::from(size) * candidates.iter().map(weigh).min().unwrap_or(1).max(1);
        if self.estimates.len() >= MAX_SIZES {
            self.estimates.clear();
        }
        self.estimates.insert(position.clone(), estimate);
        estimate
    }

    /// Returns, for each move that is known to be good, the positions after the answers that need a move.
    fn candidates(&mut self, position: &G::Position) -> Vec<Vec<G::Position>> {
        let mut candidates = Vec::new();
        for mv in sorted_moves(position) {
            let next = position.after(mv);
            if self.is_known_good(&next) {
                candidates.push(open_answers(self.game, &next, self.claim));
            }
        }
        candidates.sort_by_key(Vec::len);
        candidates
    }

    /// Returns the number of positions in the smallest strategy for `position`, a representative in which
    /// the player has to move, or `limit` + 1 if it has more. Only uses moves that are known to be good.
    fn size(&mut self, position: &G::Position, limit: u32) -> u32 {
        if limit == 0 {
            return 1;
        }
        match self.sizes.get(position) {
            Some(size) if !size.is_bound || size.positions > limit => return size.positions.min(limit + 1),
            _ => {}
        }
        let mut best = limit + 1;
        for open in self.candidates(position) {
            best = best.min(self.size_of_all(&open, best - 1));
        }
        if self.sizes.len() >= MAX_SIZES {
            self.sizes.clear();
        }
        self.sizes.insert(position.clone(), Size { positions: best, is_bound: best > limit });
        best
    }

    /// Returns 1 plus the sizes of all positions in `open`, or `limit` + 1 if that is more.
    fn size_of_all(&mut self, open: &[G::Position], limit: u32) -> u32 {
        let mut total = 1 + open.len() as u32;
        for position in open {
            if total > limit {
                return limit + 1;
            }
            total += self.size(position, limit - total + 1) - 1;
        }
        total.min(limit + 1)
    }

    /// Returns whether the position after a move of the player is known to meet the claim without search.
    fn is_known_good(&self, next: &G::Position) -> bool {
        match next.terminal_outcome() {
            Some(outcome) => self.claim.is_met_by(outcome),
            None => {
                let verdict = match self.claim {
                    Claim::Wins(_) => self.prover.known_verdict(next),
                    Claim::Holds(_) => None,
                };
                verdict == Some(false) || !next.has_moves()
            }
        }
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
