//! `cygnet review`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::analysis::review::{self, AssessmentLimits, Assessor, Knowledge, Review, ReviewedTurn};
use crate::console::{ProgressBar, Stop, stdio};
use crate::engine::bots::SearchBudget;
use crate::engine::referee::Referee;
use crate::engine::search::MAX_DEPTH;
use crate::games::{AnyGame, AnyPosition};
use crate::lines::write_json_line;
use crate::model::text::escape_path;
use crate::model::{History, Record, SystemClock};
use crate::records::{self, names};
use crate::session::{ask_in_menu, show_review};
use crate::show;
use crate::store::{Archive, Disk, FileError, files};
use crate::tables::TableUse;

use super::play::is_same_file;
use super::records::read_game;
use super::{
    Failure, StyleOptions, TablesOption, memory, parse_seconds, path_to_write, practice, print,
    report_problems,
};

pub(super) const EXAMPLES: &str = "\
Compares each turn with the best possible one. Proven results are shown as won, lost or a draw; everything else is an estimate, \
in words such as \"better\". A review takes a few seconds and knows as \
much as hints and the coach. --deep takes ten times as long. Ctrl-C stops the review and shows the turns reviewed so far. \
At a terminal a turn's number then shows its boards, and Enter leaves.

Examples:
  cygnet review game.cygnet
  cygnet review game.cygnet --deep
  cygnet review game.cygnet --time 5 --format html --out review.html
  cygnet review game.cygnet --nodes 100000 --proof-nodes 50000000 --memory 2048
  cygnet review game.cygnet --annotate marked.cygnet; cygnet replay marked.cygnet";

#[derive(Debug, Args)]
pub(super) struct ReviewOptions {
    /// The file with the record; without it, a list of your finished games at a terminal
    file: Option<PathBuf>,
    /// Which game of the file, from 1 [default: the first]
    #[arg(long, alias = "game", value_name = "N", requires = "file")]
    number: Option<usize>,
    #[command(flatten)]
    settings: ReviewSettings,
}

