//! The prompts of a turn: row and column of the piece, row and column of its target, and how it captures.

use crate::console::{Dialog, Prompt, PromptExit, Style, flow_items};
use crate::games::three_dragons::{
    CaptureChoice, Captures, Direction, Move, Piece, Refusal, Square, Squares, ThreeDragons,
    ThreeDragonsPosition, check_valid_capture, check_valid_piece, check_valid_position, squares_in,
};
use crate::model::{Position as _, View};
use crate::screens::TurnDialog;
use crate::screens::shared::{ask_piece, describe_targets, if_one_line, turns_from, with_answers};
use crate::words::three_dragons::{CUSTODIAL, capture_name, level_name, typed_square};
use crate::words::{capitalised, dedup};

use super::LOW_ROWS;
use super::board::has_capture_choice;
use super::words::pieces_on;

const BAD_CELL: &str = "That is not a cell: type a letter from A to I and a number from 1 to 9, such as b9.";
const BAD_ROW: &str = "Invalid row: type a number from 1 to 9, or a whole position such as b9.";
const BAD_COLUMN: &str = "Invalid column: type a letter from A to I.";

impl TurnDialog for ThreeDragons {
    fn read_turn(
        &self,
        view: &View<'_, ThreeDragonsPosition>,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, PromptExit> {
        let position = view.position;
        let style = dialog.style();
        loop {
            let from = ask_piece(
                dialog,
                |dialog| {
                    let by_ear = dialog.style().by_ear;
                    dialog.introduce(if by_ear { "" } else { "Select the piece to move..." })?;
                    ask_square(None, &movable(position), dialog)
                },
                "Select the position to move...",
                |from| {
                    let refused = check_valid_piece(position, *from).err();
                    let note =
                        describe_targets(&typed_square(*from), refused, &typed(&targets(position, *from)))
                            .map_err(|refusal| with_answers(refusal, &typed(&movable(position)), &style))?;
                    // The questions about a choice of captures need the row.
                    let is_low = style.rows.is_some_and(|rows| rows <= LOW_ROWS);
                    Ok(if is_low && has_capture_choice(position) { String::new() } else { note })
                },
            )?;
            let to = ask_square(Some(from), &targets(position, from), dialog)?;
            let piece = check_valid_piece(position, from);
            let judged = piece.and_then(|piece| check_valid_position(position, from, to).map(|()| piece));
            match judged {
                Ok(piece) => {
                    let choice = ask_capture(position, to, piece, dialog)?;
                    return Ok(Move { from, to, choice });
                }
                Err(refusal) => {
                    let right = turns_from(
                        &typed_square(from),
                        &typed(&targets(position, from)),
                        typed(&movable(position)),
                    );
                    dialog.refuse_turn(with_answers(refusal, &right, &style))?;
                }
            }
        }
    }

    fn turn_prompts(&self, _view: &View<'_, ThreeDragonsPosition>, style: &Style) -> String {
        let targets = if_one_line("e8 can go to a8.\n", style);
        let cell = "Next move row: 8\nNext move column: E\n";
        format!("Select the piece to move...\n{cell}{targets}Select the position to move...\n{cell}")
    }
}

/// An answer to a row prompt.
enum RowAnswer {
    Row(usize),
    Square(Square),
}

