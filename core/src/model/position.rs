//! What the rules of every game answer about a position, and what search asks beside.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::{GameRng, Outcome, Player, key_of};

/// A position of a game: everything the rules need to go on from here, and nothing else.
///
/// A position is a value. Playing a move gives a new position and leaves the old one as it was, so undo,
/// search and previews need no help from the rules. A move is a whole turn, however many parts it is typed in.
///
/// Every game implements it once, for the value it keeps its pieces in; and so does a wrapper that changes one thing about
/// another position, such as its evaluation in a test. Everything in [`engine`](crate::engine) asks the rules through it.
///
/// # Examples
///
/// A pile of stones, from which the players take one to three in turn. Whoever finds none left has lost; this needs no word
/// here, as it is the rule of [`Position::outcome`].
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
///         f.write_str("Take one to three of the stones there are.")
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
    /// Why the rules refuse a move. Its text is a sentence for a person, without a final line break.
    type Refusal: Error + Copy + Eq + Send + Sync + 'static;

    /// The player whose turn it is (in a finished game: whose turn it would be).
    fn to_move(&self) -> Player;

    /// The outcome that stands on the board, or `None`. A player without a legal move, who has lost too, is not
    /// looked for here but in [`Position::outcome`]: that needs the moves, and search has them anyway.
    #[must_use]
    fn terminal_outcome(&self) -> Option<Outcome>;

    /// Shows every legal move to `visit`, each once, in an order that depends on the position alone, until
    /// `visit` breaks. The caller has made sure that [`Position::terminal_outcome`] is `None`.
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Asks the rules whether `mv` is legal here. Any move may be asked about, in a finished game too: there all are
    /// refused. Written apart from [`Position::visit_moves`]: a law compares them.
    ///
    /// # Errors
    /// The reason why the move is refused.
    fn check_move(&self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// What [`Position::after`] does, without its assertion: for games to write, and for nobody else to call. An illegal
    /// move gives a position without meaning, but never a panic.
    #[must_use]
    fn after_unchecked(&self, mv: Self::Move) -> Self;

    /// Shows every legal move to `visit`; otherwise as [`Position::visit_moves`].
    #[inline]
    fn for_each_move(&self, mut visit: impl FnMut(Self::Move)) {
        let _ = self.visit_moves(|mv| {
            visit(mv);
            ControlFlow::<()>::Continue(())
        });
    }

    /// The position after `mv`, if that is legal here.
    ///
    /// # Errors
    /// The reason why the move is refused.
    fn play(&self, mv: Self::Move) -> Result<Self, Self::Refusal> {
        self.check_move(mv)?;
        Ok(self.after_unchecked(mv))
    }

    /// The position after `mv`, which the caller knows to be legal here: it comes from [`Position::visit_moves`], or
    /// [`Position::check_move`] has accepted it. With debug assertions an illegal move is a panic; without, it gives a
    /// position without meaning.
    #[inline]
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        debug_assert_eq!(self.check_move(mv), Ok(()), "{mv:?} in {self:?}");
        self.after_unchecked(mv)
    }

    /// The number of legal moves; same condition as [`Position::visit_moves`]. Games that can count without
    /// generating do so here.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_| count += 1);
        count
    }

    /// The number of sequences of two legal moves; same condition as [`Position::visit_moves`]. Games that can
    /// count the answers to many moves together do so here.
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

    /// Whether any move is legal; same condition as [`Position::visit_moves`].
    fn has_moves(&self) -> bool {
        self.visit_moves(|_| ControlFlow::Break(())).is_break()
    }

    /// A legal move, each equally likely; `None` if there is none. Same condition as [`Position::visit_moves`].
    /// Games that can draw one without listing all do so here.
    fn random_move(&self, rng: &mut GameRng) -> Option<Self::Move> {
        rng.pick(&self.moves()).copied()
    }

    /// The outcome, or `None` while the game goes on. Includes the rule of every game here that a player who
    /// has no legal move on his turn loses.
    #[must_use]
    fn outcome(&self) -> Option<Outcome> {
        self.terminal_outcome()
            .or_else(|| (!self.has_moves()).then(|| Outcome::Win(self.to_move().opponent())))
    }

    /// A key for hash tables: equal positions have equal keys, different positions different ones but for chance
    /// (2^-64 for a pair). Games that can make one quickly, or one that is never shared, do so here.
    fn hash_key(&self) -> u64 {
        key_of(self)
    }

    /// All legal moves in the order of [`Position::visit_moves`]; none in a finished game.
    #[must_use]
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.terminal_outcome().is_none() {
            self.for_each_move(|mv| moves.push(mv));
        }
        moves
    }
}

