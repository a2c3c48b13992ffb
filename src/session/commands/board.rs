//! The commands about the board: they show it, change how it looks, or answer questions about it.

use crate::console::{BoardStyle, Console, Paint, Palette, PromptExit, Stop, Style};
use crate::model::text::escape;
use crate::screens::drawing::{draw, draw_turn_board};
use crate::screens::questions::BoardQuestions;

use super::GameCommander;
use super::table::SessionAction;

impl GameCommander<'_> {
    /// Answers `:where`, `:attacks` or `:pieces` in sentences.
    pub(super) fn answer(
        &self,
        console: &mut Console,
        action: SessionAction,
        place: &str,
    ) -> Result<(), Stop> {
        let questions = BoardQuestions::new(self.game, self.history);
        let answer = match (action, &self.turn_board) {
            (SessionAction::Where, _) => questions.whereabouts(place),
            (SessionAction::Attacks, _) => questions.attackers(place),
            (_, None) => Ok(questions.pieces()),
            (_, Some(board)) => {
                let words = Style { board: BoardStyle::Words, ..console.style() };
                return console.say(&board(&words));
            }
        };
        match answer {
            Ok(sentences) if self.turn_board.is_some() => {
                console.say(&format!("Before this turn:\n{sentences}"))
            }
            Ok(sentences) => console.say(&sentences),
            Err(problem) => console.refuse(&problem),
        }
    }

    /// Shows the board, in the middle of a turn as it is then. `argument` names a style to use from now on.
    pub(super) fn show_board(&self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        if !argument.is_empty() {
            let Some(style) = BoardStyle::from_name(argument) else {
                let shown = escape(argument.as_bytes());
                let message =
                    format!("Unknown board style \"{shown}\". Board styles: classic, compact, ascii, words.");
                return Ok(console.refuse(&message)?);
            };
            let settings = console.settings_mut();
            (settings.board, settings.board_is_explicit) = (style, true);
        }
        let (text, _) = match &self.turn_board {
            Some(board) => draw_turn_board(self.game, self.history, console, board),
            None => draw(self.game, self.history, console, ""),
        };
        Ok(console.say_board(&text)?)
    }

    /// Changes the palette to the one called `argument` and shows the board.
    pub(super) fn change_palette(&self, console: &mut Console, argument: &str) -> Result<(), PromptExit> {
        let Some(palette) = Palette::from_name(argument) else {
            let shown = escape(argument.as_bytes());
            let unknown =
                if argument.is_empty() { String::new() } else { format!("Unknown palette \"{shown}\". ") };
            return Ok(console.refuse(&format!("{unknown}Palettes: standard, colour-blind, mono."))?);
        };
        let paint = &mut console.settings_mut().paint;
        if *paint == Paint::PLAIN {
            return Ok(console.refuse("Colours are off. (--color always turns them on)")?);
        }
        *paint = paint.with_palette(palette);
        self.show_board(console, "")
    }
}
