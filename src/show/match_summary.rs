//! The summary of a match between bots, as tables and sentences.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::output::{CommandOutput, Format, table};
use crate::arena::summary::{BotSummary, PairingSummary, ResultsSummary, SprtSummary};
use crate::arena::{MatchSummary, Sprt, title};
use crate::lines::write_json_line;
use crate::model::text::escape_line;
use crate::words::counted;

impl CommandOutput for MatchSummary<'_> {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", title(self.plan))?;
        if self.broken_off {
            writeln!(out, "stopped after {} of {} games", self.games, self.wanted)?;
        }
        writeln!(out)?;
        write!(out, "{}", table(1, &self.standings()))?;
        if self.bots.len() > 2 {
            writeln!(out)?;
            write!(out, "{}", table(1, &self.cross_table()))?;
        }
        writeln!(out)?;
        self.write_difference(out)?;
        let [won, drawn, lost] = self.first_mover;
        writeln!(out, "As player 1, the bots won {won}, drew {drawn} and lost {lost}.")?;
        self.write_endings(out)?;
        for BotSummary { name, starts, seconds_a_start, late, forfeits, first_forfeit, .. } in &self.bots {
            let name = escape_line(name);
            if let Some(seconds) = seconds_a_start {
                let times = if *starts == 1 { "once" } else { &format!("{starts} times") };
                writeln!(out, "{name} was started {times} ({:.1} ms per start).", seconds * 1000.0)?;
            }
            if *late > 0 {
                writeln!(out, "{name} lost {} on time.", counted(*late, "game"))?;
            }
            if let Some(reason) = first_forfeit {
                writeln!(out, "{name} forfeited {}. First reason: {reason}", counted(*forfeits, "game"))?;
            }
        }
        self.write_test(out)
    }

    fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Text => self.write_text(out),
            Format::Json => write_json_line(&BTreeMap::from([("summary", self)]), out),
        }
    }
}

/// Returns the columns from `games` to the interval of `Elo`.
fn columns(results: &ResultsSummary) -> Vec<String> {
    let mut row =
        [results.games, results.won, results.drawn, results.lost].map(|count| count.to_string()).to_vec();
    row.extend(interval_columns(results.score, |score| format!("{score:.3}")));
    row.extend(interval_columns(results.elo, signed));
    row
}

impl MatchSummary<'_> {
    fn standings(&self) -> Vec<Vec<String>> {
        let has_ratings = self.bots.len() > 2;
        let rated = ["rating", "95 %", "turns", "ms/move", "nodes/move"];
        let mut rows = vec![heading("bot", if has_ratings { &rated } else { &rated[2..] })];
        for bot in &self.bots {
            let mut row = vec![escape_line(&bot.name)];
            row.extend(columns(&bot.results));
            if has_ratings {
                row.extend(interval_columns(bot.rating, signed));
            }
            row.push(format_number(bot.results.turns, 1));
            row.push(format_number(bot.seconds_a_move.map(|seconds| seconds * 1000.0), 3));
            row.push(format_number(bot.nodes_a_move, 0));
            rows.push(row);
        }
        rows
    }

    fn cross_table(&self) -> Vec<Vec<String>> {
        let mut rows = vec![heading("pairing", &["turns", "nElo", "95 %", "LOS"])];
        for PairingSummary { names: [first, second], results, .. } in &self.pairings {
            let mut row = vec![escape_line(&format!("{first} - {second}"))];
            row.extend(columns(results));
            row.push(format_number(results.turns, 1));
            row.extend(interval_columns(results.normalized_elo, signed));
            row.push(format_number(results.los.map(|likelihood| likelihood * 100.0), 1));
            rows.push(row);
        }
        rows
    }

    /// Writes how much two bots differ, if there are exactly two.
    fn write_difference(&self, out: &mut dyn Write) -> io::Result<()> {
        let [PairingSummary { names: [first, second], results, .. }] = &self.pairings[..] else {
            return Ok(());
        };
        let Some(superiority) = results.los else { return Ok(()) };
        let [first, second] = [first, second].map(|name| escape_line(name));
        match results.normalized_elo {
            Some(estimate) => {
                let [value, low, high] = estimate.map(signed);
                write!(out, "Normalised Elo {value} ({low} to {high}); the")?
            }
            None => write!(out, "The")?,
        }
        let percent = superiority * 100.0;
        writeln!(out, " likelihood that {first} is stronger than {second} is {percent:.1} %.")
    }

    fn write_endings(&self, out: &mut dyn Write) -> io::Result<()> {
        let counts: Vec<_> = self.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        match counts.is_empty() {
            true => writeln!(out, "No games were played."),
            false => writeln!(out, "Games ended by: {}.", counts.join(", ")),
        }
    }

    fn write_test(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(SprtSummary { test, llr, bounds: (lower, upper), accepted }) = &self.sprt else {
            return Ok(());
        };
        let accepted = accepted.map(|accepted| format!("{accepted:?} is accepted"));
        let accepted = accepted.as_deref().unwrap_or("not decided");
        let Sprt { elo0, elo1, .. } = test;
        writeln!(
            out,
            "SPRT of elo {elo0} (H0) against {elo1} (H1): LLR {llr:.2} ({lower:.2} to {upper:.2}), {accepted}."
        )
    }
}

/// Formats a difference with its sign, which is a plus if it rounds to zero.
fn signed(difference: f64) -> String {
    format!("{difference:+.1}").replace("-0.0", "+0.0")
}

fn heading(first: &str, last: &[&str]) -> Vec<String> {
    let middle = ["games", "won", "drawn", "lost", "score", "95 %", "Elo", "95 %"];
    [first].into_iter().chain(middle).chain(last.iter().copied()).map(ToOwned::to_owned).collect()
}

/// Formats a value and its interval as two columns.
fn interval_columns(estimate: Option<[f64; 3]>, show: fn(f64) -> String) -> [String; 2] {
    match estimate {
        Some([value, low, high]) => [show(value), format!("{} to {}", show(low), show(high))],
        None => ["-", "-"].map(ToOwned::to_owned),
    }
}

fn format_number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}
