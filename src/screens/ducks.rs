//! What both screens of Ugly Duck share.

use crate::console::{BoardStyle, Style};
use crate::games::ugly_duck::{CLASSIC, player_name};
use crate::model::{Game as _, History, Player, Seating};
use crate::words::{GameWords, PicturePiece};

use super::Example;
use super::text::{side_by_side, small};

/// Says who plays which of `kinds`, and which way their ducks go. Player 1's go down if `first_goes_down`
/// on a board that is not flipped. The description in words names the `home_rows` of the players instead.
pub fn who_is_who(
    kinds: &[PicturePiece; 4],
    first_goes_down: bool,
    home_rows: [String; 2],
    seating: &Seating,
    style: &Style,
) -> String {
    let [first, second] = [0, 2].map(|index| {
        let duck = &kinds[index];
        duck.paint(style, &duck.letter(style).to_string())
    });
    let colour = |index: usize| {
        let name = style.paint.colour_name(kinds[index].tint.role());
        name.map_or_else(String::new, |name| format!(" ({name})"))
    };
    let ways = if first_goes_down != style.is_flipped() { ["down", "up"] } else { ["up", "down"] };
    match (seating.only_human(), style.board) {
        (Some(own), BoardStyle::Words) => {
            let [home, far] = [own, own.opponent()].map(|player| &home_rows[player.index()]);
            let (own, other) = (player_name(own), player_name(own.opponent()));
            format!(
                "You are {own}. Your ducks go from row {home} to row {far}, your swans come back. {other} is the computer."
            )
        }
        (None, BoardStyle::Words) => {
            let [home, far] = home_rows;
            format!(
                "Player 1's ducks go from row {home} to row {far}, Player 2's the other way. Swans come back."
            )
        }
        (Some(own), _) => {
            let (own_sign, other_sign) = if own == Player::One { (first, second) } else { (second, first) };
            let (colour, way, back) =
                (colour(2 * own.index()), ways[own.index()], ways[own.opponent().index()]);
            format!(
                "You are {own_sign}{colour}. Your ducks go {way}, your swans come back {back}. {other_sign} is the computer."
            )
        }
        (None, _) => {
            let ([way, back], colours) = (ways, [colour(0), colour(2)]);
            format!(
                "Player 1 is {first}{} and goes {way}, Player 2 is {second}{} and goes {back}. Swans come back.",
                colours[0], colours[1]
            )
        }
    }
}

/// Draws the impossible one of `examples` and the possible one before it next to each other, before the move. Nothing for
/// someone who listens.
pub fn draw_captures(examples: &[Example], style: &Style) -> Option<String> {
    if style.is_in_sentences() {
        return None;
    }
    let impossible = examples.iter().position(|example| example.is_impossible)?;
    let [possible, impossible] = examples.get(impossible.checked_sub(1)?..=impossible)? else { return None };
    let draw = |example: &Example, title: &str| {
        let history = History::new(CLASSIC.read_position(&example.position).ok()?);
        let cells = CLASSIC.cells(CLASSIC.read_move(&example.mv).ok()?);
        let mut picture = CLASSIC.picture(&CLASSIC.view(&history));
        picture.mark_move(&cells);
        let picture = if style.is_flipped() { picture.flipped() } else { picture };
        let typed = cells.join(" ");
        Some(format!("{title}: {typed}\n{}", small(&picture, style)))
    };
    Some(side_by_side(&draw(possible, "Possible")?, &draw(impossible, "Not possible")?))
}
