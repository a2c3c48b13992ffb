//! The one table of session commands, how they are found in what is typed, and their help.

use crate::model::text::escape;

/// What a session command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
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

impl Action {
    /// Whether it makes sense only while somebody is to move.
    pub(super) fn needs_a_turn(self) -> bool {
        matches!(self, Action::Moves | Action::Hint | Action::Play | Action::Pause | Action::Resign)
    }

    /// Whether it makes sense where no game is being played.
    pub(super) fn works_in_menus(self) -> bool {
        matches!(self, Action::Help | Action::Load | Action::Quit)
    }

    /// Whether it makes sense for a game that is over, in the menus that follow it.
    pub(super) fn works_on_last_game(self) -> bool {
        matches!(
            self,
            Action::Position
                | Action::Board
                | Action::Flip
                | Action::Palette
                | Action::Save
                | Action::Overwrite
                | Action::Undo
                | Action::New
                | Action::Seed
                | Action::Review
        )
    }

    /// Whether it makes sense in an exercise, where a turn is asked for and no game is being played.
    pub(super) fn works_in_exercises(self) -> bool {
        matches!(
            self,
            Action::Help
                | Action::Rules
                | Action::Moves
                | Action::Board
                | Action::Flip
                | Action::Palette
                | Action::Position
                | Action::Wrong
                | Action::Keep
                | Action::Quit
        )
    }

    /// Whether it makes sense in a game.
    fn works_in_games(self) -> bool {
        self != Action::Skip
    }

    fn touches_files(self) -> bool {
        matches!(self, Action::Save | Action::Overwrite | Action::Load | Action::Keep)
    }
}

/// A session command: its name, its argument, and its line in the help.
pub(super) struct SessionCommand {
    name: &'static str,
    argument: &'static str,
    help: &'static str,
    pub(super) action: Action,
}

const COMMANDS: [SessionCommand; 25] = [
    command("help", "[values]", "lists these commands; or tells how values are to be read", Action::Help),
    command("rules", "", "shows the instructions of this game", Action::Rules),
    command("moves", "", "lists the legal moves", Action::Moves),
    command(
        "hint",
        "[all]",
        "names the best move it finds, its value, and what follows; or every move",
        Action::Hint,
    ),
    command(
        "play",
        "[MOVE]",
        "plays the move of the last hint; or MOVE, as it is typed at the prompts or in the notation of records",
        Action::Play,
    ),
    command(
        "board",
        "[STYLE]",
        "shows the board again; STYLE (classic, compact, ascii, words) changes it",
        Action::Board,
    ),
    command("flip", "", "turns the board round, or back: the side at the top to the bottom", Action::Flip),
    command(
        "palette",
        "[NAME]",
        "shows the board in other colours: standard, colour-blind, mono (bold and reversed letters)",
        Action::Palette,
    ),
    command("position", "", "prints the position as the text that --position takes", Action::Position),
    command("undo", "", "takes back your last move (against a computer, its answer too)", Action::Undo),
    command("redo", "", "plays again what was taken back", Action::Redo),
    command("wrong", "", "begins this turn again", Action::Wrong),
    command("pause", "", "stops for a while: resume, instructions, exit game", Action::Pause),
    command(
        "speed",
        "[SECONDS]",
        "sets the wait between the moves of two computers; \"step\" waits for Enter before each",
        Action::Speed,
    ),
    command(
        "new",
        "",
        "begins a new game at this table; :undo at its start returns to the one before",
        Action::New,
    ),
    command("seed", "", "prints the seed of all chance in this game", Action::Seed),
    command("resign", "", "gives this game up", Action::Resign),
    command("coach", "", "turns the coach on or off, who tells what each turn of yours cost", Action::Coach),
    command(
        "review",
        "",
        "tells what each turn so far was worth, and where the game was lost",
        Action::Review,
    ),
    command(
        "keep",
        "",
        "keeps the board, palette and coach of this session in the configuration",
        Action::Keep,
    ),
    command("save", "FILE", "saves the game as a record in a new file", Action::Save),
    command("save!", "FILE", "the same, in place of the file that is there", Action::Overwrite),
    command("load", "FILE", "goes on with the game of a record", Action::Load),
    command("skip", "", "goes on to the next lesson or puzzle", Action::Skip),
    command("quit", "", "leaves the program", Action::Quit),
];

