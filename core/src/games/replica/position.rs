//! A position of Replica: the checkers, the kings and the side to move.

use std::ops::ControlFlow;

use super::Replica;
use super::board::{Cell, CellSet};
use super::generator::{for_each_landing, nth_move, transformable};
use super::moves::{Move, Refusal, check_move};
use super::rules::Rules;
use crate::model::{self, GameRng, Outcome, Player, key_of};

/// The number of checkers, kings included, that each player starts with.
pub const CHECKERS: usize = 12;

/// A checker on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checker {
    /// The player it belongs to.
    pub owner: Player,
    /// Whether it is a king.
    pub king: bool,
}

/// The checkers and kings, the side to move, and whether the game was just won by capturing a king, which the
/// board alone does not show.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReplicaPosition<S> {
    /// White's and black's checkers, kings included.
    checkers: [S; 2],
    /// The kings among them.
    kings: S,
    rules: Rules,
    to_move: Player,
    king_taken: bool,
}

impl Default for ReplicaPosition<u64> {
    /// Returns the start of the game without options.
    fn default() -> Self {
        ReplicaPosition::start(Rules::default())
    }
}

impl<S: CellSet> ReplicaPosition<S> {
    /// Returns an empty board. `king_taken` means that the player not to move has just won by capturing a
    /// king.
    pub(super) fn empty(rules: Rules, to_move: Player, king_taken: bool) -> Self {
        ReplicaPosition { checkers: [S::EMPTY; 2], kings: S::EMPTY, rules, to_move, king_taken }
    }

    /// Returns the position before the first move:
    ///
    /// ```text
    /// 8  .  .  .  .  w  w  w  W
    /// 7  .  .  .  .  w  w  w  w
    /// 6  .  .  .  .  .  .  w  w
    /// 5  .  .  .  .  .  .  w  w
    /// 4  b  b  .  .  .  .  .  .
    /// 3  b  b  .  .  .  .  .  .
    /// 2  b  b  b  b  .  .  .  .
    /// 1  B  b  b  b  .  .  .  .
    ///    a  b  c  d  e  f  g  h
    /// ```
    pub(super) fn start(rules: Rules) -> Self {
        let mut position = ReplicaPosition::empty(rules, Player::One, false);
        let far = rules.size() - 1;
        for (along, across) in (0..4).flat_map(|along| (0..2).map(move |across| (along, across))) {
            let king = along == 0 && across == 0;
            // Cells of the inner square come up twice. Putting a checker there again changes nothing.
            for (column, row) in [(along, across), (across, along)] {
                position.put(Cell::new(column, row), Checker { owner: Player::Two, king });
                position.put(Cell::new(far - column, far - row), Checker { owner: Player::One, king });
            }
        }
        position
    }

    /// Puts a checker on an empty cell.
    pub(super) fn put(&mut self, cell: Option<Cell>, checker: Checker) {
        let bit = cell.map_or(S::EMPTY, S::of);
        let own = &mut self.checkers[checker.owner.index()];
        *own = *own | bit;
        if checker.king {
            self.kings = self.kings | bit;
        }
    }

    /// Returns the checker on `cell`, if there is one.
    pub fn checker(&self, cell: Cell) -> Option<Checker> {
        let bit = if cell.is_on(self.rules.size()) { S::of(cell) } else { S::EMPTY };
        let owner = Player::BOTH.into_iter().find(|player| self.checkers(*player).meets(bit))?;
        Some(Checker { owner, king: self.kings.meets(bit) })
    }

    /// Returns all checkers of `player`, kings included.
    #[inline]
    pub fn checkers(&self, player: Player) -> S {
        self.checkers[player.index()]
    }

    /// Returns the kings of `player`.
    #[inline]
    pub fn kings(&self, player: Player) -> S {
        self.checkers(player) & self.kings
    }

    /// Returns the game with these rules.
    pub(in crate::games) fn game(&self) -> Replica<S> {
        Replica::new(self.rules)
    }

    /// Returns the options of the game.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns whether the player not to move has just won by capturing a king.
    pub(crate) fn king_taken(&self) -> bool {
        self.king_taken
    }

    /// Returns whether a king of `player` is on the opposite corner.
    #[inline]
    pub fn has_king_in_goal(&self, player: Player) -> bool {
        self.kings(player).meets(S::of(self.rules.goal(player)))
    }

    fn go(&mut self, from: S, to: S) {
        let (own, enemy) = (self.to_move.index(), self.to_move.opponent().index());
        self.king_taken = to.meets(self.checkers[enemy] & self.kings);
        let king = if from.meets(self.kings) { to } else { S::EMPTY };
        self.kings = (self.kings & !(from | to)) | king;
        self.checkers[own] = (self.checkers[own] & !from) | to;
        self.checkers[enemy] = self.checkers[enemy] & !to;
    }
}

impl<S: CellSet> model::Position for ReplicaPosition<S> {
    type Move = Move;
    type Refusal = Refusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    /// A captured king, or a king in the opposite corner, wins. If both players have a king there, which
    /// cannot arise in play, the player who moved last wins.
    #[inline]
    fn terminal_outcome(&self) -> Option<Outcome> {
        let moved = self.to_move.opponent();
        if self.king_taken || self.has_king_in_goal(moved) {
            return Some(Outcome::Win(moved));
        }
        self.has_king_in_goal(self.to_move).then_some(Outcome::Win(self.to_move))
    }

    /// Visits captures, then other steps and jumps, both by direction with shorter ones first, then transforms. Captures
    /// come first because a search that sees the best move early can skip more of the rest.
    #[inline]
    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let enemies = self.checkers(self.to_move.opponent());
        for wanted in [enemies, !enemies] {
            for_each_landing(self, self.to_move, |direction, distance, targets| {
                let mut moves =
                    (targets & wanted).cells().map(|to| Move::Go { from: to.back(direction, distance), to });
                moves.try_for_each(&mut visit)
            })?;
        }
        transformable(self, self.to_move).cells().try_for_each(|cell| visit(Move::Transform(cell)))
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let mut count = transformable(self, self.to_move).count();
        let _ = for_each_landing(self, self.to_move, |_, _, targets| {
            count += targets.count();
            ControlFlow::<()>::Continue(())
        });
        u64::from(count)
    }

    #[inline]
    fn random_move(&self, rng: &mut GameRng) -> Option<Move> {
        nth_move(self, |count| rng.below(count))
    }

    fn check_move(&self, mv: Move) -> Result<(), Refusal> {
        check_move(self, mv)
    }

    #[inline]
    fn after_unchecked(&self, mv: Move) -> Self {
        let mut next = *self;
        match mv {
            Move::Go { from, to } => next.go(S::of(from), S::of(to)),
            Move::Transform(cell) => {
                next.king_taken = false;
                next.kings = next.kings | S::of(cell);
            }
        }
        next.to_move = self.to_move.opponent();
        next
    }

    fn with_turn_passed(&self) -> Option<Self> {
        Some(ReplicaPosition { to_move: self.to_move.opponent(), ..*self })
    }

    fn hash_key(&self) -> u64 {
        let [white, black] = self.checkers;
        let rest = self.to_move.index() as u8 * 2 + u8::from(self.king_taken);
        key_of(&(white, black, self.kings, rest))
    }
}
