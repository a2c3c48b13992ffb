//! Results of a search in words, for hints, the coach and the analysis of a position.

use std::cmp::Ordering;

use crate::engine::search::Score;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Eval, History};
use crate::screens::moves::typed_text;

use super::assessment::RatedMove;

/// Less than so many hundredths of a piece is no difference to a person.
pub const MIN_DIFFERENCE: Score = 20;

/// The result for the player to move, where it is proven, as programs read it.
pub(super) fn result_tag(eval: Eval) -> Option<&'static str> {
    eval.result().map(|result| match result {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    })
}

/// What a move is worth for the one who makes it, in words first.
pub fn eval_text(rated: &RatedMove) -> String {
    let turns = rated.eval.plies().map(|plies| plies.div_ceil(2).max(1));
    match (rated.eval, turns) {
        (Eval::Won(_), Some(1)) => "won with this turn".to_owned(),
        (Eval::Won(_), Some(turns)) => format!("won, in {turns} turns of yours at most"),
        (Eval::Lost(_), Some(1)) => "lost with the next turn of the other side".to_owned(),
        (Eval::Lost(_), Some(turns)) => format!("lost, in {turns} turns of the other side at most"),
        (Eval::Won(_), None) => "won".to_owned(),
        (Eval::Lost(_), None) => "lost".to_owned(),
        (Eval::Draw(_), _) => "a draw".to_owned(),
        (Eval::Estimate(value), _) => estimate(value),
    }
}

/// An evaluation that lies beyond all that pieces can be worth: the end is in sight, but not proven.
pub(super) const DECISIVE_VALUE: Score = 5_000;

/// The names of amounts, in halves of a piece.
const AMOUNTS: [&str; 4] = ["slightly", "about half a piece", "about a piece", "about one and a half pieces"];

/// An evaluation in words, with its pieces: `about half a piece ahead (+0.5)`.
fn estimate(value: Score) -> String {
    if value.abs() < MIN_DIFFERENCE {
        return "even".to_owned();
    }
    let side = if value > 0 { "ahead" } else { "behind" };
    if value.abs() >= DECISIVE_VALUE {
        return format!("as good as {}", if value > 0 { "won" } else { "lost" });
    }
    let halves = usize::try_from((value.abs() + 24) / 50).unwrap_or(0);
    let amount = AMOUNTS
        .get(halves)
        .map_or_else(|| format!("about {} pieces", (value.abs() + 50) / 100), |amount| (*amount).to_owned());
    format!("{amount} {side} ({:+.1})", f64::from(value) / 100.0)
}

/// What `:help values` tells.
pub const VALUES_HELP: &str = "\
Values are told as the player to move sees them.
  won, lost  proven: no play of the other side changes it; with the number of turns, where it is known, if both sides play their best
  a draw     proven
  even       neither side is ahead by more than a fifth of a piece
  about half a piece ahead (+0.5)  an estimate by looking ahead; + is good for the player to move, and 1.0 is worth a plain piece of the game
";

/// A move, what it is worth, and what follows on the current position of `history`, at most `moves` with it.
pub(crate) fn advice_text(
    game: &AnyGame,
    history: &History<AnyPosition>,
    rated: &RatedMove,
    moves: usize,
) -> String {
    let moves = &rated.line.moves[..rated.line.moves.len().min(moves)];
    let text = typed_text(game, history, moves);
    let (first, rest) = text.split_once(", ").unwrap_or((&text, ""));
    let rest = if rest.is_empty() { String::new() } else { format!(". Then {rest}") };
    format!("{first}: {}{rest}", eval_text(rated))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::MATE;
    use crate::engine::search::Line;
    use crate::games::{self, AnyMove};
    use crate::model::Game as _;

    fn any_move() -> AnyMove {
        games::open("uglyduck").unwrap().read_move("a1b2").unwrap()
    }

    #[test]
    fn evaluations_are_described_in_words() {
        let open =
            |value| RatedMove::from_line(Line { value, depth: 5, proven: false, moves: vec![any_move()] });
        let proven = |value| RatedMove::from_line(Line { proven: true, ..open(value).line });
        let won = RatedMove { eval: Eval::Won(None), ..open(-435) };
        let words = [
            (open(19), "even"),
            (open(-20), "slightly behind (-0.2)"),
            (open(52), "about half a piece ahead (+0.5)"),
            (open(-111), "about a piece behind (-1.1)"),
            (open(160), "about one and a half pieces ahead (+1.6)"),
            (open(-435), "about 4 pieces behind (-4.3)"),
            (won, "won"),
            (proven(0), "a draw"),
            (proven(MATE - 1), "won with this turn"),
            (proven(MATE - 13), "won, in 7 turns of yours at most"),
            (proven(2 - MATE), "lost with the next turn of the other side"),
            (proven(6 - MATE), "lost, in 3 turns of the other side at most"),
        ];
        for (rated, wanted) in words {
            assert_eq!(eval_text(&rated), wanted);
        }
    }
}
