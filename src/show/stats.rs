//! Statistics of a player's games as text: results, streaks, ratings, the accuracy from game to game, and practice.

use std::io::{self, Write};

use serde::Serialize;

use super::output::{CommandOutput, table};
use super::review::plot;
use crate::analysis::accuracy_trend::AccuracyTrend;
use crate::analysis::practice::PracticeSummary;
use crate::console::{Style, width};
use crate::engine::level;
use crate::model::text::escape_line;
use crate::records::names::{bot_title, game_title, side_title};
use crate::records::rating::{self, Rating};
use crate::records::stats::{Counts, Stats, StatsRow, Streak};
use crate::words::counted;

/// The statistics of a player's games, with the accuracy trend if it was requested, and with their practice deck.
#[derive(Debug, Serialize)]
pub struct StatsOutput {
    /// The results of the games.
    #[serde(flatten)]
    pub stats: Stats,
    /// The accuracy trend, if requested.
    #[serde(rename = "form", skip_serializing_if = "Option::is_none")]
    pub accuracy_trend: Option<AccuracyTrend>,
    /// The numbers of the practice deck, unless it has no cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub practice: Option<PracticeSummary>,
    /// How the text is shown. At a terminal games and players have titles, not the names in records.
    #[serde(skip)]
    pub style: Style,
}

impl CommandOutput for StatsOutput {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        write_stats(&self.stats, &self.style, out)?;
        if let Some(accuracy_trend) = self.accuracy_trend.as_ref().filter(|_| !self.stats.is_empty()) {
            writeln!(out)?;
            write_trend(accuracy_trend, self.stats.all.games(), &self.style, out)?;
        }
        if let Some(practice) = &self.practice {
            writeln!(out)?;
            practice.write_text(out)?;
        }
        Ok(())
    }
}

/// Returns the columns from `games` to `score`.
pub(super) fn count_columns(counts: Counts) -> [String; 5] {
    let score = format!("{:.0} %", 100.0 * counts.score_rate());
    let numbers = [counts.games(), counts.won, counts.drawn, counts.lost].map(|count| count.to_string());
    let [games, won, drawn, lost] = numbers;
    [games, won, drawn, lost, score]
}

/// Returns a table with a row for each game, opponent and side, and a total.
fn wide_table(stats: &Stats, is_for_people: bool) -> String {
    let heading = ["game", "against", "side", "games", "won", "drawn", "lost", "score"].map(str::to_owned);
    let mut rows = vec![heading.to_vec()];
    let row =
        |row: &StatsRow| names(row, is_for_people).into_iter().chain(count_columns(row.counts)).collect();
    rows.extend(stats.rows.iter().map(row));
    rows.push(["all", "", ""].map(str::to_owned).into_iter().chain(count_columns(stats.all)).collect());
    table(3, &rows)
}

/// Returns the same in sentences, for a narrow window or someone who listens.
fn sentences(stats: &Stats, is_for_people: bool) -> String {
    let numbers = |counts: Counts| {
        let ([_, won, drawn, lost, score], games) = (count_columns(counts), counts.games());
        let games = counted(games, "game");
        format!("  {games}, {score}\n  {won} won, {drawn} drawn, {lost} lost\n")
    };
    let row = |row: &StatsRow| {
        let [game, against, side] = names(row, is_for_people);
        format!("{game}, {side} against {against}\n{}", numbers(row.counts))
    };
    let rows: String = stats.rows.iter().map(row).collect();
    format!("{rows}All games\n{}", numbers(stats.all))
}

/// Returns the names of the game, the opponent and the player's side.
fn names(row: &StatsRow, is_for_people: bool) -> [String; 3] {
    match is_for_people {
        true => [game_title(&row.game), bot_title(&row.game, &row.against), side_title(&row.game, row.side)],
        false => [&row.game, &row.against, row.side.tag()].map(escape_line),
    }
}

