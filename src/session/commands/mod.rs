//! The commands of a session, which can be typed at any prompt instead of an answer.
//!
//! [`rows`] lists them. Commands start with a colon, so that they cannot be confused with a game's input.
//! `wrong` and `pause` also work without it.

mod asides;
mod board;
mod changes;
mod completion;
mod exercise;
mod hints;
mod menus;
mod rows;
mod table;
mod two_computers;

use std::cell::RefCell;

use rows::{SessionCommand, When};
use table::{find_command, game_command_names, is_command, split_command, with_colon};

use crate::analysis::assessment::{Advice, AssessmentLimits};
use crate::console::{BoardStyle, CommandHandler, Console, Exit, NextWords, PromptExit, Style, TurnBoard};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{
    Ending, Game as _, History, Player, Position as _, Record, Seating,
    text::{escape, escape_path},
};
use crate::network::remote::RemoteGame;
use crate::players::seats;
use crate::records::check_resumable;
use crate::screens::drawing::heading;
use crate::screens::oriented;
use crate::store::SessionFiles;
use crate::store::files::expand_tilde;
use crate::words::GameWords as _;
use crate::words::moves::{example_turn, find_in_moves, read_turn};
use crate::words::voice::in_voice;

pub use asides::save;
pub use board::about_sides;
pub use completion::next_words;
pub use exercise::{Aid, AidCallback, ExerciseCommands, ExerciseMemory};
pub use menus::{MenuCommander, ask_in_menu};
pub use table::help;

/// A change to the game, requested by a command or by a player elsewhere, and made by the game session.
pub enum GameChange {
    /// Take back this number of plies.
    Undo(usize),
    /// Replay this number of plies.
    Redo(usize),
    /// Start a new game.
    New,
    /// Return to the game before this one.
    Return,
    /// The player to move resigns.
    Resign,
    /// Continue with this game, which the players at two computers agree on.
    Follow(Box<Referee<AnyGame>>),
}

/// The reply to game commands outside a game.
const NO_GAME: &str = "There is no game in progress. (:help lists what works here)";
/// The refusal of a game's command in a menu that was opened from a game.
const LEFT_GAME: &str = "You have left the game for this menu. (:resume continues it)";

/// Returns the lines of `:help` about what works only at a terminal; empty through a pipe.
fn terminal_help(console: &Console) -> String {
    const WORDS: &str = "You can leave out the colon. \"?\" shows what you can type; \"back\" leaves a prompt or cancels a half-typed turn.\n";
    const KEYS: &str = "Keys: Tab completes, Up repeats a line, Ctrl-R searches lines, Ctrl-L redraws.\n";
    let keys = if console.edits_lines() { KEYS } else { "" };
    console.style().wording(String::new(), format!("{WORDS}{keys}"))
}

/// Returns the line of `:help` about the marks on a board at a terminal; empty where none is drawn.
fn marks_help(console: &Console) -> String {
    const MARKS: &str = "Marks on the board: ( ) where the last move began, [ ] where it went, > < what it captured, * * what won the game.\n";
    let is_drawn = console.style().board != BoardStyle::Words && !console.style().by_ear;
    if is_drawn && console.is_at_terminal() { MARKS.to_owned() } else { String::new() }
}

/// Saves the settings of this session to the configuration.
fn keep_settings(console: &mut Console) -> Result<(), PromptExit> {
    match console.settings().keep.map(|keep| keep(console.settings())) {
        Some(Ok((path, lines))) => {
            let flip =
                if console.settings().flipped { " (:flip is for this session, and not saved.)" } else { "" };
            console.say(&format!("Settings saved to {}: {}.{flip}", escape_path(&path), lines.join(", ")))?;
        }
        Some(Err(error)) => console.refuse(&format!("Settings not saved. {error}"))?,
        None => console.refuse("Settings cannot be saved here.")?,
    }
    Ok(())
}

/// Whether a game has turns that can be taken back or repeated, so that it is worth returning to.
pub(super) fn has_turns(history: &History<AnyPosition>) -> bool {
    history.plies() + history.undone().len() > 0
}

