//! The network that corrects the handcrafted evaluation. `docs/engine.md` describes how it was made.

use std::sync::LazyLock;

use crate::engine::network::Network;

/// The network, for both numbers of pieces.
pub(super) static NETWORK: LazyLock<Option<Network>> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/4x4")));

#[cfg(test)]
mod tests {
    use crate::games::qawale::{Qawale, QawalePosition};
    use crate::model::Evaluate as _;

    #[test]
    fn the_network_is_valid() {
        for game in Qawale::ALL {
            let features = QawalePosition::start(game).feature_count();
            assert_eq!(super::NETWORK.as_ref().unwrap().feature_count(), features, "{game:?}");
        }
    }
}
