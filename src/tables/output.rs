//! What is told of tables of results, as text or JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::console::output::CommandOutput;
use crate::model::text::escape_line;

/// The positions of a material: who is to move has `own` pieces, the other player `enemy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MaterialStats {
    /// The pieces of the player to move.
    pub own: usize,
    /// The pieces of the other player.
    pub enemy: usize,
    /// The positions, mirror images counted.
    pub positions: u64,
    /// Those that the player to move wins.
    pub won: u64,
}

/// What is in a table.
#[derive(Clone, Debug, Serialize)]
pub struct TableInfo {
    /// The board.
    pub board: String,
    /// The file.
    pub file: String,
    /// Its length.
    pub bytes: u64,
    /// The most pieces of a position.
    pub pieces: usize,
    /// The positions by material; none in a table of plies.
    pub materials: Vec<MaterialStats>,
}

impl TableInfo {
    fn total(&self) -> (u64, u64) {
        self.materials
            .iter()
            .fold((0, 0), |(all, won), material| (all + material.positions, won + material.won))
    }
}

impl CommandOutput for TableInfo {
    /// A line for each part: its name, a tab, the part. Then a line for each material, with tabs between.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "board\t{}", self.board)?;
        writeln!(out, "file\t{}", escape_line(&self.file))?;
        writeln!(out, "bytes\t{}", self.bytes)?;
        writeln!(out, "pieces\t{}", self.pieces)?;
        if self.materials.is_empty() {
            return Ok(());
        }
        writeln!(out, "own\tenemy\tpositions\twon")?;
        for MaterialStats { own, enemy, positions, won } in &self.materials {
            writeln!(out, "{own}\t{enemy}\t{positions}\t{won}")?;
        }
        let (positions, won) = self.total();
        writeln!(out, "all\tall\t{positions}\t{won}")
    }
}

/// What was found when a table was verified.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyReport {
    /// The blocks whose checksums were compared.
    pub blocks: u64,
    /// What is damaged.
    pub damaged: Vec<String>,
    /// The materials whose positions are not as many as they should be.
    pub miscounted: Vec<String>,
    /// The positions looked at.
    pub positions: u64,
    /// Those whose result does not follow from the positions after each move.
    pub wrong: u64,
}

impl CommandOutput for VerifyReport {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.damaged.iter().try_for_each(|part| writeln!(out, "damaged\t{}", escape_line(part)))?;
        self.miscounted.iter().try_for_each(|material| writeln!(out, "miscounted\t{material}"))?;
        writeln!(out, "blocks\t{}", self.blocks)?;
        writeln!(out, "positions\t{}", self.positions)?;
        writeln!(out, "wrong\t{}", self.wrong)
    }
}

/// How far the work has come after `time`, and how long the rest takes at the same pace.
pub fn progress_text(time: Duration, done: u64, all: u64) -> String {
    let left = time.as_secs_f64() * (all.saturating_sub(done) as f64) / done.max(1) as f64;
    format!("{:.0} s, about {left:.0} s left", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remaining_time_is_extrapolated() {
        assert_eq!(progress_text(Duration::from_secs(10), 1, 4), "10 s, about 30 s left");
        assert_eq!(progress_text(Duration::from_secs(10), 4, 4), "10 s, about 0 s left");
    }
}
