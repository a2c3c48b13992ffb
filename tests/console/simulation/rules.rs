//! The rules that are checked after each life of the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cygnet::console::Stop;
use cygnet::model::{Position as _, Record, Seating};
use cygnet::store::{Archive, Disk, slot};

use super::boards::{self, LastBoard};
use super::day::slots;
use super::world::{Fate, State};
use crate::common::every_kind;

/// Commands after which the game that is kept may not be the one of the last board.
const CHANGES: [&str; 8] = ["undo", "redo", "new", "menu", "resume", "resign", ":u", ":r"];

/// Texts on a screen whose last board need not be kept: a turn could not be saved, the game is not saved, or the
/// board is part of a page.
const EXCEPTIONS: [&str; 6] =
    ["You can keep playing.)", "will not be saved", "Enter to leave)", "Enter for more", "LESSON", "PUZZLE"];
/// What the program says if a finished game cannot be kept. Its slot then has the game without the last turn.
const NOT_ARCHIVED: &str = "(The game could not be saved:";

/// A slot and its game.
pub type Slot = (PathBuf, Record);

/// Returns the finished games.
pub fn finished(root: &Path) -> Vec<Record> {
    let archive = Archive::in_state_dir(&Disk::default(), root, usize::MAX);
    archive.numbers().unwrap().into_iter().map(|number| archive.read(number).unwrap()).collect()
}

/// Checks the reason for the end of a life.
pub fn check_end(state: &mut State, result: &Result<(), Stop>) {
    let fate = state.struck();
    let is_right = match result {
        Ok(()) => state.has_waited_since_request() != Some(true),
        Err(Stop::Interrupted) => state.interrupts > 0 && state.has_waited_since_request() != Some(true),
        Err(Stop::Signal(number)) => match fate {
            Fate::Signal(sent) => *number == sent,
            Fate::TerminalClosed => *number == 1,
            Fate::InputFails => *number == 1,
            _ => false,
        },
        Err(Stop::NotSaved(_)) => fate == Fate::DiskFull,
        Err(Stop::Output(_)) => fate == Fate::OutputFails,
        Err(Stop::Input(_)) => fate == Fate::InputFails,
        Err(_) => false,
    };
    if !is_right {
        state.fail(&format!("the program ended with {result:?} after {fate:?}"));
    }
    if state.silent > 0 {
        state.fail("the terminal is not restored");
    }
}

/// Checks that no temporary files are left when a session has started.
pub fn check_temporaries(state: &mut State) {
    let names = fs::read_dir(&state.root).unwrap().map(|entry| entry.unwrap().file_name());
    if names.into_iter().any(|name| name.to_string_lossy().starts_with(".cygnet-")) {
        state.fail("a temporary file is left");
    }
}

/// Checks the records that are kept.
pub fn check_files(state: &mut State, is_disturbed: bool) {
    let root = state.root.clone();
    let (slots, finished) = (slots(&root), finished(&root));
    for record in slots.iter().map(|(_, record)| record).chain(&finished) {
        if let Err(error) = record.replay() {
            return state.fail(&format!("a record is not legal: {error}\n{record}"));
        }
    }
    let unfinished = slots.iter().filter(|(_, record)| slot::is_worth_resuming(record)).count();
    if slot::interrupted_games(&Disk::default(), &root).len() != unfinished {
        return state.fail("a game in a slot is locked");
    }
    let id = |record: &Record| (record.game.clone(), record.seed, record.start.clone(), record.move_texts());
    let mut ids: Vec<_> = finished.iter().map(id).collect();
    ids.sort();
    if !is_disturbed && ids.windows(2).any(|pair| pair[0] == pair[1]) {
        return state.fail("a finished game is kept twice");
    }
    check_shown(state, &slots, &finished);
}

/// Checks at a question that what is shown would survive a kill.
pub fn check_question(state: &mut State) {
    let root = state.root.clone();
    check_shown(state, &slots(&root), &finished(&root));
}

fn check_shown(state: &mut State, slots: &[Slot], finished: &[Record]) {
    if let Some(problem) = lost_turn(state, slots, finished) {
        state.fail(&problem);
    }
}

/// Returns what is wrong if the position of the last board is not kept.
fn lost_turn(state: &mut State, slots: &[Slot], finished: &[Record]) -> Option<String> {
    let screen = &state.screen;
    let in_one_line = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    if EXCEPTIONS.iter().any(|text| in_one_line.contains(text)) {
        return None;
    }
    let is_archived = !in_one_line.contains(NOT_ARCHIVED);
    let board = LastBoard::find(screen).filter(|board| !board.is_mid_turn())?;
    let may_change =
        |line: &&str| CHANGES.iter().any(|change| line.ends_with(change)) || line.contains("hoose an option");
    if board.below().iter().any(may_change) {
        return None;
    }
    state.compared_boards += 1;
    let before = &state.before;
    let has_ended = board.below().iter().any(|line| line.contains("What now?"));
    let mut kept: Vec<&Record> = slots.iter().map(|(_, record)| record).chain(finished).collect();
    let written = state.last_record.parse::<Record>().ok();
    let is_bots_only = |record: &Record| !record.seats.iter().any(|seat| seat == Seating::HUMAN);
    // Games between computers are not kept once they are over, and games without turns never.
    let may_be_gone = before.iter().map(|(_, record)| record).chain(&written);
    kept.extend(may_be_gone.filter(|record| is_bots_only(record) || record.moves.is_empty()));
    let begun = every_kind().map(|game| Record::new(game.name()));
    let played = before.iter().map(|(_, record)| record).chain(&written);
    let of_played = played.map(|record| record.clone().with_moves([""; 0]));
    let begun: Vec<Record> = begun.chain(of_played).collect();
    kept.extend(&begun);
    // The game that was saved last is the likeliest.
    kept.sort_by_key(|record| (written.as_ref() != Some(*record), record.moves.is_empty()));
    let is_kept = |record: &&Record| {
        let referee = boards::read(record);
        let (game, history) = (referee.game(), referee.history());
        let shows_earlier = |back: usize| {
            let mut earlier = history.clone();
            earlier.undo(back);
            board.shows_end_of(game, &earlier)
        };
        // A turn may be kept before it is shown, with the reply to it.
        let backs = BTreeSet::from([0, 1, 2, history.plies()].map(|back| back.min(history.plies())));
        if backs.into_iter().any(shows_earlier) {
            return true;
        }
        // The last turn is kept before the program says how the game ended.
        // A game that the computer ends with its first turn is not kept, and the sides may have been swapped for it.
        let may_be_ahead = !has_ended || !is_archived || is_bots_only(record) || record.moves.is_empty();
        may_be_ahead
            && referee.ending().is_none()
            && referee.position().moves().into_iter().any(|mv| {
                let mut next = history.clone();
                next.play(mv);
                next.current().outcome().is_some() && board.shows_end_of(game, &next)
            })
    };
    match kept.iter().any(is_kept) {
        true => None,
        false => Some(format!(
            "a turn that was shown is lost: {} games are kept, and the last board is\n{}",
            kept.len(),
            board.text()
        )),
    }
}
