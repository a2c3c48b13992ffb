//! A graph of a side's chances over a game, in block characters.

use crate::console::{Style, pad_left, pad_right, width};

use crate::analysis::review::Review;
use crate::model::{Mark, Player};

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

/// Draws the winning chances of the side that the graph shows. Below are the marks of mistakes, a row for each
/// player, and the turn numbers.
pub(super) fn graph(review: &Review, style: &Style) -> String {
    let Some(first) = review.turns.first().map(|turn| turn.number) else { return String::new() };
    let is_marked =
        |player: &Player| review.turns.iter().any(|turn| turn.player == *player && turn.is_mistake());
    let marked: Vec<Player> = Player::BOTH.into_iter().filter(is_marked).collect();
    let margin = margin(marked.iter().map(|player| review.name(*player)).chain(LABELS));
    let (mut text, columns) = bars(&review.scores(), LABELS, margin, style);
    for player in marked {
        let (label, marks) = (pad_left(review.name(player), margin - 2), marks(review, player, &columns));
        text += &if marks.is_empty() { marks } else { format!("{label}  {}\n", marks.trim_end()) };
    }
    let numbers = numbers(first, &columns);
    if !numbers.trim().is_empty() {
        text += &format!("{}{}\n", pad_right("", margin), numbers.trim_end());
    }
    if text.contains('?') && !columns.has_room_for_marks() {
        text += "(Above, ? can be a blunder too.)\n";
    }
    text
}

/// Draws values from 0 to 1. `labels` are the labels of the lines, from top to bottom.
pub fn plot(values: &[f64], labels: [&str; 5], style: &Style) -> String {
    bars(values, labels, margin(labels), style).0
}

/// Returns the number of columns before the bars.
fn margin<'a>(labels: impl IntoIterator<Item = &'a str>) -> usize {
    labels.into_iter().map(width).max().unwrap_or(0) + 2
}

/// Draws the bars, and returns them with their columns.
fn bars(values: &[f64], labels: [&str; 5], margin: usize, style: &Style) -> (String, ColumnMap) {
    let bar = if style.is_ascii() { "|" } else { "│" };
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

    /// Whether the mark of a turn can have two characters.
    fn has_room_for_marks(&self) -> bool {
        self.count > self.positions
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

/// Writes the mark of each mistake of `player` below its column, with a gap between marks. If there are too many
/// positions for marks of two characters, only `??` and `?` are shown, as `?`; of marks that would touch, the
/// first.
fn marks(review: &Review, player: Player, columns: &ColumnMap) -> String {
    let room = if columns.has_room_for_marks() { 2 } else { 1 };
    let least = if room == 2 { Mark::Dubious } else { Mark::Mistake };
    let mut shown: Vec<(usize, Mark)> = Vec::new();
    for (index, turn) in (1..).zip(&review.turns).filter(|(_, turn)| turn.player == player) {
        let column = columns.column(index);
        let is_free = shown.last().is_none_or(|(last, _)| column > last + room);
        shown.extend(turn.mark().filter(|mark| *mark >= least && is_free).map(|mark| (column, mark)));
    }
    shown.iter().fold(String::new(), |line, (column, mark)| {
        let sign: String = mark.to_string().chars().take(room).collect();
        pad_right(&line, *column) + &sign
    })
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
