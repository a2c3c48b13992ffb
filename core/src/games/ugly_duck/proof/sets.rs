//! Exact keys for boards with too many positions to number: the sets of cells themselves.

use super::super::board::Geometry;
use super::super::position::UglyDuckPosition;
use super::ExactKeys;
use crate::engine::solver::FullKey;
use crate::games::bits::Bits;
use crate::model::{Player, Position as _};

/// Keys made of sets of cells, for any board.
pub struct SetKeys;

/// The mover's pieces, the opponent's pieces, and the ducks of both, seen from the mover's home.
type Sets<B> = [B; 3];

impl<G: Geometry> ExactKeys<G> for SetKeys {
    type Key = FullKey<Sets<G::Bits>>;

    /// These keys are not numbers.
    fn bits(&self) -> u32 {
        0
    }

    fn key(&self, position: &UglyDuckPosition<G>) -> Self::Key {
        let [plain, mirrored] = [*position, position.mirrored()].map(|position| sets(&position));
        let cells = |sets: Sets<G::Bits>| sets.into_iter().flat_map(Bits::indices);
        FullKey(if cells(plain).le(cells(mirrored)) { plain } else { mirrored })
    }
}

fn sets<G: Geometry>(position: &UglyDuckPosition<G>) -> Sets<G::Bits> {
    let (geometry, mover) = (position.geometry(), position.to_move());
    let last_row = geometry.size().height() as u8 - 1;
    let ducks = position.ducks(Player::One) | position.ducks(Player::Two);
    [position.pieces(mover), position.pieces(mover.opponent()), ducks].map(|set| {
        set.indices().fold(G::Bits::EMPTY, |seen, index| {
            let mut cell = geometry.cell(index);
            if mover == Player::Two {
                cell.row = last_row - cell.row;
            }
            seen | geometry.bit(cell)
        })
    })
}
