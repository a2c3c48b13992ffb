//! What somebody in the network can read.

use std::collections::BTreeSet;

use cygnet::model::Player;
use cygnet::network::message::{DeclaredEnd, GameUpdate, Message, Offer, Request};
use serde_json::Value;

use crate::computers::{CODE, Computer, Homes, Plan, check_ends};
use crate::proxy::{Fault, Proxy};

const HOST_NAME: &str = "Annabelle";
const GUEST_NAME: &str = "Bernardo";
const CHAT: &str = "nobody else reads this";

/// Returns one message of each kind that these games need, with all their fields.
fn samples() -> Vec<Message> {
    let offer = Offer { at: 1, what: Request::Draw };
    let update = GameUpdate {
        step: 1,
        round: 1,
        host: 1,
        record: Some(String::new()),
        keep: 1,
        moves: Vec::new(),
        end: Some(DeclaredEnd { winner: Some(1), reason: "resigned".to_owned() }),
        clocks: Some([1, 1]),
        increment: 1,
        paused: true,
        casual: true,
    };
    vec![
        Message::Hello { name: Some(String::new()), casual: true },
        Message::Game(update),
        Message::Move { at: 1, text: String::new(), ms: 1 },
        Message::Offer { offer },
        Message::Resign { round: 1 },
        Message::Say { text: String::new() },
        Message::Kept { round: 1 },
        Message::Ping,
    ]
}

/// Adds the keys of all objects, in quotes, and the kind of each message.
fn add_keys(value: &Value, keys: &mut BTreeSet<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        keys.insert(format!("{key:?}"));
        keys.extend(value.as_str().filter(|_| key == "type").map(|kind| format!("{kind:?}")));
        add_keys(value, keys);
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[test]
fn nothing_of_a_game_can_be_read_in_the_network() {
    let plan = Plan::random("uglyduck-xl:4x4", 3, 8);
    let (name, homes) = (plan.game_name(), Homes::new());
    let say = |player| format!(":say {CHAT}\n{}", plan.lines(player, 0));
    let options = ["--side=first", "--format=json", "--name", HOST_NAME];
    let (host, address) = Computer::host(&homes.path("host"), &name, &options, &say(Player::One));
    let proxy = Proxy::start(address, Fault::None);
    let options = ["--format=json", "--name", GUEST_NAME];
    let guest = Computer::join(&homes.path("guest"), proxy.address, &options, &say(Player::Two));
    let (guest, host) = (guest.end(), host.end());
    check_ends(&plan, &host, &guest);
    assert!(guest.stderr.contains(&format!("{HOST_NAME}: {CHAT}")), "{}", guest.stderr);
    assert!(host.stderr.contains(&format!("{GUEST_NAME}: {CHAT}")), "{}", host.stderr);

    let captured = proxy.captured();
    assert!(contains(&captured, "cygnet") && captured.len() > 1000, "nothing was captured");
    let mut secrets =
        BTreeSet::from([CODE, "amber", "otter", HOST_NAME, GUEST_NAME, CHAT, &name].map(String::from));
    secrets.extend(plan.referee.history().moves().iter().map(|mv| mv.to_string()));
    for message in samples() {
        add_keys(&serde_json::from_slice(&message.to_json()).unwrap(), &mut secrets);
    }
    assert!(secrets.contains("\"moves\"") && secrets.contains("\"kept\""), "{secrets:?}");
    // Random bytes look like shorter texts now and then.
    secrets.retain(|secret| secret.len() >= 4);
    let read: Vec<&String> = secrets.iter().filter(|secret| contains(&captured, secret)).collect();
    assert!(read.is_empty(), "{read:?} can be read");
}
