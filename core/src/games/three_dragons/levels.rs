//! The classic computer players, after the seed document.
//!
//! A computer chooses where to go; how it captures there is settled by rule: the custodial captures if there are any, else
//! one of the strength captures at random.

use super::ThreeDragons;
use super::moves::{CaptureChoice, Move};
use super::position::Position;
use crate::engine::bots::{Bot, BotCatalog, ClassicBot, EngineGame, MoveContext};
use crate::engine::level::{Skill, rated};
use crate::model::{GameRng, Position as _, View};

/// The ratings of the ten levels: docs/levels.md has the matches.
const RATINGS: [i32; 10] = [65, 290, 515, 755, 985, 1_195, 1_420, 1_605, 1_795, 2_000];

/// The levels 1 to 9: see docs/levels.md.
const SKILLS: [Skill; 9] = [
    Skill::noisy(174, 20),
    Skill::noisy(188, 9),
    Skill::noisy(196, 8),
    Skill::noisy(200, 8),
    Skill::noisy(235, 8),
    Skill::Positions(160),
    Skill::Positions(500),
    Skill::Positions(3_700),
    Skill::Positions(38_000),
];

impl EngineGame for ThreeDragons {}

impl BotCatalog for ThreeDragons {
    fn ratings(&self) -> Vec<(String, i32)> {
        rated(RATINGS, &[("normal", -480)])
    }

    fn level_skills(&self) -> [Skill; 9] {
        SKILLS
    }

    fn classic_bots(&self) -> Vec<ClassicBot<Self>> {
        vec![
            ClassicBot::new("easy", "a random piece's random move, custodial captures first", |_| Easy),
            ClassicBot::new(
                "normal",
                "the best difference of pieces after its turn, custodial captures first",
                |_| Normal,
            ),
        ]
    }
}

/// The seed's easy mode: any move, each equally likely.
struct Easy;

/// The seed's normal mode: of the moves with the best difference of pieces any, each equally likely.
struct Normal;

impl Bot<Position> for Easy {
    fn choose(&mut self, view: &View<'_, Position>, context: &mut MoveContext<'_>) -> Option<Move> {
        pick(&computer_moves(view.position), context.rng)
    }
}

impl Bot<Position> for Normal {
    fn choose(&mut self, view: &View<'_, Position>, context: &mut MoveContext<'_>) -> Option<Move> {
        pick(&normal_moves(view.position), context.rng)
    }
}

/// The legal moves without the strength captures that a computer does not consider: those where it could capture
/// custodially instead. In the generator's order.
pub(super) fn computer_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.moves();
    // Where there is an automatic capture it is listed just before the strength captures between the same squares.
    moves.dedup_by(|mv, first| first.choice == CaptureChoice::Automatic && same_squares(*mv, *first));
    moves
}

/// Of [`computer_moves`] those after which the mover's pieces exceed the enemy's by most.
pub(super) fn normal_moves(position: &Position) -> Vec<Move> {
    let moves = computer_moves(position);
    let value = |mv: &Move| piece_difference(position, *mv);
    let best = moves.iter().map(value).max();
    moves.into_iter().filter(|mv| Some(value(mv)) == best).collect()
}

/// The seed's value of a position: the mover's pieces less the enemy's, after his whole turn.
fn piece_difference(position: &Position, mv: Move) -> i64 {
    let after = position.after(mv);
    let mover = position.to_move();
    i64::from(after.count(mover)) - i64::from(after.count(mover.opponent()))
}

fn same_squares(one: Move, other: Move) -> bool {
    (one.from, one.to) == (other.from, other.to)
}

/// Draws two squares of those that `moves`, which are grouped by them, go between, and then one of the captures there.
fn pick(moves: &[Move], rng: &mut GameRng) -> Option<Move> {
    let squares: Vec<&[Move]> = moves.chunk_by(|one, other| same_squares(*one, *other)).collect();
    rng.pick(&squares).and_then(|captures| rng.pick(captures)).copied()
}
