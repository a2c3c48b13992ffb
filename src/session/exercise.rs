//! Exercises: a position and a task for the player's turn. Lessons and puzzles consist of exercises.

use crate::console::{BoardStyle, Console, Dialog, Exit, PromptExit, Stop, rows, wrap};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{Game as _, History, Position as _, Record, Seating};
use crate::screens::drawing::{draw_with_rows_below, heading, rows_below, say_framed};
use crate::screens::{Screen as _, TurnDialog as _, describe_outcome, oriented};
use crate::store::SessionFiles;
use crate::words::GameWords as _;
use crate::words::moves::spoken_turn;

use super::commands::{AidCallback, ExerciseCommands, ExerciseMemory, GameCommander};

/// A position with a task.
pub struct Exercise<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// The position and the moves that led to it.
    pub history: &'a History<AnyPosition>,
    /// The task, as a sentence.
    pub task: &'a str,
}

impl Exercise<'_> {
    /// Shows the board, the task, and whose turn it is; above the first board of an exercise also what the window lacks.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn show(&self, is_first: bool, console: &mut Console) -> Result<(), Stop> {
        self.show_above("", is_first, console)
    }

    /// Like [`Exercise::show`], with room for `text` below.
    fn show_above(&self, text: &str, is_first: bool, console: &mut Console) -> Result<(), Stop> {
        let below = self.rows_below(console) + count_rows(text, console);
        let (board, note) = draw_with_rows_below(self.game, self.history, console, below);
        console.say_nonempty(&note.filter(|_| is_first).unwrap_or_default())?;
        let seating = Seating::new(None, None);
        say_framed(
            self.game,
            self.history,
            (&seating, self.history.current().outcome().is_some()),
            console,
            &board,
        )?;
        self.say_task(console)
    }

    /// Returns the rows to keep free below each board of the exercise, so that all have the same size.
    pub fn rows_below(&self, console: &Console) -> usize {
        let style = console.style();
        let task = oriented(self.game, self.task, &style);
        rows_below(self.game, self.history, &style) + count_rows(&task, console)
    }

    /// Says the task and whose turn it is.
    ///
    /// # Errors
    /// Output could not be written.
    pub fn say_task(&self, console: &mut Console) -> Result<(), Stop> {
        let style = console.style();
        console.say(&oriented(self.game, self.task, &style))?;
        console.say(&heading(self.game, self.history, &Seating::new(None, None), &style))
    }

    /// Refuses the turn `mv`. If boards in the middle of that turn have replaced the position, shows it again.
    ///
    /// # Errors
    /// Output could not be written, or the session is strict.
    pub fn refuse(
        &self,
        console: &mut Console,
        memory: &mut ExerciseMemory,
        mv: AnyMove,
        reason: &str,
    ) -> Result<(), Stop> {
        memory.tried = Some(mv);
        if std::mem::take(&mut memory.is_covered) && console.is_at_terminal() {
            self.show_above(reason, false, console)?;
        }
        console.refuse(reason)
    }

    /// Asks for a turn with the game's own prompts. Calls `aid` each time the player asks for a hint or an explanation.
    /// Returns `None` if the player skips the exercise.
    ///
    /// # Errors
    /// The player went back ([`Exit::Back`]), or the session ended or continues elsewhere.
    pub fn ask(
        &self,
        console: &mut Console,
        files: &SessionFiles,
        memory: &mut ExerciseMemory,
        aid: &mut AidCallback<'_>,
    ) -> Result<Option<AnyMove>, Exit> {
        let (seating, record) = (Seating::new(None, None), Record::default);
        let mut answers = Vec::new();
        loop {
            let exercise = ExerciseCommands { task: self.task, memory, aid, is_skipped: false };
            let mut commander = GameCommander {
                below: oriented(self.game, self.task, &console.style()),
                exercise: Some(exercise),
                ..GameCommander::new(self.game, self.history, &seating, &record, files)
            };
            let mut dialog = Dialog::new(console, &mut commander);
            let view = self.game.view(self.history);
            let begun = dialog.begin_turn(std::mem::take(&mut answers));
            let turn = begun.and_then(|()| self.game.read_turn(&view, &mut dialog)).and_then(|mv| {
                dialog.finish(&self.game.typed_answers(&view, mv), &self.game.too_many_answers())?;
                Ok(mv)
            });
            let has_turn_board = commander.turn_board.is_some();
            match turn {
                Ok(mv) => {
                    memory.is_covered = has_turn_board;
                    return Ok(Some(mv));
                }
                Err(PromptExit::Back) if commander.is_skipped() => return Ok(None),
                Err(PromptExit::Back) => return Err(Exit::Back),
                Err(PromptExit::Leave(Exit::Stop(stop))) => {
                    return Err(console.stop_in_unfinished_game(stop).into());
                }
                Err(PromptExit::Leave(exit)) => return Err(exit),
                Err(PromptExit::StartOver(typed)) => {
                    answers = typed;
                    if has_turn_board && console.is_at_terminal() {
                        self.show(false, console)?;
                    }
                }
                // No command in an exercise changes a game.
                Err(PromptExit::GameChanged | PromptExit::Command(_)) => {}
            }
        }
    }
}

