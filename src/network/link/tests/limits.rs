//! Tests of limits: wrong tries, spectators, slow connections, queues.

use super::*;
use crate::network::message::GameUpdate;

#[test]
fn no_code_is_judged_after_it_was_closed_or_changed() {
    let mut state = hub::State::default();
    state.set_code(Part::Player, code(1));
    let first = state.open_code(Part::Player).unwrap();
    assert_eq!(state.judge(Part::Player, first, true), Ok(()));
    for _ in 0..5 {
        assert_eq!(state.judge(Part::Player, first, false), Err(Refusal::Code));
    }
    assert_eq!(state.arrivals, [Arrival::CodeClosed(Part::Player)]);
    assert_eq!(state.judge(Part::Player, first, true), Err(Refusal::Code));
    assert!(matches!(state.open_code(Part::Player), Err(Refusal::Code)));
    state.set_code(Part::Player, code(2));
    assert_eq!(state.judge(Part::Player, first, true), Err(Refusal::Code));
    let second = state.open_code(Part::Player).unwrap();
    assert_eq!(state.judge(Part::Player, second, true), Ok(()));
}

#[test]
fn spectators_are_limited() {
    let mut host = Watched::host(options());
    let mut spectators: Vec<_> = (0..2).map(|_| host.guest(2, Part::Spectator)).collect();
    for spectator in &mut spectators {
        spectator.connected();
    }
    let peers = [host.connected(), host.connected()];
    let problem = host.guest(2, Part::Spectator).problem();
    assert_eq!(problem, "the game already has as many spectators as its host allows");
    let mut player = host.guest(1, Part::Player);
    player.connected();
    host.connected();
    // They stay when their code is closed.
    host.link.hub.update(|state| {
        (0..3).for_each(|_| assert!(state.judge(Part::Spectator, code(2), false).is_err()));
    });
    assert_eq!(host.next(), Arrival::CodeClosed(Part::Spectator));
    peers.into_iter().for_each(|peer| host.link.send(peer, say("still here")));
    for spectator in &mut spectators {
        assert_eq!(spectator.message(), say("still here"));
    }
    drop(spectators);
    host.disconnected();
}

#[test]
fn an_address_fills_only_its_own_places() {
    let host = Watched::host(options());
    let stream = Stream::new(TcpStream::connect(host.link.address.unwrap()).unwrap()).unwrap();
    let begin = |last: u8| host.link.hub.begin([192, 0, 2, last].into(), stream.clone());
    let _begun: Vec<_> = (0..4).map(|_| begin(1).ok().unwrap()).collect();
    assert!(begin(1).is_err() && begin(2).is_ok());
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn slow_connections_do_not_stop_a_player() {
    let (time, mut host) = host_with_manual_clock();
    let address = host.link.address.unwrap();
    let mut slow: Vec<_> = (0..200).map(|_| TcpStream::connect(address).unwrap()).collect();
    // Those from one address fill only the places of that address, and not for long.
    let refused = raw_join(&host, 1, Part::Player);
    assert!(matches!(refused, Err(ChannelError::Refused(Refusal::Busy))), "{refused:?}");
    // The oldest make room.
    time.0.store(1, Ordering::Relaxed);
    let mut guest = host.guest(1, Part::Player);
    let (at_guest, at_host) = (guest.connected(), host.connected());
    slow[0].set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    let is_closed = b"cygnet".iter().any(|byte| {
        time.0.fetch_add(11, Ordering::Relaxed);
        for stream in &mut slow {
            // The host has closed most of them.
            let _ = stream.write_all(&[*byte]);
        }
        slow[0].read(&mut [0]).is_ok_and(|count| count == 0)
    });
    assert!(is_closed);
    host.link.send(at_host, say("hello"));
    assert_eq!(guest.next(), Arrival::Message { peer: at_guest, message: Received::new(say("hello")) });
}

#[test]
fn a_guest_that_does_not_read_is_disconnected() {
    let mut host = Watched::host(options());
    let (_stream, _session) = raw_join(&host, 1, Part::Player).unwrap();
    let peer = host.connected();
    let long = say(&"x".repeat(1 << 18));
    let arrival = loop {
        host.link.send(peer, long.clone());
        if let Some(arrival) = host.link.try_next() {
            break arrival;
        }
    };
    assert!(matches!(arrival, Arrival::Disconnected(it) if it == peer), "{arrival:?}");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn arrivals_are_bounded_and_stay_in_order() {
    let mut host = Watched::host(options());
    let (stream, session) = raw_join(&host, 1, Part::Player).unwrap();
    let (_, mut sender) = session.split(stream.clone(), stream);
    for count in 0..80 {
        sender.send(&say(&count.to_string())).unwrap();
    }
    host.link.hub.wait(LIMIT, |state| state.arrivals.len() == MAX_QUEUE);
    host.connected();
    for count in 0..80 {
        assert_eq!(host.message(), say(&count.to_string()));
    }
}

#[test]
fn messages_are_paced() {
    let mut pace = connection::Pace::default();
    let at = Duration::from_secs(100);
    assert!((0..60).all(|_| pace.next(at).is_zero()));
    assert_eq!(pace.next(at), Duration::from_millis(50));
    assert_eq!(pace.next(at), Duration::from_millis(100));
    let later = at + Duration::from_secs(2);
    assert!((0..38).all(|_| pace.next(later).is_zero()));
    assert!(!pace.next(later).is_zero());
}

#[test]
fn only_one_game_waits_at_a_time() {
    let mut host = Watched::host(options());
    let mut guest = host.guest(1, Part::Player);
    guest.connected();
    let peer = host.connected();
    let game = Message::Game(GameUpdate {
        step: 0,
        round: 1,
        host: 1,
        record: None,
        keep: 0,
        moves: Vec::new(),
        end: None,
        clocks: None,
        increment: 0,
        paused: false,
        casual: false,
    });
    for message in [&say("first"), &game, &game, &say("last")] {
        host.link.send(peer, message.clone());
    }
    let waiting = |guest: &Watched| guest.link.hub.update(|state| state.arrivals.len());
    while waiting(&guest) < 2 {
        thread::yield_now();
    }
    // The others would arrive at once.
    thread::sleep(Duration::from_millis(200));
    assert_eq!(waiting(&guest), 2);
    assert_eq!([(); 4].map(|()| guest.message()), [say("first"), game.clone(), game, say("last")]);
}
