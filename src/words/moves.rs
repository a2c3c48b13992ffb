//! Moves as text: as they are typed at the game's prompts, and in canonical notation.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::text::escape_line;
use crate::model::{Game, History, MoveError, Player, Position as _, View};

use super::{GameWords, capitalised};

/// The separator between the answers of a turn: a no-break space.
const UNBROKEN: &str = "\u{a0}";

/// Writes moves that continue `history` as they are typed at the prompts. Answers are separated by no-break
/// spaces, turns by commas. A [`Console`](crate::console::Console) writes plain spaces.
pub fn typed_text(game: &AnyGame, history: &History<AnyPosition>, moves: &[AnyMove]) -> String {
    typed_turns(game, history, moves).join(", ")
}

/// Like [`typed_text`], turn by turn.
pub(crate) fn typed_turns(game: &AnyGame, history: &History<AnyPosition>, moves: &[AnyMove]) -> Vec<String> {
    let (mut history, mut before) = (Cow::Borrowed(history), None);
    let typed = moves.iter().map(|mv| {
        // The last move need not be played.
        before.replace(*mv).into_iter().for_each(|before| history.to_mut().play(before));
        game.typed_answers(&game.view(&history), *mv).join(UNBROKEN)
    });
    typed.collect()
}

/// Writes what is left of `mv` after the answers `typed`, as it is typed; `None` if it does not begin with them.
pub(crate) fn rest_text(
    game: &AnyGame,
    history: &History<AnyPosition>,
    mv: AnyMove,
    typed: &[String],
) -> Option<String> {
    Some(game.rest_of_turn(&game.view(history), mv, typed)?.join(UNBROKEN))
}

/// Says of a turn that does not begin with the answers `begun` how to type `answers` of it instead. A subject goes before
/// it.
pub(crate) fn instead_text(begun: &[String], answers: &[String]) -> String {
    let [begun, answers] = [begun, answers].map(|answers| answers.join(UNBROKEN));
    format!("does not begin with {begun}: type back, then {answers}")
}

/// Returns a whole turn that can be typed in the current position, as an example; `None` if the game is over.
pub(crate) fn example_turn(game: &AnyGame, history: &History<AnyPosition>) -> Option<String> {
    let first = find_in_moves(history.current(), Some)?;
    Some(typed_text(game, history, &[first]))
}

/// The maximum number of legal moves that are compared with what was typed: a position of Qawale can have millions.
const MAX_COMPARED: usize = 5_000;

/// Returns what `find` finds in the legal moves of a position, of which it gets a bounded number.
pub(crate) fn find_in_moves<T>(
    position: &AnyPosition,
    mut find: impl FnMut(AnyMove) -> Option<T>,
) -> Option<T> {
    if position.terminal_outcome().is_some() {
        return None;
    }
    let mut seen = 0;
    let visited = position.visit_moves(|mv| {
        seen += 1;
        match find(mv) {
            None if seen < MAX_COMPARED => ControlFlow::Continue(()),
            found => ControlFlow::Break(found),
        }
    });
    visited.break_value().flatten()
}

/// Words between the parts of a typed turn that have no meaning.
const FILLERS: [&str; 2] = ["to", "-"];

/// Returns the words of a typed turn that have a meaning.
pub fn typed_words(line: &str) -> Vec<String> {
    let is_filler = |word: &&str| FILLERS.contains(&word.to_lowercase().as_str());
    line.split_whitespace().filter(|word| !is_filler(word)).map(str::to_owned).collect()
}

/// Reads a whole turn, as typed or in record notation, in which the cells may be separated.
///
/// # Errors
/// Explains why `text` is not a legal move.
pub fn read_turn(game: &AnyGame, history: &History<AnyPosition>, text: &str) -> Result<AnyMove, String> {
    if let Some(mv) = typed_move(game, history, text) {
        return Ok(mv);
    }
    let lower = text.to_lowercase();
    let words = lower.split(|letter: char| letter == '-' || letter.is_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.is_empty() && !FILLERS.contains(word)).collect();
    let read = match game.read_legal_move(history.current(), text) {
        Err(MoveError::Malformed(_)) => game.read_legal_move(history.current(), &words.concat()),
        read => read,
    };
    let typed = |mv| game.typed_answers(&game.view(history), mv).join(" ").to_lowercase();
    match read {
        // What only begins a typed turn leaves a choice.
        Ok(mv) if !typed(mv).starts_with(&format!("{} ", words.join(" "))) => Ok(mv),
        Err(error @ (MoveError::Illegal(_) | MoveError::GameOver)) => Err(error.to_string()),
        _ => {
            let example =
                example_turn(game, history).map(|turn| format!(" Type a whole turn, such as {turn}."));
            Err(format!("\"{}\" is not a legal move.{}", escape_line(text), example.unwrap_or_default()))
        }
    }
}

