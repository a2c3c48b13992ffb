//! Ten levels of play for every game, from one who has just learned the rules to [`expert`](super::expert).
//!
//! The weak ones err: they overlook what is deep and misjudge what they see, but a win in one turn they play. How much of each is a table
//! beside the rules of the game ([`BotCatalog::level_skills`](super::bots::BotCatalog::level_skills)), settled by matches: docs/levels.md.

use std::ops::ControlFlow;

use crate::model::{Evaluate, View};

use super::bots::{Bot, EngineGame, MoveContext};
use super::expert::Expert;
use super::minimax::alpha_beta;
use super::score::{MATE, Score, is_mate};

/// The ratings of the ten levels and of a game's classic bots, by name. The last level is `expert`.
pub fn rated(levels: [i32; 10], classic: &[(&str, i32)]) -> Vec<(String, i32)> {
    let mut ratings: Vec<_> = (1..).map(|level| format!("level:{level}")).zip(levels).collect();
    ratings.push(("expert".to_owned(), levels[9]));
    ratings.extend(classic.iter().map(|(name, rating)| ((*name).to_owned(), *rating)));
    ratings
}

/// What the levels are called, from 1 on.
pub const NAMES: [&str; 10] =
    ["newcomer", "beginner", "learner", "casual", "improver", "steady", "able", "strong", "master", "expert"];

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Looks ahead at a fixed depth and judges at a glance, so that it plays the same whatever is learned later.
    NoisySearch(NoisySearch),
    /// Searches as [`Expert`] does, but looks at so many positions only: in one turn half as many, in another half as many again, as chance
    /// decides, so that its games differ more.
    Positions(u64),
}

impl Skill {
    /// A [`Skill::NoisySearch`] that knows whose side is whose: hundredths of a ply, the most that it errs.
    pub const fn noisy(plies: u32, noise: u32) -> Skill {
        Skill::NoisySearch(NoisySearch { plies, noise, mixed: 0 })
    }
}

/// The skills of the levels 1 to 9 of a game that has none of its own. They come from Ugly Duck on 8x8.
pub const DEFAULT_SKILLS: [Skill; 9] = [
    Skill::noisy(200, 42),
    Skill::Positions(25),
    Skill::Positions(57),
    Skill::Positions(195),
    Skill::Positions(700),
    Skill::Positions(2_600),
    Skill::Positions(11_300),
    Skill::Positions(75_000),
    Skill::Positions(300_000),
];

/// The player of a skill, with the same moves from the same chance.
pub fn make<G: EngineGame>(game: &G, skill: Skill) -> Box<dyn Bot<G::Position>> {
    match skill {
        Skill::NoisySearch(sight) => Box::new(sight),
        Skill::Positions(usual) => Box::new(Expert::of_level(game, usual)),
    }
}

/// A player who looks a little way ahead, judges at a glance, and errs. It is a bot of every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoisySearch {
    /// Hundredths of a ply: with 250 it looks three plies ahead in every other of its turns, else two. At least 100.
    pub plies: u32,
    /// What it thinks of a move is off by up to so many hundredths of a piece, rather a little than much; proven wins and losses
    /// are seen as what they are.
    pub noise: u32,
    /// In so many of a hundred turns it takes one side for the other, and likes what is good for the other; not if a win or a loss
    /// is seen.
    pub mixed: u32,
}

impl<P: Evaluate> Bot<P> for NoisySearch {
    fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move> {
        let position = view.position;
        if position.terminal_outcome().is_some() {
            return None;
        }
        let further = context.rng.below(100) < (self.plies % 100) as usize;
        let depth = (self.plies / 100).max(1) + u32::from(further);
        let depth = depth.min(context.budget.depth.unwrap_or(u32::MAX)).max(1);
        let swaps_sides = self.mixed > 0 && context.rng.below(100) < self.mixed as usize;
        let (mut chosen, mut best) = (None, -MATE - 1);
        let _: ControlFlow<()> = position.visit_moves(|mv| {
            // The difference of two equally likely numbers, so that little is likelier than much.
            let mut part = || context.rng.below(self.noise as usize + 1) as Score;
            let error = part() - part();
            // Below this a move is not chosen, so its value need not be exact.
            let window = (-MATE - 1, if swaps_sides { MATE + 1 } else { error - best });
            let after = position.after(mv);
            let value = -alpha_beta(&after, depth - 1, 1, window, P::evaluate_static, context.stop);
            if context.stop.is_raised() && chosen.is_some() {
                return ControlFlow::Break(());
            }
            let seen = match value {
                value if is_mate(value) => value,
                value if swaps_sides => error - value,
                value => error + value,
            };
            if chosen.is_none() || seen > best {
                (chosen, best) = (Some(mv), seen);
            }
            ControlFlow::Continue(())
        });
        chosen
    }
}
