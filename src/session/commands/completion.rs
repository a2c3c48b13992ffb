//! Completion: the arguments of commands, and the words of a legal turn.

use clap::ValueEnum;

use crate::console::{BoardStyle, NextWords, Palette, value_name};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History};
use crate::words::GameWords as _;
use crate::words::moves::find_in_moves;

use super::changes::STEP;
use super::rows::{CELL, FILE, MOVE, PALETTE, SECONDS, STYLE};
use super::table::command_called;

/// Returns what can follow the words of a line: the arguments of a command, or the rest of a turn that begins with
/// `typed`. Files are named only if commands may use them.
pub fn next_words(
    game: &AnyGame,
    history: &History<AnyPosition>,
    typed: &[String],
    files: bool,
) -> NextWords {
    let (game, history, typed) = (game.clone(), history.clone(), typed.to_vec());
    NextWords::new(move |before| {
        let after = |typed: &[String], words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned());
            let typed: Vec<String> = typed.iter().cloned().chain(words).collect();
            let (view, mut found) = (game.view(&history), Vec::new());
            find_in_moves(history.current(), |mv| {
                let next = game.rest_of_turn(&view, mv, &typed).and_then(|rest| rest.into_iter().next());
                found.extend(next.filter(|next| !found.contains(next)));
                None::<()>
            });
            found
        };
        let Some(command) = before.first().and_then(|word| command_called(word)) else {
            return Some(after(&typed, before));
        };
        Some(match command.argument {
            MOVE => after(&[], &before[1..]),
            _ if before.len() > 1 => Vec::new(),
            FILE if files => return None,
            CELL => cells(&game, &history),
            STYLE => names::<BoardStyle>(),
            PALETTE => names::<Palette>(),
            SECONDS => vec![STEP.to_owned()],
            _ => command.keywords().into_iter().flatten().map(str::to_owned).collect(),
        })
    })
}

fn cells(game: &AnyGame, history: &History<AnyPosition>) -> Vec<String> {
    let picture = game.picture(&game.view(history));
    picture.cells.iter().map(|cell| game.typed_cell(&cell.name)).collect()
}

fn names<T: ValueEnum>() -> Vec<String> {
    T::value_variants().iter().map(value_name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::Prompt;
    use crate::games;

    #[test]
    fn arguments_and_turns_are_completed() {
        let game = games::open("uglyduck").unwrap();
        let history = History::new(game.start());
        let of = |typed: &[&str], line: &str| {
            let typed: Vec<String> = typed.iter().map(|word| (*word).to_owned()).collect();
            let next_words = Some(next_words(&game, &history, &typed, true));
            Prompt { next_words, ..Prompt::default() }.completions(line).1
        };
        assert_eq!(of(&[], "a1 "), ["b1", "b2"]);
        assert_eq!(of(&["a1"], ":play a2 "), ["b1", "b2", "b3"], "a turn from its beginning");
        assert_eq!(of(&[], ":where e"), ["e1", "e2", "e3", "e4", "e5"]);
        assert_eq!(of(&[], ":board c"), ["classic", "compact"]);
        assert_eq!(of(&[], ":hint a"), ["all"]);
        for line in [":where e1 ", ":board classic ", ":where a1 e", ":quit ", ":save a "] {
            assert!(of(&[], line).is_empty(), "{line}");
        }
        let takes_file = |files, line: &str| {
            let next_words = Some(next_words(&game, &history, &[], files));
            Prompt { next_words, is_free_text: true, ..Prompt::default() }.takes_file(line)
        };
        assert!(takes_file(true, ":save ") && !takes_file(false, ":save ") && !takes_file(true, ":save a "));
        assert!(!takes_file(true, ":where "));
    }
}
