//! A position and how a move changes it: the pieces, the caves, the side to move, and captures.
//!
//! `generator.rs` lists the legal moves, and `moves.rs` validates them.

use std::ops::ControlFlow;

use super::ThreeDragons;
use super::board::{CAVE_SQUARES, CAVES, MOUNTAINS, SIZE, Square, Squares, adjacent_to, arms, neighbours};
use super::generator::{count_moves, nth_move, visit_moves_to};
use super::moves::{CaptureChoice, Move, Refusal, check_move};
use crate::model::{self, GameRng, Outcome, Player, key_of_words};

/// The highest level of a piece.
pub const MAX_LEVEL: u8 = 5;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The player it belongs to.
    pub owner: Player,
    /// Its strength, from 1 to [`MAX_LEVEL`].
    pub level: u8,
}

/// The contents of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A mountain.
    Mountain,
    /// A cave with no piece in it.
    Cave {
        /// Whether it has already given its dragon.
        used: bool,
    },
    /// A piece, including a dragon that has not left its cave yet.
    Piece(Piece),
}

/// A position of Three Dragons: a board, the caves, and the side to move.
///
/// A piece on a cave square is the dragon of that cave, so the cave is used. Every position built with
/// [`ThreeDragonsPosition::empty`] and [`ThreeDragonsPosition::put`] maintains this, and so does every move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ThreeDragonsPosition {
    /// The squares of each player's pieces.
    pieces: [Squares; 2],
    /// Entry `n`: the squares of all pieces whose level is above `n + 1`. Each entry contains the next one.
    above: [Squares; MAX_LEVEL as usize - 1],
    /// The squares of the caves that can still give a dragon.
    unused_caves: Squares,
    to_move: Player,
    /// Whether a piece can capture a weaker one.
    has_strength_captures: bool,
}

impl Default for ThreeDragonsPosition {
    /// Returns the start of the game without options.
    fn default() -> Self {
        ThreeDragonsPosition::start(ThreeDragons::default())
    }
}

/// The possible captures of a piece that has just arrived on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captures {
    /// Enemies in a custodial capture. All of them are captured together.
    pub custodial: Squares,
    /// Enemies in a strength capture but not in a custodial one. Only one of them can be captured.
    pub strength: Squares,
}

impl Captures {
    /// Returns the number of choices. It is 1 if there is no capture or only one way to capture.
    #[inline]
    pub(crate) fn choice_count(self) -> u32 {
        let strength = self.strength.count_ones();
        if self.custodial == 0 { strength.max(1) } else { strength + 1 }
    }

    /// Returns whether the player must choose.
    #[inline]
    pub fn is_choice(self) -> bool {
        self.choice_count() > 1
    }
}

impl ThreeDragonsPosition {
    /// Returns the game with the rules that this position shows.
    pub(in crate::games) fn game(&self) -> ThreeDragons {
        match self.has_strength_captures {
            true => ThreeDragons::Full,
            false => ThreeDragons::Custodial,
        }
    }

    /// Returns a board without pieces, with all caves unused if there are dragons.
    #[must_use]
    pub const fn empty(to_move: Player, game: ThreeDragons) -> Self {
        let unused_caves = if game.has_dragons() { CAVE_SQUARES } else { 0 };
        let has_strength_captures = game.has_strength_captures();
        ThreeDragonsPosition { pieces: [0; 2], above: [0; 4], unused_caves, to_move, has_strength_captures }
    }

    /// Returns the position before the first move: eight pieces each, with white's mirroring black's.
    ///
    /// ```text
    ///     A B C D E F G H I
    ///  1  # 3 2 2 2 2 2 3 #
    ///  2  . . . . 4 . . . .
    /// ```
    #[must_use]
    pub fn start(game: ThreeDragons) -> Self {
        const BLACK: [(usize, usize, u8); 8] =
            [(0, 1, 3), (0, 2, 2), (0, 3, 2), (0, 4, 2), (0, 5, 2), (0, 6, 2), (0, 7, 3), (1, 4, 4)];
        let mut position = ThreeDragonsPosition::empty(Player::One, game);
        for (row, column, level) in BLACK {
            for (owner, row) in [(Player::Two, row), (Player::One, SIZE - 1 - row)] {
                if let Some(square) = Square::new(row, column) {
                    position.put(square, Piece { owner, level });
                }
            }
        }
        position
    }

