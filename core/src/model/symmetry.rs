//! Symmetric positions: reflections and exchanged players, computed from their notation.

use std::collections::BTreeSet;

/// A transformation of the board that leaves the rules unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// Reverses the order of the columns.
    pub columns: bool,
    /// Reverses the order of the rows.
    pub rows: bool,
    /// After that, turns columns into rows.
    pub transposed: bool,
    /// Exchanges the players.
    pub exchange: Option<Exchange>,
}

/// The notation of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Pairs of letters: a piece of one player and the same piece of the other.
    pub pieces: &'static [(char, char)],
    /// The letters of the side to move.
    pub sides: (char, char),
}

impl Symmetry {
    /// Exchanges left and right.
    pub const MIRROR: Symmetry = Symmetry { columns: true, ..Symmetry::NONE };

    /// Changes nothing.
    pub const NONE: Symmetry = Symmetry { columns: false, rows: false, transposed: false, exchange: None };

    /// Exchanges the players and reverses the order of the rows.
    pub const fn of_sides(exchange: Exchange) -> Symmetry {
        Symmetry { rows: true, exchange: Some(exchange), ..Symmetry::NONE }
    }

    /// Transforms the text of a position. An invalid position stays invalid.
    fn image(self, text: &str) -> String {
        let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
        let separator = if board.contains(',') { "," } else { "" };
        let mut cells: Vec<Vec<String>> = board.split('/').map(|row| cells(row, separator)).collect();
        if self.rows {
            cells.reverse();
        }
        if self.columns {
            cells.iter_mut().for_each(|row| row.reverse());
        }
        if self.transposed {
            cells = transposed(&cells);
        }
        let (pieces, sides) =
            self.exchange.map_or((&[][..], None), |exchange| (exchange.pieces, Some(exchange.sides)));
        let rows: Vec<String> = cells.iter().map(|row| exchanged(&written(row, separator), pieces)).collect();
        format!("{} {}", rows.join("/"), exchanged(rest, sides.as_slice()))
    }
}

/// Returns all texts that these symmetries generate from a position in canonical notation, including the
/// position itself.
///
/// ```
/// use cygnet_core::model::{Symmetry, images};
///
/// let all = images("D4/5/5 1", &[Symmetry::MIRROR]);
/// assert_eq!(Vec::from_iter(all), ["4D/5/5 1", "D4/5/5 1"]);
/// ```
#[must_use]
pub fn images(position: &str, symmetries: &[Symmetry]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![position.to_owned()];
    while let Some(text) = open.pop() {
        if found.insert(text.clone()) {
            open.extend(symmetries.iter().map(|symmetry| symmetry.image(&text)));
        }
    }
    found
}

/// Splits a row into cells; empty ones are `-`. A number that is wider than any board stays as it is.
fn cells(row: &str, separator: &str) -> Vec<String> {
    if !separator.is_empty() {
        return row.split(separator).map(str::to_owned).collect();
    }
    let letters: Vec<char> = row.chars().collect();
    let runs = letters.chunk_by(|one, other| one.is_ascii_digit() && other.is_ascii_digit());
    runs.map(String::from_iter)
        .flat_map(|run| match run.parse::<u8>() {
            Ok(empty) => vec![EMPTY.to_owned(); usize::from(empty)],
            Err(_) => vec![run],
        })
        .collect()
}

const EMPTY: &str = "-";

/// Writes a row. Runs of empty cells become a number, unless the cells are separated.
fn written(row: &[String], separator: &str) -> String {
    if !separator.is_empty() {
        return row.join(separator);
    }
    let runs = row.chunk_by(|one, other| one == EMPTY && other == EMPTY);
    runs.map(|run| if run[0] == EMPTY { run.len().to_string() } else { run[0].clone() }).collect()
}

fn transposed(cells: &[Vec<String>]) -> Vec<Vec<String>> {
    let columns = cells.first().map_or(0, Vec::len);
    (0..columns).map(|column| cells.iter().filter_map(|row| row.get(column).cloned()).collect()).collect()
}

/// Returns `text` with the letters of each pair exchanged.
fn exchanged(text: &str, pairs: &[(char, char)]) -> String {
    let reversed = pairs.iter().map(|(one, other)| (*other, *one));
    let all: Vec<(char, char)> = pairs.iter().copied().chain(reversed).collect();
    let other = |letter| all.iter().find(|(one, _)| *one == letter).map_or(letter, |(_, other)| *other);
    text.chars().map(other).collect()
}
