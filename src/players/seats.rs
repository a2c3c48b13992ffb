//! Creating a computer player from the name of a seat: a bot of the engine or an external program. All
//! commands create their players here, so programs can play wherever a bot can be named. The engine does not
//! depend on them.

use thiserror::Error;

use crate::engine::bots::{self, Bot, BotProblem, MoveContext};
use crate::engine::referee::{BotProgressFn, Referee};
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::text::escape_line;
use crate::model::{History, Player, Record, Seating, StopSignal};

use super::names::{bot_names, is_human, suggest_bot};

use super::external::{EngineFault, ExternalEngine, Program, ProgramLog};

pub use super::external::is_program;

/// How messages name a program that speaks the Universal Game Interface (docs/protocol.md).
const PROGRAM: &str = "ugi:COMMAND";

/// A computer player.
pub enum ComputerPlayer {
    /// A bot of the engine.
    Bot(Box<dyn Bot<AnyPosition>>),
    /// An external program.
    Program(Box<ExternalEngine>),
}

impl ComputerPlayer {
    /// Asks for a move without playing it. Returns `None` if the computer has forfeited the game. Bots report
    /// their progress to `on_progress`.
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

    /// Returns the player's objection to the result of a game that is over by the rules. Only programs can
    /// object.
    fn dispute(&mut self, history: &History<AnyPosition>, stop: &StopSignal) -> Option<String> {
        match self {
            ComputerPlayer::Bot(_) => None,
            ComputerPlayer::Program(program) => program.dispute(history, stop),
        }
    }
}

/// Asks both computers whether they agree with the result by the rules. If exactly one does not, it forfeits.
pub fn settle_disputes(
    referee: &mut Referee<AnyGame>,
    computers: [Option<&mut ComputerPlayer>; 2],
    stop: &StopSignal,
) {
    let disputes = computers.map(|computer| computer?.dispute(referee.history(), stop));
    referee.settle_disputes(disputes);
}

/// An error in the name of a seat.
#[derive(Debug, Error)]
#[error("\"{}\": {kind}", escape_line(name))]
pub struct SeatError {
    /// The name that was given.
    pub name: String,
    /// The kind of error.
    pub kind: SeatErrorKind,
    /// The valid names in this game.
    pub known: Vec<String>,
    /// The name that may be meant, or the games that have such a player.
    pub suggestion: Option<String>,
}

/// A kind of error in the name of a seat.
#[derive(Debug, Error)]
pub enum SeatErrorKind {
    /// There is no such bot, or its level or parameter is wrong.
    #[error("{}", problem_in_words(.0))]
    Bot(BotProblem),
    /// It begins like the name of a program but is invalid.
    #[error("{0}")]
    Command(String),
    /// The program cannot be started, or does not answer, as the text says.
    #[error("{1}")]
    Program(Box<EngineFault>, String),
}

/// Says what is wrong with the name of a bot, which people know as a computer player.
fn problem_in_words(problem: &BotProblem) -> String {
    problem.to_string().replace("bot", "computer player")
}

/// Creates the player with this name. A program is not started before its first move.
///
/// # Errors
/// The name is not that of a bot of this game, or the command of a program is invalid.
pub fn make(game: &AnyGame, name: &str) -> Result<ComputerPlayer, SeatError> {
    make_with_log(game, name, ProgramLog::default())
}

/// Creates the player with this name. If it is a program, its communication is written to `log`.
///
/// # Errors
/// See [`make`].
pub fn make_with_log(game: &AnyGame, name: &str, log: ProgramLog) -> Result<ComputerPlayer, SeatError> {
    let made = match Program::parse(name) {
        Some(Ok(program)) => Ok(ComputerPlayer::Program(Box::new(ExternalEngine::new(game, program, log)))),
        Some(Err(error)) => Err(SeatErrorKind::Command(error)),
        None => {
            bots::make(game, name).map(ComputerPlayer::Bot).map_err(|error| SeatErrorKind::Bot(error.problem))
        }
    };
    made.map_err(|kind| error(game, name, kind))
}

/// Returns the seats of a record.
pub fn seating(record: &Record) -> Seating {
    let [first, second] = &record.seats;
    Seating { names: record.names.clone(), ..Seating::named([first, second]) }
}

/// The key of the line in which a record of a game between two computers says which player its owner was: `p1`, `p2`,
/// or `none` if no person played here.
pub const READER_KEY: &str = "you";

/// Returns the player that a record calls "you": the one that it names, or else the only human.
pub fn reader(record: &Record) -> Option<Player> {
    owner(record).unwrap_or_else(|| seating(record).only_human())
}

/// Returns which player the owner of a record was, if it says so.
pub fn owner(record: &Record) -> Option<Option<Player>> {
    let named = record.annotations.header.iter().find(|(key, _)| key == READER_KEY);
    named.map(|(_, player)| player.parse().ok())
}

/// Returns the record with a line that says which player its owner was.
pub fn with_reader(mut record: Record, player: Option<Player>) -> Record {
    let player = player.map_or("none", Player::tag);
    record.annotations.header.push((READER_KEY.to_owned(), player.to_owned()));
    record
}

/// Returns the seats with these names: `human` or another word for one, a program, or a bot under any of
/// its names.
pub fn named_seating(game: &AnyGame, names: [&str; 2]) -> Seating {
    let bot = |name: &str| (!is_human(name)).then(|| canonical_name(game, name));
    Seating { bots: names.map(bot), names: [None, None] }
}

/// Returns the name of a computer player as records contain it. A program, and a name that no player has,
/// stay as they are.
pub fn canonical_name(game: &AnyGame, name: &str) -> String {
    match bots::make(game, name) {
        Ok(_) if !is_program(name) => bots::canonical_name(game, name),
        _ => name.trim().to_owned(),
    }
}

/// Checks that a player with this name exists. A program is started, initialised and ended again.
///
/// # Errors
/// See [`make`]. Also, the program cannot be started or does not answer.
pub fn check(game: &AnyGame, name: &str) -> Result<(), SeatError> {
    make(game, name)?;
    let Some(Ok(program)) = Program::parse(name) else { return Ok(()) };
    ExternalEngine::check(&program)
        .map_err(|(fault, text)| error(game, name, SeatErrorKind::Program(fault, text)))
}

/// Checks every bot of `seating` with [`check`].
///
/// # Errors
/// See [`check`]. The first bot that fails is reported.
pub fn check_all(game: &AnyGame, seating: &Seating) -> Result<(), SeatError> {
    seating.bots.iter().flatten().try_for_each(|name| check(game, name))
}

fn error(game: &AnyGame, name: &str, kind: SeatErrorKind) -> SeatError {
    let known = bot_names(game).into_iter().chain([PROGRAM.to_owned()]).collect();
    let is_unknown = matches!(&kind, SeatErrorKind::Bot(BotProblem::Unknown));
    let suggestion = if is_unknown { suggest_bot(game, name) } else { None };
    SeatError { name: name.to_owned(), kind, known, suggestion }
}
