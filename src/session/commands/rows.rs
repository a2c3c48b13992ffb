//! The commands as rows: name, help, when they work and what they run.

use crate::console::{Console, Exit, PromptExit, Stop};
use crate::store::files;

use super::{GameCommander, keep_settings};
use {Group::*, When::*};

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

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Play,
    Look,
    Learn,
    Keep,
    Leave,
}

impl Group {
    /// The groups in the order of the help, with their names.
    pub(super) const ALL: [(Group, &'static str); 5] =
        [(Play, "Play"), (Look, "Look"), (Learn, "Learn"), (Keep, "Keep"), (Leave, "Leave")];
}

/// A session command.
pub(super) struct SessionCommand {
    pub(super) name: &'static str,
    pub(super) group: Group,
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
pub(super) const MOVE: &str = "[MOVE]";
pub(super) const STYLE: &str = "[STYLE]";
pub(super) const PALETTE: &str = "[NAME]";
pub(super) const SECONDS: &str = "[SECONDS]";

pub(super) const COMMANDS: [SessionCommand; 39] = [
    SessionCommand {
        name: "help",
        group: Learn,
        argument: "[values]",
        help: "lists the commands; \"values\" explains the values of moves",
        when: &[Menus, Exercises],
        run: |game, console, topic| game.help(console, topic),
    },
    SessionCommand {
        name: "rules",
        group: Learn,
        argument: "",
        help: "shows how to play this game",
        when: &[Exercises],
        run: |game, console, _| game.show_rules(console),
    },
    SessionCommand {
        name: "moves",
        group: Look,
        argument: "",
        help: "lists the legal moves",
        when: &[Turn, Exercises],
        run: |game, console, _| game.show_moves(console),
    },
    SessionCommand {
        name: "hint",
        group: Learn,
        argument: "[all]",
        help: "shows the best move, its value and what follows; \"all\" rates every move",
        when: &[Turn, Advice],
        run: |game, console, argument| game.hint(console, argument),
    },
    SessionCommand {
        name: "why",
        group: Learn,
        argument: MOVE,
        help: "says what your last turn did, or what MOVE does now or would have done",
        when: &[Finished, Advice],
        run: |game, console, mv| game.why(console, mv),
    },
    SessionCommand {
        name: "play",
        group: Play,
        argument: MOVE,
        help: "plays the last hint, or MOVE as typed at the prompts or in record notation",
        when: &[Turn, Exercises],
        run: |game, console, mv| game.play(console, mv),
    },
    SessionCommand {
        name: "board",
        group: Look,
        argument: STYLE,
        help: "shows the board again; STYLE is classic, compact, ascii or words",
        when: &[Finished, Exercises],
        run: |game, console, style| game.show_board(console, style),
    },
    SessionCommand {
        name: "where",
        group: Look,
        argument: CELL,
        help: "says what is on a cell and where it can go",
        when: &[Finished, Exercises],
        run: |game, console, cell| game.answer(console, ":where", cell, |it, cell| it.whereabouts(cell)),
    },
    SessionCommand {
        name: "attacks",
        group: Look,
        argument: CELL,
        help: "says which pieces can capture on a cell",
        when: &[Finished, Exercises],
        run: |game, console, cell| game.answer(console, ":attacks", cell, |it, cell| it.attackers(cell)),
    },
    SessionCommand {
        name: "pieces",
        group: Look,
        argument: "",
        help: "lists the pieces of both sides in sentences",
        when: &[Finished, Exercises],
        run: |game, console, _| game.list_pieces(console),
    },
    SessionCommand {
        name: "flip",
        group: Look,
        argument: "",
        help: "flips the board, so that the other side is at the bottom",
        when: &[Finished, Exercises],
        run: |game, console, _| game.flip(console),
    },
    SessionCommand {
        name: "palette",
        group: Look,
        argument: PALETTE,
        help: "changes the colours: standard, colour-blind, mono (bold and reversed letters)",
        when: &[Menus, Finished, Exercises],
        run: |game, console, name| game.change_palette(console, name),
    },
    SessionCommand {
        name: "position",
        group: Look,
        argument: "",
        help: "prints the position as text, for --position",
        when: &[Finished, Exercises],
        run: |game, console, _| game.show_position(console),
    },
    SessionCommand {
        name: "undo",
        group: Play,
        argument: "",
        help: "takes back your last move (against a computer, its reply too)",
        when: &[Finished],
        run: |game, console, _| game.undo(console),
    },
    SessionCommand {
        name: "redo",
        group: Play,
        argument: "",
        help: "repeats the move that was taken back",
        when: &[OneComputer],
        run: |game, console, _| game.redo(console),
    },
    SessionCommand {
        name: "wrong",
        group: Play,
        argument: "",
        help: "starts this turn again",
        when: &[Exercises],
        run: |_, _, _| Err(PromptExit::StartOver(Vec::new())),
    },
    SessionCommand {
        name: "pause",
        group: Play,
        argument: "",
        help: "opens the pause menu: resume, instructions, exit game",
        when: &[Turn],
        run: |game, console, _| game.pause(console),
    },
    SessionCommand {
        name: "speed",
        group: Play,
        argument: SECONDS,
        help: "sets the delay between the moves of two computers; \"step\" waits for Enter",
        when: &[OneComputer],
        run: |game, console, seconds| game.set_speed(console, seconds),
    },
    SessionCommand {
        name: "new",
        group: Play,
        argument: "",
        help: "starts a new game with the same players; :undo then returns to the old one",
        when: &[Finished, OneComputer],
        run: |game, console, _| game.start_new(console),
    },
    SessionCommand {
        name: "seed",
        group: Keep,
        argument: "",
        help: "prints the random seed of this game",
        when: &[Finished],
        run: |game, console, _| game.show_seed(console),
    },
    SessionCommand {
        name: "resign",
        group: Play,
        argument: "",
        help: "resigns this game",
        when: &[Turn],
        run: |game, console, _| game.resign(console),
    },
    SessionCommand {
        name: "say",
        group: Play,
        argument: TEXT,
        help: "says TEXT to the other player",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "draw",
        group: Play,
        argument: "",
        help: "offers a draw",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "yes",
        group: Play,
        argument: "",
        help: "agrees to what the other player asks",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "no",
        group: Play,
        argument: "",
        help: "does not agree to what the other player asks",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "again",
        group: Play,
        argument: "",
        help: "after a game: asks for another, with the sides swapped",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "code",
        group: Play,
        argument: "[watch]",
        help: "makes a new code for the other player, or for watching",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "mute",
        group: Play,
        argument: "",
        help: "hides what the other player says; again, shows it",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "kick",
        group: Play,
        argument: "",
        help: "sends the other player away and makes a new code",
        when: &[TwoComputers],
        run: |_, console, _| only_two(console),
    },
    SessionCommand {
        name: "coach",
        group: Learn,
        argument: "",
        help: "turns the coach on or off; it shows what each of your turns cost",
        when: &[Advice],
        run: |game, console, _| game.switch_coach(console),
    },
    SessionCommand {
        name: "review",
        group: Learn,
        argument: "[deep]",
        help: "shows what each turn so far was worth and where the game was lost",
        when: &[Finished, Advice],
        run: |game, console, argument| game.review(console, argument),
    },
    SessionCommand {
        name: "keep",
        group: Keep,
        argument: "",
        help: "saves the board, palette and coach settings to the configuration",
        when: &[Menus, Exercises, Files],
        run: |_, console, _| keep_settings(console),
    },
    SessionCommand {
        name: "save",
        group: Keep,
        argument: FILE,
        help: "saves the game as a record in a new file",
        when: &[Finished, Files],
        run: |game, console, file| game.save(console, file, files::create),
    },
    SessionCommand {
        name: "save!",
        group: Keep,
        argument: FILE,
        help: "saves the game, replacing an existing file",
        when: &[Finished, Files],
        run: |game, console, file| game.save(console, file, files::overwrite),
    },
    SessionCommand {
        name: "load",
        group: Keep,
        argument: FILE,
        help: "resumes the game in a record",
        when: &[Menus, OneComputer, Files],
        run: |game, console, file| game.load(console, file),
    },
    SessionCommand {
        name: "skip",
        group: Leave,
        argument: "",
        help: "continues with the next lesson or puzzle",
        when: &[OnlyExercises, OneComputer, Unlisted],
        run: |_, console, _| {
            Ok(console.refuse(":skip works only in lessons and puzzles. (:quit leaves the game)")?)
        },
    },
    SessionCommand {
        name: "menu",
        group: Leave,
        argument: "",
        help: "opens the menu of the game; the game is kept",
        when: &[Menus, Exercises, OneComputer],
        run: |_, _, _| Err(Exit::Menu.into()),
    },
    SessionCommand {
        name: "resume",
        group: Leave,
        argument: "",
        help: "continues the game that :menu left",
        when: &[Menus, OneComputer, Unlisted],
        run: |_, console, _| Ok(console.refuse("The game is in progress.")?),
    },
    SessionCommand {
        name: "quit",
        group: Leave,
        argument: "",
        help: "leaves the program",
        when: &[Menus, Exercises],
        run: |_, _, _| Err(Stop::Quit.into()),
    },
];

/// Refuses a command of a game between two computers in other games.
fn only_two(console: &mut Console) -> Result<(), PromptExit> {
    Ok(console.refuse("That works only in a network game. (cygnet host, cygnet join)")?)
}
