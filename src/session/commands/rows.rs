//! The commands as rows: name, help, when they work and what they run.

use crate::console::{Console, Exit, PromptExit, Stop};
use crate::store::Disk;

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
    /// On a game that is finished or was left, in the menus after it.
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

    /// Returns the only words that the command takes as its argument, which can be left out; `None` if it takes other
    /// arguments or none.
    pub(super) fn keywords(&self) -> Option<impl Iterator<Item = &'static str> + use<>> {
        let words = self.argument.strip_prefix('[')?.strip_suffix(']')?;
        let is_fixed = |letter: char| letter.is_lowercase() || letter == '|';
        words.chars().all(is_fixed).then(|| words.split('|'))
    }

    /// Says when the command works, and what it runs then.
    const fn works(self, when: &'static [When], run: Run) -> Self {
        SessionCommand { when, run, ..self }
    }
}

/// A row: a command of games between two computers, unless it says when it works.
const fn command(
    group: Group,
    name: &'static str,
    argument: &'static str,
    help: &'static str,
) -> SessionCommand {
    SessionCommand { name, group, argument, help, when: &[TwoComputers], run: only_two }
}

/// The arguments of commands. Those in brackets can be left out.
pub(super) const FILE: &str = "FILE";
pub(super) const TEXT: &str = "TEXT";
pub(super) const CELL: &str = "CELL";
pub(super) const MOVE: &str = "[MOVE]";
pub(super) const STYLE: &str = "[STYLE]";
pub(super) const PALETTE: &str = "[NAME]";
pub(super) const SECONDS: &str = "[SECONDS]";

