//! One game of a match: the loop that is compiled for each game.
//!
//! It makes no text unless the game is recorded, and keeps its memory from game to game.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::console::{Ending, FORFEITED, escape_line};
use crate::engine::bots::{Bot, BotError, Levels, Thinking};
use crate::model::{Chance, Game, History, Mv, NotationError, Outcome, Player, Position, Record, Verdict};
use crate::play::seats;

use super::Job;
use super::plan::{Fixture, Opening};

/// The excuse of a bot that chooses no move and has none.
const NO_EXCUSE: &str = "it has no move to give";
/// The most letters of an excuse that go into the record.
const LONGEST_EXCUSE: usize = 200;
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
    /// How it ended.
    pub outcome: Outcome,
    /// Why, as records have it.
    pub reason: Cow<'static, str>,
    /// Its turns, those of the opening included.
    pub plies: u64,
    /// What the two players have spent; the first mover first.
    pub effort: [Effort; 2],
    /// The record, if it was asked for.
    pub text: Option<String>,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// There is no such bot.
    Bot(BotError),
    /// An opening cannot be read: which one, from 0, and why.
    Position(usize, NotationError),
    /// The game is over in this opening.
    Over(usize),
    /// Games do not go on for so many random moves.
    TooLong(u32),
}

/// Plays games of one match, one after the other.
pub(super) struct Board<'a, G: Levels> {
    game: &'a G,
    job: &'a Job<'a>,
    positions: &'a [G::Position],
    history: History<G::Position>,
}

/// How a game ended.
struct End {
    outcome: Outcome,
    reason: Cow<'static, str>,
}

impl From<Ending> for End {
    fn from(ending: Ending) -> Self {
        End { outcome: ending.outcome(), reason: Cow::Borrowed(ending.reason()) }
    }
}

/// The positions of the opening list.
pub(super) fn read_positions<G: Game>(game: &G, texts: &[String]) -> Result<Vec<G::Position>, MatchError> {
    let read = texts.iter().enumerate().map(|(index, text)| {
        let position = game.read_position(text).map_err(|error| MatchError::Position(index, error))?;
        if position.outcome().is_some() { Err(MatchError::Over(index)) } else { Ok(position) }
    });
    read.collect()
}

impl<'a, G: Levels> Board<'a, G> {
    pub(super) fn new(game: &'a G, job: &'a Job<'a>, positions: &'a [G::Position]) -> Self {
        Board { game, job, positions, history: History::new(game.start()) }
    }

