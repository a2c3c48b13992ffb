//! A monkey at the terminals of a host, a guest and a spectator: keys, commands, moves, kills, stops, windows of all
//! sizes, lost connections.
//!
//! `CYGNET_SEED` is the seed. Its timing differs from run to run.
#![allow(clippy::disallowed_methods, reason = "real programs need a real clock")]

mod kept;
mod typed;

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use cygnet::model::{Game as _, GameRng, Position as _};
use cygnet::words::GameWords as _;
use rustix::process::Signal;

use crate::common::terminal::Terminal;
use crate::common::{samples, seed};
use crate::computers::{Homes, invitation};
use crate::proxy::{Fault, Proxy};
use kept::{Kept, finished, kept, kept_game};
use typed::{KEYS, LINES};

/// How long a program may take to answer a key, or to end after a signal.
const ANSWER: Duration = Duration::from_secs(30);
/// How long both sides may take to meet and agree when nobody disturbs them.
const AGREEMENT: Duration = Duration::from_secs(90);
/// The number of actions between two times when the monkey lets the sides agree.
const DISTURBANCE: usize = 30;
/// The part of a screen that shows the open question.
const QUESTION: usize = 200;

/// A program, how it is started again, and what it has shown.
struct Seat {
    name: &'static str,
    terminal: Option<Terminal>,
    home: PathBuf,
    /// When it may run again after the monkey has stopped it.
    stopped: Option<Instant>,
    shown: String,
}

impl Seat {
    fn new(name: &'static str, home: PathBuf) -> Self {
        Seat { name, terminal: None, home, stopped: None, shown: String::new() }
    }

    fn start(&mut self, arguments: &str, columns: u16) {
        let words: Vec<&str> = arguments.split(' ').collect();
        self.shown = format!("$ {arguments}\n");
        self.terminal = Some(Terminal::start(&words, columns, &self.home));
    }

    /// Reads what the program shows, and for at most `time` until there is something.
    fn look(&mut self, time: Duration) -> bool {
        let Some(terminal) = &mut self.terminal else { return false };
        let text = terminal.look(time);
        self.shown += &without_sequences(&text);
        if self.shown.len() > 1 << 16 {
            let at = (self.shown.len() - (1 << 15)..).find(|at| self.shown.is_char_boundary(*at));
            self.shown.drain(..at.unwrap_or(0));
        }
        !text.is_empty()
    }

    fn type_in(&mut self, keys: &str) {
        if let Some(terminal) = &mut self.terminal {
            terminal.type_in(keys);
        }
    }

    fn is_running(&self) -> bool {
        self.terminal.as_ref().is_some_and(Terminal::is_running)
    }

    /// Lets a stopped program run when its time has come, or at once.
    fn wake(&mut self, is_now: bool) {
        if self.stopped.is_some_and(|end| is_now || Instant::now() > end) {
            self.stopped = None;
            if let Some(terminal) = self.terminal.as_ref().filter(|terminal| terminal.is_running()) {
                terminal.signal(Signal::CONT);
            }
        }
    }

    /// Checks that the program answers a key, or has ended.
    fn check_answer(&mut self) {
        self.look(Duration::ZERO);
        self.type_in("zz\r");
        let began = Instant::now();
        // Who joins has no question yet.
        let is_joining = |seat: &Self| seat.says("Joining...") && !seat.says("Player 1");
        while self.is_running() && !is_joining(self) && !self.look(Duration::from_millis(200)) {
            assert!(began.elapsed() < ANSWER, "{} does not answer: {}", self.name, self.shown);
        }
    }

    /// Ends the program with a signal, and checks that it ends.
    fn end(&mut self, signal: Signal) {
        self.wake(true);
        if let Some(terminal) = self.terminal.as_ref().filter(|terminal| terminal.is_running()) {
            terminal.signal(signal);
            let began = Instant::now();
            while terminal.is_running() {
                assert!(began.elapsed() < ANSWER, "{signal:?} does not end {}: {}", self.name, self.shown);
                thread::sleep(Duration::from_millis(5));
            }
        }
        self.forget();
    }

    /// Checks why the program has ended.
    fn forget(&mut self) {
        self.look(Duration::from_millis(20));
        let Some(terminal) = self.terminal.take() else { return };
        let code = terminal.exit_code();
        let known = [
            "the code is wrong",
            "the code no longer works",
            "this code no longer works",
            "already joined",
            "cannot be reached",
            "has left",
            "too many",
            "connection",
            "does not answer",
        ];
        let is_known = code == 1 && known.iter().any(|known| self.says(known));
        assert!(
            [0, 129, 130, 137, 143].contains(&code) || is_known,
            "{} ends with {code}: {}",
            self.name,
            self.shown
        );
    }

    /// Returns whether the program has said something, in a window of any width.
    fn says(&self, text: &str) -> bool {
        let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
        without_spaces(&self.shown).contains(&without_spaces(text))
    }

