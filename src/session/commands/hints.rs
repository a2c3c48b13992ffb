//! `:hint` shows the best move or rates every move. `:review` rates the turns so far.

use crate::analysis::advice::advice_text;
use crate::analysis::assessment::Assessor;
use crate::analysis::review;
use crate::console::{Console, Dialog, Document, InterruptMessages, PromptExit};
use crate::model::Game as _;
use crate::model::text::escape;
use crate::screens::Screen;
use crate::screens::moves::typed_text;

use super::GameCommander;

/// Texts for interrupting a hint.
const HINT_INTERRUPT: InterruptMessages = InterruptMessages {
    ctrl_c_effect: "stops it",
    finished_message: "(Stopped: this is the best move so far.)",
};
/// Texts for interrupting a review.
const REVIEW_INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped.)" };
/// The number of moves in a hint: the recommended one and what follows.
const HINT_LINE_MOVES: usize = 6;
/// The number of moves for each line of `:hint all`.
const HINT_ALL_LINE_MOVES: usize = 3;
impl GameCommander<'_> {
    pub(super) fn hint(&mut self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        let is_all = match argument.to_lowercase().as_str() {
            "" => false,
            "all" => true,
            _ => {
                let shown = escape(argument.as_bytes());
                return Ok(console.refuse(&format!(":hint takes \"all\" or no argument, not \"{shown}\"."))?);
            }
        };
        let stop = console.stop_signal().clone();
        let mut advice = Vec::new();
        console.think(HINT_INTERRUPT, &mut |progress| {
            let mut on_progress =
                |depth, best| progress.report_best(depth, typed_text(self.game, self.history, &[best]));
            let mut assessor = Assessor::new(self.game, self.advice, &stop);
            advice = match is_all {
                true => assessor.rate_all(self.history.current(), &mut on_progress),
                false => assessor.best_move(self.history.current(), &mut on_progress).into_iter().collect(),
            };
        })?;
        let Some(best) = advice.first() else { return Ok(console.say("There is no legal move.")?) };
        self.hint =
            Some((self.history.plies(), self.game.typed_answers(&self.game.view(self.history), best.mv())));
        let moves = if is_all { HINT_ALL_LINE_MOVES } else { HINT_LINE_MOVES };
        let line = |rated| advice_text(self.game, self.history, rated, moves);
        let lines: Vec<String> = advice.iter().map(line).collect();
        if is_all {
            // The list may be longer than the screen.
            let list = Document::new(lines.join("\n"), usize::MAX);
            return Dialog::aside(console, self).show(&list);
        }
        lines.iter().try_for_each(|line| Ok(console.advise(line)?))
    }

    pub(super) fn review(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        let plies = self.history.plies();
        if plies == 0 {
            return Ok(console.refuse("There is no turn to review yet.")?);
        }
        let stop = console.stop_signal().clone();
        let outcome = self.result().map(|result| result.outcome);
        let mut review = None;
        console.think(REVIEW_INTERRUPT, &mut |progress| {
            let mut on_progress = |done: &[review::ReviewedTurn]| {
                if let Some(number) = plies.checked_sub(done.len()).filter(|number| *number > 0) {
                    progress.report_step(format!("turn {number} of {plies}, working backwards"));
                }
            };
            review =
                Some(review::review(self.game, self.history, outcome, self.advice, &stop, &mut on_progress));
        })?;
        let text = review.map_or_else(String::new, |review| review::text(&review, &console.style()));
        Dialog::aside(console, self).show(&Document::new(text, usize::MAX))
    }
}
