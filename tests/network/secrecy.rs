//! What somebody in the network, or with another account on the computer, can read.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use cygnet::model::{Game as _, Player};
use cygnet::network::message::{DeclaredEnd, GameUpdate, Message, Offer, Request};
use serde_json::Value;

use crate::common::terminal::Terminal;
use crate::computers::{CODE, Computer, Homes, Plan, address, check_ends, kept_path};
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
    let arguments = ["host", &name, "--listen=127.0.0.1:0", "--code", CODE, "--side=first", "--format=json"];
    let say = |player| format!(":say {CHAT}\n{}", plan.lines(player, 0));
    let arguments = [&arguments[..], &["--name", HOST_NAME]].concat();
    let host = Computer::start(&homes.path("host"), &arguments, &say(Player::One));
    let proxy = Proxy::start(address(&host), Fault::None);
    let address = proxy.address.to_string();
    let arguments = ["join", &address, CODE, "--format=json", "--name", GUEST_NAME];
    let guest = Computer::start(&homes.path("guest"), &arguments, &say(Player::Two));
    let (guest, host) = (guest.end(), host.end());
    check_ends(&plan, &host, &guest);
    assert!(guest.stderr.contains(&format!("{HOST_NAME}: {CHAT}")), "{}", guest.stderr);
    assert!(host.stderr.contains(&format!("{GUEST_NAME}: {CHAT}")), "{}", host.stderr);

    let captured = proxy.captured();
    assert!(contains(&captured, "cygnet") && captured.len() > 1000, "nothing was captured");
    let mut secrets =
        BTreeSet::from([CODE, "amber", "otter", HOST_NAME, GUEST_NAME, CHAT, &name].map(String::from));
    secrets.extend(plan.referee.history().moves().iter().map(|mv| plan.referee.game().write_move(*mv)));
    for message in samples() {
        add_keys(&serde_json::from_slice(&message.to_json()).unwrap(), &mut secrets);
    }
    assert!(secrets.contains("\"moves\"") && secrets.contains("\"kept\""), "{secrets:?}");
    // Random bytes look like shorter texts now and then.
    secrets.retain(|secret| secret.len() >= 4);
    let read: Vec<&String> = secrets.iter().filter(|secret| contains(&captured, secret)).collect();
    assert!(read.is_empty(), "{read:?} can be read");
}

/// Returns all files, directories and sockets below a directory, and the directory.
fn everything_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).into_iter().flatten() {
        found.extend(everything_in(&entry.unwrap().path()));
    }
    found
}

/// Checks that only the user can use the state directory, and that no name in it is a code.
#[track_caller]
fn assert_private(home: &Path) {
    for path in everything_in(&home.join("cygnet")) {
        let data = fs::symlink_metadata(&path).unwrap();
        assert!(data.permissions().mode() & 0o077 == 0 || !(data.is_file() || data.is_dir()), "{path:?}");
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(!name.contains("amber") && !name.contains("otter"), "{path:?}");
    }
}

#[test]
fn no_file_or_socket_is_named_by_a_code() {
    let homes = Homes::new();
    let (home, folder) = (homes.path("host"), homes.path("host/cygnet/network"));
    let play = |home: &Path, arguments: &[&str]| {
        let mut terminal = Terminal::start(arguments, 100, home);
        terminal.wait_for("(Waiting for");
        terminal
    };
    let host = ["host", "uglyduck", "--listen=127.0.0.1:0", "--side=first", "--code", CODE];
    let mut first = play(&home, &host);
    // A player on this computer needs neither an address nor the code.
    let mut guest = Terminal::start(&["join"], 100, &home);
    first.wait_for("Cell - ");
    first.type_in("a1 b2\r");
    guest.wait_for("Turn of Player 2!");
    assert!(everything_in(&folder.join("sockets")).len() == 2, "the host has a socket");
    let sockets = fs::read_to_string("/proc/net/unix").unwrap_or_default();
    assert!(!sockets.contains(CODE), "{sockets}");
    assert_private(&home);
    first.kill();
    guest.kill();
    // Files with the names of earlier versions, and those that others can read, are found and made private.
    let kept = kept_path(&home, "host");
    let text = fs::read_to_string(&kept).unwrap();
    fs::rename(&kept, folder.join(format!("host-{CODE}.cygnet"))).unwrap();
    fs::remove_file(folder.join("codes.txt")).unwrap();
    for path in everything_in(&home.join("cygnet")) {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        // A socket that nobody listens to has no use.
        let _ = fs::set_permissions(&path, fs::Permissions::from_mode(mode));
    }
    fs::write(folder.join("sockets").join(CODE), "").unwrap();
    let again = Terminal::start(&host[..3], 100, &home).wait_for("Continue it? ");
    assert!(again.contains(&format!("with the code {CODE}")), "{again}");
    assert_private(&home);
    assert_eq!(fs::read_to_string(kept_path(&home, "host")).unwrap(), text);
    play(&home, &["host", "--code", CODE, "--listen=127.0.0.1:0"]).kill();
}