    /// Puts a piece of level 1 to [`MAX_LEVEL`] on a square that is not a mountain and not occupied. On a
    /// cave square, this marks the cave as used.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.pieces[piece.owner.index()] |= square.bit();
        for (index, set) in self.above.iter_mut().enumerate() {
            if usize::from(piece.level) > index + 1 {
                *set |= square.bit();
            }
        }
        self.unused_caves &= !square.bit();
    }

    /// Marks the cave on `square`, if any, as used.
    pub(crate) fn use_cave(&mut self, square: Square) {
        self.unused_caves &= !square.bit();
    }

    /// Returns the contents of `square`.
    pub fn content(&self, square: Square) -> Content {
        let is_in = |set: Squares| set & square.bit() != 0;
        if let Some(owner) = Player::BOTH.into_iter().find(|player| is_in(self.pieces[player.index()])) {
            return Content::Piece(Piece { owner, level: self.level(square) });
        }
        if is_in(MOUNTAINS) {
            return Content::Mountain;
        }
        if is_in(CAVE_SQUARES) {
            return Content::Cave { used: !is_in(self.unused_caves) };
        }
        Content::Empty
    }

    /// Returns the squares of `player`'s pieces.
    #[inline]
    pub fn pieces(&self, player: Player) -> Squares {
        self.pieces[player.index()]
    }

    /// Returns the squares of both players' pieces whose level is above `level`.
    #[inline]
    pub fn pieces_above(&self, level: u8) -> Squares {
        match level {
            0 => self.pieces[0] | self.pieces[1],
            _ => self.above.get(usize::from(level) - 1).copied().unwrap_or(0),
        }
    }

    /// Returns the number of pieces of `player`.
    #[inline]
    pub fn count(&self, player: Player) -> u32 {
        self.pieces(player).count_ones()
    }

    /// Returns whether a piece can capture a weaker one.
    #[inline]
    pub fn has_strength_captures(&self) -> bool {
        self.has_strength_captures
    }

    /// Returns the squares of the caves that can still give a dragon.
    #[inline]
    pub fn unused_caves(&self) -> Squares {
        self.unused_caves
    }

    /// Returns all squares that cannot be entered or crossed.
    #[inline]
    pub(crate) fn obstacles(&self) -> Squares {
        self.pieces[0] | self.pieces[1] | MOUNTAINS | CAVE_SQUARES
    }

    /// Returns the level of the piece on `square`, or 1 if there is none.
    #[inline]
    pub fn level(&self, square: Square) -> u8 {
        1 + self.above.iter().map(|set| u8::from(set & square.bit() != 0)).sum::<u8>()
    }

    /// Returns the opponent's pieces that a piece of this level can capture by strength: all that are weaker.
    #[inline]
    pub(crate) fn weaker_enemies(&self, level: u8) -> Squares {
        if !self.has_strength_captures {
            return 0;
        }
        self.pieces(self.to_move.opponent()) & !self.pieces_above(level.saturating_sub(1))
    }

    /// Returns the opponent's pieces that the strongest piece of the side to move can capture by strength.
    #[inline]
    pub(super) fn weaker_than_strongest(&self) -> Squares {
        if !self.has_strength_captures {
            return 0;
        }
        let own = self.pieces(self.to_move);
        let enemies = self.pieces(self.to_move.opponent());
        // The sets are nested. The last one with an own piece contains all enemies that are at least as
        // strong.
        let strong = self.above.iter().fold(enemies, |last, set| if set & own == 0 { last } else { *set });
        enemies & !strong
    }

    /// Returns the squares against which enemies can be captured: those of the side to move, the mountains,
    /// and the caves with no piece in them.
    #[inline]
    pub(super) fn anvils(&self) -> Squares {
        let free_caves = CAVE_SQUARES & !(self.pieces[0] | self.pieces[1]);
        self.pieces(self.to_move) | MOUNTAINS | free_caves
    }

    /// Returns what a piece of the side to move with this level can capture after it has arrived on `to`.
    ///
    /// The square it came from does not matter: the piece has crossed only empty squares, so no enemy is
    /// between that square and `to`.
    #[must_use]
    pub fn captures(&self, to: Square, level: u8) -> Captures {
        let enemies = self.pieces(self.to_move.opponent());
        if enemies & neighbours(to) == 0 {
            return Captures { custodial: 0, strength: 0 };
        }
        let anvils = self.anvils();
        let weaker = self.weaker_enemies(level);
        let mut captures = Captures { custodial: 0, strength: 0 };
        for (near, far) in arms(to) {
            let met = enemies & near;
            let custodial = if anvils & far == 0 { 0 } else { met };
            captures.custodial |= custodial;
            captures.strength |= met & weaker & !custodial;
        }
        captures
    }

    /// Returns the squares of the pieces that a legal move captures, and whether the moving piece loses a
    /// level.
    #[must_use]
    pub fn taken(&self, mv: Move) -> (Squares, bool) {
        if self.pieces(self.to_move.opponent()) & neighbours(mv.to) == 0 {
            return (0, false);
        }
        let captures = self.captures(mv.to, self.level(mv.from));
        match mv.choice {
            CaptureChoice::Automatic if captures.custodial != 0 => (captures.custodial, false),
            CaptureChoice::Automatic if captures.is_choice() => (0, false),
            CaptureChoice::Automatic => (captures.strength, captures.strength != 0),
            CaptureChoice::Strength(direction) => {
                let taken = mv.to.step(direction).map_or(0, |target| target.bit() & captures.strength);
                (taken, taken != 0)
            }
        }
    }

    /// Lowers the level of the piece on `square` by one. A piece of level 1 is unchanged.
    fn weaken(&mut self, square: Square) {
        if let Some(highest) = self.above.iter_mut().rev().find(|set| **set & square.bit() != 0) {
            *highest &= !square.bit();
        }
    }

    /// Gives `player`, who just moved, a dragon in every unused cave they surround.
    #[inline]
    fn summon(&mut self, player: Player) {
        let own = self.pieces(player);
        for cave in &CAVES {
            let surrounded = cave.neighbours & !own == 0;
            if surrounded && self.unused_caves & cave.square.bit() != 0 {
                self.put(cave.square, Piece { owner: player, level: cave.dragon });
            }
        }
    }
}

