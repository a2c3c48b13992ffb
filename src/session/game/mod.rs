//! A table: one game between two seats at the console, from its first position to its end. The referee
//! ([`Referee`]) knows the rules; the table shows, asks, and saves the game in progress.

mod computers;
mod display;
mod prompts;

use prompts::PromptReply;

use crate::analysis::assessment::AssessmentLimits;
use crate::console::{Console, Stop};
use crate::engine::referee::Referee;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Annotations, GameRng, History, Player, Record, Seating};
use crate::players::seats::{self, ComputerPlayer};
use crate::screens::Screen;
use crate::screens::drawing::heading;
use crate::store::SessionFiles;

use super::Exit;
use super::after_game::{self, AfterGameAction};

/// A game that is to be played at the console.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// Who plays.
    pub seating: Seating,
    /// The seed of all chance in the game.
    pub seed: u64,
    /// The text of the first position, where it is not the usual start.
    pub start: Option<String>,
    /// Moves that have been played already, in canonical notation.
    pub moves: Vec<String>,
    /// The day, as `2026-11-21`, for the record.
    pub date: Option<String>,
    /// What a record says about those moves.
    pub annotations: Annotations,
    /// What a hint and the coach may cost.
    pub advice: AssessmentLimits<'static>,
}

impl GamePlan {
    /// A game from its usual start.
    pub fn new(seating: Seating, seed: u64) -> Self {
        GamePlan {
            seating,
            seed,
            start: None,
            moves: Vec::new(),
            date: None,
            annotations: Annotations::default(),
            advice: AssessmentLimits::ADVICE,
        }
    }

    /// The game of a record, to be continued. Without a seed in the record, `seed` is used.
    pub fn from_record(record: &Record, seed: u64) -> Self {
        GamePlan {
            seating: seats::seating(record),
            seed: record.seed.unwrap_or(seed),
            start: record.start.clone(),
            moves: record.move_texts(),
            date: record.date.clone(),
            annotations: record.words.clone(),
            advice: AssessmentLimits::ADVICE,
        }
    }
}

/// What comes after a game at the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFollowUp {
    /// Nothing: the game is over.
    Over,
    /// The menus of the game are wanted.
    Menus,
}

/// A game at the console.
pub struct GameSession {
    referee: Referee<AnyGame>,
    seating: Seating,
    bots: [Option<ComputerPlayer>; 2],
    rngs: [GameRng; 2],
    /// The record of the game without its moves and result.
    header: Record,
    /// What a hint and the coach may cost.
    advice: AssessmentLimits<'static>,
    /// Answers to the first questions of the next turn.
    answers: Vec<String>,
    /// The move of the last hint, as it is typed, and the plies played when it was given.
    hint: Option<(usize, Vec<String>)>,
    /// Whether the person has been told that the terminal is too small for the board.
    has_shown_size_warning: bool,
    /// Whether the person has been told that the game makes no progress.
    has_shown_idle_warning: bool,
    /// Whether the person has been told what keys do while two computers play.
    has_shown_keys_hint: bool,
    /// Whether two computers wait for Enter.
    is_paused: bool,
    /// Whether anything has happened at this table: a game that came here finished is kept somewhere already.
    is_changed: bool,
    /// The game that was left for this one.
    previous_game: Option<PreviousGame>,
    /// Whether the person has been told how to get help.
    has_shown_welcome: bool,
    /// Under which number of the finished games this one is kept already.
    archived: Option<u64>,
}

/// A game that was left for a new one, with what makes it go on as it would have.
struct PreviousGame {
    referee: Referee<AnyGame>,
    rngs: [GameRng; 2],
    header: Record,
    archived: Option<u64>,
    has_shown_idle_warning: bool,
}

