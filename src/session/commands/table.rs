//! The table of session commands, with parsing and help.

use crate::model::nearest;
use crate::model::text::escape;

/// What a session command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionAction {
    Help,
    Rules,
    Moves,
    Hint,
    Why,
    Play,
    Board,
    Where,
    Attacks,
    Pieces,
    Flip,
    Palette,
    Position,
    Undo,
    Redo,
    Wrong,
    Pause,
    Speed,
    New,
    Resign,
    Seed,
    Say,
    Draw,
    Yes,
    No,
    Again,
    Code,
    Coach,
    Review,
    Keep,
    Save,
    Overwrite,
    Load,
    Skip,
    Menu,
    Resume,
    Quit,
}

use SessionAction::*;

/// Actions that need a player to move.
pub(super) const TURN_ACTIONS: [SessionAction; 5] = [Moves, Hint, Play, Pause, Resign];
/// Actions that work when no game is in progress.
pub(super) const MENU_ACTIONS: [SessionAction; 5] = [Help, Load, Menu, Resume, Quit];
/// Actions that work on a finished game, in the menus after it.
pub(super) const FINISHED_GAME_ACTIONS: [SessionAction; 14] =
    [Position, Board, Where, Attacks, Pieces, Flip, Palette, Save, Overwrite, Undo, New, Seed, Review, Why];
/// Actions that work in an exercise in the same way as in a game.
pub(super) const EXERCISE_ACTIONS: [SessionAction; 14] =
    [Help, Rules, Moves, Board, Where, Attacks, Pieces, Flip, Palette, Position, Wrong, Keep, Menu, Quit];
/// Actions that work only in a game between two computers.
pub(super) const REMOTE_ACTIONS: [SessionAction; 6] = [Say, Draw, Yes, No, Again, Code];
/// Actions that do not work in a game between two computers, because the other player would have to agree to each.
pub(super) const LOCAL_ACTIONS: [SessionAction; 7] = [Redo, New, Load, Menu, Resume, Skip, Speed];
/// Actions with advice, which both players must have allowed.
pub(super) const ADVICE_ACTIONS: [SessionAction; 4] = [Hint, Why, Coach, Review];
const FILE_ACTIONS: [SessionAction; 4] = [Save, Overwrite, Load, Keep];

/// A session command: its name, its argument, and its line in the help.
pub(super) struct SessionCommand {
    name: &'static str,
    argument: &'static str,
    help: &'static str,
    pub(super) action: SessionAction,
}

/// The arguments that a command needs.
const FILE: &str = "FILE";
const TEXT: &str = "TEXT";
const CELL: &str = "CELL";

const COMMANDS: [SessionCommand; 37] = [
    command("help", "[values]", "lists the commands; \"values\" explains the values of moves", Help),
    command("rules", "", "shows how to play this game", Rules),
    command("moves", "", "lists the legal moves", Moves),
    command(
        "hint",
        "[all]",
        "shows the best move, its value and what follows; \"all\" rates every move",
        Hint,
    ),
    command("why", "[MOVE]", "says what your last turn did, or what MOVE does now or would have done", Why),
    command(
        "play",
        "[MOVE]",
        "plays the last hint, or MOVE as typed at the prompts or in record notation",
        Play,
    ),
    command("board", "[STYLE]", "shows the board again; STYLE is classic, compact, ascii or words", Board),
    command("where", CELL, "says what is on a cell and where it can go", Where),
    command("attacks", CELL, "says which pieces can capture on a cell", Attacks),
    command("pieces", "", "lists the pieces of both sides in sentences", Pieces),
    command("flip", "", "flips the board, so that the other side is at the bottom", Flip),
    command(
        "palette",
        "[NAME]",
        "changes the colours: standard, colour-blind, mono (bold and reversed letters)",
        Palette,
    ),
    command("position", "", "prints the position as text, for --position", Position),
    command("undo", "", "takes back your last move (against a computer, its reply too)", Undo),
    command("redo", "", "repeats the move that was taken back", Redo),
    command("wrong", "", "starts this turn again", Wrong),
    command("pause", "", "opens the pause menu: resume, instructions, exit game", Pause),
    command(
        "speed",
        "[SECONDS]",
        "sets the delay between the moves of two computers; \"step\" waits for Enter",
        Speed,
    ),
    command("new", "", "starts a new game with the same players; :undo then returns to the old one", New),
    command("seed", "", "prints the random seed of this game", Seed),
    command("resign", "", "resigns this game", Resign),
    command("say", TEXT, "says TEXT to the other player", Say),
    command("draw", "", "offers a draw", Draw),
    command("yes", "", "agrees to what the other player asks", Yes),
    command("no", "", "does not agree to what the other player asks", No),
    command("again", "", "after a game: asks for another, with the sides swapped", Again),
    command("code", "[watch]", "makes a new code for the other player, or for watching", Code),
    command("coach", "", "turns the coach on or off; it shows what each of your turns cost", Coach),
    command("review", "[deep]", "shows what each turn so far was worth and where the game was lost", Review),
    command("keep", "", "saves the board, palette and coach settings to the configuration", Keep),
    command("save", FILE, "saves the game as a record in a new file", Save),
    command("save!", FILE, "saves the game, replacing an existing file", Overwrite),
    command("load", FILE, "resumes the game in a record", Load),
    command("skip", "", "continues with the next lesson or puzzle", Skip),
    command("menu", "", "opens the menu of the game; the game is kept", Menu),
    command("resume", "", "continues the game that :menu left", Resume),
    command("quit", "", "leaves the program", Quit),
];

