//! A recorded game, shown position by position with what the record says about it.

use thiserror::Error;

use crate::console::{Console, Prompt, Stop, rows, wrap};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Eval, Game as _, GameResult, History, Mark, Note, Record, Variation, text::escape_line};
use crate::screens::Screen;
use crate::screens::drawing::draw_with_rows_below;

use super::check::{VerifyError, headline, history, open};

/// What of a game is shown, and how.
#[derive(Clone, Copy, Debug)]
pub struct ReplayRange {
    /// The first position: the one after so many moves.
    pub from: usize,
    /// The last one; the end of the game if there is none.
    pub to: Option<usize>,
    /// Whether to wait after each position.
    pub step: bool,
}

/// Why a recorded game is not shown, or not to its end.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The record is wrong.
    #[error(transparent)]
    Record(#[from] VerifyError),
    /// The conversation ended.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// Verifies a recorded game and shows `range` of it.
///
/// # Errors
/// The record is wrong, or the conversation ended.
pub fn show(record: &Record, range: ReplayRange, console: &mut Console) -> Result<(), ReplayError> {
    let game = open(record)?;
    let history = history(&game, record)?;
    Replay { game: &game, record, last: history.plies(), history }.show(range, console)?;
    Ok(())
}

/// A game that is shown; the history stands at the position that is shown.
struct Replay<'a> {
    game: &'a AnyGame,
    record: &'a Record,
    history: History<AnyPosition>,
    /// The number of moves.
    last: usize,
}

