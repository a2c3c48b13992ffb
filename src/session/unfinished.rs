//! The menu of unfinished games, where the player can resume or delete one.

use std::cmp::Reverse;
use std::time::{Duration, SystemTime};

use crate::console::{Console, Dialog, Prompt, PromptExit, Stop};
use crate::games;
use crate::model::Record;
use crate::model::text::{escape, escape_line};
use crate::network::code::Code;
use crate::network::side::Role;
use crate::records::{json::TurnObject, names};
use crate::store::slot::{AutosaveSlot, damaged_games};
use crate::words::counted;

use super::game_lists::{ListAnswer, answers, delete_games, read_answer};
use super::shell::SessionSettings;

/// An unfinished game.
#[derive(Debug)]
pub struct UnfinishedGame {
    /// Where it is saved.
    pub slot: AutosaveSlot,
    /// The game.
    pub record: Record,
    /// How it is resumed, if it is a game between two computers.
    pub remote: Option<KeptRemote>,
}

/// How a kept game between two computers is resumed.
#[derive(Clone, Debug)]
pub struct KeptRemote {
    /// Whether it is hosted or joined here.
    pub role: Role,
    /// The address at which it is hosted or was joined.
    pub place: String,
    /// Its code.
    pub code: Code,
}

impl UnfinishedGame {
    /// Says where a game between two computers is hosted; empty for other games.
    fn place(&self) -> String {
        match &self.remote {
            None => String::new(),
            Some(KeptRemote { role: Role::Host, .. }) => ", hosted here".to_owned(),
            Some(KeptRemote { place, .. }) => format!(", joined at {}", escape(place.as_bytes())),
        }
    }

    /// Names the last turn; empty if the game cannot be replayed.
    fn last_turn(&self) -> String {
        let replayed = self.record.replay().ok();
        let turn = replayed.and_then(|it| TurnObject::of(it.game(), it.history(), it.history().plies()));
        turn.map_or_else(String::new, |turn| format!(", last turn {}", turn.typed))
    }

    /// Holds the game in its slot, and reads it again, unless it is one between two computers: another program may have
    /// continued it since it was listed.
    ///
    /// # Errors
    /// Another program holds it, or has ended or deleted it.
    fn hold(&mut self) -> Result<(), String> {
        let is_held = match self.remote {
            Some(_) => self.slot.hold_file(),
            None => self.slot.hold().is_some_and(|record| {
                self.record = record;
                true
            }),
        };
        if is_held {
            return Ok(());
        }
        self.slot.release();
        Err(if self.slot.is_open_elsewhere() { OPEN_ELSEWHERE } else { GONE }.to_owned())
    }

    fn age(&self, now: Option<SystemTime>) -> Option<Duration> {
        self.slot.last_modified().zip(now).and_then(|(written, now)| now.duration_since(written).ok())
    }
}

/// Names each game: by its players and its turn, and those that are still alike also by their last turn, and if need
/// be by their exact age.
fn names_of(games: &[UnfinishedGame], now: Option<SystemTime>) -> Vec<String> {
    let line = |game: &UnfinishedGame| names::summary(&game.record) + &game.place();
    let exactly = |game: &UnfinishedGame| game.age(now).map_or_else(String::new, exact_age);
    let mut named: Vec<String> = games.iter().map(line).collect();
    for detail in [&UnfinishedGame::last_turn as &dyn Fn(&UnfinishedGame) -> String, &exactly] {
        let before = named.clone();
        let is_shared = |name: &String| before.iter().filter(|other| *other == name).count() > 1;
        let shared = named.iter_mut().zip(games).filter(|(name, _)| is_shared(name));
        shared.for_each(|(name, game)| *name += &detail(game));
    }
    named.iter().map(|name| escape_line(name)).collect()
}

/// The number of games in the menu, unless all are asked for.
const SHOWN: usize = 3;

/// The message if a chosen game is open in another program.
const OPEN_ELSEWHERE: &str =
    "That game is open in another terminal. Continue it there, or leave it there first.";
/// The message if a chosen game has left its slot.
const GONE: &str = "That game cannot be opened: it may have been finished or deleted in another terminal.";

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
    let mut most = SHOWN;
    while !games.is_empty() {
        // Another terminal may have left its game since the list was shown last.
        games.iter_mut().filter(|game| game.slot.is_open_elsewhere()).for_each(|game| {
            let _ = game.hold();
            game.slot.release();
        });
        games.sort_by_key(|game| (game.slot.is_open_elsewhere(), Reverse(game.slot.last_modified())));
        let numbers: Vec<u64> = (1..).take(games.len().min(most)).collect();
        let text = text(games, &names_of(games, now)[..numbers.len()], now);
        let answers = answers(&numbers, &["n"], numbers.len() < games.len());
        let can_resume = games.first().is_some_and(|game| !game.slot.is_open_elsewhere());
        let default = if can_resume { "1" } else { "n" };
        let prompt = Prompt::with_answers("Choose an option! ", answers)
            .with_default(default)
            .heard_as("Which game do you resume?", "its number");
        let mut later = None;
        let read = |answer: &str| match read_answer(answer, &numbers, "n for something new") {
            _ if answer.eq_ignore_ascii_case("n") => Ok(None),
            Err(_) if is_for_next_menu(answer) => {
                later = Some(answer.to_owned());
                Ok(None)
            }
            Ok(choice @ (ListAnswer::Game(index) | ListAnswer::Delete(index))) => {
                games[index].hold().map(|()| Some(choice))
            }
            choice => choice.map(Some),
        };
        let choice = match dialog.choose_from_list(text, most > SHOWN, &prompt, read) {
            // Going back from the whole list leads to the short one.
            Err(PromptExit::Back) if std::mem::replace(&mut most, SHOWN) > SHOWN => continue,
            choice => choice?,
        };
        match choice {
            Some(ListAnswer::Game(index)) => return Ok(Some(games.remove(index))),
            Some(ListAnswer::Delete(index)) => {
                // It may have been read again.
                let name = names_of(games, now).swap_remove(index);
                delete(dialog, &name, &games[index])?;
                match games[index].slot.last_modified() {
                    Some(_) => games[index].slot.release(),
                    None => drop(games.remove(index)),
                }
            }
            Some(ListAnswer::More) => most = usize::MAX,
            None => {
                dialog.console_mut().answer_next(later);
                break;
            }
        }
    }
    Ok(None)
}

