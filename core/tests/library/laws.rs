//! Properties of the rules of every game, checked in random games of all variants and of the game in
//! `examples/own_game.rs`. New games are covered automatically.

#[allow(dead_code, reason = "the tests need only the game itself")]
#[path = "../../examples/own_game.rs"]
pub(crate) mod own_game;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use cygnet_core::engine::perft::{divide, perft};
use cygnet_core::games::ugly_duck::CLASSIC;
use cygnet_core::games::{self, AnyGame, AnyPosition, AnyRefusal, ErasedGame, FAMILIES};
use cygnet_core::model::{Evaluate, Game, GameRng, Mv, Position, Symmetry, images};
use cygnet_core::with_game;

use crate::common::{MAX_LISTED_MOVES, every_kind, moves, play, random_game, read};

/// Checks a law for every game through its erased type, and for the example game.
macro_rules! every_game {
    ($law:ident) => {
        every_kind().for_each(|game| $law(&game));
        $law(&own_game::Hexapawn);
    };
}

/// The maximum number of turns to check in a game.
const TURNS: usize = 40;

#[test]
fn names_open_the_same_game_again() {
    for family in FAMILIES {
        assert_eq!(family.examples.first(), Some(&family.id), "the default variant comes first");
        for name in family.examples {
            assert_eq!(games::open(name).unwrap().name(), *name);
            assert_eq!(games::open(&name.to_uppercase()).unwrap().name(), *name);
        }
        for options in ["nonsense", "\u{1b}[2J\0x\u{7f}"] {
            let error = games::open(&format!("{}:{options}", family.id)).unwrap_err().to_string();
            assert!(!error.chars().any(char::is_control), "{error:?}");
        }
    }
    for (name, short) in [("uglyduck-xl:5x5", "uglyduck-xl"), ("qawale:8", "qawale")] {
        assert_eq!(games::open(name).unwrap().name(), short);
    }
    for wrong in ["uglyduck-xl:2x2", "qawale:9", "qawale:010", "qawale:8,10", "three-dragons:full"] {
        assert!(games::open(wrong).is_err(), "{wrong}");
    }
    assert!(games::open("qawale:9").unwrap_err().hint().contains("qawale:10"));
    let error = games::open("three-dragons:full").unwrap_err().to_string();
    assert_eq!(error, "game \"three-dragons:full\": Three Dragons has no option \"full\"");
}

#[test]
fn an_erased_game_agrees_with_the_game_inside() {
    fn law<G: ErasedGame>(game: &G, any: &AnyGame) {
        let (mut position, mut other) = (game.start(), any.start());
        let (mut rng, mut other_rng) = (GameRng::from_seed(12), GameRng::from_seed(12));
        for _ in 0..TURNS {
            assert_eq!(*G::position(&other), position);
            assert_eq!(other.to_string(), position.to_string());
            assert_eq!((other.to_move(), other.outcome()), (position.to_move(), position.outcome()));
            assert_eq!(
                (other.hash_key(), other.max_remaining_plies()),
                (position.hash_key(), position.max_remaining_plies())
            );
            if position.outcome().is_some() {
                return;
            }
            assert_eq!(other.evaluate(), position.evaluate());
            assert_eq!(other.evaluate_handcrafted(), position.evaluate_handcrafted());
            assert_eq!(other.evaluate_static(), position.evaluate_static());
            assert_eq!(other.winning_move().map(G::downcast_move), position.winning_move());
            assert_eq!(position.has_winning_move(), position.winning_move().is_some());
            assert_eq!(other.has_winning_move(), position.has_winning_move());
            assert_eq!((other.count_moves(), other.has_moves()), (position.count_moves(), true));
            let mv = position.random_move(&mut rng).unwrap();
            let same = other.random_move(&mut other_rng).unwrap();
            assert_eq!((G::downcast_move(same), same.to_string()), (mv, mv.to_string()));
            assert_eq!(any.is_progress(&other, same), game.is_progress(&position, mv));
            assert_eq!(other.check_move(same), Ok(()));
            (position, other) = (position.after(mv), other.after(same));
        }
    }
    every_kind().for_each(|any| with_game!(&any, game => law(game, &any)));
    let (one, other) = (games::open("uglyduck").unwrap(), games::open("qawale").unwrap());
    let foreign = other.start().moves()[0];
    assert_eq!(one.start().check_move(foreign), Err(AnyRefusal::Foreign));
}

#[test]
fn positions_and_moves_round_trip() {
    fn law<G: Game>(game: &G) {
        let mut rng = GameRng::from_seed(1);
        random_game(game, &mut rng, TURNS, |position, moves| {
            let text = position.to_string();
            assert_eq!(read(game, &text), *position, "{}: {text}", game.name());
            let texts: BTreeSet<&String> = moves.iter().map(|(mv, _)| mv).collect();
            assert_eq!(texts.len(), moves.len(), "{}: a move is listed twice in {text}", game.name());
            for (mv, after) in moves.iter().take(200) {
                let played = play(game, position, mv).unwrap();
                assert_eq!(&played.to_string(), after, "{}: {mv} in {text}", game.name());
            }
        });
    }
    every_game!(law);
}

