//! Notation shared by several games: rows of cells, the side to move, cell names.
//!
//! Errors name the problem and the character, counted from 1.

use std::mem;
use std::str::FromStr;

use thiserror::Error;

use super::Player;
use super::text::escape;

/// Why a text is not a position or a move, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("character {at}: {problem}")]
#[non_exhaustive]
pub struct NotationError {
    /// The character with the problem, counted from 1.
    pub at: usize,
    /// The problem.
    pub problem: NotationProblem,
}

/// What can be wrong with a text. Counts refer to cells, rows or pieces.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationProblem {
    /// The text is empty.
    #[error("the text is empty")]
    Empty,
    /// A letter that has no meaning here.
    #[error("unknown letter {0:?}")]
    UnknownLetter(char),
    /// A row with too few or too many cells. `row` counts from 1 in text order.
    #[error("row {row} has {} cells instead of {wanted}", if *found == usize::MAX { "too many".to_owned() } else { found.to_string() })]
    RowWidth {
        /// The number of the row.
        row: usize,
        /// The number of cells in it.
        found: usize,
        /// The correct number of cells.
        wanted: usize,
    },
    /// Too few or too many rows.
    #[error("expected {wanted} rows, found {found}")]
    RowCount {
        /// The number of rows.
        found: usize,
        /// The correct number of rows.
        wanted: usize,
    },
    /// The position does not say who is to move.
    #[error("the side to move is missing, expected {sides}")]
    MissingSide {
        /// The valid sides, as text: "1 or 2".
        sides: &'static str,
    },
    /// The side to move is invalid.
    #[error("unknown side to move \"{}\", expected {sides}", escape(found.as_bytes()))]
    UnknownSide {
        /// The given side.
        found: String,
        /// The valid sides, as text.
        sides: &'static str,
    },
    /// More text after the end.
    #[error("unexpected text after the end: \"{}\"", escape(.0.as_bytes()))]
    ExtraText(String),
    /// A player has more pieces than allowed.
    #[error("{whose} has {found} pieces, but at most {most} are allowed")]
    TooManyPieces {
        /// The player, in the game's words.
        whose: &'static str,
        /// The number of pieces.
        found: usize,
        /// The maximum number of pieces.
        most: usize,
    },
    /// The text does not have the expected form.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A problem specific to one game.
    #[error("{0}")]
    Other(String),
}

impl NotationError {
    /// Creates the error for a text that is not what was expected.
    pub(crate) fn expected(what: &'static str) -> Self {
        NotationError::new(0, NotationProblem::Expected(what))
    }

    /// Creates an error at the character with offset `index`, from 0.
    #[must_use]
    pub fn new(index: usize, problem: NotationProblem) -> Self {
        NotationError { at: index + 1, problem }
    }
}

/// A word of a text and its offset in characters, from 0.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The word, without blanks.
    pub text: &'a str,
    /// The offset of its first character.
    pub start: usize,
}

impl<'a> Word<'a> {
    /// Returns the offset after the last character.
    pub fn end(&self) -> usize {
        self.start + self.text.chars().count()
    }

    /// Returns the parts between the separators.
    pub(crate) fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut next = self.start;
        self.text.split(separator).map(move |text| {
            let part = Word { text, start: next };
            next = part.end() + 1;
            part
        })
    }
}

/// Returns the words of `text`, separated by blanks. Only those of ASCII are blanks, as in records.
pub fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_ascii_whitespace().map(|word| {
        // Both are slices of the same string, so the difference of their addresses is a byte offset.
        let bytes = word.as_ptr() as usize - text.as_ptr() as usize;
        Word { text: word, start: text[..bytes].chars().count() }
    })
}

/// What a text without any row lacks.
const ROWS: &str = "rows separated by /, and then the side to move";

/// Splits a position into exactly `N` words: the board, the side to move, then anything else the game needs.
///
/// # Errors
/// A word is missing (`sides` names the valid sides, `last` the words after them), or there are too many.
pub fn split_position<'a, const N: usize>(
    text: &'a str,
    sides: &'static str,
    last: &'static str,
) -> Result<[Word<'a>; N], NotationError> {
    let mut found = words(text);
    let mut result = [Word { text: "", start: 0 }; N];
    let end = text.chars().count();
    let has_rows = words(text).next().is_some_and(|board| board.text.contains('/'));
    for (index, word) in result.iter_mut().enumerate() {
        *word = found.next().ok_or(match index {
            0 => NotationError::new(0, NotationProblem::Empty),
            1 if !has_rows => NotationError::new(0, NotationProblem::Expected(ROWS)),
            1 => NotationError::new(end, NotationProblem::MissingSide { sides }),
            _ => NotationError::new(end, NotationProblem::Expected(last)),
        })?;
    }
    match found.next() {
        None => Ok(result),
        Some(extra) => {
            Err(NotationError::new(extra.start, NotationProblem::ExtraText(extra.text.to_owned())))
        }
    }
}

