//! A review as text: story, graph, key turns and numbers.

use std::collections::HashSet;

use crate::analysis::advice::{turns, within};
use crate::analysis::chance::{chance_words, mark_name};
use crate::analysis::reasons::ReasonText;
use crate::analysis::review::{MARKS, PlayerSummary, Review, ReviewSummary, ReviewedTurn, plain};
use crate::console::{Role, Style, pad_left, pad_right, width, wrap};
use crate::engine::reasons::TurnLine;
use crate::model::{Eval, Mark, Player};
use crate::show::output::table;
use crate::words::counted;
use crate::words::voice::{YOU, addressed};

use super::graph::graph;
use super::spoken;
use super::story::{SURPRISE, before_and_after, narrative};

/// The columns of sentences through a pipe.
const PIPED_COLUMNS: usize = 80;

/// Describes a value to a player. `whose` names this player and the opponent.
pub(in crate::show) fn eval_text(eval: Eval, whose: [&str; 2]) -> String {
    format!("{}{}", result_text(eval), within(eval, whose))
}

/// Describes a value in two or three words, in a table; [`TURNS_NOTE`] says whose turns it counts.
fn short_eval(eval: Eval) -> String {
    match eval.plies().filter(|plies| *plies > 0) {
        Some(plies) => format!("{} in {}", result_text(eval), counted(turns(plies), "turn")),
        None => result_text(eval).to_owned(),
    }
}

/// Describes a result, or the winning chance of an estimate.
pub(super) fn result_text(eval: Eval) -> &'static str {
    match eval {
        Eval::Won(_) => "won",
        Eval::Lost(_) => "lost",
        Eval::Draw(_) => "a draw",
        Eval::Estimate(_) => chance_words(eval),
    }
}

/// Says below a table of turns whose turns `in 3 turns` counts.
const TURNS_NOTE: &str = "(\"In 3 turns\" means 3 of the winner's turns.)\n";

/// Returns whether a value of a turn says in how many turns the game is won or lost.
fn has_count(review: &Review, turn: &ReviewedTurn) -> bool {
    review.evals_shown(turn).iter().any(|eval| short_eval(*eval) != result_text(*eval))
}

/// Writes the review as whole lines that fit the width of `style`: the story, a graph, the key turns and the
/// numbers.
pub fn text(review: &Review, style: &Style) -> String {
    let (review, summary) = (&without_repetitions(review), review.summary());
    let mut parts = vec![incomplete_note(review).unwrap_or_default()];
    let story: String = narrative(review, &summary).iter().map(|line| format!("{line}\n")).collect();
    let prose = |text: &str| wrap(&addressed(text, YOU), prose_columns(style));
    parts.push(prose(&story));
    if !style.is_in_sentences() {
        let title = format!("{}:\n", chances_title(review));
        let legend = if is_marked(review) { marks_legend(style) } else { String::new() };
        parts.push(addressed(
            &(title + &style.paint.lines(Role::Green, &graph(review, style)) + &legend),
            YOU,
        ));
    }
    parts.push(key_turns(review, style));
    parts.push(addressed(&players(review, &summary, style), YOU));
    parts.push(prose(&proof_note(review, &summary)));
    parts.retain(|part| !part.trim().is_empty());
    plain(&wrap(&parts.join("\n"), style.width))
}

/// Returns the columns for sentences. Through a pipe, only tables may be wider than a terminal.
fn prose_columns(style: &Style) -> Option<usize> {
    style.width.or(Some(PIPED_COLUMNS))
}

/// Returns the review without the reasons that it gives for an earlier turn too.
fn without_repetitions(review: &Review) -> Review {
    let (mut review, mut said) = (review.clone(), HashSet::new());
    for turn in &mut review.turns {
        turn.reasons.retain(|reason| said.insert(reason.text.clone()));
    }
    review
}

/// Returns the title of the graph.
pub(super) fn chances_title(review: &Review) -> String {
    match review.name(review.person.unwrap_or(Player::One)) {
        YOU => "Your chances, turn by turn".to_owned(),
        name => format!("{name}'s chances, turn by turn"),
    }
}

/// Returns the title of the list of key turns, which says whose values it shows.
pub(super) fn key_turns_title(review: &Review) -> String {
    match review.person {
        Some(person) => format!("Key turns, with {}'s position before and after", review.name(person)),
        None => "Key turns, with the position of the player who made the turn".to_owned(),
    }
}

