//! `cygnet stats`: how a person's games went.

use clap::Args;

use crate::analysis::accuracy_trend::{AccuracyTrend, StatsOutput};
use crate::console::output::CommandOutput;
use crate::console::{ProgressBar, Style, stdio, wrap};
use crate::games;
use crate::model::{Record, StopSignal};
use crate::records::stats::{self, Stats};

use super::games::{GameFilterOptions, archive, check_readable, records};
use super::positions::Format;
use super::style::StyleOptions;
use super::{Failure, print};

pub(super) const EXAMPLES: &str = "\
Counted are the finished games of a person against a computer that are kept on this machine (see cygnet games). A rating is told for
games against opponents whose own is known: the ten levels, and the levels of the game. With --accuracy each game is reviewed first.

Examples:
  cygnet stats
  cygnet stats --game uglyduck --since 2026-11-01 --accuracy
  cygnet stats --format json";

#[derive(Debug, Args)]
pub(super) struct StatsOptions {
    #[command(flatten)]
    filter: GameFilterOptions,
    /// Review each game, with so many positions a turn: the accuracy from game to game, and when the mistakes happen
    #[arg(long, value_name = "NODES", num_args = 0..=1, require_equals = true, default_missing_value = "20000")]
    accuracy: Option<u64>,
    #[command(flatten)]
    style: StyleOptions,
}

/// How the games that are asked for went.
pub(super) fn run(options: &StatsOptions) -> Result<(), Failure> {
    let filter = options.filter.to_filter()?;
    let archive = archive()?;
    let (records, unreadable) = records(&archive, &filter)?;
    let stats = Stats::of(records.iter().map(|(_, record)| record));
    let stop = StopSignal::new();
    let interrupt_flag = stdio::interrupt_flag(&stop)?;
    let mut answer = StatsOutput { stats, accuracy_trend: None };
    if let Some(nodes) = options.accuracy {
        let (board, paint) = options.style.resolve()?;
        let style = Style { paint, board, width: stdio::window().columns(), ..Style::PLAIN };
        answer.accuracy_trend = Some(accuracy_trend(&records, AccuracyTrend::new(nodes, style), &stop));
    }
    let mut text = Vec::new();
    answer.write(options.filter.format, &mut text)?;
    let columns = stdio::window().columns().filter(|_| options.filter.format == Format::Text);
    print(wrap(&String::from_utf8_lossy(&text), columns))?;
    Failure::check_interruption(&interrupt_flag)?;
    check_readable(&archive, unreadable)
}

/// Reviews the games against a computer, until `stop` is raised. Which of them are none by the rules is said on standard error.
fn accuracy_trend(
    records: &[(u64, Record)],
    mut accuracy_trend: AccuracyTrend,
    stop: &StopSignal,
) -> AccuracyTrend {
    let games: Vec<_> = records.iter().filter_map(|game| Some((game, stats::human_side(&game.1)?))).collect();
    let mut progress = ProgressBar::new(games.len() as u64, "games");
    for (done, ((number, record), side)) in (1..).zip(games) {
        if stop.is_raised() {
            break;
        }
        let Ok(game) = games::open(&record.game) else { continue };
        let added = accuracy_trend.add(&game, (*number, record), side, stop);
        if let Err(error) = added {
            stdio::eprint_line(format_args!("error: game {number}: {}", error.kind));
        }
        progress.show(done, || "reviewed".to_owned());
    }
    progress.finish();
    accuracy_trend
}
