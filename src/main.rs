//! Entry point of the program `cygnet`.

use std::process::ExitCode;

use cygnet::cli::Cli;

fn main() -> ExitCode {
    match Cli::read().and_then(Cli::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
