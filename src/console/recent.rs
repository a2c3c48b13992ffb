//! What was written last: it tells whether the board is still on the screen, and can be shown again after the
//! program was suspended.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of lines kept: more than a screen has rows.
const MAX_LINES: usize = 200;

/// The rows that the question below a board takes, with what it says about the turn.
const QUESTION_ROWS: usize = 4;

/// The lines written last. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentOutput {
    /// Oldest first. The last line has not ended yet.
    lines: Arc<Mutex<VecDeque<String>>>,
    /// The rows of the last board.
    board_rows: usize,
    /// The rows written below it.
    rows_below_board: usize,
    /// Whether something has taken the place of the board on the screen.
    pub(super) is_board_covered: bool,
    /// Whether a command has just shown the board.
    pub(super) is_board_new: bool,
    /// Whether a command of a turn is running: if need be, the board is shown again below its output.
    pub(super) is_board_next: bool,
}

impl RecentOutput {
    /// Adds text that was written. Its lines are no wider than the screen.
    pub(super) fn add(&mut self, text: &str) {
        self.rows_below_board += text.matches('\n').count();
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, line) in text.split('\n').enumerate() {
            match lines.back_mut().filter(|_| number == 0) {
                Some(last) => *last += line,
                None => lines.push_back(line.to_owned()),
            }
        }
        let excess = lines.len().saturating_sub(MAX_LINES);
        lines.drain(..excess);
    }

    /// Notes that a board was just written.
    pub(super) fn note_board(&mut self, drawing: &str) {
        (self.board_rows, self.rows_below_board) = (drawing.lines().count(), 0);
        self.is_board_covered = false;
        self.is_board_new = true;
    }

    /// Returns whether the board would be shown again below `rows` more rows, and scroll some of them off.
    pub(super) fn would_board_hide(&self, rows: usize, screen_rows: usize) -> bool {
        let is_shown_again = self.is_board_covered || self.is_board_off_after(rows, screen_rows);
        self.is_board_next && is_shown_again && rows + self.board_rows + QUESTION_ROWS > screen_rows
    }

    /// Returns whether `rows` more rows scroll much of the board off a screen with this many rows. Of a board that
    /// fills the screen alone, half counts.
    fn is_board_off_after(&self, rows: usize, screen_rows: usize) -> bool {
        self.rows_below_board + rows + self.board_rows.min(screen_rows / 2) > screen_rows
    }

    /// Returns the last `rows` complete lines.
    pub(super) fn last(&self, rows: usize) -> String {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = lines.len().saturating_sub(1);
        lines.iter().take(ended).skip(ended.saturating_sub(rows)).map(|line| format!("{line}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_lines_are_kept() {
        let mut recent = RecentOutput::default();
        recent.add("a\nb");
        recent.add("c\n\nd");
        assert_eq!((recent.last(9), recent.last(2)), ("a\nbc\n\n".to_owned(), "bc\n\n".to_owned()));
        (0..999).for_each(|_| recent.add("x\n"));
        assert_eq!(recent.last(usize::MAX).lines().count(), MAX_LINES - 1);
    }

    #[test]
    fn board_scrolls_off_screen() {
        let mut recent = RecentOutput::default();
        recent.note_board(&"#\n".repeat(14));
        recent.add(&"x\n".repeat(12));
        assert!(!recent.is_board_off_after(0, 24));
        assert!(recent.is_board_off_after(1, 24) && !recent.is_board_off_after(1, 28));
        recent.note_board("#\n");
        assert!(!recent.is_board_off_after(1, 24));
        recent.note_board(&"#\n".repeat(13));
        assert!(!recent.would_board_hide(13, 24), "no board follows");
        recent.is_board_next = true;
        assert!(!recent.would_board_hide(7, 24), "both fit");
        assert!(!recent.would_board_hide(10, 24), "most of the board stays above the text");
        assert!(recent.would_board_hide(13, 24), "the board is shown again, and only half of the text stays");
        assert!(!recent.would_board_hide(13, 30));
    }
}
