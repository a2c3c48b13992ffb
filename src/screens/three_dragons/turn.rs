//! The prompts of a turn: row and column of the piece, row and column of its target, and how it captures.

use crate::console::{Dialog, Prompt, PromptExit, Style};
use crate::games::three_dragons::{
    CaptureChoice, Captures, Direction, Move, Piece, Position, Square, Squares, check_valid_capture,
    check_valid_piece, check_valid_position, read_square, squares_in,
};
use crate::model::Position as _;
use crate::screens::shared::{ask_piece, describe_targets};
use crate::words::dedup;
use crate::words::three_dragons::{level_name, typed_square};

use super::words::pieces_on;

const BAD_ROW: &str = "Invalid row: type a number from 1 to 9, or a whole position such as b9.";
const BAD_COLUMN: &str = "Invalid column: type a letter from A to I.";

/// Asks until the player enters a legal turn.
///
/// # Errors
/// Fails if a command or the end of input ends the turn.
pub fn read(position: &Position, dialog: &mut Dialog<'_>) -> Result<Move, PromptExit> {
    loop {
        let from = ask_piece(
            dialog,
            |dialog| ask_square("Select the piece to move...", "", &movable(position), dialog),
            |from| {
                let refused = check_valid_piece(position, *from).err();
                let targets: Vec<String> =
                    targets(position, *from).iter().map(|to| typed_square(*to)).collect();
                describe_targets(&typed_square(*from), refused, &targets)
            },
        )?;
        let to = ask_square(
            "Select the position to move...",
            &format!("From {}. ", typed_square(from)),
            &targets(position, from),
            dialog,
        )?;
        let piece = check_valid_piece(position, from);
        let judged = piece.and_then(|piece| check_valid_position(position, from, to).map(|()| piece));
        let choice = match judged {
            Ok(piece) => ask_capture(position, to, piece, dialog)?,
            Err(refusal) => {
                dialog.refuse(refusal)?;
                continue;
            }
        };
        let mv = Move { from, to, choice };
        match position.check_move(mv) {
            Ok(()) => return Ok(mv),
            Err(refusal) => dialog.refuse(refusal)?,
        }
    }
}

fn column_name(square: Square) -> String {
    square.name().chars().take(1).collect()
}

/// An answer to a row prompt.
enum RowAnswer {
    Row(usize),
    Square(Square),
}

/// Asks for a row and a column; `selection` describes the piece already selected. A whole position at the row
/// prompt answers both.
fn ask_square(
    title: &str,
    selection: &str,
    suggested: &[Square],
    dialog: &mut Dialog<'_>,
) -> Result<Square, PromptExit> {
    if !dialog.style().by_ear {
        dialog.introduce(title)?;
    }
    let question = if selection.is_empty() { "Which piece do you move?" } else { "Where does it go?" };
    let prompt =
        Prompt::with_answers("Next move row: ", suggested.iter().map(|square| typed_square(*square)))
            .heard_as(format!("{selection}{question}"), "a square");
    let read = |answer: &str| read_row(answer).ok_or_else(|| BAD_ROW.to_owned());
    let row = match dialog.ask_for(&prompt, read)? {
        RowAnswer::Square(square) => return Ok(square),
        RowAnswer::Row(row) => row,
    };
    dialog.set_selection(&format!("{selection}Row {}.", row + 1));
    let in_row = suggested.iter().filter(|square| square.row() == row);
    let prompt = Prompt::with_answers("Next move column: ", in_row.map(|square| column_name(*square)))
        .heard_as(format!("{selection}Row {}. Which column?", row + 1), "a letter");
    dialog.ask_for(&prompt, |answer| {
        let square = read_column(answer).and_then(|column| Square::new(row, column));
        square.ok_or_else(|| BAD_COLUMN.to_owned())
    })
}

fn read_row(answer: &str) -> Option<RowAnswer> {
    if let Some(row) = read_row_number(answer) {
        return Some(RowAnswer::Row(row));
    }
    let whole = parse_square(answer).or_else(|| {
        // Row first, as the prompts ask: 9b.
        let (row, column) = answer.split_at_checked(1)?;
        Square::new(read_row_number(row)?, read_column(column)?)
    });
    whole.map(RowAnswer::Square)
}

fn parse_square(answer: &str) -> Option<Square> {
    read_square(answer).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
}

fn read_row_number(answer: &str) -> Option<usize> {
    match answer.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'1')),
        _ => None,
    }
}

fn read_column(answer: &str) -> Option<usize> {
    match answer.to_ascii_uppercase().as_bytes() {
        [letter @ b'A'..=b'I'] => Some(usize::from(letter - b'A')),
        _ => None,
    }
}

fn movable(position: &Position) -> Vec<Square> {
    dedup(position.moves().iter().map(|mv| mv.from))
}

fn targets(position: &Position, from: Square) -> Vec<Square> {
    dedup(position.moves().iter().filter(|mv| mv.from == from).map(|mv| mv.to))
}

