//! The assessments of a game so far. A result that is proven in one of them holds in all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::engine::bots::EngineGame as _;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Eval, Position as _};

use super::{Assessment, RatedMove};

/// What is known about the positions of a game. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// The assessments as they were made, before results from other positions changed them.
    made: Arc<Mutex<HashMap<(AnyPosition, Effort), Assessment>>>,
    known: Arc<Mutex<Known>>,
}

/// The limits of an assessment: positions in the search and in a proof.
pub(super) type Effort = (u64, u64);

#[derive(Debug, Default)]
struct Known {
    assessments: HashMap<AnyPosition, Assessment>,
    /// Proven values for the player to move.
    results: HashMap<AnyPosition, Eval>,
}

impl Knowledge {
    /// Returns knowledge that starts empty, so that nothing but what is assessed with it counts. It shares only the
    /// assessments that were already made, to save their time.
    #[must_use]
    pub fn for_one_review(&self) -> Knowledge {
        Knowledge { made: Arc::clone(&self.made), known: Arc::default() }
    }

    /// Returns the assessment of a position, if there is one that searched and proved at least this much.
    pub(super) fn get(&self, position: &AnyPosition, effort: Effort) -> Option<Assessment> {
        let known = lock(&self.known);
        let found = known.assessments.get(position)?;
        (found.effort.0 >= effort.0 && found.effort.1 >= effort.1).then(|| found.clone())
    }

    /// Returns the assessment of a position as it was made with these limits, from nothing but the position.
    pub(super) fn made(&self, position: &AnyPosition, effort: Effort) -> Option<Assessment> {
        lock(&self.made).get(&(position.clone(), effort)).cloned()
    }

    /// Adds an assessment, and what it proves to all others.
    pub(super) fn add(&self, game: &AnyGame, position: &AnyPosition, assessment: Assessment) {
        lock(&self.made).insert((position.clone(), assessment.effort), assessment.clone());
        let mut known = lock(&self.known);
        known.learn_from(position, &assessment);
        known.assessments.insert(position.clone(), assessment);
        known.settle(game);
    }

    /// Adds the assessments of a review, and what they prove to all others.
    pub fn learn_from(&self, game: &AnyGame, review: &Knowledge) {
        let reviewed: Vec<_> = lock(&review.known).assessments.clone().into_iter().collect();
        let mut known = lock(&self.known);
        for (position, assessment) in reviewed {
            known.learn_from(&position, &assessment);
            let old = known.assessments.get(&position).map(|old| old.effort);
            if old.is_none_or(|old| old.0 <= assessment.effort.0 && old.1 <= assessment.effort.1) {
                known.assessments.insert(position, assessment);
            }
        }
        known.settle(game);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Known {
    /// Keeps the results that an assessment proves.
    fn learn_from(&mut self, position: &AnyPosition, assessment: &Assessment) {
        self.learn(position, assessment.value());
        for rated in &assessment.moves {
            let after = position.after(rated.mv());
            self.learn(&after, answer_value(rated.eval));
            // A move that was refuted: its refutation wins.
            if let (Eval::Lost(plies), Some(refutation)) = (rated.eval, rated.line.moves.get(1)) {
                let plies = plies.and_then(|plies| plies.checked_sub(2));
                self.learn(&after.after(*refutation), Eval::Lost(plies));
            }
        }
    }

    /// Keeps a result. A known number of plies stays.
    fn learn(&mut self, position: &AnyPosition, value: Eval) {
        let is_news = |known: &Eval| known.plies().is_none() && value.plies().is_some();
        let result = self.results.get(position);
        if value.is_proven() && position.outcome().is_none() && result.is_none_or(is_news) {
            self.results.insert(position.clone(), value);
        }
    }

    /// Applies the results to all assessments, until nothing changes.
    fn settle(&mut self, game: &AnyGame) {
        let mut assessments = std::mem::take(&mut self.assessments);
        loop {
            let mut has_changed = false;
            for (position, assessment) in &mut assessments {
                if self.update(game, position, assessment) {
                    self.learn_from(position, assessment);
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
        self.assessments = assessments;
    }

    /// Adds what is known about a position and its moves to its assessment. Returns whether that changed it.
    fn update(&self, game: &AnyGame, position: &AnyPosition, assessment: &mut Assessment) -> bool {
        let result = self.results.get(position);
        let is_lost = result.is_some_and(|known| known.is_loss());
        let mut has_changed = matches!(result, Some(Eval::Draw(_))) && !assessment.is_drawn;
        if has_changed {
            assessment.adopt_draw();
        }
        for rated in assessment.moves.iter_mut().filter(|rated| !rated.eval.is_proven()) {
            let after = position.after(rated.mv());
            let known = rated.moves().find_map(|mv| self.results.get(&position.after(mv)).copied());
            let known = known.or_else(|| table_value(game, &after)).map(move_value);
            if let Some(proven) = known.or(is_lost.then_some(Eval::Lost(None))) {
                rated.adopt(proven);
                has_changed = true;
            }
        }
        if has_changed {
            assessment.moves.sort_by_key(RatedMove::rank);
        }
        has_changed
    }
}

/// Returns the value of a position that is not over, for the player to move, if a table or a book has it.
pub(super) fn table_value(game: &AnyGame, position: &AnyPosition) -> Option<Eval> {
    if position.outcome().is_some() {
        return None;
    }
    let Some(winner) = game.known_winner(position) else {
        return game.known_win(position).map(|_| Eval::Won(None));
    };
    let plies = game.known_plies(position);
    Some(if winner == position.to_move() { Eval::Won(plies) } else { Eval::Lost(plies) })
}

/// Returns the value of a move that leads to a position with this value for the other player.
pub(super) fn move_value(after: Eval) -> Eval {
    let value = after.reversed();
    value.with_plies(value.plies().map(|plies| plies + 1))
}

/// The opposite of [`move_value`].
pub(super) fn answer_value(mv: Eval) -> Eval {
    let value = mv.reversed();
    value.with_plies(value.plies().map(|plies| plies.saturating_sub(1)))
}
