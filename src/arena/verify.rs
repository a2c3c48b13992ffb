//! Checking the recorded games of a match without the bots that played them.

use std::collections::HashMap;

use crate::engine::referee::Referee;
use crate::games::ReplayError;
use crate::games::{self, AnyGame, AnyPosition, NameError};
use crate::model::{Ending, Game, Reason, Record};
use crate::players::seats::is_program;

use super::adjudication::is_valid_early_end;
use super::part::wrong_game_message;
use super::{Fixture, MatchPlan, Opening, labels, opening, recorded_name};

/// Checks the games of one match as they are read.
pub(super) struct RecordVerifier {
    plan: MatchPlan,
    game: AnyGame,
    /// The names of the bots in tables.
    labels: Vec<String>,
    /// The known start positions of the opening list, by index. As in records, `None` is the start of the
    /// game.
    starts: HashMap<u64, Option<String>>,
}

/// A line of a record, from 1, and the error in it.
type LineError = (usize, String);

fn line_error(error: ReplayError) -> LineError {
    (error.line, error.kind.to_string())
}

impl RecordVerifier {
    /// Creates a verifier for the games of this match. `positions` is the opening list; it is empty if
    /// unknown.
    pub(super) fn new(plan: &MatchPlan, positions: &[AnyPosition]) -> Result<RecordVerifier, NameError> {
        let game = games::open(&plan.game)?;
        let start = |start: &AnyPosition| (*start != game.start()).then(|| start.to_string());
        let starts = (0..).zip(positions.iter().map(start)).collect();
        Ok(RecordVerifier { plan: plan.clone(), game, labels: labels(plan), starts })
    }

    /// Checks the record of the game with this number: the game, bots, seed and opening are right, all moves
    /// are legal, and the result is valid. Returns the result.
    pub(super) fn check(
        &mut self,
        number: u64,
        fixture: &Fixture,
        record: &Record,
    ) -> Result<Ending, LineError> {
        let plan = &self.plan;
        let seats = fixture.seats.map(|bot| &plan.bots[bot]);
        // Records of earlier versions have no names.
        let names = fixture.seats.map(|bot| recorded_name(plan, &self.labels, bot));
        let are_named = record.names == names || record.names == [None, None];
        let is_listed = record.game == plan.game && record.seats.each_ref() == seats && are_named;
        if !is_listed || record.seed != Some(plan.seed) {
            return Err((record.result_line, wrong_game_message(number)));
        }
        match &record.result {
            Some(result) if matches!(result.reason, Reason::Time | Reason::Adjudicated(_)) => {
                self.check_early_end(record, result)?;
            }
            _ => record.check_computer_game(is_program).map_err(line_error)?,
        }
        if !self.has_expected_opening(fixture.opening, record) {
            return Err((record.result_line, format!("game {} does not begin with its opening", number + 1)));
        }
        let unfinished = || (record.result_line, format!("game {} is unfinished", number + 1));
        record.result.clone().ok_or_else(unfinished)
    }

    /// Checks a game that, according to its record, ended before the rules ended it.
    fn check_early_end(&self, record: &Record, result: &Ending) -> Result<(), LineError> {
        let referee = record.replay_in(&self.game).map_err(line_error)?;
        if is_valid_early_end(&self.plan, &referee, result) {
            return Ok(());
        }
        let (outcome, reason) = (result.outcome.tag(), &result.reason);
        let wrong =
            format!("the record says {outcome}, {reason}, but no rule of the match ends the game there");
        Err((record.result_line, wrong))
    }

    fn has_expected_opening(&mut self, opening: u64, record: &Record) -> bool {
        match self.plan.opening {
            Opening::Standard => record.start.is_none(),
            Opening::Plies(plies) => record.start.is_none() && self.begins_randomly(opening, plies, record),
            Opening::Positions { count, .. } => {
                let index = opening % (count as u64).max(1);
                self.starts.entry(index).or_insert_with(|| record.start.clone()) == &record.start
            }
        }
    }

    /// Returns whether the game begins with the random moves of this opening.
    fn begins_randomly(&self, opening: u64, plies: u32, record: &Record) -> bool {
        if record.moves.len() < plies as usize {
            return false;
        }
        let mut referee = Referee::new(&self.game);
        let found = opening::play(&mut referee, &self.plan, opening, plies);
        let moves = referee.history().moves().iter().map(|mv| mv.to_string());
        found && moves.eq(record.moves.iter().take(plies as usize).map(|(_, text)| text.clone()))
    }
}
