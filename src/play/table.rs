//! A table: one game between two seats at the console, from its first position to its end. The referee
//! ([`Referee`]) knows the rules; the table shows, asks, and saves the game in progress.

use crate::console::{Console, Dialog, Stop, Unanswered};
use crate::engine::bots::{Bot, Thinking};
use crate::engine::referee::Referee;
use crate::engine::solver::Prover;
use crate::model::text::{escape, escape_line};
use crate::model::{Chance, Ending, History, Player, Record, Seating};
use crate::screens::Screen;

use super::after_game::{self, Next};
use super::commands::{GameChange, GameCommander};
use super::drawing::{draw, heading};
use super::files::Files;
use super::{coach, seats};

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
}

impl GamePlan {
    /// A game from its usual start.
    pub fn new(seating: Seating, seed: u64) -> Self {
        GamePlan { seating, seed, start: None, moves: Vec::new(), date: None }
    }

    /// The game of a record, to be continued. Without a seed in the record, `seed` is used.
    pub fn from_record(record: &Record, seed: u64) -> Self {
        let [first, second] = &record.seats;
        // Anybody may have written the record, and screens show names.
        let names = record.names.each_ref().map(|name| name.as_deref().map(escape_line));
        GamePlan {
            seating: Seating { names, ..Seating::named([first, second]) },
            seed: record.seed.unwrap_or(seed),
            start: record.start.clone(),
            moves: record.move_texts(),
            date: record.date.clone(),
        }
    }
}

/// What comes after a game at the console.
#[derive(Debug)]
pub enum AfterGame {
    /// Nothing: the game is over.
    Over,
    /// The menus of the game are wanted.
    Menus,
    /// Another game is to be played, from this record.
    Load(Box<Record>),
}

/// A game at the console.
pub struct Table<G: Screen> {
    referee: Referee<G>,
    seating: Seating,
    bots: [Option<Box<dyn Bot<G::Position>>>; 2],
    chances: [Chance; 2],
    /// The record of the game without its moves and result.
    header: Record,
    /// Answers to the first questions of the next turn.
    answers: Vec<String>,
    /// The move of the last hint, as it is typed, and the plies played when it was given.
    hint: Option<(usize, Vec<String>)>,
    /// Whether the person has been told that the terminal is too small for the board.
    told_small: bool,
    /// Whether the person has been told that the game makes no progress.
    told_idle: bool,
}

/// How a turn went.
enum TurnResult {
    /// The game goes on.
    GoesOn,
    /// Another game is to be played.
    Load(Box<Record>),
}

impl<G: Screen> Table<G> {
    /// Sets up a game.
    ///
    /// # Errors
    /// [`Stop::Invalid`]: the plan names a bot, a position or a move that does not exist.
    pub fn set(game: &G, plan: &GamePlan) -> Result<Self, Stop> {
        let invalid = |error: &dyn std::error::Error| Stop::Invalid(error.to_string());
        let referee =
            Referee::read(game, plan.start.as_deref(), &plan.moves).map_err(|error| invalid(&error))?;
        let mut bots = [None, None];
        for (bot, name) in bots.iter_mut().zip(&plan.seating.bots) {
            let made = name.as_ref().map(|name| seats::make(game, name)).transpose();
            *bot = made.map_err(|error| invalid(&error))?;
        }
        Ok(Table {
            referee: referee.with_people(!plan.seating.is_bots_only()),
            seating: plan.seating.clone(),
            bots,
            chances: [Chance::for_stream(plan.seed, 1), Chance::for_stream(plan.seed, 2)],
            header: header(game, plan),
            answers: Vec::new(),
            hint: None,
            told_small: false,
            told_idle: false,
        })
    }

    fn game(&self) -> &G {
        self.referee.game()
    }

    fn history(&self) -> &History<G::Position> {
        self.referee.history()
    }

    /// Plays the game to its end, and saves it in `files` after every turn.
    ///
    /// # Errors
    /// The conversation ended before the game did, or a line was refused under `--strict`.
    pub fn play(&mut self, console: &mut Console, files: &mut Files) -> Result<AfterGame, Stop> {
        loop {
            self.show(console)?;
            self.hear_objections(console, files)?;
            if let Some(ending) = self.referee.ending() {
                let words = self.game().ending(&ending, &self.seating, &console.style());
                console.say(if self.is_followed_by_menu(console) { words.trim_end() } else { &words })?;
                files.game_over();
                match self.after_game(console, files)? {
                    Some(after) => return Ok(after),
                    None => continue,
                }
            }
            console.say(&heading(self.game(), self.history(), &self.seating, &console.style()))?;
            match self.turn(console, files).map_err(|stop| console.unfinished(stop))? {
                TurnResult::GoesOn => self.autosave(console, files)?,
                TurnResult::Load(record) => return Ok(AfterGame::Load(record)),
            }
        }
    }

