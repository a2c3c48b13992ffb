//! `cygnet man`, help, and errors about the command line, all generated from its declaration.

use std::io::Write;
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use crate::console::stdio::{self, ColorChoice};
use crate::console::{Paint, Palette};
use crate::model::text::escape_path;
use crate::store::files;

use super::{Cli, Failure, print};

/// Prints the manual page of the program or of one of its commands.
pub(super) fn print_manual(name: Option<&str>) -> Result<(), Failure> {
    let program = program();
    let page = match name {
        None => &program,
        Some(name) => visible(&program)
            .find(|command| command.get_name() == name)
            .ok_or_else(|| unknown_command(&program, name))?,
    };
    print(render_page(page)?)
}

/// Writes the manual pages of the program and all its commands into a directory, overwrites existing pages,
/// and prints their names.
pub(super) fn write_manual(folder: &Path) -> Result<(), Failure> {
    if !folder.is_dir() {
        let not_a_directory = Failure::data(format!("{}: not a directory", escape_path(folder)));
        return Err(not_a_directory.hint("create the directory first"));
    }
    let program = program();
    let mut out = stdio::stdout();
    for command in with_subcommands(&program) {
        let path = folder.join(Man::new(command.clone()).get_filename());
        files::overwrite(&path, &render_page(command)?)?;
        writeln!(out, "{}", escape_path(&path))?;
    }
    Ok(out.flush()?)
}

/// Returns the command line with the full names of its commands.
fn program() -> Command {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    program
}

fn render_page(command: &Command) -> Result<String, Failure> {
    let mut text = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    Man::new(command.clone().version(version)).source(format!("cygnet {version}")).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Returns a command and all its visible subcommands, recursively.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(visible(command).flat_map(with_subcommands)).collect()
}

/// Returns the visible subcommands.
pub(super) fn visible(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| !command.is_hide_set())
}

/// Returns the error for an unknown subcommand.
fn unknown_command(parent: &Command, name: &str) -> Failure {
    let names: Vec<&str> = visible(parent).map(Command::get_name).collect();
    Failure::unknown("command", name, &names)
}

/// Prints the help or the version, and returns the failure that ends the program with exit code 0.
pub(super) fn show(answer: &clap::Error, color: ColorChoice) -> Failure {
    let text = match stdio::paint(color, Palette::default()) {
        Paint::PLAIN => answer.render().to_string(),
        _ => answer.render().ansi().to_string(),
    };
    print(text).err().unwrap_or(Failure::silent(0))
}

/// The upper bounds of number types without a limit: `u32`, `i64` and `u64`.
const UNLIMITED: [&str; 3] = ["4294967295", "9223372036854775807", "18446744073709551615"];

/// Replaces what the parser says about invalid numbers: "0 is not in 1..=256" and the like.
fn number_error(text: String) -> String {
    let Some((start, problem)) = text.rsplit_once(": ") else { return text };
    let range = problem.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
    match range {
        Some((low, high)) if !UNLIMITED.contains(&high) => {
            format!("{start}: expected a whole number from {low} to {high}")
        }
        Some((low, _)) => format!("{start}: expected a whole number, {low} or more"),
        None if problem.starts_with("invalid digit") || problem.starts_with("cannot parse integer") => {
            format!("{start}: expected a whole number")
        }
        None if problem.starts_with("number too large") => format!("{start}: the number is too large"),
        None => text,
    }
}

/// Converts an error of the parser to a [`Failure`] with a hint.
pub(super) fn usage_error(error: &clap::Error) -> Failure {
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) {
        let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
        let program = Cli::command();
        // The usage line names the parent of the unknown subcommand: `cygnet games [COMMAND]`.
        let words = usage.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic));
        let parent = words.fold(&program, |command, word| command.find_subcommand(word).unwrap_or(command));
        return unknown_command(parent, name);
    }
    let text = error.render().to_string();
    let (what, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
    let what = number_error(what.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    let advice = |line: &str| {
        // The tip "to pass ... as a value" is misleading for these arguments.
        let tip = line.trim().strip_prefix("tip: ").filter(|tip| !tip.starts_with("to pass "));
        tip.or(line.strip_prefix("Usage: ")).map(str::to_owned)
    };
    let hint = rest.lines().find_map(advice).unwrap_or_else(|| {
        "cygnet --help lists the commands, and cygnet COMMAND --help describes one".to_owned()
    });
    Failure::usage(what.strip_prefix("error: ").unwrap_or(&what), hint)
}
