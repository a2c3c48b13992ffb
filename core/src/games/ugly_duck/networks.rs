//! The networks that judge positions, on the boards that have one. `docs/engine.md` tells how they were made.

use std::sync::LazyLock;

use super::board::Size;
use crate::engine::network::Network;

/// A network that is read when it is first asked for.
type Stored = LazyLock<Option<Network>>;

static ON_5X5: Stored = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/5x5")));
static ON_6X6: Stored = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/6x6")));
static ON_8X8: Stored = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/8x8")));
static ON_10X10: Stored = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/10x10")));

/// The network for boards of this size, if there is one.
#[inline]
pub(super) fn network(size: Size) -> Option<&'static Network> {
    let stored = match (size.width(), size.height()) {
        (5, 5) => &ON_5X5,
        (6, 6) => &ON_6X6,
        (8, 8) => &ON_8X8,
        (10, 10) => &ON_10X10,
        _ => return None,
    };
    stored.as_ref()
}

#[cfg(test)]
mod tests {
    use super::super::board::Large;
    use super::super::position::Position;
    use super::*;
    use crate::engine::network::Features;

    #[test]
    fn each_network_is_whole_and_of_its_board() {
        for (width, height) in [(5, 5), (6, 6), (8, 8), (10, 10)] {
            let size = Size::new(width, height).unwrap();
            let start = Position::start(Large::new(size).unwrap());
            assert_eq!(network(size).unwrap().feature_count(), start.feature_count());
        }
    }
}
