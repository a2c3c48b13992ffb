//! The history of a game, with undo and redo, and a view of its current position.

use super::{Numbering, Position};

/// The positions and moves of a game from its start, with a cursor for undo and redo.
///
/// There is one more position than moves; position `n` is the one after `n` moves.
///
/// ```
/// use cygnet_core::games::qawale::Qawale;
/// use cygnet_core::model::{Game, History, Position};
///
/// let mut history = History::new(Qawale::Eight.start());
/// let mv = Qawale::Eight.read_legal_move(history.current(), "a1b1c1d1")?;
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
    /// Creates a game at `start` without moves.
    #[must_use]
    pub fn new(start: P) -> Self {
        History { keys: vec![start.hash_key()], positions: vec![start], moves: Vec::new(), played: 0 }
    }

    /// Creates a game at `start` in which `moves` were played, each of which must be legal.
    #[must_use]
    pub fn with_moves(start: P, moves: impl IntoIterator<Item = P::Move>) -> Self {
        let mut history = History::new(start);
        moves.into_iter().for_each(|mv| history.play(mv));
        history
    }

    /// Returns the first position.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// Returns the current position.
    pub fn current(&self) -> &P {
        &self.positions[self.played]
    }

    /// Returns the position after the first `plies` moves, at most the current one.
    pub fn at(&self, plies: usize) -> &P {
        &self.positions[plies.min(self.played)]
    }

    /// Returns the position after the first `plies` moves, if that many were played.
    pub fn get(&self, plies: usize) -> Option<&P> {
        self.positions[..=self.played].get(plies)
    }

    /// Returns the number of moves played so far.
    pub fn plies(&self) -> usize {
        self.played
    }

    /// Returns the moves played so far, first move first.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves[..self.played]
    }

    /// Returns the move that led to the current position.
    #[must_use]
    pub fn last_move(&self) -> Option<P::Move> {
        self.moves().last().copied()
    }

    /// Returns the turns so far as (position before, move, position after), first turn first.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = (&P, P::Move, &P)> + ExactSizeIterator {
        (0..self.played).map(|ply| (&self.positions[ply], self.moves[ply], &self.positions[ply + 1]))
    }

    /// Returns the turns that can be redone as (move, position after), next turn first.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = (P::Move, &P)> {
        (self.played..self.moves.len()).map(|ply| (self.moves[ply], &self.positions[ply + 1]))
    }

    /// Returns the game after its first `plies` moves, at most those played, without piece numbers:
    /// [`Game::view_at`](super::Game::view_at) adds those.
    pub(super) fn view_at(&self, plies: usize) -> View<'_, P> {
        let plies = plies.min(self.played);
        let last = plies.checked_sub(1).map(|ply| (&self.positions[ply], self.moves[ply]));
        let (position, earlier_keys) = (&self.positions[plies], &self.keys[..plies]);
        View { position, last, plies, earlier_keys, numbering: Numbering::default() }
    }

    /// Plays `mv`, which must be legal. Drops the moves that could have been redone, unless the first of them
    /// is this one.
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

    /// Takes back up to `plies` moves.
    pub fn undo(&mut self, plies: usize) {
        self.played = self.played.saturating_sub(plies);
    }

    /// Plays up to `plies` of the moves again that were taken back.
    pub fn redo(&mut self, plies: usize) {
        self.played = self.played.saturating_add(plies).min(self.moves.len());
    }
}

/// A game at one point: the position, the move that led to it, and what the board does not show.
///
/// Created by [`Game::view`](super::Game::view).
#[derive(Clone, Debug)]
pub struct View<'a, P: Position> {
    /// The current position.
    pub position: &'a P,
    /// The position before it and the move in between; `None` at the start.
    pub last: Option<(&'a P, P::Move)>,
    /// The number of moves played.
    pub plies: usize,
    /// The keys ([`Position::hash_key`]) of the positions before this one, oldest first.
    pub earlier_keys: &'a [u64],
    /// The piece numbers, in games that use them.
    pub numbering: Numbering,
}

impl<'a, P: Position> View<'a, P> {
    /// Returns the last turn: the position before, the move, the current position. `None` at the start.
    #[must_use]
    pub fn last_turn(&self) -> Option<(&'a P, P::Move, &'a P)> {
        self.last.map(|(before, mv)| (before, mv, self.position))
    }

    /// Returns the move that led to the position.
    #[must_use]
    pub fn last_move(&self) -> Option<P::Move> {
        self.last.map(|(_, mv)| mv)
    }
}
