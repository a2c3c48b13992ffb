//! Evaluation of a position without looking ahead, move priorities for search, and the maximum length of the
//! game.
//!
//! The values of the terms were tuned by matches. The figures are in `docs/engine.md`.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::board::Geometry;
use super::moves::Move;
use super::position::UglyDuckPosition;
use super::size::Size;
use crate::engine::network::{HIDDEN, Network};
use crate::games::bits::Bits;
use crate::model::{Evaluate, Player, Position as _};

/// The value of any piece.
const PIECE: i32 = 100;
/// The extra value that a piece approaches at the end of its journey. It grows with the square of the steps made, there and back: one piece far ahead is worth more than many that have just set
/// out, because the opponent must respond to it.
const JOURNEY: i32 = 450;
/// The value of each legal move more than the opponent would have.
const MOBILITY: i32 = 5;
/// The value of being on move.
const TURN: i32 = 10;

/// The move priority for bringing a swan home.
const WINS: i32 = 1_000;
/// The move priority of a capture.
const CAPTURES: i32 = 100;
/// The move priority of a promotion.
const PROMOTES: i32 = 50;

/// The number of hidden units of the 5x5 network, which learns from more than games.
const WIDE: usize = 128;

/// A network that is loaded on first use. `docs/engine.md` describes how the networks were made.
type StoredNetwork<const UNITS: usize> = LazyLock<Option<Network<UNITS>>>;

static ON_5X5: StoredNetwork<WIDE> = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/5x5")));
static ON_6X6: StoredNetwork<HIDDEN> = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/6x6")));
static ON_8X8: StoredNetwork<HIDDEN> = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/8x8")));
static ON_10X10: StoredNetwork<HIDDEN> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/10x10")));

/// Evaluates a position with the network for its board size, if there is one.
#[inline]
fn network_value<G: Geometry>(position: &UglyDuckPosition<G>) -> Option<i32> {
    if G::HAS_FEATURE_BUCKETS {
        return ON_5X5.as_ref().map(|network| network.value(position));
    }
    let size = position.geometry.size();
    let stored = match (size.width(), size.height()) {
        (6, 6) => &ON_6X6,
        (8, 8) => &ON_8X8,
        (10, 10) => &ON_10X10,
        _ => return None,
    };
    stored.as_ref().map(|network| network.value(position))
}

impl<G: Geometry> Evaluate for UglyDuckPosition<G> {
    fn evaluate(&self) -> i32 {
        network_value(self).unwrap_or_else(|| self.evaluate_handcrafted())
    }

    /// Returns the pieces, the distance they have covered, and mobility, minus the same for the opponent.
    ///
    /// This covers both ways to win: pieces count towards captures, and journeys count towards the race. On
    /// 22x22 the maximum is 22 x (100 + 450 + 3 x 5) + 10, far from the limit.
    fn evaluate_handcrafted(&self) -> i32 {
        let mover = self.to_move();
        // On 5x5 search sees so far ahead that counting moves costs more than it gains.
        let mobility = if self.geometry.size() == Size::FIVE_BY_FIVE {
            0
        } else {
            MOBILITY * self.mobility_difference()
        };
        TURN + mobility + self.strength(mover) - self.strength(mover.opponent())
    }

    /// Returns a move that brings a swan home, if there is one.
    #[inline]
    fn winning_move(&self) -> Option<Move> {
        let (home, stride) = (self.home(self.to_move), self.geometry.stride());
        let swans = self.swans(self.to_move);
        if !swans.meets(home.up(stride) | home.down(stride)) {
            return None;
        }
        let moves = self.visit_moves(|mv| {
            match home.has(self.geometry.index(mv.to)) && swans.has(self.geometry.index(mv.from)) {
                true => ControlFlow::Break(mv),
                false => ControlFlow::Continue(()),
            }
        });
        moves.break_value()
    }

    fn feature_count(&self) -> usize {
        self.count_features()
    }

    #[inline]
    fn visit_features(&self, visit: impl FnMut(usize)) {
        self.show_features(visit);
    }

    #[inline]
    fn move_priority(&self, mv: Move) -> i32 {
        let (from, to) = (self.geometry.index(mv.from), self.geometry.index(mv.to));
        let mut priority = if self.theirs.has(to) { CAPTURES + i32::from(!self.is_swan(to)) } else { 0 };
        if mv.to.row == self.home_row(self.to_move) {
            priority += WINS;
        } else if mv.to.row == self.home_row(self.to_move.opponent()) && !self.is_swan(from) {
            priority += PROMOTES;
        }
        priority
    }

