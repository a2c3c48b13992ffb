//! `cygnet games`: your finished games.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use crate::console::{Document, Settings, stdio};
use crate::games;
use crate::model::text::escape_path;
use crate::model::{Date, Player, Record};
use crate::records::filter::{GameFilter, GameScore};
use crate::session::{ask_in_menu, choose_finished_game, delete_finished_games};
use crate::show::listing::{self, GameListing};
use crate::show::output::CommandOutput;
use crate::store::{Archive, Disk};
use crate::words::counted;

use super::records::{ReplayFormat, ReplayOptions, replay, replay_record};
use super::review::{ReviewSettings, review_record, unsaved};
use super::settings::HISTORY;
use super::{Failure, Format, StyleOptions, config, print, state, today};

pub(super) const EXAMPLES: &str = "\
Games that you finish at a terminal are kept in ~/.local/state/cygnet/finished: the latest 1000, unless finished_games in the \
configuration file sets another limit.

Examples:
  cygnet games
  cygnet games list | cut -f 4
  cygnet games --game replica --against hard --result lost
  cygnet games show
  cygnet games review 12
  cygnet games export 12 lost.cygnet
  cygnet games --game qawale export qawale.cygnet
  cygnet games delete 12";

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct GamesOptions {
    #[command(subcommand)]
    command: Option<GamesCommand>,
    #[command(flatten)]
    listed: ListOptions,
}

