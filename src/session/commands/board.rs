//! `:where`, `:attacks` and `:pieces` answer questions about the board in sentences.

use crate::console::{Console, Stop};
use crate::screens::questions::BoardQuestions;

use super::GameCommander;
use super::table::SessionAction;

impl GameCommander<'_> {
    pub(super) fn answer(
        &self,
        console: &mut Console,
        action: SessionAction,
        place: &str,
    ) -> Result<(), Stop> {
        let questions = BoardQuestions::new(self.game, self.history);
        let answer = match action {
            SessionAction::Where => questions.whereabouts(place),
            SessionAction::Attacks => questions.attackers(place),
            _ => Ok(questions.pieces()),
        };
        match answer {
            Ok(sentences) => console.say(&sentences),
            Err(problem) => console.refuse(&problem),
        }
    }
}
