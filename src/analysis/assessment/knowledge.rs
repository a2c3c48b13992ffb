//! The assessments of a game so far. A result that is proven in one of them holds in all.
//!
//! What they prove together depends only on which assessments there are, not on the order in which they were made:
//! threads may finish in any order. So nothing is updated step by step. When an answer is needed, all assessments are
//! taken as they were made, and the results that they prove are applied to all of them at once, round by round.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::games::{AnyGame, AnyPosition};
use crate::model::{Eval, Position as _};
use crate::words::value::{move_value, table_value};

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

/// The assessments that count, with what they prove about each other.
#[derive(Clone, Debug, Default)]
struct Known {
    /// The positions and their assessments, in any order.
    positions: Vec<(AnyPosition, BTreeMap<Effort, KnownAssessment>)>,
    /// The index of each position.
    places: HashMap<AnyPosition, usize>,
    /// Whether an assessment was added since the results were last applied.
    is_outdated: bool,
}

#[derive(Clone, Debug)]
struct KnownAssessment {
    assessment: Assessment,
    /// Whether results from other positions have changed it.
    has_changed: bool,
}

/// An estimate that is called winning.
const WINNING: i32 = 500;

/// Proven values of positions for the player to move.
type Results = HashMap<AnyPosition, Eval>;

impl Knowledge {
    /// Returns knowledge that starts empty, so that nothing but what is assessed with it counts. It shares only the
    /// assessments that were already made, to save their time.
    #[must_use]
    pub fn for_one_review(&self) -> Knowledge {
        Knowledge { made: Arc::clone(&self.made), known: Arc::default() }
    }

    /// Returns the assessment of a position, if there is one that searched and proved at least this much. If there are
    /// several, it is the one that searched the most.
    pub(super) fn get(&self, game: &AnyGame, position: &AnyPosition, effort: Effort) -> Option<Assessment> {
        let mut known = lock(&self.known);
        known.find(position, effort)?;
        if known.is_outdated {
            known.settle(game, &lock(&self.made));
        }
        known.find(position, effort).cloned()
    }

    /// Returns whether there is an assessment of a position that searched and proved at least this much.
    pub(super) fn has(&self, position: &AnyPosition, effort: Effort) -> bool {
        lock(&self.known).find(position, effort).is_some()
    }

    /// Returns the assessment of a position as it was made with these limits, from nothing but the position.
    pub(super) fn made(&self, position: &AnyPosition, effort: Effort) -> Option<Assessment> {
        lock(&self.made).get(&(position.clone(), effort)).cloned()
    }

    /// Adds an assessment.
    pub(super) fn add(&self, position: &AnyPosition, assessment: Assessment) {
        lock(&self.made).insert((position.clone(), assessment.effort), assessment.clone());
        lock(&self.known).add(position, assessment);
    }

