//! Changed messages of every type, of a hostile guest and a hostile host, as each side follows them, and as a program
//! does that has joined a hostile host.

use std::net::TcpListener;
use std::thread;

use cygnet::engine::referee::Referee;
use cygnet::games::AnyGame;
use cygnet::model::{GameRng, Record};
use cygnet::network::message::{DeclaredEnd, GameUpdate, Message, Offer, Received, Request};
use cygnet::network::side::Side;
use serde_json::{Value, json};

use super::load::mutate;
use super::program::Program;
use super::server::{RECORD, update};
use super::{CODE, raw};
use crate::common::samples;

/// Returns messages of every type that fit after two turns.
fn messages(record: Option<String>) -> Vec<Message> {
    let offers = [Request::Undo(0), Request::Undo(1), Request::Draw, Request::Pause, Request::Again];
    let offers = offers.map(|what| Offer { at: 2, what });
    let mut messages = vec![
        Message::Hello { name: Some("Mallory".to_owned()), casual: true },
        Message::Move { at: 2, text: "a2b1".to_owned(), ms: 100 },
        Message::Resign { round: 1 },
        Message::Resume,
        Message::Say { text: "hello".to_owned() },
        Message::Kept { round: 1 },
        Message::Code { code: "9-amber-otter".to_owned() },
        Message::Ping,
    ];
    for offer in offers {
        messages.extend([Message::Offer { offer }, Message::Accept { offer }, Message::Decline { offer }]);
    }
    for (step, keep, moves) in [(3, 2, &["a2b1"][..]), (2, 0, &["a1b2", "e3d2"]), (3, 1, &[]), (2, 2, &[])] {
        for reason in [None, Some("resigned"), Some("time"), Some("agreed"), Some("forfeited: x")] {
            let mut update = update(step, keep, moves);
            update.record = record.clone().filter(|_| keep == 0);
            update.clocks = Some([60_000, 1]);
            update.end = reason.map(|reason| DeclaredEnd { winner: Some(1), reason: reason.to_owned() });
            messages.push(Message::Game(update));
        }
    }
    messages
}

/// Returns a value at a limit, of another type, long, or with escapes.
fn odd(rng: &mut GameRng) -> Value {
    let values = [
        json!(0),
        json!(-1),
        json!(1),
        json!(2),
        json!(3),
        json!(u32::MAX),
        json!(u64::from(u32::MAX) + 1),
        json!(u64::MAX),
        json!(u64::MAX - 1),
        json!(i64::MIN),
        json!(1.5),
        json!(1e300),
        json!(null),
        json!(true),
        json!(""),
        json!([]),
        json!({}),
        json!([[[[]]]]),
        json!("\u{1b}]0;x\u{7}\u{9b}\u{202e}\0\r\n"),
        json!("a1b2"),
        json!("x".repeat(1 << rng.below(12))),
        json!("ä▲".repeat(70)),
        json!([u64::MAX, u64::MAX]),
        json!(["a1b2", "e3d2", "a2b1", "d2c1"]),
        json!({"undo": u64::MAX}),
        json!("again"),
    ];
    rng.pick(&values).unwrap().clone()
}

/// Changes a value somewhere.
fn change(value: &mut Value, rng: &mut GameRng) {
    match value {
        Value::Object(fields) if !fields.is_empty() && rng.below(8) > 0 => {
            let key = fields.keys().nth(rng.below(fields.len())).unwrap().clone();
            match rng.below(8) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert("extra".to_owned(), odd(rng))),
                _ => change(fields.get_mut(&key).unwrap(), rng),
            }
        }
        Value::Array(items) if !items.is_empty() && rng.below(3) > 0 => {
            let at = rng.below(items.len());
            match rng.below(4) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => change(&mut items[at], rng),
            }
        }
        _ => *value = odd(rng),
    }
}

/// Returns a changed message.
fn mutated(messages: &[Message], rng: &mut GameRng) -> Vec<u8> {
    let message = rng.pick(messages).unwrap().to_json();
    let mut value: Value = serde_json::from_slice(&message).unwrap();
    for _ in 0..rng.below(3) {
        change(&mut value, rng);
    }
    let mut bytes = serde_json::to_vec(&value).unwrap();
    match rng.below(8) {
        0 => mutate(&mut bytes, rng),
        1 => {
            // The same field twice.
            let field =
                format!("\"{}\":{},", ["at", "round", "step", "text", "type"][rng.below(5)], odd(rng));
            bytes.splice(1.min(bytes.len())..1.min(bytes.len()), field.into_bytes());
        }
        _ => {}
    }
    bytes
}

