//! Reasons: what is wrong with a turn, as facts that the rules alone can verify, as `tests/reasons` does.
//!
//! A game lists its [`Patterns`], strongest first. A pattern looks for its evidence on the line that refutes the
//! turn or on the line of a better turn. Screens put facts into words.
//!
//! The patterns that games share are only named in the list, so that they are compiled for
//! [`AnyPosition`](crate::games::AnyPosition) and not for each game.
//!
//! Start with [`EngineGame::reasons`](crate::engine::bots::EngineGame::reasons), which returns the facts about an
//! [`ExplainedTurn`].

// | file | contents |
// | --- | --- |
// | `general.rs` | the patterns of every game: wins at once, no defence |
// | `material.rs` | the patterns of games with captures: pieces lost and pieces not taken |
// | `pressure.rs` | in the same games: attacks on pieces, and moves that do not lose one |

mod general;
mod material;
mod pressure;

use std::fmt::Display;

use crate::model::{Eval, Evaluate, History, Player, Position};

pub use general::loses_at_once;

/// The maximum number of moves of a line up to the point that shows a fact, except in a row of captures. Nobody reads
/// longer ones.
pub const MAX_REASON_PLIES: usize = 4;

/// Returns the numbers of moves of a line after which a fact may show, from `first`.
pub fn points<P: Position>(line: &History<P>, first: usize) -> impl Iterator<Item = usize> + use<P> {
    first..=line.plies().min(MAX_REASON_PLIES)
}

/// The line on which a fact shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TurnLine {
    /// The turn that was played, and the best answer to it.
    Played,
    /// A better turn, and what follows it.
    Better,
}

impl TurnLine {
    /// Returns the other line.
    #[must_use]
    pub const fn other(self) -> TurnLine {
        self.counterpart().0
    }

    /// Returns the other line, and the point of both lines after the first move of the player who profits from this one.
    const fn counterpart(self) -> (TurnLine, usize) {
        match self {
            TurnLine::Played => (TurnLine::Better, 2),
            TurnLine::Better => (TurnLine::Played, 1),
        }
    }
}

/// A turn to explain, with the line that follows it and the line of a better turn.
#[derive(Clone, Debug)]
pub struct ExplainedTurn<P: Position> {
    /// The turn, the best answer, and what follows.
    pub played: History<P>,
    /// A better turn and what follows; no moves if there is no better turn.
    pub better: History<P>,
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
        self.played.start()
    }

    /// Returns one of the two lines.
    pub fn line(&self, line: TurnLine) -> &History<P> {
        match line {
            TurnLine::Played => &self.played,
            TurnLine::Better => &self.better,
        }
    }

    /// Returns the player whose failure on a line explains the value of the turn.
    pub fn loser_of(&self, line: TurnLine) -> Player {
        self.winner_of(line).opponent()
    }

    /// Converts the turn to positions of another type.
    pub fn map<Q: Position>(
        &self,
        position: impl Fn(&P) -> Q,
        mv: impl Fn(P::Move) -> Q::Move,
    ) -> ExplainedTurn<Q> {
        let convert = |line: &History<P>| {
            History::with_moves(position(line.start()), line.moves().iter().map(|own| mv(*own)))
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

    /// Sets the only cell it is about.
    #[must_use]
    pub fn on(self, cell: impl Display) -> Evidence {
        Evidence { cells: vec![cell.to_string()], ..self }
    }
}

/// Finds what the player who profits from a line first makes there, if they make none on the other line. `first` returns
/// the number of moves up to there, and the cell.
pub fn first_new<P: Position, C: Display>(
    turn: &ExplainedTurn<P>,
    line: TurnLine,
    first: impl Fn(&History<P>, Player) -> Option<(usize, C)>,
) -> Option<Evidence> {
    let player = turn.winner_of(line);
    let (plies, cell) = first(turn.line(line), player)?;
    let is_new = first(turn.line(line.other()), player).is_none();
    is_new.then(|| Evidence::after(line, plies).on(cell))
}

/// Finds the first point of a line from which a piece of the player who profits from it runs home: it wins by moving
/// alone, whatever the opponent does.
/// `runner` finds the piece, and after how many plies it wins.
pub fn run<P: Position, C: Display>(
    turn: &ExplainedTurn<P>,
    line: TurnLine,
    runner: impl Fn(&P, Player) -> Option<(C, u32)>,
) -> Option<Evidence> {
    let is_open = line == TurnLine::Played || !turn.value_after.is_win();
    points(turn.line(line), 1).filter(|_| is_open).find_map(|plies| {
        let position = turn.line(line).get(plies).filter(|position| position.outcome().is_none())?;
        let (cell, run) = runner(position, turn.winner_of(line))?;
        Some(Evidence { numbers: [run, 0], ..Evidence::after(line, plies).on(cell) })
    })
}

/// A fact about a turn: a pattern and its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name of the pattern.
    pub pattern: &'static str,
    /// The evidence.
    pub evidence: Evidence,
}

type Find<P> = dyn Fn(&ExplainedTurn<P>) -> Option<Evidence>;

/// A way in which a turn can be bad, or a better turn good.
pub struct Pattern<P: Position> {
    /// Its name, which does not change from version to version.
    pub name: &'static str,
    find: Box<Find<P>>,
}

impl<P: Position> Pattern<P> {
    /// Creates a pattern. `find` looks for evidence.
    pub fn new(name: &'static str, find: impl Fn(&ExplainedTurn<P>) -> Option<Evidence> + 'static) -> Self {
        Pattern { name, find: Box::new(find) }
    }

    /// Returns what the pattern says about a turn, if it applies.
    pub fn fact(&self, turn: &ExplainedTurn<P>) -> Option<Fact> {
        Some(Fact { pattern: self.name, evidence: (self.find)(turn)? })
    }
}

/// A part of a game's list of patterns.
pub enum Patterns<P: Position> {
    /// Patterns that only this game has.
    Own(Vec<Pattern<P>>),
    /// What happens on the board, in every game: wins at once, no defence.
    General,
    /// Pieces lost and pieces not taken, in games that tell their [`Evaluate::cells_of`].
    Material,
    /// Few moves stop a threat, in every game.
    Threats,
    /// Attacks on pieces, and moves that do not lose one, in the same games as [`Patterns::Material`].
    Pressure,
}

impl<P: Evaluate> Patterns<P> {
    /// Returns the patterns, strongest first.
    #[must_use]
    pub fn list(self) -> Vec<Pattern<P>> {
        match self {
            Patterns::Own(own) => own,
            Patterns::General => general::patterns(),
            Patterns::Material => material::patterns(),
            Patterns::Threats => general::threat_patterns(),
            Patterns::Pressure => pressure::patterns(),
        }
    }
}

impl<P: Position> Patterns<P> {
    /// Converts the patterns to positions of another type. `turn` converts the turns that they look at.
    pub fn map<Q: Position>(
        self,
        turn: impl Fn(&ExplainedTurn<Q>) -> ExplainedTurn<P> + Copy + 'static,
    ) -> Patterns<Q> {
        match self {
            Patterns::Own(own) => {
                let convert =
                    |Pattern { name, find }: Pattern<P>| Pattern::new(name, move |other| find(&turn(other)));
                Patterns::Own(own.into_iter().map(convert).collect())
            }
            Patterns::General => Patterns::General,
            Patterns::Material => Patterns::Material,
            Patterns::Threats => Patterns::Threats,
            Patterns::Pressure => Patterns::Pressure,
        }
    }
}
