//! The menu of finished games, where the player can replay or review one.

use crate::analysis::practice::mistakes;
use crate::analysis::review::{Review, annotate};
use crate::console::{Dialog, Exit, Prompt, PromptExit, Style, none_if_back};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Date, History, Record};
use crate::records::names::{heading, summary};
use crate::show::replay::{self, ReplayRange};
use crate::show::{listing, review};
use crate::store::{Archive, Disk, FileError, PracticeFile};

use super::commands::save;
use super::game_lists::{ListAnswer, answers, delete_games, read_answer};
use super::practice::keep_mistakes;
use super::shell::Shell;

/// The rows of the question below the list, and of the heading above it.
const ROWS_BELOW_LIST: usize = 7;

/// Lists the latest finished games that fit in the window, and asks for one. The player can also list all of them and
/// delete some.
///
/// # Errors
/// A command, the end of input or going back left the question, or there is no game.
pub fn choose_finished_game(
    dialog: &mut Dialog<'_>,
    archive: &Archive,
    today: Option<Date>,
) -> Result<(u64, Record), PromptExit> {
    let mut shows_all = false;
    loop {
        let numbers = archive.numbers().unwrap_or_default();
        let readable = numbers.iter().filter_map(|number| Some((*number, archive.read(*number).ok()?)));
        let mut games: Vec<(u64, Record)> = readable.collect();
        let Some((latest, _)) = games.last() else {
            let that_can = if numbers.is_empty() { "" } else { " that can be read" };
            dialog.say(&format!("(There are no finished games{that_can}.)"))?;
            return Err(PromptExit::Back);
        };
        let (list, older) = list_text(&games, today, &dialog.style(), shows_all);
        let numbers: Vec<u64> = games.iter().map(|(number, _)| *number).collect();
        let more = if older > 0 { format!("  m - {older} more\n") } else { String::new() };
        let text =
            format!("Your finished games:\n\n{list}{more} d{latest} - delete game {latest}, and so on\n");
        let answers = answers(&numbers[older..], &[], older > 0);
        let prompt =
            Prompt::with_answers("Which game? ", answers).with_default(latest).heard_as("", "its number");
        let read = |answer: &str| read_answer(answer, &numbers, "back to leave");
        let chosen = match dialog.choose_from_list(text, shows_all, &prompt, read) {
            // Going back from the whole list leads to the short one.
            Err(PromptExit::Back) if std::mem::take(&mut shows_all) => continue,
            chosen => chosen?,
        };
        match chosen {
            ListAnswer::Game(place) => return Ok(games.swap_remove(place)),
            ListAnswer::More => shows_all = true,
            ListAnswer::Delete(place) => {
                let deleted = delete_finished_games(dialog, archive, &[numbers[place]])?;
                deleted.or_else(|error| dialog.say(&format!("({error}.)")))?;
            }
        }
    }
}

/// Lists the latest of `games`, as many as fit in the window or all of them. Returns also how many older ones there are.
fn list_text(
    games: &[(u64, Record)],
    today: Option<Date>,
    style: &Style,
    shows_all: bool,
) -> (String, usize) {
    let dot = if style.is_ascii() { " | " } else { listing::DOT };
    let list = |first: usize| listing::list(&games[first..], today, style.width, dot);
    let room = style.rows.map_or(usize::MAX, |rows| rows.saturating_sub(ROWS_BELOW_LIST).max(1));
    let fits = |first: &usize| shows_all || list(*first).lines().count() <= room;
    let first = (0..games.len()).rev().take_while(fits).last().unwrap_or(games.len().saturating_sub(1));
    (list(first), first)
}

/// Deletes finished games, if the player agrees, and brings them back if the player wants. A game whose number is taken
/// by then gets a new one. The inner error is the last one of the archive; the other games are deleted or back.
///
/// # Errors
/// A command or the end of input left a question.
pub fn delete_finished_games(
    dialog: &mut Dialog<'_>,
    archive: &Archive,
    numbers: &[u64],
) -> Result<Result<(), FileError>, PromptExit> {
    let question = match numbers {
        [number] => {
            let name =
                archive.read(*number).map_or_else(|_| String::new(), |it| format!(", {}", summary(&it)));
            format!("Delete game {number}{name}?")
        }
        _ => "Delete these games?".to_owned(),
    };
    let delete = |number: &u64| {
        // A game that cannot be read cannot be brought back.
        let record = archive.read(*number).ok();
        archive.delete(*number).map(|()| Some((*number, record?)))
    };
    let restore = |(number, record): (u64, Record)| {
        let free = Some(number).filter(|number| !archive.path(*number).exists());
        Ok(match archive.save(&record, free)? {
            new if new == number => String::new(),
            new => format!("(Game {number} is now game {new}: another game has its number.)"),
        })
    };
    delete_games(dialog, &question, numbers, delete, restore)
}

