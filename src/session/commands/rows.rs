//! The commands as rows: name, help, when they work and what they run.

use crate::console::{Console, Exit, PromptExit, Stop};
use crate::session::computer_match;
use crate::store::files;

use super::{GameCommander, keep_settings};
use When::*;

/// What a command runs in a game, with its argument.
type Run = fn(&mut GameCommander<'_>, &mut Console, &str) -> Result<(), PromptExit>;

/// When a command works, or what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// It needs a player to move.
    Turn,
    /// In the menus, when no game is in progress.
    Menus,
    /// On a finished game, in the menus after it.
    Finished,
    /// In an exercise, in the same way as in a game.
    Exercises,
    /// Only in exercises.
    OnlyExercises,
    /// Only in a game between two computers.
    TwoComputers,
    /// Not in a game between two computers, because the other player would have to agree to it.
    OneComputer,
    /// It gives advice, which both players must have allowed.
    Advice,
    /// It uses files.
    Files,
    /// It is not listed in a game.
    Unlisted,
}

/// A session command.
pub(super) struct SessionCommand {
    pub(super) name: &'static str,
    pub(super) argument: &'static str,
    pub(super) help: &'static str,
    when: &'static [When],
    pub(super) run: Run,
}

impl SessionCommand {
    pub(super) fn is(&self, when: When) -> bool {
        self.when.contains(&when)
    }
}

/// The arguments that a command needs.
pub(super) const FILE: &str = "FILE";
pub(super) const TEXT: &str = "TEXT";
pub(super) const CELL: &str = "CELL";

