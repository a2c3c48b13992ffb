//! Why a turn is bad, in one or two sentences. Each is a fact that was verified on the line of moves it names.

use serde::Serialize;

use crate::engine::bots::EngineGame as _;
use crate::engine::reasons::{ExplainedTurn, Fact, TurnLine};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Eval, History};
use crate::words::moves::MAX_LINE_MOVES;
use crate::words::reasons::sentence;

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
    let line = |moves: &[AnyMove]| History::with_moves(history.current().clone(), moves.iter().copied());
    ExplainedTurn {
        played: line(&assessed.played.line.moves),
        better: line(assessed.better()),
        value_before: if assessed.before.is_loss() { of_try(&assessed.best) } else { assessed.before },
        value_after: assessed.after(),
    }
}

/// Returns the reasons why the assessed turn, played in the current position of `history`, is not the best one:
/// what it allows, or what the better turn does. May be empty.
///
/// The text above them names the turn and its answers, `named` moves in all; none if it is 0.
pub fn reasons(
    game: &AnyGame,
    history: &History<AnyPosition>,
    assessed: &TurnAssessment,
    named: usize,
) -> Vec<ReasonText> {
    let turn = explained_turn(history, assessed);
    let texts = chosen(game.reasons(&turn)).into_iter().filter_map(|fact| {
        let named = if fact.evidence.line == TurnLine::Played { named } else { 0 };
        let text = sentence(game, history, &turn, &fact, named)?;
        Some(ReasonText { pattern: fact.pattern, text, line: fact.evidence.line })
    });
    texts.collect()
}

/// Returns the value of a move; if it loses in an unknown number of turns, the estimate of the search.
fn of_try(best: &RatedMove) -> Eval {
    if best.eval == Eval::Lost(None) { Eval::Estimate(best.line.value) } else { best.eval }
}

/// Returns the lines that show why `best` is the best move of the current position of `history`: its own and, to compare
/// it with, that of the worst move; `None` if there is only one move.
pub fn explained_hint(
    history: &History<AnyPosition>,
    best: &RatedMove,
    all: &Assessment,
) -> Option<ExplainedTurn<AnyPosition>> {
    let line = |of: &RatedMove| History::with_moves(history.current().clone(), of.line.moves.iter().copied());
    let worst = all.moves.last().filter(|worst| worst.mv() != best.mv())?;
    Some(ExplainedTurn {
        played: line(worst),
        better: line(best),
        value_before: of_try(best),
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
    if matches!(best.eval, Eval::Lost(Some(_)) | Eval::Won(Some(1))) || best.winning_answers.is_some() {
        return None;
    }
    let turn = explained_hint(history, best, all)?;
    // The hint names the first moves of the line.
    let named = turn.better.plies().min(MAX_LINE_MOVES);
    // Most moves lose nothing at once, so that does not speak for one of them.
    let is_reason =
        |fact: &Fact| fact.evidence.line == TurnLine::Better && fact.pattern != "misses-safe-move";
    let is_shown = |fact: &Fact| is_reason(fact) && fact.evidence.plies <= named;
    let mut facts = game.reasons(&turn).into_iter().filter(is_shown);
    facts.find_map(|fact| sentence(game, history, &turn, &fact, named))
}

/// Chooses the facts to state: the strongest, then one that shows at another point of the lines. Those of the turn
/// come first, in the order of its line.
fn chosen(facts: Vec<Fact>) -> Vec<Fact> {
    let mut chosen: Vec<Fact> = Vec::new();
    for fact in facts {
        // One sentence about the better turn is enough, and what shows a move later is mostly the same thing.
        let is_new = |other: &Fact| match (fact.evidence.line, other.evidence.line) {
            (TurnLine::Better, TurnLine::Better) => false,
            (TurnLine::Played, TurnLine::Played) => fact.evidence.plies.abs_diff(other.evidence.plies) > 1,
            _ => true,
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
