//! What tools need to know about a game besides its positions: its name and its notation.

use std::fmt::{Debug, Display};

use thiserror::Error;

use super::{History, NotationError, Numbering, Player, Position, Symmetry, View};

/// A game with its options chosen, for example Ugly Duck on a board of 4 columns and 6 rows.
///
/// The value is small and holds the options. It creates and parses positions.
///
/// The built-in games implement it for values without state, such as
/// [`Qawale`](crate::games::qawale::Qawale). Code that opens a game by name, or reads its notation,
/// uses this trait. `examples/own_game.rs` in the repository is a complete implementation for a
/// small game.
///
/// ```
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Game, Position};
///
/// let position = CLASSIC.read_position("5/5/1D3/d1d2/5 1")?;
/// let moves: Vec<String> = position.moves().into_iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["c2d1", "c2d2", "c2d3"]);
///
/// let error = CLASSIC.read_position("5/5/1x3/d1d2/5 1").map_err(|error| error.to_string());
/// assert_eq!(error, Err("character 6: unknown letter 'x'".to_owned()));
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The positions of this game. They and their moves are written in the notation of the rulebook, which
    /// [`Game::read_position`] and [`Game::read_move`] read back.
    type Position: Position<Move: Display> + Display;

    /// Returns the full name of the game, which opens the same game again: `uglyduck`, `uglyduck-xl:4x6`.
    fn name(&self) -> String;

    /// Returns the position before the first move.
    fn start(&self) -> Self::Position;

    /// Parses a position in the notation of the rulebook. Accepts any arrangement that fits the board and the
    /// number of pieces, including finished games. Ignores blanks around the text: spaces, tabs,
    /// form feeds and line ends.
    ///
    /// # Errors
    /// The problem and its position in the text.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Parses a move in canonical notation, ignoring letter case and the same blanks, without checking whether it is
    /// legal.
    ///
    /// # Errors
    /// The text does not have the form of a move of this game.
    fn read_move(&self, text: &str) -> Result<Mv<Self>, NotationError>;

    /// Returns generators of the symmetries of the rules: reflections of the board or an exchange of the
    /// players. Their combinations are implied.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[]
    }

    /// Returns what `player` is called in this game: `Player 1`, `white`, `dark`.
    fn player_name(&self, player: Player) -> &'static str;

    /// Returns the number of consecutive turns without progress after which a game without humans is stopped
    /// as a draw. `None` if the rules end every game.
    fn max_idle_turns(&self) -> Option<u32> {
        None
    }

    /// Returns whether `mv`, which is legal in `position`, counts as progress for [`Game::max_idle_turns`].
    fn is_progress(&self, _position: &Self::Position, _mv: Mv<Self>) -> bool {
        true
    }

    /// Numbers the pieces of a starting position. Returns no numbers if the game does not use them.
    fn number_pieces(&self, _start: &Self::Position) -> Numbering {
        Numbering::default()
    }

    /// Updates the numbers from [`Game::number_pieces`] after a move of `player`.
    fn renumber(&self, _numbering: &mut Numbering, _player: Player, _mv: Mv<Self>) {}

    /// Returns what bots and screens see of the current game.
    fn view<'a>(&self, history: &'a History<Self::Position>) -> View<'a, Self::Position> {
        self.view_at(history, history.plies())
    }

    /// Returns what bots and screens saw after the first `plies` moves.
    fn view_at<'a>(&self, history: &'a History<Self::Position>, plies: usize) -> View<'a, Self::Position> {
        let mut numbering = self.number_pieces(history.start());
        if numbering.max_number() > 0 {
            for (before, mv, _) in history.turns().take(plies) {
                self.renumber(&mut numbering, before.to_move(), mv);
            }
        }
        View { numbering, ..history.view_at(plies) }
    }

    /// Parses a move and checks that it is legal.
    ///
    /// # Errors
    /// The text is not a move, or the move is illegal here, or the game is over.
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

/// The move type of a game.
pub type Mv<G> = <<G as Game>::Position as Position>::Move;

/// The reason why the rules of a game refuse a move.
pub type Refusal<G> = <<G as Game>::Position as Position>::Refusal;

/// Why a text is not a playable move. Its message is a sentence for the player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError<R> {
    /// The text does not have the form of a move.
    #[error(transparent)]
    Malformed(NotationError),
    /// The move is illegal here.
    #[error(transparent)]
    Illegal(R),
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
}
