//! `cygnet games`: the finished games of a person.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::console::standard::{self, ConsoleOptions};
use crate::model::Record;
use crate::model::text::{escape_line, escape_path};
use crate::play::archive::{self, Archive};
use crate::play::files;

use super::records::{ReplayOptions, replay};
use super::style::StyleOptions;
use super::{Failure, config};

pub(super) const EXAMPLES: &str = "\
Games that a person has finished at a terminal are kept in ~/.local/state/cygnet/finished, the latest 1000, or as many as
finished_games in the configuration file says.

Examples:
  cygnet games
  cygnet games show 12
  cygnet games export 12 lost.cygnet";

#[derive(Debug, Args)]
pub(super) struct GamesOptions {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Lists the games, one a line: its number, the day, the game, the players, the moves and the result, with tabs between
    List,
    /// Shows a game move by move
    Show {
        /// Its number
        number: u64,
        /// Begin after so many moves
        #[arg(long, value_name = "N", default_value_t = 0)]
        from: usize,
        /// Wait for Enter after each move
        #[arg(long)]
        step: bool,
        #[command(flatten)]
        style: StyleOptions,
    },
    /// Writes the record of a game to a new file
    Export {
        /// Its number
        number: u64,
        /// The file; `-` is standard output
        file: PathBuf,
    },
    /// Deletes games
    Delete {
        /// Their numbers
        #[arg(required = true)]
        numbers: Vec<u64>,
    },
}

pub(super) fn run(options: &GamesOptions) -> Result<(), Failure> {
    let folder = config::state_folder().ok_or_else(|| Failure::data("there is no home folder".to_owned()))?;
    let archive = Archive::in_state(&folder, archive::USUAL_LIMIT);
    match options.action.as_ref().unwrap_or(&Action::List) {
        Action::List => list(&archive),
        Action::Show { number, from, step, style } => {
            known(&archive, *number)?;
            replay(&ReplayOptions::of(archive.path(*number), *from, *step, style.clone()))
        }
        Action::Export { number, file } => export(&known(&archive, *number)?, file),
        Action::Delete { numbers } => delete(&archive, &numbers.iter().copied().collect()),
    }
}

/// Deletes these games; at a terminal it shows them and asks first.
fn delete(archive: &Archive, numbers: &BTreeSet<u64>) -> Result<(), Failure> {
    numbers.iter().try_for_each(|number| check_number(archive, *number))?;
    if standard::is_terminal() {
        let _restored = standard::TerminalState::save();
        let mut console = standard::console(&ConsoleOptions::default())?;
        for number in numbers {
            let game = archive.read(*number).map_or_else(|error| error.to_string(), |record| line(&record));
            console.say(&format!("{number}\t{game}"))?;
        }
        if !console.is_yes("Delete?")? {
            return Ok(());
        }
    }
    Ok(numbers.iter().try_for_each(|number| archive.delete(*number))?)
}

/// The game of this number.
fn known(archive: &Archive, number: u64) -> Result<Record, Failure> {
    check_number(archive, number)?;
    Ok(archive.read(number)?)
}

/// Checks that there is a game of this number, whether or not it can be read.
fn check_number(archive: &Archive, number: u64) -> Result<(), Failure> {
    match archive.numbers()? {
        numbers if numbers.contains(&number) => Ok(()),
        numbers => Err(Failure {
            hint: Some(match (numbers.first(), numbers.last()) {
                (Some(first), Some(last)) => format!("cygnet games lists them: {first} to {last}"),
                _ => "no finished games are kept".to_owned(),
            }),
            ..Failure::data(format!("there is no finished game {number}"))
        }),
    }
}

fn list(archive: &Archive) -> Result<(), Failure> {
    let mut out = standard::output();
    let mut unreadable = 0;
    let numbers = archive.numbers()?;
    if numbers.is_empty() {
        standard::tell("no finished games are kept");
    }
    for number in numbers {
        match archive.read(number) {
            Ok(record) => writeln!(out, "{number}\t{}", line(&record))?,
            Err(error) => {
                unreadable += 1;
                standard::tell(format_args!("error: {error}"));
            }
        }
    }
    out.flush()?;
    if unreadable == 0 {
        return Ok(());
    }
    let unit = if unreadable == 1 { "game" } else { "games" };
    Err(Failure::data(format!("{unreadable} {unit} cannot be read in {}", escape_path(archive.folder()))))
}

/// What is told of a game beside its number.
fn line(record: &Record) -> String {
    let date = record.date.as_deref().unwrap_or("-");
    let [first, second] = &record.seats;
    let moves = match record.moves.len() {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    let result = record.result.as_ref();
    let result = result
        .map_or_else(|| "unfinished".to_owned(), |end| format!("{}, {}", end.outcome.tag(), end.reason));
    let players = format!("{first} - {second}");
    [date, &record.game, &players, &moves, &result].map(escape_line).join("\t")
}

fn export(record: &Record, file: &Path) -> Result<(), Failure> {
    let text = record.to_string();
    if file.as_os_str() != "-" {
        return Ok(files::create(file, &text)?);
    }
    let mut out = standard::output();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
