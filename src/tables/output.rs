//! Reports about tables.

use std::time::Duration;

use serde::Serialize;

/// The positions in which the player to move has `own` pieces and the other player has `enemy` pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MaterialStats {
    /// The pieces of the player to move.
    pub own: usize,
    /// The pieces of the other player.
    pub enemy: usize,
    /// The number of positions, including mirror images.
    pub positions: u64,
    /// The number of positions that the player to move wins.
    pub won: u64,
}

/// A summary of a table.
#[derive(Clone, Debug, Serialize)]
pub struct TableInfo {
    /// The board.
    pub board: String,
    /// The file.
    pub file: String,
    /// The length of the file.
    pub bytes: u64,
    /// The maximum number of pieces in a position.
    pub pieces: usize,
    /// The positions by material. Empty for a plies table.
    pub materials: Vec<MaterialStats>,
}

impl TableInfo {
    /// Returns the numbers of positions and of those that the player to move wins.
    pub(crate) fn total(&self) -> (u64, u64) {
        self.materials.iter().fold((0, 0), |(all, won): (u64, u64), material| {
            (all.saturating_add(material.positions), won.saturating_add(material.won))
        })
    }
}

/// The result of verifying a table.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyReport {
    /// The number of blocks whose checksums were compared.
    pub blocks: u64,
    /// The damaged parts.
    pub damaged: Vec<String>,
    /// The materials with a wrong number of positions.
    pub miscounted: Vec<String>,
    /// The number of positions checked.
    pub positions: u64,
    /// The number of positions whose result does not follow from the positions after each move.
    pub wrong: u64,
}

/// Formats the elapsed time and the estimated remaining time.
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
