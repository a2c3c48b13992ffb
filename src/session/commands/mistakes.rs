//! Keeps the mistakes that `:review` found.

use crate::analysis::practice::mistakes;
use crate::analysis::review::{Review, annotate};
use crate::console::{Console, Dialog, PromptExit};
use crate::session::keep_mistakes;

use super::GameCommander;

impl GameCommander<'_> {
    /// Adds the annotations of a finished game to the kept game, at a terminal.
    pub(super) fn keep_annotations(&self, console: &mut Console, review: &Review) -> Result<(), PromptExit> {
        let is_kept = console.is_at_terminal() && self.result().is_some() && !review.is_incomplete();
        if is_kept
            && let Err(error) =
                self.files.annotate_archived(&self.kept_record(), |kept| annotate(kept, review))
        {
            console.say(&format!("(The review could not be saved: {error}.)"))?;
        }
        Ok(())
    }

    /// Adds the mistakes of people in a finished game to the practice deck, at a terminal.
    pub(super) fn keep_mistakes(
        &mut self,
        console: &mut Console,
        review: &Review,
        may_ask: bool,
    ) -> Result<(), PromptExit> {
        let file =
            self.files.practice.as_ref().filter(|_| console.is_at_terminal() && self.result().is_some());
        let Some(file) = file else { return Ok(()) };
        let (game, history, record) = (self.game, self.history, self.kept_record());
        let cards = |today| mistakes::cards(game, history, &record, review, today);
        keep_mistakes(&mut Dialog::aside(console, self), file, may_ask, cards)
    }
}
