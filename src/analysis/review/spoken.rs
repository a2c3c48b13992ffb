//! The tables of a review as sentences, for the words style.

use crate::analysis::chance::mark_name;
use crate::analysis::reasons;
use crate::model::Mark;
use crate::screens::counted;

use super::text::{before_and_after, figures};
use super::{MARKS, PlayerSummary, Review, ReviewSummary, ReviewedTurn};

/// Describes the turns that have a mark, one per line.
pub(super) fn key_turns(review: &Review, marked: &[&ReviewedTurn]) -> String {
    let sentences = marked.iter().filter_map(|turn| Some(describe(review, turn, turn.mark()?)));
    sentences.collect()
}

fn describe(review: &Review, turn: &ReviewedTurn, mark: Mark) -> String {
    let article = if mark_name(mark).starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let article = if mark == Mark::Good { "the" } else { article };
    let (name, played) = (review.name(turn.player), turn.played.joined());
    let mut text = format!("Turn {}: {name} played {played}, {article} {}.", turn.number, mark_name(mark));
    if mark != Mark::Good {
        let [before, after] = before_and_after(turn);
        text += &format!(" Before it {before}, after it {after}.");
    }
    if let Some(better) = turn.better.typed.first() {
        text += &format!(" Better: {better}.");
    }
    if let Some(answer) = turn.answer.typed.first().filter(|_| mark >= Mark::Mistake) {
        text += &format!(" Best answer: {answer}.");
    }
    text + &reasons::sentences(&turn.reasons) + "\n"
}

/// Describes the marks, accuracy and loss of both players.
pub(super) fn players(review: &Review, summary: &ReviewSummary) -> String {
    review.names.iter().zip(&summary.players).map(|(name, numbers)| player(name, numbers)).collect()
}

fn player(name: &str, numbers: &PlayerSummary) -> String {
    let made = MARKS.iter().zip(numbers.marks).filter(|(_, count)| *count > 0);
    let mut parts: Vec<String> = made.map(|(mark, count)| counted(count, mark_name(*mark))).collect();
    let [accuracy, loss] = figures(numbers);
    parts.extend(numbers.accuracy.map(|_| format!("accuracy {accuracy}, loss {loss} out of 100 a turn")));
    if parts.is_empty() { String::new() } else { format!("{name}: {}.\n", parts.join(", ")) }
}