    /// Returns the open question.
    fn question(&self) -> &str {
        let at = (self.shown.len().saturating_sub(QUESTION)..).find(|at| self.shown.is_char_boundary(*at));
        &self.shown[at.unwrap_or(0)..]
    }
}

/// Returns text without what moves the cursor.
fn without_sequences(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.filter_map(|part| part.split_once(|end: char| ('@'..='~').contains(&end)));
    first + &rest.map(|(_, rest)| rest).collect::<String>()
}

/// What happened, for the report.
#[derive(Debug, Default)]
struct Counts {
    games: usize,
    starts: usize,
    agreements: usize,
    plies: usize,
    kills: usize,
    stops: usize,
    cuts: usize,
}

/// The game at which the monkey plays.
struct Match {
    host: Seat,
    guest: Seat,
    spectator: Seat,
    proxy: Proxy,
    watch: String,
    _homes: Homes,
}

impl Match {
    fn new() -> Match {
        let homes = Homes::new();
        let seat = |name| Seat::new(name, homes.path(name));
        let proxy = Proxy::start("127.0.0.1:1".parse().unwrap(), Fault::None);
        Match {
            host: seat("host"),
            guest: seat("guest"),
            spectator: seat("spectator"),
            proxy,
            watch: String::new(),
            _homes: homes,
        }
    }

    /// Returns the code of the game, which the host lists.
    fn code(&self) -> String {
        let list = fs::read_to_string(self.host.home.join("cygnet/network/codes.txt")).unwrap_or_default();
        let last = list.lines().last().and_then(|line| line.split(' ').nth(1));
        last.unwrap_or("7-amber-otter").to_owned()
    }

    fn seats(&mut self) -> [&mut Seat; 3] {
        [&mut self.host, &mut self.guest, &mut self.spectator]
    }

    /// Starts what does not run.
    fn start(&mut self, counts: &mut Counts, columns: u16) {
        for seat in self.seats() {
            if seat.terminal.is_some() && !seat.is_running() {
                seat.forget();
            }
        }
        if self.host.terminal.is_none() {
            counts.starts += 1;
            let host = "host uglyduck-xl:4x4 --listen 127.0.0.1:0 --side first --name Ana --casual --code ";
            self.host.start(&(host.to_owned() + &self.code()), columns);
            let began = Instant::now();
            while !self.host.shown.split_once("cygnet watch ").is_some_and(|(_, rest)| rest.contains('\n')) {
                self.host.look(Duration::from_millis(50));
                let shown = &self.host.shown;
                assert!(
                    began.elapsed() < ANSWER && self.host.is_running(),
                    "the host does not start: {shown}"
                );
            }
            let (address, code): (SocketAddr, String) = invitation(&self.host.shown, "cygnet watch ");
            self.proxy.set_target(address);
            self.watch = code;
        }
        if self.guest.terminal.is_none() {
            counts.starts += 1;
            let join = format!("join {} {} --name Ben --casual", self.proxy.address, self.code());
            self.guest.start(&join, columns);
        }
    }

    /// Types a move of the player to move.
    fn play(&mut self, rng: &mut GameRng) {
        let Some((side, referee)) = kept_game(&self.host.home, "host") else { return };
        let Some(mv) = referee.position().random_move(rng).filter(|_| referee.ending().is_none()) else {
            return;
        };
        let game = referee.game();
        let text = match rng.below(2) {
            0 => format!(":play {}", mv),
            _ => game.typed_answers(&game.view(referee.history()), mv).join(" "),
        };
        let is_host = side.own() == Some(referee.position().to_move());
        let mover = if is_host { &mut self.host } else { &mut self.guest };
        mover.type_in(&format!("\u{15}{text}\r"));
    }

    /// Does something to a program, or to the connection.
    fn act(&mut self, rng: &mut GameRng, counts: &mut Counts) {
        let columns = 30 + rng.below(100) as u16;
        let index = [0, 0, 0, 1, 1, 1, 1, 2][rng.below(8)];
        match rng.below(100) {
            0..30 => self.seats()[index].type_in(rng.pick(&KEYS).unwrap()),
            30..62 => self.seats()[index].type_in(&format!("{}\r", rng.pick(&LINES).unwrap())),
            62..85 => self.play(rng),
            85..88 => {
                let signal = [Signal::KILL, Signal::KILL, Signal::TERM, Signal::HUP][rng.below(4)];
                counts.kills += 1;
                self.seats()[index].end(signal);
            }
            88..91 => {
                let seat = &mut self.seats()[index];
                if let Some(terminal) = seat.terminal.as_ref().filter(|terminal| terminal.is_running()) {
                    counts.stops += 1;
                    terminal.signal(Signal::STOP);
                    seat.stopped = Some(Instant::now() + Duration::from_millis(rng.below(900) as u64));
                }
            }
            91..94 => {
                counts.cuts += 1;
                self.proxy.cut();
            }
            94..97 => {
                if let Some(terminal) = &self.seats()[index].terminal {
                    terminal.resize(1 + rng.below(60) as u16, 1 + rng.below(130) as u16);
                }
            }
            97..98 if self.spectator.terminal.is_none() => {
                let watch = format!("watch {} {}", self.proxy.address, self.watch);
                self.spectator.start(&watch, columns);
            }
            _ => self.start(counts, columns),
        }
        for seat in self.seats() {
            seat.wake(false);
            seat.look(Duration::ZERO);
        }
        self.check();
    }

