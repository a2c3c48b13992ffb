//! Errors about the command line: what was expected, and what may be meant.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::games;
use crate::model::nearest;

use super::{Failure, help};

/// Lets an argument take a negative number, so that the error is about the number.
pub(super) fn accept_negative_numbers(argument: Arg) -> Arg {
    match argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    }
}

/// Converts an error of the parser about `words` to a [`Failure`] with a hint.
pub(super) fn usage_error(error: &clap::Error, program: &Command, words: &[OsString]) -> Failure {
    let path = command_path(program, words);
    let command = path.last().copied().unwrap_or(program);
    if let Some(name) = context(error, ContextKind::InvalidSubcommand) {
        return unknown_command(command, name);
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let hint = format!("the commands are {}", subcommands(command).join(", "));
        return Failure::usage(format!("{} needs a command", names(&path)), hint);
    }
    let text = error.render().to_string();
    let (what, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
    let what = number_error(what.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    let is_option = context(error, ContextKind::InvalidArg).is_some_and(|name| name.starts_with("--"));
    let is_unknown_option = is_option && error.kind() == ErrorKind::UnknownArgument;
    let hint = misplaced_option(error, &path)
        .or_else(|| suggestion(error, program, command))
        .or_else(|| two_words_hint(error, words))
        .or_else(|| rest.lines().find_map(advice).filter(|_| !is_unknown_option))
        .unwrap_or_else(|| format!("{} --help describes the options", names(&path)));
    Failure::usage(what.strip_prefix("error: ").unwrap_or(&what), hint)
}

/// Returns the hint for an option of a command that is given to its subcommand.
fn misplaced_option(error: &clap::Error, path: &[&Command]) -> Option<String> {
    let name = context(error, ContextKind::InvalidArg)?.strip_prefix("--")?;
    let [_, .., parent, _] = path else { return None };
    let is_parents = parent.get_arguments().any(|argument| argument.get_long() == Some(name));
    is_parents.then(|| format!("leave it out: {} does not take it", names(path)))
}

/// Returns whether an error is that the name of a game stands where a command of the program should.
pub(super) fn begins_with_a_game(error: &clap::Error, program: &Command, words: &[OsString]) -> bool {
    command_path(program, words).len() == 1
        && context(error, ContextKind::InvalidSubcommand).is_some_and(|name| games::find(name).is_ok())
}

/// Returns the error for an unknown subcommand.
pub(super) fn unknown_command(parent: &Command, name: &str) -> Failure {
    let takes_game = parent.get_arguments().any(|argument| argument.get_long() == Some("game"));
    if takes_game && games::find(name).is_ok() {
        let unknown = format!("unknown command \"{name}\"");
        return Failure::usage(unknown, format!("did you mean --game {name}?"));
    }
    if parent.find_subcommand(name).is_some() {
        let parent = format!("cygnet {}", parent.get_name());
        let parent = parent.trim_end_matches(" cygnet");
        let hint = format!("{parent} {name} --help shows how");
        return Failure::usage(format!("the command {name} must come right after {parent}"), hint);
    }
    let unknown = Failure::unknown("command", name, &subcommands(parent));
    let opens_games = parent.find_subcommand("play").is_some();
    if opens_games
        && nearest(name, subcommands(parent)).is_none()
        && let Err(error) = games::find(name)
        && let Some(game) = error.suggestion()
    {
        let unknown = format!("unknown command \"{name}\"; did you mean {game}?");
        return Failure::usage(unknown, format!("{}; cygnet --help lists the commands", error.hint()));
    }
    match name.parse::<u64>().is_ok() && parent.find_subcommand("show").is_some() {
        true => unknown.hint(format!("did you mean show {name}?")),
        false => unknown,
    }
}

fn subcommands(parent: &Command) -> Vec<&str> {
    help::visible(parent).map(Command::get_name).collect()
}

/// Returns the program, the command that `words` name, and its subcommands.
fn command_path<'a>(program: &'a Command, words: &[OsString]) -> Vec<&'a Command> {
    let mut path = vec![program];
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        match path.last().and_then(|command| command.find_subcommand(word)) {
            Some(command) => path.push(command),
            None => break,
        }
    }
    path
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        Some(ContextValue::Strings(texts)) => texts.first().map(String::as_str),
        _ => None,
    }
}

