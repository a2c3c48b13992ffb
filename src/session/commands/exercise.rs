//! The commands in lessons and puzzles, where a turn is asked for but no game is in progress.

use crate::console::{
    CommandHandler, Console, Dialog, Document, NextWords, PromptExit, Stop, Style, TurnBoard,
};

use super::changes::find_move;
use super::rows::When;
use super::table::{exercise_command_names, exercise_help, find_command, split_command, with_colon};
use super::{GameCommander, NO_GAME, marks_help, terminal_help};
use crate::games::AnyMove;
use crate::model::text::escape;
use crate::model::{Game as _, MoveError};
use crate::screens::oriented;
use crate::words::GameWords as _;

/// What a player asks for in an exercise.
#[derive(Clone, Copy, Debug)]
pub enum Aid<'a> {
    /// A hint, after what has been typed of the turn.
    Hint(&'a [String]),
    /// What a turn does.
    Why(AnyMove),
}

/// A callback that shows an aid. Returns the turn that a hint names completely.
pub type AidCallback<'a> = dyn FnMut(&mut Console, Aid<'_>) -> Result<Option<AnyMove>, Stop> + 'a;

/// What was tried and shown in an exercise so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExerciseMemory {
    /// The last turn that was tried or asked about.
    pub tried: Option<AnyMove>,
    /// The turn of the last hint that named one completely.
    pub hint: Option<AnyMove>,
}

/// Runs commands in an exercise. Commands that only show something are passed to the [`GameCommander`].
pub struct ExerciseCommander<'a> {
    game: GameCommander<'a>,
    /// The task, as a sentence.
    task: &'a str,
    memory: &'a mut ExerciseMemory,
    aid: &'a mut AidCallback<'a>,
    is_skipped: bool,
}

impl<'a> ExerciseCommander<'a> {
    /// Creates a commander for the position of `game`. `aid` is called for hints and explanations.
    pub fn new(
        game: GameCommander<'a>,
        task: &'a str,
        memory: &'a mut ExerciseMemory,
        aid: &'a mut AidCallback<'a>,
    ) -> Self {
        ExerciseCommander { game, task, memory, aid, is_skipped: false }
    }

    /// Whether the dialog ended because the player skipped the exercise.
    pub fn is_skipped(&self) -> bool {
        self.is_skipped
    }

    /// Whether the board on the screen is one in the middle of a turn.
    pub fn has_turn_board(&self) -> bool {
        self.game.turn_board.is_some()
    }

    /// Returns the turn that `text` names, or the last one tried.
    ///
    /// # Errors
    /// The reason why there is no such turn, as a sentence.
    fn turn_to_explain(&self, text: &str) -> Result<AnyMove, String> {
        let (game, history) = (self.game.game, self.game.history);
        if text.is_empty() {
            return self.memory.tried.ok_or_else(|| {
                "You have not tried a turn yet. Type :why and a turn to see what it does.".to_owned()
            });
        }
        find_move(game, history, text).ok_or_else(|| match game.read_legal_move(history.current(), text) {
            Err(error @ MoveError::Illegal(_)) => error.to_string(),
            _ => format!("\"{}\" is not a move that you can make now.", escape(text.as_bytes())),
        })
    }

    fn help(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        let text = exercise_help(self.game.files.is_allowed(), console.is_at_terminal())
            + &marks_help(console)
            + &terminal_help(console);
        Dialog::aside(console, self).show(&Document::list(text))
    }
}

/// The reply to `:play` before a hint that names a whole turn.
const NO_TURN_TO_PLAY: &str =
    "No hint has named a whole turn yet. Ask for one with :hint, or name a move: :play MOVE.";

/// The reply to a command that only games have.
fn not_in_exercises(name: &str, style: &Style) -> String {
    let message =
        format!(":{name} works in games, not in lessons and puzzles. (:help lists what works here)");
    style.wording(NO_GAME.to_owned(), message)
}

impl CommandHandler for ExerciseCommander<'_> {
    fn reminder(&self, style: &Style) -> String {
        format!("{}\n{}", oriented(self.game.game, self.task, style), self.game.reminder(style))
    }

    fn whole_turn(&self, line: &str) -> Option<Vec<String>> {
        self.game.whole_turn(line)
    }

    fn begun_turn(&self, line: &str) -> Option<Vec<String>> {
        self.game.begun_turn(line)
    }

    fn command_in(&self, line: &str) -> Option<String> {
        with_colon(line, |_| true)
    }

    fn takes_back(&self, command: &str) -> bool {
        self.game.takes_back(command)
    }

    fn set_turn_board(&mut self, board: TurnBoard) {
        self.game.set_turn_board(board);
    }

    fn set_typed(&mut self, answers: &[String]) {
        self.game.set_typed(answers);
    }

    fn more_help(&self) -> &'static str {
        "\n:hint gives a hint, :skip passes over this exercise, q leaves it."
    }

    fn can_leave_turn(&self) -> bool {
        true
    }

    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit> {
        let Some((name, argument)) = split_command(line) else { return Ok(false) };
        let command = match find_command(&name, argument, self.game.files.is_allowed()) {
            Ok(command) => command,
            Err(message) => return Ok(console.refuse(&message).map(|()| true)?),
        };
        match command.name {
            "help" => self.help(console)?,
            "hint" => {
                let turn = (self.aid)(console, Aid::Hint(&self.game.typed))?;
                self.memory.hint = turn.or(self.memory.hint);
            }
            "play" => match (argument, self.memory.hint) {
                ("", None) => console.refuse(NO_TURN_TO_PLAY)?,
                ("", Some(mv)) => {
                    let answers = self.game.game.typed_answers(&self.game.game.view(self.game.history), mv);
                    return Err(PromptExit::StartOver(answers));
                }
                _ => self.game.play(console, argument)?,
            },
            "why" => match self.turn_to_explain(argument) {
                Ok(mv) => {
                    self.memory.tried = Some(mv);
                    (self.aid)(console, Aid::Why(mv))?;
                }
                Err(problem) => console.refuse(&problem)?,
            },
            "skip" => {
                self.is_skipped = true;
                return Err(PromptExit::Back);
            }
            _ if command.is(When::Exercises) => return self.game.handle(console, line),
            name => console.refuse(&not_in_exercises(name, &console.style()))?,
        }
        Ok(true)
    }

    fn next_words(&self, typed: &[String]) -> Option<NextWords> {
        self.game.next_words(typed)
    }

    fn command_names(&self) -> Vec<String> {
        exercise_command_names(self.game.files.is_allowed())
    }
}
