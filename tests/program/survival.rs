//! Tests of what survives at a terminal when the program is stopped, killed or panics: the game and the terminal.

use std::path::Path;

use cygnet::console::stdio::TerminalState;
use cygnet::model::{GameRng, Position, Record};
use rustix::process::Signal;

use super::terminal::{TWO_PEOPLE, state};
use crate::common::table::typed;
use crate::common::terminal::{Terminal, code_after_closing, run_dialog};
use crate::common::{classic, play_all, random_game, samples};

/// Resumes a game in which a1 b1 was played.
fn resume_game(state: &Path) {
    let mut terminal = Terminal::start(&["play"], 100, state);
    terminal.wait_for("1 - Ugly Duck, Player 1 against Player 2, turn 2");
    terminal.type_in("1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.type_in(":position\r");
    terminal.wait_for("1DDDD/D4/5/5/ddddd 2");
    terminal.type_in(":quit\r");
    terminal.rest();
    assert_eq!(terminal.exit_code(), 0);
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was_and_keeps_the_game_for_resuming() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT] {
        let folder = state();
        let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
        terminal.type_in("a1\rb1\r");
        terminal.wait_for("Turn of Player 2!");
        terminal.wait_for("Cell - ");
        assert!(!terminal.modes().contains(" icanon"), "a line is being edited");
        terminal.signal(signal);
        terminal.rest();
        assert_eq!(terminal.exit_code(), 128 + signal.as_raw());
        let modes = terminal.modes();
        assert!(modes.contains(" icanon") && modes.contains(" echo "), "{signal:?}: {modes}");
        resume_game(folder.path());
    }
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_terminal_that_shows_nothing_keeps_the_game_and_its_modes() {
    let folder = state();
    let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
    terminal.type_in("a1\rb1\r");
    terminal.wait_for("Turn of Player 2!");
    terminal.wait_for("Cell - ");
    terminal.stop_output(true);
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.exit_code(), 143);
    terminal.stop_output(false);
    assert!(terminal.modes().contains(" icanon") && terminal.modes().contains(" echo "));
    resume_game(folder.path());
}

/// Returns the game in the only slot of a state directory.
fn saved_game(state: &Path) -> Option<Record> {
    let text = std::fs::read_to_string(state.join("cygnet/game-1.cygnet")).ok()?;
    Some(text.parse::<Record>().unwrap_or_else(|error| panic!("half a file: {error}\n{text}")))
}

#[test]
fn no_completed_turn_is_lost_when_killed() {
    let mut rng = GameRng::from_seed(12);
    let mut most_turns = 0;
    for round in 0..samples(8) {
        let folder = state();
        let moves = random_game(&classic(), &mut rng, 40, |_, _| {});
        let keys = typed(&classic(), &moves).join("\r") + "\r";
        let mut terminal = Terminal::start(&TWO_PEOPLE, 100, folder.path());
        terminal.wait_for("Cell - ");
        terminal.type_in(&keys);
        // The program runs on while this test reads, so it can be at any later turn.
        let texts = ["Turn of Player", "Cell - ", "\r\n", "1"];
        let awaited = rng.pick(&texts).unwrap();
        let mut output: String = (0..rng.below(9)).map(|_| terminal.wait_for(awaited)).collect();
        terminal.kill();
        output += &terminal.rest();
        let turns = output.matches("Turn of Player").count();
        most_turns = most_turns.max(turns);
        let over = output.contains("Winner");
        let Some(record) = saved_game(folder.path()) else {
            assert!(turns == 0 || over, "round {round}: {turns} turns are lost");
            continue;
        };
        assert!(record.moves.len() >= turns, "round {round}: {} of {turns} turns", record.moves.len());
        assert_eq!(record.move_texts(), moves[..record.moves.len()], "round {round}");
        if round % 4 == 0 && !over {
            resume(folder.path(), &record);
        }
    }
    assert!(most_turns > 5, "all games were killed too early");
}

/// Resumes the game and checks its position.
fn resume(state: &Path, record: &Record) {
    let position = play_all(&classic(), &record.move_texts());
    if position.outcome().is_some() {
        return;
    }
    let mut terminal = Terminal::start(&["play"], 100, state);
    terminal.wait_for("1 - Ugly Duck, ");
    terminal.type_in("1\r:position\r");
    terminal.wait_for(&position.to_string());
    terminal.type_in(":quit\r");
    terminal.rest();
}