    /// Checks that no program has panicked or takes another for a cheat.
    fn check(&self) {
        let shown = [&self.host, &self.guest, &self.spectator]
            .map(|seat| format!("--- {}\n{}", seat.name, seat.shown));
        let is_said =
            |text: &str| [&self.host, &self.guest, &self.spectator].iter().any(|seat| seat.says(text));
        for bad in ["panicked", "broke the rules"] {
            assert!(!is_said(bad), "{bad}:\n{}", shown.join("\n"));
        }
    }

    /// Lets both sides meet, and checks that they have the same game. Returns it.
    fn agree(&mut self, counts: &mut Counts) -> Kept {
        let began = Instant::now();
        let greeting = format!("hello {}", counts.agreements);
        counts.agreements += 1;
        for seat in self.seats() {
            seat.wake(true);
            seat.check_answer();
        }
        loop {
            // A guest that was killed after a game joins the next one by leaving that.
            if self.guest.says("has begun another game") {
                self.guest.end(Signal::TERM);
            }
            self.start(counts, 80);
            // Words are not split at the ends of lines.
            for terminal in [&self.host, &self.guest].into_iter().filter_map(|seat| seat.terminal.as_ref()) {
                terminal.resize(24, 80);
            }
            let is_quick = began.elapsed() < Duration::from_secs(1);
            for seat in [&mut self.host, &mut self.guest] {
                seat.look(Duration::from_millis(if is_quick { 20 } else { 200 }));
                let question = seat.question().trim_end();
                match question.contains("[y/n]") {
                    true if question.contains("Join it?") => seat.type_in("y\r"),
                    true => seat.type_in("\u{15}n\r"),
                    // The question was dropped, and its line is still open.
                    false if question.contains("(Press Enter to continue.)") => seat.type_in("\r"),
                    false => {}
                }
            }
            self.host.type_in(&format!("\u{15}\r:say {greeting}\r"));
            self.guest.look(Duration::from_millis(if is_quick { 100 } else { 1000 }));
            self.host.look(Duration::ZERO);
            let games = [kept(&self.host.home, "host"), kept(&self.guest.home, "join")];
            let is_heard = self.guest.says(&format!("Ana: {greeting}"));
            match &games {
                [Some(ours), Some(theirs)] if is_heard && ours == theirs => return ours.clone(),
                // A finished game that both sides have kept is only among the finished ones.
                [None, None] if is_heard && finished(&self.host.home) == finished(&self.guest.home) => {
                    return (0, Vec::new(), Some(String::new()));
                }
                _ => {}
            }
            self.check();
            let (host, guest) = (&self.host.shown, &self.guest.shown);
            assert!(
                began.elapsed() < AGREEMENT,
                "no agreement: {games:?}\n--- host\n{host}\n--- guest\n{guest}"
            );
        }
    }

    /// Ends all programs, and checks that both sides have the same finished games.
    fn finish(&mut self) {
        for seat in self.seats() {
            seat.end(Signal::TERM);
        }
        let [ours, theirs] = [&self.host.home, &self.guest.home].map(|home| finished(home));
        let (host, guest) = (&self.host.shown, &self.guest.shown);
        assert_eq!(ours, theirs, "--- host\n{host}\n--- guest\n{guest}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn whatever_a_monkey_does_both_sides_answer_and_have_the_same_game() {
    let actions = samples(60);
    let seed = seed().unwrap_or(1);
    println!("seed {seed}, {actions} actions");
    let (mut rng, mut counts) = (GameRng::from_seed(seed), Counts::default());
    let mut game = Match::new();
    game.start(&mut counts, 80);
    game.agree(&mut counts);
    for action in 1..=actions {
        game.act(&mut rng, &mut counts);
        thread::sleep(Duration::from_millis(rng.below(40) as u64));
        if action % DISTURBANCE > 0 {
            continue;
        }
        let (round, moves, end) = game.agree(&mut counts);
        counts.plies += moves.len();
        if action % 1200 == 0 {
            println!("{action} actions: {counts:?}");
        }
        if end.is_some() && (round > 3 || rng.below(3) == 0) {
            game.finish();
            counts.games += 1;
            game = Match::new();
            game.start(&mut counts, 80);
            game.agree(&mut counts);
        }
    }
    game.finish();
    println!("{actions} actions: {counts:?}");
}
