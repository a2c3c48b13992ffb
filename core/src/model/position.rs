//! The rules of a game for a position, and what search needs in addition.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::{GameRng, Outcome, Player, key_of};

/// A position of a game: everything the rules need to continue from here.
///
/// A position is a value. Playing a move returns a new position and leaves the old one unchanged, so undo,
/// search and previews need no help from the rules. A move is a whole turn, even if the player types it in
/// parts.
///
/// Each game implements it once, for its board type. A wrapper can implement it to change one thing about
/// another position, for example its evaluation in a test. Everything in [`engine`](crate::engine) uses the
/// rules through this trait.
///
/// # Examples
///
/// A pile of stones from which the players take one to three in turn. The player who finds none left has
/// lost. That is the default of [`Position::outcome`], so no code is needed for it.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use cygnet_core::engine::perft::perft;
/// use cygnet_core::model::{Outcome, Player, Position};
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Pile {
///     stones: u32,
///     to_move: Player,
/// }
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// struct OneToThree;
///
/// impl std::fmt::Display for OneToThree {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         f.write_str("Take one to three stones.")
///     }
/// }
///
/// impl std::error::Error for OneToThree {}
///
/// impl Position for Pile {
///     type Move = u32;
///     type Refusal = OneToThree;
///
///     fn to_move(&self) -> Player {
///         self.to_move
///     }
///
///     fn terminal_outcome(&self) -> Option<Outcome> {
///         None
///     }
///
///     fn visit_moves<B>(&self, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
///         (1..=self.stones.min(3)).try_for_each(visit)
///     }
///
///     fn check_move(&self, taken: u32) -> Result<(), OneToThree> {
///         if matches!(taken, 1..=3) && taken <= self.stones { Ok(()) } else { Err(OneToThree) }
///     }
///
///     fn after_unchecked(&self, taken: u32) -> Pile {
///         Pile { stones: self.stones.saturating_sub(taken), to_move: self.to_move.opponent() }
///     }
/// }
///
/// let pile = Pile { stones: 4, to_move: Player::One };
/// assert_eq!(pile.moves(), [1, 2, 3]);
/// assert_eq!(pile.play(4), Err(OneToThree));
/// assert_eq!(pile.after(2).after(2).outcome(), Some(Outcome::Win(Player::Two)));
/// assert_eq!(perft(&pile, 3), 7 - 3);
/// ```
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A whole turn. Two moves are equal only if their canonical texts are equal.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// The reason why the rules refuse a move. Its message is a sentence for the player, without a final line
    /// break.
    type Refusal: Error + Copy + Eq + Send + Sync + 'static;

    /// Returns the player whose turn it is (in a finished game: whose turn it would be).
    fn to_move(&self) -> Player;

    /// Returns the outcome visible on the board, if any. It does not check for a player without legal moves;
    /// [`Position::outcome`] does. That check needs the moves, which search generates anyway.
    #[must_use]
    fn terminal_outcome(&self) -> Option<Outcome>;

    /// Passes every legal move to `visit`, each once, until `visit` breaks. The order depends only on the
    /// position. [`Position::terminal_outcome`] must be `None`.
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Checks whether `mv` is legal. It accepts any move, and refuses all moves in a finished game. It is
    /// implemented independently of [`Position::visit_moves`], and the tests compare the two.
    ///
    /// # Errors
    /// The reason why the move is refused.
    fn check_move(&self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// Implements [`Position::after`] without its assertion. Only for games to implement; call `after`
    /// instead. An illegal move returns a meaningless position, but never panics.
    #[must_use]
    fn after_unchecked(&self, mv: Self::Move) -> Self;

    /// Returns the same board with the other player to move, to find out what that player could do; `None` if
    /// the game does not say. No rule allows a player to pass.
    #[must_use]
    fn with_turn_passed(&self) -> Option<Self> {
        None
    }

    /// Passes every legal move to `visit`. Same condition as [`Position::visit_moves`].
    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(|mv| {
            visit(mv);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Returns the position after `mv`.
    ///
    /// # Errors
    /// The reason why the move is refused.
    fn play(&self, mv: Self::Move) -> Result<Self, Self::Refusal> {
        self.check_move(mv)?;
        Ok(self.after_unchecked(mv))
    }

    /// Returns the position after `mv`, which must be legal: it comes from [`Position::visit_moves`], or
    /// [`Position::check_move`] has accepted it. An illegal move panics with debug assertions, and otherwise
    /// returns a meaningless position.
    #[inline]
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        debug_assert!(
            self.check_move(mv).is_ok(),
            "{mv:?} is illegal in {self:?}: {}",
            self.check_move(mv).err().map_or_else(String::new, |refusal| refusal.to_string())
        );
        self.after_unchecked(mv)
    }

    /// Returns the number of legal moves. Same condition as [`Position::visit_moves`]. Games override it if
    /// they can count without generating.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// Returns the number of sequences of two legal moves. Same condition as [`Position::visit_moves`]. Games
    /// override it if they can count the replies to many moves together.
    fn count_two_plies(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|mv| {
            let next = self.after(mv);
            if next.terminal_outcome().is_none() {
                count += next.count_moves();
            }
        });
        count
    }

    /// Returns whether there is a legal move. Same condition as [`Position::visit_moves`].
    fn has_moves(&self) -> bool {
        self.visit_moves(|_| ControlFlow::Break(())).is_break()
    }

    /// Returns a random legal move, each equally likely, or `None` if there is none. Same condition as
    /// [`Position::visit_moves`]. Games override it if they can pick one without listing all.
    fn random_move(&self, rng: &mut GameRng) -> Option<Self::Move> {
        rng.pick(&self.moves()).copied()
    }

    /// Returns the outcome, or `None` while the game continues. In all games here, a player without a legal
    /// move loses.
    #[must_use]
    fn outcome(&self) -> Option<Outcome> {
        self.terminal_outcome()
            .or_else(|| (!self.has_moves()).then(|| Outcome::Win(self.to_move().opponent())))
    }

    /// Returns a hash key. Equal positions have equal keys; two different positions of one game share a key
    /// with probability 2^-64. Games override it if they have a faster key or one without collisions.
    fn hash_key(&self) -> u64 {
        key_of(self)
    }

    /// Returns all legal moves in the order of [`Position::visit_moves`]; none in a finished game.
    #[must_use]
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.terminal_outcome().is_none() {
            self.for_each_move(|mv| moves.push(mv));
        }
        moves
    }
}

