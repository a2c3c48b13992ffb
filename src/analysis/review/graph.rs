//! A graph of player 1's chances over a game, in block characters.

use crate::console::{Style, pad_left, pad_right, width};

use super::{Review, ReviewedTurn};

/// The width if the terminal does not report one.
const DEFAULT_COLUMNS: usize = 80;
/// The maximum width of a graph.
const MAX_COLUMNS: usize = 100;
/// The labels of the lines, from top to bottom.
const LABELS: [&str; 5] = ["won", "", "even", "", "lost"];
/// Characters filled from empty to full.
const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/// The same in ASCII.
const ASCII: [&str; 3] = [" ", ".", "#"];
/// The minimum distance between two turn numbers, in columns.
const MIN_LABEL_STEP: usize = 4;

/// Draws the winning chances, with the marks of mistakes and the turn numbers below.
pub(super) fn graph(review: &Review, style: &Style) -> String {
    let scores = review.scores();
    let Some(first) = review.turns.first().map(|turn| turn.number) else { return String::new() };
    let (mut text, columns) = bars(&scores, LABELS, style);
    for line in [marks(&review.turns, &columns), numbers(first, &columns)] {
        if !line.trim().is_empty() {
            text += &format!("{}{}\n", pad_right("", margin(LABELS)), line.trim_end());
        }
    }
    text
}

/// Draws values from 0 to 1. `labels` are the labels of the lines, from top to bottom.
pub fn plot(values: &[f64], labels: [&str; 5], style: &Style) -> String {
    bars(values, labels, style).0
}

/// Returns the number of columns before the bars.
fn margin(labels: [&str; 5]) -> usize {
    labels.iter().map(|label| width(label)).max().unwrap_or(0) + 2
}

/// Draws the bars, and returns them with their columns.
fn bars(values: &[f64], labels: [&str; 5], style: &Style) -> (String, ColumnMap) {
    let bar = if style.is_ascii() { "|" } else { "│" };
    let margin = margin(labels);
    let room = style.width.unwrap_or(DEFAULT_COLUMNS).min(MAX_COLUMNS).saturating_sub(margin + 1).max(10);
    let columns = ColumnMap::new(values.len(), room);
    let fillings: &[&str] = if style.is_ascii() { &ASCII } else { &BLOCKS };
    let full = fillings.len() - 1;
    let heights: Vec<usize> = (0..columns.count)
        .map(|column| (values[columns.index(column)] * (labels.len() * full) as f64).round() as usize)
        .collect();
    let mut text = String::new();
    for (line, label) in labels.iter().enumerate() {
        let below = (labels.len() - 1 - line) * full;
        let filled = heights.iter().map(|height| fillings[height.saturating_sub(below).min(full)]);
        let filled: String = filled.collect();
        text += &format!("{} {bar}{}\n", pad_left(label, margin - 2), filled.trim_end());
    }
    (text, columns)
}

/// Maps columns to positions.
struct ColumnMap {
    positions: usize,
    count: usize,
}

impl ColumnMap {
    /// Assigns two columns to each position if they fit, otherwise one. If even that does not fit, positions
    /// are left out.
    fn new(positions: usize, room: usize) -> ColumnMap {
        let count = if 2 * positions <= room { 2 * positions } else { positions.min(room) };
        ColumnMap { positions, count }
    }

    /// Returns the index of the position in a column.
    fn index(&self, column: usize) -> usize {
        match self.count.cmp(&self.positions) {
            std::cmp::Ordering::Greater => column / 2,
            _ => column * (self.positions - 1) / (self.count - 1).max(1),
        }
    }

    /// Returns the first column of the position with this index, or of the next position that is shown.
    fn column(&self, index: usize) -> usize {
        (0..self.count).find(|column| self.index(*column) >= index).unwrap_or(self.count - 1)
    }
}

/// Writes the mark of each mistake below its column.
fn marks(turns: &[ReviewedTurn], columns: &ColumnMap) -> String {
    let mut line = vec![' '; columns.count + 1];
    for (index, turn) in (1..).zip(turns) {
        let Some(mark) = turn.mark().filter(|mark| mark.is_mistake()) else { continue };
        let column = columns.column(index);
        let sign = mark.to_string();
        let room = if columns.count > columns.positions { sign.len() } else { 1 };
        for (place, letter) in line[column..].iter_mut().zip(sign.chars().take(room)) {
            *place = letter;
        }
    }
    line.into_iter().collect()
}

/// Writes turn numbers below the positions that they lead to, as many as fit.
fn numbers(first: usize, columns: &ColumnMap) -> String {
    let apart = |step: &usize| step * columns.count >= MIN_LABEL_STEP * columns.positions;
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(apart).unwrap_or(1000);
    let mut line = String::new();
    let last = first + columns.positions - 2;
    for number in (first..=last).filter(|number| number.is_multiple_of(step)) {
        let column = columns.column(number + 1 - first);
        line = pad_right(&line, column) + &number.to_string();
    }
    line
}
