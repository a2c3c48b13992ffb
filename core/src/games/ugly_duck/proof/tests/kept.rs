//! Proofs stored in files.

use super::*;
use crate::engine::solver::ProofFileError;

#[test]
fn a_saved_proof_can_be_resumed() {
    let stop = StopSignal::new();
    let geometry = small(4, 4);
    let start = UglyDuckPosition::start(geometry);
    let limits = |positions| ProofLimits::new(positions, &stop);
    let mut first = prover(geometry, 1 << 20).unwrap();
    assert_eq!(first.prove(&start, limits(20_000), &mut |_| {}).winner(), None);
    let mut kept = Vec::new();
    first.write("the start", 20_000, &mut kept).unwrap();
    // With any amount of memory, as long as nothing has to be discarded.
    for memory in [1 << 20, 1 << 21, 1 << 24] {
        let mut second = prover(geometry, memory).unwrap();
        assert_eq!(second.prove(&start, limits(12_000), &mut |_| {}).winner(), None);
        second.clear();
        assert_eq!(second.read("the start", &mut &kept[..]).unwrap(), 20_000);
        assert_eq!(second.prove(&start, limits(12_000), &mut |_| {}).winner(), Some(Player::Two));
    }
    let mut small_one = prover(geometry, 1 << 14).unwrap();
    assert_eq!(small_one.read("the start", &mut &kept[..]).unwrap(), 20_000);
    assert_eq!(small_one.prove(&start, limits(u64::MAX), &mut |_| {}).winner(), Some(Player::Two));
    let other = prover(geometry, 1 << 20).unwrap().read("another", &mut &kept[..]);
    assert!(matches!(other, Err(ProofFileError::SubjectMismatch { found }) if found == "the start"));
}

#[test]
fn a_damaged_proof_is_rejected() {
    let stop = StopSignal::new();
    let geometry = small(3, 4);
    let start = UglyDuckPosition::start(geometry);
    let mut whole = prover(geometry, 1 << 12).unwrap();
    let limits = ProofLimits::new(u64::MAX, &stop);
    assert!(whole.prove(&start, limits, &mut |_| {}).winner().is_some());
    let mut kept = Vec::new();
    whole.write("it", 1, &mut kept).unwrap();
    let refused = |bytes: &[u8]| {
        let mut prover = prover(geometry, 1 << 12).unwrap();
        let read = prover.read("it", &mut { bytes });
        assert_eq!(prover.known_outcome(&start), None);
        match read.unwrap_err() {
            ProofFileError::NotAProof | ProofFileError::Damaged { .. } => {}
            error => panic!("{error}"),
        }
    };
    for place in (0..kept.len()).step_by(97).chain(0..60) {
        refused(&kept[..place]);
        let mut bytes = kept.clone();
        bytes[place] ^= 1 << (place % 8);
        refused(&bytes);
    }
    refused(&[&kept[..], b"x"].concat());
}