/// Asks for a row and a column: of the piece to move, or of the target of the one on `from`. A whole position at the
/// row prompt answers both.
fn ask_square(
    from: Option<Square>,
    suggested: &[Square],
    dialog: &mut Dialog<'_>,
) -> Result<Square, PromptExit> {
    let from = from.map(typed_square);
    let selection = from.as_ref().map_or_else(String::new, |from| format!("From {from}. "));
    let question = if from.is_none() { "Which piece do you move?" } else { "Where does it go?" };
    let mut rows: Vec<usize> = suggested.iter().map(|square| square.row() + 1).collect();
    rows.dedup();
    let answers = typed(suggested).into_iter().chain(rows.iter().map(usize::to_string));
    let prompt =
        Prompt::with_answers("Next move row: ", answers).heard_as(format!("{selection}{question}"), "a cell");
    let style = dialog.style();
    let read = |answer: &str| match read_row(answer) {
        Some(RowAnswer::Row(row))
            if style.is_at_terminal() && suggested.iter().all(|square| square.row() != row) =>
        {
            let refusal = match &from {
                Some(from) => format!("The piece on {from} cannot go to row {}.", row + 1),
                None => format!("You have no movable piece in row {}.", row + 1),
            };
            Err(with_answers(refusal, &typed(suggested), &style))
        }
        None if style.is_at_terminal() && read_column(answer).is_some() => {
            let in_column = |square: &&Square| Some(square.column()) == read_column(answer);
            let square = suggested.iter().find(in_column).or(suggested.first());
            let example = square.map_or_else(|| "b9".to_owned(), |square| typed_square(*square));
            Err(format!(
                "{answer} is a column: type the row first, from 1 to 9, or a position such as {example}."
            ))
        }
        read => read.ok_or_else(|| if style.by_ear { BAD_CELL } else { BAD_ROW }.to_owned()),
    };
    let row = match dialog.ask_for(&prompt, read)? {
        RowAnswer::Square(square) => return Ok(square),
        RowAnswer::Row(row) => row,
    };
    dialog.set_selection(&format!("{selection}Row {}.", row + 1));
    let in_row = suggested.iter().filter(|square| square.row() == row);
    let columns = in_row.map(|square| square.name().chars().take(1).collect::<String>());
    let prompt = Prompt::with_answers("Next move column: ", columns)
        .heard_as(format!("{selection}Row {}. Which column?", row + 1), "a letter");
    dialog.ask_for(&prompt, |answer| {
        let square = read_column(answer).and_then(|column| Square::new(row, column));
        square.ok_or_else(|| match read_row(answer).filter(|_| style.is_at_terminal()) {
            Some(RowAnswer::Row(_)) => format!("{answer} is a row: now type a column, from A to I."),
            Some(RowAnswer::Square(_)) => {
                "You have chosen the row: type only the column, from A to I.".to_owned()
            }
            None => BAD_COLUMN.to_owned(),
        })
    })
}