#[test]
fn moves_not_generated_are_refused() {
    fn law<G: Game>(game: &G) {
        let mut rng = GameRng::from_seed(2);
        let mut pool = BTreeSet::new();
        for _ in 0..2 {
            random_game(game, &mut rng, TURNS, |_, moves| {
                pool.extend(moves.iter().take(300).map(|(mv, _)| mv.clone()));
            });
        }
        random_game(game, &mut rng, TURNS, |position, moves| {
            let listed: BTreeSet<&String> = moves.iter().map(|(mv, _)| mv).collect();
            if moves.len() >= MAX_LISTED_MOVES {
                return;
            }
            let text = position.to_string();
            for mv in &pool {
                let accepted = play(game, position, mv).is_some();
                assert_eq!(accepted, listed.contains(mv), "{}: {mv} in {text}", game.name());
                let mv = game.read_move(mv).unwrap();
                let wanted = position.check_move(mv).map(|()| position.after(mv));
                assert_eq!(position.play(mv), wanted, "{}: {mv} in {text}", game.name());
            }
        });
    }
    every_game!(law);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic = "is illegal in"]
fn an_illegal_move_panics_with_debug_assertions() {
    let _ = CLASSIC.start().after(CLASSIC.read_move("a1c1").unwrap());
}

#[test]
fn passing_the_turn_changes_only_who_moves() {
    let mut passed = 0;
    for game in every_kind() {
        let (mut position, mut rng) = (game.start(), GameRng::from_seed(4));
        for _ in 0..TURNS {
            let Some(other) = position.with_turn_passed().filter(|_| position.outcome().is_none()) else {
                break;
            };
            assert_eq!(other.to_move(), position.to_move().opponent());
            assert_eq!(other.with_turn_passed().as_ref(), Some(&position));
            let board = |position: &AnyPosition| {
                position.to_string().rsplit_once(' ').map(|(board, _)| board.to_owned())
            };
            assert_eq!(board(&other), board(&position));
            assert!(other.moves().into_iter().all(|mv| other.check_move(mv).is_ok()));
            passed += 1;
            let Some(mv) = position.random_move(&mut rng) else { break };
            position = position.after(mv);
        }
    }
    assert!(passed > TURNS, "{passed}");
}

/// The keys of a few thousand positions of a game would only collide if they were not as good as random.
#[test]
fn different_positions_have_different_keys() {
    for game in every_kind() {
        let mut rng = GameRng::from_seed(12);
        let mut owners = HashMap::new();
        let mut check = |position: &AnyPosition| {
            let text = position.to_string();
            let owner = owners.entry(position.hash_key()).or_insert(text.clone());
            assert_eq!(owner, &text, "{}", game.name());
        };
        let mut position = game.start();
        for _ in 0..TURNS {
            let Some(mv) = position.random_move(&mut rng).filter(|_| position.outcome().is_none()) else {
                break;
            };
            let moves = moves(&position);
            moves.iter().take(100).for_each(|mv| check(&position.after(*mv)));
            position.with_turn_passed().iter().for_each(&mut check);
            position = position.after(mv);
        }
    }
}

