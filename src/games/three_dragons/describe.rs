//! Pieces, turns and positions in words, for the screen.
//!
//! On the board a piece is `B2` as in the seed document. Sentences speak of its level instead: B2 is a square too.

use super::board::{CAVES, Square, Squares, each};
use super::moves::{Choice, Turn};
use super::notation::{side_word, square_name};
use super::position::{Cell, DragonPosition, HIGHEST, Piece};
use crate::model::{History, Player, Position as _};

/// The piece as the seed document writes it: `W4`, `B2`.
pub fn piece_name(piece: Piece) -> String {
    let owner = ['W', 'B'][piece.owner.index()];
    format!("{owner}{}", piece.level)
}

/// What stands on `square` as the seed document writes it: a piece, `M`, `CA`, `CE`, or nothing.
pub fn cell_name(cell: Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Mountain => "M".to_owned(),
        Cell::Cave { used: false } => "CA".to_owned(),
        Cell::Cave { used: true } => "CE".to_owned(),
        Cell::Piece(piece) => piece_name(piece),
    }
}

/// A piece in a sentence: `level 3`.
pub fn level_name(level: u8) -> String {
    format!("level {level}")
}

/// The pieces on `squares` with their squares, `word` before the last: `level 2 on C6 and level 3 on E6`.
pub fn pieces_on(position: &DragonPosition, squares: Squares, word: &str) -> String {
    let names: Vec<String> = each(squares)
        .map(|square| format!("{} on {}", level_name(position.level(square)), square_name(square)))
        .collect();
    join(&names, word)
}

fn join(names: &[String], word: &str) -> String {
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// A turn without what it brings about: `level 4 from E8 to E6`.
pub fn walk(position: &DragonPosition, turn: Turn) -> String {
    let piece = level_name(position.level(turn.from));
    format!("{piece} from {} to {}", square_name(turn.from), square_name(turn.to))
}

/// The turn that led to the current position: `white's level 4 from E8 to E6`. Empty at the start.
pub fn last_move(history: &History<DragonPosition>) -> String {
    let Some((before, turn, _)) = history.turns().next_back() else { return String::new() };
    let choice = match turn.choice {
        Choice::Automatic => String::new(),
        Choice::Strength(direction) => format!(", strength capture {}", direction.word()),
    };
    format!("Last move: {}'s {}{choice}\n", side_word(before.to_move()), walk(before, turn))
}

/// What the last turn of `history` brought about: captures, the mover's weakness, dragons. Empty if nothing.
pub fn consequences(history: &History<DragonPosition>) -> String {
    let Some((before, turn, after)) = history.turns().next_back() else { return String::new() };
    captures(before, turn, after) + &dragons(before, after)
}

fn captures(before: &DragonPosition, turn: Turn, after: &DragonPosition) -> String {
    let (taken, weakened) = before.taken(turn);
    if taken == 0 {
        return String::new();
    }
    let mover = side_word(before.to_move());
    let taken = pieces_on(before, taken, "and");
    if !weakened {
        return format!("Custodial capture: {mover} takes {taken}.\n");
    }
    let square = square_name(turn.to);
    let [strong, weak] = [before.level(turn.from), after.level(turn.to)];
    format!(
        "Strength capture: {mover} takes {taken}, and the piece on {square} falls from level {strong} to {weak}.\n"
    )
}

fn dragons(before: &DragonPosition, after: &DragonPosition) -> String {
    let woken = each(before.unused_caves() & !after.unused_caves());
    let line = |square| {
        let (owner, level) = (side_word(before.to_move()), after.level(square));
        format!("{owner} summons a dragon of level {level} in the cave on {}!\n", square_name(square))
    };
    woken.map(line).collect()
}

/// The position as plain sentences: the pieces of each side by level, the caves, the last move.
pub fn position(history: &History<DragonPosition>) -> String {
    let current = history.current();
    let sides: String = Player::BOTH.into_iter().map(|player| army(current, player)).collect();
    let caves: Vec<String> = CAVES.iter().map(|cave| cave_state(current, cave.square)).collect();
    let last = last_move(history);
    let last = if last.is_empty() { last } else { format!("{}.\n", last.trim_end()) };
    format!("{sides}Caves: {}.\n{last}", caves.join("; "))
}

fn army(position: &DragonPosition, player: Player) -> String {
    let levels = (1..=HIGHEST).rev().filter_map(|level| {
        let of_level =
            position.pieces(player) & position.pieces_above(level - 1) & !position.pieces_above(level);
        let squares: Vec<String> = each(of_level).map(square_name).collect();
        (!squares.is_empty()).then(|| format!("{} on {}", level_name(level), squares.join(", ")))
    });
    let levels: Vec<String> = levels.collect();
    let separator = if levels.is_empty() { "" } else { ": " };
    let side = ["White", "Black"][player.index()];
    format!("{side} has {}{separator}{}.\n", count(position, player), levels.join("; "))
}

/// `8 pieces`, `1 piece`, `no piece`.
pub fn count(position: &DragonPosition, player: Player) -> String {
    match position.count(player) {
        0 => "no piece".to_owned(),
        1 => "1 piece".to_owned(),
        many => format!("{many} pieces"),
    }
}

fn cave_state(position: &DragonPosition, square: Square) -> String {
    let state = match position.cell(square) {
        Cell::Cave { used: false } => "available".to_owned(),
        Cell::Piece(piece) => format!("{}'s dragon in it", side_word(piece.owner)),
        _ => "empty".to_owned(),
    };
    format!("{} {state}", square_name(square))
}
