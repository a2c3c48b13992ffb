//! A review as annotations of a record.

use crate::model::{AnnotatedMove, Record};
use crate::words::counted;

use super::{MARKS, Review, ReviewedTurn, plain};

/// The key of the line in which a record says how many mistakes its last review found.
pub const REVIEWED_KEY: &str = "reviewed";
/// How a comment about a mistake begins.
const ANSWER: &str = "Best answer: ";

/// Replaces the marks, values and answers in `record` by those of `review`, and adds reasons and better moves at each
/// mistake. Marks that reviews do not give are kept, and so are other comments and variations, after the new ones.
pub fn annotate(record: &mut Record, review: &Review) {
    let mistakes = review.turns.iter().filter(|turn| turn.is_mistake()).count();
    let annotations = &mut record.annotations;
    annotations.header.retain(|(key, _)| key != REVIEWED_KEY);
    if !review.is_incomplete() {
        annotations.header.push((REVIEWED_KEY.to_owned(), counted(mistakes, "mistake")));
    }
    for turn in &review.turns {
        let note = annotations.note_mut(turn.number);
        note.mark = turn.mark().or(note.mark.filter(|mark| !MARKS.contains(mark)));
        // The depth and the time are those of another value.
        note.tags.retain(|tag| !tag.starts_with("depth ") && !tag.ends_with(" s"));
        // In a record, the move itself is the first of the plies.
        note.eval = Some(turn.after.with_plies(turn.after.plies().map(|plies| plies + 1)));
        let new = comments(review, turn);
        note.comments.retain(|old| !old.starts_with(ANSWER) && !new.contains(old));
        note.comments.splice(0..0, new);
        let variation = variation(turn);
        let known = annotations.variations.entry(turn.number).or_default();
        let moves = |turns: &[AnnotatedMove]| turns.iter().map(|turn| turn.mv.clone()).collect::<Vec<_>>();
        let is_known = known.iter().any(|turns| moves(turns) == moves(&variation));
        if !variation.is_empty() && !is_known {
            known.insert(0, variation);
        }
    }
}

/// Returns the best answer to a mistake, in typed form, and why it is one.
fn comments(review: &Review, turn: &ReviewedTurn) -> Vec<String> {
    let answer = review.best_answer(turn).map(|answer| format!("{ANSWER}{answer}."));
    let reasons = turn.reasons.iter().map(|reason| reason.text.clone());
    answer.into_iter().chain(reasons).map(|text| plain(&text)).collect()
}

/// Returns the better moves at a mistake; empty for any other turn.
fn variation(turn: &ReviewedTurn) -> Vec<AnnotatedMove> {
    if !turn.is_mistake() {
        return Vec::new();
    }
    let better = turn.better.canonical.iter();
    better.map(|mv| AnnotatedMove { mv: mv.clone(), ..AnnotatedMove::default() }).collect()
}
