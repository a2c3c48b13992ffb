//! Playing one game of a match.
//!
//! The loop produces text only for games that are recorded, and reuses its memory from game to game.

use std::time::Duration;

use thiserror::Error;

use crate::engine::bots::{BotEval, MoveContext};
use crate::engine::referee::Referee;
use crate::engine::time_control::Clocks;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Annotations, Ending, Game, OPENING_KEY, Player, Reason, Record};
use crate::players::external::ProgramLog;
use crate::players::seats::{self, ComputerPlayer, SeatError};

use super::adjudication::Adjudicator;
use super::clocks::deduct_time;
use super::notes::note;
use super::{Fixture, Job, MatchPlan, Opening, labels, opening, recorded_name};

/// The time and positions a bot has used, in one game or in many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The number of timed moves.
    pub moves: u64,
    /// The total time of these moves.
    pub time: Duration,
    /// The number of moves for which the bot counted positions.
    pub counted_moves: u64,
    /// The positions searched for these moves.
    pub nodes: u64,
    /// How often the bot was started, if it is a program.
    pub starts: u64,
    /// The total time until it was ready, which is not part of `time`.
    pub start_time: Duration,
}

impl Usage {
    /// Adds the usage of other moves.
    pub fn add(&mut self, other: &Usage) {
        self.moves = self.moves.saturating_add(other.moves);
        self.time = self.time.saturating_add(other.time);
        self.counted_moves = self.counted_moves.saturating_add(other.counted_moves);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.starts = self.starts.saturating_add(other.starts);
        self.start_time = self.start_time.saturating_add(other.start_time);
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number in the match, from 0.
    pub number: u64,
    /// How it ended, and why.
    pub result: Ending,
    /// Its length, including the opening.
    pub plies: u64,
    /// The usage of the two players, player 1 first.
    pub usage: [Usage; 2],
    /// Its record, if games are recorded.
    pub text: Option<String>,
}

/// A game is slow if its moves took longer than this in total.
const SLOW_GAME_THRESHOLD: Duration = Duration::from_millis(1);

impl PlayedGame {
    /// Returns whether the game should be reported immediately rather than in a batch.
    pub(super) fn is_slow(&self) -> bool {
        self.usage.iter().map(|usage| usage.time).sum::<Duration>() > SLOW_GAME_THRESHOLD
    }
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A bot cannot be created, or is a program that does not start.
    #[error(transparent)]
    Bot(SeatError),
    /// No random opening of this many moves was found that leaves the game in progress.
    #[error("found no opening of {0} random moves that leaves the game in progress")]
    NoOpening(u32),
}

/// Checks that the games of a match can be played: the bots exist, and so do random openings of the requested
/// length.
///
/// # Errors
/// They cannot be played.
pub fn check(game: &AnyGame, plan: &MatchPlan) -> Result<(), MatchError> {
    plan.bots.iter().try_for_each(|name| seats::check(game, name)).map_err(MatchError::Bot)?;
    let Opening::Plies(plies) = plan.opening else { return Ok(()) };
    let found = opening::play(&mut Referee::new(game), plan, 0, plies);
    if found { Ok(()) } else { Err(MatchError::NoOpening(plies)) }
}

/// Plays games of one match, one at a time.
pub(super) struct GameRunner<'a> {
    job: &'a Job<'a>,
    referee: Referee<AnyGame>,
    /// The programs waiting for their next game, by bot number.
    idle_engines: Vec<Option<ComputerPlayer>>,
    /// The names of the bots in tables, records and the log.
    labels: Vec<String>,
}

/// The turn of a bot.
struct BotTurn {
    /// `None` if the bot has forfeited the game.
    mv: Option<AnyMove>,
    eval: Option<BotEval>,
    usage: Usage,
    /// The time at the end of the turn.
    ended: Duration,
}

/// The state of a game in progress, apart from the game itself.
struct GameProgress<'a> {
    clocks: Option<Clocks>,
    adjudicator: Adjudicator<'a>,
    annotations: Annotations,
    usage: [Usage; 2],
}

