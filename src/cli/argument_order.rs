//! Reorders the raw command line, so that the common options work before a command as well as after it.

use std::ffi::OsString;

use clap::{Arg, Command, ValueEnum as _};

use crate::console::stdio::ColorChoice;

/// The word that shows the help, in the place of a command.
const HELP: &str = "help";

/// Moves the options in front of the command to the end, where the parser of the command finds them; so also those in
/// front of a subcommand, if they could not stand there.
pub(super) fn move_options_last(mut words: Vec<OsString>, program: &Command) -> Vec<OsString> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (mut parent, mut start) = (Some(program), 1);
    while let Some(command) = parent
        && let Some(options) = options_before_command(&words[start..end], command)
    {
        words[start..end].rotate_left(options);
        let below = command.find_subcommand(&words[start]);
        parent = below.filter(|command| command.is_args_conflicts_with_subcommands_set());
        start += 1;
    }
    words
}

/// Replaces the word `help` in the place of a command: `cygnet help table build` is `cygnet table build --help`.
pub(super) fn help_to_option(mut words: Vec<OsString>, program: &Command) -> Vec<OsString> {
    let (mut command, mut index) = (program, 1);
    while let Some(below) = words.get(index).and_then(|word| command.find_subcommand(word)) {
        (command, index) = (below, index + 1);
    }
    if !command.has_subcommands() || words.get(index).is_none_or(|word| word != HELP) {
        return words;
    }
    while words.get(index).is_some_and(|word| word == HELP) {
        words.remove(index);
    }
    let is_option = |word: &OsString| word.to_str().is_some_and(|word| word.starts_with('-'));
    let end = words[index..].iter().position(is_option).map_or(words.len(), |count| index + count);
    words.insert(end, "--help".into());
    words
}

/// Returns the number of words before a command of `parent` if all of them are options. `--version` belongs to the
/// program, not to a command.
fn options_before_command(words: &[OsString], parent: &Command) -> Option<usize> {
    let mut index = 0;
    loop {
        let word = words.get(index)?.to_str()?;
        if !word.starts_with('-') {
            return (word == HELP || parent.find_subcommand(word).is_some()).then_some(index);
        }
        if matches!(word, "--" | "-V" | "--version") {
            return None;
        }
        index += 1 + usize::from(has_separate_value(parent, word));
    }
}

/// Returns whether the next word is the value of this option, in `parent` or in any of its commands. Some options take a
/// value only after `=`.
fn has_separate_value(parent: &Command, option: &str) -> bool {
    let Some(name) = option.strip_prefix("--") else { return false };
    let commands = std::iter::once(parent).chain(parent.get_subcommands());
    let mut options = commands.flat_map(Command::get_arguments);
    let is_meant = |argument: &Arg| {
        let old_names = argument.get_all_aliases().unwrap_or_default();
        argument.get_long().into_iter().chain(old_names).any(|known| known == name)
    };
    options.any(|argument| {
        is_meant(argument) && argument.get_action().takes_values() && !argument.is_require_equals_set()
    })
}

/// Returns the value of `--color`, for output before the command line is parsed or when it is invalid.
pub(super) fn color(words: &[OsString]) -> ColorChoice {
    let last = last_value(words, "--color");
    last.and_then(|value| ColorChoice::from_str(value, true).ok()).unwrap_or_default()
}

/// Returns whether the command line asks for JSON, valid or not. Errors are then objects too.
pub(super) fn asks_for_json(words: &[OsString]) -> bool {
    last_value(words, "--format") == Some("json")
}

/// Returns the last value of an option, in a command line that need not be valid.
fn last_value<'a>(words: &'a [OsString], option: &str) -> Option<&'a str> {
    let words = words.split(|word| word == "--").next().unwrap_or_default();
    let value_at = |(index, word): (usize, &'a OsString)| {
        let rest = word.to_str()?.strip_prefix(option)?;
        rest.strip_prefix('=').or_else(|| words.get(index + 1)?.to_str().filter(|_| rest.is_empty()))
    };
    words.iter().enumerate().filter_map(value_at).next_back()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::Cli;

    fn reordered(line: &str) -> String {
        let words = line.split(' ').map(OsString::from).collect();
        let words = move_options_last(words, &Cli::command());
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_before_a_command_are_moved_after_it() {
        for (line, wanted) in [
            ("cygnet --color never rules uglyduck", "cygnet rules uglyduck --color never"),
            ("cygnet --seed=5 --echo play replica", "cygnet play replica --seed=5 --echo"),
            ("cygnet --format json moves qawale -- x", "cygnet moves qawale --format json -- x"),
            ("cygnet --help table build", "cygnet table build --help"),
            ("cygnet --color never help table", "cygnet help table --color never"),
            ("cygnet puzzle --seed 3 make --record w", "cygnet puzzle make --record w --seed 3"),
            ("cygnet --strict puzzle --seed 3 check f", "cygnet puzzle check f --strict --seed 3"),
            ("cygnet practice --all on", "cygnet practice on --all"),
            ("cygnet games --format json export", "cygnet games export --format json"),
            ("cygnet --no-wait --tables solve qawale", "cygnet solve qawale --no-wait --tables"),
            ("cygnet practice --color never on", "cygnet practice on --color never"),
            ("cygnet puzzle --record make", "cygnet puzzle --record make"),
            // Unknown options and commands, and lines that need no change.
            ("cygnet --version play", "cygnet --version play"),
            ("cygnet --seed play", "cygnet --seed play"),
            ("cygnet --seed 5", "cygnet --seed 5"),
            ("cygnet --seed -- play", "cygnet --seed -- play"),
            ("cygnet --seed 5 nosuch", "cygnet --seed 5 nosuch"),
            ("cygnet -- play", "cygnet -- play"),
            ("cygnet play uglyduck --seed 5", "cygnet play uglyduck --seed 5"),
        ] {
            assert_eq!(reordered(line), wanted);
        }
    }

    #[test]
    fn the_command_help_is_an_option() {
        for (line, wanted) in [
            ("cygnet help", "cygnet --help"),
            ("cygnet help --help", "cygnet --help --help"),
            ("cygnet help help", "cygnet --help"),
            ("cygnet help table build --color never", "cygnet table build --help --color never"),
            ("cygnet games help nonsense", "cygnet games nonsense --help"),
            ("cygnet help nonsense", "cygnet nonsense --help"),
            // Not in the place of a command.
            ("cygnet moves help", "cygnet moves help"),
            ("cygnet games show help", "cygnet games show help"),
        ] {
            let words = line.split(' ').map(OsString::from).collect();
            let words = help_to_option(words, &Cli::command());
            let words: Vec<_> = words.iter().map(|word| word.to_str().unwrap()).collect();
            assert_eq!(words.join(" "), wanted);
        }
    }

    #[test]
    fn json_is_asked_for_by_the_last_format() {
        let asks = |line: &str| asks_for_json(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(
            ["cygnet --format json", "cygnet x --format=json y", "cygnet --format text --format json"]
                .map(asks)
                == [true; 3]
        );
        assert!(
            ["cygnet --format", "cygnet -- --format json", "cygnet --format=json --format text"].map(asks)
                == [false; 3]
        );
    }

    #[test]
    fn the_last_color_option_wins() {
        let color = |line: &str| color(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(color("cygnet --help --color never"), ColorChoice::Never);
        assert_eq!(color("cygnet --color=always --help"), ColorChoice::Always);
        assert_eq!(color("cygnet --color purple --help"), ColorChoice::Auto);
        assert_eq!(color("cygnet --help --color"), ColorChoice::Auto);
    }
}
