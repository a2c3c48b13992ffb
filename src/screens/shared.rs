//! What several screens draw and say in the same way.

use std::fmt::Display;

use crate::console::{Dialog, Role, Style, Unanswered, pad_right, width, wrap};
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
        Some(part) => format!("{}{GAP}{part}", pad_right(line, columns)).trim_end().to_owned() + "\n",
        None => format!("{line}\n"),
    };
    board.lines().map(line).collect()
}

/// What is marked on a board beside what stands there.
pub struct Marks<C> {
    /// Where the last move began: in round brackets.
    pub from: Option<C>,
    /// Where it went: in square brackets.
    pub to: Vec<C>,
    /// What has ended the game: between stars.
    pub ended: Vec<C>,
}

impl<C: PartialEq> Marks<C> {
    /// No marks at all.
    pub const NONE: Marks<C> = Marks { from: None, to: Vec::new(), ended: Vec::new() };

    /// What stands before and behind a cell.
    pub fn around(&self, cell: &C) -> (char, char) {
        match () {
            () if self.ended.contains(cell) => ('*', '*'),
            () if self.to.contains(cell) => ('[', ']'),
            () if self.from.as_ref() == Some(cell) => ('(', ')'),
            () => (' ', ' '),
        }
    }
}

/// A cell: `text` between `marks`, in `inside` columns and one on each side. At a terminal the marks stand close around the text.
pub fn framed(
    style: &Style,
    (open, close): (char, char),
    text: &str,
    inside: usize,
    paint: impl Fn(&str) -> String,
) -> String {
    let free = " ".repeat(inside.saturating_sub(width(text)));
    let (within, behind) = if style.is_at_terminal() { ("", &free[..]) } else { (&free[..], "") };
    format!("{}{}{}{behind}", mark(style, open), paint(&format!("{text}{within}")), mark(style, close))
}

/// A sign beside a cell.
pub fn mark(style: &Style, sign: char) -> String {
    style.paint.apply(Role::Mark, &sign.to_string())
}

/// `drawing`, in which the signs of `grid` step back behind what stands between them.
pub fn quiet(style: &Style, drawing: &str, grid: &[char]) -> String {
    let mut text = String::new();
    let mut rest = drawing;
    while let Some(start) = rest.find(grid) {
        let (before, run) = rest.split_at(start);
        let end = run.find(|sign| !grid.contains(&sign)).unwrap_or(run.len());
        text += before;
        text += &style.paint.apply(Role::Quiet, &run[..end]);
        rest = &run[end..];
    }
    text + rest
}

/// Asks for the piece that moves by `ask`. At a terminal one that `judge` refuses is refused at once, and what it tells of another is
/// said; elsewhere the whole turn is judged, so that a script's lines stay in step.
///
/// # Errors
/// Those of `ask`.
pub fn ask_piece<T>(
    dialog: &mut Dialog<'_>,
    mut ask: impl FnMut(&mut Dialog<'_>) -> Result<T, Unanswered>,
    judge: impl Fn(&T) -> Result<String, String>,
) -> Result<T, Unanswered> {
    loop {
        let piece = ask(dialog)?;
        if !dialog.style().is_at_terminal() {
            return Ok(piece);
        }
        match judge(&piece) {
            Ok(told) => {
                dialog.hold(in_one_line(&told, &dialog.style()))?;
                return Ok(piece);
            }
            Err(refusal) => dialog.refuse(refusal)?,
        }
    }
}

/// `line` where it is not broken, else nothing: what is not needed to play takes one line or none.
pub fn in_one_line<'a>(line: &'a str, style: &Style) -> &'a str {
    if style.fits(width(line)) { line } else { "" }
}

/// Where a piece can go, in a sentence: `a1 can go to b1 b2.` Or why it cannot be chosen: the rules refuse it, or it has no move.
///
/// # Errors
/// That reason.
pub fn targets_told(name: &str, refused: Option<impl Display>, targets: &[String]) -> Result<String, String> {
    match (refused, targets) {
        (Some(refusal), _) => Err(refusal.to_string()),
        (None, []) => Err(format!("{name} has no move.")),
        (None, _) => Ok(format!("{name} can go to {}.", targets.join(" "))),
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
/// legal move, given up, forfeited, out of time. Empty for the other endings, for which each game has its words.
pub fn given_up(ending: &Ending, name: impl Fn(Player) -> String) -> String {
    match ending {
        Ending::NoMoves(player) => format!("{} has no legal move.\n", name(*player)),
        Ending::Resigned(player) => format!("{} gives up.\n", name(*player)),
        Ending::Forfeited(player, _) => format!("{} forfeits the game.\n", name(*player)),
        Ending::OutOfTime(player) => format!("{} has run out of time.\n", name(*player)),
        Ending::Rules(_) | Ending::Patience(_) | Ending::Adjudicated(..) => String::new(),
    }
}
