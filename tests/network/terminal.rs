//! Two players and a spectator at terminals.

use std::net::SocketAddr;
use std::path::Path;

use cygnet::games::FAMILIES;
use cygnet::model::{Player, Reason, Record};
use cygnet::records::names::side_title;

use crate::common::samples;
use crate::common::terminal::{ENTER, Terminal, run_dialog};
use crate::computers::{CODE, Homes, Plan, invitation};

/// The maximum length of a game, after which a player resigns.
const MAX_PLIES: usize = 12;

/// The people at their terminals.
pub struct People {
    pub host: Terminal,
    pub guest: Terminal,
    pub spectator: Terminal,
    pub homes: Homes,
    /// The address and the code of the host.
    pub door: (SocketAddr, String),
}

/// Starts the program with words as arguments.
pub fn start(window: (u16, u16), arguments: &str, home: &Path) -> Terminal {
    Terminal::start_in(window, &arguments.split(' ').collect::<Vec<_>>(), home)
}

/// Hosts a game under [`CODE`] with more options, and returns its address.
pub fn host(window: (u16, u16), options: &str, home: &Path) -> (Terminal, SocketAddr) {
    let mut host = start(window, &format!("host {options} --listen 127.0.0.1:0 --code {CODE}"), home);
    let (address, _) = invitation(&host.wait_for("(Waiting for"), "cygnet join ");
    (host, address)
}

impl People {
    /// Starts a game of Ugly Duck in windows of this size (columns, rows). The host moves first.
    pub fn meet(window: (u16, u16)) -> People {
        let homes = Homes::new();
        let host = "host uglyduck --listen 127.0.0.1:0 --side first --name Ana";
        let mut host = start(window, host, &homes.path("host"));
        let shown = host.wait_for("(Waiting for");
        let door = invitation(&shown, "cygnet join ");
        let join = format!("join {} {} --name Ben", door.0, door.1);
        let guest = start(window, &join, &homes.path("guest"));
        host.wait_for("(Ben has joined.)");
        host.wait_for("You are Player 1. Ben is Player 2.");
        host.wait_for("Player 1 is ▼");
        host.wait_for("Cell - ");
        let (address, code) = invitation(&shown, "cygnet watch ");
        let mut spectator = start(window, &format!("watch {address} {code}"), &homes.path("spectator"));
        spectator.wait_for("You are watching. Ana (");
        spectator.wait_for("Turn of Player 1!");
        host.wait_for("(One person is watching.)");
        host.wait_for("Cell - ");
        People { host, guest, spectator, homes, door }
    }

    pub fn first_turns(&mut self) {
        self.host.type_in(":say hello Ben\r");
        self.guest.wait_for("Ana: hello Ben");
        play(&mut self.host, "a3", "b3");
        self.spectator.wait_for("Player 1 plays a3 b3.");
        self.guest.wait_for("Player 1 plays a3 b3.");
        self.guest.wait_for("Cell - ");
        // A half-typed answer stays when someone says something.
        self.guest.type_in("e");
        self.guest.wait_for("e");
        self.host.wait_for("Press any key");
        command(&mut self.host, "say look");
        self.guest.wait_for("Ana: look");
        self.guest.wait_for("Cell - e");
        self.guest.type_in("3\r");
        self.guest.wait_for("To Which Cell - ");
        // A half-typed command stays when the game continues.
        self.host.type_in(":sa");
        self.host.wait_for("(waiting) :sa");
        self.guest.type_in("d3\r");
        let dialog = [
            ("Player 2 plays e3 d3.", ""),
            ("Turn of Player 1!", ""),
            ("Cell - ", ""),
            ("(waiting) :sa", "y still here"),
        ];
        run_dialog(&mut self.host, &dialog);
        self.host.wait_for("Cell - ");
        self.guest.wait_for("Ana: still here");
        self.spectator.wait_for("Player 2 plays e3 d3.");
    }

    pub fn spectator_tries_to_play(&mut self) {
        for line in [":undo", ":draw", ":resign", ":again", ":yes", ":no", ":code", ":say hi"] {
            self.spectator.type_in(&format!("{line}\r"));
            let shown = self.spectator.wait_for("You are watching.");
            assert!(!shown.contains("lost"), "{line}: {shown}");
        }
        self.spectator.type_in("a1 b1\r");
        self.spectator.wait_for("You are watching. You can type commands");
    }