/// The short forms of commands.
const SHORT_FORMS: [(&str, &str); 6] =
    [("b", "board"), ("h", "help"), ("q", "quit"), ("r", "redo"), ("u", "undo"), ("exit", "quit")];

const fn command(
    name: &'static str,
    argument: &'static str,
    help: &'static str,
    action: SessionAction,
) -> SessionCommand {
    SessionCommand { name, argument, help, action }
}

/// Commands that also work without the colon through a pipe.
const BARE_COMMANDS: [&str; 2] = ["wrong", "pause"];
/// Splits a line into command name and argument; `None` if the line is an answer.
pub(super) fn split_command(line: &str) -> Option<(String, &str)> {
    let lower = line.to_lowercase();
    if BARE_COMMANDS.contains(&lower.as_str()) {
        return Some((lower, ""));
    }
    let rest = line.strip_prefix(':')?.trim();
    let (name, argument) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Some((full_name(&name.to_lowercase()).to_owned(), argument.trim()))
}

/// Replaces a short form with the name of its command.
fn full_name(name: &str) -> &str {
    SHORT_FORMS.iter().find(|(short, _)| *short == name).map_or(name, |(_, full)| full)
}

/// Returns `line` with a colon if it is a command that matches `wanted`, by its whole name. An argument makes
/// it one only if the command takes one.
pub(super) fn with_colon(line: &str, wanted: impl Fn(SessionAction) -> bool) -> Option<String> {
    let with_colon = format!(":{line}");
    let (name, argument) = split_command(&with_colon)?;
    let is_short = line.split_whitespace().next().is_some_and(|word| word.len() == 1);
    let command = COMMANDS.iter().find(|command| command.name == name && wanted(command.action))?;
    (!is_short && (argument.is_empty() || !command.argument.is_empty())).then_some(with_colon)
}

/// Returns whether `line` is the command for this action.
pub(super) fn is_command(line: &str, action: SessionAction) -> bool {
    let name = split_command(line).map(|(name, _)| name);
    COMMANDS.iter().any(|command| command.action == action && Some(command.name) == name.as_deref())
}

/// Finds a command, or returns an error message.
pub(super) fn find_command(
    name: &str,
    argument: &str,
    files: bool,
) -> Result<&'static SessionCommand, String> {
    let shown = escape(name.as_bytes());
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        let meant = nearest(name, COMMANDS.iter().map(|command| command.name));
        let meant = meant.map_or(String::new(), |name| format!(" Did you mean :{name}?"));
        return Err(format!("Unknown command \":{shown}\".{meant} (:help lists the commands)"));
    };
    let needed = match command.argument {
        FILE => Some("a file name"),
        CELL => Some("a cell, such as a1"),
        TEXT => Some("a text"),
        _ => None,
    };
    if let Some(needed) = needed.filter(|_| argument.is_empty()) {
        return Err(format!(":{shown} needs {needed}."));
    }
    if command.argument.is_empty() && !argument.is_empty() {
        return Err(format!(
            ":{shown} takes no argument, but \"{}\" was given.",
            escape(argument.as_bytes())
        ));
    }
    if FILE_ACTIONS.contains(&command.action) && !files {
        return Err(format!(":{shown} is turned off here."));
    }
    Ok(command)
}

/// The commands that can be typed in a game, for completion.
pub(super) fn game_command_names(files: bool, is_remote: bool) -> Vec<String> {
    let is_hidden = move |action| {
        if is_remote { LOCAL_ACTIONS.contains(&action) } else { REMOTE_ACTIONS.contains(&action) }
    };
    command_names_where(files, move |action| !is_hidden(action) && !matches!(action, Skip | Resume))
        .chain(BARE_COMMANDS.map(str::to_owned))
        .collect()
}

