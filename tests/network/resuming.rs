//! Games between two computers that are resumed from the list at the start.

use crate::common::terminal::Terminal;
use crate::terminal::{People, leave, play};

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
        let earlier = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
        std::fs::File::options().write(true).open(&slot).unwrap().set_modified(earlier).unwrap();
        let mut player = Terminal::start_in((120, 40), &[], &homes.path(side));
        player.wait_for("Unfinished games:");
        player.wait_for(&format!("  1 - Ugly Duck, {game}"));
        player.wait_for("  2 - Replica, ");
        // It can be deleted and brought back like any other.
        for (keys, answer) in
            [("d1\r", "[y/n] "), ("y\r", "(Deleted: Ugly Duck, "), (":undo\r", "(Back again: ")]
        {
            player.wait_for(if keys == "y\r" { "" } else { "Choose an option! " });
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
}