    /// Visits captures, and steps onto the rows at both ends.
    #[inline]
    fn visit_noisy_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let cells = self.home(Player::One) | self.home(Player::Two);
        let (empty, not_mine) = self.enterable();
        self.generate_onto(empty & cells, not_mine & (self.theirs | cells), visit)
    }

    /// Every move brings a piece one step further on its journey to the far row and back, and no journey gets
    /// longer. A player to move without a step left loses.
    fn max_remaining_plies(&self) -> Option<u32> {
        let mine: u32 = self.steps_left(self.to_move()).sum();
        let theirs: u32 = self.steps_left(self.to_move().opponent()).sum();
        Some((2 * mine).min(2 * theirs + 1))
    }

    fn cells_of(&self, player: Player) -> Vec<String> {
        let geometry = self.geometry();
        self.pieces(player).indices().map(|index| geometry.cell(index).to_string()).collect()
    }

    fn piece_count(&self, player: Player) -> u32 {
        self.pieces(player).count()
    }
}

impl<G: Geometry> UglyDuckPosition<G> {
    /// Returns the value of a player's pieces and of the steps that they have made.
    #[inline]
    fn strength(&self, player: Player) -> i32 {
        let length = self.length() as i32;
        let steps = self.pieces(player).indices().map(|index| {
            let rows = self.rows_from_home(player, index) as i32;
            let is_duck = self.outbound.has(index) == (player == Player::One);
            if is_duck { rows } else { 2 * length - rows }
        });
        let (count, squares) =
            steps.fold((0, 0), |(count, squares), steps| (count + 1, squares + steps * steps));
        PIECE * count + JOURNEY * squares / (4 * length * length)
    }

    /// Returns whether the mover's piece with this bit number is a swan. An enemy piece is one if not.
    #[inline]
    fn is_swan(&self, index: u32) -> bool {
        self.outbound.has(index) != (self.to_move == Player::One)
    }

    /// Returns the number of steps from one end of the board to the other.
    #[inline]
    pub(super) fn length(&self) -> u32 {
        self.geometry.size().height() as u32 - 1
    }

    /// Returns the number of rows between a piece and its owner's home.
    #[inline]
    pub(super) fn rows_from_home(&self, player: Player, index: u32) -> u32 {
        let row = u32::from(self.geometry.cell(index).row);
        match player {
            Player::One => row,
            Player::Two => self.length() - row,
        }
    }

    /// Returns, for each piece of a player, the number of steps left until it is a swan at home.
    #[inline]
    pub(super) fn steps_left(&self, player: Player) -> impl Iterator<Item = u32> {
        let (ducks, swans) = (self.ducks(player).indices(), self.swans(player).indices());
        let ducks = ducks.map(move |duck| 2 * self.length() - self.rows_from_home(player, duck));
        ducks.chain(swans.map(move |swan| self.rows_from_home(player, swan)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::CLASSIC;
    use super::super::board::{FiveByFive, Large, Small};
    use super::*;
    use crate::model::{Game, GameRng};

    #[test]
    fn each_network_is_valid_and_matches_its_board() {
        let five_by_five = UglyDuckPosition::start(FiveByFive).feature_count();
        assert_eq!(ON_5X5.as_ref().unwrap().feature_count(), five_by_five);
        for (stored, side) in [(&ON_6X6, 6), (&ON_8X8, 8), (&ON_10X10, 10)] {
            let start = UglyDuckPosition::start(Large::of(Size::new(side, side).unwrap()));
            assert_eq!(stored.as_ref().unwrap().feature_count(), start.feature_count());
        }
    }

    #[test]
    fn the_game_is_over_after_the_plies_that_were_left() {
        let mut rng = GameRng::from_seed(2);
        let small = Small::new(Size::new(4, 6).unwrap()).unwrap();
        assert_eq!(CLASSIC.start().max_remaining_plies().unwrap(), 80);
        for _ in 0..300 {
            let mut position = UglyDuckPosition::start(small);
            let mut left = position.max_remaining_plies().unwrap();
            while position.outcome().is_none() {
                let mv = position.random_move(&mut rng).unwrap();
                position = position.after(mv);
                assert!(position.max_remaining_plies().unwrap() < left);
                left = position.max_remaining_plies().unwrap();
            }
        }
    }

    #[test]
    fn noisy_moves_have_priority() {
        let position = CLASSIC.read_position("1S3/d4/2s2/1D1D1/4d 1").unwrap();
        let priority = |text: &str| position.move_priority(CLASSIC.read_move(text).unwrap());
        assert_eq!(priority("d2e2"), PROMOTES);
        assert_eq!(priority("d4e4"), PROMOTES);
        assert_eq!(priority("d4e5"), PROMOTES + CAPTURES);
        let position = CLASSIC.read_position("5/d1S2/5/2s2/1D2d 1").unwrap();
        let priority = |text: &str| position.move_priority(CLASSIC.read_move(text).unwrap());
        assert_eq!(priority("b3a3"), WINS);
    }
}
