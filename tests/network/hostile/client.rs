//! A host whose guest is a modified program.

use cygnet::network::channel::Part;
use cygnet::network::message::{GameUpdate, MAX_TEXT_BYTES, Message, Offer, Request};
use rustix::process::Signal;

use super::program::Host;
use super::raw::{RawClient, join_soon};
use super::{CODE, retry};

/// Joins as the other player. Returns the connection and the game.
pub fn join(host: &Host, name: &str) -> (RawClient, GameUpdate) {
    let mut client = join_soon(&host.address, Part::Player, CODE);
    let update = ask_for_game(&mut client, name);
    (client, update)
}

/// Says hello and returns the game, which the host sends after it has done all that it was sent before.
pub fn ask_for_game(client: &mut RawClient, name: &str) -> GameUpdate {
    client.send(&Message::Hello { name: Some(name.to_owned()), casual: true });
    let is_whole = |message: &Message| matches!(message, Message::Game(update) if update.record.is_some());
    match client.receive_until(is_whole) {
        Message::Game(update) => update,
        message => panic!("{message:?}"),
    }
}

pub fn move_at(at: u64, text: &str) -> Message {
    Message::Move { at, text: text.to_owned(), ms: 0 }
}

pub fn say(text: String) -> Message {
    Message::Say { text }
}

/// Sends messages that the host does not believe, each on its own connection, which the host closes.
fn check_refused(host: &Host, messages: &[Message]) {
    let (client, _) = join(host, "Ben");
    drop(client);
    let kept = host.program.kept_text("host");
    for message in messages {
        let (mut client, _) = join(host, "Mallory");
        client.send(message);
        client.wait_for_close();
        assert_eq!(host.program.kept_text("host"), kept, "{message:?}");
    }
}

/// Sends messages that the host ignores.
fn check_ignored(host: &Host, messages: &[Message]) {
    let (mut client, before) = join(host, "Ben");
    let kept = host.program.kept_text("host");
    for message in messages {
        client.send(message);
        let after = ask_for_game(&mut client, "Mallory");
        assert_eq!(before, after, "{message:?}");
        assert_eq!(host.program.kept_text("host"), kept, "{message:?}");
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_modified_client_cannot_change_the_game_of_the_host() {
    let mut host = Host::start(&["--side", "first", "--name", "Ana"]);
    let long_name = format!("\u{1b}[2J{}", "n".repeat(3_000));
    let (client, update) = join(&host, &long_name);
    let record = update.record.unwrap();
    let name = record.lines().find_map(|line| line.strip_prefix("name 2: ")).unwrap();
    assert!(name.chars().count() <= 40 && !name.contains('\u{1b}'), "{name:?}");
    drop(client);

    // It is the turn of the host. The name of the guest can still change.
    let (mut client, _) = join(&host, "Ben");
    let kept = host.program.kept_text("host");
    client.send(&move_at(0, "a1b2"));
    client.wait_for_close();
    assert_eq!(host.program.kept_text("host"), kept);
    host.program.wait_for("it moved for you");

    let (client, _) = join(&host, "Ben");
    host.program.type_line(":play a2b2");
    retry("the turn", || host.program.kept("host").filter(|(moves, _)| moves.len() == 1));
    drop(client);
    let update = GameUpdate { step: 9, keep: 0, record: None, ..update_of(&host) };
    let illegal = ["e5a1", "\u{1b}[2J"];
    let mut refused: Vec<Message> = illegal.iter().map(|text| move_at(1, text)).collect();
    refused.extend([Message::Game(update), say("é".repeat(MAX_TEXT_BYTES))]);
    refused.push(move_at(1, &"e".repeat(1 << 19)));
    check_refused(&host, &refused);

    let offer = |at, what| Offer { at, what };
    let (draw, undo) = (offer(1, Request::Draw), offer(1, Request::Undo(0)));
    check_ignored(
        &host,
        &[
            move_at(0, "e2d1"),
            move_at(2, "e2d1"),
            move_at(u64::MAX, "e2d1"),
            Message::Accept { offer: draw },
            Message::Accept { offer: undo },
            Message::Accept { offer: offer(1, Request::Again) },
            Message::Accept { offer: offer(1, Request::Pause) },
            Message::Offer { offer: offer(0, Request::Draw) },
            Message::Offer { offer: offer(1, Request::Undo(usize::MAX)) },
            Message::Offer { offer: offer(1, Request::Again) },
            Message::Decline { offer: draw },
            Message::Kept { round: 1 },
            Message::Resign { round: 2 },
            Message::Resume,
            say("\u{1b}[2J\r\u{202e}".to_owned()),
        ],
    );

    // The same client can play.
    let (mut client, _) = join(&host, "Ben");
    client.send(&move_at(1, "e2d1"));
    client.receive_until(|message| matches!(message, Message::Game(update) if update.moves == ["e2d1"]));
    assert_eq!(host.program.kept("host").unwrap().0, ["a2b2", "e2d1"]);
    host.program.type_line(":quit");
    host.program.wait_for_end();
    assert!(!host.program.said.contains(['\u{1b}', '\u{202e}']), "{:?}", host.program.said);
}

fn update_of(host: &Host) -> GameUpdate {
    join(host, "Ben").1
}

#[test]
fn a_guest_gets_what_changes_while_someone_begins_to_watch() {
    let host = Host::start(&["--side", "second"]);
    let (mut client, _) = join(&host, "Ben");
    let watch = || join_soon(&host.address, Part::Spectator, &host.watch_code);
    let mut spectators: Vec<RawClient> = (0..8).map(|_| watch()).collect();
    // Everything arrives at once.
    host.program.signal(Signal::STOP);
    client.send(&move_at(0, "a1b2"));
    for spectator in &mut spectators {
        spectator.send(&Message::Hello { name: None, casual: false });
    }
    host.program.signal(Signal::CONT);
    let has_move = |message: &Message| matches!(message, Message::Game(update) if update.moves == ["a1b2"]);
    client.receive_until(has_move);
    for spectator in &mut spectators {
        spectator.receive_until(has_move);
    }
}
