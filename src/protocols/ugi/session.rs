//! A session with a client: executes its commands in order while a search may be running.

use std::error::Error;
use std::fmt::Display;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::console::{Input, InputEvent, Signals, Stop};
use crate::engine::referee::{Referee, TextError};
use crate::engine::resources::Resources;
use crate::games::AnyGame;
use crate::model::{Clock, Player, Position, StopSignal, text::escape};
use crate::players::external::result_word;
use crate::protocols::Connection;

use super::command::{GoLimits, UgiCommand, parse};
use super::options::EngineOptions;
use super::output::SharedOutput;
use super::player::{GoTask, UgiPlayer};

/// How often to check for signals after the end of input.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// The time for a search without a limit, in milliseconds, when nothing could stop it.
const FALLBACK_TIME_MS: u64 = 1_000;

/// A session about one game.
pub struct UgiSession<'a> {
    game: &'a AnyGame,
    input: Input,
    signals: Signals,
    clock: Arc<dyn Clock>,
    output: SharedOutput,
    options: EngineOptions,
    /// The game so far.
    referee: Referee<AnyGame>,
    /// Chooses the moves. A running search has locked it.
    player: Option<Arc<Mutex<UgiPlayer>>>,
    search: Option<RunningSearch>,
    /// The source of threads.
    resources: Resources,
}

/// A search in its thread.
struct RunningSearch {
    stop: StopSignal,
    /// Cleared before the best move is written, because a client that has read it may continue immediately.
    running: Arc<AtomicBool>,
    /// Whether the search runs until it is stopped.
    unlimited: bool,
    thread: JoinHandle<io::Result<()>>,
}

impl<'a> UgiSession<'a> {
    /// Creates a session at the start of `game`.
    pub fn new(game: &'a AnyGame, connection: Connection, clock: Arc<dyn Clock>) -> Self {
        UgiSession {
            game,
            input: connection.input,
            signals: connection.signals,
            clock,
            output: SharedOutput::new(connection.output),
            options: EngineOptions::default(),
            referee: Referee::new(game),
            player: None,
            search: None,
            resources: Resources::default(),
        }
    }

    /// Executes commands until `quit` or the end of input. A running search still reports its best move:
    /// immediately after `quit`, or when it reaches its limit after the end of input.
    ///
    /// # Errors
    /// The session was interrupted, or input or output failed.
    pub fn run(mut self) -> Result<(), Stop> {
        let end = self.handle_all();
        let finished = self.finish_search();
        end?;
        finished.map_err(Stop::Output)
    }

    fn handle_all(&mut self) -> Result<(), Stop> {
        loop {
            let event = self.input.wait();
            self.signals.check()?;
            match event {
                InputEvent::Line(line) if line.is_truncated() => {
                    self.send_info("the line is too long").map_err(Stop::Output)?
                }
                InputEvent::Line(line) => match parse(&line.text()) {
                    Ok(Some(UgiCommand::Quit)) => return Ok(()),
                    Ok(Some(command)) => self.handle(command).map_err(Stop::Output)?,
                    Ok(None) => {}
                    Err(error) => self.send_info(error).map_err(Stop::Output)?,
                },
                InputEvent::End => return self.wait_for_search(),
                InputEvent::Failed(error) => return Err(Stop::Input(error)),
                InputEvent::Cancelled | InputEvent::Redraw(_) | InputEvent::Woken => {}
            }
        }
    }

    /// Waits until a running search ends, if it has a limit.
    fn wait_for_search(&self) -> Result<(), Stop> {
        while self.is_searching() && self.search.as_ref().is_some_and(|search| !search.unlimited) {
            self.signals.check()?;
            thread::sleep(POLL_INTERVAL);
        }
        Ok(())
    }

    fn send_info(&self, text: impl Display) -> io::Result<()> {
        self.output.write_line(&format!("info string {text}"))
    }

    fn handle(&mut self, command: UgiCommand) -> io::Result<()> {
        match command {
            UgiCommand::Ugi => self.identify(),
            UgiCommand::IsReady => {
                // So that creating it does not take time from a move.
                self.player();
                self.output.write_line("readyok")
            }
            UgiCommand::Query(query) => self.answer(&query),
            UgiCommand::Stop => {
                if let Some(search) = &self.search {
                    search.stop.raise();
                }
                Ok(())
            }
            _ if self.is_searching() => {
                self.send_info("a search is running: only isready, query, ugi, stop and quit are accepted")
            }
            change => {
                self.finish_search()?;
                self.change(change).or_else(|error| self.send_info(error))
            }
        }
    }

    fn identify(&self) -> io::Result<()> {
        let (version, game) = (env!("CARGO_PKG_VERSION"), self.game.name());
        self.output.write_line(&format!("id name cygnet {version} ({game})"))?;
        self.output.write_line("id author the authors of cygnet")?;
        for line in EngineOptions::declarations() {
            self.output.write_line(&line)?;
        }
        self.output.write_line("ugiok")
    }

    /// Answers a query. Unknown ones also get a response, because the client waits for one.
    fn answer(&self, query: &str) -> io::Result<()> {
        let position = self.referee.position();
        let truth = |is_true| if is_true { "true" } else { "false" };
        let answer = match query {
            "p1turn" => truth(position.to_move() == Player::One),
            "gameover" => truth(position.outcome().is_some()),
            "result" => result_word(position.outcome()),
            _ => {
                self.send_info("usage: query p1turn|gameover|result")?;
                "unknown"
            }
        };
        self.output.write_line(&format!("response {answer}"))
    }