/// Returns a note about an incomplete review; `None` if it is complete.
pub fn incomplete_note(review: &Review) -> Option<String> {
    let first = review.turns.first().map(|turn| turn.number);
    review.is_incomplete().then(|| match first {
        None => "Stopped before any turn was reviewed.\n".to_owned(),
        Some(first) if first == review.plies => format!("Stopped: only turn {first} was reviewed.\n"),
        Some(first) => format!("Stopped: only turns {first} to {} were reviewed.\n", review.plies),
    })
}

/// Writes a table of the turns that matter, or, if it is too wide, a few lines for each.
fn key_turns(review: &Review, style: &Style) -> String {
    let turns = review.key_turns();
    if turns.is_empty() {
        return String::new();
    }
    let title = addressed(&format!("{}:\n", key_turns_title(review)), YOU);
    if style.is_in_sentences() {
        let lines: String = turns.iter().map(|turn| spoken::describe(review, turn)).collect();
        return title + &addressed(&lines, YOU);
    }
    let table = turn_table(review, &turns, style);
    if style.width.is_none_or(|columns| width(&table) <= columns) {
        let has_count = style.width.is_some() && turns.iter().any(|turn| has_count(review, turn));
        return title + &table + if has_count { TURNS_NOTE } else { "" };
    }
    title + &turns.iter().map(|turn| block(review, turn, style)).collect::<String>()
}

fn turn_table(review: &Review, turns: &[&ReviewedTurn], style: &Style) -> String {
    let heading = ["Turn", "", "Played", "", "Before", "After", "Better"].map(str::to_owned);
    let rows = turns.iter().map(|turn| {
        let mark = turn.mark().map(|mark| mark.to_string()).unwrap_or_default();
        let number = pad_left(&turn.number.to_string(), 4);
        let (name, played) = (review.name(turn.player).to_owned(), turn.played.first());
        let [before, after] = before_and_after(review, turn, short_eval);
        vec![number, name, played, mark, before, after, turn.better.first()]
    });
    let mut rows: Vec<Vec<String>> = std::iter::once(heading.to_vec()).chain(rows).collect();
    let [numbers, names, marks] =
        [0, 1, 3].map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0));
    rows.iter_mut().for_each(|row| row[3] = painted(style, &pad_right(&row[3], marks)));
    let indent = " ".repeat(numbers + names + 4);
    let notes = turns.iter().map(|turn| below(&indent, review, turn, style));
    let table = table(rows[0].len(), &rows);
    let lines = table.split_inclusive('\n').zip(std::iter::once(String::new()).chain(notes));
    lines.map(|(line, notes)| addressed(line, YOU) + &notes).collect()
}

/// Colours a mark.
fn painted(style: &Style, mark: &str) -> String {
    let role = if mark.contains('?') { Role::Error } else { Role::Advice };
    style.paint.apply(role, mark)
}

/// Returns the notes below a turn, one per line.
fn notes(review: &Review, turn: &ReviewedTurn) -> Vec<String> {
    let answer = review.best_answer(turn).map(|answer| format!("answer: {answer}"));
    answer.into_iter().chain(turn.is_surprise().then(|| SURPRISE.to_owned())).collect()
}

/// Returns the notes about a turn and the reasons for its mark as indented lines.
fn below(indent: &str, review: &Review, turn: &ReviewedTurn, style: &Style) -> String {
    let notes: String = notes(review, turn).iter().map(|note| format!("{indent}{note}\n")).collect();
    let columns = prose_columns(style);
    wrap(&addressed(&notes, YOU), columns) + &reason_lines(&turn.reasons, indent, columns)
}

/// Writes reasons as indented lines of at most `columns` columns.
pub(super) fn reason_lines<'a>(
    reasons: impl IntoIterator<Item = &'a ReasonText>,
    indent: &str,
    columns: Option<usize>,
) -> String {
    let reasons = reasons.into_iter();
    reasons.map(|reason| wrap(&format!("{indent}{}\n", reason.text), columns)).collect()
}

