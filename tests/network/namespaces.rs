//! Games between two computers on a separate network, which loses a fifth of all packets.
//!
//! The computers are network namespaces. To make them takes root, `ip` and `iptables`; where something is missing,
//! the test says so and ends.

use std::process::{self, Command};

use cygnet::games::{self, FAMILIES};
use cygnet::model::Player;

use crate::computers::{CODE, Computer, Homes, Plan, check_ends};

const ADDRESS: &str = "10.199.77.1";
/// The maximum length of a game, after which a player resigns.
const MAX_PLIES: usize = 8;

/// Two computers and the cable between them.
struct Network {
    names: [String; 2],
}

impl Network {
    /// Makes the network; `None` if that is not possible here.
    fn new() -> Option<Network> {
        let names = ["host", "guest"].map(|name| format!("cygnet-{name}-{}", process::id()));
        let network = Network { names };
        let [host, guest] = &network.names;
        let mut commands = vec![
            format!("ip netns add {host}"),
            format!("ip netns add {guest}"),
            format!("ip link add veth0 netns {host} type veth peer name veth0 netns {guest}"),
            format!("ip -n {host} addr add {ADDRESS}/24 dev veth0"),
            format!("ip -n {guest} addr add 10.199.77.2/24 dev veth0"),
        ];
        for name in &network.names {
            commands.push(format!("ip -n {name} link set veth0 up"));
            commands.push(format!(
                "ip netns exec {name} iptables -A INPUT -m statistic --mode random --probability 0.2 -j DROP"
            ));
        }
        commands.iter().all(|command| run(command)).then_some(network)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for name in &self.names {
            run(&format!("ip netns delete {name}"));
        }
    }
}

/// Runs a command. Returns whether it succeeded.
fn run(command: &str) -> bool {
    let mut words = command.split_whitespace();
    let output = Command::new(words.next().unwrap()).args(words).output();
    output.is_ok_and(|output| output.status.success())
}

#[test]
fn every_game_survives_a_network_that_loses_packets() {
    let Some(network) = Network::new() else {
        println!("skipped: no network namespaces with iptables here");
        return;
    };
    let [host_name, guest_name] = &network.names;
    for family in FAMILIES {
        let game = games::open(family.id).unwrap();
        let plan = Plan::random(&game.name(), 3, MAX_PLIES);
        let homes = Homes::new();
        let host = ["host", family.id, "--listen", ADDRESS, "--code", CODE, "--side=first", "--format=json"];
        let host = Computer::start_in(host_name, &homes.path("host"), &host, &plan.lines(Player::One, 0));
        host.wait_for("cygnet join ");
        let guest = ["join", ADDRESS, CODE, "--format=json"];
        let guest = Computer::start_in(guest_name, &homes.path("guest"), &guest, &plan.lines(Player::Two, 0));
        let (guest, host) = (guest.end(), host.end());
        check_ends(&plan, &host, &guest);
    }
}
