//! The classic computer players, after the seed document.
//!
//! A computer chooses where to go; how it captures there is settled by rule: the custodial captures if there are any, else
//! one of the strength captures at random.

use super::ThreeDragons;
use super::moves::{Choice, Turn};
use super::position::DragonPosition;
use crate::engine::bots::{Bot, Level, Levels, Thinking};
use crate::model::{Chance, History, Position as _};

impl Levels for ThreeDragons {
    fn levels(&self) -> Vec<Level<Self>> {
        vec![
            Level {
                name: "easy",
                about: "a random piece's random move, custodial captures first",
                make: |_| Box::new(Easy),
            },
            Level {
                name: "normal",
                about: "the best difference of pieces after its turn, custodial captures first",
                make: |_| Box::new(Normal),
            },
        ]
    }
}

/// The seed's easy mode: any move, each equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Easy;

/// The seed's normal mode: of the moves with the best difference of pieces any, each equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Normal;

impl Bot<DragonPosition> for Easy {
    fn choose(&mut self, history: &History<DragonPosition>, thinking: &mut Thinking<'_>) -> Option<Turn> {
        pick(&computer_turns(history.current()), thinking.chance)
    }
}

impl Bot<DragonPosition> for Normal {
    fn choose(&mut self, history: &History<DragonPosition>, thinking: &mut Thinking<'_>) -> Option<Turn> {
        pick(&normal_turns(history.current()), thinking.chance)
    }
}

/// The legal turns without the strength captures that a computer does not consider: those where it could capture
/// custodially instead. In the generator's order.
pub fn computer_turns(position: &DragonPosition) -> Vec<Turn> {
    let mut turns = position.moves();
    // Where there is an automatic turn it is listed just before the strength captures of the same move.
    turns.dedup_by(|turn, first| first.choice == Choice::Automatic && same_move(*turn, *first));
    turns
}

/// Of [`computer_turns`] those after which the mover's pieces exceed the enemy's by most.
pub fn normal_turns(position: &DragonPosition) -> Vec<Turn> {
    let turns = computer_turns(position);
    let value = |turn: &Turn| piece_difference(position, *turn);
    let best = turns.iter().map(value).max();
    turns.into_iter().filter(|turn| Some(value(turn)) == best).collect()
}

/// The seed's value of a position: the mover's pieces less the enemy's, after his whole turn.
fn piece_difference(position: &DragonPosition, turn: Turn) -> i64 {
    let after = position.after(turn);
    let mover = position.to_move();
    i64::from(after.count(mover)) - i64::from(after.count(mover.opponent()))
}

fn same_move(one: Turn, other: Turn) -> bool {
    (one.from, one.to) == (other.from, other.to)
}

/// A random move of those in `turns`, which are grouped by move, and then a random capture of it.
fn pick(turns: &[Turn], chance: &mut Chance) -> Option<Turn> {
    let moves: Vec<&[Turn]> = turns.chunk_by(|one, other| same_move(*one, *other)).collect();
    chance.pick(&moves).and_then(|captures| chance.pick(captures)).copied()
}
