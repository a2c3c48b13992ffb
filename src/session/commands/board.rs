//! The commands about the board: they show it, change how it looks, or answer questions about it.

use clap::ValueEnum as _;

use crate::console::{BoardStyle, Console, Paint, Palette, PromptExit, Style, value_name, value_names};
use crate::games::AnyGame;
use crate::model::{Player, text::escape};
use crate::screens::drawing::{draw, draw_turn_board, flip, say_framed};
use crate::screens::questions::BoardQuestions;
use crate::words::voice::for_reader;

use super::GameCommander;

/// Puts sentences that call both sides by name into the voice for `reader`, who plays here, at a terminal.
pub fn about_sides(game: &AnyGame, reader: Option<Player>, console: &Console, sentences: &str) -> String {
    for_reader(game, sentences, reader.filter(|_| console.is_at_terminal()))
}

impl GameCommander<'_> {
    /// Answers the question about a cell that `command` asks, in sentences.
    pub(super) fn answer(
        &self,
        console: &mut Console,
        command: &str,
        cell: &str,
        question: fn(&BoardQuestions<'_>, &str) -> Result<String, String>,
    ) -> Result<(), PromptExit> {
        let questions = BoardQuestions::new(self.game, self.history);
        if cell.is_empty() {
            let example = questions.example();
            return Ok(console.refuse(&format!("{command} needs a cell, such as {example}."))?);
        }
        match question(&questions, cell) {
            Ok(sentences) => {
                let sentences = about_sides(self.game, self.reader, console, &sentences);
                let before = if self.turn_board.is_some() { "Before this turn:\n" } else { "" };
                console.say(&format!("{before}{sentences}"))?;
            }
            Err(problem) => console.refuse(&problem)?,
        }
        Ok(())
    }

    /// Lists all pieces in sentences, in the middle of a turn as they are then.
    pub(super) fn list_pieces(&self, console: &mut Console) -> Result<(), PromptExit> {
        let words = Style { board: BoardStyle::Words, ..console.style() };
        let pieces = match &self.turn_board {
            Some(board) => board(&words),
            None => BoardQuestions::new(self.game, self.history).pieces(),
        };
        Ok(console.say(&about_sides(self.game, self.reader, console, &pieces))?)
    }

    pub(super) fn show_position(&self, console: &mut Console) -> Result<(), PromptExit> {
        Ok(console.say(&self.history.current().to_string())?)
    }

    pub(super) fn flip(&self, console: &mut Console) -> Result<(), PromptExit> {
        match flip(self.game, console) {
            Ok(()) => self.show_board(console, ""),
            Err(problem) => Ok(console.refuse(problem)?),
        }
    }

    /// Shows the board, in the middle of a turn as it is then. `argument` names a style to use from now on.
    pub(super) fn show_board(&self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        if !argument.is_empty() {
            let Ok(style) = BoardStyle::from_str(argument, true) else {
                let (shown, known) = (escape(argument.as_bytes()), value_names::<BoardStyle>());
                let message = format!("Unknown board style \"{shown}\". Board styles: {known}.");
                return Ok(console.refuse(&message)?);
            };
            let settings = console.settings_mut();
            (settings.board, settings.board_is_explicit) = (style, true);
        }
        let (text, _) = match &self.turn_board {
            Some(board) => draw_turn_board(self.game, self.history, console, board),
            None => draw(self.game, self.history, console, &self.below),
        };
        match console.is_at_terminal() {
            true => {
                let seating = self.recorded_seating();
                say_framed(self.game, self.history, (&seating, self.result().is_some()), console, &text)?
            }
            false => console.say_board(&text)?,
        }
        Ok(())
    }

    /// Changes the palette to the one called `argument` and shows the board.
    pub(super) fn change_palette(&self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        if set_palette(console, argument)? { self.show_board(console, "") } else { Ok(()) }
    }
}

/// Changes the palette to the one called `argument`. Returns whether it was changed; if not, says why.
pub(super) fn set_palette(console: &mut Console, argument: &str) -> Result<bool, PromptExit> {
    let Ok(palette) = Palette::from_str(argument, true) else {
        let shown = escape(argument.as_bytes());
        let unknown =
            if argument.is_empty() { String::new() } else { format!("Unknown palette \"{shown}\". ") };
        let current = console.settings().paint.palette();
        let current = current.map_or_else(String::new, |palette| format!(" Now: {}.", value_name(&palette)));
        let all = value_names::<Palette>();
        console.refuse(&format!("{unknown}Palettes: {all}.{current}"))?;
        return Ok(false);
    };
    let paint = &mut console.settings_mut().paint;
    if *paint == Paint::PLAIN {
        console.refuse("Colours are off. (--color always turns them on)")?;
        return Ok(false);
    }
    *paint = paint.with_palette(palette);
    Ok(true)
}
