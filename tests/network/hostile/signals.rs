//! Programs that are asked to end while the other side does not answer.
#![allow(clippy::disallowed_methods, reason = "measures real programs")]

use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

use cygnet::network::channel::Part;
use cygnet::network::message::Message;
use rustix::process::Signal;

use super::raw;
use crate::common::terminal::Terminal;
use crate::computers::{CODE, Homes, invitation};

/// How long a program may take to end. Waiting for the other side takes two seconds or more.
const AT_ONCE: Duration = Duration::from_millis(1500);

fn start(arguments: &str, home: &Path) -> Terminal {
    Terminal::start(&arguments.split(' ').collect::<Vec<_>>(), 100, home)
}

/// Asks a program to end, and checks that it does.
#[track_caller]
fn end(terminal: &mut Terminal) {
    let began = Instant::now();
    terminal.signal(Signal::TERM);
    let code = terminal.exit_code();
    let time = began.elapsed();
    println!("ended after {time:?}");
    assert!(time < AT_ONCE, "{time:?}");
    assert_eq!(code, 128 + 15, "{}", terminal.rest());
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_signal_ends_a_program_at_once_whatever_the_other_side_does() {
    let homes = Homes::new();
    for seat in ["human", "expert:60"] {
        let words = format!("host uglyduck --listen=127.0.0.1:0 --code {CODE} --p1 {seat}");
        let mut host = start(&words, &homes.path(seat));
        let shown = host.wait_for("(Waiting for");
        let (address, watch_code) = invitation(&shown, "cygnet watch ");
        let join = format!("join {address} {CODE}");
        let mut guest = start(&join, &homes.path(&format!("{seat}-guest")));
        host.wait_for("has joined.)");
        let mut silent = raw::join_soon(&address.to_string(), Part::Spectator, &watch_code);
        silent.send(&Message::Hello { name: None, casual: false });
        host.wait_for("(One person is watching.)");
        guest.wait_for("Player 1");
        guest.signal(Signal::STOP);
        if seat == "human" {
            host.type_in("a1 b2\r");
            host.wait_for("Press any key");
            host.type_in(":say anybody?\r");
            host.wait_for("anybody?");
        }
        end(&mut host);
        guest.signal(Signal::CONT);
        guest.wait_for("no longer connected");
        end(&mut guest);
    }
    // The host does not run, or says nothing at the door.
    let mut host = start(&format!("host uglyduck --listen=127.0.0.1:0 --code {CODE}"), &homes.path("host"));
    let (address, watch_code) = invitation(&host.wait_for("(Waiting for"), "cygnet watch ");
    let mut guest = start(&format!("join {address} {CODE}"), &homes.path("guest"));
    let mut spectator = start(&format!("watch {address} {watch_code}"), &homes.path("guest"));
    host.wait_for("(One person is watching.)");
    for terminal in [&mut guest, &mut spectator] {
        terminal.wait_for("Player 1");
    }
    host.signal(Signal::STOP);
    end(&mut guest);
    end(&mut spectator);
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = door.local_addr().unwrap();
    let mut guest = start(&format!("join {address} {CODE}"), &homes.path("guest"));
    let _silent = door.accept().unwrap();
    guest.wait_for("Joining...");
    let mut other = start(&format!("join {address} {CODE}"), &homes.path("other"));
    other.wait_for("Joining...");
    other.type_in("\u{3}");
    assert_eq!(other.exit_code(), 130);
    end(&mut guest);
    // A stopped program would outlive its terminal.
    host.signal(Signal::CONT);
}
