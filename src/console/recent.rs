//! What was written last: it tells whether the board is still on the screen, and can be shown again after the
//! program was suspended.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of lines kept: more than a screen has rows.
const MAX_LINES: usize = 200;

/// The lines written last. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentOutput {
    /// Oldest first. The last line has not ended yet.
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Whether something has taken the place of the board on the screen.
    pub(super) is_board_covered: bool,
    /// Whether the command that runs has left a page of a text.
    pub(super) is_page_left: bool,
    /// Whether a command has just shown the board.
    pub(super) is_board_new: bool,
    /// The texts above the questions of a turn that have been shown below the board.
    introductions: Vec<String>,
    /// Whether the turn that starts over begins with the answers whose board is on the screen.
    pub(super) is_turn_kept: bool,
}

impl RecentOutput {
    /// Adds text that was written. Its lines are no wider than the screen.
    pub(super) fn add(&mut self, text: &str) {
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
    pub(super) fn note_board(&mut self) {
        self.is_board_covered = false;
        self.is_board_new = true;
        self.introductions.clear();
    }

    /// Notes a text above a question. Returns whether it has been shown below the board.
    pub(super) fn note_introduction(&mut self, text: &str) -> bool {
        let is_known = self.introductions.iter().any(|known| known == text);
        if !is_known && !text.is_empty() {
            self.introductions.push(text.to_owned());
        }
        is_known
    }

    /// Returns whether `text` was the last one above a question.
    pub(super) fn is_last_introduction(&self, text: &str) -> bool {
        self.introductions.last().is_some_and(|last| last == text)
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
}
