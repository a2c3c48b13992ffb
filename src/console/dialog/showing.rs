//! What is shown above a question: the text that introduces it, the selected piece, the board.

use super::Dialog;
use crate::console::{BoardStyle, Prompt, PromptExit, Style};

/// What is shown above a question.
#[derive(Default)]
pub(super) struct Introduction {
    pub(super) text: String,
    /// Whether the board has changed in the turn and was not shown.
    pub(super) is_board_due: bool,
}

impl Dialog<'_> {
    /// Shows the text that introduces a question, unless the question has already been answered. If that
    /// answer is refused, the text is shown then. In a turn it is repeated after interruptions.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn introduce(&mut self, text: &str) -> Result<(), PromptExit> {
        text.clone_into(&mut self.next.text);
        let is_last = self.repeats_nothing() && self.console.recent.is_last_introduction(text);
        if is_last || self.is_answered() {
            return Ok(());
        }
        self.console.recent.note_introduction(text);
        Ok(self.console.say_nonempty(text)?)
    }

    /// Returns whether a text above a question is shown once below a board, not after each error. The classic style
    /// repeats it, as the originals do.
    pub(super) fn repeats_nothing(&self) -> bool {
        let style = self.style();
        self.is_turn && style.is_at_terminal() && !style.by_ear && style.board != BoardStyle::Classic
    }

    /// Shows which piece is selected, unless the next question has already been answered. The text is
    /// repeated after interruptions.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn show_selection(&mut self, text: &str) -> Result<(), PromptExit> {
        text.clone_into(&mut self.selection);
        self.say_unless_answered(text)
    }

    fn say_unless_answered(&mut self, text: &str) -> Result<(), PromptExit> {
        if self.is_answered() { Ok(()) } else { Ok(self.console.say_nonempty(text)?) }
    }

    /// Sets the text about the selected piece, which the prompts have already shown. The originals do not repeat it.
    pub fn set_selection(&mut self, text: &str) {
        self.selection = if self.style().is_original_only() { String::new() } else { text.to_owned() };
    }

    /// Notes at a terminal that the turn still begins with `answer`, even if what followed was refused.
    pub fn keep_answer(&mut self, answer: &str) {
        if self.is_at_terminal() {
            self.answered = vec![answer.to_owned()];
            self.kept = 1;
        }
    }

    /// Shows `drawing`, the board as it is in the middle of this turn, unless the next question has already been
    /// answered and not every board is shown. Commands then show `board` instead of the position, and the position is shown again if the turn
    /// starts over.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn show_turn_board(
        &mut self,
        drawing: &str,
        board: impl Fn(&Style) -> String + 'static,
    ) -> Result<(), PromptExit> {
        let style = self.style();
        let is_answered = self.is_answered();
        if self.console.recent.is_turn_kept {
            self.console.recent.is_turn_kept = is_answered;
            self.handler.set_turn_board(Some(Box::new(board)));
            return Ok(());
        }
        let shows_all = is_answered && style.board == BoardStyle::Classic && !style.by_ear;
        if shows_all {
            self.held_boards.0 += &format!("{}\n", drawing.trim_end());
            self.held_boards.1 = Some(Box::new(board));
            return Ok(());
        }
        self.show_held_boards()?;
        self.handler.set_turn_board(Some(Box::new(board)));
        self.next.is_board_due = is_answered;
        self.say_unless_answered(drawing)
    }

    /// Shows the boards of a line whose answers have been accepted.
    pub(super) fn show_held_boards(&mut self) -> Result<(), PromptExit> {
        let (boards, board) = std::mem::take(&mut self.held_boards);
        if board.is_some() {
            self.handler.set_turn_board(board);
        }
        Ok(self.console.say_nonempty(boards.trim_end())?)
    }

    /// Shows on a cleared screen what belongs above the question: the board, or the text that introduces it.
    pub(super) fn draw_anew(&mut self, prompt: &Prompt) -> Result<(), PromptExit> {
        let text = self.text_above(prompt);
        if self.is_turn {
            self.console.cover_board();
            return self.remind(&text);
        }
        let (is_game, is_bare) =
            (!self.handler.reminder(&self.style()).is_empty(), self.asked.text.is_empty());
        if is_game && (!self.is_aside || is_bare) {
            self.command(":board")?;
        } else if is_bare {
            return Ok(self.console.repeat_screen()?);
        }
        Ok(self.console.say_nonempty(text.trim_matches('\n'))?)
    }

    /// Returns everything between the heading and a question.
    pub(super) fn text_above(&self, prompt: &Prompt) -> String {
        let asked = &self.asked.text;
        let gap = if asked.is_empty() || asked.ends_with('\n') { "" } else { "\n" };
        format!("{asked}{gap}{}", prompt.introduction)
    }

    /// Shows the board again if something has taken its place on the screen.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn show_covered_board(&mut self) -> Result<(), PromptExit> {
        if self.console.recent.is_board_covered { self.command(":board") } else { Ok(()) }
    }

    /// If a text has replaced the board on the screen of a player's turn, shows the board again. Says below a board
    /// that was shown again whose turn it is, `asked`, and which piece is selected.
    pub(super) fn remind(&mut self, asked: &str) -> Result<(), PromptExit> {
        let style = self.style();
        let is_in_game = self.is_turn || !self.is_aside && !self.handler.reminder(&style).is_empty();
        if !is_in_game || !self.is_at_terminal() {
            return Ok(());
        }
        self.show_covered_board()?;
        if !std::mem::take(&mut self.console.recent.is_board_new) || !self.is_turn {
            return Ok(());
        }
        if !style.by_ear {
            // To someone who listens, the question itself says enough.
            self.console.say(&self.handler.reminder(&style))?;
        }
        self.console.say_nonempty(asked)?;
        Ok(self.console.say_nonempty(&self.selection)?)
    }
}
