//! What several screens draw and say in the same way.

use std::fmt::Display;

use crate::console::{Dialog, PromptExit, Style, width};
use crate::model::{Ending, Player};

/// Asks for the piece that moves by `ask`. At a terminal one that `check` refuses is refused at once, and what it tells of another is
/// said; elsewhere the whole turn is judged, so that a script's lines stay in step.
///
/// # Errors
/// Those of `ask`.
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
            Ok(note) => {
                dialog.show_selection(if_one_line(&note, &dialog.style()))?;
                return Ok(piece);
            }
            Err(refusal) => dialog.refuse(refusal)?,
        }
    }
}

/// `line` where it is not broken, else nothing: what is not needed to play takes one line or none.
pub fn if_one_line<'a>(line: &'a str, style: &Style) -> &'a str {
    if style.fits(width(line)) { line } else { "" }
}

/// Where a piece can go, in a sentence: `a1 can go to b1 b2.` Or why it cannot be chosen: the rules refuse it, or it has no move.
///
/// # Errors
/// That reason.
pub fn describe_targets(
    name: &str,
    refused: Option<impl Display>,
    targets: &[String],
) -> Result<String, String> {
    match (refused, targets) {
        (Some(refusal), _) => Err(refusal.to_string()),
        (None, []) => Err(format!("{name} has no move.")),
        (None, _) => Ok(format!("{name} can go to {}.", targets.join(" "))),
    }
}

/// How many things there are and where: `no ducks`, `1 duck on a1`, `2 ducks on a1, b2`.
pub fn count_on_cells(what: &str, places: &[String]) -> String {
    match places {
        [] => format!("no {what}s"),
        [place] => format!("1 {what} on {place}"),
        _ => format!("{} {what}s on {}", places.len(), places.join(", ")),
    }
}

/// `names` with commas between them, and `word` before the last; `nothing` without any.
pub fn join_with_word(names: &[String], word: &str) -> String {
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// `text` with a capital letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `items` without those that are equal to the one before.
pub fn dedup<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.dedup();
    items
}

/// Why the game is over where not what stands on the board has ended it, as a line about the player of this name: no
/// legal move, given up, forfeited, out of time. Empty for the other endings, for which each game has its words.
pub fn ending_reason(ending: &Ending, name: impl Fn(Player) -> String) -> String {
    match ending {
        Ending::NoMoves(player) => format!("{} has no legal move.\n", name(*player)),
        Ending::Resigned(player) => format!("{} gives up.\n", name(*player)),
        Ending::Forfeited(player, _) => format!("{} forfeits the game.\n", name(*player)),
        Ending::OutOfTime(player) => format!("{} has run out of time.\n", name(*player)),
        Ending::Rules(_) | Ending::NoProgress(_) | Ending::Adjudicated(..) => String::new(),
    }
}
