//! A game between two computers. The first line names the game; each other line is something that happens:
//!
//! | line | what happens |
//! | --- | --- |
//! | `host JSON`, `guest JSON`, `watch JSON` | this message arrives there, from any sender |
//! | `join` | the guest and the spectator connect, and get the game |
//! | `send` | what both sides have to say arrives |
//! | `lose` | what both sides have to say is lost |
//! | `host ACTION`, `guest ACTION` | the player there does something: `play N`, `undo N`, `draw`, `pause`, `again`, `yes`, `no`, `resign`, `resume`, `leave`, `restart` |
//! | `wait N` | N seconds pass |
//!
//! The same bytes also arrive in a handshake, at both sides.

mod checks;
mod handshake;

use std::time::Duration;

use cygnet::engine::referee::Referee;
use cygnet::games::AnyGame;
use cygnet::model::{Player, Position as _, Record, Seating};
use cygnet::network::message::{GameUpdate, Message, Offer, Received, Request};
use cygnet::network::side::{News, Role, Side};
use cygnet::words::TimeControl;

use super::{MAX_LISTED_MOVES, check_message, check_printable, first_line, open};

/// The maximum number of lines.
const MAX_LINES: usize = 60;

/// A side with its referee.
#[derive(Clone)]
struct Computer {
    side: Side,
    referee: Referee<AnyGame>,
    /// What the player here agreed to or asked for, and was not carried out or has lapsed.
    consents: Vec<Offer>,
    has_resigned: bool,
    /// The step of the last update that this side has believed.
    step: u64,
    /// The messages to send.
    wire: Vec<Message>,
}

impl Computer {
    fn new(side: Side, referee: Referee<AnyGame>, step: u64) -> Self {
        Computer { side, referee, consents: Vec::new(), has_resigned: false, step, wire: Vec::new() }
    }

    /// Starts again from what is kept.
    fn restart(&mut self) {
        let kept =
            self.side.kept(&self.referee).to_string().parse::<Record>().expect("a kept game is a record");
        (self.side, self.referee) = Side::restore(&kept, true).expect("a kept game can be restored");
        self.wire.clear();
        // It no longer knows whether the host has its last move, so it believes the update before that move too.
        self.step = self.step.saturating_sub(1);
    }

    /// Does what the player here wants, if it is possible.
    fn act(&mut self, action: &str, now: Duration) {
        let (word, number) = action.split_once(' ').unwrap_or((action, ""));
        let number = number.parse().unwrap_or(0);
        let (side, referee) = (&mut self.side, &mut self.referee);
        let message = match word {
            "play" => return self.play(number, now),
            "undo" => return self.offer(Request::Undo(number), now),
            "draw" => return self.offer(Request::Draw, now),
            "pause" => return self.offer(Request::Pause, now),
            "again" => return self.offer(Request::Again, now),
            "restart" => return self.restart(),
            "yes" => {
                self.consents.extend(side.asked());
                side.answer(referee, true, now)
            }
            "no" => side.answer(referee, false, now),
            "resign" if referee.ending().is_none() => {
                self.has_resigned = true;
                side.resign(referee)
            }
            "resume" => side.resume(now),
            "leave" => {
                side.disconnected(referee, now);
                self.wire.clear();
                None
            }
            _ => None,
        };
        self.wire.extend(message);
    }

    fn play(&mut self, number: usize, now: Duration) {
        let position = self.referee.position();
        let is_turn = self.side.own() == Some(self.referee.to_move()) && self.referee.ending().is_none();
        if !is_turn || position.count_moves() > MAX_LISTED_MOVES {
            return;
        }
        let moves = position.moves();
        let message = self.side.play(&mut self.referee, moves[number % moves.len()], now);
        self.wire.extend(message.expect("the move is legal"));
    }

    fn offer(&mut self, what: Request, now: Duration) {
        if let Some(offer) = self.side.offer_now(&self.referee, what) {
            self.consents.push(offer);
            self.wire.extend(self.side.offer(&mut self.referee, offer, now));
        }
    }
}

struct World {
    now: Duration,
    host: Computer,
    guest: Option<Computer>,
    spectator: Option<Computer>,
}

