//! Games between two computers in a simulated network, each from one seed.
//!
//! The seed decides what both players do, how long messages take, when the connection is lost and with how many
//! messages on their way, and when a side is killed. A side that is killed continues from what it kept on disk.
//!
//! A failure names its seed; `CYGNET_SEED=7` replays that game and prints its log.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::Duration;

use cygnet::engine::referee::Referee;
use cygnet::games::{self, AnyGame, AnyMove, FAMILIES};
use cygnet::model::{GameRng, Player, Position as _, Record, Seating};

use cygnet::network::message::{Message, Offer, Received, Request};
use cygnet::network::side::{News, Role, Side};
use cygnet::words::TimeControl;

use crate::common::{samples, seed};

/// The number of steps with faults in a game. Afterwards it is played to its end.
const STEPS: usize = 300;
/// The number of steps after which a game must be over.
const MAX_STEPS: usize = 20_000;
/// The number of games that are played twice: their seeds must give the same games again.
const REPLAYS: u64 = 3;

/// A side with its referee, and what it kept on disk.
struct Computer {
    side: Side,
    referee: Referee<AnyGame>,
    disk: Record,
    /// The records of the finished games, by their number.
    finished: Vec<(u32, String)>,
    has_sent_kept: bool,
}

/// Messages on their way, oldest first.
type Wire = VecDeque<Message>;

struct World {
    rng: GameRng,
    now: Duration,
    computers: [Option<Computer>; 2],
    /// The wires to the host and to the guest, if they are connected.
    wires: Option<[Wire; 2]>,
    /// Whether the connection is lost, and only what was on its way still arrives.
    is_closing: bool,
    log: String,
    faults: usize,
}

const HOST: usize = 0;
const GUEST: usize = 1;

impl Computer {
    fn new(side: Side, referee: Referee<AnyGame>) -> Self {
        let disk = side.kept(&referee);
        Computer { side, referee, disk, finished: Vec::new(), has_sent_kept: false }
    }

    fn keep(&mut self) {
        let is_possible = |offer: Offer| self.side.offer_now(&self.referee, offer.what) == Some(offer);
        assert!(self.side.asked().is_none_or(is_possible), "a player is asked what is no longer possible");
        self.disk = self.side.kept(&self.referee);
        let is_over = self.referee.ending().is_some() && self.side.is_confirmed(&self.referee);
        if is_over && self.finished.iter().all(|(round, _)| *round != self.side.round()) {
            let record = self.referee.record(self.side.head()).to_string();
            self.finished.push((self.side.round(), record));
        }
    }

    /// Starts again from the disk.
    fn restart(self) -> Self {
        let disk = self.disk.to_string().parse::<Record>().unwrap();
        let (side, referee) = Side::restore(&disk, false).unwrap();
        assert_eq!(referee.history().moves(), self.referee.history().moves(), "a shown turn is lost");
        assert_eq!(referee.ending(), self.referee.ending());
        assert_eq!(side.head(), self.side.head());
        Computer { side, referee, disk, finished: self.finished, has_sent_kept: false }
    }
}

impl World {
    fn new(seed: u64) -> Self {
        let mut rng = GameRng::from_seed(seed);
        let names: Vec<&str> = FAMILIES.iter().flat_map(|family| family.examples.iter().copied()).collect();
        let game = games::open(names[rng.below(names.len())]).unwrap();
        let mut head = Record::new(game.name()).with_seats([Seating::HUMAN; 2]);
        head.names[0] = Some("Ana".to_owned());
        head.date = "2026-11-25".parse().ok();
        let control = (rng.below(2) == 0).then(|| TimeControl::in_minutes("1+1").unwrap());
        let host = Player::BOTH[rng.below(2)];
        let side = Side::host(head, host, control, false);
        let host = Computer::new(side, Referee::new(&game).with_human(true));
        World {
            rng,
            now: Duration::ZERO,
            computers: [Some(host), None],
            wires: None,
            is_closing: false,
            log: String::new(),
            faults: 0,
        }
    }

    fn is_lucky(&mut self, chance: usize) -> bool {
        self.rng.below(chance) == 0
    }

