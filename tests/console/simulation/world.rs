//! The world around a session: time, chance, faults, and a log of every call into it.
//!
//! The session meets the rest of the world only at its calls into it: reading the clock, waiting, a disk step,
//! output, input, the window. At each call the world decides what happens elsewhere in the meantime.

use std::any::Any;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cygnet::console::Waker;
use cygnet::model::GameRng;

use super::rules::Slot;

/// The signals that end a program.
const HANGUP: u8 = 1;
const TERMINATE: u8 = 15;

/// The maximum number of calls of one life.
const MAX_CALLS: usize = 60_000;
/// The maximum number of calls after the program was asked to end.
const MAX_CALLS_AFTER_REQUEST: usize = 200;

/// The kinds of calls into the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Clock,
    Sleep,
    Keys,
    Wait,
    Output,
    Disk,
}

const CALLS: [Call; 6] = [Call::Clock, Call::Sleep, Call::Keys, Call::Wait, Call::Output, Call::Disk];

/// What happens to a life, at a certain call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Nothing: the typist leaves.
    Peaceful,
    /// A signal asks the program to end.
    Signal(u8),
    /// The terminal is closed: a signal, and input and output fail.
    TerminalClosed,
    /// The program is killed.
    Killed,
    /// One disk step fails.
    DiskFault,
    /// All disk steps fail from now on.
    DiskFull,
    /// Output fails from now on.
    OutputFails,
    /// Input fails.
    InputFails,
}

/// The payload of the panic that ends a killed program, or one that broke a rule.
pub struct Ended;

/// A file or a directory of a snapshot.
type Entry = (PathBuf, Option<Vec<u8>>);

/// What is known about the world.
pub struct State {
    pub rng: GameRng,
    pub root: PathBuf,
    pub log: String,
    /// What the terminal shows, with everything that scrolled off.
    pub screen: String,
    pub time: Duration,
    pub window: (usize, usize),
    /// The number of keyboards without echo.
    pub silent: usize,
    /// The lines that the typist still wants to type.
    pub budget: usize,
    pub has_quit: bool,
    pub fate: Fate,
    /// When the fate strikes: at call number .1 of this kind.
    due: (Call, usize),
    counts: [usize; CALLS.len()],
    calls: usize,
    pub all_calls: usize,
    /// How often the last board was compared with the games that were kept.
    pub compared_boards: usize,
    /// Whether the fate has struck.
    pub has_struck: bool,
    /// The number of calls and waits since the program was asked to end.
    since_request: Option<(usize, usize)>,
    pub interrupts: usize,
    /// The state directory when the program was killed.
    pub snapshot: Option<Vec<Entry>>,
    /// The rule that was broken.
    pub failure: Option<String>,
    /// What is being written.
    pub writing: String,
    /// The record with which a game of this life began, or that was saved last.
    pub last_record: String,
    /// The games in the slots when this life began.
    pub before: Vec<Slot>,
    /// The order in which games were saved, oldest first.
    pub saved: Vec<PathBuf>,
    is_in_tick: bool,
    next_tick: Duration,
}

/// The two ends of the conversation with the thread that shows the progress of thinking.
pub struct Ticks {
    pub turn: Sender<()>,
    pub done: Receiver<()>,
    pub interval: Duration,
}

