//! `cygnet moves`, `perft` and `analyze`, which answer questions about positions; also `rules` and `bench`.

use std::fmt::Display;
use std::io::{BufReader, Read, Write};
use std::mem;
use std::time::Duration;

use clap::Args;

use crate::analysis::analyze::AnalysisSettings;
use crate::analysis::bench;
use crate::console::stdio;
use crate::engine::bots::SearchBudget;
use crate::engine::resources::Resources;
use crate::engine::search::MAX_DEPTH;
use crate::games;
use crate::model::{StopSignal, SystemClock};
use crate::screens::Screen;
use crate::session;
use crate::show::output::CommandOutput as _;
use crate::show::positions::{self, LegalMoves, Perft, ReportError};
use crate::tables::TableUse;

use super::{Failure, StyleOptions, TablesOption, memory, parse_seconds, print, report_problems};

pub(super) use crate::show::output::Format;

pub(super) const RULES_EXAMPLES: &str =
    "Examples:\n  cygnet rules uglyduck\n  cygnet rules replica:8,house --examples | less";

pub(super) const MOVES_EXAMPLES: &str = "\
Examples:
  cygnet moves uglyduck
  cygnet moves uglyduck a1b2 e3d3
  cygnet moves uglyduck --position 'DDs2/5/1Dd2/d1S2/4d 1' --successors
  cygnet moves uglyduck --position - --format json < positions.txt";

pub(super) const PERFT_EXAMPLES: &str =
    "Examples:\n  cygnet perft uglyduck 8\n  cygnet perft uglyduck 5 --divide";

pub(super) const ANALYZE_EXAMPLES: &str = "\
Each line is MOVE<tab>VALUE<tab>LINE. Values are in pieces, from the point of view of the player \
to move; proven results, of the search, a book or a table, are `won in N`, `lost in N` (plies, if known) or `draw`. Without \
--depth, --time and --nodes, the search takes one second. With --depth, every \
value is exact to that depth. Without it, the search prunes hopeless lines, like \
`expert`, and so looks further ahead; only proven results are certain.

Examples:
  cygnet analyze uglyduck --depth 12 --lines 3
  cygnet analyze uglyduck a1b2 e3d3 --depth 8
  cygnet analyze uglyduck --position '3s1/DD1D1/1dD2/3dd/3S1 1' --time 5
  cygnet analyze uglyduck --position - --depth 8 --format json < positions.txt";

pub(super) const BENCH_EXAMPLES: &str = "\
The last line is the signature: the number of positions visited by the search and the solver. For the same --leaves, it changes \
only if the search, the solver, or the rules or the evaluation of a game change.

Examples:
  cygnet bench
  cygnet bench --format json";

#[derive(Debug, Args)]
pub(super) struct PositionOptions {
    /// The position; `-` reads one per line from standard input and answers each in JSON
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(super) position: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct RulesOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// Also draw the examples (always drawn at a terminal)
    #[arg(long)]
    examples: bool,
    #[command(flatten)]
    style: StyleOptions,
}

#[derive(Debug, Args)]
pub(super) struct MovesOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// The moves to play first, in either notation: `a1b2`, or 'a1 b2' in quotes
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Print a tab and the resulting position after each move
    #[arg(long)]
    successors: bool,
    #[command(flatten)]
    at: PositionOptions,
}

#[derive(Debug, Args)]
pub(super) struct PerftOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// The number of moves
    depth: u32,
    /// Print the count for each first move as a line `MOVE<tab>COUNT`, then the total
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    at: PositionOptions,
}

#[derive(Debug, Args)]
pub(super) struct AnalyzeOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// The moves before the position
    moves: Vec<String>,
    /// Search N plies ahead, 1 to 200
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Stop after this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Stop after N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Show the K best moves [default: all that were searched]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// The memory for search results, in MiB [default: 256, or what fits into half of the free memory]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    /// The number of threads; with more than one, results can differ from run to run
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    at: PositionOptions,
}

