//! External programs as players: engines that speak the Universal Game Interface (`docs/protocol.md`).
//!
//! `program.rs` parses the name of such a player, `process.rs` runs the program, `info.rs` parses its search
//! information. A wrong or missing answer is an [`EngineFault`], for which the player forfeits the game.

mod errors;
mod info;
mod launch;
mod log;
mod process;
mod program;

use std::io;
use std::time::Duration;

use thiserror::Error;

use errors::ErrorLines;
use info::SearchInfo;
use process::Process;

use crate::engine::bots::{MoveContext, SearchBudget};
use crate::engine::expert::DEFAULT_TIME;
use crate::engine::time_control::Clocks;
use crate::games::{AnyGame, AnyMove, AnyPosition};
use crate::model::{
    Game, GameRng, History, Outcome, Player, Position, StopSignal, Stopwatch,
    text::{escape, escape_line},
};
use crate::store::files::without_number;
use crate::words::moves::moves_text;

pub use launch::{HIDDEN_COMMAND, become_engine, enable_engine_launcher};
pub use log::{EngineLog, ProgramLog};
use program::check_option;
pub use program::{Program, is_program};

/// A fault of a program, for which it forfeits the game.
#[derive(Debug, Error)]
pub enum EngineFault {
    /// It could not be started.
    #[error("it could not be started: {}", without_number(.0))]
    NotStarted(io::Error),
    /// It cannot be given one of its options, for this reason.
    #[error("{}", escape_line(.0))]
    Option(String),
    /// It closed its output, but may still be running.
    #[error("it closed its output")]
    OutputClosed,
    /// It did something else that it should not, or did not answer.
    #[error("{0}")]
    Other(String),
    /// It disagrees with the rules about the end of the game.
    #[error("it says {}, but the rules say {rules}", escape(claim.as_bytes()))]
    ResultDisputed {
        /// What it claims.
        claim: String,
        /// What the rules say.
        rules: &'static str,
    },
}

/// A player that is an external program.
#[derive(Debug)]
pub struct ExternalEngine {
    game: AnyGame,
    program: Program,
    log: ProgramLog,
    errors: ErrorLines,
    /// The running engine. It is started for the first move, and again after a fault.
    engine: Option<EngineProcess>,
    /// The game the engine is playing: its first position and its moves.
    known_game: Option<(AnyPosition, Vec<AnyMove>)>,
}

/// A running engine.
#[derive(Debug)]
struct EngineProcess {
    process: Process,
    reply_timeout: Duration,
    margin: Duration,
    /// Whether it has a `Seed` option.
    supports_seed: bool,
}

impl ExternalEngine {
    /// Creates a player of `game`. The program is not started yet.
    pub fn new(game: &AnyGame, program: Program, log: ProgramLog) -> Self {
        let (game, errors) = (game.clone(), ErrorLines::default());
        ExternalEngine { game, program, log, errors, engine: None, known_game: None }
    }

    /// Checks that the program can play, by starting it, initialising UGI and ending it again.
    ///
    /// # Errors
    /// The program cannot be started or does not speak UGI: the fault, and its description as in [`Self::choose`].
    pub fn check(program: &Program) -> Result<(), (Box<EngineFault>, String)> {
        let (log, errors) = (ProgramLog::default(), ErrorLines::default());
        let started = EngineProcess::start(program, log, &errors, &StopSignal::new());
        started.map(drop).map_err(|fault| {
            let text = errors.explain(&fault);
            (Box::new(fault), text)
        })
    }