    pub fn guest_takes_back(&mut self) {
        self.guest.type_in(":undo\r");
        self.guest.wait_for("(You asked to take back the last turn.)");
        self.host.wait_for("(Ben asks to take back the last turn.");
        self.host.type_in("y\r");
        let shown = self.guest.wait_for("(1 turn taken back.)");
        assert!(!shown.contains("dropped"), "{shown}");
        self.guest.wait_for("Cell - ");
        self.spectator.wait_for("(1 turn taken back.)");
        play(&mut self.guest, "e3", "d3");
        run_dialog(&mut self.host, &[("Player 2 plays e3 d3.", ""), ("Cell - ", "")]);
    }

    pub fn host_offers_a_draw(&mut self) {
        self.host.type_in(":draw\r");
        self.host.wait_for("(You offered a draw.)");
        self.guest.wait_for("(Ana offers a draw.");
        self.guest.type_in("n\r");
        run_dialog(&mut self.host, &[("(Ben says no.)", ""), ("Cell - ", ":draw")]);
        self.guest.wait_for("(Ana offers a draw.");
    }

    pub fn guest_resigns(&mut self) {
        self.host.type_in("b3 c4\r");
        let dialog =
            [("Player 1 plays b3 c4.", ""), ("has lapsed.)", ""), ("Cell - ", ":resign"), ("[y/n] ", "y")];
        run_dialog(&mut self.guest, &dialog);
        let shown = self.guest.wait_for("What now?");
        assert!(!shown.contains("Press Enter") && !shown.contains("Cell - "), "{shown}");
        run_dialog(&mut self.host, &[("(Ben resigns.)", ""), ("What now?", "")]);
        let shown = self.spectator.wait_for("(:quit leaves.)");
        assert!(shown.contains("Player 2 resigns.") && !shown.contains("The host resigns"), "{shown}");
    }

    /// The guest is "you" in the review just after the game, and in that of the finished game.
    pub fn guest_reviews(&mut self) {
        self.guest.type_in("2\r");
        let shown = self.guest.wait_for("Enter for more, q to leave) ");
        assert!(shown.contains("You resigned in a winning position."), "{shown}");
        assert!(shown.contains("Your chances, turn by turn:") && !shown.contains("Player 2"), "{shown}");
        run_dialog(&mut self.guest, &[("", "q"), ("(Enter: leave): ", ENTER), ("[y/n] ", "n")]);
        run_dialog(&mut self.guest, &[("What now?", ""), ("Choose an option: ", "")]);
        let kept = self.homes.path("guest").join("cygnet/finished/game-1.cygnet");
        assert!(std::fs::read_to_string(kept).unwrap().contains(" ?? ["), "the review is kept");
    }

    fn a_finished_game_is_reviewed_for_the_guest(&self) {
        let mut review = start((100, 200), "games review 2", &self.homes.path("guest"));
        let shown = review.wait_for("(Enter: leave): ");
        let heading = "Ugly Duck, you (Player 1) beat Ana (Player 2), resigned, turn ";
        assert!(shown.contains(heading) && shown.contains("Your chances, turn by turn:"), "{shown}");
        review.type_in("\r");
        review.rest();
    }

    pub fn both_play_again_and_leave(mut self) {
        run_dialog(&mut self.host, &[("Choose an option: ", "1")]);
        self.guest.wait_for("(Ana wants to play again");
        // The next game begins while the host types a command.
        self.host.type_in(":");
        self.host.wait_for("(waiting) ");
        self.guest.type_in("y\r");
        run_dialog(&mut self.guest, &[("(Game 2. The sides are swapped.)", ""), ("Cell - ", "")]);
        run_dialog(&mut self.spectator, &[("(Game 2.)", ""), ("You are watching. Ben (Player 1) plays", "")]);
        play(&mut self.guest, "a3", "b3");
        // Advice is off, so no tip names it.
        let dialog = [
            ("Player 1 plays a3 b3.", ""),
            ("(:help lists commands.)", ""),
            ("Cell - ", "resign"),
            ("[y/n] ", "y"),
        ];
        run_dialog(&mut self.host, &dialog);
        run_dialog(&mut self.host, &[("Player 2 resigns.", ""), ("Choose an option: ", "4")]);
        assert_eq!(self.host.exit_code(), 0);
        self.guest.wait_for("(Ana resigns.)");
        self.guest.wait_for("(Ana has left.)");
        self.guest.type_in("4\r");
        assert_eq!(self.guest.exit_code(), 0);
        self.a_finished_game_is_reviewed_for_the_guest();
        let finished = |side: &str, number: u32| {
            let file = format!("cygnet/finished/game-{number}.cygnet");
            let text = std::fs::read_to_string(self.homes.path(side).join(file)).unwrap();
            // The guest has reviewed games.
            let mut record: Record = text.parse().unwrap();
            record.annotations.header.retain(|(key, _)| key == "you");
            (record.annotations.notes, record.annotations.variations) = Default::default();
            record.to_string()
        };
        for (number, [host, guest]) in [(1, ["p1", "p2"]), (2, ["p2", "p1"])] {
            let seat = |player: &str| format!("\nyou: {player}\n");
            let kept = finished("host", number);
            assert_eq!(kept.replace(&seat(host), &seat(guest)), finished("guest", number));
            assert!(kept.contains(&seat(host)), "{kept}");
        }
    }
}

