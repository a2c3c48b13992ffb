//! A game so far, with everything needed to go back and forth in it.

use super::{Numbering, Position, View};

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
    /// The key of each position.
    keys: Vec<u64>,
    moves: Vec<P::Move>,
    played: usize,
}

impl<P: Position> History<P> {
    /// A game at `start` with no move played.
    #[must_use]
    pub fn new(start: P) -> Self {
        History { keys: vec![start.hash_key()], positions: vec![start], moves: Vec::new(), played: 0 }
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

    /// The game after its first `plies` moves, or after as many as were played, without numbers of the pieces:
    /// [`Game::view_at`](super::Game::view_at) adds those.
    pub(super) fn view_at(&self, plies: usize) -> View<'_, P> {
        let plies = plies.min(self.played);
        let last = plies.checked_sub(1).map(|ply| (&self.positions[ply], self.moves[ply]));
        let (position, earlier_keys) = (&self.positions[plies], &self.keys[..plies]);
        View { position, last, plies, earlier_keys, numbering: Numbering::default() }
    }

    /// Plays `mv`, which the caller knows to be legal. Moves that could have been redone are forgotten, unless
    /// the first of them is this one.
    pub fn play(&mut self, mv: P::Move) {
        if self.moves.get(self.played) != Some(&mv) {
            self.moves.truncate(self.played);
            self.positions.truncate(self.played + 1);
            self.keys.truncate(self.played + 1);
            let after = self.current().after(mv);
            self.keys.push(after.hash_key());
            self.positions.push(after);
            self.moves.push(mv);
        }
        self.played += 1;
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