/// Reads the record that `:load` names.
fn load(console: &mut Console, files: &SessionFiles, argument: &str) -> Result<(), PromptExit> {
    let record = match files.disk().read_record(&expand_tilde(argument)) {
        Ok(record) => record,
        Err(error) => return Ok(console.refuse(&error.to_string())?),
    };
    match check_resumable(&record) {
        Ok(()) => Err(Exit::Load(Box::new(record)).into()),
        Err(error) => Ok(console.refuse(&format!("{}: {error}", escape(argument.as_bytes())))?),
    }
}

/// Runs commands during a game or an exercise. It only requests changes to the game; the game session makes them.
pub struct GameCommander<'a> {
    pub game: &'a AnyGame,
    pub history: &'a History<AnyPosition>,
    pub seating: &'a Seating,
    /// The only player here, whom texts call "you".
    pub reader: Option<Player>,
    pub record: &'a dyn Fn() -> Record,
    pub files: &'a SessionFiles,
    /// The requested change, if the dialog ended with [`PromptExit::GameChanged`].
    pub change: Option<GameChange>,
    /// The move of the last hint in typed form, and the number of plies at that time.
    pub hint: Option<(usize, Vec<String>)>,
    /// The board in the middle of the turn, if the answers so far have changed it.
    pub turn_board: Option<TurnBoard>,
    /// What has been typed of the turn.
    pub typed: Vec<String>,
    /// What stands between the board and its heading.
    pub below: String,
    /// Whether `:undo` can return to the game before this one.
    pub has_previous_game: bool,
    /// What hints and reviews need.
    pub advice: Advice,
    /// The other side of a game between two computers, and the game.
    pub remote: Option<(&'a RefCell<RemoteGame>, &'a Referee<AnyGame>)>,
    /// The exercise, if a turn is asked for but no game is in progress.
    pub exercise: Option<ExerciseCommands<'a>>,
    /// Whether the game is the last lesson.
    pub is_lesson: bool,
}

impl<'a> GameCommander<'a> {
    /// Creates a commander for the game so far. `record` returns its record.
    pub fn new(
        game: &'a AnyGame,
        history: &'a History<AnyPosition>,
        seating: &'a Seating,
        record: &'a dyn Fn() -> Record,
        files: &'a SessionFiles,
    ) -> Self {
        GameCommander {
            game,
            history,
            seating,
            reader: seating.only_human(),
            record,
            files,
            change: None,
            hint: None,
            turn_board: None,
            typed: Vec::new(),
            below: String::new(),
            has_previous_game: false,
            advice: Advice::new(game.clone(), AssessmentLimits::ADVICE),
            remote: None,
            exercise: None,
            is_lesson: false,
        }
    }

    fn run(
        &mut self,
        console: &mut Console,
        command: &SessionCommand,
        argument: &str,
    ) -> Result<(), PromptExit> {
        if self.run_remote(console, command, argument)? {
            return Ok(());
        }
        if command.is(When::Turn) && self.result().is_some() {
            return Ok(console.refuse("The game is over. (:undo goes back into it, :new starts a new game)")?);
        }
        (command.run)(self, console, argument)
    }

    /// The record as it is kept on this computer.
    fn kept_record(&self) -> Record {
        let record = (self.record)();
        match self.remote {
            Some((remote, _)) => remote.borrow().side().with_reader(record),
            None => record,
        }
    }

    /// Puts advice that calls `speaker` "you" into the voice for the only person who plays here.
    fn voiced(&self, text: &str, speaker: Player) -> String {
        in_voice(self.game, text, speaker, self.reader)
    }

    /// Whether a player here can play a turn now.
    fn is_turn_here(&self) -> bool {
        let mover = self.history.current().to_move();
        let is_here = |(remote, referee): (&RefCell<RemoteGame>, _)| {
            let remote = remote.borrow();
            remote.side().own() == Some(mover) && !remote.side().waits(referee)
        };
        self.result().is_none() && self.seating.is_human(mover) && self.remote.is_none_or(is_here)
    }

    /// Whether the other player has changed the game while a command asked a question.
    fn has_news(&self) -> bool {
        matches!(self.change, Some(GameChange::Follow(_)))
    }

