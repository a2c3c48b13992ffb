//! The classic computer players.

use super::*;
use crate::engine::bots::{self, BotCatalog as _, MoveContext};
use crate::games::three_dragons::levels::{computer_moves, normal_moves};
use crate::model::SystemClock;
use crate::model::{History, StopSignal};

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.to_string()).collect()
}

fn of_move(moves: &[Move], from_to: &str) -> Vec<String> {
    texts(moves).into_iter().filter(|text| text.starts_with(from_to)).collect()
}

#[test]
fn computers_capture_custodially_if_they_can() {
    let both = read("#7#/9/3D5/9/*3*3*/1Ae1b4/3b5/9/#4ee1# w");
    assert_eq!(of_move(&both.moves(), "d3d6"), ["d3d6", "d3d6*d", "d3d6*r"]);
    assert_eq!(of_move(&computer_moves(&both), "d3d6"), ["d3d6"]);
    let strength = read("#7#/9/3D5/9/*3*3*/4b4/3b5/9/#A3ee1# w");
    assert_eq!(of_move(&computer_moves(&strength), "d3d6"), ["d3d6*d", "d3d6*r"]);
}

#[test]
fn computers_know_every_move() {
    let mut rng = GameRng::from_seed(1);
    for seed in 0..50 {
        let mut position = GAME.start();
        for _ in 0..seed * 4 {
            let Some(mv) = rng.pick(&position.moves()).copied() else { break };
            position = position.after(mv);
        }
        let pairs = |moves: Vec<Move>| {
            moves.into_iter().map(|mv| (mv.from, mv.to)).collect::<std::collections::BTreeSet<_>>()
        };
        let moves = computer_moves(&position);
        assert!(moves.iter().all(|mv| position.check_move(*mv).is_ok()));
        assert_eq!(pairs(moves), pairs(position.moves()));
    }
}

#[test]
fn normal_chooses_the_best_difference_of_pieces() {
    let two_or_one = read("#7#/9/9/3A5/*2e*3*/1Ae1A4/4e4/4e4/#7# w");
    assert_eq!(texts(&normal_moves(&two_or_one)), ["e6d6"], "two captures are better than one");
    let dragon_or_capture = read("#7#/9/9/A8/*1A1*3*/A3A4/4e4/9/#3Aee1# w");
    let best = texts(&normal_moves(&dragon_or_capture));
    assert!(best.contains(&"c5b5".to_owned()), "a dragon is worth as much as a capture: {best:?}");
    let quiet = GAME.start();
    assert_eq!(normal_moves(&quiet), quiet.moves(), "any move if there is nothing to gain");
}

#[test]
fn every_level_plays_legal_turns_and_every_best_turn() {
    let names: Vec<&str> = GAME.classic_bots().iter().map(|level| level.name).collect();
    assert_eq!(names, ["easy", "normal"]);
    let position = read("#7#/9/3D5/9/*3*3*/4b4/3b5/9/#A3ee1# w");
    let history = History::new(position);
    let stop = StopSignal::new();
    let mut rng = GameRng::from_seed(3);
    let mut played = |name: &str| {
        let mut bot = bots::make(&GAME, name).unwrap();
        let choose = |_| {
            bot.choose(&GAME.view(&history), &mut MoveContext::new(&mut rng, &stop, &SystemClock::new()))
                .unwrap()
        };
        (0..2000).map(choose).collect::<std::collections::BTreeSet<Move>>()
    };
    let set = |moves: Vec<Move>| moves.into_iter().collect::<std::collections::BTreeSet<Move>>();
    assert_eq!(played("easy"), set(computer_moves(&position)));
    assert_eq!(played("normal"), set(normal_moves(&position)));
}
