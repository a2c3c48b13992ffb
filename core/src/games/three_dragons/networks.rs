//! The network that corrects the handcrafted evaluation. `docs/engine.md` describes how it was made.

use std::sync::LazyLock;

use super::evaluation::with_merged_planes;
use crate::engine::network::Network;

/// The network with merged planes.
pub(super) static NETWORK: LazyLock<Option<Network>> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/9x9")).map(with_merged_planes));

#[cfg(test)]
mod tests {
    use super::super::position::ThreeDragonsPosition;
    use super::super::rules::Rules;
    use crate::model::Evaluate as _;

    #[test]
    fn the_network_is_valid() {
        assert_eq!(
            super::NETWORK.as_ref().unwrap().feature_count(),
            ThreeDragonsPosition::start(Rules::Full).feature_count()
        );
    }
}
