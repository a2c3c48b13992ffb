//! `cygnet man` and help, generated from the declaration of the command line.

use std::io::Write;
use std::path::Path;

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use crate::console::stdio::{self, ColorChoice};
use crate::console::{Paint, Palette};
use crate::model::text::escape_path;
use crate::store::files;

use super::{Cli, Failure, print, usage};

/// Prints the manual page of the program or of one of its commands.
pub(super) fn print_manual(name: Option<&str>) -> Result<(), Failure> {
    let program = program();
    let page = match name {
        None => &program,
        Some(name) => visible(&program)
            .find(|command| command.get_name() == name)
            .ok_or_else(|| usage::unknown_command(&program, name))?,
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

/// Prints the help or the version, and returns the failure that ends the program with exit code 0.
pub(super) fn show(answer: &clap::Error, color: ColorChoice) -> Failure {
    let text = match stdio::paint(color, Palette::default()) {
        Paint::PLAIN => answer.render().to_string(),
        _ => answer.render().ansi().to_string(),
    };
    print(text).err().unwrap_or(Failure::silent(0))
}
