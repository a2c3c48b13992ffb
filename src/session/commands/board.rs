//! `:where`, `:attacks` and `:pieces` answer questions about the board in sentences.

use crate::console::{BoardStyle, Console, Stop, Style};
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
        let answer = match (action, &self.turn_board) {
            (SessionAction::Where, _) => questions.whereabouts(place),
            (SessionAction::Attacks, _) => questions.attackers(place),
            (_, None) => Ok(questions.pieces()),
            (_, Some(board)) => {
                let words = Style { board: BoardStyle::Words, ..console.style() };
                return console.say(&board(&words));
            }
        };
        match answer {
            Ok(sentences) if self.turn_board.is_some() => {
                console.say(&format!("Before this turn:\n{sentences}"))
            }
            Ok(sentences) => console.say(&sentences),
            Err(problem) => console.refuse(&problem),
        }
    }
}
