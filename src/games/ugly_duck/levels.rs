//! The classic computer players of Ugly Duck on 5x5, after seed document 000.

use crate::engine::bots::{Bot, Level, Levels, Random, Thinking};
use crate::engine::solver::Prover;
use crate::model::{History, Outcome, Position as _};

use super::geometry::{FiveByFive, Geometry};
use super::moves::Move;
use super::proof::{self, Perfect};
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
            Level { name: "perfect", about: proof::PERFECT, make: |_| Box::new(Perfect::new()) },
        ]
    }

    fn prover(&self, bytes: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        proof::prover(FiveByFive, bytes)
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

#[cfg(test)]
mod tests {
    use super::super::CLASSIC;
    use super::*;
    use crate::model::Game;

    fn difficult(position: &str) -> Vec<String> {
        let position = CLASSIC.read_position(position).unwrap();
        difficult_moves(&position).into_iter().map(|mv| CLASSIC.write_move(mv)).collect()
    }

    #[test]
    fn the_rules_of_difficult_mode_in_their_order() {
        // It could capture, promote or walk a swan, but it wins.
        assert_eq!(difficult("5/S1d2/1D3/2SD1/d4 1"), ["b1a1", "b1a2"]);
        // It could promote or walk a swan, but it captures: here with either of two pieces.
        assert_eq!(difficult("5/5/S4/1d1D1/2d2 1"), ["d4e3"]);
        assert_eq!(difficult("5/1d3/S4/3D1/2d2 1"), ["c1b2", "d4e3"]);
        // It could walk a swan, but it promotes.
        assert_eq!(difficult("5/5/S4/3D1/d4 1"), ["d4e3", "d4e4", "d4e5"]);
        // It could walk a duck, but it walks a swan.
        assert_eq!(difficult("D4/5/4S/5/d4 1"), ["c5b4", "c5b5"]);
        assert_eq!(difficult("D4/5/5/5/d4 1"), ["a1b1", "a1b2"]);
    }

    #[test]
    fn a_blocked_way_home_is_not_chosen() {
        // The original chose b1a1 here, found it blocked, and chose again for ever.
        let moves = difficult("d4/S4/5/5/d4 1");
        assert!(!moves.contains(&"b1a1".to_owned()) && !moves.is_empty(), "{moves:?}");
    }
}
