//! `cygnet explore`.

use clap::Args;

use crate::console::output::CommandOutput;
use crate::console::stdio::{self, ConsoleOptions};
use crate::console::{Console, Prompt, Stop, rows, wrap};
use crate::games::{self, AnyGame};
use crate::model::Record;
use crate::records::explore::{explore, to_canonical};
use crate::records::stats::GameFilter;
use crate::screens::drawing::draw_with_rows_below;
use crate::tables::TableUse;

use super::Failure;
use super::games::{archive, check_readable, records};
use super::positions::Format;
use super::tables::{TablesOption, report_problems};

pub(super) const EXAMPLES: &str = "\
Shows a row for each move that was played from this position in your finished games (see cygnet games): how often, and with which \
results for the player who made it. Moves whose result is proven by the rules, a book or a table (see cygnet table) are listed even if \
they were never played. A game counts whichever moves led to the position. Add a move to the command line to go one step further.

Examples:
  cygnet explore uglyduck
  cygnet explore uglyduck a1b2 e3d3
  cygnet explore uglyduck --position '5/5/1D3/d1d2/5 1' --format json";

#[derive(Debug, Args)]
pub(super) struct ExploreOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// The moves from the start, in canonical notation
    moves: Vec<String>,
    /// The position to start from
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    tables: TablesOption,
}

pub(super) fn run(options: &ExploreOptions) -> Result<(), Failure> {
    let tables = options.tables.tables(TableUse::Always);
    let game = tables.attach(games::open(&options.game)?);
    let archive = archive()?;
    let (records, unreadable) = records(&archive, &GameFilter::default())?;
    let records: Vec<Record> = records.into_iter().map(|(_, record)| record).collect();
    let is_interactive = options.format == Format::Text && stdio::is_terminal();
    match is_interactive {
        true => explore_interactively(&game, options, &records)?,
        false => {
            let found = explore(&game, options.position.as_deref(), &options.moves, &records);
            found.map_err(Failure::notation)?.0.write(options.format, &mut stdio::stdout())?;
        }
    }
    report_problems(&tables);
    check_readable(&archive, unreadable)
}

/// The prompt below each board.
const EXPLORE_PROMPT: &str = "Move, back, start, or Enter to leave: ";

/// Shows the position, then the one after each typed move, until the player leaves.
fn explore_interactively(
    game: &AnyGame,
    options: &ExploreOptions,
    records: &[Record],
) -> Result<(), Failure> {
    let _restored = stdio::TerminalState::save();
    let mut console =
        stdio::console(&ConsoleOptions { board: stdio::default_board(), ..ConsoleOptions::default() })?;
    let mut moves = options.moves.clone();
    loop {
        let (found, history) =
            explore(game, options.position.as_deref(), &moves, records).map_err(Failure::notation)?;
        let columns = console.style().width;
        let max_rows = console.style().rows.map_or(usize::MAX, |rows| rows / 4);
        let table = wrap(&found.compact_text(max_rows), columns);
        let below = rows(&table, columns) + rows(&wrap(EXPLORE_PROMPT, columns), columns) + 1;
        let (board, _) = draw_with_rows_below(game, &history, &console, below);
        console.say(&format!("\n{}\n{table}", board.trim_end()))?;
        loop {
            let Some(answer) = ask(&mut console)? else { return Ok(()) };
            match answer.as_str() {
                "back" => drop(moves.pop()),
                "start" => moves.clear(),
                _ => match to_canonical(game, &history, &answer) {
                    Ok(mv) => moves.push(mv),
                    Err(problem) => {
                        console.refuse(&problem)?;
                        continue;
                    }
                },
            }
            break;
        }
    }
}

/// Reads a line. Returns `None` if the player leaves, with an empty line, `quit` or the end of input.
fn ask(console: &mut Console) -> Result<Option<String>, Failure> {
    let prompt = Prompt::with_answers(EXPLORE_PROMPT, ["back", "start"]);
    match console.read(&prompt) {
        Ok(line) => {
            let answer = line.text().trim().to_lowercase();
            Ok(Some(answer).filter(|answer| !["", "quit", ":quit", "exit"].contains(&answer.as_str())))
        }
        Err(Stop::EndOfInput | Stop::Interrupted) => Ok(None),
        Err(stop) => Err(stop.into()),
    }
}
