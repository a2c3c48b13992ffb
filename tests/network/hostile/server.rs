//! A guest whose host is a modified program.

use std::net::TcpListener;
use std::thread;

use cygnet::model::SystemClock;
use cygnet::network::channel::{Receiver, Sender, admit};
use cygnet::network::message::{DeclaredEnd, GameUpdate, Message, Offer, Request};
use cygnet::network::stream::Stream;

use super::program::Program;
use super::{CODE, retry};
use crate::common::terminal::Terminal;

pub const RECORD: &str = "cygnet record 1
game: uglyduck
player 1: human
name 1: Mallory
player 2: human
name 2: Ben
result: none, unfinished
";

/// A host that says what a test wants.
struct FalseHost(TcpListener);

/// The connection of a guest.
struct Guest {
    receiver: Receiver<Stream>,
    sender: Sender<Stream>,
}

impl FalseHost {
    /// Waits until the guest joins, and sends it the game with these moves.
    fn welcome(&self, moves: &[&str]) -> Guest {
        let clock = SystemClock::new();
        let stream = Stream::new(self.0.accept().unwrap().0).unwrap();
        let open = |_| Ok(CODE.parse().unwrap());
        let session = admit(&mut stream.clone(), &clock, open, |_, _, is_right| {
            assert!(is_right);
            Ok(())
        });
        let (receiver, sender) = session.unwrap().split(stream.clone(), stream);
        let mut guest = Guest { receiver, sender };
        guest.receive_until(|message| matches!(message, Message::Hello { .. }));
        guest.send(&Message::Game(GameUpdate {
            record: Some(RECORD.to_owned()),
            ..update(moves.len() as u64, 0, moves)
        }));
        guest
    }
}

impl Guest {
    fn send(&mut self, message: &Message) {
        self.sender.send(message).unwrap();
    }

    fn receive_until(&mut self, is_it: impl Fn(&Message) -> bool) -> Message {
        loop {
            let message = self.receiver.receive().unwrap();
            if is_it(&message) {
                return message;
            }
        }
    }

    /// Waits until the guest closes the connection.
    fn wait_for_close(&mut self) {
        while self.receiver.receive().is_ok() {}
    }
}

pub fn update(step: u64, keep: usize, moves: &[&str]) -> GameUpdate {
    GameUpdate {
        step,
        round: 1,
        host: 1,
        record: None,
        keep,
        moves: moves.iter().map(|text| (*text).to_owned()).collect(),
        end: None,
        clocks: None,
        increment: 0,
        paused: false,
        casual: false,
    }
}

fn end(winner: Option<u8>, reason: &str) -> GameUpdate {
    GameUpdate { end: Some(DeclaredEnd { winner, reason: reason.to_owned() }), ..update(4, 3, &[]) }
}