/// The exclusive limit of evaluations, positive and negative. Search uses the values beyond it for proven
/// results.
pub const SCORE_LIMIT: i32 = 1_000_000;

/// A position that search can evaluate.
///
/// Playing, recording, counting and random play do not need this trait. All methods except
/// [`Evaluate::evaluate`] have defaults that work for every game; overriding them improves the search.
///
/// All built-in games implement it. The searching bots, [`search`](crate::engine::search) and
/// [`solver`](crate::engine::solver) require it. It is separate from [`Position`] because the rules do not
/// need it.
///
/// ```
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Evaluate, Game, Position};
///
/// // A duck ahead, and a piece to capture.
/// let position = CLASSIC.read_position("5/D4/2D2/1d3/5 1")?;
/// assert!(position.evaluate() > 0);
/// assert!(position.move_priority(CLASSIC.read_move("c3d2")?) > position.move_priority(CLASSIC.read_move("c3d3")?));
/// // Player 2 sees the same position from the other side.
/// assert!(position.after(CLASSIC.read_move("b1c1")?).evaluate() < 0);
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
pub trait Evaluate: Position {
    /// Evaluates the position for the player to move, in hundredths of the game's basic piece. Higher is
    /// better; the limits are ±[`SCORE_LIMIT`], exclusive. Called only if [`Position::terminal_outcome`] is
    /// `None`.
    fn evaluate(&self) -> i32;

    /// Evaluates with handcrafted terms and weights even if [`Evaluate::evaluate`] is learned. It is the
    /// basis of simple bots, whose play must not change, and the starting point of training.
    fn evaluate_handcrafted(&self) -> i32 {
        self.evaluate()
    }

    /// Evaluates only what is on the board, without what the player to move could do next. The default is the
    /// handcrafted evaluation, which may look at such things.
    fn evaluate_static(&self) -> i32 {
        self.evaluate_handcrafted()
    }

    /// Returns how early search should try `mv`, which must be legal: 0 for quiet moves, positive for moves
    /// that change much (captures, promotions), negative for moves that are rarely good. The value orders
    /// moves. In addition, strong searches follow positive moves beyond their depth, so there should be few
    /// of them.
    fn move_priority(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Passes at least all legal moves with positive priority to `visit`, in the order of
    /// [`Position::visit_moves`] and under the same condition. Games override it if they can find these moves
    /// faster.
    fn visit_noisy_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(visit)
    }

    /// Returns a legal move that wins at once, if the game can find one faster than by trying all moves.
    /// `None` means nothing. Same condition as [`Position::visit_moves`].
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// Returns whether there is a [`Evaluate::winning_move`]. Games override it if they can answer that faster than
    /// find the move.
    fn has_winning_move(&self) -> bool {
        self.winning_move().is_some()
    }

    /// Returns the cells of a player's pieces in canonical notation, in games where pieces can be captured; none in
    /// others.
    fn cells_of(&self, _player: Player) -> Vec<String> {
        Vec::new()
    }

    /// Returns the number of [`Evaluate::cells_of`].
    fn piece_count(&self, _player: Player) -> u32 {
        0
    }

    /// How far a static value can be trusted, in hundredths of a piece per ply of depth: a strong search does not
    /// look further if the value is better than needed by at least this margin.
    fn pruning_margin(&self) -> i32 {
        60
    }

    /// Returns the number of network features for positions of this size; 0 in games without networks.
    fn feature_count(&self) -> usize {
        0
    }

    /// Passes the features of the position, each below [`Evaluate::feature_count`], to `visit`. They are seen
    /// from the player to move: exchanging the sides does not change them.
    fn visit_features(&self, _visit: impl FnMut(usize)) {}

    /// Runs `task` with the position inside, if this is a position of any of several games, so that a search is
    /// always compiled for a single game.
    #[doc(hidden)]
    fn with_concrete<T: ConcreteTask<Self::Move>>(&self, task: T) -> T::Output {
        task.run(self, |mv| mv)
    }

    /// Returns a number of plies after which the game is certainly over, or `None` if it can go on forever.
    /// The values of a search to that depth are proven, without any evaluation.
    fn max_remaining_plies(&self) -> Option<u32> {
        None
    }
}

/// What [`Evaluate::with_concrete`] runs.
#[doc(hidden)]
pub trait ConcreteTask<M> {
    /// The result.
    type Output;

    /// Runs with a position of a single game. `erase` turns its moves into those of the caller.
    fn run<P: Evaluate>(self, position: &P, erase: impl Fn(P::Move) -> M + Copy) -> Self::Output;
}