/// Asks how `piece` captures on `to`, if there is a choice.
fn ask_capture(
    position: &Position,
    to: Square,
    piece: Piece,
    dialog: &mut Dialog<'_>,
) -> Result<CaptureChoice, PromptExit> {
    let captures = position.captures(to, piece.level);
    if !captures.is_choice() {
        return Ok(CaptureChoice::Automatic);
    }
    if captures.custodial != 0 && ask_custodial(position, captures, piece, dialog)? {
        return Ok(CaptureChoice::Automatic);
    }
    ask_direction(position, to, captures, piece, dialog)
}

/// Asks whether to take the custodial captures instead of a strength capture.
fn ask_custodial(
    position: &Position,
    captures: Captures,
    piece: Piece,
    dialog: &mut Dialog<'_>,
) -> Result<bool, PromptExit> {
    let custodial = pieces_on(position, captures.custodial, "and");
    let strength = pieces_on(position, captures.strength, "or");
    let cost = cost(piece);
    dialog.show_selection(&dialog.style().wording(
        format!("Select the capture...\n    1. Custodial: {custodial}\n    2. Strength: {strength} ({cost})"),
        format!("Custodial: {custodial}; strength: {strength} ({cost})"),
    ))?;
    let prompt = Prompt::with_answers("Custodial or strength: ", ["custodial", "strength"])
        .heard_as("Which capture do you make?", "a word");
    dialog.ask_for(&prompt, |answer| match answer.to_ascii_lowercase().as_str() {
        "1" | "c" | "custodial" => Ok(true),
        "2" | "s" | "strength" => Ok(false),
        _ => Err("Invalid capture: type custodial or strength.".to_owned()),
    })
}

/// Describes the cost of a strength capture: `your level 4 becomes level 3`.
fn cost(piece: Piece) -> String {
    let [strong, weak] = [piece.level, piece.level.saturating_sub(1)].map(level_name);
    format!("your {strong} becomes {weak}")
}

/// Asks for the direction of a strength capture, unless only one is possible.
fn ask_direction(
    position: &Position,
    to: Square,
    captures: Captures,
    piece: Piece,
    dialog: &mut Dialog<'_>,
) -> Result<CaptureChoice, PromptExit> {
    let possible = possible_directions(to, captures.strength);
    if let [(direction, _)] = possible[..] {
        return Ok(CaptureChoice::Strength(direction));
    }
    let style = dialog.style();
    dialog.show_selection(&directions_text(position, captures, piece, &possible, &style))?;
    let answer = |(direction, target): &(Direction, Square)| match style.is_flipped() {
        true => typed_square(*target),
        false => direction.letter().to_string(),
    };
    let answers: Vec<String> = possible.iter().map(answer).collect();
    let (question, wanted) = match style.is_flipped() {
        true => ("Captured piece: ", "square"),
        false => ("Direction (u d l r): ", "direction"),
    };
    let prompt =
        Prompt::with_answers(question, answers.clone()).heard_as("Which of them do you capture?", "a letter");
    dialog.ask_for(&prompt, |answer| {
        let named = possible.iter().find(|(_, target)| typed_square(*target).eq_ignore_ascii_case(answer));
        let letter = || read_direction(answer).filter(|_| !style.is_flipped());
        let direction = named.map(|(direction, _)| *direction).or_else(letter);
        let direction =
            direction.ok_or_else(|| format!("Invalid {wanted}: type one of {}.", answers.join(" ")))?;
        let choice = CaptureChoice::Strength(direction);
        check_valid_capture(position, to, piece.level, choice)
            .map(|()| choice)
            .map_err(|refusal| refusal.to_string())
    })
}

/// Lists the possible strength captures: one per line, or at a terminal all on one line. On a flipped board they
/// have no directions.
fn directions_text(
    position: &Position,
    captures: Captures,
    piece: Piece,
    possible: &[(Direction, Square)],
    style: &Style,
) -> String {
    let enemy = |target: &Square| format!("{} on {}", level_name(position.level(*target)), target.name());
    let is_flipped = style.is_flipped();
    let line = |(direction, target): &(Direction, Square)| match is_flipped {
        true => format!("    {}. {}\n", typed_square(*target), level_name(position.level(*target))),
        false => {
            format!("    {}. {}, {}\n", direction.letter(), enemy(target), direction.relative_position())
        }
    };
    let lines: String = possible.iter().map(line).collect();
    let original = format!("Select the strength capture... ({})\n{lines}", cost(piece));
    let choices = possible.iter().map(|(direction, target)| match is_flipped {
        true => format!("{}: {}", typed_square(*target), level_name(position.level(*target))),
        false => format!("{}: {}", direction.letter(), enemy(target)),
    });
    let choices = choices.collect::<Vec<_>>().join(", ");
    // The question about custodial captures has already named the cost.
    let cost = if captures.custodial == 0 { format!(" ({})", cost(piece)) } else { String::new() };
    style.wording(original, format!("{choices}{cost}"))
}

fn possible_directions(to: Square, strength: Squares) -> Vec<(Direction, Square)> {
    let neighbours =
        Direction::ALL.into_iter().filter_map(|direction| Some((direction, to.step(direction)?)));
    neighbours.filter(|(_, target)| squares_in(strength).any(|square| square == *target)).collect()
}

fn read_direction(answer: &str) -> Option<Direction> {
    let lower = answer.to_ascii_lowercase();
    Direction::ALL
        .into_iter()
        .find(|direction| lower == direction.as_str() || lower == direction.letter().to_string())
}