    fn note(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.log, "{:>7} {text}", self.now.as_millis());
    }

    /// Keeps the state of a side, and then sends its messages: what is kept is always what was sent.
    fn send(&mut self, who: usize, messages: Vec<Message>) {
        let now = self.now;
        let Some(computer) = &mut self.computers[who] else { return };
        computer.keep();
        let mut messages = messages;
        messages.extend(computer.side.update(&computer.referee, now));
        let is_over = computer.referee.ending().is_some() && computer.side.is_confirmed(&computer.referee);
        if who == GUEST && is_over && !computer.has_sent_kept {
            computer.has_sent_kept = true;
            messages.push(Message::Kept { round: computer.side.round() });
        }
        // Before both know the game, nothing else is sent.
        let is_present = computer.side.is_present() && !self.is_closing;
        for message in messages.into_iter().filter(|_| is_present) {
            self.note(format_args!("{who} sends {message:?}"));
            if let Some(wires) = &mut self.wires {
                let bytes = message.to_json();
                wires[1 - who].push_back(Message::from_json(&bytes).unwrap());
            }
        }
    }

    fn connect(&mut self) {
        self.note(format_args!("connected"));
        self.wires = Some([Wire::new(), Wire::new()]);
        let name = ["", "Ben", "\u{1b}[2J"][self.rng.below(3)];
        let hello = Message::Hello { name: Some(name.to_owned()), casual: true };
        self.wires.as_mut().unwrap()[HOST].push_back(hello);
    }

    fn disconnect(&mut self) {
        self.note(format_args!("disconnected"));
        // What is still on its way arrives in part.
        if let Some(wires) = &mut self.wires {
            for wire in wires {
                wire.truncate(self.rng.below(wire.len() + 1));
            }
        }
        self.is_closing = true;
        for who in [HOST, GUEST] {
            while self.deliver(who) {}
        }
        (self.wires, self.is_closing) = (None, false);
        for computer in self.computers.iter_mut().flatten() {
            computer.side.disconnected(&computer.referee, self.now);
        }
        for who in [HOST, GUEST] {
            self.send(who, Vec::new());
        }
    }

    fn kill(&mut self, who: usize) {
        self.note(format_args!("{who} is killed"));
        self.disconnect();
        self.computers[who] = self.computers[who].take().map(Computer::restart);
    }

    /// Delivers the next message to `who`, if there is one.
    fn deliver(&mut self, who: usize) -> bool {
        let Some(message) = self.wires.as_mut().and_then(|wires| wires[who].pop_front()) else {
            return false;
        };
        self.note(format_args!("{who} gets {message:?}"));
        let now = self.now;
        let Some(computer) = &mut self.computers[who] else {
            let (side, referee) = Side::join(Role::Guest, &Received::new(message), false, now).unwrap();
            self.computers[GUEST] = Some(Computer::new(side, referee));
            self.send(GUEST, Vec::new());
            return true;
        };
        let is_whole = matches!(&message, Message::Game(update) if update.record.is_some());
        let news = computer.side.receive(&mut computer.referee, Received::new(message), now);
        let news = news.unwrap_or_else(|violation| panic!("{who}: {violation}"));
        let mut messages = Vec::new();
        if news == Some(News::Joined) {
            let _ = computer.side.update(&computer.referee, now);
            messages.push(computer.side.whole(&computer.referee, now));
        }
        if is_whole {
            computer.has_sent_kept = false;
        }
        if is_whole || news == Some(News::Joined) {
            messages.extend(computer.side.repeat(&computer.referee));
        }
        self.send(who, messages);
        true
    }

    /// Lets the player of a side do something.
    fn act(&mut self, who: usize, is_final: bool) {
        let (now, choice) = (self.now, self.rng.below(20));
        let Some(computer) = &mut self.computers[who] else { return };
        let (side, referee) = (&mut computer.side, &mut computer.referee);
        let plies = referee.history().plies();
        side.check_time(referee, now);
        let request = match choice {
            0 if plies > 0 => Some(Request::Undo(plies - 1 - (plies - 1) / 2)),
            1 => Some(Request::Draw),
            2 => Some(Request::Pause),
            3..8 => Some(Request::Again),
            _ => None,
        };
        let offer = request.and_then(|request| side.offer_now(referee, request));
        let mut messages = Vec::new();
        if referee.ending().is_none() && side.own() == Some(referee.to_move()) && (choice > 7 || is_final) {
            let moves: Vec<AnyMove> = referee.position().moves();
            let mv = moves[self.rng.below(moves.len())];
            self.log += &format!("{who} plays {}\n", mv);
            messages.extend(side.play(referee, mv, now).unwrap());
        } else if choice == 7 && plies > 20 && !side.has_consented() {
            messages.extend(side.resign(referee));
        } else if side.asked().is_some() && choice < 12 {
            messages.extend(side.answer(referee, choice % 2 == 0, now));
        } else if side.is_paused() {
            messages.extend(side.resume(now));
        } else if let Some(offer) = offer.filter(|_| !side.has_consented() && !is_final) {
            messages.extend(side.offer(referee, offer, now));
        }
        self.send(who, messages);
    }

    fn step(&mut self) {
        self.now += Duration::from_millis(self.rng.below(1500) as u64);
        match self.rng.below(40) {
            0 => self.disconnect(),
            1 if self.is_lucky(2) => {
                self.faults += 1;
                self.kill(HOST);
            }
            2 if self.is_lucky(2) => {
                self.faults += 1;
                self.kill(GUEST);
            }
            3..12 if self.wires.is_none() => self.connect(),
            number => {
                let who = number % 2;
                if number < 25 {
                    self.deliver(who);
                } else {
                    self.act(who, false);
                }
            }
        }
    }

    fn is_settled(&self) -> bool {
        let [Some(host), Some(guest)] = &self.computers else { return false };
        let is_quiet = self.wires.as_ref().is_some_and(|wires| wires.iter().all(VecDeque::is_empty));
        is_quiet && host.referee.ending().is_some() && guest.referee.ending().is_some()
    }

    fn run(&mut self) {
        (0..STEPS).for_each(|_| self.step());
        self.disconnect();
        self.connect();
        for _ in 0..MAX_STEPS {
            if self.is_settled() {
                break;
            }
            for who in [HOST, GUEST] {
                while self.deliver(who) {}
            }
            for who in [HOST, GUEST] {
                self.act(who, true);
            }
        }
        self.check();
    }

    fn check(&self) {
        let [Some(host), Some(guest)] = &self.computers else { panic!("nobody joined") };
        assert!(self.is_settled(), "the game does not end");
        assert_eq!(host.side.round(), guest.side.round());
        let record = |computer: &Computer| computer.referee.record(computer.side.head()).to_string();
        assert_eq!(record(host), record(guest), "the records differ");
        assert_eq!(
            host.side.clocks(&host.referee, self.now).is_some(),
            guest.side.clocks(&guest.referee, self.now).is_some()
        );
        for (round, record) in &guest.finished {
            let same = host.finished.iter().find(|(other, _)| other == round);
            assert_eq!(same.map(|(_, record)| record), Some(record), "game {round}");
        }
    }
}

/// Plays the game of a seed. Returns its log, and whether no rule was broken.
fn play(seed: u64) -> (String, usize, std::thread::Result<()>) {
    let mut world = World::new(seed);
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.run()));
    (world.log, world.faults, result)
}

#[test]
fn both_sides_keep_the_same_games_whatever_the_network_does() {
    if let Some(seed) = seed() {
        let (log, _, result) = play(seed);
        println!("{log}");
        assert!(result.is_ok());
        return;
    }
    let games = samples(50) as u64;
    let (mut failed, mut kills, mut messages) = (Vec::new(), 0, 0);
    for seed in 0..games {
        let (log, faults, result) = play(seed);
        (kills, messages) = (kills + faults, messages + log.matches(" gets ").count());
        failed.extend(result.is_err().then_some(seed));
        assert!(seed >= REPLAYS || play(seed).0 == log, "seed {seed} does not replay its game");
    }
    println!("{games} games, {messages} messages, {kills} kills, failed: {failed:?}");
    assert_eq!(failed, [0; 0], "replay one with CYGNET_SEED");
}
