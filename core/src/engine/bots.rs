//! Computer players, and how they are named.
//!
//! A game brings its classic levels (`easy`, `hard`); the bots of [`GENERAL_BOTS`] play every game.

use std::time::Duration;

use thiserror::Error;

use crate::model::{Clock, Eval, GameRng, Position, StopSignal, View};

pub use super::bot_catalog::{BotCatalog, ClassicBot};
pub use super::engine_game::EngineGame;
use super::expert::{self, Expert};
use super::level;
use super::minimax::{self, Minimax};
use super::search::{Deadline, Limits};
use super::time_control::Clocks;

/// What a bot may use while it thinks, beside the game so far.
pub struct MoveContext<'a> {
    /// The source of all its random choices.
    pub rng: &'a mut GameRng,
    /// Once this is raised the bot answers soon with the best it has.
    pub stop: &'a StopSignal,
    /// The time.
    pub clock: &'a dyn Clock,
    /// What the bot may spend on this move.
    pub budget: SearchBudget,
    /// The clocks of the game, if it has any. The allowance has a part of them already.
    pub clocks: Option<Clocks>,
    /// The positions the bot has looked at for this move, if it is one that counts them.
    pub nodes: Option<u64>,
    /// What the bot thinks of its move, if it is one that tells.
    pub eval: Option<BotEval>,
    /// The time the bot has taken, where it knows better than who asks: what a program needs beside thinking is not counted.
    pub time_used: Option<Duration>,
    /// How long it took to start the bot, if it had to be for this move.
    pub startup_time: Option<Duration>,
}

/// What a bot thinks of the move it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotEval {
    /// The plies it has looked ahead; 0 where it knows without.
    pub depth: u32,
    /// What the move is worth to it.
    pub eval: Eval,
}

impl<'a> MoveContext<'a> {
    /// A move without an allowance: the bot spends what its name says.
    pub fn new(rng: &'a mut GameRng, stop: &'a StopSignal, clock: &'a dyn Clock) -> Self {
        MoveContext {
            rng,
            stop,
            clock,
            budget: SearchBudget::default(),
            clocks: None,
            nodes: None,
            eval: None,
            time_used: None,
            startup_time: None,
        }
    }
}

/// What a bot that searches may spend on a move, in place of what its name says; `None` is no limit. An allowance with no
/// limit at all leaves the bot to its name. Bots that do not search take no notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchBudget {
    /// Time by the clock.
    pub time: Option<Duration>,
    /// Positions to look at; a few more may be.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
}

impl SearchBudget {
    /// Whether anything is limited.
    pub fn is_some(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Whether nothing but time limits a bot that thinks for a time by its name: then its moves differ from run to run anyway.
    pub fn is_time_only(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none()
    }

    /// Both limits at once: of each the smaller.
    #[must_use]
    pub fn and(self, other: SearchBudget) -> Self {
        fn smaller<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        SearchBudget {
            time: smaller(self.time, other.time),
            nodes: smaller(self.nodes, other.nodes),
            depth: smaller(self.depth, other.depth),
        }
    }

    /// The limits for a search that begins now.
    pub fn limits<'a>(&self, clock: &'a dyn Clock, stop: &'a StopSignal) -> Limits<'a> {
        let none = Limits::none(stop);
        Limits {
            depth: self.depth.unwrap_or(none.depth),
            nodes: self.nodes.unwrap_or(none.nodes),
            deadline: self.time.map(|time| Deadline::after(time, clock)),
            ..none
        }
    }
}

/// What a bot that searches has found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotProgress<M> {
    /// The plies it has looked ahead.
    pub depth: u32,
    /// The best move.
    pub best: M,
}

/// A computer player of a game with positions `P`.
///
/// Implemented by [`Random`], [`Minimax`] and [`Expert`] for every game, and by the classic levels of each game for its own positions. The
/// [front page](crate) has a custom bot for any game.
///
/// ```
/// use cygnet_core::engine::bots::{self, SearchBudget, Bot, MoveContext};
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{GameRng, Game, History, StopSignal, SystemClock};
///
/// let (mut rng, stop, clock) = (GameRng::from_seed(1), StopSignal::new(), SystemClock::new());
/// let budget = SearchBudget { nodes: Some(1_000), ..SearchBudget::default() };
/// let mut context = MoveContext { budget, ..MoveContext::new(&mut rng, &stop, &clock) };
///
/// // A swan next to its home: every bot that looks a move ahead plays it.
/// let history = History::new(CLASSIC.read_position("5/S4/5/4D/d4 1")?);
/// for name in ["hard", "greedy", "minimax:3", "expert"] {
///     let mut bot = bots::make(&CLASSIC, name)?;
///     let mv = bot.choose(&CLASSIC.view(&history), &mut context).ok_or("no move")?;
///     assert!(["b1a1", "b1a2"].contains(&CLASSIC.write_move(mv).as_str()), "{name}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot<P: Position>: Send {
    /// Returns a legal move in the position of `view`; `None` if there is none.
    fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move>;

    /// The same, and `on_progress` is told what the bot has found so far, each time that it changes. Bots that answer at once, and those that
    /// find no best move before the end, tell nothing.
    fn choose_with_progress(
        &mut self,
        view: &View<'_, P>,
        context: &mut MoveContext<'_>,
        _on_progress: &mut dyn FnMut(BotProgress<P::Move>),
    ) -> Option<P::Move> {
        self.choose(view, context)
    }

    /// A game is about to begin: what is left of another one is forgotten, and what takes long may be prepared. A bot that is new, and needs
    /// nothing, need not know.
    fn new_game(&mut self) {}
}