/// Checks that no message harms a side: what its player did stays, and its game is legal and can be restored.
pub fn check(data: &[u8]) {
    handshake::check(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (name, lines) = first_line(text);
    let name = name.strip_suffix(" timed").unwrap_or(name);
    let Some(game) = open(name) else { return };
    let mut world = World::new(&game, text.lines().next().is_some_and(|line| line.ends_with(" timed")));
    for line in lines.lines().take(MAX_LINES) {
        world.now += Duration::from_millis(10);
        world.happen(line);
    }
    [Some(world.host), world.guest, world.spectator].iter().flatten().for_each(checks::check_kept);
}

impl World {
    fn new(game: &AnyGame, is_timed: bool) -> Self {
        let mut head = Record::new(game.name()).with_seats([Seating::HUMAN; 2]);
        head.names[0] = Some("Ana".to_owned());
        head.date = "2026-11-25".parse().ok();
        let control = is_timed.then(|| TimeControl::in_minutes("1+1").expect("a time control"));
        let side = Side::host(head, Player::One, control, true);
        let host = Computer::new(side, Referee::new(game).with_human(true), 0);
        World { now: Duration::ZERO, host, guest: None, spectator: None }
    }

    fn happen(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.starts_with('{')) {
            ("host" | "guest" | "watch", true) => {
                let Ok(message) = Message::from_json(rest.as_bytes()) else { return };
                assert_eq!(Message::from_json(&message.to_json()).ok().as_ref(), Some(&message));
                self.deliver(word, message);
            }
            ("host", false) => {
                let had_ended = self.host.referee.ending();
                self.host.act(rest, self.now);
                if had_ended != self.host.referee.ending() {
                    self.host.consents.clear();
                }
            }
            ("guest", false) => {
                if let Some(guest) = &mut self.guest {
                    guest.act(rest, self.now);
                }
            }
            ("join", _) => self.join(),
            ("send", _) => self.send(),
            ("lose", _) => {
                self.host.wire.clear();
                let _ = self.host.side.update(&self.host.referee, self.now);
                self.guest.iter_mut().for_each(|guest| guest.wire.clear());
            }
            ("wait", _) => self.now += Duration::from_secs(u64::from(rest.parse::<u16>().unwrap_or(1))),
            _ => {}
        }
    }

    fn join(&mut self) {
        self.deliver("host", Message::Hello { name: Some("Ben".to_owned()), casual: true });
        self.send();
        let whole = self.host.side.whole(&self.host.referee, self.now);
        self.deliver("guest", whole.clone());
        self.deliver("watch", whole);
        if let Some(guest) = &mut self.guest {
            let messages = guest.side.repeat(&guest.referee);
            guest.wire.splice(.., messages);
        }
        let messages = self.host.side.repeat(&self.host.referee);
        self.host.wire.splice(.., messages);
    }

    fn send(&mut self) {
        let messages = self.guest.as_mut().map(|guest| std::mem::take(&mut guest.wire));
        messages.into_iter().flatten().for_each(|message| self.deliver("host", message));
        self.host.side.check_time(&mut self.host.referee, self.now);
        let messages = std::mem::take(&mut self.host.wire);
        messages.into_iter().for_each(|message| self.deliver("guest", message));
        if let Some(update) = self.host.side.update(&self.host.referee, self.now) {
            self.deliver("guest", update.clone());
            self.deliver("watch", update);
        }
    }

    /// Delivers a message, and checks what it does there.
    fn deliver(&mut self, place: &str, message: Message) {
        let (computer, role) = match place {
            "host" => return receive(&mut self.host, message, self.now),
            "guest" => (&mut self.guest, Role::Guest),
            _ => (&mut self.spectator, Role::Spectator),
        };
        match (computer, message) {
            (Some(computer), message) => receive(computer, message, self.now),
            (computer @ None, Message::Game(update)) => *computer = begin(role, update, self.now),
            (None, _) => {}
        }
    }
}

/// Joins the game of an update, if it is valid.
fn begin(role: Role, update: GameUpdate, now: Duration) -> Option<Computer> {
    let step = update.step;
    let (side, referee) = Side::join(role, &Received::new(Message::Game(update)), true, now).ok()?;
    let computer = Computer::new(side, referee, step);
    checks::check_kept(&computer);
    Some(computer)
}

/// Lets a side receive a message.
fn receive(computer: &mut Computer, message: Message, now: Duration) {
    let before = computer.clone();
    let result = computer.side.receive(&mut computer.referee, Received::new(message.clone()), now);
    match &result {
        Err(violation) => {
            check_message(&violation.to_string());
            checks::check_unchanged(&before, computer);
        }
        Ok(Some(News::Said(text))) => check_printable(text),
        Ok(_) => {}
    }
    if result.is_ok() {
        checks::check_change(&before, computer, &message);
        checks::note(&before, computer, &message);
    }
}
