//! Finds commands among the rows, and lists them in the help.

use crate::analysis::advice::VALUES_HELP;
use crate::model::nearest;
use crate::model::text::escape;
use crate::network::side::{Role, Side};

use super::rows::When::*;
use super::rows::{COMMANDS, FILE, Group, MOVE, SessionCommand, TEXT};

/// The short forms of commands.
const SHORT_FORMS: [(&str, &str); 6] =
    [("b", "board"), ("h", "help"), ("q", "quit"), ("r", "redo"), ("u", "undo"), ("exit", "quit")];

/// The only short form that works without the colon.
const LEAVE: &str = "q";

/// The commands of a game between two computers that only work at the host.
const HOST_COMMANDS: [&str; 2] = ["code", "kick"];

/// Commands that also work without the colon through a pipe.
const BARE_COMMANDS: [&str; 2] = ["wrong", "pause"];

/// Splits a line into command name and argument; `None` if the line is an answer.
pub(super) fn split_command(line: &str) -> Option<(String, &str)> {
    let lower = line.to_lowercase();
    if BARE_COMMANDS.contains(&lower.as_str()) {
        return Some((lower, ""));
    }
    let rest = line.strip_prefix(':')?.trim_start_matches(':').trim();
    let (name, argument) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = name.to_lowercase();
    let full = SHORT_FORMS.iter().find(|(short, _)| *short == name).map(|(_, full)| (*full).to_owned());
    Some((full.unwrap_or(name), argument.trim()))
}

/// Returns `line` with a colon if it is a command that matches `wanted`, by its whole name. An argument makes
/// it one only if the command takes one.
pub(super) fn with_colon(line: &str, wanted: impl Fn(&SessionCommand) -> bool) -> Option<String> {
    let with_colon = Some(line).filter(|line| !line.starts_with(':')).map(|line| format!(":{line}"))?;
    let (name, argument) = split_command(&with_colon)?;
    let is_short = line.split_whitespace().next().is_some_and(|word| word.len() == 1);
    let command = COMMANDS.iter().find(|command| command.name == name && wanted(command))?;
    let is_allowed = !is_short || line.eq_ignore_ascii_case(LEAVE);
    (is_allowed && (argument.is_empty() || !command.argument.is_empty())).then_some(with_colon)
}

/// Returns the command called `word`, with its colon or, by its whole name, without.
pub(super) fn command_called(word: &str) -> Option<&'static SessionCommand> {
    let line = if word.starts_with(':') { word.to_owned() } else { with_colon(word, |_| true)? };
    let (name, _) = split_command(&line)?;
    COMMANDS.iter().find(|command| command.name == name)
}

/// Returns whether `line` is the command called `name`.
pub(super) fn is_command(line: &str, name: &str) -> bool {
    split_command(line).is_some_and(|(typed, _)| typed == name)
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
    let takes_commands = name == "help";
    let is_taken = |word: &str| argument.trim_start_matches('-').eq_ignore_ascii_case(word);
    if let Some(mut words) = command.keywords().filter(|_| !argument.is_empty())
        && !words.any(is_taken)
        && !(takes_commands && command_called(argument).is_some())
    {
        let words = command.keywords().into_iter().flatten().map(|word| format!("\"{word}\""));
        let named = takes_commands.then(|| "the name of a command".to_owned());
        let taken = words.chain(named).collect::<Vec<_>>().join(", ");
        let given = escape(argument.as_bytes());
        return Err(format!(":{name} takes {taken} or no argument, not \"{given}\"."));
    }
    if command.is(Files) && !files {
        return Err(format!(":{shown} is turned off here."));
    }
    Ok(command)
}

/// Whether a command is listed in a game, or in one between two computers.
fn is_in_game(command: &SessionCommand, has_two_computers: bool) -> bool {
    let elsewhere = if has_two_computers { OneComputer } else { TwoComputers };
    !command.is(elsewhere) && !command.is(Unlisted)
}