/// Writes a table with a row for each game, opponent and side, and a total; then streaks and ratings.
fn write_stats(stats: &Stats, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let Some(Streak { score, games }) = stats.current_streak else {
        return writeln!(out, "No finished games against a computer.");
    };
    let is_for_people = style.is_at_terminal();
    let table = wide_table(stats, is_for_people);
    let is_wide = style.fits(width(&table)) && !style.by_ear;
    writeln!(out, "{}", if is_wide { table } else { sentences(stats, is_for_people) })?;
    // For people one game is no streak.
    if games > 1 || !is_for_people {
        writeln!(out, "Current streak: {games} {}.", score.name())?;
    }
    if stats.longest_won.max(stats.longest_lost) > 1 || !is_for_people {
        writeln!(out, "Longest streaks: {} won, {} lost.", stats.longest_won, stats.longest_lost)?;
    }
    if stats.uncounted > 0 {
        let games = counted(stats.uncounted, "game");
        writeln!(out, "Not counted: {games} between two people here or two computers.")?;
    }
    if !stats.ratings.is_empty() {
        let expert = if is_for_people { "Expert" } else { "expert" };
        writeln!(out, "\nRatings, on a scale where {expert} is 2000:")?;
    }
    stats.ratings.iter().try_for_each(|rating| write_rating(rating, is_for_people, out))?;
    if stats.ratings.iter().all(Rating::is_rated) { Ok(()) } else { writeln!(out, "{}", rating::ADVICE) }
}

/// Writes the rating as text: `Ugly Duck: 1120 (940 to 1310), like level 5, improver; 12 games`. The game has
/// its title for people, its name otherwise.
fn write_rating(rating: &Rating, is_for_people: bool, out: &mut dyn Write) -> io::Result<()> {
    let title = if is_for_people { game_title(&rating.game) } else { escape_line(&rating.game) };
    let games = rating.games;
    let (Some(value), Some(low), Some(high)) = (rating.rating, rating.low, rating.high) else {
        return writeln!(out, "{title}: not rated yet ({})", rating.missing());
    };
    let range = if high > low { format!(" ({low:.0} to {high:.0})") } else { String::new() };
    let like = rating.level(value).map_or_else(String::new, |(level, level_rating)| {
        let relation = if level == 1 && value < level_rating { "below" } else { "like" };
        format!(", {relation} level {level}, {}", level::NAMES[level - 1])
    });
    writeln!(out, "{title}: {value:.0}{range}{like}; {}", counted(games, "game"))
}

