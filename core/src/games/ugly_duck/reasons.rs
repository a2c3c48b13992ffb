//! What can be wrong with a turn: swans that come home, runs that nothing can stop, captures.

use std::collections::HashMap;

use super::Piece;
use super::board::Geometry;
use super::position::{Kind, UglyDuckPosition};
use super::proof::runner;
use super::size::Cell;
use crate::engine::reasons::{
    Evidence, ExplainedTurn, Pattern, Patterns, TurnLine, first_new, loses_at_once, points, run,
};
use crate::games::bits::Bits as _;
use crate::model::{Evaluate as _, History, Outcome, Player, Position as _};

/// Returns the patterns, strongest first.
pub fn patterns<G: Geometry>() -> Vec<Patterns<UglyDuckPosition<G>>> {
    let wins = vec![
        Pattern::new("swan-comes-home", swan_comes_home),
        Pattern::new("last-piece-taken", last_piece_taken),
    ];
    let own = vec![
        Pattern::new("allows-run", |turn| run(turn, TurnLine::Played, runner)),
        Pattern::new("capture-makes-swan", capture_makes_swan),
        Pattern::new("misses-run", |turn| run(turn, TurnLine::Better, runner)),
    ];
    let swans = vec![
        Pattern::new("allows-breakthrough", |turn| breakthrough(turn, TurnLine::Played)),
        Pattern::new("misses-breakthrough", |turn| breakthrough(turn, TurnLine::Better)),
        Pattern::new("allows-swan", |turn| first_new(turn, TurnLine::Played, first_swan)),
        Pattern::new("misses-swan", |turn| first_new(turn, TurnLine::Better, first_swan)),
    ];
    vec![
        Patterns::Own(wins),
        Patterns::General,
        Patterns::Own(own),
        Patterns::Material,
        Patterns::Own(swans),
        Patterns::Threats,
        Patterns::Pressure,
    ]
}

/// Finds an answer that brings a swan home.
fn swan_comes_home<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>) -> Option<Evidence> {
    let (end, enemy) = (turn.played.current(), turn.mover().opponent());
    let is_home = end.piece_count(turn.mover()) > 0 && end.swans(enemy).meets(end.home(enemy));
    loses_at_once(turn).filter(|_| is_home)
}

/// Finds an answer that takes the last piece.
fn last_piece_taken<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>) -> Option<Evidence> {
    loses_at_once(turn).filter(|_| turn.played.current().piece_count(turn.mover()) == 0)
}

/// Returns the cell where move `index` of a line makes a swan.
fn new_swan<G: Geometry>(line: &History<UglyDuckPosition<G>>, index: usize) -> Option<Cell> {
    let (before, mv) = (line.get(index)?, *line.moves().get(index)?);
    before.is_promotion(mv).then_some(mv.to)
}

fn capture_makes_swan<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>) -> Option<Evidence> {
    let cell = new_swan(&turn.played, 1)?;
    let is_capture = turn.played.get(1)?.is_capture(turn.played.moves()[1]);
    let is_open = turn.played.get(2)?.outcome().is_none();
    (is_capture && is_open).then(|| Evidence::after(TurnLine::Played, 2).on(cell))
}

/// Returns where `player` first makes a swan on a line, with the number of moves up to there.
fn first_swan<G: Geometry>(line: &History<UglyDuckPosition<G>>, player: Player) -> Option<(usize, Cell)> {
    points(line, 1).find_map(|plies| {
        let is_own = line.get(plies - 1)?.to_move() == player && line.get(plies)?.outcome().is_none();
        Some((plies, new_swan(line, plies - 1).filter(|_| is_own)?))
    })
}

/// The most moves of a duck whose way to the far row is proven.
const MAX_STEPS: u32 = 3;

/// Returns the duck of `player` that certainly becomes a swan first, and after how many plies.
fn breaks_through<G: Geometry>(
    position: &UglyDuckPosition<G>,
    player: Player,
    limit: u32,
) -> Option<(Cell, u32)> {
    let first = if position.to_move() == player { 1 } else { 2 };
    let plies = (first..=limit.min(2 * MAX_STEPS)).step_by(2);
    plies.into_iter().find_map(|plies| {
        let becomes_swan = |duck: Cell| {
            let mut proof = DuckProof { player, results: HashMap::new() };
            proof.succeeds(position, duck, plies) == Some(true)
        };
        let mut ducks = position.ducks(player).indices().map(|duck| position.geometry().cell(duck));
        Some((ducks.find(|duck| becomes_swan(*duck))?, plies))
    })
}

/// The maximum number of positions in a proof.
const MAX_POSITIONS: usize = 20_000;

/// The positions that were examined for a duck of `player`, with its cell and the plies left, and the results.
struct DuckProof<G: Geometry> {
    player: Player,
    results: HashMap<(UglyDuckPosition<G>, Cell, u32), bool>,
}

impl<G: Geometry> DuckProof<G> {
    /// Returns whether the duck becomes a swan, or wins, within `plies` plies by moving alone, whatever the opponent
    /// does; `None` if the proof takes too long.
    fn succeeds(&mut self, position: &UglyDuckPosition<G>, duck: Cell, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(self.player));
        }
        if position.piece(duck) == Some(Piece { owner: self.player, kind: Kind::Swan }) {
            return Some(true);
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (*position, duck, plies);
        if let Some(known) = self.results.get(&key) {
            return Some(*known);
        }
        if self.results.len() >= MAX_POSITIONS {
            return None;
        }
        let is_own = position.to_move() == self.player;
        let mut result = !is_own;
        for mv in position.moves().into_iter().filter(|mv| !is_own || mv.from == duck) {
            let cell = if is_own { mv.to } else { duck };
            result = self.succeeds(&position.after(mv), cell, plies - 1)?;
            if result == is_own {
                break;
            }
        }
        self.results.insert(key, result);
        Some(result)
    }
}

/// Finds the first point of a line from which a duck of the player who profits certainly becomes a swan, if none does so
/// as soon on the other line.
fn breakthrough<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>, line: TurnLine) -> Option<Evidence> {
    let player = turn.winner_of(line);
    let (replay, other) = (turn.line(line), turn.line(line.other()));
    let open = |replay: &History<UglyDuckPosition<G>>, plies: usize, limit| {
        let position = replay.get(plies).filter(|position| position.outcome().is_none())?;
        breaks_through(position, player, limit)
    };
    points(replay, 1).find_map(|plies| {
        let (cell, within) = open(replay, plies, 2 * MAX_STEPS)?;
        let is_new = open(other, plies, within).is_none() && open(other, 0, within).is_none();
        is_new.then(|| Evidence { numbers: [within, 0], ..Evidence::after(line, plies).on(cell) })
    })
}
