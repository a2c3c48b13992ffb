//! A review as annotations of a record.

use crate::model::{AnnotatedMove, Record};

use super::{Review, ReviewedTurn, plain};

/// Returns `record` with the marks and values of `review`, and a comment and better moves at each mistake.
/// Existing comments and variations are kept, after the new ones.
pub fn annotate(record: &Record, review: &Review) -> Record {
    let mut record = record.clone();
    for turn in &review.turns {
        let note = record.annotations.note_mut(turn.number);
        note.mark = turn.mark().or(note.mark);
        // In a record, the move itself is the first of the plies.
        note.eval = Some(turn.after.with_plies(turn.after.plies().map(|plies| plies + 1)));
        if let Some(comment) = comment(turn).filter(|comment| !note.comments.contains(comment)) {
            note.comments.insert(0, comment);
        }
        let variation = variation(turn);
        let known = record.annotations.variations.entry(turn.number).or_default();
        let moves = |turns: &[AnnotatedMove]| turns.iter().map(|turn| turn.mv.clone()).collect::<Vec<_>>();
        let is_known = known.iter().any(|turns| moves(turns) == moves(&variation));
        if !variation.is_empty() && !is_known {
            known.insert(0, variation);
        }
    }
    record
}

/// Replaces the marks in `record` by those of `review`.
pub fn mark(record: &mut Record, review: &Review) {
    record.annotations.notes.values_mut().for_each(|note| note.mark = None);
    for turn in review.turns.iter().filter(|turn| turn.mark().is_some()) {
        record.annotations.note_mut(turn.number).mark = turn.mark();
    }
}

/// Returns the refutation of a mistake, in typed form.
fn comment(turn: &ReviewedTurn) -> Option<String> {
    (turn.is_mistake() && !turn.answer.typed.is_empty())
        .then(|| plain(&format!("answer: {}", turn.answer.joined())))
}

/// Returns the better moves at a mistake; empty for any other turn.
fn variation(turn: &ReviewedTurn) -> Vec<AnnotatedMove> {
    if !turn.is_mistake() {
        return Vec::new();
    }
    let better = turn.better.canonical.iter();
    better.map(|mv| AnnotatedMove { mv: mv.clone(), ..AnnotatedMove::default() }).collect()
}
