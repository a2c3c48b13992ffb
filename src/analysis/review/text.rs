//! A review as text: graph, key turns, story and numbers.

use crate::analysis::advice::{MAX_LINE_MOVES, within};
use crate::analysis::chance::chance_words;
use crate::analysis::reasons;
use crate::console::output;
use crate::console::{Role, Style, pad_left, pad_right, width, wrap};
use crate::model::{Eval, Mark, Outcome, Player};

use super::graph::graph;
use super::spoken;
use super::{MARKS, MoveTexts, PlayerSummary, Review, ReviewSummary, ReviewedTurn};

/// An explanation of loss.
pub(super) const LOSS_NOTE: &str = "Loss is what a turn gave away on average, out of 100.";

impl MoveTexts {
    /// Returns the turns in typed form, separated by commas.
    pub(super) fn joined(&self) -> String {
        self.typed.join(", ")
    }

    /// Returns the first turns, as many as are shown.
    fn first_turns(&self) -> String {
        self.typed[..self.typed.len().min(MAX_LINE_MOVES)].join(", ")
    }

    /// Returns the first turn; empty if there is none.
    fn first(&self) -> String {
        self.typed.first().cloned().unwrap_or_default()
    }
}

/// Replaces the non-breaking spaces that keep a turn on one line with plain spaces, for copying.
pub(super) fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// Describes a value in two or three words.
pub(super) fn short_eval(eval: Eval) -> String {
    match eval {
        Eval::Won(_) => format!("won{}", within(eval)),
        Eval::Lost(_) => format!("lost{}", within(eval)),
        Eval::Draw(_) => "a draw".to_owned(),
        Eval::Estimate(_) => chance_words(eval).to_owned(),
    }
}

/// Writes the review as whole lines that fit the width of `style`: a graph, the key turns and the summary.
pub fn text(review: &Review, style: &Style) -> String {
    let mut parts = vec![incomplete_note(review).unwrap_or_default()];
    if !style.is_in_sentences() {
        let title = format!("{}:\n", chances_title(review));
        parts.push(title + &style.paint.lines(Role::Green, &graph(review, style)));
    }
    parts.push(key_turns(review, style));
    let summary = review.summary();
    parts.push(narrative(review, &summary).join("\n") + "\n");
    parts.push(match style.is_in_sentences() {
        true => spoken::players(review, &summary),
        false => players(review, &summary),
    });
    parts.push(proof_note(review, &summary));
    parts.retain(|part| !part.trim().is_empty());
    plain(&wrap(&parts.join("\n"), style.width))
}

/// Returns the title of the graph.
pub(super) fn chances_title(review: &Review) -> String {
    format!("{}'s chances, turn by turn", review.names[0])
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

/// Writes a table of the turns that have a mark, or, if it is too wide, a few lines for each.
fn key_turns(review: &Review, style: &Style) -> String {
    let marked: Vec<&ReviewedTurn> = review.turns.iter().filter(|turn| turn.mark().is_some()).collect();
    if marked.is_empty() {
        return String::new();
    }
    if style.is_in_sentences() {
        return spoken::key_turns(review, &marked);
    }
    let table = table(review, &marked, style);
    if style.width.is_none_or(|columns| width(&table) <= columns) {
        return table;
    }
    marked.iter().map(|turn| block(review, turn, style)).collect()
}

fn table(review: &Review, marked: &[&ReviewedTurn], style: &Style) -> String {
    let heading = ["Turn", "", "Played", "", "Before", "After", "Better"].map(str::to_owned);
    let rows = marked.iter().map(|turn| {
        let mark = turn.mark().map(|mark| mark.to_string()).unwrap_or_default();
        let number = pad_left(&turn.number.to_string(), 4);
        let (name, played) = (review.name(turn.player).to_owned(), turn.played.first());
        let [before, after] = before_and_after(turn);
        vec![number, name, played, mark, before, after, turn.better.first()]
    });
    let mut rows: Vec<Vec<String>> = std::iter::once(heading.to_vec()).chain(rows).collect();
    let [numbers, names, marks] =
        [0, 1, 3].map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0));
    rows.iter_mut().for_each(|row| row[3] = painted(style, &pad_right(&row[3], marks)));
    let indent = " ".repeat(numbers + names + 4);
    let answers = marked.iter().map(|turn| {
        let answer = answer(turn).map(|text| format!("{indent}{text}\n")).unwrap_or_default();
        Some(answer + &reasons::lines(&turn.reasons, &indent, style.width))
    });
    let table = output::table(rows[0].len(), &rows);
    let lines = table.split_inclusive('\n').zip(std::iter::once(None).chain(answers));
    lines.map(|(line, answer)| line.to_owned() + &answer.unwrap_or_default()).collect()
}

