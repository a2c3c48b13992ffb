//! The solution of a puzzle in one or two sentences: what is proven of its first move, and how the game went.

use crate::engine::puzzle::Uniqueness;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Position as _};
use crate::words::moves::typed_turns;
use crate::words::{capitalised, in_turns_of, join_with_word};

/// Explains the solution of a puzzle after `history`, in which the player won in time against replies that
/// hold out longest. `key` is its first move, which wins in this number of turns, and `uniqueness` is what is proven
/// of the other moves.
pub(super) fn explain(
    game: &AnyGame,
    history: &History<AnyPosition>,
    key: AnyMove,
    uniqueness: Uniqueness,
    turns: u32,
) -> String {
    let moves: Vec<_> = history.turns().map(|(_, mv, _)| mv).collect();
    let typed = typed_turns(game, &History::new(history.start().clone()), &moves);
    let [first, rest @ ..] = &typed[..] else { return String::new() };
    // A collection that is not proven can have another solution.
    let uniqueness = moves.first().filter(|mv| **mv == key).map(|_| uniqueness);
    let proven = match (uniqueness, within(turns)) {
        (Some(Uniqueness::Only), None) => format!("{first} is the only move that wins."),
        (Some(Uniqueness::Only), Some(time)) => {
            format!("{first} is the only move that wins, {time} against any defence.")
        }
        (Some(Uniqueness::FastestWin), None) => format!("{first} is the only move that wins this turn."),
        (Some(Uniqueness::FastestWin), Some(time)) => {
            format!("{first} is the only move that wins {time} against any defence.")
        }
        (None, None) => format!("{first} wins this turn."),
        (None, Some(time)) => format!("{first} wins {time} against any defence."),
    };
    let Some(last) = rest.last() else { return proven };
    let defender = capitalised(game.player_name(history.start().to_move().opponent()));
    let replies: Vec<String> = rest.iter().step_by(2).cloned().collect();
    let replies = join_with_word(&replies, "and");
    format!("{proven} {defender} held out as long as possible with {replies}, and {last} ended the game.")
}

/// Names a number of turns from now; `None` for the present turn.
fn within(turns: u32) -> Option<String> {
    (turns > 1).then(|| format!("{} or fewer", in_turns_of("your", turns)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::puzzles::collection::{self, PuzzleEntry};
    use crate::engine::puzzle::PuzzleAnalyzer;
    use crate::engine::solver::Solver;
    use crate::games;

    /// Returns the game of a puzzle in which both sides play as well as possible.
    fn solved(game: &AnyGame, entry: &PuzzleEntry) -> History<AnyPosition> {
        let mut history = History::new(game.read_position(&entry.position).unwrap());
        history.play(game.read_legal_move(history.current(), &entry.key).unwrap());
        let study = PuzzleAnalyzer::new(game, Solver::new(32 << 20));
        let rest = study.best_within(history.current(), entry.plies - 1);
        rest.line.into_iter().for_each(|mv| history.play(mv));
        history
    }

    #[test]
    fn solutions_of_every_game_are_explained() {
        let family = |entry: &PuzzleEntry| games::find(&entry.game).unwrap().0.id;
        for plies in [1, 3] {
            let mut seen = Vec::new();
            for (game, entry) in collection::bundled().filter(|(_, entry)| entry.plies == plies) {
                if seen.contains(&(family(&entry), entry.uniqueness)) {
                    continue;
                }
                seen.push((family(&entry), entry.uniqueness));
                let history = solved(&game, &entry);
                assert_eq!(history.plies(), plies as usize, "{entry}");
                assert!(history.current().outcome().is_some(), "{entry}");
                let key = game.read_move(&entry.key).unwrap();
                let text = explain(&game, &history, key, entry.uniqueness, entry.turns());
                assert!(text.contains(" is the only move that wins"), "{text}");
                assert_eq!(text.contains(" held out as long as possible with "), plies > 1, "{text}");
                // "Only" is not claimed of another move.
                let is_other = |mv: &AnyMove| *mv != key;
                let Some(other) = history.start().moves().into_iter().find(is_other) else { continue };
                let text = explain(&game, &history, other, entry.uniqueness, entry.turns());
                assert!(!text.contains("only") && text.contains(" wins "), "{text}");
            }
            assert!(!seen.is_empty());
        }
    }
}