/// The commands that can be typed in a game or an exercise, for completion.
pub(super) fn game_command_names(files: bool, has_two_computers: bool, is_exercise: bool) -> Vec<String> {
    if is_exercise {
        let has_own = |command: &SessionCommand| ["hint", "why"].contains(&command.name);
        return command_names(files, |command| has_own(command) || is_in_exercise(command)).collect();
    }
    let names = command_names(files, |command| is_in_game(command, has_two_computers));
    names.chain(BARE_COMMANDS.map(str::to_owned)).collect()
}

fn is_in_exercise(command: &SessionCommand) -> bool {
    command.is(Exercises) || command.is(OnlyExercises)
}

/// The commands that match `wanted`, as they are typed, without those that use files unless `files` is set.
pub(super) fn command_names(
    files: bool,
    wanted: impl Fn(&SessionCommand) -> bool,
) -> impl Iterator<Item = String> {
    commands(files, wanted).map(|command| format!(":{}", command.name))
}

/// The commands that match `wanted`, without those that use files unless `files` is set.
fn commands(
    files: bool,
    wanted: impl Fn(&SessionCommand) -> bool,
) -> impl Iterator<Item = &'static SessionCommand> {
    COMMANDS.iter().filter(move |command| (files || !command.is(Files)) && wanted(command))
}

/// The text of `:help` in a game, without the commands that use files unless `files` is set. At a terminal they are in
/// groups.
pub fn help(files: bool, is_grouped: bool) -> String {
    let commands = list(files, is_grouped, |command| is_in_game(command, false), |command| command.help);
    let short_forms = short_forms(false);
    format!(
        "Commands you can type in a game:\n\
         {commands}{short_forms}\"wrong\" and \"pause\" also work without the colon.\n"
    )
}

/// The text of `:help` about a command, or about the values of moves.
pub(super) fn topic_help(topic: &str) -> String {
    match command_called(topic) {
        Some(command) => {
            let usage = usage_line(command.name, command.argument, command.help);
            let has_values = ["hint", "coach", "why", "review"].contains(&command.name);
            usage + if has_values { VALUES_HELP } else { "" }
        }
        None => VALUES_HELP.to_owned(),
    }
}

/// The text of `:help` for a player in a game between two computers.
pub(super) fn remote_help(files: bool, side: &Side, has_clocks: bool, is_grouped: bool) -> String {
    let is_casual = side.is_casual();
    let asks = |command: &SessionCommand| match command.name {
        "undo" => Some("asks the other player to take back your last turn"),
        "pause" if has_clocks => Some("asks the other player to stop the clocks, or starts them again"),
        _ => None,
    };
    let text = |command: &SessionCommand| match command.name {
        "play" if !is_casual => "plays MOVE, as typed at the prompts or in record notation",
        "quit" => "leaves the program; the game is kept",
        _ => asks(command).unwrap_or(command.help),
    };
    let is_own = |command: &SessionCommand| command.is(TwoComputers) || asks(command).is_some();
    let is_allowed = |command: &SessionCommand| {
        is_in_game(command, true)
            && (is_casual || !command.is(Advice))
            && (side.role() == Role::Host || !HOST_COMMANDS.contains(&command.name))
    };
    let own = list(files, false, |command| is_allowed(command) && is_own(command), text);
    let others = list(files, is_grouped, |command| is_allowed(command) && !is_own(command), text);
    format!("Commands of a network game:\n{own}Other commands:\n{others}{}", short_forms(true))
}

/// The text of `:help` for someone who watches a game between two computers.
pub(super) fn spectator_help(files: bool, is_casual: bool, is_grouped: bool) -> String {
    let is_allowed = |command: &SessionCommand| {
        is_in_game(command, true) && !is_for_players(command) && (is_casual || !command.is(Advice))
    };
    format!("Commands while you watch:\n{}", list(files, is_grouped, is_allowed, |command| command.help))
}