/// Shows the position after the last move of `history`, what the game reports about that move, and a remark. The board
/// leaves the `below` rows of the exercise free, or more if the texts need them.
///
/// # Errors
/// Output could not be written.
pub fn show_result(
    game: &AnyGame,
    history: &History<AnyPosition>,
    remark: &str,
    below: usize,
    console: &mut Console,
) -> Result<(), Stop> {
    let style = console.style();
    let outcome_text = describe_outcome(game, &game.view(history), &style);
    if style.by_ear {
        console.say_nonempty(&spoken_turn(game, &game.view(history)))?;
        console.say_nonempty(&outcome_text)?;
        return console.say_nonempty(remark);
    }
    let texts = count_rows(&outcome_text, console) + count_rows(remark, console) + ROWS_BELOW_REMARK;
    let (board, _) = draw_with_rows_below(game, history, console, below.max(texts));
    console.say("")?;
    console.say_nonempty(&board)?;
    console.say_nonempty(&outcome_text)?;
    console.say_nonempty(remark)
}

/// Says a solution, the turns of `end` after those of `history`, to someone who listens, and its result.
///
/// # Errors
/// Output could not be written.
pub fn speak_solution(
    game: &AnyGame,
    history: &History<AnyPosition>,
    end: &History<AnyPosition>,
    console: &mut Console,
) -> Result<(), Stop> {
    let mut spoken = history.clone();
    for mv in &end.moves()[history.plies()..] {
        spoken.play(*mv);
        console.say_nonempty(&spoken_turn(game, &game.view(&spoken)))?;
    }
    console.say_nonempty(&describe_outcome(game, &game.view(end), &console.style()))
}

/// Shows what a turn in the middle of a solution has changed: in the classic style at a terminal the board, as in a game,
/// with the `below` rows of the exercise free.
///
/// # Errors
/// Output could not be written.
pub fn show_turn(
    game: &AnyGame,
    history: &History<AnyPosition>,
    below: usize,
    console: &mut Console,
) -> Result<(), Stop> {
    let style = console.style();
    if console.is_at_terminal() && style.board == BoardStyle::Classic && !style.by_ear {
        let (board, _) = draw_with_rows_below(game, history, console, below);
        console.say("")?;
        console.say_nonempty(&board)?;
    }
    console.say_nonempty(&game.announce(&game.view(history), &style))
}

fn count_rows(text: &str, console: &Console) -> usize {
    let columns = console.style().width;
    rows(&wrap(text, columns), columns)
}

/// The number of rows for the points and the prompt after a completed task.
const ROWS_BELOW_REMARK: usize = 3;
