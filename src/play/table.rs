//! A table: one game between two seats at the console, from its first position to its end. The referee
//! ([`Referee`]) knows the rules; the table asks, shows, and keeps.

use crate::console::{BoardStyle, Console, Dialog, Paint, Stop, Style, Unanswered, width};
use crate::engine::bots::{Bot, Thinking};
use crate::engine::referee::Referee;
use crate::engine::solver::Prover;
use crate::model::text::{escape, escape_line};
use crate::model::{Chance, Ending, History, Player, Record, Seating};
use crate::screens::Screen;

use super::commands::{GameCommander, Request};
use super::files::{FileError, Files};
use super::{coach, seats};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who plays.
    pub seating: Seating,
    /// The seed of all chance in the game.
    pub seed: u64,
    /// The first position as text, where it is not the usual one.
    pub start: Option<String>,
    /// Moves that have been played already, in canonical notation.
    pub moves: Vec<String>,
    /// The day, as `2026-11-21`, for the record.
    pub date: Option<String>,
}

impl Plan {
    /// A game from its usual start.
    pub fn new(seating: Seating, seed: u64) -> Self {
        Plan { seating, seed, start: None, moves: Vec::new(), date: None }
    }

    /// The game of a record, to go on from. Without a seed in the record, `seed` is used.
    pub fn from_record(record: &Record, seed: u64) -> Self {
        let [first, second] = &record.seats;
        Plan {
            seating: Seating { names: record.names.clone(), ..Seating::named([first, second]) },
            seed: record.seed.unwrap_or(seed),
            start: record.start.clone(),
            moves: record.move_texts(),
            date: record.date.clone(),
        }
    }
}

/// What follows a game at the console.
#[derive(Debug)]
pub enum After {
    /// The game is over.
    Over,
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
    head: Record,
    told_narrow: bool,
    told_idle: bool,
}

/// How a turn went.
enum Turn {
    /// The game goes on.
    Done,
    /// Another game is to be played.
    Load(Box<Record>),
}

