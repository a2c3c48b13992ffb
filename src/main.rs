//! Arguments in, one call, exit code out.

use std::process::ExitCode;

use cygnet::cli::Cli;

fn main() -> ExitCode {
    match Cli::read().and_then(Cli::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