/// The commands that can be typed in an exercise, for completion.
pub(super) fn exercise_command_names(files: bool) -> Vec<String> {
    command_names_where(files, |action| matches!(action, Hint | Skip) || EXERCISE_ACTIONS.contains(&action))
        .collect()
}

fn command_names_where(files: bool, wanted: impl Fn(SessionAction) -> bool) -> impl Iterator<Item = String> {
    commands(files, wanted).map(|command| format!(":{}", command.name))
}

/// The commands that match `wanted`, without those that use files unless `files` is set.
fn commands(
    files: bool,
    wanted: impl Fn(SessionAction) -> bool,
) -> impl Iterator<Item = &'static SessionCommand> {
    let allowed = COMMANDS.iter().filter(move |command| files || !FILE_ACTIONS.contains(&command.action));
    allowed.filter(move |command| wanted(command.action))
}

/// The text of `:help` in a game, without the commands that use files unless `files` is set.
pub fn help(files: bool) -> String {
    let commands =
        list(files, |action| !REMOTE_ACTIONS.contains(&action) && !matches!(action, Skip | Resume));
    let short_forms = short_forms();
    format!(
        "Commands you can type at any prompt:\n\
         {commands}{short_forms}\"wrong\" and \"pause\" also work without the colon.\n"
    )
}

/// The text of `:help` in a game between two computers.
pub(super) fn remote_help(files: bool, is_casual: bool) -> String {
    let is_allowed = |action: SessionAction| {
        !LOCAL_ACTIONS.contains(&action) && (is_casual || !ADVICE_ACTIONS.contains(&action))
    };
    let own = list(files, |action| REMOTE_ACTIONS.contains(&action));
    let others = list(files, |action| is_allowed(action) && !REMOTE_ACTIONS.contains(&action));
    format!(
        "Commands between two computers (:undo and :pause ask the other player):\n{own}Other commands:\n{others}{}",
        short_forms()
    )
}

/// The line of the help about short forms.
fn short_forms() -> String {
    let forms: Vec<String> = SHORT_FORMS.iter().map(|(short, full)| format!(":{short} {full}")).collect();
    format!("Short forms: {}.\n", forms.join(", "))
}

/// The text of `:help` in an exercise.
pub(super) fn exercise_help(files: bool) -> String {
    let hint = usage_line("hint", "", "gives a hint; ask again for more");
    let commands = list(files, |action| action == Skip || EXERCISE_ACTIONS.contains(&action));
    format!("Commands in lessons and puzzles (a game has more):\n{hint}{commands}")
}

/// The text of `:help` in a menu.
pub(super) fn menu_help(files: bool) -> String {
    let commands = list(files, |action| MENU_ACTIONS.contains(&action));
    format!("Commands in the menus (a game has more):\n{commands}")
}

/// The help lines of the commands that match `wanted`.
fn list(files: bool, wanted: impl Fn(SessionAction) -> bool) -> String {
    let line = |command: &SessionCommand| usage_line(command.name, command.argument, command.help);
    commands(files, wanted).map(line).collect()
}

/// A line of a help text.
fn usage_line(name: &str, argument: &str, help: &str) -> String {
    let usage = format!(":{name} {argument}");
    format!("  {usage:<18}{help}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_unambiguous() {
        for (short, full) in SHORT_FORMS {
            assert_eq!(SHORT_FORMS.iter().filter(|(other, _)| *other == short).count(), 1, "{short}");
            assert!(COMMANDS.iter().all(|command| command.name != short), "{short}");
            assert!(COMMANDS.iter().any(|command| command.name == full), "{full}");
            assert_eq!(split_command(&format!(":{short} x")), Some((full.to_owned(), "x")));
        }
    }

    #[test]
    fn whole_names_are_commands_without_colon() {
        let any = |line| with_colon(line, |_| true);
        for line in ["undo", "Hint", "hint all", "exit", "save  game.txt", "save! x"] {
            assert_eq!(any(line), Some(format!(":{line}")));
        }
        for line in
            ["", "u", "q", "h / easy", "b words", "undo that", "a1", "hints", ":undo", "wronged", "pause now"]
        {
            assert_eq!(any(line), None, "{line}");
        }
        assert_eq!(with_colon("undo", |action| MENU_ACTIONS.contains(&action)), None);
        assert_eq!(with_colon("quit", |action| MENU_ACTIONS.contains(&action)), Some(":quit".to_owned()));
        assert!(is_command(":U", Undo) && is_command(":undo x", Undo) && !is_command("undo", Undo));
    }
}
