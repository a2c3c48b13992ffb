//! What players type while they wait for each other, and what arrives meanwhile.

use cygnet::model::Record;

use crate::common::terminal::{Terminal, run_dialog};
use crate::computers::{CODE, Homes, kept_path};
use crate::terminal::{People, command, host, play, start};

#[test]
fn what_a_waiting_player_types_hides_nothing_that_arrives() {
    let homes = Homes::new();
    let options = "uglyduck --side first --name Ana";
    let (mut host, address) = host((80, 24), options, &homes.path("host"));
    // The guest joins while the host types.
    host.type_in(":");
    host.wait_for("(waiting) ");
    let join = format!("join {address} {CODE} --name Ben");
    let mut guest = start((80, 24), &join, &homes.path("guest"));
    let dialog = [
        ("(Ben has joined.)", ""),
        ("Turn of Player 1!", ""),
        ("Cell - ", ""),
        ("(waiting) :", "say hello"),
        ("Cell - ", ""),
    ];
    run_dialog(&mut host, &dialog);
    run_dialog(&mut guest, &[("(Waiting for Ana.", ""), ("Ana: hello", "")]);
    // The guest ends the game, and types before the host has confirmed that.
    play(&mut host, "a3", "b3");
    guest.wait_for("Cell - ");
    host.signal(rustix::process::Signal::STOP);
    run_dialog(&mut guest, &[("", ":resign"), ("[y/n] ", "y"), ("(Waiting for Ana.", "")]);
    guest.type_in(":");
    guest.wait_for("(waiting) ");
    host.signal(rustix::process::Signal::CONT);
    run_dialog(&mut guest, &[("What now?", ""), ("(Press Enter to continue.)", "")]);
    guest.type_in("\r");
    run_dialog(&mut guest, &[("Choose an option: ", "4")]);
    assert_eq!(guest.exit_code(), 0);
}

#[test]
fn a_turn_typed_before_anybody_has_joined_is_the_first() {
    let homes = Homes::new();
    let (mut host, address) = host((80, 24), "uglyduck --side first", &homes.path("host"));
    for (line, answer) in [
        ("a3 d5", "Nobody has joined yet."),
        (":resign", "Nobody has joined yet. (:quit leaves)"),
        ("a3 b3", "(Nobody has joined yet. This is kept for your turn: a3 b3.)"),
    ] {
        // The first key begins the line.
        let (first, rest) = line.split_at(1);
        host.type_in(first);
        host.wait_for(&format!("(waiting) {first}"));
        host.type_in(&format!("{rest}\r"));
        host.wait_for(answer);
    }
    let mut guest = start((80, 24), &format!("join {address} {CODE}"), &homes.path("guest"));
    guest.wait_for("Player 1 plays a3 b3.");
    guest.wait_for("Cell - ");
}

#[test]
fn pages_and_questions_of_commands_stay_when_the_game_changes() {
    let People { mut host, mut guest, homes: _homes, .. } = People::meet((80, 24));
    play(&mut host, "a3", "b3");
    guest.wait_for("Cell - ");
    host.wait_for("Press any key");
    command(&mut host, "rules");
    host.wait_for("(1 of ");
    play(&mut guest, "e3", "d3");
    run_dialog(
        &mut host,
        &[
            ("Player 2 plays e3 d3.", ""),
            ("(1 of ", "q"),
            ("Turn of Player 1!", ""),
            ("\u{1b}[KCell - ", "b3"),
            ("To Which Cell - ", "c3"),
        ],
    );
    for (own, is_command, answer) in [(1, true, "n"), (2, true, ":draw"), (4, false, "n")] {
        host.wait_for("Press any key");
        if is_command {
            command(&mut host, "resign");
        } else {
            host.type_in("\u{3}");
        }
        host.wait_for("[y/n] ");
        guest.wait_for("Cell - ");
        play(&mut guest, &format!("e{own}"), &format!("d{own}"));
        run_dialog(
            &mut host,
            &[("Player 2 plays ", ""), ("[y/n] ", answer), ("Turn of Player 1!", ""), ("Cell - ", "")],
        );
        play(&mut host, &format!("a{own}"), &format!("b{own}"));
    }
    a_turn_typed_while_the_other_player_thinks_is_kept(&mut host, &mut guest);
}

/// The guest thinks, and each side has moved every piece but the fifth.
fn a_turn_typed_while_the_other_player_thinks_is_kept(host: &mut Terminal, guest: &mut Terminal) {
    guest.wait_for("Cell - ");
    for (line, answer) in [
        ("a5 b5", "(It is not your turn. This is kept for your turn: a5 b5.)"),
        ("b1 c1", "(It is not your turn. This is kept for your turn: b1 c1.)"),
        (":say hurry", "You: hurry"),
        ("hello", "It is not your turn. You can type commands here:"),
    ] {
        command(host, &format!("\u{8}{line}"));
        host.wait_for(answer);
    }
    play(guest, "e5", "d5");
    guest.wait_for("Player 1 plays b1 c1.");
    // Another whole turn replaces what was typed, and another answer does not.
    for (line, kept) in [
        ("d3", "kept for your turn: d3.)"),
        ("d4", "kept for your turn: d3 d4.)"),
        ("a1b1", "kept for your turn: a1b1.)"),
        ("a2b2", "kept for your turn: a2b2.)"),
        ("d3", "kept for your turn: d3.)"),
    ] {
        command(host, &format!("\u{8}{line}"));
        host.wait_for(kept);
    }
}