/// Returns what a modified host sends after three turns, when it is the guest's turn, and why it is not believed.
fn attacks() -> Vec<(Message, &'static str)> {
    let record = Some(RECORD.to_owned());
    let other = Some(RECORD.replace("uglyduck", "uglyduck-xl:4x4"));
    let consent = "without your consent";
    let updates = [
        (update(4, 3, &["e5a1"]), "it sent the illegal move \"e5a1\""),
        (update(4, 3, &["d2c1"]), "it moved for you"),
        (update(4, 1, &[]), "it took back turns without your consent"),
        (end(Some(1), "resigned"), consent),
        (end(None, "agreed"), consent),
        (end(Some(1), "time"), consent),
        (GameUpdate { round: 2, host: 2, record: record.clone(), ..update(4, 0, &[]) }, "it began a game"),
        (GameUpdate { record: other, ..update(4, 0, &[]) }, "it began a game"),
        (GameUpdate { host: 2, record, ..update(4, 0, &[]) }, "it began a game"),
        (update(1, 3, &[]), "it sent a message that does not belong there"),
    ];
    let mut attacks: Vec<_> = updates.map(|(update, why)| (Message::Game(update), why)).into();
    let offer = Offer { at: 3, what: Request::Undo(0) };
    attacks.push((Message::Accept { offer }, "it sent a message that does not belong there"));
    attacks
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_modified_host_cannot_change_the_turns_or_the_end_of_a_game_of_a_guest() {
    // Several guests share the work, because they wait before they join again.
    let attacks = attacks();
    thread::scope(|scope| {
        for some in attacks.chunks(2) {
            scope.spawn(|| check_attacks_on_a_guest(some));
        }
    });
}

/// Makes each attack on the same guest. Its game stays as it is, it says why, and it joins again.
fn check_attacks_on_a_guest(attacks: &[(Message, &str)]) {
    let host = FalseHost(TcpListener::bind("127.0.0.1:0").unwrap());
    let address = host.0.local_addr().unwrap().to_string();
    let mut program = Program::start(&["join", &address, CODE, "--name", "Ben"]);
    let mut guest = host.welcome(&["a1b2"]);
    program.type_line(":play e3d2");
    guest.receive_until(|message| matches!(message, Message::Move { at: 1, text, .. } if text == "e3d2"));
    guest.send(&Message::Game(update(2, 1, &["e3d2"])));
    guest.send(&Message::Game(update(3, 2, &["a2b1"])));
    let moves = ["a1b2", "e3d2", "a2b1"];
    retry("the turns", || program.kept("join").filter(|(kept, _)| *kept == moves));
    let kept = program.kept("join");
    for (message, why) in attacks {
        guest.send(message);
        guest.wait_for_close();
        let sentence = program.wait_for("broke the rules");
        assert!(sentence.contains(*why), "{message:?}: {sentence}");
        assert_eq!(program.kept("join"), kept, "{message:?}");
        guest = host.welcome(&moves);
    }
    // The guest continues from the game that it had.
    program.type_line(":play d2c1");
    guest.receive_until(|message| matches!(message, Message::Move { at: 3, text, .. } if text == "d2c1"));
    assert_eq!(program.said.matches("broke the rules").count(), attacks.len());
}

#[test]
fn a_guest_asks_before_it_joins_a_game_in_which_it_has_played() {
    let host = FalseHost(TcpListener::bind("127.0.0.1:0").unwrap());
    let address = host.0.local_addr().unwrap().to_string();
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start_in((80, 24), &["join", &address, CODE], home.path());
    let _guest = host.welcome(&["a1b2", "e3d2"]);
    terminal.wait_for("The host has a game with 1 of your turns.");
    terminal.wait_for("Join it? [y/n] ");
    terminal.type_in("n\r");
    assert_eq!(terminal.exit_code(), 0);
    // Through a pipe it is only said.
    let mut program = Program::start(&["join", &address, CODE]);
    let mut guest = host.welcome(&["a1b2", "e3d2"]);
    program.wait_for("The host has a game with 1 of your turns.");
    // It is kept at once.
    retry("the turns", || program.kept("join").filter(|(kept, _)| *kept == ["a1b2", "e3d2"]));
    guest.send(&Message::Game(update(3, 2, &["a2b1"])));
    program.type_line(":play d2c1");
    guest.receive_until(|message| matches!(message, Message::Move { at: 3, .. }));
    // A game that cannot be believed is not asked for again, and the host reads why.
    drop(guest);
    let mut guest = host.welcome(&["a1b2"]);
    let why = "the program of the host broke the rules: it took back turns";
    let said = format!("My program says: {why}");
    guest.receive_until(|message| matches!(message, Message::Say { text } if text.starts_with(&said)));
    drop(guest);
    program.wait_for(&format!("error: {why}"));
    assert!(!program.wait_for_end());
    // A script that has resigned does not wait for a host that has left.
    let mut program = Program::start(&["join", &address, CODE, "--stay", "--forget"]);
    let mut guest = host.welcome(&["a1b2"]);
    program.type_line(":resign");
    program.input = None;
    guest.receive_until(|message| matches!(message, Message::Resign { round: 1 }));
    drop(guest);
    program.wait_for_end();
}
