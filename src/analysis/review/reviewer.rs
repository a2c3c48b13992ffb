//! Reviews a game from its end to its start, so that what is proven about a position is known when the turn that
//! led to it is rated.

use crate::analysis::assessment::{Assessor, TurnAssessment, parallel_assessments};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Outcome, Player, Position as _};
use crate::screens::capitalised;
use crate::screens::moves::{moves_text, typed_turns};

use super::{MoveTexts, Review, ReviewedTurn};

/// The maximum length of a line, in moves.
const MAX_LINE_MOVES: usize = 8;

/// Reviews the game of `history`. `outcome` is the result of the game, if it has one.
///
/// Calls `on_progress` before each turn with the finished turns, the last turn of the game first. When the assessor
/// is stopped, the review consists of the finished turns.
pub fn review(
    game: &AnyGame,
    history: &History<AnyPosition>,
    outcome: Option<Outcome>,
    assessor: &Assessor<'_>,
    on_progress: &mut dyn FnMut(&[ReviewedTurn]),
) -> Review {
    let plies = history.plies();
    let mut turns: Vec<ReviewedTurn> = Vec::new();
    // The positions are assessed in threads, a few turns at a time.
    let parallel = parallel_assessments();
    on_progress(&turns);
    let mut earlier = history.clone();
    while let Some(mv) = earlier.last_move() {
        if turns.len() % parallel == 0 {
            let last = if turns.is_empty() { plies } else { earlier.plies() - 1 };
            let first = (earlier.plies()).saturating_sub(parallel);
            let positions: Vec<&AnyPosition> = (first..=last).rev().map(|ply| history.at(ply)).collect();
            assessor.prepare(&positions);
        }
        earlier.undo(1);
        let assessed = assessor.assess_turn(earlier.current(), mv);
        let Some(assessed) = assessed.filter(|_| !assessor.is_stopped()) else { break };
        turns.push(turn(game, &earlier, mv, &assessed));
        on_progress(&turns);
    }
    turns.reverse();
    // Assessing a turn may have proven something about the turns after it.
    for reviewed in &mut turns {
        let mv = history.moves()[reviewed.number - 1];
        let (mut before, later) = (history.clone(), plies + 1 - reviewed.number);
        before.undo(later);
        if let Some(assessed) = assessor.assess_turn(before.current(), mv) {
            *reviewed = turn(game, &before, mv, &assessed);
        }
    }
    let value = assessor.value(history.current());
    let final_evaluation = match history.current().to_move() {
        Player::One => value,
        Player::Two => value.reversed(),
    };
    let names = Player::BOTH.map(|player| capitalised(game.player_name(player)));
    Review { names, outcome, plies, turns, final_evaluation }
}

/// Converts a turn from the current position of `history` to text.
fn turn(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    assessed: &TurnAssessment,
) -> ReviewedTurn {
    let mut next = history.clone();
    next.play(mv);
    let better = if assessed.has_better() { assessed.best.line.moves.as_slice() } else { &[] };
    ReviewedTurn {
        number: history.plies() + 1,
        player: history.current().to_move(),
        played: texts(game, history, &[mv]),
        before: assessed.before,
        after: assessed.after(),
        better: texts(game, history, better),
        answer: texts(game, &next, &assessed.played.line.moves[1..]),
        is_forced: assessed.is_forced,
        is_only_move: assessed.is_only_move,
    }
}

fn texts(game: &AnyGame, history: &History<AnyPosition>, moves: &[AnyMove]) -> MoveTexts {
    let moves = &moves[..moves.len().min(MAX_LINE_MOVES)];
    MoveTexts {
        canonical: moves.iter().map(|mv| moves_text(game, &[*mv])).collect(),
        typed: typed_turns(game, history, moves),
    }
}
