//! Helpers shared by several screens.

use std::fmt::Display;

use crate::console::{BoardStyle, Dialog, PromptExit, Style, width};
use crate::model::{Ending, Player};

use super::Flip;

/// Asks for the piece to move with `ask`. At a terminal `check` refuses a wrong piece at once, and its note
/// on an accepted one is shown. Elsewhere the whole turn is checked together, so that a script's lines stay
/// in step.
///
/// # Errors
/// Returns the errors of `ask`.
pub fn ask_piece<T>(
    dialog: &mut Dialog<'_>,
    mut ask: impl FnMut(&mut Dialog<'_>) -> Result<T, PromptExit>,
    check: impl Fn(&T) -> Result<String, String>,
) -> Result<T, PromptExit> {
    loop {
        let piece = ask(dialog)?;
        if !dialog.style().is_at_terminal() {
            return Ok(piece);
        }
        match check(&piece) {
            Ok(note) if dialog.style().by_ear => {
                // The next question says where the piece can go.
                dialog.set_selection(&note);
                return Ok(piece);
            }
            Ok(note) => {
                dialog.show_selection(if_one_line(&note, &dialog.style()))?;
                return Ok(piece);
            }
            Err(refusal) => dialog.refuse(refusal)?,
        }
    }
}

/// Returns the letters of a piece on the board, in parentheses; nothing where no board is drawn.
pub fn letters_on_board(letters: impl Display, style: &Style) -> String {
    if style.board == BoardStyle::Words { String::new() } else { format!(" ({letters})") }
}

/// Returns `line` if it fits without wrapping, otherwise nothing: optional notes take at most one line.
pub fn if_one_line<'a>(line: &'a str, style: &Style) -> &'a str {
    if style.fits(width(line)) { line } else { "" }
}

/// Describes where a piece can go: `a1 can go to b1 b2.`
///
/// # Errors
/// Returns why the piece cannot be chosen: the rules refuse it, or it has no moves.
pub fn describe_targets(
    name: &str,
    refused: Option<impl Display>,
    targets: &[String],
) -> Result<String, String> {
    match (refused, targets) {
        (Some(refusal), _) => Err(refusal.to_string()),
        (None, []) => Err(format!("{name} has no moves.")),
        (None, _) => Ok(format!("{name} can go to {}.", targets.join(" "))),
    }
}

/// Writes how many things there are and where: `no ducks`, `1 duck on a1`, `2 ducks on a1, b2`.
pub fn count_on_cells(what: &str, places: &[String]) -> String {
    match places {
        [] => format!("no {what}s"),
        _ => format!("{} on {}", counted(places.len(), what), places.join(", ")),
    }
}

/// Writes a small number as a word: `five`.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Writes a number with its noun: `1 turn`, `2 turns`, `2 inaccuracies`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == N::from(1) => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

/// Joins `names` with commas, and `word` before the last; `nothing` if empty.
pub fn join_with_word(names: &[String], word: &str) -> String {
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// Capitalises the first letter of `text`.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Removes consecutive duplicates from `items`.
pub fn dedup<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.dedup();
    items
}

/// Returns why the game is over, as a line about the player with this name, if the position did not decide
/// it: no legal move, resigned, forfeited, out of time. Empty for the other endings, which each game words
/// itself.
pub fn ending_reason(ending: &Ending, name: impl Fn(Player) -> String) -> String {
    match ending {
        Ending::NoMoves(player) => format!("{} has no legal move.\n", name(*player)),
        Ending::Resigned(player) => format!("{} resigns.\n", name(*player)),
        Ending::Forfeited(player, _) => format!("{} forfeits the game.\n", name(*player)),
        Ending::OutOfTime(player) => format!("{} has run out of time.\n", name(*player)),
        Ending::Agreed => "Draw by agreement.\n".to_owned(),
        Ending::Rules(_) | Ending::NoProgress(_) | Ending::Adjudicated(..) => String::new(),
    }
}

/// The words for opposite directions.
const DIRECTIONS: [[&str; 2]; 4] = [["left", "right"], ["up", "down"], ["above", "below"], ["top", "bottom"]];

/// Replaces the directions in braces, such as `{below}`, with those of the board as it is drawn.
pub fn oriented(text: &str, flip: Flip, style: &Style) -> String {
    let mut text = text.to_owned();
    for [one, other] in DIRECTIONS {
        let is_kept = !style.is_flipped() || flip == Flip::Nothing || (flip == Flip::Rows && one == "left");
        let [for_one, for_other] = if is_kept { [one, other] } else { [other, one] };
        text = text.replace(&format!("{{{one}}}"), for_one).replace(&format!("{{{other}}}"), for_other);
    }
    text
}

/// Returns the cells named in `text`: a lowercase letter and a number.
pub fn cells_in(text: &str) -> Vec<String> {
    let starts = text.char_indices().filter(|(_, sign)| sign.is_ascii_lowercase());
    let cells = starts.map(|(start, _)| {
        let number = text[start + 1..].find(|sign: char| !sign.is_ascii_digit());
        &text[start..number.map_or(text.len(), |end| start + 1 + end)]
    });
    cells.filter(|cell| cell.len() > 1).map(str::to_owned).collect()
}
