//! `cygnet solve` and `cygnet book`.

use std::io::Write;
use std::num::NonZero;
use std::thread;
use std::time::Duration;

use clap::Args;

use super::{Failure, Format, SubjectOptions};
use crate::console::standard;
use crate::engine::solver::Progress;
use crate::face::{AnyGame, BookPlan};
use crate::games;
use crate::tools::report::{self, ReportError};
use crate::tools::solve;

pub(super) const EXAMPLES: &str = "\
The result is told only when it is proven, else it is `unknown`: when the positions of --positions are used up, or after Ctrl-C.
docs/solved.md has the results of many boards, and says why the proofs are right.

Examples:
  cygnet solve uglyduck --memory 4096
  cygnet solve uglyduck-xl:4x4 --distance
  cygnet solve uglyduck --position '3s1/DD1D1/1dD2/3dd/3S1 1' --format json";

#[derive(Debug, Args)]
pub(super) struct SolveOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// Find the number of plies too, and a line in which both sides play best
    #[arg(long)]
    distance: bool,
    /// The memory for what has been proven, in MiB
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Search in so many threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Give up after so many positions
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    #[command(flatten)]
    subject: SubjectOptions,
}

#[derive(Debug, Args)]
pub(super) struct BookOptions {
    /// The game: `id` or `id:options`
    game: String,
    /// The memory for the proofs, in MiB
    #[arg(long, value_name = "MIB", default_value = "2048", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Prove in so many threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Leave out what a player solves by looking at so many positions
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    patience: u64,
    /// The memory of that player, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    player_memory: u32,
}

/// How often the progress of a proof is shown.
const PROGRESS: Duration = Duration::from_millis(200);

impl SolveOptions {
    /// Solves and answers.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let game = games::open(&self.game)?;
        let stop = standard::stop_signal()?;
        let effort = solve::Effort {
            memory: mebibytes(self.memory),
            threads: threads(self.threads),
            positions: self.positions.unwrap_or(u64::MAX),
            distance: self.distance,
            stop: stop.clone(),
        };
        let mut out = standard::output();
        let result = answer_solve(game.as_ref(), &self.subject, &effort, &mut out);
        out.flush()?;
        if stop.is_raised() { Err(Failure::quiet(130)) } else { Ok(result?) }
    }
}

fn mebibytes(number: u32) -> usize {
    (number as usize) << 20
}

/// The number asked for, or as many as the machine runs at once.
fn threads(wanted: Option<u32>) -> usize {
    let all = || thread::available_parallelism().map_or(1, NonZero::get);
    wanted.map_or_else(all, |threads| threads as usize)
}

impl BookOptions {
    /// Writes the book.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let game = games::open(&self.game)?;
        let plan = BookPlan {
            memory: mebibytes(self.memory),
            threads: threads(self.threads),
            player_memory: mebibytes(self.player_memory),
            patience: self.patience,
            stop: standard::stop_signal()?,
        };
        let mut status = standard::StatusLine::new();
        let pages = game.book(&plan, &mut |pages| status.show(&format!("{pages} positions (Ctrl-C ends)")));
        status.clear();
        let mut out = standard::output();
        for (position, mv) in pages.map_err(Failure::data)? {
            writeln!(out, "{position} {mv}")?;
        }
        Ok(out.flush()?)
    }
}

fn answer_solve(
    game: &dyn AnyGame,
    subject: &SubjectOptions,
    effort: &solve::Effort,
    out: &mut dyn Write,
) -> Result<(), ReportError> {
    let mut status = standard::StatusLine::new();
    let mut next = PROGRESS;
    let mut answer = |text: Option<&str>, format: Format, out: &mut dyn Write| {
        let position = game.position(text).map_err(ReportError::Position)?;
        let mut listener = |time: Duration, progress: Progress| {
            if time >= next {
                status.show(&solve::status(time, progress));
                next = time + PROGRESS;
            }
        };
        match format {
            Format::Text => solve::text(position.as_ref(), effort, &mut listener, out)?,
            Format::Json => solve::json(position.as_ref(), effort, &mut listener, out)?,
        }
        next = PROGRESS;
        status.clear();
        Ok(())
    };
    match subject.position.as_deref() {
        Some("-") => {
            report::answer_each(standard::reader(), out, |text, out| answer(Some(text), Format::Json, out))
        }
        text => answer(text, subject.format, out),
    }
}
