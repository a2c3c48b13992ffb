//! What players ask of each other: requests that cross, what becomes of them, and what each player reads about them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cygnet::engine::referee::Referee;
use cygnet::games::{self, AnyGame};
use cygnet::model::{Clock, Game as _, Player, Record, Seating, SystemClock};
use cygnet::network::code::Code;
use cygnet::network::link::{Arrival, HostOptions, JoinOptions, Link, Part, PeerId};
use cygnet::network::message::{Message, Received, Request};
use cygnet::network::remote::{Event, RemoteGame};
use cygnet::network::side::{News, Role, Side};
use cygnet::store::{AutosaveFile, Disk, FileError};
use cygnet::words::TimeControl;

use crate::common::terminal::{Terminal, run_dialog};
use crate::computers::{Homes, invitation};
use crate::terminal::{People, command, play, start};

/// Plays a turn of each side, after which the host moves.
fn two_turns(people: &mut People) {
    play(&mut people.host, "a3", "b3");
    people.guest.wait_for("Cell - ");
    play(&mut people.guest, "e3", "d3");
    people.host.wait_for("Player 2 plays e3 d3.");
    people.host.wait_for("Cell - ");
}

#[test]
fn each_player_reads_what_both_say_and_ask_and_what_becomes_of_it() {
    let mut people = People::meet((100, 90));
    help_names_what_works_now(&mut people);
    two_turns(&mut people);
    let People { host, guest, .. } = &mut people;
    host.type_in(":again\r");
    host.wait_for("The game is not over.");
    host.type_in(&format!(":say {}\r", "x".repeat(301)));
    host.wait_for("Not sent: the text is longer than 300 bytes.");
    // What a player says and answers has an echo.
    host.type_in("::say well  played\r");
    host.wait_for("You: well played");
    guest.wait_for("Ana: well played");
    host.type_in(":draw\r");
    host.wait_for("(You offered a draw.)");
    guest.wait_for("(Ana offers a draw. Type :yes or :no.)");
    command(guest, ":no");
    guest.wait_for("(You said no.)");
    host.wait_for("(Ben says no.)");
    host.wait_for("Cell - ");
    requests_cross(host, guest);
    both_play_again(host, guest);
    a_request_lapses_with_the_game(host, guest);
}

/// Asks for help on the own turn and while waiting, before the first turn.
fn help_names_what_works_now(people: &mut People) {
    let People { host, guest, spectator, .. } = people;
    command(spectator, ":help");
    spectator.wait_for("Commands while you watch:");
    host.type_in(":help\r");
    let help = host.wait_for("Short forms");
    let (own, others) = help.split_once("Other commands:").unwrap();
    assert!(own.contains(":undo             asks the other player to take back your last turn"), "{help}");
    assert!(others.contains(":pause            opens the pause menu"), "{help}");
    assert!(others.contains(":quit             leaves the program; the game is kept"), "{help}");
    assert!(!help.contains("against a computer") && !help.contains("plays the last hint"), "{help}");
    assert!(help.contains(":kick ") && help.contains(":code ") && !help.contains(":hint "), "{help}");
    command(guest, ":help");
    let help = guest.wait_for("Short forms");
    assert!(!help.contains(":kick ") && !help.contains(":code "), "{help}");
    command(guest, "\u{8}?");
    guest.wait_for("You can type commands here: :say TEXT, :draw, :resign, :board or :quit.");
    command(guest, "\u{8}back");
}

fn requests_cross(host: &mut Terminal, guest: &mut Terminal) {
    host.type_in(":undo\r");
    host.wait_for("(You asked to take back the last 2 turns.)");
    guest.wait_for("(Ana asks to take back the last 2 turns. Type :yes or :no.)");
    command(guest, ":undo");
    guest.wait_for("(You asked to take back the last turn.)");
    host.wait_for("(Ben asks to take back the last turn. Type :yes or :no.)");
    command(guest, ":yes");
    guest.wait_for("(You said yes.)");
    guest.wait_for("(2 turns taken back.)");
    guest.wait_for("(Your request to take back the last turn has lapsed.)");
    host.wait_for("(2 turns taken back.)");
    host.wait_for("(Ben's request to take back the last turn has lapsed.)");
    // A draw, and a resignation instead of an answer.
    host.wait_for("Cell - ");
    host.type_in(":draw\r");
    host.wait_for("(You offered a draw.)");
    guest.wait_for("(Ana offers a draw. Type :yes or :no.)");
    command(guest, ":resign");
    run_dialog(guest, &[("[y/n] ", "y"), ("(Ana's draw offer has lapsed.)", "")]);
    host.wait_for("(Ben resigns.)");
    host.wait_for("(Your draw offer has lapsed.)");
}