/// The bots that play every game: name as it is typed, and what they do.
pub const GENERAL_BOTS: [(&str, &str); 5] = [
    ("random", "a random legal move"),
    ("greedy", "the best evaluation after one move, at random among equals"),
    ("minimax:DEPTH", "looks DEPTH turns ahead (1 to 64)"),
    ("expert[:SECONDS]", "searches as deep as it gets in SECONDS a move (1 if not given)"),
    ("level:NUMBER", "one of ten levels, from 1, newcomer, to 10, expert"),
];

/// No bot has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{}\": {problem}", name.escape_debug())]
pub struct BotError {
    /// The name that was given.
    pub name: String,
    /// What is wrong with it.
    pub problem: BotProblem,
    /// The names there are in this game.
    pub known: Vec<String>,
}

/// What can be wrong with the name of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BotProblem {
    /// It is not the name of any bot.
    #[error("there is no bot of this name")]
    Unknown,
    /// A parameter for a bot that takes none.
    #[error("{bot} takes no parameter")]
    UnexpectedParameter {
        /// The bot's name, without the parameter.
        bot: String,
    },
    /// `level` alone.
    #[error("level needs a number: level:4")]
    MissingLevel,
    /// There are ten levels.
    #[error("the level is a number from 1 to {}", level::NAMES.len())]
    BadLevel,
    /// `minimax` alone.
    #[error("minimax needs a depth: minimax:4")]
    MissingDepth,
    /// The depth is no number, or out of range.
    #[error("the depth is a number from 1 to {}", minimax::MAX_DEPTH)]
    BadDepth,
    /// The time is no number, or out of range.
    #[error("the time is a number of seconds above 0, at most {}", expert::MAX_TIME.as_secs_f64())]
    BadTime,
}

/// The names of all bots of `game` with what they do, classic levels first.
pub fn names<G: BotCatalog>(game: &G) -> Vec<(String, String)> {
    let classic = game.classic_bots().into_iter().map(|level| (level.name, level.about));
    classic.chain(GENERAL_BOTS).map(|(name, about)| (name.to_owned(), about.to_owned())).collect()
}

/// The bot with this name, letter case aside.
///
/// # Errors
/// There is no such bot in this game.
pub fn make<G: BotCatalog>(game: &G, name: &str) -> Result<Box<dyn Bot<G::Position>>, BotError> {
    game.bot(name)
}

/// What [`BotCatalog::bot`] does in a game that has no way of its own.
pub(super) fn make_default_bot<G: BotCatalog>(
    game: &G,
    name: &str,
) -> Result<Box<dyn Bot<G::Position>>, BotError> {
    let lower = name.trim().to_ascii_lowercase();
    if let Some(level) = game.classic_bots().into_iter().find(|level| level.name == lower) {
        return Ok((level.make)(game));
    }
    make_general_bot(game, &lower).map_err(|problem| {
        let known = names(game).into_iter().map(|(name, _)| name).collect();
        BotError { name: name.to_owned(), problem, known }
    })
}

/// A bot that every game has.
fn make_general_bot<G: BotCatalog>(game: &G, name: &str) -> Result<Box<dyn Bot<G::Position>>, BotProblem> {
    let (kind, parameter) = match name.split_once(':') {
        Some((kind, parameter)) => (kind, Some(parameter)),
        None => (name, None),
    };
    Ok(match (kind, parameter) {
        ("random", None) => Box::new(Random),
        ("greedy", None) => Box::new(Minimax::new(1)),
        ("minimax", Some(depth)) => {
            let depth = read_number(depth, minimax::MAX_DEPTH).ok_or(BotProblem::BadDepth)?;
            Box::new(Minimax::new(depth))
        }
        ("expert", None) => Box::new(Expert::new(game, expert::DEFAULT_TIME)),
        ("expert", Some(seconds)) => Box::new(Expert::new(game, read_seconds(seconds)?)),
        ("level", Some(number)) => {
            let number = read_number(number, level::NAMES.len() as u32).ok_or(BotProblem::BadLevel)?;
            match game.level_skills().get(number as usize - 1) {
                Some(skill) => level::make(game, *skill),
                None => Box::new(Expert::new(game, expert::DEFAULT_TIME)),
            }
        }
        ("level", None) => return Err(BotProblem::MissingLevel),
        ("minimax", None) => return Err(BotProblem::MissingDepth),
        ("random" | "greedy", Some(_)) => {
            return Err(BotProblem::UnexpectedParameter { bot: kind.to_owned() });
        }
        _ => return Err(BotProblem::Unknown),
    })
}

/// Reads a number from 1 to `most`.
fn read_number(text: &str, most: u32) -> Option<u32> {
    text.parse().ok().filter(|number| (1..=most).contains(number))
}

/// Reads a time for a move: more than nothing, at most [`expert::MAX_TIME`].
fn read_seconds(text: &str) -> Result<Duration, BotProblem> {
    let longest = expert::MAX_TIME.as_secs_f64();
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= longest);
    seconds.map(Duration::from_secs_f64).ok_or(BotProblem::BadTime)
}

/// Plays a random legal move, each equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<P: Position> Bot<P> for Random {
    fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move> {
        let position = view.position;
        if position.terminal_outcome().is_some() { None } else { position.random_move(context.rng) }
    }
}
