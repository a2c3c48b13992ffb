//! Reorders the raw command line, so that the common options work before a command as well as after it.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command, ValueEnum as _};

use crate::console::stdio::ColorChoice;

/// Moves the options in front of the command to the end, where the parser of the command finds them.
pub(super) fn move_options_last(mut words: Vec<OsString>, program: &Command) -> Vec<OsString> {
    if let Some(command) = command_index(&words, program) {
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words[1..end].rotate_left(command - 1);
    }
    words
}

/// Returns the index of the command if only options precede it. `--version` belongs to the program, not to a
/// command.
fn command_index(words: &[OsString], program: &Command) -> Option<usize> {
    let mut index = 1;
    loop {
        let word = words.get(index)?.to_str()?;
        if !word.starts_with('-') {
            return program.find_subcommand(word).map(|_| index);
        }
        if matches!(word, "--" | "-V" | "--version") {
            return None;
        }
        index += 1 + usize::from(has_separate_value(program, word));
    }
}

/// Returns whether the next word is the value of this option, in the program or in any of its commands.
fn has_separate_value(program: &Command, option: &str) -> bool {
    let Some(name) = option.strip_prefix("--") else { return false };
    let commands = std::iter::once(program).chain(program.get_subcommands());
    let mut options = commands.flat_map(Command::get_arguments);
    let is_meant = |argument: &Arg| {
        let old_names = argument.get_all_aliases().unwrap_or_default();
        argument.get_long().into_iter().chain(old_names).any(|known| known == name)
    };
    options.any(|argument| is_meant(argument) && argument.get_action().takes_values())
}

/// Returns the value of `--color`, for output before the command line is parsed or when it is invalid.
pub(super) fn color(words: &[OsString]) -> ColorChoice {
    let named = words.iter().zip(words.iter().skip(1)).filter(|(word, _)| *word == "--color");
    let named = named.map(|(_, value)| value.as_os_str());
    let joined = words.iter().filter_map(|word| word.to_str()?.strip_prefix("--color=").map(OsStr::new));
    let last = named.chain(joined).last().and_then(OsStr::to_str);
    last.and_then(|value| ColorChoice::from_str(value, true).ok()).unwrap_or_default()
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
            // Unknown options and commands, and lines that need no change.
            ("cygnet --version play", "cygnet --version play"),
            ("cygnet --seed play", "cygnet --seed play"),
            ("cygnet --seed 5", "cygnet --seed 5"),
            ("cygnet --seed 5 nosuch", "cygnet --seed 5 nosuch"),
            ("cygnet -- play", "cygnet -- play"),
            ("cygnet play uglyduck --seed 5", "cygnet play uglyduck --seed 5"),
        ] {
            assert_eq!(reordered(line), wanted);
        }
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
