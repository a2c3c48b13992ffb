//! `cygnet --help` and `--version`.

use clap::Command;

use crate::console::stdio::{self, ColorChoice};
use crate::console::{Paint, Palette};

use super::{Failure, print};

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
