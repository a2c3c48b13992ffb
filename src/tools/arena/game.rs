//! Playing one game of a match.
//!
//! The loop makes no text unless the game is recorded, and keeps its memory from game to game.

use std::time::Duration;

use thiserror::Error;

use crate::engine::bots::{Bot, Levels, Thinking};
use crate::engine::referee::Referee;
use crate::model::{Game, GameResult, NotationError, Position, Record};
use crate::play::seats::{self, SeatError};

use super::Job;
use super::opening;
use super::plan::{Fixture, Opening};

/// The time and the positions that a bot has used, in one game or in many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The moves it made while somebody looked at the clock.
    pub moves: u64,
    /// The time it took for all of these.
    pub time: Duration,
    /// How many of its moves it counted positions for.
    pub counted: u64,
    /// The positions it looked at for these.
    pub nodes: u64,
}

impl Usage {
    /// Adds what was used elsewhere.
    pub fn add(&mut self, other: &Usage) {
        self.moves = self.moves.saturating_add(other.moves);
        self.time = self.time.saturating_add(other.time);
        self.counted = self.counted.saturating_add(other.counted);
        self.nodes = self.nodes.saturating_add(other.nodes);
    }
}

/// A game that has been played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number in the match, from 0.
    pub number: u64,
    /// How it ended, and why.
    pub result: GameResult,
    /// Its length, the opening included.
    pub plies: u64,
    /// What the two players have used; the first mover's first.
    pub usage: [Usage; 2],
    /// Its record, if records are wanted.
    pub text: Option<String>,
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// There is no such bot.
    #[error(transparent)]
    Bot(SeatError),
    /// A position of the opening list cannot be read.
    #[error("opening position {}: {error}", index + 1)]
    Position {
        /// Which one, from 0.
        index: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The game is over in this position of the opening list, counted from 0.
    #[error("opening position {}: the game is over there", .0 + 1)]
    Over(usize),
    /// No random opening of so many moves was found that does not end the game.
    #[error("no game was found that goes on after {0} random moves")]
    TooLong(u32),
}

/// Plays the games of one match, one after the other.
pub(super) struct GameRunner<'a, G: Levels> {
    job: &'a Job<'a>,
    positions: &'a [G::Position],
    referee: Referee<G>,
}

/// The bots of the two seats.
type Bots<P> = [Option<Box<dyn Bot<P>>>; 2];

/// The positions of the opening list.
pub(super) fn read_positions<G: Game>(game: &G, texts: &[String]) -> Result<Vec<G::Position>, MatchError> {
    let read = texts.iter().enumerate().map(|(index, text)| {
        let position = game.read_position(text).map_err(|error| MatchError::Position { index, error })?;
        if position.outcome().is_some() { Err(MatchError::Over(index)) } else { Ok(position) }
    });
    read.collect()
}

impl<'a, G: Levels> GameRunner<'a, G> {
    pub(super) fn new(game: &'a G, job: &'a Job<'a>, positions: &'a [G::Position]) -> Self {
        GameRunner { job, positions, referee: Referee::new(game) }
    }

    /// Checks that the games can be played: there are such bots, and random openings of the length wanted.
    pub(super) fn check(&mut self) -> Result<(), MatchError> {
        for name in &self.job.plan.bots {
            seats::check(self.referee.game(), name).map_err(MatchError::Bot)?;
        }
        let Opening::Plies(plies) = self.job.plan.opening else { return Ok(()) };
        let found = opening::play(&mut self.referee, self.job.plan, 0, plies);
        if found { Ok(()) } else { Err(MatchError::TooLong(plies)) }
    }

    /// Plays the game with this number; `None` if it is stopped before its end.
    ///
    /// Its bots are new and its chance comes from its number alone, so it does not matter what was played before.
    pub(super) fn play(&mut self, number: u64) -> Option<PlayedGame> {
        let fixture = self.job.schedule.fixture(number);
        let mut bots = self.bots(&fixture)?;
        let mut chances = [1, 2].map(|stream| opening::chance(self.job.plan, number, stream));
        self.set_up_opening(&fixture);
        let mut usage = [Usage::default(); 2];
        let mut turn_began = self.job.clock.now();
        while self.goes_on(&mut bots) {
            let seat = self.referee.to_move().index();
            let mut thinking = Thinking {
                allowance: self.job.plan.allowance,
                ..Thinking::new(&mut chances[seat], self.job.stop, self.job.clock)
            };
            let bot = bots[seat].as_deref_mut()?;
            let _ = self.referee.take_turn(bot, &mut thinking);
            let nodes = thinking.nodes;
            let now = self.job.clock.now();
            if self.job.stop.is_raised() {
                return None;
            }
            usage[seat].add(&usage_of_move(now.saturating_sub(turn_began), nodes));
            turn_began = now;
        }
        let text = self.job.record.then(|| self.referee.record(&self.record_header(&fixture)).to_string());
        let plies = self.referee.history().plies() as u64;
        Some(PlayedGame { number, result: self.referee.ending()?.result(), plies, usage, text })
    }

    /// Whether the game goes on. Where the rules end it, the bots are asked whether they agree.
    fn goes_on(&mut self, bots: &mut Bots<G::Position>) -> bool {
        match self.referee.ending() {
            None => true,
            Some(ending) => {
                if ending.is_by_the_rules() {
                    self.referee.hear_objections(bots, self.job.stop);
                }
                false
            }
        }
    }

    /// New bots for the seats; `None` cannot be, as [`GameRunner::check`] has made one of each.
    fn bots(&self, fixture: &Fixture) -> Option<Bots<G::Position>> {
        let make = |bot: usize| seats::make(self.referee.game(), &self.job.plan.bots[bot]).ok();
        Some([Some(make(fixture.seats[0])?), Some(make(fixture.seats[1])?)])
    }

    /// Sets the pieces up and plays the moves of the opening.
    fn set_up_opening(&mut self, fixture: &Fixture) {
        match self.job.plan.opening {
            Opening::Usual => self.referee.restart(self.referee.game().start()),
            Opening::Plies(plies) => {
                opening::play(&mut self.referee, self.job.plan, fixture.opening, plies);
            }
            Opening::Positions { .. } => self.referee.restart(self.listed_position(fixture)),
        }
    }

    fn listed_position(&self, fixture: &Fixture) -> G::Position {
        let index = fixture.opening % (self.positions.len() as u64).max(1);
        self.positions.get(index as usize).cloned().unwrap_or_else(|| self.referee.game().start())
    }

    /// The record without its moves and result.
    fn record_header(&self, fixture: &Fixture) -> Record {
        let (game, start) = (self.referee.game(), self.referee.history().start());
        Record {
            game: game.name(),
            start: (*start != game.start()).then(|| game.write_position(start)),
            seats: fixture.seats.map(|bot| self.job.plan.bots[bot].clone()),
            seed: Some(self.job.plan.seed),
            ..Record::default()
        }
    }
}

fn usage_of_move(time: Duration, nodes: Option<u64>) -> Usage {
    Usage { moves: 1, time, counted: u64::from(nodes.is_some()), nodes: nodes.unwrap_or(0) }
}
