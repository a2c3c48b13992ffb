//! One game at the console, from its first position to its end. The [`Referee`] knows the rules; the
//! [`GameSession`] shows the board, asks for turns, and saves the game in progress.

mod computers;
mod display;
mod keeping;
mod lesson;
mod plan;
mod prompts;
mod remote;
mod report;

use std::cell::RefCell;
use std::ops::ControlFlow;

use display::has_every_board;
use lesson::LessonGame;
pub use plan::GamePlan;
use prompts::PromptReply;
use report::Reported;

use crate::analysis::assessment::{AssessmentLimits, Knowledge};
use crate::console::{Console, Stop};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Annotations, GameRng, History, Player, Record, Seating};
use crate::network::remote::RemoteGame;
use crate::players::seats::{self, ComputerPlayer};
use crate::screens::Screen;
use crate::screens::drawing::{heading, place_at_bottom};
use crate::store::SessionFiles;
use crate::words::GameWords as _;

use super::Exit;
use super::after_game::{self, AfterGameAction};

/// A game at the console.
pub struct GameSession {
    referee: Referee<AnyGame>,
    seating: Seating,
    bots: [Option<ComputerPlayer>; 2],
    rngs: [GameRng; 2],
    /// The record of the game, without its moves and result.
    header: Record,
    /// The game with the tables that hints, the coach and reviews use.
    advice_game: AnyGame,
    /// The search limits for hints and the coach.
    advice: AssessmentLimits<'static>,
    /// What a command has just taken back or repeated, to be shown below the board.
    notice: String,
    /// What hints, the coach and reviews have found so far.
    knowledge: Knowledge,
    /// Answers to the first prompts of the next turn.
    answers: Vec<String>,
    /// The move of the last hint in typed form, and the number of plies at that time.
    hint: Option<(usize, Vec<String>)>,
    /// What has been shown.
    shown: Shown,
    /// Whether a game between two computers is paused.
    is_paused: bool,
    /// Whether the game has changed in this session. A game that was loaded finished is not archived again.
    is_changed: bool,
    /// The game before this one, for `:undo`.
    previous_game: Option<PreviousGame>,
    /// Whether the player has typed a whole turn of this game on one line.
    knows_whole_turns: bool,
    /// The number of this game in the archive, if it is there.
    archived: Option<u64>,
    /// The lesson that this game is, if it is one.
    lesson: Option<LessonGame>,
    /// What has been reported to a program.
    reported: Reported,
    /// The other side, if the game is between two computers. Questions receive from it too.
    remote: Option<RefCell<RemoteGame>>,
    /// The number of the game between two computers that is shown.
    round: u32,
}

/// What has been shown in a game.
#[derive(Default)]
struct Shown {
    /// The text on the player's first board.
    welcome: bool,
    /// The current position, above a question that did not change it.
    position: bool,
    /// The moves since then, in words for someone who listens.
    moves_by_ear: bool,
    /// The warning about a small terminal.
    size_warning: bool,
    /// The warning about a game without progress.
    idle_warning: bool,
    /// The hint about keys while two computers play.
    keys_hint: bool,
}

/// The game before a new one, with everything needed to resume it unchanged.
struct PreviousGame {
    referee: Referee<AnyGame>,
    rngs: [GameRng; 2],
    header: Record,
    archived: Option<u64>,
    has_shown_idle_warning: bool,
}

impl GameSession {
    /// Creates a session for a game.
    ///
    /// # Errors
    /// [`Stop::InvalidSetup`]: the plan names a bot, a position or a move that does not exist.
    pub fn new(game: &AnyGame, plan: &GamePlan) -> Result<Self, Stop> {
        let invalid = |error: &dyn std::error::Error| Stop::InvalidSetup(error.to_string());
        let referee =
            Referee::read(game, plan.start.as_deref(), &plan.moves).map_err(|error| invalid(&error))?;
        let mut bots = [None, None];
        for (bot, name) in bots.iter_mut().zip(&plan.seating.bots) {
            let made = name.as_ref().map(|name| seats::make(game, name)).transpose();
            *bot = made.map_err(|error| invalid(&error))?;
        }
        Ok(GameSession {
            referee: referee.with_human(!plan.seating.is_bots_only()),
            seating: plan.seating.clone(),
            bots,
            rngs: streams(plan.seed),
            header: header(game, plan),
            advice_game: game.clone(),
            advice: plan.advice,
            notice: String::new(),
            knowledge: Knowledge::default(),
            answers: Vec::new(),
            hint: None,
            shown: Shown::default(),
            is_paused: false,
            is_changed: false,
            previous_game: None,
            knows_whole_turns: false,
            archived: None,
            lesson: plan.lesson.clone().map(LessonGame::new),
            reported: Reported::default(),
            remote: None,
            round: 0,
        })
    }

