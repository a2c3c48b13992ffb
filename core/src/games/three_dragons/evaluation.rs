//! Evaluation of a position without looking ahead.
//!
//! The original only counts pieces. Search needs to tell positions with equal pieces apart:
//!
//! - A piece is worth 100, plus [`LEVEL`] for every level above the first if there are strength captures. A
//!   stronger piece threatens more pieces, and pays for strength captures with its levels.
//! - An unused cave can yield its dragon, so its neighbours that a player holds are worth [`SIEGE`] times the square of
//!   their number. One of three means little, three of four a lot.
//! - Every square a piece can reach is worth [`MOBILITY`], which separates otherwise equal positions.
//!
//! If there are strength captures, a network adds a learned correction to the sum.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::board::{CAVES, SQUARES, adjacent_to, squares_in};
use super::generator::visit_moves_to;
use super::lines::Blockers;
use super::moves::Move;
use super::position::{MAX_LEVEL, ThreeDragonsPosition};
use crate::engine::network::Network;
use crate::model::{Evaluate, Player, Position as _};

const PIECE: i32 = 100;
const LEVEL: i32 = 20;
const SIEGE: i32 = 4;
const MOBILITY: i32 = 1;

/// The move priority per captured piece.
const CAPTURE: i32 = 100;

/// The network that corrects the handcrafted evaluation, with merged planes. `docs/engine.md` describes how it was
/// made.
static NETWORK: LazyLock<Option<Network>> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/9x9")).map(with_merged_planes));

impl Evaluate for ThreeDragonsPosition {
    /// Returns the handcrafted terms plus the network's correction. The network learned from games with strength
    /// captures.
    fn evaluate(&self) -> i32 {
        let network = NETWORK.as_ref().filter(|_| self.has_strength_captures());
        self.evaluate_handcrafted() + network.map_or(0, |network| network_value(network, self))
    }

    fn evaluate_handcrafted(&self) -> i32 {
        let mover = self.to_move();
        let lines = Blockers::of(self.pieces_above(0));
        side_score(self, mover, &lines) - side_score(self, mover.opponent(), &lines)
    }

    #[inline]
    fn move_priority(&self, mv: Move) -> i32 {
        let (taken, weakens) = self.taken(mv);
        CAPTURE * taken.count_ones() as i32 - i32::from(weakens)
    }

    /// A capture needs an enemy next to the target square.
    #[inline]
    fn visit_noisy_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        visit_moves_to(self, adjacent_to(self.pieces(self.to_move().opponent())), visit)
    }

    /// A plane of squares for each level of each side, followed by the unused caves. A piece is in the planes
    /// of all levels up to its own, so that what is learned about one level carries over to those above it.
    fn feature_count(&self) -> usize {
        2 * SIDE + CAVES.len()
    }

    #[inline]
    fn visit_features(&self, mut visit: impl FnMut(usize)) {
        visit_pieces(self, |feature, level| (0..level).for_each(|lower| visit(feature - lower * SQUARES)));
        visit_caves(self, visit);
    }

    fn cells_of(&self, player: Player) -> Vec<String> {
        squares_in(self.pieces(player)).map(|square| square.to_string()).collect()
    }

    fn piece_count(&self, player: Player) -> u32 {
        self.count(player)
    }
}

/// The number of features of one side.
const SIDE: usize = MAX_LEVEL as usize * SQUARES;

/// Visits each piece with its feature in the plane of its level, and that level. The board is rotated for
/// black.
#[inline]
fn visit_pieces(position: &ThreeDragonsPosition, mut visit: impl FnMut(usize, usize)) {
    let mover = position.to_move();
    for (side, player) in [mover, mover.opponent()].into_iter().enumerate() {
        for square in squares_in(position.pieces(player)) {
            let level = usize::from(position.level(square));
            let seen = match mover {
                Player::One => square.index(),
                Player::Two => SQUARES - 1 - square.index(),
            };
            visit(side * SIDE + (level - 1) * SQUARES + seen, level);
        }
    }
}

/// Visits the features of the unused caves.
#[inline]
fn visit_caves(position: &ThreeDragonsPosition, mut visit: impl FnMut(usize)) {
    for (number, cave) in CAVES.iter().enumerate() {
        if position.unused_caves() & cave.square.bit() != 0 {
            let number = if position.to_move() == Player::One { number } else { CAVES.len() - 1 - number };
            visit(2 * SIDE + number);
        }
    }
}

/// Adds the lower planes of each side to those above, so that one feature per piece is enough.
fn with_merged_planes(mut network: Network) -> Network {
    for side in network.rows.chunks_exact_mut(SIDE) {
        for feature in SQUARES..side.len() {
            let below = side[feature - SQUARES];
            side[feature]
                .iter_mut()
                .zip(below)
                .for_each(|(weight, below)| *weight = weight.wrapping_add(below));
        }
    }
    network
}

/// Evaluates a position with a network from [`with_merged_planes`].
#[inline]
fn network_value(network: &Network, position: &ThreeDragonsPosition) -> i32 {
    let mut accumulator = network.accumulator();
    visit_pieces(position, |feature, _| accumulator.add(feature));
    visit_caves(position, |feature| accumulator.add(feature));
    accumulator.value()
}

/// Returns the handcrafted score of one side. `lines` are those of all pieces.
fn side_score(position: &ThreeDragonsPosition, player: Player, lines: &Blockers) -> i32 {
    let pieces = position.pieces(player);
    let of_level = |level| (pieces & position.pieces_above(level)).count_ones();
    let levels: u32 = if position.has_strength_captures() { (1..MAX_LEVEL).map(of_level).sum() } else { 0 };
    let mobility: usize = squares_in(pieces).map(|from| lines.count(from)).sum();
    PIECE * pieces.count_ones() as i32
        + LEVEL * levels as i32
        + MOBILITY * mobility as i32
        + siege(position, player)
}

/// For each unused cave, squares the number of neighbours held, and adds these up.
fn siege(position: &ThreeDragonsPosition, player: Player) -> i32 {
    let unused = CAVES.iter().filter(|cave| position.unused_caves() & cave.square.bit() != 0);
    let held = unused.map(|cave| (cave.neighbours & position.pieces(player)).count_ones() as i32);
    SIEGE * held.map(|held| held * held).sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::super::ThreeDragons;
    use super::*;
    use crate::engine::rollout::rollout;
    use crate::model::GameRng;

    #[test]
    fn the_network_is_valid() {
        assert_eq!(
            NETWORK.as_ref().unwrap().feature_count(),
            ThreeDragonsPosition::start(ThreeDragons::Full).feature_count()
        );
    }

    #[test]
    fn merged_planes_give_the_same_value() {
        let mut rng = GameRng::from_seed(3);
        let features = ThreeDragonsPosition::start(ThreeDragons::Full).feature_count();
        let mut row = || std::array::from_fn(|_| rng.below(201) as i16 - 100);
        let rows = (0..features).map(|_| row()).collect();
        let (bias, output) = (row(), row());
        let network = Network { rows, bias, output, output_bias: 1_000, scale: 97 };
        let merged = with_merged_planes(network.clone());
        for plies in 0..200 {
            let position = rollout(&ThreeDragonsPosition::start(ThreeDragons::Full), plies, &mut rng).end;
            assert_eq!(network_value(&merged, &position), network.value(&position), "{position:?}");
        }
    }
}