fn both_play_again(host: &mut Terminal, guest: &mut Terminal) {
    run_dialog(host, &[("Choose an option: ", "1"), ("(You asked for another game.)", "")]);
    guest.wait_for("(Ana wants to play again");
    guest.type_in("1\r");
    guest.wait_for("(You said yes.)");
    guest.wait_for("(Game 2. The sides are swapped.)");
    host.wait_for("(Game 2. The sides are swapped.)");
}

/// The guest waits in the second game, and its offer is open when the host resigns.
fn a_request_lapses_with_the_game(host: &mut Terminal, guest: &mut Terminal) {
    guest.wait_for("Cell - ");
    play(guest, "a3", "b3");
    host.wait_for("Cell - ");
    command(guest, "\u{8}?");
    guest.wait_for(":say TEXT, :undo, :draw, :resign, :board or :quit.");
    command(guest, ":draw");
    guest.wait_for("(You offered a draw.)");
    command(guest, ":undo");
    guest.wait_for("The other player has not answered your last request yet.");
    host.wait_for("(Ben offers a draw. Type :yes or :no.)");
    host.type_in(":resign\r");
    run_dialog(host, &[("[y/n] ", "y"), ("(Ben's draw offer has lapsed.)", "")]);
    guest.wait_for("(Ana resigns.)");
    guest.wait_for("(Your draw offer has lapsed.)");
}

#[test]
fn a_resignation_after_the_end_is_known_to_the_host() {
    let head = Record::new("uglyduck").with_seats([Seating::HUMAN; 2]);
    let mut side = Side::host(head, Player::One, None, false);
    let mut referee = Referee::new(&games::open("uglyduck").unwrap()).with_human(true);
    assert_eq!(side.offer_now(&referee, Request::Pause), None);
    let mut get =
        |message, side: &mut Side| side.receive(&mut referee, Received::new(message), Duration::ZERO);
    get(Message::Hello { name: None, casual: false }, &mut side).unwrap();
    assert_eq!(get(Message::Resign { round: 1 }, &mut side), Ok(Some(News::Changed)));
    // Repeated after a lost connection.
    assert_eq!(get(Message::Resign { round: 1 }, &mut side), Ok(None));
    let ending = referee.ending();
    side.resign(&mut referee);
    assert!(ending.is_some() && referee.ending() == ending, "nobody resigns a finished game");
    let head = Record::new("uglyduck").with_seats([Seating::HUMAN; 2]);
    let mut side = Side::host(head, Player::One, None, false);
    let mut referee = Referee::new(&games::open("uglyduck").unwrap()).with_human(true);
    side.resign(&mut referee);
    let late = side.receive(&mut referee, Received::new(Message::Resign { round: 1 }), Duration::ZERO);
    assert_eq!(late, Ok(Some(News::ResignedLate)));
}

/// A clock that only the test advances.
#[derive(Debug, Default)]
struct ManualClock(AtomicU64);

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.load(Ordering::Relaxed))
    }
}

/// Creates a host of a game with a minute for each player, which a guest has joined.
fn host_with_clock(file: Option<AutosaveFile>) -> (RemoteGame, Referee<AnyGame>, Arc<ManualClock>) {
    let (code, listen) = (Code::random(), ([127, 0, 0, 1], 0).into());
    let options = HostOptions { listen, player: code, spectator: None, max_spectators: 0 };
    let link = Link::host(options, Arc::new(SystemClock::new()), Arc::new(|| {})).unwrap();
    let head = Record::new("uglyduck").with_seats([Seating::HUMAN; 2]);
    let mut side = Side::host(head, Player::One, TimeControl::in_minutes("1").ok(), false);
    side.set_place(link.address.unwrap().to_string());
    let clock = Arc::new(ManualClock::default());
    let mut host = RemoteGame::new(side, (link, code), clock.clone(), file, None, None);
    let mut referee = Referee::new(&games::open("uglyduck").unwrap()).with_human(true);
    get(&mut host, &mut referee, Message::Hello { name: None, casual: false });
    (host, referee, clock)
}

