//! How the turns of a game are asked for.

use super::Screen;
use crate::console::{Dialog, Prompt, PromptExit, Style};
use crate::model::{Mv, Position, View};

/// A game that can be played at the console. Everything has a default that a game can replace.
pub trait TurnDialog: Screen {
    /// Asks for a whole turn, part by part, and returns a move that [`Position::check_move`] accepts. The
    /// form of each part is checked at once, and refusals are shown here. A half-typed turn is kept in local
    /// variables, so it is gone when the dialog leaves. By default one question asks for the move in
    /// canonical notation.
    ///
    /// # Errors
    /// Fails if a command or the end of input ends the turn.
    fn read_turn(
        &self,
        view: &View<'_, Self::Position>,
        dialog: &mut Dialog<'_>,
    ) -> Result<Mv<Self>, PromptExit> {
        let moves = view.position.moves().into_iter().map(|mv| mv.to_string());
        let prompt = Prompt::with_answers(YOUR_MOVE, moves).heard_as("What is your move?", "a move");
        dialog.ask_for(&prompt, |answer| {
            self.read_legal_move(view.position, answer).map_err(|error| error.to_string())
        })
    }

    /// Returns the questions of a typical turn as they are on the screen when the last of them is asked: each
    /// line that [`TurnDialog::read_turn`] writes, and each prompt with its longest answer. A board must leave
    /// enough rows for these lines below it.
    fn turn_prompts(&self, view: &View<'_, Self::Position>, _style: &Style) -> String {
        let moves = view.position.moves().into_iter().map(|mv| mv.to_string());
        format!("{YOUR_MOVE}{}\n", moves.max_by_key(String::len).unwrap_or_default())
    }

    /// Returns the refusal of a line with more answers than its turn needs.
    fn too_many_answers(&self) -> String {
        ALREADY_COMPLETE.to_owned()
    }

    /// Returns the request for Enter after each turn of a computer, if the original has one.
    fn question_after_computer(&self) -> Option<Prompt> {
        None
    }
}

/// The reason why an answer after the last of a turn is refused.
pub const ALREADY_COMPLETE: &str = "The turn was already complete. Nothing has been played.";
/// The prompt of the default turn.
const YOUR_MOVE: &str = "Your move: ";
