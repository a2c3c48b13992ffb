//! The menu of unfinished games, where the player can resume or delete one.

use std::cmp::Reverse;
use std::time::{Duration, SystemTime};

use crate::console::{Dialog, Prompt, PromptExit};
use crate::model::Record;
use crate::model::text::escape_line;
use crate::records::names;
use crate::store::AutosaveSlot;

/// An unfinished game and the slot it is saved in.
pub(super) type UnfinishedGame = (AutosaveSlot, Record);

/// The number of games in the menu, unless all are asked for.
const SHOWN: usize = 3;

/// What is said of a game that another program holds, when it is chosen.
const OPEN_ELSEWHERE: &str = "That game is open in another terminal. Continue it there.";

/// Shows the menu, latest games first, and last those that are open in another terminal. Returns the game to resume, or
/// `None`.
///
/// # Errors
/// A command or the end of input left the menu.
pub(super) fn choose(
    dialog: &mut Dialog<'_>,
    games: &mut Vec<UnfinishedGame>,
    now: Option<SystemTime>,
) -> Result<Option<UnfinishedGame>, PromptExit> {
    games.sort_by_key(|(slot, _)| (slot.is_open_elsewhere(), Reverse(slot.last_modified())));
    let (mut most, mut deleted) = (SHOWN, Vec::<DeletedGame>::new());
    while !games.is_empty() || !deleted.is_empty() {
        let shown = games.len().min(most);
        dialog.say_menu(&text(games, shown, now))?;
        let numbers = (1..=shown).map(|number| number.to_string());
        let deletions = (1..=shown).map(|number| format!("d{number}"));
        let more = (shown < games.len()).then(|| "m".to_owned());
        let answers = numbers.chain(["n".to_owned()]).chain(more).chain(deletions);
        let undo = (!deleted.is_empty()).then(|| UNDO.to_owned());
        let question = Prompt::with_answers("Choose an option! ", answers.chain(undo));
        let can_resume = games.first().is_some_and(|(slot, _)| !slot.is_open_elsewhere());
        let default = if can_resume { "1" } else { "n" };
        let prompt = Prompt { default: Some(default.to_owned()), ..question }
            .heard_as("Which game do you resume?", "its number");
        let read = |answer: &str| match read(answer, shown)? {
            SavedGameChoice::Undo if deleted.is_empty() => Err("No game has been deleted here.".to_owned()),
            SavedGameChoice::Resume(index) | SavedGameChoice::Delete(index)
                if games[index].0.is_open_elsewhere() =>
            {
                Err(OPEN_ELSEWHERE.to_owned())
            }
            choice => Ok(choice),
        };
        match dialog.ask_for(&prompt, read)? {
            SavedGameChoice::Resume(index) => return Ok(Some(games.remove(index))),
            SavedGameChoice::Delete(index) => {
                let name = escape_line(&names::summary(&games[index].1));
                if dialog.confirm(&format!("Delete {name}?"))? {
                    dialog.say(&delete(games, index, &mut deleted, &name))?;
                }
            }
            SavedGameChoice::Undo => dialog.say(&bring_back(games, &mut deleted))?,
            SavedGameChoice::More => most = usize::MAX,
            SavedGameChoice::Skip => break,
        }
    }
    Ok(None)
}

/// A game that was deleted, its place in the list, and when it was saved.
type DeletedGame = (usize, UnfinishedGame, Option<SystemTime>);

/// The command that brings back the game that was deleted last.
const UNDO: &str = ":undo";

/// Deletes game `index`, and says so.
fn delete(
    games: &mut Vec<UnfinishedGame>,
    index: usize,
    deleted: &mut Vec<DeletedGame>,
    name: &str,
) -> String {
    let game = games.remove(index);
    match game.0.delete() {
        Ok(modified) => {
            deleted.push((index, game, modified));
            format!("(Deleted: {name}. {UNDO} brings it back.)")
        }
        Err(error) => {
            games.insert(index, game);
            format!("(It could not be deleted: {error}.)")
        }
    }
}

