//! `cygnet replay` and `cygnet check`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::console::stdio;
use crate::model::Record;
use crate::model::text::escape_path;
use crate::records;
use crate::show::output::CommandOutput as _;
use crate::show::replay::{self, ReplayRange};
use crate::words::counted;

use super::{Failure, Format, StyleOptions, note, print};

pub(super) const REPLAY_EXAMPLES: &str = "\
At a terminal, replay waits after each turn. Enter shows the next turn, b the previous one, a number that turn, m the next one \
marked as a mistake (it offers a review if none is marked), e the end; q quits.

Examples:
  cygnet replay game.cygnet --board compact
  cygnet replay game.cygnet --from 10 --step
  cygnet replay game.cygnet --as-input | cygnet play uglyduck --p1 human --p2 human
  cygnet replay game.cygnet --format json
  cygnet replay match.cygnet --format pgn > match.pgn

In PGN, all games of the file are written, for rating tools such as Ordo and BayesElo. In JSON, each move is an object with its number, the player, the move in both notations, the position after it, its mark and its \
comments. The last object has the players, the number of moves, the last position, the outcome and its reason.";

pub(super) const CHECK_EXAMPLES: &str = "\
In JSON, each file is an object. If it is invalid, line and error say where and why.

Examples:
  cygnet check *.cygnet
  cygnet check 5x5.proof
  cygnet check --format json - < games.cygnet";

#[derive(Debug, Args)]
pub(super) struct ReplayOptions {
    /// The file with the record
    file: PathBuf,
    /// Which game of the file, from 1 [default: 1, in PGN all]
    #[arg(long, alias = "game", value_name = "N")]
    number: Option<usize>,
    /// Start after N moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// Stop after N moves
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Wait for Enter after each move (the default at a terminal)
    #[arg(long)]
    step: bool,
    /// Show all moves without waiting
    #[arg(long, conflicts_with = "step")]
    all: bool,
    /// Print the input that replays the game when piped into `cygnet play` with two human players
    #[arg(long, conflicts_with_all = ["step", "all", "from", "to"])]
    as_input: bool,
    /// Output format; JSON is one object per line, one for each move and one for the game; PGN is for rating tools
    #[arg(long, value_enum, default_value = "text", conflicts_with_all = ["step", "as_input"])]
    format: ReplayFormat,
    #[command(flatten)]
    style: StyleOptions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReplayFormat {
    #[default]
    Text,
    Json,
    Pgn,
}

impl ReplayOptions {
    /// Returns the options that show the first game of `file`, starting after `from` moves.
    pub(super) fn of(
        file: PathBuf,
        from: usize,
        step: bool,
        format: ReplayFormat,
        style: StyleOptions,
    ) -> Self {
        let number = Some(1);
        ReplayOptions { file, number, from, to: None, step, all: false, as_input: false, format, style }
    }
}

/// Reads the record with this number, from 1, in a file. Without a number it is the first one, and a note at a
/// terminal says how many there are. Does not check whether its moves are legal.
pub(super) fn read_game(file: &Path, number: Option<usize>) -> Result<Record, Failure> {
    let mut games = records::read_all(file)?;
    if number.is_none() && games.len() > 1 && stdio::is_terminal() {
        note(format_args!("this is game 1 of {}; --number 2 takes the second", games.len()));
    }
    let number = number.unwrap_or(1);
    match number.checked_sub(1).filter(|index| *index < games.len()) {
        Some(index) => Ok(games.swap_remove(index)),
        None => {
            let (file, held) = (escape_path(file), counted(games.len(), "game"));
            Err(Failure::data(format!("{file}: there is no game {number}; the file contains {held}")))
        }
    }
}

pub(super) fn replay(options: &ReplayOptions) -> Result<(), Failure> {
    if options.format == ReplayFormat::Pgn {
        return write_pgn(options);
    }
    replay_record(&mut read_game(&options.file, options.number)?, options)
}

/// Writes one game, or all of the file.
fn write_pgn(options: &ReplayOptions) -> Result<(), Failure> {
    if options.from > 0 || options.to.is_some() {
        let hint = "leave out --from and --to, or use --format json";
        return Err(Failure::usage("a game in PGN is complete", hint));
    }
    let first = options.number.unwrap_or(1);
    let games = match options.number {
        Some(_) => vec![read_game(&options.file, options.number)?],
        None => records::read_all(&options.file)?,
    };
    let mut out = stdio::stdout();
    for (number, record) in (first..).zip(&games) {
        let game = records::pgn::game(record, number);
        out.write_all(game.map_err(records::in_file(&options.file))?.as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Replays `record`, which was read from the file of the options. It gets the annotations of a review in the replay.
pub(super) fn replay_record(record: &mut Record, options: &ReplayOptions) -> Result<(), Failure> {
    let wrong = records::in_file(&options.file);
    if options.as_input {
        let lines = records::to_input_lines(record).map_err(wrong)?;
        return print(lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    }
    let step = options.step || !options.all && stdio::is_terminal();
    let range = ReplayRange { from: options.from, to: options.to, step };
    range.check(record.moves.len()).map_err(Failure::data)?;
    let replayed = record.replay().map_err(wrong)?;
    if options.format == ReplayFormat::Json {
        let mut out = stdio::stdout();
        records::json::write_replay(record, &replayed, options.from, options.to, &mut out)?;
        return Ok(out.flush()?);
    }
    let mut console = options.style.console()?;
    let shown = replay::show(record, replayed, range, &mut console);
    console.flush()?;
    Ok(shown?)
}

pub(super) fn check(paths: &[PathBuf], format: Format) -> Result<(), Failure> {
    let mut out = stdio::stdout();
    let mut wrong = 0;
    for path in paths {
        let checked = records::check_file(path, &mut stdio::stdin());
        checked.write(format, &mut out)?;
        wrong += usize::from(!checked.valid);
    }
    out.flush()?;
    if wrong == 0 {
        return Ok(());
    }
    Err(Failure::data(format!("{wrong} of {} files could not be verified", paths.len())))
}