/// Parses the side to move. `letters` are those of the two players in order, and `sides` describes them in
/// errors.
///
/// # Errors
/// The word is neither letter.
pub fn read_side(side: Word<'_>, letters: [&str; 2], sides: &'static str) -> Result<Player, NotationError> {
    let known = Player::BOTH.into_iter().find(|player| letters[player.index()] == side.text);
    known.ok_or_else(|| {
        NotationError::new(side.start, NotationProblem::UnknownSide { found: side.text.to_owned(), sides })
    })
}

/// Returns the number of cells in the first row of a position, and its number of rows, as [`read_rows`] counts them.
pub(crate) fn board_size(text: &str) -> (usize, usize) {
    let board = text.split_ascii_whitespace().next().unwrap_or_default();
    let (_, width) = lettered_cells(board.split('/').next().unwrap_or_default());
    (width, board.split('/').count())
}

/// Parses rows separated by `/`. A decimal number is a run of empty cells; every other character is passed to
/// `place(row, column, letter)`. The first row of the text is row 0.
///
/// # Errors
/// The number of rows or the width of a row is wrong, or `place` returned an error.
pub fn read_rows(
    board: Word<'_>,
    width: usize,
    height: usize,
    mut place: impl FnMut(usize, usize, char) -> Result<(), NotationProblem>,
) -> Result<(), NotationError> {
    for_each_row(board, height, |row, cells| read_row(cells, row, width, &mut place))
}

/// Passes the rows of a board, separated by `/`, to `read(row, cells)`.
///
/// # Errors
/// The number of rows is wrong, or `read` returned an error.
pub(crate) fn for_each_row<'a>(
    board: Word<'a>,
    height: usize,
    mut read: impl FnMut(usize, Word<'a>) -> Result<(), NotationError>,
) -> Result<(), NotationError> {
    let found = board.text.split('/').count();
    let wrong = |at| NotationError::new(at, NotationProblem::RowCount { found, wanted: height });
    for (row, cells) in board.split('/').enumerate() {
        if row >= height {
            return Err(wrong(cells.start));
        }
        read(row, cells)?;
    }
    if found < height { Err(wrong(board.end())) } else { Ok(()) }
}

fn read_row(
    cells: Word<'_>,
    row: usize,
    width: usize,
    place: &mut impl FnMut(usize, usize, char) -> Result<(), NotationProblem>,
) -> Result<(), NotationError> {
    let (letters, found) = lettered_cells(cells.text);
    for (index, column, letter) in letters.into_iter().filter(|(_, column, _)| *column < width) {
        place(row, column, letter).map_err(|problem| NotationError::new(cells.start + index, problem))?;
    }
    if found != width {
        let problem = NotationProblem::RowWidth { row: row + 1, found, wanted: width };
        return Err(NotationError::new(cells.start, problem));
    }
    Ok(())
}

/// Returns the letters of a row, each with its offset in characters and its column, and the number of cells. A decimal
/// number is a run of empty cells.
pub(crate) fn lettered_cells(row: &str) -> (Vec<(usize, usize, char)>, usize) {
    let (mut letters, mut column, mut run) = (Vec::new(), 0_usize, 0_usize);
    for (index, letter) in row.chars().enumerate() {
        if let Some(digit) = letter.to_digit(10) {
            run = run.saturating_mul(10).saturating_add(digit as usize);
            continue;
        }
        column = column.saturating_add(mem::take(&mut run));
        letters.push((index, column, letter));
        column = column.saturating_add(1);
    }
    (letters, column.saturating_add(run))
}

/// Checks that a board has at most `most` of some letters, the pieces of `whose`.
///
/// # Errors
/// There are more. The error points at the first piece too many.
pub(crate) fn check_piece_count(
    board: Word<'_>,
    is_piece: impl Fn(char) -> bool,
    whose: &'static str,
    most: usize,
) -> Result<(), NotationError> {
    let mut pieces = board.text.chars().enumerate().filter(|(_, letter)| is_piece(*letter));
    let Some((index, _)) = pieces.nth(most) else { return Ok(()) };
    let found = most + 1 + pieces.count();
    Err(NotationError::new(board.start + index, NotationProblem::TooManyPieces { whose, found, most }))
}

