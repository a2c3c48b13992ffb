//! `cygnet solve`.

use std::mem;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::analysis::proof::{self, SavedProofError};
use crate::analysis::solve::{self, TimedProgressListener};
use crate::console::{ProgressBar, stdio};
use crate::engine::resources::{MemoryShortage, ThreadShortage};
use crate::engine::solver::{MAX_PLIES, ProofFileError, Solver};
use crate::games::{self, AnyGame};
use crate::model::{SystemClock, text::escape_path};
use crate::show::output::CommandOutput;
use crate::show::positions;
use crate::tables::TableUse;
use crate::words::counted;

use super::positions::{PositionOptions, answer_each};
use super::{Failure, TablesOption, memory, note, path_to_write, print_output, report_problems};

pub(super) const EXAMPLES: &str = "\
Only proven results are shown. If the proof is interrupted with Ctrl-C, or reaches the limit set with --nodes, the result is \
`unknown`.

Examples:
  cygnet solve uglyduck --memory 4096
  cygnet solve uglyduck-xl:4x4 --distance
  cygnet solve uglyduck --position '3s1/DD1D1/1dD2/3dd/3S1 1' --format json";

#[derive(Debug, Args)]
pub(super) struct SolveOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// Also find the number of plies and a line of best play
    #[arg(long)]
    distance: bool,
    /// Look only for a win within PLIES plies, with a search to that depth; report the depth to which a win
    /// is ruled out
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLIES)), conflicts_with_all = ["distance", "proof", "order"])]
    within: Option<u32>,
    /// The memory for the proof, in MiB [default: 1024, or half of the free memory]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    /// The number of threads; with more than one, the proof can differ from run to run [default: the number of
    /// processors, or 1 with --nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Stop after N positions
    #[arg(long, alias = "positions", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Save the proof in FILE every five minutes and at the end; resume from FILE if it exists
    #[arg(long, value_name = "FILE", value_parser = path_to_write())]
    proof: Option<PathBuf>,
    /// Search equal moves in another order, chosen by N; the result is the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    order: u64,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    position_options: PositionOptions,
}

impl SolveOptions {
    /// Solves the positions and prints the results. After an interrupt, prints what was found so far.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let is_limited = self.nodes.is_some();
        let no_tables = is_limited || self.within.is_some();
        let tables = self.tables.tables(if no_tables { TableUse::Never } else { TableUse::Always });
        let game = tables.attach(games::open(&self.game)?);
        let signals = stdio::task_signals()?;
        let solver = Solver {
            bytes: memory::or_default(self.memory, memory::PROOF_MIB),
            // With a limit of positions, the same question has the same answer.
            threads: threads(self.threads.or(is_limited.then_some(1))),
            positions: self.nodes.unwrap_or(u64::MAX),
            within: self.within,
            distance: self.distance,
            order: self.order,
            stop: signals.interrupt.clone(),
        };
        let clock = SystemClock::new();
        if let Some(path) = &self.proof {
            self.solve_with_saved_proof(&game, &solver, path, &clock)?;
            return Failure::check_interruption(&signals);
        }
        let mut has_shown = false;
        let answered = answer_each(&self.position_options, stdio::task_stdin(), &mut |text, format, out| {
            let position = positions::read_position(&game, text)?;
            let solved = with_spinner(|listener| solve::solve(&game, &position, &solver, &clock, listener));
            report_shortages(solved.shortage, solved.memory_shortage, &mut has_shown);
            Ok(solved.write(format, out)?)
        });
        report_problems(&[&tables]);
        Failure::check_interruption(&signals)?;
        answered
    }

    /// Solves one position and saves the proof in a file.
    fn solve_with_saved_proof(
        &self,
        game: &AnyGame,
        solver: &Solver,
        path: &Path,
        clock: &SystemClock,
    ) -> Result<(), Failure> {
        let text = self.position_options.position.as_deref();
        if text == Some("-") {
            let hint = "give the text of the position, or leave out --proof";
            return Err(Failure::usage("--proof works with one position only", hint));
        }
        let position = positions::read_position(game, text)?;
        let solved =
            with_spinner(|listener| proof::solve_and_save(game, &position, solver, path, clock, listener));
        let (solution, before) = solved.map_err(|error| match error {
            SavedProofError::File(error) => error.into(),
            SavedProofError::Proof { error: ProofFileError::Unsupported, .. } => {
                Failure::usage(error, "leave out --proof to solve it without saving the proof; for Ugly Duck, a larger --memory may help")
            }
            _ => Failure::data(error),
        })?;
        if before > 0 {
            note(format_args!("{}: resumed after {}", escape_path(path), counted(before, "position")));
        }
        report_shortages(solution.shortage, solution.memory_shortage, &mut false);
        print_output(&solution, self.position_options.format)
    }
}

/// How often a proof says how far it is where no status line is drawn.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Runs `work` and shows its progress.
fn with_spinner<T>(work: impl FnOnce(&mut TimedProgressListener<'_>) -> T) -> T {
    let spinner = ProgressBar::spinner();
    let mut next = LINE_INTERVAL;
    let done = work(&mut |time, progress| {
        spinner.show(0, || solve::status(time, progress));
        if !spinner.is_visible() && time >= next {
            next = time + LINE_INTERVAL;
            stdio::eprint_line(solve::status(time, progress));
        }
    });
    spinner.finish();
    done
}

/// Notes, once, that fewer threads or less memory were available than requested.
fn report_shortages(threads: Option<ThreadShortage>, memory: Option<MemoryShortage>, has_shown: &mut bool) {
    if threads.is_none() && memory.is_none() || mem::replace(has_shown, true) {
        return;
    }
    threads.iter().for_each(note);
    memory.iter().for_each(|shortage| note(format_args!("{shortage} (--memory)")));
}

/// Returns the number of threads given, or the number of processors.
pub(super) fn threads(wanted: Option<u32>) -> usize {
    let all = || thread::available_parallelism().map_or(1, NonZero::get);
    wanted.map_or_else(all, |threads| threads as usize)
}
