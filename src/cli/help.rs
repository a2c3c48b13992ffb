//! `cygnet --help` and `--version`, and the games in it.

use clap::{Arg, Command};

use crate::console::stdio::{self, ColorChoice};
use crate::console::{Paint, Palette};
use crate::games::FAMILIES;
use crate::words::join_with_word;

use super::{Failure, print};

/// What stands for the games in the help of an argument.
const PLACEHOLDER: &str = "`id` or `id:options`";

/// Returns what the program is, with the games as they are typed.
pub(super) fn about() -> String {
    format!("Five abstract two-player board games for the console: {}", games("and"))
}

fn games(word: &str) -> String {
    let names: Vec<String> = FAMILIES.iter().map(|family| family.id.to_owned()).collect();
    join_with_word(&names, word)
}

/// Names the games in the help of an argument that takes one.
pub(super) fn with_games(argument: Arg) -> Arg {
    let help = argument.get_help().map(|help| help.ansi().to_string());
    match help.filter(|help| help.contains(PLACEHOLDER)) {
        Some(help) => {
            let names = format!("{}, or one with options, such as replica:12", games("or"));
            argument.help(help.replace(PLACEHOLDER, &names))
        }
        None => argument,
    }
}

/// Returns the visible subcommands.
pub(super) fn visible(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| !command.is_hide_set())
}

/// Prints the help or the version, and returns the failure that ends the program with exit code 0.
pub(super) fn show(answer: &clap::Error, color: ColorChoice) -> Failure {
    let text = match stdio::paint(color, Palette::default()) {
        Paint::PLAIN => answer.render().to_string(),
        _ => answer.render().ansi().to_string(),
    };
    print(text).err().unwrap_or(Failure::silent(0))
}
