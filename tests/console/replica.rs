//! Replica at the console: the end of house games without progress, and the strength of the three levels.

use std::io::Cursor;

use cygnet::console::BoardStyle;
use cygnet::engine::bots::{self, MoveContext};
use cygnet::engine::referee::Referee;
use cygnet::games;
use cygnet::model::{GameRng, Player, Seating, StopSignal, SystemClock};
use cygnet::session::{GamePlan, GameSession};
use cygnet::store::SessionFiles;

use crate::common::table::{SharedBuffer, console};

/// Returns the output of a game from `position` when `lines` are typed.
fn printed(game: &str, seating: Seating, position: &str, lines: &[&str]) -> String {
    let output = SharedBuffer::default();
    let input = Cursor::new(lines.join("\n") + "\n");
    let mut console = console(input, output.clone(), BoardStyle::Words);
    let mut plan = GamePlan::new(seating, 1);
    plan.record.start = Some(position.to_owned());
    let mut files = SessionFiles::disabled();
    let game = games::open(game).unwrap();
    let _ = GameSession::new(&game, &plan).unwrap().play(&mut console, &mut files);
    drop(console);
    output.text()
}

#[test]
fn bots_end_a_house_game_without_progress() {
    let computers = Seating::new(Some("easy"), Some("easy"));
    let rows =
        ["15w", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "16", "b15"];
    let text = printed("replica:16,house", computers, &(rows.join("/") + " w"), &[]);
    assert_eq!(text.matches("(computer) plays").count(), 200, "{text}");
    let ending =
        "Nothing has been captured or transformed for 200 turns: the game is a draw.\nNobody wins.\n";
    assert!(text.ends_with(ending), "{text}");
}

#[test]
fn humans_are_warned_once_and_can_continue() {
    let round = ["step", "8-8", "8-7", "step", "1-1", "1-2", "step", "8-7", "8-8", "step", "1-2", "1-1"];
    let lines = round.repeat(60);
    let text = printed("replica:8,house", Seating::new(None, None), "7w/8/8/8/8/8/8/b7 w", &lines);
    assert_eq!(text.matches("for 200 turns").count(), 1, "{text}");
    assert_eq!(text.matches("Current player").count(), 241, "{text}");
}

/// Returns the number of games on 8x8 that `strong` wins against `weak`, with alternating colours.
fn wins(house: bool, strong: &str, weak: &str, games: u64) -> u64 {
    let game = games::open(if house { "replica:8,house" } else { "replica:8" }).unwrap();
    let won = |seed: u64| {
        let side = if seed.is_multiple_of(2) { Player::One } else { Player::Two };
        let name = |player| if player == side { strong } else { weak };
        let mut seats = Player::BOTH.map(|player| bots::make(&game, name(player)).unwrap());
        let mut rngs = [1, 2].map(|stream| GameRng::with_stream(seed, stream));
        let mut referee = Referee::new(&game);
        let (stop, clock) = (StopSignal::new(), SystemClock::new());
        loop {
            if let Some(ending) = referee.ending() {
                return ending.outcome.winner() == Some(side);
            }
            let seat = referee.to_move().index();
            let mut context = MoveContext::new(&mut rngs[seat], &stop, &clock);
            referee.take_turn(seats[seat].as_mut(), &mut context).unwrap();
        }
    };
    (0..games).filter(|seed| won(*seed)).count() as u64
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn each_level_beats_the_one_below() {
    for house in [false, true] {
        assert!(wins(house, "medium", "easy", 4) >= 3);
        assert!(wins(house, "hard", "medium", 1) == 1);
    }
}
