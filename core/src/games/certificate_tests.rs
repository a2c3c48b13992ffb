//! Certificates of small boards: they prove the known winner, and damage is never accepted.

use crate::engine::bots::EngineGame as _;
use crate::engine::certificate::{
    BitReader, Certificate, CertificateError, CertifySettings, Choice, Claim, Step, WalkError, walk,
};
use crate::engine::solver::ProofLimits;
use crate::games;
use crate::model::{Game as _, GameRng, Player, Position as _, StopSignal};
use crate::samples::{is_sampled, samples};

fn certificate(game: &games::AnyGame, position: &str, choice: Choice) -> Certificate {
    let stop = StopSignal::new();
    let settings = CertifySettings { claim: None, choice, bytes: 1 << 24, threads: 1, stop: &stop };
    game.certify(&game.read_position(position).unwrap(), &settings, &mut |_| {}).unwrap()
}

const CHOICES: [Choice; 4] =
    [Choice::First, Choice::FewestAnswers, Choice::FewestPositions(0), Choice::FewestPositions(2)];

/// Boards, with the player who wins according to `docs/solved.md`.
const BOARDS: [(&str, Player); 4] = [
    ("uglyduck-xl:3x3", Player::Two),
    ("uglyduck-xl:4x3", Player::One),
    ("uglyduck-xl:3x4", Player::One),
    ("uglyduck-xl:3x5", Player::Two),
];

#[test]
fn every_choice_makes_a_valid_certificate_of_the_known_winner() {
    let mut cases = 0..;
    for (name, winner) in BOARDS {
        let game = games::open(name).unwrap();
        let start = game.start().to_string();
        for choice in CHOICES.into_iter().filter(|_| is_sampled(cases.next().unwrap(), 3)) {
            let made = certificate(&game, &start, choice);
            assert_eq!(made.claim, Claim::Wins(winner), "{name} {choice:?}");
            let verified = game.verify_certificate(&made).unwrap();
            assert_eq!(verified.positions, made.positions, "{name} {choice:?}");
            assert!(verified.answers >= made.positions, "{name} {choice:?}");
            if name == BOARDS[0].0 {
                assert_eq!(certificate(&game, &start, choice), made, "{choice:?}");
            }
        }
    }
}

#[test]
fn bytes_are_read_as_they_were_written() {
    let game = games::open("uglyduck-xl:3x3").unwrap();
    let made = certificate(&game, "DDD/3/ddd 1", Choice::First);
    let bytes = made.to_bytes();
    assert_eq!(Certificate::read(&bytes), Ok(made));
    let header =
        "cygnet certificate 1\ngame uglyduck-xl:3x3\nposition DDD/3/ddd 1\nclaim player 2 wins\nmoves ";
    assert!(bytes.starts_with(header.as_bytes()));
}

/// Whatever happens to the moves, the claim is only accepted if they are still a winning strategy. The
/// checksum is left out on purpose: a correct checksum must not be needed for safety.
#[test]
fn a_false_claim_is_never_accepted() {
    let mut rng = GameRng::from_seed(1);
    for (name, winner) in BOARDS {
        let game = games::open(name).unwrap();
        let start = game.start().to_string();
        let made = certificate(&game, &start, Choice::First);
        let false_claims = [Claim::Wins(winner.opponent()), Claim::Holds(winner.opponent())];
        for claim in false_claims {
            for _ in 0..samples(100) {
                let mut forged = Certificate { claim, ..made.clone() };
                forged.moves = (0..1 + rng.below(40)).map(|_| rng.below(256) as u8).collect();
                forged.positions = rng.below(60) as u64;
                assert!(game.verify_certificate(&forged).is_err(), "{name} {claim:?}");
            }
        }
    }
}

#[test]
fn flipped_bits_are_refused_by_the_checksum() {
    let game = games::open("uglyduck-xl:3x4").unwrap();
    let bytes = certificate(&game, "DDD/3/3/ddd 1", Choice::First).to_bytes();
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(Certificate::read(&damaged).is_err(), "bit {bit}");
    }
}

