//! Pieces, moves and positions in words.
//!
//! On the board a piece is `B2`, as in the original. Sentences use its level instead, because B2 is also a
//! square.

use crate::games::three_dragons::{
    Content, MAX_LEVEL, Move, Square, Squares, ThreeDragons, ThreeDragonsPosition, player_name, squares_in,
};
use crate::model::{Player, Position as _};
use crate::words::three_dragons::{count, level_name};
use crate::words::{capitalised, join_with_word};

/// Names the rules of `game` in a sentence: the game with ...
pub fn variant_name(game: ThreeDragons) -> &'static str {
    match game {
        ThreeDragons::Full => "with dragons",
        ThreeDragons::Custodial => "custodial only",
        ThreeDragons::Strength => "without dragons",
    }
}

/// Lists the pieces on `squares`, with `word` before the last: `level 2 on C6 and level 3 on E6`.
pub fn pieces_on(position: &ThreeDragonsPosition, squares: Squares, word: &str) -> String {
    let names: Vec<String> = squares_in(squares)
        .map(|square| format!("{} on {}", level_name(position.level(square)), square.name()))
        .collect();
    join_with_word(&names, word)
}

/// Returns the player's name to start a sentence.
pub fn title(player: Player) -> String {
    capitalised(player_name(player))
}

/// Announces captures, and the mover's loss of a level; empty if nothing.
pub fn captures(before: &ThreeDragonsPosition, mv: Move, after: &ThreeDragonsPosition) -> String {
    let (taken, weakened) = before.taken(mv);
    if taken == 0 {
        return String::new();
    }
    let mover = player_name(before.to_move());
    let name = |square| format!("the level {} piece on {}", before.level(square), square.name());
    let taken = join_with_word(&squares_in(taken).map(name).collect::<Vec<_>>(), "and");
    if !weakened {
        return format!("Custodial capture: {mover} takes {taken}.\n");
    }
    let square = mv.to.name();
    let [strong, weak] = [before.level(mv.from), after.level(mv.to)];
    format!(
        "Strength capture: {mover} takes {taken}, and the piece on {square} falls from level {strong} to {weak}.\n"
    )
}

/// Announces the dragons that a turn woke up. Returns an empty text if there were none.
pub fn dragons(before: &ThreeDragonsPosition, after: &ThreeDragonsPosition) -> String {
    let woken = squares_in(before.unused_caves() & !after.unused_caves());
    let line = |square| {
        let (owner, level) = (title(before.to_move()), after.level(square));
        format!("{owner} summons a dragon of level {level} in the cave on {}!\n", square.name())
    };
    woken.map(line).collect()
}

/// Describes the pieces of a side by level.
pub fn describe_side(position: &ThreeDragonsPosition, player: Player) -> String {
    let levels = (1..=MAX_LEVEL).rev().filter_map(|level| {
        let of_level =
            position.pieces(player) & position.pieces_above(level - 1) & !position.pieces_above(level);
        let squares: Vec<String> = squares_in(of_level).map(Square::name).collect();
        (!squares.is_empty()).then(|| format!("{} on {}", level_name(level), squares.join(", ")))
    });
    let levels: Vec<String> = levels.collect();
    let separator = if levels.is_empty() { "" } else { ": " };
    let side = title(player);
    format!("{side} has {}{separator}{}.\n", count(position, player), levels.join("; "))
}

/// Describes a cave.
pub fn cave_state(position: &ThreeDragonsPosition, square: Square) -> String {
    let state = match position.content(square) {
        Content::Cave { used: false } => "is available".to_owned(),
        Content::Piece(piece) => format!("holds {}'s dragon", player_name(piece.owner)),
        _ => "is empty".to_owned(),
    };
    format!("{} {state}", square.name())
}