fn read_row(answer: &str) -> Option<RowAnswer> {
    if let Some(row) = read_row_number(answer) {
        return Some(RowAnswer::Row(row));
    }
    let whole = answer.parse().ok().or_else(|| {
        // Row first, as the prompts ask: 9b.
        let (row, column) = answer.split_at_checked(1)?;
        Square::new(read_row_number(row)?, read_column(column)?)
    });
    whole.map(RowAnswer::Square)
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

fn typed(squares: &[Square]) -> Vec<String> {
    squares.iter().map(|square| typed_square(*square)).collect()
}

fn movable(position: &ThreeDragonsPosition) -> Vec<Square> {
    dedup(position.moves().iter().map(|mv| mv.from))
}

fn targets(position: &ThreeDragonsPosition, from: Square) -> Vec<Square> {
    dedup(position.moves().iter().filter(|mv| mv.from == from).map(|mv| mv.to))
}

/// Asks how `piece` captures on `to`, if there is a choice.
fn ask_capture(
    position: &ThreeDragonsPosition,
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
    position: &ThreeDragonsPosition,
    captures: Captures,
    piece: Piece,
    dialog: &mut Dialog<'_>,
) -> Result<bool, PromptExit> {
    let custodial = pieces_on(position, captures.custodial, "and");
    let strength = pieces_on(position, captures.strength, "or");
    let cost = cost(piece);
    dialog.show_selection(&match has_room(&dialog.style()) {
        true => format!(
            "Select the capture...\n    1. Custodial: {custodial}\n    2. Strength: {strength} ({cost})"
        ),
        false => format!("Custodial: {custodial}; strength: {strength} ({cost})"),
    })?;
    let prompt = Prompt::with_answers("Custodial or strength: ", ["custodial", "strength", "1", "2"])
        .heard_as("Which capture do you make?", "a word");
    dialog.ask_for(&prompt, |answer| match capture_name(answer) {
        Some(name) => Ok(name == CUSTODIAL),
        None => Err("Invalid capture: type custodial or strength.".to_owned()),
    })
}

/// Whether a list of captures can have a title and a line each: through a pipe, and in a window of the usual size.
fn has_room(style: &Style) -> bool {
    style.fits(80) && style.rows.is_none_or(|rows| rows >= LOW_ROWS)
}

/// Describes the cost of a strength capture: `your level 4 becomes level 3`.
fn cost(piece: Piece) -> String {
    let [strong, weak] = [piece.level, piece.level.saturating_sub(1)].map(level_name);
    format!("your {strong} becomes {weak}")
}

/// Asks for the direction of a strength capture on the board as drawn, unless only one is possible. The square of the
/// captured piece, as in the typed form of a turn, is an answer too.
fn ask_direction(
    position: &ThreeDragonsPosition,
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
    let is_flipped = style.is_flipped();
    dialog.show_selection(&directions_text(position, captures, piece, &possible, &style))?;
    let answers: Vec<String> =
        possible.iter().map(|(direction, _)| drawn(*direction, is_flipped).letter().to_string()).collect();
    let cells = possible.iter().map(|(_, target)| typed_square(*target));
    let typed: Vec<String> = answers.iter().cloned().chain(cells).collect();
    let shown = style.wording(&answers, &typed).join(" ");
    let prompt = Prompt::with_answers("Direction (u d l r): ", typed)
        .heard_as("Which of them do you capture?", "a letter or its cell");
    dialog.ask_for(&prompt, |answer| {
        let named = possible.iter().find(|(_, target)| typed_square(*target).eq_ignore_ascii_case(answer));
        let named = named.map(|(direction, _)| *direction);
        let direction = named.or_else(|| Some(drawn(read_direction(answer)?, is_flipped)));
        let direction = direction.ok_or_else(|| format!("Invalid direction: type one of {shown}."))?;
        let choice = CaptureChoice::Strength(direction);
        check_valid_capture(position, to, piece.level, choice)
            .map(|()| choice)
            .map_err(|refusal| with_answers(refusal_as_drawn(refusal, is_flipped), &answers, &style))
    })
}

/// Returns a direction of the rules as the board shows it, or the other way round. A flipped board is turned by half a
/// turn.
fn drawn(direction: Direction, is_flipped: bool) -> Direction {
    if is_flipped { direction.opposite() } else { direction }
}

/// Returns a refusal that names a direction as the board shows it.
fn refusal_as_drawn(refusal: Refusal, is_flipped: bool) -> Refusal {
    let named = |refusal: fn(Direction) -> Refusal, direction| refusal(drawn(direction, is_flipped));
    match refusal {
        Refusal::NobodyToCapture(direction) => named(Refusal::NobodyToCapture, direction),
        Refusal::NotWeaker(direction) => named(Refusal::NotWeaker, direction),
        Refusal::CustodialThere(direction) => named(Refusal::CustodialThere, direction),
        Refusal::NothingToChoose(direction) => named(Refusal::NothingToChoose, direction),
        other => other,
    }
}

/// Lists the possible strength captures: one per line, or on one line where there is less room.
fn directions_text(
    position: &ThreeDragonsPosition,
    captures: Captures,
    piece: Piece,
    possible: &[(Direction, Square)],
    style: &Style,
) -> String {
    let is_flipped = style.is_flipped();
    let choice = |(direction, target): &(Direction, Square)| {
        let letter = drawn(*direction, is_flipped).letter();
        format!("{letter}. {} on {}", level_name(position.level(*target)), target.name())
    };
    // The question about custodial captures has already named the cost.
    let is_named = captures.custodial != 0;
    if style.is_at_terminal() && (is_named || !has_room(style)) {
        let cost = (!is_named).then(|| format!("{}:", capitalised(&cost(piece))));
        let choices: Vec<String> = cost.into_iter().chain(possible.iter().map(choice)).collect();
        let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
        return flow_items(&choices, "   ", style.width);
    }
    let line = |possible: &(Direction, Square)| {
        let place = drawn(possible.0, is_flipped).relative_position();
        format!("    {}, {place}\n", choice(possible))
    };
    let lines: String = possible.iter().map(line).collect();
    format!("Select the strength capture... ({})\n{lines}", cost(piece))
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