/// Types a turn at the question for a cell.
pub fn play(terminal: &mut Terminal, from: &str, to: &str) {
    terminal.type_in(&format!("{from}\r"));
    terminal.wait_for("To Which Cell - ");
    terminal.type_in(&format!("{to}\r"));
}

/// Types a line while the player waits. The key that begins it may be its colon, or one more.
pub fn command(player: &mut Terminal, line: &str) {
    player.type_in(":");
    player.wait_for("(waiting) ");
    player.type_in(&format!("{line}\r"));
}

fn play_in(window: (u16, u16)) {
    let mut people = People::meet(window);
    people.first_turns();
    people.spectator_tries_to_play();
    people.guest_takes_back();
    people.host_offers_a_draw();
    people.guest_resigns();
    people.guest_reviews();
    people.both_play_again_and_leave();
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn people_play_talk_take_back_and_play_again() {
    // In the narrow windows everything is wrapped.
    for window in [(40, 24), (80, 24)].into_iter().take(samples(1)) {
        play_in(window);
    }
}

/// Plays a whole game, each turn on one line.
fn play_whole_game(name: &str) {
    let plan = Plan::random(name, 4, MAX_PLIES);
    let homes = Homes::new();
    let (mut host, address) = host((80, 40), &format!("{name} --side first"), &homes.path("host"));
    let mut guest = start((80, 40), &format!("join {address} {CODE}"), &homes.path("guest"));
    let turns = plan.typed_turns();
    let (mut mover, mut other) = (&mut host, &mut guest);
    mover.wait_for("has joined.)");
    for turn in &turns {
        mover.type_in(&format!("{turn}\r"));
        other.wait_for(&format!(" plays {turn}."));
        (mover, other) = (other, mover);
    }
    if plan.referee.ending().is_some_and(|ending| ending.reason == Reason::Resigned) {
        mover.type_in(":resign\r");
        run_dialog(mover, &[("[y/n] ", "y")]);
    }
    for player in [mover, other] {
        run_dialog(player, &[("What now?", ""), ("Choose an option: ", "4")]);
        assert_eq!(player.exit_code(), 0, "{name}");
    }
    // The list of each side calls its player "you".
    let verbs = match plan.referee.ending().and_then(|end| end.outcome.winner()) {
        None => ["drew with"; 2],
        Some(Player::One) => ["beat", "lost to"],
        Some(Player::Two) => ["lost to", "beat"],
    };
    let [first, second] = Player::BOTH.map(|player| side_title(name, player));
    for (side, verb, [own, other]) in
        [("host", verbs[0], [&first, &second]), ("guest", verbs[1], [&second, &first])]
    {
        let mut list = start((160, 40), "games", &homes.path(side));
        list.wait_for(&format!("you ({own}) {verb} {other}"));
        list.rest();
    }
}

#[test]
fn the_clocks_have_names_and_warn() {
    let homes = Homes::new();
    let options = "uglyduck --side first --name Ana --clock 0.4";
    let (mut host, address) = host((80, 40), options, &homes.path("host"));
    let join = format!("join {address} {CODE} --name Ben");
    let guest = start((80, 40), &join, &homes.path("guest"));
    let shown = host.wait_for(" - your time is running out");
    assert!(shown.contains("Ana 0:2") && shown.contains(", Ben 0:2"), "{shown}");
    host.type_in(":code\r");
    host.wait_for("The old one no longer works.)");
    host.wait_for(&format!("cygnet join {address} "));
    host.kill();
    guest.kill();
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn people_play_every_game_to_its_end() {
    for family in FAMILIES {
        play_whole_game(family.id);
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_host_can_mute_a_guest_and_send_it_away() {
    let People { mut host, mut guest, homes, .. } = People::meet((80, 24));
    host.type_in(":mute\r");
    host.wait_for("(You no longer see what the other player says.)");
    guest.type_in(":say heard?\r");
    guest.wait_for("(waiting) ");
    guest.type_in(":kick\r");
    guest.wait_for("Only the host can do that.");
    host.type_in(":mute\r");
    let shown = host.wait_for("(You see what the other player says.)");
    assert!(!shown.contains("heard?"), "{shown}");
    host.type_in(":kick\r");
    host.wait_for("(The new code is ");
    let shown = host.wait_for("(Ben is no longer connected.");
    host.type_in(":kick\r");
    host.wait_for("The other player is not here. (:code makes a new code)");
    let (address, code) = invitation(&shown, "cygnet join ");
    let shown = guest.wait_for("error: the code no longer works: ask the host for a new one");
    assert!(!shown.contains("is wrong"), "{shown}");
    // Another guest does not get the name of the one before.
    let join = format!("join {address} {code}");
    let _other = start((80, 24), &join, &homes.path("other"));
    host.wait_for("(The other player has joined.)");
}

#[test]
fn no_key_at_a_host_lets_a_guest_block_it() {
    // Keys that open a sequence: Tab, Esc, Ctrl-V, Ctrl-X, Alt and a digit, the start of a function key.
    let keys = ["\t", "\u{1b}", "\u{16}", "\u{18}", "\u{1b}5", "\u{1b}["];
    let People { mut host, mut guest, homes: _homes, .. } = People::meet((80, 24));
    for (number, key) in keys.into_iter().enumerate() {
        host.type_in(key);
        for word in ["one", "two", "three"] {
            command(&mut guest, &format!("say {word} {number}"));
            guest.wait_for("\r\n");
        }
        // The first key may end the sequence.
        host.type_in("\r\r");
        host.wait_for(&format!("Ben: three {number}"));
        host.wait_for("Cell - ");
    }
    host.type_in("\t");
    guest.type_in(":say last\r");
    host.signal(rustix::process::Signal::TERM);
    host.rest();
    assert_eq!(host.exit_code(), 128 + 15);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_game_goes_on_under_a_new_code_and_only_under_that() {
    let People { mut host, mut guest, mut spectator, homes, door: (address, old) } = People::meet((80, 24));
    host.type_in(":code\r");
    let new_code = |host: &mut Terminal| {
        let shown = host.wait_for(". The old one no longer works.)");
        shown.split("The new code is ").nth(1).unwrap().split('.').next().unwrap().to_owned()
    };
    let new = new_code(&mut host);
    guest.wait_for(&format!("Ana has a new code for this game: {new}."));
    play(&mut host, "a3", "b3");
    guest.wait_for("Player 1 plays a3 b3.");
    assert!(!spectator.wait_for("Player 1 plays a3 b3.").contains(" code "));
    host.kill();
    let mut other = start((80, 24), &format!("host --listen {address} --code {old}"), &homes.path("host"));
    other.wait_for(&format!("no game with the code {old} is kept here"));
    let again = format!("host uglyduck --listen {address} --code {new}");
    let mut host = start((80, 24), &again, &homes.path("host"));
    host.wait_for("(Ben is back.)");
    play(&mut guest, "e3", "d3");
    host.wait_for("Player 2 plays e3 d3.");
    // The guest, too, finds its game under the new code.
    guest.kill();
    let join = format!("join {address} {new} --name Ben");
    let mut guest = start((80, 24), &join, &homes.path("guest"));
    host.wait_for("(Ben is back.)");
    play(&mut host, "b3", "c3");
    let shown = guest.wait_for("Player 1 plays b3 c3.");
    assert!(!shown.contains("Join it?"), "{shown}");
    // Without a game, a host is asked about those that are kept.
    host.kill();
    let mut other = start((80, 24), &format!("host --listen {address}"), &homes.path("host"));
    other.wait_for(&format!("You have hosted a game with the code {new}: Ugly Duck, "));
    other.kill();
    // A game of another kind is asked about.
    let other = format!("host qawale --listen {address} --code {new}");
    let mut host = start((80, 24), &other, &homes.path("host"));
    host.wait_for("is one of uglyduck. Continue it? [y/n]");
    host.type_in("y\r");
    host.wait_for("(Ben is back.)");
    // A guest who was away when the code changed has the game once.
    guest.kill();
    host.wait_for("(Ben is no longer connected.");
    command(&mut host, "code");
    let join = format!("join {address} {} --name Ben", new_code(&mut host));
    let mut guest = start((80, 24), &join, &homes.path("guest"));
    run_dialog(&mut guest, &[("Join it? [y/n] ", "y"), ("Cell - ", "")]);
    let kept = std::fs::read_dir(homes.path("guest").join("cygnet/network")).unwrap().flatten();
    assert_eq!(kept.filter(|file| file.file_name().to_string_lossy().starts_with("join-")).count(), 1);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn everybody_sees_the_board_and_who_is_back() {
    let People { mut host, mut guest, mut spectator, homes, door: (address, code) } = People::meet((80, 24));
    host.type_in(":board compact\r");
    host.wait_for("Cell - ");
    play(&mut host, "a3", "b3");
    // The board after the own turn.
    let shown = host.wait_for("(Waiting for Ben.");
    assert!(shown.contains(" 1 ") && shown.contains(" 5"), "{shown}");
    guest.wait_for("Player 1 plays a3 b3.");
    command(&mut host, "code watch");
    host.wait_for("The new code is ");
    spectator.wait_for("(The host has a new code for this game: ");
    host.kill();
    guest.wait_for("(Ana is no longer connected.");
    spectator.wait_for("(The connection to the host is lost.)");
    let again = format!("host uglyduck --listen {address} --code {code} --name Ana");
    let mut host = start((80, 24), &again, &homes.path("host"));
    let shown = host.wait_for("(Waiting for");
    assert!(shown.contains("#    B    #         #         #   [▼]   #"), "{shown}");
    guest.wait_for("(Ana is back.)");
    spectator.wait_for("(The host is back.)");
    let shown = host.wait_for("(Ben is back.)");
    if !shown.contains("(One person is watching.)") {
        host.wait_for("(One person is watching.)");
    }
    drop(guest);
    host.wait_for("(Ben is no longer connected.");
    let mut guest = start((80, 24), &format!("join {address} {code} --name Ben"), &homes.path("guest"));
    host.wait_for("(Ben is back.)");
    play(&mut guest, "e3", "d3");
    spectator.wait_for("Player 2 plays e3 d3.");
    // A host that has lost the code for watching makes another one.
    host.kill();
    let _host = start((80, 24), &again, &homes.path("other"));
    spectator.wait_for("(The connection to the host is lost.)");
    let shown = spectator.wait_for("error: the code no longer works");
    assert!(!shown.contains("is kept"), "{shown}");
}

/// Leaves a game with `q`, and returns the words of the command that continues it.
pub fn leave(player: &mut Terminal) -> String {
    player.type_in("q\r");
    player.wait_for(" kept");
    player.wait_for(": cygnet ");
    let shown = player.wait_for(")");
    assert_eq!(player.exit_code(), 0);
    shown.strip_suffix(')').unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn the_commands_that_both_sides_print_meet_again() {
    let People { mut host, mut guest, homes, door: (address, _), .. } = People::meet((80, 24));
    // Also before the first turn.
    guest.wait_for("Press any key");
    guest.type_in(":");
    guest.wait_for("(waiting) ");
    let again = leave(&mut guest);
    let mut guest = start((80, 24), &again, &homes.path("guest"));
    host.wait_for("(Ben has joined.)");
    host.wait_for("Cell - ");
    play(&mut host, "a3", "b3");
    guest.wait_for("Cell - ");
    play(&mut guest, "e3", "d3");
    host.wait_for("Player 2 plays e3 d3.");
    host.wait_for("Cell - ");
    let (host, guest) = (leave(&mut host), leave(&mut guest));
    let mut guest = start((80, 24), &guest, &homes.path("guest"));
    guest.wait_for(&format!("(Nobody answers at {address}. Trying again ...)"));
    let mut host = start((80, 24), &host, &homes.path("host"));
    host.wait_for(&format!("Waiting on {address}."));
    guest.wait_for("(Ana is back.)");
    host.wait_for("(Ben is back.)");
    play(&mut host, "b3", "c3");
    guest.wait_for("Player 1 plays b3 c3.");
}