/// Returns the values before and after a turn. After a mistake the same words would hide the difference.
pub(super) fn before_and_after(turn: &ReviewedTurn) -> [String; 2] {
    let [before, after] = [turn.before, turn.after].map(short_eval);
    let is_same = turn.is_mistake() && before == after && !turn.after.is_proven();
    [before, if is_same { "not as good".to_owned() } else { after }]
}

/// Colours a mark.
fn painted(style: &Style, mark: &str) -> String {
    let role = if mark.contains('?') { Role::Error } else { Role::Advice };
    style.paint.apply(role, mark)
}

/// Returns the best answer to a mistake or blunder.
fn answer(turn: &ReviewedTurn) -> Option<String> {
    let is_bad = turn.mark().is_some_and(|mark| mark >= Mark::Mistake);
    (is_bad && !turn.answer.typed.is_empty()).then(|| format!("answer: {}", turn.answer.first_turns()))
}

fn block(review: &Review, turn: &ReviewedTurn, style: &Style) -> String {
    let mark = turn.mark().map(|mark| painted(style, &mark.to_string())).unwrap_or_default();
    let mut text = format!("{}. {}: {} {mark}\n", turn.number, review.name(turn.player), turn.played.first());
    text += &match turn.mark() {
        Some(Mark::Good) => format!("  {}, the only move\n", short_eval(turn.after)),
        _ => {
            let [before, after] = before_and_after(turn);
            format!("  {before} before, {after} after\n")
        }
    };
    if !turn.better.typed.is_empty() {
        text += &format!("  better: {}\n", turn.better.first());
    }
    text += &answer(turn).map(|text| format!("  {text}\n")).unwrap_or_default();
    text + &reasons::lines(&turn.reasons, "  ", style.width)
}

/// Tells the story of the game, one sentence per line.
pub(super) fn narrative(review: &Review, summary: &ReviewSummary) -> Vec<String> {
    let turn = |number: usize| review.turns.iter().find(|turn| turn.number == number);
    let mut sentences = Vec::new();
    match (review.outcome, review.loser()) {
        _ if review.turns.is_empty() => {}
        (Some(Outcome::Draw), _) => sentences.push("The game was a draw.".to_owned()),
        (None, _) => {
            let standing = short_eval(review.final_evaluation);
            sentences.push(format!("The game is not over. {}'s position is {standing}.", review.names[0]));
        }
        (Some(_), Some(loser)) if !review.final_evaluation_for(loser).is_loss() => {
            let standing = short_eval(review.final_evaluation_for(loser));
            sentences.push(format!(
                "{} lost, but not on the board: their position is {standing}.",
                review.name(loser)
            ));
        }
        (Some(_), Some(loser)) if summary.decisive.is_none() && !review.is_incomplete() => {
            sentences.push(unclear_loss(review, loser));
        }
        _ => {}
    }
    sentences.extend(summary.decisive.and_then(turn).map(|turn| losing_turn(review, turn)));
    let first = summary.first_lost.filter(|first| Some(*first) != summary.decisive).and_then(turn);
    if let Some(turn) = first {
        sentences.push(format!(
            "Earlier, {} made a losing move on turn {}, {}, but {} missed the win.",
            review.name(turn.player),
            turn.number,
            turn.played.first(),
            review.name(turn.player.opponent())
        ));
    }
    if let [first, .., last] = summary.only_move_run.as_slice() {
        let player = turn(*first).map_or("", |turn| review.name(turn.player));
        let times = summary.only_move_run.len();
        sentences.push(format!(
            "From turn {first} to turn {last}, {player} found the only move {times} times in a row."
        ));
    }
    sentences
}