    /// Uses `game`, the same game with other tables, for hints, the coach and reviews.
    #[must_use]
    pub fn with_advice_game(self, game: AnyGame) -> Self {
        GameSession { advice_game: game, ..self }
    }

    fn game(&self) -> &AnyGame {
        self.referee.game()
    }

    fn history(&self) -> &History<AnyPosition> {
        self.referee.history()
    }

    /// Plays the game to its end, and saves it in `files` after every turn.
    ///
    /// # Errors
    /// The session ended before the game did, or a line was refused under `--strict`.
    pub fn play(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Exit> {
        self.recall_whole_turns(files);
        self.swap_coach(console);
        let result = self.play_to_end(console, files);
        self.swap_coach(console);
        console.settings_mut().own_side_on_top = false;
        match result {
            Err(Exit::Stop(Stop::Output(_))) => result,
            _ => result.and(self.send_game(console).map_err(Exit::from)),
        }
    }

    fn play_to_end(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Exit> {
        loop {
            self.send_turns(console)?;
            if self.waits_for_guest() || self.waits_for_end() {
                self.wait_for_other(console, files)?;
                continue;
            }
            self.follow_side();
            place_at_bottom(self.game(), self.own_player(), console);
            // In some styles, show one board per round: after the computer's reply.
            let answers = self.is_computer_reply_next(console);
            if !std::mem::take(&mut self.shown.position) && !answers {
                self.show(console)?;
            }
            self.settle_disputes(console, files)?;
            if let Some(ending) = self.referee.ending() {
                // Archive the game before clearing its slot, so that it is never lost.
                if self.archive(console, files)? {
                    files.clear_slot();
                    self.note_end();
                }
                self.complete_lesson(&ending, console, files)?;
                self.send_game(console)?;
                console.say(&self.ending_text(&ending, &console.style()))?;
                if self.after_game(console, files)?.is_break() {
                    return Ok(());
                }
                self.reopen_if_unfinished(console, files)?;
                continue;
            }
            let is_described = console.style().by_ear && self.seating.is_bots_only();
            let is_silent = !has_every_board(console) && self.is_computer_turn_against_human(console);
            if !answers && !is_described && !is_silent {
                let heading = heading(self.game(), self.history(), &self.seating, &console.style());
                // A human's question has an empty line above it.
                match self.bots[self.referee.to_move().index()] {
                    Some(_) => console.say_nonempty(heading.trim_end())?,
                    None => console.say(&heading)?,
                }
            }
            console.say_nonempty(&self.clock_line())?;
            self.play_turn(console, files).map_err(|exit| match exit {
                Exit::Stop(stop) => console.stop_in_unfinished_game(stop).into(),
                load => load,
            })?;
        }
    }

    /// Plays a turn, or a command that changes the game, and saves the game.
    fn play_turn(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Exit> {
        let (mover, plies) = (self.referee.to_move(), self.history().plies());
        self.turn(console, files)?;
        self.is_changed = true;
        // Save before asking, so that a turn that was shown is never lost.
        self.autosave(console, files)?;
        match self.bots[mover.index()].is_some() && self.history().plies() > plies {
            true => self.ask_after_computer(console, files),
            false => Ok(()),
        }
    }

    /// Whether a computer, or a player at another one, is about to reply to the player at a terminal, and the next
    /// board is the one after the reply.
    fn is_computer_reply_next(&self, console: &Console) -> bool {
        !has_every_board(console)
            && self.is_computer_turn_against_human(console)
            && self.history().plies() > 0
            && self.referee.ending().is_none()
    }

    /// Whether it is the turn of a computer, or of a player at another one, and the player at a terminal has the
    /// other side.
    fn is_computer_turn_against_human(&self, console: &Console) -> bool {
        console.is_at_terminal()
            && !self.seating.is_bots_only()
            && !self.is_watching()
            && (self.bots[self.referee.to_move().index()].is_some()
                || self.is_elsewhere(self.referee.to_move()))
    }

    /// Asks what follows a finished game. Breaks if the session ends with it.
    fn after_game(&mut self, console: &mut Console, files: &SessionFiles) -> Result<ControlFlow<()>, Exit> {
        if self.remote.is_some() {
            return self.after_remote_game(console, files);
        }
        let has_menu = console.is_at_terminal();
        if !has_menu && !console.settings().stay {
            return Ok(ControlFlow::Break(()));
        }
        let turns = self.history().plies();
        let next = self.ask(console, files, |_, dialog| match has_menu {
            true => after_game::ask(dialog, turns),
            false => after_game::refuse_until_quit(dialog),
        });
        match next? {
            PromptReply::Answer(AfterGameAction::Rematch) => self.restart(),
            PromptReply::Answer(AfterGameAction::RematchSwapped) => {
                self.change_sides();
                self.restart();
            }
            PromptReply::Answer(AfterGameAction::Menus) => return Err(Exit::Menu),
            PromptReply::Answer(AfterGameAction::Leave) => return Err(Stop::Quit.into()),
            PromptReply::TurnEnded | PromptReply::Retry => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether the game can be resumed in this session.
    pub fn is_in_progress(&self) -> bool {
        self.referee.ending().is_none()
    }

    /// Whether the game is worth keeping: it has begun and is not over.
    pub fn is_unfinished(&self) -> bool {
        self.history().plies() > 0 && self.is_in_progress()
    }

    /// Starts a new game. Its seed is the next number, so that each record reproduces its own game.
    fn restart(&mut self) {
        if let Some(seed) = &mut self.header.seed {
            *seed = seed.wrapping_add(1);
            self.rngs = streams(*seed);
        }
        self.header.annotations = Annotations::default();
        self.referee.restart(self.history().start().clone());
        self.shown.idle_warning = false;
        self.archived = None;
        self.previous_game = None;
    }

    fn change_sides(&mut self) {
        self.bots.swap(0, 1);
        self.seating.bots.swap(0, 1);
        self.seating.names.swap(0, 1);
        self.header.seats.swap(0, 1);
        self.header.names.swap(0, 1);
        self.shown.welcome = false;
    }

    /// Plays one turn: a move, or a command that changes the game.
    fn turn(&mut self, console: &mut Console, files: &SessionFiles) -> Result<(), Exit> {
        let player = self.referee.to_move();
        if self.is_elsewhere(player) {
            return self.wait_for_other(console, files);
        }
        if let Some(mut bot) = self.bots[player.index()].take() {
            let result = self.computer_turn(&mut bot, player, console, files);
            self.bots[player.index()] = Some(bot);
            return result;
        }
        self.warn_no_progress(console)?;
        self.human_turn(console, files)
    }

    fn human_turn(&mut self, console: &mut Console, files: &SessionFiles) -> Result<(), Exit> {
        loop {
            let reply = self.ask(console, files, |session, dialog| {
                dialog.begin_turn(session.answers.clone());
                let view = session.referee.view();
                let mv = session.game().read_turn(&view, &session.seating, dialog)?;
                dialog.finish(&session.game().typed_answers(&view, mv))?;
                Ok((mv, dialog.has_typed_whole_turn()))
            })?;
            match reply {
                PromptReply::Answer((mv, is_whole_turn)) => {
                    if is_whole_turn {
                        self.remember_whole_turn(files);
                        self.show_steps(console, mv)?;
                    }
                    if let Err(error) = self.play_here(console, mv)? {
                        // Only a safeguard: screens return legal moves.
                        console.refuse(&error.to_string())?;
                        continue;
                    }
                    self.send_turns(console)?;
                    self.report_turn(console)?;
                    self.announce(console)?;
                    self.coach(console)?;
                    return Ok(());
                }
                PromptReply::Retry => {
                    let plies = self.history().plies();
                    self.wait_for_answer(console, files)?;
                    if self.history().plies() != plies || self.referee.ending().is_some() {
                        return Ok(());
                    }
                }
                PromptReply::TurnEnded => return Ok(()),
            }
        }
    }
}

/// The random generators of the two players.
fn streams(seed: u64) -> [GameRng; 2] {
    [1, 2].map(|stream| GameRng::with_stream(seed, stream))
}

fn header(game: &AnyGame, plan: &GamePlan) -> Record {
    Record {
        game: game.name(),
        start: plan.start.clone(),
        seats: Player::BOTH.map(|player| plan.seating.seat(player).to_owned()),
        names: plan.seating.names.clone(),
        seed: Some(plan.seed),
        date: plan.date.clone(),
        moves: plan.moves.iter().map(|text| (0, text.clone())).collect(),
        annotations: plan.annotations.clone(),
        ..Record::default()
    }
}