pub(super) const COMMANDS: [SessionCommand; 39] = [
    SessionCommand {
        name: "help",
        argument: "[values]",
        help: "lists the commands; \"values\" explains the values of moves",
        when: &[Menus, Exercises],
        run: |game, console, topic| game.help(console, topic),
    },
    SessionCommand {
        name: "rules",
        argument: "",
        help: "shows how to play this game",
        when: &[Exercises],
        run: |game, console, _| game.show_rules(console),
    },
    SessionCommand {
        name: "moves",
        argument: "",
        help: "lists the legal moves",
        when: &[Turn, Exercises],
        run: |game, console, _| game.show_moves(console),
    },
    SessionCommand {
        name: "hint",
        argument: "[all]",
        help: "shows the best move, its value and what follows; \"all\" rates every move",
        when: &[Turn, Advice],
        run: |game, console, argument| game.hint(console, argument),
    },
    SessionCommand {
        name: "why",
        argument: "[MOVE]",
        help: "says what your last turn did, or what MOVE does now or would have done",
        when: &[Finished, Advice],
        run: |game, console, mv| game.why(console, mv),
    },
    SessionCommand {
        name: "play",
        argument: "[MOVE]",
        help: "plays the last hint, or MOVE as typed at the prompts or in record notation",
        when: &[Turn],
        run: |game, console, mv| game.play(console, mv),
    },
    SessionCommand {
        name: "board",
        argument: "[STYLE]",
        help: "shows the board again; STYLE is classic, compact, ascii or words",
        when: &[Finished, Exercises],
        run: |game, console, style| game.show_board(console, style),
    },
    SessionCommand {
        name: "where",
        argument: CELL,
        help: "says what is on a cell and where it can go",
        when: &[Finished, Exercises],
        run: |game, console, cell| game.answer(console, |questions| questions.whereabouts(cell)),
    },
    SessionCommand {
        name: "attacks",
        argument: CELL,
        help: "says which pieces can capture on a cell",
        when: &[Finished, Exercises],
        run: |game, console, cell| game.answer(console, |questions| questions.attackers(cell)),
    },
    SessionCommand {
        name: "pieces",
        argument: "",
        help: "lists the pieces of both sides in sentences",
        when: &[Finished, Exercises],
        run: |game, console, _| game.list_pieces(console),
    },
    SessionCommand {
        name: "flip",
        argument: "",
        help: "flips the board, so that the other side is at the bottom",
        when: &[Finished, Exercises],
        run: |game, console, _| game.flip(console),
    },
    SessionCommand {
        name: "palette",
        argument: "[NAME]",
        help: "changes the colours: standard, colour-blind, mono (bold and reversed letters)",
        when: &[Finished, Exercises],
        run: |game, console, name| game.change_palette(console, name),
    },
    SessionCommand {
        name: "position",
        argument: "",
        help: "prints the position as text, for --position",
        when: &[Finished, Exercises],
        run: |game, console, _| game.show_position(console),
    },
    SessionCommand {
        name: "undo",
        argument: "",
        help: "takes back your last move (against a computer, its reply too)",
        when: &[Finished],
        run: |game, console, _| game.undo(console),
    },
    SessionCommand {
        name: "redo",
        argument: "",
        help: "repeats the move that was taken back",
        when: &[OneComputer],
        run: |game, console, _| game.redo(console),
    },
    SessionCommand {
        name: "wrong",
        argument: "",
        help: "starts this turn again",
        when: &[Exercises],
        run: |_, _, _| Err(PromptExit::StartOver(Vec::new())),
    },
    SessionCommand {
        name: "pause",
        argument: "",
        help: "opens the pause menu: resume, instructions, exit game",
        when: &[Turn],
        run: |game, console, _| game.pause(console),
    },
    SessionCommand {
        name: "speed",
        argument: "[SECONDS]",
        help: "sets the delay between the moves of two computers; \"step\" waits for Enter",
        when: &[OneComputer],
        run: |_, console, seconds| Ok(computer_match::set_speed(console, seconds)?),
    },
    SessionCommand {
        name: "new",
        argument: "",
        help: "starts a new game with the same players; :undo then returns to the old one",
        when: &[Finished, OneComputer],
        run: |game, console, _| game.start_new(console),
    },
    SessionCommand {
        name: "seed",
        argument: "",
        help: "prints the random seed of this game",
        when: &[Finished],
        run: |game, console, _| game.show_seed(console),
    },
    SessionCommand {
        name: "resign",
        argument: "",
        help: "resigns this game",
        when: &[Turn],
        run: |game, console, _| game.resign(console),
    },
    SessionCommand {
        name: "say",
        argument: TEXT,
        help: "says TEXT to the other player",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "draw",
        argument: "",
        help: "offers a draw",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "yes",
        argument: "",
        help: "agrees to what the other player asks",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "no",
        argument: "",
        help: "does not agree to what the other player asks",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "again",
        argument: "",
        help: "after a game: asks for another, with the sides swapped",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "code",
        argument: "[watch]",
        help: "makes a new code for the other player, or for watching",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "mute",
        argument: "",
        help: "hides what the other player says; again, shows it",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "kick",
        argument: "",
        help: "sends the other player away and makes a new code, at the host",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "coach",
        argument: "",
        help: "turns the coach on or off; it shows what each of your turns cost",
        when: &[Advice],
        run: |game, console, _| game.switch_coach(console),
    },
    SessionCommand {
        name: "review",
        argument: "[deep]",
        help: "shows what each turn so far was worth and where the game was lost",
        when: &[Finished, Advice],
        run: |game, console, argument| game.review(console, argument),
    },
    SessionCommand {
        name: "keep",
        argument: "",
        help: "saves the board, palette and coach settings to the configuration",
        when: &[Exercises, Files],
        run: |_, console, _| keep_settings(console),
    },
    SessionCommand {
        name: "save",
        argument: FILE,
        help: "saves the game as a record in a new file",
        when: &[Finished, Files],
        run: |game, console, file| game.save(console, file, files::create),
    },
    SessionCommand {
        name: "save!",
        argument: FILE,
        help: "saves the game, replacing an existing file",
        when: &[Finished, Files],
        run: |game, console, file| game.save(console, file, files::overwrite),
    },
    SessionCommand {
        name: "load",
        argument: FILE,
        help: "resumes the game in a record",
        when: &[Menus, OneComputer, Files],
        run: |game, console, file| game.load(console, file),
    },
    SessionCommand {
        name: "skip",
        argument: "",
        help: "continues with the next lesson or puzzle",
        when: &[OnlyExercises, OneComputer, Unlisted],
        run: |_, console, _| {
            Ok(console.refuse(":skip works only in lessons and puzzles. (:quit leaves the game)")?)
        },
    },
    SessionCommand {
        name: "menu",
        argument: "",
        help: "opens the menu of the game; the game is kept",
        when: &[Menus, Exercises, OneComputer],
        run: |_, _, _| Err(Exit::Menu.into()),
    },
    SessionCommand {
        name: "resume",
        argument: "",
        help: "continues the game that :menu left",
        when: &[Menus, OneComputer, Unlisted],
        run: |_, console, _| Ok(console.refuse("The game is in progress.")?),
    },
    SessionCommand {
        name: "quit",
        argument: "",
        help: "leaves the program",
        when: &[Menus, Exercises],
        run: |_, _, _| Err(Stop::Quit.into()),
    },
];

/// Refuses a command of a game between two computers in other games.
fn only_two(console: &mut Console) -> Result<(), PromptExit> {
    Ok(console.refuse("That works only in a game between two computers. (cygnet host, cygnet join)")?)
}
