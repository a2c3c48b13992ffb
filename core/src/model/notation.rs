//! Pieces of text notation that several games share: rows of cells, the side to move, cell names.
//!
//! Errors say what is wrong and at which character, counted from 1 as people count.

use thiserror::Error;

use super::Player;

/// A text that is not a position or not a move: where, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("character {at}: {problem}")]
pub struct NotationError {
    /// The character where the problem is, counted from 1.
    pub at: usize,
    /// What is wrong there.
    pub problem: NotationProblem,
}

/// What can be wrong with a text. Counts are of cells, rows or pieces.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationProblem {
    /// There is no text at all.
    #[error("there is no text")]
    Empty,
    /// A letter that stands for nothing here.
    #[error("unknown letter {0:?}")]
    UnknownLetter(char),
    /// A row with too few or too many cells. `row` counts from 1 in the order of the text.
    #[error("row {row} has {found} cells, it should have {wanted}")]
    RowWidth {
        /// Which row.
        row: usize,
        /// Cells it has.
        found: usize,
        /// Cells it should have.
        wanted: usize,
    },
    /// Too few or too many rows.
    #[error("{found} rows, there should be {wanted}")]
    RowCount {
        /// Rows there are.
        found: usize,
        /// Rows there should be.
        wanted: usize,
    },
    /// The position does not say who is to move.
    #[error("the side to move is missing: {sides}")]
    MissingSide {
        /// The sides there are, as a person would read them: "1 or 2".
        sides: &'static str,
    },
    /// Something else stands where the side to move belongs.
    #[error("unknown side to move \"{}\": it should be {sides}", found.escape_debug())]
    UnknownSide {
        /// What stands there.
        found: String,
        /// The sides there are.
        sides: &'static str,
    },
    /// More text after the end of the notation.
    #[error("text after the end: \"{}\"", .0.escape_debug())]
    ExtraText(String),
    /// A player has more pieces than the game gives him.
    #[error("{whose} has {found} pieces, at most {most} are possible")]
    TooManyPieces {
        /// Whose pieces, in the game's words.
        whose: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A text that should have been of another form.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A problem only one game knows.
    #[error("{0}")]
    Other(String),
}

impl NotationError {
    /// The problem at the character with offset `index` from 0.
    #[must_use]
    pub fn new(index: usize, problem: NotationProblem) -> Self {
        NotationError { at: index + 1, problem }
    }
}

/// A word of a text and where it begins (in characters from 0).
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The word itself, without blanks.
    pub text: &'a str,
    /// The offset of its first character.
    pub start: usize,
}

impl Word<'_> {
    /// The offset behind its last character.
    pub fn end(&self) -> usize {
        self.start + self.text.chars().count()
    }
}

/// The words of `text`, separated by white space.
pub fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    text.split_whitespace().map(|word| {
        // Both slices are of the same string, so the distance of their starts is a byte offset.
        let bytes = word.as_ptr() as usize - text.as_ptr() as usize;
        Word { text: word, start: text[..bytes].chars().count() }
    })
}

