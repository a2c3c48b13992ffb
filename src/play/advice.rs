//! Results of a search in words, for hints, the coach and the analysis of a position.

use crate::engine::search::{Line, Value, mate_distance};
use crate::model::{Game, History, Mv};
use crate::screens::Screen;

/// A value in words: hundredths of a piece as `+0.40`; what is proven as `won in 5`, `lost in 4` (plies) or `draw`.
pub fn value_text<M>(line: &Line<M>) -> String {
    match mate_distance(line.value) {
        Some(plies) if line.value > 0 => format!("won in {plies}"),
        Some(plies) => format!("lost in {plies}"),
        None if line.proven => "draw".to_owned(),
        None => pieces_text(line.value),
    }
}

/// An evaluation as pieces with two digits after the point, with its sign.
pub fn pieces_text(value: Value) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
}

/// Moves that follow on the current position of `history` as they are typed at the prompts: the answers of a turn with blanks
/// between them, commas between turns.
pub fn typed_text<G: Screen>(game: &G, history: &History<G::Position>, moves: &[Mv<G>]) -> String {
    let mut history = history.clone();
    let typed = moves.iter().map(|mv| {
        let text = game.typed(&history, *mv).join(" ");
        history.play(*mv);
        text
    });
    typed.collect::<Vec<_>>().join(", ")
}

/// Moves in canonical notation, with blanks between them.
pub fn moves_text<G: Game>(game: &G, moves: &[Mv<G>]) -> String {
    moves.iter().map(|mv| game.write_move(*mv)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::score::MATE;

    #[test]
    fn values_read_like_results_or_pieces() {
        let line = |value, proven| Line { value, depth: 9, proven, moves: vec!["a1b2"] };
        let words = [
            (line(MATE - 5, true), "won in 5"),
            (line(4 - MATE, true), "lost in 4"),
            (line(0, true), "draw"),
            (line(0, false), "+0.00"),
            (line(-7, false), "-0.07"),
            (line(1234, false), "+12.34"),
        ];
        for (line, wanted) in words {
            assert_eq!(value_text(&line), wanted);
        }
    }
}
