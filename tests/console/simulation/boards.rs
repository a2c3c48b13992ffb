//! Finds boards in the text of a screen, and compares them with the positions of a record.

use std::cell::RefCell;
use std::collections::BTreeMap;

use cygnet::console::{BoardStyle, Style};
use cygnet::engine::referee::Referee;
use cygnet::games::{self, AnyGame, AnyPosition};
use cygnet::model::{Game as _, History, Record};
use cygnet::screens::Screen as _;

/// The widths of windows, and the most rows.
const WIDTHS: [usize; 3] = [80, 100, 120];
const MAX_ROWS: usize = 56;
/// The fewest rows that are left for a board, and the step between the numbers of rows to try.
const MIN_ROWS: usize = 8;
const ROW_STEP: usize = 4;
/// The names that a first column can have, as numbers.
const FIRST_COLUMNS: [i64; 3] = [1, 'A' as i64, 'a' as i64];

/// Returns whether a line names the columns of a board: consecutive letters or numbers, at least three, from the
/// first column or back to it. Rows of numbered pieces have gaps.
fn is_axis(line: &str) -> bool {
    let number = |word: &str| {
        let letter = word.chars().next().filter(|_| word.len() == 1);
        let of_letter =
            || letter.filter(char::is_ascii_alphabetic).map(|letter| i64::from(u32::from(letter)));
        word.parse::<i64>().ok().or_else(of_letter)
    };
    let numbers: Vec<i64> = line.split_whitespace().map_while(number).collect();
    let has_step = |step: i64| numbers.windows(2).all(|pair| pair[1] - pair[0] == step);
    let has_first =
        [numbers.first(), numbers.last()].iter().flatten().any(|number| FIRST_COLUMNS.contains(number));
    line.starts_with("  ") && numbers.len() >= 3 && has_first && (has_step(1) || has_step(-1))
}

/// Returns whether the paragraph that ends with these lines describes the board below it, an example of the rules, such
/// as `b2 c3: a duck captures.`, or a turn of a review. A board that names its columns at its lower edge stands between.
fn ends_with_caption(lines: &[&str]) -> bool {
    let start = lines.iter().rposition(|line| line.trim().is_empty()).map_or(0, |blank| blank + 1);
    let is_text = |line: &&&str| !line.contains(['│', '┌', '├', '└', '|', '+']);
    let paragraph = lines[start..].iter().take_while(is_text).copied().collect::<Vec<_>>().join(" ");
    let is_move =
        |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || " -".contains(c));
    let is_of_review = paragraph.starts_with("Better") || paragraph.contains(" position: ");
    is_of_review
        || paragraph
            .split_once(": ")
            .is_some_and(|(mv, text)| !mv.is_empty() && is_move(mv) && text.ends_with('.'))
}

/// The last board on a screen, except examples of the rules.
pub struct LastBoard<'a> {
    lines: Vec<&'a str>,
    axis: usize,
    /// The styles that it may have, for each game.
    styles: RefCell<BTreeMap<String, Vec<Style>>>,
}

impl<'a> LastBoard<'a> {
    /// Finds it.
    pub fn find(screen: &'a str) -> Option<Self> {
        let lines: Vec<&str> = screen.lines().collect();
        let is_example = |axis: usize| ends_with_caption(&lines[..axis]);
        let axis = (0..lines.len()).rfind(|axis| is_axis(lines[*axis]) && !is_example(*axis))?;
        Some(LastBoard { lines, axis, styles: RefCell::default() })
    }

    /// Returns the lines from the one that names the columns.
    pub fn below(&self) -> &[&'a str] {
        &self.lines[self.axis..]
    }

    /// Returns whether it may be the board in the middle of a turn, which only Qawale shows. Its other boards
    /// have a line about the turn or the end of the game below them.
    pub fn is_mid_turn(&self) -> bool {
        let below = self.below();
        let has = |start: &str| below.iter().any(|line| line.starts_with(start));
        let is_over = || below.iter().any(|line| line.contains(" wins with "));
        let has_stacks =
            below[0].contains("stacks, bottom to top") || below.iter().any(|line| line.contains("A1 = ["));
        let is_turn = has("Turn ") || has("Press Enter to continue.");
        has_stacks && (has("Stack in hand") || !is_turn && !is_over())
    }

    /// Returns the board with the lines around it.
    pub fn text(&self) -> String {
        let end = (self.axis + 12).min(self.lines.len());
        self.lines[self.axis.saturating_sub(22)..end].join("\n")
    }

    /// Returns whether it is this drawing, with or without a text to its right.
    fn shows(&self, drawing: &str) -> bool {
        let wanted: Vec<&str> = drawing.lines().map(str::trim_end).collect();
        let Some(axis) = wanted.iter().rposition(|line| is_axis(line)) else { return false };
        let Some(start) = self.axis.checked_sub(axis) else { return false };
        let shown = self.lines.get(start..start + wanted.len());
        shown.is_some_and(|shown| shown.iter().zip(&wanted).all(|(shown, wanted)| shown.starts_with(wanted)))
    }

    /// Returns whether it shows the end of `history`.
    pub fn shows_end_of(&self, game: &AnyGame, history: &History<AnyPosition>) -> bool {
        let styles = &mut *self.styles.borrow_mut();
        let styles = styles.entry(game.name()).or_insert_with(|| self.likely_styles(game));
        styles.iter().any(|style| self.shows(&game.board(&game.view(history), style)))
    }

    /// Returns the styles in which boards of `game` name their columns like this one.
    fn likely_styles(&self, game: &AnyGame) -> Vec<Style> {
        let start = History::new(game.start());
        let axis = |drawing: &str| drawing.lines().rfind(|line| is_axis(line)).map(str::to_owned);
        let sizes =
            (MIN_ROWS..=MAX_ROWS).rev().step_by(ROW_STEP).flat_map(|rows| WIDTHS.map(|width| (rows, width)));
        let styles = sizes.flat_map(|(rows, width)| {
            [BoardStyle::Classic, BoardStyle::Compact].into_iter().flat_map(move |board| {
                let style = Style { board, width: Some(width), rows: Some(rows), ..Style::PLAIN };
                [style, Style { flipped: true, ..style }]
            })
        });
        let mut likely: BTreeMap<String, Vec<Style>> = BTreeMap::new();
        for style in styles {
            let drawing = game.board(&game.view(&start), &style);
            let names: Option<String> = axis(&drawing).map(|line| columns(&line));
            if names.is_some_and(|names| columns(self.lines[self.axis]).starts_with(&names)) {
                likely.entry(drawing).or_default().push(style);
            }
        }
        // The size of a board can depend on its pieces, so try the extremes.
        likely.into_values().flat_map(|styles| [styles[0], styles[styles.len() - 1]]).collect()
    }
}

/// Returns the names of the columns, and the spaces between them.
fn columns(axis: &str) -> String {
    let names = axis.split_once("   s").map_or(axis, |(names, _)| names);
    names.trim_end().to_owned()
}

/// Reads a record that was kept.
pub fn read(record: &Record) -> Referee<AnyGame> {
    let game = games::open(&record.game).unwrap();
    record.play_in(&game).unwrap()
}
