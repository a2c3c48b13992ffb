//! Clocks of a host whose guest is a modified program, and what it does while someone thinks.
#![allow(clippy::disallowed_methods, reason = "measures real programs")]

use std::thread;
use std::time::Duration;

use cygnet::model::{Stopwatch, SystemClock};
use cygnet::network::channel::Part;
use cygnet::network::message::{GameUpdate, Message};
use rustix::process::Signal;

use super::CODE;
use super::client::{ask_for_game, join, move_at, say};
use super::program::Host;
use super::raw::{RawClient, join_soon};
use crate::common::terminal::Terminal;
use crate::computers::invitation;
use crate::terminal::command;

/// Waits until the game has ended, and returns the winner and the reason.
fn end_of_game(client: &mut RawClient) -> (Option<u8>, String) {
    let is_end = |message: &Message| matches!(message, Message::Game(GameUpdate { end: Some(_), .. }));
    let Message::Game(GameUpdate { end: Some(end), .. }) = client.receive_until(is_end) else {
        unreachable!();
    };
    (end.winner, end.reason)
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_computer_of_the_host_can_lose_on_time() {
    let host = Host::start(&["--p1", "minimax:64", "--clock", "0.02+0"]);
    let (mut client, update) = join(&host, "Ben");
    assert_eq!(update.clocks.map(|clocks| clocks[1]), Some(1_200));
    assert_eq!(end_of_game(&mut client), (Some(2), "time".to_owned()));
}

#[test]
fn a_host_answers_while_its_computer_thinks() {
    let mut host = Host::start(&["--p1", "minimax:64"]);
    let (client, _) = join(&host, "Ben");
    drop(client);
    let (mut client, update) = join(&host, "Ben");
    client.send(&say("hello".to_owned()));
    assert_eq!(ask_for_game(&mut client, "Ben").step, update.step);
    client.send(&Message::Resign { round: 1 });
    assert_eq!(end_of_game(&mut client), (Some(1), "resigned".to_owned()));
    host.program.wait_for("hello");
}

/// Waits until the host is thinking, and says something. The host must show that before its `answer`.
fn say_meanwhile(host: &mut Terminal, client: &mut RawClient, answer: &str) {
    host.wait_for("Ctrl-C stops it");
    client.send(&say("hello".to_owned()));
    let shown = host.wait_for("Ben: hello");
    assert!(!shown.contains(answer), "{shown}");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_host_answers_while_a_person_there_waits_for_advice() {
    let home = tempfile::tempdir().unwrap();
    let options =
        ["host", "qawale", "--listen", "127.0.0.1:0", "--code", CODE, "--side", "second", "--casual"];
    let mut host = Terminal::start_in((80, 24), &options, home.path());
    let (address, _) = invitation(&host.wait_for("(Waiting for"), "cygnet join ");
    let mut client = join_soon(&address.to_string(), Part::Player, CODE);
    let update = ask_for_game(&mut client, "Ben");
    host.wait_for("Press any key");
    command(&mut host, "hint");
    host.wait_for("It is not your turn.");
    client.send(&move_at(update.step, "a1b1c1d1"));
    host.wait_for("(e.g. a1): ");
    for (command, answer) in
        [(":hint", "Best move:"), (":why d4d3d2d1", "d4 d3 d2 d1:"), (":review deep", "Turn ")]
    {
        host.type_in(&format!("{command}\r"));
        say_meanwhile(&mut host, &mut client, answer);
        host.type_in("\u{3}");
        host.wait_for("(Stopped");
    }
    host.type_in(":coach\r");
    host.type_in(":play d4d3d2d1\r");
    say_meanwhile(&mut host, &mut client, "Coach:");
    // An answer does not hide what the coach says, and the end of the game ends advice.
    client.send(&move_at(2, "b1a1a2"));
    host.wait_for("Coach:");
    host.wait_for("(e.g. a1): ");
    host.type_in(":review deep\r");
    host.wait_for("Ctrl-C stops it");
    client.send(&Message::Resign { round: 1 });
    let shown = host.wait_for("What now?");
    assert!(shown.contains("(Ben resigns.)") && !shown.contains("Turn "), "{shown}");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn nobody_gets_back_the_time_of_a_silent_connection() {
    let host = Host::start(&["--side", "second", "--clock", "0.5+0"]);
    let (client, _) = join(&host, "Ben");
    // A raw client sends no pings.
    let clock = SystemClock::new();
    let watch = Stopwatch::start(&clock);
    thread::sleep(Duration::from_millis(1_500));
    drop(client);
    let thought = watch.elapsed();
    let mut client = join_soon(&host.address, Part::Player, CODE);
    let left = Duration::from_millis(ask_for_game(&mut client, "Ben").clocks.unwrap()[0]);
    assert!(left + thought <= Duration::from_secs(30), "{left:?} left after {thought:?}");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_stopped_host_uses_its_own_time_only() {
    let mut hosts = ["first", "second"].map(|side| Host::start(&["--side", side, "--clock", "0.02+0"]));
    let [mut waiting, mut playing] = hosts.each_ref().map(|host| join(host, "Ben"));
    hosts.iter().for_each(|host| host.program.signal(Signal::STOP));
    playing.0.send(&move_at(playing.1.step, "a1b2"));
    thread::sleep(Duration::from_millis(3_500));
    hosts.iter().for_each(|host| host.program.signal(Signal::CONT));
    assert_eq!(end_of_game(&mut waiting.0), (Some(2), "time".to_owned()));
    hosts[0].program.wait_for("(Your time is up.)");
    let is_played = |message: &Message| matches!(message, Message::Game(update) if update.moves == ["a1b2"]);
    let Message::Game(update) = playing.0.receive_until(is_played) else { unreachable!() };
    assert!(update.end.is_none() && update.clocks.unwrap()[0] > 0, "{update:?}");
}
