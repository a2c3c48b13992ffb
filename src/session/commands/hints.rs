//! `:hint` shows the best move or rates every move, `:review` rates the turns so far, and `:why` says what a turn did:
//! its value, what is better, and why.

use crate::analysis::advice::{better_text, hint_text, list_text};
use crate::analysis::assessment::{AssessmentLimits, Assessor};
use crate::analysis::coach;
use crate::analysis::reasons::hint_reason;
use crate::analysis::review::{Review, annotate};
use crate::console::{Console, Dialog, Document, InterruptMessages, PromptExit};
use crate::games::{AnyMove, AnyPosition};
use crate::model::{Game as _, History, Outcome, Position as _};
use crate::session::show_review;
use crate::show;
use crate::words::GameWords as _;
use crate::words::moves::{instead_text, read_turn, typed_text};

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
        self.keep_annotations(console, &review)?;
        let (game, history, record) = (self.game, self.history, self.kept_record());
        let deck =
            self.files.practice.as_ref().filter(|_| console.is_at_terminal() && self.result().is_some());
        show_review(&mut Dialog::aside(console, self), game, history, "", (&record, &review), deck)
    }

    /// Adds the annotations of a finished game to the kept game, at a terminal.
    fn keep_annotations(&self, console: &mut Console, review: &Review) -> Result<(), PromptExit> {
        let is_kept = console.is_at_terminal() && self.result().is_some() && !review.is_incomplete();
        let kept = is_kept.then(|| self.files.archived(&self.kept_record())).flatten();
        let Some((archive, (number, before))) = self.files.archive.as_ref().zip(kept) else { return Ok(()) };
        let mut annotated = before.clone();
        annotate(&mut annotated, review);
        if let Err(error) = archive.annotate(number, &before, &annotated) {
            console.say(&format!("(The review could not be saved: {error}.)"))?;
        }
        Ok(())
    }

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
        let found = self.think(console, show::review::INTERRUPT, |stop, _| {
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
