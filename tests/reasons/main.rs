//! Reasons: every fact that is stated about a turn is verified here independently, and the share of mistakes
//! that get a reason is measured.

mod coverage;
#[path = "../../core/tests/common/samples.rs"]
mod samples;
mod verify;

use cygnet::analysis::reasons::{explained_hint, explained_turn};
use cygnet::analysis::review::{AssessmentLimits, Assessor, Knowledge};
use cygnet::engine::bots::{self, EngineGame as _, MoveContext};
use cygnet::engine::reasons::Patterns;
use cygnet::games::{self, AnyGame, AnyMove, AnyPosition, FAMILIES};
use cygnet::model::{Game as _, GameRng, History, Position as _, StopSignal, SystemClock};
use cygnet::words::reasons::sentence;

/// Returns the number in an environment variable, or `default`.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Plays a move of the bot with this name.
fn bot_move(
    game: &AnyGame,
    name: &str,
    history: &History<AnyPosition>,
    rng: &mut GameRng,
) -> Option<AnyMove> {
    let (stop, clock) = (StopSignal::new(), SystemClock::new());
    let mut bot = bots::make(game, name).unwrap();
    bot.choose(&game.view(history), &mut MoveContext::new(rng, &stop, &clock))
}

/// Verifies the facts about a turn, and about the best move of its position. Returns their patterns.
fn verified_patterns(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    assessor: &Assessor<'_>,
) -> Vec<&'static str> {
    let Some(assessed) = assessor.assess_turn(history.current(), mv) else { return Vec::new() };
    let turn = explained_turn(history, &assessed);
    let hints = assessor.assess(history.current(), &mut |_, _| {});
    let hint = hints.and_then(|all| explained_hint(history, all.best(), &all));
    let mut known = Vec::new();
    for turn in [Some(turn), hint].into_iter().flatten() {
        for fact in game.reasons(&turn) {
            let text = sentence(game, history, &turn, &fact, 0);
            assert!(text.is_some(), "no words for {}", fact.pattern);
            let position = history.current().to_string();
            if let Err(problem) = verify::check(game, &turn, &fact) {
                panic!("{}: {position}: {problem}: {fact:?}: {text:?}", game.name());
            }
            known.push(fact.pattern);
        }
    }
    known
}

#[test]
fn every_fact_about_a_turn_is_true() {
    let turns = samples::samples(3);
    let limits = AssessmentLimits { nodes: 3_000, proof: 1_000, threads: 1, ..AssessmentLimits::ADVICE };
    for (name, index) in FAMILIES.iter().flat_map(|family| family.examples).zip(0..) {
        let game = &games::open(name).unwrap();
        let mut rng = GameRng::with_stream(setting("CYGNET_SEED", 1), index);
        let (stop, mut asked, mut known) = (StopSignal::new(), 0, Vec::new());
        while asked < turns {
            let (knowledge, mut history) = (Knowledge::default(), History::new(game.start()));
            let assessor = Assessor::new(game, limits, &stop, &knowledge);
            let bot = ["random", "level:2", "level:5"][rng.below(3)];
            // Few games are long, and the last turns have the most facts.
            while asked < turns && history.plies() < 150 && history.current().outcome().is_none() {
                let Some(next) = bot_move(game, bot, &history, &mut rng) else { break };
                if rng.below(3) == 0 {
                    let asked_about = history.current().random_move(&mut rng).unwrap_or(next);
                    known.extend(verified_patterns(game, &history, asked_about, &assessor));
                    asked += 1;
                }
                history.play(next);
            }
        }
        known.sort_unstable();
        let patterns: Vec<_> = game.reason_patterns().into_iter().flat_map(Patterns::list).collect();
        assert!(known.iter().all(|known| patterns.iter().any(|pattern| pattern.name == *known)));
        println!("{name}: {asked} turns, {} facts: {:?}", known.len(), coverage::counted(&known));
    }
}