impl GameSession {
    /// Sets up a game.
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
            advice: plan.advice,
            answers: Vec::new(),
            hint: None,
            has_shown_size_warning: false,
            has_shown_idle_warning: false,
            has_shown_keys_hint: false,
            is_paused: false,
            is_changed: false,
            previous_game: None,
            has_shown_welcome: false,
            archived: None,
        })
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
    /// The conversation ended before the game did, or a line was refused under `--strict`.
    pub fn play(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<GameFollowUp, Exit> {
        loop {
            // A computer that answers a person is shown with its answer: one board a round.
            let answers = self.is_computer_reply_next(console);
            if !answers {
                self.show(console)?;
            }
            self.settle_disputes(console, files)?;
            if let Some(ending) = self.referee.ending() {
                let words = self.game().ending(&ending, &self.seating, &console.style());
                // First kept among the finished games, then no longer among the unfinished ones.
                if self.archive(console, files)? {
                    files.clear_slot();
                }
                console.say(console.style().wording(&words, words.trim_end()))?;
                match self.after_game(console, files)? {
                    Some(after) => return Ok(after),
                    None => self.reopen_if_unfinished(console, files)?,
                }
                continue;
            }
            if !answers && !self.is_computer_next_to_person(console) {
                console.say(&heading(self.game(), self.history(), &self.seating, &console.style()))?;
            }
            self.turn(console, files).map_err(|exit| match exit {
                Exit::Stop(stop) => console.stop_in_unfinished_game(stop).into(),
                load => load,
            })?;
            self.is_changed = true;
            self.autosave(console, files)?;
        }
    }

    /// After a game that was over: it goes on, or another begins.
    fn reopen_if_unfinished(&mut self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Stop> {
        if self.referee.ending().is_some() {
            return Ok(());
        }
        self.is_changed = true;
        self.autosave(console, files)?;
        if let Some(number) = self.archived.take() {
            files.unarchive(number);
        }
        Ok(())
    }

    /// Whether a computer is about to answer a person at a terminal.
    fn is_computer_reply_next(&self, console: &Console) -> bool {
        self.is_computer_next_to_person(console)
            && self.history().plies() > 0
            && self.referee.ending().is_none()
    }

    /// Whether a computer is to move, and a person at a terminal plays the other side.
    fn is_computer_next_to_person(&self, console: &Console) -> bool {
        console.is_at_terminal()
            && !self.seating.is_bots_only()
            && self.bots[self.referee.to_move().index()].is_some()
    }

    /// Keeps the game that is over among the finished ones of the person. `false` if it should be there and is not.
    fn archive(&mut self, console: &mut Console, files: &SessionFiles) -> Result<bool, Stop> {
        if self.seating.is_bots_only() || !self.is_changed {
            return Ok(true);
        }
        match files.archive_game(&self.referee.record(&self.header), self.archived) {
            Ok(number) => self.archived = number,
            Err(error) => {
                console.say(&format!("(The game could not be kept: {error}.)"))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What follows a game that is over: at a terminal a person chooses. `None`: it goes on at this table.
    fn after_game(
        &mut self,
        console: &mut Console,
        files: &SessionFiles,
    ) -> Result<Option<GameFollowUp>, Exit> {
        let has_menu = console.is_at_terminal();
        if !has_menu && !console.settings().stay {
            return Ok(Some(GameFollowUp::Over));
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
            PromptReply::Answer(AfterGameAction::Menus) => return Ok(Some(GameFollowUp::Menus)),
            PromptReply::Answer(AfterGameAction::Leave) => return Err(Stop::Quit.into()),
            PromptReply::TurnEnded | PromptReply::Retry => {}
        }
        Ok(None)
    }

    /// Begins again, with chance that follows from the seed of the game before: each record repeats its own game.
    fn restart(&mut self) {
        if let Some(seed) = &mut self.header.seed {
            *seed = seed.wrapping_add(1);
            self.rngs = streams(*seed);
        }
        self.header.words = Annotations::default();
        self.referee.restart(self.history().start().clone());
        self.has_shown_idle_warning = false;
        self.archived = None;
        self.previous_game = None;
    }

    fn change_sides(&mut self) {
        self.bots.swap(0, 1);
        self.seating.bots.swap(0, 1);
        self.seating.names.swap(0, 1);
        self.header.seats.swap(0, 1);
        self.header.names.swap(0, 1);
    }

    fn autosave(&self, console: &mut Console, files: &mut SessionFiles) -> Result<(), Stop> {
        if !files.has_autosave() {
            return Ok(());
        }
        match files.autosave(&self.referee.record(&self.header)) {
            Ok(()) => Ok(()),
            Err(error) => console.say(&format!("(The game could not be kept: {error}. It goes on.)")),
        }
    }

    /// One turn: a move is played, or a command changes the game.
    fn turn(&mut self, console: &mut Console, files: &SessionFiles) -> Result<(), Exit> {
        let player = self.referee.to_move();
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
                let mv = session.game().read_turn(&session.referee.view(), &session.seating, dialog)?;
                dialog.finish()?;
                Ok(mv)
            })?;
            match reply {
                PromptReply::Answer(mv) => {
                    if let Err(error) = self.referee.play(mv) {
                        // A screen asks the rules before it answers.
                        console.refuse(&error.to_string())?;
                        continue;
                    }
                    self.report_turn(console)?;
                    console.say_nonempty(&self.game().announce(&self.referee.view(), &console.style()))?;
                    self.coach(console)?;
                    return Ok(());
                }
                PromptReply::Retry => {}
                PromptReply::TurnEnded => return Ok(()),
            }
        }
    }
}

/// The chance of the two seats.
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
        words: plan.annotations.clone(),
        ..Record::default()
    }
}
