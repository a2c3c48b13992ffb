//! The prompts of a turn: the type of move, then two positions.
//!
//! If a pair of positions is refused, the first is asked for again, with the same type of move. Another type
//! can be typed there instead.
//!
//! At a terminal two positions are enough: they imply the type of move, because no pair of squares allows
//! two types.

use std::slice;

use crate::console::{Dialog, Prompt, PromptExit, Style};
use crate::games::replica::{
    Cell, CellSet, Move, Refusal, Replica, ReplicaPosition, Rules, check_valid_jump, check_valid_piece,
    check_valid_step, check_valid_transform, check_valid_transform_by,
};
use crate::model::text::escape;
use crate::model::{Position as _, View};
use crate::screens::TurnDialog;
use crate::screens::shared::{ask_piece, if_one_line, turns_from, with_answers};
use crate::words::replica::{
    MoveKind, is_step, parse_cell, position_text, read_numbers, strip_full_stop, turn_parts,
};

/// A prompt: the normal text, and one for narrow terminals.
type PromptText = [&'static str; 2];

const KIND: PromptText = ["Choose the type of move (step, jump or transform): ", "Step, jump or transform? "];

/// The prompt for the second position if the first was typed without a type of move.
const TARGET: PromptText = ["Position to move to (X-Y): ", "Move to (X-Y): "];

const CHECKER: PromptText = ["Position of the checker (X-Y): ", "Checker (X-Y): "];

impl MoveKind {
    /// Returns what a checker can do with such a move, before the positions.
    fn can(self) -> &'static str {
        match self {
            MoveKind::Step => "can step to",
            MoveKind::Jump => "can jump to",
            MoveKind::Transform => "is seen by",
        }
    }

    /// Returns the prompts for the first and the second position.
    fn prompts(self) -> [PromptText; 2] {
        match self {
            MoveKind::Step => [CHECKER, ["Position to step to (X-Y): ", "Step to (X-Y): "]],
            MoveKind::Jump => [CHECKER, ["Position to jump to (X-Y): ", "Jump to (X-Y): "]],
            MoveKind::Transform => [
                ["Position of the checker to transform (X-Y): ", "Checker to transform (X-Y): "],
                ["Position of the king that sees it (X-Y): ", "King that sees it (X-Y): "],
            ],
        }
    }

    /// Returns what the player does with the first position, for someone who listens.
    fn verb(self) -> &'static str {
        if self == MoveKind::Transform { "transform" } else { "move" }
    }

    /// Returns the question about the second position, for someone who listens.
    fn second_question(self, from: Cell) -> String {
        match self {
            MoveKind::Transform => format!("Which king sees {}?", position_text(from)),
            _ => format!("Where does {} {} to?", position_text(from), self.name()),
        }
    }
}

fn text([normal, narrow]: PromptText, style: &Style) -> &'static str {
    if is_narrow(style) { narrow } else { normal }
}

/// Returns whether to use the short prompts, so that none is wrapped.
pub fn is_narrow(style: &Style) -> bool {
    !style.fits(KIND[0].len() + "transform".len())
}

/// An answer to the first position prompt.
enum FirstAnswer {
    Cell(Cell),
    Kind(MoveKind),
}

