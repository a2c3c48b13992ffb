//! Starting engine processes so that none is left running when cygnet ends.
//!
//! Normally cygnet ends the programs it has started, but it cannot do so when it is killed. On Linux the
//! kernel takes over: cygnet starts a copy of itself, which asks for a signal at the death of its parent and
//! then replaces itself with the program ([`become_engine`]). The kernel sends that signal when the parent
//! *thread* ends, so a single thread, which lives as long as the process, starts all programs.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, Stdio};

use super::errors::NOT_STARTED;

/// The name of the hidden command. Its arguments are the process ID of its parent and the words of the
/// program.
pub const HIDDEN_COMMAND: &str = "become-engine";

/// Starts a program in its own process group, with pipes for its standard streams.
pub(super) fn start(words: &[String]) -> io::Result<Child> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut direct = Command::new(program);
    direct.args(arguments);
    #[cfg(target_os = "linux")]
    if let Some(started) = supervised::start(words) {
        return started;
    }
    with_pipes(&mut direct).spawn()
}

fn with_pipes(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// Makes all further programs start through the hidden command. Programs other than cygnet that use this
/// library do not have this command and must not call this.
pub fn enable_engine_launcher() {
    #[cfg(target_os = "linux")]
    supervised::enable_engine_launcher();
}

/// Runs the hidden command: replaces this process with the program in `words`, which ends when the process
/// `parent` does. Returns only if that fails, after writing the error number to standard error if the program cannot be
/// started.
pub fn become_engine(parent: u32, words: &[OsString]) {
    #[cfg(target_os = "linux")]
    supervised::become_engine(parent, words);
    #[cfg(not(target_os = "linux"))]
    let _ = (parent, words);
}

#[cfg(target_os = "linux")]
mod supervised {
    use std::ffi::OsString;
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{self, Child, Command};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{Sender, channel};
    use std::sync::{Mutex, PoisonError};
    use std::thread;

    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    /// This program, even if its file has been replaced.
    const SELF_EXE: &str = "/proc/self/exe";

    static IS_ENABLED: AtomicBool = AtomicBool::new(false);
    /// The channel to the thread that starts programs, once it is running.
    static SPAWNER: Mutex<Option<Sender<SpawnRequest>>> = Mutex::new(None);

    struct SpawnRequest {
        command: Command,
        answer: Sender<io::Result<Child>>,
    }

    pub fn enable_engine_launcher() {
        IS_ENABLED.store(true, Ordering::Relaxed);
    }

    /// Starts a program through the hidden command. Returns `None` if that is not possible.
    pub fn start(words: &[String]) -> Option<io::Result<Child>> {
        if !IS_ENABLED.load(Ordering::Relaxed) {
            return None;
        }
        let mut command = Command::new(SELF_EXE);
        command.arg(super::HIDDEN_COMMAND).arg(process::id().to_string()).args(words);
        super::with_pipes(&mut command);
        match spawn_on_launcher(command) {
            // Without /proc the program is started directly.
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            started => Some(started),
        }
    }

    fn spawn_on_launcher(command: Command) -> io::Result<Child> {
        let (answer, started) = channel();
        let mut spawner = SPAWNER.lock().unwrap_or_else(PoisonError::into_inner);
        let requests = match &*spawner {
            Some(requests) => requests.clone(),
            None => {
                let (requests, received) = channel::<SpawnRequest>();
                thread::Builder::new().spawn(move || {
                    for mut request in received {
                        let _ = request.answer.send(request.command.spawn());
                    }
                })?;
                spawner.insert(requests).clone()
            }
        };
        drop(spawner);
        requests.send(SpawnRequest { command, answer }).map_err(io::Error::other)?;
        started.recv().map_err(io::Error::other)?
    }

    pub fn become_engine(parent: u32, words: &[OsString]) {
        // If this fails, the program still starts; the kernel just will not end it.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        let is_child = getppid().is_some_and(|pid| pid.as_raw_nonzero().get().unsigned_abs() == parent);
        let Some((program, arguments)) = words.split_first().filter(|_| is_child) else {
            // The parent ended before this process could ask for the signal.
            return;
        };
        let error = Command::new(program).args(arguments).exec();
        if let Some(number) = error.raw_os_error() {
            // If this fails, the parent sees a program that exited.
            let _ = writeln!(io::stderr(), "{}{number}", super::NOT_STARTED);
        }
    }
}