impl model::Position for ThreeDragonsPosition {
    type Move = Move;
    type Refusal = Refusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    /// A player with at most one piece has lost. If both have, which cannot arise in play, the player to move
    /// has lost, because the opponent made the last capture.
    #[inline]
    fn terminal_outcome(&self) -> Option<Outcome> {
        let has_lost = |player: Player| {
            let pieces = self.pieces(player);
            pieces & pieces.wrapping_sub(1) == 0
        };
        let mover = self.to_move;
        if has_lost(mover) {
            return Some(Outcome::Win(mover.opponent()));
        }
        has_lost(mover.opponent()).then_some(Outcome::Win(mover))
    }

    fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        visit_moves_to(self, Squares::MAX, visit)
    }

    fn check_move(&self, mv: Move) -> Result<(), Refusal> {
        check_move(self, mv)
    }

    #[inline]
    fn after_unchecked(&self, mv: Move) -> Self {
        let (taken, weakens) = self.taken(mv);
        let (from, to) = (mv.from.bit(), mv.to.bit());
        let stay = !(taken | from);
        let carried = |set: Squares| {
            let arrives = if set & from == 0 { 0 } else { to };
            set & stay | arrives
        };
        let mut pieces = self.pieces.map(|set| set & stay);
        pieces[self.to_move.index()] |= to;
        let mut next = ThreeDragonsPosition {
            pieces,
            above: self.above.map(carried),
            to_move: self.to_move.opponent(),
            ..*self
        };
        if weakens {
            next.weaken(mv.to);
        }
        if next.unused_caves != 0 {
            next.summon(self.to_move);
        }
        next
    }

    fn count_moves(&self) -> u64 {
        count_moves(self) as u64
    }

    #[inline]
    fn has_moves(&self) -> bool {
        adjacent_to(self.pieces(self.to_move)) & !self.obstacles() != 0
    }

    fn random_move(&self, rng: &mut GameRng) -> Option<Move> {
        nth_move(self, |count| rng.below(count))
    }

    fn with_turn_passed(&self) -> Option<Self> {
        Some(ThreeDragonsPosition { to_move: self.to_move.opponent(), ..*self })
    }

    fn hash_key(&self) -> u64 {
        let [white, black] = self.pieces;
        let [above_one, above_two, above_three, above_four] = self.above;
        let sets = [white, black, above_one, above_two, above_three, above_four, self.unused_caves];
        // No set has more than 81 bits. The upper bits of two sets share a word.
        let upper = |set: usize| (sets[set] >> 64) as u64;
        let mut words = [0; 12];
        for (word, set) in words.iter_mut().zip(sets) {
            *word = set as u64;
        }
        words[7] = upper(0) << 32 | upper(1);
        words[8] = upper(2) << 32 | upper(3);
        words[9] = upper(4) << 32 | upper(5);
        words[10] = upper(6);
        words[11] = self.to_move.index() as u64;
        key_of_words(words)
    }
}
