//! The commands in lessons and puzzles, where a turn is asked for but no game is in progress.

use crate::console::{Console, PromptExit, Stop};
use crate::games::AnyMove;
use crate::model::Game as _;
use crate::words::GameWords as _;

use super::rows::{SessionCommand, When};
use super::{GameCommander, NO_GAME};

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
#[derive(Clone, Debug, Default)]
pub struct ExerciseMemory {
    /// What is known of the turn before, as a sentence; empty at the first turn.
    pub last: String,
    /// The last turn that was tried or asked about.
    pub tried: Option<AnyMove>,
    /// The turn of the last hint that named one completely.
    pub hint: Option<AnyMove>,
    /// Whether the boards of a turn that was tried stand where the position was.
    pub is_covered: bool,
}

/// What the commands in an exercise need besides its position.
pub struct ExerciseCommands<'a> {
    /// The task, as a sentence.
    pub task: &'a str,
    pub memory: &'a mut ExerciseMemory,
    /// Called for hints and explanations.
    pub aid: &'a mut AidCallback<'a>,
    /// Whether the dialog ended because the player skipped the exercise.
    pub is_skipped: bool,
}

/// The reply to `:play` before a hint that names a whole turn.
const NO_TURN_TO_PLAY: &str =
    "No hint has named a whole turn yet. Ask for one with :hint, or name a move: :play MOVE.";

impl GameCommander<'_> {
    /// Whether the dialog ended because the player skipped the exercise.
    pub fn is_skipped(&self) -> bool {
        self.exercise.as_ref().is_some_and(|exercise| exercise.is_skipped)
    }

    /// Runs a command in an exercise.
    pub(super) fn run_in_exercise(
        &mut self,
        console: &mut Console,
        command: &SessionCommand,
        argument: &str,
    ) -> Result<(), PromptExit> {
        let (game, history) = (self.game, self.history);
        let named = match command.name {
            "why" => self.move_named(console, argument),
            _ => Err(String::new()),
        };
        let Some(exercise) = &mut self.exercise else { return Ok(()) };
        match (command.name, argument) {
            ("hint", _) => {
                let turn = (exercise.aid)(console, Aid::Hint(&self.typed))?;
                exercise.memory.hint = turn.or(exercise.memory.hint);
            }
            ("play", "") => match exercise.memory.hint {
                None => console.refuse(NO_TURN_TO_PLAY)?,
                Some(mv) => return Err(PromptExit::StartOver(game.typed_answers(&game.view(history), mv))),
            },
            ("why", "") if exercise.memory.tried.is_none() && !exercise.memory.last.is_empty() => {
                console.advise(&exercise.memory.last)?;
            }
            ("why", "") if exercise.memory.tried.is_none() => {
                console.refuse("You have not tried a turn yet. Type :why and a turn to see what it does.")?;
            }
            ("why", _) => match exercise.memory.tried.filter(|_| argument.is_empty()).map_or(named, Ok) {
                Ok(mv) => {
                    exercise.memory.tried = Some(mv);
                    (exercise.aid)(console, Aid::Why(mv))?;
                }
                Err(problem) => console.refuse(&problem)?,
            },
            ("skip", _) => {
                exercise.is_skipped = true;
                return Err(PromptExit::Back);
            }
            _ if command.is(When::Exercises) => return self.run(console, command, argument),
            (name, _) => {
                let message = format!(
                    ":{name} works in games, not in lessons and puzzles. (:help lists what works here)"
                );
                console.refuse(console.style().wording(NO_GAME, &message))?;
            }
        }
        Ok(())
    }
}
