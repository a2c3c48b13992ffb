//! From the name of a seat to its player: a bot of the engine, or another program. All tools make their players here, so that
//! programs may play wherever a bot is named; the engine knows nothing of them.

use std::error::Error as StdError;

use thiserror::Error;

use crate::engine::bots::{self, Bot, BotError, MoveContext};
use crate::engine::referee::{BotProgressFn, Referee, TextError};
use crate::games::{self, AnyGame, AnyMove, AnyPosition, NameError};
use crate::model::{History, StopSignal};
use crate::model::{
    NotationError, Record, Seating,
    text::{escape, escape_line},
};

use super::external::{EngineFault, ExternalEngine, Program, ProgramError, ProgramLog};

pub use super::external::is_program;

/// How programs are listed among the bots.
const PROGRAM_LISTING: (&str, &str) =
    ("ugi:COMMAND", "a program that speaks the Universal Game Interface (docs/protocol.md)");

/// A computer player.
pub enum ComputerPlayer {
    /// A bot of the engine.
    Bot(Box<dyn Bot<AnyPosition>>),
    /// Another program.
    Program(Box<ExternalEngine>),
}

impl ComputerPlayer {
    /// Asks for the move of the player to move, without playing it; `None` if the computer has forfeited the game. `on_progress`
    /// gets what a bot has found so far.
    pub fn choose(
        &mut self,
        referee: &mut Referee<AnyGame>,
        context: &mut MoveContext<'_>,
        on_progress: BotProgressFn<'_, AnyGame>,
    ) -> Option<AnyMove> {
        match self {
            ComputerPlayer::Bot(bot) => referee.choose_move_with_progress(bot.as_mut(), context, on_progress),
            ComputerPlayer::Program(program) => {
                let answer = program.choose(referee.history(), context);
                referee.check_answer(answer)
            }
        }
    }

    /// Prepares for another game.
    pub fn new_game(&mut self) {
        match self {
            ComputerPlayer::Bot(bot) => bot.new_game(),
            ComputerPlayer::Program(program) => program.new_game(),
        }
    }

    /// What it says against the result of a game that is over by the rules; only programs may.
    fn dispute(&mut self, history: &History<AnyPosition>, stop: &StopSignal) -> Option<String> {
        match self {
            ComputerPlayer::Bot(_) => None,
            ComputerPlayer::Program(program) => program.dispute(history, stop),
        }
    }
}

/// Asks both computers whether they agree that the rules have ended the game. If exactly one does not, it forfeits.
pub fn settle_disputes(
    referee: &mut Referee<AnyGame>,
    computers: &mut [Option<ComputerPlayer>; 2],
    stop: &StopSignal,
) {
    let disputes = computers.each_mut().map(|computer| computer.as_mut()?.dispute(referee.history(), stop));
    referee.settle_disputes(disputes);
}

/// A name of a seat that no computer player has.
#[derive(Debug, Error)]
#[error("\"{}\": {kind}", name.escape_debug())]
pub struct SeatError {
    /// The name that was given.
    pub name: String,
    /// What is wrong with it.
    pub kind: SeatErrorKind,
    /// The names there are in this game.
    pub known: Vec<String>,
}

/// What can be wrong with the name of a seat.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SeatErrorKind {
    /// There is no such bot.
    #[error("{}", .0.problem)]
    Bot(BotError),
    /// It begins like the name of a program, but is none.
    #[error(transparent)]
    Command(ProgramError),
    /// The program cannot be started, or does not answer.
    #[error(transparent)]
    Program(EngineFault),
}

/// Why the game of a record cannot be continued.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeGameError {
    /// This program plays in it.
    #[error(
        "{} plays in that game, and a file does not start programs. (cygnet play --record FILE --p1 SEAT does.)",
        escape(.0.as_bytes())
    )]
    Program(String),
    /// There is no such game.
    #[error(transparent)]
    Game(NameError),
    /// A seat cannot be taken.
    #[error("{_0} (The bots are {}.)", .0.known.join(", "))]
    Seat(SeatError),
    /// The first position cannot be read.
    #[error("start: {0}")]
    Start(NotationError),
    /// A move cannot be read, or is not legal.
    #[error("line {line}: move {number} \"{}\": {error}", escape_line(text))]
    Move {
        /// The line of the file, from 1.
        line: usize,
        /// Which move, from 1.
        number: usize,
        /// Its text.
        text: String,
        /// Why it cannot be played.
        error: Box<dyn StdError + Send + Sync>,
    },
}

