//! Moves as text: as they are typed at the prompts of their game, and in canonical notation.

use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game, History, Position as _};

use super::{Screen, capitalised};

/// Between the answers of a turn: a blank at which no line is broken.
const UNBROKEN: &str = "\u{a0}";

/// Moves that follow on the current position of `history` as they are typed at the prompts: the answers of a turn with blanks
/// between them at which no line is broken, commas between turns. A [`Console`](crate::console::Console) writes plain blanks.
pub fn typed_text(game: &AnyGame, history: &History<AnyPosition>, moves: &[AnyMove]) -> String {
    typed_turns(game, history, moves).join(", ")
}

/// The same, turn by turn.
pub(crate) fn typed_turns(game: &AnyGame, history: &History<AnyPosition>, moves: &[AnyMove]) -> Vec<String> {
    let mut history = history.clone();
    let typed = moves.iter().map(|mv| {
        let text = game.typed_answers(&game.view(&history), *mv).join(UNBROKEN);
        history.play(*mv);
        text
    });
    typed.collect()
}

/// That `mv` is played in the current position of `history`, as it would be typed: `Player 1 plays a1 b2.`
pub(crate) fn move_sentence(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    is_computer: bool,
) -> String {
    let player = capitalised(game.player_name(history.current().to_move()));
    let computer = if is_computer { " (computer)" } else { "" };
    format!("{player}{computer} plays {}.", typed_text(game, history, &[mv]))
}

/// Moves in canonical notation, with blanks between them.
pub fn moves_text(game: &AnyGame, moves: &[AnyMove]) -> String {
    moves.iter().map(|mv| game.write_move(*mv)).collect::<Vec<_>>().join(" ")
}
