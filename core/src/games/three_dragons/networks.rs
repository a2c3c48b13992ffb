//! The network that is added to the terms made by hand. `docs/engine.md` tells how it was made.

use std::sync::LazyLock;

use super::evaluation::with_merged_planes;
use crate::engine::network::Network;

static NETWORK: LazyLock<Option<Network>> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/9x9")).map(with_merged_planes));

/// The network, its planes added up.
#[inline]
pub(super) fn network() -> Option<&'static Network> {
    NETWORK.as_ref()
}

#[cfg(test)]
mod tests {
    use super::super::position::Position;
    use crate::model::Evaluate as _;

    #[test]
    fn the_network_is_valid() {
        assert_eq!(super::network().unwrap().feature_count(), Position::start().feature_count());
    }
}