/// Which games to list, and how.
#[derive(Clone, Debug, Args)]
struct ListOptions {
    #[command(flatten)]
    filter: GameFilterOptions,
    /// Output format [default: text]
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// Which games to use.
#[derive(Clone, Debug, Args)]
pub(super) struct GameFilterOptions {
    /// Only this game: `replica` for all boards, `replica:12` for one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only games against this opponent: `expert` for any time per move, `expert:0.5` for one; @NAME for an engine
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// Only games in which you moved first or second
    #[arg(long, value_name = "SIDE", value_parser = side())]
    side: Option<Player>,
    /// Only games that you won, drew or lost
    #[arg(long, value_name = "won|drawn|lost", value_parser = score)]
    result: Option<GameScore>,
    /// Only games from this day on, such as 2026-11-21
    #[arg(long, value_name = "DAY", value_parser = str::parse::<Date>)]
    since: Option<Date>,
}

fn side() -> impl TypedValueParser<Value = Player> {
    let names = [PossibleValue::new("first").alias("1"), PossibleValue::new("second").alias("2")];
    let player = |name: String| if name == "first" || name == "1" { Player::One } else { Player::Two };
    PossibleValuesParser::new(names).map(player)
}

fn score(text: &str) -> Result<GameScore, String> {
    let score = GameScore::ALL.into_iter().find(|(name, _)| text.eq_ignore_ascii_case(name));
    score.map(|(_, score)| score).ok_or_else(|| "expected won, drawn or lost".to_owned())
}

impl GameFilterOptions {
    /// Converts the options to a filter.
    ///
    /// # Errors
    /// Returns an error if the game or the engine is unknown.
    pub(super) fn to_filter(&self) -> Result<GameFilter, Failure> {
        self.game.as_deref().map(games::open).transpose()?;
        if let Some(name) = &self.against {
            config::read()?.engine(name)?;
        }
        let GameFilterOptions { game, against, side, result: score, since } = self.clone();
        Ok(GameFilter { game, against, side, score, since })
    }
}

#[derive(Debug, Subcommand)]
enum GamesCommand {
    /// Lists the games. Through a pipe one per line: number, day, game, players, moves and result, separated
    /// by tabs
    List {
        #[command(flatten)]
        listed: ListOptions,
    },
    /// Shows a game move by move
    Show {
        /// The number of the game [default: the latest]
        number: Option<u64>,
        /// Start after N moves
        #[arg(long, value_name = "N", default_value_t = 0)]
        from: usize,
        /// Wait for Enter after each move
        #[arg(long)]
        step: bool,
        /// Output format; JSON is one object per line, one for each move and one for the game
        #[arg(long, value_enum, default_value = "text", conflicts_with = "step")]
        format: ReplayFormat,
        #[command(flatten)]
        style: StyleOptions,
    },
    /// Evaluates each turn of a game and shows where it was lost
    Review {
        /// The number of the game [default: the latest]
        number: Option<u64>,
        #[command(flatten)]
        settings: Box<ReviewSettings>,
    },
    /// Writes the records of games to a new file
    #[command(allow_missing_positional = true)]
    Export {
        /// The numbers of the games; without any, all games that match the filter
        #[arg(conflicts_with_all = ["game", "against", "side", "result", "since"])]
        numbers: Vec<u64>,
        /// The file; `-` is standard output
        #[arg(required = true)]
        file: PathBuf,
        #[command(flatten)]
        filter: GameFilterOptions,
    },
    /// Deletes games
    Delete {
        /// The numbers of the games
        #[arg(required = true)]
        numbers: Vec<u64>,
    },
}

pub(super) fn run(options: &GamesOptions) -> Result<(), Failure> {
    let archive = archive()?;
    let Some(command) = &options.command else { return list(&archive, &options.listed) };
    match command {
        GamesCommand::List { listed } => list(&archive, listed),
        GamesCommand::Show { number, from, step, format, style } => {
            let number = or_latest(&archive, *number)?;
            let mut record = read_game(&archive, number)?;
            let options = ReplayOptions::of(archive.path(number), *from, *step, *format, style.clone());
            if *format == ReplayFormat::Pgn {
                return replay(&options);
            }
            let before = record.clone();
            let shown = replay_record(&mut record, &options);
            archive.annotate(number, &before, &record).map_err(|error| unsaved(&error))?;
            shown
        }
        GamesCommand::Review { number, settings } => {
            settings.check_files()?;
            review_finished(&archive, or_latest(&archive, *number)?, settings)
        }
        GamesCommand::Export { file, .. }
            if file.to_str().is_some_and(|name| name.parse::<u64>().is_ok()) =>
        {
            let hint = "name the file after the numbers: cygnet games export 1 FILE; - shows it";
            Err(Failure::usage(format!("the file is missing after {}", file.display()), hint))
        }
        GamesCommand::Export { numbers, file, filter } => export(&archive, numbers, filter, file),
        GamesCommand::Delete { numbers } => delete(&archive, numbers.clone()),
    }
}

/// Shows the latest finished games at a terminal, asks for one and reviews it.
pub(super) fn review_chosen(settings: &ReviewSettings) -> Result<(), Failure> {
    if !stdio::is_terminal() {
        let missing = "the following required arguments were not provided: <FILE>";
        let hint = "cygnet games lists your finished games, and cygnet games review NUMBER reviews one";
        return Err(Failure::usage(missing, hint));
    }
    let archive = archive()?;
    let mut console = settings.style.console()?;
    let chosen = ask_in_menu(&mut console, |dialog| choose_finished_game(dialog, &archive, today()))?;
    drop(console);
    match chosen {
        Some((number, _)) => review_finished(&archive, number, settings),
        None => Ok(()),
    }
}

fn review_finished(archive: &Archive, number: u64, settings: &ReviewSettings) -> Result<(), Failure> {
    review_record(&archive.path(number), &read_game(archive, number)?, settings, Some((archive, number)))
}

/// Deletes games. At a terminal, shows them and asks first.
fn delete(archive: &Archive, mut numbers: Vec<u64>) -> Result<(), Failure> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.iter().try_for_each(|number| check_number(archive, *number))?;
    if stdio::is_terminal() {
        let mut console = stdio::console(Settings::PIPED, config::read()?.get(&HISTORY), false)?;
        for number in &numbers {
            let game = archive.read(*number).map(|record| list_for_people(&[(*number, record)]));
            console.say(game.unwrap_or_else(|error| format!("{number}  {error}")).trim_end())?;
        }
        let deleted = ask_in_menu(&mut console, |dialog| delete_finished_games(dialog, archive, &numbers))?;
        return Ok(deleted.unwrap_or(Ok(()))?);
    }
    let failed: Vec<_> = numbers.iter().filter_map(|number| archive.delete(*number).err()).collect();
    failed.iter().for_each(|error| stdio::eprint_line(format_args!("error: {error}")));
    if failed.is_empty() { Ok(()) } else { Err(Failure::silent(1)) }
}

/// Returns `number`, or that of the latest readable game. The errors of later ones are printed on standard error.
fn or_latest(archive: &Archive, number: Option<u64>) -> Result<u64, Failure> {
    if let Some(number) = number {
        return Ok(number);
    }
    let numbers = archive.numbers()?;
    for number in numbers.iter().rev() {
        match archive.read(*number) {
            Ok(_) => return Ok(*number),
            Err(error) => stdio::eprint_line(format_args!("error: {error}")),
        }
    }
    Err(Failure::data(match numbers.len() {
        0 => "there are no finished games yet",
        _ => "no finished game can be read",
    }))
}

