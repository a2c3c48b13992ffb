//! Search results in words, for hints, the coach and the analysis of a position.

use std::cmp::Ordering;

use crate::engine::search::Score;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Eval, History};
use crate::screens::moves::typed_text;

use super::assessment::RatedMove;

/// The smallest difference that advice mentions, in hundredths of a piece.
pub const MIN_DIFFERENCE: Score = 20;

/// Returns the tag of a proven result for machine-readable output; `None` if it is not proven.
pub(super) fn result_tag(eval: Eval) -> Option<&'static str> {
    eval.result().map(|result| match result {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    })
}

/// Describes what a move is worth to the player who makes it.
pub fn eval_text(rated: &RatedMove) -> String {
    let turns = rated.eval.plies().map(|plies| plies.div_ceil(2).max(1));
    match (rated.eval, turns) {
        (Eval::Won(_), Some(1)) => "wins at once".to_owned(),
        (Eval::Won(_), Some(turns)) => format!("wins in {turns} turns or fewer"),
        (Eval::Lost(_), Some(1)) => "loses on the opponent's next turn".to_owned(),
        (Eval::Lost(_), Some(turns)) => format!("loses in {turns} turns or fewer"),
        (Eval::Won(_), None) => "wins".to_owned(),
        (Eval::Lost(_), None) => "loses".to_owned(),
        (Eval::Draw(_), _) => "draws".to_owned(),
        (Eval::Estimate(value), _) => estimate_text(value),
    }
}

/// The smallest estimate that material alone cannot explain: a win is almost certain, but not proven.
pub(super) const DECISIVE_VALUE: Score = 5_000;

/// The words for a lead, indexed by its size in half pieces.
const AMOUNTS: [&str; 4] = ["slightly", "about half a piece", "about a piece", "about one and a half pieces"];

/// Describes an estimate in words, with its value in pieces: `about half a piece ahead (+0.5)`.
pub(super) fn estimate_text(value: Score) -> String {
    if value.abs() < MIN_DIFFERENCE {
        return "even".to_owned();
    }
    let side = if value > 0 { "ahead" } else { "behind" };
    if value.abs() >= DECISIVE_VALUE {
        return format!("almost certainly {}", if value > 0 { "winning" } else { "losing" });
    }
    let halves = usize::try_from((value.abs() + 24) / 50).unwrap_or(0);
    let amount = AMOUNTS
        .get(halves)
        .map_or_else(|| format!("about {} pieces", (value.abs() + 50) / 100), |amount| (*amount).to_owned());
    format!("{amount} {side} ({:+.1})", f64::from(value) / 100.0)
}

/// The text of `:help values`.
pub const VALUES_HELP: &str = "\
Values are given from the point of view of the player to move.
  wins, loses  proven: the other side cannot change it; with the number of turns under best play, if it is known
  draws        proven
  even         neither side is ahead by more than a fifth of a piece
  about half a piece ahead (+0.5)  an estimate from looking ahead; + is good for the player to move, and 1.0 is an ordinary piece
";

/// Describes a move in the current position of `history`: its value and its line, up to `moves` moves in all.
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
        let cases = [
            (open(19), "even"),
            (open(-20), "slightly behind (-0.2)"),
            (open(52), "about half a piece ahead (+0.5)"),
            (open(-111), "about a piece behind (-1.1)"),
            (open(160), "about one and a half pieces ahead (+1.6)"),
            (open(-435), "about 4 pieces behind (-4.3)"),
            (won, "wins"),
            (proven(0), "draws"),
            (proven(MATE - 1), "wins at once"),
            (proven(MATE - 13), "wins in 7 turns or fewer"),
            (proven(2 - MATE), "loses on the opponent's next turn"),
            (proven(6 - MATE), "loses in 3 turns or fewer"),
        ];
        for (rated, wanted) in cases {
            assert_eq!(eval_text(&rated), wanted);
        }
    }
}
