//! `cygnet moves`, `perft` and `analyze`: questions about positions. And `rules` and `bench`.

use std::fmt::Display;
use std::io::Write;
use std::mem;
use std::time::Duration;

use clap::Args;

use crate::analysis::analyze::{AnalysisLimits, AnalysisSettings};
use crate::analysis::bench;
use crate::analysis::report::{self, PositionQuery};
use crate::console::Style;
use crate::console::stdio::{self, ConsoleOptions};
use crate::engine::resources::Resources;
use crate::engine::search::MAX_DEPTH;
use crate::games::AnyGame;
use crate::model::{StopSignal, SystemClock};
use crate::screens::Screen;
use crate::session;
use crate::tables::{TableUse, Tables};

use super::style::StyleOptions;
use super::tables::TablesOption;
use super::{Failure, memory, parse_seconds, print};

pub(super) use crate::console::output::Format;

/// The memory for an analysis where none is asked for, in MiB.
const DEFAULT_MEMORY_MIB: u32 = 256;

pub(super) const MOVES_EXAMPLES: &str = "\
Examples:
  cygnet moves uglyduck
  cygnet moves uglyduck --position 'DDs2/5/1Dd2/d1S2/4d 1' --successors
  cygnet moves uglyduck --position - --format json < positions.txt";

pub(super) const ANALYZE_EXAMPLES: &str = "\
Each line is MOVE<tab>VALUE<tab>LINE; values are in pieces for the player to
move, or `won in N`, `lost in N` (plies), `draw` where that is proven. Without
--depth, --time and --nodes, a second is taken. With --depth every value is
exact to that depth. Without it the search passes over what looks hopeless, as
`expert` does, and so sees further; only what it calls proven is certain.

Examples:
  cygnet analyze uglyduck --depth 12 --lines 3
  cygnet analyze uglyduck --position '3s1/DD1D1/1dD2/3dd/3S1 1' --time 5
  cygnet analyze uglyduck --position - --depth 8 --format json < positions.txt";

pub(super) const BENCH_EXAMPLES: &str = "\
The last line is the signature: the number of positions looked at by search and solver. For the same --leaves
it changes only when they do, or the rules or evaluation of a game.

Examples:
  cygnet bench
  cygnet bench --format json";

#[derive(Debug, Args)]
pub(super) struct PositionOptions {
    /// The position asked about; `-` reads one a line from standard input and answers each in JSON
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(super) position: Option<String>,
    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct SearchOptions {
    /// Look so many plies ahead, 1 to 200
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Take so long
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Look at so many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Show the K best moves [default: all]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,
    /// The memory for what has been found, in MiB [default: 256, or half of what is free]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    /// Search in so many threads; with more than one, the answer may differ from run to run
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    #[command(flatten)]
    tables: TablesOption,
    #[arg(skip)]
    resources: Resources,
    #[arg(skip)]
    stop: StopSignal,
}

impl SearchOptions {
    /// The tables that the analysis uses.
    pub(super) fn tables(&self) -> Tables {
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        self.tables.tables(if is_limited { TableUse::Never } else { TableUse::Always })
    }

    /// The settings of the analysis.
    pub(super) fn analysis_settings(&self) -> AnalysisSettings<'_> {
        let lines = self.lines.map(|lines| lines as usize);
        AnalysisSettings {
            limits: AnalysisLimits { depth: self.depth, time: self.time, nodes: self.nodes, lines },
            memory: memory::or_default(self.memory, DEFAULT_MEMORY_MIB),
            threads: self.threads as usize,
            resources: &self.resources,
            stop: &self.stop,
        }
    }
}

pub(super) fn answer(
    game: &AnyGame,
    position_options: &PositionOptions,
    query: PositionQuery,
) -> Result<(), Failure> {
    let mut out = stdio::stdout();
    let mut has_shown = false;
    let mut answer = |text: Option<&str>, format: Format, out: &mut dyn Write| {
        let shortage = report::write_answer(game, text, query, format, out)?;
        if let Some(shortage) = shortage.filter(|_| !mem::replace(&mut has_shown, true)) {
            note(shortage);
        }
        Ok(())
    };
    let result = match position_options.position.as_deref() {
        Some("-") => {
            report::answer_lines(stdio::stdin(), &mut out, |text, out| answer(Some(text), Format::Json, out))
        }
        position => answer(position, position_options.format, &mut out),
    };
    // What was answered is written even if the run ends in an error.
    out.flush()?;
    Ok(result?)
}

/// Says something beside the answer on standard error; where nobody listens, the answer stands without it.
pub(super) fn note(text: impl Display) {
    stdio::eprint_line(format_args!("note: {text}"));
}

/// Measures, and shows the table.
pub(super) fn run_bench(leaves: u64, format: Format) -> Result<(), Failure> {
    let mut out = stdio::stdout();
    match format {
        Format::Text => bench::write_text(leaves, &SystemClock::new(), &mut out)?,
        Format::Json => bench::write_json(leaves, &SystemClock::new(), &mut out)?,
    }
    Ok(out.flush()?)
}

/// Shows the instructions of a game: at a terminal page by page, else in one piece.
pub(super) fn rules(game: &AnyGame, examples: bool, options: &StyleOptions) -> Result<(), Failure> {
    let (board, paint) = options.resolve()?;
    if stdio::is_terminal() {
        let _restored = stdio::TerminalState::save();
        let mut console = stdio::console(&ConsoleOptions { paint, board, ..ConsoleOptions::default() })?;
        return Ok(session::show_rules(game, &mut console)?);
    }
    let style = Style { paint, board, width: stdio::window().columns(), ..Style::PLAIN };
    let document = game.instructions(&style);
    let drawings = if examples { format!("\n{}", document.drawings()) } else { String::new() };
    print(document.unpaged(style.width) + &drawings)
}
