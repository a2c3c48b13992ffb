//! Whole games between two processes.

use std::fs;

use cygnet::model::{Player, Record};

use crate::common::with_every_kind;
use crate::computers::{Computer, End, Homes, Plan, check_ends};

/// The maximum length of a game, after which a player resigns.
const MAX_PLIES: usize = 30;

/// Plays a random game. `own` is the side of the host. Returns the records that both save after the game.
fn play(plan: &Plan, own: Player) -> [String; 2] {
    let homes = Homes::new();
    let side = ["first", "second"][own.index()];
    let files = ["host.cygnet", "guest.cygnet"].map(|name| homes.path("").join(name));
    let input = |player: Player, file: usize| {
        plan.lines(player, 0) + &format!(":save {}\n:quit\n", files[file].display())
    };
    let options = ["--format=json", "--stay", "--side", side];
    let (host, address) = Computer::host(&homes.path("host"), &plan.game_name(), &options, &input(own, 0));
    let input = input(own.opponent(), 1);
    let guest = Computer::join(&homes.path("guest"), address, &options[..2], &input);
    let (guest, host) = (guest.end(), host.end());
    check_ends(plan, &host, &guest);
    files.map(|file| fs::read_to_string(file).unwrap())
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn both_sides_have_and_save_the_same_game_in_every_game_of_the_list() {
    with_every_kind(|game| {
        let plan = Plan::random(&game.name(), 1, MAX_PLIES);
        let [host, guest] = play(&plan, Player::BOTH[game.name().len() % 2]);
        assert_eq!(host, guest, "{}", game.name());
        let planned = plan.referee.record(&host.parse::<Record>().unwrap());
        assert_eq!(host, planned.to_string(), "{}", game.name());
    });
}

#[test]
fn the_coach_is_silent_unless_both_players_allow_advice() {
    // The coach solves this board at once.
    let plan = Plan::random("uglyduck-xl:3x3", 5, 2);
    for allowed in [[true, false], [true, true]] {
        let homes = Homes::new();
        let [host, guest] = ["host", "guest"].map(|name| homes.path(name));
        for home in [&host, &guest] {
            fs::create_dir_all(home.join("cygnet")).unwrap();
            fs::write(home.join("cygnet/config.toml"), "coach = true\n").unwrap();
        }
        let [at_host, at_guest] = allowed.map(|casual| if casual { &["--casual"][..] } else { &[] });
        let [first, second] = Player::BOTH.map(|player| plan.lines(player, 0));
        let options = [&["--side=first"], at_host].concat();
        let (host, address) = Computer::host(&host, &plan.game_name(), &options, &first);
        let guest = Computer::join(&guest, address, at_guest, &second);
        for end in [guest.end(), host.end()] {
            assert_eq!(
                end.stdout.contains("Coach: "),
                allowed == [true, true],
                "{allowed:?}: {}",
                end.stdout
            );
            assert_eq!(end.code, Some(0), "{}", end.stderr);
        }
    }
}

/// Plays a game in which each side types these lines. Returns what both report.
fn play_lines(game: &str, lines: [&str; 2]) -> [End; 2] {
    let homes = Homes::new();
    let options = ["--format=json", "--side=first", "--clock=5+5"];
    let (host, address) = Computer::host(&homes.path("host"), game, &options, lines[0]);
    let guest = Computer::join(&homes.path("guest"), address, &options[..1], lines[1]).end();
    [host.end(), guest]
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn scripts_answer_offers_with_their_next_line() {
    for (lines, result) in [
        ([":draw\n", ":yes\n"], "agreed"),
        ([":draw\n", ":draw\n"], "agreed"),
        ([":draw\na1 b1\n:resign\n", ":no\ne1 d1\n"], "resigned"),
        // Each offers while it is to move, and the other has no answer.
        ([":draw\na1 b1\nb1 c1\n:resign\n", "e2 d2\n:undo\n:draw\nd2 c1\n"], "resigned"),
        ([":draw\na1 b1\na2 b2\n", ":draw\ne1 d1\n:resign\n"], "agreed"),
        ([":draw\n:resign\n", ""], "resigned"),
        (["a1 b1\n:resign\n", ":undo\n:draw\ne1 d1\n"], "resigned"),
        ([":pause\na1 b1\n", ":yes\n:resign\n"], "resigned"),
        (["a1\n:pause\na1\n:draw\n", ":pause\n:yes\n"], "agreed"),
    ] {
        // In Qawale the board is shown again in the middle of a turn.
        let game = if lines[0].starts_with("a1\n") { "qawale" } else { "uglyduck" };
        for end in play_lines(game, lines) {
            let wanted = format!("\"reason\":\"{result}\"");
            assert!(end.stdout.contains(&wanted), "{lines:?}: {} {}", end.stdout, end.stderr);
            let is_played = !lines[1].starts_with(":no") || end.stdout.contains("e1d1");
            assert!(is_played, "{lines:?}: {} {}", end.stdout, end.stderr);
        }
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_computer_agrees_to_ten_takebacks_a_game() {
    let homes = Homes::new();
    let options = ["--p2=random", "--clock=5+5"];
    let (host, address) = Computer::host(&homes.path("host"), "uglyduck", &options, "");
    let lines = "a1 b1\n:undo\n".repeat(11) + ":resign\n";
    let guest = Computer::join(&homes.path("guest"), address, &[], &lines).end();
    let count = |text: &str| guest.stdout.matches(text).count();
    let counts = [count("(2 turns taken back.)"), count("(The host says no.)")];
    assert_eq!(counts, [10, 1], "{}{}", guest.stdout, guest.stderr);
    host.end();
}

#[test]
fn a_script_that_joins_again_waits_for_the_host() {
    let homes = Homes::new();
    let (host, address) = Computer::host(&homes.path("host"), "qawale", &["--p2=level:2"], "");
    for lines in ["a1 b1 c1 d1\n", ":undo\n", ":resign\n"] {
        let guest = Computer::join(&homes.path("guest"), address, &["--strict"], lines).end();
        assert!(!guest.stderr.contains(lines.trim()), "{lines}: {}{}", guest.stdout, guest.stderr);
    }
    let end = host.end();
    let result = "Dark resigns.\nLight (computer level 2) wins against dark (human).";
    assert!(end.code == Some(0) && end.stdout.contains(result), "{}{}", end.stdout, end.stderr);
    let answer = "(The other player asks to take back the last 2 turns. The computer here says yes.)";
    assert!(end.stdout.contains(answer), "{}", end.stdout);
}

#[test]
fn a_host_with_nothing_more_to_say_ends_when_its_guest_has_left() {
    for lines in [["", ""], ["a1 b1\n", ""]] {
        let homes = Homes::new();
        let side = if lines[0].is_empty() { "--side=second" } else { "--side=first" };
        let (host, address) = Computer::host(&homes.path("host"), "uglyduck", &[side], lines[0]);
        let guest = Computer::join(&homes.path("guest"), address, &[], lines[1]).end();
        let end = host.end();
        for (said, number) in [
            (&end.stdout, usize::from(lines[0].is_empty())),
            (&guest.stdout, usize::from(!lines[0].is_empty())),
        ] {
            assert_eq!(said.matches(&format!("(You are Player {}. ", number + 1)).count(), 1, "{said}");
        }
        assert_eq!(end.code, Some(0), "{lines:?}: {}{}", end.stdout, end.stderr);
    }
}