/// Returns a side after two turns, as it is kept.
fn restored(role: &str) -> (Side, Referee<AnyGame>) {
    let clocks = r#"{"control":{"base":{"secs":60,"nanos":0},"increment":{"secs":5,"nanos":0}},"left":[{"secs":60,"nanos":0},{"secs":60,"nanos":0}],"starts":[]}"#;
    let network = format!(
        r#"{{"role":"{role}","host_begins":true,"round":1,"step":2,"consents":[],"clocks":{clocks},"is_paused":false}}"#
    );
    let text = RECORD.replace("record 1", "record 2");
    let text = text.replace("result:", &format!("network: {network}\n1. a1b2\n2. e3d2\nresult:"));
    Side::restore(&text.parse::<Record>().unwrap(), true).unwrap()
}

#[test]
fn changed_messages_leave_a_game_that_can_be_restored() {
    let count = samples(400);
    let messages = messages(Some(RECORD.to_owned()));
    let mut rng = GameRng::from_seed(1);
    for role in ["Host", "Guest"] {
        let (mut believed, mut refused, mut unread) = (0, 0, 0);
        let (mut side, mut referee) = restored(role);
        for number in 0..count {
            if number % 10 == 0 {
                (side, referee) = restored(role);
            }
            let Ok(message) = Message::from_json(&mutated(&messages, &mut rng)) else {
                unread += 1;
                continue;
            };
            let before = side.kept(&referee).to_string();
            let now = std::time::Duration::from_millis(number as u64);
            let result = side.receive(&mut referee, Received::new(message.clone()), now);
            let kept = side.kept(&referee).to_string();
            match result {
                Ok(_) => believed += 1,
                Err(_) => {
                    refused += 1;
                    assert_eq!(before, kept, "{message:?}");
                }
            }
            let again = Side::restore(&kept.parse::<Record>().unwrap(), true);
            assert!(again.is_some(), "{message:?}: {kept}");
            side.update(&referee, now);
            side.whole(&referee, now);
            side.clocks(&referee, now);
        }
        println!("{role}: {believed} believed or ignored, {refused} refused, {unread} not read");
    }
}

/// Sends this many changed messages to programs that have joined, to each until it closes the connection. Returns the
/// number of programs.
fn attack_guests(seed: u64, count: usize) -> usize {
    let messages = messages(Some(RECORD.to_owned()));
    let mut rng = GameRng::from_seed(seed);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (mut sent, mut programs) = (0, 0);
    while sent < count {
        programs += 1;
        let mut program = Program::start(&["join", &address, CODE, "--name", "Ben"]);
        let mut host = raw::welcome(listener.accept().unwrap().0, CODE);
        host.receive_until(|message| matches!(message, Message::Hello { .. }));
        let record = Some(RECORD.to_owned());
        host.send(&Message::Game(GameUpdate { record, ..update(2, 0, &["a1b2", "e3d2"]) }));
        // The guest says that it has read a message, or that it has closed the connection.
        let mut is_open = true;
        while is_open && sent < count {
            host.send_bytes(&mutated(&messages, &mut rng));
            sent += 1;
            let read = format!("read {sent}.");
            host.send(&Message::Say { text: read.clone() });
            let said = program.wait_for_one_of(&[&read, "broke the rules", "no longer connected"]);
            is_open = said.is_some_and(|line| line.contains(&read));
        }
        program.kill();
        program.wait_for_end();
        assert!(!program.said.contains("panicked"), "{}", program.said);
        assert!(!program.said.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{:?}", program.said);
    }
    programs
}

#[test]
fn a_guest_withstands_changed_messages() {
    let count = samples(8);
    let programs: usize = thread::scope(|scope| {
        let attacks = [1, 2, 3, 4].map(|seed| scope.spawn(move || attack_guests(seed, count / 4)));
        attacks.into_iter().map(|attack| attack.join().unwrap()).sum()
    });
    println!("{count} changed messages to {programs} programs");
}