/// Returns what may be meant: a similar value, or an option.
fn suggestion(error: &clap::Error, program: &Command, command: &Command) -> Option<String> {
    if let Some(value) = context(error, ContextKind::SuggestedValue) {
        return Some(format!("did you mean {value}?"));
    }
    if error.kind() == ErrorKind::ArgumentConflict {
        return Some("leave one of them out".to_owned());
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let name = context(error, ContextKind::InvalidArg)?.strip_prefix("--")?;
    if command.get_positionals().any(|argument| argument.get_id() == name) {
        return Some(format!("write it without --{name}"));
    }
    let similar = context(error, ContextKind::SuggestedArg);
    format_hint(program, command, name)
        .or_else(|| {
            option_of_others(program, name).map(|others| format!("--{name} is an option of {others}"))
        })
        .or_else(|| similar.map(|option| format!("did you mean {option}?")))
}

/// Returns the hint for the name of a game as two words, such as `three dragons`.
fn two_words_hint(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let second = context(error, ContextKind::InvalidArg)?;
    let index = words.iter().position(|word| word == second)?;
    let first = words.get(index.checked_sub(1)?)?.to_str()?;
    let (family, _) = games::find(&format!("{first} {second}")).ok()?;
    Some(format!("did you mean {}? a name of two words needs quotes", family.id))
}

/// Returns the hint for an option that is the name of a format, such as `--json`.
fn format_hint(program: &Command, command: &Command, name: &str) -> Option<String> {
    let takes_format = |command: &Command| {
        let format = command.get_arguments().find(|argument| argument.get_long() == Some("format"));
        format
            .is_some_and(|format| format.get_possible_values().iter().any(|value| value.matches(name, false)))
    };
    if takes_format(command) {
        return Some(format!("did you mean --format {name}?"));
    }
    let others = names_of(program, takes_format)?;
    Some(format!("--format {name} is an option of {others}"))
}

/// Returns the commands that have an option of this name.
fn option_of_others(program: &Command, name: &str) -> Option<String> {
    let has_option =
        |command: &Command| command.get_arguments().any(|argument| argument.get_long() == Some(name));
    names_of(program, has_option)
}

/// Returns the names of the commands and subcommands that are `wanted`, separated by commas.
fn names_of(program: &Command, wanted: impl Fn(&Command) -> bool) -> Option<String> {
    let mut names = Vec::new();
    for command in help::visible(program) {
        names.extend(wanted(command).then(|| command.get_name().to_owned()));
        let below = help::visible(command).filter(|below| wanted(below));
        names.extend(below.map(|below| format!("{} {}", command.get_name(), below.get_name())));
    }
    (!names.is_empty()).then(|| names.join(", "))
}

/// Returns the advice in a line of the parser's message, if it is any.
fn advice(line: &str) -> Option<String> {
    // The tip "to pass ... as a value" is misleading for these arguments.
    let tip = line.trim().strip_prefix("tip: ").filter(|tip| !tip.starts_with("to pass "));
    tip.or(line.strip_prefix("Usage: ")).map(str::to_owned)
}

fn names(path: &[&Command]) -> String {
    path.iter().map(|command| command.get_name()).collect::<Vec<_>>().join(" ")
}

/// The upper bounds of number types without a limit: `u32`, `i64` and `u64`.
const UNLIMITED: [&str; 3] = ["4294967295", "9223372036854775807", "18446744073709551615"];

/// Replaces what the parser says about invalid numbers: "0 is not in 1..=256" and the like.
fn number_error(text: String) -> String {
    let Some((start, problem)) = text.rsplit_once(": ") else { return text };
    let range = problem.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
    let range = range.map(|(low, high)| (low, high.trim_start_matches('=')));
    let is_below_zero = start.contains("value '-");
    let is_any = |beginnings: &[&str]| beginnings.iter().any(|beginning| problem.starts_with(beginning));
    let expected = match range {
        Some((low, high)) if !UNLIMITED.contains(&high) || !is_below_zero && low == "0" => {
            format!("a whole number from {low} to {high}")
        }
        Some((low, _)) => format!("a whole number, {low} or more"),
        None if is_any(&["invalid digit", "cannot parse integer"]) => match is_below_zero {
            true => "a whole number, 0 or more".to_owned(),
            false => "a whole number".to_owned(),
        },
        None if is_any(&["number too large"]) => "a smaller number".to_owned(),
        None if is_any(&["invalid float", "cannot parse float"]) => "a number".to_owned(),
        None => return text,
    };
    format!("{start}: expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;

    #[track_caller]
    fn assert_usage_error(line: &str, error: &str, hint: &str) {
        let program = Cli::declaration();
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let failure =
            usage_error(&program.clone().try_get_matches_from(&words).unwrap_err(), &program, &words);
        let said = (failure.error.unwrap_or_default(), failure.hint.unwrap_or_default());
        assert!(said.0 == error && said.1.starts_with(hint), "{line}: {said:?}");
    }

    #[test]
    fn options_of_other_commands_are_found() {
        for (line, option, hint) in [
            ("cygnet moves uglyduck --json", "--json", "did you mean --format json?"),
            ("cygnet draw uglyduck --svg", "--svg", "did you mean --format svg?"),
            ("cygnet rules uglyduck --json", "--json", "--format json is an option of "),
            ("cygnet rules uglyduck --depth", "--depth", "--depth is an option of analyze, "),
            ("cygnet rules uglyduck --bord", "--bord", "did you mean --board?"),
            ("cygnet rules uglyduck --dpeth", "--dpeth", "cygnet rules --help describes the options"),
            ("cygnet games show 1 --lesson", "--lesson", "--lesson is an option of learn"),
            ("cygnet analyze uglyduck --moves", "--moves", "write it without --moves"),
            ("cygnet rules --game", "--game", "write it without --game"),
            ("cygnet rules uglyduck --zzz", "--zzz", "cygnet rules --help describes the options"),
        ] {
            assert_usage_error(line, &format!("unexpected argument '{option}' found"), hint);
        }
    }

    #[test]
    fn the_name_of_a_game_is_a_command_of_the_program_only() {
        for (line, hint) in [
            ("cygnet table qawale", "the commands are build, "),
            ("cygnet games qawale", "did you mean --game qawale?"),
        ] {
            assert_usage_error(line, "unknown command \"qawale\"", hint);
        }
        for (name, meant) in [("qwale", "qawale"), ("dragons", "three-dragons"), ("plai", "play")] {
            let error = format!("unknown command \"{name}\"; did you mean {meant}?");
            assert_usage_error(&format!("cygnet {name}"), &error, "the ");
        }
        assert_usage_error(
            "cygnet play three dragons",
            "unexpected argument 'dragons' found",
            "did you mean three-dragons? ",
        );
        let program = Cli::declaration();
        for (line, is_game) in [("cygnet qawale", true), ("cygnet table qawale", false)] {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let error = program.clone().try_get_matches_from(&words).unwrap_err();
            assert_eq!(begins_with_a_game(&error, &program, &words), is_game, "{line}");
        }
    }

    /// Returns why a line is refused.
    fn refusal(line: &str) -> ErrorKind {
        let words = ["cygnet"].into_iter().chain(line.split(' '));
        Cli::declaration().try_get_matches_from(words).unwrap_err().kind()
    }

    #[test]
    fn an_option_is_refused_without_the_argument_that_it_needs() {
        for line in [
            "play --record f --position x",
            "draw uglyduck --position x --ply 3",
            "draw uglyduck --position x --number 7",
            "arena --merge f --timemargin 5",
            "arena --merge f --alpha 0.1",
            "arena --merge f --beta 0.1",
            "arena uglyduck --p1 a --p2 b --bot c --alpha 0.1",
            "learn --lesson 3",
            "review --number 2",
            "explore --position x",
            "explore --format json",
        ] {
            let needs = [ErrorKind::MissingRequiredArgument, ErrorKind::ArgumentConflict];
            assert!(needs.contains(&refusal(line)), "{line}");
        }
    }

    #[test]
    fn a_dash_is_not_a_file_to_write() {
        for line in [
            "arena g --p1 a --p2 b --out -",
            "arena g --p1 a --p2 b --log -",
            "arena --resume -",
            "certify g --out -",
            "man --out -",
            "play --autosave -",
            "puzzle make --record f --out -",
            "review f --out -",
            "review f --annotate -",
            "solve g --proof -",
            "table build g --dir -",
        ] {
            assert_eq!(refusal(line), ErrorKind::ValueValidation, "{line}");
        }
        assert_usage_error(
            "cygnet man --out -",
            "invalid value '-' for '--out <DIR>': not standard output here; write ./- for a file of that name",
            "cygnet man --help ",
        );
    }

    #[test]
    fn bad_numbers_say_what_was_expected() {
        for (line, error, hint) in [
            ("cygnet perft uglyduck x", "'x' for '<DEPTH>': expected a whole number", "cygnet perft --help "),
            (
                "cygnet perft uglyduck 9999999999",
                "'9999999999' for '<DEPTH>': expected a whole number from 0 to 4294967295",
                "cygnet ",
            ),
            ("cygnet perft uglyduck -1", "'-1' for '<DEPTH>': expected a whole number, 0 or more", "cygnet "),
            ("cygnet play --seed -5", "'-5' for '--seed <N>': expected a whole number, 0 or more", "cygnet "),
            ("cygnet play --seed 1e99", "'1e99' for '--seed <N>': expected a whole number", "cygnet "),
            (
                "cygnet play --seed 99999999999999999999",
                "'99999999999999999999' for '--seed <N>': expected a smaller number",
                "cygnet play --help ",
            ),
            (
                "cygnet arena --sprt a b",
                "'a' for '--sprt <ELO0> <ELO1>': expected a number",
                "cygnet arena --help ",
            ),
            ("cygnet arena --alpha x", "'x' for '--alpha <P>': expected a number", "cygnet arena --help "),
            (
                "cygnet games show x",
                "'x' for '[NUMBER]': expected a whole number",
                "cygnet games show --help ",
            ),
        ] {
            assert_usage_error(line, &format!("invalid value {error}"), hint);
        }
        for line in [
            "analyze uglyduck --nodes 0",
            "solve uglyduck --nodes 0",
            "review f --nodes 0",
            "bench --leaves 0",
            "stats --accuracy=0",
        ] {
            assert_eq!(refusal(line), ErrorKind::ValueValidation, "{line}");
        }
        assert_usage_error(
            "cygnet moves uglyduck --format jsn",
            "invalid value 'jsn' for '--format <FORMAT>' [possible values: text, json]",
            "did you mean json?",
        );
    }
}