impl<G: Screen> Table<G> {
    /// Sets up a game.
    ///
    /// # Errors
    /// [`Stop::Invalid`]: the plan names a bot, a position or a move that does not exist.
    pub fn set(game: &G, plan: &Plan) -> Result<Self, Stop> {
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
            head: head(game, plan),
            told_narrow: false,
            told_idle: false,
        })
    }

    fn game(&self) -> &G {
        self.referee.game()
    }

    fn history(&self) -> &History<G::Position> {
        self.referee.history()
    }

    /// Plays the game to its end, and keeps it in `files` after every turn.
    ///
    /// # Errors
    /// The conversation ended before the game did.
    pub fn play(&mut self, console: &mut Console, files: &mut Files) -> Result<After, Stop> {
        loop {
            self.show(console)?;
            self.hear_objections(console, files)?;
            if let Some(ending) = self.referee.ending() {
                console.say(&self.game().ending(&ending, &self.seating, &console.style()))?;
                files.game_over();
                return Ok(After::Over);
            }
            console.say(&self.game().heading(self.history(), &self.seating))?;
            match self.turn(console, files).map_err(|stop| console.unfinished(stop))? {
                Turn::Done => self.keep(console, files)?,
                Turn::Load(record) => return Ok(After::Load(record)),
            }
        }
    }

    fn keep(&self, console: &mut Console, files: &mut Files) -> Result<(), Stop> {
        if !files.keeps() {
            return Ok(());
        }
        match files.keep(&self.referee.record(&self.head)) {
            Ok(()) => Ok(()),
            Err(FileError(problem)) => {
                console.say(&format!("(The game could not be kept: {problem}. It goes on.)"))
            }
        }
    }

    /// One turn: a move is played, or a command changes the game.
    fn turn(&mut self, console: &mut Console, files: &Files) -> Result<Turn, Stop> {
        let player = self.referee.to_move();
        if let Some(mut bot) = self.bots[player.index()].take() {
            let result = self.computer_turn(bot.as_mut(), player, console, files);
            self.bots[player.index()] = Some(bot);
            return result;
        }
        self.tell_idle(console)?;
        self.human_turn(console, files)
    }

    fn human_turn(&mut self, console: &mut Console, files: &Files) -> Result<Turn, Stop> {
        loop {
            let asked = self.ask(console, files, |table, dialog| {
                table.game().read_turn(table.history(), &table.seating, dialog)
            })?;
            match asked {
                Asked::Answer(mv) => {
                    if let Err(error) = self.referee.play(mv) {
                        // A screen asks the rules before it answers.
                        console.refuse(&error.to_string())?;
                        continue;
                    }
                    console.say_if_any(&self.game().announce(self.history(), &console.style()))?;
                    self.coach(console)?;
                    return Ok(Turn::Done);
                }
                Asked::Again => {}
                Asked::Turn(turn) => return Ok(turn),
            }
        }
    }

    /// What the coach has to say about the turn just played, where he is asked.
    fn coach(&self, console: &mut Console) -> Result<(), Stop> {
        let Some((before, mv, _)) = self.history().turns().next_back().filter(|_| console.settings().coach)
        else {
            return Ok(());
        };
        console.flush()?;
        let signal = console.signal().clone();
        let mut prover = self.game().prover(coach::PROOF_MEMORY);
        let prover = prover.as_mut().map(|prover| prover.as_mut() as &mut dyn Prover<_>);
        let lesson = coach::judge(before, mv, prover, &signal);
        console.after_thinking("(Stopped: the coach says nothing about this turn.)")?;
        lesson.map_or(Ok(()), |lesson| console.say_if_any(&coach::words(self.game(), &lesson)))
    }

    /// Asks a person something in the middle of the game, and carries out what he commands instead of answering.
    fn ask<T>(
        &mut self,
        console: &mut Console,
        files: &Files,
        question: impl FnOnce(&Self, &mut Dialog<'_>) -> Result<T, Unanswered>,
    ) -> Result<Asked<T>, Stop> {
        let record = || self.referee.record(&self.head);
        let mut commander = GameCommander::new(self.game(), self.history(), &self.seating, &record, files);
        let asked = question(self, &mut Dialog::new(console, &mut commander));
        let request = commander.take_request();
        match asked {
            Ok(answer) => Ok(Asked::Answer(answer)),
            Err(Unanswered::StartOver) => Ok(Asked::Again),
            Err(Unanswered::GameChanged) => {
                self.carry_out(request);
                Ok(Asked::Turn(Turn::Done))
            }
            Err(Unanswered::Load(record)) => Ok(Asked::Turn(Turn::Load(record))),
            Err(Unanswered::Stop(stop)) => Err(stop),
        }
    }

    fn carry_out(&mut self, request: Option<Request>) {
        match request {
            Some(Request::Undo(plies)) => self.referee.undo(plies),
            Some(Request::Redo(plies)) => self.referee.redo(plies),
            Some(Request::New) => {
                self.referee.restart(self.history().start().clone());
                self.told_idle = false;
            }
            Some(Request::Resign) => self.referee.resign(),
            None => {}
        }
    }

    fn computer_turn(
        &mut self,
        bot: &mut dyn Bot<G::Position>,
        player: Player,
        console: &mut Console,
        files: &Files,
    ) -> Result<Turn, Stop> {
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
            return Ok(Turn::Done);
        };
        console.say_if_any(&self.game().computer_plays(self.history(), mv, &console.style()))?;
        self.referee.accept(mv);
        console.say_if_any(&self.game().announce(self.history(), &console.style()))?;
        if self.seating.is_bots_only() {
            return Ok(Turn::Done);
        }
        let asked =
            self.ask(console, files, |table, dialog| table.game().after_computer(table.history(), dialog))?;
        match asked {
            Asked::Turn(turn) => Ok(turn),
            Asked::Answer(()) | Asked::Again => Ok(Turn::Done),
        }
    }

    /// Says what a computer has done that forfeits the game; nothing if none has.
    fn tell_forfeit(&self, console: &mut Console) -> Result<(), Stop> {
        let Some(Ending::Forfeited(player, problem)) = self.referee.ending() else { return Ok(()) };
        let seat = escape(self.seating.seat(player).as_bytes());
        let line = format!("({}, {seat}: {problem}.)", self.game().player_name(player));
        console.say(&escape_line(&line))
    }

    /// Asks the computers whether they agree that the rules have ended the game, if they have.
    fn hear_objections(&mut self, console: &mut Console, files: &mut Files) -> Result<(), Stop> {
        if !self.referee.ending().is_some_and(|ending| ending.is_by_the_rules()) {
            return Ok(());
        }
        let stop = console.signal().clone();
        self.referee.hear_objections(&mut self.bots, &stop);
        if let Some(Ending::Forfeited(..)) = self.referee.ending() {
            self.tell_forfeit(console)?;
            self.keep(console, files)?;
        }
        Ok(())
    }

    /// Shows the position, in another way where the terminal is too narrow for the wanted one.
    fn show(&mut self, console: &mut Console) -> Result<(), Stop> {
        let (text, narrowed) = draw(self.game(), self.history(), console);
        if narrowed && !self.told_narrow {
            self.told_narrow = true;
            console.say("(The terminal is too narrow for this board.)")?;
        }
        console.say("")?;
        console.say_if_any(&self.game().above_board(self.history(), &self.seating))?;
        console.say_if_any(&text)
    }

    /// Tells a person once that the game does not get on.
    fn tell_idle(&mut self, console: &mut Console) -> Result<(), Stop> {
        let Some(turns) = self.referee.out_of_patience().filter(|_| !self.told_idle) else { return Ok(()) };
        self.told_idle = true;
        console.say(&format!(
            "(Nothing has been captured or changed for {turns} turns. You may go on, or leave with :quit.)"
        ))
    }
}

/// What came of a question in the middle of a game.
enum Asked<T> {
    Answer(T),
    /// The turn begins again.
    Again,
    /// A command ended the turn.
    Turn(Turn),
}

fn head<G: Screen>(game: &G, plan: &Plan) -> Record {
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

/// The drawing of the current position, and whether it had to be another than the wanted one for want of columns: the
/// compact one, or sentences, which may be broken anywhere.
pub(super) fn draw<G: Screen>(game: &G, history: &History<G::Position>, console: &Console) -> (String, bool) {
    let look = console.style();
    let fits = |board: BoardStyle| {
        let plain = Style { board, paint: Paint::PLAIN, ..look };
        board == BoardStyle::Words || look.fits(width(&game.board(history, &plain)))
    };
    let styles = [look.board, BoardStyle::Compact];
    let board = styles.into_iter().find(|board| fits(*board)).unwrap_or(BoardStyle::Words);
    (game.board(history, &Style { board, ..look }), board != look.board)
}