    /// Executes a command that changes the state. No search is running.
    fn change(&mut self, command: UgiCommand) -> Result<(), Box<dyn Error>> {
        match command {
            UgiCommand::NewGame => self.player = None,
            UgiCommand::SetOption { name, value } => {
                self.options.set(self.game, &name, &value)?;
                self.player = None;
            }
            UgiCommand::Position { start, moves } => {
                self.referee = self.read_game(start.as_deref(), &moves)?
            }
            UgiCommand::Go(go) if !go.infinite && self.is_unlimited(&go) => {
                return Err("go needs p1time and p2time, movetime, depth, nodes or infinite".into());
            }
            UgiCommand::Go(go) => self.start_search(go)?,
            // The other commands do not change the state and have been handled.
            _ => {}
        }
        Ok(())
    }

    fn read_game(&self, start: Option<&str>, moves: &[String]) -> Result<Referee<AnyGame>, String> {
        Referee::read(self.game, start, moves).map_err(|error| match error {
            TextError::Move { number, error } => {
                let shown = escape(moves[number - 1].as_bytes());
                format!("position: move {number} \"{shown}\": {error}")
            }
            error => error.to_string(),
        })
    }

    fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.running.load(Ordering::Acquire))
    }

    /// Returns the player, which is created for the first search of a game.
    fn player(&mut self) -> Arc<Mutex<UgiPlayer>> {
        let new = || Arc::new(Mutex::new(UgiPlayer::new(self.game, &self.options, &self.resources)));
        Arc::clone(self.player.get_or_insert_with(new))
    }

    fn is_unlimited(&self, go: &GoLimits) -> bool {
        go.is_unlimited(self.referee.to_move())
    }

    fn start_search(&mut self, go: GoLimits) -> io::Result<()> {
        let (stop, unlimited) = (StopSignal::new(), self.is_unlimited(&go));
        let running = Arc::new(AtomicBool::new(true));
        let (player, output, flag) = (self.player(), self.output.clone(), Arc::clone(&running));
        let task = self.task(go, stop.clone());
        let search = move || {
            let line = task.run(&mut locked(&player), &output);
            flag.store(false, Ordering::Release);
            line.and_then(|line| output.write_line(&line))
        };
        match self.resources.spawn(search) {
            Ok(thread) => {
                self.search = Some(RunningSearch { stop, running, unlimited, thread });
                Ok(())
            }
            Err(error) => self.search_inline(go, &error),
        }
    }

    /// Searches in the reading thread, because no other could be started and the client still expects a move.
    fn search_inline(&mut self, mut go: GoLimits, error: &io::Error) -> io::Result<()> {
        self.send_info(format_args!(
            "cannot start a thread for the search ({error}): no commands are read until it ends"
        ))?;
        if self.is_unlimited(&go) {
            go.movetime = Some(FALLBACK_TIME_MS);
        }
        let line = self.task(go, StopSignal::new()).run(&mut locked(&self.player()), &self.output)?;
        self.output.write_line(&line)
    }

    fn task(&self, go: GoLimits, stop: StopSignal) -> GoTask {
        GoTask {
            referee: self.referee.clone(),
            go,
            threads: usize::try_from(self.options.threads).unwrap_or(1),
            lines: usize::try_from(self.options.lines).unwrap_or(1),
            stop,
            clock: Arc::clone(&self.clock),
        }
    }

    /// Stops the search, if there is one, and waits until it has reported its best move.
    ///
    /// # Errors
    /// A line of the search could not be written.
    fn finish_search(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        search.stop.raise();
        search.thread.join().unwrap_or_else(|_| {
            self.player = None;
            self.send_info("the search failed")
        })
    }
}

fn locked(player: &Mutex<UgiPlayer>) -> MutexGuard<'_, UgiPlayer> {
    player.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::model::SystemClock;
    use crate::protocols::tests::answers;

    /// Returns the responses to these commands when only `threads` threads can be started.
    fn responses(commands: &'static str, threads: usize) -> Vec<String> {
        answers(commands, |connection| {
            let game = games::open("uglyduck").unwrap();
            let mut session = UgiSession::new(&game, connection, Arc::new(SystemClock::new()));
            session.resources = Resources::default().without_threads(threads..usize::MAX);
            session.run().unwrap();
        })
    }

    #[test]
    fn a_move_is_played_with_any_number_of_threads() {
        for threads in 0..6 {
            // The search uses its own thread, if there is one, along with the helper threads.
            let lines = responses("setoption name Threads value 4\ngo depth 5\n", threads);
            assert!(lines.last().unwrap().starts_with("bestmove "), "{threads}: {lines:?}");
            let infos: Vec<&str> =
                lines.iter().filter_map(|line| line.strip_prefix("info string ")).collect();
            let none = "cannot start a thread for the search";
            let few = format!("only {threads} of 4 threads could be started");
            match threads {
                0 => {
                    assert!(infos[0].starts_with(none) && infos[1] == "only 1 of 4 threads could be started")
                }
                1..4 => assert_eq!(infos, [few]),
                _ => assert!(infos.is_empty(), "{infos:?}"),
            }
        }
    }

    #[test]
    #[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
    fn a_shortage_is_reported_once_and_an_infinite_search_ends_without_threads() {
        let lines = responses("setoption name Threads value 2\ngo infinite\ngo depth 2\n", 0);
        let reports = lines.iter().filter(|line| line.contains("could be started")).count();
        let moves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!((reports, moves), (1, 2), "{lines:?}");
    }
}
