//! The classic computer players.

use super::*;
use crate::console::standard::SystemClock;
use crate::engine::bots::{self, Levels as _, Thinking};
use crate::games::three_dragons::levels::{computer_turns, normal_turns};
use crate::model::{History, StopSignal};

fn texts(turns: &[Turn]) -> Vec<String> {
    turns.iter().map(|turn| GAME.write_move(*turn)).collect()
}

fn of_move(turns: &[Turn], from_to: &str) -> Vec<String> {
    texts(turns).into_iter().filter(|text| text.starts_with(from_to)).collect()
}

#[test]
fn computers_capture_custodially_where_they_can() {
    let both = read("#7#/9/3D5/9/*3*3*/1Ae1b4/3b5/9/#4ee1# w");
    assert_eq!(of_move(&both.moves(), "d3d6"), ["d3d6", "d3d6*d", "d3d6*r"]);
    assert_eq!(of_move(&computer_turns(&both), "d3d6"), ["d3d6"]);
    let strength = read("#7#/9/3D5/9/*3*3*/4b4/3b5/9/#A3ee1# w");
    assert_eq!(of_move(&computer_turns(&strength), "d3d6"), ["d3d6*d", "d3d6*r"]);
}

#[test]
fn computers_know_every_move() {
    let mut chance = Chance::from_seed(1);
    for seed in 0..50 {
        let mut position = GAME.start();
        for _ in 0..seed * 4 {
            let Some(turn) = chance.pick(&position.moves()).copied() else { break };
            position = position.after(turn);
        }
        let pairs = |turns: Vec<Turn>| {
            turns.into_iter().map(|turn| (turn.from, turn.to)).collect::<std::collections::BTreeSet<_>>()
        };
        let turns = computer_turns(&position);
        assert!(turns.iter().all(|turn| position.check_move(*turn).is_ok()));
        assert_eq!(pairs(turns), pairs(position.moves()));
    }
}

#[test]
fn normal_takes_the_best_difference_of_pieces() {
    let two_or_one = read("#7#/9/9/3A5/*2e*3*/1Ae1A4/4e4/4e4/#7# w");
    assert_eq!(texts(&normal_turns(&two_or_one)), ["e6d6"], "two captures are more than one");
    let dragon_or_capture = read("#7#/9/9/A8/*1A1*3*/A3A4/4e4/9/#3Aee1# w");
    let best = texts(&normal_turns(&dragon_or_capture));
    assert!(best.contains(&"c5b5".to_owned()), "a dragon is worth a capture: {best:?}");
    let quiet = GAME.start();
    assert_eq!(normal_turns(&quiet), quiet.moves(), "nothing to win: any move");
}

#[test]
fn every_level_plays_legal_turns_and_every_best_turn() {
    let names: Vec<&str> = GAME.levels().iter().map(|level| level.name).collect();
    assert_eq!(names, ["easy", "normal"]);
    let position = read("#7#/9/3D5/9/*3*3*/4b4/3b5/9/#A3ee1# w");
    let history = History::new(position);
    let stop = StopSignal::new();
    let mut chance = Chance::from_seed(3);
    let mut played = |name: &str| {
        let mut bot = bots::make(&GAME, name).unwrap();
        let choose =
            |_| bot.choose(&history, &mut Thinking::new(&mut chance, &stop, &SystemClock::new())).unwrap();
        (0..2000).map(choose).collect::<std::collections::BTreeSet<Turn>>()
    };
    let set = |turns: Vec<Turn>| turns.into_iter().collect::<std::collections::BTreeSet<Turn>>();
    assert_eq!(played("easy"), set(computer_turns(&position)));
    assert_eq!(played("normal"), set(normal_turns(&position)));
}
