//! Pieces, moves, positions and endings in words.
//!
//! On the board a piece is `B2`, as in the original. Sentences use its level instead, because B2 is also a
//! square.

use crate::console::{BoardStyle, Style};
use crate::games::three_dragons::{
    CAVES, Content, MAX_LEVEL, Move, Rules, Square, Squares, ThreeDragons, ThreeDragonsPosition, player_name,
    squares_in,
};
use crate::model::{Ending, Game as _, Outcome, Player, Position as _, Seating, View};
use crate::screens::shared::letters_on_board;
use crate::words::three_dragons::{count, last_move, level_name};
use crate::words::{capitalised, ending_reason, join_with_word};

/// Names the options in a sentence: the game with ...
pub fn variant_name(rules: Rules) -> &'static str {
    match rules {
        Rules::Full => "strength and dragons",
        Rules::Custodial => "custodial only",
        Rules::Strength => "strength, no dragons",
    }
}

/// Lists the pieces on `squares`, with `word` before the last: `level 2 on C6 and level 3 on E6`.
pub fn pieces_on(position: &ThreeDragonsPosition, squares: Squares, word: &str) -> String {
    let names: Vec<String> = squares_in(squares)
        .map(|square| format!("{} on {}", level_name(position.level(square)), square.name()))
        .collect();
    join_with_word(&names, word)
}

/// Returns the player's name to start a sentence: in lower case like the original, capitalised at a terminal.
fn title(player: Player, style: &Style) -> String {
    let name = player_name(player);
    style.wording(name.to_owned(), capitalised(name))
}

/// Announces what the last move did: captures, the mover's loss of a level, dragons. Empty if nothing.
pub fn consequences(view: &View<'_, ThreeDragonsPosition>, style: &Style) -> String {
    let Some((before, mv, after)) = view.last_turn() else { return String::new() };
    captures(before, mv, after) + &dragons(before, after, style)
}

fn captures(before: &ThreeDragonsPosition, mv: Move, after: &ThreeDragonsPosition) -> String {
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

fn dragons(before: &ThreeDragonsPosition, after: &ThreeDragonsPosition, style: &Style) -> String {
    let woken = squares_in(before.unused_caves() & !after.unused_caves());
    let line = |square| {
        let (owner, level) = (title(before.to_move(), style), after.level(square));
        format!("{owner} summons a dragon of level {level} in the cave on {}!\n", square.name())
    };
    woken.map(line).collect()
}

/// Describes the position: the pieces of each side by level, the caves, the last move.
pub fn position(view: &View<'_, ThreeDragonsPosition>) -> String {
    let current = view.position;
    let sides: String = Player::BOTH.into_iter().map(|player| describe_side(current, player)).collect();
    let caves: Vec<String> = CAVES.iter().map(|cave| cave_state(current, cave.square)).collect();
    let last = last_move(view);
    let last = if last.is_empty() { last } else { format!("{}.\n", last.trim_end()) };
    format!("{sides}Caves: {}.\n{last}", caves.join("; "))
}

fn describe_side(position: &ThreeDragonsPosition, player: Player) -> String {
    let levels = (1..=MAX_LEVEL).rev().filter_map(|level| {
        let of_level =
            position.pieces(player) & position.pieces_above(level - 1) & !position.pieces_above(level);
        let squares: Vec<String> = squares_in(of_level).map(Square::name).collect();
        (!squares.is_empty()).then(|| format!("{} on {}", level_name(level), squares.join(", ")))
    });
    let levels: Vec<String> = levels.collect();
    let separator = if levels.is_empty() { "" } else { ": " };
    let side = capitalised(player_name(player));
    format!("{side} has {}{separator}{}.\n", count(position, player), levels.join("; "))
}

/// Writes the piece counts of both sides, like the original.
pub fn counts(position: &ThreeDragonsPosition) -> String {
    let count = |player| format!("{}-{}", player_name(player), position.count(player));
    format!("Player pieces: {}\n", Player::BOTH.map(count).join(", "))
}

fn cave_state(position: &ThreeDragonsPosition, square: Square) -> String {
    let state = match position.content(square) {
        Content::Cave { used: false } => "is available".to_owned(),
        Content::Piece(piece) => format!("holds {}'s dragon", player_name(piece.owner)),
        _ => "is empty".to_owned(),
    };
    format!("{} {state}", square.name())
}

/// Returns the text at the end of the game.
pub fn ending(game: &ThreeDragons, ending: &Ending, seating: &Seating, style: &Style) -> String {
    let reason = reason(game, ending, style);
    format!("\nGame over! {reason}{}\n", verdict(ending.outcome(), seating))
}

fn reason(game: &ThreeDragons, ending: &Ending, style: &Style) -> String {
    match ending {
        Ending::Rules(Outcome::Win(winner)) => {
            format!("{} is reduced to one piece or none.\n", title(winner.opponent(), style))
        }
        Ending::NoProgress => {
            let turns = game.max_idle_turns().unwrap_or_default();
            format!("{turns} turns in a row without a capture or a dragon.\n")
        }
        _ => ending_reason(ending, |player| title(player, style)),
    }
}

fn verdict(outcome: Outcome, seating: &Seating) -> String {
    let Some(winner) = outcome.winner() else { return "The game is a draw.".to_owned() };
    let kind = match seating.only_human() {
        None => "",
        Some(human) if human == winner => " (you)",
        Some(_) => " (computer)",
    };
    format!("The winner is {}{kind}!", player_name(winner))
}

/// Says who plays which pieces, and how to win.
pub fn who_is_who(seating: &Seating, style: &Style) -> String {
    match seating.only_human() {
        None if style.board == BoardStyle::Words => {
            "White moves first. Capture until your opponent has one piece left.".to_owned()
        }
        None => "White is W, Black is B. Capture until your opponent has one piece left.".to_owned(),
        Some(own) => format!(
            "You are {}{}. {} is the computer. Capture until it has one piece left.",
            capitalised(player_name(own)),
            letters_on_board(["W", "B"][own.index()], style),
            capitalised(player_name(own.opponent()))
        ),
    }
}
