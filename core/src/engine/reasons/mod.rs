//! Reasons: what is wrong with a turn, as facts that the rules alone can verify.
//!
//! A game lists its [`Pattern`]s, strongest first. A pattern looks for its evidence on the line that refutes the
//! turn or on the line of a better turn, and has a checker that replays the line. [`facts`] returns only evidence
//! that passes the check. Screens put facts into words.
//!
//! | file | contents |
//! | --- | --- |
//! | `general.rs` | the patterns of every game: wins at once, no defence |
//! | `material.rs` | the patterns of games with captures: pieces lost and pieces not taken |
//! | `pressure.rs` | in the same games: attacks on pieces, and moves that do not lose one |
//! | `run.rs` | the proof that a piece walks to its goal, whatever the opponent does |

mod general;
mod material;
mod pressure;
mod run;

use crate::model::{Eval, Player, Position};

pub use general::{general_patterns, is_lost_at_once, loses_at_once, threat_patterns};
pub use material::{Material, material_patterns};
pub use pressure::pressure_patterns;
pub use run::{StepsOf, runs_home};

/// The maximum number of moves of a line up to the point that shows a fact. Nobody reads longer ones.
pub const MAX_PLIES: usize = 6;

/// Moves with the positions they lead through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<P: Position> {
    moves: Vec<P::Move>,
    positions: Vec<P>,
}

impl<P: Position> Replay<P> {
    /// Replays `moves` from `start`. The replay ends before the first move that is illegal.
    pub fn new(start: &P, moves: &[P::Move]) -> Self {
        let mut replay = Replay { moves: Vec::new(), positions: vec![start.clone()] };
        for mv in moves {
            let Ok(next) = replay.end().play(*mv) else { break };
            replay.moves.push(*mv);
            replay.positions.push(next);
        }
        replay
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// Returns the position after the first `plies` moves, if there are that many.
    pub fn at(&self, plies: usize) -> Option<&P> {
        self.positions.get(plies)
    }

    /// Returns the number of moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the numbers of moves after which a fact may show, from `first`.
    pub fn points(&self, first: usize) -> impl Iterator<Item = usize> + use<P> {
        first..=self.plies().min(MAX_PLIES)
    }

    /// Returns the last position.
    pub fn end(&self) -> &P {
        &self.positions[self.moves.len()]
    }
}

/// The line on which a fact shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TurnLine {
    /// The turn that was played, and the best answer to it.
    Played,
    /// A better turn, and what follows it.
    Better,
}

/// A turn to explain, with the line that follows it and the line of a better turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedTurn<P: Position> {
    /// The turn, the best answer, and what follows.
    pub played: Replay<P>,
    /// A better turn and what follows; no moves if there is no better turn.
    pub better: Replay<P>,
    /// The value of the position before the turn, for the player who moves.
    pub value_before: Eval,
    /// The value after the turn, for the same player, with the plies counted from there.
    pub value_after: Eval,
}

impl<P: Position> ExplainedTurn<P> {
    /// Returns the player who made the turn.
    pub fn mover(&self) -> Player {
        self.before().to_move()
    }

    /// Returns the player whose success on a line explains the value of the turn.
    pub fn winner_of(&self, line: TurnLine) -> Player {
        match line {
            TurnLine::Played => self.mover().opponent(),
            TurnLine::Better => self.mover(),
        }
    }

    /// Returns the position before the turn.
    pub fn before(&self) -> &P {
        &self.played.positions[0]
    }

    /// Returns one of the two lines.
    pub fn line(&self, line: TurnLine) -> &Replay<P> {
        match line {
            TurnLine::Played => &self.played,
            TurnLine::Better => &self.better,
        }
    }

    /// Returns whether the value of the line is proven.
    pub fn is_proven(&self, line: TurnLine) -> bool {
        match line {
            TurnLine::Played => self.value_after.is_proven(),
            TurnLine::Better => self.value_before.is_proven(),
        }
    }

    /// Converts the turn to positions of another type.
    pub fn map<Q: Position>(
        &self,
        position: impl Fn(&P) -> Q,
        mv: impl Fn(P::Move) -> Q::Move,
    ) -> ExplainedTurn<Q> {
        let convert = |line: &Replay<P>| Replay {
            moves: line.moves.iter().map(|own| mv(*own)).collect(),
            positions: line.positions.iter().map(&position).collect(),
        };
        ExplainedTurn {
            played: convert(&self.played),
            better: convert(&self.better),
            value_before: self.value_before,
            value_after: self.value_after,
        }
    }
}

/// What a pattern found, and where on a line it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The line.
    pub line: TurnLine,
    /// The number of moves of the line after which it shows.
    pub plies: usize,
    /// The cells it is about, in canonical notation.
    pub cells: Vec<String>,
    /// The numbers it is about; what they mean depends on the pattern.
    pub numbers: [u32; 2],
}

impl Evidence {
    /// Creates evidence without cells and numbers.
    #[must_use]
    pub const fn after(line: TurnLine, plies: usize) -> Evidence {
        Evidence { line, plies, cells: Vec::new(), numbers: [0; 2] }
    }
}

/// A fact about a turn: a pattern and its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name of the pattern.
    pub pattern: &'static str,
    /// The evidence, which has passed the check of the pattern.
    pub evidence: Evidence,
}

/// A way in which a turn can be bad, or a better turn good.
pub struct Pattern<P: Position> {
    /// Its name, which does not change from version to version.
    pub name: &'static str,
    /// Looks for evidence.
    pub find: fn(&ExplainedTurn<P>) -> Option<Evidence>,
    /// Verifies evidence by replaying the line, without the code of the finder.
    pub holds: fn(&ExplainedTurn<P>, &Evidence) -> bool,
}

impl<P: Position> Pattern<P> {
    /// Creates a pattern.
    pub const fn new(
        name: &'static str,
        find: fn(&ExplainedTurn<P>) -> Option<Evidence>,
        holds: fn(&ExplainedTurn<P>, &Evidence) -> bool,
    ) -> Self {
        Pattern { name, find, holds }
    }
}

/// Returns the facts that the patterns find and that hold, in the order of the patterns.
pub fn facts<P: Position>(patterns: &[Pattern<P>], turn: &ExplainedTurn<P>) -> Vec<Fact> {
    let fact = |pattern: &Pattern<P>| {
        let evidence = (pattern.find)(turn).filter(|found| (pattern.holds)(turn, found))?;
        Some(Fact { pattern: pattern.name, evidence })
    };
    patterns.iter().filter_map(fact).collect()
}
