//! Games of processes that are killed and started again.

use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use cygnet::model::{GameRng, Player};

use crate::common::samples;
use crate::computers::{CODE, Computer, End, Homes, KillAt, Plan, address, check_ends, in_lanes, kept_plies};
use crate::proxy::{Fault, Proxy};

/// How many games are played at once.
const LANES: usize = 3;
/// How often each side is killed in a game.
const KILLS: usize = 2;
/// The output of a host is longer when it has shown its address.
const INVITATION: usize = 400;
/// The output until a kill is at most this much longer. The whole game shows several times as much.
const MAX_OUTPUT: usize = 8_000;

/// A side that is killed again and again.
struct Victim<'a> {
    plan: &'a Plan,
    own: Player,
    side: &'a str,
    home: &'a Path,
    arguments: &'a [&'a str],
    /// The number of turns that were kept at the last start.
    kept: Cell<usize>,
}

impl Victim<'_> {
    /// Starts the side, from what it has kept.
    fn start(&self, kill: Option<KillAt>) -> Computer {
        let plies = kept_plies(self.home, self.side);
        assert!(self.kept.replace(plies) <= plies, "{plies} turns are kept, and there were more");
        let input = self.plan.lines(self.own, plies);
        Computer::start_and_kill(self.home, self.arguments, &input, kill)
    }

    /// Returns whether the side was killed before it kept anything, and the host has not noticed yet.
    fn is_new_and_refused(&self, end: &End) -> bool {
        end.code == Some(1)
            && end.stderr.contains("another player has already joined")
            && kept_plies(self.home, self.side) == 0
    }

    /// Plays the game to its end. Returns the end, and how often the side was killed.
    fn live(&self, kills: &[KillAt], on_start: impl Fn(&Computer)) -> (End, usize) {
        for (number, kill) in kills.iter().enumerate() {
            let computer = self.start(Some(*kill));
            on_start(&computer);
            let end = computer.end();
            if end.code.is_some() && !self.is_new_and_refused(&end) {
                assert_eq!(end.code, Some(0), "the {}: {}", self.side, end.stderr);
                return (end, number);
            }
        }
        let end = loop {
            let computer = self.start(None);
            on_start(&computer);
            let end = computer.end();
            if !self.is_new_and_refused(&end) {
                break end;
            }
        };
        assert_eq!(end.code, Some(0), "the {}: {}", self.side, end.stderr);
        (end, kills.len())
    }
}

fn moments(rng: &mut GameRng, min: usize) -> Vec<KillAt> {
    let mut moment = || {
        let length = min + rng.below(MAX_OUTPUT);
        KillAt { length, delay: Duration::from_micros(rng.below(20_000) as u64) }
    };
    (0..KILLS).map(|_| moment()).collect()
}

/// Plays a game. Returns how often each side was killed.
fn play(seed: u64) -> [usize; 2] {
    let mut rng = GameRng::from_seed(seed);
    let plan = Plan::random("uglyduck-xl:8x8", seed, 80);
    let (homes, own) = (Homes::new(), Player::BOTH[rng.below(2)]);
    let [host_kills, guest_kills] = [INVITATION, 1].map(|min| moments(&mut rng, min));
    // Restarted hosts have another port; the guest must not notice.
    let proxy = Proxy::start("127.0.0.1:1".parse().unwrap(), Fault::None);
    let (name, address_of_proxy) = (plan.game_name(), proxy.address.to_string());
    let side = ["first", "second"][own.index()];
    let host = Victim {
        plan: &plan,
        own,
        side: "host",
        home: &homes.path("host"),
        arguments: &["host", &name, "--listen=127.0.0.1:0", "--code", CODE, "--side", side, "--format=json"],
        kept: Cell::new(0),
    };
    let guest = Victim {
        own: own.opponent(),
        side: "join",
        home: &homes.path("guest"),
        arguments: &["join", &address_of_proxy, CODE, "--format=json"],
        kept: Cell::new(0),
        plan: &plan,
    };
    let (proxy, host_kills, guest_kills) = (&proxy, &host_kills, &guest_kills);
    let (host, guest) = thread::scope(|scope| {
        let host = scope.spawn(move || host.live(host_kills, |host| proxy.set_target(address(host))));
        let guest = scope.spawn(move || guest.live(guest_kills, |_| ()));
        (host.join().unwrap(), guest.join().unwrap())
    });
    check_ends(&plan, &host.0, &guest.0);
    [host.1, guest.1]
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn killed_sides_go_on_from_what_they_have_kept() {
    let games = samples(1);
    let killed = [AtomicUsize::new(0), AtomicUsize::new(0)];
    in_lanes(LANES, games, |number| {
        killed.iter().zip(play(number as u64)).for_each(|(all, kills)| {
            all.fetch_add(kills, Ordering::Relaxed);
        });
    });
    let killed = killed.map(AtomicUsize::into_inner);
    println!("{games} games, kills of the hosts and the guests: {killed:?}");
    // A game may end before a late moment, but few do.
    assert!(killed.iter().all(|kills| *kills > games), "{killed:?}");
}
