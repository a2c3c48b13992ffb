//! `cygnet completions` and `man`, made from the declaration of the command line, and what is said about a wrong one.

use std::io::Write;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};

use super::{Cli, Failure};
use crate::console::standard::{self, ColorChoice};
use crate::console::{Paint, Palette};

pub(super) fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let program = Cli::command();
    let mut shown = clap::Command::new("cygnet")
        .args(program.get_arguments().cloned())
        .subcommands(visible(&program).cloned());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown, "cygnet", &mut script);
    let mut out = standard::output();
    out.write_all(&script)?;
    Ok(out.flush()?)
}

pub(super) fn manual(name: Option<&str>) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    let page = match name {
        None => program,
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| no_command(&program, name))?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page.version(env!("CARGO_PKG_VERSION"))).render(&mut text)?;
    let mut out = standard::output();
    out.write_all(&text)?;
    Ok(out.flush()?)
}

/// The commands that people see.
fn visible(program: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    program.get_subcommands().filter(|command| !command.is_hide_set())
}

/// That the program, or one of its commands, has no command of this name.
fn no_command(parent: &clap::Command, name: &str) -> Failure {
    let names: Vec<&str> = visible(parent).map(clap::Command::get_name).collect();
    Failure::unknown("command", name, &names)
}

/// Shows the help or version that was asked for; what is left to do is to end.
pub(super) fn show(answer: &clap::Error, color: ColorChoice) -> Failure {
    let mut out = standard::output();
    let text = match standard::paint(color, Palette::default()) {
        Paint::PLAIN => answer.render().to_string(),
        _ => answer.render().ansi().to_string(),
    };
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Failure::quiet(0),
        Err(error) => error.into(),
    }
}

/// What is wrong with a command line, and what to do about it: the library's words in the form of all other errors.
pub(super) fn usage_error(error: &clap::Error) -> Failure {
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) {
        let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
        let program = Cli::command();
        // The usage names the command whose own commands are asked for: `cygnet games [COMMAND]`.
        let words = usage.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic));
        let parent = words.fold(&program, |command, word| command.find_subcommand(word).unwrap_or(command));
        return no_command(parent, name);
    }
    let text = error.render().to_string();
    let (what, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
    let what: Vec<&str> = what.lines().map(str::trim).collect();
    let what = what.join(" ");
    let advice = |line: &str| {
        // That one helps with file names, and misleads with everything there is here.
        let tip = line.trim().strip_prefix("tip: ").filter(|tip| !tip.starts_with("to pass "));
        tip.or(line.strip_prefix("Usage: ")).map(str::to_owned)
    };
    let hint = rest.lines().find_map(advice).unwrap_or_else(|| {
        "cygnet --help shows the commands, cygnet COMMAND --help how each is used".to_owned()
    });
    Failure::usage(what.strip_prefix("error: ").unwrap_or(&what), hint)
}
