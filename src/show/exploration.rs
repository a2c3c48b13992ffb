//! What was played from a position, as text.

use std::io::{self, Write};

use super::output::{CommandOutput, table};
use super::stats::count_columns;
use crate::games;
use crate::model::Game as _;
use crate::records::explore::{Exploration, ExploredMove};
use crate::words::{capitalised, counted};

impl Exploration {
    /// Returns the start of the heading: the given name of the game and moves, and the number of games.
    fn heading(&self, game: &str, moves: &str) -> String {
        let is_start = || games::open(&self.game).is_ok_and(|game| game.start().to_string() == self.position);
        let after = match moves {
            "" if is_start() => "at the start".to_owned(),
            "" => "at a set position".to_owned(),
            moves => format!("after {moves}"),
        };
        format!("{game} {after}: {}, ", counted(self.games, "game"))
    }

    /// Returns a narrow form of the text for display below a board: without the position, and with at most
    /// `max_moves` moves, as they are typed, in a table or in sentences.
    pub fn compact_text(&self, max_moves: usize, in_sentences: bool) -> String {
        let mut text = self.heading(&self.title, &self.typed);
        text += &if self.outcome.is_some() { self.turn.clone() } else { capitalised(&self.turn) };
        text += "\n";
        if self.lines.is_empty() {
            return text;
        }
        let shown = self.lines.iter().take(max_moves);
        text += &match in_sentences {
            true => shown.map(ExploredMove::sentence).collect(),
            false => {
                let heading = ["move", "games", "score", "proven"].map(str::to_owned).to_vec();
                table(1, &std::iter::once(heading).chain(shown.map(ExploredMove::row)).collect::<Vec<_>>())
            }
        };
        let more = self.lines.len().saturating_sub(max_moves);
        text + &if more > 0 { format!("(and {more} more: type more)\n") } else { String::new() }
    }
}

impl ExploredMove {
    /// Returns the row of the narrow table.
    fn row(&self) -> Vec<String> {
        let [games, _, _, _, score] = count_columns(self.counts);
        let [games, score] = if self.games == 0 { ["-", "-"].map(str::to_owned) } else { [games, score] };
        vec![self.typed.clone(), games, score, self.value.result.unwrap_or("").to_owned()]
    }

    fn sentence(&self) -> String {
        let [_, _, _, _, score] = count_columns(self.counts);
        let counts = (self.games > 0).then(|| format!("{}, score {score}", counted(self.games, "game")));
        let proven = self.value.result.map(|result| format!("proven {result}"));
        let known: Vec<String> = counts.into_iter().chain(proven).collect();
        format!(
            "{}: {}.\n",
            self.typed,
            if known.is_empty() { "no games".to_owned() } else { known.join(", ") }
        )
    }
}

impl CommandOutput for Exploration {
    /// Writes the heading and the position, then a table with a row for each move.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let heading = self.heading(&self.game, &self.moves.join(" "));
        writeln!(out, "{heading}{}", self.turn)?;
        writeln!(out, "{}", self.position)?;
        if self.lines.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        let heading = ["move", "games", "won", "drawn", "lost", "score", "proven"].map(str::to_owned);
        let mut rows = vec![heading.to_vec()];
        for line in &self.lines {
            let mut row = vec![line.mv.clone()];
            let score =
                |cells: [String; 5]| if line.games == 0 { vec!["-".to_owned(); 5] } else { cells.to_vec() };
            row.extend(score(count_columns(line.counts)));
            row.push(line.value.result.unwrap_or("").to_owned());
            rows.push(row);
        }
        write!(out, "{}", table(1, &rows))
    }
}
