//! What can be wrong with a turn: swans that come home, runs that nothing can stop, captures.

use super::board::Geometry;
use super::moves::Move;
use super::position::{Kind, UglyDuckPosition};
use super::proof::runner;
use super::size::Cell;
use crate::engine::reasons::{
    self, Evidence, ExplainedTurn, Pattern, Patterns, Replay, TurnLine, first_new, is_lost_at_once,
    loses_at_once, reaches_goal, run,
};
use crate::games::bits::Bits as _;
use crate::model::{Evaluate as _, Player, Position as _};

/// Returns the patterns, strongest first.
pub fn patterns<G: Geometry>() -> Vec<Patterns<UglyDuckPosition<G>>> {
    let wins = vec![
        Pattern::new("swan-comes-home", swan_comes_home, is_swan_home),
        Pattern::new("last-piece-taken", last_piece_taken, is_last_piece),
    ];
    let own = vec![
        Pattern::new("allows-run", |turn| run(turn, TurnLine::Played, runner), is_run),
        Pattern::new("capture-makes-swan", capture_makes_swan, is_swan_by_capture),
        Pattern::new("misses-run", |turn| run(turn, TurnLine::Better, runner), is_run),
    ];
    let swans = vec![
        Pattern::new("allows-breakthrough", |turn| breakthrough(turn, TurnLine::Played), is_breakthrough),
        Pattern::new("misses-breakthrough", |turn| breakthrough(turn, TurnLine::Better), is_breakthrough),
        Pattern::new("allows-swan", |turn| first_new(turn, TurnLine::Played, first_swan), is_new_swan),
        Pattern::new("misses-swan", |turn| first_new(turn, TurnLine::Better, first_swan), is_new_swan),
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
    loses_at_once(turn).filter(|_| turn.played.end().piece_count(turn.mover()) > 0)
}

/// Checks that an enemy swan is at home after the answer.
fn is_swan_home<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>, evidence: &Evidence) -> bool {
    let enemy = turn.mover().opponent();
    let is_home = |end: &UglyDuckPosition<G>| end.swans(enemy).meets(end.home(enemy));
    is_lost_at_once(turn, evidence) && turn.played.at(evidence.plies).is_some_and(is_home)
}

/// Finds an answer that takes the last piece.
fn last_piece_taken<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>) -> Option<Evidence> {
    loses_at_once(turn).filter(|_| turn.played.end().piece_count(turn.mover()) == 0)
}

/// Checks that no piece is left after the answer.
fn is_last_piece<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>, evidence: &Evidence) -> bool {
    let end = turn.played.at(evidence.plies);
    is_lost_at_once(turn, evidence) && end.is_some_and(|end| end.cells_of(turn.mover()).is_empty())
}

/// Checks a run of one of the player's pieces.
fn is_run<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>, evidence: &Evidence) -> bool {
    reasons::is_run(turn, evidence, |position, player| cells(position, player, None), runner, steps)
}

/// Returns the cells of a player's pieces, of one kind if it is given.
fn cells<G: Geometry>(position: &UglyDuckPosition<G>, player: Player, kind: Option<Kind>) -> Vec<Cell> {
    let is_it = |cell: &Cell| {
        let piece = position.piece(*cell).filter(|piece| piece.owner == player);
        piece.is_some_and(|piece| kind.is_none_or(|kind| piece.kind == kind))
    };
    position.geometry().size().cells().filter(is_it).collect()
}

/// Returns the moves of the piece on `cell`.
fn steps<G: Geometry>(position: &UglyDuckPosition<G>, cell: Cell) -> Vec<(Move, Cell)> {
    position.moves().into_iter().filter(|mv| mv.from == cell).map(|mv| (mv, mv.to)).collect()
}

/// Returns the cell where move `index` of a line makes a swan.
fn new_swan<G: Geometry>(line: &Replay<UglyDuckPosition<G>>, index: usize) -> Option<Cell> {
    let (before, mv) = (line.at(index)?, *line.moves().get(index)?);
    before.is_promotion(mv).then_some(mv.to)
}