    fn play(
        &mut self,
        history: &History<AnyPosition>,
        context: &mut MoveContext<'_>,
    ) -> Result<AnyMove, EngineFault> {
        context.time_used = Some(Duration::ZERO);
        let continues_game = self
            .known_game
            .as_ref()
            .is_some_and(|(start, moves)| start == history.start() && history.moves().starts_with(moves));
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => {
                let watch = Stopwatch::start(context.clock);
                let engine =
                    EngineProcess::start(&self.program, self.log.clone(), &self.errors, context.stop)?;
                context.startup_time = Some(watch.elapsed());
                none.insert(engine)
            }
        };
        self.known_game = Some((history.start().clone(), history.moves().to_vec()));
        if !continues_game {
            let seeded = self.program.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"));
            engine.begin(context.rng, !seeded, context.stop)?;
        }
        engine.send_position(position_command(&self.game, history), context.stop)?;
        if engine.query("query gameover", context.stop)? == "true" {
            return Err(EngineFault::ResultDisputed {
                claim: "that the game is over".to_owned(),
                rules: "that it is not",
            });
        }
        let (command, time) = match context.clocks {
            Some(clocks) => go_with_clocks(&clocks, history.current().to_move(), engine.margin),
            None => go(context.budget.or(self.program.budget), engine.reply_timeout, engine.margin),
        };
        let watch = Stopwatch::start(context.clock);
        let answer = engine.go(command, time, context.stop);
        context.time_used = Some(watch.elapsed());
        let (text, info) = answer?;
        context.nodes = info.nodes;
        context.eval = info.eval();
        let mv = self.game.read_legal_move(history.current(), &text);
        mv.map_err(|error| {
            let (shown, error) = (escape(text.as_bytes()), error.to_string());
            EngineFault::Other(format!("illegal move \"{shown}\": {}", error.trim_end_matches('.')))
        })
    }

    /// Checks that the engine agrees with the result of a finished game.
    fn check_result(
        &mut self,
        history: &History<AnyPosition>,
        result: &'static str,
        stop: &StopSignal,
    ) -> Result<(), EngineFault> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        engine.send_position(position_command(&self.game, history), stop)?;
        let claim = engine.query("query result", stop)?;
        match claim == result {
            true => Ok(()),
            false => {
                Err(EngineFault::ResultDisputed { claim: format!("the result is {claim}"), rules: result })
            }
        }
    }

    /// Kills the engine because of this fault, and returns it with how the engine ended. The next move starts a new one.
    fn kill(&mut self, fault: EngineFault) -> EngineFault {
        self.known_game = None;
        let Some(engine) = self.engine.take() else { return fault };
        let fault = engine.process.exit_fault(fault);
        engine.process.kill(&fault);
        fault
    }

    /// Asks the program for a move in the game in `history`, which is not over.
    ///
    /// # Errors
    /// A description of the program's fault and the last lines of its standard error, on one line.
    pub fn choose(
        &mut self,
        history: &History<AnyPosition>,
        context: &mut MoveContext<'_>,
    ) -> Result<AnyMove, String> {
        self.play(history, context).map_err(|fault| {
            let fault = self.kill(fault);
            self.errors.explain(&fault)
        })
    }

    /// Forgets the previous game.
    pub fn new_game(&mut self) {
        self.known_game = None;
    }

    /// Returns the program's objection, on one line, to the result of the game in `history`, which is over by
    /// the rules. Returns `None` once `stop` is raised.
    pub fn dispute(&mut self, history: &History<AnyPosition>, stop: &StopSignal) -> Option<String> {
        let result = result_word(history.current().outcome());
        let fault = self.check_result(history, result, stop).err()?;
        let fault = self.kill(fault);
        // The game is over, so other faults do not change its result.
        matches!(fault, EngineFault::ResultDisputed { .. }).then(|| escape_line(&fault.to_string()))
    }
}

/// Returns the answer to `query result`.
pub fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Player::One)) => "p1win",
        Some(Outcome::Win(Player::Two)) => "p2win",
    }
}

impl EngineProcess {
    fn start(
        program: &Program,
        log: ProgramLog,
        errors: &ErrorLines,
        stop: &StopSignal,
    ) -> Result<Self, EngineFault> {
        let process = Process::start(&program.words, log, errors).map_err(EngineFault::NotStarted)?;
        let (reply_timeout, margin) = (program.reply_timeout, program.margin);
        let mut engine = EngineProcess { process, reply_timeout, margin, supports_seed: false };
        match engine.greet(program, stop) {
            Ok(()) => Ok(engine),
            Err(fault) => Err(engine.process.exit_fault(fault)),
        }
    }

    /// Initialises UGI, and sets the options.
    fn greet(&mut self, program: &Program, stop: &StopSignal) -> Result<(), EngineFault> {
        self.process.send("ugi");
        let mut listed: Vec<(String, String)> = Vec::new();
        self.process.wait_for("ugi", self.reply_timeout, stop, &mut |line| {
            let option = line.strip_prefix("option name ").and_then(|option| option.split_once(" type "));
            listed.extend(option.map(|(name, kind)| (name.trim().to_owned(), kind.to_owned())));
            (line == "ugiok").then(String::new)
        })?;
        self.supports_seed = listed.iter().any(|(name, _)| name.eq_ignore_ascii_case("seed"));
        for (name, value) in &program.options {
            check_option(&listed, name, value)?;
            self.process.send(format!("setoption name {name} value {value}"));
        }
        self.wait_until_ready(stop)
    }

    /// Starts a new game, with a random seed if `seed` is true and the engine supports it.
    fn begin(&mut self, rng: &mut GameRng, seed: bool, stop: &StopSignal) -> Result<(), EngineFault> {
        if self.supports_seed && seed {
            // 31 bits fit into an integer in every programming language.
            self.process.send(format!("setoption name Seed value {}", rng.next_u64() >> 33));
        }
        self.process.send("uginewgame");
        self.wait_until_ready(stop)
    }

