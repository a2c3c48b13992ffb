//! A conversation with a client: its commands one after the other, while a search may be going on.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::console::{Event, Input, Signals, Stop};
use crate::engine::bots::Levels;
use crate::engine::referee::{Referee, TextError};
use crate::model::text::escape;
use crate::model::{Clock, Player, Position, StopSignal};
use crate::play::external::result_word;

use super::Talk;
use super::command::{Command, Go, Query, parse};
use super::options::Options;
use super::thought::{Mind, Task};
use super::voice::Voice;

/// How often signals are looked for when there is no more input.
const GLANCE: Duration = Duration::from_millis(5);

/// The conversation about one game.
pub struct Session<'a, G: Levels> {
    game: &'a G,
    input: Input,
    signals: Signals,
    clock: Arc<dyn Clock>,
    voice: Voice,
    options: Options,
    /// The game so far.
    referee: Referee<G>,
    /// Who thinks; made for the first search of a game.
    mind: Option<Mind<G::Position>>,
    search: Option<Search<G::Position>>,
}

/// A search that has been started.
struct Search<P: Position> {
    stop: StopSignal,
    /// Cleared before the best move is said: a client that has read it may go on at once.
    going_on: Arc<AtomicBool>,
    /// Whether only a signal ends it.
    endless: bool,
    thread: JoinHandle<(Mind<P>, io::Result<()>)>,
}

impl<'a, G: Levels> Session<'a, G> {
    /// A conversation at the start of `game`.
    pub fn new(game: &'a G, talk: Talk) -> Self {
        Session {
            game,
            input: talk.input,
            signals: talk.signals,
            clock: talk.clock,
            voice: Voice::new(talk.output),
            options: Options::default(),
            referee: Referee::new(game),
            mind: None,
            search: None,
        }
    }

    /// Obeys until `quit` or the end of input. A search that is going on says its best move: at `quit` at once, at the end of
    /// input when it has reached the limit it was given.
    ///
    /// # Errors
    /// The conversation was interrupted, or input or output failed.
    pub fn run(mut self) -> Result<(), Stop> {
        let end = self.obey_all();
        let finished = self.finish_search();
        end?;
        finished.map_err(Stop::Output)
    }

    fn obey_all(&mut self) -> Result<(), Stop> {
        loop {
            let event = self.input.wait();
            self.check_signals()?;
            match event {
                Event::Line(line) if line.cut => self.remark("the line is too long")?,
                Event::Line(line) => match parse(&line.text()) {
                    Ok(Some(Command::Quit)) => return Ok(()),
                    Ok(Some(command)) => self.obey(command).map_err(Stop::Output)?,
                    Ok(None) => {}
                    Err(error) => self.remark(&error.to_string())?,
                },
                Event::End => return self.wait_for_search(),
                Event::Failed(error) => return Err(Stop::Input(error)),
                Event::Cancelled | Event::Woken => {}
            }
        }
    }

    fn check_signals(&self) -> Result<(), Stop> {
        if let Some(number) = self.signals.ending() {
            return Err(Stop::Ended(number));
        }
        if self.signals.interrupt.is_raised() { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// Waits for the end of a search that has one.
    fn wait_for_search(&self) -> Result<(), Stop> {
        while self.is_searching() && self.search.as_ref().is_some_and(|search| !search.endless) {
            self.check_signals()?;
            thread::sleep(GLANCE);
        }
        Ok(())
    }

    fn remark(&self, problem: &str) -> Result<(), Stop> {
        self.voice.say(&format!("info string {problem}")).map_err(Stop::Output)
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.voice.say("readyok"),
            Command::Query(query) => self.voice.say(&format!("response {}", self.answer(query))),
            Command::Stop => {
                if let Some(search) = &self.search {
                    search.stop.raise();
                }
                Ok(())
            }
            change => {
                if self.is_searching() {
                    return self
                        .voice
                        .say("info string a search is going on: only isready, query, stop and quit");
                }
                self.finish_search()?;
                match self.change(change) {
                    Ok(()) => Ok(()),
                    Err(error) => self.voice.say(&format!("info string {error}")),
                }
            }
        }
    }

    fn introduce(&self) -> io::Result<()> {
        self.voice.say(&format!("id name cygnet {} ({})", env!("CARGO_PKG_VERSION"), self.game.name()))?;
        self.voice.say("id author the authors of cygnet")?;
        for line in Options::describe() {
            self.voice.say(&line)?;
        }
        self.voice.say("ugiok")
    }

    fn answer(&self, query: Query) -> &'static str {
        let position = self.referee.position();
        let truth = |is_true| if is_true { "true" } else { "false" };
        match query {
            Query::P1Turn => truth(position.to_move() == Player::One),
            Query::GameOver => truth(position.outcome().is_some()),
            Query::Result => result_word(position.outcome()),
        }
    }

    /// Obeys a command that changes something, while no search is going on.
    fn change(&mut self, command: Command) -> Result<(), Box<dyn Error>> {
        match command {
            Command::NewGame => self.mind = None,
            Command::SetOption { name, value } => {
                self.options.set(self.game, &name, &value)?;
                self.mind = None;
            }
            Command::Position { start, moves } => self.referee = self.read_game(start.as_deref(), &moves)?,
            Command::Go(go) => self.start_search(go)?,
            // The others change nothing and have been answered.
            _ => {}
        }
        Ok(())
    }

    fn read_game(&self, start: Option<&str>, moves: &[String]) -> Result<Referee<G>, String> {
        Referee::read(self.game, start, moves).map_err(|error| match error {
            TextError::Start(error) => format!("position: {error}"),
            TextError::Move { number, error } => {
                let shown = escape(moves[number - 1].as_bytes());
                format!("position: move {number} \"{shown}\": {error}")
            }
        })
    }

    fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.going_on.load(Ordering::Acquire))
    }

    fn start_search(&mut self, go: Go) -> Result<(), String> {
        let mut mind = self.mind.take().unwrap_or_else(|| Mind::new(self.game, &self.options));
        let stop = StopSignal::new();
        let going_on = Arc::new(AtomicBool::new(true));
        let task = Task {
            game: self.game.clone(),
            history: self.referee.history().clone(),
            go,
            threads: usize::try_from(self.options.threads).unwrap_or(1),
            stop: stop.clone(),
            clock: Arc::clone(&self.clock),
        };
        let (voice, flag) = (self.voice.clone(), going_on.clone());
        let think = move || {
            let line = task.think(&mut mind, &voice);
            flag.store(false, Ordering::Release);
            let said = line.and_then(|line| voice.say(&line));
            (mind, said)
        };
        let thread = thread::Builder::new().spawn(think);
        let thread = thread.map_err(|error| format!("the search could not be started: {error}"))?;
        self.search = Some(Search { stop, going_on, endless: go.is_endless(), thread });
        Ok(())
    }

    /// Stops the search, if there is one, and waits until it has said its best move.
    ///
    /// # Errors
    /// What it had to say could not be written.
    fn finish_search(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        search.stop.raise();
        let Ok((mind, said)) = search.thread.join() else {
            return self.voice.say("info string the search failed");
        };
        self.mind = Some(mind);
        said
    }
}