    /// Makes sure that games can be played.
    pub(super) fn check(&mut self) -> Result<(), MatchError> {
        for name in &self.job.plan.bots {
            seats::check(self.game, name).map_err(MatchError::Bot)?;
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
        let mut idle = self.game.idle_turns(&self.history);
        let mut clock = self.job.clock.now();
        let end = loop {
            if let Some(ending) = self.ending(idle) {
                break self.objection(ending, &mut bots).unwrap_or_else(|| ending.into());
            }
            let player = self.history.current().to_move();
            let seat = player.index();
            let mut thinking = Thinking {
                allowance: self.job.plan.allowance,
                ..Thinking::new(&mut chances[seat], self.job.stop, self.job.clock)
            };
            let chosen = bots[seat].choose(&self.history, &mut thinking);
            let nodes = thinking.nodes;
            let now = self.job.clock.now();
            if self.job.stop.is_raised() {
                return None;
            }
            effort[seat].add(&spent(now.saturating_sub(clock), nodes));
            clock = now;
            let Some(mv) = chosen else { break forfeit(player, bots[seat].excuse()) };
            idle = if self.game.is_progress(self.history.current(), mv) { 0 } else { idle + 1 };
            self.history.play(mv);
        };
        let text = self.job.record.then(|| self.record(&fixture, &end).to_string());
        let End { outcome, reason } = end;
        Some(Played { number, outcome, reason, plies: self.history.plies() as u64, effort, text })
    }

    /// New bots for the seats; `None` cannot be, as [`Board::check`] has made one of each.
    fn bots(&self, fixture: &Fixture) -> Option<[Box<dyn Bot<G::Position>>; 2]> {
        let make = |bot: usize| seats::make(self.game, &self.job.plan.bots[bot]).ok();
        Some([make(fixture.seats[0])?, make(fixture.seats[1])?])
    }

    /// Chance for one purpose (1 and 2 the players', 0 the opening's) of the game or opening with this number.
    fn chance(&self, number: u64, purpose: u64) -> Chance {
        let stream = number.wrapping_mul(PURPOSES).wrapping_add(purpose).wrapping_mul(STREAMS_APART);
        Chance::for_stream(self.job.plan.seed, stream)
    }

    /// Sets the pieces up and plays the moves of the opening.
    fn open(&mut self, fixture: &Fixture) {
        match self.job.plan.opening {
            Opening::Usual => self.history.restart(self.game.start()),
            Opening::Plies(plies) => {
                self.open_at_random(fixture.opening, plies);
            }
            Opening::Positions { .. } => self.history.restart(self.listed(fixture)),
        }
    }

    fn listed(&self, fixture: &Fixture) -> G::Position {
        let index = fixture.opening % (self.positions.len() as u64).max(1);
        self.positions.get(index as usize).cloned().unwrap_or_else(|| self.game.start())
    }

    /// Plays so many random moves after which the game goes on. If there are none to be found, the game begins at its
    /// usual start.
    fn open_at_random(&mut self, opening: u64, plies: u32) -> bool {
        let mut chance = self.chance(opening, 0);
        for _ in 0..DRAWS {
            self.history.restart(self.game.start());
            if (0..plies).all(|_| self.play_at_random(&mut chance)) && self.ending(0).is_none() {
                return true;
            }
        }
        self.history.restart(self.game.start());
        false
    }

    fn play_at_random(&mut self, chance: &mut Chance) -> bool {
        let position = self.history.current();
        let mv = if position.decided().is_some() { None } else { position.random_move(chance) };
        mv.map(|mv| self.history.play(mv)).is_some()
    }

    /// The end of the game, if it has come.
    fn ending(&self, idle: u32) -> Option<Ending> {
        let position = self.history.current();
        if let Some(outcome) = position.decided() {
            return Some(Ending::Rules(outcome));
        }
        if !position.has_moves() {
            return Some(Ending::NoMoves(position.to_move()));
        }
        self.game.patience().filter(|patience| idle >= *patience).map(Ending::Patience)
    }

    /// What follows if exactly one of the bots says that the rules end the game otherwise: it loses.
    fn objection(&self, ending: Ending, bots: &mut [Box<dyn Bot<G::Position>>; 2]) -> Option<End> {
        if !matches!(ending, Ending::Rules(_) | Ending::NoMoves(_)) {
            return None;
        }
        let [first, second] = bots.each_mut().map(|bot| bot.objection(&self.history, self.job.stop));
        match (first, second) {
            (problem @ Some(_), None) => Some(forfeit(Player::One, problem)),
            (None, problem @ Some(_)) => Some(forfeit(Player::Two, problem)),
            _ => None,
        }
    }

    fn record(&self, fixture: &Fixture, end: &End) -> Record {
        let start = self.history.start();
        let moves = self.history.moves().iter().map(|mv: &Mv<G>| (0, self.game.write_move(*mv))).collect();
        Record {
            game: self.game.name(),
            start: (*start != self.game.start()).then(|| self.game.write_position(start)),
            seats: fixture.seats.map(|bot| self.job.plan.bots[bot].clone()),
            seed: Some(self.job.plan.seed),
            moves,
            result: Some(Verdict { outcome: end.outcome, reason: end.reason.to_string() }),
            ..Record::default()
        }
    }
}

fn spent(time: Duration, nodes: Option<u64>) -> Effort {
    Effort { moves: 1, time, counted: u64::from(nodes.is_some()), nodes: nodes.unwrap_or(0) }
}

/// The player whose bot has done this loses.
fn forfeit(player: Player, problem: Option<String>) -> End {
    let problem = problem.unwrap_or_else(|| NO_EXCUSE.to_owned());
    let problem: String = escape_line(&problem).chars().take(LONGEST_EXCUSE).collect();
    End { outcome: Outcome::Win(player.opponent()), reason: format!("{FORFEITED}: {problem}").into() }
}