    fn send_position(&mut self, command: String, stop: &StopSignal) -> Result<(), EngineFault> {
        self.process.send(command);
        self.wait_until_ready(stop)
    }

    fn wait_until_ready(&mut self, stop: &StopSignal) -> Result<(), EngineFault> {
        self.process.send("isready");
        let ready = &mut |line: &str| (line == "readyok").then(String::new);
        self.process.wait_for("isready", self.reply_timeout, stop, ready).map(drop)
    }

    fn query(&mut self, question: &str, stop: &StopSignal) -> Result<String, EngineFault> {
        self.process.send(question);
        let response = &mut |line: &str| word_after(line, "response");
        self.process.wait_for("query", self.reply_timeout, stop, response)
    }

    /// Returns the move the engine plays, and its search information.
    fn go(
        &mut self,
        command: String,
        time: Duration,
        stop: &StopSignal,
    ) -> Result<(String, SearchInfo), EngineFault> {
        self.process.send(command);
        let mut info = SearchInfo::default();
        let best = self.process.wait_for("go", time, stop, &mut |line| {
            info.update(line);
            word_after(line, "bestmove")
        })?;
        Ok((best, info))
    }
}

/// Returns the word after `first` in a line that begins with it. The word is empty if the line ends there.
fn word_after(line: &str, first: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    (words.next()? == first).then(|| words.next().unwrap_or_default().to_owned())
}

fn position_command(game: &AnyGame, history: &History<AnyPosition>) -> String {
    let mut command = if *history.start() == game.start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", history.start())
    };
    if !history.moves().is_empty() {
        command += &format!(" moves {}", moves_text(history.moves()));
    }
    command
}

/// Returns the `go` command for a move within a budget, and the time limit for its answer.
fn go(budget: SearchBudget, reply_timeout: Duration, margin: Duration) -> (String, Duration) {
    let SearchBudget { depth, nodes, time, .. } = budget;
    let is_limited = depth.is_some() || nodes.is_some();
    let time = time.or((!is_limited).then_some(DEFAULT_TIME));
    let limits = [
        depth.map(|depth| format!(" depth {depth}")),
        nodes.map(|nodes| format!(" nodes {nodes}")),
        time.map(|time| format!(" movetime {}", time.as_millis().max(1))),
    ];
    let command = format!("go{}", limits.into_iter().flatten().collect::<String>());
    (command, time.map_or(reply_timeout, |time| time + margin))
}

/// Returns the `go` command for a move with these clocks, and the time limit for its answer. That includes a margin, so
/// that a program that runs out of time can still answer and keep running.
fn go_with_clocks(clocks: &Clocks, player: Player, margin: Duration) -> (String, Duration) {
    let [first, second] = clocks.remaining.map(|left| left.as_millis());
    let [gain_first, gain_second] = clocks.increment.map(|increment| increment.as_millis());
    let command = format!("go p1time {first} p2time {second} p1inc {gain_first} p2inc {gain_second}");
    (command, clocks.remaining[player.index()] + margin.max(clocks.margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_from_their_lines() {
        assert_eq!(word_after("bestmove a1b2", "bestmove"), Some("a1b2".to_owned()));
        assert_eq!(word_after(" bestmove  a1b2 ponder e1d1", "bestmove"), Some("a1b2".to_owned()));
        assert_eq!(word_after("bestmove", "bestmove"), Some(String::new()));
        assert_eq!(word_after("info bestmove a1b2", "bestmove"), None);
    }

    #[test]
    fn all_limits_are_sent() {
        let reply_timeout = Duration::from_secs(10);
        let go_command = |budget| go(budget, reply_timeout, Duration::from_secs(1));
        let command = |budget| go_command(budget).0;
        assert_eq!(command(SearchBudget::default()), "go movetime 1000");
        assert_eq!(command(SearchBudget::default().with_nodes(5)), "go nodes 5");
        let both = SearchBudget::default().with_depth(2).with_time(Duration::from_secs(9));
        assert_eq!(go_command(both), ("go depth 2 movetime 9000".to_owned(), reply_timeout));
        let brief = SearchBudget::default().with_time(Duration::from_micros(1));
        assert_eq!(command(brief), "go movetime 1");
        let [short, long] = [900, 61_000].map(Duration::from_millis);
        let clocks =
            Clocks { remaining: [long, short], increment: [Duration::from_millis(100); 2], margin: short };
        let (command, time) = go_with_clocks(&clocks, Player::Two, Duration::ZERO);
        assert_eq!(command, "go p1time 61000 p2time 900 p1inc 100 p2inc 100");
        assert_eq!(time, short * 2);
    }
}
