//! `:hint` shows the best move or rates every move. `:review` rates the turns so far.

use crate::analysis::advice::{better_text, hint_text, list_text};
use crate::analysis::assessment::{AssessmentLimits, Assessor};
use crate::analysis::review;
use crate::console::{Console, Dialog, Document, InterruptMessages, PromptExit};
use crate::model::Game as _;
use crate::model::text::escape;
use crate::show;
use crate::words::GameWords as _;
use crate::words::moves::typed_text;

use super::GameCommander;

/// Texts for interrupting a hint.
const HINT_INTERRUPT: InterruptMessages = InterruptMessages {
    ctrl_c_effect: "stops it",
    finished_message: "(Stopped: this is the best move so far.)",
};
/// Texts for interrupting a review.
const REVIEW_INTERRUPT: InterruptMessages =
    InterruptMessages { ctrl_c_effect: "stops it", finished_message: "(Stopped.)" };
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
        let assessor = self.advice.assessor(&stop);
        let mut found = None;
        console.think(HINT_INTERRUPT, &mut |progress| {
            let mut on_progress =
                |depth, best| progress.report_best(depth, typed_text(self.game, self.history, &[best]));
            found = assessor.assess(self.history.current(), &mut on_progress);
        })?;
        let Some(all) = found else { return Ok(console.say("There is no legal move.")?) };
        let (game, history) = (self.game, self.history);
        let view = game.view(history);
        let begun = all.among(|mv| game.rest_of_turn(&view, mv, &self.typed).is_some());
        let typed = if begun.is_some() { &self.typed[..] } else { &[] };
        let found = begun.as_ref().unwrap_or(&all);
        let note = match &begun {
            Some(begun) => better_text(game, history, &all, begun),
            None => format!("\n(For the whole turn: none begins with {}.)", self.typed.join(" ")),
        };
        let hint = hint_text(game, history, found, typed) + &note;
        let list = is_all.then(|| list_text(game, history, found, typed, console.is_at_terminal()));
        self.hint = Some((history.plies(), game.typed_answers(&view, found.best().mv())));
        match list {
            Some(list) => Dialog::aside(console, self).show(&Document::list(format!("{hint}\n\n{list}"))),
            None => Ok(console.advise(&hint)?),
        }
    }

    pub(super) fn review(&mut self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        let limits = match argument.to_lowercase().trim_start_matches('-') {
            "" => self.advice.limits,
            "deep" => AssessmentLimits::DEEP,
            _ => {
                let shown = escape(argument.as_bytes());
                let message = format!(":review takes \"deep\" or no argument, not \"{shown}\".");
                return Ok(console.refuse(&message)?);
            }
        };
        let plies = self.history.plies();
        if plies == 0 {
            return Ok(console.refuse("There is no turn to review yet.")?);
        }
        let stop = console.stop_signal().clone();
        let outcome = self.result().map(|result| result.outcome);
        // The review must be the same without the session, so nothing else that is known counts.
        let knowledge = self.advice.knowledge.for_one_review();
        let assessor = Assessor::new(&self.advice.game, limits, &stop, &knowledge);
        let mut review = None;
        console.think(REVIEW_INTERRUPT, &mut |progress| {
            let mut on_progress = |done: &[review::ReviewedTurn]| {
                progress.report_turns(done.len(), plies);
            };
            review =
                Some(review::review(&self.advice.game, self.history, outcome, &assessor, &mut on_progress));
        })?;
        self.advice.knowledge.learn_from(&knowledge);
        let Some(review) = review.map(|review| review.with_seats(self.game, self.seating)) else {
            return Ok(());
        };
        let text = show::review::text(&review, &console.style());
        Dialog::aside(console, self).show(&Document::new(text, usize::MAX))?;
        self.keep_mistakes(console, &review)
    }
}