/// Describes the turn that lost the game.
fn losing_turn(review: &Review, turn: &ReviewedTurn) -> String {
    let name = review.name(turn.player);
    let lost = if turn.is_exact() { "lost" } else { "probably lost" };
    let mut text = format!(
        "{name} {lost} the game on turn {} with {}: {} before it, {} after it.",
        turn.number,
        turn.played.first(),
        short_eval(turn.before),
        short_eval(turn.after)
    );
    if !turn.better.typed.is_empty() {
        text += &format!(" The best move was {}.", line_text(&turn.better));
    }
    if !turn.answer.typed.is_empty() {
        text += &format!(" The best answer is {}.", line_text(&turn.answer));
    }
    text
}

/// Returns the first turns of a line as part of a sentence.
fn line_text(moves: &MoveTexts) -> String {
    let text = moves.first_turns();
    match text.split_once(", ") {
        Some((first, rest)) => format!("{first}, then {rest}"),
        None => text,
    }
}

/// Describes the loss of a player if no turn is known to have lost the game.
fn unclear_loss(review: &Review, loser: Player) -> String {
    let name = review.name(loser);
    let is_lost = |turn: &ReviewedTurn| turn.player == loser && turn.before.is_loss();
    let turns = review.turns.iter();
    if turns.clone().find(|turn| turn.player == loser).is_some_and(is_lost) {
        return format!("{name} was losing from the first turn, whatever they played.");
    }
    let worst =
        turns.filter(|turn| turn.player == loser).max_by(|one, other| one.loss().total_cmp(&other.loss()));
    match worst.filter(|turn| turn.loss() > 0.0) {
        Some(turn) => format!(
            "It is not certain where {name} lost the game. Their worst turn was turn {}, {}.",
            turn.number,
            turn.played.first()
        ),
        None => format!("The review did not find where {name} lost the game."),
    }
}

/// Writes a table with the marks, accuracy and loss of both players.
fn players(review: &Review, summary: &ReviewSummary) -> String {
    let name = review.names.iter().map(|name| width(name)).max().unwrap_or(0);
    let mut text = pad_right("", name);
    text += &MARKS.map(|mark| pad_left(&mark.to_string(), 4)).concat();
    text += "  accuracy  loss\n";
    for (player, numbers) in review.names.iter().zip(&summary.players) {
        let counts = numbers.marks.map(|count| pad_left(&count.to_string(), 4)).concat();
        let [accuracy, loss] = figures(numbers);
        text += &format!(
            "{}{counts}  {}  {}\n",
            pad_right(player, name),
            pad_left(&accuracy, 8),
            pad_left(&loss, 4)
        );
    }
    text + &format!("({LOSS_NOTE})\n")
}

/// Returns accuracy and loss as text, each out of 100.
pub(super) fn figures(summary: &PlayerSummary) -> [String; 2] {
    let accuracy = summary.accuracy.map(|accuracy| format!("{accuracy:.0} %"));
    let loss = summary.loss.map(|loss| format!("{:.1}", 100.0 * loss));
    [accuracy, loss].map(|figure| figure.unwrap_or_else(|| "-".to_owned()))
}

/// Says how much of the review is proven.
pub(super) fn proof_note(review: &Review, summary: &ReviewSummary) -> String {
    match (summary.exact, review.turns.len()) {
        (_, 0) => String::new(),
        (0, _) => "No turn is proven; all values are estimates.\n".to_owned(),
        (1, 1) => "The turn is proven.\n".to_owned(),
        (exact, all) if exact == all => format!("All {all} turns are proven; there are no estimates.\n"),
        (1, all) => format!("1 of {all} turns is proven. The other values are estimates.\n"),
        (exact, all) => {
            format!("{exact} of {all} turns are proven. The other values are estimates.\n")
        }
    }
}
