//! Lists of finished games.

use std::collections::HashMap;
use std::io::{self, Write};

use serde::Serialize;

use super::output::CommandOutput;
use crate::console::{flow_items, pad_left, pad_right, width, wrap};
use crate::model::text::escape_line;
use crate::model::{Date, Record};
use crate::records::filter::{GameScore, HumanGame};
use crate::records::names::{game_title, reason, verdict};
use crate::words::moves::typed_text;
use crate::words::{counted, days_between};

/// The separator between the parts of a line.
pub const DOT: &str = " · ";
/// Above this age, a list shows the date of a game.
const MAX_DAYS_AGO: i64 = 60;

/// A game in a list. As text it is a line of fields separated by tabs, for programs; [`list`] formats games for people.
#[derive(Clone, Debug, Serialize)]
pub struct GameListing {
    number: u64,
    date: Option<String>,
    game: String,
    seats: [String; 2],
    turns: usize,
    outcome: Option<&'static str>,
    reason: Option<String>,
    /// The result for the human, if the game counts in the statistics.
    score: Option<GameScore>,
}

impl GameListing {
    /// Creates the listing of a game.
    pub fn of(number: u64, record: &Record) -> Self {
        GameListing {
            number,
            date: record.date.map(|date| date.to_string()),
            game: record.game.clone(),
            seats: record.seats.clone(),
            turns: record.moves.len(),
            outcome: record.result.as_ref().map(|end| end.outcome.tag()),
            reason: record.result.as_ref().map(|end| end.reason.to_string()),
            score: HumanGame::of(record).map(|played| played.score),
        }
    }
}

impl CommandOutput for GameListing {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let date = self.date.as_deref().unwrap_or("-");
        let players = self.seats.join(" - ");
        let turns = counted(self.turns, "turn");
        let result = match (self.outcome, &self.reason) {
            (Some(outcome), Some(reason)) => format!("{outcome}, {reason}"),
            _ => "unfinished".to_owned(),
        };
        let fields = [date, &self.game, &players, &turns, &result].map(escape_line);
        writeln!(out, "{}\t{}", self.number, fields.join("\t"))
    }
}

/// Formats finished games for people, one a line: number, game, who won, turns, how it ended, and how long ago
/// before `today`, with `dot` between them. Games that are alike in all that show their last turns. If the lines are wider than the window, each game takes several.
pub fn list(games: &[(u64, Record)], today: Option<Date>, columns: Option<usize>, dot: &str) -> String {
    let mut rows: Vec<[String; 6]> =
        games.iter().map(|(number, record)| parts(*number, record, today)).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    rows.iter().for_each(|row| *seen.entry(row[1..].concat()).or_default() += 1);
    for (row, (_, record)) in rows.iter_mut().zip(games) {
        // If games look alike, their last turns show which is which.
        let is_alike = seen.get(&row[1..].concat()).is_some_and(|count| *count > 1);
        if let Some(turn) = is_alike.then(|| last_turn(record)).flatten() {
            row[3] += &format!(" ({turn})");
        }
    }
    let widest = |column: usize| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(widest);
    let line = |row: &[String; 6]| {
        let mut line = pad_left(&row[0], widths[0]);
        for (column, cell) in row.iter().enumerate().skip(1).filter(|(column, _)| widths[*column] > 0) {
            let gap = if column == 1 {
                "  "
            } else if cell.is_empty() {
                "   "
            } else {
                dot
            };
            line += gap;
            // The last turn is aligned on the right.
            line += &if column == 3 { pad_left(cell, widths[3]) } else { pad_right(cell, widths[column]) };
        }
        line.trim_end().to_owned() + "\n"
    };
    let aligned: String = rows.iter().map(line).collect();
    match columns {
        Some(columns) if width(&aligned) > columns => {
            rows.iter().map(|row| paragraph(row, widths[0], columns, dot)).collect()
        }
        _ => aligned,
    }
}

