//! What tools know of a game beside its positions: its name and its texts.

use std::fmt::Debug;

use thiserror::Error;

use super::{History, NotationError, Numbering, Player, Position, Symmetry, View};

/// A game with its options chosen, for example Ugly Duck on a board of 4 columns and 6 rows.
///
/// The value is small and holds the options; positions are made and written through it.
///
/// Each game of the list implements it for a value without a state of its own, such as
/// [`Qawale`](crate::games::qawale::Qawale). Whatever meets a game by name, reads its texts or writes them asks for this trait.
/// `examples/own_game.rs` in the repository implements it for a small game from the beginning to the end.
///
/// ```
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, Position};
///
/// let position = CLASSIC.read_position("5/5/1D3/d1d2/5 1")?;
/// let moves: Vec<String> = position.moves().into_iter().map(|mv| CLASSIC.write_move(mv)).collect();
/// assert_eq!(moves, ["c2d1", "c2d2", "c2d3"]);
///
/// let error = CLASSIC.read_position("5/5/1x3/d1d2/5 1").map_err(|error| error.to_string());
/// assert_eq!(error, Err("character 6: unknown letter 'x'".to_owned()));
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The positions of this game.
    type Position: Position;

    /// The game's full name, which opens the same game again: `uglyduck`, `uglyduck-xl:4x6`.
    fn name(&self) -> String;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// Reads a position in the rulebook's notation: any arrangement that fits the board and the number of
    /// pieces, finished games included. Blanks around the text do not matter.
    ///
    /// # Errors
    /// Says what is wrong and at which character.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The position in the rulebook's notation; [`Game::read_position`] reads it back to an equal position.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads a move in canonical notation, letter case aside. Whether it is legal anywhere is not asked.
    ///
    /// # Errors
    /// The text is not of the form of a move of this game.
    fn read_move(&self, text: &str) -> Result<Mv<Self>, NotationError>;

    /// The move in canonical notation.
    fn write_move(&self, mv: Mv<Self>) -> String;

    /// The ways to turn the board round, or to exchange the players, that the rules do not notice; with those that follow from them.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[]
    }

    /// What the person behind `player` is called in this game: `Player 1`, `white`, `dark`.
    fn player_name(&self, player: Player) -> &'static str;

    /// After how many turns in a row without progress a game is stopped as a draw when no person is playing it.
    /// `None` where the rules themselves bring every game to an end.
    fn max_idle_turns(&self) -> Option<u32> {
        None
    }

    /// Whether `mv`, legal in `position`, counts as progress for [`Game::max_idle_turns`].
    fn is_progress(&self, _position: &Self::Position, _mv: Mv<Self>) -> bool {
        true
    }

    /// How many turns in a row, the last one included, have been played without progress.
    fn idle_turns(&self, history: &History<Self::Position>) -> u32 {
        let idle = history.turns().rev().take_while(|(before, mv, _)| !self.is_progress(before, *mv)).count();
        u32::try_from(idle).unwrap_or(u32::MAX)
    }

    /// Numbers the pieces of a position in which a game begins; no numbers in games whose players do not use them.
    fn number_pieces(&self, _start: &Self::Position) -> Numbering {
        Numbering::default()
    }

    /// Carries the numbers of [`Game::number_pieces`] over a move of `player`.
    fn renumber(&self, _numbering: &mut Numbering, _player: Player, _mv: Mv<Self>) {}

    /// What bots and screens see of the game now.
    fn view<'a>(&self, history: &'a History<Self::Position>) -> View<'a, Self::Position> {
        self.view_at(history, history.plies())
    }

    /// What bots and screens saw after the first `plies` moves.
    fn view_at<'a>(&self, history: &'a History<Self::Position>, plies: usize) -> View<'a, Self::Position> {
        let mut numbering = self.number_pieces(history.start());
        if numbering.max_number() > 0 {
            for (before, mv, _) in history.turns().take(plies) {
                self.renumber(&mut numbering, before.to_move(), mv);
            }
        }
        View { numbering, ..history.view_at(plies) }
    }

    /// Reads a move and asks the rules about it.
    ///
    /// # Errors
    /// Tells a text that is no move from a move that is not legal here.
    fn read_legal_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Mv<Self>, MoveError<Refusal<Self>>> {
        let mv = self.read_move(text).map_err(MoveError::Malformed)?;
        if position.terminal_outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        position.check_move(mv).map_err(MoveError::Illegal)?;
        Ok(mv)
    }
}

/// The moves of a game's positions.
pub type Mv<G> = <<G as Game>::Position as Position>::Move;

/// Why the rules of a game refuse a move.
pub type Refusal<G> = <<G as Game>::Position as Position>::Refusal;

/// Why a text is not a move that can be played. Its own text is a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError<R> {
    /// The text has not the form of a move.
    #[error(transparent)]
    Malformed(NotationError),
    /// It is a move, but the rules refuse it here.
    #[error(transparent)]
    Illegal(R),
    /// It is a move, but the game is over.
    #[error("The game is over.")]
    GameOver,
}
