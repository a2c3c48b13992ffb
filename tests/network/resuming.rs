//! Games between two computers that are resumed from the list at the start.

use std::time::Duration;

use cygnet::model::Record;

use crate::common::terminal::{Terminal, run_dialog};
use crate::computers::{CODE, Homes, kept_path};
use crate::terminal::{People, command, leave, play, start};

#[test]
fn enter_at_the_start_hosts_or_joins_the_latest_game_again() {
    let People { mut host, mut guest, homes, door: (address, _), .. } = People::meet((80, 24));
    play(&mut host, "a3", "b3");
    guest.wait_for("Cell - ");
    guest.kill();
    leave(&mut host);
    let sides = [
        ("host", "you (Player 1) against Ben (Player 2), turn 2, hosted here, "),
        ("guest", &format!("you (Player 2) against Ana (Player 1), turn 2, joined at {address}, ")),
    ];
    let mut players = sides.map(|(side, game)| {
        // A game at this computer that was left earlier does not come first.
        let slot = homes.path(side).join("cygnet/game-1.cygnet");
        std::fs::write(&slot, "cygnet record 1\ngame: replica\n1. a1a3\nresult: none, unfinished\n").unwrap();
        let earlier = std::time::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        std::fs::File::options().write(true).open(&slot).unwrap().set_modified(earlier).unwrap();
        let mut player = Terminal::start_in((120, 40), &[], &homes.path(side));
        player.wait_for("Unfinished games:");
        player.wait_for(&format!("  1 - Ugly Duck, {game}"));
        player.wait_for("  2 - Replica, ");
        // It can be deleted and brought back like any other.
        for (keys, answer) in
            [("d1\r", "Delete Ugly Duck, "), ("y\r", "bring it back. "), (":undo\r", "(Restored.)")]
        {
            player.wait_for(if keys == "d1\r" { "Choose an option! " } else { "" });
            player.type_in(keys);
            player.wait_for(answer);
        }
        player.wait_for("  1 - Ugly Duck, ");
        player.wait_for("Choose an option! (Enter: 1) ");
        player.type_in("\r");
        player
    });
    players[0].wait_for("is back.)");
    players[1].wait_for("Cell - ");
    play(&mut players[1], "e3", "d3");
    players[0].wait_for("Player 2 plays e3 d3.");
    // The guest does not know yet that the game is over.
    players[1].kill();
    let [mut host, _] = players;
    run_dialog(&mut host, &[("(Ben is no longer connected.", ""), ("Cell - ", ":resign"), ("[y/n] ", "y")]);
    host.wait_for("Choose an option: ");
    leave(&mut host);
    let mut host = Terminal::start_in((120, 40), &[], &homes.path("host"));
    host.wait_for("  1 - Ugly Duck, you (Player 1) lost to Ben (Player 2), resigned, ");
    host.type_in("\r");
    // A guest who comes back only for the end keeps the game, even if an earlier one of the day is equal.
    let [ours, theirs] = ["host", "guest"].map(|side| homes.path(side).join("cygnet/finished"));
    std::fs::create_dir_all(&theirs).unwrap();
    std::fs::copy(ours.join("game-1.cygnet"), theirs.join("game-1.cygnet")).unwrap();
    let mut guest = Terminal::start_in((120, 40), &[], &homes.path("guest"));
    run_dialog(&mut guest, &[("(Enter: 1) ", "\r"), ("(Ana resigns.)", ""), ("What now?", "")]);
    assert!(theirs.join("game-2.cygnet").exists());
}