/// Reads the game with this number.
fn read_game(archive: &Archive, number: u64) -> Result<Record, Failure> {
    check_number(archive, number)?;
    Ok(archive.read(number)?)
}

/// Checks that a game with this number exists, readable or not.
fn check_number(archive: &Archive, number: u64) -> Result<(), Failure> {
    match archive.numbers()? {
        numbers if numbers.contains(&number) => Ok(()),
        numbers => {
            let hint = match (numbers.first(), numbers.last()) {
                (Some(first), Some(last)) => format!("cygnet games lists them, from {first} to {last}"),
                _ => "there are no finished games yet".to_owned(),
            };
            Err(Failure::data(format!("there is no finished game {number}")).hint(hint))
        }
    }
}

/// Opens the archive of finished games. Without a limit, bringing back a game deletes no other.
pub(super) fn archive() -> Result<Archive, Failure> {
    Ok(Archive::in_state_dir(&Disk::default(), &state::folder()?, usize::MAX))
}

/// Games with their numbers, and an error if others could not be read.
pub(super) type FoundGames = (Vec<(u64, Record)>, Result<(), Failure>);

/// Reads the games that match the filter, oldest first. Returns them with an error if there are unreadable games. The
/// errors of these are printed on standard error, and so is the reason why no game matches.
pub(super) fn records(archive: &Archive, filter: &GameFilter) -> Result<FoundGames, Failure> {
    let (mut records, mut unreadable) = (Vec::new(), 0);
    for number in archive.numbers()? {
        match archive.read(number) {
            Ok(record) => records.push((number, record)),
            Err(error) => {
                unreadable += 1;
                stdio::eprint_line(format_args!("error: {error}"));
            }
        }
    }
    let all: Vec<&Record> = records.iter().map(|(_, record)| record).collect();
    filter.mismatch(&all).iter().for_each(stdio::eprint_line);
    records.retain(|(_, record)| filter.matches(record));
    let problem =
        || format!("cannot read {} in {}", counted(unreadable, "game"), escape_path(&archive.folder));
    Ok((records, if unreadable == 0 { Ok(()) } else { Err(Failure::data(problem())) }))
}

fn list(archive: &Archive, options: &ListOptions) -> Result<(), Failure> {
    if archive.numbers()?.is_empty() {
        stdio::eprint_line("there are no finished games yet");
    }
    let (records, problem) = records(archive, &options.filter.to_filter()?)?;
    let format = options.format.unwrap_or_default();
    if format == Format::Text && stdio::is_terminal() {
        let mut console = stdio::console(Settings::PIPED, config::read()?.get(&HISTORY), false)?;
        let list = Document::list(list_for_people(&records));
        ask_in_menu(&mut console, |dialog| dialog.show(&list))?;
        if let Some((number, _)) = records.last() {
            console.say(&format!(
                "(cygnet games show {number} shows game {number}, cygnet games review {number} reviews it.)"
            ))?;
        }
        return problem;
    }
    let mut out = stdio::stdout();
    for (number, record) in &records {
        GameListing::of(*number, record).write(format, &mut out)?;
    }
    out.flush()?;
    problem
}

/// Formats games for a terminal.
fn list_for_people(games: &[(u64, Record)]) -> String {
    let dot = if stdio::is_ascii_terminal(&std::io::stdout()) { " | " } else { listing::DOT };
    listing::list(games, today(), stdio::columns(), dot)
}

/// Exports the games with these numbers, or all that match the filter if there are no numbers.
fn export(
    archive: &Archive,
    numbers: &[u64],
    filter: &GameFilterOptions,
    file: &Path,
) -> Result<(), Failure> {
    let (games, problem): (Vec<Record>, _) = match numbers {
        [] => {
            let (games, problem) = records(archive, &filter.to_filter()?)?;
            (games.into_iter().map(|(_, record)| record).collect(), problem)
        }
        _ => {
            let mut seen = HashSet::new();
            let numbers = numbers.iter().filter(|number| seen.insert(**number));
            (numbers.map(|number| read_game(archive, *number)).collect::<Result<_, _>>()?, Ok(()))
        }
    };
    if games.is_empty() {
        return Err(Failure::data("no games match, so nothing was written"));
    }
    let text = games.iter().map(Record::to_string).collect::<Vec<_>>().join("\n");
    match file.as_os_str() == "-" {
        true => print(text)?,
        false => Disk::default().create(file, &text)?,
    }
    problem
}
