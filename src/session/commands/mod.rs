//! The commands of a session, which can be typed at any prompt instead of an answer.
//!
//! [`table`] lists them. Commands start with a colon, so that they cannot be confused with a game's input.
//! `wrong` and `pause` also work without it.

mod asides;
mod board;
mod exercise;
mod hints;
mod menus;
mod mistakes;
mod remote;
mod table;
mod why;

use std::cell::RefCell;
use std::ops::ControlFlow;

use table::{
    SessionAction, TURN_ACTIONS, find_command, game_command_names, is_command, split_command, with_colon,
};

use crate::analysis::assessment::{AssessmentLimits, Knowledge};
use crate::console::{CommandHandler, Console, Dialog, Document, PromptExit, Stop, Style, TurnBoard};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{
    Game as _, GameResult, History, MoveError, Player, Position, Reason, Record, Seating,
    text::{escape, escape_path},
};
use crate::network::remote::RemoteGame;
use crate::players::seats;
use crate::screens::Screen;
use crate::store::{SessionFiles, files};
use crate::words::moves::{example_turn, typed_text};
use crate::words::{Flip, GameWords as _};

use super::computer_match;

pub use exercise::{ExerciseCommander, HintCallback};
pub use menus::{MenuCommander, ask_in_menu};
pub use table::help;

/// The maximum number of legal moves that `:moves` lists.
const MAX_LISTED: usize = 500;

/// A change to the game, requested by a command and made by the game session.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

/// The reply to game commands outside a game.
const NO_GAME: &str = "There is no game in progress. (:help lists what works here)";

/// Returns the line of `:help` about words that work only at a terminal; empty through a pipe.
fn terminal_help(console: &Console) -> &'static str {
    console.style().wording(
        "",
        "The colon can be left out. \"?\" shows what you can type; \"back\" leaves a prompt or cancels a half-typed turn.\n",
    )
}

/// Reads the record that `:load` names.
fn load(console: &mut Console, argument: &str) -> Result<(), PromptExit> {
    let record = match files::read_record(&files::expand_tilde(argument)) {
        Ok(record) => record,
        Err(error) => return Ok(console.refuse(&error.to_string())?),
    };
    match seats::check_record(&record) {
        Ok(()) => Err(PromptExit::Load(Box::new(record))),
        Err(error) => Ok(console.refuse(&format!("{}: {error}", escape(argument.as_bytes())))?),
    }
}

/// Finds the legal move that a line names: the whole turn as typed, or in record notation.
fn find_move(game: &AnyGame, history: &History<AnyPosition>, line: &str) -> Option<AnyMove> {
    let (view, position) = (game.view(history), history.current());
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let typed = position.visit_moves(|mv| match game.typed_answers(&view, mv) == words {
        true => ControlFlow::Break(mv),
        false => ControlFlow::Continue(()),
    });
    typed.break_value().or_else(|| game.read_legal_move(position, line).ok())
}