#[test]
fn a_guest_whose_last_turn_the_host_does_not_have_finds_the_game_again() {
    let People { mut host, mut guest, homes, .. } = People::meet((80, 24));
    play(&mut host, "a2", "b1");
    guest.wait_for("Cell - ");
    host.kill();
    guest.kill();
    let turns = "a2b1 e4d3 a3b2 e3d2 b2c1 d2c1 a1b2 c1b2 a4b4 b2a1 b1c2 d3c2 b4c3 a1b2 c3d3 e2d3 a5b5 b2c3 b5c5 c3d2 c5d5";
    for (side, role) in [("host", "host"), ("guest", "join")] {
        let path = kept_path(&homes.path(side), role);
        let record: Record = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let record = record.with_moves(turns.split(' ')).to_string();
        std::fs::write(&path, record.replace("\"step\":1,", "\"step\":21,")).unwrap();
    }
    let resume = |side: &str, says: &str| {
        let mut player = Terminal::start_in((120, 40), &[], &homes.path(side));
        player.wait_for(says);
        player.type_in("\r");
        player
    };
    let mut guest = resume("guest", "you (Player 2) against Ana (Player 1), turn 22, ");
    run_dialog(&mut guest, &[("Trying again ...)", ""), ("Cell - ", "d2 e2")]);
    let shown = guest.wait_for("(Waiting for Ana to reconnect.)");
    assert!(shown.contains(" E    #"), "the last board: {shown}");
    // Ctrl-D leaves, once the terminal passes it on.
    let mut shown = String::new();
    for _ in 0..200 {
        if guest.is_running() {
            guest.type_in("\u{4}");
            shown += &guest.look(Duration::from_millis(50));
        }
    }
    assert!(!guest.is_running(), "{shown}");
    shown += &guest.rest();
    assert!(shown.contains("is kept for the other player. To send it: cygnet join "), "{shown}");
    let mut guest = resume("guest", "you (Player 2) beat Ana (Player 1), ");
    guest.wait_for("(Waiting for Ana to reconnect.)");
    let mut host = resume("host", "you (Player 1) against Ben (Player 2), turn 22, ");
    run_dialog(&mut guest, &[("Winner is Player 2!", ""), ("Choose an option: ", ":quit")]);
    assert!(!guest.rest().contains("is kept"));
    run_dialog(&mut host, &[("Winner is Player 2!", ""), ("(Ben has left.)", "")]);
    assert_eq!(std::fs::read_to_string(kept_path(&homes.path("host"), "host")).unwrap(), "");
    host.type_in(":quit\r");
    assert!(!host.rest().contains("is kept"));
}

#[test]
fn a_game_that_is_resumed_is_as_it_was() {
    let homes = Homes::new();
    let start = |arguments: &str| start((80, 40), arguments, &homes.path("home"));
    let name = "1234567890".repeat(4);
    let options = format!("--side first --clock 10+5 --casual --spectators 0 --name {name}");
    let mut host = start(&format!("host qawale --listen 127.0.0.1:0 --code {CODE} {options}"));
    host.wait_for("(Waiting for");
    let join = format!("join {CODE} --name Ben");
    let mut guest = start(&format!("{join} --casual"));
    host.wait_for("a1): ");
    start(&format!("host --code {CODE}")).wait_for("is open in another session");
    host.type_in("a1 b1 c1 d1\r");
    let shown = guest.wait_for("a1): ");
    assert!(shown.contains(&format!("You are Light. {name} is Dark.")), "{shown}");
    guest.kill();
    host.wait_for("(Ben is no longer connected.");
    let mut guest = start(&join);
    let shown = guest.wait_for("a1): ");
    assert!(shown.contains(". The clocks run.)") && !shown.contains("(Waiting for"), "{shown}");
    assert_eq!(shown.matches("You are Light.").count(), 1, "{shown}");
    guest.type_in(":coach\r");
    guest.wait_for("Coach is on");
    // A resignation that the host does not know yet.
    host.kill();
    guest.wait_for(" is no longer connected.");
    guest.type_in(":resign\r");
    run_dialog(&mut guest, &[("[y/n] ", "y"), ("(You have resigned.", "")]);
    command(&mut guest, "resign");
    guest.wait_for("You have resigned. (:quit leaves)");
    guest.type_in(":");
    guest.wait_for("(waiting) ");
    leave(&mut guest);
    let mut guest = start(&join);
    guest.wait_for("(Nobody answers at 127.0.0.1:");
    guest.wait_for("(You have resigned.");
    let mut host = start(&format!("host --code {CODE}"));
    let shown = host.wait_for("Light resigns.");
    assert!(!shown.contains("cygnet watch"), "{shown}");
    guest.wait_for("What now?");
    host.type_in(":code watch\r");
    host.wait_for("Nobody can watch this game. (--spectators 0)");
}

#[test]
fn a_finished_game_that_both_sides_have_is_in_no_list() {
    let People { mut host, mut guest, homes, .. } = People::meet((80, 24));
    std::fs::write(homes.path("host").join("cygnet/finished"), "").unwrap();
    play(&mut host, "a3", "b3");
    run_dialog(&mut guest, &[("Cell - ", ":resign"), ("[y/n] ", "y"), ("Choose an option: ", "")]);
    // A host that cannot add it to its finished games keeps it.
    run_dialog(&mut host, &[("(The game could not be saved: ", ""), ("Choose an option: ", ":quit")]);
    let shown = host.rest();
    assert!(shown.contains("(The end of the game is kept here. To add it"), "{shown}");
    guest.kill();
    let mut guest = Terminal::start_in((80, 24), &[], &homes.path("guest"));
    let shown = guest.wait_for("Choose a game! ");
    assert!(!shown.contains("Unfinished"), "{shown}");
}