impl<S: CellSet> TurnDialog for Replica<S> {
    fn read_turn(
        &self,
        view: &View<'_, ReplicaPosition<S>>,
        dialog: &mut Dialog<'_>,
    ) -> Result<Move, PromptExit> {
        let position = view.position;
        let style = dialog.style();
        let mut chosen: Option<MoveKind> = None;
        loop {
            let kinds = chosen.as_ref().map_or(&MoveKind::ALL[..], slice::from_ref);
            if let Some(kind) = chosen {
                dialog.set_selection(&format!("Type of move: {}.", kind.name()));
                dialog.keep_answer(kind.name());
            }
            let first = ask_piece(
                dialog,
                |dialog| match chosen {
                    None => ask_kind(self.rules(), dialog),
                    Some(kind) => ask_first(self.rules(), position, kind, dialog),
                },
                "",
                |first| check_first(position, kinds, first, &style),
            )?;
            let from = match first {
                FirstAnswer::Cell(cell) => cell,
                FirstAnswer::Kind(kind) => {
                    chosen = Some(kind);
                    continue;
                }
            };
            let (prompt, question) = match chosen {
                None => (TARGET, format!("Where does {} move to?", position_text(from))),
                Some(kind) => (kind.prompts()[1], kind.second_question(from)),
            };
            let targets = second_answers(position, kinds, from);
            let prompt = Prompt::with_answers(text(prompt, &style), targets.clone())
                .heard_as(question, "column and row");
            // At a terminal another type of move begins another turn.
            let second = dialog.ask_for(&prompt, |answer| match MoveKind::parse(answer) {
                Some(kind) if style.is_at_terminal() => {
                    let kind = FirstAnswer::Kind(kind);
                    check_first(position, kinds, &kind, &style).map(|_| kind)
                }
                _ => parse_cell(self.rules(), answer).map(FirstAnswer::Cell),
            })?;
            let second = match second {
                FirstAnswer::Cell(cell) => cell,
                FirstAnswer::Kind(kind) => {
                    chosen = Some(kind);
                    continue;
                }
            };
            let kind = chosen.unwrap_or_else(|| infer_kind(position, from, second));
            match check_positions(position, kind, from, second) {
                Ok(mv) => return Ok(mv),
                Err(refusal) => {
                    let right = turns_from(&position_text(from), &targets, first_answers(position, kinds));
                    dialog.refuse_turn(with_answers(refusal, &right, &style))?;
                }
            }
        }
    }

    /// Returns the type of move, a position, a note about it, and another position. A transform is the longest.
    fn turn_prompts(&self, _view: &View<'_, ReplicaPosition<S>>, style: &Style) -> String {
        let targets = if_one_line("16-16 is seen by 10-10.\n", style);
        let [first, second] = MoveKind::Transform.prompts().map(|question| text(question, style));
        format!("{}{}\n{first}16-16\n{targets}{second}16-16\n", text(KIND, style), MoveKind::Transform.name())
    }
}

/// Asks for the type of move. A terminal also takes the position of a checker.
fn ask_kind(rules: Rules, dialog: &mut Dialog<'_>) -> Result<FirstAnswer, PromptExit> {
    let style = dialog.style();
    let prompt = Prompt::with_answers(text(KIND, &style), MoveKind::ALL.map(MoveKind::name))
        .heard_as("Which type of move?", "a type of move");
    dialog.ask_for(&prompt, |answer| {
        let cell = || read_numbers(strip_full_stop(answer)).filter(|_| style.is_at_terminal());
        match (MoveKind::parse(answer), cell()) {
            (Some(kind), _) => Ok(FirstAnswer::Kind(kind)),
            (None, Some(_)) => parse_cell(rules, answer).map(FirstAnswer::Cell),
            (None, None) => {
                let shown = escape(answer.as_bytes());
                Err(format!("\"{shown}\" is not a type of move: type step, jump or transform."))
            }
        }
    })
}

/// Returns the only type of move that two positions allow: a transform by a king on the second, a step to
/// the next square, or a jump.
fn infer_kind<S: CellSet>(position: &ReplicaPosition<S>, first: Cell, second: Cell) -> MoveKind {
    match position.kings(position.to_move()).cells().any(|king| king == second && king != first) {
        true => MoveKind::Transform,
        false if is_step(first, second) => MoveKind::Step,
        false => MoveKind::Jump,
    }
}

fn ask_first<S: CellSet>(
    rules: Rules,
    position: &ReplicaPosition<S>,
    kind: MoveKind,
    dialog: &mut Dialog<'_>,
) -> Result<FirstAnswer, PromptExit> {
    let prompt =
        Prompt::with_answers(text(kind.prompts()[0], &dialog.style()), first_answers(position, &[kind]))
            .heard_as(format!("Which checker do you {}?", kind.verb()), "column and row");
    dialog.ask_for(&prompt, |answer| match MoveKind::parse(answer) {
        Some(kind) => Ok(FirstAnswer::Kind(kind)),
        None => parse_cell(rules, answer).map(FirstAnswer::Cell),
    })
}