#[test]
fn the_terminal_is_restored_while_suspended() {
    let folder = state();
    // A shell with job control, for Ctrl-Z and fg.
    let cygnet = env!("CARGO_BIN_EXE_cygnet");
    let script = format!(
        "set -m; {cygnet} play uglyduck --p1 human --p2 human; echo stopped; stty -a; read line; fg; echo left"
    );
    let mut terminal = Terminal::run("sh", &["-c", &script], (50, 100), folder.path());
    terminal.wait_for("Cell - ");
    terminal.type_in("a1\r");
    terminal.wait_for("To Which Cell - ");
    terminal.type_in("\u{1a}");
    terminal.wait_for("stopped");
    let modes = terminal.wait_for("-xcase");
    assert!(modes.contains(" icanon") && modes.contains(" echo "), "{modes}");
    terminal.type_in("\n");
    // The screen is shown again, with the board and the question. The editor may write the question before, too.
    let shown = terminal.wait_for("a1 can go to");
    assert!(shown.contains("#  A  #") || shown.contains("#    A    #"), "{shown}");
    assert!(shown.contains("Cell - a1"), "{shown}");
    run_dialog(&mut terminal, &[("To Which Cell - ", "b1"), ("Turn of Player 2!", ":quit")]);
    assert!(terminal.rest().contains("left"));
}

#[test]
fn a_panic_leaves_the_terminal_as_it_was() {
    let (program, folder) = (std::env::current_exe().unwrap(), state());
    let child = ["--exact", "survival::panic_without_echo", "--ignored", "--nocapture"];
    let mut terminal = Terminal::run(program.to_str().unwrap(), &child, (24, 80), folder.path());
    terminal.wait_for("the terminal shows no keys");
    assert!(terminal.modes().contains(" -echo "), "{}", terminal.modes());
    terminal.type_in("\r");
    assert!(terminal.rest().contains("on purpose"));
    assert!(terminal.modes().contains(" echo "), "{}", terminal.modes());
}

#[test]
#[ignore = "run by the previous test, in a separate terminal"]
fn panic_without_echo() {
    let _restored = TerminalState::save();
    std::process::Command::new("stty").arg("-echo").status().unwrap();
    println!("the terminal shows no keys");
    std::io::stdin().read_line(&mut String::new()).unwrap();
    panic!("on purpose");
}

#[test]
fn a_terminal_that_closes_ends_the_program_like_a_hangup() {
    for (arguments, question) in [
        (&TWO_PEOPLE[..], "Cell - "),
        (&["play", "uglyduck"], "Choose an option! "),
        (&["learn", "uglyduck"], "Choose a lesson: "),
        (&["rules", "uglyduck"], "Enter"),
    ] {
        let state = state();
        let code = code_after_closing(arguments, question, state.path());
        assert_eq!(code, Some(129), "{arguments:?}");
    }
}

/// Checks that Ctrl-C ends every command that asks at a terminal with the exit code of an interrupt.
#[test]
fn an_interrupt_at_any_question_ends_with_its_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("cygnet/finished");
    std::fs::create_dir_all(&kept).unwrap();
    let record = "cygnet record 1\ngame: uglyduck\nplayer 2: easy\n1. a4b3\nresult: p1, resigned\n";
    std::fs::write(kept.join("game-1.cygnet"), record).unwrap();
    for (line, question) in [
        ("", "Choose a game!"),
        ("play uglyduck", "Choose"),
        ("play uglyduck --p1 human --p2 human", "Cell - "),
        ("learn uglyduck", "Choose a lesson"),
        ("puzzle uglyduck --seed 1", "Cell - "),
        ("explore", "Choose a game!"),
        ("explore uglyduck", "Enter to leave: "),
        ("review", "Which game?"),
        ("games delete 1", "Delete game 1, "),
        ("games show 1 --step", "Enter"),
    ] {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let mut terminal = Terminal::start(&arguments, 100, folder.path());
        terminal.wait_for(question);
        terminal.signal(Signal::INT);
        assert_eq!(terminal.exit_code(), 130, "{line}");
    }
}
