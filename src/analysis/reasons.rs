//! Why a turn is bad, in one or two sentences. Each is a fact that was verified on the line of moves it names.

use serde::Serialize;

use crate::engine::bots::EngineGame as _;
use crate::engine::reasons::{ExplainedTurn, Fact, Replay, TurnLine};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Eval, History};
use crate::words::reasons::{sentence, sentence_after};

use super::advice::MAX_LINE_MOVES;
use super::assessment::{Assessment, RatedMove, TurnAssessment};

/// The maximum number of reasons for a turn.
const MAX_REASONS: usize = 2;

/// A reason in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonText {
    /// The name of the pattern; `docs/review.md` lists them.
    pub pattern: &'static str,
    /// A sentence.
    pub text: String,
    /// The line on which it shows: what the turn allows, or what the better turn does.
    #[serde(skip)]
    pub line: TurnLine,
}

/// Returns the lines of an assessed turn from the current position of `history`, for the patterns.
pub fn explained_turn(
    history: &History<AnyPosition>,
    assessed: &TurnAssessment,
) -> ExplainedTurn<AnyPosition> {
    let before = history.current();
    let better = if assessed.has_better() { assessed.best.line.moves.as_slice() } else { &[] };
    ExplainedTurn {
        played: Replay::new(before, &assessed.played.line.moves),
        better: Replay::new(before, better),
        value_before: assessed.before,
        value_after: assessed.after(),
    }
}

/// Returns the reasons why the assessed turn, played in the current position of `history`, is not the best one:
/// what it allows, or what the better turn does. May be empty.
pub fn reasons(game: &AnyGame, history: &History<AnyPosition>, assessed: &TurnAssessment) -> Vec<ReasonText> {
    let turn = explained_turn(history, assessed);
    let texts = chosen(game.reasons(&turn)).into_iter().filter_map(|fact| {
        let text = sentence(game, history, &turn, &fact)?;
        Some(ReasonText { pattern: fact.pattern, text, line: fact.evidence.line })
    });
    texts.collect()
}

/// Returns the lines that show why `best` is the best move of the current position of `history`: its own and, to compare
/// it with, that of the worst move; `None` if there is only one move.
pub fn explained_hint(
    history: &History<AnyPosition>,
    best: &RatedMove,
    all: &Assessment,
) -> Option<ExplainedTurn<AnyPosition>> {
    let before = history.current();
    let worst = all.moves.last().filter(|worst| worst.mv() != best.mv())?;
    Some(ExplainedTurn {
        played: Replay::new(before, &worst.line.moves),
        better: Replay::new(before, &best.line.moves),
        value_before: best.eval,
        value_after: worst.eval,
    })
}

/// Says what the best move leads to, as a sentence; `None` if no fact is known, or if the value of the move says it.
pub fn hint_reason(
    game: &AnyGame,
    history: &History<AnyPosition>,
    best: &RatedMove,
    all: &Assessment,
) -> Option<String> {
    if best.eval.is_loss() || best.eval == Eval::Won(Some(1)) {
        return None;
    }
    let turn = explained_hint(history, best, all)?;
    let mut facts = game.reasons(&turn).into_iter().filter(|fact| fact.evidence.line == TurnLine::Better);
    // The hint names the first moves of the line.
    let named = turn.better.plies().min(MAX_LINE_MOVES);
    facts.find_map(|fact| sentence_after(game, history, &turn, &fact, named))
}

/// Chooses the facts to state: the strongest, then one that shows at another point of the lines. Those of the turn
/// come first, in the order of its line.
fn chosen(facts: Vec<Fact>) -> Vec<Fact> {
    let mut chosen: Vec<Fact> = Vec::new();
    for fact in facts {
        let point = |fact: &Fact| (fact.evidence.line, fact.evidence.plies);
        // One sentence about the better turn is enough.
        let is_new = |other: &Fact| match fact.evidence.line {
            TurnLine::Better => other.evidence.line != TurnLine::Better,
            TurnLine::Played => point(other) != point(&fact),
        };
        if chosen.len() < MAX_REASONS && chosen.iter().all(is_new) {
            chosen.push(fact);
        }
    }
    chosen.sort_by_key(|fact| (fact.evidence.line, fact.evidence.plies));
    chosen
}

/// Writes reasons as sentences that follow another sentence.
pub fn sentences(reasons: &[ReasonText]) -> String {
    reasons.iter().map(|reason| format!(" {}", reason.text)).collect()
}
