//! The network that judges positions of the official game on 8x8. `docs/engine.md` tells how it was made.

use std::sync::LazyLock;

use super::Rules;
use crate::engine::network::Network;

static OFFICIAL_8: LazyLock<Option<Network>> =
    LazyLock::new(|| Network::from_bytes(include_bytes!("networks/official-8")));

/// The network for games by these rules, if there is one.
#[inline]
pub(super) fn network(rules: Rules) -> Option<&'static Network> {
    if rules.house() || rules.size() != 8 {
        return None;
    }
    OFFICIAL_8.as_ref()
}

#[cfg(test)]
mod tests {
    use crate::engine::network::Features;
    use crate::games::{AnyGame, open};
    use crate::model::Game;

    #[test]
    fn the_network_is_whole_and_of_its_board() {
        let Ok(AnyGame::ReplicaSmall(game)) = open("replica:8") else { panic!("replica:8 fits 64 bits") };
        let network = super::network(game.rules()).unwrap();
        assert_eq!(network.feature_count(), game.start().feature_count());
    }
}
