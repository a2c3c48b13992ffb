//! Measures how many mistakes get a reason.

use std::collections::BTreeMap;

use cygnet::analysis::review::{AssessmentLimits, Assessor, Knowledge, ReviewedTurn, review};
use cygnet::games::{self, FAMILIES};
use cygnet::model::{Game as _, GameRng, History, Mark, Position as _, StopSignal};

use super::{bot_move, setting};

/// The weakest and the strongest level.
const LEVELS: std::ops::RangeInclusive<usize> = 2..=6;
/// The longest game.
const MAX_PLIES: usize = 200;

/// Counts equal names.
pub fn counted<'a>(names: &[&'a str]) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    names.iter().for_each(|name| *counts.entry(*name).or_default() += 1);
    counts
}

/// The numbers for one game.
#[derive(Default)]
struct Coverage {
    mistakes: usize,
    explained: usize,
    patterns: Vec<&'static str>,
    unexplained: Vec<String>,
}

impl Coverage {
    fn add(&mut self, turn: &ReviewedTurn, position: String) {
        self.mistakes += 1;
        self.explained += usize::from(!turn.reasons.is_empty());
        self.patterns.extend(turn.reasons.iter().map(|reason| reason.pattern));
        if turn.reasons.is_empty() {
            let line = turn.answer.canonical.join(" ");
            let better = turn.better.canonical.join(" ");
            let played = turn.played.canonical.concat();
            self.unexplained.push(format!(
                "{position}: {played}, {:?} to {:?}; answer {line}; better {better}",
                turn.before, turn.after
            ));
        }
    }
}

/// Prints the shares for `dev/lab/reviews.md`. `CYGNET_REASON_GAMES` is the number of games of each game,
/// `CYGNET_REASON_NODES` the number of positions per turn; with `CYGNET_REASON_LIST`, turns without a reason are
/// listed.
#[test]
#[ignore = "takes an hour"]
fn most_mistakes_get_a_reason() {
    let nodes = setting("CYGNET_REASON_NODES", 100_000);
    let limits = AssessmentLimits { nodes, proof: nodes / 10, ..AssessmentLimits::ADVICE };
    let mut all = [0; 2];
    for (seed, family) in (1..).zip(FAMILIES) {
        let game = &games::open(family.id).unwrap();
        let (stop, mut rng) = (StopSignal::new(), GameRng::from_seed(seed));
        let mut coverage = Coverage::default();
        for _ in 0..setting("CYGNET_REASON_GAMES", 40) {
            let levels = [0, 1].map(|_| format!("level:{}", LEVELS.start() + rng.below(LEVELS.count())));
            let mut history = History::new(game.start());
            while history.plies() < MAX_PLIES && history.current().outcome().is_none() {
                let level = &levels[history.current().to_move().index()];
                let Some(mv) = bot_move(game, level, &history, &mut rng) else { break };
                history.play(mv);
            }
            let knowledge = Knowledge::default();
            let assessor = Assessor::new(game, limits, &stop, &knowledge);
            let reviewed = review(game, &history, history.current().outcome(), &assessor, &mut |_| {});
            for turn in
                reviewed.turns.iter().filter(|turn| turn.mark().is_some_and(|mark| mark >= Mark::Mistake))
            {
                coverage.add(turn, game.write_position(history.at(turn.number - 1)));
            }
        }
        all = [all[0] + coverage.explained, all[1] + coverage.mistakes];
        println!(
            "{}: {} of {}: {:?}",
            family.id,
            coverage.explained,
            coverage.mistakes,
            counted(&coverage.patterns)
        );
        if setting("CYGNET_REASON_LIST", 0) > 0 {
            coverage.unexplained.iter().for_each(|turn| println!("  {turn}"));
        }
    }
    println!("all: {} of {}", all[0], all[1]);
    assert!(all[0] * 10 >= all[1] * 7, "{all:?}");
}