/// Deletes the game that is called `name`, if the player agrees, and brings it back if the player wants.
fn delete(dialog: &mut Dialog<'_>, name: &str, game: &UnfinishedGame) -> Result<(), PromptExit> {
    let restore = |modified| game.slot.restore(&game.record.to_string(), modified).map(|()| String::new());
    let deleted =
        delete_games(dialog, &format!("Delete {name}?"), [()], |()| game.slot.delete().map(Some), restore)?;
    deleted.or_else(|error| dialog.say(&format!("({error}.)")))
}

/// How many kept games that cannot be read are reported.
const MAX_REPORTED: usize = 3;

/// Says at a terminal which of the kept games cannot be read.
///
/// # Errors
/// The output could not be written.
pub(super) fn report_damaged(console: &mut Console, settings: &SessionSettings) -> Result<(), Stop> {
    let folder = settings.resume_from.as_deref().filter(|_| console.is_at_terminal());
    let damaged = folder.map(|folder| damaged_games(settings.files.disk(), folder));
    damaged
        .into_iter()
        .flatten()
        .take(MAX_REPORTED)
        .try_for_each(|error| console.say(&format!("(A saved game cannot be read: {error}.)")))
}

/// Whether an answer is one for the menu that follows: the name of a game, or a letter for something else.
fn is_for_next_menu(answer: &str) -> bool {
    let is_letter = ["l", "p", "g"].iter().any(|letter| answer.eq_ignore_ascii_case(letter));
    is_letter || games::find(answer).is_ok()
}

/// The menu of the first of `games`, which have these names.
fn text(games: &[UnfinishedGame], named: &[String], now: Option<SystemTime>) -> String {
    let mut text = "Unfinished games:\n\n".to_owned();
    let digits = named.len().to_string().len();
    for (number, (name, game)) in (1..).zip(named.iter().zip(games)) {
        let age = game.age(now).filter(|_| !name.ends_with(" ago"));
        let age = age.map_or_else(String::new, |age| format!(", {}", ago(age)));
        let open = if game.slot.is_open_elsewhere() { ", open in another terminal" } else { "" };
        let end = game.record.result.as_ref().map_or("", |_| ", the other player may not know the end");
        text += &format!("  {number:digits$} - {name}{age}{open}{end}\n");
    }
    match games.len() - named.len() {
        0 => {}
        more => text += &format!("  m - {more} more\n"),
    }
    text + "  n - start something new (these games are kept)\n d1 - delete game 1, and so on\n\n"
}

/// Units of time and their seconds.
const UNITS: [(&str, u64); 4] = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];

/// Formats an age, such as `3 hours ago`.
fn ago(age: Duration) -> String {
    match UNITS.iter().find(|(unit, seconds)| age.as_secs() >= *seconds && *unit != "second") {
        None => "just now".to_owned(),
        Some((unit, seconds)) => format!("{} ago", counted(age.as_secs() / seconds, unit)),
    }
}

/// Formats an age to the second, such as `, 1 hour 5 seconds ago`.
fn exact_age(age: Duration) -> String {
    let mut left = age.as_secs();
    let mut parts = Vec::new();
    for (unit, seconds) in UNITS {
        let count = left / seconds;
        left %= seconds;
        parts.extend((count > 0).then(|| counted(count, unit)));
    }
    if parts.is_empty() { String::new() } else { format!(", {} ago", parts.join(" ")) }
}

/// Introduces the game in a record that is continued. A declared end of the game, such as a resignation, is forgotten.
pub fn continues(record: &Record) -> String {
    let done = if record.result.is_none() { "Resumed" } else { "Loaded" };
    let set_aside = record.result.as_ref().filter(|result| result.is_declared());
    let note = set_aside.map_or("", |_| " That result no longer counts.");
    format!("{done}: {}.{note}", names::summary(record))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_use_largest_unit() {
        let ages = [(5, "just now"), (60, "1 minute ago"), (7_300, "2 hours ago"), (200_000, "2 days ago")];
        for (seconds, wanted) in ages {
            assert_eq!(ago(Duration::from_secs(seconds)), wanted);
        }
        assert_eq!(exact_age(Duration::from_secs(3_605)), ", 1 hour 5 seconds ago");
    }
}