    /// What follows a game that is over: at a terminal a person chooses. `None`: it goes on at this table.
    fn after_game(&mut self, console: &mut Console, files: &Files) -> Result<Option<AfterGame>, Stop> {
        if !self.is_followed_by_menu(console) {
            return Ok(Some(AfterGame::Over));
        }
        match self.ask(console, files, |_, dialog| after_game::ask(dialog))? {
            Reply::Answer(Next::Again) => self.restart(),
            Reply::Answer(Next::SidesChanged) => {
                self.change_sides();
                self.restart();
            }
            Reply::Answer(Next::Menus) => return Ok(Some(AfterGame::Menus)),
            Reply::Answer(Next::Leave) => return Err(Stop::Quit),
            Reply::TurnOver(TurnResult::Load(record)) => return Ok(Some(AfterGame::Load(record))),
            Reply::TurnOver(TurnResult::GoesOn) | Reply::Again => {}
        }
        Ok(None)
    }

    fn is_followed_by_menu(&self, console: &Console) -> bool {
        console.is_at_terminal() && !self.seating.is_bots_only()
    }

    fn restart(&mut self) {
        self.referee.restart(self.history().start().clone());
        self.told_idle = false;
    }

    fn change_sides(&mut self) {
        self.bots.swap(0, 1);
        self.seating.bots.swap(0, 1);
        self.seating.names.swap(0, 1);
        self.header.seats.swap(0, 1);
        self.header.names.swap(0, 1);
    }

    fn autosave(&self, console: &mut Console, files: &mut Files) -> Result<(), Stop> {
        if !files.has_autosave() {
            return Ok(());
        }
        match files.autosave(&self.referee.record(&self.header)) {
            Ok(()) => Ok(()),
            Err(error) => console.say(&format!("(The game could not be kept: {error}. It goes on.)")),
        }
    }

    /// One turn: a move is played, or a command changes the game.
    fn turn(&mut self, console: &mut Console, files: &Files) -> Result<TurnResult, Stop> {
        let player = self.referee.to_move();
        if let Some(mut bot) = self.bots[player.index()].take() {
            let result = self.computer_turn(bot.as_mut(), player, console, files);
            self.bots[player.index()] = Some(bot);
            return result;
        }
        self.tell_idle(console)?;
        self.human_turn(console, files)
    }

    fn human_turn(&mut self, console: &mut Console, files: &Files) -> Result<TurnResult, Stop> {
        loop {
            let reply = self.ask(console, files, |table, dialog| {
                let mv = table.game().read_turn(table.history(), &table.seating, dialog)?;
                dialog.finish()?;
                Ok(mv)
            })?;
            match reply {
                Reply::Answer(mv) => {
                    if let Err(error) = self.referee.play(mv) {
                        // A screen asks the rules before it answers.
                        console.refuse(&error.to_string())?;
                        continue;
                    }
                    console.say_if_any(&self.game().announce(self.history(), &console.style()))?;
                    self.coach(console)?;
                    return Ok(TurnResult::GoesOn);
                }
                Reply::Again => {}
                Reply::TurnOver(turn) => return Ok(turn),
            }
        }
    }

    /// Says what the turn just played has cost, if the coach is on.
    fn coach(&self, console: &mut Console) -> Result<(), Stop> {
        let Some((before, mv, _)) = self.history().turns().next_back().filter(|_| console.settings().coach)
        else {
            return Ok(());
        };
        console.flush()?;
        let signal = console.signal().clone();
        let mut prover = self.game().prover(coach::PROOF_MEMORY);
        let prover = prover.as_mut().map(|prover| prover.as_mut() as &mut dyn Prover<_>);
        let review = coach::review_turn(before, mv, prover, &signal);
        console.after_thinking("(Stopped: the coach says nothing about this turn.)")?;
        review.map_or(Ok(()), |review| console.advise(&coach::describe(self.game(), self.history(), &review)))
    }

