//! The bots a game offers.

use crate::model::{GameRng, Position, View};

use super::bots::{self, Bot, BotProblem, MoveContext};
use super::engine_game::EngineGame;
use super::level::{self, Skill};

/// A bot that only this game has, most of them those of the original program.
pub struct ClassicBot<P: Position> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Whether it chooses among all moves at random, so that its moves say nothing about skill.
    pub is_random: bool,
    /// The bot.
    pub bot: Box<dyn Bot<P>>,
}

impl<P: Position> ClassicBot<P> {
    /// Names a bot that does not choose at random.
    pub fn new(name: &'static str, about: &'static str, bot: impl Bot<P> + 'static) -> Self {
        ClassicBot { name, about, is_random: false, bot: Box::new(bot) }
    }

    /// Marks a bot that chooses among all moves at random.
    #[must_use]
    pub fn at_random(self) -> Self {
        ClassicBot { is_random: true, ..self }
    }

    /// Names a bot that needs only the game so far and random numbers.
    pub fn by(name: &'static str, about: &'static str, choose: Choose<P>) -> Self {
        ClassicBot::new(name, about, Chooser(choose))
    }
}

/// Chooses a move, or `None` if there is none.
pub type Choose<P> = fn(&View<'_, P>, &mut GameRng) -> Option<<P as Position>::Move>;

struct Chooser<P: Position>(Choose<P>);

impl<P: Position> Bot<P> for Chooser<P> {
    fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move> {
        (self.0)(view, context.rng)
    }
}

/// The bots of a game: names, levels and ratings.
///
/// All methods have defaults, so an empty `impl` is enough: the bots of [`GENERAL_BOTS`](bots::GENERAL_BOTS)
/// play every game.
///
/// ```
/// use cygnet_core::engine::bots::{self, BotCatalog};
/// use cygnet_core::games::ugly_duck::CLASSIC;
///
/// let names: Vec<&str> = CLASSIC.classic_bots().into_iter().map(|bot| bot.name).collect();
/// assert_eq!(names, ["easy", "hard", "perfect"]);
/// assert!(bots::names(&CLASSIC).iter().any(|(name, _)| name == "minimax:4"));
/// ```
pub trait BotCatalog: EngineGame {
    /// Returns the bots that only this game has, weakest first. Most new games have none.
    fn classic_bots(&self) -> Vec<ClassicBot<Self::Position>> {
        Vec::new()
    }

    /// Returns what this game's menus call its bots, in lower case, each with the bot's name.
    fn other_bot_names(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Returns how levels 1 to 9 play this game. Level 10 is [`Expert`](super::expert::Expert).
    fn level_skills(&self) -> [Skill; 9] {
        level::DEFAULT_SKILLS
    }

    /// Returns the measured Elo ratings of bots, by name. `expert` has 2000.
    fn ratings(&self) -> Vec<(String, i32)> {
        Vec::new()
    }

    /// Creates the bot with this canonical name that plays every game, compiled for this one.
    ///
    /// # Errors
    /// There is no such bot.
    fn general_bot(&self, name: &str) -> Result<Box<dyn Bot<Self::Position>>, BotProblem> {
        bots::make_general_bot(self, name)
    }
}