/// The world, shared by everything that a session calls.
pub struct World {
    state: Mutex<State>,
    waker: Mutex<Option<Waker>>,
    ticks: Mutex<Option<Ticks>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    pub fn new(seed: u64, root: &Path) -> Self {
        let state = State {
            rng: GameRng::from_seed(seed),
            root: root.to_owned(),
            log: String::new(),
            screen: String::new(),
            time: Duration::from_secs(1_000_000),
            window: (80, 50),
            silent: 0,
            budget: 0,
            has_quit: false,
            fate: Fate::Peaceful,
            due: (Call::Wait, 0),
            counts: [0; CALLS.len()],
            calls: 0,
            all_calls: 0,
            compared_boards: 0,
            has_struck: false,
            since_request: None,
            interrupts: 0,
            snapshot: None,
            failure: None,
            writing: String::new(),
            last_record: String::new(),
            before: Vec::new(),
            saved: Vec::new(),
            is_in_tick: false,
            next_tick: Duration::ZERO,
        };
        World { state: Mutex::new(state), waker: Mutex::new(None), ticks: Mutex::new(None) }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Begins a life with a new fate.
    pub fn begin_life(&self) {
        let mut state = self.state();
        let number = state.rng.below(12);
        state.fate = match number {
            0..=2 => Fate::Peaceful,
            3 => Fate::Signal(TERMINATE),
            4 => Fate::Signal(HANGUP),
            5 => Fate::TerminalClosed,
            6 | 7 => Fate::Killed,
            8 | 9 => Fate::DiskFault,
            10 => Fate::DiskFull,
            _ if state.rng.below(2) == 0 => Fate::OutputFails,
            _ => Fate::InputFails,
        };
        let kind = match state.fate {
            Fate::DiskFault | Fate::DiskFull => Call::Disk,
            Fate::InputFails => Call::Wait,
            Fate::OutputFails => Call::Output,
            _ => CALLS[state.rng.below(CALLS.len())],
        };
        let most = match kind {
            Call::Wait => 40,
            Call::Disk => 50,
            Call::Output => 120,
            Call::Keys | Call::Sleep => 10,
            Call::Clock => 30,
        };
        state.due = (kind, state.rng.below(most));
        state.budget = 3 + state.rng.below(50);
        (state.counts, state.calls, state.interrupts, state.silent) = ([0; CALLS.len()], 0, 0, 0);
        (state.has_struck, state.has_quit, state.since_request, state.snapshot) = (false, false, None, None);
        (state.is_in_tick, state.screen, state.last_record) = (false, String::new(), String::new());
        let line = format!("life: {:?} at {:?}", state.fate, state.due);
        state.note(&line);
    }

    /// Sets how signals reach the program.
    pub fn set_waker(&self, waker: Waker) {
        *lock(&self.waker) = Some(waker);
    }

    pub fn set_ticks(&self, first: Duration, ticks: Option<Ticks>) {
        let mut state = self.state();
        state.next_tick = state.time + first;
        *lock(&self.ticks) = ticks;
    }

    /// Sends the signal of Ctrl-C.
    pub fn interrupt(&self) {
        let mut state = self.state();
        state.interrupts += 1;
        state.note("(Ctrl-C)");
        lock(&self.waker).iter().for_each(Waker::interrupt);
    }

    /// Reports that the program broke a rule, and ends it.
    pub fn fail(&self, rule: &str) -> ! {
        let mut state = self.state();
        state.fail(rule);
        drop(state);
        resume_unwind(Box::new(Ended))
    }

    /// Is called at each call into the world. Returns whether the call fails.
    pub fn call(&self, call: Call, what: &str) -> bool {
        let mut state = self.state();
        state.calls += 1;
        state.all_calls += 1;
        state.counts[call as usize] += 1;
        let line = format!("{:?} {what}", call);
        state.note(&line);
        let step = state.rng.below(if call == Call::Clock { 40 } else { 3 });
        state.time += Duration::from_millis(step as u64);
        let is_due = (call, state.counts[call as usize]) == (state.due.0, state.due.1 + 1);
        if is_due && state.fate != Fate::Peaceful && !state.is_in_tick {
            let line = format!("({:?})", state.fate);
            state.note(&line);
            state.has_struck = true;
            match state.fate {
                Fate::Signal(number) => self.shut_down(&mut state, number),
                Fate::TerminalClosed => self.shut_down(&mut state, HANGUP),
                Fate::Killed => {
                    state.snapshot = Some(snapshot(&state.root));
                    drop(state);
                    resume_unwind(Box::new(Ended));
                }
                _ => {}
            }
        } else if call != Call::Wait && state.rng.below(400) == 0 {
            drop(state);
            self.interrupt();
            state = self.state();
        }
        self.check_end(&mut state, call);
        let fails = state.has_struck
            && match state.fate {
                Fate::DiskFault => is_due,
                Fate::DiskFull => call == Call::Disk,
                Fate::OutputFails => call == Call::Output,
                Fate::TerminalClosed => matches!(call, Call::Output | Call::Wait),
                Fate::InputFails => call == Call::Wait,
                _ => false,
            };
        let must_end = state.failure.is_some() && !state.is_in_tick;
        drop(state);
        if must_end {
            resume_unwind(Box::new(Ended));
        }
        if call == Call::Clock {
            self.tick();
        }
        fails
    }

    fn shut_down(&self, state: &mut State, number: u8) {
        state.since_request = Some((0, 0));
        lock(&self.waker).iter().for_each(|waker| waker.shut_down(number));
    }

    fn check_end(&self, state: &mut State, call: Call) {
        if state.calls > MAX_CALLS {
            state.fail("the program does not end");
        }
        if let Some((calls, waits)) = &mut state.since_request {
            *calls += 1;
            *waits += usize::from(call == Call::Wait);
            if *calls > MAX_CALLS_AFTER_REQUEST {
                state.fail("the program does not end after a signal");
            }
        }
    }

    /// Lets the thread that shows the progress of thinking run, if it is its turn.
    fn tick(&self) {
        let mut state = self.state();
        if state.is_in_tick || state.time < state.next_tick {
            return;
        }
        let ticks = lock(&self.ticks);
        let Some(ticks) = ticks.as_ref() else { return };
        state.is_in_tick = true;
        state.next_tick = state.time + ticks.interval;
        drop(state);
        if ticks.turn.send(()).is_ok() {
            let _ = ticks.done.recv();
        }
        self.state().is_in_tick = false;
    }
}

impl State {
    /// Adds a line to the log.
    pub fn note(&mut self, line: &str) {
        self.log += &line.replace(&*self.root.to_string_lossy(), "ROOT");
        self.log.push('\n');
    }

    pub fn fail(&mut self, rule: &str) {
        let line = format!("BROKEN: {rule}");
        self.note(&line);
        self.failure.get_or_insert_with(|| rule.to_owned());
    }

    /// Returns what has struck this life.
    pub fn struck(&self) -> Fate {
        if self.has_struck { self.fate } else { Fate::Peaceful }
    }

    /// Whether the program has waited for input since it was asked to end, if it was.
    pub fn has_waited_since_request(&self) -> Option<bool> {
        self.since_request.map(|(_, waits)| waits > 0)
    }
}

/// Returns whether a panic is one of the world's.
pub fn is_ours(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Ended>()
}

/// Returns the files and directories below `folder`, directories before their contents.
fn snapshot(folder: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            entries.push((path.clone(), None));
            entries.extend(snapshot(&path));
        } else {
            entries.push((path.clone(), Some(fs::read(&path).unwrap())));
        }
    }
    entries
}

/// Makes `folder` what it was at the time of the snapshot.
pub fn restore(folder: &Path, entries: &[Entry]) {
    fs::remove_dir_all(folder).unwrap();
    fs::create_dir(folder).unwrap();
    for (path, content) in entries {
        match content {
            None => fs::create_dir(path).unwrap(),
            Some(bytes) => fs::write(path, bytes).unwrap(),
        }
    }
}
