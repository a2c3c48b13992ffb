//! The evaluation networks for 8x8, one for each set of rules. `docs/engine.md` describes how they were made.

use std::sync::LazyLock;

use super::Rules;
use crate::engine::network::Network;

/// A network that is loaded on first use.
type StoredNetwork = LazyLock<Option<Network>>;

static OFFICIAL_8: StoredNetwork =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/official-8")));
static HOUSE_8: StoredNetwork = LazyLock::new(|| Network::from_bytes(include_bytes!("networks/house-8")));

/// Returns the network for these rules, if there is one.
#[inline]
pub(super) fn network(rules: Rules) -> Option<&'static Network> {
    let stored = match (rules.size(), rules.house()) {
        (8, false) => &OFFICIAL_8,
        (8, true) => &HOUSE_8,
        _ => return None,
    };
    stored.as_ref()
}

#[cfg(test)]
mod tests {
    use crate::games::{ConcreteGame, open};
    use crate::model::Evaluate as _;
    use crate::model::Game;

    #[test]
    fn each_network_is_valid_and_matches_its_board() {
        for name in ["replica:8", "replica:8,house"] {
            let any = open(name).unwrap();
            let ConcreteGame::ReplicaSmall(game) = any.concrete() else { panic!("{name} fits 64 bits") };
            let network = super::network(game.rules()).unwrap();
            assert_eq!(network.feature_count(), game.start().feature_count(), "{name}");
        }
    }
}
