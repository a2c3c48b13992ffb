//! What the lists of unfinished and of finished games share: their answers, and how games are deleted.

use crate::console::{Dialog, Prompt, PromptExit, none_if_back};
use crate::model::text::escape;
use crate::store::FileError;
use crate::words::counted;

/// An answer to a list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListAnswer {
    /// Opens the game at this place in the list.
    Game(usize),
    /// Deletes the game at this place.
    Delete(usize),
    /// Shows all games.
    More,
}

/// Returns the answers to a list of games with these numbers, among them `others`, and `m` if there are more games.
pub(super) fn answers<'a>(
    numbers: &'a [u64],
    others: &'a [&str],
    has_more: bool,
) -> impl Iterator<Item = String> {
    let games = numbers.iter().map(u64::to_string);
    let letters = others.iter().copied().chain(has_more.then_some("m")).map(str::to_owned);
    games.chain(letters).chain(numbers.iter().map(|number| format!("d{number}")))
}

/// Reads one of `numbers`, `d` and such a number, or `m`. The refusal says which answer leaves the list.
pub(super) fn read_answer(answer: &str, numbers: &[u64], leave: &str) -> Result<ListAnswer, String> {
    let lower = answer.to_lowercase();
    if lower == "m" {
        return Ok(ListAnswer::More);
    }
    let deleted = lower.strip_prefix('d').map(str::trim);
    let number = deleted.unwrap_or(&lower).parse().ok();
    match numbers.iter().position(|known| Some(*known) == number) {
        Some(place) if deleted.is_some() => Ok(ListAnswer::Delete(place)),
        Some(place) => Ok(ListAnswer::Game(place)),
        None => {
            let shown = escape(answer.as_bytes());
            Err(format!("There is no game {shown}. Type a number from the list, or {leave}."))
        }
    }
}

/// The command that brings back what has been deleted.
const UNDO: &str = ":undo";

/// Deletes `games`, if the player agrees to `question`, and brings them back if the player wants. `delete` returns what
/// `restore` needs; nothing if the game cannot be brought back. What `restore` returns is shown, unless it is empty. The
/// inner error is the last one of a file; the other games are deleted or back.
///
/// # Errors
/// A command or the end of input left a question.
pub(super) fn delete_games<G, D>(
    dialog: &mut Dialog<'_>,
    question: &str,
    games: impl IntoIterator<Item = G>,
    delete: impl Fn(G) -> Result<Option<D>, FileError>,
    restore: impl Fn(D) -> Result<String, FileError>,
) -> Result<Result<(), FileError>, PromptExit> {
    if !dialog.confirm(question)? {
        return Ok(Ok(()));
    }
    let (mut count, mut deleted, mut ended) = (0, Vec::new(), Ok(()));
    for game in games {
        match delete(game) {
            Ok(game) => {
                count += 1;
                deleted.extend(game);
            }
            Err(error) => ended = Err(error),
        }
    }
    if count > 0 {
        dialog.say(&format!("(Deleted {}.)", counted(count, "game")))?;
    }
    if deleted.is_empty() {
        return Ok(ended);
    }
    let games = if count == 1 { "it" } else { "them" };
    let text = format!("Press Enter to continue, or type {UNDO} to bring {games} back.");
    let prompt = Prompt { answers: vec![UNDO.to_owned()], ..Prompt::enter(format!("{text} ")) };
    let wants_undo = |answer: &str| match answer.to_lowercase().trim_start_matches(':') {
        "" => Ok(false),
        "undo" => Ok(true),
        _ => Err(text.as_str()),
    };
    if none_if_back(dialog.ask_for(&prompt, wants_undo))? != Some(true) {
        return Ok(ended);
    }
    let mut is_any_back = false;
    for game in deleted {
        match restore(game) {
            Ok(note) => {
                is_any_back = true;
                dialog.console_mut().say_nonempty(&note)?;
            }
            Err(error) => ended = Err(error),
        }
    }
    dialog.console_mut().say_nonempty(if is_any_back { "(Restored.)" } else { "" })?;
    Ok(ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_number_or_delete_choice() {
        let read = |answer| read_answer(answer, &[1, 7], "back to leave");
        for (answer, wanted) in [
            ("1", ListAnswer::Game(0)),
            ("d7", ListAnswer::Delete(1)),
            ("D 1", ListAnswer::Delete(0)),
            ("M", ListAnswer::More),
        ] {
            assert_eq!(read(answer), Ok(wanted));
        }
        for wrong in ["", "0", "d", "d0", "d3", "3", "x", "-1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