/// Lets a host receive a message of the guest.
fn get(host: &mut RemoteGame, referee: &mut Referee<AnyGame>, message: Message) {
    host.act(referee, |side, referee, now| {
        side.receive(referee, Received::new(message), now).unwrap();
        None
    });
}

#[test]
fn an_offer_lapses_when_the_time_is_up() {
    let (mut host, mut referee, clock) = host_with_clock(None);
    let offer = host.side().offer_now(&referee, Request::Draw).unwrap();
    host.offer(&mut referee, offer);
    clock.0.store(70, Ordering::Relaxed);
    let events = host.receive(&mut referee);
    let [Event::News(News::Changed), Event::Lapsed { is_own: true, .. }] = events[..] else {
        panic!("{events:?}");
    };
}

#[test]
fn nobody_gets_back_the_time_of_a_turn_by_leaving() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("host.cygnet");
    let file = AutosaveFile::lock(&Disk::default(), &path).unwrap();
    let (mut host, mut referee, clock) = host_with_clock(Some(file));
    let mv = referee.game().read_legal_move(referee.position(), "a1b2").unwrap();
    host.play(&mut referee, mv).unwrap();
    clock.0.store(20, Ordering::Relaxed);
    assert!(host.finish(&referee, false).unwrap());
    let kept = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let (side, referee) = Side::restore(&kept, false).unwrap();
    assert_eq!(side.clocks(&referee, Duration::ZERO), Some([60, 40].map(Duration::from_secs)));
}

#[test]
fn a_pause_leaves_other_requests_open_and_ends_with_its_game() {
    let (mut host, mut referee, clock) = host_with_clock(None);
    clock.0.store(20, Ordering::Relaxed);
    let offer = |host: &RemoteGame, referee: &_, what| host.side().offer_now(referee, what).unwrap();
    let [draw, pause] = [Request::Draw, Request::Pause].map(|what| offer(&host, &referee, what));
    host.offer(&mut referee, draw);
    get(&mut host, &mut referee, Message::Offer { offer: pause });
    host.answer(&mut referee, true);
    assert!(host.side().is_paused() && referee.ending().is_none());
    get(&mut host, &mut referee, Message::Accept { offer: draw });
    assert!(referee.ending().is_some());
    let again = offer(&host, &referee, Request::Again);
    get(&mut host, &mut referee, Message::Offer { offer: again });
    host.answer(&mut referee, true);
    assert!(host.side().round() == 2 && !host.side().is_paused());
    assert_eq!(host.clocks(&referee), Some([Duration::from_secs(60); 2]));
}

/// Begins the next game, after the guest has resigned.
fn play_again(host: &mut RemoteGame, referee: &mut Referee<AnyGame>) {
    get(host, referee, Message::Resign { round: host.side().round() });
    let offer = host.side().offer_now(referee, Request::Again).unwrap();
    get(host, referee, Message::Offer { offer });
    host.answer(referee, true);
}

#[test]
fn the_record_of_a_game_names_its_own_guest() {
    let (mut host, mut referee, _) = host_with_clock(None);
    let hello = |name: Option<&str>| Message::Hello { name: name.map(str::to_owned), casual: false };
    get(&mut host, &mut referee, hello(Some("Ben")));
    let mv = referee.game().read_legal_move(referee.position(), "a1b2").unwrap();
    host.play(&mut referee, mv).unwrap();
    host.send_away().unwrap();
    get(&mut host, &mut referee, hello(Some("Carol")));
    let names = |host: &RemoteGame| host.side().head().names.clone().map(Option::unwrap_or_default);
    assert_eq!(names(&host), ["", "Ben"]);
    play_again(&mut host, &mut referee);
    assert_eq!(names(&host), ["Carol", ""]);
    get(&mut host, &mut referee, hello(None));
    assert_eq!(names(&host), ["Carol", ""]);
    host.send_away().unwrap();
    get(&mut host, &mut referee, hello(None));
    assert_eq!(names(&host), ["", ""]);
}

