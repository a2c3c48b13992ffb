//! The classic computer players of Ugly Duck on 5x5, after seed document 000.

use crate::engine::bots::{Bot, Level, Levels, Random, Thinking};
use crate::model::{History, Outcome, Position as _};

use super::geometry::Geometry;
use super::moves::Move;
use super::{Kind, Position, UglyDuck};

impl Levels for UglyDuck {
    fn levels(&self) -> Vec<Level<Self>> {
        vec![
            Level { name: "easy", about: "Easy Mode: a random legal move", make: |_| Box::new(Random) },
            Level {
                name: "hard",
                about: "Difficult Mode: wins, captures, promotes, moves swans, in this order",
                make: |_| Box::new(Difficult),
            },
        ]
    }
}

/// The seed's Difficult Mode: a random move among those that the first of its rules to find any finds.
#[derive(Clone, Copy, Debug)]
pub struct Difficult;

/// The seed's rules in order: whether a legal move falls under each.
fn rules<G: Geometry>() -> [fn(&Position<G>, Move) -> bool; 5] {
    [
        |position, mv| position.after(mv).decided() == Some(Outcome::Win(position.to_move())),
        |position, mv| position.is_capture(mv),
        |position, mv| position.is_promotion(mv),
        |position, mv| position.piece(mv.from).is_some_and(|piece| piece.kind == Kind::Swan),
        |_, _| true,
    ]
}

/// The legal moves under the first rule that any move falls under; empty only if there is no legal move.
pub fn difficult_moves<G: Geometry>(position: &Position<G>) -> Vec<Move> {
    let moves = position.moves();
    let under = |rule: fn(&Position<G>, Move) -> bool| {
        moves.iter().copied().filter(|mv| rule(position, *mv)).collect::<Vec<_>>()
    };
    rules().into_iter().map(under).find(|found| !found.is_empty()).unwrap_or_default()
}

impl<G: Geometry> Bot<Position<G>> for Difficult {
    fn choose(&mut self, history: &History<Position<G>>, thinking: &mut Thinking<'_>) -> Option<Move> {
        thinking.chance.pick(&difficult_moves(history.current())).copied()
    }
}