/// Writes rows in the format of [`read_rows`]. `cell(row, column)` returns the letter of a cell, or `None` if
/// it is empty.
#[must_use]
pub fn write_rows(width: usize, height: usize, cell: impl Fn(usize, usize) -> Option<char>) -> String {
    let mut text = String::with_capacity(height * 4);
    for row in 0..height {
        let mut run = 0;
        // The slash ends the last run of the row.
        for letter in (0..width).map(|column| cell(row, column)).chain([Some('/')]) {
            let Some(letter) = letter else {
                run += 1;
                continue;
            };
            if run > 0 {
                text += &run.to_string();
            }
            text.push(letter);
            run = 0;
        }
    }
    text.pop();
    text
}

/// Parses a letter and a decimal number, such as `a1` or `V22`, at the start of `text`. Returns the letter's
/// index in the alphabet from 0, the number, and the rest of the text.
#[must_use]
pub fn read_cell(text: &str) -> Option<(usize, usize, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = &text[1..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    Some((letter.to_ascii_lowercase() as usize - 'a' as usize, number, &rest[digits..]))
}

/// Returns whether `text` is a number: `parse` alone would allow a sign.
#[must_use]
pub fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses a number that consists only of digits.
pub(crate) fn read_digits<T: FromStr>(text: &str) -> Option<T> {
    if is_digits(text) { text.parse().ok() } else { None }
}

/// Returns the lower-case letter with this index in the alphabet, from 0, or `?` beyond the alphabet.
#[must_use]
pub fn letter(index: usize) -> char {
    u8::try_from(index).ok().filter(|index| *index < 26).map_or('?', |index| char::from(b'a' + index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(usize, usize, char)>, NotationError> {
        let [board, _side] = split_position(text, "1 or 2", "nothing more")?;
        let mut cells = Vec::new();
        read_rows(board, 3, 2, |row, column, letter| {
            if letter == 'x' {
                return Err(NotationProblem::UnknownLetter(letter));
            }
            cells.push((row, column, letter));
            Ok(())
        })?;
        Ok(cells)
    }

    #[test]
    fn letters_end_with_the_alphabet() {
        assert_eq!([0, 25, 26, 300].map(letter), ['a', 'z', '?', '?']);
    }

    #[test]
    fn rows_are_read_and_written() {
        assert_eq!(read(" D1d/3 1 "), Ok(vec![(0, 0, 'D'), (0, 2, 'd')]));
        let written = write_rows(12, 2, |row, column| (row == 1 && column == 11).then_some('s'));
        assert_eq!(written, "12/11s");
    }

    #[test]
    fn errors_name_the_position() {
        let problem = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(problem(""), "character 1: the text is empty");
        assert_eq!(problem("3/3"), "character 4: the side to move is missing, expected 1 or 2");
        assert_eq!(problem("bad"), "character 1: expected rows separated by /, and then the side to move");
        assert_eq!(problem("3/4 1"), "character 3: row 2 has 4 cells instead of 3");
        assert_eq!(problem("3/DDDDDx 1"), "character 3: row 2 has 6 cells instead of 3");
        assert_eq!(problem("3/DDDx 1"), "character 3: row 2 has 4 cells instead of 3");
        assert_eq!(problem("3/3/3 1"), "character 5: expected 2 rows, found 3");
        assert_eq!(problem("3 1"), "character 2: expected 2 rows, found 1");
        assert_eq!(problem("D1D 1"), "character 4: expected 2 rows, found 1");
        assert_eq!(problem("3/1x1 1"), "character 4: unknown letter 'x'");
        assert_eq!(problem("3/3 1 go"), "character 7: unexpected text after the end: \"go\"");
        assert_eq!(
            problem("3/99999999999999999999999 1"),
            "character 3: row 2 has too many cells instead of 3"
        );
    }

    #[test]
    fn cells_are_read_from_the_front() {
        assert_eq!(read_cell("a1b2"), Some((0, 1, "b2")));
        assert_eq!(read_cell("V22"), Some((21, 22, "")));
        for wrong in ["", "a", "1a", "é1", "a99999999999999999999999"] {
            assert_eq!(read_cell(wrong), None, "{wrong}");
        }
    }
}
