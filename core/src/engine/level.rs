//! Ten levels of play for every game, from newcomer to [`expert`](super::expert).
//!
//! The weak levels make mistakes: they overlook deep ideas and misjudge positions, but they do play a win in
//! one turn. Each game has a table with the strength of its levels
//! ([`BotCatalog::level_skills`](super::bots::BotCatalog::level_skills)), tuned in matches: see
//! `docs/levels.md`.

use std::ops::ControlFlow;

use crate::model::{Evaluate, SCORE_LIMIT, View};

use super::bots::{Bot, MoveContext};
use super::minimax::alpha_beta;
use super::score::{MATE, Score, is_mate};
use super::search::Meter;

/// Returns the ratings of the ten levels and of a game's classic bots, by name. The last level is `expert`.
pub fn rated(levels: [i32; 10], classic: &[(&str, i32)]) -> Vec<(String, i32)> {
    let mut ratings: Vec<_> = (1..).map(|level| format!("level:{level}")).zip(levels).collect();
    ratings.push(("expert".to_owned(), levels[9]));
    ratings.extend(classic.iter().map(|(name, rating)| ((*name).to_owned(), *rating)));
    ratings
}

/// The names of the levels, from level 1.
pub const NAMES: [&str; 10] =
    ["newcomer", "beginner", "learner", "casual", "improver", "steady", "able", "strong", "master", "expert"];

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Searches to a fixed depth with the static evaluation, so that its play does not depend on learned
    /// weights.
    NoisySearch(NoisySearch),
    /// Searches like [`Expert`](super::expert::Expert), but looks at about this number of positions: a random number
    /// from half to one and a half times as many, so that its games vary.
    Positions(u64),
}

impl Skill {
    /// Returns a [`Skill::NoisySearch`] that never swaps sides.
    pub const fn noisy(plies: u32, noise: u32) -> Skill {
        Skill::NoisySearch(NoisySearch { plies, noise, side_swap: 0 })
    }
}

/// The skills of levels 1 to 9 for games without a table. They were tuned for Ugly Duck on 8x8.
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

/// A bot for every game that searches a few plies with the static evaluation and makes mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoisySearch {
    /// The depth in hundredths of a ply: 250 means three plies in half of its turns, and two in the others.
    /// At least 100.
    pub plies: u32,
    /// The largest error in its evaluation of a move, in hundredths of a piece. Small errors are likelier.
    /// Proven wins and losses are always seen. At most [`SCORE_LIMIT`].
    pub noise: u32,
    /// The percentage of turns in which it confuses the sides and prefers what is good for the opponent,
    /// unless it sees a win or a loss.
    pub side_swap: u32,
}

impl<P: Evaluate> Bot<P> for NoisySearch {
    fn choose(&mut self, view: &View<'_, P>, context: &mut MoveContext<'_>) -> Option<P::Move> {
        let position = view.position;
        if position.terminal_outcome().is_some() {
            return None;
        }
        let one_more = context.rng.below(100) < (self.plies % 100) as usize;
        let depth = (self.plies / 100).max(1) + u32::from(one_more);
        let mut meter = Meter::new(context.budget.limits(context.clock, context.stop));
        let depth = depth.min(meter.limits.depth).max(1);
        let swaps_sides = self.side_swap > 0 && context.rng.below(100) < self.side_swap as usize;
        let (mut chosen, mut best) = (None, -MATE - 1);
        let _: ControlFlow<()> = position.visit_moves(|mv| {
            // The difference of two uniform random numbers: small errors are likelier than large ones.
            let noise = self.noise.min(SCORE_LIMIT as u32) as usize;
            let mut random = || context.rng.below(noise + 1) as Score;
            let error = random() - random();
            // Moves below this value are not chosen, so their value need not be exact.
            let window = (-MATE - 1, if swaps_sides { MATE + 1 } else { error - best });
            let after = position.after(mv);
            let value = -alpha_beta(&after, depth - 1, 1, window, P::evaluate_static, &mut meter);
            if meter.should_stop() && chosen.is_some() {
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
        context.nodes = Some(meter.nodes);
        chosen
    }
}