impl<'a> GameRunner<'a> {
    pub(super) fn new(game: &'a AnyGame, job: &'a Job<'a>) -> Self {
        let idle_engines = job.plan.bots.iter().map(|_| None).collect();
        GameRunner { job, referee: Referee::new(game), idle_engines, labels: labels(job.plan) }
    }

    /// Plays the game with this number. Returns `None` if it is stopped before its end.
    ///
    /// The game does not depend on earlier games: its bots are new (programs receive `uginewgame`), and its
    /// random numbers depend only on the seed of the match and its number.
    pub(super) fn play(&mut self, number: u64) -> Option<PlayedGame> {
        let plan = self.job.plan;
        let fixture = self.job.schedule.fixture(number);
        let mut bots = self.bots(&fixture)?;
        let mut rngs = [1, 2].map(|stream| opening::random_stream(plan, number, stream));
        self.set_up_opening(&fixture);
        let mut progress = GameProgress {
            clocks: plan.tc.as_ref().map(|clock| clock.clocks(fixture.seats)),
            adjudicator: Adjudicator::new(&plan.adjudication),
            annotations: self.opening_annotations(),
            usage: [Usage::default(); 2],
        };
        // The opening alone may reach the maximum length of a game.
        self.adjudicate(&mut progress, None);
        let mut turn_began = self.job.clock.now();
        while self.is_in_progress(&mut bots) {
            let seat = self.referee.to_move().index();
            let mut context = MoveContext {
                budget: plan.limits.into(),
                clocks: progress.clocks,
                ..MoveContext::new(&mut rngs[seat], self.job.stop, self.job.clock)
            };
            let turn = self.take_turn(&mut bots[seat], &mut context, turn_began);
            if self.job.stop.is_raised() {
                return None;
            }
            self.apply_turn(&mut progress, &turn);
            // The time to prove a result counts for neither player.
            turn_began = if plan.adjudication.proven { self.job.clock.now() } else { turn.ended };
        }
        let GameProgress { annotations, usage, .. } = progress;
        let text = self.job.record.then(|| {
            let mut record = self.referee.record(&self.record_header(&fixture));
            record.annotations = annotations;
            record.to_string()
        });
        let plies = self.referee.history().plies() as u64;
        let result = self.referee.ending()?;
        self.park_engines(&fixture, bots);
        Some(PlayedGame { number, result, plies, usage, text })
    }

    /// Applies a turn of the player to move: deducts its time, plays and annotates its move, and adjudicates.
    fn apply_turn(&mut self, progress: &mut GameProgress<'_>, turn: &BotTurn) {
        let player = self.referee.to_move();
        progress.usage[player.index()].add(&turn.usage);
        if !progress.clocks.as_mut().is_none_or(|clocks| deduct_time(clocks, player, turn.usage.time)) {
            return self.referee.end(Ending::lost(player, Reason::Time));
        }
        let Some(mv) = turn.mv else { return };
        self.referee.accept(mv);
        let wanted = &self.job.plan.notes;
        if !wanted.is_empty() {
            let note = note(wanted, turn.eval, turn.usage.time);
            progress.annotations.notes.insert(self.referee.history().plies(), note);
        }
        self.adjudicate(progress, turn.eval.map(|eval| (player, eval)));
    }

    /// Ends the game if the rules of the match say so, after a move with this evaluation by its player.
    fn adjudicate(&mut self, progress: &mut GameProgress<'_>, eval: Option<(Player, BotEval)>) {
        if let Some(ending) = progress.adjudicator.adjudicate(&self.referee, eval) {
            self.referee.end(ending);
        }
    }