/// Shows the text `above` and the review of a game to its reader, and at a terminal the boards of the turns that they ask
/// for. Then the mistakes that a complete review has found go into `deck`. Nothing more is asked if a command ends the
/// review.
///
/// # Errors
/// A command or the end of input ended the review, or the output could not be written.
pub fn show_review(
    dialog: &mut Dialog<'_>,
    game: &AnyGame,
    history: &History<AnyPosition>,
    above: &str,
    (record, review): (&Record, &Review),
    deck: Option<&PracticeFile>,
) -> Result<(), PromptExit> {
    let style = dialog.style();
    let shown = style.wording(review.clone(), review.clone().addressed());
    let text = format!("{above}{}", review::text(&shown, &style));
    let read = none_if_back(review::read(dialog, game, history, &shown, &text));
    if let Some(deck) = deck {
        let cards = |today| mistakes::cards(game, history, record, review, today);
        keep_mistakes(dialog, deck, read.is_ok(), cards)?;
    }
    read.map(Option::unwrap_or_default)
}

impl Shell<'_> {
    /// Whether there are finished games to look at.
    pub(super) fn has_finished_games(&self) -> bool {
        self.settings
            .files
            .archive
            .as_ref()
            .is_some_and(|archive| archive.numbers().is_ok_and(|all| !all.is_empty()))
    }

    /// Shows the latest finished games, and replays or reviews those that the player chooses.
    pub(super) fn finished_games(&mut self) -> Result<(), Exit> {
        let Some(archive) = self.settings.files.archive.clone() else { return Ok(()) };
        let today = self.settings.date;
        let choose = |dialog: &mut Dialog<'_>| none_if_back(choose_finished_game(dialog, &archive, today));
        while let Some((number, mut record)) = self.ask(choose)? {
            let before = record.clone();
            let age = record.date.map(|date| listing::age(date, self.settings.date));
            let age = age.map_or_else(String::new, |age| format!(", {age}"));
            let title = format!("GAME {number}: {}{age}", summary(&record));
            let options = ["Replay", "Review", "Save to a file"].map(str::to_owned).to_vec();
            match self.choose_or_back(&title, options, "Choose an option: ", Some(1))? {
                Some(1) => {
                    let range = ReplayRange { from: 0, to: None, step: true };
                    match record.replay() {
                        Ok(game) => replay::show(&mut record, game, range, self.console)?,
                        Err(error) => self.console.refuse(&error.to_string())?,
                    }
                }
                Some(2) => self.review_finished(&mut record)?,
                Some(_) => self.save_finished(&record)?,
                None => continue,
            }
            // Without its annotations, the game is only reviewed again.
            let _ = archive.annotate(number, &before, &record);
        }
        Ok(())
    }

    /// Writes a finished game to a new file.
    fn save_finished(&mut self, record: &Record) -> Result<(), Exit> {
        let disk = self.settings.files.disk().clone();
        self.ask(|dialog| {
            let file = none_if_back(dialog.ask(&Prompt::new_file()))?.unwrap_or_default();
            match file.is_empty() {
                true => dialog.say("(Not saved.)"),
                false => save(dialog, &disk, &file, &record.to_string(), Disk::create),
            }
        })
    }

    /// Reviews a finished game, which gets the annotations of the review.
    fn review_finished(&mut self, record: &mut Record) -> Result<(), Exit> {
        let replayed = record.open_game().and_then(|game| {
            let game = self.settings.advice_tables.attach(game);
            let history = record.replay_in(&game)?.into_history();
            Ok((game, history))
        });
        let (game, history) = match replayed {
            Ok(replayed) => replayed,
            Err(error) => return Ok(self.console.refuse(&error.to_string())?),
        };
        let limits = self.settings.advice;
        let Some(found) = review::review_at(self.console, &game, &history, record, limits)? else {
            return Ok(());
        };
        let (before, deck) = (record.clone(), self.settings.files.practice.clone());
        if !found.is_incomplete() {
            annotate(record, &found);
        }
        let (above, shown) = (format!("{}\n\n", heading(&before)), (&before, &found));
        self.ask(|dialog| none_if_back(show_review(dialog, &game, &history, &above, shown, deck.as_ref())))?;
        Ok(())
    }
}
