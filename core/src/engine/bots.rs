//! Computer players and their names.
//!
//! A game has its own classic bots (`easy`, `hard`); the bots of [`GENERAL_BOTS`] play every game.

use std::time::Duration;

use crate::model::{Clock, Eval, GameRng, Position, StopSignal, View};

pub use super::bot_catalog::{BotCatalog, Choose, ClassicBot};
pub use super::bot_names::{
    BotError, BotProblem, GENERAL_BOTS, canonical_name, names, original_name, plays_at_random, similar_name,
};
pub use super::engine_game::EngineGame;
use super::expert::{self, Expert};
use super::level::{self, Skill};
use super::minimax::{self, Minimax};
use super::search::{Deadline, Limits};
use super::time_control::Clocks;

/// What a bot has at hand while it thinks, in addition to the game so far. It also reports back here.
pub struct MoveContext<'a> {
    /// The source of all random choices.
    pub rng: &'a mut GameRng,
    /// Once this is raised, the bot soon answers with the best move found so far.
    pub stop: &'a StopSignal,
    /// The time source.
    pub clock: &'a dyn Clock,
    /// The limits for this move.
    pub budget: SearchBudget,
    /// The clocks of the game, if it has any. `budget` already reflects them.
    pub clocks: Option<Clocks>,
    /// Set by bots that count: the positions searched for this move. A referee clears this and the fields below
    /// before each turn.
    pub nodes: Option<u64>,
    /// Set by bots that evaluate: the evaluation of the move they chose.
    pub eval: Option<BotEval>,
    /// The time used, if the bot measures it better than the caller can, for example without the overhead of
    /// another process.
    pub time_used: Option<Duration>,
    /// How long the bot took to start, if it was started for this move.
    pub startup_time: Option<Duration>,
}

/// A bot's evaluation of the move it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotEval {
    /// The search depth in plies; 0 if it knew without searching.
    pub depth: u32,
    /// The value of the move for the player who makes it.
    pub eval: Eval,
}

impl<'a> MoveContext<'a> {
    /// Returns a context without a budget: the limits in the bot's name apply.
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

/// The limits for one move of a bot that searches; `None` means unlimited. They replace the time in the name of an
/// expert; the other limits in names apply, too. Bots that do not search ignore this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchBudget {
    /// The time to think.
    pub time: Option<Duration>,
    /// The positions to search. A bot searches at most 300 more, or 600 more in each of several threads.
    pub nodes: Option<u64>,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

impl SearchBudget {
    /// Limits the time.
    #[must_use]
    pub fn with_time(self, time: impl Into<Option<Duration>>) -> Self {
        SearchBudget { time: time.into(), ..self }
    }

    /// Limits the positions.
    #[must_use]
    pub fn with_nodes(self, nodes: impl Into<Option<u64>>) -> Self {
        SearchBudget { nodes: nodes.into(), ..self }
    }

    /// Limits the depth.
    #[must_use]
    pub fn with_depth(self, depth: impl Into<Option<u32>>) -> Self {
        SearchBudget { depth: depth.into(), ..self }
    }

    /// Returns whether anything is limited.
    pub fn is_some(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Returns whether only time limits the search, so that its moves differ from run to run anyway. Also
    /// true if nothing is limited.
    pub(crate) fn is_time_only(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none()
    }

    /// Returns these limits, or the others if nothing is limited.
    #[must_use]
    pub fn or(self, other: SearchBudget) -> Self {
        if self.is_some() { self } else { other }
    }

    /// Returns the limits for a search that starts now.
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

/// What a searching bot has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotProgress<M> {
    /// The search depth in plies.
    pub depth: u32,
    /// The best move, then the best play found after it. Never empty.
    pub line: Vec<M>,
}

/// A computer player of a game with positions `P`.
///
/// Implemented by [`Random`], [`Minimax`] and [`Expert`] for every game, and by the classic bots of each game
/// for its own positions. The [front page](crate) shows a custom bot for any game.
///
/// ```
/// use cygnet_core::engine::bots::{self, SearchBudget, Bot, MoveContext};
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{GameRng, Game, History, StopSignal, SystemClock};
///
/// let (mut rng, stop, clock) = (GameRng::from_seed(1), StopSignal::new(), SystemClock::new());
/// let budget = SearchBudget::default().with_nodes(1_000);
/// let mut context = MoveContext { budget, ..MoveContext::new(&mut rng, &stop, &clock) };
///
/// // A swan next to its home: every bot that looks one move ahead plays it.
/// let history = History::new(CLASSIC.read_position("5/S4/5/4D/d4 1")?);
/// for name in ["hard", "greedy", "minimax:3", "expert"] {
///     let mut bot = bots::make(&CLASSIC, name)?;
///     let mv = bot.choose(&CLASSIC.view(&history), &mut context).ok_or("no move")?;
///     assert!(["b1a1", "b1a2"].contains(&mv.to_string().as_str()), "{name}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot<P: Position>: Send {
    /// Returns a legal move in the position of `view`. `None` means that the bot has no move: the game is over, or
    /// the bot gives up. In a game that is not over, a bot that returns `None` or an illegal move forfeits it.
    fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move>;

