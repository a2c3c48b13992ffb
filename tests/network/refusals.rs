//! Who may join: codes, versions, and games on the same computer.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::thread;

use cygnet::model::Player;

use crate::common::terminal::Terminal;
use crate::computers::{CODE, Computer, End, Homes, Plan, address, check_ends, invitation, kept_path};
use crate::proxy::{Fault, Proxy};

/// A code that no host here has.
const WRONG_CODE: &str = "8-amber-otter";
/// The first message of a side with another version of the protocol.
const OTHER_VERSION: [u8; 9] = *b"cygnet\x00\x02\x00";

/// Joins or watches with a code, and returns the end.
fn try_to(command: &str, address: SocketAddr, code: &str, home: &Path) -> End {
    Computer::start(home, &[command, &address.to_string(), code], "").end()
}

fn plan() -> Plan {
    Plan::random("uglyduck-xl:3x3", 1, 6)
}

#[test]
fn a_code_is_closed_after_three_wrong_tries_and_the_host_can_make_another() {
    let homes = Homes::new();
    let arguments = ["host", "uglyduck", "--listen=127.0.0.1:0", "--side=first"];
    let mut host = Terminal::start(&arguments, 100, &homes.path("host"));
    let shown = host.wait_for("(Waiting for");
    let (address, code) = invitation(&shown, "cygnet join ");
    let home = homes.path("guest");
    // The number is not the same, whatever it is.
    let (number, words) = code.split_once('-').unwrap();
    let wrong = format!("{}-{words}", if number == "1" { "2" } else { "1" });
    for _ in 0..3 {
        let end = try_to("join", address, &wrong, &home);
        assert_eq!(end.code, Some(1), "{}", end.stderr);
        assert!(end.stderr.contains("the code is wrong"), "{}", end.stderr);
    }
    host.wait_for("Three wrong codes were tried, so the code no longer works.");
    // The right code and another wrong one get the same answer.
    for code in [&code, &wrong] {
        let end = try_to("join", address, code, &home);
        assert_eq!(end.code, Some(1), "{}", end.stderr);
        assert!(
            end.stderr.contains("this code no longer works: ask the host for a new one"),
            "{}",
            end.stderr
        );
    }
    host.type_in(":code\r");
    host.wait_for("(The new code is ");
    let shown = host.wait_for(". The old one");
    let new = shown.strip_suffix(". The old one").unwrap();
    let mut guest = Terminal::start(&["join", &address.to_string(), new], 100, &home);
    host.wait_for("(The other player has joined.)");
    // The game continues while others guess at the code for watching, or want to join.
    let watcher = homes.path("watcher");
    for _ in 0..3 {
        let end = try_to("watch", address, &wrong, &watcher);
        assert!(end.code == Some(1) && end.stderr.contains("the code is wrong"), "{}", end.stderr);
    }
    host.wait_for("so the code for watching no longer works.");
    let end = try_to("join", address, &wrong, &watcher);
    assert!(
        end.code == Some(1) && end.stderr.ends_with("another player has already joined\n"),
        "{}",
        end.stderr
    );
    host.type_in("a3 b3\r");
    guest.wait_for("Player 1 plays a3 b3.");
    guest.type_in("e3 d3\r");
    host.wait_for("Player 2 plays e3 d3.");
}

#[test]
fn a_guest_says_which_versions_there_are() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let host = thread::spawn(move || {
        let (mut guest, _) = listener.accept().unwrap();
        let mut question = [0; 9];
        guest.read_exact(&mut question).unwrap();
        guest.write_all(&OTHER_VERSION).unwrap();
        // Until the guest leaves.
        let _ = guest.read_to_end(&mut Vec::new());
    });
    let homes = Homes::new();
    let end = try_to("join", address, CODE, &homes.path("guest"));
    host.join().unwrap();
    assert_eq!(end.code, Some(1), "{}", end.stderr);
    let expected = "this side has version 1 of the protocol and the other side has 2: update the older one";
    assert!(end.stderr.contains(expected), "{}", end.stderr);
    assert_eq!(end.stderr.matches("version").count(), 1, "{}", end.stderr);
}