/// Formats a game over several lines, indented below its number.
fn paragraph([number, parts @ ..]: &[String; 6], indent: usize, columns: usize, dot: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let room = columns.saturating_sub(indent + 2).max(1);
    let text = wrap(&flow_items(&parts, dot, Some(room)), Some(room));
    let starts = std::iter::once(pad_left(number, indent)).chain(std::iter::repeat(" ".repeat(indent)));
    starts.zip(text.lines()).map(|(start, line)| format!("{start}  {line}\n")).collect()
}

/// Returns the last turn of a game as it is typed.
fn last_turn(record: &Record) -> Option<String> {
    let game = record.open_game().ok()?;
    let mut history = record.replay_in(&game).ok()?.into_history();
    let mv = history.last_move()?;
    history.undo(1);
    Some(typed_text(&game, &history, &[mv]))
}

fn parts(number: u64, record: &Record, today: Option<Date>) -> [String; 6] {
    let date = record.date.map(|date| age(date, today)).unwrap_or_default();
    [
        number.to_string(),
        game_title(&record.game),
        verdict(record),
        format!("turn {}", record.moves.len()),
        reason(record),
        date,
    ]
}

/// Formats the age of a date on the day `today`: `3 days ago`. An old date is shown as it is.
pub(crate) fn age(date: Date, today: Option<Date>) -> String {
    match today.map(|today| days_between(date, today)) {
        Some(0) => "today".to_owned(),
        Some(1) => "yesterday".to_owned(),
        Some(days @ 2..=MAX_DAYS_AGO) => format!("{days} days ago"),
        _ => date.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Outcome, Player, Reason};
    use crate::records::names::tests::game;

    fn games() -> Vec<(u64, Record)> {
        let win = Outcome::Win;
        let mut named =
            game("qawale", ["human", "human"], Some((Outcome::Draw, Reason::Rules)), "2026-11-20");
        named.names = [Some("Ann".to_owned()), None];
        vec![
            (9, game("replica", ["human", "easy"], Some((win(Player::One), Reason::Resigned)), "2026-11-17")),
            (
                10,
                game(
                    "three-dragons",
                    ["level:3", "human"],
                    Some((win(Player::One), Reason::Rules)),
                    "2025-01-01",
                ),
            ),
            (11, named),
        ]
    }

    #[test]
    fn games_are_listed_in_aligned_columns() {
        let wanted = "
 9  Replica       · you (White) beat Easy       · turn 13 · resigned · 3 days ago
10  Three Dragons · you (Black) lost to Level 3 · turn 13            · 2025-01-01
11  Qawale        · Ann (Dark) drew with Light  · turn 13            · today
";
        assert_eq!(list(&games(), Date::new(2026, 11, 20), Some(100), DOT), wanted[1..]);
        let narrow = list(&games(), Date::new(2026, 11, 20), Some(40), DOT);
        assert!(narrow.lines().all(|line| width(line) <= 40), "{narrow}");
    }

    #[test]
    fn games_that_are_alike_show_their_last_turns() {
        let won = Some((Outcome::Win(Player::One), Reason::Resigned));
        let mut games = [["a1b1", "e1d1"], ["a1b1", "e2d1"], ["a1b1", "e2d1"]].map(|moves| {
            (1, game("uglyduck", ["human", "easy"], won.clone(), "2026-11-17").with_moves(moves))
        });
        games[2].1.date = None;
        let list = list(&games, None, None, DOT).replace('\u{a0}', " ");
        let shown = ["(e1 d1)", "(e2 d1)"].map(|turn| list.matches(turn).count());
        assert_eq!((shown, list.matches("turn 2").count()), ([1, 1], 3), "{list}");
    }

    #[test]
    fn ages_count_calendar_days() {
        let ages = [
            ("2026-03-01", "2026-02-28", "yesterday"),
            ("2024-03-01", "2024-02-28", "2 days ago"),
            ("2026-01-01", "2025-12-31", "yesterday"),
            ("2026-11-21", "2026-11-21", "today"),
            ("2026-11-21", "2026-11-22", "2026-11-22"),
            ("2026-11-21", "2026-01-01", "2026-01-01"),
        ];
        for (today, date, wanted) in ages {
            assert_eq!(age(date.parse().unwrap(), today.parse().ok()), wanted);
        }
    }
}