/// Brings back the game that was deleted last, and says so.
fn bring_back(games: &mut Vec<UnfinishedGame>, deleted: &mut Vec<DeletedGame>) -> String {
    let Some((index, game, modified)) = deleted.pop() else { return String::new() };
    let name = escape_line(&names::summary(&game.1));
    match game.0.restore(&game.1.to_string(), modified) {
        Ok(()) => {
            games.insert(index.min(games.len()), game);
            format!("(Back again: {name}.)")
        }
        Err(error) => {
            deleted.push((index, game, modified));
            format!("(It could not be brought back: {error}.)")
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SavedGameChoice {
    Resume(usize),
    Delete(usize),
    More,
    Skip,
    Undo,
}

/// Parses `2`, `d2`, `m` or `n`.
fn read(answer: &str, games: usize) -> Result<SavedGameChoice, String> {
    let lower = answer.to_lowercase();
    let (is_delete, number) = match lower.strip_prefix('d') {
        Some(number) => (true, number.trim()),
        None => (false, lower.as_str()),
    };
    match lower.as_str() {
        "n" => return Ok(SavedGameChoice::Skip),
        "m" => return Ok(SavedGameChoice::More),
        "undo" | UNDO => return Ok(SavedGameChoice::Undo),
        _ => {}
    }
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    match index {
        Some(index) if index < games && is_delete => Ok(SavedGameChoice::Delete(index)),
        Some(index) if index < games => Ok(SavedGameChoice::Resume(index)),
        _ => {
            let (number, deletes) = match games {
                0 => return Err("Type n for something new.".to_owned()),
                1 => ("1".to_owned(), "d1 to delete that game"),
                _ => (format!("a number from 1 to {games}"), "d and a number to delete that game"),
            };
            Err(format!("Type {number}, n for something new, or {deletes}."))
        }
    }
}

/// The menu of the first `shown` of `games`.
fn text(games: &[UnfinishedGame], shown: usize, now: Option<SystemTime>) -> String {
    let mut text = "Unfinished games:\n\n".to_owned();
    for (index, (slot, record)) in games[..shown].iter().enumerate() {
        let age = slot.last_modified().zip(now).and_then(|(written, now)| now.duration_since(written).ok());
        let age = age.map_or_else(String::new, |age| format!(", {}", ago(age)));
        let open = if slot.is_open_elsewhere() { ", open in another terminal" } else { "" };
        let line = format!("  {} - {}{age}{open}", index + 1, names::summary(record));
        text += &format!("{}\n", escape_line(&line));
    }
    match games.len() - shown {
        0 => {}
        more => text += &format!("  m - {more} more\n"),
    }
    match games {
        [] => text + "  none\n  n - start something new\n\n",
        _ => text + "  n - start something new (these games are kept)\n d1 - delete game 1, and so on\n\n",
    }
}

/// Units of time and their seconds.
const UNITS: [(&str, u64); 3] = [("day", 86_400), ("hour", 3_600), ("minute", 60)];

/// Formats an age, such as `3 hours ago`.
fn ago(age: Duration) -> String {
    let unit = UNITS.iter().find(|(_, seconds)| age.as_secs() >= *seconds);
    match unit.map(|(unit, seconds)| (*unit, age.as_secs() / seconds)) {
        None => "just now".to_owned(),
        Some((unit, 1)) => format!("1 {unit} ago"),
        Some((unit, count)) => format!("{count} {unit}s ago"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_number_or_delete_choice() {
        assert_eq!(read("1", 2), Ok(SavedGameChoice::Resume(0)));
        assert_eq!(read("d2", 2), Ok(SavedGameChoice::Delete(1)));
        assert_eq!(read("D 1", 2), Ok(SavedGameChoice::Delete(0)));
        assert_eq!(read("n", 2), Ok(SavedGameChoice::Skip));
        assert_eq!(read("M", 2), Ok(SavedGameChoice::More));
        for wrong in ["", "0", "d", "d0", "d3", "3", "x", "-1"] {
            assert!(read(wrong, 2).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ages_use_largest_unit() {
        let ages = [(5, "just now"), (60, "1 minute ago"), (7_300, "2 hours ago"), (200_000, "2 days ago")];
        for (seconds, wanted) in ages {
            assert_eq!(ago(Duration::from_secs(seconds)), wanted);
        }
    }
}
