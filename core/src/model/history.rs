//! A game so far, with everything needed to go back and forth in it.

use std::sync::Arc;

use super::Position;
use super::trail::Trail;
use super::twin::Twin;

/// The positions and moves of a game from its start, and a cursor that undo and redo move.
///
/// There is one position more than there are moves; position `n` is the one after `n` moves.
///
/// ```
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{Game, History, Position};
///
/// let mut history = History::new(Qawale.start());
/// let mv = Qawale.read_legal_move(history.current(), "a1b1c1d1")?;
/// history.play(mv);
/// assert_eq!((history.plies(), history.last_move()), (1, Some(mv)));
///
/// history.undo(1);
/// assert_eq!(history.current(), history.start());
/// history.redo(1);
/// assert_eq!(history.moves(), [mv]);
/// # Ok::<(), cygnet_core::model::MoveError<cygnet_core::games::qawale::Refusal>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History<P: Position> {
    positions: Vec<P>,
    moves: Vec<P::Move>,
    played: usize,
    trail: Trail,
    twin: Twin,
}

impl<P: Position> History<P> {
    /// A game at `start` with no move played.
    #[must_use]
    pub fn new(start: P) -> Self {
        History {
            positions: vec![start],
            moves: Vec::new(),
            played: 0,
            trail: Trail::default(),
            twin: Twin::default(),
        }
    }

    /// Begins again at `start` with no move played, in the memory of the game so far.
    pub fn restart(&mut self, start: P) {
        self.positions.clear();
        self.positions.push(start);
        self.moves.clear();
        self.played = 0;
        self.trail = Trail::default();
        self.twin = Twin::default();
    }

    /// The position the game began with.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// The position now.
    pub fn current(&self) -> &P {
        &self.positions[self.played]
    }

    /// The position after the first `plies` moves, or after as many as were played.
    pub fn at(&self, plies: usize) -> &P {
        &self.positions[plies.min(self.played)]
    }

    /// The number of moves played up to now.
    pub fn plies(&self) -> usize {
        self.played
    }

    /// The moves played up to now, first move first.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves[..self.played]
    }

    /// The move that led to the current position.
    #[must_use]
    pub fn last_move(&self) -> Option<P::Move> {
        self.moves().last().copied()
    }

    /// The turns up to now as (position before, move, position after), first turn first.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = (&P, P::Move, &P)> + ExactSizeIterator {
        (0..self.played).map(|ply| (&self.positions[ply], self.moves[ply], &self.positions[ply + 1]))
    }

    /// The turns that could be played again as (move, position after), next turn first.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = (P::Move, &P)> {
        (self.played..self.moves.len()).map(|ply| (self.moves[ply], &self.positions[ply + 1]))
    }

    /// What follows from the first `plies` moves, or from as many as were played: `begin` says what from the first position, `follow`
    /// carries it over a turn, given the position before. It is kept, so that a game looked at turn by turn is followed once; therefore
    /// all calls with the same `T` have to mean the same.
    pub fn followed<T: Clone + Send + 'static>(
        &self,
        plies: usize,
        begin: impl Fn(&P) -> T,
        follow: impl Fn(&mut T, &P, P::Move),
    ) -> T {
        let turn = |value: &mut T, ply: usize| follow(value, &self.positions[ply], self.moves[ply]);
        self.trail.value(plies.min(self.played), || begin(self.start()), turn)
    }

    /// The same game in positions of another type: `start` says what the first position is there, `same` what a move is. It is kept and
    /// goes on with this one; therefore all calls with the same `Q` have to mean the same.
    pub fn twin<Q: Position>(
        &self,
        start: impl Fn(&P) -> Q,
        same: impl Fn(P::Move) -> Q::Move,
    ) -> Arc<History<Q>> {
        let moves = self.moves.iter().map(|mv| same(*mv));
        self.twin.brought_to(self.played, moves, || start(self.start()))
    }

    /// Plays `mv`, which the caller knows to be legal. Moves that could have been redone are forgotten, unless
    /// the first of them is this one.
    pub fn play(&mut self, mv: P::Move) {
        if self.moves.get(self.played) != Some(&mv) {
            self.moves.truncate(self.played);
            self.trail.cut(self.played);
            self.twin.cut(self.played);
            self.positions.truncate(self.played + 1);
            self.positions.push(self.current().after(mv));
            self.moves.push(mv);
        }
        self.played += 1;
    }

    /// Takes moves back or plays them again until so many are played, or as many as there are.
    pub(super) fn go_to(&mut self, plies: usize) {
        self.played = plies.min(self.moves.len());
    }

    /// Takes the last `plies` moves back, or as many as there are.
    pub fn undo(&mut self, plies: usize) {
        self.played = self.played.saturating_sub(plies);
    }

    /// Plays `plies` of the moves again that were taken back, or as many as there are.
    pub fn redo(&mut self, plies: usize) {
        self.played = self.played.saturating_add(plies).min(self.moves.len());
    }
}
