//! `:why` says what a turn did: its value, what is better, and why.

use crate::analysis::coach;
use crate::console::{Console, InterruptMessages, PromptExit};
use crate::games::{AnyMove, AnyPosition};
use crate::model::{Game as _, History, Outcome, Position as _};
use crate::words::GameWords as _;
use crate::words::moves::{read_turn, typed_text};

use super::GameCommander;

/// Texts for interrupting the work on an explanation.
const WHY_INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped.)" };

impl GameCommander<'_> {
    /// Explains the last turn of a human, or of a computer if two play; or the move that `text` names.
    pub(super) fn why(&mut self, console: &mut Console, text: &str) -> Result<(), PromptExit> {
        let (before, mv) = match self.turn_to_explain(console, text) {
            Ok(found) => found,
            Err(problem) => return Ok(console.refuse(&problem)?),
        };
        let (mut typed, after) = (typed_text(self.game, &before, &[mv]), before.current().after(mv));
        if let Some(played) = self.history.moves().get(before.plies()).filter(|played| **played != mv) {
            typed += &format!(" instead of {}", typed_text(self.game, &before, &[*played]));
        }
        if let Some(Outcome::Win(winner)) = after.outcome() {
            let mut end = before.clone();
            end.play(mv);
            let verb = if winner == before.current().to_move() { "wins" } else { "loses" };
            let how = self.game.how_won(&self.game.view(&end));
            let how = if how.is_empty() { how } else { format!(": {how}") };
            return Ok(console.advise(&format!("{typed}: This move {verb} at once{how}."))?);
        }
        if before.current().count_moves() < 2 {
            return Ok(console.advise(&format!("{typed}: There is no other move."))?);
        }
        let advice = self.advice.clone();
        let found = self.think(console, WHY_INTERRUPT, |stop, _| {
            coach::comment(&advice.assessor(stop), &typed, &before, mv)
        })?;
        let Some(text) = found.flatten() else { return Ok(()) };
        Ok(console.advise(&self.voiced(&text, before.current().to_move()))?)
    }

    /// Returns a turn and the game before it: the last turn, or the move that `text` names, which is legal in
    /// this position or was legal instead of the last turn.
    ///
    /// # Errors
    /// The reason why there is no such turn, as a sentence.
    fn turn_to_explain(
        &self,
        console: &Console,
        text: &str,
    ) -> Result<(History<AnyPosition>, AnyMove), String> {
        let plies = if self.seating.is_bots_only() { Some(1) } else { self.plies_to_own_turn() };
        let last = plies.filter(|plies| *plies <= self.history.plies()).map(|plies| {
            let mut before = self.history.clone();
            before.undo(plies);
            (before, self.history.moves()[self.history.plies() - plies])
        });
        if text.is_empty() {
            return last.ok_or_else(|| {
                "You have not made a turn yet. Type :why and a turn to see what it does.".to_owned()
            });
        }
        let named = self.move_named(console, text).map(|mv| (self.history.clone(), mv));
        named.or_else(|problem: String| {
            let (before, _) = last.ok_or(problem.clone())?;
            read_turn(self.game, &before, text).map(|mv| (before, mv)).map_err(|_| problem)
        })
    }
}
