//! Games in PGN, for rating tools and readers of headers. `docs/records.md` describes what it keeps.
//!
//! Ordo takes `[White "`, `[Black "` and `[Result "` for tags anywhere in a line, so no other line has a double quotation
//! mark. It holds 1023 bytes of a name, BayesElo 63.

use super::names;
use crate::games::ReplayError;
use crate::model::text::escape_line;
use crate::model::{AnnotatedMove, Mark, Note, Outcome, Player, Position as _, Record};

/// The tags whose value a line of the record can give, under the same name.
const FROM_LINES: [&str; 3] = ["Event", "Site", "Round"];
/// Longer lines of moves are broken.
const LINE: usize = 79;

/// Verifies `record`, the game with this number in its file, and returns it as PGN, with an empty line at the end.
///
/// # Errors
/// The record is invalid.
pub fn game(record: &Record, number: usize) -> Result<String, ReplayError> {
    let referee = record.replay()?;
    let first = referee.history().start().to_move();
    let tags = tags(record, number).into_iter();
    let tags: String = tags.map(|(name, value)| format!("[{name} \"{}\"]\n", quoted(&value))).collect();
    Ok(format!("{tags}\n{}\n", wrapped(&words(record, first))))
}

fn tags(record: &Record, number: usize) -> Vec<(&'static str, String)> {
    let line = |name: &str, default: &str| {
        let line = record.annotations.header.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        line.map_or(default, |(_, value)| value).to_owned()
    };
    let player =
        |index: usize| names::shortened(record.names[index].as_ref().unwrap_or(&record.seats[index]));
    let date = record.date.map_or("????.??.??".to_owned(), |date| date.to_string().replace('-', "."));
    let reason = record.result.as_ref().map_or("unfinished".to_owned(), |result| result.reason.to_string());
    let mut tags = vec![
        ("Event", line("Event", "?")),
        ("Site", line("Site", "?")),
        ("Date", date),
        ("Round", line("Round", &number.to_string())),
        ("White", player(0)),
        ("Black", player(1)),
        ("Result", result(record).to_owned()),
        ("Variant", record.game.clone()),
        ("Termination", reason),
    ];
    if let Some(start) = &record.start {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", start.clone())]);
    }
    tags
}

fn result(record: &Record) -> &'static str {
    match record.result.as_ref().map(|result| result.outcome) {
        None => "*",
        Some(Outcome::Draw) => "1/2-1/2",
        Some(Outcome::Win(Player::One)) => "1-0",
        Some(Outcome::Win(Player::Two)) => "0-1",
    }
}

/// Returns the value of a tag. Many readers end it at the first quotation mark, so it has none.
fn quoted(value: &str) -> String {
    escape_line(value).replace('\\', "\\\\").replace('"', "'")
}

/// Returns the comments, the moves and the result, in parts between which a line can be broken.
fn words(record: &Record, first: Player) -> Vec<String> {
    let annotations = &record.annotations;
    let is_tag = |key: &str| FROM_LINES.iter().any(|name| name.eq_ignore_ascii_case(key));
    let lines = annotations.header.iter().filter(|(key, _)| !is_tag(key));
    let mut words: Vec<String> = lines.flat_map(|(key, value)| comment(&format!("{key}: {value}"))).collect();
    words.extend(annotations.note(0).into_iter().flat_map(note_words));
    let mut needs_number = true;
    for (turn, (_, mv)) in (1..).zip(&record.moves) {
        let ply = turn - 1 + first.index();
        words.extend(move_words(ply, mv, needs_number));
        let before = words.len();
        words.extend(annotations.note(turn).into_iter().flat_map(note_words));
        for variation in annotations.variations(turn) {
            words.extend(variation_words(ply, variation));
        }
        needs_number = words.len() > before;
    }
    words.push(result(record).to_owned());
    words
}

/// Returns the move of a ply, from 0, with its number if it needs one.
fn move_words(ply: usize, mv: &str, needs_number: bool) -> Vec<String> {
    let is_symbol = |part: char| part.is_ascii_alphanumeric() || "_+#=:-".contains(part);
    let mv = mv.replace(|part| !is_symbol(part), ":");
    let (number, dots) = (ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." });
    let number = (needs_number || ply.is_multiple_of(2)).then(|| format!("{number}{dots}"));
    number.into_iter().chain([mv]).collect()
}

fn variation_words(ply: usize, variation: &[AnnotatedMove]) -> Vec<String> {
    let mut words = Vec::new();
    for (ply, turn) in (ply..).zip(variation) {
        words.extend(move_words(ply, &turn.mv, true));
        words.extend(note_words(&turn.note));
    }
    if let [first, ..] = words.as_mut_slice() {
        first.insert(0, '(');
    }
    words.last_mut().into_iter().for_each(|last| last.push(')'));
    words
}

/// Returns a mark, as its number in PGN, and values and comments as comments.
fn note_words(note: &Note) -> Vec<String> {
    let mark = note.mark.map(|mark| match mark {
        Mark::Good => "$1",
        Mark::Mistake => "$2",
        Mark::Brilliant => "$3",
        Mark::Blunder => "$4",
        Mark::Interesting => "$5",
        Mark::Dubious => "$6",
    });
    let value = note.eval.map(|value| value.as_recorded().to_string());
    let texts = value.iter().chain(&note.tags).chain(&note.comments);
    mark.map(str::to_owned).into_iter().chain(texts.flat_map(|text| comment(text))).collect()
}

/// Returns the words of a comment. A brace would end it.
fn comment(text: &str) -> Vec<String> {
    let text = escape_line(text).replace('{', "(").replace('}', ")").replace('"', "'");
    let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { Vec::new() } else { format!("{{{text}}}").split(' ').map(str::to_owned).collect() }
}

/// Joins words to lines. At the start of a line, readers would take a bracket for a tag, and skip the rest of the line
/// after `%`.
fn wrapped(words: &[String]) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for word in words {
        let width = word.chars().count();
        let can_begin = !word.starts_with(['[', '%', ';']);
        if used > 0 && can_begin && used + 1 + width > LINE {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text += word;
        used += width;
    }
    text + "\n"
}