/// Writes a graph of the accuracy in `games` games, and the number of mistakes in each phase.
fn write_trend(trend: &AccuracyTrend, games: u64, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    match trend.games.len() {
        0 if trend.broken_off => return writeln!(out, "Stopped before any game was reviewed."),
        reviewed if trend.broken_off => {
            writeln!(out, "Stopped: reviewed only {reviewed} of {games} games.")?;
        }
        _ => {}
    }
    let accuracies: Vec<f64> = trend.games.iter().filter_map(|game| game.accuracy).collect();
    if accuracies.is_empty() {
        return writeln!(out, "No turn in these games can be rated.");
    }
    let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
    let nodes = trend.nodes;
    writeln!(
        out,
        "Accuracy from the oldest game to the latest, {mean:.0} % on average (from searches of {nodes} positions):"
    )?;
    if style.is_in_sentences() {
        let each: Vec<String> = accuracies.iter().map(|accuracy| format!("{accuracy:.0} %")).collect();
        writeln!(out, "{}.", each.join(", "))?;
    } else {
        let heights: Vec<f64> = accuracies.iter().map(|accuracy| accuracy / 100.0).collect();
        write!(out, "{}", plot(&heights, ["100", "", "50", "", "0"], style))?;
    }
    let [first, second, last] = trend.parts.map(|phase| format!("{} of {}", phase.mistakes, phase.turns));
    writeln!(
        out,
        "Mistakes: {first} turns in the first third of a game, {second} in the second, {last} in the last."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Player, Record, StopSignal};
    use crate::records::filter::tests::games;

    fn text(games: &[Record], style: Style) -> String {
        let mut bytes = Vec::new();
        write_stats(&Stats::of(games), &style, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn games_are_counted_by_game_opponent_and_side() {
        let games = games();
        let wanted = "\
game       against     side      games  won  drawn  lost  score
Qawale     Expert 1    Dark          1    0      1     0   50 %
Ugly Duck  Easy        Player 1      2    2      0     0  100 %
Ugly Duck  Expert 0.5  Player 2      1    0      0     1    0 %
all                                  4    2      1     1   62 %

Longest streaks: 2 won, 1 lost.
Not counted: 1 game between two people here or two computers.

Ratings, on a scale where Expert is 2000:
Ugly Duck: not rated yet (2 of 10 games)
Not rated yet: play ten games against rated computers, with at least one win and one loss.
";
        assert_eq!(text(&games, Style { width: Some(100), ..Style::MARKED }), wanted);
        // What began elsewhere says nothing about strength.
        let mut set = games.clone();
        set.iter_mut().for_each(|game| game.start = Some("5/D1S2/5/2s2/5 1".to_owned()));
        let shown = text(&set, Style { width: Some(100), ..Style::MARKED });
        assert_eq!(shown, wanted[..wanted.find("\nRatings").unwrap()]);
        // One game is no streak.
        let one = text(&games[..1], Style { width: Some(100), ..Style::MARKED });
        assert!(!one.contains("streak"), "{one}");
        assert!(!text(&games, Style { by_ear: true, ..Style::PLAIN }).contains("game  "));
        let narrow = text(&games, Style { width: Some(40), ..Style::MARKED });
        let row =
            "Ugly Duck, Player 2 against Expert 0.5\n  1 game, 0 %\n  0 won, 0 drawn, 1 lost\nAll games\n";
        assert!(narrow.contains(row) && !narrow.contains("game  "), "{narrow}");
        assert_eq!(text(&games[3..4], Style::PLAIN), "No finished games against a computer.\n");
    }

    #[test]
    fn a_trend_that_was_stopped_says_so() {
        let (game, record) = (crate::games::open("uglyduck").unwrap(), Record::new("uglyduck"));
        let (stop, [mut some, mut none]) = (StopSignal::new(), [1, 1].map(AccuracyTrend::new));
        some.add(&game, (1, &record), Player::One, &stop).unwrap();
        stop.raise();
        let unrated = "No turn in these games can be rated.\n";
        let one_of_four = format!("Stopped: reviewed only 1 of 4 games.\n{unrated}");
        for (trend, before, after) in [
            (&mut some, unrated, one_of_four.as_str()),
            (&mut none, unrated, "Stopped before any game was reviewed.\n"),
        ] {
            for wanted in [before, after] {
                let mut bytes = Vec::new();
                write_trend(trend, 4, &Style::MARKED, &mut bytes).unwrap();
                assert_eq!(String::from_utf8(bytes).unwrap(), wanted);
                trend.add(&game, (2, &record), Player::One, &stop).unwrap();
            }
        }
    }

    fn rating_text(won: u64, drawn: u64, lost: u64) -> String {
        let counts = Counts { won, drawn, lost };
        let mut bytes = Vec::new();
        let rating = Rating::of("replica", [("easy", counts)]).unwrap();
        write_rating(&rating, true, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn nobody_is_rated_before_ten_games_with_a_win_and_a_loss() {
        assert_eq!(rating_text(1, 0, 1), "Replica: not rated yet (2 of 10 games)\n");
        assert_eq!(rating_text(5, 0, 4), "Replica: not rated yet (9 of 10 games)\n");
        let (no_loss, no_win) =
            ("Replica: not rated yet (no loss yet)\n", "Replica: not rated yet (no win yet)\n");
        assert_eq!([rating_text(12, 0, 0), rating_text(12, 3, 0)], [no_loss; 2]);
        assert_eq!([rating_text(0, 3, 12), rating_text(0, 12, 0)], [no_win; 2]);
        assert_eq!(rating_text(5, 0, 5), "Replica: 0, below level 1, newcomer; 10 games\n");
    }
}
