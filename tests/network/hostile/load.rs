//! A host that strangers attack while it plays a game.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use cygnet::model::{GameRng, Stopwatch, SystemClock};
use cygnet::network::channel::Part;
use cygnet::network::code::Code;
use cygnet::network::message::{Message, Offer, Request};

use super::program::{Host, Program, Usage};
use super::raw::{self, Answer, CODE_CLOSED, RawClient, Step, connect};
use super::retry;
use crate::common::samples;
use crate::computers::Plan;

/// The number of handshakes at once that the host allows from one address.
const ATTACKERS: u64 = 4;

/// A game that is played while the host is attacked.
struct Match {
    host: Host,
    guest: Program,
    moves: Vec<String>,
    played: usize,
}

/// Returns a random game that ends by the rules after a few turns.
fn random_game() -> Vec<String> {
    let mut games = (0..).map(|seed| Plan::random("uglyduck", seed, 25).referee);
    let game = games.find(|game| (16..=24).contains(&game.history().plies())).unwrap();
    game.history().moves().iter().map(ToString::to_string).collect()
}

impl Match {
    fn start() -> Self {
        let mut host = Host::start(&["--side", "first", "--spectators", "4"]);
        let guest = host.join();
        host.program.wait_for("Ben has joined");
        Match { host, guest, moves: random_game(), played: 0 }
    }

    /// Plays the next turn, and waits until both sides have kept it.
    fn play(&mut self) {
        let command = format!(":play {}", self.moves[self.played]);
        let mover = if self.played.is_multiple_of(2) { &mut self.host.program } else { &mut self.guest };
        mover.type_line(&command);
        self.played += 1;
        if self.played < self.moves.len() {
            let wanted = &self.moves[..self.played];
            retry(&command, || {
                let kept = [self.host.program.kept("host"), self.guest.kept("join")];
                kept.into_iter().all(|it| it.is_some_and(|(moves, _)| moves == wanted)).then_some(())
            });
        }
    }

    /// Plays until it is the host's turn: then the host reads commands.
    fn play_to_turn_of_host(&mut self) {
        self.play();
        if self.played % 2 == 1 {
            self.play();
        }
    }

    /// Lets the host make a new code for watching, on its turn.
    fn new_watch_code(&mut self) {
        self.host.program.type_line(":code watch");
        let line = self.host.program.wait_for("The new code is ");
        let code = line.split("The new code is ").nth(1).and_then(|rest| rest.split('.').next());
        self.host.watch_code = code.unwrap().to_owned();
    }

    /// Plays to the end. Both programs end with it.
    fn finish(mut self) {
        while self.played < self.moves.len() {
            self.play();
        }
        assert!(self.guest.wait_for_end(), "{}", self.guest.said);
        assert!(self.host.program.wait_for_end(), "{}", self.host.program.said);
        for program in [&self.host.program, &self.guest] {
            assert!(!program.said.contains("panicked"), "{}", program.said);
            assert!(!program.said.contains("broke the rules"), "{}", program.said);
        }
    }
}

/// Changes some bytes.
pub fn mutate(bytes: &mut Vec<u8>, rng: &mut GameRng) {
    for _ in 0..=rng.below(3) {
        let (at, byte) = (rng.below(bytes.len().max(1)), rng.below(256) as u8);
        match rng.below(5) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at.min(bytes.len()), byte),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|it| *it ^= byte | 1),
        }
    }
}