/// The names of all computer players of `game`, with what they do.
pub fn names(game: &AnyGame) -> Vec<(String, String)> {
    let mut names = bots::names(game);
    names.push((PROGRAM_LISTING.0.to_owned(), PROGRAM_LISTING.1.to_owned()));
    names
}

/// The player with this name. A program is not started before its first move.
///
/// # Errors
/// There is no such bot in this game, or the command of a program cannot be read.
pub fn make(game: &AnyGame, name: &str) -> Result<ComputerPlayer, SeatError> {
    make_with_log(game, name, ProgramLog::default())
}

/// The same; if it is a program, all of its talk is written into `log`.
///
/// # Errors
/// As [`make`].
pub fn make_with_log(game: &AnyGame, name: &str, log: ProgramLog) -> Result<ComputerPlayer, SeatError> {
    let made = match Program::parse(name) {
        Some(Ok(program)) => Ok(ComputerPlayer::Program(Box::new(ExternalEngine::new(game, program, log)))),
        Some(Err(error)) => Err(SeatErrorKind::Command(error)),
        None => bots::make(game, name).map(ComputerPlayer::Bot).map_err(SeatErrorKind::Bot),
    };
    made.map_err(|kind| error(game, name, kind))
}

/// Checks that the game of `record` can be continued: there is such a game, its seats can be taken, none of them by a
/// program, and its moves are legal.
///
/// # Errors
/// Why it cannot be.
pub fn check_record(record: &Record) -> Result<(), ResumeGameError> {
    if let Some(program) = recorded_program(record) {
        return Err(ResumeGameError::Program(program.to_owned()));
    }
    let game = games::open(&record.game).map_err(ResumeGameError::Game)?;
    let seating = seating(record);
    check_all(&game, &seating).map_err(ResumeGameError::Seat)?;
    check_moves(&game, record)
}

/// Checks that the first position and the moves of `record` make a game by the rules.
fn check_moves(game: &AnyGame, record: &Record) -> Result<(), ResumeGameError> {
    let moves = record.moves.iter().map(|(_, text)| text);
    match Referee::read(game, record.start.as_deref(), moves) {
        Ok(_) => Ok(()),
        Err(TextError::Start(error)) => Err(ResumeGameError::Start(error)),
        Err(TextError::Move { number, error }) => {
            let (line, text) = record.moves[number - 1].clone();
            Err(ResumeGameError::Move { line, number, text, error: Box::new(error) })
        }
    }
}

/// The first seat of `record` that a program plays. A record may come from anybody: its programs are not started unless the person
/// at this machine names them.
pub fn recorded_program(record: &Record) -> Option<&str> {
    record.seats.iter().map(String::as_str).find(|seat| is_program(seat))
}

/// The seats of a record, with the names of the people as they can be shown: anyone may have written the record.
pub fn seating(record: &Record) -> Seating {
    let [first, second] = &record.seats;
    let names = record.names.each_ref().map(|name| name.as_deref().map(escape_line));
    Seating { names, ..Seating::named([first, second]) }
}

/// Checks that there is a player of this name. A program is started, greeted, and ended again.
///
/// # Errors
/// As [`make`]; or the program cannot be started or does not answer.
pub fn check(game: &AnyGame, name: &str) -> Result<(), SeatError> {
    make(game, name)?;
    let Some(Ok(program)) = Program::parse(name) else { return Ok(()) };
    ExternalEngine::check(&program).map_err(|fault| error(game, name, SeatErrorKind::Program(fault)))
}

/// [`check`]s every bot at the table.
///
/// # Errors
/// As [`check`], for the first bot that fails.
pub fn check_all(game: &AnyGame, seating: &Seating) -> Result<(), SeatError> {
    seating.bots.iter().flatten().try_for_each(|name| check(game, name))
}

fn error(game: &AnyGame, name: &str, kind: SeatErrorKind) -> SeatError {
    let known = names(game).into_iter().map(|(name, _)| name).collect();
    SeatError { name: name.to_owned(), kind, known }
}
