//! One game of a match: the loop that is compiled for each game.
//!
//! It makes no text unless the game is recorded, and keeps its memory from game to game.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::engine::bots::{Bot, Levels, Thinking};
use crate::engine::referee::Referee;
use crate::model::{Chance, Game, GameResult, NotationError, Position, Record};
use crate::play::seats::{self, SeatError};

use super::Job;
use super::plan::{Fixture, Opening};

/// How often a random opening that ends the game is drawn again.
const DRAWS: u32 = 1000;
/// The purposes of chance in a game. Streams are four apart, because nearer ones share words of their generators' state.
const STREAMS_APART: u64 = 4;
const PURPOSES: u64 = 3;

/// What a bot has spent in a game, or in many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Its moves.
    pub moves: u64,
    /// The time for all of them.
    pub time: Duration,
    /// The moves for which it counted positions.
    pub counted: u64,
    /// The positions looked at for these.
    pub nodes: u64,
}

impl Effort {
    /// Adds what was spent elsewhere.
    pub fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.time += other.time;
        self.counted += other.counted;
        self.nodes = self.nodes.saturating_add(other.nodes);
    }
}

/// A game that has been played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number in the match, from 0.
    pub number: u64,
    /// How it ended, and why.
    pub result: GameResult,
    /// Its turns, those of the opening included.
    pub plies: u64,
    /// What the two players have spent; the first mover first.
    pub effort: [Effort; 2],
    /// The record, if it was asked for.
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
    /// Games do not go on for so many random moves.
    #[error("no game was found that goes on after {0} random moves")]
    TooLong(u32),
}

/// Plays games of one match, one after the other.
pub(super) struct Board<'a, G: Levels> {
    job: &'a Job<'a>,
    positions: &'a [G::Position],
    referee: Referee<G>,
}

/// Two bots at the board.
type Bots<P> = [Option<Box<dyn Bot<P>>>; 2];

/// The positions of the opening list.
pub(super) fn read_positions<G: Game>(game: &G, texts: &[String]) -> Result<Vec<G::Position>, MatchError> {
    let read = texts.iter().enumerate().map(|(index, text)| {
        let position = game.read_position(text).map_err(|error| MatchError::Position { index, error })?;
        if position.outcome().is_some() { Err(MatchError::Over(index)) } else { Ok(position) }
    });
    read.collect()
}

impl<'a, G: Levels> Board<'a, G> {
    pub(super) fn new(game: &'a G, job: &'a Job<'a>, positions: &'a [G::Position]) -> Self {
        Board { job, positions, referee: Referee::new(game) }
    }

    /// Makes sure that games can be played.
    pub(super) fn check(&mut self) -> Result<(), MatchError> {
        for name in &self.job.plan.bots {
            seats::check(self.referee.game(), name).map_err(MatchError::Bot)?;
        }
        let Opening::Plies(plies) = self.job.plan.opening else { return Ok(()) };
        if self.open_at_random(0, plies) { Ok(()) } else { Err(MatchError::TooLong(plies)) }
    }

    /// Plays the game with this number; `None` if it is stopped before its end.
    ///
    /// Its bots are new and its chance comes from its number alone, so it does not matter what was played before.
    pub(super) fn play(&mut self, number: u64) -> Option<Played> {
        let fixture = self.job.schedule.fixture(number);
        let mut bots = self.bots(&fixture)?;
        let mut chances = [1, 2].map(|purpose| self.chance(number, purpose));
        self.open(&fixture);
        let mut effort = [Effort::default(); 2];
        let mut clock = self.job.clock.now();
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
            effort[seat].add(&spent(now.saturating_sub(clock), nodes));
            clock = now;
        }
        let text = self.job.record.then(|| self.referee.record(&self.head(&fixture)).to_string());
        let plies = self.referee.history().plies() as u64;
        Some(Played { number, result: self.referee.ending()?.result(), plies, effort, text })
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

    /// New bots for the seats; `None` cannot be, as [`Board::check`] has made one of each.
    fn bots(&self, fixture: &Fixture) -> Option<Bots<G::Position>> {
        let make = |bot: usize| seats::make(self.referee.game(), &self.job.plan.bots[bot]).ok();
        Some([Some(make(fixture.seats[0])?), Some(make(fixture.seats[1])?)])
    }

    /// Chance for one purpose (1 and 2 the players', 0 the opening's) of the game or opening with this number.
    fn chance(&self, number: u64, purpose: u64) -> Chance {
        let stream = number.wrapping_mul(PURPOSES).wrapping_add(purpose).wrapping_mul(STREAMS_APART);
        Chance::for_stream(self.job.plan.seed, stream)
    }

    /// Sets the pieces up and plays the moves of the opening.
    fn open(&mut self, fixture: &Fixture) {
        match self.job.plan.opening {
            Opening::Usual => self.set_up(),
            Opening::Plies(plies) => {
                self.open_at_random(fixture.opening, plies);
            }
            Opening::Positions { .. } => self.referee.restart(self.listed(fixture)),
        }
    }

    fn set_up(&mut self) {
        self.referee.restart(self.referee.game().start());
    }

    fn listed(&self, fixture: &Fixture) -> G::Position {
        let index = fixture.opening % (self.positions.len() as u64).max(1);
        self.positions.get(index as usize).cloned().unwrap_or_else(|| self.referee.game().start())
    }

    /// Plays so many random moves after which the game goes on. If there are none to be found, the game begins at its
    /// usual start.
    fn open_at_random(&mut self, opening: u64, plies: u32) -> bool {
        let mut chance = self.chance(opening, 0);
        for _ in 0..DRAWS {
            self.set_up();
            if (0..plies).all(|_| self.play_at_random(&mut chance)) && self.referee.ending().is_none() {
                return true;
            }
        }
        self.set_up();
        false
    }

    fn play_at_random(&mut self, chance: &mut Chance) -> bool {
        let position = self.referee.position();
        let mv = if position.decided().is_some() { None } else { position.random_move(chance) };
        mv.map(|mv| self.referee.accept(mv)).is_some()
    }

    /// The record of the game without its moves and result.
    fn head(&self, fixture: &Fixture) -> Record {
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

fn spent(time: Duration, nodes: Option<u64>) -> Effort {
    Effort { moves: 1, time, counted: u64::from(nodes.is_some()), nodes: nodes.unwrap_or(0) }
}