/// Runs commands during a game. It only requests changes to the game; the game session makes them.
pub struct GameCommander<'a> {
    pub game: &'a AnyGame,
    pub history: &'a History<AnyPosition>,
    pub seating: &'a Seating,
    pub record: &'a dyn Fn() -> Record,
    pub files: &'a SessionFiles,
    /// The requested change, if the dialog ended with [`PromptExit::GameChanged`].
    pub change: Option<GameChange>,
    /// The move of the last hint in typed form, and the number of plies at that time.
    pub hint: Option<(usize, Vec<String>)>,
    /// The board in the middle of the turn, if the answers so far have changed it.
    pub turn_board: Option<TurnBoard>,
    /// Whether `:undo` can return to the game before this one.
    pub has_previous_game: bool,
    /// The game with the tables that hints and reviews use.
    pub advice_game: &'a AnyGame,
    /// The search limits for each position of a hint or a review.
    pub advice: AssessmentLimits<'static>,
    /// What hints, the coach and reviews have found so far.
    pub knowledge: Knowledge,
    /// The other side of a game between two computers, and the game.
    pub remote: Option<(&'a RefCell<RemoteGame>, &'a Referee<AnyGame>)>,
    /// The game as the two sides have agreed meanwhile, if the dialog ended with [`PromptExit::GameChanged`].
    pub followed: Option<Referee<AnyGame>>,
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
            record,
            files,
            change: None,
            hint: None,
            turn_board: None,
            has_previous_game: false,
            advice_game: game,
            advice: AssessmentLimits::ADVICE,
            knowledge: Knowledge::default(),
            remote: None,
            followed: None,
        }
    }

    fn run(
        &mut self,
        console: &mut Console,
        action: SessionAction,
        argument: &str,
    ) -> Result<(), PromptExit> {
        if self.run_remote(console, action, argument)? {
            return Ok(());
        }
        if TURN_ACTIONS.contains(&action) && self.result().is_some() {
            return Ok(console
                .refuse("The game is over. (:undo takes back the last turn, :new starts a new game)")?);
        }
        match action {
            SessionAction::Help => self.help(console, argument)?,
            SessionAction::Rules => self.show_rules(console)?,
            SessionAction::Moves => {
                let list = Document::new(self.list_moves(), usize::MAX);
                Dialog::aside(console, self).show(&list)?;
            }
            SessionAction::Hint => self.hint(console, argument)?,
            SessionAction::Why => self.why(console, argument)?,
            SessionAction::Play if self.seating.is_bots_only() => {
                console.refuse("Two computers are playing. :play works only when it is your turn.")?;
            }
            SessionAction::Play => match self.answers_for(argument) {
                Ok(answers) => return Err(PromptExit::StartOver(answers)),
                Err(problem) => console.refuse(&problem)?,
            },
            SessionAction::Board => self.show_board(console, argument)?,
            SessionAction::Where | SessionAction::Attacks | SessionAction::Pieces => {
                self.answer(console, action, argument)?;
            }
            SessionAction::Flip => {
                if self.game.picture(&self.game.view(self.history)).flip == Flip::Nothing {
                    return Ok(console.refuse("This board has no ends: it is the same for both players.")?);
                }
                console.settings_mut().flipped ^= true;
                self.show_board(console, "")?;
            }
            SessionAction::Palette => self.change_palette(console, argument)?,
            SessionAction::Position => console.say(&self.game.write_position(self.history.current()))?,
            SessionAction::Wrong => return Err(PromptExit::StartOver(Vec::new())),
            SessionAction::Pause if self.seating.is_bots_only() => {
                console.say(computer_match::ALREADY_PAUSED)?
            }
            SessionAction::Pause => self.pause(console)?,
            SessionAction::Speed => computer_match::set_speed(console, argument)?,
            SessionAction::Say
            | SessionAction::Draw
            | SessionAction::Yes
            | SessionAction::No
            | SessionAction::Again
            | SessionAction::Code => {
                console
                    .refuse("That works only in a game between two computers. (cygnet host, cygnet join)")?;
            }
            SessionAction::Skip => {
                console.refuse(":skip works only in lessons and puzzles. (:quit leaves the game)")?
            }
            SessionAction::Menu => return Err(PromptExit::Menu),
            SessionAction::Resume => console.refuse("The game is in progress.")?,
            SessionAction::Quit => return Err(Stop::Quit.into()),
            SessionAction::Save => self.save(console, argument, files::create)?,
            SessionAction::Overwrite => self.save(console, argument, files::overwrite)?,
            SessionAction::Load => match load(console, argument) {
                Err(PromptExit::Load(_))
                    if !self.confirm_leave(console, "Leave this game and load that one?")? => {}
                loaded => loaded?,
            },
            SessionAction::Keep => self.save_settings(console)?,
            SessionAction::Review => self.review(console, argument)?,
            SessionAction::Coach => {
                console.settings_mut().coach ^= true;
                console.say(match console.settings().coach {
                    true => "Coach is on. It comments after each of your turns.",
                    false => "Coach is off.",
                })?;
            }
            SessionAction::New => {
                if self.confirm_leave(console, "Leave this game and start a new one?")? {
                    return Err(self.request_change(GameChange::New));
                }
            }
            SessionAction::Resign => {
                if Dialog::aside(console, self).confirm("Resign this game?")? {
                    return Err(self.request_change(GameChange::Resign));
                }
            }
            SessionAction::Seed => {
                let seed = (self.record)().seed.map_or_else(|| "none".to_owned(), |seed| seed.to_string());
                console.say(&format!("seed: {seed}"))?;
            }
            SessionAction::Undo => match self.plies_back() {
                Some(plies) => return Err(self.request_change(GameChange::Undo(plies))),
                None if self.has_previous_game && self.history.plies() == 0 => {
                    return Err(self.request_change(GameChange::Return));
                }
                None => console.refuse("You have no move to take back.")?,
            },
            SessionAction::Redo => match self.plies_forward() {
                Some(plies) => return Err(self.request_change(GameChange::Redo(plies))),
                None => console.refuse("Nothing to redo.")?,
            },
        }
        Ok(())
    }

    /// The result of the game, once it is over.
    fn result(&self) -> Option<GameResult> {
        (self.record)().result
    }

    fn request_change(&mut self, change: GameChange) -> PromptExit {
        self.change = Some(change);
        PromptExit::GameChanged
    }

    fn list_moves(&self) -> String {
        let mut texts = Vec::new();
        let visited = self.history.current().visit_moves(|mv| {
            if texts.len() == MAX_LISTED {
                return ControlFlow::Break(());
            }
            texts.push(typed_text(self.game, self.history, &[mv]));
            ControlFlow::Continue(())
        });
        if visited.is_break() {
            texts.push("...".to_owned());
        }
        format!("{}\n", texts.join(", "))
    }

    /// Returns the typed answers for the move `text`, in either notation. An empty text is the last hint.
    ///
    /// # Errors
    /// The reason why there is no such move, as a sentence.
    fn answers_for(&self, text: &str) -> Result<Vec<String>, String> {
        if text.is_empty() {
            let hint = self.hint.as_ref().filter(|(plies, _)| *plies == self.history.plies());
            return hint.map(|(_, answers)| answers.clone()).ok_or_else(|| {
                "There is no hint to play. Ask for one with :hint, or name a move.".to_owned()
            });
        }
        match self.game.read_legal_move(self.history.current(), text) {
            Ok(mv) => Ok(self.game.typed_answers(&self.game.view(self.history), mv)),
            Err(MoveError::Malformed(_)) => Ok(text.split_whitespace().map(str::to_owned).collect()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Saves the settings of this session to the configuration.
    fn save_settings(&self, console: &mut Console) -> Result<(), Stop> {
        match console.settings().keep.map(|keep| keep(console.settings())) {
            Some(Ok(path)) => console.say(&format!("Settings saved to {}.", escape_path(&path))),
            Some(Err(error)) => console.refuse(&format!("Settings not saved. {error}")),
            None => console.refuse("Settings cannot be saved here."),
        }
    }

    /// The number of plies back to the last position with a human to move, or 1 if two computers play. After
    /// a resignation it is 0: resigning is not a ply.
    fn plies_back(&self) -> Option<usize> {
        if self.seating.is_bots_only() {
            return (self.history.plies() > 0).then_some(1);
        }
        if self.result().is_some_and(|result| result.reason == Reason::Resigned) {
            return Some(0);
        }
        self.plies_to_own_turn()
    }

    /// The number of plies back to the position before the last turn of a human.
    fn plies_to_own_turn(&self) -> Option<usize> {
        self.first_human(self.history.turns().rev().map(|(before, _, _)| before.to_move()))
    }

    /// The number of plies forward to the next position with a human to move, or to the last undone move.
    fn plies_forward(&self) -> Option<usize> {
        let afters: Vec<Player> = self.history.undone().map(|(_, after)| after.to_move()).collect();
        self.first_human(afters.iter().copied()).or(Some(afters.len())).filter(|plies| *plies > 0)
    }

    fn first_human(&self, mut players: impl Iterator<Item = Player>) -> Option<usize> {
        players.position(|player| self.seating.is_human(player)).map(|index| index + 1)
    }
}

impl CommandHandler for GameCommander<'_> {
    fn reminder(&self, style: &Style) -> String {
        let heading = self.game.heading(&self.game.view(self.history), self.seating, style);
        let above = self.game.above_board(&self.game.view(self.history), self.seating, style);
        format!("{above}{heading}").trim().to_owned()
    }

    fn example(&self) -> Option<String> {
        example_turn(self.game, self.history)
    }

    fn whole_turn(&self, line: &str) -> Option<Vec<String>> {
        let mv = find_move(self.game, self.history, line)?;
        Some(self.game.typed_answers(&self.game.view(self.history), mv))
    }

    fn set_turn_board(&mut self, board: Option<TurnBoard>) {
        self.turn_board = board;
    }

    fn command_in(&self, line: &str) -> Option<String> {
        with_colon(line, |_| true)
    }

    fn takes_back(&self, command: &str) -> bool {
        is_command(command, SessionAction::Undo)
    }

    fn keeps_game(&self) -> bool {
        self.history.plies() > 0 && self.result().is_none() && self.files.keeps_game()
    }

    fn handle(&mut self, console: &mut Console, line: &str) -> Result<bool, PromptExit> {
        let Some((name, argument)) = split_command(line) else { return Ok(false) };
        match find_command(&name, argument, self.files.is_allowed()) {
            Ok(command) => self.run(console, command.action, argument)?,
            Err(message) => console.refuse(&message)?,
        }
        Ok(true)
    }

    fn command_names(&self) -> Vec<String> {
        game_command_names(self.files.is_allowed(), self.remote.is_some())
    }

    fn news(&mut self, console: &mut Console) -> Result<(), PromptExit> {
        self.receive(console)
    }
}
