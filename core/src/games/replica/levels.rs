//! The classic computer players of Replica: levels 1, 2 and 3 of the original.

use super::board::CellSet;
use super::{Replica, Rules, proof, reasons};
use crate::engine::bots::{BotCatalog, ClassicBot, EngineGame, Random};
use crate::engine::level::{Skill, rated};
use crate::engine::minimax::Minimax;
use crate::engine::reasons::Patterns;
use crate::engine::solver::Prover;

/// Returns how many turns level 3 looks ahead so that it answers within a second. Under house rules, large
/// boards have too many moves for four turns.
fn depth(rules: Rules) -> u32 {
    if rules.house() && rules.size() > 8 { 3 } else { 4 }
}

/// Describes level 3.
fn about_hard(rules: Rules) -> &'static str {
    match depth(rules) {
        3 => "level 3 of the original, the same player as minimax:3",
        _ => "level 3 of the original, the same player as minimax:4",
    }
}

/// The ratings of the ten levels on the default board. docs/levels.md has the matches.
const RATINGS: [i32; 10] = [40, 255, 460, 680, 905, 1_145, 1_350, 1_565, 1_785, 2_000];

/// Levels 1 to 9: see docs/levels.md.
const SKILLS: [Skill; 9] = [
    Skill::noisy(115, 115),
    Skill::noisy(165, 70),
    Skill::noisy(230, 50),
    Skill::noisy(305, 29),
    Skill::Positions(2_300),
    Skill::Positions(7_300),
    Skill::Positions(25_000),
    Skill::Positions(75_000),
    Skill::Positions(330_000),
];

impl<S: CellSet> EngineGame for Replica<S> {
    fn reason_patterns(&self) -> Vec<Patterns<Self::Position>> {
        reasons::patterns()
    }

    fn thorough_prover(&self, bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        // Under house rules positions can repeat.
        if self.rules().house() { None } else { proof::prover(bytes) }
    }
}

impl<S: CellSet> BotCatalog for Replica<S> {
    fn ratings(&self) -> Vec<(String, i32)> {
        if self.rules() == Rules::OFFICIAL {
            rated(RATINGS, &[("easy", -1_185), ("medium", 140), ("hard", 850)])
        } else {
            Vec::new()
        }
    }

    fn level_skills(&self) -> [Skill; 9] {
        SKILLS
    }

    fn other_bot_names(&self) -> &'static [(&'static str, &'static str)] {
        &[("minimax", "hard")]
    }

    fn classic_bots(&self) -> Vec<ClassicBot<Self::Position>> {
        vec![
            ClassicBot::new("easy", "level 1 of the original, the same player as random", Random).at_random(),
            ClassicBot::new("medium", "level 2 of the original, the same player as greedy", Minimax::new(1)),
            ClassicBot::new("hard", about_hard(self.rules()), Minimax::new(depth(self.rules()))),
        ]
    }
}
