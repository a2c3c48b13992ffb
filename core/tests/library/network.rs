//! The arithmetic of networks, compared with its definition.

use cygnet_core::engine::network::{ACTIVATION_MAX, HIDDEN, MAX_OUTPUT_WEIGHT, Network, OUTPUT_UNIT};
use cygnet_core::engine::rollout::rollout;
use cygnet_core::games::ugly_duck::CLASSIC;
use cygnet_core::model::{Evaluate, Game, GameRng};

fn random<const UNITS: usize>(features: usize, seed: u64) -> Network<UNITS> {
    let mut rng = GameRng::from_seed(seed);
    let mut weight = |max: usize| rng.below(2 * max + 1) as i16 - max as i16;
    let rows = (0..features).map(|_| std::array::from_fn(|_| weight(500))).collect();
    let bias = std::array::from_fn(|_| weight(500));
    let output = std::array::from_fn(|_| weight(MAX_OUTPUT_WEIGHT as usize));
    Network { rows, bias, output, output_bias: -1_000_000, scale: 66 }
}

/// Computes the value by its definition, in floating point.
fn plain_value<P: Evaluate, const UNITS: usize>(network: &Network<UNITS>, position: &P) -> f64 {
    let mut features = Vec::new();
    position.visit_features(|feature| features.push(feature));
    let full = f64::from(ACTIVATION_MAX);
    let hidden = |unit: usize| {
        let sum: i32 = features.iter().map(|feature| i32::from(network.rows[*feature][unit])).sum();
        (f64::from(sum + i32::from(network.bias[unit])) / full).clamp(0.0, 1.0)
    };
    let output: f64 = (0..UNITS).map(|unit| hidden(unit).powi(2) * f64::from(network.output[unit])).sum();
    let unit = f64::from(OUTPUT_UNIT);
    (output / unit + f64::from(network.output_bias) / (full * full * unit)) * f64::from(network.scale)
}

#[test]
fn a_network_value_matches_its_definition() {
    fn check<const UNITS: usize>() {
        let mut rng = GameRng::from_seed(1);
        for plies in 0..40 {
            let position = rollout(&CLASSIC.start(), plies, &mut rng).end;
            let network = random::<UNITS>(position.feature_count(), u64::from(plies));
            let (value, plain) = (f64::from(network.value(&position)), plain_value(&network, &position));
            assert!((value - plain).abs() <= 1.0, "{value} {plain}");
        }
    }
    check::<HIDDEN>();
    check::<{ 2 * HIDDEN }>();
}

#[test]
fn networks_round_trip_and_damaged_ones_are_rejected() {
    let good = random::<HIDDEN>(7, 1);
    let bytes = good.to_bytes();
    assert_eq!(Network::from_bytes(&bytes).as_ref(), Some(&good));
    assert_eq!(Network::<{ 2 * HIDDEN }>::from_bytes(&bytes), None);
    assert_eq!(Network::<{ 9 * HIDDEN }>::from_bytes(&bytes), None);
    for length in 0..bytes.len() {
        assert_eq!(Network::<HIDDEN>::from_bytes(&bytes[..length]), None, "{length}");
    }
    let longer = [bytes.as_slice(), &[0; 2 * HIDDEN]].concat();
    assert_eq!(Network::<HIDDEN>::from_bytes(&longer), None);
    // A weight, the bias or the scale is out of range.
    let mut heavy = good.clone();
    heavy.output[3] = MAX_OUTPUT_WEIGHT as i16 + 1;
    let biased = Network { output_bias: i32::MIN, ..good.clone() };
    let scaled = Network { scale: i32::MAX, ..good };
    for network in [heavy, biased, scaled] {
        assert_eq!(Network::<HIDDEN>::from_bytes(&network.to_bytes()), None);
    }
}
