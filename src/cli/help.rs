//! `cygnet completions` and `man`: made from the declaration of the command line.

use std::io::Write;

use clap::CommandFactory;

use super::{Cli, Failure};
use crate::console::standard;

pub(super) fn completions(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cygnet", &mut script);
    let mut out = standard::output();
    out.write_all(&script)?;
    Ok(out.flush()?)
}

pub(super) fn manual(name: Option<&str>) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    let page = match name {
        None => program,
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
            Failure::usage(
                format!("there is no command \"{}\"", name.escape_debug()),
                format!("the commands are {}", names.join(", ")),
            )
        })?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    let mut out = standard::output();
    out.write_all(&text)?;
    Ok(out.flush()?)
}
