//! Helpers shared by several screens.

use std::fmt::Display;

use crate::console::{BoardStyle, Dialog, Prompt, PromptExit, Style, width};
use crate::model::History;
use crate::words::{Flip, GameWords};

/// Asks for the piece to move with `ask`, and then shows `next`, which introduces the question for its target. At a
/// terminal `check` refuses a wrong piece at once, and its note on an accepted one is shown. Elsewhere the whole turn is
/// checked together: a script's lines stay in step, and the refusal says what is wrong with both.
///
/// # Errors
/// Returns the errors of `ask`.
pub fn ask_piece<T>(
    dialog: &mut Dialog<'_>,
    mut ask: impl FnMut(&mut Dialog<'_>) -> Result<T, PromptExit>,
    next: &str,
    check: impl Fn(&T) -> Result<String, String>,
) -> Result<T, PromptExit> {
    loop {
        let piece = ask(dialog)?;
        let style = dialog.style();
        let note = if style.is_at_terminal() { check(&piece) } else { Ok(String::new()) };
        match note {
            // The next question says where the piece can go.
            Ok(note) if style.by_ear => dialog.set_selection(&note),
            Ok(note) => {
                dialog.introduce(next)?;
                dialog.show_selection(if_one_line(&note, &style))?;
            }
            Err(refusal) => {
                dialog.refuse(refusal)?;
                continue;
            }
        }
        return Ok(piece);
    }
}

/// Returns the letters of a piece on the board, in parentheses; nothing where no board is drawn.
pub fn letters_on_board(letters: impl Display, style: &Style) -> String {
    if style.board == BoardStyle::Words { String::new() } else { format!(" ({letters})") }
}

/// Returns `line` if it fits without wrapping, otherwise nothing: optional notes take at most one line.
pub fn if_one_line<'a>(line: &'a str, style: &Style) -> &'a str {
    if style.fits(width(line)) { line } else { "" }
}

/// Describes where a piece can go: `a1 can go to b1 b2.`
///
/// # Errors
/// Returns why the piece cannot be chosen: the rules refuse it, or it has no moves.
pub fn describe_targets(
    name: &str,
    refused: Option<impl Display>,
    targets: &[String],
) -> Result<String, String> {
    match (refused, targets) {
        (Some(refusal), _) => Err(refusal.to_string()),
        (None, []) => Err(format!("{name} has no moves.")),
        (None, _) => Ok(format!("{name} can go to {}.", targets.join(" "))),
    }
}

/// Returns which answers would be right after a refused turn of the piece `from`: its turns or, if it has none, the
/// `movable` pieces.
pub fn turns_from(from: &str, targets: &[String], movable: Vec<String>) -> Vec<String> {
    match targets {
        [] => movable,
        _ => targets.iter().map(|to| format!("{from} {to}")).collect(),
    }
}

/// Adds to a refusal which answers would be right, at a terminal.
pub fn with_answers(refusal: impl Display, answers: &[String], style: &Style) -> String {
    let right = || Prompt::with_answers("", answers.iter().cloned()).options();
    if style.is_at_terminal() && !answers.is_empty() {
        format!("{refusal} {}", right())
    } else {
        refusal.to_string()
    }
}

/// The words for opposite directions.
const DIRECTIONS: [[&str; 2]; 4] = [["left", "right"], ["up", "down"], ["above", "below"], ["top", "bottom"]];

/// Replaces the directions in braces in a text of this game, such as `{below}`, with those of the board as it is drawn.
pub fn oriented<G: GameWords>(game: &G, text: &str, style: &Style) -> String {
    let flip = game.picture(&game.view(&History::new(game.start()))).flip;
    let mut text = text.to_owned();
    for [one, other] in DIRECTIONS {
        let is_kept = !style.is_flipped() || flip == Flip::Nothing || (flip == Flip::Rows && one == "left");
        let [for_one, for_other] = if is_kept { [one, other] } else { [other, one] };
        text = text.replace(&format!("{{{one}}}"), for_one).replace(&format!("{{{other}}}"), for_other);
    }
    text
}
