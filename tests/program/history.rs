//! Tests of `games`, `stats` and `explore`, which use the finished games.

use std::fs;
use std::process::Output;

use crate::common::terminal::{ENTER, Terminal, run_dialog};

/// Creates a state directory with these finished games.
fn state(games: &[&str]) -> tempfile::TempDir {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("cygnet/finished");
    fs::create_dir_all(&folder).unwrap();
    for (number, game) in (1..).zip(games) {
        let text = format!("cygnet record 1\n{game}\n");
        fs::write(folder.join(format!("game-{number}.cygnet")), text).unwrap();
    }
    state
}

const GAMES: [&str; 4] = [
    "game: uglyduck\nplayer 1: human\nplayer 2: hard\ndate: 2026-11-20\n1. a1b1\nresult: p2, resigned",
    "game: uglyduck\nplayer 1: human\nplayer 2: hard\ndate: 2026-11-21\n1. a1b1\n2. e1d1\nresult: p1, resigned",
    "game: replica:12\nplayer 1: easy\nplayer 2: human\ndate: 2026-11-22\nresult: p2, resigned",
    "game: uglyduck\nplayer 1: human\nplayer 2: human\nresult: p1, resigned",
];

fn cygnet(state: &tempfile::TempDir, arguments: &str) -> Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cygnet"));
    let state = state.path();
    command.args(arguments.split_whitespace()).env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state);
    command.output().unwrap()
}