#[test]
fn news_leaves_a_prompt_of_two_rows_whole() {
    let homes = Homes::new();
    let (mut host, address) = host((40, 24), "qawale --side first", &homes.path("host"));
    let mut guest = start((80, 24), &format!("join {address} {CODE} --name Ben"), &homes.path("guest"));
    host.wait_for("a1): ");
    guest.wait_for("(Waiting for");
    guest.signal(rustix::process::Signal::HUP);
    let dialog = [
        ("(Ben is no longer connected. The game", ""),
        ("waits.)", ""),
        ("Place a piece on the stack of cell (e.g.", ""),
        ("a1): ", ""),
    ];
    run_dialog(&mut host, &dialog);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_guest_can_begin_the_game_while_the_host_is_away() {
    let homes = Homes::new();
    let (mut host, address) = host((80, 24), "uglyduck --side second", &homes.path("host"));
    let join = format!("join {address} {CODE} --name Ben");
    let mut guest = start((80, 24), &join, &homes.path("guest"));
    guest.wait_for("Cell - ");
    host.wait_for("(Waiting for Ben.");
    host.signal(rustix::process::Signal::HUP);
    host.rest();
    guest.wait_for("(The host is no longer connected.");
    play(&mut guest, "a3", "b3");
    let host = format!("host --listen {address} --code {CODE}");
    let mut host = start((80, 24), &host, &homes.path("host"));
    host.wait_for("Player 1 plays a3 b3.");
    guest.wait_for("(The host is back.)");
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_guest_after_a_game_is_told_that_the_host_has_begun_another() {
    let People { mut host, mut guest, mut spectator, homes, door: (address, code) } = People::meet((80, 24));
    play(&mut host, "a3", "b3");
    guest.wait_for("Cell - ");
    let path = kept_path(&homes.path("guest"), "join");
    let mut kept: Record = std::fs::read_to_string(&path).unwrap().parse().unwrap();
    run_dialog(&mut guest, &[("", ":resign"), ("[y/n] ", "y"), ("What now?", "")]);
    guest.type_in(":say good game\r");
    run_dialog(&mut host, &[("Ben: good game", ""), ("Choose an option: ", "4")]);
    guest.wait_for("(Ana has left.)");
    guest.type_in("1\r");
    guest.wait_for("(The other player is not here.)");
    guest.wait_for("(Enter: 2)");
    assert_eq!(host.exit_code(), 0);
    spectator.wait_for("(The connection to the host is lost.)");
    spectator.look(std::time::Duration::from_millis(800));
    assert!(spectator.is_running(), "a spectator waits too");
    let again = format!("host uglyduck --listen {address} --side first --code {code}");
    let mut host = start((80, 24), &again, &homes.path("host"));
    host.wait_for("(Waiting for");
    let shown = guest.wait_for("has begun another game. Join again to play it");
    assert!(!shown.contains("broke the rules"), "{shown}");
    // Also one that was killed before it could forget the game.
    guest.kill();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "");
    kept.result = Some("p1, resigned".parse().unwrap());
    std::fs::write(&path, kept.to_string().replace("\"step\":1,", "\"step\":2,")).unwrap();
    let join = format!("join {address} {code}");
    let mut guest = start((80, 24), &join, &homes.path("guest"));
    let shown = guest.wait_for("has begun another game. Join again to play it");
    assert!(!shown.contains("broke the rules"), "{shown}");
    // Whenever it ends, the game is in progress or finished.
    guest.signal(rustix::process::Signal::TERM);
    guest.rest();
    let network = homes.path("guest").join("cygnet/network");
    let is_kept = std::fs::read_dir(network).unwrap().flatten().any(|entry| {
        entry.file_name().to_string_lossy().starts_with("join-") && entry.metadata().unwrap().len() > 0
    });
    assert!(is_kept || homes.path("guest").join("cygnet/finished/game-1.cygnet").exists());
    if is_kept {
        let mut guest = start((80, 24), &join, &homes.path("guest"));
        run_dialog(&mut guest, &[("Choose an option: ", "4")]);
        assert_eq!(guest.exit_code(), 0);
    }
    let mut guest = start((80, 24), &join, &homes.path("guest"));
    play(&mut host, "a3", "b3");
    guest.wait_for("Turn of Player 2!");
}

#[test]
fn an_empty_line_answers_the_next_question() {
    let People { mut host, mut guest, homes: _homes, .. } = People::meet((80, 24));
    play(&mut host, "a3", "b3");
    guest.wait_for("Cell - ");
    // A takeback: the guest waits again, without its question.
    host.type_in(":undo\r");
    run_dialog(&mut guest, &[("(Ana asks to take back the last turn.", ":yes"), ("(Waiting for Ana.", "")]);
    host.wait_for("(1 turn taken back.)");
    play(&mut host, "a2", "b2");
    let shown = guest.wait_for("Turn of Player 2!");
    assert!(!shown.contains("Cell - "), "{shown}");
    // A draw, by news: the menu asks at the line of the guest's question.
    run_dialog(&mut guest, &[("Cell - ", ":draw"), ("(You offered a draw.)", ""), ("Cell - ", "")]);
    run_dialog(&mut host, &[("(Ben offers a draw.", ":yes")]);
    let shown = guest.wait_for("Choose an option: (Enter: 1)");
    assert!(shown.contains("(Draw agreed.)"), "{shown}");
    let (_, shown) = shown.split_once("What now?").unwrap();
    assert!(!shown.contains("Cell - ") && !shown.contains("Press Enter to"), "{shown}");
    guest.type_in("?\r");
    guest.wait_for("You can press Enter for 1, or type 1, 2, 3 or 4 here, or a name: Play again");
    run_dialog(&mut guest, &[("Choose an option: ", "4")]);
    assert_eq!(guest.exit_code(), 0);
}

#[test]
fn a_question_that_is_over_stops_nothing_and_keeps_what_is_typed() {
    let People { mut host, mut guest, homes: _homes, .. } = People::meet((80, 24));
    play(&mut host, "a3", "b3");
    guest.wait_for("Player 1 plays a3 b3.");
    guest.wait_for("Cell - ");
    host.wait_for("Press any key");
    host.type_in(":");
    host.wait_for("(waiting) ");
    host.type_in("\u{8}b3 c");
    play(&mut guest, "e3", "d3");
    run_dialog(&mut host, &[("Turn of Player 1!", ""), ("Cell - ", ""), ("(waiting) b3 c", "")]);
    guest.wait_for("Press any key");
    command(&mut guest, "say still there?");
    host.wait_for("Ben: still there?");
    command(&mut guest, "undo");
    host.wait_for("(Ben asks to take back the last turn.");
    host.type_in("\u{15}:yes\r");
    // Both see the new board at once.
    run_dialog(&mut guest, &[("(1 turn taken back.)", ""), ("Turn of Player 2!", ""), ("Cell - ", "")]);
    host.wait_for("(Waiting for Ben.");
    // The same question again takes the line that is being typed.
    guest.type_in("e3");
    command(&mut host, "undo");
    guest.wait_for("(Ana asks to take back the last turn.");
    guest.wait_for("Cell - e3");
    guest.type_in("\u{15}:yes\r");
    run_dialog(&mut host, &[("Turn of Player 1!", ""), ("Cell - ", "a3"), ("To Which Cell - ", "")]);
    host.type_in("b");
    // Another question does not.
    guest.wait_for("Press any key");
    guest.type_in(":resign\r");
    run_dialog(&mut guest, &[("[y/n] ", "y"), ("What now?", "")]);
    run_dialog(&mut host, &[("(Ben resigns.)", ""), ("(Press Enter to continue.)", "")]);
    host.wait_for("To Which Cell - b");
    host.type_in("5\r");
    host.wait_for("Choose an option: ");
    host.type_in("3\r");
    assert_eq!(host.exit_code(), 0);
}

#[test]
fn somebody_who_listens_hears_only_the_turn_of_the_other_player() {
    let homes = Homes::new();
    let (mut host, address) = host((80, 24), "uglyduck --side first", &homes.path("host"));
    let join = format!("join {address} {CODE} --screen-reader");
    let mut guest = start((80, 24), &join, &homes.path("guest"));
    guest.wait_for("You are Player 2.");
    for (own, other) in [(1, "e1 d1"), (2, "e2 d2")] {
        host.wait_for("Cell - ");
        play(&mut host, &format!("a{own}"), &format!("b{own}"));
        let heard = guest.wait_for("Which piece do you move?");
        assert!(heard.contains(&format!("Player 1 moved a duck from a{own} to b{own}.")), "{heard}");
        assert!(!heard.contains("has 5 ducks") && !heard.contains("plays"), "{heard}");
        guest.type_in(&format!("{other}\r"));
    }
    // Ctrl-C drops the line of a question that is over, and asks at once.
    host.wait_for("Cell - ");
    play(&mut host, "a3", "b3");
    guest.wait_for("Which piece do you move?");
    host.wait_for("Press any key");
    run_dialog(&mut host, &[("", ":resign"), ("[y/n] ", "y"), ("What now?", "")]);
    guest.wait_for("(Press Enter to continue.)");
    guest.type_in("\u{3}");
    run_dialog(&mut guest, &[("Leave the program?", "y")]);
    assert_eq!(guest.exit_code(), 130);
}
