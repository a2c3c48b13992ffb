//! Keys and the positions they identify.

use super::super::super::board::Large;
use super::*;

/// Checks that every key is valid, and belongs to a position and its reflections only.
fn check<G: Geometry, K: ExactKeys<G>>(
    keys: &K,
    geometry: G,
    positions: usize,
    is_valid: impl Fn(K::Key) -> bool,
) {
    let mut rng = GameRng::from_seed(1);
    let mut owners: HashMap<String, UglyDuckPosition<G>> = HashMap::new();
    for _ in 0..positions {
        let position = random_arrangement(geometry, 1..=geometry.size().width(), &mut rng);
        let key = keys.key(&position);
        assert!(is_valid(key), "{position:?}");
        let family = [(false, false), (true, false), (false, true), (true, true)]
            .map(|(columns, colours)| reflected(&position, columns, colours));
        assert!(family.iter().all(|other| keys.key(other) == key), "{position:?}");
        let owner = owners.entry(format!("{key:?}")).or_insert(position);
        assert!(family.contains(owner), "{position:?} and {owner:?} share a key");
    }
}

#[test]
fn a_key_belongs_only_to_a_position_and_its_reflections() {
    let sizes =
        [(3, 3, 20_000), (4, 4, 20_000), (5, 5, 20_000), (3, 14, 2_000), (6, 6, 2_000), (8, 3, 2_000)];
    for (width, height, positions) in sizes {
        let geometry = small(width, height);
        let keys = Keys::new(geometry.size()).unwrap();
        let bits = ExactKeys::<Small>::bits(&keys);
        check(&keys, geometry, positions, |number| number < 1 << bits);
    }
    check(&SetKeys, small(3, 3), 10_000, |_| true);
    check(&SetKeys, FiveByFive, 2_000, |_| true);
    check(&SetKeys, small(9, 3), 2_000, |_| true);
    check(&SetKeys, Large::new(Size::new(22, 22).unwrap()).unwrap(), 200, |_| true);
}

#[test]
fn every_board_has_a_thorough_prover() {
    assert!(Keys::new(Size::new(7, 7).unwrap()).is_none());
    assert!(Keys::new(Size::new(22, 22).unwrap()).is_none());
    assert!(prover(small(6, 6), 1 << 20).is_none(), "too little memory for exact keys");
    assert!(thorough_prover(small(6, 6), 1 << 20).is_some());
    assert!(thorough_prover(small(7, 7), 1 << 20).is_some());
    assert!(prover(FiveByFive, 1 << 20).is_some());
}