const fn command(
    name: &'static str,
    argument: &'static str,
    help: &'static str,
    action: Action,
) -> SessionCommand {
    SessionCommand { name, argument, help, action }
}

/// Commands that also work without the colon.
const WORDS: [&str; 2] = ["wrong", "pause"];
/// Splits a line into command name and argument; `None` if the line is an answer.
pub(super) fn split(line: &str) -> Option<(String, &str)> {
    let lower = line.to_lowercase();
    if WORDS.contains(&lower.as_str()) {
        return Some((lower, ""));
    }
    let rest = line.strip_prefix(':')?.trim();
    let (name, argument) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Some((name.to_lowercase(), argument.trim()))
}

/// A name that differs from a command by no more letters is taken for a slip.
const MOST_SLIPS: usize = 2;

/// Finds the command, or says why there is none.
pub(super) fn find(name: &str, argument: &str, files: bool) -> Result<&'static SessionCommand, String> {
    let shown = escape(name.as_bytes());
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        let distance = |command: &&SessionCommand| strsim::damerau_levenshtein(command.name, name);
        let nearest = COMMANDS.iter().min_by_key(distance).filter(|command| distance(command) <= MOST_SLIPS);
        let meant = nearest.map_or(String::new(), |command| format!(" Did you mean :{}?", command.name));
        return Err(format!("There is no command \":{shown}\".{meant} (:help lists all)"));
    };
    if command.argument == "FILE" && argument.is_empty() {
        return Err(format!(":{shown} needs the name of a file."));
    }
    if command.argument.is_empty() && !argument.is_empty() {
        return Err(format!(":{shown} takes no argument, not \"{}\".", escape(argument.as_bytes())));
    }
    if command.action.touches_files() && !files {
        return Err(format!(":{shown} is turned off here."));
    }
    Ok(command)
}

/// The commands as they are typed, for completion.
pub(super) fn command_words(files: bool) -> Vec<String> {
    words(files, Action::works_in_games).chain(WORDS.map(str::to_owned)).collect()
}

/// The commands of an exercise as they are typed, for completion.
pub(super) fn exercise_words(files: bool) -> Vec<String> {
    let in_exercises =
        |action: Action| matches!(action, Action::Hint | Action::Skip) || action.works_in_exercises();
    words(files, in_exercises).collect()
}

fn words(files: bool, wanted: impl Fn(Action) -> bool) -> impl Iterator<Item = String> {
    let known = COMMANDS.iter().filter(move |command| files || !command.action.touches_files());
    known.filter(move |command| wanted(command.action)).map(|command| format!(":{}", command.name))
}

/// The text of `:help` in a game; without `files` the commands that touch files are left out.
pub fn help(files: bool) -> String {
    let commands = list(|action| action.works_in_games() && (files || !action.touches_files()));
    format!("Commands, at every prompt:\n{commands}\"wrong\" and \"pause\" work without the colon too.\n")
}

/// The text of `:help` in an exercise.
pub(super) fn exercise_help(files: bool) -> String {
    let hint = usage_line("hint", "", "gives a hint; asked for again, it says more");
    let commands = list(|action| {
        action == Action::Skip || action.works_in_exercises() && (files || !action.touches_files())
    });
    format!("Commands, in lessons and puzzles (there are more in a game):\n{hint}{commands}")
}

/// The text of `:help` in a menu.
pub(super) fn menu_help(files: bool) -> String {
    let commands = list(|action| action.works_in_menus() && (files || !action.touches_files()));
    format!("Commands, in the menus (there are more in a game):\n{commands}")
}

/// A line for each command that is wanted.
fn list(wanted: impl Fn(Action) -> bool) -> String {
    let wanted = COMMANDS.iter().filter(|command| wanted(command.action));
    wanted.map(|command| usage_line(command.name, command.argument, command.help)).collect()
}

/// A line of a help text.
fn usage_line(name: &str, argument: &str, help: &str) -> String {
    let usage = format!(":{name} {argument}");
    format!("  {usage:<18}{help}\n")
}
