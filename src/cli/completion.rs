//! `cygnet completions`: shell completion scripts, generated from the command line, the games and their bots.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;

use crate::engine::{bots, level};
use crate::games::{self, FAMILIES};
use crate::model::Seating;

use super::{Cli, config, help};

/// Handles words with a colon, which bash would split.
const BASH_ADDITIONS: &str = include_str!("completion.bash");

/// The greatest depth offered for bots that look ahead as far as their names say.
const MAX_OFFERED_DEPTH: usize = 8;

/// Returns the completion script for a shell.
pub(super) fn script(shell: Shell) -> Vec<u8> {
    let program = Cli::declaration();
    let shown: Vec<Command> = help::visible(&program).cloned().collect();
    let commands: Vec<String> = shown.iter().map(|command| command.get_name().to_owned()).collect();
    let arguments = program.get_arguments().cloned();
    let mut program = with_values(Command::new("cygnet").args(arguments).subcommands(shown), &commands);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "cygnet", &mut script);
    match shell {
        Shell::Bash => script.extend(BASH_ADDITIONS.bytes()),
        Shell::Fish => {
            script = fish_help(&script, &commands).into_bytes();
            script.extend(fish_positionals(&program).bytes());
        }
        _ => {}
    }
    script
}

/// Lets fish complete the commands after `help`. The generated condition, that no command was typed, counts `help`.
fn fish_help(script: &[u8], commands: &[String]) -> String {
    let none_typed =
        format!("using_subcommand help; and not __fish_seen_subcommand_from {}", commands.join(" "));
    String::from_utf8_lossy(script).replace(&format!("{none_typed} help"), &none_typed)
}

/// Adds the possible values to the arguments of a command and its subcommands.
fn with_values(command: Command, commands: &[String]) -> Command {
    let command = command.mut_args(|argument| with_values_of(argument, commands));
    command.mut_subcommands(|command| with_values(command, commands))
}

fn with_values_of(argument: Arg, commands: &[String]) -> Arg {
    if !argument.get_action().takes_values() || !argument.get_possible_values().is_empty() {
        return argument;
    }
    let name = argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let names = match name.as_deref().unwrap_or_default() {
        "GAME" => games(),
        "BOT" => [bots(), engines()].concat(),
        "SEAT" | "PLAYER" => [vec![Seating::HUMAN.to_owned()], bots(), engines()].concat(),
        "COMMAND" => commands.to_vec(),
        "DIR" => return argument.value_hint(ValueHint::DirPath),
        _ if argument.get_value_hint() == ValueHint::AnyPath => {
            return argument.value_hint(ValueHint::FilePath);
        }
        "PLIES|FILE" => return argument,
        values if values.contains('|') => values.split('|').map(str::to_owned).collect(),
        // Without a hint, shells would offer file names.
        _ => return argument.value_hint(ValueHint::Other),
    };
    argument.value_parser(PossibleValuesParser::new(names))
}

/// Returns the games with their most common options.
fn games() -> Vec<String> {
    let names =
        FAMILIES.iter().flat_map(|family| [&[family.id], family.examples, family.bench_examples].concat());
    distinct(names.map(str::to_owned))
}

/// Returns the bots of all games with their most common parameters.
fn bots() -> Vec<String> {
    let opened = FAMILIES.iter().filter_map(|family| games::open(family.id).ok());
    let names = opened.flat_map(|game| bots::names(&game));
    distinct(names.flat_map(|(name, _)| {
        let numbers = match name.split_once(':') {
            Some(("level", _)) => level::NAMES.len(),
            Some(_) => MAX_OFFERED_DEPTH,
            None => return vec![name],
        };
        let kind = name.split(':').next().unwrap_or_default();
        (1..=numbers).map(|number| format!("{kind}:{number}")).collect()
    }))
}

/// Returns the engines in the configuration file.
fn engines() -> Vec<String> {
    config::read().unwrap_or_default().engines.into_keys().collect()
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// Returns completions for positional arguments, which `clap_complete` omits for fish.
fn fish_positionals(program: &Command) -> String {
    let mut lines = String::new();
    for command in program.get_subcommands() {
        let is_used = format!("__fish_cygnet_using_subcommand {}", command.get_name());
        let below: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let seen = format!("__fish_seen_subcommand_from {}", below.join(" "));
        let own = if below.is_empty() { is_used.clone() } else { format!("{is_used}; and not {seen}") };
        lines += &fish_values(command, &own);
        for below in command.get_subcommands() {
            let seen = format!("__fish_seen_subcommand_from {}", below.get_name());
            lines += &fish_values(below, &format!("{is_used}; and {seen}"));
        }
    }
    lines
}

/// Returns the lines for the positional arguments of `command`, offered when `condition` holds.
fn fish_values(command: &Command, condition: &str) -> String {
    let values = command.get_positionals().filter_map(|argument| {
        let values = argument.get_value_parser().possible_values()?;
        let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        Some(format!("complete -c cygnet -n \"{condition}\" -f -a \"{}\"\n", names.join(" ")))
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::seats;

    #[test]
    fn completions_are_valid_values() {
        assert!(games().iter().all(|name| games::open(name).is_ok()));
        let opened: Vec<_> = FAMILIES.iter().map(|family| games::open(family.id).unwrap()).collect();
        let plays = |name: &String| opened.iter().any(|game| seats::make(game, name).is_ok());
        assert!(bots().iter().all(plays), "{:?}", bots());
        assert!(
            ["medium", "level:10", "minimax:4", "expert"]
                .iter()
                .all(|name| bots().contains(&(*name).to_owned()))
        );
    }

    #[test]
    fn hidden_commands_stay_hidden() {
        let script = String::from_utf8(script(Shell::Bash)).unwrap();
        assert!(script.contains("cygnet,analyze)"), "{script}");
    }
}
