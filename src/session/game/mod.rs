//! One game at the console, from its first position to its end. The [`Referee`] knows the rules; the
//! [`GameSession`] shows the board, asks for turns, and saves the game in progress.

mod computers;
mod display;
mod elsewhere;
mod keeping;
mod lesson;
mod opponent;
mod played;
mod prompts;
mod report;
mod waiting;

use std::ops::ControlFlow;

use display::has_every_board;
use lesson::LessonGame;
use opponent::{Remote, Seat};
pub use played::GamePlan;
use played::PlayedGame;
use prompts::PromptReply;
use report::Reported;

use crate::analysis::assessment::Advice;
use crate::console::{Console, Exit, Stop};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{History, Player, Seating};
use crate::players::seats;
use crate::screens::TurnDialog as _;
use crate::screens::drawing::{heading, place_at_bottom};
use crate::store::SessionFiles;
use crate::store::progress::ExerciseKind;
use crate::words::GameWords as _;

use super::after_game::{self, AfterGameAction};
use super::commands::GameChange;
use super::lessons::{SMALL_GAME_ID, mark_done};

/// A game at the console: a referee and two seats.
pub struct GameSession {
    /// The game in progress, or just finished.
    current: PlayedGame,
    /// The game before it, for `:undo`.
    previous: Option<PlayedGame>,
    seating: Seating,
    seats: [Seat; 2],
    /// What hints, the coach and reviews need.
    advice: Advice,
    /// What a command has just taken back or repeated, to be shown below the board.
    notice: String,
    /// Answers to the first prompts of the next turn.
    answers: Vec<String>,
    /// The move of the last hint in typed form, and the number of plies at that time.
    hint: Option<(usize, Vec<String>)>,
    /// What has been shown.
    shown: Shown,
    /// Whether a game between two computers is paused.
    is_paused: bool,
    /// Whether the game differs from what is kept. A game that was loaded finished is not archived again.
    is_changed: bool,
    /// Whether the player has typed a whole turn of this game on one line.
    knows_whole_turns: bool,
    /// The lesson that this game is, if it is one.
    lesson: Option<LessonGame>,
    /// What has been reported to a program.
    reported: Reported,
    /// The connection to the other computer, if one of the seats is there. Questions receive from it too.
    remote: Option<Remote>,
}

/// What has been shown in a game.
#[derive(Default)]
struct Shown {
    /// The text on the player's first board.
    welcome: bool,
    /// The current position, above a question that did not change it.
    position: bool,
    /// Not yet shown: the number of the turn that the coach comments on at the player's next board.
    comment_due: Option<usize>,
    /// The moves since then, in words for someone who listens.
    moves_by_ear: bool,
    /// The warning about a small terminal.
    size_warning: bool,
    /// The hint about keys while two computers play.
    keys_hint: bool,
}

impl GameSession {
    /// Creates a session for a game.
    ///
    /// # Errors
    /// [`Stop::InvalidSetup`]: the plan names a bot, a position or a move that does not exist.
    pub fn new(game: &AnyGame, plan: &GamePlan) -> Result<Self, Stop> {
        let invalid = |error: &dyn std::error::Error| Stop::InvalidSetup(error.to_string());
        let referee = Referee::read(game, plan.record.start.as_deref(), plan.record.move_texts())
            .map_err(|error| invalid(&error))?;
        let mut seats = [Seat::Person, Seat::Person];
        for (seat, name) in seats.iter_mut().zip(&plan.seating.bots) {
            if let Some(name) = name {
                *seat = Seat::Computer(seats::make(game, name).map_err(|error| invalid(&error))?);
            }
        }
        Ok(GameSession {
            current: PlayedGame::new(referee.with_human(!plan.seating.is_bots_only()), plan),
            previous: None,
            seating: plan.seating.clone(),
            seats,
            advice: Advice::new(game.clone(), plan.advice),
            notice: String::new(),
            answers: Vec::new(),
            hint: None,
            shown: Shown::default(),
            is_paused: false,
            is_changed: false,
            knows_whole_turns: false,
            lesson: plan.lesson.clone().map(LessonGame::new),
            reported: Reported::default(),
            remote: None,
        })
    }

    /// Uses `game`, the same game with other tables, for hints, the coach and reviews.
    #[must_use]
    pub fn with_advice_game(self, game: AnyGame) -> Self {
        GameSession { advice: Advice { game, ..self.advice }, ..self }
    }

    fn referee(&self) -> &Referee<AnyGame> {
        &self.current.referee
    }

    fn game(&self) -> &AnyGame {
        self.referee().game()
    }

    fn history(&self) -> &History<AnyPosition> {
        self.referee().history()
    }

