//! Compares the move that was played with the best alternative.

use crate::engine::bots::EngineGame;
use crate::engine::results::ResultPolicy;
use crate::engine::search::{Limits, Line, SearchRequest};
use crate::games::{AnyMove, AnyPosition};
use crate::model::{Eval, Position};

use std::cmp::Ordering;

use super::{Assessor, RatedMove};

/// The factor by which a proof of the played move may exceed the normal limit if the position is known to be
/// won. Otherwise a slower win would look like a win thrown away.
const PLAYED_PROOF_FACTOR: u64 = 4;

/// A move and the best alternative, both from the view of the player who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveComparison {
    /// The move that was played.
    pub played: RatedMove,
    /// The best other move; `None` if it was the only legal move.
    pub other: Option<RatedMove>,
    /// Whether every other move is proven to have a worse result than this one has, or seems to have.
    pub is_only_move: bool,
}

impl MoveComparison {
    /// Returns the result of the position as [`Eval::result`] does, if it is proven.
    pub fn result(&self) -> Option<Ordering> {
        let played = self.played.eval.result();
        let Some(other) = &self.other else { return played };
        match (played, other.eval.result()) {
            (Some(Ordering::Greater), _) | (_, Some(Ordering::Greater)) => Some(Ordering::Greater),
            (played, other) => played.zip(other).map(|(played, other)| played.max(other)),
        }
    }
}

impl RatedMove {
    /// Adopts a result that is known from elsewhere, and keeps the plies.
    fn adopt_result(&mut self, known: Eval) {
        if let Some(result) = known.result() {
            self.eval = Eval::proven(result, self.eval.plies());
        }
    }
}

impl Assessor<'_> {
    /// Compares the legal move `mv` with the best other move. If its result has already been proven, `known`
    /// is that result.
    pub fn compare(&mut self, position: &AnyPosition, mv: AnyMove, known: Eval) -> MoveComparison {
        self.begin();
        let lines = self.best_two(position);
        let Some(other) = lines.iter().find(|line| line.moves[0] != mv).cloned() else {
            let played = lines.into_iter().next().unwrap_or_else(|| self.line_of(position, mv, 1));
            let mut played = self.rated(position, played);
            played.adopt_result(known);
            return MoveComparison { played, other: None, is_only_move: false };
        };
        let played = lines.into_iter().find(|line| line.moves[0] == mv);
        let played = played.unwrap_or_else(|| self.line_of(position, mv, other.depth));
        let (mut played, mut other) = (self.rated(position, played), self.rated(position, other));
        played.adopt_result(known);
        if played.eval.is_win() {
            let is_only_move = match other.eval {
                Eval::Won(_) => false,
                Eval::Draw(_) | Eval::Lost(_) => true,
                Eval::Estimate(_) => self.is_only_nonlosing(position, mv),
            };
            return MoveComparison { played, other: Some(other), is_only_move };
        }
        self.prove_both(position, &mut played, &mut other);
        let is_only_move = other.eval.is_loss() && !played.eval.is_loss();
        MoveComparison { played, other: Some(other), is_only_move }
    }

    /// Returns the lines of the two best moves from a search, or fewer if there are fewer legal moves.
    fn best_two(&mut self, position: &AnyPosition) -> Vec<Line<AnyMove>> {
        let request = SearchRequest { lines: 2, ..SearchRequest::new(self.search_limits()) };
        let lines =
            self.game.search(&mut self.searcher, ResultPolicy::Never, position, &request, &mut |_| {}).lines;
        if lines.len() == 2 || position.count_moves() < 2 {
            return lines;
        }
        // The limits are too narrow for two moves: search one ply.
        let request = SearchRequest { limits: Limits::depth(1, self.stop), ..request };
        self.game.search(&mut self.searcher, ResultPolicy::Never, position, &request, &mut |_| {}).lines
    }

    /// Tries to prove what the search left open about both moves. `played` is not known to win.
    fn prove_both(&mut self, position: &AnyPosition, played: &mut RatedMove, other: &mut RatedMove) {
        if self.prover.is_none() || played.eval.is_proven() && other.eval.is_proven() {
            return;
        }
        if !other.eval.is_win()
            && let Some(win) = self.winning_move(position)
        {
            if win == played.mv() {
                played.eval = Eval::Won(None);
                return;
            }
            *other = self.proven_win(position, win, other);
        }
        let mv = played.mv();
        if other.eval.is_win() {
            let positions = self.limits.proof.saturating_mul(PLAYED_PROOF_FACTOR);
            played.prove(|| self.proven(position, mv, positions));
            return;
        }
        if self.is_known_lost(position) {
            (played.eval, other.eval) = (Eval::Lost(None), Eval::Lost(None));
            return;
        }
        played.prove(|| self.proven(position, mv, self.limits.proof));
        if !other.eval.is_proven() {
            let mv = other.mv();
            other.prove(|| self.proven(position, mv, self.limits.proof));
            if other.eval.is_loss() {
                *other = self.best_unrefuted(position, played.mv(), other);
            }
        }
    }

    /// Returns `win`, which is proven to win in `position`, with its line. It replaces `other`.
    fn proven_win(&mut self, position: &AnyPosition, win: AnyMove, other: &RatedMove) -> RatedMove {
        let mut line = other.line.clone();
        if win != other.mv() {
            line = Line { moves: vec![win], proven: false, ..line };
        }
        let limits = self.proof_limits(self.limits.proof);
        let rest = self.prover.as_mut().map(|prover| prover.line(&position.after(win), limits).0);
        if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            line.moves = std::iter::once(win).chain(rest).collect();
        }
        RatedMove { line, eval: Eval::Won(None) }
    }

    /// Returns whether the player to move is known to lose, without searching further.
    pub(super) fn is_known_lost(&self, position: &AnyPosition) -> bool {
        self.prover.as_ref().is_some_and(|prover| prover.known_verdict(position) == Some(false))
            || position.moves().into_iter().all(|mv| {
                let after = position.after(mv);
                after.terminal_outcome().is_none() && self.game.known_win(&after).is_some()
            })
    }

    /// Returns whether every move except `mv` is proven to lose.
    fn is_only_nonlosing(&mut self, position: &AnyPosition, mv: AnyMove) -> bool {
        if self.prover.is_none() {
            return false;
        }
        let positions = self.limits.other_move_proof_limit();
        let others = position.moves().into_iter().filter(|other| *other != mv);
        others.into_iter().all(|other| self.loses(position, other, positions))
    }

    /// Returns the best move other than `played` and `refuted` that is not proven to lose, or `refuted` if
    /// all lose.
    fn best_unrefuted(&mut self, position: &AnyPosition, played: AnyMove, refuted: &RatedMove) -> RatedMove {
        let positions = self.limits.other_move_proof_limit();
        let others = self.searched_lines(position).into_iter();
        let others =
            others.filter(|line| ![played, refuted.mv()].contains(&line.moves[0])).collect::<Vec<_>>();
        for line in others {
            let mut rated = RatedMove::from_line(line);
            let mv = rated.mv();
            rated.prove(|| self.proven(position, mv, positions));
            if !rated.eval.is_loss() {
                return rated;
            }
        }
        refuted.clone()
    }
}
