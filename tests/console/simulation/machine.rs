//! What a session calls, in a simulated world: the host, the input, the output, the disk.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread;
use std::time::Duration;

use cygnet::console::{
    Console, Echo, EditorQuestion, EventSource, Host, Input, InputEvent, Keyboard, Settings, Signals, Window,
};
use cygnet::lines::InputLine;
use cygnet::model::Clock;
use cygnet::store::{Disk, DiskOp};

use super::rules;
use super::typist::{self, Typed};
use super::world::{Call, Ticks, World};

/// The number of the error of a terminal that was closed.
const EIO: i32 = 5;
/// The beginning of the question after a game, and the most rows that it takes.
const AFTER_GAME: &str = "What now?";
const AFTER_GAME_ROWS: usize = 6;
/// Other questions are followed by a check that what is shown is kept with a probability of one in this number.
const QUESTIONS_PER_CHECK: usize = 40;
/// Moves the cursor to the start of its line and clears the line.
const CLEAR_LINE: &str = "\r\u{1b}[K";
/// Moves the cursor to the top, on a screen that the lines before it have cleared.
const CURSOR_HOME: &str = "\u{1b}[H";

/// One world as seen from each side.
#[derive(Clone)]
struct Machine(Arc<World>);

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Machine")
    }
}

impl Clock for Machine {
    fn now(&self) -> Duration {
        self.0.call(Call::Clock, "");
        self.0.state().time
    }
}

impl Host for Machine {
    fn terminal_size(&self) -> Option<(usize, usize)> {
        Some(self.0.state().window)
    }

    fn keyboard(&self, _leave_pending_lines: bool) -> Box<dyn Keyboard> {
        let mut state = self.0.state();
        state.silent += 1;
        state.note("echo off");
        Box::new(SilentKeyboard(Arc::clone(&self.0)))
    }

    fn sleep(&self, time: Duration) {
        self.0.call(Call::Sleep, &format!("{time:?}"));
        let mut state = self.0.state();
        state.time += time;
        typist::resize(&mut state);
    }

    fn with_ticks(
        &self,
        first: Duration,
        interval: Duration,
        work: &mut dyn FnMut(),
        tick: &mut (dyn FnMut() + Send),
    ) {
        /// Ends the other thread, also if the work panics.
        struct NoTicks<'a>(&'a World);
        impl Drop for NoTicks<'_> {
            fn drop(&mut self) {
                self.0.set_ticks(Duration::ZERO, None);
            }
        }
        thread::scope(|scope| {
            let ((turn, turns), (report, done)) = (channel(), channel());
            scope.spawn(move || {
                for () in turns {
                    tick();
                    let _ = report.send(());
                }
            });
            let _end = NoTicks(&self.0);
            self.0.set_ticks(first, Some(Ticks { turn, done, interval }));
            work();
        });
    }
}

/// A keyboard without echo. Dropping it turns the echo on.
struct SilentKeyboard(Arc<World>);

impl fmt::Debug for SilentKeyboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SilentKeyboard")
    }
}

impl Keyboard for SilentKeyboard {
    fn read_available(&self) -> Vec<u8> {
        self.0.call(Call::Keys, "");
        let mut state = self.0.state();
        let keys = typist::keys(&mut state);
        state.note(&format!("keys {keys:?}"));
        keys.as_bytes().to_vec()
    }
}

impl Drop for SilentKeyboard {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.silent -= 1;
        state.note("echo on");
    }
}

/// The typist at the line editor.
#[derive(Debug)]
struct Editor {
    machine: Machine,
    wake_ups: Receiver<InputEvent>,
    question: Option<EditorQuestion>,
}

impl EventSource for Editor {
    fn uses_editor(&self) -> bool {
        true
    }

    fn ask(&mut self, question: EditorQuestion) {
        let world = &self.machine.0;
        world.state().note(&format!("ask {:?}", question.prompt));
        if world.state().silent > 0 {
            world.fail("a question is asked without echo");
        }
        let mut state = world.state();
        let is_after_game =
            state.screen.lines().rev().take(AFTER_GAME_ROWS).any(|line| line.contains(AFTER_GAME));
        if is_after_game || state.rng.below(QUESTIONS_PER_CHECK) == 0 {
            rules::check_question(&mut state);
        }
        drop(state);
        if self.question.replace(question).is_some() {
            world.fail("two questions are open");
        }
    }