    /// The players as the record names them, also for somebody who only looks on.
    fn recorded_seating(&self) -> Seating {
        let record = (self.record)();
        let is_recorded = record.seats.iter().all(|seat| !seat.is_empty());
        if is_recorded { seats::seating(&record) } else { self.seating.clone() }
    }

    /// The result of the game, once it is over.
    fn result(&self) -> Option<Ending> {
        (self.record)().result
    }
}

impl CommandHandler for GameCommander<'_> {
    fn reminder(&self, style: &Style) -> String {
        let heading = heading(self.game, self.history, &self.recorded_seating(), style);
        match &self.exercise {
            Some(exercise) => format!("{}\n{heading}", oriented(self.game, exercise.task, style)),
            None => heading,
        }
    }

    fn example(&self) -> Option<String> {
        example_turn(self.game, self.history).filter(|_| self.exercise.is_none())
    }

    fn more_help(&self) -> &'static str {
        match self.exercise {
            Some(_) => "\n:hint gives a hint, :skip skips this one, back leaves.",
            None if self.is_lesson => "\n:hint gives a hint, back leaves this lesson.",
            None => "",
        }
    }

    fn can_leave_turn(&self) -> bool {
        self.exercise.is_some() || self.is_lesson
    }

    fn whole_turn(&self, line: &str) -> Option<Vec<String>> {
        if !self.is_turn_here() {
            return None;
        }
        let mv = read_turn(self.game, self.history, line).ok()?;
        let turn = self.game.typed_answers(&self.game.view(self.history), mv);
        // In record notation the cells mean a capture, but at a prompt they leave the choice to the player.
        let begins = turn.concat().strip_prefix(&line.to_lowercase()).is_some_and(|rest| !rest.is_empty());
        (!begins).then_some(turn)
    }

    fn begun_turn(&self, line: &str) -> Option<Vec<String>> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let continued = [&self.typed[..], &words].concat();
        let view = self.game.view(self.history);
        let is_legal = |typed: &Vec<String>| {
            let fits = |mv| self.game.rest_of_turn(&view, mv, typed).map(drop);
            find_in_moves(self.history.current(), fits).is_some()
        };
        [continued, words]
            .into_iter()
            .find(|typed| self.is_turn_here() && !line.is_empty() && is_legal(typed))
    }

    fn set_turn_board(&mut self, board: Option<TurnBoard>) {
        self.turn_board = board;
    }

    fn set_typed(&mut self, answers: &[String]) {
        self.typed = answers.to_vec();
    }

    fn command_in(&self, line: &str) -> Option<String> {
        let is_asked = self.remote.is_some_and(|(remote, _)| remote.borrow().side().asked().is_some());
        let word = match line.to_lowercase().as_str() {
            "y" if is_asked => "yes",
            "n" if is_asked => "no",
            _ => line,
        };
        with_colon(word, |_| true)
    }

    fn takes_back(&self, command: &str) -> bool {
        is_command(command, "undo")
    }

    fn keeps_game(&self) -> bool {
        let is_in_progress = self.history.plies() > 0 && self.result().is_none();
        is_in_progress && self.exercise.is_none() && self.files.keeps_game()
    }

    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit> {
        let Some((name, argument)) = split_command(line) else { return Ok(false) };
        // This command was typed at the question of another one.
        if self.has_news() {
            console.say("(The game has changed in the meantime. Type that again if you still want to.)")?;
            return Err(PromptExit::GameChanged);
        }
        match find_command(&name, argument, self.files.is_allowed()) {
            Ok(command) if self.exercise.is_some() => self.run_in_exercise(console, command, argument)?,
            Ok(command) => self.run(console, command, argument)?,
            Err(message) => console.refuse(&message)?,
        }
        if self.has_news() { Err(PromptExit::GameChanged) } else { Ok(true) }
    }

    fn next_words(&self, typed: &[String]) -> Option<NextWords> {
        Some(completion::next_words(self.game, self.history, typed, self.files.is_allowed()))
    }

    fn command_names(&self) -> Vec<String> {
        game_command_names(self.files.is_allowed(), self.remote.is_some(), self.exercise.is_some())
    }

    fn news(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        self.change_together(console, RemoteGame::receive)
    }
}