    /// Does the same, and calls `on_progress` with the best move so far, which need not have changed. Bots that answer
    /// at once, or that know no best move before the end, never call it.
    fn choose_with_progress(
        &mut self,
        view: &View<'_, P>,
        context: &mut MoveContext<'_>,
        _on_progress: &mut dyn FnMut(BotProgress<P::Move>),
    ) -> Option<P::Move> {
        self.choose(view, context)
    }

    /// Prepares for a new game: forgets the last one and does slow setup. Call it between two games; a newly created
    /// bot needs it only if its setup is slow.
    fn new_game(&mut self) {}
}

/// What points to a bot is a bot.
macro_rules! forward_to_bot {
    ($($pointer:ty),*) => {
        $(impl<P: Position, B: Bot<P> + ?Sized> Bot<P> for $pointer {
            fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move> {
                (**self).choose(view, context)
            }

            fn choose_with_progress(
                &mut self,
                view: &View<'_, P>,
                context: &mut MoveContext<'_>,
                on_progress: &mut dyn FnMut(BotProgress<P::Move>),
            ) -> Option<P::Move> {
                (**self).choose_with_progress(view, context, on_progress)
            }

            fn new_game(&mut self) {
                (**self).new_game();
            }
        })*
    };
}

forward_to_bot!(&mut B, Box<B>);

/// Creates the bot with this name, in any form that [`canonical_name`] understands.
///
/// # Errors
/// The game has no such bot.
pub fn make<G: BotCatalog>(game: &G, name: &str) -> Result<Box<dyn Bot<G::Position>>, BotError> {
    let canonical = canonical_name(game, name);
    if let Some(classic) = game.classic_bots().into_iter().find(|bot| bot.name == canonical) {
        return Ok(classic.bot);
    }
    game.general_bot(&canonical).map_err(|problem| {
        let known = names(game).into_iter().map(|(name, _)| name).collect();
        let suggestion = (problem == BotProblem::Unknown).then(|| similar_name(game, name)).flatten();
        BotError { name: name.to_owned(), problem, known, suggestion }
    })
}

/// The default implementation of [`BotCatalog::general_bot`].
pub(super) fn make_general_bot<G: BotCatalog>(
    game: &G,
    name: &str,
) -> Result<Box<dyn Bot<G::Position>>, BotProblem> {
    let (kind, parameter) = match name.split_once(':') {
        Some((kind, parameter)) => (kind, Some(parameter)),
        None => (name, None),
    };
    Ok(match (kind, parameter) {
        ("random", None) => Box::new(Random),
        ("greedy", None) => Box::new(Minimax::new(1)),
        ("minimax", Some(depth)) => {
            let depth = read_number(depth, minimax::MAX_MINIMAX_DEPTH).ok_or(BotProblem::BadDepth)?;
            Box::new(Minimax::new(depth))
        }
        ("expert", None) => Box::new(Expert::new(game, expert::DEFAULT_TIME)),
        ("expert", Some(seconds)) => {
            Box::new(Expert::new(game, read_seconds(seconds).ok_or(BotProblem::BadTime)?))
        }
        ("level", Some(number)) => {
            let number = read_number(number, level::NAMES.len() as u32).ok_or(BotProblem::BadLevel)?;
            match game.level_skills().get(number as usize - 1).copied() {
                Some(Skill::NoisySearch(search)) => Box::new(search),
                Some(Skill::Positions(average)) => Box::new(Expert::of_level(game, average)),
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

/// Parses a number from 1 to `max`.
fn read_number(text: &str, max: u32) -> Option<u32> {
    text.parse().ok().filter(|number| (1..=max).contains(number))
}

/// Parses the time for a move in seconds, above 0 and at most [`expert::MAX_TIME`].
pub fn read_seconds(text: &str) -> Option<Duration> {
    let max = expert::MAX_TIME.as_secs_f64();
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= max);
    seconds.map(Duration::from_secs_f64)
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