/// Splits a position into exactly its `N` words: the board first, then the side, then what a game adds.
///
/// # Errors
/// A word too few (`sides` is named where the side to move is missing) or a word too many.
pub fn split_position<'a, const N: usize>(
    text: &'a str,
    sides: &'static str,
    last: &'static str,
) -> Result<[Word<'a>; N], NotationError> {
    let mut found = words(text);
    let mut result = [Word { text: "", start: 0 }; N];
    let end = text.chars().count();
    for (index, word) in result.iter_mut().enumerate() {
        *word = found.next().ok_or(match index {
            0 => NotationError::new(0, NotationProblem::Empty),
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

/// Reads the side to move: the `letters` of the two players, in their order; `sides` is what an error says of them.
///
/// # Errors
/// It is neither.
pub fn read_side(side: Word<'_>, letters: [&str; 2], sides: &'static str) -> Result<Player, NotationError> {
    let known = Player::BOTH.into_iter().find(|player| letters[player.index()] == side.text);
    known.ok_or_else(|| {
        NotationError::new(side.start, NotationProblem::UnknownSide { found: side.text.to_owned(), sides })
    })
}

/// Reads rows separated by `/`, in which a decimal number is a run of empty cells and every other character is
/// given to `place(row, column, letter)`; the first row of the text is row 0.
///
/// # Errors
/// A wrong number of rows or of cells in a row, or what `place` refuses.
pub fn read_rows(
    board: Word<'_>,
    width: usize,
    height: usize,
    mut place: impl FnMut(usize, usize, char) -> Result<(), NotationProblem>,
) -> Result<(), NotationError> {
    let found = board.text.split('/').count();
    let mut at = board.start;
    for (row, cells) in board.text.split('/').enumerate() {
        if row >= height {
            return Err(NotationError::new(at, NotationProblem::RowCount { found, wanted: height }));
        }
        read_row(Word { text: cells, start: at }, row, width, &mut place)?;
        at += cells.chars().count() + 1;
    }
    if found < height {
        return Err(NotationError::new(board.end(), NotationProblem::RowCount { found, wanted: height }));
    }
    Ok(())
}

fn read_row(
    cells: Word<'_>,
    row: usize,
    width: usize,
    place: &mut impl FnMut(usize, usize, char) -> Result<(), NotationProblem>,
) -> Result<(), NotationError> {
    let mut column: usize = 0;
    let mut run: usize = 0;
    for (index, letter) in cells.text.chars().enumerate() {
        if let Some(digit) = letter.to_digit(10) {
            run = run.saturating_mul(10).saturating_add(digit as usize);
            continue;
        }
        column = column.saturating_add(run);
        run = 0;
        if column < width {
            place(row, column, letter).map_err(|problem| NotationError::new(cells.start + index, problem))?;
        }
        column = column.saturating_add(1);
    }
    column = column.saturating_add(run);
    if column != width {
        let problem = NotationProblem::RowWidth { row: row + 1, found: column, wanted: width };
        return Err(NotationError::new(cells.start, problem));
    }
    Ok(())
}

/// Writes rows as [`read_rows`] reads them. `cell(row, column)` is the letter of a cell, `None` where it is empty.
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

/// Reads a letter and a decimal number, such as `a1` or `V22`, from the front of `text`. Gives the letter's place in the
/// alphabet from 0, the number, and the rest of the text. `None` if `text` does not begin so.
#[must_use]
pub fn read_cell(text: &str) -> Option<(usize, usize, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = &text[1..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    Some((letter.to_ascii_lowercase() as usize - 'a' as usize, number, &rest[digits..]))
}

/// The small letter with this place in the alphabet, from 0; `?` beyond the alphabet.
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
    fn rows_are_read_and_written() {
        assert_eq!(read(" D1d/3 1 "), Ok(vec![(0, 0, 'D'), (0, 2, 'd')]));
        let written = write_rows(12, 2, |row, column| (row == 1 && column == 11).then_some('s'));
        assert_eq!(written, "12/11s");
    }

    #[test]
    fn errors_name_the_position() {
        let place = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(place(""), "character 1: there is no text");
        assert_eq!(place("3/3"), "character 4: the side to move is missing: 1 or 2");
        assert_eq!(place("3/4 1"), "character 3: row 2 has 4 cells, it should have 3");
        assert_eq!(place("3/DDDDDx 1"), "character 3: row 2 has 6 cells, it should have 3");
        assert_eq!(place("3/3/3 1"), "character 5: 3 rows, there should be 2");
        assert_eq!(place("3 1"), "character 2: 1 rows, there should be 2");
        assert_eq!(place("3/1x1 1"), "character 4: unknown letter 'x'");
        assert_eq!(place("3/3 1 go"), "character 7: text after the end: \"go\"");
        assert_eq!(
            place("3/99999999999999999999999 1"),
            format!("character 3: row 2 has {} cells, it should have 3", usize::MAX)
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
