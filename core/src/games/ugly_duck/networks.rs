//! The evaluation networks, for the boards that have one. `docs/engine.md` describes how they were made.

use std::sync::LazyLock;

use super::board::Geometry;
use super::position::UglyDuckPosition;
use crate::engine::network::{HIDDEN, Network};

/// The number of hidden units of the 5x5 network, which learns from more than games.
const WIDE: usize = 128;

/// A network that is loaded on first use.
type StoredNetwork<const UNITS: usize> = LazyLock<Option<Network<UNITS>>>;

static ON_5X5: StoredNetwork<WIDE> = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/5x5")));
static ON_6X6: StoredNetwork<HIDDEN> = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/6x6")));
static ON_8X8: StoredNetwork<HIDDEN> = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/8x8")));
static ON_10X10: StoredNetwork<HIDDEN> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/10x10")));

/// Evaluates a position with the network for its board size, if there is one.
#[inline]
pub(super) fn value<G: Geometry>(position: &UglyDuckPosition<G>) -> Option<i32> {
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

#[cfg(test)]
mod tests {
    use super::super::board::{FiveByFive, Large};
    use super::super::size::Size;
    use super::*;
    use crate::model::Evaluate as _;

    #[test]
    fn each_network_is_valid_and_matches_its_board() {
        let five_by_five = UglyDuckPosition::start(FiveByFive).feature_count();
        assert_eq!(ON_5X5.as_ref().unwrap().feature_count(), five_by_five);
        for (stored, side) in [(&ON_6X6, 6), (&ON_8X8, 8), (&ON_10X10, 10)] {
            let start = UglyDuckPosition::start(Large::of(Size::new(side, side).unwrap()));
            assert_eq!(stored.as_ref().unwrap().feature_count(), start.feature_count());
        }
    }
}