    /// Asks `bot` for a move without playing it.
    fn take_turn(
        &mut self,
        bot: &mut ComputerPlayer,
        context: &mut MoveContext<'_>,
        began: Duration,
    ) -> BotTurn {
        if let Some(clocks) = context.clocks {
            let time = Some(clocks.time_for_move(self.referee.to_move()));
            context.budget = context.budget.with_time(time);
        }
        let mv = bot.choose(&mut self.referee, context, &mut |_, _| {});
        let ended = self.job.clock.now();
        let time = context.time_used.unwrap_or(ended.saturating_sub(began));
        let usage = Usage {
            moves: u64::from(mv.is_some() || !time.is_zero()),
            time,
            counted_moves: u64::from(context.nodes.is_some()),
            nodes: context.nodes.unwrap_or(0),
            starts: u64::from(context.startup_time.is_some()),
            start_time: context.startup_time.unwrap_or_default(),
        };
        BotTurn { mv, eval: context.eval, usage, ended }
    }

    /// Returns whether the game is in progress. If the rules have ended it, settles disputes of the bots
    /// first.
    fn is_in_progress(&mut self, bots: &mut [ComputerPlayer; 2]) -> bool {
        let Some(ending) = self.referee.ending() else { return true };
        if ending.is_by_rules() {
            seats::settle_disputes(&mut self.referee, bots.each_mut().map(Some), self.job.stop);
        }
        false
    }

    /// Returns the bots for the seats: idle ones if available, otherwise new ones. Never returns `None` after
    /// [`check`], which has already created each bot once.
    fn bots(&mut self, fixture: &Fixture) -> Option<[ComputerPlayer; 2]> {
        let game = self.referee.game();
        let mut bot = |number: usize| {
            let idle = self.idle_engines[number].take();
            let new = || {
                let log = ProgramLog::new(self.job.log, &self.labels[number]);
                seats::make_with_log(game, &self.job.plan.bots[number], log).ok()
            };
            let mut bot = idle.or_else(new)?;
            bot.new_game();
            Some(bot)
        };
        Some([bot(fixture.seats[0])?, bot(fixture.seats[1])?])
    }

    /// Keeps programs running for their next game.
    fn park_engines(&mut self, fixture: &Fixture, bots: [ComputerPlayer; 2]) {
        for (number, bot) in fixture.seats.into_iter().zip(bots) {
            if !self.job.restart && seats::is_program(&self.job.plan.bots[number]) {
                self.idle_engines[number] = Some(bot);
            }
        }
    }

    /// Sets up the start position and plays the moves of the opening.
    fn set_up_opening(&mut self, fixture: &Fixture) {
        match self.job.plan.opening {
            Opening::Standard => self.referee.restart(self.referee.game().start()),
            Opening::Plies(plies) => {
                opening::play(&mut self.referee, self.job.plan, fixture.opening, plies);
            }
            Opening::Positions { .. } => self.referee.restart(self.opening_position(fixture)),
        }
    }

    /// Returns the line of the record that marks the moves of an opening, if the game begins with any.
    fn opening_annotations(&self) -> Annotations {
        let plies = self.referee.history().plies();
        let line = (plies > 0).then(|| (OPENING_KEY.to_owned(), plies.to_string()));
        Annotations { header: line.into_iter().collect(), ..Annotations::default() }
    }

    fn opening_position(&self, fixture: &Fixture) -> AnyPosition {
        let index = fixture.opening % (self.job.positions.len() as u64).max(1);
        self.job.positions.get(index as usize).cloned().unwrap_or_else(|| self.referee.game().start())
    }

    /// Returns the record without its moves and result.
    fn record_header(&self, fixture: &Fixture) -> Record {
        let (game, start) = (self.referee.game(), self.referee.history().start());
        let seats = fixture.seats.map(|bot| self.job.plan.bots[bot].clone());
        let mut record = Record::new(game.name()).with_seats(seats);
        record.start = (*start != game.start()).then(|| start.to_string());
        record.names = fixture.seats.map(|bot| recorded_name(self.job.plan, &self.labels, bot));
        record.seed = Some(self.job.plan.seed);
        record.date = self.job.date;
        record
    }
}
