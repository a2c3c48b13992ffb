//! The prompts of a turn: the number of a piece, then the letter of its move.
//!
//! A terminal also takes the name of a piece, such as `D3`, for its number.
//!
//! At the second prompt a number chooses another piece. Players can change their mind without a detour, and a
//! script's lines stay in step after a refusal, because numbers and letters cannot be confused.

use crate::console::{BoardStyle, Dialog, Prompt, PromptExit, Style, rows, wrap};
use crate::games::ugly_duck::{
    Cell, Geometry, Move, Piece, STEPS, Step, UglyDuckPosition, UglyDuckXl, check_valid_position, letter_of,
};
use crate::model::notation::is_digits;
use crate::model::text::escape;
use crate::model::{Game as _, MissingPiece, MoveError, Player, Position as _, View};
use crate::screens::TurnDialog;
use crate::screens::shared::with_answers;
use crate::words::ducks::kind_name;
use crate::words::ugly_duck_xl::number_in;
use crate::words::{capitalised, join_with_word};

use super::words::{direction, name, pieces_on_board};

/// The letters of the moves.
const LETTERS: &str = "qweasd";

/// A no-break space.
const NO_BREAK: &str = "\u{a0}";

impl<G: Geometry> TurnDialog for UglyDuckXl<G> {
    fn read_turn(
        &self,
        view: &View<'_, UglyDuckPosition<G>>,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, PromptExit> {
        let turn = TurnPrompts { game: self, view };
        if !dialog.style().by_ear {
            dialog.introduce(&turn.movable_text())?;
        }
        let prompt = Prompt { letters: LETTERS, ..Prompt::with_answers("Choose a piece: ", turn.numbers()) }
            .heard_as("Which piece do you move?", "its number");
        let style = dialog.style();
        let mut other = None;
        loop {
            let (number, cell) = match other.take() {
                Some(other) => other,
                None => dialog.ask_for(&prompt, |answer| turn.choose_piece(answer, None, &style))?,
            };
            match turn.ask_move(number, cell, dialog)? {
                MoveAnswer::Move(mv) => return Ok(mv),
                MoveAnswer::OtherPiece(answer, chosen) => {
                    dialog.keep_answer(&answer);
                    other = Some(chosen);
                }
                MoveAnswer::NoPiece(refusal) => dialog.refuse(refusal)?,
            }
        }
    }

    /// Returns the movable pieces, the prompt, the longest list of moves, and the prompt.
    fn turn_prompts(&self, view: &View<'_, UglyDuckPosition<G>>, style: &Style) -> String {
        let turn = TurnPrompts { game: self, view };
        let moves = turn.movable().map(|(number, cell)| turn.moves_of(number, cell, style));
        let longest =
            moves.max_by_key(|moves| rows(&wrap(moves, style.width), style.width)).unwrap_or_default();
        format!("{}\nChoose a piece: 1\n{longest}Choose a move: q\n", turn.movable_text())
    }
}

/// An answer to the second prompt.
enum MoveAnswer {
    Move(Move),
    /// A number, which chooses another piece.
    OtherPiece(String, (usize, Cell)),
    /// Through a pipe, a number that chooses none: the next line is for another piece, not for the one before.
    NoPiece(String),
}

/// The prompts for the player to move.
struct TurnPrompts<'a, G: Geometry> {
    game: &'a UglyDuckXl<G>,
    view: &'a View<'a, UglyDuckPosition<G>>,
}

/// Splits the name of a piece into its letter and its number, if it has one. Through a pipe only a number is a name.
fn split_name(answer: &str, style: &Style) -> (Option<char>, Option<usize>) {
    let letter = answer.chars().next().filter(|_| !is_digits(answer));
    (letter, number_in(answer).filter(|_| letter.is_none() || style.is_at_terminal()))
}