impl Replay<'_> {
    fn show(
        &mut self,
        ReplayRange { from, to, step }: ReplayRange,
        console: &mut Console,
    ) -> Result<(), Stop> {
        console.say(&headline(self.record))?;
        let header = self.record.words.header.iter();
        header
            .map(|(key, value)| escape_line(&format!("{key}: {value}")))
            .try_for_each(|line| console.say(&line))?;
        let last = self.last;
        let to = to.unwrap_or(last);
        if from.max(to) > last {
            return Err(Stop::InvalidSetup(format!("the game has only {last} moves")));
        }
        if step {
            return self.step(from, to, console);
        }
        for number in from..=to {
            self.show_position(number, false, console)?;
        }
        if to == last { console.say(&format!("\n{}", result_line(self.record))) } else { Ok(()) }
    }

    /// Shows a position and goes where the person wants, until that is out of the game.
    fn step(&mut self, from: usize, to: usize, console: &mut Console) -> Result<(), Stop> {
        let mut number = from;
        loop {
            self.show_position(number, true, console)?;
            if number == self.last {
                console.say(&format!("\n{}", result_line(self.record)))?;
            }
            // Through a pipe nothing is asked at the end, lest a script wait.
            if number >= to && !console.is_at_terminal() {
                return Ok(());
            }
            let Some(other) = self.ask(number, to, console)? else { return Ok(()) };
            number = other;
        }
    }

    /// Asks which move to go to; `None` is out of the game.
    fn ask(&self, number: usize, to: usize, console: &mut Console) -> Result<Option<usize>, Stop> {
        let piped = "Enter: on, q: stop ".to_owned();
        let prompt = Prompt::new(console.style().wording(piped, self.question(number, to)));
        loop {
            let answer = console.read(&prompt)?.text().trim().to_lowercase();
            let place = match answer.as_str() {
                "q" => return Err(Stop::Quit),
                "" | "n" if number >= to => return Ok(None),
                "" | "n" => Ok(number + 1),
                "b" => number.checked_sub(1).ok_or_else(|| "This is the start.".to_owned()),
                "m" => self.next_mistake(number).ok_or_else(|| "No mistake is marked after this.".to_owned()),
                "e" => Ok(self.last),
                typed => match typed.parse() {
                    Ok(place) if place <= self.last => Ok(place),
                    Ok(_) => Err(format!("The game has only {} moves.", self.last)),
                    Err(_) => Err("Press Enter, or type b, m, e, q or the number of a move.".to_owned()),
                },
            };
            match place {
                Ok(place) => return Ok(Some(place)),
                Err(problem) => console.refuse(&problem)?,
            }
        }
    }

    fn question(&self, number: usize, to: usize) -> String {
        let on = if number >= to { "leave" } else { "on" };
        let mistake = if self.next_mistake(number).is_some() { ", m: next mistake" } else { "" };
        format!("Enter: {on}, b: back{mistake}, e: end, 0-{}, q: stop ", self.last)
    }

    /// The number of the next turn that is marked as one.
    fn next_mistake(&self, number: usize) -> Option<usize> {
        let mut later = self.record.words.notes.range(number + 1..);
        later.find(|(_, note)| note.mark.is_some_and(Mark::is_mistake)).map(|(number, _)| *number)
    }

    /// Shows the position after `number` moves. At a terminal the board fits with the question below it, if there is one.
    fn show_position(&mut self, number: usize, asks: bool, console: &mut Console) -> Result<(), Stop> {
        self.history.undo(usize::MAX);
        self.history.redo(number.saturating_sub(1));
        let heading = self.heading(number);
        let words = self.annotation_text(number);
        self.history.redo(usize::from(number > 0));
        let look = console.style();
        console.say(&format!("\n{heading}"))?;
        console.say_nonempty(&self.game.announce(&self.game.view(&self.history), &look))?;
        if look.rows.is_none() {
            console.say_nonempty(&(self.game.board(&self.game.view(&self.history), &look) + &words))?;
            return Ok(());
        }
        // The result with an empty line before it, and the question.
        let below = rows(&wrap(&words, look.width), look.width) + if asks { 4 } else { 0 };
        let (board, note) = draw_with_rows_below(self.game, &self.history, console, below);
        console.say_nonempty(&board)?;
        console.say_nonempty(note.unwrap_or_default())?;
        console.say_nonempty(&words)
    }

    /// What stands above the board; the history stands before the turn of this number.
    fn heading(&self, number: usize) -> String {
        let Some(mv) = self.next_move_text(&self.history).filter(|_| number > 0) else {
            return "At the start:".to_owned();
        };
        let mark = self.record.words.note(number).and_then(|note| note.mark);
        let mark = mark.map(|mark| format!(" {mark}")).unwrap_or_default();
        format!("After move {number}, {mv}{mark}:")
    }

    /// The next of the moves that were taken back, as it is typed.
    fn next_move_text(&self, history: &History<AnyPosition>) -> Option<String> {
        let (mv, _) = history.undone().next()?;
        Some(self.game.typed_answers(&self.game.view(history), mv).join(" "))
    }

    /// What the record says about the turn of this number, in lines; the history stands before it.
    fn annotation_text(&self, number: usize) -> String {
        let note = self.record.words.note(number).map(note_lines).unwrap_or_default();
        let variations = self.record.words.variations(number);
        let instead = |turns: &Variation| format!("Instead: {}\n", self.variation(number, turns));
        note + &variations.map(instead).collect::<String>()
    }

    /// A variation that begins in the place of the turn of this number, with its moves as they are typed.
    fn variation(&self, number: usize, turns: &Variation) -> String {
        let mut history = self.history.clone();
        let mut parts = Vec::new();
        for (number, turn) in (number..).zip(turns) {
            // The record is verified: each is legal.
            let Ok(mv) = self.game.read_legal_move(history.current(), &turn.mv) else { break };
            parts.push(format!(
                "{number}. {}",
                self.game.typed_answers(&self.game.view(&history), mv).join(" ")
            ));
            let said = turn.note.to_string();
            parts.extend((!said.is_empty()).then(|| escape_line(&said)));
            history.play(mv);
        }
        parts.join(" ")
    }
}

/// What is said about a turn beside its mark, a line each.
fn note_lines(note: &Note) -> String {
    let eval = note.eval.map(|eval| format!("Value: {}.", evaluation_text(eval)));
    let tags = note.tags.iter().map(|tag| format!("[{tag}]"));
    let lines = eval.into_iter().chain(tags).chain(note.comments.iter().cloned());
    lines.map(|line| escape_line(&line) + "\n").collect()
}

fn evaluation_text(eval: Eval) -> String {
    match eval {
        Eval::Won(Some(1)) | Eval::Lost(Some(1)) => format!("{eval} ply"),
        Eval::Won(Some(_)) | Eval::Lost(Some(_)) => format!("{eval} plies"),
        Eval::Draw(_) => "a draw".to_owned(),
        Eval::Estimate(_) => format!("about {eval}"),
        Eval::Won(None) | Eval::Lost(None) => eval.to_string(),
    }
}

fn result_line(record: &Record) -> String {
    match &record.result {
        None => "Unfinished.".to_owned(),
        Some(GameResult { outcome, reason }) => escape_line(&format!("Result: {}, {reason}.", outcome.tag())),
    }
}
