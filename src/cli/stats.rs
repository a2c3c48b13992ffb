//! `cygnet stats`: your results, rating and accuracy.

use clap::Args;

use crate::analysis::accuracy_trend::AccuracyTrend;
use crate::analysis::practice::PracticeSummary;
use crate::console::Style;
use crate::console::{ProgressBar, stdio, wrap};
use crate::games;
use crate::model::{Record, StopSignal};
use crate::records::filter::HumanGame;
use crate::records::stats::Stats;
use crate::show::output::CommandOutput;
use crate::show::stats::StatsOutput;

use super::games::{GameFilterOptions, archive, records};
use super::{Failure, Format, StyleOptions, practice, print};

pub(super) const EXAMPLES: &str = "\
Counts your finished games on this machine, against computer players and over a network (see cygnet games). Games against rated opponents \
(the ten levels, and the levels of the original games) also give you a rating. With --accuracy, each game is reviewed first. \
The numbers of your practice deck follow (see cygnet practice).

Examples:
  cygnet stats
  cygnet stats --game uglyduck --since 2026-11-01 --accuracy
  cygnet stats --format json";

#[derive(Debug, Args)]
pub(super) struct StatsOptions {
    #[command(flatten)]
    filter: GameFilterOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Review each game, searching NODES positions per turn (without a number, 20000), and show the accuracy over time
    /// and when mistakes happen
    #[arg(long, value_name = "NODES", num_args = 0..=1, require_equals = true, default_missing_value = "20000", value_parser = clap::value_parser!(u64).range(1..))]
    accuracy: Option<u64>,
    #[command(flatten)]
    style: StyleOptions,
}

/// Shows the statistics of the games that match the filter.
pub(super) fn run(options: &StatsOptions) -> Result<(), Failure> {
    let filter = options.filter.to_filter()?;
    let (records, unreadable) = records(&archive()?, &filter)?;
    let columns = stdio::columns().filter(|_| options.format == Format::Text);
    let stats = Stats::of(records.iter().map(|(_, record)| record));
    let rows = stdio::is_terminal().then_some(usize::MAX);
    let style = Style { rows, width: columns, ..options.style.for_output()? };
    let signals = stdio::task_signals()?;
    let deck = practice::file().and_then(|file| Ok((practice::read(&file)?, file.today)));
    // If there is a problem with it, the games are shown first.
    let practice = deck
        .as_ref()
        .ok()
        .and_then(|((deck, _), today)| PracticeSummary::of(deck, *today, |game| filter.matches_game(game)));
    let mut answer = StatsOutput { stats, accuracy_trend: None, practice, style };
    if let Some(nodes) = options.accuracy {
        answer.accuracy_trend = Some(accuracy_trend(&records, AccuracyTrend::new(nodes), &signals.interrupt));
    }
    let mut text = Vec::new();
    answer.write(options.format, &mut text)?;
    print(wrap(&String::from_utf8_lossy(&text), columns))?;
    Failure::check_interruption(&signals)?;
    let ((_, broken), _) = deck?;
    unreadable.and(broken)
}

/// Reviews the games that count until `stop` is raised. Reports games that break the rules on
/// standard error.
fn accuracy_trend(
    records: &[(u64, Record)],
    mut accuracy_trend: AccuracyTrend,
    stop: &StopSignal,
) -> AccuracyTrend {
    let games: Vec<_> =
        records.iter().filter_map(|game| Some((game, HumanGame::of(&game.1)?.side))).collect();
    let progress = ProgressBar::new(games.len() as u64, "games");
    for (done, ((number, record), side)) in (1..).zip(games) {
        let Ok(game) = games::open(&record.game) else { continue };
        let added = accuracy_trend.add(&game, (*number, record), side, stop);
        if let Err(error) = added {
            stdio::eprint_line(format_args!("error: game {number}: {}", error.kind));
        }
        if accuracy_trend.broken_off {
            break;
        }
        progress.show(done, || "reviewed".to_owned());
    }
    progress.finish();
    accuracy_trend
}