#[test]
fn a_spectator_can_miss_games() {
    let (mut host, mut referee, _) = host_with_clock(None);
    let whole = |host: &RemoteGame, referee: &_| Received::new(host.side().whole(referee, Duration::ZERO));
    let joined = Side::join(Role::Spectator, &whole(&host, &referee), false, Duration::ZERO);
    let (mut spectator, mut seen) = joined.unwrap();
    for rounds in [1, 2] {
        (0..rounds).for_each(|_| play_again(&mut host, &mut referee));
        let news = spectator.receive(&mut seen, whole(&host, &referee), Duration::ZERO);
        assert!(news == Ok(Some(News::NextGame)) && spectator.round() == host.side().round());
    }
}

/// Joins a host. Returns the link of the guest, and its connection.
fn join(host: &RemoteGame) -> (Link, PeerId) {
    let (to, code) = (host.side().place().unwrap().to_owned(), host.code());
    let options = JoinOptions { to, code, part: Part::Player, is_known: false };
    let mut guest = Link::join(options, Arc::new(SystemClock::new()), Arc::new(|| {})).unwrap();
    loop {
        if let Some(Arrival::Connected { peer, .. }) = guest.try_next() {
            return (guest, peer);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn an_end_that_both_sides_have_kept_stays_kept() {
    let (mut host, mut referee, _) = host_with_clock(None);
    let (guest, peer) = join(&host);
    let mut receive = |host: &mut RemoteGame, message, news: News| {
        guest.send(peer, message);
        let is_it = |event: &Event| matches!(event, Event::News(said) if *said == news);
        while !host.receive(&mut referee).iter().any(is_it) {
            std::thread::sleep(Duration::from_millis(1));
        }
        host.note_end(&referee);
    };
    receive(&mut host, Message::Resign { round: 1 }, News::Changed);
    assert!(!host.is_kept());
    receive(&mut host, Message::Kept { round: 1 }, News::Kept);
    receive(&mut host, Message::Hello { name: None, casual: false }, News::Joined);
    assert!(host.is_kept());
}

#[test]
fn each_change_is_received_on_its_own() {
    let (mut host, mut referee, _) = host_with_clock(None);
    let (guest, peer) = join(&host);
    let mv = referee.game().read_legal_move(referee.position(), "a1b2").unwrap();
    host.play(&mut referee, mv).unwrap();
    let offer = host.side().offer_now(&referee, Request::Undo(0)).unwrap();
    host.offer(&mut referee, offer);
    guest.send(peer, Message::Accept { offer });
    guest.send(peer, Message::Resign { round: 1 });
    std::thread::sleep(Duration::from_millis(100));
    while referee.ending().is_none() {
        let events = host.receive(&mut referee);
        let changes = events.iter().filter(|event| matches!(event, Event::News(News::Changed)));
        assert!(changes.count() <= 1, "{events:?}");
    }
}

#[test]
fn a_code_that_cannot_be_kept_changes_nothing() {
    let (host, ..) = host_with_clock(None);
    let code = host.code();
    let mut host = host.with_codes(Box::new(|_, _| Err(FileError::Content("no space left".to_owned()))));
    assert!(host.new_code(Part::Player).is_err() && host.send_away().is_err());
    assert!(host.code() == code && host.side().is_present());
}

#[test]
fn a_computer_answers_while_the_person_at_the_host_reads() {
    let homes = Homes::new();
    let host = "host uglyduck --listen 127.0.0.1:0 --p1 random --clock 5+5";
    let mut host = start((80, 24), host, &homes.path("host"));
    let (address, code) = invitation(&host.wait_for("(Waiting for"), "cygnet join ");
    let mut guest = start((80, 24), &format!("join {address} {code}"), &homes.path("guest"));
    guest.wait_for("Cell - ");
    command(&mut host, "rules");
    host.wait_for("(1 of ");
    guest.type_in(":pause\r");
    guest.wait_for("(The clocks are stopped.");
    guest.type_in(":pause\r");
    guest.wait_for("(The clocks run.)");
    // The next game begins once the end of this one has been shown and kept.
    run_dialog(&mut guest, &[("", ":resign"), ("[y/n] ", "y"), ("Choose an option: ", ":again")]);
    let said = host.wait_for("(The other player resigns.)");
    assert!(said.contains("The computer here says yes.") && !said.contains(":yes"), "{said}");
    host.type_in("q\r");
    host.wait_for("Winner is Player 1!");
    guest.wait_for("(Game 2.");
}