/// Describes what the chosen checker can do in moves of `kinds`, or why it or the type of move cannot be chosen.
fn check_first<S: CellSet>(
    position: &ReplicaPosition<S>,
    kinds: &[MoveKind],
    first: &FirstAnswer,
    style: &Style,
) -> Result<String, String> {
    let cell = match first {
        FirstAnswer::Kind(kind) => {
            let is_possible = |kind: &MoveKind| turns(position, slice::from_ref(kind)).next().is_some();
            let possible = MoveKind::ALL.into_iter().filter(is_possible).map(|kind| kind.name().to_owned());
            let possible: Vec<String> = possible.collect();
            return match possible.iter().any(|name| name == kind.name()) {
                true => Ok(String::new()),
                false => Err(with_answers(why_impossible(position, *kind), &possible, style)),
            };
        }
        FirstAnswer::Cell(cell) => cell,
    };
    let checked = match kinds {
        [MoveKind::Transform] => check_valid_transform(position, *cell),
        _ => check_valid_piece(position, *cell).map(drop),
    };
    let refuse = |refusal: String| Err(with_answers(refusal, &first_answers(position, kinds), style));
    if let Err(refusal) = checked {
        return refuse(refusal.to_string());
    }
    let of_kind = |kind: &MoveKind| {
        let places = second_answers(position, &[*kind], *cell).join(" ");
        (!places.is_empty()).then(|| format!("{} {places}", kind.can()))
    };
    let can: Vec<String> = kinds.iter().filter_map(of_kind).collect();
    let name = position_text(*cell);
    match (can.is_empty(), kinds) {
        (false, _) => Ok(format!("{name} {}.", can.join(", "))),
        (true, [only]) => refuse(format!("{name} cannot {}.", only.name())),
        (true, _) => refuse(format!("{name} cannot move.")),
    }
}

/// Says why no move of this kind is possible: a rule that forbids all, or that there is none.
fn why_impossible<S: CellSet>(position: &ReplicaPosition<S>, kind: MoveKind) -> String {
    let mover = position.to_move();
    let checkers = position.checkers(mover) & !position.kings(mover);
    let first = checkers.cells().next().filter(|_| kind == MoveKind::Transform);
    match first.and_then(|cell| check_valid_transform(position, cell).err()) {
        Some(refusal) if refusal != Refusal::NoKingSees => refusal.to_string(),
        _ => format!("No {} is possible now.", kind.name()),
    }
}

/// Returns the move with these positions, if it is legal.
fn check_positions<S: CellSet>(
    position: &ReplicaPosition<S>,
    kind: MoveKind,
    first: Cell,
    second: Cell,
) -> Result<Move, Refusal> {
    match kind {
        MoveKind::Step => check_valid_step(position, first, second)?,
        MoveKind::Jump => check_valid_jump(position, first, second)?,
        MoveKind::Transform => {
            check_valid_transform_by(position, first, second)?;
            return Ok(Move::Transform(first));
        }
    }
    Ok(Move::Go { from: first, to: second })
}

/// Returns the parts of all legal moves of these kinds.
fn turns<S: CellSet>(
    position: &ReplicaPosition<S>,
    kinds: &[MoveKind],
) -> impl Iterator<Item = (MoveKind, Cell, Cell)> {
    let turns = position.moves().into_iter().map(|mv| turn_parts(position, mv));
    turns.filter(move |(kind, ..)| kinds.contains(kind))
}

fn first_answers<S: CellSet>(position: &ReplicaPosition<S>, kinds: &[MoveKind]) -> Vec<String> {
    let mut cells: Vec<Cell> = turns(position, kinds).map(|(_, first, _)| first).collect();
    cells.sort_by_key(|cell| (cell.column(), cell.row()));
    cells.dedup();
    cells.into_iter().map(position_text).collect()
}

fn second_answers<S: CellSet>(position: &ReplicaPosition<S>, kinds: &[MoveKind], first: Cell) -> Vec<String> {
    let of_kind = |kind: &MoveKind| -> Vec<String> {
        if *kind == MoveKind::Transform {
            // A move does not say which king sees the checker, but each that does can be typed.
            let kings = position.kings(position.to_move()).cells();
            let seeing = kings.filter(|king| check_valid_transform_by(position, first, *king).is_ok());
            return seeing.map(position_text).collect();
        }
        let of_first = turns(position, slice::from_ref(kind)).filter(|(_, from, _)| *from == first);
        of_first.map(|(.., to)| position_text(to)).collect()
    };
    kinds.iter().flat_map(of_kind).collect()
}
