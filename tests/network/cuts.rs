//! Games whose connection is lost, or slow. Nothing is lost from the games.

use std::time::Duration;

use cygnet::model::{GameRng, Player};

use crate::common::samples;
use crate::computers::{Computer, End, Homes, Plan, check_ends, in_lanes};
use crate::proxy::{Fault, Proxy};

/// How many games are played at once. Most of their time, they wait.
const LANES: usize = 8;

/// A short game.
fn plan() -> Plan {
    Plan::random("uglyduck-xl:4x4", 3, 8)
}

/// Plays a game through a network with this fault. The host moves first. Without `waits_for_host`, the host is
/// ended as soon as both sides have the whole game.
fn play(plan: &Plan, fault: Fault, waits_for_host: bool) -> Proxy {
    let homes = Homes::new();
    let options = ["--side=first", "--format=json", "--name=Ana"];
    let lines = plan.lines(Player::One, 0);
    let (host, address) = Computer::host(&homes.path("host"), &plan.game_name(), &options, &lines);
    let proxy = Proxy::start(address, fault);
    let lines = plan.lines(Player::Two, 0);
    let guest = Computer::join(&homes.path("guest"), proxy.address, &["--format=json"], &lines).end();
    let host = if waits_for_host {
        host.end()
    } else {
        let stdout = host.wait_for_report("\"outcome\":");
        End { code: Some(0), stdout, stderr: String::new() }
    };
    check_ends(plan, &host, &guest);
    proxy
}

/// Plays games with the faults from 0 to `count`, several at once.
fn play_all(count: usize, fault: impl Fn(usize) -> Fault + Sync) {
    in_lanes(LANES, count, |number| {
        let fault = fault(number);
        println!("game {number}: {fault:?}");
        assert!(play(&plan(), fault, true).cuts() > 0, "the connection was not lost");
    });
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_connection_can_be_lost_after_every_message() {
    let (messages, _) = play(&plan(), Fault::None, true).totals();
    assert!(messages > 6 + plan().referee.history().plies(), "{messages}");
    play_all(messages - 1, Fault::AfterMessages);
    // Without the last message, in which the guest says that it has kept the game, the host waits for 30 seconds.
    play(&plan(), Fault::AfterMessages(messages - 1), false);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn connections_can_be_lost_after_any_byte() {
    let (_, bytes) = play(&plan(), Fault::None, true).totals();
    let games = samples(3);
    play_all(games, |number| {
        let mut rng = GameRng::from_seed(number as u64);
        let cuts = 1 + rng.below(3);
        // In a later connection there are fewer bytes left.
        Fault::AfterBytes((1..=cuts).map(|cut| rng.below(bytes / cut)).collect())
    });
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_slow_network_loses_nothing() {
    let delay = Duration::from_millis(150);
    play(&Plan::random("uglyduck-xl:3x3", 1, 4), Fault::Slow { delay, seed: 1 }, true);
}