fn printed(state: &tempfile::TempDir, arguments: &str) -> String {
    let output = cygnet(state, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn numbers(state: &tempfile::TempDir, options: &str) -> Vec<String> {
    let lines = printed(state, &format!("games {options}"));
    lines.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

/// What the usual start and the turns left of a finished game make of the kept games.
#[test]
fn a_first_turn_taken_back_leaves_no_finished_game_and_the_usual_start_is_not_kept() {
    let state = state(&[]);
    let play = |position: &str, lines: &[(&str, &str)]| {
        let options = ["play", "uglyduck", "--p1", "human", "--p2", "easy", "--position", position];
        let mut terminal = Terminal::start_in((100, 40), &options, state.path());
        run_dialog(&mut terminal, lines);
        terminal.rest();
    };
    play("5/D1S2/5/2s2/5 1", &[("Cell - ", "b3 a2"), ("(Enter: 1) ", "3"), ("Cell - ", ":quit")]);
    assert_eq!(numbers(&state, ""), [""; 0]);
    play(
        "DDDDD/5/5/5/ddddd 1",
        &[("Cell - ", "a1 b1"), ("Cell - ", ":resign"), ("[y/n] ", "y"), ("(Enter: 1) ", ":quit")],
    );
    assert_eq!(numbers(&state, ""), ["1"]);
    let kept = fs::read_to_string(state.path().join("cygnet/finished/game-1.cygnet")).unwrap();
    assert!(!kept.contains("start:"), "{kept}");
}

/// Records call the levels of Replica `easy`, `medium` and `hard`; its menu calls them by what they do.
#[test]
fn a_level_of_the_menu_is_one_player_by_number_and_by_name() {
    let state = state(&[]);
    for level in ["2", "greedy"] {
        let mut terminal = Terminal::start_in((100, 40), &["play", "replica"], state.path());
        let answers = [("Option: ", "2"), ("Name", ENTER), ("Size: ", "8"), ("Level: ", level)];
        run_dialog(&mut terminal, &answers);
        let end =
            [("of move", "step 7-5 6-5"), ("of move", ":resign"), ("[y/n] ", "y"), ("(Enter: 1) ", ":quit")];
        run_dialog(&mut terminal, &end);
        terminal.rest();
    }
    assert_eq!(numbers(&state, "--against medium"), ["1", "2"]);
}

#[test]
fn comments_are_shown_as_they_were_written() {
    let comment = "White always opens like this. Player 1 moves.";
    let state = state(&[GAMES[0]]);
    let file = state.path().join("cygnet/finished/game-1.cygnet");
    let game = "cygnet record 2\ngame: replica\nplayer 1: human\nplayer 2: easy\n1. g5g4";
    fs::write(file, format!("{game} {{{comment}}}\nresult: p2, resigned\n")).unwrap();
    let mut terminal = Terminal::start_in((100, 40), &["games", "show", "1"], state.path());
    run_dialog(&mut terminal, &[("q: quit ", "1"), (comment, "q")]);
}

#[test]
fn games_are_filtered() {
    let state = state(&GAMES);
    assert_eq!(numbers(&state, ""), ["1", "2", "3", "4"]);
    assert_eq!(numbers(&state, "--game uglyduck"), ["1", "2", "4"]);
    assert_eq!(numbers(&state, "--game Replica --side second"), ["3"]);
    assert_eq!(numbers(&state, "--against hard --result lost"), ["1"]);
    assert_eq!(numbers(&state, "--since 2026-11-21"), ["2", "3"]);
    assert_eq!(numbers(&state, "--result drawn"), [""; 0]);
    let json = printed(&state, "games --format json --against easy");
    assert_eq!(
        json,
        "{\"number\":3,\"date\":\"2026-11-22\",\"game\":\"replica:12\",\"seats\":[\"easy\",\"human\"],\"turns\":0,\"outcome\":\"p2\",\"reason\":\"resigned\",\"score\":\"won\"}\n"
    );
}

#[test]
fn wrong_filters_are_reported() {
    let state = state(&GAMES);
    for (options, said) in [
        ("--game chess", "unknown game \"chess\""),
        ("--side 3", "[possible values: first, second]"),
        ("--result won't", "expected won, drawn or lost"),
    ] {
        for command in ["games", "stats"] {
            let output = cygnet(&state, &format!("{command} {options}"));
            assert_eq!(output.status.code(), Some(2), "{options}");
            let errors = String::from_utf8(output.stderr).unwrap();
            assert!(errors.contains(said), "{errors}");
        }
    }
}

#[test]
fn stats_skip_unreadable_files() {
    let state = state(&GAMES);
    let wanted = "\
game        against  side  games  won  drawn  lost  score
replica:12  easy     p2        1    1      0     0  100 %
uglyduck    hard     p1        2    1      0     1   50 %
all                            3    2      0     1   67 %

Current streak: 2 won.
Longest streaks: 2 won, 1 lost.
Not counted: 1 game between two people here or two computers.

Ratings, on a scale where expert is 2000:
uglyduck: not rated yet (2 of 10 games)
Not rated yet: play ten games against rated computers, with at least one win and one loss.
";
    assert_eq!(printed(&state, "stats"), wanted);
    let json: serde_json::Value = serde_json::from_str(&printed(&state, "stats --format json")).unwrap();
    assert_eq!(json["all"], serde_json::json!({"won": 2, "drawn": 0, "lost": 1}));
    assert_eq!(json["now"], serde_json::json!({"score": "won", "games": 2}));

    // A broken file is skipped and reported.
    fs::write(state.path().join("cygnet/finished/game-2.cygnet"), "nonsense").unwrap();
    let output = cygnet(&state, "stats --game uglyduck");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("uglyduck  hard     p1        1    0      0     1    0 %\n")
    );
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot read 1 game in "));

    let empty = tempfile::tempdir().unwrap();
    assert_eq!(printed(&empty, "stats"), "No finished games against a computer.\n");
}

#[test]
fn explore_counts_games_that_reached_the_position() {
    let state = state(&GAMES);
    let start = "\
uglyduck at the start: 3 games, Player 1 to move
DDDDD/5/5/5/ddddd 1

move  games  won  drawn  lost  score  proven
a1b1      2    1      0     1   50 %    loss
";
    let text = printed(&state, "explore uglyduck --tables=/");
    // The book has a reply to each first move, so all first moves are listed.
    assert!(
        text.starts_with(start) && text.contains("a1b2      -    -      -     -      -    loss\n"),
        "{text}"
    );
    let next = printed(&state, "explore uglyduck a1b1 --format json");
    let next: serde_json::Value = serde_json::from_str(&next).unwrap();
    assert_eq!(
        (&next["games"], &next["to_move"], &next["moves"]),
        (&2.into(), &"p2".into(), &serde_json::json!(["a1b1"]))
    );
    let lines = next["lines"].as_array().unwrap();
    assert_eq!((&lines[0]["move"], &lines[0]["lost"]), (&"e1d1".into(), &1.into()));
    assert!(lines.iter().any(|line| line["result"] == "win"), "{lines:?}");
    for (wrong, said) in [("a1b1 a1b1", "move 2: "), ("zz", "move 1: "), ("--position x", "position: ")] {
        let output = cygnet(&state, &format!("explore uglyduck {wrong}"));
        assert_eq!(output.status.code(), Some(1), "{wrong}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(said), "{wrong}");
    }
}

#[test]
fn games_are_reviewed_and_exported_by_their_numbers() {
    let state = state(&GAMES);
    let review = printed(&state, "games review 2 --nodes 2000");
    assert!(review.starts_with("uglyduck: human against hard, 2026-11-21\n"), "{review}");
    let written = |arguments: &str| printed(&state, arguments).matches("cygnet record 1\n").count();
    assert_eq!(written("games export -"), 4);
    assert_eq!(written("games export 1 3 1 -"), 2);
    assert_eq!(written("games --game uglyduck --result lost export -"), 1);
    let refused = cygnet(&state, "games export 1");
    assert!(String::from_utf8(refused.stderr).unwrap().contains("the file is missing after 1"));
    let file = state.path().join("all");
    printed(&state, &format!("games export {}", file.display()));
    assert_eq!(
        printed(&state, &format!("check {}", file.display())).matches("4 games, all valid").count(),
        1
    );
    for missing in ["games --game qawale export -", "games export 1 9 -", "games review 9"] {
        assert_eq!(cygnet(&state, missing).status.code(), Some(1), "{missing}");
    }
}

#[test]
fn accuracy_comes_from_reviews() {
    let second =
        "game: uglyduck\nplayer 1: hard\nplayer 2: human\n1. a1b1\n2. e1d1\n3. a2b2\nresult: p1, resigned";
    let state = state(&[second, GAMES[3], second]);
    let text = printed(&state, "stats --game uglyduck --accuracy=500 --board ascii");
    assert!(text.contains("\nAccuracy from the oldest game to the latest, "), "{text}");
    assert!(
        text.contains("\n100 |") && text.contains("\nMistakes: 0 of 0 turns in the first third of a game, "),
        "{text}"
    );
    let json = printed(&state, "stats --game uglyduck --accuracy=500 --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["form"]["games"].as_array().map(Vec::len), Some(2), "{json}");
}

#[test]
fn a_finished_game_is_saved_deleted_and_brought_back() {
    let state = state(&GAMES);
    let file = state.path().join("cygnet/finished/game-1.cygnet");
    let copy = state.path().join("copy.cygnet");
    let before = fs::read_to_string(&file).unwrap();
    let mut terminal = Terminal::start_in((100, 40), &["games", "delete", "1"], state.path());
    run_dialog(
        &mut terminal,
        &[
            ("[y/n] ", "y"),
            ("bring it back. ", "games"),
            ("\nPress Enter to continue", ""),
            ("bring it back. ", ":undo"),
        ],
    );
    assert!(!terminal.wait_for("(Restored.)").contains("is now game"));
    terminal.rest();
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    // A game that cannot be brought back does not stop the next one.
    let next = file.with_file_name("game-2.cygnet");
    let mut terminal = Terminal::start_in((100, 40), &["games", "delete", "1", "2"], state.path());
    run_dialog(&mut terminal, &[("[y/n] ", "y"), ("bring them back. ", "")]);
    std::os::unix::fs::symlink("missing/game", &file).unwrap();
    run_dialog(&mut terminal, &[("", ":undo"), ("(Restored.)", "")]);
    assert!(terminal.rest().contains("game-1.cygnet: ") && next.exists());
    fs::remove_file(&file).unwrap();
    fs::write(&file, &before).unwrap();
    // Its number is taken meanwhile, and a directory cannot be deleted.
    let (blocked, moved) = (file.with_file_name("game-5.cygnet"), file.with_file_name("game-6.cygnet"));
    fs::create_dir(&blocked).unwrap();
    let mut terminal = Terminal::start_in((100, 40), &["games", "delete", "1", "5"], state.path());
    run_dialog(&mut terminal, &[("[y/n] ", "y"), ("(Deleted 1 game.)", ""), ("bring it back. ", "")]);
    fs::write(&file, "another").unwrap();
    run_dialog(&mut terminal, &[("", ":undo"), ("(Game 1 is now game 6: another game has its number.)", "")]);
    assert!(terminal.rest().contains("game-5.cygnet: Is a directory"));
    assert_eq!([&file, &moved].map(|file| fs::read_to_string(file).unwrap()), ["another", &before]);
    fs::rename(&moved, &file).unwrap();
    // The others are deleted.
    fs::write(&moved, &before).unwrap();
    let piped = cygnet(&state, "games delete 4 5 6");
    let errors = String::from_utf8(piped.stderr).unwrap();
    assert!(errors.ends_with("game-5.cygnet: Is a directory\n") && errors.lines().count() == 1, "{errors}");
    assert_eq!((piped.status.code(), moved.exists()), (Some(1), false));
    fs::remove_dir(&blocked).unwrap();
    let mut terminal = Terminal::start_in((100, 40), &[], state.path());
    let copied = copy.to_str().unwrap();
    // Leaving a replay leads back to the list, without a word.
    run_dialog(
        &mut terminal,
        &[("Choose a game! ", "g"), ("Which game? ", "1"), ("Choose an option: ", "1")],
    );
    run_dialog(&mut terminal, &[("q: quit ", "q")]);
    assert!(!terminal.wait_for("Which game? ").contains("has left"));
    run_dialog(&mut terminal, &[("", "1"), ("Choose an option: ", "3")]);
    run_dialog(&mut terminal, &[("Save to which file? ", copied), ("Saved to ", ""), ("Which game? ", "d1")]);
    run_dialog(&mut terminal, &[("[y/n] ", "y"), ("bring it back. ", ENTER)]);
    run_dialog(&mut terminal, &[("Which game? ", "b"), ("Choose a game! ", ":quit")]);
    terminal.rest();
    assert_eq!(fs::read_to_string(&copy).unwrap(), before);
    assert!(!file.exists());
}

#[test]
fn a_game_can_be_chosen_below_every_page_of_the_list() {
    let state = state(&GAMES);
    let mut terminal = Terminal::start_in((100, 5), &["review"], state.path());
    run_dialog(&mut terminal, &[("Which game? ", "m"), ("(1 of 2;", "d2"), ("[y/n] ", "y")]);
    run_dialog(&mut terminal, &[("bring it back. ", ENTER), ("(1 of 2;", "q")]);
    run_dialog(&mut terminal, &[("Which game? ", "b"), ("m - ", ""), ("Which game? ", "b")]);
    terminal.rest();
    assert_eq!(numbers(&state, ""), ["1", "3", "4"]);
}

#[test]
fn the_list_of_finished_games_deletes_games_and_shows_older_ones() {
    let state = state(&GAMES);
    let mut terminal = Terminal::start_in((100, 10), &["review"], state.path());
    let list = terminal.wait_for("Which game? ");
    assert!(list.contains("m - 1 more") && list.contains("d4 - delete game 4, and so on"), "{list}");
    run_dialog(&mut terminal, &[("", "d9"), ("There is no game d9.", ""), ("Which game? ", "d2")]);
    run_dialog(&mut terminal, &[("[y/n] ", "y"), ("bring it back. ", ":undo"), ("Which game? ", "d3")]);
    run_dialog(&mut terminal, &[("[y/n] ", "y"), ("bring it back. ", ENTER)]);
    let list = terminal.wait_for("Which game? ");
    assert!(!list.contains("more") && list.contains("\n2  ") && !list.contains("\n3  "), "{list}");
    run_dialog(&mut terminal, &[("", "b")]);
    terminal.rest();
    assert_eq!(numbers(&state, ""), ["1", "2", "4"]);
}