/// Gives `take` each text, joined to those before it that were no whole turn. It returns whether it took a turn. Returns
/// the texts that are left, which begin with one that is refused.
pub fn join_turns(texts: &[String], mut take: impl FnMut(&str) -> bool) -> &[String] {
    let mut taken = 0;
    for end in 1..=texts.len() {
        if take(&texts[taken..end].join(" ")) {
            taken = end;
        }
    }
    &texts[taken..]
}

/// Returns the legal move whose typed form is these words, in any letter case, or ends with them where a game lets
/// people leave out its beginning.
fn typed_move(game: &AnyGame, history: &History<AnyPosition>, line: &str) -> Option<AnyMove> {
    let (view, words) = (game.view(history), typed_words(&line.to_lowercase()));
    let line = words.join(" ");
    let is_it = |mv: &AnyMove| {
        let typed = game.typed_answers(&view, *mv).join(" ").to_lowercase();
        let is_complete = || game.rest_of_turn(&view, *mv, &words).is_some_and(|rest| rest.is_empty());
        typed == line || (typed.ends_with(&format!(" {line}")) && is_complete())
    };
    // In most games the words in a row are the move in record notation.
    let written = game.read_legal_move(history.current(), &words.concat()).ok();
    written.filter(is_it).or_else(|| find_in_moves(history.current(), |mv| Some(mv).filter(is_it)))
}

/// The maximum number of legal moves in a list.
const MAX_LISTED: usize = 500;

/// The maximum number of legal moves that are looked at for a list of those that continue a turn.
const MAX_VISITED: usize = 100_000;

/// Lists the legal moves as they are typed: of those that continue the answers `typed`, what is left to type.
/// `by_cell` lists those of a piece together.
pub(crate) fn legal_moves(
    game: &AnyGame,
    history: &History<AnyPosition>,
    typed: &[String],
    by_cell: bool,
) -> String {
    if history.current().terminal_outcome().is_some() {
        return "There is no legal move: the game is over.\n".to_owned();
    }
    let (mut texts, mut seen) = (Vec::new(), 0);
    let visited = history.current().visit_moves(|mv| {
        if texts.len() == MAX_LISTED || seen == MAX_VISITED {
            return ControlFlow::Break(());
        }
        seen += 1;
        let cell = if by_cell { game.cells(mv).into_iter().next() } else { None };
        texts.extend(rest_text(game, history, mv, typed).map(|text| (cell, text)));
        ControlFlow::Continue(())
    });
    let mut cells: Vec<Option<String>> = Vec::new();
    texts.iter().for_each(|(cell, _)| cells.extend((!cells.contains(cell)).then(|| cell.clone())));
    texts.sort_by_key(|(cell, _)| cells.iter().position(|listed| listed == cell));
    let mut texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
    if visited.is_break() {
        texts.push("...".to_owned());
    }
    let begun = typed.join(UNBROKEN);
    match texts.is_empty() {
        true if !typed.is_empty() => {
            format!("No turn begins with {begun}. {}", legal_moves(game, history, &[], by_cell))
        }
        _ if typed.is_empty() => format!("{}\n", texts.join(", ")),
        _ => format!("After {begun}: {}\n", texts.join(", ")),
    }
}

/// Announces that `mv` is played in the current position, as it would be typed: `Player 1 plays a1 b2.`
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

/// Says in a sentence what the last move was, for someone who hears no board after it; empty at the start.
pub(crate) fn spoken_turn(game: &AnyGame, view: &View<'_, AnyPosition>) -> String {
    let last = game.last_move(view);
    let last = last.trim_end().trim_end_matches('.');
    let sentence = capitalised(last.strip_prefix("Last move: ").unwrap_or(last));
    if sentence.is_empty() { sentence } else { format!("{sentence}.\n") }
}

/// Says what the last turn of a won game was, and how it won: `The last turn was d8 d6: a swan came home on a1.` Empty if
/// nobody has moved.
pub(crate) fn last_turn_sentence(game: &AnyGame, history: &History<AnyPosition>, winner: Player) -> String {
    let Some((before, mv, _)) = history.turns().next_back() else { return String::new() };
    let typed = game.typed_answers(&game.view_at(history, history.plies() - 1), mv).join(UNBROKEN);
    let whose = match before.to_move() {
        mover if mover == winner => String::new(),
        mover => format!("{}'s ", capitalised(game.player_name(mover))),
    };
    match game.how_won(&game.view(history)) {
        how if !how.is_empty() => format!("The last turn was {whose}{typed}: {how}."),
        _ => format!("The last turn was {whose}{typed}."),
    }
}

/// Writes moves in canonical notation, separated by spaces.
pub fn moves_text(moves: &[AnyMove]) -> String {
    moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// The maximum number of moves shown of a line.
pub const MAX_LINE_MOVES: usize = 3;

/// Joins the turns of a line. If there are several, each has who makes it: `players`, the first of them first.
pub fn with_players(turns: &[String], players: [&str; 2]) -> String {
    let turn = |(turn, player): (&String, &&str)| match turns.len() {
        1 => turn.clone(),
        _ => format!("{turn} ({player})"),
    };
    turns.iter().zip(players.iter().cycle()).map(turn).collect::<Vec<_>>().join(", ")
}
