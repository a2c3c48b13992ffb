//! Measures how many blunders get a reason.

use std::collections::BTreeMap;

use cygnet::analysis::review::{AssessmentLimits, Assessor, Knowledge, ReviewedTurn, review};
use cygnet::games::{self, FAMILIES};
use cygnet::model::{Game as _, GameRng, History, Mark, Position as _, StopSignal};

use super::{bot_move, setting};

/// The weakest and the strongest level.
const LEVELS: std::ops::RangeInclusive<usize> = 2..=5;
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
    blunders: usize,
    explained: usize,
    patterns: Vec<&'static str>,
    unexplained: Vec<String>,
}

impl Coverage {
    fn add(&mut self, turn: &ReviewedTurn, position: String) {
        self.blunders += 1;
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

/// Prints the shares for `dev/lab/reviews.md`, with the default limits of reviews. `CYGNET_REASON_GAMES` is the number
/// of games of each game, `CYGNET_REASON_NODES` the number of positions per turn; with `CYGNET_REASON_LIST`, turns
/// without a reason are listed.
#[test]
#[ignore = "takes an hour"]
fn most_blunders_get_a_reason_in_every_game() {
    let nodes = setting("CYGNET_REASON_NODES", AssessmentLimits::ADVICE.nodes);
    let limits = AssessmentLimits { nodes, proof: nodes / 10, ..AssessmentLimits::ADVICE };
    let mut too_few = Vec::new();
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
            for turn in reviewed.turns.iter().filter(|turn| turn.mark() == Some(Mark::Blunder)) {
                coverage.add(turn, history.at(turn.number - 1).to_string());
            }
        }
        too_few.extend((coverage.explained * 10 < coverage.blunders * 7).then_some(family.id));
        println!(
            "{}: {} of {}: {:?}",
            family.id,
            coverage.explained,
            coverage.blunders,
            counted(&coverage.patterns)
        );
        if setting("CYGNET_REASON_LIST", 0) > 0 {
            coverage.unexplained.iter().for_each(|turn| println!("  {turn}"));
        }
    }
    assert!(too_few.is_empty(), "{too_few:?}");
}