    fn next(&mut self, time: Option<Duration>) -> Option<InputEvent> {
        let world = Arc::clone(&self.machine.0);
        let fails = world.call(Call::Wait, if time.is_some() { "(poll)" } else { "" });
        if let Ok(event) = self.wake_ups.try_recv() {
            return Some(event);
        }
        if fails {
            return Some(InputEvent::Failed(io::Error::from_raw_os_error(EIO)));
        }
        let mut state = world.state();
        if time.is_some() && state.rng.below(8) > 0 {
            return None;
        }
        typist::resize(&mut state);
        let Some(question) = &self.question else {
            drop(state);
            world.fail("the program waits for a line, but no question is open")
        };
        let typed = typist::answer(&mut state, question);
        state.note(&format!("{typed:?}"));
        let event = match typed {
            Typed::CtrlC if question.is_plain => {
                drop(state);
                // The terminal sends the signal, and the line stays open.
                world.interrupt();
                return self.wake_ups.try_recv().ok();
            }
            Typed::CtrlC => InputEvent::Cancelled,
            Typed::End => InputEvent::End,
            Typed::Line(line) => {
                let prompt = question.prompt.clone();
                state.screen += &format!("{prompt}{line}\n");
                InputEvent::Line(InputLine::from_text(line))
            }
        };
        state.interrupts += usize::from(matches!(event, InputEvent::Cancelled));
        self.question = None;
        Some(event)
    }
}

/// The screen. Everything written is shown at once, as if the buffer were always full.
struct Screen(Machine);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let world = &self.0.0;
        let text = String::from_utf8_lossy(bytes).replace(CURSOR_HOME, "");
        if world.call(Call::Output, &format!("{text:?}")) {
            return Err(io::Error::from_raw_os_error(match world.state().fate {
                super::world::Fate::TerminalClosed => EIO,
                _ => 28,
            }));
        }
        let mut state = world.state();
        for (number, part) in text.split(CLEAR_LINE).enumerate() {
            if number > 0 {
                let start = state.screen.rfind('\n').map_or(0, |end| end + 1);
                state.screen.truncate(start);
            }
            if let Some(letter) = part.chars().find(|letter| letter.is_control() && *letter != '\n') {
                state.fail(&format!("the output contains {letter:?}"));
            }
            state.screen += part;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Creates a console in `world`.
pub fn console(world: &Arc<World>, settings: Settings) -> Console {
    let machine = Machine(Arc::clone(world));
    let (sender, wake_ups) = sync_channel(64);
    let input = Input::from_source(Editor { machine: machine.clone(), wake_ups, question: None }, sender);
    let signals = Signals::default();
    world.set_waker(input.waker(signals.clone()));
    let settings = Settings { window: Window::Terminal, echo: Echo::ByTerminal, ..settings };
    Console::new(input, Box::new(Screen(machine.clone())), settings, signals, Arc::new(machine))
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<World>>> = const { RefCell::new(None) };
}

/// Makes `world` the one of this thread's [`WORLD_CLOCK`].
pub fn enter(world: &Arc<World>) {
    CURRENT.set(Some(Arc::clone(world)));
}

/// Leaves the world.
pub fn leave() {
    CURRENT.set(None);
}

/// The clock of this thread's world, for limits that must be static.
#[derive(Debug)]
pub struct WorldClock;
pub static WORLD_CLOCK: WorldClock = WorldClock;

impl Clock for WorldClock {
    fn now(&self) -> Duration {
        CURRENT
            .with_borrow(|world| world.as_ref().map(|world| Machine(Arc::clone(world)).now()))
            .unwrap_or_default()
    }
}

/// Creates a disk that asks `world` before each step.
pub fn disk(world: &Arc<World>) -> Disk {
    let world = Arc::clone(world);
    Disk::with_observer(move |step| {
        if world.call(Call::Disk, &name_of(step)) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let mut state = world.state();
        match step {
            DiskOp::Write(_, bytes) => state.writing = String::from_utf8_lossy(bytes).into_owned(),
            DiskOp::Rename(_, to) if to.extension().is_some_and(|end| end == "cygnet") => {
                state.last_record = std::mem::take(&mut state.writing);
                state.saved.retain(|path| path != to);
                state.saved.push(to.to_owned());
            }
            _ => {}
        }
        Ok(())
    })
}

/// Names a step, without the random names of temporary files.
fn name_of(step: DiskOp<'_>) -> String {
    let name = |path: &Path| {
        let text = path.to_string_lossy();
        text.rfind(".cygnet-").map_or_else(|| text.to_string(), |at| text[..at].to_owned() + "TEMPORARY")
    };
    match step {
        DiskOp::Write(path, bytes) => format!("write {} {} bytes", name(path), bytes.len()),
        DiskOp::Read(path) => format!("read {}", name(path)),
        DiskOp::Create(path) => format!("create {}", name(path)),
        DiskOp::Lock(path) => format!("lock {}", name(path)),
        DiskOp::Sync(path) => format!("sync {}", name(path)),
        DiskOp::Rename(from, to) => format!("rename {} to {}", name(from), name(to)),
        DiskOp::Remove(path) => format!("remove {}", name(path)),
        DiskOp::CreateDir(path) => format!("create directory {}", name(path)),
        DiskOp::SyncDir(path) => format!("sync directory {}", name(path)),
        _ => "another step".to_owned(),
    }
}
