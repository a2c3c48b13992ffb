//! `:hint` shows the best move or rates every move. `:review` rates the turns so far.

use crate::analysis::advice::{better_text, hint_text, list_text};
use crate::analysis::assessment::{AssessmentLimits, Assessor};
use crate::analysis::reasons::hint_reason;
use crate::console::{Console, Dialog, Document, InterruptMessages, PromptExit, none_if_back};
use crate::model::{Game as _, Position as _};
use crate::show;
use crate::words::GameWords as _;
use crate::words::moves::{instead_text, typed_text};

use super::GameCommander;

/// Texts for interrupting a hint.
const HINT_INTERRUPT: InterruptMessages = InterruptMessages {
    ctrl_c_effect: "stops it",
    finished_message: "(Stopped: this is the best move so far.)",
};

impl GameCommander<'_> {
    pub(super) fn hint(&mut self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        let (advice, game, history) = (self.advice.clone(), self.game, self.history);
        let found = self.think(console, HINT_INTERRUPT, |stop, progress| {
            let mut on_progress =
                |depth, best| progress.report_best(depth, typed_text(game, history, &[best]));
            advice.assessor(stop).assess(history.current(), &mut on_progress)
        })?;
        let Some(all) = found.flatten() else { return Ok(console.say("There is no legal move.")?) };
        let (game, history) = (self.game, self.history);
        let view = game.view(history);
        let begun = all.among(|mv| game.rest_of_turn(&view, mv, &self.typed).is_some());
        let typed = if begun.is_some() { &self.typed[..] } else { &[] };
        let found = begun.as_ref().unwrap_or(&all);
        let note = match &begun {
            Some(begun) => better_text(game, history, &all, begun, typed),
            None => {
                let answers = game.typed_answers(&view, found.best().mv());
                format!("\n(The turn {}.)", instead_text(&self.typed, &answers))
            }
        };
        let reason = hint_reason(game, history, found.best(), &all);
        let reason = reason.map_or_else(String::new, |reason| format!(" {reason}"));
        let mover = history.current().to_move();
        let hint = self.voiced(&(hint_text(game, history, found, typed) + &reason + &note), mover);
        let list = || list_text(game, history, found, typed, console.is_at_terminal());
        let list = (!argument.is_empty()).then(|| self.voiced(&list(), mover));
        self.hint = Some((history.plies(), game.typed_answers(&view, found.best().mv())));
        match list {
            Some(list) => Dialog::aside(console, self).show(&Document::list(format!("{hint}\n\n{list}"))),
            None => Ok(console.advise(&hint)?),
        }
    }

    pub(super) fn review(&mut self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        let limits = if argument.is_empty() { self.advice.limits } else { AssessmentLimits::DEEP };
        if self.history.plies() == 0 {
            return Ok(console.refuse("There is no turn to review yet.")?);
        }
        let outcome = self.result().map(|result| result.outcome);
        let (advice, history) = (self.advice.clone(), self.history);
        // The review must be the same without the session, so nothing else that is known counts.
        let knowledge = advice.knowledge.for_one_review();
        let review = self.think(console, show::review::INTERRUPT, |stop, progress| {
            let assessor = Assessor::new(&advice.game, limits, stop, &knowledge);
            show::review::review_and_report(&advice.game, history, outcome, &assessor, progress)
        })?;
        self.advice.knowledge.learn_from(&knowledge);
        let Some(review) = review.map(|review| review.with_record(self.game, &self.kept_record())) else {
            return Ok(());
        };
        let shown = match console.is_at_terminal() {
            true => review.clone().addressed(),
            false => review.clone(),
        };
        self.keep_annotations(console, &review)?;
        let text = show::review::text(&shown, &console.style());
        let (game, history) = (self.game, self.history);
        let dialog = &mut Dialog::aside(console, self);
        let read = none_if_back(show::review::read(dialog, game, history, &shown, &text));
        self.keep_mistakes(console, &review, read.is_ok())?;
        read.map(Option::unwrap_or_default)
    }
}