/// Lists the legal moves after those of the options.
pub(super) fn moves(options: &MovesOptions) -> Result<(), Failure> {
    let game = games::open(&options.game)?;
    answer_each(&options.at, stdio::stdin(), &mut |text, format, out| {
        let position = positions::position_after(&game, text, &options.moves)?;
        Ok(LegalMoves::new(&position, options.successors).write(format, out)?)
    })
}

/// Counts the move sequences of the depth.
pub(super) fn perft(options: &PerftOptions) -> Result<(), Failure> {
    let game = games::open(&options.game)?;
    answer_each(&options.at, stdio::stdin(), &mut |text, format, out| {
        let position = positions::read_position(&game, text)?;
        Ok(Perft::new(&game, &position, options.depth, options.divide)?.write(format, out)?)
    })
}

/// Evaluates the legal moves.
pub(super) fn analyze(options: &AnalyzeOptions) -> Result<(), Failure> {
    let is_limited = options.depth.is_some() || options.nodes.is_some();
    let tables = options.tables.tables(if is_limited { TableUse::Never } else { TableUse::Always });
    let game = tables.attach(games::open(&options.game)?);
    let budget = SearchBudget::default().with_time(options.time).with_nodes(options.nodes);
    let settings = AnalysisSettings {
        budget: budget.with_depth(options.depth),
        lines: options.lines.map(|lines| lines as usize),
        memory: memory::for_searches(options.memory, memory::SEARCH_MIB, 1),
        threads: options.threads as usize,
        resources: &Resources::default(),
        stop: &StopSignal::new(),
    };
    let (clock, mut has_shown) = (SystemClock::new(), false);
    let answered = answer_each(&options.at, stdio::stdin(), &mut |text, format, out| {
        let position = positions::position_after(&game, text, &options.moves)?;
        let analysis = settings.analyze(&game, &position, &clock);
        analysis.write(format, out)?;
        if let Some(shortage) = analysis.shortage.filter(|_| !mem::replace(&mut has_shown, true)) {
            note(shortage);
        }
        Ok(())
    });
    report_problems(&[&tables]);
    answered
}

/// Writes the answer for a position, in a format.
pub(super) type Answer<'a> = dyn FnMut(Option<&str>, Format, &mut dyn Write) -> Result<(), ReportError> + 'a;

/// Writes the answer for the position of the options, or in JSON for each position of `input`.
pub(super) fn answer_each(
    options: &PositionOptions,
    input: BufReader<impl Read>,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let mut out = stdio::stdout();
    let result = match options.position.as_deref() {
        Some("-") => {
            positions::answer_lines(input, &mut out, |text, out| answer(Some(text), Format::Json, out))
        }
        position => answer(position, options.format, &mut out),
    };
    // Write the answers so far even if the run ends with an error.
    out.flush()?;
    Ok(result?)
}

/// Prints a note on standard error, ignoring errors.
pub(super) fn note(text: impl Display) {
    stdio::eprint_line(format_args!("note: {text}"));
}

/// Runs the benchmark and prints its table. After an interrupt, prints the rows so far.
pub(super) fn run_bench(leaves: u64, format: Format) -> Result<(), Failure> {
    let (signals, clock) = (stdio::task_signals()?, SystemClock::new());
    let mut out = stdio::stdout();
    match format {
        Format::Text => bench::write_text(leaves, &clock, &signals.interrupt, &mut out)?,
        Format::Json => bench::write_json(leaves, &clock, &signals.interrupt, &mut out)?,
    }
    out.flush()?;
    Failure::check_interruption(&signals)
}

/// Shows the instructions of a game, page by page at a terminal, otherwise all at once.
pub(super) fn rules(options: &RulesOptions) -> Result<(), Failure> {
    let game = games::open(&options.game)?;
    if stdio::is_terminal() {
        let mut console = options.style.console()?;
        let rules = game.instructions(&console.style());
        session::ask_in_menu(&mut console, |dialog| dialog.show(&rules))?;
        return Ok(console.flush()?);
    }
    let style = options.style.for_output()?;
    let document = game.instructions(&style);
    let drawings = if options.examples { format!("\n{}", document.drawings()) } else { String::new() };
    print(document.unpaged(style.width) + &drawings)
}
