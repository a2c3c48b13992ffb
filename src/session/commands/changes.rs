//! The commands that play or take back turns, or change the game in other ways.

use std::time::Duration;

use crate::console::{BoardStyle, Console, Dialog, Document, Exit, PromptExit, Stop};
use crate::engine::expert::MAX_TIME;
use crate::games::AnyMove;
use crate::model::{Game as _, Player, Position as _, Reason, text::escape};
use crate::screens::TurnDialog as _;
use crate::store::SessionFiles;
use crate::words::GameWords as _;
use crate::words::moves::{find_in_moves, legal_moves, read_turn, typed_words};

use super::{GameChange, GameCommander, MenuCommander, load};

/// The `:speed` argument that waits for Enter.
pub(super) const STEP: &str = "step";

impl GameCommander<'_> {
    /// Finds the legal move that `text` names: the rest of the turn that has begun, or a whole one.
    ///
    /// # Errors
    /// Explains why `text` is not one: what the prompts say of it, or what can follow the beginning of a turn.
    pub(super) fn move_named(&self, console: &Console, text: &str) -> Result<AnyMove, String> {
        let words = typed_words(text);
        let (continued, view) = ([&self.typed[..], &words].concat(), self.game.view(self.history));
        let is_whole = |mv| self.game.rest_of_turn(&view, mv, &continued).is_some_and(|rest| rest.is_empty());
        if let Some(mv) = find_in_moves(self.history.current(), |mv| is_whole(mv).then_some(mv)) {
            return Ok(mv);
        }
        let problem = match read_turn(self.game, self.history, text) {
            Err(problem) if self.result().is_none() => problem,
            read => return read,
        };
        let first = &words[..words.len().min(1)];
        let is_accepted = |answers: &[String]| self.refusal(console, answers).is_none();
        let answers = match (is_accepted(&[&self.typed, first].concat()), is_accepted(first)) {
            (false, false) if self.game.read_move(text).is_ok() => return Err(problem),
            (true, _) => continued,
            (false, false) if words.len() < 2 => continued,
            (false, _) => words,
        };
        if let Some(refusal) = self.refusal(console, &answers) {
            return Err(refusal);
        }
        let begins = |mv| self.game.rest_of_turn(&view, mv, &answers).map(drop);
        Err(match find_in_moves(self.history.current(), begins) {
            None => problem,
            Some(()) => {
                let continued = legal_moves(self.game, self.history, &answers, false);
                format!("That is only the beginning of a turn. {continued}")
            }
        })
    }

    /// Returns what the prompts say of `answers` to the questions of a turn, if they refuse them.
    fn refusal(&self, console: &Console, answers: &[String]) -> Option<String> {
        let files = SessionFiles::disabled();
        let (mut console, mut handler) = (console.rehearsal(), MenuCommander::new(&files));
        let mut dialog = Dialog::new(&mut console, &mut handler);
        let begun = dialog.begin_turn(answers.to_vec());
        let turn = begun.and_then(|()| self.game.read_turn(&self.game.view(self.history), &mut dialog));
        match turn.and_then(|_| dialog.finish(answers, &self.game.too_many_answers())) {
            Err(PromptExit::Leave(Exit::Stop(Stop::Refused { reason, .. }))) => {
                Some(reason.replace(" Nothing has been played.", ""))
            }
            _ => None,
        }
    }

    pub(super) fn request_change(&mut self, change: GameChange) -> PromptExit {
        self.change = Some(change);
        PromptExit::GameChanged
    }

    pub(super) fn show_moves(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        let list = legal_moves(self.game, self.history, &self.typed, console.is_at_terminal());
        Dialog::aside(console, self).show(&Document::list(list))
    }

    /// Plays the move `text`, in either notation. An empty text is the last hint.
    pub(super) fn play(&self, console: &mut Console, text: &str) -> Result<(), PromptExit> {
        if self.seating.is_bots_only() {
            let problem = "Two computers are playing. :play works only when it is your turn.";
            return Ok(console.refuse(problem)?);
        }
        if text.is_empty() {
            let hint = self.hint.as_ref().filter(|(plies, _)| *plies == self.history.plies());
            return match hint {
                Some((_, answers)) => Err(PromptExit::StartOver(answers.clone())),
                None => {
                    Ok(console.refuse("There is no hint to play. Ask for one with :hint, or name a move.")?)
                }
            };
        }
        match read_turn(self.game, self.history, text) {
            Ok(mv) => Err(PromptExit::StartOver(self.game.typed_answers(&self.game.view(self.history), mv))),
            Err(problem) if self.game.read_move(text).is_ok() => Ok(console.refuse(&problem)?),
            // The prompts say what is wrong with them.
            Err(_) => Err(PromptExit::StartOver(typed_words(text))),
        }
    }

    pub(super) fn undo(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        match self.plies_back() {
            Some(plies) => Err(self.request_change(GameChange::Undo(plies))),
            None if self.has_previous_game => Err(self.request_change(GameChange::Return)),
            None => Ok(console.refuse("You have no turn to take back.")?),
        }
    }

    pub(super) fn redo(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        match self.plies_forward() {
            Some(plies) => Err(self.request_change(GameChange::Redo(plies))),
            None => Ok(console.refuse("Nothing to redo.")?),
        }
    }

    pub(super) fn start_new(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        let kept = if self.files.has_saved_game() { " This one is kept." } else { "" };
        match self.confirm_leave(console, &format!("Start a new game?{kept}"))? {
            true => Err(self.request_change(GameChange::New)),
            false => Ok(()),
        }
    }

    pub(super) fn resign(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        match Dialog::aside(console, self).confirm("Resign this game?")? {
            true => Err(self.request_change(GameChange::Resign)),
            false => Ok(()),
        }
    }

    pub(super) fn load(&mut self, console: &mut Console, file: &str) -> Result<(), PromptExit> {
        match load(console, self.files, file) {
            Err(PromptExit::Leave(Exit::Load(_)))
                if !self.confirm_leave(console, "Leave this game and load that one?")? =>
            {
                Ok(())
            }
            loaded => loaded,
        }
    }

    pub(super) fn show_seed(&self, console: &mut Console) -> Result<(), PromptExit> {
        let seed = (self.record)().seed.map_or_else(|| "none".to_owned(), |seed| seed.to_string());
        Ok(console.say(&format!("seed: {seed}"))?)
    }

    /// Shows or sets the delay between the moves of two computers, and says at a terminal if it has no effect here.
    pub(super) fn set_speed(&self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        let asks_for_enter = self.game.question_after_computer().is_some()
            && console.settings().wait
            && console.style().board == BoardStyle::Classic;
        let note = match self.seating.is_bots_only() {
            _ if !console.is_at_terminal() => "",
            false => " (That is for a game between two computers.)",
            true if asks_for_enter => " (This game waits for Enter after each turn; --no-wait skips that.)",
            true => "",
        };
        let max = MAX_TIME.as_secs_f64();
        let seconds = argument.parse().ok().filter(|seconds| (0.0..=max).contains(seconds));
        match (argument.to_lowercase().as_str(), seconds) {
            ("", _) => {}
            (STEP, _) if !console.is_at_terminal() => {
                let problem = ":speed step works only at a terminal, because it waits for Enter.";
                return Ok(console.refuse(problem)?);
            }
            (STEP, _) => console.settings_mut().delay = Duration::MAX,
            (_, Some(seconds)) => console.settings_mut().delay = Duration::from_secs_f64(seconds),
            (_, None) => {
                let shown = escape(argument.as_bytes());
                return Ok(console.refuse(&format!(
                    ":speed takes a number of seconds from 0 to {max} or \"{STEP}\", not \"{shown}\"."
                ))?);
            }
        }
        Ok(match console.settings().delay {
            Duration::MAX => console.say(&format!("The computers wait for Enter before each move.{note}")),
            delay => {
                console.say(&format!("The computers wait {} s between moves.{note}", delay.as_secs_f64()))
            }
        }?)
    }

    pub(super) fn switch_coach(&self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        let coach = &mut console.settings_mut().coach;
        *coach = if argument.is_empty() { !*coach } else { argument.eq_ignore_ascii_case("on") };
        Ok(console.say(match console.settings().coach {
            true if self.seating.is_bots_only() => "Coach is on. It comments only on people's turns.",
            true => "Coach is on. It comments after each of your turns. (:keep keeps it on.)",
            false => "Coach is off.",
        })?)
    }

    /// The number of plies back to the last position with a human to move, or 1 if two computers play. After
    /// a resignation it is 0: resigning is not a ply.
    fn plies_back(&self) -> Option<usize> {
        match self.result().is_some_and(|result| result.reason == Reason::Resigned) {
            true => Some(0),
            false if self.seating.is_bots_only() => (self.history.plies() > 0).then_some(1),
            false => self.plies_to_own_turn(),
        }
    }

    /// The number of plies back to the position before the last turn of a human.
    pub(super) fn plies_to_own_turn(&self) -> Option<usize> {
        self.first_human(self.history.turns().rev().map(|(before, _, _)| before.to_move()))
    }

    /// The number of plies forward to the next position with a human to move, or else to the last undone move; 1 if two
    /// computers play.
    fn plies_forward(&self) -> Option<usize> {
        let afters = || self.history.undone().map(|(_, after)| after.to_move());
        let last = if self.seating.is_bots_only() { 1 } else { afters().len() };
        self.first_human(afters()).or(Some(last)).filter(|_| afters().len() > 0)
    }

    fn first_human(&self, mut players: impl Iterator<Item = Player>) -> Option<usize> {
        players.position(|player| self.seating.is_human(player)).map(|index| index + 1)
    }
}