fn capture_makes_swan<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>) -> Option<Evidence> {
    let cell = new_swan(&turn.played, 1)?;
    let is_capture = turn.played.at(1)?.is_capture(turn.played.moves()[1]);
    let is_open = turn.played.at(2)?.outcome().is_none();
    (is_capture && is_open).then(|| Evidence::after(TurnLine::Played, 2).on(cell))
}

/// Checks that the answer captures on the cell with a duck that becomes a swan.
fn is_swan_by_capture<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>, evidence: &Evidence) -> bool {
    let (Some(before), Some(after)) = (turn.played.at(1), turn.played.at(2)) else { return false };
    let (mover, enemy) = (turn.mover(), turn.mover().opponent());
    let [cell] = evidence.cells.as_slice() else { return false };
    before.cells_of(mover).contains(cell)
        && has_swan(after, enemy, cell)
        && before.swans(enemy).count() + 1 == after.swans(enemy).count()
}

/// Returns whether `player` has a swan on the cell with this name.
fn has_swan<G: Geometry>(position: &UglyDuckPosition<G>, player: Player, name: &str) -> bool {
    cells(position, player, Some(Kind::Swan)).iter().any(|cell| cell.to_string() == name)
}

/// Returns where `player` first makes a swan on a line, with the number of moves up to there.
fn first_swan<G: Geometry>(line: &Replay<UglyDuckPosition<G>>, player: Player) -> Option<(usize, Cell)> {
    line.points(1).find_map(|plies| {
        let is_own = line.at(plies - 1)?.to_move() == player && line.at(plies)?.outcome().is_none();
        Some((plies, new_swan(line, plies - 1).filter(|_| is_own)?))
    })
}

/// Checks that the last move of the line made a swan of the player who profits.
fn is_new_swan<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>, evidence: &Evidence) -> bool {
    let player = turn.winner_of(evidence.line);
    let [cell] = evidence.cells.as_slice() else { return false };
    turn.last_step(evidence).is_some_and(|(before, after)| {
        has_swan(after, player, cell) && before.swans(player).count() < after.swans(player).count()
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
        let ducks = cells(position, player, Some(Kind::Duck));
        Some((ducks.into_iter().find(|duck| becomes_swan(position, player, *duck, plies))?, plies))
    })
}

/// Returns whether the duck on a cell becomes a swan, or wins, within `plies` plies, whatever the opponent does.
fn becomes_swan<G: Geometry>(position: &UglyDuckPosition<G>, player: Player, duck: Cell, plies: u32) -> bool {
    let swan = Some(super::Piece { owner: player, kind: Kind::Swan });
    let is_swan = |position: &UglyDuckPosition<G>, cell| position.piece(cell) == swan;
    reaches_goal(position, player, duck, plies, steps, &is_swan) == Some(true)
}

/// Finds the first point of a line from which a duck of the player who profits certainly becomes a swan, if none does so
/// as soon on the other line.
fn breakthrough<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>, line: TurnLine) -> Option<Evidence> {
    let player = turn.winner_of(line);
    let (replay, other) = (turn.line(line), turn.line(line.other()));
    let open = |replay: &Replay<UglyDuckPosition<G>>, plies: usize, limit| {
        let position = replay.at(plies).filter(|position| position.outcome().is_none())?;
        breaks_through(position, player, limit)
    };
    replay.points(1).find_map(|plies| {
        let (cell, within) = open(replay, plies, 2 * MAX_STEPS)?;
        let is_new = open(other, plies, within).is_none() && open(other, 0, within).is_none();
        is_new.then(|| Evidence { numbers: [within, 0], ..Evidence::after(line, plies).on(cell) })
    })
}

/// Checks the way of the duck against every defence.
fn is_breakthrough<G: Geometry>(turn: &ExplainedTurn<UglyDuckPosition<G>>, evidence: &Evidence) -> bool {
    let Some(position) = turn.line(evidence.line).at(evidence.plies) else { return false };
    let is_it = |cell: &Cell| evidence.cells == [cell.to_string()];
    let duck = position.geometry().size().cells().find(is_it);
    duck.is_some_and(|duck| becomes_swan(position, turn.winner_of(evidence.line), duck, evidence.numbers[0]))
}