/// Returns a message that a spectator should not send, or any bytes instead of one.
fn bad_message(rng: &mut GameRng) -> Vec<u8> {
    let offer = Offer { at: rng.below(20) as u64, what: Request::Undo(rng.below(9)) };
    let messages = [
        Message::Hello { name: Some("x".repeat(rng.below(100_000))), casual: true },
        Message::Move { at: rng.below(20) as u64, text: "a1b2".to_owned(), ms: u64::MAX },
        Message::Accept { offer },
        Message::Offer { offer },
        Message::Decline { offer },
        Message::Resign { round: 1 },
        Message::Resume,
        Message::Say { text: "\u{1b}[2J".repeat(rng.below(1000)) },
        Message::Kept { round: 1 },
    ];
    let mut bytes = messages[rng.below(messages.len())].to_json();
    match rng.below(6) {
        0 => bytes = vec![b'['; 1 + rng.below(1 << 16)],
        1 => (0..bytes.len()).for_each(|at| bytes[at] = rng.below(256) as u8),
        2 => {}
        _ => mutate(&mut bytes, rng),
    }
    bytes
}

/// Sends something bad on a connection of a spectator.
fn send_bad(client: &mut RawClient, rng: &mut GameRng) {
    if rng.below(3) == 0 {
        client.send(&Message::Hello { name: None, casual: true });
    }
    match rng.below(8) {
        0 => client.send_frame(&[]),
        1 => client.send_frame(&[rng.below(256) as u8]),
        2 => client.send_unencrypted(&[0xff; 40]),
        3 => client.send_unencrypted(&[0, 0, 0, 0]),
        4 if rng.below(10) == 0 => client.send_bytes(&vec![b' '; (1 << 20) + 1]),
        _ => client.send_bytes(&bad_message(rng)),
    }
}

/// Joins once with something wrong. Returns what has happened.
fn malformed(address: &str, code: &str, rng: &mut GameRng) -> &'static str {
    let wrong = match rng.below(32) {
        0 | 1 => return malformed_message(address, code, rng),
        2 => [Step::Key, Step::Proof][rng.below(2)],
        _ => Step::Preamble,
    };
    let is_player = wrong == Step::Preamble && rng.below(2) == 0;
    let part = if is_player { Part::Player } else { Part::Spectator };
    let answer = raw::join(address, part, code, |step, bytes| {
        if step == wrong {
            mutate(bytes, rng);
        }
    });
    match answer.err() {
        None => "joined",
        Some(Answer::Refused(CODE_CLOSED)) => "no code",
        Some(Answer::Refused(_)) => "refused",
        Some(Answer::Wrong) => "wrong code",
        Some(Answer::Closed) => "closed",
    }
}

/// Joins with the right code, and then sends something wrong.
fn malformed_message(address: &str, code: &str, rng: &mut GameRng) -> &'static str {
    match raw::join(address, Part::Spectator, code, |_, _| {}) {
        Ok(mut client) => {
            send_bad(&mut client, rng);
            "wrong message"
        }
        Err(Answer::Refused(CODE_CLOSED)) => "no code",
        Err(_) => "refused",
    }
}

/// Makes malformed connections, as many at a time as the host allows. The host's game stays as it is.
fn attack_with_malformed(game: &mut Match, count: usize, seed: u64) {
    let (address, kept) = (game.host.address.clone(), game.host.program.kept("host"));
    let (results, shared) = (Mutex::new(BTreeMap::new()), Mutex::new(game));
    let attack = |thread| {
        let mut rng = GameRng::from_seed(seed * 100 + thread);
        for _ in 0..count.div_ceil(ATTACKERS as usize) {
            let code = shared.lock().unwrap().host.watch_code.clone();
            let result = malformed(&address, &code, &mut rng);
            *results.lock().unwrap().entry(result).or_insert(0) += 1;
            let mut game = shared.lock().unwrap();
            if result == "no code" && game.host.watch_code == code {
                game.new_watch_code();
            }
        }
    };
    thread::scope(|scope| {
        for thread in 0..ATTACKERS {
            let attack = &attack;
            scope.spawn(move || attack(thread));
        }
    });
    assert_eq!(shared.into_inner().unwrap().host.program.kept("host"), kept);
    println!("malformed connections: {:?}", results.into_inner().unwrap());
}