    /// Asks a person something in the middle of the game, and carries out a command given instead of an answer.
    fn ask<T>(
        &mut self,
        console: &mut Console,
        files: &Files,
        question: impl FnOnce(&Self, &mut Dialog<'_>) -> Result<T, Unanswered>,
    ) -> Result<Reply<T>, Stop> {
        let record = || self.referee.record(&self.header);
        let hint = self.hint.clone();
        let mut commander =
            GameCommander::new(self.game(), self.history(), &self.seating, &record, files, hint);
        let reply = question(self, &mut Dialog::new(console, &mut commander).for_turn(self.answers.clone()));
        let (change, hint) = commander.finish();
        self.hint = hint;
        self.answers.clear();
        match reply {
            Ok(answer) => Ok(Reply::Answer(answer)),
            Err(Unanswered::StartOver) => Ok(Reply::Again),
            Err(Unanswered::GameChanged) if matches!(change, Some(GameChange::Play(_))) => {
                self.carry_out(change);
                Ok(Reply::Again)
            }
            Err(Unanswered::GameChanged) => {
                self.carry_out(change);
                Ok(Reply::TurnOver(TurnResult::GoesOn))
            }
            Err(Unanswered::Load(record)) => Ok(Reply::TurnOver(TurnResult::Load(record))),
            Err(Unanswered::Stop(stop)) => Err(stop),
        }
    }

    fn carry_out(&mut self, change: Option<GameChange>) {
        match change {
            Some(GameChange::Undo(plies)) => self.referee.undo(plies),
            Some(GameChange::Redo(plies)) => self.referee.redo(plies),
            Some(GameChange::New) => self.restart(),
            Some(GameChange::Resign) => self.referee.resign(),
            Some(GameChange::Play(answers)) => self.answers = answers,
            None => {}
        }
    }

    fn computer_turn(
        &mut self,
        bot: &mut dyn Bot<G::Position>,
        player: Player,
        console: &mut Console,
        files: &Files,
    ) -> Result<TurnResult, Stop> {
        if self.seating.is_bots_only() {
            console.pause()?;
        }
        console.flush()?;
        let (stop, clock) = (console.signal().clone(), console.clock());
        let mut thinking = Thinking::new(&mut self.chances[player.index()], &stop, clock.as_ref());
        let chosen = self.referee.consult(bot, &mut thinking);
        console.after_thinking("(Stopped: this is the best move so far.)")?;
        let Some(mv) = chosen else {
            self.tell_forfeit(console)?;
            return Ok(TurnResult::GoesOn);
        };
        console.say_if_any(&self.game().computer_plays(self.history(), mv, &console.style()))?;
        self.referee.accept(mv);
        console.say_if_any(&self.game().announce(self.history(), &console.style()))?;
        if self.seating.is_bots_only() {
            return Ok(TurnResult::GoesOn);
        }
        let reply =
            self.ask(console, files, |table, dialog| table.game().after_computer(table.history(), dialog))?;
        match reply {
            Reply::TurnOver(turn) => Ok(turn),
            Reply::Answer(()) | Reply::Again => Ok(TurnResult::GoesOn),
        }
    }

    /// Says for what a computer has forfeited the game, if one has.
    fn tell_forfeit(&self, console: &mut Console) -> Result<(), Stop> {
        let Some(Ending::Forfeited(player, problem)) = self.referee.ending() else { return Ok(()) };
        let seat = escape(self.seating.seat(player).as_bytes());
        let line = format!("({}, {seat}: {problem}.)", self.game().player_name(player));
        console.say(&escape_line(&line))
    }

    /// If the rules have ended the game, asks the computers whether they agree.
    fn hear_objections(&mut self, console: &mut Console, files: &mut Files) -> Result<(), Stop> {
        if !self.referee.ending().is_some_and(|ending| ending.is_by_the_rules()) {
            return Ok(());
        }
        let stop = console.signal().clone();
        self.referee.hear_objections(&mut self.bots, &stop);
        if let Some(Ending::Forfeited(..)) = self.referee.ending() {
            self.tell_forfeit(console)?;
            self.autosave(console, files)?;
        }
        Ok(())
    }

    /// Shows the position, in a smaller style if the terminal is too small for the wanted one.
    fn show(&mut self, console: &mut Console) -> Result<(), Stop> {
        let (text, note) = draw(self.game(), self.history(), console);
        if let Some(note) = note.filter(|_| !self.told_small) {
            self.told_small = true;
            console.say(note)?;
        }
        console.say("")?;
        console.say_if_any(&self.game().above_board(self.history(), &self.seating))?;
        console.say_if_any(&text)
    }

    /// Tells a person once that the game makes no progress.
    fn tell_idle(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(turns) = self.referee.out_of_patience().filter(|_| !self.told_idle) else { return Ok(()) };
        self.told_idle = true;
        console.say(&format!(
            "(Nothing has been captured or changed for {turns} turns. You may go on, or leave with :quit.)"
        ))
    }
}

/// What came of a question in the middle of a game.
enum Reply<T> {
    Answer(T),
    /// None: the turn begins again.
    Again,
    /// None: a command has ended the turn.
    TurnOver(TurnResult),
}

fn header<G: Screen>(game: &G, plan: &GamePlan) -> Record {
    Record {
        game: game.name(),
        start: plan.start.clone(),
        seats: Player::BOTH.map(|player| plan.seating.seat(player).to_owned()),
        names: plan.seating.names.clone(),
        seed: Some(plan.seed),
        date: plan.date.clone(),
        ..Record::default()
    }
}
