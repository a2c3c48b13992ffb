//! The groups of commands in `cygnet --help`.

use std::fmt::Write as _;

use clap::Command;

use crate::console::{pad_right, stdio, wrap};

use super::{STYLES, help};

/// The commands by group, in the order of the help: what a player needs first, then study, then engines and
/// scripts.
pub(super) const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["play", "host", "join", "watch", "learn", "puzzle", "review", "rules"]),
    ("Study", &["practice", "games", "stats", "explore", "replay", "analyze", "solve", "certify", "draw"]),
    ("Engines and scripts", &["arena", "ugi", "rpc", "moves", "perft", "check", "table", "bench"]),
    ("Setup", &["config", "completions", "man", "help"]),
];

/// The columns for the name of a command.
const NAME_WIDTH: usize = 12;

/// Returns `program` with its commands in groups in the help, a line each.
pub(super) fn grouped(program: Command) -> Command {
    let heading = STYLES.get_header();
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (title, names) in GROUPS {
        // Writing to a string cannot fail.
        let _ = writeln!(template, "\n{heading}{title}:{heading:#}");
        names.iter().for_each(|name| template += &line(&program, name));
    }
    let _ = writeln!(template, "\n{heading}Options:{heading:#}\n{{options}}{{after-help}}");
    program.help_template(template)
}

/// Returns the line of a command in bold, wrapped at a narrow terminal.
fn line(program: &Command, name: &str) -> String {
    let line = wrap(&plain_line(program, name), stdio::columns());
    let literal = STYLES.get_literal();
    line.replacen(name, &format!("{literal}{name}{literal:#}"), 1)
}

/// Returns the line of a command: its name and what it does.
fn plain_line(program: &Command, name: &str) -> String {
    let about = match help::visible(program).find(|command| command.get_name() == name) {
        Some(command) => command.get_about().map(ToString::to_string).unwrap_or_default(),
        None => HELP.to_owned(),
    };
    format!("  {} {about}\n", pad_right(name, NAME_WIDTH))
}

/// What the command `help` does. The parser adds it later.
const HELP: &str = "Shows this page, or the help of a command";

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::cli::Cli;

    /// The columns of a common terminal.
    const COLUMNS: usize = 80;

    /// Options whose values have two names: a bot or any seat, a directory of files.
    const TWO_NAMES: [&str; 3] = ["p1", "p2", "out"];

    fn name_values<'a>(command: &'a Command, names: &mut BTreeMap<&'a str, BTreeSet<String>>) {
        for option in command.get_arguments() {
            if let (Some(long), Some(values)) = (option.get_long(), option.get_value_names()) {
                names.entry(long).or_default().insert(values.join(" "));
            }
        }
        command.get_subcommands().for_each(|command| name_values(command, names));
    }

    #[test]
    fn an_option_takes_the_same_value_in_every_command() {
        let (program, mut names) = (Cli::declaration(), BTreeMap::new());
        name_values(&program, &mut names);
        names.retain(|option, values| values.len() > 1 && !TWO_NAMES.contains(option));
        assert!(names.is_empty(), "{names:?}");
    }

    #[test]
    fn every_command_is_in_one_group_and_fits_on_a_line() {
        let program = Cli::declaration();
        let mut shown: Vec<&str> = help::visible(&program).map(Command::get_name).chain(["help"]).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        shown.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, shown);
        for name in listed {
            let line = plain_line(&program, name);
            assert!(line.len() <= COLUMNS + 1 && line.len() > NAME_WIDTH + 4, "{line}");
        }
    }
}
