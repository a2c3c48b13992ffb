//! Answers that are not accepted: what is said, and what is shown again.

use std::fmt::Display;

use super::{Dialog, Introduction};
use crate::console::PromptExit;
use crate::console::style::start_of_last_line;
use crate::model::text::escape;

/// The note on a line that is refused as a whole.
const NOTHING_PLAYED: &str = "Nothing has been played.";

impl Dialog<'_> {
    /// Reports why the last answer is not accepted. The caller asks again. If the answer shared its line with
    /// others, the message quotes it, and the rest of the line is dropped; at a terminal, the whole line.
    ///
    /// # Errors
    /// Always fails under `--strict`, and if a line at a terminal is dropped; otherwise fails if the output cannot be
    /// written.
    pub fn refuse(&mut self, message: impl Display) -> Result<(), PromptExit> {
        let drops_line = self.drops_line();
        self.answered.truncate(self.kept);
        self.selection.clear();
        self.asked = Introduction::default();
        self.say_refusal(message)?;
        if drops_line {
            return Err(self.start_over_before_line());
        }
        self.remind("")
    }

    /// Whether an answer that is refused now takes all answers of its line with it, and some have been accepted.
    fn drops_line(&self) -> bool {
        self.word.is_some() && self.is_at_terminal() && self.is_turn && self.answered != self.before_line
    }

    /// Reports why the answers of a turn together are not accepted. The turn starts over. If the last of them shared
    /// its line with others, the message quotes all that were not checked before, because any can be the wrong one.
    ///
    /// # Errors
    /// Fails as [`Dialog::refuse`].
    pub fn refuse_turn(&mut self, message: impl Display) -> Result<(), PromptExit> {
        if self.word.is_some() || self.console.settings().strict {
            let was_checked = self.is_at_terminal() && self.answered.starts_with(&self.before_line);
            let checked = if was_checked { self.before_line.len() } else { 0 };
            self.word = Some(self.answered.get(checked..).unwrap_or_default().join(" "));
        }
        self.before_line.truncate(self.kept);
        self.refuse(message)
    }

    pub(super) fn say_refusal(&mut self, message: impl Display) -> Result<(), PromptExit> {
        self.typed_line = None;
        match self.is_at_terminal() {
            true => self.held_boards = Default::default(),
            false => self.show_held_boards()?,
        }
        let drops_line = self.drops_line();
        let Some(word) = self.word.take() else { return Ok(self.console.refuse(&message.to_string())?) };
        let quoted = format!("\"{}\"", escape(word.as_bytes()));
        let dropped: Vec<String> =
            self.console.pending_answers.drain(..).map(|word| escape(word.as_bytes())).collect();
        let message = message.to_string();
        // The original's part of a message, whole lines, stays as it is: the line below it says what was wrong.
        let own = start_of_last_line(&message);
        let needs_quote = own < message.len() && !message.contains(&quoted);
        let quote = if needs_quote { format!("{quoted}: ") } else { String::new() };
        self.console.refuse(&format!("{}{quote}{}", &message[..own], &message[own..]))?;
        if self.is_turn && self.is_at_terminal() {
            if !message.contains(NOTHING_PLAYED) {
                self.console.say(&format!("({NOTHING_PLAYED})"))?;
            }
        } else if self.is_at_terminal() && !self.is_aside {
            // The answers before it have led to other menus.
            self.console.say("(Start again from this menu.)")?;
            return Err(PromptExit::StartOver(Vec::new()));
        } else if !dropped.is_empty() && !self.style().is_original_only() {
            self.console.say(&format!("(Ignored the rest of the line: {})", dropped.join(" ")))?;
        }
        if drops_line {
            return Err(self.start_over_before_line());
        }
        Ok(())
    }

    /// Starts the turn over with the answers before the last line, whose board is still on the screen.
    pub(super) fn start_over_before_line(&mut self) -> PromptExit {
        let recent = &mut self.console.recent;
        if !self.before_line.is_empty() && !recent.is_board_covered {
            recent.is_turn_kept = true;
            self.handler.set_turn_board(None);
        }
        PromptExit::StartOver(std::mem::take(&mut self.before_line))
    }

    /// Shows what introduces the question and was not shown, because its answer had been typed.
    pub(super) fn show_unshown(&mut self) -> Result<(), PromptExit> {
        let Introduction { text, is_board_due } = std::mem::take(&mut self.asked);
        if is_board_due && self.is_at_terminal() {
            self.console.cover_board();
            return self.remind(&text);
        }
        if is_board_due {
            self.command(":board")?;
        }
        self.console.say_nonempty(&text)?;
        if self.is_turn { Ok(self.console.say_nonempty(&self.selection)?) } else { Ok(()) }
    }
}