/// Keeps connections open that send little or nothing, while turns are played.
fn attack_slowly(game: &mut Match, count: usize) {
    let mut streams: Vec<TcpStream> = (0..count).map(|_| connect(&game.host.address)).collect();
    for byte in b"cygn" {
        for stream in streams.iter_mut().step_by(2) {
            // The host has closed most of them.
            let _ = stream.write_all(&[*byte]);
        }
    }
    game.play_to_turn_of_host();
    println!("{count} slow connections: {:?}", Usage::of(game.host.program.pid()));
}

/// Connects and closes as fast as possible, while turns are played. Returns the number of connections.
fn attack_with_flood(game: &mut Match, time: Duration) -> usize {
    let (address, is_over) = (game.host.address.clone(), AtomicBool::new(false));
    let clock = SystemClock::new();
    thread::scope(|scope| {
        let flood = scope.spawn(|| {
            let (watch, mut count) = (Stopwatch::start(&clock), 0);
            while watch.elapsed() < time || !is_over.load(Ordering::Relaxed) {
                count += usize::from(TcpStream::connect(&address).is_ok());
            }
            count
        });
        game.play_to_turn_of_host();
        is_over.store(true, Ordering::Relaxed);
        flood.join().unwrap()
    })
}

/// Tries wrong codes, many at a time. Exactly three are judged.
fn attack_with_wrong_codes(game: &mut Match, tries: usize) {
    game.new_watch_code();
    let (address, right) = (game.host.address.clone(), game.host.watch_code.clone());
    let (judged, others) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let guess = || {
        let code = loop {
            let code = Code::random().to_string();
            if code != right {
                break code;
            }
        };
        match raw::join(&address, Part::Spectator, &code, |_, _| {}) {
            Ok(_) => panic!("a wrong code is right"),
            Err(Answer::Wrong) => judged.fetch_add(1, Ordering::Relaxed),
            Err(_) => others.fetch_add(1, Ordering::Relaxed),
        };
    };
    thread::scope(|scope| {
        for _ in 0..ATTACKERS {
            scope.spawn(|| (0..tries / ATTACKERS as usize).for_each(|_| guess()));
        }
    });
    let refused = retry("refusing", || match raw::join(&address, Part::Spectator, &right, |_, _| {}) {
        Err(Answer::Refused(4)) => None,
        answer => Some(answer.err()),
    });
    assert_eq!(refused, Some(Answer::Refused(CODE_CLOSED)));
    game.host.program.wait_for("Three wrong codes were tried");
    // The last that are not judged get the same answer, whatever they tried.
    let wrong = judged.load(Ordering::Relaxed);
    assert!((3..3 + ATTACKERS as usize).contains(&wrong), "{wrong}");
    println!("{tries} wrong codes: {judged:?} answered as wrong, {others:?} refused or closed");
    game.play_to_turn_of_host();
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_game_goes_on_while_its_host_is_attacked() {
    let malformed = samples(60);
    let is_long = malformed > 600;
    let mut game = Match::start();
    let pid = game.host.program.pid();
    game.play_to_turn_of_host();
    let before = Usage::of(pid);
    println!("before: {before:?}");
    for seed in 0..3 {
        attack_with_malformed(&mut game, malformed / 3, seed);
        game.play_to_turn_of_host();
    }
    attack_slowly(&mut game, if is_long { 1000 } else { 50 });
    let flood = attack_with_flood(&mut game, Duration::from_secs(if is_long { 20 } else { 1 }));
    println!("{flood} connections of a flood: {:?}", Usage::of(pid));
    attack_with_wrong_codes(&mut game, if is_long { 400 } else { 40 });
    let after = retry("closing all attackers", || {
        Some(Usage::of(pid)).filter(|usage| usage.files <= before.files + 1)
    });
    println!("after: {after:?}");
    assert!(after.max_memory <= before.max_memory + (32 << 10), "{before:?} {after:?}");
    assert!(after.memory <= before.memory + (16 << 10), "{before:?} {after:?}");
    game.finish();
}