/// How to review a game, and where to write the review.
#[derive(Debug, Args)]
pub(super) struct ReviewSettings {
    /// Search and prove ten times as much
    #[arg(long)]
    deep: bool,
    /// The time for each turn
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Search N plies ahead, 1 to 200
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Search N positions for each turn [default: 1000000 without another limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The maximum number of positions to search for the proof of a position, in games with a prover
    /// [default: a tenth of --nodes, or 100000; with --time, no limit]
    #[arg(long, alias = "proof", value_name = "N")]
    proof_nodes: Option<u64>,
    /// The memory for searches and proofs, in MiB for each processor
    #[arg(long, value_name = "MIB", default_value_t = memory::SEARCH_MIB, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: ReviewFormat,
    /// Write the review to a new file
    #[arg(long, value_name = "FILE", value_parser = path_to_write())]
    out: Option<PathBuf>,
    /// Also write the record with marks, values and better moves to a new file
    #[arg(long, value_name = "FILE", value_parser = path_to_write())]
    annotate: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    pub(super) style: StyleOptions,
}

impl ReviewSettings {
    /// Returns the limits of the review.
    fn limits<'a>(&self, clock: &'a SystemClock) -> AssessmentLimits<'a> {
        let budget =
            SearchBudget::default().with_time(self.time).with_nodes(self.nodes).with_depth(self.depth);
        let memory = memory::mebibytes(self.memory);
        AssessmentLimits::for_review(budget, self.proof_nodes, memory, self.deep, clock)
    }

    /// Checks that the new files can be created, before any work or question.
    pub(super) fn check_files(&self) -> Result<(), Failure> {
        let files = [&self.out, &self.annotate].map(Option::as_deref);
        files.into_iter().flatten().try_for_each(files::check_absent)?;
        match files {
            [Some(out), Some(annotated)] if is_same_file(out, annotated) => {
                let hint = "give the review and the record two names";
                Err(Failure::usage("--out and --annotate name the same file", hint))
            }
            _ => Ok(()),
        }
    }

    /// Writes the annotated record, if the options ask for it.
    fn write_annotated(&self, record: &Record, review: &Review) -> Result<(), Failure> {
        let Some(file) = &self.annotate else { return Ok(()) };
        let mut record = record.clone();
        review::annotate(&mut record, review);
        Ok(Disk::default().create(file, &record.to_string())?)
    }

    /// Returns whether someone at a terminal reads the review.
    fn is_for_people(&self) -> bool {
        stdio::is_terminal() && self.out.is_none() && self.format == ReviewFormat::Text
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReviewFormat {
    /// A graph, the important turns and a summary
    Text,
    /// One object per line: one for each turn, then one for the game
    Json,
    /// A web page with boards
    Html,
}

pub(super) fn run(options: &ReviewOptions) -> Result<(), Failure> {
    options.settings.check_files()?;
    match &options.file {
        Some(file) => review_record(file, &read_game(file, options.number)?, &options.settings, None),
        None => super::games::review_chosen(&options.settings),
    }
}

/// Reviews a game from `file`. If it is the game with this number in the archive, what a complete review at a terminal
/// says is kept there, and its mistakes go into the practice deck.
pub(super) fn review_record(
    file: &Path,
    record: &Record,
    options: &ReviewSettings,
    finished: Option<(&Archive, u64)>,
) -> Result<(), Failure> {
    let tables = options.tables.tables(TableUse::Never);
    let in_file = records::in_file(file);
    let game = tables.attach(record.open_game().map_err(in_file)?);
    let history = record.replay_in(&game).map(Referee::into_history).map_err(in_file)?;
    if history.plies() == 0 {
        return Err(Failure::data(format!("{}: there is no turn to review", escape_path(file))));
    }
    let reviewed = match options.is_for_people() {
        true => review_for_people(&game, &history, record, options, finished),
        false => write_review(&game, &history, record, options),
    };
    report_problems(&[&tables]);
    reviewed
}

/// Reviews a game at a terminal, like `:review` in a session.
fn review_for_people(
    game: &AnyGame,
    history: &History<AnyPosition>,
    record: &Record,
    options: &ReviewSettings,
    finished: Option<(&Archive, u64)>,
) -> Result<(), Failure> {
    let (mut console, clock) = (options.style.console()?, SystemClock::new());
    let limits = options.limits(&clock);
    let Some(review) = show::review::review_at(&mut console, game, history, record, limits)? else {
        return Ok(());
    };
    let mut saved = options.write_annotated(record, &review);
    let finished = finished.filter(|_| !review.is_incomplete());
    if let Some((archive, number)) = finished {
        let mut annotated = record.clone();
        review::annotate(&mut annotated, &review);
        let kept = archive.annotate(number, record, &annotated);
        saved = saved.and(kept.map_err(|error| unsaved(&error)));
    }
    let deck = finished.filter(|_| record.result.is_some()).map(|_| practice::file()).transpose()?;
    let (above, shown) = (format!("{}\n\n", names::heading(record)), (record, &review));
    let left =
        ask_in_menu(&mut console, |dialog| show_review(dialog, game, history, &above, shown, deck.as_ref()));
    if review.is_incomplete() {
        return Err(Stop::Interrupted.into());
    }
    saved?;
    Ok(left.map(drop)?)
}

/// Returns the failure to keep the review of a finished game.
pub(super) fn unsaved(error: &FileError) -> Failure {
    Failure::data(format!("the review could not be saved: {error}"))
}

/// Reviews a game for a file, a pipe or a program.
fn write_review(
    game: &AnyGame,
    history: &History<AnyPosition>,
    record: &Record,
    options: &ReviewSettings,
) -> Result<(), Failure> {
    let style = options.style.for_output()?;
    let (signals, clock) = (stdio::task_signals()?, SystemClock::new());
    let progress = ProgressBar::new(history.plies() as u64, "turns");
    let mut on_progress = |done: &[ReviewedTurn]| progress.show(done.len() as u64, || "reviewed".to_owned());
    let outcome = record.result.as_ref().map(|result| result.outcome);
    let knowledge = Knowledge::default();
    let assessor = Assessor::new(game, options.limits(&clock), &signals.interrupt, &knowledge);
    let review = review::review(game, history, outcome, &assessor, &mut on_progress);
    let review = review.with_record(game, record);
    progress.finish();
    let saved = options.write_annotated(record, &review);
    let headline = match stdio::is_terminal() && options.out.is_none() {
        true => names::heading(record),
        false => records::headline(record),
    };
    let text = match options.format {
        ReviewFormat::Text => format!("{headline}\n\n{}", show::review::text(&review, &style)),
        ReviewFormat::Html => show::review::page(&headline, game, history, &review),
        ReviewFormat::Json => {
            let (turns, whole) = review::objects(&game.name(), &review);
            let mut lines = Vec::new();
            turns.iter().try_for_each(|turn| write_json_line(turn, &mut lines))?;
            write_json_line(&whole, &mut lines)?;
            String::from_utf8_lossy(&lines).into_owned()
        }
    };
    match &options.out {
        Some(file) => Disk::default().create(file, &text)?,
        None => print(text)?,
    }
    saved?;
    Failure::check_interruption(&signals)
}
