//! What a game may tell the solver beyond its rules.

use super::result_table::ProofKey;
use crate::model::{Player, Position, StopSignal};

/// A forced win that is known without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticWin {
    /// Who wins.
    pub winner: Player,
    /// After how many plies, at most.
    pub plies: u32,
}

/// Truths about positions that save search. Saying nothing is always right; what is said must be proven, and hold
/// for every position of which [`Position::terminal_outcome`] is `None`.
///
/// Implemented by [`NoHints`] for games that say nothing, and by whatever implements [`Knowledge`], where there is an example.
pub trait Hints<P: Position>: Send + Sync {
    /// A forced win that the position shows without search.
    fn static_win(&self, _position: &P) -> Option<StaticWin> {
        None
    }

    /// A lower bound on the moves of his own that `player` needs to win, in any way the rules know.
    fn min_moves_to_win(&self, _position: &P, _player: Player) -> u32 {
        0
    }
}

/// A game that says nothing beyond its rules.
#[derive(Clone, Copy, Debug)]
pub struct NoHints;

impl<P: Position> Hints<P> for NoHints {}

/// What proof-number search needs of a game: no repetitions, and an exact key for every position.
///
/// Of the list, Ugly Duck, Replica under the official rules and Qawale implement it. [`ProofSearch`](super::ProofSearch) makes a prover of it. Here it is implemented for the pile of
/// stones from the example of [`Position`], at most 31 of them:
///
/// ```
/// use cygnet_core::engine::solver::{Hints, Knowledge, ProofLimits, ProofSearch, Prover, StaticWin};
/// # use std::ops::ControlFlow;
/// # use cygnet_core::model::{Evaluate, Outcome, Player, Position, StopSignal};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Pile { stones: u32, to_move: Player }
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// # struct OneToThree;
/// # impl std::fmt::Display for OneToThree {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("one to three") }
/// # }
/// # impl std::error::Error for OneToThree {}
/// # impl Position for Pile {
/// #     type Move = u32;
/// #     type Refusal = OneToThree;
/// #     fn to_move(&self) -> Player { self.to_move }
/// #     fn terminal_outcome(&self) -> Option<Outcome> { None }
/// #     fn visit_moves<B>(&self, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         (1..=self.stones.min(3)).try_for_each(visit)
/// #     }
/// #     fn check_move(&self, taken: u32) -> Result<(), OneToThree> {
/// #         if matches!(taken, 1..=3) && taken <= self.stones { Ok(()) } else { Err(OneToThree) }
/// #     }
/// #     fn after_unchecked(&self, taken: u32) -> Pile {
/// #         Pile { stones: self.stones.saturating_sub(taken), to_move: self.to_move.opponent() }
/// #     }
/// # }
/// # impl Evaluate for Pile {
/// #     fn evaluate(&self) -> i32 { 0 }
/// #     fn max_remaining_plies(&self) -> Option<u32> { Some(self.stones) }
/// # }
///
/// struct Stones;
///
/// impl Hints<Pile> for Stones {
///     fn static_win(&self, pile: &Pile) -> Option<StaticWin> {
///         // The player to move takes them all.
///         matches!(pile.stones, 1..=3).then_some(StaticWin { winner: pile.to_move, plies: 1 })
///     }
/// }
///
/// impl Knowledge for Stones {
///     type Position = Pile;
///     type Key = u64;
///
///     fn key_bits(&self) -> u32 {
///         5
///     }
///
///     // Who is to move makes no difference to the result for him.
///     fn key(&self, pile: &Pile) -> u64 {
///         u64::from(pile.stones)
///     }
///
///     fn estimate(&self, _pile: &Pile) -> (u32, u32) {
///         (1, 1)
///     }
/// }
///
/// let mut prover = ProofSearch::new(Stones, 1 << 20).ok_or("too little memory")?;
/// let stop = StopSignal::new();
/// let limits = ProofLimits { positions: 10_000, threads: 1, stop: &stop };
/// let pile = Pile { stones: 21, to_move: Player::One };
/// assert_eq!(prover.prove(&pile, limits, &mut |_| {}).winner(), Some(Player::One));
/// assert_eq!(prover.winning_move(&pile, limits).0, Some(1));
/// # Ok::<(), &str>(())
/// ```
pub trait Knowledge: Hints<Self::Position> {
    /// The positions.
    type Position: Position;
    /// The keys of positions: `u64` for games whose positions can be numbered, else [`FullKey`](super::FullKey).
    type Key: ProofKey;

    /// Whether a game can end in a draw. Then two questions are asked instead of one: can this player force a win, can the other.
    const HAS_DRAWS: bool = false;

    /// Whether so many moves of a position lead to the same one that it pays to look for those.
    const HAS_TRANSPOSITIONS: bool = false;

    /// Prepares for a long proof, in at most so many threads: what takes some time and makes every further position cheaper. It must not
    /// depend on anything but the game.
    fn prepare(&self, _threads: usize, _stop: &StopSignal) {}

    /// Keys that are numbers are below 2 to the power of this, which is at most 60.
    fn key_bits(&self) -> u32 {
        0
    }

    /// The key of a position. Two positions with the same key have the same result for the player to move, in as many
    /// plies.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The first proof and disproof numbers of a position: how hard it looks to prove that the player to move wins, and that
    /// he loses, from 1 to 1,000. They guide the search and cannot make it wrong.
    fn estimate(&self, position: &Self::Position) -> (u32, u32);

    /// Whether the player to move gets what he wants, as far as that is known without search: `attacker` wants to win, the other not to
    /// lose. Asked only where [`Position::terminal_outcome`] is `None`, before the table is.
    #[inline]
    fn static_verdict(&self, position: &Self::Position, _attacker: Player) -> Option<bool> {
        Some(self.static_win(position)?.winner == position.to_move())
    }

    /// The same where it takes longer than a look into the table, which is asked first and keeps the answer.
    #[inline]
    fn slow_verdict(&self, _position: &Self::Position, _attacker: Player) -> Option<bool> {
        None
    }
}

/// The table for the keys of a game.
pub type TableOf<K> = <<K as Knowledge>::Key as ProofKey>::Table;