#[test]
fn a_host_goes_on_after_another_version_and_other_programs() {
    let (plan, homes) = (plan(), Homes::new());
    let [first, second] = Player::BOTH.map(|player| plan.lines(player, 0));
    let options = ["--format=json", "--side=first"];
    let (host, address) = Computer::host(&homes.path("host"), &plan.game_name(), &options, &first);
    let answer_to = |question: &[u8]| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(question).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    };
    assert_eq!(answer_to(&OTHER_VERSION), *b"cygnet\x00\x01\x00", "the other side learns the version");
    host.wait_for("(Someone could not join: their cygnet speaks version ");
    assert_eq!(answer_to(b"GET / HTTP/1.1\r\n\r\n"), *b"");
    let guest = Computer::join(&homes.path("guest"), address, &options[..1], &second);
    let (guest, host) = (guest.end(), host.end());
    check_ends(&plan, &host, &guest);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_guest_who_comes_back_waits_until_the_host_has_noticed_that_it_was_gone() {
    let (plan, homes) = (plan(), Homes::new());
    let [first, second] = Player::BOTH.map(|player| plan.lines(player, 0));
    let options = ["--format=json", "--side=first"];
    let (host, address) = Computer::host(&homes.path("host"), &plan.game_name(), &options, &first);
    let arguments = ["join", &address.to_string(), CODE];
    let mut gone = Terminal::start(&arguments, 100, &homes.path("gone"));
    gone.wait_for("Choose a piece: ");
    let folder = homes.path("back/cygnet/network");
    fs::write(folder.join("codes.txt"), format!("game {CODE}\n")).unwrap();
    fs::copy(kept_path(&homes.path("gone"), "join"), folder.join("join-game.cygnet")).unwrap();
    let proxy = Proxy::start(address, Fault::None);
    let back = Computer::join(&homes.path("back"), proxy.address, &options[..1], &second);
    // The first connection was refused.
    proxy.wait_for_connections(2);
    gone.kill();
    let (back, host) = (back.end(), host.end());
    check_ends(&plan, &host, &back);
}

#[test]
fn the_only_game_on_this_computer_can_be_joined_without_arguments() {
    let (plan, homes) = (plan(), Homes::new());
    let (name, home) = (plan.game_name(), homes.path("home"));
    let host = |code: &str| {
        let arguments =
            ["host", &name, "--listen=127.0.0.1:0", "--code", code, "--side=first", "--format=json"];
        let host = Computer::start(&home, &arguments, &plan.lines(Player::One, 0));
        address(&host);
        host
    };
    let join = || Computer::start(&home, &["join", "--format=json"], &plan.lines(Player::Two, 0));
    let (host_here, other) = (host(CODE), host(WRONG_CODE));
    let several = join().end();
    assert!(several.stderr.contains(CODE) && several.stderr.contains(WRONG_CODE), "{}", several.stderr);
    // A host that is killed has no game any more.
    drop(other);
    let guest = join();
    let (guest, host) = (guest.end(), host_here.end());
    check_ends(&plan, &host, &guest);
}

#[test]
fn commands_that_cannot_begin_say_why() {
    let homes = Homes::new();
    let clock =
        "'40/60' for '--clock <MINUTES+SECONDS>': expected a time, or a time and an increment such as";
    let address = "cygnet join ADDRESS CODE (a game on this computer is at 127.0.0.1)";
    let none = "error: you are not hosting a game on this computer";
    let other = "error: you are not hosting a game with the code 7-amber-otter on this computer";
    for (command, code, wanted) in [
        (&["host", "uglyduck", "--clock", "40/60"][..], 2, [clock; 2]),
        (&["host", "uglyduck", "--tc", "40/60"], 2, [clock; 2]),
        (&["host", "uglyduck", "--restricted"], 2, ["--restricted does not allow hosting"; 2]),
        (&["join"], 1, [none, address]),
        (&["join", CODE], 1, [other, address]),
        (&["join", "localhost", " "], 2, ["error: no code was given: a code is a number"; 2]),
    ] {
        let end = Computer::start(&homes.path("home"), command, "").end();
        assert_eq!(end.code, Some(code), "{command:?}: {}", end.stderr);
        assert!(wanted.iter().all(|text| end.stderr.contains(text)), "{command:?}: {}", end.stderr);
    }
}

#[test]
fn a_code_is_asked_for_and_explained() {
    let homes = Homes::new();
    let mut guest = Terminal::start(&["join", "localhost"], 100, &homes.path("guest"));
    for line in ["", "?"] {
        guest.wait_for("Code: ");
        guest.type_in(&format!("{line}\r"));
        guest.wait_for("Type the code that the host shows: a number and two words, like 7-amber-otter.");
    }
}

#[test]
fn a_kept_game_is_not_played_at_a_host_that_has_another_code() {
    let homes = Homes::new();
    let host = |code: &str, home: &str| {
        let arguments = ["host", "uglyduck", "--listen=127.0.0.1:0", "--side=second", "--code", code];
        let mut host = Terminal::start(&arguments, 100, &homes.path(home));
        let (address, _) = invitation(&host.wait_for("(Waiting for"), "cygnet join ");
        (host, address.to_string())
    };
    let (mut kept_by, address) = host(CODE, "host");
    let mut guest = Terminal::start(&["join", &address, CODE], 100, &homes.path("guest"));
    guest.wait_for("Cell - ");
    guest.type_in("a3 b3\r");
    kept_by.wait_for("Player 1 plays a3 b3.");
    guest.kill();
    let (_other, address) = host(WRONG_CODE, "other");
    let mut guest = Terminal::start(&["join", &address, CODE], 100, &homes.path("guest"));
    let shown = guest.wait_for("error: the code is wrong");
    assert!(!shown.contains("Cell - ") && !shown.contains('#'), "{shown}");
    assert!(shown.ends_with("\nerror: the code is wrong"), "{shown}");
    assert_eq!(guest.exit_code(), 1);
}
