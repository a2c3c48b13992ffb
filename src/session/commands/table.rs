//! The one table of session commands, how they are found in what is typed, and their help.

use crate::model::text::escape;

/// What a session command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionAction {
    Help,
    Rules,
    Moves,
    Hint,
    Play,
    Board,
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
    Coach,
    Review,
    Keep,
    Save,
    Overwrite,
    Load,
    Skip,
    Quit,
}

use SessionAction::*;

/// What makes sense only while somebody is to move.
pub(super) const TURN_ACTIONS: [SessionAction; 5] = [Moves, Hint, Play, Pause, Resign];
/// What makes sense where no game is being played.
const MENU_ACTIONS: [SessionAction; 3] = [Help, Load, Quit];
/// What makes sense for a game that is over, in the menus that follow it.
pub(super) const FINISHED_GAME_ACTIONS: [SessionAction; 10] =
    [Position, Board, Flip, Palette, Save, Overwrite, Undo, New, Seed, Review];
/// What makes sense in an exercise, where a turn is asked for and no game is being played, and is the same as in a game.
pub(super) const EXERCISE_ACTIONS: [SessionAction; 10] =
    [Help, Rules, Moves, Board, Flip, Palette, Position, Wrong, Keep, Quit];
const FILE_ACTIONS: [SessionAction; 4] = [Save, Overwrite, Load, Keep];

/// A session command: its name, its argument, and its line in the help.
pub(super) struct SessionCommand {
    name: &'static str,
    argument: &'static str,
    help: &'static str,
    pub(super) action: SessionAction,
}

const COMMANDS: [SessionCommand; 25] = [
    command("help", "[values]", "lists these commands; or tells how values are to be read", Help),
    command("rules", "", "shows the instructions of this game", Rules),
    command("moves", "", "lists the legal moves", Moves),
    command(
        "hint",
        "[all]",
        "names the best move it finds, its value, and what follows; or every move",
        Hint,
    ),
    command(
        "play",
        "[MOVE]",
        "plays the move of the last hint; or MOVE, as it is typed at the prompts or in the notation of records",
        Play,
    ),
    command(
        "board",
        "[STYLE]",
        "shows the board again; STYLE (classic, compact, ascii, words) changes it",
        Board,
    ),
    command("flip", "", "turns the board round, or back: the side at the top to the bottom", Flip),
    command(
        "palette",
        "[NAME]",
        "shows the board in other colours: standard, colour-blind, mono (bold and reversed letters)",
        Palette,
    ),
    command("position", "", "prints the position as the text that --position takes", Position),
    command("undo", "", "takes back your last move (against a computer, its answer too)", Undo),
    command("redo", "", "plays again what was taken back", Redo),
    command("wrong", "", "begins this turn again", Wrong),
    command("pause", "", "stops for a while: resume, instructions, exit game", Pause),
    command(
        "speed",
        "[SECONDS]",
        "sets the wait between the moves of two computers; \"step\" waits for Enter before each",
        Speed,
    ),
    command("new", "", "begins a new game at this table; :undo at its start returns to the one before", New),
    command("seed", "", "prints the seed of all chance in this game", Seed),
    command("resign", "", "gives this game up", Resign),
    command("coach", "", "turns the coach on or off, who tells what each turn of yours cost", Coach),
    command("review", "", "tells what each turn so far was worth, and where the game was lost", Review),
    command("keep", "", "keeps the board, palette and coach of this session in the configuration", Keep),
    command("save", "FILE", "saves the game as a record in a new file", Save),
    command("save!", "FILE", "the same, in place of the file that is there", Overwrite),
    command("load", "FILE", "goes on with the game of a record", Load),
    command("skip", "", "goes on to the next lesson or puzzle", Skip),
    command("quit", "", "leaves the program", Quit),
];

const fn command(
    name: &'static str,
    argument: &'static str,
    help: &'static str,
    action: SessionAction,
) -> SessionCommand {
    SessionCommand { name, argument, help, action }
}