impl<G: Geometry> TurnPrompts<'_, G> {
    /// Returns the pieces that can move, in the order of their numbers.
    fn movable(&self) -> impl Iterator<Item = (usize, Cell)> {
        let pieces_on_board = pieces_on_board(self.view, self.view.position.to_move());
        pieces_on_board.filter(|(_, cell)| self.steps_of(*cell).next().is_some())
    }

    /// Returns the numbers of the pieces that can move.
    fn numbers(&self) -> Vec<String> {
        self.movable().map(|(number, _)| number.to_string()).collect()
    }

    fn movable_text(&self) -> String {
        format!("Pieces you can move: {}", self.numbers().join(" "))
    }

    /// Returns the legal moves of the piece on `cell`, in the order of the letters.
    fn steps_of(&self, cell: Cell) -> impl Iterator<Item = Step> {
        let is_legal =
            move |step: &Step| check_valid_position(self.view.position, cell, step.from(cell)).is_ok();
        STEPS.into_iter().filter(is_legal)
    }

    /// Returns the letters of the legal moves of the piece on `cell`.
    fn letters_of(&self, cell: Cell) -> Vec<String> {
        self.steps_of(cell).map(|step| step.letter.to_string()).collect()
    }

    /// Returns the piece with this number and its cell, or what is wrong with the answer. `of` is the piece that has been
    /// chosen before, if there is one, whose moves are right too.
    fn choose_piece(&self, answer: &str, of: Option<Cell>, style: &Style) -> Result<(usize, Cell), String> {
        let player = self.view.position.to_move();
        let (letter, number) = split_name(answer, style);
        let example = self.movable().next();
        let right = |refusal: String| match of.filter(|_| style.is_at_terminal()) {
            Some(cell) => {
                let [moves, pieces] =
                    [self.letters_of(cell), self.numbers()].map(|answers| join_with_word(&answers, "or"));
                format!("{refusal} Type {moves}, or another piece: {pieces}.")
            }
            None => with_answers(refusal, &self.numbers(), style),
        };
        let Some(number) = number else {
            let example = example.map_or(1, |(number, _)| number);
            let right = format!("Type the number of a piece, for example {example}.");
            let is_move = Step::of_letter(answer).is_some() && style.is_at_terminal();
            let on_cell = answer.parse().ok().and_then(|cell: Cell| {
                let own = self.view.position.piece(cell).filter(|piece| piece.owner == player)?;
                Some((own, self.view.numbering.on(cell.into())?))
            });
            let why = match self.game.read_legal_move(self.view.position, &answer.replace('-', "")) {
                _ if !style.is_at_terminal() => String::new(),
                _ if is_move => format!("{answer} is a direction: first choose a piece. "),
                Err(error @ MoveError::Illegal(_)) => format!("{error} "),
                _ => on_cell.map_or_else(String::new, |(piece, number)| {
                    format!("The piece on {answer} is {}. ", name(piece, number, style))
                }),
            };
            let leave =
                if is_move && answer.eq_ignore_ascii_case("q") { " (:quit leaves the program)" } else { "" };
            return Err(format!("{why}{right}{leave}"));
        };
        let not_own = || {
            let example = example
                .map(|(number, cell)| format!("{number}, or {}", self.name(number, cell, &Style::PLAIN)));
            let example = example.unwrap_or_default();
            let refusal = format!("{answer} is not your piece.");
            match of {
                Some(_) => right(refusal),
                None => format!("{refusal} Type a number, for example {example}."),
            }
        };
        // The letters of player 1's pieces are capitals.
        if letter.is_some_and(|letter| letter.is_uppercase() != (player == Player::One)) {
            return Err(not_own());
        }
        let cell =
            self.view.numbering.find(player, number).map(Cell::from).map_err(|missing| match missing {
                MissingPiece::NoSuchPiece => {
                    let left: Vec<usize> = self.view.numbering.numbers(player).collect();
                    let yours = match (&left[..], self.view.numbering.initial_count(player)) {
                        ([only], _) => format!("your only piece is {only}"),
                        (left, given) if left.len() == given => format!("yours are 1 to {given}"),
                        (left, _) => {
                            let numbers: Vec<String> = left.iter().map(usize::to_string).collect();
                            format!("yours are {}", join_with_word(&numbers, "and"))
                        }
                    };
                    let refusal = format!("There is no piece {}: {yours}.", escape(answer.as_bytes()));
                    if of.is_some() { right(refusal) } else { refusal }
                }
                MissingPiece::Captured => right(format!("Your piece {number} has been captured.")),
            })?;
        if letter.is_some_and(|letter| self.view.position.piece(cell).map(letter_of) != Some(letter)) {
            return Err(not_own());
        }
        match self.steps_of(cell).next() {
            Some(_) => Ok((number, cell)),
            None => {
                let name = sentence_start(self.name(number, cell, style), style);
                Err(right(format!("{name} cannot move now.")))
            }
        }
    }

    fn name(&self, number: usize, cell: Cell, style: &Style) -> String {
        self.view.position.piece(cell).map_or_else(String::new, |piece| name(piece, number, style))
    }

    /// Lists the moves of a piece and asks for one.
    fn ask_move(&self, number: usize, cell: Cell, dialog: &mut Dialog<'_>) -> Result<MoveAnswer, PromptExit> {
        let style = dialog.style();
        dialog.introduce(&self.moves_of(number, cell, &style))?;
        let prompt =
            Prompt { letters: LETTERS, ..Prompt::with_answers("Choose a move: ", self.letters_of(cell)) }
                .heard_as("Which move?", "its letter");
        dialog.ask_for(&prompt, |answer| match split_name(answer, &style).1.is_some() {
            true => match self.choose_piece(answer, Some(cell), &style) {
                Ok(other) => Ok(MoveAnswer::OtherPiece(answer.to_owned(), other)),
                Err(refusal) if !style.is_at_terminal() => Ok(MoveAnswer::NoPiece(refusal)),
                Err(refusal) => Err(refusal),
            },
            false => self.choose_move(number, cell, answer, &style).map(MoveAnswer::Move),
        })
    }

    /// Returns the move with this letter, or what is wrong with the answer.
    fn choose_move(&self, number: usize, cell: Cell, answer: &str, style: &Style) -> Result<Move, String> {
        let Some(step) = Step::of_letter(answer) else {
            let shown = escape(answer.as_bytes());
            let [up, down] = vertical_directions(style);
            let all = format!("There is no move \"{shown}\". The moves are q w e ({up}) and a s d ({down}).");
            let possible =
                with_answers(format!("There is no move \"{shown}\"."), &self.letters_of(cell), style);
            return Err(style.wording(all, possible));
        };
        let mv = Move { from: cell, to: step.from(cell) };
        let Err(refusal) = check_valid_position(self.view.position, mv.from, mv.to) else { return Ok(mv) };
        let piece = self.view.position.piece(cell);
        let why = match piece.filter(|piece| piece.moves_towards_last_row() != step.up) {
            Some(piece) => wrong_way(piece, number, style),
            None => with_answers(refusal, &self.letters_of(cell), style),
        };
        Err(format!("Move {} is not possible now. {why}", step.letter))
    }

    /// Lists the moves of a piece: one per line, or at a terminal all on one line, which is not wrapped
    /// inside a move.
    fn moves_of(&self, number: usize, cell: Cell, style: &Style) -> String {
        let moves = self.steps_of(cell).map(|step| self.describe(cell, step, style));
        let name = self.name(number, cell, style);
        if !style.is_at_terminal() || style.board == BoardStyle::Words {
            return format!("Moves of {name}:\n{}", moves.collect::<String>());
        }
        let moves = moves.map(|line| line.split_whitespace().collect::<Vec<_>>().join(NO_BREAK));
        format!("Moves of {name}:  {}\n", moves.collect::<Vec<_>>().join("  "))
    }

    /// Formats a line of the list of moves: arrow, letter, and other effects.
    fn describe(&self, cell: Cell, step: Step, style: &Style) -> String {
        let to = step.from(cell);
        let captured = self.view.position.piece(to).zip(self.view.numbering.on(to.into()));
        let captures = captured.map(|(piece, number)| format!("captures {}", name(piece, number, style)));
        let mv = Move { from: cell, to };
        let promotes = self.view.position.is_promotion(mv).then(|| "becomes a swan".to_owned());
        let notes: Vec<String> = captures.into_iter().chain(promotes).collect();
        let (arrow, letter, notes) = (direction(step, style), step.letter, notes.join(", "));
        let line = match style.board {
            _ if style.is_original_only() => format!("  {arrow}  {letter}"),
            BoardStyle::Words if notes.is_empty() => format!("  {letter}: {arrow}, to {}", to),
            BoardStyle::Words => format!("  {letter}: {arrow}, to {}, {notes}", to),
            _ => format!("  {arrow}  {letter}  {notes}"),
        };
        line.trim_end().to_owned() + "\n"
    }
}

/// Returns the directions of q w e and of a s d on the board as drawn.
fn vertical_directions(style: &Style) -> [&'static str; 2] {
    if style.is_flipped() { ["down", "up"] } else { ["up", "down"] }
}

fn wrong_way(piece: Piece, number: usize, style: &Style) -> String {
    let [up, down] = vertical_directions(style);
    let (way, letters) = if piece.moves_towards_last_row() { (up, "q w e") } else { (down, "a s d") };
    let subject = match style.board {
        BoardStyle::Words => sentence_start(name(piece, number, style), style),
        _ => format!("{} is a {} and", name(piece, number, style), kind_name(piece.kind)),
    };
    format!("{subject} only moves {way}: {letters}.")
}

/// Returns the name of a piece for the start of a sentence: capitalised, unless it is a sign such as `d3`.
fn sentence_start(name: String, style: &Style) -> String {
    if style.board == BoardStyle::Words { capitalised(&name) } else { name }
}
