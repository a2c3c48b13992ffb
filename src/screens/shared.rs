//! What several screens draw and say in the same way.

use crate::console::{Style, pad_right, width, wrap};
use crate::model::{Ending, Player};

/// Between a board and what stands beside it, and between the parts of a legend.
const GAP: &str = "   ";

/// `board` with what its letters stand for, in several sizes for [`Style::largest`]. Where there is no terminal the legend stands
/// below the board as it is; at one it stands beside the board, below it, below it in broken lines, or is left out.
pub fn with_legend(board: &str, legend: &str, style: &Style) -> Vec<String> {
    let below = format!("{board}{legend}");
    if style.width.is_none() {
        return vec![below];
    }
    let broken = format!("{board}{}", wrap(&legend.replace(GAP, "\n"), style.width));
    vec![beside(board, legend), below, broken, board.to_owned()]
}

/// `board` with the parts of `legend` to its right, each on a line of its own.
pub fn beside(board: &str, legend: &str) -> String {
    let columns = width(board);
    let mut parts = legend.lines().flat_map(|line| line.split(GAP));
    let line = |line: &str| match parts.next() {
        Some(part) => format!("{}{GAP}{part}\n", pad_right(line, columns)),
        None => format!("{line}\n"),
    };
    board.lines().map(line).collect()
}

/// What stands before and behind a cell: square brackets where the last move ended, round ones where it began.
pub fn brackets<C: PartialEq>(cell: C, from: Option<C>, to: Option<C>) -> (char, char) {
    let cell = Some(cell);
    match (cell == to, cell == from) {
        (true, _) => ('[', ']'),
        (_, true) => ('(', ')'),
        _ => (' ', ' '),
    }
}

/// How many things there are and where: `no ducks`, `1 duck on a1`, `2 ducks on a1, b2`.
pub fn counted(what: &str, places: &[String]) -> String {
    match places {
        [] => format!("no {what}s"),
        [place] => format!("1 {what} on {place}"),
        _ => format!("{} {what}s on {}", places.len(), places.join(", ")),
    }
}

/// `text` with a capital letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `items` without those that are equal to the one before.
pub fn without_repeats<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.dedup();
    items
}

/// Why the game is over where not what stands on the board has ended it, as a line about the player of this name: no
/// legal move, given up, forfeited. Empty for the other endings, for which each game has its words.
pub fn given_up(ending: &Ending, name: impl Fn(Player) -> String) -> String {
    match ending {
        Ending::NoMoves(player) => format!("{} has no legal move.\n", name(*player)),
        Ending::Resigned(player) => format!("{} gives up.\n", name(*player)),
        Ending::Forfeited(player, _) => format!("{} forfeits the game.\n", name(*player)),
        Ending::Rules(_) | Ending::Patience(_) => String::new(),
    }
}