/// Whether only a player can type a command in a game between two computers.
pub(super) fn is_for_players(command: &SessionCommand) -> bool {
    command.is(TwoComputers) || ["pause", "undo", "resign", "play", "wrong"].contains(&command.name)
}

/// The line of the help about short forms. In a game between two computers no turn can be repeated.
fn short_forms(has_two_computers: bool) -> String {
    let forms = SHORT_FORMS.iter().filter(|(_, full)| !has_two_computers || *full != "redo");
    let forms: Vec<String> = forms.map(|(short, full)| format!(":{short} {full}")).collect();
    format!("Short forms: {}.\n", forms.join(", "))
}

/// The text of `:help` in an exercise.
pub(super) fn exercise_help(files: bool, is_at_terminal: bool) -> String {
    let mut hint = usage_line("hint", "", "gives a hint; ask again for more");
    if is_at_terminal {
        hint += &usage_line("why", MOVE, "says what MOVE, or the turn you tried, does");
    }
    let commands = list(files, false, is_in_exercise, |command| command.help);
    format!("Commands in lessons and puzzles (a game has more):\n{hint}{commands}")
}

/// The text of `:help` in a menu, or at a question without menus to go back to.
pub(super) fn menu_help(files: bool, has_menus: bool) -> String {
    let works = |command: &SessionCommand| has_menus || !["menu", "resume"].contains(&command.name);
    let commands = list(files, false, |command| command.is(Menus) && works(command), |command| command.help);
    format!("Commands in the menus (a game has more):\n{commands}")
}

/// The help lines of the commands that match `wanted`, with what `text` says of them, in groups with their names if
/// `is_grouped`.
fn list(
    files: bool,
    is_grouped: bool,
    wanted: impl Fn(&SessionCommand) -> bool,
    text: impl Fn(&SessionCommand) -> &'static str,
) -> String {
    let line = |command: &SessionCommand| usage_line(command.name, command.argument, text(command));
    if !is_grouped {
        return commands(files, wanted).map(line).collect();
    }
    let of_group = |(group, name): (Group, &str)| {
        let lines: String =
            commands(files, &wanted).filter(|command| command.group == group).map(&line).collect();
        if lines.is_empty() { lines } else { format!("\n{name}:\n{lines}") }
    };
    Group::ALL.into_iter().map(of_group).collect::<String>() + "\n"
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
    fn who_watches_is_offered_no_command_of_a_player() {
        let names = |is_casual| -> Vec<String> {
            let help = spectator_help(true, is_casual, false);
            let names = help.lines().filter_map(|line| line.trim_start().strip_prefix(':'));
            names.filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect()
        };
        let (casual, serious) = (names(true), names(false));
        for name in ["resign", "undo", "pause", "play", "draw", "say"] {
            assert!(!casual.iter().any(|other| other == name), "{name}");
        }
        assert!(["board", "where", "save", "hint"].iter().all(|name| casual.contains(&(*name).to_owned())));
        let advice: Vec<&String> = casual.iter().filter(|name| !serious.contains(name)).collect();
        assert!(advice.contains(&&"hint".to_owned()) && !serious.is_empty(), "{advice:?}");
    }

    #[test]
    fn whole_names_are_commands_without_colon() {
        let any = |line| with_colon(line, |_| true);
        for line in ["undo", "Hint", "hint all", "exit", "q", "save  game.txt", "save! x"] {
            assert_eq!(any(line), Some(format!(":{line}")));
        }
        for line in [
            "",
            "u",
            "q now",
            "h / easy",
            "b words",
            "undo that",
            "a1",
            "hints",
            ":undo",
            "wronged",
            "pause now",
        ] {
            assert_eq!(any(line), None, "{line}");
        }
        assert_eq!(with_colon("undo", |command| command.is(Menus)), None);
        assert_eq!(with_colon("quit", |command| command.is(Menus)), Some(":quit".to_owned()));
        assert!(is_command(":U", "undo") && is_command(":undo x", "undo") && !is_command("undo", "undo"));
    }
}