/// Evaluations stay strictly between minus and plus this; search keeps the room beyond for proven results.
pub const SCORE_LIMIT: i32 = 1_000_000;

/// A position that search understands: what it is worth without looking ahead, and what is worth looking at.
///
/// A game can be played, recorded, counted and played at random without this. All but [`Evaluate::evaluate`] has a
/// default that is right for every game; a game that says more is searched better.
///
/// Every game of the list implements it; the searching bots, [`search`](crate::engine::search) and
/// [`solver`](crate::engine::solver) ask for it. It is apart from [`Position`] because the rules do not need it.
///
/// ```
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Evaluate, Game, Position};
///
/// // A duck more, and a piece to capture.
/// let position = CLASSIC.read_position("5/D4/2D2/1d3/5 1")?;
/// assert!(position.evaluate() > 0);
/// assert!(position.move_priority(CLASSIC.read_move("c3d2")?) > position.move_priority(CLASSIC.read_move("c3d3")?));
/// // The second player sees the same from the other side.
/// assert!(position.after(CLASSIC.read_move("b1c1")?).evaluate() < 0);
/// # Ok::<(), cygnet_core::model::NotationError>(())
/// ```
pub trait Evaluate: Position {
    /// How good the position is for the player to move, higher is better, within ±[`SCORE_LIMIT`] exclusive.
    /// The unit is a hundredth of the game's basic piece. Called only where [`Position::terminal_outcome`] is `None`.
    fn evaluate(&self) -> i32;

    /// The same by terms and weights made by hand, where [`Evaluate::evaluate`] has been learned: what simple players judge by, which are to
    /// play as they always have, and what learning begins with.
    fn evaluate_handcrafted(&self) -> i32 {
        self.evaluate()
    }

    /// What somebody judges by who sees what stands on the board, and not what the player to move could do with it next. By default what is
    /// judged by hand, even if that looks for such things.
    fn evaluate_static(&self) -> i32 {
        self.evaluate_handcrafted()
    }

    /// How soon search should look at `mv`, which is legal here: 0 for a quiet move, more for one that changes much
    /// (a capture, a promotion), less than 0 for one that is seldom good. It orders moves; and a search for strength follows
    /// those above 0 some plies beyond its depth, so they should be few.
    fn move_priority(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Shows at least the legal moves whose urgency is above 0, in the order of [`Position::visit_moves`]; same condition as there. A game
    /// may find them sooner than by listing all.
    fn visit_noisy_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_moves(visit)
    }

    /// A legal move that wins at once, where the game can find one sooner than by trying all; `None` says nothing.
    /// Same condition as [`Position::visit_moves`].
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// The number of features of positions of this kind and size, by which a network judges them; 0 in games without networks.
    fn feature_count(&self) -> usize {
        0
    }

    /// Shows the features of the position, each below [`Evaluate::feature_count`], seen from the player to move: a position with the
    /// sides exchanged has the same.
    fn visit_features(&self, _visit: impl FnMut(usize)) {}

    /// A number of plies after which the game is over whatever is played; `None` if it may go on for ever. A search
    /// that looks so far ahead needs no evaluation, and then its values are proven.
    fn max_remaining_plies(&self) -> Option<u32> {
        None
    }
}