pub(super) const COMMANDS: [SessionCommand; 39] = [
    command(Learn, "help", "[values]", "lists the commands, or explains a command or the values of moves")
        .works(&[Menus, Exercises], |game, console, topic| game.help(console, topic)),
    command(Learn, "rules", "", "shows how to play this game")
        .works(&[Exercises], |game, console, _| game.show_rules(console)),
    command(Look, "moves", "", "lists the legal moves")
        .works(&[Turn, Exercises], |game, console, _| game.show_moves(console)),
    command(
        Learn,
        "hint",
        "[all]",
        "shows the best move, its value and what follows; \"all\" rates every move",
    )
    .works(&[Turn, Advice], |game, console, argument| game.hint(console, argument)),
    command(Learn, "why", MOVE, "says what your last turn did, or what MOVE does now or would have done")
        .works(&[Finished, Advice], |game, console, mv| game.why(console, mv)),
    command(Play, "play", MOVE, "plays the last hint, or MOVE as typed at the prompts or in record notation")
        .works(&[Turn, Exercises], |game, console, mv| game.play(console, mv)),
    command(Look, "board", STYLE, "shows the board again; STYLE is classic, compact, ascii or words")
        .works(&[Finished, Exercises], |game, console, style| game.show_board(console, style)),
    command(Look, "where", CELL, "says what is on a cell and where it can go")
        .works(&[Finished, Exercises], |game, console, cell| {
            game.answer(console, ":where", cell, |it, cell| it.whereabouts(cell))
        }),
    command(Look, "attacks", CELL, "says which pieces can capture on a cell or go there")
        .works(&[Finished, Exercises], |game, console, cell| {
            game.answer(console, ":attacks", cell, |it, cell| it.attackers(cell))
        }),
    command(Look, "pieces", "", "lists the pieces of both sides in sentences")
        .works(&[Finished, Exercises], |game, console, _| game.list_pieces(console)),
    command(Look, "flip", "", "flips the board, so that the other side is at the bottom")
        .works(&[Finished, Exercises], |game, console, _| game.flip(console)),
    command(
        Look,
        "palette",
        PALETTE,
        "changes the colours: standard, colour-blind, mono (bold and reversed letters)",
    )
    .works(&[Menus, Finished, Exercises], |game, console, name| game.change_palette(console, name)),
    command(Look, "position", "", "prints the position as text, for --position")
        .works(&[Finished, Exercises], |game, console, _| game.show_position(console)),
    command(Play, "undo", "", "takes back your last turn (against a computer, its reply too)")
        .works(&[Finished], |game, console, _| game.undo(console)),
    command(Play, "redo", "", "repeats the turn that was taken back")
        .works(&[OneComputer], |game, console, _| game.redo(console)),
    command(Play, "wrong", "", "starts this turn again")
        .works(&[Exercises], |_, _, _| Err(PromptExit::StartOver(Vec::new()))),
    command(Play, "pause", "", "opens the pause menu: resume, instructions, exit game")
        .works(&[Turn], |game, console, _| game.pause(console)),
    command(
        Play,
        "speed",
        SECONDS,
        "sets the delay between the moves of two computers; \"step\" waits for Enter",
    )
    .works(&[OneComputer], |game, console, seconds| game.set_speed(console, seconds)),
    command(Play, "new", "", "starts a new game with the same players; :undo then returns to the old one")
        .works(&[Finished, OneComputer], |game, console, _| game.start_new(console)),
    command(Keep, "seed", "", "prints the random seed of this game")
        .works(&[Finished], |game, console, _| game.show_seed(console)),
    command(Play, "resign", "", "resigns this game").works(&[Turn], |game, console, _| game.resign(console)),
    command(Play, "say", TEXT, "says TEXT to the other player"),
    command(Play, "draw", "", "offers a draw"),
    command(Play, "yes", "", "accepts the other player's request"),
    command(Play, "no", "", "refuses the other player's request"),
    command(Play, "again", "", "after a game: asks for another, with the sides swapped"),
    command(Play, "code", "[watch]", "makes a new code for the other player, or for watching"),
    command(Play, "mute", "", "hides what the other player says, or shows it again"),
    command(Play, "kick", "", "sends the other player away and makes a new code"),
    command(Learn, "coach", "[on|off]", "turns the coach on or off; it shows what each of your turns cost")
        .works(&[Advice], |game, console, argument| game.switch_coach(console, argument)),
    command(Learn, "review", "[deep]", "shows what each turn so far was worth and where the game was lost")
        .works(&[Finished, Advice], |game, console, argument| game.review(console, argument)),
    command(Keep, "keep", "", "saves board style, bottom side, palette and coach to the configuration")
        .works(&[Menus, Exercises, Files], |_, console, _| keep_settings(console)),
    command(Keep, "save", FILE, "saves the game as a record in a new file")
        .works(&[Finished, Files], |game, console, file| game.save(console, file, Disk::create)),
    command(Keep, "save!", FILE, "saves the game, replacing an existing file")
        .works(&[Finished, Files], |game, console, file| game.save(console, file, Disk::overwrite)),
    command(Keep, "load", FILE, "resumes the game in a record")
        .works(&[Menus, OneComputer, Files], |game, console, file| game.load(console, file)),
    command(Leave, "skip", "", "continues with the next lesson or puzzle").works(
        &[OnlyExercises, OneComputer, Unlisted],
        |_, console, _| {
            Ok(console.refuse(":skip works only in lessons and puzzles. (:quit leaves the program)")?)
        },
    ),
    command(Leave, "menu", "", "opens the menu of the game; the game is kept")
        .works(&[Menus, Exercises, OneComputer], |_, _, _| Err(Exit::Menu.into())),
    command(Leave, "resume", "", "continues the game that :menu left")
        .works(&[Menus, OneComputer, Unlisted], |_, console, _| {
            Ok(console.refuse("The game is in progress.")?)
        }),
    command(Leave, "quit", "", "leaves the program")
        .works(&[Menus, Exercises], |_, _, _| Err(Stop::Quit.into())),
];

/// Refuses a command of a game between two computers in other games.
fn only_two(_: &mut GameCommander<'_>, console: &mut Console, _: &str) -> Result<(), PromptExit> {
    Ok(console.refuse("That works only in a network game. (cygnet host, cygnet join)")?)
}