    fn is_computer(&self, player: Player) -> bool {
        matches!(self.seats[player.index()], Seat::Computer(_))
    }

    /// Whether the turns of `player` come from another computer.
    fn is_elsewhere(&self, player: Player) -> bool {
        matches!(self.seats[player.index()], Seat::Elsewhere)
    }

    /// Whether nobody here plays.
    fn is_watching(&self) -> bool {
        Player::BOTH.into_iter().all(|player| self.is_elsewhere(player))
    }

    /// The only player whose turns are typed here. Their side can be at the bottom of the board.
    fn own_player(&self) -> Option<Player> {
        let mut elsewhere = Player::BOTH.into_iter().filter(|player| self.is_elsewhere(*player));
        match (elsewhere.next(), elsewhere.next()) {
            (None, _) => self.seating.only_human(),
            (Some(other), None) => Some(other.opponent()).filter(|own| !self.is_computer(*own)),
            (Some(_), Some(_)) => None,
        }
    }

    /// Plays the game to its end, and saves it in `files` after every turn.
    ///
    /// # Errors
    /// The session ended before the game did, or a line was refused under `--strict`.
    pub fn play(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Exit> {
        self.recall_whole_turns(files);
        console.leave_menu()?;
        self.swap_coach(console);
        let result = self.play_to_end(console, files);
        self.swap_coach(console);
        console.settings_mut().own_side_on_top = false;
        let sent = self.send_game(console).map_err(Exit::from);
        result.and(sent)
    }

    fn play_to_end(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Exit> {
        // A command in a menu may have changed the game.
        self.keep(console, files)?;
        if let Some(remote) = &mut self.remote {
            let events = remote.game.get_mut().keep_joined(&self.current.referee);
            self.say_events(console, events, None)?;
        }
        loop {
            self.send_turns(console)?;
            if self.remote.is_some() {
                if self.waits_before_turn(console) {
                    if self.ends_alone() {
                        place_at_bottom(self.game(), self.own_player(), console);
                        self.show(console)?;
                    }
                    self.wait_for_other(console, files)?;
                    continue;
                }
                self.follow_side();
                self.say_who_plays(console)?;
            }
            place_at_bottom(self.game(), self.own_player(), console);
            // In some styles, show one board per round: after the computer's reply.
            let answers = self.is_computer_reply_next(console);
            if !std::mem::take(&mut self.shown.position) && !answers {
                self.show(console)?;
            }
            self.settle_disputes(console, files)?;
            if let Some(ending) = self.referee().ending() {
                if let Err(error) = self.archive(files) {
                    console.say(&format!("(The game could not be saved: {error}.)"))?;
                }
                if let Some(lesson) = self.lesson.as_ref().filter(|_| ending.is_by_rules()) {
                    mark_done(console, files, ExerciseKind::Lesson, &lesson.game, SMALL_GAME_ID)?;
                }
                self.send_game(console)?;
                console.say(&self.ending_text(&ending, &console.style()))?;
                if self.after_game(console, files)?.is_break() {
                    return Ok(());
                }
                self.keep(console, files)?;
                continue;
            }
            let is_described = console.style().by_ear && self.seating.is_bots_only();
            let is_silent = !has_every_board(console) && self.is_computer_turn_against_human();
            if !answers && !is_described && !is_silent {
                let seating = self.recorded_seating();
                let heading = heading(self.game(), self.history(), &seating, &console.style());
                // A human's question has an empty line above it.
                match self.is_computer(self.referee().to_move()) {
                    true => console.say_nonempty(heading.trim_end())?,
                    false => console.say(&heading)?,
                }
            }
            if self.remote.is_some() {
                console.say_nonempty(&self.clock_line(console.is_at_terminal()))?;
            }
            self.play_turn(console, files).map_err(|exit| match exit {
                Exit::Stop(stop) => console.stop_in_unfinished_game(stop).into(),
                load => load,
            })?;
        }
    }

    /// Plays a turn, or a command that changes the game, and saves the game.
    fn play_turn(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Exit> {
        let (mover, plies) = (self.referee().to_move(), self.history().plies());
        self.turn(console, files)?;
        self.is_changed = true;
        // Save before asking, so that a turn that was shown is never lost.
        self.keep(console, files)?;
        let is_computer = match self.seats[mover.index()] {
            Seat::Person => false,
            Seat::Computer(_) => self.remote.is_none(),
            Seat::Elsewhere => self.plays_alone_elsewhere(mover),
        };
        match is_computer && self.history().plies() > plies && !self.is_paused {
            true => self.ask_after_computer(console, files).map(drop),
            false => Ok(()),
        }
    }

    /// Whether a computer is about to reply to the player here, so that the next board is the one after the reply. A
    /// remote player may take minutes, so their reply does not count.
    fn is_computer_reply_next(&self, console: &Console) -> bool {
        let mover = self.referee().to_move();
        !has_every_board(console)
            && self.is_computer_turn_against_human()
            && (self.is_computer(mover) || self.plays_alone_elsewhere(mover))
            && self.history().plies() > 0
            && self.referee().ending().is_none()
    }

    /// Whether it is the turn of a computer, or of a player at another one, and a player here has the other side.
    fn is_computer_turn_against_human(&self) -> bool {
        !self.seating.is_bots_only()
            && !self.is_watching()
            && !matches!(self.seats[self.referee().to_move().index()], Seat::Person)
    }

    /// Asks what follows a finished game. Breaks if the session ends with it.
    fn after_game(&mut self, console: &mut Console, files: &SessionFiles) -> Result<ControlFlow<()>, Exit> {
        if self.remote.is_some() {
            return self.after_remote_game(console, files);
        }
        if !console.is_at_terminal() && !console.settings().stay {
            return Ok(ControlFlow::Break(()));
        }
        match self.ask(console, files, |session, dialog| {
            after_game::ask(dialog, session.referee(), &session.seating, session.completed_lessons(), None)
        })? {
            PromptReply::Answer(AfterGameAction::Lessons) => return Ok(ControlFlow::Break(())),
            PromptReply::Answer(again @ (AfterGameAction::Rematch | AfterGameAction::RematchSwapped)) => {
                // If the archive had no room, it may have some now.
                let _ = self.archive(files);
                self.carry_out(Some(GameChange::New));
                if again == AfterGameAction::RematchSwapped {
                    self.change_sides();
                }
                console.leave_menu()?;
            }
            PromptReply::Answer(AfterGameAction::Menus) => return Err(Exit::Menu),
            PromptReply::Answer(AfterGameAction::Leave) => return Err(Stop::Quit.into()),
            PromptReply::TurnEnded | PromptReply::Retry => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether the game can be resumed in this session.
    pub fn is_in_progress(&self) -> bool {
        self.referee().ending().is_none()
    }

    /// Whether the game is worth keeping: it has begun and is not over.
    pub fn is_unfinished(&self) -> bool {
        self.history().plies() > 0 && self.is_in_progress()
    }

    /// Starts a new game. Its seed is the next number, so that each record reproduces its own game.
    fn restart(&mut self) {
        self.current.restart();
        (self.previous, self.is_paused) = (None, false);
    }

    fn change_sides(&mut self) {
        self.seats.swap(0, 1);
        self.seating.bots.swap(0, 1);
        self.seating.names.swap(0, 1);
        self.current.header.seats.swap(0, 1);
        self.current.header.names.swap(0, 1);
        self.shown.welcome = false;
    }

    /// Plays one turn: a move, or a command that changes the game.
    fn turn(&mut self, console: &mut Console, files: &SessionFiles) -> Result<(), Exit> {
        let player = self.referee().to_move();
        if self.is_elsewhere(player) {
            return self.wait_for_other(console, files);
        }
        if self.is_computer(player) {
            return self.computer_turn(player, console, files);
        }
        self.warn_no_progress(console)?;
        self.human_turn(console, files)
    }

    /// Whether nothing more can be played here: the game is over, or the player here has resigned.
    fn is_over_here(&self) -> bool {
        self.referee().ending().is_some() || self.has_resigned()
    }

    fn human_turn(&mut self, console: &mut Console, files: &SessionFiles) -> Result<(), Exit> {
        loop {
            if self.waits_for_answer(console) {
                let plies = self.history().plies();
                self.wait_for_other(console, files)?;
                if self.history().plies() != plies || self.is_over_here() {
                    return Ok(());
                }
            }
            let reply = self.ask(console, files, |session, dialog| {
                dialog.begin_turn(session.answers.clone())?;
                let view = session.referee().view();
                let mv = session.game().read_turn(&view, dialog)?;
                let game = session.game();
                dialog.finish(&game.typed_answers(&view, mv), &game.too_many_answers())?;
                Ok((mv, dialog.has_typed_whole_turn()))
            })?;
            match reply {
                PromptReply::Answer((mv, is_whole_turn)) => {
                    if is_whole_turn {
                        self.remember_whole_turn(files);
                    }
                    let plies = self.history().plies();
                    self.play_here(console, mv)?;
                    if self.history().plies() == plies {
                        // The time was out.
                        return Ok(());
                    }
                    self.send_turns(console)?;
                    self.report_turn(console)?;
                    self.announce(console)?;
                    self.coach(console)?;
                    return Ok(());
                }
                PromptReply::Retry if !self.is_over_here() => {}
                PromptReply::Retry | PromptReply::TurnEnded => return Ok(()),
            }
        }
    }
}