#[test]
fn counts_and_random_moves_agree_with_the_move_list() {
    fn law<G: Game>(game: &G) {
        let (mut rng, mut draws) = (GameRng::from_seed(3), GameRng::from_seed(10));
        random_game(game, &mut rng, TURNS, |position, moves| {
            assert_eq!(perft(position, 0), 1);
            if moves.len() >= MAX_LISTED_MOVES {
                return;
            }
            let label = format!("{}: {}", game.name(), position);
            assert_eq!(perft(position, 1), moves.len() as u64, "{label}");
            assert_eq!(
                position.terminal_outcome().is_none() && position.has_moves(),
                !moves.is_empty(),
                "{label}"
            );
            assert_eq!(divide(position, 1).len(), moves.len(), "{label}");
            if moves.len() <= 500 {
                let after = |text: &str| perft(&read(game, text), 1);
                let sum: u64 = moves.iter().map(|(_, text)| after(text)).sum();
                assert_eq!(perft(position, 2), sum, "{label}");
            }
            let listed = if moves.is_empty() { Vec::new() } else { position.moves() };
            for _ in 0..50 {
                let drawn = if moves.is_empty() { None } else { position.random_move(&mut draws.clone()) };
                assert_eq!(drawn, draws.pick(&listed).copied(), "{label}");
            }
        });
    }
    every_game!(law);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn no_noisy_move_is_missed() {
    fn law<G: Game<Position: Evaluate>>(game: &G) {
        let mut rng = GameRng::from_seed(6);
        for _ in 0..20 {
            let mut position = game.start();
            while let Some(mv) = position.random_move(&mut rng).filter(|_| position.outcome().is_none()) {
                let mut found = Vec::new();
                let _ = position.visit_noisy_moves(|mv| {
                    found.push(mv);
                    ControlFlow::<()>::Continue(())
                });
                found.retain(|mv| position.move_priority(*mv) > 0);
                let mut wanted = position.moves();
                wanted.retain(|mv| position.move_priority(*mv) > 0);
                assert_eq!(found, wanted, "{}: {}", game.name(), position);
                position = position.after(mv);
            }
        }
    }
    every_game!(law);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn mirrored_positions_are_equivalent() {
    fn law<G: Game>(game: &G) {
        let mut rng = GameRng::from_seed(6);
        random_game(game, &mut rng, TURNS, |position, moves| {
            if moves.len() >= MAX_LISTED_MOVES {
                return;
            }
            let text = position.to_string();
            let all = images(&text, game.symmetries());
            assert!(all.contains(&text));
            for image in &all {
                let seen = read(game, image);
                assert_eq!(seen.to_string(), *image, "{}: {text}", game.name());
                assert_eq!(images(image, game.symmetries()), all, "{}: {text}", game.name());
                assert_eq!(seen.count_moves(), position.count_moves(), "{}: {text}, {image}", game.name());
                let results = |position: &G::Position| {
                    let after = position.moves().into_iter().map(|mv| position.after(mv));
                    after.filter(|after| after.terminal_outcome().is_some()).count()
                };
                assert_eq!(results(&seen), results(position), "{}: {text}, {image}", game.name());
            }
        });
    }
    every_game!(law);
}

#[test]
fn every_reflection_that_keeps_the_rules_is_listed() {
    fn keeps_rules<G: Game>(game: &G, position: &G::Position, image: &str) -> bool {
        let moves_and_results = |position: &G::Position| {
            let moves = position.moves();
            let is_result = |mv: &&Mv<G>| position.after(**mv).terminal_outcome().is_some();
            (moves.len(), moves.iter().filter(is_result).count())
        };
        game.read_position(image).is_ok_and(|seen| moves_and_results(&seen) == moves_and_results(position))
    }
    fn law<G: Game>(game: &G) {
        let mut positions = Vec::new();
        for seed in 0..3 {
            random_game(game, &mut GameRng::from_seed(seed), TURNS, |position, moves| {
                if moves.len() < MAX_LISTED_MOVES {
                    positions.push((position.clone(), position.to_string()));
                }
            });
        }
        for bits in 1..8 {
            let [columns, rows, transposed] = [1, 2, 4].map(|bit| bits & bit != 0);
            let reflection = Symmetry { columns, rows, transposed, exchange: None };
            let all_images = |text: &str| images(text, &[reflection]);
            let is_kept = positions.iter().all(|(position, text)| {
                all_images(text).iter().all(|image| keeps_rules(game, position, image))
            });
            let is_listed = |text: &str| all_images(text).is_subset(&images(text, game.symmetries()));
            assert!(
                !is_kept || positions.iter().all(|(_, text)| is_listed(text)),
                "{}: {reflection:?}",
                game.name()
            );
        }
    }
    // Options can remove differences that random games do not show: a corner that wins, for example.
    FAMILIES.iter().for_each(|family| law(&games::open(family.id).unwrap()));
    law(&own_game::Hexapawn);
}

#[test]
fn both_players_see_the_same_features_when_the_sides_are_swapped() {
    fn features<P: Evaluate>(position: &P) -> BTreeSet<usize> {
        let mut features = BTreeSet::new();
        position.visit_features(|feature| assert!(features.insert(feature), "twice"));
        assert!(features.iter().all(|feature| *feature < position.feature_count()));
        features
    }
    fn law<G: Game<Position: Evaluate>>(game: &G) {
        let mut rng = GameRng::from_seed(7);
        random_game(game, &mut rng, TURNS, |position, _| {
            let text = position.to_string();
            let images: Vec<G::Position> =
                images(&text, game.symmetries()).iter().map(|image| read(game, image)).collect();
            let mut swapped = images.iter().filter(|image| image.to_move() != position.to_move()).peekable();
            let seen = features(position);
            assert!(swapped.peek().is_none() || swapped.any(|image| features(image) == seen), "{text}");
        });
    }
    every_kind().for_each(|game| with_game!(&game, game => law(game)));
}

#[test]
fn a_game_ends_when_there_are_no_moves_and_then_refuses_all() {
    fn law<G: Game>(game: &G) {
        let (mut rng, mut last, mut played) = (GameRng::from_seed(4), game.start(), Vec::new());
        while played.len() < 1_000 {
            let legal = moves(&last);
            assert_eq!(last.outcome().is_some(), legal.is_empty(), "{}", last);
            let Some(mv) = rng.pick(&legal).copied() else { break };
            played.push(mv.to_string());
            last = last.after(mv);
        }
        if last.outcome().is_some() {
            assert_eq!(perft(&last, 1), 0);
            let text = last.to_string();
            assert!(played.iter().all(|mv| play(game, &last, mv).is_none()), "{}: {text}", game.name());
        }
    }
    every_game!(law);
}

#[test]
fn a_number_wider_than_any_board_stays_in_an_image() {
    let text = "99999999999/5 1";
    assert!(images(text, &[Symmetry::MIRROR]).into_iter().eq([text]));
}