/// Flips random bits of the moves, with the right checksum. A changed strategy may still win; then the prover
/// must agree about every move.
#[test]
fn changed_moves_are_refused_or_still_win() {
    let game = games::open("uglyduck-xl:3x4").unwrap();
    let made = certificate(&game, "DDD/3/3/ddd 1", Choice::FewestPositions(2));
    let mut prover = game.thorough_prover(1 << 24).unwrap();
    let (mut rng, stop, mut accepted) = (GameRng::from_seed(1), StopSignal::new(), 0);
    for _ in 0..samples(150) {
        let mut changed = made.clone();
        let bit = rng.below(8 * changed.moves.len());
        changed.moves[bit / 8] ^= 1 << (bit % 8);
        let Ok(_) = game.verify_certificate(&changed) else { continue };
        accepted += 1;
        let mut bits = BitReader::new(&changed.moves);
        let limits = ProofLimits::new(u64::MAX, &stop);
        let walked = walk(&game, &game.start(), changed.claim, |step: Step<'_, games::AnyPosition>| {
            let mv = step.moves[bits.read(step.moves.len()).unwrap()];
            let proof = prover.prove(&step.position.after(mv), limits, &mut |_| {});
            assert_eq!(proof.outcome.map(|outcome| changed.claim.is_met_by(outcome)), Some(true));
            Ok::<_, WalkError>(mv)
        });
        assert!(walked.is_ok());
    }
    assert!((1..samples(140)).contains(&accepted), "{accepted}");
}

#[test]
fn a_draw_in_qawale_is_proven_for_both_sides() {
    let game = games::open("qawale").unwrap();
    let start = game.read_position("d,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4").unwrap();
    let stop = StopSignal::new();
    for player in Player::BOTH {
        let claim = Some(Claim::Holds(player));
        let choice = Choice::FewestPositions(0);
        let settings = CertifySettings { claim, choice, bytes: 1 << 24, threads: 1, stop: &stop };
        let made = game.certify(&start, &settings, &mut |_| {}).unwrap();
        assert_eq!(game.verify_certificate(&made).unwrap().positions, made.positions);
        let wins = Certificate { claim: Claim::Wins(player), ..made };
        assert!(game.verify_certificate(&wins).is_err());
    }
}

/// Replaces the number of positions, adds bytes and drops bytes.
#[test]
fn a_certificate_has_exactly_the_positions_that_it_claims() {
    let game = games::open("uglyduck-xl:3x4").unwrap();
    let made = certificate(&game, "DDD/3/3/ddd 1", Choice::First);
    let verify = |made: &Certificate| game.verify_certificate(made);
    for positions in [0, 1, made.positions - 1, made.positions + 1, u64::MAX] {
        let forged = Certificate { positions, ..made.clone() };
        assert!(verify(&forged).is_err());
    }
    let mut longer = made.clone();
    longer.moves.push(0);
    assert_eq!(verify(&longer), Err(CertificateError::Long));
    let mut shorter = made;
    shorter.moves.pop();
    assert!(matches!(verify(&shorter), Err(CertificateError::Short(_))));
}

#[test]
fn mirror_images_have_one_representative() {
    let game = games::open("uglyduck-xl:4x5").unwrap();
    for (one, other) in [("1D1s/4/S2d/4/d3 1", "s1D1/4/d2S/4/3d 1"), ("D2D/4/4/4/1dd1 2", "D2D/4/4/4/1dd1 2")]
    {
        let [one, other] = [one, other].map(|text| game.read_position(text).unwrap());
        assert_eq!(game.representative(&one), game.representative(&other));
        assert!([&one, &other].contains(&&game.representative(&one)));
    }
}

#[test]
fn games_whose_positions_repeat_have_no_certificates() {
    let game = games::open("three-dragons").unwrap();
    let forged = Certificate {
        game: game.name(),
        position: game.start().to_string(),
        claim: Claim::Holds(Player::One),
        positions: 1,
        moves: vec![0],
    };
    assert_eq!(game.verify_certificate(&forged), Err(CertificateError::Strategy(WalkError::Repeats)));
}