/// Commands that also work without the colon.
const BARE_COMMANDS: [&str; 2] = ["wrong", "pause"];
/// Splits a line into command name and argument; `None` if the line is an answer.
pub(super) fn split_command(line: &str) -> Option<(String, &str)> {
    let lower = line.to_lowercase();
    if BARE_COMMANDS.contains(&lower.as_str()) {
        return Some((lower, ""));
    }
    let rest = line.strip_prefix(':')?.trim();
    let (name, argument) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Some((name.to_lowercase(), argument.trim()))
}

/// A name that differs from a command by no more letters is taken for a slip.
const MAX_TYPOS: usize = 2;

/// Finds the command, or says why there is none.
pub(super) fn find_command(
    name: &str,
    argument: &str,
    files: bool,
) -> Result<&'static SessionCommand, String> {
    let shown = escape(name.as_bytes());
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        let distance = |command: &&SessionCommand| strsim::damerau_levenshtein(command.name, name);
        let nearest = COMMANDS.iter().min_by_key(distance).filter(|command| distance(command) <= MAX_TYPOS);
        let meant = nearest.map_or(String::new(), |command| format!(" Did you mean :{}?", command.name));
        return Err(format!("There is no command \":{shown}\".{meant} (:help lists all)"));
    };
    if command.argument == "FILE" && argument.is_empty() {
        return Err(format!(":{shown} needs the name of a file."));
    }
    if command.argument.is_empty() && !argument.is_empty() {
        return Err(format!(":{shown} takes no argument, not \"{}\".", escape(argument.as_bytes())));
    }
    if FILE_ACTIONS.contains(&command.action) && !files {
        return Err(format!(":{shown} is turned off here."));
    }
    Ok(command)
}

/// The commands of a game as they are typed, for completion.
pub(super) fn game_command_names(files: bool) -> Vec<String> {
    command_names_where(files, |action| action != Skip).chain(BARE_COMMANDS.map(str::to_owned)).collect()
}

/// The commands of an exercise as they are typed, for completion.
pub(super) fn exercise_command_names(files: bool) -> Vec<String> {
    command_names_where(files, |action| matches!(action, Hint | Skip) || EXERCISE_ACTIONS.contains(&action))
        .collect()
}

fn command_names_where(files: bool, wanted: impl Fn(SessionAction) -> bool) -> impl Iterator<Item = String> {
    commands(files, wanted).map(|command| format!(":{}", command.name))
}

/// The commands that are wanted; without `files` those that touch files are left out.
fn commands(
    files: bool,
    wanted: impl Fn(SessionAction) -> bool,
) -> impl Iterator<Item = &'static SessionCommand> {
    let allowed = COMMANDS.iter().filter(move |command| files || !FILE_ACTIONS.contains(&command.action));
    allowed.filter(move |command| wanted(command.action))
}

/// The text of `:help` in a game; without `files` the commands that touch files are left out.
pub fn help(files: bool) -> String {
    let commands = list(files, |action| action != Skip);
    format!("Commands, at every prompt:\n{commands}\"wrong\" and \"pause\" work without the colon too.\n")
}

/// The text of `:help` in an exercise.
pub(super) fn exercise_help(files: bool) -> String {
    let hint = usage_line("hint", "", "gives a hint; asked for again, it says more");
    let commands = list(files, |action| action == Skip || EXERCISE_ACTIONS.contains(&action));
    format!("Commands, in lessons and puzzles (there are more in a game):\n{hint}{commands}")
}

/// The text of `:help` in a menu.
pub(super) fn menu_help(files: bool) -> String {
    let commands = list(files, |action| MENU_ACTIONS.contains(&action));
    format!("Commands, in the menus (there are more in a game):\n{commands}")
}

/// A line for each command that is wanted.
fn list(files: bool, wanted: impl Fn(SessionAction) -> bool) -> String {
    let line = |command: &SessionCommand| usage_line(command.name, command.argument, command.help);
    commands(files, wanted).map(line).collect()
}

/// A line of a help text.
fn usage_line(name: &str, argument: &str, help: &str) -> String {
    let usage = format!(":{name} {argument}");
    format!("  {usage:<18}{help}\n")
}
