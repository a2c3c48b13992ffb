//! The classic computer players of the original.
//!
//! The computer chooses only where to go. The captures there follow a fixed rule: the custodial captures if
//! there are any, otherwise a random strength capture.

use super::ThreeDragons;
use super::moves::{CaptureChoice, Move};
use super::position::ThreeDragonsPosition;
use super::reasons;
use crate::engine::bots::{BotCatalog, ClassicBot, EngineGame};
use crate::engine::level::{Skill, rated};
use crate::engine::reasons::Patterns;
use crate::model::{GameRng, Position as _};

/// The ratings of the ten levels. docs/levels.md has the matches.
const RATINGS: [i32; 10] = [65, 290, 515, 755, 985, 1_195, 1_420, 1_605, 1_795, 2_000];

/// Levels 1 to 9: see docs/levels.md.
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

impl EngineGame for ThreeDragons {
    fn reason_patterns(&self) -> Vec<Patterns<Self::Position>> {
        reasons::patterns()
    }
}

impl BotCatalog for ThreeDragons {
    fn ratings(&self) -> Vec<(String, i32)> {
        match self {
            ThreeDragons::Full => rated(RATINGS, &[("normal", -480)]),
            ThreeDragons::Custodial | ThreeDragons::Strength => Vec::new(),
        }
    }

    fn level_skills(&self) -> [Skill; 9] {
        SKILLS
    }

    fn classic_bots(&self) -> Vec<ClassicBot<Self::Position>> {
        vec![
            ClassicBot::by("easy", "a random move, custodial captures first", |view, rng| {
                pick(&computer_moves(view.position), rng)
            }),
            ClassicBot::by(
                "normal",
                "the best piece difference after its turn, custodial captures first",
                |view, rng| pick(&normal_moves(view.position), rng),
            ),
        ]
    }
}

/// Returns the legal moves that a computer considers, in the generator's order. Strength captures are left
/// out if the move could capture custodially instead.
pub(super) fn computer_moves(position: &ThreeDragonsPosition) -> Vec<Move> {
    let mut moves = position.moves();
    // If there is an automatic capture, it is listed just before the strength captures between the same
    // squares.
    moves.dedup_by(|mv, first| first.choice == CaptureChoice::Automatic && same_squares(*mv, *first));
    moves
}

/// Returns those of [`computer_moves`] with the best difference of pieces afterwards: the choice of the original's
/// normal mode.
pub(super) fn normal_moves(position: &ThreeDragonsPosition) -> Vec<Move> {
    let moves = computer_moves(position);
    let value = |mv: &Move| piece_difference(position, *mv);
    let best = moves.iter().map(value).max();
    moves.into_iter().filter(|mv| Some(value(mv)) == best).collect()
}

/// Returns the original's value of a move: the mover's pieces minus the opponent's after the whole turn.
fn piece_difference(position: &ThreeDragonsPosition, mv: Move) -> i64 {
    let after = position.after(mv);
    let mover = position.to_move();
    i64::from(after.count(mover)) - i64::from(after.count(mover.opponent()))
}

fn same_squares(one: Move, other: Move) -> bool {
    (one.from, one.to) == (other.from, other.to)
}

/// Picks a random pair of squares that `moves` (which are grouped by them) go between, then one of the
/// captures there.
fn pick(moves: &[Move], rng: &mut GameRng) -> Option<Move> {
    let squares: Vec<&[Move]> = moves.chunk_by(|one, other| same_squares(*one, *other)).collect();
    rng.pick(&squares).and_then(|captures| rng.pick(captures)).copied()
}