fn block(review: &Review, turn: &ReviewedTurn, style: &Style) -> String {
    let mark = turn.mark().map(|mark| painted(style, &mark.to_string())).unwrap_or_default();
    let mut text = format!("{}. {}: {} {mark}", turn.number, review.name(turn.player), turn.played.first());
    text = text.trim_end().to_owned() + "\n";
    text += &match turn.mark() {
        Some(Mark::Good) => format!(
            "  {}, the only move\n",
            review.eval_for(review.side_shown(turn), review.evals_shown(turn)[1])
        ),
        _ => {
            let [before, after] = review.values_shown(turn);
            format!("  {before} before, {after} after\n")
        }
    };
    text += &notes(review, turn).iter().map(|note| format!("  {note}\n")).collect::<String>();
    text = addressed(&text, YOU) + &reason_lines(turn.reasons_of(TurnLine::Played), "  ", style.width);
    if !turn.better.typed.is_empty() {
        text += &format!("  {}: {}\n", turn.better_name().to_lowercase(), turn.better.first());
    }
    text + &reason_lines(turn.reasons_of(TurnLine::Better), "  ", style.width)
}

/// Writes a table with the marks, accuracy and loss of both players, and at a terminal what its columns are; in sentences
/// if it would be too wide.
fn players(review: &Review, summary: &ReviewSummary, style: &Style) -> String {
    let mut text = players_table(review, summary);
    if style.is_in_sentences() || !style.fits(width(&text)) {
        return spoken::players(review, summary);
    }
    if !is_marked(review) {
        text += &marks_legend(style);
    }
    if style.width.is_some() {
        text += "(turns: those that count, not in lost positions; loss: what a turn gave away on average, out of 100)\n";
    }
    match random_note(review) {
        note if note.is_empty() => text,
        note => text + &format!("({note})\n"),
    }
}

fn players_table(review: &Review, summary: &ReviewSummary) -> String {
    let name = review.names.iter().map(|name| width(name)).max().unwrap_or(0);
    let mut text = pad_right("", name);
    text += &MARKS.map(|mark| pad_left(&mark.to_string(), 4)).concat();
    text += "  turns  accuracy  loss\n";
    for player in Player::BOTH {
        let numbers = &summary.players[player.index()];
        let counts = numbers.marks.map(|count| pad_left(&count.to_string(), 4)).concat();
        let [accuracy, loss] = figures(review, player, numbers);
        text += &format!(
            "{}{counts}  {}  {}  {}\n",
            pad_right(review.name(player), name),
            pad_left(&numbers.turns.to_string(), 5),
            pad_left(&accuracy, 8),
            pad_left(&loss, 4)
        );
    }
    text
}

/// Whether a turn of the review has a mark.
fn is_marked(review: &Review) -> bool {
    review.turns.iter().any(|turn| turn.mark().is_some())
}

/// Says at a terminal, where the marks appear first, what they are.
fn marks_legend(style: &Style) -> String {
    let marks = MARKS.map(|mark| format!("{mark} {}", mark_name(mark)).replace(' ', "\u{a0}")).join(", ");
    if style.width.is_some() { format!("({marks})\n") } else { String::new() }
}

/// What stands for a figure that a player does not have.
pub(super) const NO_FIGURE: &str = "-";

/// Returns accuracy and loss as text, each out of 100. A player who chose moves at random has no accuracy.
pub(super) fn figures(review: &Review, player: Player, summary: &PlayerSummary) -> [String; 2] {
    let accuracy = summary.accuracy.filter(|_| !review.is_random[player.index()]);
    let accuracy = accuracy.map(|accuracy| format!("{accuracy:.0} %"));
    let loss = summary.loss.map(|loss| format!("{:.1}", 100.0 * loss));
    [accuracy, loss].map(|figure| figure.unwrap_or_else(|| NO_FIGURE.to_owned()))
}

/// Says why a player has no accuracy; empty if both have one.
pub(super) fn random_note(review: &Review) -> String {
    let random = Player::BOTH.into_iter().filter(|player| review.is_random[player.index()]);
    let names: Vec<&str> = random.map(|player| review.name(player)).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!("{} played at random, so no accuracy is shown.", names.join(" and ")),
    }
}

/// Says how much of the review is proven.
pub(super) fn proof_note(review: &Review, summary: &ReviewSummary) -> String {
    let more = if review.outcome.is_none() { ", which later turns can change" } else { "" };
    match (summary.exact, review.turns.len()) {
        (_, 0) => String::new(),
        (0, _) => format!("No turn is wholly proven: each has an estimate{more}.\n"),
        (1, 1) => "The turn is proven.\n".to_owned(),
        (2, 2) => "Both turns are proven.\n".to_owned(),
        (exact, all) if exact == all => format!("All {all} turns are proven; there are no estimates.\n"),
        (exact, all) => {
            format!("Wholly proven: {exact} of {all} turns. The others have estimates{more}.\n")
        }
    }
}
