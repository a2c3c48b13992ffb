//! Reviews a game from its end to its start, so that what is proven about a position is known when the turn that
//! led to it is rated.

use crate::analysis::assessment::{Assessor, TurnAssessment};
use crate::analysis::chance::may_have_kept_win;
use crate::analysis::reasons::reasons;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Outcome, Player, Position as _};
use crate::words::capitalised;
use crate::words::moves::typed_turns;

use super::{MoveTexts, Review, ReviewedTurn};

/// The maximum length of a line, in moves.
const MAX_LINE_MOVES: usize = 8;

/// The number of positions that each thread assesses, on average, between two reports of progress.
const POSITIONS_PER_THREAD: usize = 3;

/// Reviews the game of `history`. `outcome` is the result of the game, if it has one.
///
/// Calls `on_progress` before each turn with the finished turns, the last turn of the game first. What is found later can
/// change them. When the assessor is stopped, the review consists of the finished turns.
pub fn review(
    game: &AnyGame,
    history: &History<AnyPosition>,
    outcome: Option<Outcome>,
    assessor: &Assessor<'_>,
    on_progress: &mut dyn FnMut(&[ReviewedTurn]),
) -> Review {
    let plies = history.plies();
    // `later` is the turn after this one: the value before it is the value after this one.
    let rate = |number: usize, later: Option<&ReviewedTurn>| {
        let mut before = history.clone();
        before.undo(plies + 1 - number);
        let mv = history.moves()[number - 1];
        let position = before.current();
        let assessed = assessor.assess_turn(position, mv)?;
        let next = later.map_or_else(|| assessor.value(history.current()), |later| later.before);
        let is_seen_late = !assessed.is_blunder();
        Some(turn(game, &before, mv, &assessed.in_hindsight(next), is_seen_late))
    };
    // The finished turns, the last turn of the game first. What is found later can prove more about a turn.
    let rate_again = |turns: &mut [ReviewedTurn], index: usize| {
        let later = index.checked_sub(1).map(|later| &turns[later]);
        if let Some(again) = rate(turns[index].number, later) {
            turns[index] = again;
        }
    };
    let mut turns: Vec<ReviewedTurn> = Vec::new();
    // The first position that is prepared. The first batch is small, so that the first turn is soon rated.
    let (mut first, mut batch) = (plies + 1, assessor.threads());
    on_progress(&turns);
    for number in (1..=plies).rev() {
        if number <= first {
            let last = first;
            first = first.saturating_sub(batch).min(number - 1);
            batch = assessor.threads() * POSITIONS_PER_THREAD;
            assessor.prepare(&(first..last).rev().map(|ply| history.at(ply)).collect::<Vec<_>>());
        }
        let Some(reviewed) = rate(number, turns.last()).filter(|_| !assessor.is_stopped()) else { break };
        if let Some(last) = turns.len().checked_sub(1) {
            rate_again(&mut turns, last);
        }
        turns.push(reviewed);
        on_progress(&turns);
    }
    (0..turns.len()).for_each(|index| rate_again(&mut turns, index));
    turns.reverse();
    for index in 1..turns.len() {
        // If a turn has kept the win, the next one did not lose the game.
        let turn = &turns[index - 1];
        turns[index].is_seen_late |= may_have_kept_win(turn.before, turn.after);
    }
    let value = assessor.value(history.current());
    let final_evaluation = match history.current().to_move() {
        Player::One => value,
        Player::Two => value.reversed(),
    };
    let names = Player::BOTH.map(|player| capitalised(game.player_name(player)));
    Review {
        names,
        person: None,
        is_random: [false; 2],
        outcome,
        reason: None,
        plies,
        turns,
        final_evaluation,
    }
}

/// Converts a turn from the current position of `history` to text.
fn turn(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    assessed: &TurnAssessment,
    is_seen_late: bool,
) -> ReviewedTurn {
    let mut next = history.clone();
    next.play(mv);
    let mut reviewed = ReviewedTurn {
        number: history.plies() + 1,
        player: history.current().to_move(),
        played: texts(game, history, &[mv]),
        before: assessed.before,
        after: assessed.after(),
        better: texts(game, history, assessed.better()),
        answer: texts(game, &next, &assessed.played.line.moves[1..]),
        is_forced: assessed.is_forced,
        is_only_move: assessed.is_only_move,
        is_advised: assessed.is_advised,
        is_seen_late,
        is_opening: false,
        reasons: Vec::new(),
    };
    if reviewed.is_mistake() {
        reviewed.reasons = reasons(game, history, assessed, 0);
    }
    reviewed
}

fn texts(game: &AnyGame, history: &History<AnyPosition>, moves: &[AnyMove]) -> MoveTexts {
    let moves = &moves[..moves.len().min(MAX_LINE_MOVES)];
    MoveTexts {
        canonical: moves.iter().map(ToString::to_string).collect(),
        typed: typed_turns(game, history, moves),
    }
}