    /// Adds the assessments of a review, which shares those that were made.
    pub fn learn_from(&self, review: &Knowledge) {
        let reviewed = lock(&review.known).clone();
        let mut known = lock(&self.known);
        for (position, assessments) in reviewed.positions {
            assessments.into_values().for_each(|found| known.add(&position, found.assessment));
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Known {
    fn find(&self, position: &AnyPosition, effort: Effort) -> Option<&Assessment> {
        let (_, assessments) = &self.positions[*self.places.get(position)?];
        let mut assessments = assessments.values().rev().map(|known| &known.assessment);
        assessments.find(|found| found.effort.0 >= effort.0 && found.effort.1 >= effort.1)
    }

    fn add(&mut self, position: &AnyPosition, assessment: Assessment) {
        let place = *self.places.entry(position.clone()).or_insert(self.positions.len());
        if place == self.positions.len() {
            self.positions.push((position.clone(), BTreeMap::new()));
        }
        let effort = assessment.effort;
        self.positions[place].1.insert(effort, KnownAssessment { assessment, has_changed: true });
        self.is_outdated = true;
    }

    /// Applies what the assessments prove to all of them, starting with the assessments as they were made.
    fn settle(&mut self, game: &AnyGame, made: &HashMap<(AnyPosition, Effort), Assessment>) {
        for (position, known) in self.assessments().filter(|(_, known)| known.has_changed) {
            if let Some(made) = made.get(&(position.clone(), known.assessment.effort)) {
                *known = KnownAssessment { assessment: made.clone(), has_changed: false };
            }
        }
        let mut results = Results::new();
        loop {
            for (position, known) in self.assessments() {
                learn_from(&mut results, position, &known.assessment);
            }
            let mut has_changed = false;
            for (position, known) in self.assessments() {
                if update(&results, game, position, &mut known.assessment) {
                    (known.has_changed, has_changed) = (true, true);
                }
            }
            if !has_changed {
                break;
            }
        }
        self.presume_wins(made);
        self.is_outdated = false;
    }

    /// Takes the move of a hint in a won position to keep the win, as long as estimates do not say the opposite, even if
    /// nobody has proven it: `dev/lab/reviews.md` has the measurement.
    fn presume_wins(&mut self, made: &HashMap<(AnyPosition, Effort), Assessment>) {
        let (mut won, mut lost) = (HashSet::new(), HashSet::new());
        loop {
            let before = won.len() + lost.len();
            for (position, known) in self.assessments() {
                let KnownAssessment { assessment, has_changed } = known;
                if !(assessment.lacks_winning_move() || won.contains(position)) {
                    continue;
                }
                let made = made.get(&(position.clone(), assessment.effort)).map(|made| made.best().mv());
                let hints = [Some(assessment.best().mv()), made];
                let is_hint = |rated: &&mut RatedMove| rated.moves().any(|mv| hints.contains(&Some(mv)));
                for rated in assessment.moves.iter_mut().filter(is_hint) {
                    if let Eval::Estimate(value @ 0..) = &mut rated.eval {
                        (*value, *has_changed) = ((*value).max(WINNING), true);
                        lost.extend(rated.moves().map(|mv| position.after(mv)));
                    }
                }
                assessment.moves.sort_by_key(RatedMove::rank);
            }
            for (position, known) in self.assessments().filter(|(position, _)| lost.contains(*position)) {
                if let Eval::Estimate(..=0) = known.assessment.value() {
                    known.assessment.cap_estimates(-WINNING);
                    known.has_changed = true;
                    let moves = known.assessment.moves.iter().flat_map(RatedMove::moves);
                    won.extend(moves.map(|mv| position.after(mv)));
                }
            }
            if won.len() + lost.len() == before {
                break;
            }
        }
    }

    fn assessments(&mut self) -> impl Iterator<Item = (&AnyPosition, &mut KnownAssessment)> {
        let positions = self.positions.iter_mut();
        positions.flat_map(|(position, known)| known.values_mut().map(|known| (&*position, known)))
    }
}

/// Adds the results that an assessment proves.
fn learn_from(results: &mut Results, position: &AnyPosition, assessment: &Assessment) {
    learn(results, position, assessment.value());
    for rated in assessment.moves.iter().filter(|rated| rated.eval.is_proven()) {
        let after = position.after(rated.mv());
        learn(results, &after, answer_value(rated.eval));
        // A move that was refuted: its refutation wins.
        if let (Eval::Lost(plies), Some(refutation)) = (rated.eval, rated.line.moves.get(1)) {
            let plies = plies.and_then(|plies| plies.checked_sub(2));
            learn(results, &after.after(*refutation), Eval::Lost(plies));
        }
    }
}

/// Adds a result. Of several, the one with the smallest number of plies stays, whatever their order.
fn learn(results: &mut Results, position: &AnyPosition, value: Eval) {
    let preference = |value: Eval| (value.plies().map(Reverse), value.result());
    if value.is_proven() && position.outcome().is_none() {
        let known = results.entry(position.clone()).or_insert(value);
        *known = std::cmp::max_by_key(*known, value, |value| preference(*value));
    }
}

/// Adds what is known about a position and its moves to its assessment. Returns whether that changed it.
fn update(results: &Results, game: &AnyGame, position: &AnyPosition, assessment: &mut Assessment) -> bool {
    let result = results.get(position);
    let is_lost = result.is_some_and(|known| known.is_loss());
    let mut has_changed = result.is_some_and(|known| !known.is_loss()) && assessment.proven.is_none();
    match result {
        Some(Eval::Draw(_)) if has_changed => assessment.adopt_draw(),
        _ if has_changed => assessment.proven = result.copied(),
        _ => {}
    }
    for rated in assessment.moves.iter_mut().filter(|rated| !rated.eval.is_proven()) {
        let after = position.after(rated.mv());
        let known = rated.moves().find_map(|mv| results.get(&position.after(mv)).copied());
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

/// Returns the value after a move of this value, for the other player: the opposite of [`move_value`].
pub(super) fn answer_value(mv: Eval) -> Eval {
    let value = mv.reversed();
    value.with_plies(value.plies().map(|plies| plies.saturating_sub(1)))
}
