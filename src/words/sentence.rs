//! Parts of sentences: counted nouns, lists, capitals, and why a game ended.

use std::fmt::Display;

use crate::model::{Ending, Player, Reason};

/// Writes how many things there are and where: `no ducks`, `1 duck on a1`, `2 ducks on a1, b2`.
pub fn count_on_cells(what: &str, places: &[String]) -> String {
    match places {
        [] => format!("no {what}s"),
        _ => format!("{} on {}", counted(places.len(), what), places.join(", ")),
    }
}

/// Writes a small number as a word: `five`.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Writes a number with its noun: `1 turn`, `2 days`, `2 inaccuracies`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    match noun.strip_suffix('y').filter(|stem| !stem.ends_with('a')) {
        _ if count == N::from(1) => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

/// Says how soon something happens, in the turns of one player: `in 3 of your turns`, `on your next turn`.
pub fn in_turns_of(whose: &str, turns: u32) -> String {
    match turns {
        0 | 1 => format!("on {whose} next turn"),
        _ => format!("in {turns} of {whose} turns"),
    }
}

/// Counts the turns of both players: `9 turns ahead, both players'`.
pub fn turns_of_both<N: Display + PartialEq + From<u8>>(count: N, what: &str) -> String {
    let whose = if count == N::from(1) { "" } else { ", both players'" };
    format!("{}{what}{whose}", counted(count, "turn"))
}

/// Joins `names` with commas, and `word` before the last; `nothing` if empty.
pub fn join_with_word(names: &[String], word: &str) -> String {
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// Capitalises the first letter of `text`.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Removes consecutive duplicates from `items`.
pub fn dedup<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.dedup();
    items
}

/// Returns why the game is over, as a line, if the position did not decide it: the player with this name has no legal move,
/// resigned, forfeited or ran out of time, or a draw was agreed. Empty for the other endings, which each game words itself.
pub fn ending_reason(ending: &Ending, name: impl Fn(Player) -> String) -> String {
    let lost = match ending.reason {
        Reason::NoMoves => "has no legal move",
        Reason::Resigned => "resigns",
        Reason::Forfeited(_) => "forfeits the game",
        Reason::Time => "has run out of time",
        Reason::Agreed => return "Draw by agreement.\n".to_owned(),
        _ => return String::new(),
    };
    ending.loser().map_or_else(String::new, |loser| format!("{} {lost}.\n", name(loser)))
}

/// Returns the cells named in `text`: a lowercase letter and a number.
pub fn cells_in(text: &str) -> Vec<String> {
    let starts = text.char_indices().filter(|(_, sign)| sign.is_ascii_lowercase());
    let cells = starts.map(|(start, _)| {
        let number = text[start + 1..].find(|sign: char| !sign.is_ascii_digit());
        &text[start..number.map_or(text.len(), |end| start + 1 + end)]
    });
    cells.filter(|cell| cell.len() > 1).map(str::to_owned).collect()
}
