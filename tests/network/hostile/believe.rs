//! What a guest believes of a modified host. The fuzz target `network` searches for more.

use std::time::Duration;

use cygnet::engine::referee::Referee;
use cygnet::games::{self, AnyGame};
use cygnet::model::{Game as _, Record, Seating};
use cygnet::network::message::{DeclaredEnd, GameUpdate, Message, Received, Request};
use cygnet::network::side::{Role, Side, Violation};

use super::server;

/// A guest, who plays second.
struct Guest {
    side: Side,
    referee: Referee<AnyGame>,
}

fn update(step: u64, moves: &[&str]) -> GameUpdate {
    server::update(step, 0, moves)
}

fn resigned(update: GameUpdate) -> GameUpdate {
    let end = DeclaredEnd { winner: Some(2), reason: "resigned".to_owned() };
    GameUpdate { end: Some(end), ..update }
}

impl Guest {
    fn join(step: u64, moves: &[&str]) -> Self {
        Self::join_seats([Seating::HUMAN; 2], step, moves)
    }

    fn join_seats(seats: [&str; 2], step: u64, moves: &[&str]) -> Self {
        let head = Record::new("uglyduck").with_seats(seats);
        let update = GameUpdate { record: Some(head.to_string()), ..update(step, moves) };
        let (side, referee) =
            Side::join(Role::Guest, &Received::new(Message::Game(update)), false, Duration::ZERO).unwrap();
        Guest { side, referee }
    }

    fn play(&mut self, text: &str) {
        let mv = games::open("uglyduck").unwrap().read_move(text).unwrap();
        self.side.play(&mut self.referee, mv, Duration::ZERO).unwrap();
    }

    fn offer(&mut self, what: Request) {
        let offer = self.side.offer_now(&self.referee, what).unwrap();
        self.side.offer(&mut self.referee, offer, Duration::ZERO);
    }

    /// Gets an update. If it is refused, nothing has changed.
    fn get(&mut self, update: GameUpdate) -> Option<Violation> {
        let before = self.side.kept(&self.referee).to_string();
        let result =
            self.side.receive(&mut self.referee, Received::new(Message::Game(update)), Duration::ZERO);
        assert!(result.is_ok() || self.side.kept(&self.referee).to_string() == before);
        result.err()
    }

    fn plies(&self) -> usize {
        self.referee.history().plies()
    }
}

#[test]
fn a_turn_on_its_way_stays_until_the_game_has_ended() {
    for step in [2, 3] {
        let mut guest = Guest::join(1, &["a1b2"]);
        guest.play("e3d2");
        assert_eq!(guest.get(update(1, &["a1b2"])), None);
        assert_eq!(guest.plies(), 2);
        assert_eq!(guest.get(update(step, &["a1b2"])), Some(Violation::TakenBack));
        assert_eq!(guest.get(resigned(update(step, &["a1b2"]))), None);
        assert_eq!(guest.plies(), 1);
    }
}

#[test]
fn a_turn_adds_the_increment_before_the_host_has_it() {
    let mut guest = Guest::join(1, &["a1b2"]);
    assert_eq!(
        guest.get(GameUpdate { clocks: Some([60_000; 2]), increment: 5_000, ..update(1, &["a1b2"]) }),
        None
    );
    guest.play("e3d2");
    let left = |guest: &Guest| guest.side.clocks(&guest.referee, Duration::ZERO);
    assert_eq!(left(&guest), Some([60, 65].map(Duration::from_secs)));
    // Also after the host has sent the game from before that turn.
    let update = GameUpdate { clocks: Some([60_000; 2]), increment: 5_000, ..update(1, &["a1b2"]) };
    assert_eq!(guest.get(update), None);
    assert_eq!(left(&guest), Some([60, 65].map(Duration::from_secs)));
}

#[test]
fn an_agreement_to_take_back_turns_is_used_once() {
    let moves = ["a1b2", "e3d2", "a2b1", "d2c1"];
    let mut guest = Guest::join(3, &moves[..3]);
    guest.play(moves[3]);
    guest.offer(Request::Undo(1));
    // This is the turn itself, and not yet the takeback.
    assert_eq!(guest.get(update(4, &moves[..1])), Some(Violation::TakenBack));
    assert_eq!(guest.get(update(5, &moves[..3])), None);
    assert_eq!(guest.get(update(6, &moves[..1])), Some(Violation::TakenBack));
    assert_eq!(guest.plies(), 3);
}

#[test]
fn steps_do_not_go_back_and_each_change_is_one() {
    let mut guest = Guest::join(2, &["a1b2", "e3d2"]);
    assert_eq!(guest.get(update(1, &["a1b2", "e3d2"])), Some(Violation::Unexpected));
    assert_eq!(guest.get(update(2, &["a1b2", "e3d2", "a2b1"])), Some(Violation::Unexpected));
    assert_eq!(guest.get(resigned(update(2, &["a1b2", "e3d2"]))), Some(Violation::Unexpected));
    assert_eq!(guest.get(update(2, &["a1b2", "e3d2"])), None);
    assert_eq!(guest.get(update(3, &["a1b2", "e3d2", "a2b1"])), None);
}

#[test]
fn a_finished_game_stays_finished() {
    let mut guest = Guest::join(1, &["a1b2"]);
    assert_eq!(guest.get(resigned(update(2, &["a1b2"]))), None);
    let ending = guest.referee.ending();
    assert_eq!(guest.get(update(3, &["a1b2"])), Some(Violation::End));
    assert_eq!(guest.get(resigned(update(3, &["a1b2"]))), None);
    assert_eq!(guest.referee.ending(), ending);
}

#[test]
fn only_a_computer_at_the_host_forfeits() {
    for (seats, winner, wanted) in [
        (["human", "human"], 2, Some(Violation::End)),
        (["human", "random"], 1, Some(Violation::End)),
        (["random", "human"], 2, None),
    ] {
        let mut guest = Guest::join_seats(seats, 1, &["a1b2"]);
        let end = DeclaredEnd { winner: Some(winner), reason: "forfeited: it ended".to_owned() };
        assert_eq!(guest.get(GameUpdate { end: Some(end), ..update(2, &["a1b2"]) }), wanted, "{seats:?}");
    }
}

#[test]
fn the_largest_numbers_are_only_numbers() {
    let mut guest = Guest::join(u64::MAX, &["a1b2"]);
    guest.play("e3d2");
    guest.offer(Request::Undo(0));
    let head = Record::new("uglyduck");
    let wrong = GameUpdate { host: 3, record: Some(head.to_string()), ..update(0, &[]) };
    let wrong = Received::new(Message::Game(wrong));
    assert_eq!(Side::join(Role::Guest, &wrong, false, Duration::ZERO).err(), Some(Violation::Unexpected));
}
