//! `cygnet practice`: positions from your own games in which you made a mistake.

use std::path::{Path, PathBuf};

use clap::{Arg, Args, Subcommand};

use crate::analysis::practice::{Card, Deck, DeckChanges};
use crate::console::{stdio, wrap};
use crate::games;
use crate::model::Date;
use crate::model::text::escape_path;
use crate::records::{filter::GameFilter, names::game_title};
use crate::session::{SessionStart, when};
use crate::show::output::table;
use crate::store::{Disk, PracticeFile, files};
use crate::words::{counted, days_between};

use super::play::{InteractiveOptions, SessionOptions, run_session, session_seed};
use super::{Failure, print, state, today};

pub(super) const EXAMPLES: &str = "\
When you review a finished game at a terminal, the wins you missed and the first turn that lost go into a practice deck, if you want. \
Each position comes back at growing intervals. The deck is a text file, which `practice export` writes and `practice import` reads.

Examples:
  cygnet practice
  cygnet practice replica --all
  cygnet practice list
  cygnet practice export deck.txt
  cygnet practice import deck.txt
  cygnet practice off
  cygnet practice on";

/// Hides an option that only a pipe or restricted mode needs, which practice refuses.
pub(super) fn hide_refused(option: Arg) -> Arg {
    let is_refused = ["restricted", "echo", "strict"].contains(&option.get_id().as_str());
    option.hide(is_refused)
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct PracticeOptions {
    #[command(subcommand)]
    command: Option<PracticeCommand>,
    /// The game: `replica` for all boards, `replica:12` for one; without it, all games
    game: Option<String>,
    /// Include positions that are not due today
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    interactive: InteractiveOptions,
}

#[derive(Debug, Subcommand)]
enum PracticeCommand {
    /// Lists the positions, the earliest due first. Through a pipe one per line, separated by tabs
    List,
    /// Writes the positions to a new file, or prints them
    Export {
        /// The file; `-` is standard output
        #[arg(default_value = "-", hide_default_value = true)]
        file: PathBuf,
    },
    /// Adds the positions in a file. If a position is in both decks, your card stays, with the schedule further along
    Import {
        /// The file
        file: PathBuf,
    },
    /// Lets reviewed games add your mistakes
    On,
    /// Stops reviewed games from adding your mistakes. The positions stay
    Off,
}

pub(super) fn run(options: &PracticeOptions) -> Result<(), Failure> {
    match &options.command {
        None => practise(options),
        Some(PracticeCommand::List) => list(),
        Some(PracticeCommand::Export { file }) => export(file),
        Some(PracticeCommand::Import { file }) => import(file),
        Some(PracticeCommand::On) => switch(true),
        Some(PracticeCommand::Off) => switch(false),
    }
}

/// Asks the cards at the console.
fn practise(options: &PracticeOptions) -> Result<(), Failure> {
    let InteractiveOptions { restricted, .. } = options.interactive;
    if restricted || !stdio::is_terminal() {
        let (problem, hint) = match restricted {
            true => ("practice uses files, so it is off with --restricted", "leave out --restricted"),
            false => ("practice needs a terminal", "cygnet practice list prints the positions"),
        };
        return Err(Failure::usage(problem, hint));
    }
    options.game.as_deref().map(games::open).transpose()?;
    let session = SessionOptions::for_study(options.interactive.clone(), session_seed(None));
    let filter = GameFilter { game: options.game.clone(), ..GameFilter::default() };
    run_session(&SessionStart::Practice { is_all: options.all, filter }, &session)
}

/// Opens the deck.
pub(super) fn file() -> Result<PracticeFile, Failure> {
    Ok(PracticeFile::in_state_dir(&Disk::default(), &state::folder()?, today().unwrap_or(Date::MIN)))
}

/// Reads the deck. Returns it with an error if there are broken lines.
pub(super) fn read(file: &PracticeFile) -> Result<(Deck, Result<(), Failure>), Failure> {
    let deck = Deck::read(&file.read()?);
    let problem = report_problems(&file.path, &deck);
    Ok((deck, problem))
}

/// Prints what is wrong in each broken line on standard error. Returns an error if there are any.
fn report_problems(path: &Path, deck: &Deck) -> Result<(), Failure> {
    let path = escape_path(path);
    for (line, error) in deck.problems() {
        stdio::eprint_line(format_args!("error: {path}:{line}: {error}"));
    }
    match deck.problems().len() {
        0 => Ok(()),
        broken => Err(Failure::data(format!("{path}: cannot read {}", counted(broken, "line")))),
    }
}

fn list() -> Result<(), Failure> {
    let file = file()?;
    let (deck, problem) = read(&file)?;
    let mut cards: Vec<&Card> = deck.cards().collect();
    cards.sort_by_key(|card| card.schedule.due);
    if !stdio::is_terminal() {
        if cards.is_empty() {
            stdio::eprint_line("your practice deck is empty");
        }
        print(cards.iter().map(|card| format!("{card}\n")).collect::<String>())?;
    } else if cards.is_empty() {
        print("Your practice deck is empty.\n")?;
    } else {
        let rows: Vec<Vec<String>> = cards.iter().map(|card| row(card, file.today)).collect();
        print(wrap(&table(4, &rows), stdio::columns()))?;
    }
    problem
}

/// Describes a card for people: when it is due, the game, what was wrong, and how it was answered.
fn row(card: &Card, today: Date) -> Vec<String> {
    let due = match days_between(today, card.schedule.due) {
        ..=0 => "today".to_owned(),
        _ => when(card.schedule.due, today),
    };
    let answers = match card.schedule.tries {
        0 => "new".to_owned(),
        tries => format!("{} of {tries} right at once", card.schedule.solved),
    };
    vec![due, game_title(&card.game.name()), card.kind.words(), answers]
}

fn export(to: &Path) -> Result<(), Failure> {
    let (deck, problem) = read(&file()?)?;
    let mut cards = Deck::default();
    cards.merge(&deck);
    match to.as_os_str() == "-" {
        true => print(cards.to_string())?,
        false => Disk::default().create(to, &cards.to_string())?,
    }
    problem
}

fn import(from: &Path) -> Result<(), Failure> {
    let other = Deck::read(&files::read(from)?);
    let problem = report_problems(from, &other);
    let mut changes = DeckChanges::default();
    file()?.change(|text| Deck::changed(text, |deck| changes = deck.merge(&other)))?;
    let DeckChanges { added, updated } = changes;
    print(format!("{} added, {updated} updated.\n", counted(added, "position")))?;
    problem
}

fn switch(is_on: bool) -> Result<(), Failure> {
    file()?.change(|text| Deck::changed(text, |deck| deck.set_on(is_on)))?;
    print(match is_on {
        true => "Practice is on: reviewed games add your mistakes.\n",
        false => "Practice is off: reviewed games add nothing.\n",
    })
}
