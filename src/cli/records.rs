//! `cygnet replay` and `check`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::style::StyleOptions;
use crate::console::standard::{self, ConsoleOptions};
use crate::model::text::escape_path;
use crate::tools::records::{self, ShowError, VerifyError};

pub(super) const REPLAY_EXAMPLES: &str = "\
Examples:
  cygnet replay game.cygnet --board compact
  cygnet replay game.cygnet --from 10 --step
  cygnet replay game.cygnet --as-input | cygnet play uglyduck --p1 human --p2 human";

#[derive(Debug, Args)]
pub(super) struct ReplayOptions {
    /// The file with the record
    file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Begin after so many moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// Wait for Enter after each move
    #[arg(long)]
    step: bool,
    /// Print the lines which, piped into `cygnet play` with two people at the table, play the same game
    #[arg(long, conflicts_with_all = ["step", "from"])]
    as_input: bool,
    #[command(flatten)]
    style: StyleOptions,
}

impl ReplayOptions {
    /// The first game of `file`, shown from the position after `from` moves.
    pub(super) fn of(file: PathBuf, from: usize, step: bool, style: StyleOptions) -> Self {
        ReplayOptions { file, game: 1, from, step, as_input: false, style }
    }
}

pub(super) fn replay(options: &ReplayOptions) -> Result<(), Failure> {
    let games = records::read_all(&options.file)?;
    let wrong = |error: VerifyError| error.in_file(&options.file);
    let index = options.game.checked_sub(1);
    let record = index.and_then(|index| games.get(index)).ok_or_else(|| {
        let file = escape_path(&options.file);
        Failure::data(format!("{file}: there is no game {}, the file holds {}", options.game, games.len()))
    })?;
    if options.as_input {
        let mut out = standard::output();
        for line in records::as_input(record).map_err(wrong)? {
            writeln!(out, "{line}")?;
        }
        return Ok(out.flush()?);
    }
    let (board, paint) = options.style.resolve()?;
    let console_options = ConsoleOptions {
        paint,
        board,
        board_named: options.style.names_board(),
        echo: false,
        strict: false,
        delay: None,
        wait: true,
        coach: false,
        stay: false,
    };
    let _restored = standard::TerminalState::save();
    let mut console = standard::console(&console_options)?;
    let shown = records::show(record, options.from, options.step, &mut console);
    console.flush()?;
    shown.map_err(|error| match error {
        ShowError::Record(error) => wrong(error).into(),
        ShowError::Stop(stop) => stop.into(),
    })
}

pub(super) fn check(paths: &[PathBuf]) -> Result<(), Failure> {
    let mut out = standard::output();
    let wrong = records::check_files(paths, &mut standard::reader(), &mut out)?;
    out.flush()?;
    if wrong == 0 {
        return Ok(());
    }
    Err(Failure::data(format!("{wrong} of {} files are wrong", paths.len())))
}
