//! What the tables of a review say, as sentences: for the words style, and for `:why` below a review.

use crate::analysis::chance::mark_name;
use crate::engine::reasons::TurnLine;
use crate::model::{Mark, Player};
use crate::words::counted;

use super::story::remarks;
use super::text::{NO_FIGURE, figures, random_note};
use crate::analysis::review::{MARKS, PlayerSummary, Review, ReviewSummary, ReviewedTurn};

/// Says everything about a turn, on one line.
pub(super) fn describe(review: &Review, turn: &ReviewedTurn) -> String {
    let mark = turn.mark();
    let (name, played) = (review.name(turn.player), turn.played.joined());
    let mut text =
        format!("Turn {}: {name} played {played}{}.", turn.number, mark.map_or_else(String::new, called));
    let [before, after] = review.values_shown(turn);
    let owner = review.name(review.side_shown(turn));
    text += &format!(" {owner}'s position before: {before}; after: {after}.");
    text.extend(remarks(review, turn).map(|remark| format!(" {remark}")));
    let reasons =
        |line| -> String { turn.reasons_of(line).map(|reason| format!(" {}", reason.text)).collect() };
    text += &reasons(TurnLine::Played);
    if let Some(better) = turn.better.typed.first() {
        text += &format!(" {}: {better}.", turn.better_name());
    }
    text + &reasons(TurnLine::Better) + "\n"
}

/// Returns the name of a mark as the end of a sentence: `, a blunder`.
pub(in crate::show) fn called(mark: Mark) -> String {
    let name = mark_name(mark);
    let article = match mark {
        Mark::Good => "the",
        _ if name.starts_with(['a', 'e', 'i', 'o', 'u']) => "an",
        _ => "a",
    };
    format!(", {article} {name}")
}

/// Describes the marks, accuracy and loss of both players.
pub(super) fn players(review: &Review, summary: &ReviewSummary) -> String {
    let lines: String =
        Player::BOTH.map(|side| player(review, side, &summary.players[side.index()])).concat();
    match random_note(review) {
        note if note.is_empty() => lines,
        note => format!("{lines}{note}\n"),
    }
}

fn player(review: &Review, player: Player, numbers: &PlayerSummary) -> String {
    let made = MARKS.iter().zip(numbers.marks).filter(|(_, count)| *count > 0);
    let count = if numbers.turns == 1 { "counts" } else { "count" };
    let mut parts = vec![format!("{} {count}", counted(numbers.turns, "turn"))];
    parts.extend(made.map(|(mark, count)| counted(count, mark_name(*mark))));
    let [accuracy, loss] = figures(review, player, numbers);
    parts.extend((accuracy != NO_FIGURE).then(|| format!("accuracy {accuracy}")));
    parts.extend((loss != NO_FIGURE).then(|| format!("loss {loss} out of 100 a turn")));
    format!("{}: {}.\n", review.name(player), parts.join(", "))
}
